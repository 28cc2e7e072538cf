//! Diagnostics for people: the source line with the span underlined, one line of help, the board before an illegal
//! ply; or one short line each, for editors.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::{Located, Report};
use crate::counted::counted;
use crate::diagnostic::Severity;
use crate::diagram::text::{Style, draw};
use crate::engine::Setting;
use crate::record::{Record, SUBSTITUTE};
use crate::visible::visible;

/// The most characters of a source line that are shown on either side of the span.
const AROUND: usize = 60;

/// The most characters of the span that are shown.
const MARKED: usize = 240;

/// All diagnostics of one record, as a compiler would print them. `setting` draws boards.
pub fn full(report: &Report, record: &Record<'_>, setting: Option<&Setting>, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for diagnostic in &report.diagnostics {
        out.push_str(&one(report, diagnostic, record, setting, &renderer));
        out.push_str("\n\n");
    }
    if report.not_shown > 0 {
        out.push_str(&format!("{}\n", not_shown(report)));
    }
    out
}

/// The errors of one record, without its warnings, as a compiler would print them. `setting` draws boards.
pub fn errors(report: &Report, record: &Record<'_>, setting: Option<&Setting>, colour: bool) -> String {
    let mut report = report.clone();
    report.keep_errors();
    full(&report, record, setting, colour)
}

/// A fault of a text that is no record, shown like the faults of records.
pub fn fault(text: &str, span: std::ops::Range<usize>, message: &str, help: Option<&str>, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let line = text.get(..span.start).map_or(1, |before| before.matches('\n').count() + 1);
    let window = Window::around(text, span);
    let message = visible(message);
    let snippet = Snippet::source(window.text).line_start(line);
    let snippet = snippet.annotation(AnnotationKind::Primary.span(window.span));
    let mut group = Group::with_title(Level::ERROR.primary_title(&*message)).element(snippet);
    if let Some(help) = help {
        group = group.element(Level::HELP.message(visible(help)));
    }
    format!("{}\n", renderer.render(&[group]))
}

/// A line with the result of a record: `games.txt:4: record 2: valid, 7 plies, White has won (a line of four or more)`.
pub fn verdict(report: &Report) -> String {
    let Report { file, line, record, plies, .. } = report;
    let valid = if report.valid { "valid" } else { "invalid" };
    let plies = counted((*plies).into(), "ply");
    format!("{}:{line}: record {record}: {valid}, {plies}, {}\n", visible(file), report.outcome_in_words())
}

/// The line with the number of diagnostics that are not shown, if there are any.
fn not_shown(report: &Report) -> String {
    match report.not_shown {
        0 => String::new(),
        1 => "… 1 more diagnostic not shown; raise the limit with --max-diagnostics\n".to_owned(),
        count => format!("… {count} more diagnostics not shown; raise the limit with --max-diagnostics\n"),
    }
}

fn one(
    report: &Report,
    diagnostic: &Located,
    record: &Record<'_>,
    setting: Option<&Setting>,
    renderer: &Renderer,
) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let window = match &diagnostic.shown {
        Some((text, within)) => Window::around(text, within.clone()),
        None => Window::around(record.text, diagnostic.within.clone()),
    };
    let line = usize::try_from(diagnostic.line).unwrap_or(usize::MAX);
    let column = usize::try_from(diagnostic.column).unwrap_or(usize::MAX);
    let whole = window.text[..window.span.start].chars().count() + 1 == column;
    let label = label(diagnostic);
    let (message, file) = (visible(&diagnostic.message), visible(&report.file));
    let title = level.primary_title(&*message).id(diagnostic.code);
    let place = Origin::path(&*file).line(line).char_column(column);
    // Something that is no record has no known line.
    let has_line = !(record.text.is_empty() && diagnostic.shown.is_none() && label.is_empty());
    let group = if whole && has_line { Group::with_title(title) } else { title.element(place) };
    let mut group = if has_line {
        group.element(
            Snippet::source(window.text)
                .line_start(line)
                // Of a line that is shown in part the renderer cannot count the column.
                .path(whole.then_some(&*file))
                .annotation(AnnotationKind::Primary.span(window.span).label(label)),
        )
    } else {
        group
    };
    let scene = diagnostic.position.as_ref().and_then(|position| {
        let setting = setting?;
        Some(setting.game.set_up(&setting.rules, position)?.scene())
    });
    if let Some(scene) = scene {
        let board = draw(&scene, Style::Ascii);
        group =
            group.element(Level::NOTE.no_name().message(format!("the board before this ply:\n{}", board.trim_end())));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(visible(help)));
    }
    let rendered = renderer.render(&[group]);
    if whole && has_line { rendered } else { without_gap(&rendered) }
}

/// The rendered text without the line ` ::: `, which would only say that the renderer does not know the place of the
/// text.
fn without_gap(rendered: &str) -> String {
    let is_gap = |line: &str| {
        let mut pieces = line.split('\u{1b}');
        let first = pieces.next().unwrap_or_default();
        // After an escape come its letters up to `m`.
        let rest = pieces.filter_map(|piece| piece.split_once('m')).map(|(_, text)| text);
        std::iter::once(first).chain(rest).collect::<String>().trim() == ":::"
    };
    rendered.split_inclusive('\n').filter(|line| !is_gap(line.trim_end_matches('\n'))).collect()
}

/// The label of the underlined span: the ply, the variation, the rule.
fn label(diagnostic: &Located) -> String {
    let mut parts = Vec::new();
    if let Some(ply) = diagnostic.ply {
        parts.push(format!("ply {ply}"));
    }
    if !diagnostic.variation.is_empty() {
        const SHOWN: usize = 6;
        let depth = diagnostic.variation.len();
        let way: Vec<_> =
            diagnostic.variation.iter().take(SHOWN).map(|(ply, index)| format!("{ply}.{index}")).collect();
        let more = if depth > SHOWN { format!(" … ({depth} deep)") } else { String::new() };
        parts.push(format!("variation {}{more}", way.join(" ")));
    }
    parts.extend(diagnostic.rule.map(|rule| format!("rule {rule}")));
    parts.join(", ")
}

/// The part of the source line that is shown.
struct Window {
    text: String,
    span: std::ops::Range<usize>,
}

impl Window {
    fn around(text: &str, span: std::ops::Range<usize>) -> Window {
        let start = span.start.min(text.len());
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |length| start + length);
        let end = span.end.clamp(start, line_end);
        let from =
            text[line_start..start].char_indices().rev().nth(AROUND - 1).map_or(line_start, |(at, _)| line_start + at);
        let to = text[end..line_end].char_indices().nth(AROUND).map_or(line_end, |(at, _)| end + at);
        // Letters that move the cursor would tear the underline from its word; a tab is as good as a space here.
        // Bytes that are no text are shown as terminals show them.
        let clean = |part: &str| visible(&part.replace('\t', " ").replace(SUBSTITUTE, "\u{fffd}")).into_owned();
        let before = if from > line_start { "…" } else { "" };
        // A carriage return at the end is part of the line's end.
        let to = if to == line_end && text[end..to].ends_with('\r') { to - 1 } else { to };
        let after = if to < line_end && &text[to..line_end] != "\r" { "…" } else { "" };
        let head = format!("{before}{}", clean(&text[from..start]));
        let marked = match text[start..end].char_indices().nth(MARKED) {
            Some((cut, _)) => format!("{}…", clean(&text[start..start + cut])),
            None => clean(&text[start..end]),
        };
        let span = head.len()..head.len() + marked.len();
        Window { text: format!("{head}{marked}{}{after}", clean(&text[end..to])), span }
    }
}

/// One line for each diagnostic: `file:line:column: error[code] message`.
pub fn concise(report: &Report) -> String {
    let mut out = String::new();
    for diagnostic in &report.diagnostics {
        out.push_str(&format!(
            "{}:{}:{}: {}[{}] {}\n",
            visible(&report.file),
            diagnostic.line,
            diagnostic.column,
            diagnostic.severity.name(),
            diagnostic.code,
            visible(&diagnostic.message)
        ));
    }
    out.push_str(&not_shown(report));
    out
}
