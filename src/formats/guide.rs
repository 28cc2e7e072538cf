//! The guide to file formats: each format has a section.

use super::Format;

/// The guide as Markdown.
pub const GUIDE: &str = include_str!("../../docs/guide/formats.md");

/// The guide's words on a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Section {
    /// Its number.
    pub number: u32,
    /// The games that such files hold, in words: `gomoku with Renju`.
    pub games: &'static str,
    /// The whole section, heading first, as Markdown.
    pub text: &'static str,
}

/// The sections of the guide.
pub fn sections() -> impl Iterator<Item = Section> {
    // The first part is the introduction.
    GUIDE.split("\n## ").skip(1).zip(1..).map(|(text, number)| Section {
        number,
        games: games_after("\nGames: ", text).unwrap_or_default(),
        text,
    })
}

/// The guide's section on a format: the one whose heading names it.
pub fn section(format: Format) -> Option<Section> {
    let name = format!("`{}`", format.name());
    let section =
        sections().find(|section| section.text.lines().next().is_some_and(|heading| heading.contains(&name)))?;
    // Formats that share a section may hold different games.
    let own = games_after(&format!("Games of {name}: "), section.text);
    Some(Section { games: own.unwrap_or(section.games), ..section })
}

/// The games that a section names after these words.
fn games_after(words: &str, section: &'static str) -> Option<&'static str> {
    let (_, rest) = section.split_once(words)?;
    rest.split_once(". ").map(|(games, _)| games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{FORMATS, Given};

    #[test]
    fn every_format_has_a_section() {
        for format in FORMATS {
            let section = section(*format).unwrap_or_else(|| panic!("{} has no section", format.name()));
            assert!(section.text.starts_with(&format!("{}. ", section.number)), "{}", section.text);
            assert!(!section.games.is_empty(), "{}", section.text);
        }
    }

    /// Each example is a file of its format without a fault.
    #[test]
    fn examples_are_read() {
        let mut count = 0;
        for example in GUIDE.split("```").skip(1).step_by(2) {
            let (name, text) = example.split_once('\n').expect("a name, then the example");
            let format = Format::named(name).unwrap_or_else(|| panic!("no format {name}"));
            assert!(section(format).is_some_and(|section| section.text.contains(text)), "{name}");
            let mut records = format.open(Box::new(text.as_bytes()), 1 << 20, &Given::default()).expect("a slice");
            let mut any = false;
            while let Some(record) = records.next().expect("a slice can be read") {
                assert_eq!(record.faults(), [], "{name}");
                any = true;
            }
            assert!(any, "{name}");
            count += 1;
        }
        assert!(count >= 20, "{count}");
    }
}
