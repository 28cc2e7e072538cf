//! Reads `pos`, games of Zjrenju: the number of stones in a byte, then a byte for each, row by row from 0 at the top left.
//! See `grammar/pos.ebnf`.

use super::made::Made;
use super::plain::{Plain, Says};
use super::points::{Point, RENJU, Reading, ends_with_foul};
use super::{Format, FormatInfo, Given, bare_name};
use crate::board::Size;
use crate::diagnostic::Text;

impl Format {
    /// Renju: a byte for each stone.
    pub const POS: Format = Format::new(&Says::<Pos>::NEW);
}

/// Reads a file.
#[derive(Debug, Default)]
pub(super) struct Pos(Reading);

impl Plain for Pos {
    type Content = [u8];

    const FORMAT: Format = Format::POS;
    const INFO: FormatInfo = FormatInfo {
        name: "pos",
        about: "Renju, Zjrenju and Yixin: the number of stones, then a byte for each of them, 112 for the centre",
        endings: &["pos"],
        grammar: include_str!("../../grammar/pos.ebnf"),
        // Who played, the name of the file says.
        says_all: false,
        ..FormatInfo::FOREIGN
    };

    /// Nothing stands after the stones, or zeros; but engines call texts so, too, `h8i9j8`, which the reader tells.
    fn may_be(head: &[u8]) -> bool {
        let Some((&count, stones)) = head.split_first() else { return true };
        let is_text = head.trim_ascii().iter().all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\r' | b'\n'));
        if is_text && stones.len() != usize::from(count) {
            return head.trim_ascii().iter().all(u8::is_ascii_alphanumeric);
        }
        let (stones, after) = stones.split_at(usize::from(count).min(stones.len()));
        let is_on_board = |stone: &&u8| i32::from(**stone) < RENJU * RENJU;
        stones.iter().filter(is_on_board).count() * 2 >= stones.len() && after.iter().all(|byte| *byte == 0)
    }

    fn read(&mut self, bytes: &[u8], given: &Given, _: bool, made: &mut Made) {
        self.0.clear();
        made.tag("Game", "gomoku", 0..0);
        let name = given.file.as_deref().unwrap_or_default();
        let Some((&count, stones)) = bytes.split_first() else { return of_name(name, &[], made) };
        let count = usize::from(count);
        if stones.len() < count && bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\r' | b'\n')) {
            // Engines write `h8i9j8` to files that are called so, too.
            let text = Text::new("this is text, and a byte for each stone is expected");
            made.refuse_syntax(text.help("`--from lines --game gomoku` reads points, h8i9j8"), 0..bytes.len());
            return;
        }
        for (index, &stone) in stones.iter().take(count).enumerate() {
            let stone = i32::from(stone);
            self.0.points.push(Point::new(stone % RENJU, stone / RENJU, index + 1..index + 2));
        }
        of_name(name, &self.0.points, made);
        if stones.len() < count {
            let text = Text::new(format!("{count} stones are announced, and the file has {}", stones.len()));
            self.0.fault = Some((text, bytes.len() - 1..bytes.len()));
        }
        for at in (count + 1..bytes.len()).filter(|&at| bytes[at] != 0) {
            made.dropped("bytes after the stones", at..at + 1);
        }
        self.0.write(RENJU, RENJU, made);
    }
}

/// Zjrenju puts what it knows about the game into the name of the file: `table#rule#black#white#swap#state.pos`.
fn of_name(name: &str, points: &[Point], made: &mut Made) {
    let name = bare_name(name, "pos").or_else(|| name.rsplit(['/', '\\', ':']).next()).unwrap_or_default();
    let parts: Vec<&str> = name.split('#').collect();
    let [table, rule, black, white, swap, state] = parts[..] else { return };
    made.tag("Variant", "renju", 0..0);
    for (name, value) in [("Table", table), ("Black", black), ("White", white)] {
        made.tag(name, value, 0..0);
    }
    let stones = points.iter().enumerate().map(|(index, point)| (index % 2 == 0, point.column, point.row));
    let (result, termination) = match state {
        // The stone of a foul may be left out, as in other formats.
        "1" if ends_with_foul(Size { columns: RENJU as u8, rows: RENJU as u8 }, stones) => ("White", "foul"),
        "1" => ("White", "forfeit"),
        "2" => ("draw", ""),
        "3" | "5" => ("Black", ""),
        "4" | "6" => ("White", ""),
        "7" => ("Black", "time"),
        "8" => ("White", "time"),
        _ => ("*", ""),
    };
    made.tag("Result", result, 0..0);
    made.tag("Termination", termination, 0..0);
    if (state, termination) == ("1", "forfeit") {
        made.guessed_forfeit(0..0);
    }
    let rule = match rule {
        "0" => "Sakata",
        "1" => "RIF",
        "2" => "Two-swap",
        other => other,
    };
    made.tag("POS_Rule", rule, 0..0);
    made.tag("POS_Swap", swap, 0..0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::plain::tests::read_bytes;

    #[test]
    fn a_byte_is_15_times_the_row_and_the_column() {
        assert_eq!(read_bytes::<Pos>(b"\x03\x70\x00\xe0", ""), "h8, a15, o1");
        assert_eq!(read_bytes::<Pos>(b"\x01\x70\x00\x00", ""), "h8");
        assert_eq!(read_bytes::<Pos>(b"\x01\xe1", ""), "0,15");
    }

    #[test]
    fn stones_that_lack_are_told() {
        assert_eq!(read_bytes::<Pos>(b"\x03\x70\x71", ""), "h8, i8 bad-syntax at 2..3");
        assert_eq!(read_bytes::<Pos>(b"\x03", ""), " bad-syntax at 0..1");
    }

    #[test]
    fn text_is_told() {
        assert_eq!(read_bytes::<Pos>(b"h8i9j8\n", ""), " bad-syntax at 0..7");
    }

    #[test]
    fn the_name_of_the_file_tells_the_game() {
        let mut made = Made::default();
        of_name("folder/7#1#Ada#Bruno#0#8.pos", &[], &mut made);
        let values = ["Variant", "Black", "White", "Result", "Termination", "POS_Rule"]
            .map(|name| made.get(name).unwrap_or_default());
        assert_eq!(values, ["renju", "Ada", "Bruno", "White", "time", "RIF"]);
    }
}
