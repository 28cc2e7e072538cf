//! Audits judge many records at once: each verdict, diagnostic and count is the one that the record gets alone.
#![cfg(feature = "archive")]

use fastrand::Rng;
use scoresheet::audit::{Feeder, Options, Products, Progress, ReportForm, Summary, run};
use scoresheet::formats::Format;
use scoresheet::report::json;
use scoresheet::{Defaults, System};

use super::games::games;
use super::text::{all, broken, converted};

pub(crate) fn audited(text: &str, format: Format, options: &Options) -> (String, Summary) {
    let mut report = Vec::new();
    let products = Products { report: &mut report, rejects: None, page: None };
    let feed =
        |feeder: &mut Feeder<'_>| feeder.input("law", format, &mut text.as_bytes()).expect("an audit that goes on");
    let summary = run(options, &Progress::default(), feed, products).expect("memory can be written");
    (String::from_utf8(report).expect("reports are text"), summary)
}

/// Audits a text with cuts after so many bytes and holds it against what is said of its records one by one.
fn check(text: &str, chunk: usize) {
    let reports = all(text);
    let lines: Vec<String> = reports
        .iter()
        .map(|report| {
            let mut line = Vec::new();
            json::write(report, &mut line);
            String::from_utf8(line).expect("JSON is text")
        })
        .collect();
    let options = Options { chunk, jobs: 2, defaults: Defaults::default(), ..Options::default() };
    let (found, summary) = audited(text, Format::TRANSCRIPT, &Options { form: ReportForm::Jsonl, ..options.clone() });
    for (found, line) in found.lines().zip(&lines) {
        assert_eq!(found, line);
    }
    assert_eq!(found.lines().count(), lines.len());
    let valid = reports.iter().filter(|report| report.valid).count() as u64;
    assert_eq!((summary.tally.records(), summary.tally.valid), (reports.len() as u64, valid));
    // Where no report is asked for, the records are judged more quickly.
    let (_, quick) = audited(text, Format::TRANSCRIPT, &Options { form: ReportForm::Nothing, ..options });
    assert_eq!(quick.json(), summary.json());
}

/// Records of all games by the same rules next to each other, some in other systems.
fn archive(rng: &mut Rng) -> Vec<String> {
    let other = |text: &str, system: System| converted(text, Some(system)).ok();
    games()
        .iter()
        .map(|game| {
            rng.choice(game.rules.info.systems().collect::<Vec<_>>())
                .filter(|_| rng.u8(..3) == 0)
                .and_then(|system| other(&game.text, system))
                .unwrap_or(game.text.clone())
        })
        .collect()
}

#[test]
fn an_audit_of_sound_records_says_what_each_of_them_gets() {
    let texts = archive(&mut Rng::with_seed(1));
    let text = texts.join("\n");
    assert_eq!(all(&text).iter().filter(|report| report.valid).count(), texts.len());
    for chunk in [2000, 1 << 20] {
        check(&text, chunk);
    }
}

#[test]
fn an_audit_of_broken_records_says_what_each_of_them_gets() {
    let mut rng = Rng::with_seed(2);
    // A result that the board may disprove is wrong as well, in a text that is sound otherwise.
    let claim = |text: &str, rng: &mut Rng| {
        let tags: Vec<&str> = text.lines().filter(|line| !line.starts_with("[Result")).collect();
        let winner = rng.choice(["White", "Red", "Black", "Green", "Blue", "draw"]).expect("names");
        tags.join("\n").replacen("\n\n", &format!("\n[Result \"{winner}\"]\n\n"), 1) + "\n"
    };
    let break_some = |text: String, rng: &mut Rng| match rng.u8(..4) {
        0 => text,
        1 => claim(&text, rng),
        _ => broken(&text, rng),
    };
    let texts: Vec<String> =
        archive(&mut Rng::with_seed(3)).into_iter().map(|text| break_some(text, &mut rng)).collect();
    let text = texts.join("\n");
    assert!(all(&text).iter().filter(|report| !report.valid).count() > texts.len() / 8);
    for chunk in [700, 50_000] {
        check(&text, chunk);
    }
}
