//! Reads logs of the Halma server of a university course (COMP424): four players on 16x16, two against two.
//! See `grammar/halma-log.ebnf`.
//!
//! Each line of play is one step or one hop, `0 (2,1) (3,2)`, with the column from the left and the row from the top, both
//! from 0. A step ends the turn; after hops `0 null null` does. Odd cases first:
//! - the players take turns in the order of their numbers, which does not go around the board;
//! - a player whose men fill the corner opposite passes with `null null`, and a man may hop over others back to where
//!   it began: both are passes, which the server allows, so they are plies that stood;
//! - in the message about an illegal move some coordinates are letters, from `A` for 0;
//! - the game may end within a sequence of hops.
//!
//! `line` reads a line, `header` makes tags, `play` makes plies.

mod header;
mod line;
mod play;

use super::by_line::{has_line, lines};
use super::made::Made;
use super::pieces::{Dialect, OfPieces, PieceFormat};
use super::{Format, FormatInfo};
use crate::codes::BAD_SYNTAX;
use crate::diagnostic::{Text, quoted};
use crate::record::Spelling;
use crate::system::System;

use header::header;
use line::Line;
use play::Play;

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// Logs of a Halma server.
    pub const HALMA_LOG: Format = Format::new(&OfPieces::<Says>::NEW);
}

impl PieceFormat for Says {
    type Dialect = HalmaLog;

    const INFO: FormatInfo = FormatInfo {
        name: "halma-log",
        about: "logs of a Halma server (COMP424): four players, a line for each step or hop",
        grammar: include_str!("../../../grammar/halma-log.ebnf"),
        ..FormatInfo::FOREIGN
    };

    /// A line names the board, or the first player.
    fn recognises(head: &[u8]) -> bool {
        has_line(head, b"# Board class: halma.") || has_line(head, b"START Player-0 ")
    }
}

/// The dialect.
#[derive(Debug, Default)]
struct HalmaLog {
    /// How far the search for the end of a piece has come, and whether the game of the piece has begun.
    at: usize,
    in_play: bool,
}

impl Dialect for HalmaLog {
    type Content = str;

    const FORMAT: Format = Format::HALMA_LOG;

    fn begin(&mut self) {
        (self.at, self.in_play) = (0, false);
    }

    fn has_lost(&mut self, count: usize) {
        self.at = self.at.saturating_sub(count);
    }

    /// Logs may stand one after the other: a game ends before the first line of a header that stands after its play.
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
        made.kept_mut().parts.context.spelling = Spelling::Fixed(System::PATHS);
        let mut play = Play::of(made);
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
                    return after_end(text, place.start, play.made);
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

/// Whether a line can begin the header of a log, whatever the order of the header.
fn begins_header(line: &[u8]) -> bool {
    [&b"# Server version"[..], b"# Game ID:", b"# Board class:", b"START Player-0"]
        .iter()
        .any(|begin| line.starts_with(begin))
}

/// Whether a line is play or says how the game ended.
fn is_of_play(line: &[u8]) -> bool {
    matches!(line.first(), Some(b'0'..=b'3'))
        || [&b"GAMEOVER"[..], b"WINNER", b"DRAW", b"UNDECIDED"].iter().any(|begin| line.starts_with(begin))
}

/// Checks the lines after the end of the game, from byte `from` on: they may hold only the winner and remarks.
fn after_end(text: &str, from: usize, made: &mut Made) {
    let (mut is_over, mut has_result) = (false, false);
    for (line, place) in lines(text).skip_while(|(_, place)| place.start < from) {
        let is_due = match Line::read(line) {
            Line::Blank | Line::Remark(_) => true,
            Line::Over(_) => !std::mem::replace(&mut is_over, true),
            Line::End(_) => !std::mem::replace(&mut has_result, true),
            Line::Start(..) | Line::Move(..) | Line::Odd => false,
        };
        if !is_due {
            let text = Text::new(format!("{} follows the end of the game", quoted(line)));
            let help = "after `GAMEOVER` comes only the result; the next game begins with its header";
            return made.fault(&BAD_SYNTAX, text.help(help), place);
        }
    }
}

/// The message for a line that means nothing.
fn odd(line: &str) -> Text {
    let text = Text::new(format!("{} is no line of such a log", quoted(line)));
    if ["<<<<<<<", "=======", ">>>>>>>"].iter().any(|mark| line.starts_with(mark)) {
        return text.help("it is left over from a merge of two versions of this file; keep one of them");
    }
    text.help("a step or hop is written `0 (2,1) (3,2)`, the end of hops `0 null null`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Given;

    const PLAYERS: &str = "START Player-0 a\nSTART Player-1 b\nSTART Player-2 c\nSTART Player-3 d\n";

    /// The plies of each record, and its diagnostics.
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
    fn nothing_stands_after_the_end() {
        let log = |after: &str| read(&format!("{PLAYERS}0 (2,1) (3,2)\nGAMEOVER \nWINNER Player-1\n{after}"));
        assert_eq!(log("\n# Game ended: now\n"), ["c15-d14 | 1 header line"]);
        for line in ["1 (15,2) (13,4)", "what", "START Player-1 b", "DRAW", "GAMEOVER"] {
            let told = format!("c15-d14 | bad-syntax: `{line}` follows the end of the game");
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
