//! Reads logs of the Halma server of a university course (COMP424): four players on 16x16, two against two.
//! See `grammar/halma-log.ebnf`.
//!
//! Each line of play is one step or one hop, `0 (2,1) (3,2)`, with the column from the left and the row from the top, both
//! from 0. A step ends the turn; after hops `0 null null` does. Odd cases first:
//! - the players take turns in the order of their numbers, which does not go around the board;
//! - whoever has filled the corner opposite passes with `null null`, and a man may hop back to where it began: both are
//!   passes, which the server allows, so they are plies that stood;
//! - in the message about an illegal move some coordinates are letters, from `A` for 0;
//! - the game may end within a sequence of hops.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use super::by_line::{has_line, lines};
use super::made::Made;
use super::pieces::{self, Dialect, Pieces};
use super::whole::whole;
use super::{FileFormat, Format, Given, Partition, Records};
use crate::codes::BAD_SYNTAX;
use crate::diagnostic::{Text, quoted};
use crate::record::{KeptRecord, Spelling};
use crate::source::Source;
use crate::system::System;

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// Logs of a Halma server.
    pub const HALMA_LOG: Format = Format::new(&Says);
}

impl FileFormat for Says {
    fn name(&self) -> &'static str {
        "halma-log"
    }

    fn about(&self) -> &'static str {
        "logs of a Halma server (COMP424): four players, a line for each step or hop"
    }

    fn grammar(&self) -> &'static str {
        include_str!("../../grammar/halma-log.ebnf")
    }

    /// A line names the board, or the first player.
    fn recognises(&self, head: &[u8]) -> bool {
        has_line(head, b"# Board class: halma.") || has_line(head, b"START Player-0 ")
    }

    fn is_utf8(&self) -> bool {
        false
    }

    fn open<'r>(&self, reader: Box<dyn Read + 'r>, most: usize, given: &Given) -> io::Result<Box<dyn Records + 'r>> {
        Ok(Box::new(Pieces::over(Source::new(reader), HalmaLog::default(), most, given)))
    }

    fn partition(&self, most: usize, given: &Given) -> Option<Arc<dyn Partition>> {
        Some(whole::<HalmaLog>(most, given))
    }

    fn restore(&self, bytes: &[u8], _: bool, record: &mut KeptRecord) -> Result<bool, (Range<usize>, Text)> {
        pieces::restore(&mut HalmaLog::default(), bytes, record);
        Ok(true)
    }
}

/// The sides by the numbers of the players, which begin at the top left, top right, bottom left, bottom right.
const SIDES: [&str; 4] = ["White", "Red", "Blue", "Green"];

/// The dialect.
#[derive(Debug, Default)]
struct HalmaLog {
    /// How far the search for the end of a piece has come, and whether the game of the piece has begun.
    at: usize,
    in_play: bool,
}

impl Dialect for HalmaLog {
    const FORMAT: Format = Format::HALMA_LOG;

    fn begin(&mut self) {
        (self.at, self.in_play) = (0, false);
    }

    /// Logs may stand one after the other: a game ends before the first line of a header that stands behind its play.
    fn extent(&mut self, bytes: &[u8], _: bool) -> Option<usize> {
        while let Some(length) = memchr::memchr2(b'\n', b'\r', bytes.get(self.at..)?) {
            let line = &bytes[self.at..self.at + length];
            if self.in_play && begins_header(line) {
                return Some(self.at);
            }
            self.in_play |= is_of_play(line);
            self.at += length + 1;
        }
        // A header of one line, which lacks its end, is no game.
        None
    }

    fn read(&mut self, text: &str, made: &mut Made) {
        let end = header(text, made);
        made.kept_mut().parts.context.spelling = Spelling::Named(System::PATHS);
        let mut play = Play { made, turn: 0, path: String::new(), hops: None };
        for (line, place) in lines(text) {
            match Line::read(line) {
                Line::Blank | Line::Remark(_) | Line::Start(..) => {}
                Line::Move(player, legs) => {
                    if let Err(text) = play.line(player, legs, place.clone()) {
                        return play.made.fault(&BAD_SYNTAX, text, place);
                    }
                }
                Line::Over(_) | Line::End(_) => {
                    play.end(end);
                    return behind_end(text, place.start, play.made);
                }
                Line::Odd => {
                    play.end_hops();
                    return play.made.fault(&BAD_SYNTAX, odd(line), place);
                }
            }
        }
        play.end(end);
    }
}

/// Whether a line is one with which a log begins, wherever in its header it stands.
fn begins_header(line: &[u8]) -> bool {
    [&b"# Server version"[..], b"# Game ID:", b"# Board class:", b"START Player-0"]
        .iter()
        .any(|begin| line.starts_with(begin))
}

/// Whether a line is play or tells the end of it.
fn is_of_play(line: &[u8]) -> bool {
    matches!(line.first(), Some(b'0'..=b'3'))
        || [&b"GAMEOVER"[..], b"WINNER", b"DRAW", b"UNDECIDED"].iter().any(|begin| line.starts_with(begin))
}

/// Looks at the lines behind the end of the game, the first line of which stands at `from`: only who has won may be told
/// there, and remarks.
fn behind_end(text: &str, from: usize, made: &mut Made) {
    let (mut is_over, mut has_result) = (false, false);
    for (line, place) in lines(text).skip_while(|(_, place)| place.start < from) {
        let is_due = match Line::read(line) {
            Line::Blank | Line::Remark(_) => true,
            Line::Over(_) => !std::mem::replace(&mut is_over, true),
            Line::End(_) => !std::mem::replace(&mut has_result, true),
            Line::Start(..) | Line::Move(..) | Line::Odd => false,
        };
        if !is_due {
            let text = Text::new(format!("{} stands behind the end of the game", quoted(line)));
            let help =
                "behind `GAMEOVER` stands the result, and nothing else; a game that follows begins with its header";
            return made.fault(&BAD_SYNTAX, text.help(help), place);
        }
    }
}

/// What is told of a line that means nothing.
fn odd(line: &str) -> Text {
    let text = Text::new(format!("{} is no line of such a log", quoted(line)));
    if ["<<<<<<<", "=======", ">>>>>>>"].iter().any(|mark| line.starts_with(mark)) {
        return text.help("it is left over from a merge of two versions of this file; keep one of them");
    }
    text.help("a step or hop is written `0 (2,1) (3,2)`, the end of hops `0 null null`")
}

/// From where to where a man moves, as column and row from the top left, both from 0; nowhere at the end of a turn.
type Legs = Option<[(u8, u8); 2]>;

/// What a line says.
enum Line<'t> {
    Blank,
    /// Behind `#`.
    Remark(&'t str),
    /// A player's number and name.
    Start(u8, &'t str),
    Move(u8, Legs),
    /// The game is over, and perhaps why.
    Over(&'t str),
    /// The winner's number, a draw (`Some(None)`), or none of them.
    End(Option<Option<u8>>),
    Odd,
}

impl<'t> Line<'t> {
    fn read(line: &'t str) -> Line<'t> {
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
fn square(text: &[u8]) -> Option<((u8, u8), &[u8])> {
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

/// How the game ended, as far as the plies have to know.
#[derive(Default)]
struct End {
    /// The player who made an illegal move, the move, and where the message stands.
    attempt: Option<(u8, Legs, Range<usize>)>,
}

/// Makes tags of all that is not play.
fn header(text: &str, made: &mut Made) -> End {
    let all = 0..text.len().min(1);
    made.tag("Game", "halma", all.clone());
    made.tag("Variant", "four", all.clone());
    made.tag("Options", "pairs", all.clone());
    made.tag("Order", "White,Red,Blue,Green", all.clone());
    made.tag("Pairs", "White+Green", all);
    let mut end = End::default();
    for (line, place) in lines(text) {
        // Nearly all lines are play.
        if matches!(line.as_bytes().first(), Some(b'0'..=b'3')) {
            continue;
        }
        match Line::read(line) {
            Line::Remark(remark) => self::remark(remark, place, made),
            Line::Start(player, name) => made.tag(SIDES[usize::from(player)], name, place),
            Line::Over(reason) => end.attempt = over(reason, place, made),
            Line::End(claim) => {
                let result = claim.map_or("*", |winner| winner.map_or("draw", |winner| SIDES[usize::from(winner)]));
                made.tag("Result", result, place);
            }
            Line::Odd if made.has("White") => break,
            Line::Blank | Line::Move(..) | Line::Odd => {}
        }
    }
    end
}

/// Makes a tag of the reason why the game is over; an illegal move ends it.
fn over(reason: &str, place: Range<usize>, made: &mut Made) -> Option<(u8, Legs, Range<usize>)> {
    let illegal = reason.strip_prefix("ILLEGAL MOVE: Player ").and_then(|text| match text.as_bytes() {
        [player @ b'0'..=b'3', b' ', rest @ ..] => {
            let (player, place) = (player - b'0', place.clone());
            if rest == b"end turn" {
                return Some((player, None, place));
            }
            let (from, rest) = square(rest.strip_prefix(b"move from ")?)?;
            let (to, _) = square(rest.strip_prefix(b" to ")?)?;
            Some((player, Some([from, to]), place))
        }
        _ => None,
    });
    let termination = match reason.split(' ').next().unwrap_or_default() {
        _ if illegal.is_some() => "illegal",
        "TIMEOUT" => "time",
        "DISCONNECTION" | "ILLEGAL" => "forfeit",
        _ => reason,
    };
    made.tag("Termination", termination, place);
    illegal
}

/// Makes tags of what a remark says of the game.
fn remark(remark: &str, place: Range<usize>, made: &mut Made) {
    const LEFT_OUT: [&str; 4] = ["Server version", "Timeout", "Game ended", "Player "];
    let remark = remark.trim();
    let (name, value) = remark.split_once(':').unwrap_or((remark, ""));
    let value = value.trim();
    match name.trim() {
        "Game ID" if !made.has("LogGame") => made.tag("LogGame", value, place),
        "Date" if !made.has("Date") => made.tag("Date", &date(value), place),
        // The tag `Game` says it.
        "" | "Board class" => {}
        name if LEFT_OUT.iter().any(|begin| name.starts_with(begin)) => made.dropped("header lines", place),
        _ => made.dropped("remarks", place),
    }
}

/// `Sat Mar 15 23:09:16 EDT 2014` as `2014.03.15`; what is no such date stays as it is.
fn date(value: &str) -> String {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let words: Vec<&str> = value.split_ascii_whitespace().collect();
    if let [_, month, day, _, .., year] = words[..]
        && let Some(month) = MONTHS.iter().position(|name| *name == month)
        && let (Ok(day), Ok(year)) = (day.parse::<u8>(), year.parse::<u16>())
    {
        return format!("{year:04}.{:02}.{day:02}", month + 1);
    }
    value.to_owned()
}

/// Hops that may go on: the first point, the last one, and where they stand.
type Hops = ((u8, u8), (u8, u8), Range<usize>);

/// Writes down the plies.
struct Play<'m> {
    made: &'m mut Made,
    /// The number of the player whose turn it is.
    turn: u8,
    /// The squares of the hops so far.
    path: String,
    /// The hops that are not ended: the first and the last square, and where they stand.
    hops: Option<Hops>,
}

impl Play<'_> {
    /// Takes a line of play; fails if it does not follow on the one before.
    fn line(&mut self, player: u8, legs: Legs, place: Range<usize>) -> Result<(), Text> {
        // Another player's line ends the hops, if it is a move.
        if self.hops.is_some() && player != self.turn && legs.is_some() {
            self.end_hops();
        }
        if player != self.turn {
            let turn = self.turn;
            self.end_hops();
            let text = Text::new(format!("it is the turn of player {turn}, and this line is of player {player}"));
            return Err(text.help("the players take turns in the order 0, 1, 2, 3"));
        }
        match (legs, self.hops.take()) {
            (None, None) => {
                self.made.pass_that_stood(place);
                self.next();
            }
            (None, hops) => {
                self.hops = hops;
                self.end_hops();
            }
            (Some([from, to]), Some((first, last, begun))) => {
                self.hops = Some((first, last, begun.clone()));
                if from != last {
                    self.end_hops();
                    return Err(Text::new(format!("the hops of player {player} do not go on from where they came to"))
                        .help("`0 null null` ends hops"));
                }
                self.go_to(to);
                self.hops = Some((first, to, begun.start..place.end));
            }
            (Some([from, to]), None) => {
                self.path.clear();
                self.go_to(from);
                self.go_to(to);
                let is_step = from.0.abs_diff(to.0) <= 1 && from.1.abs_diff(to.1) <= 1;
                if is_step {
                    self.made.ply(&self.path, place);
                    self.next();
                } else {
                    self.hops = Some((from, to, place));
                }
            }
        }
        Ok(())
    }

    /// Adds a square to the path.
    fn go_to(&mut self, (x, y): (u8, u8)) {
        if !self.path.is_empty() {
            self.path.push('-');
        }
        self.path.push(char::from(b'a' + x));
        let row = 16 - y;
        if row >= 10 {
            self.path.push('1');
        }
        self.path.push(char::from(b'0' + row % 10));
    }

    /// Makes a ply of the hops, if there are any.
    fn end_hops(&mut self) {
        if let Some((first, last, place)) = self.hops.take() {
            self.made.ply(&self.path, place);
            if first == last {
                self.made.stood();
            }
            self.next();
        }
    }

    /// Ends the game: with the ply that was illegal, if there is one.
    fn end(&mut self, end: End) {
        match end.attempt {
            Some((player, attempt, place)) => self.attempt(player, attempt, place),
            None => self.end_hops(),
        }
    }

    /// Adds the ply that was illegal and lost the game.
    fn attempt(&mut self, player: u8, legs: Legs, place: Range<usize>) {
        if player != self.turn {
            self.end_hops();
        }
        match (legs, self.hops.take()) {
            // The turn goes on, so the whole ply is illegal: `n16-l14-l12-k11`.
            (Some([from, to]), Some((_, last, begun))) => {
                if from != last {
                    self.go_to(from);
                }
                self.go_to(to);
                self.made.ply(&self.path, begun.start..place.end);
            }
            (Some([from, to]), None) => {
                self.path.clear();
                self.go_to(from);
                self.go_to(to);
                self.made.ply(&self.path, place);
            }
            (None, _) => self.made.ply("--", place),
        }
    }

    fn next(&mut self) {
        self.turn = (self.turn + 1) % 4;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAYERS: &str = "START Player-0 a\nSTART Player-1 b\nSTART Player-2 c\nSTART Player-3 d\n";

    /// The plies of each record, and what is told of it.
    fn read(text: &str) -> Vec<String> {
        let given = Given::default();
        let mut records = Format::HALMA_LOG.open(Box::new(text.as_bytes()), 1 << 20, &given).expect("a reader");
        let mut out = Vec::new();
        while records.advance().expect("records") {
            let record = records.header();
            let mut said = record.text[record.parts.body..].trim().to_owned();
            for fault in &record.parts.faults {
                said += &format!(" | {}: {}", fault.code.name, fault.text.message);
            }
            for note in &record.parts.notes {
                said += &format!(" | {}", note.text.message.split(':').next().unwrap_or_default());
            }
            out.push(said);
        }
        out
    }

    #[test]
    fn nothing_stands_behind_the_end() {
        let log = |behind: &str| read(&format!("{PLAYERS}0 (2,1) (3,2)\nGAMEOVER \nWINNER Player-1\n{behind}"));
        assert_eq!(log("\n# Game ended: now\n"), ["c15-d14 | 1 header line"]);
        for line in ["1 (15,2) (13,4)", "what", "START Player-1 b", "DRAW", "GAMEOVER"] {
            let told = format!("c15-d14 | bad-syntax: `{line}` stands behind the end of the game");
            assert_eq!(log(&format!("{line}\n")), [told]);
        }
    }

    #[test]
    fn several_logs_may_stand_in_a_file() {
        let log = format!("# Game ID: 1\n{PLAYERS}0 (2,1) (3,2)\nGAMEOVER\nDRAW\n# Game ended: now\n");
        let all = ["c15-d14 | 1 header line"; 3];
        assert_eq!(read(&log.repeat(3)), all);
        assert_eq!(read(&log.repeat(3).replace('\n', "\r\n")), all);
        let unended = format!("{PLAYERS}0 (2,1) (3,2)\n");
        assert_eq!(read(&unended.repeat(2)), ["c15-d14", "c15-d14"]);
    }

    #[test]
    fn lines_of_the_header_that_are_left_out_are_counted() {
        let header = "# Server version 0.08 running on dev-vm:8123\n# Board class: halma.CCBoard\n# Timeout: 300\n\
                      # Player 1: Player-0, 'a', running on localhost\n# by hand\n#\n";
        assert_eq!(read(&format!("{header}{PLAYERS}0 (2,1) (3,2)\n")), ["c15-d14 | 3 header lines | 1 remark"]);
    }
}
