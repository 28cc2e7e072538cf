//! A record on a page: one line of JSON that holds everything that the page shows of it.
//!
//! | key | what it is |
//! | --- | --- |
//! | `n`, `file` | its number in its file; the file, if the page's records come from several |
//! | `tags`, `game`, `outcome`, `opening`, `players`, `invalid` | facts about the whole record |
//! | `notes` | diagnostics |
//! | `look` | the key of its board's look |
//! | `start`, `tails`, `tail` | the rows of the first position; the texts after rows, each once; which of them holds at the start |
//! | `intro` | comments before the first ply |
//! | `line` | the main line: plies |
//! | `brief` | it is too large: cut, and without a replay |
//! | `files` | the record as files that readers can save, by their endings |
//! | `mends` | proposals that mend it (`mended`) |
//!
//! A ply is `[token, changes, tail]` or `[token, changes, tail, more]`. Changes are separated by commas: `36R` puts a
//! piece on cell 36, `36.` empties it, `165-135-103` moves the piece of the first cell to the last. Those before a `;`
//! are shown as what the ply did, those after it are not. Cells are counted from the top left of the picture, row by
//! row.
//!
//! | more | what it is |
//! | --- | --- |
//! | `a`, `p`, `c` | annotation; comments before it (first ply of a variation) and after it |
//! | `v` | variations: each a list of plies, from the position before this one; one without plies keeps its place |
//! | `l`, `s` | lines that decide or score, as cells; points, where they have changed |
//! | `f` | lines that make it illegal, as cells |
//! | `k` | the cards drawn for it |
//! | `b` | a break before it: its changes, and the tail after it |
//! | `x` | it was not carried out: the number of its diagnostic; the changes are only what it tried |
//! | `w` | it was illegal and stood: the number of its diagnostic |

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::look::Look;
use super::remarks;
use super::tree::{Node, Tree};
use crate::check::Checker;
use crate::codes::{NOT_PLAYED, STANDS};
use crate::diagnostic::Severity;
use crate::engine::Job;
use crate::record::Record;
use crate::report::{Located, Report};
use crate::system::System;

/// A record that is ready for a page.
#[derive(Debug)]
pub struct Recorded {
    /// Its number in its file, from 1.
    pub number: u64,
    /// How its boards are drawn, if it could be replayed.
    pub(super) looks: Vec<Look>,
    /// Its JSON after the number.
    pub(super) rest: String,
}

impl Recorded {
    /// A record that is too large to be replayed on a page: what is wrong with it, cut to a size that can be read.
    pub fn brief(number: u64, report: &Report) -> Recorded {
        const TAGS: usize = 20;
        const NOTES: usize = 20;
        const LETTERS: usize = 200;
        let cut = |text: &str| match text.char_indices().nth(LETTERS) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        };
        let tags: Vec<_> = report.tags.0.iter().take(TAGS).map(|(name, value)| (cut(name), cut(value))).collect();
        // The errors first: they are why it is there.
        let mut notes: Vec<&Located> = report.diagnostics.iter().collect();
        notes.sort_by_key(|located| std::cmp::Reverse(located.severity));
        let notes: Vec<Value> = notes
            .into_iter()
            .take(NOTES)
            .map(|located| {
                let mut note = note(located);
                note["message"] = cut(&located.message).into();
                note
            })
            .collect();
        let rest = json!({
            "tags": tags, "outcome": report.outcome_in_words(), "game": report.game.unwrap_or_default(),
            "invalid": i32::from(!report.valid), "notes": notes, "tails": [], "brief": 1,
        });
        Recorded { number, looks: Vec::new(), rest: for_script(rest.to_string()) }
    }

    /// Adds the record as files that readers can save, each with its ending.
    pub fn with_files(mut self, files: Vec<(&str, String)>) -> Recorded {
        let files: Map<String, Value> =
            files.into_iter().map(|(ending, text)| (ending.to_owned(), text.into())).collect();
        if let Some(open) = self.rest.strip_suffix('}')
            && !files.is_empty()
        {
            let files = for_script(Value::Object(files).to_string());
            self.rest = format!("{open},\"files\":{files}}}");
        }
        self
    }

    /// How many bytes it takes on a page.
    pub fn size(&self) -> usize {
        self.rest.len()
    }

    /// Replays `record`, which `checker` has just judged, once more, and keeps everything that a page shows of it.
    pub fn new(report: &Report, record: &Record<'_>, checker: &Checker) -> Recorded {
        let (setting, claims) = checker.last();
        let system = report.notation.and_then(System::named);
        let mut object = Map::new();
        object.insert("tags".to_owned(), json!(report.tags.0));
        object.insert("outcome".to_owned(), report.outcome_in_words().into());
        let mut put = |name: &str, value: Value, there: bool| {
            if there {
                object.insert(name.to_owned(), value);
            }
        };
        put("game", json!(report.game), report.game.is_some());
        put("invalid", json!(1), !report.valid);
        put("opening", json!(report.opening), report.opening.is_some());
        put("players", json!(report.players), !report.players.is_empty());
        let notes: Vec<Value> = report.diagnostics.iter().map(note).collect();
        put("notes", Value::Array(notes), !report.diagnostics.is_empty());
        let (mut looks, mut line) = (Vec::new(), String::new());
        if let (Some(setting), Some(system)) = (setting, system)
            && setting.rules.playable
        {
            let job = Job { record, setting, system, claims, wants_fit: false };
            let mut tree = Tree::new(system, setting.rules.sides);
            setting.start.play(&job, &mut (), Some(&mut tree));
            blame(&mut tree, record, &report.diagnostics);
            let intro = remarks::attach(record, system, &mut tree);
            if let (Some(start), Some(board)) = (&tree.start, &tree.board) {
                let drawn = Look::new(setting, board.clone(), &tree.pieces);
                put("look", drawn.key().into(), true);
                put("start", json!(start.rows), true);
                put("tail", json!(start.tail), true);
                Index::new(&tree, &report.diagnostics).line(0, &mut line);
                looks.push(drawn);
            }
            put("tails", json!(tree.tails), true);
            put("intro", json!(intro), !intro.is_empty());
        }
        let mut rest = for_script(Value::Object(object).to_string());
        // A tree may have millions of plies: they are not held as values.
        if !line.is_empty() {
            rest.truncate(rest.len() - 1);
            rest.push_str(",\"line\":");
            rest.push_str(&for_script(line));
            rest.push('}');
        }
        Recorded { number: record.place.number, looks, rest }
    }
}

/// JSON in which nothing ends the script of a page that it stands in.
fn for_script(json: String) -> String {
    if json.contains('<') { json.replace('<', "\\u003c") } else { json }
}

fn note(located: &Located) -> Value {
    let mut note = json!({
        "severity": located.severity.name(), "code": located.code, "line": located.line, "column": located.column,
        "message": located.message,
    });
    if let Some(rule) = located.rule {
        note["rule"] = rule.into();
    }
    if let Some(ply) = located.ply {
        note["ply"] = ply.into();
    }
    if let Some(help) = &located.help {
        note["help"] = help.as_str().into();
    }
    if !located.variation.is_empty() {
        note["in"] = way(&located.variation).into();
    }
    note
}

/// The path to a variation as in a page's address: `5.1,7.2`.
fn way(variation: &[(u32, u32)]) -> String {
    variation.iter().map(|(ply, index)| format!("{ply}.{index}")).collect::<Vec<_>>().join(",")
}

/// Adds the plies that could not be read: each line ends with its faulty ply, carried out or not.
fn blame(tree: &mut Tree, record: &Record<'_>, diagnostics: &[Located]) {
    for located in diagnostics.iter().filter(|located| located.severity == Severity::Error) {
        let Some(ply) = located.ply else { continue };
        let line = tree.line(&located.variation);
        let due = tree.lines[line].first + tree.lines[line].nodes.len() as u32;
        let whole = tree.lines[line].nodes.last().is_none_or(|node| node.done);
        let Some(tail) = tree.last_tail(line).filter(|_| whole && ply == due) else { continue };
        let token = record.excerpt(located.within.clone());
        tree.lines[line].nodes.push(Node::unread(token, located.within.clone(), tail));
    }
}

/// What belongs to each ply, by line and number, found once for each record.
struct Index<'t> {
    tree: &'t Tree,
    /// Variations, each with its number among those of its ply.
    variations: HashMap<(usize, u32), Vec<(u32, usize)>>,
    /// Diagnostics, each with its number.
    said: HashMap<(usize, u32), Vec<(usize, &'t Located)>>,
}

impl<'t> Index<'t> {
    fn new(tree: &'t Tree, diagnostics: &'t [Located]) -> Index<'t> {
        let (mut variations, mut said) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        for (line, variation) in tree.lines.iter().enumerate().filter(|(_, line)| !line.nodes.is_empty()) {
            if let Some((&(ply, place), outer)) = variation.way.split_last()
                && let Some(outer) = tree.find(outer)
            {
                variations.entry((outer, ply)).or_default().push((place, line));
            }
        }
        variations.values_mut().for_each(|places| places.sort_unstable());
        for (number, located) in diagnostics.iter().enumerate() {
            if let (Some(ply), Some(line)) = (located.ply, tree.find(&located.variation)) {
                said.entry((line, ply)).or_default().push((number, located));
            }
        }
        Index { tree, variations, said }
    }

    /// Writes a line's plies with the variations of each. Variations stand 64 deep at most, so this recursion is as
    /// shallow.
    fn line(&self, line: usize, out: &mut String) {
        out.push('[');
        let line_and_nodes = (self.tree.lines[line].first..).zip(&self.tree.lines[line].nodes).enumerate();
        for (index, (number, node)) in line_and_nodes {
            if index > 0 {
                out.push(',');
            }
            let mut said = self.said.get(&(line, number)).into_iter().flatten();
            let said = said.find(
                |(_, located)| if node.done { located.code == STANDS.name } else { located.code != NOT_PLAYED.name },
            );
            let variations = self.variations.get(&(line, number)).map_or(&[][..], Vec::as_slice);
            self.ply(node, said.map(|(number, _)| *number), variations, out);
        }
        out.push(']');
    }

    fn ply(&self, node: &Node, said: Option<usize>, variations: &[(u32, usize)], out: &mut String) {
        let plain = json!([node.token, node.changes, node.tail]).to_string();
        let mut extra = Map::new();
        if let Some(more) = &node.more {
            let mut put = |name: &str, value: Value, there: bool| {
                if there {
                    extra.insert(name.to_owned(), value);
                }
            };
            put("a", json!(more.annotation), !more.annotation.is_empty());
            put("p", json!(more.before), !more.before.is_empty());
            put("c", json!(more.comments), !more.comments.is_empty());
            put("l", json!(more.marks), !more.marks.is_empty());
            put("f", json!(more.offending), !more.offending.is_empty());
            put("s", json!(more.points), more.points.is_some());
            put("k", json!(more.cards), !more.cards.is_empty());
            put("b", json!(more.pause), more.pause.is_some());
        }
        if said.is_some() || !node.done {
            extra.insert(if node.done { "w" } else { "x" }.to_owned(), json!(said));
        }
        let open = plain.strip_suffix(']').unwrap_or(&plain);
        out.push_str(open);
        if !extra.is_empty() || !variations.is_empty() {
            let extra = Value::Object(extra).to_string();
            let open = extra.strip_suffix('}').unwrap_or(&extra);
            out.push(',');
            out.push_str(open);
            if !variations.is_empty() {
                out.push_str(if open.len() > 1 { ",\"v\":[" } else { "\"v\":[" });
                self.variations(variations, out);
                out.push(']');
            }
            out.push('}');
        }
        out.push(']');
    }

    /// Writes the variations of a ply, each with its number from 1.
    fn variations(&self, variations: &[(u32, usize)], out: &mut String) {
        let mut written = 0;
        for (place, line) in variations {
            // Diagnostics count those without plies too.
            while written + 1 < *place {
                out.push_str(if written > 0 { ",[]" } else { "[]" });
                written += 1;
            }
            if written > 0 {
                out.push(',');
            }
            self.line(*line, out);
            written += 1;
        }
    }
}
