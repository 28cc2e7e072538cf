//! Records as text: judged, converted, broken.

use fastrand::Rng;
use scoresheet::{Checker, Defaults, OwnedRecord, Report, System, Target, records, report, validate};

/// The reports of a text.
pub(crate) fn all(text: &str) -> Vec<Report> {
    validate(text.as_bytes(), "law", Defaults::default()).expect("a slice can be read")
}

/// The report of a text that is one record.
pub(crate) fn one(text: &str) -> Report {
    let mut reports = all(text);
    assert_eq!(reports.len(), 1, "{text}");
    reports.remove(0)
}

/// The same of a record that must be valid.
pub(crate) fn sound(text: &str) -> Report {
    let report = one(text);
    assert!(report.valid, "{text}\n{:?}", report.diagnostics);
    report
}

fn record(text: &str) -> OwnedRecord {
    records(text.as_bytes()).next().expect("a record").expect("a slice can be read")
}

/// A record in another system or in its own, or what was said instead.
pub(crate) fn converted(text: &str, system: Option<System>) -> Result<String, Box<Report>> {
    record(text).convert(Target { system, ..Target::default() })
}

pub(crate) fn canonical(text: &str) -> String {
    converted(text, None).unwrap_or_else(|report| panic!("{text}\n{:?}", report.diagnostics))
}

/// The report of a record where only canonical text is accepted.
pub(crate) fn strictly(text: &str) -> Report {
    use scoresheet::formats::{Records, transcript::Transcripts};
    let mut records = Transcripts::new(text.as_bytes(), scoresheet::MAX_RECORD).expect("a slice can be read");
    let record = records.next().expect("a slice can be read").expect("a record");
    report("law", &record, &mut Checker::new(Defaults::default()).strict(true))
}

/// What comes of a record, to be compared with another: plies, position, outcome, plies that stood or lost.
pub(crate) fn fate(report: &Report) -> (bool, Vec<String>, Option<String>, String, Option<String>, Vec<u32>) {
    let outcome = serde_json::to_string(&report.outcome).expect("JSON");
    let Report { valid, moves, position, attempted, stands, .. } = report;
    (*valid, moves.clone(), position.clone(), outcome, attempted.clone(), stands.clone())
}

/// A canonical record in two: its tags with the blank line, and its movetext.
pub(crate) fn parts(text: &str) -> (&str, &str) {
    text.find("\n\n").map_or((text, ""), |at| text.split_at(at + 2))
}

/// What a text is broken with.
static PIECES: &[&str] = &[
    "[Game \"forza4\"]\n",
    "[Game \"gomoku\"]",
    "[Stands \"2,5\"]\n",
    "[Result \"White\"]\n",
    "[Options \"four\"]\n",
    "[Termination \"illegal\"]\n",
    "[Termination \"foul\"]\n",
    "[White \"Zoë\"]\n",
    "[Bro ken]\n",
    "[Board \"5x5\"]\n",
    "[Notation \"sgf\"]\n",
    "[Setup \"5/5/5/5/5 B\"]\n",
    "\n",
    "\n\n",
    " ",
    "1.",
    "3.",
    "1...",
    " ...",
    ",",
    ";",
    "c",
    " d",
    "c1",
    " h9 ",
    "z99999999999 ",
    "0,0",
    "aa",
    "--",
    "—— ",
    "(",
    ")",
    "{",
    "}",
    "{x}",
    "{[%stands]}",
    "# y\n",
    "!",
    "?!",
    "White",
    "1-0",
    "*",
    "/",
    " / ",
    "335",
    "0",
    "é",
    "[",
    "]",
    "\"",
    "\u{1a}",
    "+",
    "-",
    "swap ",
    "c3–c4 ",
    "24 Pb4",
    "3r ",
    " =a3-d3",
    " xe3-h1",
    "3r --",
    "a1-a2-a3 ",
];

/// A text with a few pieces put in, taken out or said twice.
pub(crate) fn broken(text: &str, rng: &mut Rng) -> String {
    let mut text = text.to_owned();
    for _ in 0..rng.usize(1..6) {
        let at = |text: &str, rng: &mut Rng| {
            (0..100).map(|_| rng.usize(..=text.len())).find(|at| text.is_char_boundary(*at))
        };
        let (from, to) = (at(&text, rng).unwrap_or(0), at(&text, rng).unwrap_or(0));
        let (from, to) = (from.min(to), from.max(to));
        match rng.u8(..8) {
            0 => text.replace_range(from..to.min(text.len()), ""),
            1 => {
                let twice = text[from..to].to_owned();
                text.insert_str(from, &twice);
            }
            _ => text.insert_str(to, rng.choice(PIECES).expect("pieces")),
        }
    }
    text
}
