//! [`scoresheet::Position`] and a record of the same plies say the same: what is legal, why a ply is refused, what a game
//! has come to.

use scoresheet::System;

use super::games::{Game, each, record, refused};
use super::text::{one, sound};

#[test]
fn legal_plies_can_be_played_and_taken_back() {
    each(|game, rng| {
        let system = rng.choice(game.rules.info.systems().collect::<Vec<_>>()).expect("systems");
        let Some(mut position) = game.position(game.moment(rng), system) else {
            assert!(!game.stands.is_empty() || game.lost.is_some(), "{}", game.text);
            return;
        };
        let before = position.clone();
        let mut legal = position.legal();
        // On 5x5 the option `pro` leaves no point for Black's second piece, and no rule says what then.
        let stuck =
            position.plies().len() == 2 && game.rules.value("Options").is_some_and(|options| options.contains("pro"));
        assert_eq!(legal.is_empty(), position.outcome().is_end() || legal.is_empty() && stuck, "{}", game.text);
        let count = legal.len();
        for _ in 0..20.min(count) {
            let ply = rng.choice(&legal).expect("a legal ply");
            position.play(ply).unwrap_or_else(|illegal| panic!("{before:?} {ply}: {illegal}"));
            assert_eq!(position.plies().next_back(), Some(ply.as_str()), "{before:?}");
            assert_ne!(position, before, "{ply}");
            assert_eq!(position.undo().as_ref(), Some(ply));
            assert_eq!(position, before, "{ply}");
        }
        legal.sort_unstable();
        legal.dedup();
        assert_eq!(legal.len(), count, "a ply is there twice: {before:?}");
    });
}

#[test]
fn a_position_and_a_record_come_to_the_same() {
    let (mut all, mut held) = (0, 0);
    each(|game, _| {
        all += 1;
        // A position holds no plies that stood.
        let Some(position) = game.position(game.plies.len(), game.rules.info.default_system) else {
            assert!(!game.stands.is_empty() || game.lost.is_some(), "{}", game.text);
            return;
        };
        held += 1;
        assert!(
            game.report.moves.iter().map(String::as_str).eq(position.plies().filter(|ply| *ply != "/")),
            "{}",
            game.text
        );
        assert_eq!(game.report.position, Some(position.position_string()), "{}", game.text);
        assert_eq!(game.report.outcome.outcome, position.outcome(), "{}", game.text);
        assert_eq!(game.report.outcome.winner, position.winner(), "{}", game.text);
        assert_eq!(game.report.outcome.points, position.points(), "{}", game.text);
    });
    assert!(held * 2 > all, "{held} of {all} games");
}

/// The first plies of a game in a system; nothing if it cannot say them.
fn written(game: &Game, keep: usize, system: System) -> Option<Vec<String>> {
    let position = game.position(keep, system)?;
    let plies: Vec<String> = position.plies().map(str::to_owned).collect();
    // Where the system cannot say a ply, the default notation stands for it.
    (system == game.rules.info.default_system
        || plies.iter().zip(&game.plies).all(|(one, other)| one != other || *one == "--" || *one == "/"))
    .then_some(plies)
}

#[test]
fn a_ply_is_refused_for_the_same_reason_everywhere() {
    let mut compared = 0;
    each(|game, rng| {
        let keep = game.moment(rng);
        let system = rng.choice(game.rules.info.systems().take(2).collect::<Vec<_>>()).expect("systems");
        let Some(plies) = written(game, keep, system) else { return };
        let mut position = game.position(keep, system).expect("plies that were written");
        let before = position.clone();
        let known = game.rules.start().expect("rules of a game").legal();
        for (ply, code) in refused(&position, &known, rng).into_iter().take(8) {
            let illegal = position.play(&ply).expect_err("a ply that was refused");
            assert_eq!((position == before, illegal.code), (true, code), "{before:?} {ply}");
            let rules = game.rules.with("Notation", system.name().to_owned());
            let text = record(&rules, &[&plies[..], std::slice::from_ref(&ply)].concat(), &[], None);
            let report = one(&text);
            let Some(error) = report.first_error() else { panic!("{text}") };
            // A record speaks of what follows its end before it looks at it, and does not read other notations.
            if error.code == "bad-move" || error.code != code && code == "after-end" {
                continue;
            }
            assert_eq!((error.code, error.ply), (code, Some(report.plies + 1)), "{text}");
            assert!(error.message == illegal.message || ply == "/", "{text}\n{}\n{illegal}", error.message);
            assert_eq!(report.plies as usize, super::games::count(&plies), "{text}");
            assert_eq!(report.position, Some(position.position_string()), "{text}");
            compared += 1;
        }
    });
    assert!(compared > 2000, "{compared}");
}

#[test]
fn a_lost_game_is_one_without_its_last_ply() {
    let mut lost = 0;
    each(|game, _| {
        let Some(termination) = game.lost else { return };
        let keep = game.plies.len() - 1;
        let before = sound(&record(&game.rules, &game.plies[..keep], &game.stands, None));
        assert_eq!(game.report.outcome.outcome.ending().map(|ending| ending.code), Some(termination), "{}", game.text);
        assert_ne!(before.outcome.outcome, game.report.outcome.outcome);
        assert!(!one(&record(&game.rules, &game.plies, &game.stands, None)).valid, "{}", game.text);
        // A foul is carried out, an illegal ply is not.
        if termination == "illegal" {
            assert_eq!((&before.moves, &before.position), (&game.report.moves, &game.report.position), "{}", game.text);
        }
        lost += 1;
    });
    assert!(lost > 50, "{lost}");
}

#[test]
fn a_ply_that_stood_is_an_error_where_nothing_says_so() {
    let mut stood = 0;
    each(|game, _| {
        let Some(&first) = game.stands.first() else { return };
        assert_eq!(game.report.stands, game.stands.iter().map(|ply| *ply as u32).collect::<Vec<_>>(), "{}", game.text);
        let report = one(&record(&game.rules, &game.plies, &[], None));
        let error = report.first_error().unwrap_or_else(|| panic!("{}", game.text));
        assert_eq!((error.ply, report.plies as usize), (Some(first as u32), first - 1), "{}", game.text);
        stood += 1;
    });
    assert!(stood > 50, "{stood}");
}

#[test]
fn a_result_that_the_board_disproves_is_an_error() {
    let mut disproved = 0;
    each(|game, _| {
        if game.lost.is_some() {
            return;
        }
        let outcome = &game.report.outcome;
        for claim in game.rules.info.sides.iter().map(|side| side.name).chain(["draw"]) {
            let proven = outcome.winner.unwrap_or("draw");
            // A side stands for its pair.
            let agrees = proven.split('+').any(|side| side == claim);
            let text = record(&game.rules.with("Result", claim.to_owned()), &game.plies, &game.stands, None);
            let said: Vec<&str> = one(&text).diagnostics.iter().map(|said| said.code).collect();
            assert_eq!(said.contains(&"result-mismatch"), outcome.outcome.is_end() && !agrees, "{text}");
            assert_eq!(said.contains(&"result-unproven"), !outcome.outcome.is_end(), "{text}");
            disproved += usize::from(outcome.outcome.is_end() && !agrees);
        }
    });
    assert!(disproved > 500, "{disproved}");
}
