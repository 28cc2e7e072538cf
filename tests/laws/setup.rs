//! A position string is its position: a record that starts from it goes on as the whole record does.

use scoresheet::Report;

use super::games::{Game, count, each, record};
use super::text::{fate, sound};

/// Whether what may follow depends on more than the position string tells: this is left out of it.
fn forgets(game: &Game, keep: usize, at: &Report) -> bool {
    let has = |tag: &str, word: &str| game.rules.value(tag).is_some_and(|value| value.contains(word));
    let last_is = |ply: &str| keep > 0 && game.plies[keep - 1] == ply;
    match game.rules.info.id {
        // Which side has begun, if one has passed though it may not.
        "forza4" => has("Options", "equalizer") && !game.stands.is_empty(),
        // A side's right to two pieces (GM-9), a pass just made (RJ-7).
        "gomoku" => has("Options", "double-three-reply") || last_is("--"),
        // How many turns or plies the options have counted.
        "halma" => has("Options", "move-limit") || has("Options", "vacate"),
        // How many pieces have fallen out (P4-4); who has begun the manche, if a ply was not that side's.
        "plus4" => !game.stands.is_empty() || !at.position.as_deref().is_some_and(|position| position.contains(':')),
        // The deck, and the second manche.
        "lefile" => game.plies.len() > 48,
        _ => false,
    }
}

#[test]
fn a_position_string_is_the_position() {
    let mut went_on = 0;
    each(|game, rng| {
        for _ in 0..2 {
            let keep = if game.lost.is_some() { rng.usize(..game.plies.len()) } else { game.moment(rng) };
            let start = sound(&game.cut(keep));
            let position = start.position.clone().expect("a valid record has a position");
            let rules = game.rules.without("Starts").with("Setup", position.clone());
            let setup = record(&rules, &[], &[], None);
            let again = sound(&setup);
            assert_eq!(again.position, Some(position.clone()), "{setup}");
            if game.stands.is_empty() && game.lost.is_none() {
                let played = rules.start().unwrap_or_else(|| panic!("{setup}"));
                assert_eq!(played.position_string(), position);
            }
            if forgets(game, keep, &start) {
                continue;
            }
            let plies = game.plies[keep..].strip_prefix(&["/".to_owned()]).unwrap_or(&game.plies[keep..]);
            let stands: Vec<usize> = game
                .stands
                .iter()
                .filter_map(|ply| ply.checked_sub(count(&game.plies[..keep])))
                .filter(|ply| *ply > 0)
                .collect();
            assert_eq!(again.outcome, start.outcome, "{setup}");
            let rest = sound(&record(&rules, plies, &stands, game.lost));
            let whole = fate(&game.report);
            let rest = fate(&rest);
            assert_eq!(rest.1, whole.1[count(&game.plies[..keep])..], "{setup}");
            assert_eq!((&rest.2, &rest.3, &rest.4), (&whole.2, &whole.3, &whole.4), "{setup}\n{}", game.text);
            went_on += 1;
        }
    });
    assert!(went_on > 500, "{went_on}");
}
