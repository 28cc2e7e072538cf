//! Validates, converts, identifies and repairs records. What is found is the library's own JSON.

use std::io;
use std::path::PathBuf;

use encoding_rs::UTF_8;
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;
use scoresheet::audit::{self as audits, Options, Products, ReportForm};
use scoresheet::convert::{NoPlace, OneText, Piece, is_written};
use scoresheet::diagnostic::Shortlist;
use scoresheet::formats::{FORMATS, Format, encoding_named};
use scoresheet::mend::identify::Identifier;
use scoresheet::mend::repair::{self as mending, Mender};
use scoresheet::parallel::{self, Event, Progress};
use scoresheet::report::{json, rejected, report_held};
use scoresheet::select::{Decision, Evaluator, Numbers, Questions, Subject, own_bytes};
use scoresheet::tree::{self as trees, Goal, Query, Tally};
use scoresheet::{Converter, Report, System, Target};

use crate::archives::{expression, feed, patiently, plan};
use crate::known::Known;
use crate::source::{Found, Source, walk};
use crate::words::translate;
use crate::{Said, Unread, all_read, illegal, no_record};

/// JSON as a text. The library writes nothing else.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_default()
}

/// A report as JSON, in Python's words.
pub(crate) fn json_of(mut report: Report) -> String {
    translate(&mut report);
    let mut line = Vec::new();
    json::write(&report, &mut line);
    text(line)
}

/// Judges every record: a report for each.
#[pyfunction]
pub(crate) fn validate(
    py: Python<'_>,
    source: Source,
    known: &Known,
    deny_warnings: bool,
    max_diagnostics: usize,
) -> PyResult<(Vec<String>, Unread)> {
    let mut reports = Vec::new();
    let mut held = Shortlist::new(max_diagnostics).deny_warnings(deny_warnings);
    let unread = walk(py, source, known, |Found { name, records, checker, .. }| {
        reports.push(json_of(report_held(name, &records.record(), checker, &mut held)));
        Ok(true)
    })?;
    Ok((reports, unread))
}

/// A record is written in one file format and one notation system.
fn clash(what: &str, names: [&str; 2]) -> PyErr {
    PyValueError::new_err(format!("there are two {what}, {}: name one of them", names.join(" and ")))
}

/// What records are rewritten to: names of notation systems and of one file format.
fn target(names: &[String], lossy: bool) -> PyResult<Target> {
    let mut target = Target { lossy, ..Target::default() };
    let mut sgf = false;
    for name in names {
        match (Format::named(name).filter(|format| is_written(*format)), System::named(name)) {
            // One name of both: the format, unless another format is named.
            (Some(_), Some(_)) => sgf = true,
            (Some(format), None) => match target.format.replace(format) {
                Some(other) if other != format => return Err(clash("file formats", [other.name(), format.name()])),
                _ => {}
            },
            (None, Some(system)) => match target.system.replace(system) {
                Some(other) if other != system => {
                    return Err(clash("notation systems", [other.name(), system.name()]));
                }
                _ => {}
            },
            (None, None) => {
                let formats: Vec<_> =
                    FORMATS.iter().filter(|format| is_written(**format)).map(|format| format.name()).collect();
                let message = format!("there is no notation {name:?}, and no file format for output of that name");
                return Err(PyValueError::new_err(format!("{message}; the formats are {}", formats.join(", "))));
            }
        }
    }
    match (sgf, target.format) {
        (true, Some(_)) => target.system = Some(System::SGF),
        (true, None) => target.format = Some(Format::SGF),
        (false, _) => {}
    }
    Ok(target)
}

/// What was converted: the text and its format, how many records were written, what is said of those that were not, and of
/// those that were written without something.
type Converted = (Vec<u8>, &'static str, u64, Vec<String>, Vec<String>);

/// Rewrites every record, or only the one of that number.
#[pyfunction]
pub(crate) fn convert(
    py: Python<'_>,
    source: Source,
    known: &Known,
    to: Vec<String>,
    lossy: bool,
    only: Option<u64>,
) -> PyResult<(Converted, Unread)> {
    let target = target(&to, lossy)?;
    let (mut converter, mut whole) = (Converter::new(target), OneText::new(target));
    let (mut out, mut piece, mut is_mixed) = (Vec::new(), Vec::new(), false);
    let (mut seen, mut written, mut refused, mut dropped) = (0, 0, Vec::new(), Vec::new());
    let unread = walk(py, source, known, |Found { name, records, checker, .. }| {
        seen += 1;
        if only.is_some_and(|only| seen != only) {
            return Ok(true);
        }
        let (record, mut held) = (records.record(), Shortlist::default());
        piece.clear();
        let conversion = converter.record(&record, checker, &mut held, &mut piece);
        if !conversion.is_written() {
            refused.push(json_of(rejected(name, &record, &mut held)));
            return Ok(only.is_none());
        }
        let format = converter.format();
        if let Some(NoPlace::OtherFormat(_)) = whole.no_place(format) {
            is_mixed = true;
            return Ok(false);
        }
        whole.add(&Piece { text: &piece, above: "", format: format.name() }, &mut out)?;
        written += 1;
        conversion.keep_told(&mut held);
        if held.codes().all() > 0 {
            let losses = rejected(name, &record, &mut held);
            let mut report = report_held(name, &record, checker, &mut Shortlist::default());
            (report.diagnostics, report.not_shown) = (losses.diagnostics, losses.not_shown);
            dropped.push(json_of(report));
        }
        Ok(only.is_none())
    })?;
    if is_mixed {
        return Err(PyValueError::new_err(MIXED));
    }
    if let Some(number) = only.filter(|number| *number > seen) {
        return Err(all_read(py, py.None(), unread).err().unwrap_or_else(|| no_record(number, seen)));
    }
    whole.finish(&mut out)?;
    let format = whole.format().or(target.format).unwrap_or_default();
    Ok(((out, format.name(), written, refused, dropped), unread))
}

/// Why records of several games do not become one text.
const MIXED: &str = "to=\"sgf\" writes games of Gomoku as SGF and other games as transcripts, and one text holds one format: \
                     to=[\"transcript\", \"sgf\"] writes transcripts alone, and `select` chooses the games";

/// Says of every record what it may be.
#[pyfunction]
pub(crate) fn identify(py: Python<'_>, source: Source, known: &Known, limit: usize) -> PyResult<(Vec<String>, Unread)> {
    let mut identifier = Identifier::new(&known.defaults);
    let mut found = Vec::new();
    let unread = walk(py, source, known, |Found { name, records, .. }| {
        let record = records.record();
        let identified = identifier.identify(&record, limit);
        let object = serde_json::json!({
            "file": name,
            "record": record.place.number,
            "line": record.place.line,
            "plies": identified.plies,
            "candidates": identified.candidates,
            "verdict": identified.verdict,
        });
        found.push(object.to_string());
        Ok(true)
    })?;
    Ok((found, unread))
}

/// What would make a record valid as JSON, and the text of each proposal.
type Repair = (String, Vec<String>);

/// What would make every record valid.
#[pyfunction]
pub(crate) fn repair(
    py: Python<'_>,
    source: Source,
    known: &Known,
    limit: usize,
    effort: u64,
) -> PyResult<(Vec<Repair>, Unread)> {
    let options = mending::Options { effort, limit: limit.max(1), ..mending::Options::default() };
    let mut mender = Mender::new(known.defaults.clone(), options);
    let mut found = Vec::new();
    let unread = walk(py, source, known, |Found { name, records, checker, .. }| {
        let record = records.record();
        let mended = mender.mend(&record, checker.systems());
        let spans: Vec<_> = mended.proposals.iter().map(|proposal| proposal.places(&record)).collect();
        let last = |proposal: &mending::Proposal| proposal.drafts.last().map(|draft| draft.text.clone());
        let texts = mended.proposals.iter().take(limit).map(|proposal| last(proposal).unwrap_or_default());
        let texts: Vec<String> = texts.collect();
        let mut line = Vec::new();
        mended.write_json(name, [record.place.number, record.place.line], limit, &spans, &mut line);
        found.push((text(line), texts));
        Ok(true)
    })?;
    Ok((found, unread))
}

/// A record that was chosen: the name of its file, its number, its line, its bytes, and their encoding.
type Selected = (String, u64, u64, Vec<u8>, &'static str);

/// The texts of the records for which an expression is true, as they stand.
#[pyfunction]
pub(crate) fn select(
    py: Python<'_>,
    source: Source,
    known: &Known,
    condition: &str,
) -> PyResult<(Vec<Selected>, Unread)> {
    let questions = Questions { expression: Some(expression(py, condition)?), ..Questions::default() };
    let mut evaluator = Evaluator::new(&questions);
    let mut found = Vec::new();
    let unread = walk(py, source, known, |Found { name, format, records, checker }| {
        let (record, raw) = (records.header(), records.raw());
        let length = own_bytes(raw);
        let bytes = (length + records.line_end().len()) as u64;
        evaluator.begin();
        let subject = Subject { record: &record, file: name, format, bytes };
        let is_true = match evaluator.decide(&subject, checker) {
            Decision::Known(answer) => answer,
            open => open.with(Numbers::of_only_file(record.place.number)),
        };
        if is_true {
            let text = [raw.get(..length).unwrap_or(raw), records.line_end()].concat();
            let encoding = record.parts.foreign.encoding.unwrap_or(UTF_8.name());
            found.push((name.to_owned(), record.place.number, record.place.line, text, encoding));
        }
        Ok(true)
    })?;
    Ok((found, unread))
}

/// Bytes in an encoding of that name as a text; what is not valid in it is U+FFFD.
#[pyfunction]
pub(crate) fn decoded(bytes: &[u8], encoding: &str) -> PyResult<String> {
    let encoding =
        encoding_named(encoding).ok_or_else(|| PyLookupError::new_err(format!("there is no encoding {encoding}")))?;
    Ok(encoding.decode_with_bom_removal(bytes).0.into_owned())
}

/// Judges whole archives, and sums up what they hold.
#[pyfunction]
pub(crate) fn audit(py: Python<'_>, paths: Vec<PathBuf>, known: &Known, jobs: Option<usize>) -> PyResult<String> {
    let usual = Options::default();
    let options = Options {
        defaults: known.defaults.clone(),
        given: known.given.clone(),
        strict: known.strict,
        max_record: known.max_record,
        jobs: jobs.unwrap_or(usual.jobs),
        form: ReportForm::Nothing,
        ..usual
    };
    let progress = Progress::default();
    let summary = patiently(py, &progress, || {
        let products = Products { report: &mut io::sink(), rejects: None, page: None };
        audits::run(&options, &progress, |feeder| feed(&paths, known.format, feeder), products)
    })?;
    Ok(summary.json().to_string())
}

/// Counts the plies that were played from a position on.
#[pyfunction]
pub(crate) fn tree(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    known: &Known,
    line: Option<String>,
    position: Option<String>,
    depth: usize,
    mirrored: bool,
    least: u64,
    condition: Option<&str>,
    jobs: Option<usize>,
) -> PyResult<(String, Unread)> {
    let goal = match (line, position) {
        (Some(line), _) => Goal::Line(line),
        (None, Some(position)) => Goal::Position(position),
        (None, None) => Goal::Start,
    };
    let expression = condition.map(|text| expression(py, text)).transpose()?;
    let query = Query { goal, depth, mirrored, questions: Questions { expression, ..Questions::default() } };
    let progress = Progress::default();
    let (tally, unread) = patiently(py, &progress, || {
        let (mut tally, mut unread) = (Tally::default(), Unread::new());
        let mut take = |event: Event<trees::Counted>| {
            match event {
                Event::Part(part) => tally.add(part.found.after(part.before)),
                Event::Unread(failure) => unread.push((failure.name, failure.message)),
                Event::NoRecords(_) => {}
            }
            Ok(())
        };
        let texts = |feeder: &mut parallel::Feeder<'_>| feed(&paths, known.format, feeder);
        parallel::run(&plan(known, jobs), &progress, &query, texts, &mut take)?;
        Ok((tally, unread))
    })?;
    match tally.complaint() {
        Some(complaint) => Err(illegal(py, Said { code: "no-tree", message: &complaint, ..Said::default() })),
        None => Ok((trees::json(&tally.tree(depth, least)), unread)),
    }
}
