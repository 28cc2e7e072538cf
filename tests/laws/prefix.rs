//! The beginning of a game is a game, and its replay is the beginning of the replay.

use super::games::{count, each, record};
use super::text::{fate, one, sound};

#[test]
fn a_prefix_replays_to_a_prefix() {
    each(|game, rng| {
        let whole = &game.report;
        assert!(whole.valid, "{}\n{:?}", game.text, whole.diagnostics);
        assert_eq!(fate(whole), fate(&sound(&game.cut(game.plies.len()))), "{}", game.text);
        let keep = game.moment(rng);
        if game.lost.is_some() && keep == game.plies.len() {
            return;
        }
        let text = game.cut(keep);
        let part = sound(&text);
        assert_eq!(part.plies as usize, count(&game.plies[..keep]), "{text}");
        assert_eq!(part.moves, whole.moves[..part.moves.len()], "{text}");
        assert_eq!(part.moves.len(), part.plies as usize, "{text}");
    });
}

#[test]
fn a_game_with_one_ply_too_few_goes_on() {
    each(|game, _| {
        let legal_end = game.stands.is_empty() && game.lost.is_none();
        if legal_end && game.report.outcome.outcome.is_end() && !game.plies.is_empty() {
            let before = sound(&game.cut(game.plies.len() - 1));
            assert!(!before.outcome.outcome.is_end(), "{}", game.text);
        }
    });
}

#[test]
fn what_follows_a_result_is_no_part_of_the_game() {
    each(|game, _| {
        let Some(ply) = game.plies.last().filter(|ply| *ply != "/") else { return };
        let whole = record(&game.rules, &game.plies, &game.stands, game.lost);
        let text = format!("{} * * {ply}\n", whole.trim_end());
        let report = one(&text);
        assert_eq!(report.first_error().map(|error| error.code), Some("bad-syntax"), "{text}");
        let (mut seen, mut game) = (fate(&report), fate(&game.report));
        (seen.0, game.0) = (false, false);
        assert_eq!(seen, game, "{text}");
    });
}
