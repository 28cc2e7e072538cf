//! Laws that hold for every game and every text, tried on random ones.

use std::io::Read;

use proptest::prelude::*;
use scoresheet::check::Checker;
use scoresheet::formats::{Records, transcript::Transcripts};
use scoresheet::{Defaults, Diagnostic, Report, System, Target, convert, report, validate};

/// A random game of Forza 4 as it stands in a record: board, options, beginner, columns.
#[derive(Debug, Clone)]
struct Game {
    columns: u8,
    rows: u8,
    equalizer: bool,
    red: bool,
    plies: Vec<u8>,
}

impl Game {
    /// The game with its illegal plies left out, as a canonical record in columns. Play stops at the end of the game.
    fn record(&self) -> String {
        let mut text = format!("[Game \"forza4\"]\n[Board \"{}x{}\"]\n", self.columns, self.rows);
        if self.equalizer {
            text.insert_str("[Game \"forza4\"]\n".len(), "[Options \"equalizer\"]\n");
        }
        if self.red {
            text.push_str("[Starts \"Red\"]\n");
        }
        text.push('\n');
        let tags = text.clone();
        let mut plies: Vec<String> = Vec::new();
        for ply in &self.plies {
            let letter = char::from(b'a' + ply % self.columns).to_string();
            plies.push(letter);
            let tried = one(&format!("{tags}{}", plies.join(" ")));
            if !tried.valid {
                plies.pop();
            } else if serde_json::to_value(&tried.outcome).expect("JSON")["kind"] != "unfinished" {
                break;
            }
        }
        if plies.is_empty() {
            return canonical(&tags);
        }
        canonical(&format!("{tags}{}\n", plies.join(" ")))
    }
}

fn game() -> impl Strategy<Value = Game> {
    (4..12_u8, 4..10_u8, any::<bool>(), any::<bool>(), prop::collection::vec(0..26_u8, 0..30))
        .prop_map(|(columns, rows, equalizer, red, plies)| Game { columns, rows, equalizer, red, plies })
}

/// The report of a text that is one record.
fn one(text: &str) -> Report {
    let mut reports = validate(text.as_bytes(), "law", Defaults::default()).expect("a slice can be read");
    assert_eq!(reports.len(), 1, "{text}");
    reports.remove(0)
}

/// A record in another system, or what was said instead.
fn converted(text: &str, system: Option<System>) -> Result<String, Vec<Diagnostic>> {
    let mut records = Transcripts::new(text.as_bytes(), 1 << 24).expect("a slice can be read");
    let (mut checker, mut out, mut said) = (Checker::new(Defaults::default()), String::new(), Vec::new());
    let target = Target { system, ..Target::default() };
    while let Some(record) = records.next().expect("a slice can be read") {
        if !convert(&record, &mut checker, target, &mut said, &mut out) {
            return Err(said);
        }
    }
    Ok(out)
}

fn canonical(text: &str) -> String {
    converted(text, None).expect("the record is valid")
}

/// Gives its bytes in pieces of a few at a time.
struct Drip<'t>(&'t [u8], usize);

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.len().min(self.1).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Text that looks like records, broken in places.
fn transcript_like() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "[Game \"forza4\"]\n",
        "[Game \"forza4\"]",
        "[Board \"5x4\"]\n",
        "[Stands \"2,5\"]\n",
        "[Result \"White\"]\n",
        "[Termination \"illegal\"]\n",
        "[Options \"equalizer\"]\n",
        "[White \"Zoë\"]\n",
        "[Bro ken]\n",
        "\n",
        "\n\n",
        " ",
        "1.",
        "2.",
        "3.",
        "1...",
        " ...",
        ",",
        ";",
        "; ",
        ", ",
        "c",
        "d",
        " c",
        " d",
        "c1",
        "d1",
        "h",
        "x9",
        "--",
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
        "335",
        "0",
        "é",
        "[",
        "]",
        "\"",
        "\u{1a}",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Any prefix of a valid game is valid, and its replay is a prefix of the replay.
    #[test]
    fn a_prefix_replays_to_a_prefix(game in game(), cut in 0.0..1.0_f64) {
        let text = game.record();
        let whole = one(&text);
        prop_assert!(whole.valid, "{text}");
        let keep = (whole.moves.len() as f64 * cut) as usize;
        let tags = text.split("\n\n").next().expect("tags").trim_end();
        let part = one(&format!("{tags}\n\n{}", whole.moves[..keep].join(" ")));
        prop_assert!(part.valid);
        prop_assert_eq!(&part.moves[..], &whole.moves[..keep]);
    }

    /// From every system to every other and back, a record says the same to the byte.
    #[test]
    fn conversion_round_trips(game in game()) {
        let text = game.record();
        let whole = one(&text);
        for name in ["columns", "squares", "digits", "digits0", "sgf", "diagram"] {
            let system = System::named(name);
            let there = match converted(&text, system) {
                Ok(there) => there,
                Err(said) => {
                    prop_assert_eq!(said[0].rule.code, "not-representable");
                    let most = if name == "digits" { 9 } else { 10 };
                    prop_assert!(name.starts_with("digits") && game.columns > most);
                    continue;
                }
            };
            let seen = one(&there);
            prop_assert!(seen.valid, "{}", there);
            prop_assert_eq!(&seen.moves, &whole.moves);
            prop_assert_eq!(&seen.position, &whole.position);
            prop_assert_eq!(canonical(&there), there.clone());
            let back = converted(&there, System::named("columns")).expect("columns say everything");
            // The tag Notation stays once it is there.
            prop_assert_eq!(back.replace("[Notation \"columns\"]\n", ""), text.clone());
        }
    }

    /// The position string after n plies is where replaying n plies leads, and a record can go on from it.
    #[test]
    fn a_position_string_is_the_position(game in game(), cut in 0.0..1.0_f64) {
        let text = game.record();
        let whole = one(&text);
        let keep = (whole.moves.len() as f64 * cut) as usize;
        let tags: String = text.lines().take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("[Starts"))
            .map(|line| format!("{line}\n")).collect();
        let start = one(&format!("{tags}{}\n{}", if game.red { "[Starts \"Red\"]\n" } else { "" }, whole.moves[..keep].join(" ")));
        let position = start.position.expect("a valid record has a position");
        let setup = format!("{tags}[Setup \"{position}\"]\n\n");
        prop_assert_eq!(one(&setup).position, Some(position.clone()));
        let rest = one(&format!("{setup}{}", whole.moves[keep..].join(" ")));
        prop_assert!(rest.valid, "{} {:?}", setup, rest.diagnostics);
        prop_assert_eq!(rest.position, whole.position);
        prop_assert_eq!(rest.outcome, whole.outcome);
    }

    /// Canonical text is accepted under `--strict`; one more space is not.
    #[test]
    fn canonical_text_is_strict(game in game(), place in 0..1000_usize) {
        let text = game.record();
        let strict = |text: &str| {
            let mut records = Transcripts::new(text.as_bytes(), 1 << 24).expect("a slice can be read");
            let mut checker = Checker::new(Defaults::default()).strict(true);
            let record = records.next().expect("a slice can be read").expect("a record");
            report("law", &record, &mut checker, false).valid
        };
        prop_assert!(strict(&text), "{}", text);
        let body = text.find("\n\n").map_or(text.len() - 1, |at| at + 2);
        let at = body + place % (text.len() - body).max(1);
        let (head, tail) = text.split_at(at.min(text.len()));
        prop_assert!(!strict(&format!("{head} {tail}")), "{}|{}", head, tail);
    }

    /// The reader gives the same records however the bytes arrive, and every byte belongs to a record or is white.
    #[test]
    fn reading_depends_on_no_block(text in transcript_like(), step in 1..9_usize) {
        let read = |mut records: Box<dyn Records + '_>| {
            let mut seen = Vec::new();
            while let Some(record) = records.next().expect("a slice can be read") {
                let parts = record.parts;
                seen.push((record.place, record.text.to_owned(), parts.tags.clone(), parts.tokens.clone(), parts.faults.clone()));
            }
            seen
        };
        let whole = read(Box::new(Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read")));
        let drips = read(Box::new(Transcripts::new(Drip(text.as_bytes(), step), 1 << 20).expect("a slice can be read")));
        prop_assert_eq!(&whole, &drips);
        let mut at = 0;
        for (place, record, ..) in &whole {
            prop_assert!(text[at..place.offset as usize].trim().is_empty());
            at = place.offset as usize + record.len();
            prop_assert_eq!(&text[place.offset as usize..at], record);
        }
        prop_assert!(text[at..].trim().is_empty());
    }

    /// A broken record spoils nothing outside itself.
    #[test]
    fn a_broken_record_spoils_no_other(broken in transcript_like(), game in game()) {
        let sound = game.record();
        let own = one(&sound);
        // The broken text is closed off by nothing but the tags of the record behind it.
        let text = format!("{sound}\n{broken}\n\n{sound}");
        let reports = validate(text.as_bytes(), "law", Defaults::default()).expect("a slice can be read");
        let last = reports.last().expect("a record");
        prop_assert_eq!(&last.moves, &own.moves);
        prop_assert_eq!(&last.position, &own.position);
        prop_assert_eq!(last.valid, own.valid);
    }

    /// What was replayed is what the text says up to the first fault: no ply is appended behind one that could not be
    /// read, and a valid record has no error.
    #[test]
    fn no_game_is_invented(body in transcript_like()) {
        let text = format!("[Game \"forza4\"]\n[Notation \"columns\"]\n\n1. {}", body.replace('[', "|"));
        for seen in validate(text.as_bytes(), "law", Defaults::default()).expect("a slice can be read") {
            prop_assert_eq!(seen.valid, seen.diagnostics.iter().all(|said| said.severity != scoresheet::Severity::Error));
            prop_assert_eq!(seen.plies as usize, seen.moves.len());
            let stop = seen.diagnostics.iter().filter(|said| said.code == "bad-move" && said.variation.is_empty()).map(|said| said.ply).next();
            if let Some(Some(ply)) = stop {
                prop_assert!(seen.plies < ply, "a ply was appended behind one that could not be read");
            }
            // Replaying the moves alone gives the same position.
            if seen.diagnostics.is_empty() {
                let again = one(&format!("[Game \"forza4\"]\n[Notation \"columns\"]\n\n{}", seen.moves.join(" ")));
                prop_assert_eq!(again.position, seen.position);
            }
        }
    }

    /// The quick look agrees with the whole judgement on every record that it judges.
    #[test]
    fn the_quick_look_agrees(game in game(), body in transcript_like(), sound in any::<bool>()) {
        let text = if sound { game.record() } else { format!("[Game \"forza4\"]\n\n{body}") };
        let (mut quick, mut slow) = (Checker::new(Defaults::default()), Checker::new(Defaults::default()));
        let mut records = Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
        while records.advance().expect("a slice can be read") {
            let glance = quick.glance(&records.header());
            let mut said: Vec<Diagnostic> = Vec::new();
            let verdict = slow.check(&records.record(), &mut said, None).verdict;
            if let Some(glance) = glance {
                prop_assert_eq!(glance, verdict);
                prop_assert!(said.is_empty(), "{:?}", said);
            } else if sound && !game.equalizer && !game.red && !verdict.outcome.is_end() && verdict.plies > 0 {
                prop_assert!(false, "a plain game was not judged at a glance: {}", text);
            }
        }
    }
}
