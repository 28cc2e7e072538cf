//! A replay as a tree of plies: what each changes on the board, in the main line and in variations.
//!
//! The difference between two positions is taken from their drawings, so that a page, which knows no rules, shows
//! exactly the effect that the game gives a ply.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::ops::Range;

use crate::board::Square;
use crate::codes::ATTEMPTED;
use crate::diagnostic::Code;
use crate::diagram::lines_of;
use crate::engine::{Step, Visitor};
use crate::game::{Position, SideInfo, points_of};
use crate::scene::{Cell, Effect, PlayingCard, Scene, Sign};
use crate::system::System;

/// The path to a variation: ply and index, both from 1, outermost first.
pub(super) type Way = Vec<(u32, u32)>;

/// Records what a replay does.
#[derive(Debug)]
pub(super) struct Tree {
    system: System,
    sides: &'static [SideInfo],
    /// The board of the record's first position.
    pub(super) board: Option<Scene>,
    /// The position before the first ply.
    pub(super) start: Option<Start>,
    /// The main line first, then variations as they came.
    pub(super) lines: Vec<Line>,
    ways: HashMap<Way, usize>,
    /// The lines that are being walked, each within the one before it. The positions of all others are forgotten: a
    /// tree may have millions.
    open: Vec<Open>,
    /// The texts after the rows of position strings, each once.
    pub(super) tails: Vec<String>,
    known: HashMap<String, u32>,
    /// The codes of pieces by their numbers, from 1; 0 is an empty square.
    codes: Vec<String>,
    /// The letters and numbers of these pieces, in the same order without the empty square.
    kinds: Vec<(char, Sign)>,
    /// Every piece that was seen, by its code.
    pub(super) pieces: BTreeMap<String, Cell>,
}

/// The first position.
#[derive(Debug)]
pub(super) struct Start {
    /// The rows of its position string.
    pub(super) rows: String,
    /// The number of the text after them.
    pub(super) tail: u32,
}

/// A position.
#[derive(Debug, Clone)]
struct State {
    cells: Vec<u16>,
    /// Whether a break must follow, which need not change what the position says.
    due: bool,
    /// The number of the text after the rows of its position string.
    tail: u32,
}

/// A line that is being walked.
#[derive(Debug)]
struct Open {
    line: usize,
    /// The position before its last ply, where variations of that ply begin.
    before: State,
    /// The position after it.
    after: State,
}

/// The main line or a variation.
#[derive(Debug, Default)]
pub(super) struct Line {
    pub(super) way: Way,
    /// The number of its first ply.
    pub(super) first: u32,
    pub(super) nodes: Vec<Node>,
}

/// A ply.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) token: String,
    /// Where it stands in the record's text.
    pub(super) span: Range<usize>,
    pub(super) changes: String,
    /// The number of the text after the rows of the position after it.
    pub(super) tail: u32,
    /// Whether it was carried out.
    pub(super) done: bool,
    /// What few plies have.
    pub(super) more: Option<Box<More>>,
}

/// What else may belong to a ply.
#[derive(Debug, Default, PartialEq)]
pub(super) struct More {
    /// What a break before it changes, and the tail of the position after the break.
    pub(super) pause: Option<(String, u32)>,
    /// Lines that decide the game or were scored, as cells.
    pub(super) marks: Vec<Vec<usize>>,
    /// Lines that make it illegal, as cells.
    pub(super) offending: Vec<Vec<usize>>,
    pub(super) points: Option<String>,
    /// The cards drawn for it.
    pub(super) cards: Vec<String>,
    pub(super) annotation: String,
    /// Comments that stand before it, the first ply of a variation.
    pub(super) before: Vec<String>,
    pub(super) comments: Vec<String>,
}

impl Node {
    /// A ply that could not even be read.
    pub(super) fn unread(token: String, span: Range<usize>, tail: u32) -> Node {
        Node { token, span, changes: String::new(), tail, done: false, more: None }
    }

    /// What else belongs to it, to be added to.
    pub(super) fn more(&mut self) -> &mut More {
        self.more.get_or_insert_default()
    }
}

impl Tree {
    /// An empty tree; plies will be written in `system`.
    pub(super) fn new(system: System, sides: &'static [SideInfo]) -> Tree {
        Tree {
            system,
            sides,
            board: None,
            start: None,
            lines: vec![Line { first: 1, ..Line::default() }],
            ways: HashMap::from([(Way::new(), 0)]),
            open: Vec::new(),
            tails: Vec::new(),
            known: HashMap::new(),
            codes: vec![String::new()],
            kinds: Vec::new(),
            pieces: BTreeMap::new(),
        }
    }

    /// The line of a variation, if it is there.
    pub(super) fn find(&self, way: &[(u32, u32)]) -> Option<usize> {
        self.ways.get(way).copied()
    }

    /// The line of a variation, begun if it is not there.
    pub(super) fn line(&mut self, way: &[(u32, u32)]) -> usize {
        if let Some(&line) = self.ways.get(way) {
            return line;
        }
        let first = way.last().map_or(1, |(ply, _)| *ply);
        self.lines.push(Line { way: way.to_vec(), first, nodes: Vec::new() });
        self.ways.insert(way.to_vec(), self.lines.len() - 1);
        self.lines.len() - 1
    }

    /// The tail of the position from which a line continues, if the ply before it was carried out.
    pub(super) fn last_tail(&self, line: usize) -> Option<u32> {
        let line = &self.lines[line];
        line.nodes.last().map_or_else(|| self.tail_before(line), |node| Some(node.tail))
    }

    /// The tail of the position before a line's first ply.
    fn tail_before(&self, line: &Line) -> Option<u32> {
        let Some((&(ply, _), outer)) = line.way.split_last() else {
            return self.start.as_ref().map(|start| start.tail);
        };
        let outer = &self.lines[*self.ways.get(outer)?];
        match ply.checked_sub(outer.first + 1) {
            Some(index) => outer.nodes.get(index as usize).map(|node| node.tail),
            // A variation of a variation's first ply begins where that one does.
            None => self.tail_before(outer),
        }
    }

    /// The position from which `line` continues with `step`, before a break if there is one. Lines within it are done.
    fn from(&mut self, line: usize, step: &dyn Step) -> State {
        if let Some(at) = self.open.iter().rposition(|open| open.line == line) {
            self.open.truncate(at + 1);
            if let Some(open) = self.open.pop() {
                return open.after;
            }
        }
        let way = &self.lines[line].way;
        if let Some((&(ply, _), outer)) = way.split_last()
            && let Some(&outer) = self.ways.get(outer)
            && let Some(at) = self.open.iter().rposition(|open| open.line == outer)
        {
            self.open.truncate(at + 1);
            let next = self.lines[outer].first + self.lines[outer].nodes.len() as u32;
            match next.checked_sub(ply) {
                Some(0) => return self.open[at].after.clone(),
                Some(1) => return self.open[at].before.clone(),
                _ => {}
            }
        }
        self.state(step.before()).0
    }

    fn state(&mut self, position: &dyn Position) -> (State, Scene) {
        let scene = position.scene();
        let mut cells = Vec::with_capacity(scene.cells.len());
        for cell in &scene.cells {
            let Some((_, letter)) = cell.piece else {
                cells.push(0);
                continue;
            };
            // A board has few kinds of pieces, except where each has a number.
            let kind = (letter, cell.sign);
            let number = self.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                let mut code = String::new();
                cell.write_code(&mut code);
                self.pieces.insert(code.clone(), Cell { marked: false, number: None, base: None, ..*cell });
                self.codes.push(code);
                self.kinds.push(kind);
                self.kinds.len() - 1
            });
            cells.push(number as u16 + 1);
        }
        let text = position.string();
        let tail = text.split_once(' ').map_or("", |(_, tail)| tail);
        let tail = match self.known.get(tail) {
            Some(known) => *known,
            None => {
                let number = self.tails.len() as u32;
                self.tails.push(tail.to_owned());
                self.known.insert(tail.to_owned(), number);
                number
            }
        };
        (State { cells, tail, due: position.break_due() }, scene)
    }

    /// Begins with the first position of the record.
    fn start(&mut self, position: &dyn Position) {
        if self.start.is_none() {
            let rows = position.string().split(' ').next().unwrap_or_default().to_owned();
            let (state, scene) = self.state(position);
            (self.start, self.board) = (Some(Start { rows, tail: state.tail }), Some(scene));
        }
    }

    /// The changes that turn one row of cells into another.
    fn difference(&self, from: &[u16], to: &[u16]) -> String {
        let mut changes = String::new();
        for (cell, (_, new)) in from.iter().zip(to).enumerate().filter(|(_, (old, new))| old != new) {
            let code = self.code(*new);
            let comma = if changes.is_empty() { "" } else { "," };
            // Writing to a string cannot fail.
            let _ = write!(changes, "{comma}{cell}{code}");
        }
        changes
    }

    /// The changes of a ply: its own effect, which is shown, and all other changes of the position, which are not.
    fn changes(&self, scene: &Scene, effect: &Effect, mut from: Vec<u16>, after: &State) -> String {
        let mut told = Vec::new();
        for way in effect.ways.iter().filter_map(|way| cells(scene, way)) {
            match way[..] {
                [] => {}
                [cell] => {
                    from[cell] = after.cells[cell];
                    told.push(format!("{cell}{}", self.code(after.cells[cell])));
                }
                [first, .., last] => {
                    let piece = std::mem::take(&mut from[first]);
                    from[last] = piece;
                    told.push(joined(&way));
                }
            }
        }
        let rest = self.difference(&from, &after.cells);
        let parting = if rest.is_empty() { "" } else { ";" };
        format!("{}{parting}{rest}", told.join(","))
    }

    fn code(&self, number: u16) -> &str {
        if number == 0 { "." } else { &self.codes[usize::from(number)] }
    }

    fn add(&mut self, step: &dyn Step, refused: Option<&'static Code>) {
        let done = refused.is_none();
        let line = self.line(step.variation());
        self.start(step.before());
        let mut from = self.from(line, step);
        // Only where a break is due does the next ply begin from another position.
        let pause = from.due.then(|| {
            let after_break = self.state(step.before()).0;
            let changes = self.difference(&from.cells, &after_break.cells);
            from = after_break;
            (changes, from.tail)
        });
        let (after, scene) = self.state(step.after());
        let effect = step.effect();
        let changes =
            if done { self.changes(&scene, &effect, from.cells.clone(), &after) } else { shown(&scene, &effect) };
        let cards = effect.cards.iter().map(PlayingCard::to_string).collect();
        let mut token = String::new();
        if step.write(self.system, &mut token).is_err() {
            step.write_default(&mut token);
        }
        // Earlier scores are not marked for a ply that was not carried out; the lines that ended the game are, as a
        // possible reason.
        let lines = if done { lines_of(step.after()) } else { step.after().lines() };
        let cells = |line: Vec<Square>| line.into_iter().filter_map(|square| scene.index(square)).collect();
        let marks = lines.0.into_iter().map(cells).collect();
        let offending = refused.map(|code| step.offending(code)).unwrap_or_default();
        let offending = offending.0.into_iter().map(cells).collect();
        let points = step.after().points();
        let points = (done && points != step.before().points()).then(|| points_of(self.sides, &points));
        let more = More { pause, marks, offending, points, cards, ..More::default() };
        let more = (more != More::default()).then(|| Box::new(more));
        let node = Node { changes, done, more, ..Node::unread(token, step.span(), after.tail) };
        self.lines[line].nodes.push(node);
        self.open.push(Open { line, before: from, after });
    }
}

/// A path as cells, if the board has all its squares.
fn cells(scene: &Scene, way: &[Square]) -> Option<Vec<usize>> {
    way.iter().map(|square| scene.index(*square)).collect()
}

fn joined(cells: &[usize]) -> String {
    cells.iter().map(usize::to_string).collect::<Vec<_>>().join("-")
}

/// What a ply that was not carried out tried to do. A place right beyond the border is written as column and row,
/// counted from just beyond the border: `8/3`.
fn shown(scene: &Scene, effect: &Effect) -> String {
    let (columns, rows) = (i32::from(scene.size.columns), i32::from(scene.size.rows));
    let place = |square: &Square| match (scene.index(*square), scene.place(*square)) {
        (Some(cell), _) => Some(cell.to_string()),
        (None, (column, row)) => {
            let near = (-1..=columns).contains(&column) && (-1..=rows).contains(&row);
            near.then(|| format!("{}/{}", column + 1, row + 1))
        }
    };
    let ways = effect.ways.iter().map(|way| way.iter().filter_map(place).collect::<Vec<_>>().join("-"));
    ways.filter(|way| !way.is_empty()).collect::<Vec<_>>().join(",")
}

impl Visitor for Tree {
    fn restart(&mut self) {
        *self = Tree::new(self.system, self.sides);
    }

    fn ply(&mut self, step: &dyn Step) {
        self.add(step, None);
    }

    fn tried(&mut self, step: &dyn Step) {
        self.add(step, Some(&ATTEMPTED));
    }

    fn refused(&mut self, step: &dyn Step, code: &'static Code) {
        self.add(step, Some(code));
    }

    fn end(&mut self, last: &dyn Position) {
        self.start(last);
    }
}
