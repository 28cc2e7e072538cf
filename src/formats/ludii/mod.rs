//! Reads trials of Ludii, a general game system: Connect Four, Gomoku and Halma. See `grammar/ludii.ebnf`.
//!
//! A line `Move=[…]` is one move. Sites are numbered from 0, row by row from the bottom left; in Connect Four a site is a
//! column. Odd cases first:
//! - with the option `Modelisation/2D` of Connect Four a site is a square, and a piece falls from one of the top row;
//! - Halma of four players is refused: no trial at hand shows how it ends;
//! - the first moves of Halma belong to nobody (`mover=0`) and set up the pieces;
//! - in Halma each hop is a move of its own; after a hop with `SetNextPlayer` the same player moves again, and a pass
//!   ends the hops;
//! - only the path of its rules names the game, and only the options its board, if anything does.
//!
//! `header` makes tags, `moves` reads a move, `play` makes plies.

mod header;
mod moves;
mod play;

use super::by_line::{ends_line, lines};
use super::made::Made;
use super::pieces::{Dialect, OfPieces, PieceFormat};
use super::{Format, FormatInfo, Given};
use crate::codes::BAD_SYNTAX;
use crate::diagnostic::Text;
use crate::record::Spelling;
use crate::system::System;

use header::Kind;
use moves::Move;
use play::Play;

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// Trials of Ludii.
    pub const LUDII: Format = Format::new(&OfPieces::<Says>::NEW);
}

impl PieceFormat for Says {
    type Dialect = Ludii;

    const INFO: FormatInfo = FormatInfo {
        name: "ludii",
        about: "trials of the general game system Ludii: Connect Four, Gomoku, Halma",
        endings: &["trl"],
        grammar: include_str!("../../../grammar/ludii.ebnf"),
        ..FormatInfo::FOREIGN
    };

    /// The first line names the rules of the game.
    fn recognises(head: &[u8]) -> bool {
        let line = head.split(|byte| ends_line(*byte)).next().unwrap_or_default().trim_ascii_end();
        line.starts_with(b"game=") && line.ends_with(b".lud")
    }
}

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
    type Content = str;

    const FORMAT: Format = Format::LUDII;

    fn given(&mut self, given: &Given) {
        self.board = given.board.map(|size| (size.columns.into(), size.rows.into()));
    }

    fn begin(&mut self) {
        self.at = 1;
    }

    fn has_lost(&mut self, count: usize) {
        self.at = self.at.saturating_sub(count).max(1);
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
            Kind::Square => Spelling::Fixed(System::SQUARES),
            Kind::Path => Spelling::Fixed(System::PATHS),
        };
        made.kept_mut().parts.context.spelling = system;
        let mut play = Play::of(made, &start);
        // Other lines stand before and after all moves.
        let mut between = None;
        for (line, place) in lines(text).skip_while(|(_, place)| place.start < start.first_move) {
            if !line.starts_with("Move=") {
                between = between.or((!line.is_empty()).then_some(place));
                continue;
            }
            if let Some(place) = between {
                play.end_hops();
                let text = Text::new("this line stands between moves and is none").help("a move may be lost here");
                return play.made.fault(&BAD_SYNTAX, text, place);
            }
            match Move::read(line) {
                Some(step) if step.mover == 0 => {
                    play.end_hops();
                    return play.made.fault(&BAD_SYNTAX, of_nobody(), place);
                }
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

/// What to say of a piece that nobody has played.
fn of_nobody() -> Text {
    Text::new("this piece belongs to no player").help("only Halma sets up pieces, before the first move")
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
    fn player_2_may_begin() {
        let (trial, swapped) =
            (trial(""), |text: &str| text.replace("=1", "=x").replace("=2", "=1").replace("=x", "=2"));
        let mut records = Format::LUDII
            .open(Box::new(std::io::Cursor::new(swapped(&trial))), 1 << 20, &Given::default())
            .expect("a reader");
        assert!(records.advance().expect("records"));
        assert_eq!(records.header().get("Starts").as_deref(), Some("Red"));
        assert_eq!(read(&swapped(&trial)), ["d, e, f | "]);
    }

    /// The first of the two actions sets a piece into the top row, the second lets it fall.
    #[test]
    fn pieces_may_fall_from_the_top_row() {
        let squares = |text: &str| text.replace("to=3", "to=38").replace("to=4", "to=39").replace("to=5", "to=40");
        let options = "Modelisation/2D\n";
        assert_eq!(read(&squares(&trial(options))), ["d, e, f | Modelisation/2D"]);
        assert_eq!(read(&squares(&trial(options)).replace("to=39", "to=32")), ["d | Modelisation/2D"]);
        assert_eq!(read(&squares(&trial(options)).replace("to=39", "to=46")), ["d | Modelisation/2D"]);
    }

    #[test]
    fn four_players_are_refused() {
        let text = "game=a/Halma.lud\nSTART GAME OPTIONS\nPlayers/4\nEND GAME OPTIONS\n\
                    Move=[Move:mover=0,from=0,to=0,actions=[Add:type=Cell,to=0,what=3]]\n\
                    Move=[Move:mover=1,from=3,to=4,actions=[Move:typeFrom=Cell,from=3,typeTo=Cell,to=4]]\n\
                    Move=[Move:mover=3,from=0,to=16,actions=[Move:typeFrom=Cell,from=0,typeTo=Cell,to=16]]\n";
        let mut records = Format::LUDII.open(Box::new(text.as_bytes()), 1 << 20, &Given::default()).expect("a reader");
        assert!(records.advance().expect("records"));
        let faults: Vec<_> = records.header().parts.faults.iter().map(|fault| fault.code.name).collect();
        assert_eq!(faults, ["unknown-game"]);
    }

    #[test]
    fn all_options_are_kept() {
        assert_eq!(read(&trial("A/1\nBoard Size/7x6\n\nB/2\n")), ["d, e, f | A/1,B/2"]);
        assert_eq!(read(&trial("Board Size/7x6\nBoard Size/8x8\n")), ["d, e, f | Board Size/8x8"]);
    }
}
