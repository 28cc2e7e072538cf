//! Random records, also damaged ones, judged by the program and by a second implementation of every game that shares no
//! code with it. The fuzz targets ask the same of the bytes that they make up; here the bytes come from a seed.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use fastrand::Rng;
use oracles::targets::{self, Game, input};
use scoresheet::Report;

/// How many records of each game are judged.
const RECORDS: usize = 2000;

/// Bytes that make a record: some are read as they are, most as choices among plies that are legal or nearly so.
fn bytes(game: Game, rng: &mut Rng) -> Vec<u8> {
    let length = if rng.u8(..8) == 0 { rng.usize(..300) } else { rng.usize(..60) };
    // The higher a byte, the likelier it is no ply: a record of plies alone gets further.
    let most = [0xaf, 0xbf, 0xdf, 0xff][rng.usize(..4)];
    let mut bytes: Vec<u8> = (0..length).map(|_| rng.u8(..=most)).collect();
    // Tags that are rare come in half of the records.
    let plain = rng.bool();
    bytes.extend((0..8).map(|_| if plain { rng.u8(..) | 0x0c } else { rng.u8(..) }));
    let mode = if rng.bool() { 2 } else { 3 };
    let bits = if game == Game::Forza4 { rng.u8(..) & 0x84 } else { rng.u8(..) & 0x80 };
    bytes.push(game.bits() | mode | bits);
    bytes
}

/// Judges what `bytes` make; where the two implementations differ, the record is shown.
fn judge(bytes: &[u8]) -> Vec<Report> {
    catch_unwind(AssertUnwindSafe(|| targets::replay(bytes))).unwrap_or_else(|panic| {
        let made = input(bytes).expect("bytes that were judged");
        eprintln!("{}\nin this record, with {:?}:", "=".repeat(80), made.defaults);
        eprintln!("{}\n{}", String::from_utf8_lossy(&made.text), "=".repeat(80));
        if std::env::var("ALL").is_ok() { return Vec::new(); }
        resume_unwind(panic)
    })
}

/// Judges records of a game; how often each code and each reason occurred.
fn judge_many(game: Game, seed: u64) -> BTreeMap<String, usize> {
    let (mut rng, mut seen) = (Rng::with_seed(seed), BTreeMap::new());
    for _ in 0..RECORDS {
        for report in judge(&bytes(game, &mut rng)) {
            let outcome = report.outcome.outcome;
            let mut said: Vec<String> = report.diagnostics.iter().map(|found| found.code.to_owned()).collect();
            said.push(format!("{outcome:?}"));
            said.push(if report.valid { "valid" } else { "invalid" }.to_owned());
            said.into_iter().for_each(|said| *seen.entry(said).or_default() += 1);
        }
    }
    seen
}

#[test]
fn plus4_is_judged_as_its_rules_say() {
    println!("{:#?}", judge_many(Game::Plus4, 4));
}
#[test]
fn forza4() {
    println!("{:#?}", judge_many(Game::Forza4, 4));
}
#[test]
fn gomoku() {
    println!("{:#?}", judge_many(Game::Gomoku, 4));
}
#[test]
fn halma() {
    println!("{:#?}", judge_many(Game::Halma, 4));
}
#[test]
fn lefile() {
    println!("{:#?}", judge_many(Game::LeFile, 4));
}
