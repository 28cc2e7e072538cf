//! What fuzzing and reviews have found, each with the least text that shows it.

#[path = "support/program.rs"]
mod program;

#[path = "found/alike.rs"]
mod alike;

#[path = "found/foreign.rs"]
mod foreign;

#[path = "found/lists.rs"]
mod lists;

#[path = "found/names.rs"]
mod names;

#[path = "found/newcomers.rs"]
mod newcomers;

#[path = "found/outputs.rs"]
mod outputs;

#[path = "found/rows.rs"]
mod rows;

#[path = "found/said.rs"]
mod said;

#[path = "found/sides.rs"]
mod sides;

#[path = "found/slips.rs"]
mod slips;

#[path = "found/terminal.rs"]
mod terminal;

#[path = "found/turns.rs"]
mod turns;

#[path = "found/wild.rs"]
mod wild;

#[path = "found/workbench.rs"]
mod workbench;

use scoresheet::check::{Checker, audit};
use scoresheet::formats::{Format, Records, transcript::Transcripts};
use scoresheet::{Defaults, System, Target, convert, input, validate};

fn forza4() -> Defaults {
    Defaults { game: Some("forza4".to_owned()), ..Defaults::default() }
}

/// The codes of every record, and how many plies were carried out.
fn check(text: &[u8]) -> Vec<(u32, Vec<&'static str>)> {
    let reports = validate(text, "found", Defaults::default()).expect("a slice can be read");
    reports.iter().map(|seen| (seen.plies, seen.diagnostics.iter().map(|said| said.code).collect())).collect()
}

/// A text in another system or format, or the code that says why not.
fn rewritten(text: &str, system: Option<&str>, format: Option<Format>) -> Result<String, &'static str> {
    let mut records = Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
    let (mut checker, mut said, mut out) = (Checker::new(Defaults::default()), Vec::new(), Vec::new());
    let target = Target { system: system.and_then(System::named), format, ..Target::default() };
    let record = records.next().expect("a slice can be read").expect("a record");
    if convert(&record, &mut checker, target, &mut said, &mut out).is_written() {
        Ok(String::from_utf8(out).expect("a transcript or a list is text"))
    } else {
        Err(said.last().expect("a reason").code.name)
    }
}

#[test]
fn signs_after_nine_are_no_digits() {
    let defaults = Defaults { board: Some("12x7".to_owned()), notation: System::named("digits"), ..forza4() };
    let mut checker = Checker::new(defaults);
    let mut records =
        input::records(&b"3:\n3a\n35\n"[..], Format::LINES, 100, &mut checker).expect("a slice can be read");
    let mut verdicts = Vec::new();
    audit(&mut *records, &mut checker, &mut (), |_, verdict| verdicts.push((verdict.valid, verdict.plies)))
        .expect("a slice can be read");
    assert_eq!(verdicts, [(false, 1), (false, 1), (true, 2)]);
}

#[test]
fn digits_are_read_on_boards_too_wide_for_them_but_not_written() {
    let text = "[Game \"forza4\"]\n[Board \"26x26\"]\n[Notation \"digits\"]\n\n28";
    let report = validate(text.as_bytes(), "found", Defaults::default()).expect("a slice can be read").remove(0);
    assert_eq!((report.notation, report.valid), (Some("digits"), true));
    assert_eq!(rewritten(text, None, None), Err("not-representable"));
    assert_eq!(
        rewritten(text, Some("columns"), None).as_deref(),
        Ok("[Game \"forza4\"]\n[Board \"26x26\"]\n[Notation \"columns\"]\n\n1. b, h\n")
    );
}

#[test]
fn a_lost_ply_stays_the_ply_that_was_tried() {
    for (ply, columns, squares) in [
        ("c1, c7", Err("not-representable"), Ok("1. c1, c7")),
        ("c1, d3", Err("not-representable"), Ok("1. c1, d3")),
        ("c1, h1", Ok("1. c, h"), Ok("1. c1, h1")),
    ] {
        let text = format!("[Game \"forza4\"]\n[Notation \"squares\"]\n[Termination \"illegal\"]\n\n1. {ply}");
        let body = |text: String| text.lines().last().expect("a line").to_owned();
        assert_eq!(rewritten(&text, Some("columns"), None).map(body), columns.map(str::to_owned), "{ply}");
        assert_eq!(rewritten(&text, Some("squares"), None).map(body), squares.map(str::to_owned), "{ply}");
    }
    let below = "[Game \"forza4\"]\n[Notation \"sgf\"]\n[Result \"Red\"]\n[Termination \"illegal\"]\n\n1. pg\n";
    assert_eq!(rewritten(below, None, None).as_deref(), Ok(below));
    assert_eq!(rewritten(below, Some("squares"), None), Err("not-representable"));
}

#[test]
fn what_stands_after_a_ply_is_brought_into_order() {
    let text = "[Game \"forza4\"]\n\n1. c {x} !, d (e (f) {y}) {z}";
    assert_eq!(rewritten(text, None, None).as_deref(), Ok("[Game \"forza4\"]\n\n1. c! {x}, d {z} (e {y} (f))\n"));
}

#[test]
fn a_list_loses_nothing_silently() {
    let lines = |body: &str| rewritten(&format!("[Game \"forza4\"]\n{body}"), None, Some(Format::LINES));
    assert_eq!(lines("\n1. c, d {a}").as_deref(), Ok("#: [Game \"forza4\"]\ncd a\n"));
    assert_eq!(lines("\n1. c {a}"), Err("not-representable"));
    assert_eq!(lines("\n1. c {good}").as_deref(), Ok("#: [Game \"forza4\"]\nc good\n"));
    assert_eq!(
        lines("[Setup \"7/7/7/7/7/WR5 W\"]\n\n1. c, d").as_deref(),
        Ok("#: [Game \"forza4\"] [Setup \"7/7/7/7/7/WR5 W\"]\ncd\n")
    );
    assert_eq!(lines("[Stands \"2\"]\n\n1. c, --").as_deref(), Ok("#: [Game \"forza4\"] [Stands \"2\"]\nc--\n"));
    assert_eq!(lines("\n1. c, -- {[%stands]}"), Err("not-representable"));
    assert_eq!(lines("\n1. c, d (e)"), Err("not-representable"));
}

#[test]
fn a_refused_diagram_has_no_outcome() {
    let text = "[Game \"forza4\"]\n[Board \"4x4\"]\n[Setup \"4/4/RRR1/WWWW R\"]\n[Notation \"diagram\"]\n\n1\n";
    let report = validate(text.as_bytes(), "found", Defaults::default()).expect("a slice can be read").remove(0);
    assert_eq!(serde_json::to_string(&report.outcome).expect("JSON"), "{\"kind\":\"unfinished\"}");
    assert_eq!(report.position, None);
}

#[test]
fn comments_before_tags_survive_a_record_near_the_limit() {
    let text = "c d d d d d d d d d d d d d d d d d d d d\n\n{comment of the next}\n[A \"1\"]\n\n1. c\n";
    let mut records = Transcripts::new(text.as_bytes(), 64).expect("a slice can be read");
    let mut texts = Vec::new();
    while let Some(record) = records.next().expect("a slice can be read") {
        texts.push(record.text.lines().next().unwrap_or_default().to_owned());
    }
    assert_eq!(texts, ["c d d d d d d d d d d d d d d d d d d d d", "{comment of the next}"]);
}

#[test]
fn a_control_letter_is_text() {
    let mut records = Transcripts::new(&b".[m \"\x1a\"]\n1. c"[..], 100).expect("a slice can be read");
    records.next().expect("a slice can be read");
    let second = records.next().expect("a slice can be read").expect("a record");
    assert_eq!(second.get("m").as_deref(), Some("\u{1a}"));
}

#[test]
fn draws_run_together_are_no_result() {
    let found = check("[Game \"forza4\"]\n\n1. c, d 1/2-1/21/2–1/2".as_bytes());
    assert_eq!(found[0].1[..2], ["notation-ambiguous", "bad-move"]);
}

#[test]
fn a_missing_ply_goes_before_the_end() {
    let text = b"[Game \"forza4\"]\n\n1. c, d; 2. c, d; 3. c, d; 4. c, ...; 5. c";
    assert_eq!(check(text), [(7, vec!["missing-ply", "not-played"])]);
}

#[test]
fn a_tag_after_many_blanks_begins_a_line_however_they_arrive() {
    struct Slow<'t>(&'t [u8]);
    impl std::io::Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.0.len().min(buffer.len()).min(700);
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }
    for (before, codes) in [("1. c\n", vec![]), ("1. c, ", vec!["glued-record"])] {
        let text = format!("{before}{}[A \"1\"]\n1. d", "\t".repeat(70_000));
        let whole = Transcripts::new(text.as_bytes(), 64);
        let slow = Transcripts::new(Slow(text.as_bytes()), 64);
        let second = |mut records: Transcripts<_>| {
            records.advance().expect("a slice can be read");
            let record = records.next().expect("a slice can be read").expect("a record");
            record.parts.faults.iter().map(|fault| fault.code.name).collect::<Vec<_>>()
        };
        assert_eq!(second(slow.expect("a slice can be read")), codes);
        let mut records = whole.expect("a slice can be read");
        records.advance().expect("a slice can be read");
        let record = records.next().expect("a slice can be read").expect("a record");
        assert_eq!(record.parts.faults.iter().map(|fault| fault.code.name).collect::<Vec<_>>(), codes);
    }
}

#[test]
fn an_attempted_ply_takes_no_other_place_in_a_diagram() {
    for text in [
        "[Game \"gomoku\"]\n[Board \"7x7\"]\n[Termination \"illegal\"]\n\n1. a7, c1; 2. c1\n",
        "[Game \"forza4\"]\n[Notation \"squares\"]\n[Termination \"illegal\"]\n\n1. a1, c1; 2. c4\n",
    ] {
        assert_eq!(rewritten(text, Some("diagram"), None), Err("not-representable"));
    }
}

#[test]
fn no_record_is_written_in_a_system_that_its_game_lacks() {
    assert_eq!(rewritten("[Game \"gomoku\"]\n", Some("columns"), None), Err("not-representable"));
    let passes = "[Game \"forza4\"]\n\n1. -- {[%stands]}\n";
    assert_eq!(rewritten(passes, Some("xy"), None), Err("not-representable"));
}

#[test]
fn a_swap_and_its_square_are_parted_by_the_blanks_of_movetext() {
    let text = |blank: &str| format!("[Game \"gomoku\"]\n[Options \"swap\"]\n\n1. j10, k11; 2. j11, swap{blank}j12\n");
    assert_eq!(check(text(" \n\t ").as_bytes()), [(4, vec![])]);
    assert_eq!(check(text("\u{c}").as_bytes()), [(3, vec!["bad-move"])]);
    // Whatever stands behind `swap` is told together with it.
    assert_eq!(check(text(" h0").as_bytes())[0].1[0], "bad-move");
}

#[test]
fn a_break_that_lacks_is_told_before_a_ply_that_is_missing() {
    let text = "[Game \"plus4\"]\n[Variant \"manche\"]\n\n1. d, a; 2. d, b; 3. d, b; 4. d\n1. ..., a; 2. c";
    assert_eq!(check(text.as_bytes()), [(7, vec!["bad-break", "not-played"])]);
}

#[test]
fn a_foul_is_not_lost_in_a_list() {
    let text = "[Game \"gomoku\"]\n[Variant \"renju\"]\n[Termination \"foul\"]\n\n1. h8, a1; 2. g8, a3; 3. i9, a5; 4. i10, a7; 5. i8\n";
    assert_eq!(check(text.as_bytes()), [(9, vec![])]);
    let list = "#: [Game \"gomoku\"] [Variant \"renju\"] [Termination \"foul\"]\nh8a1g8a3i9a5i10a7i8 White\n";
    assert_eq!(rewritten(text, None, Some(Format::LINES)).as_deref(), Ok(list));
}

#[test]
fn capitals_that_fit_two_systems_are_told_in_audits_too() {
    // A malformed ply fits neither system: it does not say which of the two is meant.
    for (body, codes) in [
        ("1. J10", vec!["notation-ambiguous"]),
        ("1. J10, K1; 2. 9z9, H8", vec!["notation-ambiguous", "bad-move", "not-played"]),
    ] {
        let text = format!("[Game \"gomoku\"]\n[Board \"15x15\"]\n\n{body}\n");
        let mut records = Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
        let mut said: Vec<scoresheet::Diagnostic> = Vec::new();
        audit(&mut records, &mut Checker::new(Defaults::default()), &mut said, |_, _| {}).expect("a slice can be read");
        assert_eq!(said.iter().map(|said| said.code.name).collect::<Vec<_>>(), codes, "{body}");
    }
}

#[test]
fn a_lost_ply_claims_no_more_than_it_did() {
    let tags =
        "[Game \"lefile\"]\n[Setup \"8/8/pppppprr/8/3R4/PPP2PPP/7R/8 W 2 0:0 -:-\"]\n[Termination \"illegal\"]\n";
    for ply in ["5b d4-d3", "1r d4-d3", "1b d4-d3 =a3-d3 xa6-b6"] {
        let text = format!("{tags}\n1. {ply}\n");
        assert_eq!(check(text.as_bytes()), [(0, vec!["attempted"])], "{ply}");
        let written = rewritten(&text, None, None).unwrap_or_default();
        assert!(written.ends_with(&format!("\n\n1. {ply}\n")), "{written}");
    }
}

/// Rows of empty cells are a diagram, also if there is one too many or too few.
#[test]
fn a_diagram_with_another_number_of_rows_is_one() {
    for rows in [2, 5, 7] {
        let text = format!("[Game \"forza4\"]\n\n{}1 2 . . . . .\n", ". . . . . . .\n".repeat(rows - 1));
        assert_eq!(check(text.as_bytes()), [(0, vec!["diagram-shape"])], "{rows}");
    }
}

#[test]
fn a_cut_without_draws_is_told_as_such() {
    let report = validate(&b"[Game \"lefile\"]\n[Cut \"\"]\n\n1. 24 Pb4\n"[..], "found", Defaults::default());
    let report = report.expect("a slice can be read").remove(0);
    assert!(report.diagnostics[0].message.contains("it holds no draw"), "{:?}", report.diagnostics[0]);
}
