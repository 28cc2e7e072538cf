//! Spells reports: one record or one diagnostic after the other, in the forms that people, programs and code hosts read.

use std::borrow::Cow;
use std::io::Write;

use encoding_rs::Encoding;
use serde::Serialize;
use serde_json::json;

use super::Options;
use super::advice::Advice;
use crate::diagnostic::Severity;
use crate::engine::Games;
use crate::formats::jsonl::keys;
use crate::formats::lines;
use crate::report::{self, Located, Report, View};
use crate::system::System;
use crate::tail::Tail;
use crate::visible::visible;

/// The format of a report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ReportForm {
    /// One line for each error, for people and editors.
    #[default]
    Human,
    /// One JSON object for each record.
    Jsonl,
    /// One row for each record.
    Csv,
    /// SARIF 2.1.0: one result for each diagnostic.
    Sarif,
    /// Workflow commands that annotate files on code hosts.
    Github,
    /// Nothing: only the summary is written.
    Nothing,
}

/// The description of a format.
#[derive(Debug)]
pub struct ReportFormInfo {
    /// The form.
    pub form: ReportForm,
    /// Its name in arguments.
    pub name: &'static str,
    /// Its description.
    pub about: &'static str,
}

/// Every form, the usual one first.
pub static REPORT_FORMS: &[ReportFormInfo] = &[
    ReportFormInfo { form: ReportForm::Human, name: "human", about: "A line for each error" },
    ReportFormInfo { form: ReportForm::Jsonl, name: "jsonl", about: "A JSON object for each record" },
    ReportFormInfo { form: ReportForm::Csv, name: "csv", about: "A row for each record" },
    ReportFormInfo { form: ReportForm::Sarif, name: "sarif", about: "SARIF 2.1.0, for code hosts and editors" },
    ReportFormInfo { form: ReportForm::Github, name: "github", about: "Annotations of workflows on GitHub" },
    ReportFormInfo { form: ReportForm::Nothing, name: "none", about: "No report" },
];

impl ReportForm {
    /// Whether it lists records, not diagnostics.
    pub(super) fn is_of_records(self) -> bool {
        matches!(self, ReportForm::Jsonl | ReportForm::Csv)
    }

    /// How many of `all` diagnostics, `errors` of them errors, this form shows: errors and others.
    pub(super) fn diagnostics(self, all: u64, errors: u64) -> [u64; 2] {
        match self {
            ReportForm::Human => [errors, 0],
            ReportForm::Sarif | ReportForm::Github => [errors, all - errors],
            ReportForm::Jsonl | ReportForm::Csv | ReportForm::Nothing => [0, 0],
        }
    }

    /// The text before the first piece, between two pieces, and after the last.
    pub(super) fn frame(self, options: &Options) -> (String, &'static str, String) {
        match self {
            ReportForm::Csv => (csv_head(options.repairs.is_some()), "", String::new()),
            ReportForm::Sarif => (sarif_head(options.defaults.games), ",\n", "\n]}]}\n".to_owned()),
            _ => (String::new(), "", String::new()),
        }
    }
}

/// Writes a record; returns where its number belongs. `repair`: what mends it, where that was searched.
pub(super) fn record(options: &Options, report: &Report, repair: Option<&Advice>, out: &mut Tail) -> usize {
    match options.form {
        ReportForm::Csv => out.with(|out| row(options, report, repair, out)),
        _ => object(report.view(), repair, out),
    }
}

/// The JSON object of `validate`, without the record's number; returns where that belongs.
pub(super) fn object(report: View<'_>, repair: Option<&Advice>, out: &mut Tail) -> usize {
    let place = report::json::write_view(&report.unnumbered(), out);
    if let Some(repair) = repair {
        // One more key before the brace that ends the object.
        out.truncate(out.len() - 1);
        out.append(format!(",\"{}\":", keys::REPAIR).as_bytes());
        out.with(|out| repair.write_json(out));
        out.all(b"}");
    }
    out.all(b"\n");
    place
}

/// A row of a table after the cells of the file and of the record's number. The fields are the columns.
#[derive(Debug, Default, Serialize)]
struct Row<'r> {
    line: u64,
    game: Cow<'r, str>,
    variant: Cow<'r, str>,
    valid: bool,
    plies: u32,
    outcome: &'r str,
    winner: Cow<'r, str>,
    reason: Cow<'r, str>,
    claimed: Cow<'r, str>,
    codes: Cow<'r, str>,
    ply: Option<u32>,
    message: Cow<'r, str>,
    /// A column that is there only if repairs are searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    repair: Option<Cow<'r, str>>,
}

impl<'r> Row<'r> {
    /// The row of a record. `guard` makes a cell of a text.
    fn new(report: &'r Report, repair: Option<&'r str>, guard: impl Fn(&'r str) -> Cow<'r, str>) -> Row<'r> {
        let first = report.first_error();
        let mut said: Vec<&Located> = report.known().collect();
        said.sort_by_key(|said| said.order());
        let mut codes: Vec<&str> = Vec::new();
        for said in said {
            if !codes.contains(&said.code) {
                codes.push(said.code);
            }
        }
        let outcome = report.outcome.outcome;
        // What is no result by the rules of the game, if these are known, stays as it is written.
        let as_written = report.tags.get("Result").unwrap_or_default();
        let claimed = report.claimed.map_or(as_written, |(_, name)| name);
        Row {
            line: report.line,
            game: guard(report.game.unwrap_or_default()),
            variant: guard(report.variant.unwrap_or_default()),
            valid: report.valid,
            plies: report.plies,
            outcome: outcome.kind(),
            winner: guard(report.outcome.winner.unwrap_or_default()),
            reason: guard(outcome.ending().map_or("", |ending| ending.code)),
            claimed: guard(claimed),
            codes: codes.join(" ").into(),
            ply: first.and_then(|said| said.ply),
            message: guard(first.map_or("", |said| &said.message)),
            repair: repair.map(guard),
        }
    }
}

/// The names of the columns.
fn csv_head(has_repairs: bool) -> String {
    let mut out = Vec::new();
    let mut writer = csv::Writer::from_writer(&mut out);
    // Writing to memory cannot fail. The names come before the first row.
    let _ = writer.write_field("file").and_then(|()| writer.write_field("record"));
    let _ = writer.serialize(Row { repair: has_repairs.then(Cow::default), ..Row::default() });
    drop(writer);
    let names = out.split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default();
    String::from_utf8_lossy(names).into_owned()
}

/// Writes a row without the record's number; returns where that belongs.
fn row(options: &Options, report: &Report, repair: Option<&Advice>, out: &mut Vec<u8>) -> usize {
    /// About as many bytes as a row has.
    const ROW: usize = 512;
    let guard = |text| if options.raw_csv { Cow::Borrowed(text) } else { guarded(text) };
    let mut writer = csv::WriterBuilder::new().has_headers(false).buffer_capacity(ROW).from_writer(out);
    // Writing to memory cannot fail.
    let _ = writer.write_field(&*guard(&report.file));
    // Only now is the file's cell complete: a quotation mark that closes it is written with the comma after it.
    let _ = writer.write_field("");
    let _ = writer.flush();
    let place = writer.get_ref().len();
    let change = repair.and_then(Advice::first).map_or("", |first| &first.message);
    let _ = writer.serialize(Row::new(report, options.repairs.is_some().then_some(change), guard));
    let _ = writer.flush();
    place
}

/// A text that no spreadsheet takes for a formula: a sign that would make it one gets a `'` in front.
fn guarded(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Writes a diagnostic, with what mends the record.
pub(super) fn diagnostic(
    form: ReportForm,
    report: &Report,
    said: &Located,
    repair: Option<&Located>,
    out: &mut Vec<u8>,
) {
    match form {
        ReportForm::Sarif => {
            let _ = serde_json::to_writer(&mut *out, &sarif_result(report, said, repair));
        }
        ReportForm::Github => {
            let kind = match said.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "notice",
            };
            let _ = writeln!(
                out,
                "::{kind} file={},line={},col={},title={}::{}",
                property(&visible(&report.file)),
                said.line,
                said.column,
                property(said.code),
                data(&visible(&said.message))
            );
        }
        _ => {
            let _ = writeln!(
                out,
                "{}:{}:{}: {}[{}] {}",
                visible(&report.file),
                said.line,
                said.column,
                said.severity.name(),
                said.code,
                visible(&said.message)
            );
        }
    }
    if let Some(change) = repair {
        mending(form, report, change, out);
    }
}

/// Writes the change that mends the record, on a line of its own in forms with lines.
fn mending(form: ReportForm, report: &Report, change: &Located, out: &mut Vec<u8>) {
    let Located { line, column, code, message, .. } = change;
    let (file, message) = (visible(&report.file), visible(message));
    let _ = match form {
        // A result of SARIF has it in its message.
        ReportForm::Sarif => Ok(()),
        ReportForm::Github => writeln!(
            out,
            "::notice file={},line={line},col={column},title=repair {code}::{}",
            property(&file),
            data(&message)
        ),
        _ => writeln!(out, "{file}:{line}:{column}: repair[{code}] {message}"),
    };
}

/// Escapes the message of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

fn sarif_head(games: Games) -> String {
    let rules: Vec<serde_json::Value> = games
        .codes()
        .into_iter()
        .map(|code| {
            json!({
                "id": code.name,
                "shortDescription": {"text": code.title},
                "fullDescription": {"text": code.explain},
                "defaultConfiguration": {"level": code.severity.name()},
            })
        })
        .collect();
    let driver = json!({
        "name": "scoresheet",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    format!(
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{driver}}},\"columnKind\":\"unicodeCodePoints\",\"results\":[\n"
    )
}

fn sarif_result(report: &Report, said: &Located, repair: Option<&Located>) -> serde_json::Value {
    let mut text = said.message.clone();
    if let Some(help) = &said.help {
        text.push_str(&format!(" ({help})"));
    }
    if let Some(change) = repair {
        text.push_str(&format!("; repair: {}", change.message));
    }
    json!({
        "ruleId": said.code,
        "level": said.severity.name(),
        "message": {"text": text},
        "locations": [{
            "physicalLocation": {
                "artifactLocation": {"uri": uri(&report.file)},
                "region": {
                    "startLine": said.line,
                    "startColumn": said.column,
                    "byteOffset": said.span[0],
                    "byteLength": said.span[1] - said.span[0],
                },
            },
        }],
    })
}

/// A path as a URI reference: what has a meaning there is escaped.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// Writes an invalid record unchanged, after a comment with its place and its faults; returns where its number belongs.
/// A record in UTF-16 becomes UTF-8: nobody could read it beside the comments. `needed`: the notation system of its
/// list, if it would be read in another one without the list.
pub(super) fn reject(
    report: &Report,
    [above, raw]: [&[u8]; 2],
    (is_list, needed): (bool, Option<System>),
    out: &mut Vec<u8>,
) -> usize {
    // The record before may end within a comment, which this one does not close.
    let visible = |text: &str| visible(text).replace('}', "\\x7d");
    let wide = report.encoding.filter(|name| name.starts_with("UTF-16"));
    let decoded = wide.and_then(|name| Encoding::for_label(name.as_bytes())).map(|encoding| encoding.decode(raw).0);
    let raw = decoded.as_ref().map_or(raw, |text| text.as_bytes());
    let _ = write!(out, "# {}:{}: record ", visible(&report.file), report.line);
    let place = out.len();
    if let Some(said) = report.first_error() {
        let _ = write!(out, ": line {}: {}[{}] {}", said.line, said.severity.name(), said.code, visible(&said.message));
    }
    out.push(b'\n');
    match needed {
        Some(system) => out.extend_from_slice(&lines::with_notation(above, system.name(), b"\n")),
        // What the line above another list says does not hold here.
        None if above.is_empty() && is_list => out.extend_from_slice(b"#:\n"),
        None if above.is_empty() => {}
        None => {
            out.extend_from_slice(above);
            out.push(b'\n');
        }
    }
    out.extend_from_slice(raw);
    // A blank line separates records.
    if !raw.ends_with(b"\n\n") {
        out.extend_from_slice(if raw.ends_with(b"\n") { b"\n" } else { b"\n\n" });
    }
    place
}
