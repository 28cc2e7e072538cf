//! Conversion: a record says the same in every system that can say it, canonical text stays as it is, and the layout of a
//! text does not matter.

use fastrand::Rng;
use scoresheet::System;

use super::games::{Game, each, record};
use super::strict::lacks;
use super::text::{canonical, converted, fate, one, parts, sound, strictly};

/// Whether a system can say a ply of a board of so many columns, given in the game's default system; nothing where the
/// position decides.
fn says(system: System, ply: &str, columns: u8) -> Option<bool> {
    let single = !ply.contains(['+', '*', ' ']) && (ply == "--" || !ply.contains('-'));
    Some(match system.name() {
        "columns" | "paths" | "cards" => true,
        "squares" => !ply.contains('*'),
        "digits" => single && (ply == "--" || columns <= 9),
        "digits0" => single && (ply == "--" || columns <= 10),
        "go" => single && !ply.starts_with('z'),
        "sgf" | "xy" => single,
        "diagram" => single && ply != "--",
        "ends" if ply.matches('-').count() > 1 && ply != "--" => return None,
        "ends" => true,
        _ => return None,
    })
}

/// A record without the tag that names the system.
fn unnamed(text: &str) -> String {
    let (head, body) = parts(text);
    head.lines().filter(|line| !line.starts_with("[Notation")).map(|line| format!("{line}\n")).collect::<String>()
        + body
}

/// The record in each of its game's systems that can say it.
fn written(game: &Game) -> Vec<(System, String)> {
    let mut written = Vec::new();
    let plies = game.report.moves.iter().chain(&game.report.attempted);
    let columns = game.report.board.expect("a board").columns;
    for system in game.rules.info.systems() {
        let sayable = plies.clone().try_fold(true, |sayable, ply| Some(says(system, ply, columns)? && sayable));
        match converted(&game.text, Some(system)) {
            Ok(text) => {
                assert_ne!(sayable, Some(false), "{system} is silent on {}", game.text);
                written.push((system, text));
            }
            Err(report) => {
                assert!(
                    report.diagnostics.iter().any(|said| said.code == "not-representable"),
                    "{:?}",
                    report.diagnostics
                );
                // Of an illegal ply not even every square can be said, and a diagram holds none.
                let plain = game.stands.is_empty() && game.lost.is_none();
                assert!(sayable != Some(true) || !plain, "{system}: {:?} of {}", report.diagnostics, game.text);
            }
        }
    }
    written
}

#[test]
fn conversion_round_trips_between_all_systems() {
    let mut others = 0;
    each(|game, rng| {
        let written = written(game);
        assert_eq!(written.first().map(|(_, text)| unnamed(text)), Some(unnamed(&game.text)));
        others += written.len() - 1;
        for (system, there) in &written {
            let seen = sound(there);
            assert_eq!(fate(&seen), fate(&game.report), "{there}");
            assert!(seen.notation == Some(system.name()) || seen.plies == 0, "{there}");
            assert_eq!(&canonical(there), there);
            let strict = strictly(there);
            assert_eq!(strict.valid, !lacks(game), "{there}\n{:?}", strict.diagnostics);
            // By the number of games each pair of systems has its turn.
            for (other, expected) in rng.choice(&written).into_iter().chain(written.first()) {
                let back =
                    converted(there, Some(*other)).unwrap_or_else(|report| panic!("{there} {:?}", report.diagnostics));
                assert_eq!(unnamed(&back), unnamed(expected), "{system} to {other}");
            }
        }
    });
    assert!(others > 500, "{others}");
}

/// Where a system cannot say a record, it says which ply is the first that it cannot.
#[test]
fn what_is_refused_is_the_first_ply_that_cannot_be_said() {
    let mut refused = 0;
    each(|game, _| {
        for system in game.rules.info.systems() {
            let Err(report) = converted(&game.text, Some(system)) else { continue };
            let Some(ply) = report.first_error().and_then(|error| error.ply) else { continue };
            let mut keep = 0;
            while super::games::count(&game.plies[..keep]) < ply as usize {
                keep += 1;
            }
            if system == System::DIAGRAM || keep == game.plies.len() && game.lost.is_some() {
                continue;
            }
            let sayable = |keep| converted(&game.cut(keep), Some(system)).is_ok();
            assert_eq!((sayable(keep - 1), sayable(keep)), (true, false), "ply {ply} of {}", game.text);
            refused += 1;
        }
    });
    assert!(refused > 100, "{refused}");
}

/// The movetext of a canonical record laid out anew: without numbers or line ends, with other dashes, with remarks.
fn scrambled(body: &str, rng: &mut Rng) -> String {
    let numbers = rng.bool();
    let mut words: Vec<String> = Vec::new();
    for word in body.split_whitespace() {
        let number = word.strip_suffix('.').is_some_and(|number| number.parse::<u32>().is_ok());
        if numbers || !number && !word.starts_with("...") {
            words.push(word.to_owned());
        }
    }
    let mut text = String::new();
    for word in words {
        let word = if rng.u8(..4) == 0 { word.replace('-', ["–", "—"][rng.usize(..2)]) } else { word };
        text += &word;
        text += ["\n", "  ", " ", "\t", "\r\n"][rng.usize(..5)];
    }
    text
}

#[test]
fn the_layout_of_a_text_does_not_matter() {
    each(|game, rng| {
        let whole = sound(&record(&game.rules, &game.plies, &game.stands, game.lost));
        assert_eq!(fate(&whole), fate(&game.report));
        let system = rng.choice(game.rules.info.systems().collect::<Vec<_>>()).expect("systems");
        // The layout of a diagram is what it says.
        if let (false, Ok(text)) = (system == System::DIAGRAM, converted(&game.text, Some(system))) {
            let (head, body) = parts(&text);
            let loose = format!("{head}{}", scrambled(body, rng));
            let said = one(&loose);
            assert!(said.valid, "{system}: {text}\n{loose}\n{:?}", said.diagnostics);
            assert_eq!(canonical(&loose), text, "{loose}");
        }
    });
}
