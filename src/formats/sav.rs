//! Reads `sav`, games of Yixin: rows, columns and the number of stones, then row and column of each stone from 0 at the top left.
//! See `grammar/sav.ebnf`.
//!
//! Odd case: the first versions, whose boards were square, wrote the number of their rule where the columns stand now.

use std::ops::Range;

use super::by_line::{lines, places};
use super::made::Made;
use super::plain::{Plain, Says, are_mostly, lines_of, words_of};
use super::points::{Point, Reading, SIZES, whole_number, words};
use super::{Format, FormatInfo, Given};
use crate::board::gomoku::usual_side;
use crate::diagnostic::Text;

/// The rules of the first versions, which number them from 0. Versions with more rules are not known: from 3 on a number tells
/// that the board is square, and no more.
const RULES: [&str; 3] = ["freestyle", "standard", "renju"];

/// The second line holds a rule up to this number; no board has so few columns.
const LAST_RULE: i32 = 4;

impl Format {
    /// The games of Yixin.
    pub const SAV: Format = Format::new(&Says::<Sav>::NEW);
}

/// Reads a file.
#[derive(Debug, Default)]
pub(super) struct Sav(Reading);

impl Plain for Sav {
    type Content = str;

    const FORMAT: Format = Format::SAV;
    const INFO: FormatInfo = FormatInfo {
        name: "sav",
        about: "Gomoku, Yixin: the size of the board, the number of stones, then row and column of each from 0 at the top left",
        endings: &["sav"],
        grammar: include_str!("../../grammar/sav.ebnf"),
        ..FormatInfo::FOREIGN
    };

    fn recognises(head: &[u8]) -> bool {
        // The last line may be cut off.
        let whole =
            if head.len() < 4096 { head.len() } else { memchr::memrchr2(b'\n', b'\r', head).unwrap_or_default() };
        let Ok(text) = std::str::from_utf8(&head[..whole]) else { return false };
        let mut count = 0;
        let fits = lines(text.trim_ascii_end()).enumerate().all(|(index, (line, _))| {
            count = index + 1;
            let numbers = words(line).take_while(|(word, _)| word.len() <= 3 && whole_number(word).is_some()).count();
            numbers == if index < 3 { 1 } else { 2 } && words(line).count() == numbers
        });
        fits && count > 3
    }

    fn may_be(head: &[u8]) -> bool {
        let is_number = |word: &[u8]| word.len() <= 3 && word.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'-'));
        are_mostly(lines_of(head), |line| words_of(line).count() <= 2 && words_of(line).all(is_number))
    }

    fn read(&mut self, text: &str, given: &Given, _: bool, made: &mut Made) {
        self.0.clear();
        let mut lines = places(text).filter(|place| !text[place.clone()].trim_ascii().is_empty());
        let mut number =
            || lines.next().and_then(|place| Some((whole_number(text[place.clone()].trim_ascii())?, place)));
        let (Some((rows, _)), Some((mut columns, second)), Some((count, counted))) = (number(), number(), number())
        else {
            let help = "a file of Yixin begins with three lines: rows, columns, number of stones";
            made.refuse_syntax(
                Text::new("the size of the board or the number of stones is missing").help(help),
                0..text.len().min(1),
            );
            return;
        };
        for place in lines {
            let line = &text[place.clone()];
            let mut numbers = words(line).map(|(word, _)| whole_number(word));
            match (numbers.next(), numbers.next(), numbers.next()) {
                _ if self.0.points.len() as i32 == count => {
                    self.0.refuse(
                        line.trim_ascii(),
                        &format!("expected: the file has {count} stones by its third line"),
                        place,
                    );
                    break;
                }
                (Some(Some(row)), Some(Some(column)), None) => self.0.points.push(Point::new(column, row, place)),
                _ => {
                    self.0.refuse(line.trim_ascii(), "a row and a column, 7 7", place);
                    break;
                }
            }
        }
        let found = self.0.points.len();
        if self.0.fault.is_none() && (found as i32) < count {
            let announced = text[counted.clone()].trim_ascii();
            let text = Text::new(format!("{announced} stones are announced, and the file has {found}"));
            self.0.fault = Some((text, counted));
        }
        made.tag("Game", "gomoku", 0..0);
        if columns <= LAST_RULE && SIZES.contains(&rows) {
            square_board(columns, rows, second, given.board.is_some(), made);
            columns = rows;
        }
        made.tag("Board", &format!("{columns}x{rows}"), 0..0);
        // The caller's word counts for where rows are counted from. A size that no board has is reported, and the game
        // is read as if the file named none.
        let own = if [columns, rows].iter().all(|size| SIZES.contains(size)) {
            rows
        } else {
            usual_side(given.variant.as_deref().unwrap_or_default()).into()
        };
        self.0.write(columns, given.board.map_or(own, |board| i32::from(board.rows)), made);
    }
}

/// Says that the second line is the number of a rule, and which rule that is.
fn square_board(rule: i32, rows: i32, place: Range<usize>, knows_board: bool, made: &mut Made) {
    let rows_text = || {
        Text::new(format!("the second line, {rule}, is taken for the number of a rule: the board is {rows}x{rows}"))
            .help("first versions of Yixin wrote it in place of the columns; --board names another size")
    };
    if !knows_board {
        made.guessed("board", &format!("{rows}x{rows}"), rows_text, place.clone());
    }
    if let Some(variant) = usize::try_from(rule).ok().and_then(|rule| RULES.get(rule)) {
        made.tag("Variant", variant, place.clone());
        let text = || Text::new(format!("the rule {rule} of Yixin is {variant}")).help("name another with --variant");
        made.guessed("variant", variant, text, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::plain::tests::read;

    #[test]
    fn the_row_stands_before_the_column() {
        assert_eq!(read::<Sav>("15\n15\n2\n7 7\n8 6\n"), "h8, g7");
        assert_eq!(read::<Sav>("15\r15\r2\r7 7\r8 6\r"), "h8, g7");
        assert_eq!(read::<Sav>("12\r\n17\r\n2\r\n11 0\r\n0 16"), "a1, q12");
    }

    /// `freestyle`, `standard` and `renju` are 0, 1 and 2 where boards are square.
    #[test]
    fn first_versions_wrote_a_rule_in_place_of_the_columns() {
        for rule in 0..=4 {
            assert_eq!(read::<Sav>(&format!("15\n{rule}\n2\n7 7\n8 6\n")), "h8, g7");
        }
        assert_eq!(read::<Sav>("20\n1\n1\n19 0\n"), "a1");
    }

    /// The judge takes the usual board then, and so does a reader of the report.
    #[test]
    fn rows_of_a_board_that_cannot_be_are_those_of_the_usual_one() {
        assert_eq!(read::<Sav>("28\n28\n2\n18 0\n20 7\n"), "0,18, 7,20");
        assert_eq!(read::<Sav>("15\n28\n1\n18 7\n"), "h1");
    }

    #[test]
    fn the_number_of_stones_is_compared() {
        assert_eq!(read::<Sav>("15\n15\n2\n7 7\n"), "h8 bad-syntax at 6..7");
        assert_eq!(read::<Sav>("15\n15\n1\n7 7\n8 8\n"), "h8 bad-syntax at 12..15");
        assert_eq!(read::<Sav>("15\n15\n2\n7 7\n8\n"), "h8 bad-syntax at 12..13");
        assert_eq!(read::<Sav>("15\n15\n7 7\n"), " bad-syntax at 0..1");
    }

    #[test]
    fn three_numbers_and_pairs_tell_the_format() {
        assert!(Sav::recognises(b"15\n15\n1\n7 7\n") && Sav::recognises(b"15\r15\r1\r7 7\r"));
        assert!(!Sav::recognises(b"15\n15\n1\n") && !Sav::recognises(b"808\n708\n709\n608\n"));
        assert!(!Sav::recognises(b"1\n2\n3\n7 7 7\n") && !Sav::recognises(b""));
    }
}
