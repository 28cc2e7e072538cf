//! Broken texts: nothing panics, no record spoils another, no ply is made up.

use scoresheet::{Report, Severity};

use super::games::{each, games};
use super::text::{all, broken, fate, one, parts};

#[test]
fn reading_depends_on_no_block() {
    each(|game, rng| {
        let mut bytes = broken(&game.text, rng).into_bytes();
        bytes.push(rng.u8(..));
        oracles::targets::record(&bytes);
    });
}

#[test]
fn a_broken_record_spoils_no_other() {
    each(|game, rng| {
        let other = rng.choice(games()).expect("games");
        let broken = broken(&other.text, rng);
        // The broken text is closed off by nothing but the tags of the record after it.
        let reports = all(&format!("{}\n{broken}\n\n{}", game.text, game.text));
        let last = reports.last().expect("a record");
        assert_eq!(fate(last), fate(&game.report), "{broken}");
    });
}

/// What is true of any report.
fn check(report: &Report, text: &str) {
    assert_eq!(report.valid, report.diagnostics.iter().all(|said| said.severity != Severity::Error), "{text}");
    assert_eq!(report.plies as usize, report.moves.len(), "{text}");
    let unread = report.diagnostics.iter().find(|said| said.code == "bad-move" && said.variation.is_empty());
    if let Some(ply) = unread.and_then(|said| said.ply) {
        assert!(report.plies < ply, "a ply was appended after one that could not be read: {text}");
    }
}

#[test]
fn no_game_is_invented() {
    let mut replayed = 0;
    each(|game, rng| {
        for _ in 0..4 {
            let text = broken(&game.text, rng);
            all(&text).iter().for_each(|report| check(report, &text));
            // With sound tags the moves alone give the same position.
            let (head, body) = parts(&game.text);
            let text = format!("{head}{}", broken(body, rng).replace('[', "|"));
            let report = one(&text);
            check(&report, &text);
            if report.diagnostics.is_empty() && !body.contains('/') {
                let head: String =
                    head.lines().filter(|line| !line.starts_with("[Result")).map(|line| format!("{line}\n")).collect();
                let again = one(&format!("{head}{}", report.moves.join(", ")));
                assert_eq!((&again.moves, &again.position), (&report.moves, &report.position), "{text}");
                replayed += 1;
            }
        }
    });
    assert!(replayed > 50, "{replayed}");
}
