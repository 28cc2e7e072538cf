//! What a line of a log says.

/// From where to where a man moves, as column and row from the top left, both from 0; nowhere at the end of a turn.
pub(super) type Legs = Option<[(u8, u8); 2]>;

/// What a line says.
pub(super) enum Line<'t> {
    Blank,
    /// After `#`.
    Remark(&'t str),
    /// A player's number and name.
    Start(u8, &'t str),
    Move(u8, Legs),
    /// The game is over, and perhaps why.
    Over(&'t str),
    /// The number of the winner, a draw (`Some(None)`), or neither.
    End(Option<Option<u8>>),
    Odd,
}

impl<'t> Line<'t> {
    pub(super) fn read(line: &'t str) -> Line<'t> {
        if let [player @ b'0'..=b'3', b' ', rest @ ..] = line.as_bytes() {
            return match legs(rest) {
                Some(legs) => Line::Move(player - b'0', legs),
                None => Line::Odd,
            };
        }
        if line.is_empty() {
            return Line::Blank;
        }
        if let Some(remark) = line.strip_prefix('#') {
            return Line::Remark(remark);
        }
        if let Some(reason) = line.strip_prefix("GAMEOVER") {
            return Line::Over(reason.trim_ascii());
        }
        let player = |text: &str| match text.strip_prefix("Player-").map(str::as_bytes) {
            Some([number @ b'0'..=b'3']) => Some(number - b'0'),
            _ => None,
        };
        if let Some(rest) = line.strip_prefix("START ") {
            let (number, name) = rest.split_once(' ').unwrap_or((rest, ""));
            return player(number).map_or(Line::Odd, |number| Line::Start(number, name));
        }
        match line {
            "DRAW" => Line::End(Some(None)),
            "UNDECIDED" => Line::End(None),
            _ => match line.strip_prefix("WINNER ").and_then(player) {
                Some(number) => Line::End(Some(Some(number))),
                None => Line::Odd,
            },
        }
    }
}

/// `legs = "null null" | "(" x "," y ")" " " "(" x "," y ")" ;`
fn legs(text: &[u8]) -> Option<Legs> {
    if text == b"null null" {
        return Some(None);
    }
    let (from, rest) = square(text)?;
    let (to, rest) = square(rest.strip_prefix(b" ")?)?;
    rest.is_empty().then_some(Some([from, to]))
}

/// A square and what follows it.
pub(super) fn square(text: &[u8]) -> Option<((u8, u8), &[u8])> {
    let (x, rest) = coordinate(text.strip_prefix(b"(")?)?;
    let (y, rest) = coordinate(rest.strip_prefix(b",")?)?;
    Some(((x, y), rest.strip_prefix(b")")?))
}

/// A number, or the letter that stands for it. The board ends at 15, but squares have names up to 25.
fn coordinate(text: &[u8]) -> Option<(u8, &[u8])> {
    match *text {
        [b'1', ones @ b'0'..=b'9', ref rest @ ..] => Some((10 + ones - b'0', rest)),
        [b'2', ones @ b'0'..=b'5', ref rest @ ..] => Some((20 + ones - b'0', rest)),
        [digit @ b'0'..=b'9', ref rest @ ..] => Some((digit - b'0', rest)),
        [letter @ b'A'..=b'P', ref rest @ ..] => Some((letter - b'A', rest)),
        _ => None,
    }
}
