//! Laws for a record that has been converted.

use scoresheet::diagnostic::Severity;
use scoresheet::engine::{Step, Visitor};
use scoresheet::formats::lines::Lines;
use scoresheet::formats::transcript::Transcripts;
use scoresheet::formats::{Format, Records};
use scoresheet::record::{Layout, Record, TokenKind};
use scoresheet::report::{Located, Report};
use scoresheet::{Checker, Defaults, Diagnostic, System, Target, convert, report};

use crate::judging::read_one;

/// Every ply of a record, also of variations: the way to it and its name.
#[derive(Debug, Default, PartialEq)]
struct Plies(Vec<Played>);

/// A ply: the way to its variation, its number and its name.
type Played = (Vec<(u32, u32)>, u32, String);

impl Visitor for Plies {
    fn restart(&mut self) {
        self.0.clear();
    }

    fn ply(&mut self, step: &dyn Step) {
        let mut text = String::new();
        step.write_default(&mut text);
        self.0.push((step.variation().to_vec(), step.number(), text));
    }
}

/// What a record holds apart from its main line: variations, and comments and annotations, sorted.
#[derive(Debug, PartialEq)]
struct Content {
    plies: Plies,
    said: Vec<String>,
}

fn content(record: &Record<'_>, checker: &mut Checker) -> Content {
    let mut plies = Plies::default();
    checker.check(record, &mut (), Some(&mut plies));
    plies.0.sort();
    let tokens = record.parts.header.iter().copied().chain(record.tokens());
    let mut said: Vec<String> = tokens
        .filter_map(|token| {
            let text = record.token(&token);
            match token.kind {
                TokenKind::Comment { .. } => Some(text.to_owned()),
                // Only in braces does the mark mean that a ply stood.
                TokenKind::LineComment => {
                    let inner = text[1..].trim().replace('}', ")").replace("[%stands]", "(%stands)");
                    Some(format!("{{{inner}}}"))
                }
                TokenKind::Annotation => Some(text.to_owned()),
                _ => None,
            }
        })
        .collect();
    said.sort();
    Content { plies, said }
}

/// Converts `record`, and compares the result with `judged`, the report on the original.
pub fn rewrite(record: &Record<'_>, checker: &mut Checker, judged: &Report, other: System, list: bool) {
    let target = |system| Target { system, ..Target::default() };
    let (written, diagnostics) = write(record, checker, target(None));
    // On a board too wide for them digits are read where they are named, but not written.
    let columns = judged.board.map_or(0, |board| board.columns);
    if judged.notation == Some("digits") && columns > 9 || judged.notation == Some("digits0") && columns > 10 {
        return;
    }
    assert_eq!(written.is_some(), judged.valid, "what is valid is written: {diagnostics:?} of {:?}", record.text);
    let Some(canonical) = written else { return };

    // The remark of a list's line becomes a comment.
    let of_list = record.parts.layout == Layout::Line;
    let fresh = || Checker::new(Defaults::default());
    let again = read_one(&canonical, &mut fresh());
    same_game(&again, judged, &canonical);
    let before = content(record, checker);
    with_one(&canonical, |record| {
        let (second, diagnostics) = write(record, &mut fresh(), target(None));
        assert_eq!(second.as_ref(), Some(&canonical), "{diagnostics:?}");
        let strict = report("strict.txt", record, &mut fresh().strict(true));
        // Cards that lack cannot be written either; strictly they are an error (LF-15).
        let canonical_but = |found: &&Located| found.severity == Severity::Error && found.code != "missing-card";
        let odd: Vec<_> = strict.diagnostics.iter().filter(canonical_but).collect();
        assert!(odd.is_empty(), "{canonical:?} is not canonical: {odd:?}");
        let after = content(record, &mut fresh());
        assert_eq!(before.plies, after.plies, "the plies of {canonical:?}");
        if !of_list {
            assert_eq!(before.said, after.said, "what is said in {canonical:?}");
        }
        assert!(in_order(record), "out of canonical order: {canonical:?}");
    });

    if let (Some(text), _) = write(record, checker, target(Some(other))) {
        let converted = read_one(&text, &mut fresh());
        same_game(&converted, judged, &text);
        assert_eq!(converted.notation, Some(other.name()), "{text:?}");
        let source = judged.notation.and_then(System::named);
        let back = with_one(&text, |record| write(record, &mut fresh(), target(source)).0);
        // A ply that was tried and lost may name a square or a column alone that the board lacks.
        if back.is_none() && judged.attempted.is_some() {
            return;
        }
        let back = back.unwrap_or_else(|| panic!("{text:?} cannot be written as it was: {:?}", record.text));
        same_game(&read_one(&back, &mut fresh()), judged, &back);
    }
    if list {
        check_list(record, checker, judged, other);
    }
}

fn same_game(one: &Report, other: &Report, text: &str) {
    assert!(one.valid, "{text:?} is not valid: {:?}", one.diagnostics);
    assert_eq!((&one.moves, &one.position), (&other.moves, &other.position), "{text:?}");
    assert_eq!(one.outcome, other.outcome, "{text:?}");
    assert_eq!((one.board, &one.options, one.variant), (other.board, &other.options, other.variant), "{text:?}");
}

fn write(record: &Record<'_>, checker: &mut Checker, target: Target) -> (Option<String>, Vec<Diagnostic>) {
    let (mut out, mut diagnostics) = (Vec::new(), Vec::new());
    let written = convert(record, checker, target, &mut diagnostics, &mut out).is_written();
    assert!(written || out.is_empty(), "half a record was written");
    if !written {
        assert!(diagnostics.iter().any(Diagnostic::is_error), "nothing is refused in silence");
    }
    let text = String::from_utf8(out).expect("transcripts and lists are text");
    (written.then_some(text), diagnostics)
}

fn with_one<T>(text: &str, look: impl FnOnce(&Record<'_>) -> T) -> T {
    let mut records = Transcripts::new(text.as_bytes(), usize::MAX).expect("a slice can be read");
    let record = records.next().expect("a slice can be read").expect("there is a record");
    look(&record)
}

/// Whether each ply is followed by its annotation, its comments and its variations, in this order.
fn in_order(record: &Record<'_>) -> bool {
    let (mut rank, mut ranks) = (0, Vec::new());
    for token in record.tokens() {
        let next = match token.kind {
            TokenKind::Annotation => 1,
            TokenKind::Comment { .. } | TokenKind::LineComment => 2,
            TokenKind::Open { .. } => 3,
            TokenKind::Word => 0,
            // Separators may stand between a ply and its remarks.
            _ => rank,
        };
        if next != 0 && next < rank {
            return false;
        }
        rank = next;
        match token.kind {
            TokenKind::Open { .. } => {
                ranks.push(3);
                rank = 0;
            }
            TokenKind::Close { .. } => rank = ranks.pop().unwrap_or_default(),
            _ => {}
        }
    }
    true
}

/// The list that a record was converted to is read as the same game: its tags stand in a line of their own.
fn check_list(record: &Record<'_>, checker: &mut Checker, judged: &Report, other: System) {
    let target = Target { system: Some(other), format: Some(Format::LINES), ..Target::default() };
    let (Some(list), _) = write(record, checker, target) else { return };
    let mut checker = Checker::new(Defaults::default());
    let mut lines = Lines::new(list.as_bytes(), usize::MAX).expect("a slice can be read");
    let record = lines.next().expect("a slice can be read").expect("there is a line");
    let again = report("list", &record, &mut checker);
    same_game(&again, judged, &list);
    assert!(!lines.advance().expect("a slice can be read"), "{list:?} is one game");
}
