//! Reads `offsets`, openings of Gomocup: a line each, the points counted from the centre of the board, `0,0, 1,-1`.
//! See `grammar/offsets.ebnf`.

use super::made::Made;
use super::plain::{Plain, Says};
use super::points::{Point, Reading, number};
use super::{Format, FormatInfo, Given};
use crate::diagnostic::Text;
use crate::names::same;

impl Format {
    /// Openings of Gomocup.
    pub const OFFSETS: Format = Format::new(&Says::<Offsets>::NEW);
}

/// Reads one opening after the other.
#[derive(Debug, Default)]
pub(super) struct Offsets {
    reading: Reading,
}

/// What lines of numbers with commas between them have shown.
#[derive(Debug, Clone, Copy)]
struct Seen {
    has_minus: bool,
    /// Whether each line has several stones, perhaps with a number too many, and nearly all have them on different
    /// points.
    are_stones: bool,
}

/// What the start of a file shows, if it holds numbers with commas between them, and nothing else but a few damaged lines.
fn look(head: &[u8]) -> Option<Seen> {
    const LEAST: i32 = -50;
    const MOST: i32 = 49;
    /// No opening has more numbers.
    const LONGEST: usize = 64;
    let mut seen = Seen { has_minus: false, are_stones: !head.trim_ascii().is_empty() };
    // How many lines there are, in how many of them a stone stands twice, and how many are damaged.
    let (mut lines, mut repeating, mut damaged) = (0, 0, 0);
    let mut rest = head;
    let mut numbers = Vec::new();
    while !rest.is_empty() {
        let line = memchr::memchr2(b'\n', b'\r', rest).map_or(rest, |end| &rest[..end]);
        rest = &rest[(line.len() + 1).min(rest.len())..];
        let line = line.trim_ascii();
        let line = line.strip_suffix(b",").unwrap_or(line);
        if line.is_empty() {
            continue;
        }
        let is_cut_off = rest.is_empty() && head.len() >= 4096;
        numbers.clear();
        let mut words = line.split(|byte| *byte == b',').map(<[u8]>::trim_ascii).peekable();
        let mut is_sound = true;
        while let Some(word) = words.next() {
            match number(word) {
                Some((value @ LEAST..=MOST, length)) if length == word.len() => numbers.push(value),
                // Of a line that is cut off, the last word may be the beginning of a number: a sign, or nothing.
                _ if is_cut_off && words.peek().is_none() && matches!(word, b"" | b"-" | b"+") => {}
                _ => is_sound = false,
            }
        }
        is_sound &= numbers.len() >= 2 || is_cut_off && lines > 0;
        if !is_sound {
            // Other tables may begin with words.
            if lines == 0 {
                return None;
            }
            damaged += 1;
            continue;
        }
        lines += 1;
        seen.has_minus |= numbers.iter().any(|number| *number < 0);
        if is_cut_off {
            // It may be the beginning of another.
            numbers.pop();
        }
        let (stones, _) = numbers.as_chunks::<2>();
        let are_apart = |(at, stone): (usize, &[i32; 2])| !stones[..at].contains(stone);
        let are_several = is_cut_off || numbers.len() > 2;
        seen.are_stones &= are_several && numbers.len() <= LONGEST;
        repeating += u32::from(!stones.iter().enumerate().all(are_apart));
    }
    seen.are_stones &= 4 * repeating <= lines && damaged == 0;
    (damaged < lines.max(2)).then_some(seen)
}

/// How many columns and rows the board has if nobody says it.
const USUAL: i32 = 20;

impl Plain for Offsets {
    type Content = str;

    const FORMAT: Format = Format::OFFSETS;
    const INFO: FormatInfo = FormatInfo {
        name: "offsets",
        about: "Gomoku openings: a line each, columns and rows of the stones counted from the centre of the board, 0,0, 1,-1",
        endings: &["offsets"],
        grammar: include_str!("../../grammar/offsets.ebnf"),
        joint: Some(""),
        ..FormatInfo::FOREIGN
    };
    const HAS_A_LINE_EACH: bool = true;

    /// A minus: points that are counted from a corner have none.
    fn recognises(head: &[u8]) -> bool {
        look(head).is_some_and(|seen| seen.has_minus)
    }

    /// Without a minus every line has several stones, nearly always on different points.
    fn fits(head: &[u8]) -> bool {
        look(head).is_some_and(|seen| seen.are_stones)
    }

    fn holds_game(game: &str) -> bool {
        same(game, "gomoku")
    }

    fn read(&mut self, text: &str, given: &Given, _: bool, made: &mut Made) {
        let (columns, rows) =
            given.board.map_or((USUAL, USUAL), |size| (i32::from(size.columns), i32::from(size.rows)));
        self.reading.clear();
        made.tag("Game", "gomoku", 0..0);
        if given.board.is_none() {
            made.guessed_board("20x20", 0..0);
        }
        let (bytes, mut first, mut at) = (text.as_bytes(), None, 0);
        let end = text.trim_ascii_end().len();
        while at < end {
            let start = at + bytes[at..end].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let Some((value, length)) = number(&bytes[start..end]) else {
                let found = text[start..end].split([',', ' ']).next().unwrap_or_default();
                self.reading.refuse(found, "a number of columns or rows", start..start + found.len().max(1));
                break;
            };
            let stop = start + length;
            match first.take() {
                None => first = Some((value, start..stop)),
                Some((column, place)) => {
                    let (column, row) = (column.saturating_add(columns / 2), value.saturating_add(rows / 2));
                    self.reading.points.push(Point::new(column, row, place.start..stop));
                }
            }
            at = stop + bytes[stop..end].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            match bytes[..end].get(at) {
                None => {}
                Some(b',') => at += 1,
                Some(_) => {
                    let found = text[at..end].chars().next().map_or(0, char::len_utf8);
                    self.reading.refuse(&text[at..at + found], "a comma", at..at + found);
                    break;
                }
            }
        }
        if let Some((_, place)) = first.filter(|_| self.reading.fault.is_none()) {
            let text = Text::new("the last number has no partner: a stone is two numbers")
                .help("`1,-1` is one column to the right and one row up");
            self.reading.fault = Some((text, place));
        }
        self.reading.write(columns, rows, made);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::plain::tests::{pieces, read};

    #[test]
    fn points_are_counted_from_the_centre() {
        assert_eq!(read::<Offsets>("0,0, 1,-1, -10,9\n"), "k10, l11, a1");
        assert_eq!(read::<Offsets>("0,0,1,3,\r\n"), "k10, l7");
        assert_eq!(read::<Offsets>("0,0,10,0"), "k10, u10");
    }

    #[test]
    fn each_line_is_an_opening_however_lines_end() {
        for step in [1, 2, 3, 99] {
            assert_eq!(pieces::<Offsets>(b"0,0,\n1,1,\n2,2", step), [5, 5, 3], "{step}");
            assert_eq!(pieces::<Offsets>(b"0,0,\r1,1,\r2,2", step), [5, 5, 3], "{step}");
            assert_eq!(pieces::<Offsets>(b"0,0,\r\n1,1,\r\r\n2,2\r", step), [6, 7, 4], "{step}");
        }
    }

    #[test]
    fn an_odd_number_and_other_signs_are_told() {
        assert_eq!(read::<Offsets>("0,0,1,-1,2"), "k10, l11 bad-syntax at 9..10");
        assert_eq!(read::<Offsets>("0,0;1,1"), "k10 bad-syntax at 3..4");
        assert_eq!(read::<Offsets>("0,0,x,1"), "k10 bad-syntax at 4..5");
    }

    #[test]
    fn numbers_and_a_minus_tell_the_format() {
        assert!(Offsets::recognises(b"0,0, 1,-1\n\n2,2,3,-1,\n"));
        assert!(
            !Offsets::recognises(b"0,0, 1,1\n") && !Offsets::recognises(b"-1\n") && !Offsets::recognises(b"0,-60\n")
        );
        assert!(!Offsets::recognises(b"7,7 -1,8\n") && !Offsets::recognises(b""));
        assert!(Offsets::fits(b"0,0, 1,1\n") && Offsets::fits(b"0,0,1,0,1\r\n2,3,4,5,\n"));
        // A stone that stands twice is a fault of its opening, not of the file.
        assert!(Offsets::fits(b"0,0,1,1\n1,1,2,2\n3,3,4,4\n0,0,0,0\n"));
        for none in [&b"0,0\n"[..], b"0,0,1,1,0,0\n", b"1,1,2,2\n3\n", b"0,0 1,1\n", b"0,0,50,1\n", b"\n", b""] {
            assert!(!Offsets::fits(none), "{}", none.escape_ascii());
        }
        // Few lines may be damaged, but not the first.
        assert!(Offsets::recognises(b"0,0, 1,-1\n1,x\n") && Offsets::recognises(b"0,0, 1,-1\n1,77\n2,2\n"));
        assert!(!Offsets::recognises(b"x,y\n1,-1\n2,2\n") && !Offsets::recognises(b"1,-1\nx\ny\n"));
        // A line that is longer than any opening, also where its end is not seen.
        let long: String = (0..2500).map(|at| format!("{},", at % 50)).collect();
        assert!(!Offsets::fits(long.as_bytes()) && !Offsets::fits(&long.as_bytes()[..4096]));
        // Of a line that is cut off, only the last word may be half a number.
        let lines: String = (0..500).map(|at| format!("{},{},{},5\n", at % 20 - 10, at % 7, at % 3 + 30)).collect();
        for end in 4096..4110 {
            assert!(Offsets::recognises(&lines.as_bytes()[..end]), "{end}");
        }
        for text in ["{a long remark, and more", "1. h8, i9; 2. j10, ", "-1,2,three,", "{\"a\":[1,2,3]},", "word "] {
            let head = text.repeat(4096);
            let head = &head.as_bytes()[..4096];
            assert!(!Offsets::recognises(head) && !Offsets::fits(head), "{text}");
        }
    }
}
