//! Reads `kif`, renju in Shift-JIS: a header, 15 rows of dots, then a line for each stone, `136,` and who played it.
//! See `grammar/kif.ebnf`.

use super::by_line::{ends_line, places};
use super::made::Made;
use super::plain::{Plain, Says, lines_of};
use super::points::{Point, Reading, number};
use super::{Format, FormatInfo, Given};
use crate::codes::UNKNOWN_GAME;
use crate::diagnostic::Text;

impl Format {
    /// Renju: numbers of points and who played them.
    pub const KIF: Format = Format::new(&Says::<Kif>::NEW);
}

/// Reads a file.
#[derive(Debug, Default)]
pub(super) struct Kif(Reading);

impl Plain for Kif {
    type Content = str;

    const FORMAT: Format = Format::KIF;
    const INFO: FormatInfo = FormatInfo {
        name: "kif",
        about: "Renju, Japanese: 15 rows of dots, then the number of each stone, 16 times the row and the column, 136,",
        endings: &["kif"],
        grammar: include_str!("../../grammar/kif.ebnf"),
        ..FormatInfo::FOREIGN
    };
    const ENCODING: Option<&'static str> = Some("shift_jis");
    const FIRST: Option<u8> = Some(b'*');

    fn begins(bytes: &[u8], last: bool) -> Option<bool> {
        let known = bytes.len().min(WORD.len());
        if bytes[..known] != WORD[..known] {
            Some(false)
        } else if known == WORD.len() {
            Some(true)
        } else {
            last.then_some(false)
        }
    }

    fn recognises(head: &[u8]) -> bool {
        let mut lines = head.split(|byte| ends_line(*byte)).map(<[u8]>::trim_ascii_end).filter(|line| !line.is_empty());
        lines.next().is_some_and(|line| line.starts_with(WORD)) && lines.next() == Some(DOTS.as_bytes())
    }

    /// What Shogi calls so is refused by its name.
    fn may_be(head: &[u8]) -> bool {
        let is_point = |line: &[u8]| number(line).is_some_and(|(_, length)| line.get(length) == Some(&b','));
        let is_known =
            |line: &[u8]| line.starts_with(WORD) || line == DOTS.as_bytes() || is_point(line) || is_of_shogi(line);
        head.trim_ascii().is_empty() || lines_of(head).any(is_known)
    }

    fn read(&mut self, text: &str, _: &Given, _: bool, made: &mut Made) {
        self.0.clear();
        if places(text).take(32).map(|place| &text[place]).any(|line| is_of_shogi(line.as_bytes())) {
            let text = Text::new("this is a game of Shogi, which this program does not know");
            made.refuse(&UNKNOWN_GAME, text, 0..1);
            return;
        }
        for place in places(text) {
            let line = text[place.clone()].trim_ascii();
            if line.is_empty() || line.starts_with('*') || line == DOTS {
                continue;
            }
            match number(line.as_bytes()) {
                Some((point @ 0.., length)) if line.as_bytes().get(length) == Some(&b',') => {
                    let place = place.start..place.start + length;
                    self.0.points.push(Point::new(point % 16 - 1, point / 16 - 1, place.clone()));
                    // After it stands who has played: a person, or what a program thought.
                    if !["", "\u{4eba}"].contains(&line[length + 1..].trim()) {
                        made.dropped("remarks of an engine", place);
                    }
                }
                _ => {
                    self.0.refuse(line, "the number of a point and a comma, 136,", place);
                    break;
                }
            }
        }
        self.0.write_of_renju_program("top", made);
    }
}

/// How lines of Shogi begin: the handicap and the head of the moves, in UTF-8 and in Shift-JIS.
const SHOGI: [&[u8]; 4] = [
    "\u{624b}\u{5408}\u{5272}".as_bytes(),
    "\u{624b}\u{6570}".as_bytes(),
    b"\x8e\xe8\x8d\x87\x8a\x84",
    b"\x8e\xe8\x90\x94",
];

fn is_of_shogi(line: &[u8]) -> bool {
    SHOGI.iter().any(|word| line.starts_with(word))
}

/// How the first line of a game begins.
const WORD: &[u8] = b"* /t=";

/// A row of the empty board.
const DOTS: &str = "...............";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::plain::tests::{pieces, read};

    const HEAD: &str = "* /t=1\n...............\n...............\n";

    #[test]
    fn a_number_is_16_times_the_row_and_the_column() {
        assert_eq!(read::<Kif>(&format!("{HEAD}136,\u{4eba}\t\n17,\n255,x d=1\t\n")).trim_start(), "h8, a15, o1");
        assert_eq!(
            read::<Kif>(&format!("{HEAD}136,\n8 8\n17,")),
            format!("h8 bad-syntax at {}..{}", HEAD.len() + 5, HEAD.len() + 8)
        );
    }

    #[test]
    fn games_may_stand_one_after_the_other() {
        let text = format!("{HEAD}136,\n* thinks\n{HEAD}137,\n");
        for step in [1, 3, text.len()] {
            assert_eq!(pieces::<Kif>(text.as_bytes(), step), [HEAD.len() + 14, HEAD.len() + 5], "{step}");
        }
    }

    #[test]
    fn the_header_tells_the_format_and_shogi_is_no_game_of_ours() {
        assert!(Kif::recognises(HEAD.as_bytes()) && !Kif::recognises(b"* /t=1\n136,"));
        assert_eq!(read::<Kif>("\u{624b}\u{5408}\u{5272}\u{ff1a}\u{5e73}\u{624b}\n1 \n"), " unknown-game at 0..1");
    }
}
