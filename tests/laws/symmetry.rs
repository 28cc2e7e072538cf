//! Symmetries: a game seen through a symmetry that its rules respect is as legal and comes to the same, and through every
//! other symmetry of the board it is not.

use std::sync::Arc;

use fastrand::Rng;
use scoresheet::board::symmetry::Symmetry;
use scoresheet::engine::Resolver;
use scoresheet::formats::{Records, transcript::Transcripts};
use scoresheet::game::State;
use scoresheet::{Defaults, Size, System};

use super::games::dressed;
use super::table::{Rules, table};

/// The position at the start, and the board's size.
fn start(rules: &Rules) -> (Arc<dyn State>, Size) {
    let text = rules.header();
    let mut records = Transcripts::new(text.as_bytes(), scoresheet::MAX_RECORD).expect("a slice can be read");
    let record = records.next().expect("a slice can be read").expect("a record");
    let mut resolver = Resolver::new(Defaults::default());
    let setting = resolver.settle(&record, &mut ()).setting.expect("a setting");
    (setting.start.clone(), setting.rules.board)
}

/// All symmetries of a board but the one that leaves everything where it is.
fn symmetries(size: Size) -> impl Iterator<Item = Symmetry> {
    let flags = (1..8_u8).map(|bits| [1, 2, 4].map(|bit| bits & bit != 0));
    let all = flags.map(|[exchanges, flips_columns, flips_rows]| Symmetry { exchanges, flips_columns, flips_rows });
    all.filter(move |symmetry| !symmetry.exchanges || size.columns == size.rows)
}

/// A ply seen through a symmetry: every square in it goes to its image. A column alone stands for its lowest square.
fn image(ply: &str, symmetry: Symmetry, size: Size) -> String {
    let mut image = String::new();
    let mut rest = ply;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        let digits = rest.len() - rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
        let (row, after) = rest.split_at(digits);
        let alone = ply.trim_end_matches('*').len() == 1;
        if !letter.is_ascii_lowercase() || row.is_empty() && !alone {
            image.push(letter);
            continue;
        }
        let flip = |at: u8, count: u8, flips: bool| if flips { (count - 1).saturating_sub(at) } else { at };
        let (column, number) = (letter as u8 - b'a', row.parse::<u8>().unwrap_or(1).saturating_sub(1));
        let (x, y) = if symmetry.exchanges { (number, column) } else { (column, number) };
        let (x, y) = (flip(x, size.columns, symmetry.flips_columns), flip(y, size.rows, symmetry.flips_rows));
        image.push(char::from(b'a' + x));
        image += &if alone { String::new() } else { (y + 1).to_string() };
        rest = after;
    }
    image
}

/// Plays a game at random beside its image; what differs, if anything does.
fn differs(rules: &Rules, symmetry: Symmetry, rng: &mut Rng) -> Option<String> {
    let (mut game, size) = start(rules);
    let mut reflected = game.clone();
    let system: System = rules.info.default_system;
    for _ in 0..25 {
        if game.reflected(symmetry) != reflected.string() {
            return Some(format!("{} and {}", game.string(), reflected.string()));
        }
        let same = |one: &dyn State, other: &dyn State| {
            (one.outcome(), one.points(), one.turn()) == (other.outcome(), other.points(), other.turn())
        };
        let legal = game.legal(system);
        if !same(&*game, &*reflected) || legal.len() != reflected.legal(system).len() {
            return Some(format!("the outcome of {}", game.string()));
        }
        // Some plies that are not played, and one that is.
        let mut tried: Vec<String> = (0..6).filter_map(|_| rng.choice(&legal).cloned()).collect();
        let whole = (0..20).filter_map(|_| dressed(rules.info.id, rng.choice(&legal)?, &[], rng));
        // The suit of a card and its value look like a square.
        tried.extend(
            whole.filter(|ply| !ply.split(' ').next().is_some_and(|cards| cards.contains(['h', 'd', 'c', 's']))),
        );
        tried.retain(|ply| game.played(ply, system).is_ok());
        for ply in &tried {
            if reflected.played(&image(ply, symmetry, size), system).is_err() {
                return Some(format!("{ply} in {}", game.string()));
            }
        }
        let ply = tried.last()?;
        game = game.played(ply, system).expect("a legal ply").state;
        reflected = reflected.played(&image(ply, symmetry, size), system).ok()?.state;
    }
    None
}

#[test]
fn a_game_has_the_symmetries_that_it_says_and_no_other() {
    let (mut has, mut lacks) = (0, 0);
    for (index, rules) in table().iter().enumerate() {
        let mut rng = Rng::with_seed(index as u64);
        let rules = if index % 2 == 0 { rules.clone() } else { rules.varied(&mut rng) };
        let (position, size) = start(&rules);
        for symmetry in symmetries(size) {
            if position.symmetries().contains(&symmetry) {
                assert_eq!(differs(&rules, symmetry, &mut rng), None, "{} {symmetry:?}", rules.header());
                has += 1;
            } else {
                let found = (0..8).find_map(|_| differs(&rules, symmetry, &mut rng));
                assert!(found.is_some(), "{} {symmetry:?}", rules.header());
                lacks += 1;
            }
        }
    }
    assert!(has > 100 && lacks > 100, "{has} {lacks}");
}
