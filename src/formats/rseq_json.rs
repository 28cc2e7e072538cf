//! Reads trees of Gomoku and Renju as JSON (rseq): an array `nodes` of `[column, row, colour, first child, children]`. See
//! `grammar/rseq-json.ebnf`.
//! Columns and rows are counted from the top left and from 0; colour 0 is Black. The children of a node stand side by
//! side after it, so no walk can go in circles; the first child continues the line. The file names neither the game nor
//! its rules.

use std::ops::Range;

use super::bots_json::square;
use super::json::{Json, Wrong, has_keys};
use super::made::Made;
use super::pieces::{Dialect, OfPieces, PieceFormat};
use super::points::ROWS_OTHERWISE;
use super::{Format, FormatInfo};
use crate::diagnostic::Text;
use crate::record::Spelling;
use crate::system::System;

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// Trees of Gomoku and Renju.
    pub const RSEQ_JSON: Format = Format::new(&OfPieces::<Says>::NEW);
}

impl PieceFormat for Says {
    type Dialect = Rseq;

    const INFO: FormatInfo = FormatInfo {
        name: "rseq-json",
        about: "trees of Gomoku and Renju made from RenLib files: JSON with an array `nodes`",
        grammar: include_str!("../../grammar/rseq-json.ebnf"),
        ..FormatInfo::FOREIGN
    };

    fn recognises(head: &[u8]) -> bool {
        has_keys(head, &["roots", "nodes"])
    }
}

/// The dialect.
#[derive(Debug, Default)]
struct Rseq;

impl Dialect for Rseq {
    type Content = str;

    const FORMAT: Format = Format::RSEQ_JSON;

    fn read(&mut self, text: &str, made: &mut Made) {
        let mut tree = Tree::default();
        let mut json = Json::new(text, 0);
        let done = tree.read(&mut json).and_then(|()| json.end());
        let all = 0..text.len().min(1);
        if !tree.has_nodes && done.is_ok() {
            return made.refuse_syntax(Text::new("this object holds no tree").help("a tree has the key `nodes`"), all);
        }
        made.tag("Game", "gomoku", all.clone());
        if !made.has_variant {
            made.tag("Variant", "freestyle", all.clone());
        }
        made.tag("Board", &format!("{SIZE}x{SIZE}"), all.clone());
        for (name, value) in [("Event", &tree.name), ("TreeId", &tree.id)] {
            if let Some((value, place)) = value {
                made.tag(name, value, place.clone());
            }
        }
        let text = || {
            Text::new("the game is taken to be freestyle gomoku, which the file does not say")
                .help("for Renju give --variant renju")
        };
        made.guessed("variant", "freestyle", text, all.clone());
        let text = || Text::new("rows are counted from the top, which the file does not say").help(ROWS_OTHERWISE);
        made.guessed("rows", "top", text, all);
        made.kept_mut().parts.context.spelling = Spelling::Fixed(System::SQUARES);
        for place in &tree.unknown {
            made.dropped("values that are no part of the tree", place.clone());
        }
        if let Err(wrong) = tree.write(made).and(done) {
            wrong.tell(made);
        }
    }
}

/// The columns and rows of the board.
const SIZE: usize = 15;

/// A node: a stone and its children.
#[derive(Debug, Clone, Copy, Default)]
struct Node {
    column: u8,
    row: u8,
    colour: u8,
    /// How many bytes of the text it takes.
    length: u8,
    at: u32,
    first: u32,
    count: u32,
}

impl Node {
    fn place(&self) -> Range<usize> {
        self.at as usize..self.at as usize + usize::from(self.length)
    }
}

#[derive(Debug, Default)]
struct Tree {
    id: Option<(String, Range<usize>)>,
    name: Option<(String, Range<usize>)>,
    roots: Vec<(usize, usize)>,
    /// Whether the list of nodes is there.
    has_nodes: bool,
    nodes: Vec<Node>,
    /// The places of values with other keys.
    unknown: Vec<Range<usize>>,
}

/// What comes next in the walk.
enum Task {
    /// The children of a node that has some: the first, how many, and their colour.
    Line(u32, u32, u8),
    /// A variation that begins with this node.
    Variation(u32, u8),
    /// The end of the variation that this node began.
    Close(u32),
}

impl Tree {
    fn read(&mut self, json: &mut Json<'_>) -> Result<(), Wrong> {
        json.object(|json, key| match key {
            "id" | "name" => {
                let (value, place) = json.name()?;
                let kept = if key == "id" { &mut self.id } else { &mut self.name };
                *kept = Some((value.into_owned(), place));
                Ok(())
            }
            "roots" => json.array(|json| {
                json.peek();
                let at = json.at();
                self.roots.push((json.number()?, at));
                Ok(())
            }),
            "nodes" => {
                self.has_nodes = true;
                json.array(|json| self.node(json))
            }
            _ => {
                self.unknown.push(json.skip()?);
                Ok(())
            }
        })
    }

    /// Reads a node.
    fn node(&mut self, json: &mut Json<'_>) -> Result<(), Wrong> {
        json.peek();
        let at = json.at();
        let (mut values, mut count) = ([0_u32; 5], 0);
        json.array(|json| {
            // A leaf has -1 for its first child.
            let is_leaf = json.peek() == b'-' && count == 3;
            let value = if is_leaf { json.negative().map(|()| 0)? } else { json.number()? };
            if let Some(kept) = values.get_mut(count) {
                *kept = u32::try_from(value).unwrap_or(u32::MAX);
            }
            count += 1;
            Ok(())
        })?;
        if count != values.len() {
            return Err(Wrong::new(at, "a node is five numbers: column, row, colour, first child, children"));
        }
        let [column, row, colour, first, children] = values;
        let byte = |value: u32| u8::try_from(value).unwrap_or(u8::MAX);
        self.nodes.push(Node {
            column: byte(column),
            row: byte(row),
            colour: byte(colour),
            length: u8::try_from(json.at() - at).unwrap_or(u8::MAX),
            at: at as u32,
            first,
            count: children,
        });
        Ok(())
    }

    /// Writes down the tree in the order of a transcript: what replaces a ply stands after it.
    fn write(&self, made: &mut Made) -> Result<(), Wrong> {
        let mut walk = Walk { tree: self, made, seen: vec![false; self.nodes.len()], ply: String::new() };
        let (mut tasks, mut named, mut wrong) = (Vec::new(), vec![false; self.nodes.len()], None);
        for (root, at) in &self.roots {
            let why = match named.get_mut(*root).map(|named| std::mem::replace(named, true)) {
                Some(false) => {
                    // The cast is safe: no record has that many nodes. The line continues after the other roots.
                    let root = *root as u32;
                    tasks.push(if tasks.is_empty() { Task::Line(root, 1, 0) } else { Task::Variation(root, 0) });
                    continue;
                }
                Some(true) => "this root is named twice",
                None => "there is no such node",
            };
            wrong.get_or_insert(Wrong::new(*at, why));
        }
        if let [Task::Line(root, ..), rest @ ..] = &tasks[..]
            && !rest.is_empty()
        {
            let root = *root;
            walk.stone(root, 0)?;
            tasks.remove(0);
            tasks.reverse();
            tasks.insert(0, walk.children(root, 1)?);
        }
        while let Some(task) = tasks.pop() {
            if let Err(wrong) = walk.step(task, &mut tasks) {
                // Variations that are open end here.
                for task in tasks.into_iter().rev() {
                    if let Task::Close(node) = task {
                        walk.made.close(walk.place(node));
                    }
                }
                return Err(wrong);
            }
        }
        walk.tell_unreached();
        wrong.map_or(Ok(()), Err)
    }
}

/// A walk through the tree.
struct Walk<'w> {
    tree: &'w Tree,
    made: &'w mut Made,
    /// Which nodes were met: each is met once.
    seen: Vec<bool>,
    ply: String,
}

impl Walk<'_> {
    /// Does one task, and adds the tasks that follow from it to `tasks`.
    fn step(&mut self, task: Task, tasks: &mut Vec<Task>) -> Result<(), Wrong> {
        match task {
            Task::Line(_, 0, _) => {}
            Task::Line(first, count, colour) => {
                self.stone(first, colour)?;
                tasks.push(self.children(first, 1 - colour)?);
                tasks.extend((first + 1..first + count).rev().map(|node| Task::Variation(node, colour)));
            }
            Task::Variation(node, colour) => {
                tasks.push(Task::Close(node));
                self.made.open(self.place(node));
                self.stone(node, colour)?;
                tasks.push(self.children(node, 1 - colour)?);
            }
            Task::Close(node) => self.made.close(self.place(node)),
        }
        Ok(())
    }

    fn place(&self, node: u32) -> Range<usize> {
        self.tree.nodes.get(node as usize).map_or(0..1, Node::place)
    }

    /// Writes down the stone of a node.
    fn stone(&mut self, index: u32, colour: u8) -> Result<(), Wrong> {
        let Some(node) = self.tree.nodes.get(index as usize) else {
            return Err(Wrong::new(0, format!("there is no node {index}")));
        };
        if std::mem::replace(&mut self.seen[index as usize], true) {
            return Err(Wrong::new(
                node.at as usize,
                "this node was there before: it is a root, or the child of two others",
            ));
        }
        if node.colour != colour {
            return Err(Wrong::new(node.at as usize, "this stone has the colour of the one before it"));
        }
        square(usize::from(node.column), usize::from(node.row), SIZE, &mut self.ply);
        self.made.ply(&self.ply, node.place());
        Ok(())
    }

    /// Counts the nodes that were not met.
    fn tell_unreached(&mut self) {
        let mut unreached = self.tree.nodes.iter().zip(&self.seen).filter(|(_, seen)| !**seen).map(|(node, _)| node);
        if let Some(first) = unreached.next() {
            self.made.dropped_times("nodes out of the reach of any root", 1 + unreached.count() as u64, first.place());
        }
    }

    /// The line of a node's children.
    fn children(&self, index: u32, colour: u8) -> Result<Task, Wrong> {
        let Some(&node) = self.tree.nodes.get(index as usize) else { return Ok(Task::Line(0, 0, colour)) };
        let end = u64::from(node.first) + u64::from(node.count);
        if node.count > 0 && (node.first <= index || end > self.tree.nodes.len() as u64) {
            return Err(Wrong::new(node.at as usize, "the children of this node do not follow it"));
        }
        Ok(Task::Line(node.first, node.count, colour))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plies of a tree, and its diagnostics without guesses.
    fn read(text: &str) -> String {
        let mut made = Made::default();
        made.begin(crate::record::Place::default(), crate::record::Foreign::default());
        Rseq.read(text, &mut made);
        made.end();
        let kept = made.kept();
        let mut said = kept.text[kept.parts.body..].trim().to_owned();
        for fault in &kept.parts.faults {
            said += &format!(" {} {}", fault.code.name, fault.text.message);
        }
        for note in kept.parts.notes.iter().filter(|note| note.code.name == "dropped") {
            said += &format!(" | {}", note.text.message.split(':').next().unwrap_or_default());
        }
        said
    }

    #[test]
    fn what_is_no_part_of_the_tree_is_told() {
        let nodes = "[[7, 7, 0, 1, 1], [7, 6, 1, -1, 0], [0, 0, 1, -1, 0]]";
        assert_eq!(read("{\"roots\": [0], \"nodes\": [[7, 7, 0, -1, 0]]}"), "h8");
        assert_eq!(
            read(&format!("{{\"roots\": [0], \"nodes\": {nodes}}}")),
            "h8, h9 | 1 node out of the reach of any root"
        );
        assert_eq!(read(&format!("{{\"roots\": [], \"nodes\": {nodes}}}")), " | 3 nodes out of the reach of any root");
        let roots =
            |roots: &str, more: &str| read(&format!("{{\"roots\": {roots}, \"nodes\": [[7, 7, 0, -1, 0]{more}]}}"));
        assert_eq!(roots("[0, 1]", ", [8, 8, 0, -1, 0]"), "h8 (i7)");
        assert_eq!(roots("[0, 0]", ""), "h8 bad-syntax this root is named twice");
        assert_eq!(roots("[3, 0]", ""), "h8 bad-syntax there is no such node");
        assert_eq!(
            roots("[0, 1]", ", [8, 8, 0, 2, 1], [8, 8, 0, -1, 0]"),
            "h8 (i7) bad-syntax this stone has the colour of the one before it"
        );
        let text = "{\"a\": 1, \"roots\": [0], \"nodes\": [[7, 7, 0, -1, 0]], \"b\": [{}]}";
        assert_eq!(read(text), "h8 | 2 values that are no part of the tree");
    }
}
