//! A move as its line gives it.

/// A move as its line gives it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) mover: usize,
    /// From where to where; nowhere if it is a pass.
    pub(super) sites: Option<(usize, usize)>,
    /// Whether the same player moves again.
    pub(super) goes_on: bool,
    /// The owner of the piece that it puts on the board.
    pub(super) what: usize,
}

impl Move {
    /// `move = "Move=[Move:mover=" , number , [ ",from=" , number , ",to=" , number ] , ",actions=[" , … , "]" ;`
    pub(super) fn read(line: &str) -> Option<Move> {
        let (mover, rest) = number(line.strip_prefix("Move=[Move:mover=")?)?;
        let (sites, rest) = match rest.strip_prefix(",from=") {
            Some(rest) => {
                let (from, rest) = number(rest)?;
                let (to, rest) = number(rest.strip_prefix(",to=")?)?;
                (Some((from, to)), rest)
            }
            None => (None, rest),
        };
        let actions = rest.strip_prefix(",actions=[")?.strip_suffix(']')?;
        let value =
            |name: &str| actions.split_once(name).and_then(|(_, rest)| number(rest)).map_or(0, |(value, _)| value);
        let goes_on = value("SetNextPlayer:player=") == mover && mover > 0;
        let is_known = sites.is_some() || actions.starts_with("Pass") || mover == 0;
        (is_known && mover <= 2).then(|| Move { mover, sites, goes_on, what: value("what=") })
    }
}

/// A number and what follows it.
fn number(text: &str) -> Option<(usize, &str)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at(length);
    let add = |number: usize, digit: u8| number.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
    (length > 0).then(|| (digits.bytes().fold(0, add), rest))
}
