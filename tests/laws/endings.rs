//! The random games are worth it: they come to every ending, by every variant, and break every rule.

use std::collections::BTreeMap;

use scoresheet::games::GAMES;

use super::games::{each, refused};

/// Codes that no ply of a random game has: `floats` is said of a diagram alone, a claim that is missing of text alone.
static OF_TEXT: &[&str] = &["diagram-floating", "missing-claim"];

#[test]
fn random_games_hold_everything() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    each(|game, rng| {
        let report = &game.report;
        let id = game.rules.info.id;
        let mut add = |what: String| *seen.entry(format!("{id}: {what}")).or_default() += 1;
        if let Some(ending) = report.outcome.outcome.ending() {
            add(ending.code.to_owned());
            add(format!("{} ended", report.variant.expect("a variant")));
            add(format!("{} won", report.outcome.winner));
        }
        report.diagnostics.iter().for_each(|said| add(said.code.to_owned()));
        let known = game.rules.start().expect("rules of a game").legal();
        for _ in 0..3 {
            let system = *rng.choice(game.rules.info.systems).expect("systems");
            let Some(position) = game.position(game.moment(rng), system) else { break };
            refused(&position, &known, rng).iter().for_each(|(_, code)| add((*code).to_owned()));
        }
        report.moves.iter().for_each(|ply| add(format!("{} squares", ply.matches('-').count())));
    });
    let mut missing = Vec::new();
    for info in GAMES.iter().map(|game| game.info()) {
        let mut wanted: Vec<String> = vec!["illegal".to_owned(), "stands".to_owned(), "attempted".to_owned()];
        wanted.extend(info.endings.iter().map(|ending| ending.code.to_owned()));
        wanted.extend(info.codes.iter().map(|code| code.name.to_owned()).filter(|code| !OF_TEXT.contains(&code.as_str())));
        wanted.extend(info.variants.iter().map(|variant| format!("{} ended", variant.name)));
        wanted.extend(info.sides.iter().map(|side| format!("{} won", side.name)));
        missing.extend(wanted.into_iter().map(|what| format!("{}: {what}", info.id)).filter(|what| !seen.contains_key(what)));
    }
    for s in &seen { eprintln!("{s:?}"); }
    assert!(missing.is_empty(), "{missing:?} never occur");
}
