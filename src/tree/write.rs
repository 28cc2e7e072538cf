//! Spells a tree of plies: as text for people, as JSON, as a table.

use serde::{Serialize, Serializer};

use super::{Date, Row, Tree};
use crate::counted::counted;

/// The tree as a line of JSON. `then` holds the plies that followed, if the caller asked for more than one level; at
/// the last level it is empty.
pub fn json(tree: &Tree) -> String {
    #[derive(Serialize)]
    struct Whole<'r> {
        games: u64,
        plies: Vec<Object<'r>>,
    }
    let whole = Whole { games: tree.games, plies: objects(&tree.plies, tree.depth > 1) };
    // Numbers and texts are always JSON.
    serde_json::to_string(&whole).unwrap_or_default() + "\n"
}

#[derive(Serialize)]
struct Object<'r> {
    ply: &'r str,
    count: u64,
    share: f64,
    #[serde(serialize_with = "by_name")]
    wins: &'r [(&'static str, u64)],
    draws: u64,
    length: f64,
    first: Option<String>,
    last: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    then: Option<Vec<Object<'r>>>,
}

fn objects(rows: &[Row], is_deep: bool) -> Vec<Object<'_>> {
    rows.iter().map(|row| object(row, is_deep)).collect()
}

fn object(row: &Row, is_deep: bool) -> Object<'_> {
    Object {
        ply: &row.ply,
        count: row.count,
        share: row.share,
        wins: &row.wins,
        draws: row.draws,
        length: row.length,
        first: row.first.map(|date| date.to_string()),
        last: row.last.map(|date| date.to_string()),
        then: is_deep.then(|| objects(&row.then, true)),
    }
}

/// Numbers by the names that they belong to, in their order.
fn by_name<S: Serializer>(wins: &&[(&'static str, u64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(wins.iter().copied())
}

/// A date, or nothing.
fn day(date: Option<Date>) -> String {
    date.map(|date| date.to_string()).unwrap_or_default()
}

/// The tree as a table for spreadsheets: a row for each ply, with its level and the plies before it.
pub fn csv(tree: &Tree) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut head: Vec<&str> = vec!["level", "before", "ply", "count", "share"];
    head.extend(&tree.parties);
    head.extend(["draws", "length", "first", "last"]);
    // Writing to memory cannot fail.
    let _ = writer.write_record(&head);
    each(&tree.plies, &mut Vec::new(), &mut |row, before| {
        let mut cells = vec![
            (before.len() + 1).to_string(),
            before.join(" "),
            row.ply.clone(),
            row.count.to_string(),
            format!("{:.6}", row.share),
        ];
        cells.extend(row.wins.iter().map(|(_, wins)| wins.to_string()));
        cells.extend([row.draws.to_string(), format!("{:.2}", row.length), day(row.first), day(row.last)]);
        let _ = writer.write_record(&cells);
    });
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// Calls `each` with every row and the plies before it.
fn each<'r>(rows: &'r [Row], before: &mut Vec<&'r str>, call: &mut dyn FnMut(&'r Row, &[&'r str])) {
    for row in rows {
        call(row, before);
        before.push(&row.ply);
        each(&row.then, before, call);
        before.pop();
    }
}

/// The tree as people read it: a line for each ply, those that followed it indented.
pub fn text(tree: &Tree) -> String {
    let mut out = match tree.kind {
        Some(kind) => format!("{}, {}, {}: {}", kind.name, kind.variant, kind.board, counted(tree.games, "game")),
        None => counted(tree.games, "game"),
    };
    if tree.ended > 0 {
        out.push_str(&format!(
            ", of which {} here",
            if tree.ended == 1 { "1 ends".to_owned() } else { format!("{} end", tree.ended) }
        ));
    }
    out.push('\n');
    if tree.plies.is_empty() {
        return out;
    }
    let mut head: Vec<String> = ["ply", "games", "share"].map(str::to_owned).to_vec();
    head.extend(tree.parties.iter().map(|party| (*party).to_owned()));
    head.extend(["draws", "length", "first", "last"].map(str::to_owned));
    let mut lines = vec![head];
    each(&tree.plies, &mut Vec::new(), &mut |row, before| {
        let mut cells = vec![
            format!("{}{}", "  ".repeat(before.len()), row.ply),
            row.count.to_string(),
            format!("{:.1}%", row.share * 100.0),
        ];
        cells.extend(row.wins.iter().map(|(_, wins)| wins.to_string()));
        cells.extend([row.draws.to_string(), format!("{:.1}", row.length), day(row.first), day(row.last)]);
        lines.push(cells);
    });
    let width = |column: usize| lines.iter().map(|cells| cells[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    out.push('\n');
    for cells in &lines {
        let mut line = String::new();
        for (column, (cell, width)) in cells.iter().zip(&widths).enumerate() {
            let gap = " ".repeat(width - cell.chars().count());
            // Words stand at the left, numbers at the right.
            let is_word = column == 0 || column + 2 >= cells.len();
            line.push_str(if column > 0 { "  " } else { "" });
            line.push_str(if is_word { "" } else { &gap });
            line.push_str(cell);
            line.push_str(if is_word { &gap } else { "" });
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
