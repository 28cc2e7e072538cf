//! Canonical text is accepted where nothing else is, and hardly anything else is.

use super::games::{Game, each};
use super::text::{parts, strictly};

/// Whether the record has warnings that are errors under `--strict`.
pub(crate) fn lacks(game: &Game) -> bool {
    game.report.diagnostics.iter().any(|said| game.rules.info.strict_errors.iter().any(|code| code.name == said.code))
}

#[test]
fn canonical_text_is_strict() {
    let mut lacking = 0;
    each(|game, rng| {
        let report = strictly(&game.text);
        assert_eq!(report.valid, !lacks(game), "{}\n{:?}", game.text, report.diagnostics);
        lacking += usize::from(lacks(game));
        // One more space is not.
        let (_, body) = parts(&game.text);
        let at = game.text.len() - rng.usize(..body.len().max(1)).max(1);
        // Before a star it makes another record: `d *` is a ply and a result.
        if !game.text[at..].starts_with('*') {
            let spaced = format!("{} {}", &game.text[..at], &game.text[at..]);
            assert!(!strictly(&spaced).valid, "{spaced}");
        }
    });
    assert!(lacking > 0);
}
