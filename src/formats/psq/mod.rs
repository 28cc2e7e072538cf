//! Reads PSQ, the games that Piskvork and the judge of Gomocup save. See `grammar/psq.ebnf`.
//!
//! A line is a stone: `8,8,1264` is the point in column 8 from the left and row 8 from the top, both from 1, and the
//! milliseconds that it took. Stones alternate, Black first. Other programs write the same kind of file but count from
//! 0, from 2, or from the bottom; the numbers and the header show which. A file may hold several games.
//!
//! `stones` reads the lines of stones, `way` finds out how to read their numbers, `trailer` reads what stands after
//! them, and `tags` makes the tags.

mod stones;
mod tags;
mod trailer;
mod way;

use std::ops::Range;

use super::by_line::{line_end, places};
use super::made::Made;
use super::plain::{Plain, Says};
use super::points::{self, SIZES, number};
use super::{Format, FormatInfo, Given};
use crate::board::gomoku::usual_side;
use crate::codes::BAD_SYNTAX;
use crate::diagnostic::Text;
use crate::source::without_mark;
use crate::within::offset_of;

pub(super) use stones::stone;
use tags::Played;
pub(crate) use tags::{SAID_OF_FOUL, is_full_of_renju, is_time, variant};
pub(crate) use trailer::{is_stone_like, names_stone};

use stones::Stones;
use trailer::Trailer;
use way::Way;

impl Format {
    /// The games of Piskvork and of the judge of Gomocup.
    pub const PSQ: Format = Format::new(&Says::<Psq>::NEW);
}

/// The word with which a game begins.
const WORD: &[u8] = b"Piskvorky ";

/// Reads one game after the other.
#[derive(Debug, Default)]
pub(super) struct Psq {
    stones: Stones,
    /// Where the lines after the stones stand.
    lines: Vec<Range<usize>>,
}

impl Plain for Psq {
    type Content = str;

    const FORMAT: Format = Format::PSQ;
    const INFO: FormatInfo = FormatInfo {
        name: "psq",
        about: "games of Piskvork and of Gomocup: a header with the board, then a line for each stone",
        endings: &["psq"],
        grammar: include_str!("../../../grammar/psq.ebnf"),
        ..FormatInfo::FOREIGN
    };
    const FIRST: Option<u8> = Some(WORD[0]);

    fn recognises(head: &[u8]) -> bool {
        let head = without_mark(head).trim_ascii_start();
        Psq::begins(head, true) == Some(true)
    }

    /// An engine may be called like the word, so the size of the board has to follow.
    fn begins(bytes: &[u8], last: bool) -> Option<bool> {
        let unclear = if last { Some(false) } else { None };
        let known = bytes.len().min(WORD.len());
        if bytes[..known] != WORD[..known] {
            return Some(false);
        }
        const LONGEST: usize = 10;
        let rest = bytes.get(WORD.len()..).unwrap_or_default();
        match rest.iter().take(LONGEST).position(|byte| !byte.is_ascii_digit()) {
            Some(0) => Some(false),
            Some(at) if rest[at] != b'x' => Some(false),
            Some(at) => rest.get(at + 1).map_or(unclear, |byte| Some(byte.is_ascii_digit())),
            None if rest.len() < LONGEST => unclear,
            None => Some(false),
        }
    }

    fn read(&mut self, text: &str, given: &Given, is_first: bool, made: &mut Made) {
        let Some(mut header) = Header::read(text) else {
            let line = places(text).next().unwrap_or_default();
            made.refuse_syntax(
                Text::new("no game of Piskvork begins here").help("its first line is `Piskvorky 15x15, 11:11, 0`"),
                line,
            );
            return;
        };
        if let Some(board) = given.board {
            // The caller's word counts, also for where rows are counted from.
            (header.columns, header.rows) = (i32::from(board.columns), i32::from(board.rows));
        }
        let end = self.stones.read(text, header.end);
        // A program that writes no times writes a stone as two numbers.
        let is_untimed = self.stones.have_no_third();
        let after = text.get(end..text.trim_ascii_end().len()).unwrap_or_default();
        self.lines.clear();
        self.lines.extend(places(after).map(|line| end + line.start..end + line.end));
        let trailer = Trailer::read(text, &self.lines, is_untimed);
        if !SIZES.contains(&header.columns) || !SIZES.contains(&header.rows) {
            // A size that no board has is reported, and the game is read as if the file named none.
            let of_event = variant(trailer.event().0);
            let size = usual_side(given.variant.as_deref().or(of_event).unwrap_or_default());
            (header.columns, header.rows) = (size.into(), size.into());
        }
        let way = Way::of(&self.stones, &header, trailer.result.is_some());
        way.count_from_0(&mut self.stones.points, &header);
        made.tag("Game", "gomoku", 0..WORD.len());
        let file = given.file.as_deref().filter(|_| is_first);
        let played = Played { text, header: &header, stones: &self.stones, trailer: &trailer, way, file };
        played.tags(made);
        if let Some(excess) = header.excess.clone() {
            match stone(text.as_bytes(), excess.start) {
                Some(_) => {
                    let text = Text::new("a stone follows the last number of the first line");
                    made.fault(&BAD_SYNTAX, text.help("a stone stands on a line of its own"), excess);
                }
                None => made.dropped("texts after the last number of the first line", excess),
            }
        }
        points::write(&self.stones.points, header.rows, made);
        played.tell(made);
    }
}

/// `Piskvorky 20x20, 11:11, 0`: the board, who plays, and which of the two players moves first.
#[derive(Debug)]
struct Header {
    columns: i32,
    rows: i32,
    size: Range<usize>,
    /// What stands after the size.
    rest: Range<usize>,
    /// `0 - 0` instead of `0:0, 0`, as an editor for web pages writes it.
    is_of_web: bool,
    /// Whether the second of the players has begun.
    second_began: bool,
    /// Text after the third number: a line end has got lost.
    excess: Option<Range<usize>>,
    /// Where the next line begins.
    end: usize,
}

impl Header {
    fn read(text: &str) -> Option<Header> {
        let line = places(text).next()?;
        let bytes = &text.as_bytes()[line.clone()];
        let rest = bytes.strip_prefix(WORD)?;
        let (columns, wide) = number(rest)?;
        let (rows, high) = number(rest.get(wide + 1..)?)?;
        if rest[wide] != b'x' {
            return None;
        }
        let size = WORD.len()..WORD.len() + wide + 1 + high;
        let after = text.get(size.end..line.end)?;
        let second_began = after.rsplit_once(',').is_some_and(|(_, last)| last.trim() == "1");
        let is_of_web = after.as_bytes().windows(3).any(|part| part == b" - ") && !after.contains(':');
        let excess = after_third_number(after).map(|at| size.end + at..line.end);
        let end = line.end + line_end(text.as_bytes(), line.end);
        Some(Header { columns, rows, rest: size.end..line.end, size, is_of_web, second_began, excess, end })
    }

    /// The players' levels; `11:11`, which the judge always writes, and `0:0` mean nothing.
    fn levels<'t>(&self, text: &'t str) -> Option<(&'t str, Range<usize>)> {
        self.all_levels(text).filter(|(levels, _)| *levels != "11:11" && *levels != "0:0")
    }

    /// The players' levels, whatever they mean.
    fn all_levels<'t>(&self, text: &'t str) -> Option<(&'t str, Range<usize>)> {
        let rest = &text[self.rest.clone()];
        let levels = rest.split(',').find(|part| part.contains(':'))?.trim();
        let start = self.rest.start + offset_of(levels, rest);
        Some((levels, start..start + levels.len()))
    }

    /// Whether both players are programs: the level of a person is 0.
    fn is_between_programs(&self, text: &str) -> bool {
        let is_program = |level: &str| level.trim().parse::<u32>().is_ok_and(|level| level > 0);
        let levels = self.all_levels(text).and_then(|(levels, _)| levels.split_once(':'));
        levels.is_some_and(|(first, second)| is_program(first) && is_program(second))
    }
}

/// Where text begins after the last number of `, 11:11, 0`, if there is any.
fn after_third_number(rest: &str) -> Option<usize> {
    let (second, _) = rest.match_indices(',').nth(1)?;
    let third = &rest[second + 1..];
    let begin = third.len() - third.trim_start().len();
    let digits = third[begin..].bytes().take_while(u8::is_ascii_digit).count();
    let after = &third[begin + digits..];
    let text = after.trim_start();
    (digits > 0 && !text.is_empty()).then(|| rest.len() - text.len())
}

#[cfg(test)]
mod tests;
