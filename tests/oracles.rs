//! Random records, also damaged ones, judged by the program and by a second implementation of every game that shares no
//! code with it. The fuzz targets ask the same of the bytes that they make up; here the bytes come from a seed.

#![expect(clippy::print_stderr, reason = "a record on which the two differ is shown")]

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use fastrand::Rng;
use oracles::targets::{self, Game, input};
use scoresheet::{Outcome, Report};

/// Bytes that make a record: choices of tags and of plies that are legal or nearly so.
fn bytes(game: Game, rng: &mut Rng) -> Vec<u8> {
    let length = if rng.u8(..4) == 0 { rng.usize(..250) } else { rng.usize(..60) };
    // The highest bytes are no plies: without them a record gets further.
    let most = [0xaf, 0xbf, 0xdf, 0xff][rng.usize(..4)];
    let mut bytes: Vec<u8> = (0..length).map(|_| rng.u8(..=most)).collect();
    if rng.u8(..4) == 0 {
        // All points of a field of 5 x 5, or each column six times: lines come about, and small boards are filled.
        bytes = match game {
            Game::Gomoku => (0..25).map(|point| 3 + point % 5 + 14 * (3 + point / 5)).collect(),
            _ => (0..42).collect(),
        };
        rng.shuffle(&mut bytes);
        // A few are something else.
        for _ in 0..rng.usize(..3) {
            let (at, other) = (rng.usize(..bytes.len()), rng.u8(0xe0..));
            bytes.splice(at..at, [other; 2]);
        }
    }
    bytes.extend((0..4).map(|_| rng.u8(..)));
    // Half of the records claim nothing.
    let plain = rng.bool();
    bytes.extend((0..4).map(|_| if plain { 0xfe } else { rng.u8(..) }));
    if game == Game::Gomoku && rng.u8(..3) == 0 {
        // Renju, whose rules are the longest: without options or with `opening-26`, mostly on larger boards.
        let choices = bytes.len() - 8;
        bytes[choices] = 5;
        bytes[choices + 1] |= 0x08;
        bytes[choices + 2] = if rng.u8(..3) == 0 { 7 } else { 8 };
    }
    let mode = if rng.bool() { 2 } else { 3 };
    bytes.push(game.bits() | mode | rng.u8(..) & 0x80);
    bytes
}

/// Damages a text: a byte changed, taken out, doubled or added somewhere behind the first line.
fn damage(text: &mut Vec<u8>, rng: &mut Rng) {
    let first = text.iter().position(|byte| *byte == b'\n').unwrap_or(0);
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(first..text.len());
        match rng.u8(..4) {
            0 => text[at] = *rng.choice(b"abcdg0127-+=*.,;/(){}!# ").expect("letters"),
            1 => drop(text.remove(at)),
            2 => text.insert(at, text[at]),
            _ => drop(text.splice(at..at, *rng.choice([b"...", b" --", b"1. "]).expect("words"))),
        }
        if text.len() <= first {
            text.push(b'\n');
        }
    }
}

/// The text up to the illegal ply that ended its first record, with a tag that says what came of it.
fn lost(text: &[u8], report: &Report, rng: &mut Rng) -> Option<Vec<u8>> {
    let fault =
        report.first_error().filter(|fault| fault.ply == Some(report.plies + 1) && fault.variation.is_empty())?;
    let first = text.iter().position(|byte| *byte == b'\n')? + 1;
    let tag = if rng.bool() { "[Termination \"illegal\"]\n" } else { "[Termination \"foul\"]\n" };
    let end = usize::try_from(fault.span[1]).ok().filter(|end| (first..=text.len()).contains(end))?;
    Some([&text[..first], tag.as_bytes(), &text[first..end]].concat())
}

/// Runs `judge`; where the two implementations differ, `data` is shown besides how.
fn shown<T>(data: &[u8], judge: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(judge)).unwrap_or_else(|panic| {
        let line = "=".repeat(80);
        match input(data) {
            Some(made) => {
                let text = String::from_utf8_lossy(&made.text);
                eprintln!("{line}\nof this record, with {:?}:\n{text}\n{line}", made.defaults);
            }
            None => eprintln!("{line}\nof nothing\n{line}"),
        }
        resume_unwind(panic)
    })
}

/// Judges records of a game, each as it was made and damaged, and the position that it comes to. Every code in `wanted`
/// and every reason for an end must have occurred, so that the test cannot come to judge nothing.
fn judge_many(game: Game, records: usize, position: u8, wanted: &str) {
    let (mut seeds, mut seen) = (Rng::with_seed(20), BTreeSet::new());
    let mut note = |reports: &[Report]| {
        for report in reports {
            seen.extend(report.diagnostics.iter().map(|found| found.code));
            match report.outcome.outcome {
                Outcome::Win { ending, .. } | Outcome::Draw { ending } => drop(seen.insert(ending.code)),
                Outcome::Unfinished => {}
            }
        }
    };
    for _ in 0..records {
        // What one record comes to does not change those after it.
        let mut rng = seeds.fork();
        let data = bytes(game, &mut rng);
        let reports = shown(&data, || targets::replay(&data));
        note(&reports);
        let made = input(&data).expect("bytes that were judged").text;
        let mut damaged = made.clone();
        damage(&mut damaged, &mut rng);
        let lost = reports.first().and_then(|report| lost(&made, report, &mut rng));
        for mut text in [Some(damaged), lost].into_iter().flatten() {
            // The text is judged as it is, and not as choices.
            text.push(game.bits());
            note(&shown(&text, || targets::replay(&text)));
        }
        if let Some(text) = reports.first().and_then(|report| report.position.as_ref()).filter(|_| rng.u8(..8) == 0) {
            let mut text = text.as_bytes().to_vec();
            if rng.bool() {
                let at = rng.usize(..text.len());
                text[at] = *rng.choice(b"WRBGPprb1234/ ").expect("letters");
            }
            text.push(position | rng.u8(..) & if position & 0x40 == 0 { 0x07 } else { 0x0f });
            let record = [&text[..text.len() - 1], &[0]].concat();
            shown(&record, || targets::position(&text));
        }
    }
    let missing: Vec<&str> = wanted.split_whitespace().filter(|code| !seen.contains(code)).collect();
    assert!(missing.is_empty(), "{missing:?} never occurred; {seen:?} did");
}

/// The inputs that the fuzz targets begin with, among them those on which one of them has failed.
#[test]
fn what_fuzzing_begins_with_and_has_found_is_judged_as_the_rules_say() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/seeds");
    let mut targets_met = BTreeSet::new();
    for seed in std::fs::read_dir(folder).expect("the seeds") {
        let path = seed.expect("a seed").path();
        let (name, data) = (path.file_name().expect("a name").to_string_lossy(), std::fs::read(&path).expect("a seed"));
        let (target, _) = name.split_once('-').expect("the name of a target");
        shown(&data, || match target {
            "record" => targets::record(&data),
            "replay" => drop(targets::replay(&data)),
            "lines" => targets::lines(&data),
            "position" => targets::position(&data),
            "foreign" => targets::foreign(&data),
            "sgf" => targets::sgf(&data),
            // The last byte makes choices, and these leave the text as it is.
            "transcript" => {
                targets::record(&[&data[..], &[0x80]].concat());
                targets::replay(&[&data[..], &[0x40]].concat());
            }
            _ => panic!("{name} is for no target"),
        });
        targets_met.insert(target.to_owned());
    }
    assert_eq!(targets_met.len(), 7, "{targets_met:?}");
}

#[test]
fn forza4_is_judged_as_its_rules_say() {
    let wanted =
        "line equalized board-full after-end column-full off-board wrong-square pass-not-allowed stands attempted";
    judge_many(Game::Forza4, 1000, 0, wanted);
}

#[test]
fn plus4_is_judged_as_its_rules_say() {
    let wanted = "line both-lines pieces-exhausted points points-tied after-end off-board no-supply bad-break \
                  pass-not-allowed stands attempted";
    judge_many(Game::Plus4, 2000, 0xc0, wanted);
}

#[test]
fn gomoku_is_judged_as_its_rules_say() {
    let wanted = "line board-full passes foul after-end off-board occupied wrong-phase \
                  swap-not-allowed extra-piece pro-centre forbidden stands attempted";
    judge_many(Game::Gomoku, 4000, 0x10, wanted);
}

#[test]
fn halma_is_judged_as_its_rules_say() {
    let wanted = "base-occupied marked-corner move-limit not-vacated after-end off-board no-piece not-own-piece \
                  occupied nothing-to-jump pass-not-allowed parlett-step parlett-jump jump-sum stands attempted";
    judge_many(Game::Halma, 2400, 0x18, wanted);
}

#[test]
fn lefile_is_judged_as_its_rules_say() {
    let wanted = "points off-board occupied wrong-phase not-drawn no-stock opponent-choice \
                  card-exhausted wrong-distance false-claim missing-card \
                  relocate-not-allowed bad-break stands attempted";
    judge_many(Game::LeFile, 1000, 0x40, wanted);
}
