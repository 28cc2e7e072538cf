//! Reads `piskvork-rec`, games of Gomotur: two names, a line for each stone with column and row from 0 at the top left,
//! and a number for how the game ended. See `grammar/piskvork-rec.ebnf`.

use std::ops::Range;

use super::by_line::{ends_line, line_end, places};
use super::made::Made;
use super::plain::{Plain, Says, lines_of};
use super::points::{Point, Reading, ends_with_five, number, whole_number};
use super::psq::stone;
use super::{Format, FormatInfo, Given, bare_name};
use crate::diagnostic::Text;

impl Format {
    /// The games of Gomotur.
    pub const PISKVORK_REC: Format = Format::new(&Says::<Rec>::NEW);
}

/// Reads a file.
#[derive(Debug, Default)]
pub(super) struct Rec {
    reading: Reading,
}

/// How many columns and rows the board has if nobody says it.
const USUAL: i32 = 20;

impl Plain for Rec {
    type Content = str;

    const FORMAT: Format = Format::PISKVORK_REC;
    const INFO: FormatInfo = FormatInfo {
        name: "piskvork-rec",
        about: "Gomoku, Gomotur: two names, then a line for each stone, 7,7,1264",
        endings: &["rec"],
        grammar: include_str!("../../grammar/piskvork-rec.ebnf"),
        ..FormatInfo::FOREIGN
    };
    const BEGINS_WITH_NAME: bool = true;

    /// Two names, then nothing but stones with their times, and perhaps the number at the end.
    fn recognises(head: &[u8]) -> bool {
        let mut lines = head.split(|byte| ends_line(*byte)).map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
        let is_name = |line: &[u8]| !line.contains(&b',');
        if !(lines.next().is_some_and(is_name) && lines.next().is_some_and(is_name)) {
            return false;
        }
        let (mut stones, mut last) = (0, None);
        for line in lines {
            match last.replace(line) {
                Some(line) if is_timed_stone(line) => stones += 1,
                Some(_) => return false,
                None => {}
            }
        }
        // The last line may also be cut off, within a stone.
        stones > 0 && last.is_some_and(|last| last.iter().all(|byte| matches!(byte, b'0'..=b'9' | b',' | b'-')))
    }

    /// At least one line is a stone, if there is any below the names.
    fn may_be(head: &[u8]) -> bool {
        lines_of(head).nth(2).is_none() || lines_of(head).any(|line| stone(line, 0).is_some())
    }

    fn read(&mut self, text: &str, given: &Given, _: bool, made: &mut Made) {
        let (columns, rows) =
            given.board.map_or((USUAL, USUAL), |size| (i32::from(size.columns), i32::from(size.rows)));
        self.reading.clear();
        // A name may be empty; but blank lines may also stand above both.
        let is_blank = |place: &Range<usize>| text[place.clone()].trim().is_empty();
        let is_play = |place: &Range<usize>| {
            let number = text[place.clone()].trim().trim_start_matches('-');
            stone(text.as_bytes(), place.start).is_some() || whole_number(number).is_some()
        };
        let header = places(text).take_while(|place| !is_play(place)).count();
        let blanks = places(text).take_while(is_blank).count().min(header.saturating_sub(2));
        let mut names = places(text).skip(blanks);
        let is_name = |place: &Range<usize>| stone(text.as_bytes(), place.start).is_none();
        let (Some(one), Some(other)) = (names.next().filter(is_name), names.next().filter(is_name)) else {
            let help = "the first two lines are the names of the players";
            made.refuse_syntax(Text::new("the names of the players are missing").help(help), 0..text.len().min(1));
            return;
        };
        let mut at = other.end + line_end(text.as_bytes(), other.end);
        if text[at..].trim().is_empty() {
            let help = "after the names comes a line for each stone, 7,7,1264";
            made.refuse_syntax(Text::new("two lines and no stone: nothing shows that this is a game").help(help), one);
            return;
        }
        made.tag("Game", "gomoku", 0..0);
        let (black, white) = if second_began(given.file.as_deref()) { (other, one) } else { (one, other) };
        made.tag("Black", text[black.clone()].trim(), black);
        made.tag("White", text[white.clone()].trim(), white);
        while let Some((stone, end)) = stone(text.as_bytes(), at) {
            let Point { start, end: stop, .. } = stone.point;
            if stone.is_timed() {
                made.dropped("times of plies", start as usize..stop as usize);
            }
            self.reading.points.push(stone.point);
            at = end;
        }
        let end = text.trim_ascii_end().len();
        if at < end {
            let line = &text[at..end];
            let line = &line[places(line).next().unwrap_or_default()];
            match whole_number(line.trim().trim_start_matches('-')) {
                Some(code) if line.len() == end - at => {
                    let is_lost = code > 0 && !line.trim().starts_with('-');
                    if is_lost && !ends_with_five(&self.reading.points, columns, rows) {
                        // The side to move has lost.
                        let winner = if self.reading.points.len().is_multiple_of(2) { "White" } else { "Black" };
                        made.tag("Result", winner, at..end);
                        made.tag("Termination", if matches!(code, 9 | 15) { "time" } else { "forfeit" }, at..end);
                    }
                }
                _ => self.reading.refuse(
                    line.trim(),
                    "a stone, 7,7,1264, or the number that ends the file",
                    at..at + line.len(),
                ),
            }
        }
        if given.board.is_none() {
            made.guessed_board("20x20", 0..0);
        }
        self.reading.write(columns, rows, made);
    }
}

/// Whether a line is a stone with its time, `7,7,1264`.
fn is_timed_stone(line: &[u8]) -> bool {
    let mut numbers = line.split(|byte| *byte == b',').map(|word| number(word).filter(|(_, end)| *end == word.len()));
    let mut within = |most: i32| numbers.next().flatten().is_some_and(|(number, _)| (0..=most).contains(&number));
    within(99) && within(99) && within(i32::MAX) && numbers.next().is_none()
}

/// Whether the second player has begun: the name of the file is a date and an even number, `2004010102.rec`.
fn second_began(file: Option<&str>) -> bool {
    let digits = file.and_then(|path| bare_name(path, "rec")).unwrap_or_default();
    // Any letters may stand in a name, so it is not cut blindly.
    let number = digits.get(2..).filter(|_| digits.len() == 10).and_then(whole_number);
    number.is_some_and(|number| number % 2 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::plain::tests::{read, tags};

    #[test]
    fn points_are_counted_from_0() {
        assert_eq!(read::<Rec>("A\nB\n7,7,2096\n8,6,1\n0\n").trim_start(), "h13, i14");
        assert_eq!(read::<Rec>("A\nB\n20,7\n"), "u13");
        assert_eq!(read::<Rec>("A\rB\r7,7,2096\r8,6,1\r0\r").trim_start(), "h13, i14");
    }

    #[test]
    fn damage_is_told_where_it_is() {
        assert_eq!(read::<Rec>("A\nB\n7,7,0\n8,x,1\n9,9,0\n0\n"), "h13 bad-syntax at 10..15");
        assert_eq!(read::<Rec>("A"), " bad-syntax at 0..1");
    }

    #[test]
    fn two_names_and_stones_with_times_tell_the_format() {
        for known in [&b"Ann\nBob\n7,7,0\n8,8,120\n9\n"[..], b"\xc1\r\nB B\r\n7,7,0\r\n8,8,1", b"A\nB\n7,7,5\n0\n"] {
            assert!(Rec::recognises(known), "{}", known.escape_ascii());
        }
        for other in [
            &b"Ann\nBob\n"[..],
            b"Ann\nBob\n7,7,0\n",
            b"A\nB\n7,7\n8,8\n9,9",
            b"x,y\na,b\n1,2,3\n1,2,3\n",
            b"A\nB\n1,2,3\nC",
        ] {
            assert!(!Rec::recognises(other), "{}", other.escape_ascii());
        }
    }

    #[test]
    fn names_may_be_empty() {
        for (text, plies, names) in [
            ("\n\n8,8,5\n7,7,5\n0\n", "i12, h13", "- -"),
            ("\nBruno\n8,8,5\n0\n", "i12", "- Bruno"),
            ("\n\nAda\nBruno\n8,8,5\n0\n", "i12", "Ada Bruno"),
        ] {
            assert_eq!(
                (read::<Rec>(text).as_str(), tags::<Rec>(text, "", &["Black", "White"]).as_str()),
                (plies, names),
                "{text:?}"
            );
        }
    }

    #[test]
    fn an_even_number_of_the_day_says_who_began() {
        assert!(second_began(Some("x/2004010102.rec")));
        assert!(!second_began(Some("2004010101.rec")) && !second_began(Some("game2.rec")) && !second_began(None));
        assert!(!second_began(Some("五子棋1.rec")) && !second_began(Some("五2004102.rec")));
    }
}
