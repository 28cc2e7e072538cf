//! Writes movetext in canonical form: numbered turns, commas between plies, semicolons between turns, lines of at most
//! 80 columns broken between turns. Digits are written without numbers, run together.
//!
//! `lines` breaks the lines; `whole_turns` writes turns of two plies, many at once.

mod lines;
mod whole_turns;

use super::body::Body;
use crate::engine::script::{Item, ItemKind, ScriptPly, Spelt};
use crate::system::System;
use crate::tail::Tail;

/// Writes the body of a record, each line with its end.
pub(super) fn write(body: &Body<'_>, system: System, out: &mut Tail) {
    let is_ascii = body.script.is_ascii();
    let mut writer = Writer {
        body,
        sides: body.setting.rules.sides.len(),
        together: system.runs_together(),
        has_commas: !system.info().commas,
        chunk: out.len(),
        out: std::mem::take(out),
        column: 0,
        has_chunks: false,
        is_plain: is_ascii,
        are_plies_plain: is_ascii,
    };
    writer.main();
    *out = writer.finish();
}

/// Writes chunks, pieces of movetext between which lines may be broken.
struct Writer<'w> {
    body: &'w Body<'w>,
    sides: usize,
    together: bool,
    /// Whether a comma separates the plies of a turn, not only a blank.
    has_commas: bool,
    /// The text. It is the writer's own, so that it is near at hand.
    out: Tail,
    /// Where the chunk at hand begins: after the blank that parts it from the chunk before it in its line.
    chunk: usize,
    /// How many columns of the line the chunks before it take.
    column: usize,
    has_chunks: bool,
    /// Whether each byte of the chunk is a column: it has no line ends and no letters of several bytes.
    is_plain: bool,
    are_plies_plain: bool,
}

/// A turn being written.
struct Turn {
    number: u32,
    /// The next place in the turn.
    place: usize,
    /// Whether anything of the turn stands there; in a line without numbers, of the line or manche.
    begun: bool,
    numbered: bool,
    /// Whether something follows the last ply, so that a run of digits is broken.
    broken: bool,
    /// Whether any ply of the line stands there.
    plies: bool,
}

impl Turn {
    /// Counts a ply of a line without numbers as the reader does: a variation within it may have them.
    fn count(&mut self, side: usize, sides: usize) {
        if !std::mem::replace(&mut self.begun, true) {
            self.place = side;
        } else if self.place == sides {
            self.place = 0;
            self.number += 1;
        }
        self.place += 1;
    }
}

impl Writer<'_> {
    fn main(&mut self) {
        let mut turn =
            Turn { number: 1, place: 0, begun: false, numbered: !self.together, broken: false, plies: false };
        let mut items = self.body.items;
        if self.body.is_empty_turn() {
            self.out.all(b"1.");
            self.end_chunk();
        }
        // The dots of sides that do not begin stand after the comments before the first ply.
        let mut dots = Vec::new();
        loop {
            if !(turn.begun && turn.numbered) && dots.is_empty() {
                items = self.whole_turns(items, &mut turn);
            }
            let Some((item, rest)) = items.split_first() else { break };
            // Nearly all are plies.
            if let (ItemKind::Ply(ply), true) = (&item.kind, dots.is_empty()) {
                if turn.numbered && turn.place == self.sides {
                    self.next_turn(&mut turn);
                }
                self.ply(ply, &mut turn);
                items = rest;
                continue;
            }
            let is_comment = matches!(item.kind, ItemKind::Comment | ItemKind::LineComment | ItemKind::Remark);
            let is_full = turn.numbered && turn.place == self.sides;
            if !dots.is_empty() && !is_comment && (item.kind != ItemKind::Dots || is_full) {
                self.begin_with(&mut dots);
            }
            match item.kind {
                ItemKind::Ply(_) | ItemKind::Dots if is_full => self.next_turn(&mut turn),
                _ => {}
            }
            match item.kind {
                ItemKind::Break => {
                    self.out.all(b" /");
                    self.end_chunk();
                    turn = Turn { number: 1, place: 0, begun: false, broken: false, ..turn };
                    items = rest;
                }
                ItemKind::Result => {
                    if self.last().is_some() {
                        self.end_chunk();
                    }
                    self.is_plain = false;
                    let result = self.body.result(item);
                    self.out.append(result.as_bytes());
                    self.end_chunk();
                    items = rest;
                }
                _ if is_comment && !turn.plies => {
                    dots.extend_from_slice(self.chunk());
                    self.out.truncate(self.chunk);
                    self.comment(item);
                    self.end_chunk();
                    items = rest;
                }
                _ => self.item(&mut items, &mut turn),
            }
        }
        self.begin_with(&mut dots);
        if self.last().is_some() {
            self.end_chunk();
        }
    }

    /// Ends a turn of the main line that is full.
    #[inline(always)]
    fn next_turn(&mut self, turn: &mut Turn) {
        self.out.all(b"; ");
        self.settle(true);
        turn.number += 1;
        turn.place = 0;
        turn.begun = false;
    }

    /// Writes a ply.
    #[inline(always)]
    fn ply(&mut self, ply: &ScriptPly, turn: &mut Turn) {
        if !turn.numbered {
            turn.count(ply.side.index(), self.sides);
        }
        self.place(turn, ply.side.index());
        match self.body.script.spelling(ply) {
            Spelt::Name(name) => self.out.put(name.letters(), name.len()),
            Spelt::Text(text) => self.out.append(text.as_bytes()),
        }
        turn.plies = true;
        turn.broken = false;
    }

    /// Puts a text that was held back at the front of the current chunk.
    fn begin_with(&mut self, text: &mut Vec<u8>) {
        if !text.is_empty() {
            let (start, added) = (self.chunk, text.iter().copied());
            self.out.with(|out| drop(out.splice(start..start, added)));
            self.is_plain &= text.is_ascii();
            text.clear();
        }
    }

    /// Writes one item of any line, a variation with all that it holds.
    fn item(&mut self, items: &mut &[Item], turn: &mut Turn) {
        let Some((item, rest)) = items.split_first() else {
            return;
        };
        *items = rest;
        match &item.kind {
            ItemKind::Ply(ply) => self.ply(ply, turn),
            ItemKind::Dots => {
                let place = turn.place;
                // Dots glued to a digit would make it a turn number.
                turn.broken |= self.together && turn.plies;
                self.place(turn, place);
                self.out.all(b"...");
                turn.broken = true;
            }
            ItemKind::Annotation => {
                // A second annotation keeps its distance: glued, the two would be another one.
                if let Some(b'!' | b'?') = self.last() {
                    self.out.all(b" ");
                }
                let annotation = self.body.annotation(item);
                self.out.append(annotation.as_bytes());
                turn.broken = true;
            }
            ItemKind::Comment | ItemKind::LineComment | ItemKind::Remark => {
                if self.last().is_some_and(|byte| !matches!(byte, b'(' | b' ')) {
                    self.out.all(b" ");
                }
                self.comment(item);
                turn.broken = true;
            }
            ItemKind::Open { numbered } => {
                self.out.all(b" (");
                let numbered = *numbered && !self.together;
                let mut inner = Turn { place: 0, begun: false, numbered, broken: false, plies: false, ..*turn };
                while let Some(item) = items.first()
                    && item.kind != ItemKind::Close
                {
                    let full = inner.numbered && inner.place == self.sides;
                    if full && matches!(item.kind, ItemKind::Ply(_) | ItemKind::Dots) {
                        self.out.all(b"; ");
                        inner = Turn { number: inner.number + 1, place: 0, begun: false, ..inner };
                    }
                    self.item(items, &mut inner);
                }
                *items = items.split_first().map_or(&[], |(_, rest)| rest);
                // A break writes a blank for the ply after it; at the end of the variation there is none.
                if self.last() == Some(b' ') {
                    self.out.truncate(self.out.len() - 1);
                }
                self.out.all(b")");
                turn.broken = true;
            }
            // A break of a variation; those of the main line end a chunk.
            ItemKind::Break => {
                if self.last() != Some(b'(') {
                    self.out.all(b" ");
                }
                self.out.all(b"/ ");
                *turn = Turn { number: 1, place: 0, begun: false, broken: false, plies: false, ..*turn };
            }
            ItemKind::Close | ItemKind::Result => {}
        }
    }

    fn comment(&mut self, item: &Item) {
        self.is_plain = false;
        let comment = self.body.comment(item);
        self.out.all(b"{");
        self.out.append(comment.as_bytes());
        self.out.all(b"}");
    }

    /// Writes what stands before a ply: number, dots for sides that do not begin, comma.
    #[inline(always)]
    fn place(&mut self, turn: &mut Turn, place: usize) {
        if !turn.numbered {
            let together = self.together && !turn.broken;
            if (turn.plies || turn.broken) && !together {
                // No comma follows a comment that opens a variation: `({bold} d)`.
                let opens = !turn.plies && self.last() == Some(b'}');
                self.separate(!self.together && !opens);
            }
            return;
        }
        if !turn.begun {
            if self.last() == Some(b'}') {
                self.out.all(b" ");
            }
            self.number(turn.number);
            turn.begun = true;
            for missing in 0..place {
                if missing > 0 {
                    self.separate(true);
                }
                self.out.all(b"...");
            }
            turn.place = place;
            if place > 0 {
                self.separate(true);
            }
        } else {
            self.separate(true);
        }
        turn.place += 1;
    }

    /// Writes the number of a turn, with the blank after it.
    #[inline(always)]
    fn number(&mut self, number: u32) {
        let digit = |digit: u32| b'0' + digit as u8;
        match number {
            0..10 => self.out.all(&[digit(number), b'.', b' ']),
            10..100 => self.out.all(&[digit(number / 10), digit(number % 10), b'.', b' ']),
            _ => {
                self.out.number(number.into());
                self.out.all(b". ");
            }
        }
    }

    /// Writes what separates two plies, or a blank.
    #[inline(always)]
    fn separate(&mut self, are_plies: bool) {
        if are_plies && self.has_commas {
            self.out.all(b", ");
        } else {
            self.out.all(b" ");
        }
    }
}
