//! Reads trials of Ludii, a general game system: Connect Four, Gomoku and Halma. See `grammar/ludii.ebnf`.
//!
//! A line `Move=[…]` is one move. Sites are numbered from 0, row by row from the bottom left; in Connect Four a site is a
//! column. Odd cases first:
//! - the first moves of Halma, of nobody (`mover=0`), set up the pieces;
//! - in Halma a hop is a move of its own; after one that ends with `SetNextPlayer` the same player goes on, and a pass ends
//!   the hops;
//! - the game is named by the path of its rules only, and its board by the options, if at all.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use super::by_line::{ends_line, lines};
use super::made::Made;
use super::pieces::{self, Dialect, Pieces};
use super::whole::whole;
use super::{FileFormat, Format, Given, Partition, Records};
use crate::codes::{BAD_SYNTAX, UNKNOWN_GAME};
use crate::diagnostic::{Text, quoted};
use crate::record::{KeptRecord, Spelling};
use crate::source::Source;
use crate::system::System;

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// Trials of Ludii.
    pub const LUDII: Format = Format::new(&Says);
}

impl FileFormat for Says {
    fn name(&self) -> &'static str {
        "ludii"
    }

    fn about(&self) -> &'static str {
        "trials of the general game system Ludii: Connect Four, Gomoku, Halma"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["trl"]
    }

    fn grammar(&self) -> &'static str {
        include_str!("../../grammar/ludii.ebnf")
    }

    /// The first line names the rules of the game.
    fn recognises(&self, head: &[u8]) -> bool {
        let line = head.split(|byte| ends_line(*byte)).next().unwrap_or_default().trim_ascii_end();
        line.starts_with(b"game=") && line.ends_with(b".lud")
    }

    fn is_utf8(&self) -> bool {
        false
    }

    fn open<'r>(&self, reader: Box<dyn Read + 'r>, most: usize, given: &Given) -> io::Result<Box<dyn Records + 'r>> {
        Ok(Box::new(Pieces::over(Source::new(reader), Ludii::default(), most, given)))
    }

    fn partition(&self, most: usize, given: &Given) -> Option<Arc<dyn Partition>> {
        Some(whole::<Ludii>(most, given))
    }

    fn restore(&self, bytes: &[u8], _: bool, record: &mut KeptRecord) -> Result<bool, (Range<usize>, Text)> {
        pieces::restore(&mut Ludii::default(), bytes, record);
        Ok(true)
    }
}

/// A game of Ludii that this program knows.
#[derive(Debug)]
struct Known {
    /// The name of its rules, and ours.
    rules: &'static str,
    game: &'static str,
    /// The sides of its players 1 and 2.
    sides: [&'static str; 2],
    /// The columns and rows of its board, if no option names others.
    board: (usize, usize),
    kind: Kind,
}

/// What a site is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Column,
    Square,
    /// The moves lead from site to site.
    Path,
}

const KNOWN: [Known; 3] = [
    Known { rules: "Connect Four", game: "forza4", sides: ["White", "Red"], board: (7, 6), kind: Kind::Column },
    Known { rules: "Gomoku", game: "gomoku", sides: ["Black", "White"], board: (15, 15), kind: Kind::Square },
    Known { rules: "Halma", game: "halma", sides: ["Green", "White"], board: (16, 16), kind: Kind::Path },
];

/// The dialect.
#[derive(Debug, Default)]
struct Ludii {
    /// The columns and rows that the caller names.
    board: Option<(usize, usize)>,
    /// How far the search for the next trial has come.
    at: usize,
}

/// What the first line of a trial begins with.
const FIRST: &[u8] = b"game=";

impl Dialect for Ludii {
    const FORMAT: Format = Format::LUDII;

    fn given(&mut self, given: &Given) {
        self.board = given.board.map(|size| (size.columns.into(), size.rows.into()));
    }

    fn begin(&mut self) {
        self.at = 1;
    }

    /// A trial ends before the first line of the next one.
    fn extent(&mut self, bytes: &[u8], _: bool) -> Option<usize> {
        let begins = |at: &usize| ends_line(bytes[at - 1]);
        let found = memchr::memmem::find_iter(bytes.get(self.at..)?, FIRST).map(|length| self.at + length).find(begins);
        // The word may be cut off.
        self.at = self.at.max(bytes.len().saturating_sub(FIRST.len()));
        found
    }

    fn read(&mut self, text: &str, made: &mut Made) {
        let Some(start) = self.header(text, made) else { return };
        let system = match start.known.kind {
            Kind::Column => Spelling::Default,
            Kind::Square => Spelling::Named(System::SQUARES),
            Kind::Path => Spelling::Named(System::PATHS),
        };
        made.kept_mut().parts.context.spelling = system;
        let mut play = Play {
            made,
            known: start.known,
            columns: start.columns,
            rows: start.rows,
            turn: 1,
            path: String::new(),
            hops: None,
        };
        for (line, place) in lines(text).skip_while(|(_, place)| place.start < start.first_move) {
            if !line.starts_with("Move=") {
                continue;
            }
            match Move::read(line) {
                Some(step) if step.mover == 0 => {}
                Some(step) => {
                    if let Err(text) = play.step(&step, place.clone()) {
                        return play.made.fault(&BAD_SYNTAX, text, place);
                    }
                }
                None => {
                    play.end_hops();
                    let text = Text::new("this is no move that this program can read")
                        .help("a move is written `Move=[Move:mover=1,from=6,to=6,actions=[…]]`");
                    return play.made.fault(&BAD_SYNTAX, text, place);
                }
            }
        }
        play.end_hops();
    }
}

/// A move as its line tells it.
#[derive(Debug, PartialEq, Eq)]
struct Move {
    mover: usize,
    /// From where to where; nowhere if it is a pass.
    sites: Option<(usize, usize)>,
    /// Whether the same player goes on.
    goes_on: bool,
    /// Whose piece it puts on the board.
    what: usize,
}

impl Move {
    /// `move = "Move=[Move:mover=" , number , [ ",from=" , number , ",to=" , number ] , ",actions=[" , … , "]" ;`
    fn read(line: &str) -> Option<Move> {
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

/// What the lines before and after the moves say.
struct Begun {
    known: &'static Known,
    columns: usize,
    rows: usize,
    /// Where the first move stands that is no set-up.
    first_move: usize,
}

/// The option of Gomoku by which five or more win.
const FREESTYLE: &str = "End Rules/Free-style";

impl Ludii {
    /// Makes tags of all that is not a move; `None`: it is a game that we do not know.
    fn header(&self, text: &str, made: &mut Made) -> Option<Begun> {
        let (first, place) = lines(text).next().unwrap_or_default();
        let rules = first.strip_prefix("game=").unwrap_or_default();
        let rules = rules.rsplit(['/', '\\']).next().unwrap_or_default().trim_end_matches(".lud");
        let Some(known) = KNOWN.iter().find(|known| known.rules == rules) else {
            let text = Text::new(format!(
                "this is a Ludii trial of {}, a game that this program does not know",
                quoted(rules)
            ))
            .help("of Ludii's games it reads Connect Four, Gomoku and Halma");
            made.refuse(&UNKNOWN_GAME, text, place);
            return None;
        };
        made.tag("Game", known.game, place.clone());
        let (mut options, mut in_options, mut size) = (Vec::new(), false, None);
        let (mut winner, mut end, mut first_move) = (None, None, text.len());
        let mut placed = Vec::new();
        for (line, place) in lines(text).skip(1) {
            if line.starts_with("LEGAL MOVES") {
                made.dropped("lines about the legal moves", place);
            } else if line.starts_with("Move=") {
                if first_move < text.len() {
                    continue;
                }
                match Move::read(line) {
                    Some(Move { mover: 0, sites: Some((_, to)), what, .. }) => placed.push((to, what, place)),
                    Some(Move { mover: 0, .. }) => {}
                    _ => first_move = place.start,
                }
            } else if line == "START GAME OPTIONS" {
                in_options = true;
            } else if line == "END GAME OPTIONS" {
                in_options = false;
            } else if in_options {
                size = size.or_else(|| board(line).map(|size| (size, place.clone())));
                options.push((line, place));
            } else if let Some(value) = line.strip_prefix("winner=") {
                winner = Some((value, place));
            } else if let Some(value) = line.strip_prefix("endtype=") {
                end = Some((value, place));
            } else if let Some(value) = line.strip_prefix("LUDII_VERSION=") {
                made.tag("LudiiVersion", value, place);
            } else if !line.is_empty() {
                made.dropped("lines about the playout", place);
            }
        }
        let given = self.board;
        let ((columns, rows), at) = match &size {
            Some((size, place)) => (*size, place.clone()),
            None => (given.unwrap_or(known.board), place.clone()),
        };
        made.tag("Board", &format!("{columns}x{rows}"), at.clone());
        if size.is_none() && given.is_none() && known.kind == Kind::Square {
            let value = format!("{columns}x{rows}");
            let text = || {
                Text::new(format!("the board is taken to be {value}, as it is unless an option says otherwise"))
                    .help("name the board with --board")
            };
            made.guessed("board", &value, text, at);
        }
        options.retain(|(option, _)| !option.is_empty() && !names_board(option, &size));
        if let (Some((_, first)), Some((_, last))) = (options.first(), options.last()) {
            // Otherwise exactly five win, as in the standard game.
            if let Some((_, place)) = options.iter().find(|(option, _)| known.game == "gomoku" && *option == FREESTYLE)
            {
                made.tag("Variant", "freestyle", place.clone());
            }
            let all = options.iter().map(|(option, _)| *option).collect::<Vec<_>>().join(",");
            made.tag("LudiiOption", &all, first.start..last.end);
        }
        if known.kind == Kind::Path {
            made.tag("Starts", known.sides[0], place);
            self.set_up(&placed, columns, rows, known, made);
        }
        let is_natural = end.as_ref().is_none_or(|(end, _)| *end == "NaturalEnd");
        if let Some((winner, place)) = winner {
            let result = match winner {
                "1" => known.sides[0],
                "2" => known.sides[1],
                "0" if is_natural && end.is_some() => "draw",
                _ => "*",
            };
            made.tag("Result", result, place);
        }
        if let Some((end, place)) = end.filter(|_| !is_natural) {
            made.tag("Termination", end, place);
        }
        Some(Begun { known, columns, rows, first_move })
    }

    /// A tag for the pieces that were placed before the first move, unless they stand as they always do.
    fn set_up(
        &self,
        placed: &[(usize, usize, Range<usize>)],
        columns: usize,
        rows: usize,
        known: &Known,
        made: &mut Made,
    ) {
        // Where the first column of each row begins in the corner of player 1, from the bottom.
        const CORNER: [usize; 5] = [11, 11, 12, 13, 14];
        let in_corner = |site: usize| CORNER.get(site / 16).is_some_and(|first| site % 16 >= *first);
        let is_usual = |&(site, what, _): &(usize, usize, Range<usize>)| match what {
            1 => in_corner(site),
            2 => site < 256 && in_corner(255 - site),
            _ => false,
        };
        if placed.is_empty() || (columns, rows) == (16, 16) && placed.len() == 38 && placed.iter().all(is_usual) {
            return;
        }
        const MOST: usize = 26;
        if columns == 0 || columns > MOST || rows > MOST {
            return;
        }
        let mut board = vec![b'.'; columns * rows];
        for (site, what, _) in placed {
            if let Some(cell) = board.get_mut(*site) {
                *cell = known.sides.get(what.wrapping_sub(1)).map_or(b'.', |side| side.as_bytes()[0]);
            }
        }
        let place = placed.first().map_or(0..1, |(.., place)| place.clone());
        made.tag("Setup", &position(&board, columns, known.sides[0]), place);
    }
}

/// A position string of cells row by row from the bottom; `.` is an empty one.
fn position(cells: &[u8], columns: usize, turn: &str) -> String {
    let mut text = String::new();
    for row in cells.chunks(columns).rev() {
        let mut empty = 0;
        for cell in row {
            if *cell == b'.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(char::from(*cell));
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text.push('/');
    }
    text.pop();
    text.push(' ');
    text += &turn[..1];
    text
}

/// The board that an option names: `Board Size/19x19`.
fn board(option: &str) -> Option<(usize, usize)> {
    let size = option.rsplit('/').next()?;
    let (columns, rows) = size.split_once('x')?;
    Some((columns.trim().parse().ok()?, rows.trim().parse().ok()?))
}

/// Whether an option names the board that is played on.
fn names_board(option: &str, size: &Option<((usize, usize), Range<usize>)>) -> bool {
    board(option).is_some_and(|named| size.as_ref().is_some_and(|(size, _)| *size == named))
}

/// Writes down the plies.
struct Play<'m> {
    made: &'m mut Made,
    known: &'static Known,
    columns: usize,
    rows: usize,
    /// Who moves next: 1 or 2.
    turn: usize,
    path: String,
    /// The site that the hops of a player have come to, and where they stand in the text.
    hops: Option<(usize, Range<usize>)>,
}

impl Play<'_> {
    fn step(&mut self, step: &Move, place: Range<usize>) -> Result<(), Text> {
        if step.mover != self.turn {
            self.end_hops();
        }
        if step.mover != self.turn {
            self.made.pass_that_stood(place.clone());
            self.turn = step.mover;
        }
        let Some((from, to)) = step.sites else {
            if self.hops.is_some() {
                self.end_hops();
            } else {
                self.made.ply("--", place);
                self.turn = 3 - self.turn;
            }
            return Ok(());
        };
        if self.known.kind != Kind::Path {
            self.path.clear();
            self.go_to(to);
            self.made.ply(&self.path, place);
            self.turn = 3 - self.turn;
            return Ok(());
        }
        let begun = match self.hops.take() {
            Some((last, begun)) if last == from => begun.start,
            Some(hops) => {
                self.hops = Some(hops);
                self.end_hops();
                return Err(Text::new("these hops do not go on from where they came to"));
            }
            None => {
                self.path.clear();
                self.go_to(from);
                place.start
            }
        };
        self.go_to(to);
        self.hops = Some((to, begun..place.end));
        if !step.goes_on {
            self.end_hops();
        }
        Ok(())
    }

    /// Adds a site to the path.
    fn go_to(&mut self, site: usize) {
        let columns = self.columns.max(1);
        let (column, row) = match self.known.kind {
            Kind::Column => (site, None),
            _ => (site % columns, Some((site / columns).saturating_add(1))),
        };
        if !self.path.is_empty() {
            self.path.push('-');
        }
        match u8::try_from(column).ok().filter(|column| *column < 26) {
            Some(column) => self.path.push(char::from(b'a' + column)),
            None => self.path.push('_'),
        }
        if let Some(row) = row {
            // A site beyond the board is in a row beyond it.
            self.path += itoa::Buffer::new().format(row.min(self.rows.saturating_add(1)));
        }
    }

    /// Makes a ply of the hops, if there are any.
    fn end_hops(&mut self) {
        if let Some((_, place)) = self.hops.take() {
            self.made.ply(&self.path, place);
            self.turn = 3 - self.turn;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plies of each record, and its options.
    fn read(text: &str) -> Vec<String> {
        let mut records = Format::LUDII.open(Box::new(text.as_bytes()), 1 << 20, &Given::default()).expect("a reader");
        let mut out = Vec::new();
        while records.advance().expect("records") {
            let record = records.header();
            let option = record.parts.tags.iter().find(|tag| record.name(tag) == "LudiiOption");
            let option = option.map(|tag| record.value(tag).into_owned()).unwrap_or_default();
            out.push(format!("{} | {option}", record.text[record.parts.body..].trim()));
        }
        out
    }

    fn trial(options: &str) -> String {
        let step =
            |mover: u8, to: u8| format!("Move=[Move:mover={mover},from={to},to={to},actions=[Add:what={mover}]]\n");
        let (one, other) = (step(1, 3), step(2, 4));
        format!("game=a/Connect Four.lud\nSTART GAME OPTIONS\n{options}END GAME OPTIONS\n{one}{other}{}", step(1, 5))
    }

    #[test]
    fn several_trials_may_stand_in_a_file() {
        assert_eq!(read(&trial("").repeat(3)), ["d, e, f | "; 3]);
        assert_eq!(read(&trial("").repeat(2).replace('\n', "\r\n")), ["d, e, f | "; 2]);
    }

    #[test]
    fn trials_are_parted_wherever_the_bytes_are_cut() {
        let (one, text) = (trial("").len(), trial("").repeat(2));
        for step in 1..text.len() {
            let mut ludii = Ludii::default();
            ludii.begin();
            let mut seen = (step..text.len()).step_by(step).chain([text.len()]);
            let end = seen.find_map(|seen| ludii.extent(&text.as_bytes()[..seen], seen == text.len()));
            assert_eq!(end, Some(one), "{step}");
        }
    }

    #[test]
    fn all_options_are_kept() {
        assert_eq!(read(&trial("A/1\nBoard Size/7x6\n\nB/2\n")), ["d, e, f | A/1,B/2"]);
        assert_eq!(read(&trial("Board Size/7x6\nBoard Size/8x8\n")), ["d, e, f | Board Size/8x8"]);
    }
}
