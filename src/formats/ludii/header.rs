//! All that is not a move: which game it is, its options, its board and its set-up.

use std::ops::Range;

use super::Ludii;
use super::moves::Move;
use crate::codes::UNKNOWN_GAME;
use crate::diagnostic::{Text, quoted};
use crate::formats::by_line::lines;
use crate::formats::made::Made;

/// A game of Ludii that this program knows.
#[derive(Debug)]
pub(super) struct Known {
    /// The name of its rules, and ours.
    rules: &'static str,
    game: &'static str,
    /// The sides of its players 1 and 2.
    sides: [&'static str; 2],
    /// The columns and rows of its board, if no option names others.
    board: (usize, usize),
    pub(super) kind: Kind,
}

/// What a site is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
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

/// What the lines before and after the moves say.
pub(super) struct Begun {
    pub(super) known: &'static Known,
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Where the first move stands that is no set-up.
    pub(super) first_move: usize,
}

/// The option of Gomoku by which five or more win.
const FREESTYLE: &str = "End Rules/Free-style";

impl Ludii {
    /// Makes tags of all that is not a move; `None`: it is a game that we do not know.
    pub(super) fn header(&self, text: &str, made: &mut Made) -> Option<Begun> {
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
