//! Mending: a sound record with one mistake is mended, and whatever is proposed makes a sound record.

use fastrand::Rng;
use scoresheet::formats::{Records, transcript::Transcripts};
use scoresheet::mend::confusions::{Confusions, Source};
use scoresheet::mend::identify::{Identified, Identifier, Verdict};
use scoresheet::mend::repair::{Kind, Mended, Mender, Options};
use scoresheet::{Defaults, System};

use super::games::{Game, each, record};
use super::text::{all, broken_in, converted, one, parts};

/// A record with a mistake, and what it costs to undo it.
struct Damaged {
    kind: Kind,
    text: String,
    cost: u32,
}

fn mend(text: &str, effort: u64) -> Mended {
    mended(text, effort, 100_000)
}

fn mended(text: &str, effort: u64, limit: usize) -> Mended {
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
            let wrong = if game.report.outcome.winner == sides { "draw" } else { sides };
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
        let mended = mend(&damaged.text, EFFORT);
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

/// A text with one or two changes of any kind: signs exchanged, lost, doubled or taken for others, pieces of other records put
/// in, pieces of its own said twice or left out.
fn changed(text: &str, rng: &mut Rng) -> String {
    let mut text = text.to_owned();
    for _ in 0..rng.usize(1..3) {
        let mut letters: Vec<char> = text.chars().collect();
        let body = parts(&text).0.chars().count();
        // Most slips are in the movetext.
        let from = if rng.u8(..5) > 0 && body + 1 < letters.len() { body } else { 0 };
        let at = rng.usize(from..letters.len() - 1);
        match rng.u8(..7) {
            0 => letters.swap(at, at + 1),
            1 => drop(letters.remove(at)),
            2 => letters.insert(at, letters[at]),
            3 | 4 => letters[at] = rng.choice(*b"abcdeghilmnoOS0123456789 ,;./-=xPR*!?").expect("signs").into(),
            _ => letters = broken_in(&text, 1, rng).chars().collect(),
        }
        text = letters.into_iter().collect();
    }
    text
}

/// Plies that may be replayed besides the effort: a search looks at the effort before each thing that it tries, and the few
/// changes of tags, results and signs are tried whatever the effort.
fn besides(plies: u32) -> u64 {
    400 * (u64::from(plies) + 10)
}

#[test]
fn whatever_the_damage_every_proposal_is_sound() {
    const EFFORT: u64 = 2_000;
    let (mut records, mut proposals) = (0, 0);
    each(|game, rng| {
        let systems: Vec<System> = game.rules.info.systems().collect();
        let system = rng.choice(&systems).copied();
        let text = converted(&game.text, system).unwrap_or_else(|_| game.text.clone());
        let damaged = changed(&text, rng);
        if all(&damaged).len() != 1 || one(&damaged).valid {
            return;
        }
        let mended = mended(&damaged, EFFORT, 6);
        records += 1;
        assert!(mended.spent <= EFFORT + besides(game.report.plies), "{} plies replayed\n{damaged}", mended.spent);
        for proposal in &mended.proposals {
            let draft = &proposal.drafts.last().expect("a draft").text;
            let said = || format!("{damaged}\n{}\n{draft}", proposal.in_words());
            assert_eq!(all(draft).len(), 1, "{}", said());
            let report = one(draft);
            assert!(report.valid, "{}\n{:?}", said(), report.diagnostics);
            assert_eq!(report.plies, proposal.plies, "{}", said());
            proposals += 1;
        }
    });
    assert!(records > 300 && proposals > records, "{records} {proposals}");
}

fn identified(text: &str) -> Identified {
    let mut records = Transcripts::new(text.as_bytes(), scoresheet::MAX_RECORD).expect("a slice can be read");
    let record = records.next().expect("a slice can be read").expect("a record");
    Identifier::new(&Defaults::default()).identify(&record, 5)
}

/// Records without the tags that say what they are. What they were is the answer, or one of several that are equally good.
#[test]
fn what_a_record_was_is_found_without_its_tags() {
    let (mut right, mut wrong) = (0, Vec::new());
    each(|game, rng| {
        let systems: Vec<System> = game.rules.info.systems().filter(|system| !system.is_diagram()).collect();
        let system = rng.choice(&systems).copied();
        let Ok(text) = converted(&game.text, system) else { return };
        let report = one(&text);
        let says = ["Game", "Variant", "Board", "Starts", "Notation"];
        let (head, body) = parts(&text);
        let is_said = |line: &str| says.iter().any(|tag| line.starts_with(&format!("[{tag} ")));
        let board = report.board.expect("a board").to_string();
        // Options, positions to start from and other boards cannot be found by trying.
        if !head.lines().all(|line| line.is_empty() || is_said(line))
            || !game.rules.info.usual_boards.contains(&board.as_str())
            || report.plies < 2
            || !report.stands.is_empty()
        {
            return;
        }
        let bare = format!("[Event \"?\"]\n\n{body}");
        let found = identified(&bare);
        let starts = game.rules.value("Starts");
        let is_truth = |candidate: &scoresheet::mend::identify::Candidate| {
            let same = (Some(candidate.game), Some(candidate.variant), Some(candidate.notation))
                == (report.game, report.variant, report.notation);
            same && candidate.board.to_string() == board && starts.is_none_or(|starts| candidate.starts == starts)
        };
        let place = found.candidates.iter().position(is_truth);
        let is_right = place.is_some_and(|at| {
            at == 0 && !found.candidates[0].as_good || found.candidates[at].as_good && found.verdict != Verdict::None
        });
        match is_right {
            true => right += 1,
            false => wrong.push(format!("{text}\n{:?}: {:?}", found.verdict, found.candidates.first())),
        }
    });
    assert!(right > 300, "{right}");
    assert!(wrong.len() * 99 <= right, "{right} right, {} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
