//! Variations: each is judged from the position before the ply that it replaces, and says nothing of the main line.

use fastrand::Rng;
use scoresheet::Position;

use super::games::{Game, count, each, movetext, record, refused};
use super::text::{fate, one, parts, sound};

/// Up to so many plies that a game may go on with.
fn continued(position: &mut Position, most: usize, rng: &mut Rng) -> Vec<String> {
    let mut plies = Vec::new();
    while plies.len() < most
        && let Some(ply) = rng.choice(position.legal())
    {
        position.play(&ply).expect("a legal ply");
        plies.push(ply);
        // A break would stand before the next one.
        if position.play("/").is_ok() {
            position.undo();
            break;
        }
    }
    plies
}

/// The record of the game with `variations` behind the ply at `at`.
fn with(game: &Game, at: usize, variations: &str) -> String {
    let text = record(&game.rules, &game.plies, &game.stands, game.lost);
    let (head, body) = parts(&text);
    let before = movetext(&game.plies[..=at]);
    let rest = body.strip_prefix(&*before).expect("plies are written alike");
    format!("{head}{before} {variations}{rest}")
}

/// A ply of the game, and the position before it: nothing behind plies that stood, which a position cannot play.
fn replaced(game: &Game, rng: &mut Rng) -> Option<(usize, Position)> {
    let at = rng.choice((0..game.plies.len()).filter(|at| game.plies[*at] != "/").collect::<Vec<_>>())?;
    Some((at, game.position(at, game.rules.info.default_system)?))
}

#[test]
fn a_variation_says_nothing_of_the_main_line() {
    let (mut inserted, mut numbered) = (0, 0);
    each(|game, rng| {
        let Some((at, position)) = replaced(game, rng) else { return };
        let lines: Vec<Vec<String>> = (0..2).map(|_| continued(&mut position.clone(), rng.usize(1..4), rng)).collect();
        if lines.iter().any(Vec::is_empty) {
            return;
        }
        // A variation may hold another one, and numbers of turns where the main line has none.
        let first_side = game.rules.value("Setup").is_none() && game.rules.value("Starts").is_none();
        let number = if at == 0 && first_side { "1. " } else { "" };
        let variations = format!("({number}{} ({})) ({})", lines[0][0], movetext(&lines[1]), movetext(&lines[0]));
        let text = with(game, at, &variations);
        assert_eq!(fate(&sound(&text)), fate(&game.report), "{text}");
        inserted += 1;
        numbered += usize::from(!number.is_empty());
    });
    assert!(inserted > 500 && numbered > 20, "{inserted} {numbered}");
}

#[test]
fn an_error_in_a_variation_is_told_with_the_way_to_it() {
    let mut told = 0;
    each(|game, rng| {
        let Some((at, mut position)) = replaced(game, rng) else { return };
        let other = continued(&mut position.clone(), 1, rng);
        let known = position.legal();
        let before = continued(&mut position, rng.usize(..3), rng);
        let Some((ply, code)) = refused(&position, &known, rng).into_iter().find(|(ply, _)| ply != "/") else { return };
        // A record speaks of what follows an end before it looks at it.
        if other.is_empty() || position.outcome().is_end() {
            return;
        }
        let line = movetext(&[before.clone(), vec![ply]].concat());
        let text = with(game, at, &format!("({}) ({line})", movetext(&other)));
        let report = one(&text);
        let number = count(&game.plies[..=at]) as u32;
        let errors: Vec<_> = report.diagnostics.iter().filter(|said| !said.variation.is_empty()).collect();
        let Some(error) = errors.iter().find(|said| said.code == code) else { panic!("{code}: {text}") };
        assert_eq!((&*error.variation, error.ply), (&[(number, 2)][..], Some(number + before.len() as u32)), "{text}");
        assert!(!report.valid, "{text}");
        let (mut fate, mut whole) = (fate(&report), fate(&game.report));
        (fate.0, whole.0) = (false, false);
        assert_eq!(fate, whole, "{text}");
        told += 1;
    });
    assert!(told > 300, "{told}");
}
