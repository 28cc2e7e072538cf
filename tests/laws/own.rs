//! Laws of one game alone.

use oracles::matches::{Cards, random_match};

use super::games::{each, movetext, record};
use super::text::{canonical, one, sound};

/// Whole matches of Le File that a second implementation calls legal, with their plies.
fn matches(cards: Cards) -> impl Iterator<Item = Vec<String>> {
    (0..10).map(move |seed| random_match(cards, seed))
}

fn match_text(plies: &[String]) -> String {
    let (first, second) = plies.split_at(48);
    format!("[Game \"lefile\"]\n\n{} / {}\n", movetext(first), movetext(second))
}

/// Claims that are left out, long dashes and other names of cards and pieces say the same.
#[test]
fn lenient_text_of_lefile_is_made_canonical() {
    for plies in [Cards::Colours, Cards::Suits, Cards::Missing].into_iter().flat_map(matches) {
        let text = canonical(&match_text(&plies));
        let loose = plies.iter().map(|ply| {
            let words = ply.split(' ').filter(|word| !word.starts_with('=')).enumerate().map(|(index, word)| {
                let card = index == 0 && word.starts_with(|letter: char| letter.is_ascii_digit());
                let word =
                    if card { word.replace('1', "A").replace('h', "♥").replace('b', "n") } else { word.to_owned() };
                word.replace('-', "–").replace("Rb", "TB")
            });
            words.collect::<Vec<_>>().join("\n ")
        });
        let loose = match_text(&loose.collect::<Vec<_>>());
        assert_eq!(canonical(&loose), text);
        let said = one(&loose).diagnostics;
        let unclaimed = said.iter().filter(|said| said.code == "missing-claim").filter_map(|said| said.ply);
        let scoring = (1..).zip(&plies).flat_map(|(number, ply)| std::iter::repeat_n(number, ply.matches('=').count()));
        if said.len() < scoresheet::MAX_DIAGNOSTICS {
            assert_eq!(unclaimed.collect::<Vec<_>>(), scoring.collect::<Vec<_>>(), "{loose}");
        }
    }
}

/// A ply without its cards is carried out, with a warning for each.
#[test]
fn each_missing_card_of_lefile_is_told_once() {
    for (cards, missing) in [(Cards::Colours, 0), (Cards::Suits, 0), (Cards::Missing, 96)] {
        for plies in matches(cards) {
            let report = sound(&match_text(&plies));
            assert_eq!(report.moves, plies);
            assert!(
                report.diagnostics.len() == missing
                    && report.diagnostics.iter().all(|said| said.code == "missing-card")
            );
        }
    }
}

/// Of a chain `ends` finds a way no longer than the one that was played, from the same square to the same.
#[test]
fn ends_finds_a_shortest_way_in_halma() {
    let mut shorter = 0;
    each(|game, _| {
        // The longest chain of the game.
        let Some(at) = (0..game.plies.len()).max_by_key(|at| game.plies[*at].len()) else { return };
        let (last, before) = (&game.plies[at], &game.plies[..at]);
        if game.rules.info.id != "halma" || last == "--" || !game.stands.is_empty() || game.lost.is_some() {
            return;
        }
        let squares: Vec<&str> = last.split('-').collect();
        let position = sound(&record(&game.rules, before, &[], None)).position.expect("a valid record has a position");
        let rules = game.rules.without("Starts").with("Setup", position).with("Notation", "ends".to_owned());
        let ends = format!("{}-{}", squares[0], squares[squares.len() - 1]);
        let seen = sound(&record(&rules, &[ends], &[], None));
        let way: Vec<&str> = seen.moves[0].split('-').collect();
        assert!(way.len() <= squares.len(), "{last} in {}", game.text);
        assert_eq!((way[0], way.last()), (squares[0], squares.last()));
        shorter += usize::from(way.len() < squares.len());
    });
    assert!(shorter > 5, "{shorter}");
}
