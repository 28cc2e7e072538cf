//! Identification: a sound record without a tag is found to be what it is, or said to be one of several.

use std::collections::BTreeMap;

use fastrand::Rng;
use scoresheet::Defaults;
use scoresheet::formats::{Records, transcript::Transcripts};
use scoresheet::mend::identify::{Identified, Identifier, Verdict};

use super::games::record;
use super::table::{Rules, table};
use super::text::{canonical, converted, one, parts};

/// The rules that `identify` tries: every variant that needs no tag, on every usual board, with every side that may begin.
fn tried() -> Vec<Rules> {
    let plain = |rules: &Rules| rules.tags.iter().all(|(name, _)| ["Game", "Variant"].contains(name));
    let on_boards = table().into_iter().filter(plain).flat_map(|rules| {
        let boards = rules.info.usual_boards.iter();
        boards.map(|board| rules.with("Board", (*board).to_owned())).collect::<Vec<_>>()
    });
    let all = on_boards.flat_map(|rules| {
        let sides = if rules.info.any_side_begins { rules.info.sides } else { &[] };
        let begun = sides.iter().map(|side| rules.with("Starts", side.name.to_owned()));
        begun.chain(sides.is_empty().then(|| rules.clone())).collect::<Vec<_>>()
    });
    all.filter(|rules| rules.start().is_some()).collect()
}

/// The plies of a random game. It keeps to a part of the board, so that some games end.
fn plies(rules: &Rules, rng: &mut Rng) -> Vec<String> {
    let (most, width) = (rng.usize(1..50), rng.usize(3..14));
    let mut position = rules.start().expect("rules that can be played");
    let mut plies = Vec::new();
    while plies.len() < most {
        let legal = position.legal();
        let Some(ply) = rng.choice(&legal[..width.min(legal.len())]) else { break };
        position.play(ply).expect("a legal ply");
        plies.push(ply.clone());
    }
    plies
}

fn identified(identifier: &mut Identifier, text: &str) -> Identified {
    let mut records = Transcripts::new(text.as_bytes(), scoresheet::MAX_RECORD).expect("a slice can be read");
    let record = records.next().expect("a slice can be read").expect("a record");
    assert!(record.parts.tags.is_empty(), "{text}");
    identifier.identify(&record, 5)
}

#[test]
fn a_record_without_tags_is_what_it_was_or_one_of_several() {
    let mut identifier = Identifier::new(&Defaults::default());
    // By game: how many records were found out, how many are one of several, how many of a game that has ended.
    let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for (index, rules) in tried().iter().enumerate() {
        let mut rng = Rng::with_seed(index as u64);
        for _ in 0..3 {
            let text = canonical(&record(rules, &plies(rules, &mut rng), &[], None));
            let has_ended = one(&text).outcome.outcome.is_end();
            for system in rules.info.systems() {
                let Ok(text) = converted(&text, Some(system)) else { continue };
                let body = parts(&text).1;
                let found = identified(&mut identifier, body);
                let is_right = |place: usize| {
                    let candidate = &found.candidates[place];
                    (candidate.game, candidate.notation) == (rules.info.id, system.name())
                };
                let said = || format!("{system} of {text}\n{found:#?}");
                let first = found.candidates.first().unwrap_or_else(|| panic!("nothing is found in {}", said()));
                let count = counts.entry(rules.info.id).or_default();
                count[2] += usize::from(has_ended);
                match found.verdict {
                    Verdict::None => panic!("all plies are legal in {}", said()),
                    // A game that comes to its end says more than one that goes on.
                    _ if first.ends && !has_ended => {}
                    Verdict::Certain => {
                        assert!(is_right(0), "{}", said());
                        count[0] += 1;
                    }
                    Verdict::Ambiguous => {
                        let mut good = (0..found.candidates.len()).filter(|place| found.candidates[*place].as_good);
                        assert!(good.any(is_right), "{}", said());
                        count[1] += 1;
                    }
                }
            }
        }
    }
    assert_eq!(counts.len(), 5, "{counts:?}");
    let sums = |place: usize| counts.values().map(|count| count[place]).sum::<usize>();
    assert!((0..3).all(|place| sums(place) > 100), "{counts:?}");
}
