//! The summary of an audit as markup: what [`Summary::text`] tells people, with charts.
//!
//! Names of files and messages come from outside, so all of them are escaped.

use std::fmt::Write as _;

use super::chart::{bar, counted, figure, lengths};
use crate::archive::Failure;
use crate::audit::Summary;
use crate::audit::advice;
use crate::audit::summary::share;
use crate::audit::tally::{CodeCount, Group, Proven};
use crate::diagnostic::Severity;
use crate::engine::Games;
use crate::page::escape;

/// The summary, before the `shown` invalid records of a page.
pub(super) fn section(summary: &Summary, shown: u64) -> String {
    let mut out = "<section id=\"audit\" aria-label=\"Summary\">\n".to_owned();
    out.push_str(HATCH);
    headline(summary, shown, &mut out);
    unread(&summary.unread, &mut out);
    totals(summary, &mut out);
    codes(summary, shown > 0, &mut out);
    groups(&summary.tally.groups, summary.games, &mut out);
    repairs(summary, shown > 0, &mut out);
    if let Some(duplicates) = &summary.duplicates {
        let _ = writeln!(out, "<h2>Duplicates</h2>\n<pre>{}</pre>", escape(&duplicates.text()));
    }
    list(summary, shown, &mut out);
    out.push_str("</section>\n");
    out
}

/// The hatching of warnings: looks differ in more than colour.
static HATCH: &str = "<svg class=\"hidden\" aria-hidden=\"true\" focusable=\"false\"><defs>\
    <pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
    <rect class=\"ground\" width=\"6\" height=\"6\"/><rect class=\"stripe\" width=\"3\" height=\"6\"/></pattern>\
    </defs></svg>\n";

/// The most important sentence.
fn headline(summary: &Summary, shown: u64, out: &mut String) {
    let tally = &summary.tally;
    let (all, bad) = (tally.records(), tally.invalid + tally.unreadable);
    let verdict = match (all, bad) {
        (0, _) => "The audited files hold no record.".to_owned(),
        (1, 0) => "The one record is valid.".to_owned(),
        (_, 0) => format!("All {} records are valid.", figure(all)),
        (1, _) => "The one record is invalid.".to_owned(),
        (_, 1) => format!("1 of {} records is invalid.", figure(all)),
        _ => format!("{} of {} records are invalid.", figure(bad), figure(all)),
    };
    let look = if summary.complains() { "headline bad" } else { "headline" };
    let _ = write!(out, "<p class=\"{look}\"><strong>{verdict}</strong>");
    if shown > 0 {
        out.push_str(" <a href=\"#invalid\">To the invalid records</a>");
    }
    out.push_str("</p>\n");
    if let Some(baseline) = &summary.baseline {
        let _ = writeln!(out, "<p>{}</p>", escape(baseline.text(summary.stopped).trim_end()));
    }
    if !summary.balances() {
        out.push_str("<p class=\"alarm\">The numbers of bytes do not add up: please report this.</p>\n");
    }
}

/// What could not be read, and why.
fn unread(unread: &[Failure], out: &mut String) {
    const SHOWN: usize = 1000;
    if unread.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<div class=\"alarm\"><h2>{} could not be read</h2>\n<ul>",
        counted(unread.len() as u64, "input")
    );
    for failure in unread.iter().take(SHOWN) {
        let _ = write!(out, "<li><code>{}</code>: {}", escape(&failure.name), escape(&failure.message));
        if let Some(help) = &failure.help {
            let _ = write!(out, "<br>{}", escape(help));
        }
        out.push_str("</li>\n");
    }
    if unread.len() > SHOWN {
        let _ = writeln!(out, "<li>and {} more</li>", figure((unread.len() - SHOWN) as u64));
    }
    out.push_str("</ul></div>\n");
}

/// Totals as figures, and the records as a bar; the figures are its legend.
fn totals(summary: &Summary, out: &mut String) {
    let tally = &summary.tally;
    let part = |count: u64| share(count, tally.records());
    out.push_str("<div class=\"totals\">\n");
    if tally.records() > 0 {
        out.push_str(&bar(&[
            (part(tally.valid), "valid"),
            (part(tally.invalid), "invalid"),
            (part(tally.unreadable), "unreadable"),
        ]));
    }
    let key = |look: &str| {
        format!(
            "<svg class=\"key\" aria-hidden=\"true\" focusable=\"false\"><rect class=\"{look}\" width=\"100%\" height=\"100%\"/></svg>"
        )
    };
    let [errors, warnings, notes] = tally.diagnostics;
    let percent = |count: u64| format!("{:.1} %", part(count));
    let tiles = [
        ("records", "Records", String::new(), tally.records(), format!("in {}", counted(summary.inputs, "input"))),
        ("valid", "Valid", key("valid"), tally.valid, percent(tally.valid)),
        ("invalid", "Invalid", key("invalid"), tally.invalid, percent(tally.invalid)),
        ("unreadable", "Too long to read", key("unreadable"), tally.unreadable, percent(tally.unreadable)),
        ("plies", "Plies", String::new(), tally.plies, "carried out".to_owned()),
        (
            "errors",
            "Errors",
            String::new(),
            errors,
            format!("{}, {}", counted(warnings, "warning"), counted(notes, "note")),
        ),
        (
            "bytes",
            "Bytes",
            String::new(),
            summary.bytes,
            format!("{} in records, {} between records", figure(summary.record_bytes), figure(summary.between)),
        ),
    ];
    out.push_str("<dl>\n");
    for (id, name, key, count, more) in tiles.iter().filter(|(id, _, _, count, _)| *id != "unreadable" || *count > 0) {
        let _ = writeln!(
            out,
            "<div><dt>{key}{name}</dt><dd><span class=\"figure\" id=\"audit-{id}\">{}</span> <small>{more}</small></dd></div>",
            figure(*count)
        );
    }
    out.push_str("</dl></div>\n");
}

/// What was reported, how often and where first; errors lead to their records, if the page has records.
fn codes(summary: &Summary, leads: bool, out: &mut String) {
    /// The number of codes shown at once; a single further one is not hidden either.
    const SHOWN: usize = 12;
    let codes = summary.codes();
    if codes.is_empty() {
        return;
    }
    let most = codes.iter().map(|code| code.count).max().unwrap_or(1);
    let (first, more) = codes.split_at(if codes.len() > SHOWN + 1 { SHOWN } else { codes.len() });
    out.push_str("<h2>Codes</h2>\n");
    code_table(first, summary.games, leads, most, out);
    if !more.is_empty() {
        let _ = writeln!(out, "<details><summary>{} more codes</summary>", more.len());
        code_table(more, summary.games, leads, most, out);
        out.push_str("</details>\n");
    }
}

fn code_table(codes: &[&CodeCount], games: Games, leads: bool, most: u64, out: &mut String) {
    out.push_str(
        "<table class=\"codes\"><thead><tr><th scope=\"col\">Code</th><th scope=\"col\">Severity</th>\
         <th scope=\"col\" class=\"number\">Times</th><td></td><th scope=\"col\">First</th></tr></thead><tbody>\n",
    );
    for code in codes {
        let (name, weight) = (&*code.code, code.severity.name());
        let link = if leads && code.severity == Severity::Error {
            format!("<a href=\"#filter=code:{name}\" title=\"Show the records with this error\">{name}</a>")
        } else {
            name.to_owned()
        };
        let title = games.meanings(name).first().map_or("", |(_, code)| code.title);
        let _ = write!(
            out,
            "<tr><th scope=\"row\">{link} <small>{}</small></th><td><span class=\"weight \
             {weight}\">{weight}</span></td><td class=\"number\">{}</td><td class=\"chart\">{}</td><td \
             class=\"first\">",
            escape(title),
            figure(code.count),
            bar(&[(share(code.count, most), weight)])
        );
        if let Some(first) = &code.first {
            let _ = write!(
                out,
                "<code>{}:{}:{}</code> {}",
                escape(&first.file),
                first.line,
                first.column,
                in_code(&first.message)
            );
        }
        out.push_str("</td></tr>\n");
    }
    out.push_str("</tbody></table>\n");
}

/// How many records a single change mends; each kind leads to its records, if the page has records.
fn repairs(summary: &Summary, leads: bool, out: &mut String) {
    let counts = &summary.tally.repairs;
    if !summary.searched || counts.invalid == 0 {
        return;
    }
    let headline = escape(&advice::headline(counts));
    let _ = writeln!(out, "<h2>Repairs</h2>\n<p id=\"audit-repairs\">{headline}</p>");
    let most = counts.kinds().map(|(_, count)| count).max().unwrap_or(1);
    if counts.proposed > 0 {
        out.push_str(
            "<table class=\"codes\"><thead><tr><th scope=\"col\">Mended by</th>\
             <th scope=\"col\" class=\"number\">Records</th><td></td></tr></thead><tbody>\n",
        );
        for (kind, count) in counts.kinds() {
            let name = kind.name();
            let link = if leads {
                format!("<a href=\"#filter=repair:{name}\" title=\"Show the records that this mends\">{name}</a>")
            } else {
                name.to_owned()
            };
            let _ = writeln!(
                out,
                "<tr><th scope=\"row\">{link} <small>{}</small></th><td class=\"number\">{}</td><td class=\"chart\">{}</td></tr>",
                escape(kind.about()),
                figure(count),
                bar(&[(share(count, most), "valid")])
            );
        }
        out.push_str("</tbody></table>\n");
    }
    for (change, count) in counts.alike() {
        let _ = writeln!(out, "<p>{} mends {}.</p>", in_code(change), counted(count, "record"));
    }
}

/// The number of records of each game and variant, and the statistics of the valid ones.
fn groups(groups: &[Group], games: Games, out: &mut String) {
    if groups.is_empty() {
        return;
    }
    let most = groups.iter().map(|group| group.valid + group.invalid).max().unwrap_or(1);
    out.push_str(
        "<h2>Games</h2>\n<table class=\"games\"><thead><tr><th scope=\"col\">Game and variant</th>\
         <th scope=\"col\" class=\"number\">Valid</th><th scope=\"col\" class=\"number\">Invalid</th>\
         <th scope=\"col\" class=\"number\">Plies</th><td></td></tr></thead><tbody>\n",
    );
    for (index, group) in groups.iter().enumerate() {
        let name = escape(&title(group, games));
        let name = if group.valid > 0 { format!("<a href=\"#game-{index}\">{name}</a>") } else { name };
        let parts = [(share(group.valid, most), "valid"), (share(group.invalid, most), "invalid")];
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{name}</th><td class=\"number\">{}</td><td class=\"number\">{}</td>\
             <td class=\"number\">{}</td><td class=\"chart\">{}</td></tr>",
            figure(group.valid),
            figure(group.invalid),
            figure(group.plies),
            bar(&parts)
        );
    }
    out.push_str("</tbody></table>\n<div class=\"groups\">\n");
    for (index, group) in groups.iter().enumerate().filter(|(_, group)| group.valid > 0) {
        card(group, games, index, out);
    }
    out.push_str("</div>\n");
}

/// A game by the name that people have for it.
fn title(group: &Group, games: Games) -> String {
    match (group.game.as_deref().and_then(|game| games.named(game)), &group.variant) {
        (Some(game), Some(variant)) => format!("{} {variant}", game.info().name),
        _ => group.name(),
    }
}

/// The results of the valid records of a game and variant.
fn card(group: &Group, games: Games, index: usize, out: &mut String) {
    let _ = write!(
        out,
        "<article id=\"game-{index}\" aria-labelledby=\"name-{index}\"><h3 id=\"name-{index}\">{}</h3>\n\
         <table class=\"outcomes\"><caption>Results of valid records, as the board shows them</caption><tbody>\n",
        escape(&title(group, games))
    );
    for (proven, what, count) in group.ends(games) {
        let look = match proven {
            Proven::Unfinished => "open",
            Proven::Draw { .. } => "draw",
            Proven::Win { .. } => "win",
        };
        let part = share(count, group.valid);
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td class=\"chart\">{}</td><td class=\"number\">{}</td>\
             <td class=\"number\">{part:.1} %</td></tr>",
            escape(&what),
            bar(&[(part, look)]),
            figure(count)
        );
    }
    out.push_str("</tbody></table>\n");
    let [won, lost] = group.beginner;
    if won + lost > 0 {
        let _ = writeln!(
            out,
            "<p>The first player won {:.1} % of {}.</p>",
            share(won, won + lost),
            counted(won + lost, "decided game")
        );
    }
    out.push_str(&lengths(&group.lengths, index));
    let claimed: Vec<_> = group.claimed().collect();
    if !claimed.is_empty() {
        out.push_str(
            "\n<details><summary>Results in the records and on the board</summary><table><thead><tr><th \
             scope=\"col\">claimed</th><th scope=\"col\">on the board</th><th \
             scope=\"col\">records</th></tr></thead><tbody>",
        );
        for (claimed, proven, count) in claimed {
            let _ = write!(
                out,
                "<tr><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(claimed),
                escape(proven),
                figure(count)
            );
        }
        out.push_str("</tbody></table></details>");
    }
    out.push_str("</article>\n");
}

/// What the list below shows, and whether it is complete.
fn list(summary: &Summary, shown: u64, out: &mut String) {
    let all = summary.listed();
    if all == 0 {
        return;
    }
    out.push_str("<h2 id=\"invalid\">Invalid records</h2>\n<p>");
    let _ = if shown == 0 {
        write!(out, "{}; this page is the summary alone.", counted(all, "invalid record"))
    } else if shown < all {
        write!(out, "The first {} of {}, each shown at its first fault.", figure(shown), counted(all, "invalid record"))
    } else if all == 1 {
        write!(out, "It is shown at its first fault.")
    } else {
        write!(out, "{}, each shown at its first fault.", counted(all, "invalid record"))
    };
    out.push_str("</p>\n");
}

/// Text as markup has it, in which what stands between backticks is code.
fn in_code(text: &str) -> String {
    // A backtick of the record itself may be among them: then nobody knows which two belong together.
    if text.matches('`').count() % 2 == 1 {
        return escape(text);
    }
    let mut out = String::new();
    for (index, part) in text.split('`').enumerate() {
        let part = escape(part);
        out.push_str(&if index % 2 == 1 { format!("<code>{part}</code>") } else { part });
    }
    out
}
