//! The random games are worth it: they come to every ending, by every variant, and break every rule.

use std::collections::BTreeMap;

use scoresheet::registry::GAMES;

use super::games::{each, refused};

/// Codes that no ply of a random game has: of pieces that float in a diagram, and of a claim that the text leaves out.
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
            add(format!("{} won", report.outcome.winner.unwrap_or_default()));
        }
        report.diagnostics.iter().for_each(|said| add(said.code.to_owned()));
        let known = game.rules.start().expect("rules of a game").legal();
        for _ in 0..3 {
            let system = rng.choice(game.rules.info.systems().collect::<Vec<_>>()).expect("systems");
            let Some(position) = game.position(game.moment(rng), system) else { break };
            refused(&position, &known, rng).iter().for_each(|(_, code)| add((*code).to_owned()));
        }
        report.moves.iter().for_each(|ply| add(format!("{} legs", ply.matches('-').count())));
    });
    let (mut missing, mut unbroken, mut codes) = (Vec::new(), Vec::new(), 0);
    for info in GAMES.iter().map(|game| game.info()) {
        let never = |what: &String| !seen.contains_key(&format!("{}: {what}", info.id));
        let mut wanted: Vec<String> = ["illegal", "stands", "attempted"].map(str::to_owned).into();
        wanted.extend(info.endings.iter().map(|ending| ending.code.to_owned()));
        wanted.extend(info.variants.iter().map(|variant| format!("{} ended", variant.name)));
        wanted.extend(info.sides.iter().map(|side| format!("{} won", side.name)));
        missing.extend(wanted.into_iter().filter(never));
        let own = info.codes.iter().map(|code| code.name.to_owned()).filter(|code| !OF_TEXT.contains(&code.as_str()));
        codes += own.clone().count();
        unbroken.extend(own.filter(never));
    }
    assert!(missing.is_empty(), "{missing:?} never occur");
    // Whether a rare fault occurs depends on the order in which a game names its plies: one in twenty may be missing.
    assert!(unbroken.len() * 20 <= codes, "{unbroken:?} of {codes} never occur");
    // Halma's chains are the longest plies there are.
    assert!(seen.contains_key("halma: 8 legs"), "no long chains");
}
