//! Records to verdicts: what is said of a record agrees with the rules, with itself and with what is written of it.
//!
//! The last byte of the input chooses how the rest is read: unchanged, after a header that the bytes before it choose,
//! or as plies, a byte each, after such a header.

use scoresheet::formats::Records;
use scoresheet::formats::transcript::Transcripts;
use scoresheet::{Checker, Defaults, Report, System};

use crate::judging::judge;
use crate::making::{
    CHOICES, LEAP_SYSTEMS, POINT_SYSTEMS, PUSH_SYSTEMS, SYSTEMS, cards_header, cards_movetext, header, leaps_header,
    leaps_movetext, movetext, points_header, points_movetext, pushes_header, pushes_movetext,
};
use crate::rewriting::rewrite;

/// The games that a choice counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Game {
    Forza4,
    Plus4,
    Gomoku,
    LeFile,
    Halma,
}

impl Game {
    /// Every game.
    pub const ALL: [Game; 5] = [Game::Forza4, Game::Plus4, Game::Gomoku, Game::LeFile, Game::Halma];

    /// The game that the last byte of an input chooses.
    fn chosen(choice: u8) -> Game {
        match choice & 0x30 {
            0x30 => Game::Halma,
            0x20 => Game::Gomoku,
            0x10 => Game::LeFile,
            _ if choice & 0x0c == 0x0c => Game::Plus4,
            _ => Game::Forza4,
        }
    }

    /// The bits of the last byte that choose this game.
    pub fn bits(self) -> u8 {
        match self {
            Game::Forza4 => 0,
            Game::Plus4 => 0x0c,
            Game::LeFile => 0x10,
            Game::Gomoku => 0x20,
            Game::Halma => 0x30,
        }
    }

    /// Its name as a tag has it.
    pub fn name(self) -> &'static str {
        match self {
            Game::Forza4 => "forza4",
            Game::Plus4 => "plus4",
            Game::Gomoku => "gomoku",
            Game::LeFile => "lefile",
            Game::Halma => "halma",
        }
    }

    fn systems(self) -> &'static [System] {
        match self {
            Game::Forza4 => &SYSTEMS,
            Game::Plus4 => &PUSH_SYSTEMS,
            Game::Gomoku => &POINT_SYSTEMS,
            Game::LeFile => &[System::CARDS],
            Game::Halma => &LEAP_SYSTEMS,
        }
    }
}

/// The meaning of an input: a file, and what the caller knows about it.
#[derive(Debug)]
pub struct Input {
    pub text: Vec<u8>,
    pub defaults: Defaults,
    other: System,
    list: bool,
}

/// What an input says; `None` for an empty one.
pub fn input(data: &[u8]) -> Option<Input> {
    let (&choice, rest) = data.split_last()?;
    let mut defaults = Defaults::default();
    let game = Game::chosen(choice);
    if choice & 0x40 != 0 {
        defaults.game = Some(game.name().to_owned());
    }
    let mut text = Vec::new();
    match (choice & 3, rest.split_last_chunk::<CHOICES>()) {
        (mode @ 1.., Some((body, choices))) => {
            let numbered = mode == 2;
            let plain = mode == 1;
            let (tags, known, made) = match game {
                Game::LeFile => {
                    let (header, grid, habit) = cards_header(choices);
                    (header, Defaults::default(), (!plain).then(|| cards_movetext(grid, habit, body)))
                }
                Game::Halma => {
                    let (header, system, grid) = leaps_header(choices);
                    (header, Defaults::default(), (!plain).then(|| leaps_movetext(grid, system, body)))
                }
                Game::Plus4 => {
                    let (header, system, board) = pushes_header(choices);
                    (header, Defaults::default(), (!plain).then(|| pushes_movetext(board, system, body, numbered)))
                }
                Game::Gomoku => {
                    let (header, known, system, grid) = points_header(choices);
                    (header, known, (!plain).then(|| points_movetext(grid, system, body, numbered)))
                }
                Game::Forza4 => {
                    let header = header(choices);
                    let made = (!plain).then(|| movetext(&header, body, numbered));
                    (header.text, header.defaults, made)
                }
            };
            defaults = known;
            let spelt = if choices[7] & 3 == 1 { loosely(&tags) } else { tags };
            text.extend_from_slice(spelt.as_bytes());
            text.push(b'\n');
            text.extend_from_slice(made.as_deref().unwrap_or(body));
        }
        _ => text.extend_from_slice(rest),
    }
    let systems = game.systems();
    let other = systems[(usize::from(choice >> 2 & 7) + text.len()) % systems.len()];
    Some(Input { text, defaults, other, list: choice & 0x80 != 0 })
}

/// Tags whose names are spelt as people spell them: capitals and hyphens do not matter.
fn loosely(tags: &str) -> String {
    let named = ["Game", "Variant", "Options", "Starts", "Notation"];
    let spelt = tags.lines().map(|line| match line[1..].split_once(' ') {
        Some((name, value)) if named.contains(&name) => format!("[{name} {}\n", value.to_uppercase().replace('-', "_")),
        _ => format!("{line}\n"),
    });
    spelt.collect()
}

/// Judges the records of an input: a report on each.
pub fn replay(data: &[u8]) -> Vec<Report> {
    let Some(Input { text, defaults, other, list }) = input(data) else { return Vec::new() };
    let mut reports = Vec::new();
    let mut records = Transcripts::new(&text[..], 8192).expect("a slice can be read");
    // What one checker remembers of a record changes nothing for the next.
    let mut kept = Checker::new(defaults.clone());
    while records.advance().expect("a slice can be read") {
        let record = records.record();
        let remembered = kept.check(&record, &mut (), None).verdict;
        let mut checker = Checker::new(defaults.clone());
        let report = judge(&record, &mut checker, &defaults);
        assert_eq!((remembered.valid, remembered.plies), (report.valid, report.plies));
        rewrite(&record, &mut checker, &report, other, list);
        reports.push(report);
    }
    reports
}
