//! Mending: a sound record with one mistake is mended, and whatever is proposed makes a sound record.

use fastrand::Rng;
use scoresheet::Defaults;
use scoresheet::formats::{Records, transcript::Transcripts};
use scoresheet::mend::confusions::{Confusions, Source};
use scoresheet::mend::repair::{Kind, Mended, Mender, Options};

use super::games::{Game, each, record};
use super::text::{one, parts};

/// A record with a mistake, and what it costs to undo it.
struct Damaged {
    kind: Kind,
    text: String,
    cost: u32,
}

fn mend(text: &str, effort: u64, limit: usize) -> Mended {
    let mut records = Transcripts::new(text.as_bytes(), scoresheet::MAX_RECORD).expect("a slice can be read");
    let record = records.next().expect("a slice can be read").expect("a record");
    let options = Options { effort, limit, ..Options::default() };
    Mender::new(Defaults::default(), options).mend(&record, &Default::default())
}

/// The words of movetext that are plies, where every ply is one word.
fn words(body: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    for word in body.split_inclusive([' ', '\n', ',', ';']) {
        let start = at;
        at += word.len();
        let ply = word.trim_end_matches([' ', '\n', ',', ';']);
        if !ply.is_empty() && !ply.ends_with('.') && ply != "/" {
            found.push(start..start + ply.len());
        }
    }
    found
}

fn damaged(game: &Game, kind: Kind, rng: &mut Rng) -> Option<Damaged> {
    let (head, body) = parts(&game.text);
    let plies = &game.plies;
    let is_plain = game.lost.is_none() && game.stands.is_empty() && !game.text.contains('/');
    // Plies of Le File are several words.
    let words = words(body);
    let is_simple = is_plain && words.len() == plies.len() && !game.text.contains("swap");
    let with =
        |at: &std::ops::Range<usize>, text: &str| format!("{head}{}{text}{}", &body[..at.start], &body[at.end..]);
    let again = |plies: &[String]| record(&game.rules, plies, &[], None);
    let done = |text: String, cost: u32| Some(Damaged { kind, text, cost });
    match kind {
        Kind::Result if game.report.outcome.outcome.is_end() => {
            let sides = game.rules.start()?.turn();
            let wrong = if game.report.outcome.winner == Some(sides) { "draw" } else { sides };
            let text = game.text.replacen("\n\n", &format!("\n[Result \"{wrong}\"]\n\n"), 1);
            done(text, 1)
        }
        Kind::Misread if is_simple => {
            let at = rng.choice(&words)?;
            let others = Confusions::default().meant(&body[at.clone()]);
            let others: Vec<_> = others.into_iter().filter(|(_, source)| *source != Source::Slip).collect();
            done(with(at, &rng.choice(&others)?.0), 1)
        }
        Kind::Wrong if is_simple => {
            let (at, other) = (rng.choice(&words)?, rng.choice(&words)?);
            done(with(at, &body[other.clone()]), 2)
        }
        Kind::Swapped if is_simple && words.len() > 1 => {
            let at = rng.usize(..words.len() - 1);
            let mut plies = plies.clone();
            plies.swap(at, at + 1);
            done(again(&plies), 1)
        }
        Kind::Omitted if is_plain && plies.len() > 1 => {
            let mut plies = plies.clone();
            plies.remove(rng.usize(..plies.len()));
            done(again(&plies), 2)
        }
        Kind::Extra if is_plain && !plies.is_empty() => {
            let (at, mut plies) = (rng.usize(..plies.len()), plies.clone());
            let ply = plies[at].clone();
            let (to, cost) = if rng.bool() { (at + 1, 1) } else { (rng.usize(..=plies.len()), 2) };
            plies.insert(to, ply);
            done(again(&plies), cost)
        }
        Kind::Cut if is_plain && game.report.outcome.outcome.is_end() && !plies.is_empty() => {
            let mut plies = plies.clone();
            plies.push(plies[0].clone());
            done(again(&plies), 1)
        }
        Kind::Stood if game.stands.len() == 1 && game.lost.is_none() => done(record(&game.rules, plies, &[], None), 2),
        Kind::Side if is_plain && body.starts_with("1. ..., ") => done(game.text.replacen("..., ", "", 1), 1),
        Kind::Tag if game.text.contains("[Starts ") => {
            let lines = game.text.lines().filter(|line| !line.starts_with("[Starts "));
            done(lines.map(|line| format!("{line}\n")).collect(), 1)
        }
        Kind::Notation if is_simple && !game.text.contains("[Notation ") => {
            let other = game.rules.info.systems().nth(1)?;
            done(game.text.replacen("\n\n", &format!("\n[Notation \"{other}\"]\n\n"), 1), 1)
        }
        _ => None,
    }
}

/// Few plies are replayed, so that the law ends soon; what is asked of a complete search is asked where it is complete.
const EFFORT: u64 = 6_000;

#[test]
fn one_mistake_is_mended_and_every_proposal_is_sound() {
    let mut counts = [[0_usize; 3]; Kind::ALL.len()];
    let mut number = 0;
    each(|game, rng| {
        number += 1;
        let first = number % Kind::ALL.len();
        let kinds = (0..Kind::ALL.len()).map(|turn| Kind::ALL[(first + turn) % Kind::ALL.len()]);
        let Some(damaged) = kinds.into_iter().find_map(|kind| damaged(game, kind, rng)) else { return };
        if one(&damaged.text).valid {
            return;
        }
        let mended = mend(&damaged.text, EFFORT, 100_000);
        let said = || format!("{:?} of\n{}\nfrom\n{}", damaged.kind, damaged.text, game.text);
        assert!(mended.error.is_some(), "{}", said());
        for proposal in mended.proposals.iter().take(8) {
            let text = &proposal.drafts.last().expect("a draft").text;
            let report = one(text);
            assert!(report.valid, "{}\n{}\n{text}", said(), proposal.in_words());
            assert_eq!(report.plies, proposal.plies, "{text}");
        }
        let costs: Vec<u32> = mended.proposals.iter().map(|proposal| proposal.cost).collect();
        assert!(costs.is_sorted(), "{costs:?}");
        let count = &mut counts[Kind::ALL.iter().position(|kind| *kind == damaged.kind).expect("a kind")];
        count[0] += 1;
        if !mended.complete {
            return;
        }
        count[1] += 1;
        assert!(costs.first().is_some_and(|cost| *cost <= damaged.cost), "{costs:?} {}", said());
        let is_truth = |text: &str| {
            let report = one(text);
            (report.moves, report.position) == (game.report.moves.clone(), game.report.position.clone())
        };
        let truths = mended
            .proposals
            .iter()
            .filter(|proposal| proposal.drafts.last().is_some_and(|draft| is_truth(&draft.text)));
        assert!(truths.count() > 0, "{}", said());
        count[2] += 1;
    });
    let tried = |kind: Kind| counts[Kind::ALL.iter().position(|other| *other == kind).expect("a kind")];
    for kind in Kind::ALL {
        assert!(tried(kind)[0] > 0, "{kind:?} {counts:?}");
    }
    assert!(counts.iter().map(|count| count[2]).sum::<usize>() > 100, "{counts:?}");
}

/// The movetext with one random slip of the pen: a sign that is another, is lost, comes twice or before its neighbour.
fn slipped(body: &str, rng: &mut Rng) -> String {
    const SIGNS: &[u8] = b"abcdefghijklmnop0123456789,;.-/+ ";
    let mut signs: Vec<char> = body.chars().collect();
    let at = rng.usize(..signs.len());
    match rng.u8(..5) {
        0 => drop(signs.remove(at)),
        1 => signs.insert(at, signs[at]),
        2 => signs.swap(at, (at + 1) % body.chars().count()),
        _ => signs[at] = char::from(*rng.choice(SIGNS).expect("signs")),
    }
    signs.into_iter().collect()
}

/// Whatever a slip makes of a sound record, every proposal is a record that is valid, with as many plies as it says, and that
/// changes nothing where nothing is wrong.
#[test]
fn every_proposal_for_a_slip_is_sound() {
    let mut counts = std::collections::BTreeMap::<&str, [usize; 2]>::new();
    let mut number = 0;
    each(|game, rng| {
        number += 1;
        // Each third game is enough: the law is about single signs.
        if number % 3 > 0 {
            return;
        }
        let (head, body) = parts(&game.text);
        if body.is_empty() {
            return;
        }
        let text = format!("{head}{}", slipped(body, rng));
        let count = counts.entry(game.rules.info.id).or_default();
        let mended = mend(&text, 2_000, 40);
        if one(&text).valid {
            assert!(mended.error.is_none() && mended.proposals.is_empty(), "{text}");
            return;
        }
        count[0] += 1;
        for proposal in &mended.proposals {
            let mended = &proposal.drafts.last().expect("a draft").text;
            let report = one(mended);
            assert!(report.valid, "{text}\n{}\n{mended}\n{:?}", proposal.in_words(), report.diagnostics);
            assert_eq!((report.plies, &report.outcome), (proposal.plies, &proposal.outcome), "{text}\n{mended}");
            count[1] += 1;
        }
    });
    assert!(counts.len() == 5 && counts.values().all(|[slips, given]| *slips > 10 && *given > 10), "{counts:?}");
}
