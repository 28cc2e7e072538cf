//! Writes movetext in canonical form: numbered turns, commas between plies, semicolons between turns, lines of at most
//! 80 columns broken between turns. Digits are written without numbers, run together.

use super::body::Body;
use crate::engine::script::{Item, ItemKind, ScriptPly};
use crate::gathered::Gathered;
use crate::source::characters;
use crate::system::System;

/// The most columns of a line, unless one turn is longer.
const COLUMNS: usize = 80;

/// Writes the body of a record, each line with its end.
pub(super) fn write(body: &Body<'_>, system: System, out: &mut String) {
    let mut writer = Writer {
        body,
        sides: body.setting.rules.sides.len(),
        together: system.runs_together(),
        has_commas: !system.info().commas,
        chunk: out.len(),
        out,
        newest: Gathered::default(),
        column: 0,
        has_chunks: false,
        is_plain: body.script.is_ascii(),
        are_plies_plain: body.script.is_ascii(),
    };
    writer.main();
    writer.finish();
}

/// Writes chunks, pieces of movetext between which lines may be broken.
struct Writer<'w> {
    body: &'w Body<'w>,
    sides: usize,
    together: bool,
    /// Whether a comma separates the plies of a turn, not only a blank.
    has_commas: bool,
    out: &'w mut String,
    /// What comes behind `out`.
    newest: Gathered,
    /// Where the chunk at hand begins: behind the blank that parts it from the chunk before it in its line.
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
    /// Whether anything of the turn stands there.
    begun: bool,
    numbered: bool,
    /// Whether something follows the last ply, so that a run of digits is broken.
    broken: bool,
    /// Whether any ply of the line stands there.
    plies: bool,
}

impl Writer<'_> {
    fn main(&mut self) {
        let mut turn =
            Turn { number: 1, place: 0, begun: false, numbered: !self.together, broken: false, plies: false };
        let mut items = self.body.items;
        // The dots of sides that do not begin stand behind the comments before the first ply.
        let mut dots = String::new();
        while let Some((item, rest)) = items.split_first() {
            // Nearly all are plies.
            if let (ItemKind::Ply(ply), true) = (&item.kind, dots.is_empty()) {
                if turn.numbered && turn.place == self.sides {
                    self.next_turn(&mut turn);
                }
                self.ply(ply, item, &mut turn);
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
                    self.text().push_str(" /");
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
                    self.text().push_str(&result);
                    self.end_chunk();
                    items = rest;
                }
                _ if is_comment && !turn.plies => {
                    dots.push_str(self.chunk());
                    let start = self.chunk;
                    self.text().truncate(start);
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
        self.add(*b";", 1);
        self.end_chunk();
        turn.number += 1;
        turn.place = 0;
        turn.begun = false;
    }

    /// Writes a ply, which is `item`.
    #[inline(always)]
    fn ply(&mut self, ply: &ScriptPly, item: &Item, turn: &mut Turn) {
        self.place(turn, ply.side.index());
        let text = self.body.script.text(ply, item, self.body.record.text);
        // Most are squares or columns.
        match *text.as_bytes() {
            [a @ 0..0x80] => self.add([a], 1),
            [a @ 0..0x80, b @ 0..0x80] => self.add([a, b], 2),
            [a @ 0..0x80, b @ 0..0x80, c @ 0..0x80] => self.add([a, b, c], 3),
            _ => self.text().push_str(text),
        }
        turn.plies = true;
        turn.broken = false;
    }

    /// Puts a text that was held back at the front of the chunk at hand.
    fn begin_with(&mut self, text: &mut String) {
        if !text.is_empty() {
            let start = self.chunk;
            self.text().insert_str(start, text);
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
            ItemKind::Ply(ply) => self.ply(ply, item, turn),
            ItemKind::Dots => {
                let place = turn.place;
                // Dots glued to a digit would make a turn number of it.
                turn.broken |= self.together && turn.plies;
                self.place(turn, place);
                self.add(*b"...", 3);
                turn.broken = true;
            }
            ItemKind::Annotation => {
                // A second annotation keeps its distance: glued, the two would be another one.
                if let Some(b'!' | b'?') = self.last() {
                    self.add(*b" ", 1);
                }
                let annotation = self.body.annotation(item);
                self.text().push_str(annotation);
                turn.broken = true;
            }
            ItemKind::Comment | ItemKind::LineComment | ItemKind::Remark => {
                if self.last().is_some_and(|byte| byte != b'(') {
                    self.add(*b" ", 1);
                }
                self.comment(item);
                turn.broken = true;
            }
            ItemKind::Open { numbered } => {
                self.add(*b" (", 2);
                let numbered = *numbered && !self.together;
                let mut inner = Turn { place: 0, begun: false, numbered, broken: false, plies: false, ..*turn };
                while let Some(item) = items.first()
                    && item.kind != ItemKind::Close
                {
                    let full = inner.numbered && inner.place == self.sides;
                    if full && matches!(item.kind, ItemKind::Ply(_) | ItemKind::Dots) {
                        self.add(*b"; ", 2);
                        inner = Turn { number: inner.number + 1, place: 0, begun: false, ..inner };
                    }
                    self.item(items, &mut inner);
                }
                *items = items.split_first().map_or(&[], |(_, rest)| rest);
                self.add(*b")", 1);
                turn.broken = true;
            }
            ItemKind::Close | ItemKind::Break | ItemKind::Result => {}
        }
    }

    fn comment(&mut self, item: &Item) {
        self.is_plain = false;
        let comment = self.body.comment(item);
        let text = self.text();
        text.push('{');
        text.push_str(&comment);
        text.push('}');
    }

    /// Writes what stands before a ply: number, dots for sides that do not begin, comma.
    #[inline(always)]
    fn place(&mut self, turn: &mut Turn, place: usize) {
        if !turn.numbered {
            let together = self.together && !turn.broken;
            if (turn.plies || turn.broken) && !together {
                self.separate(!self.together);
            }
            return;
        }
        if !turn.begun {
            if self.last() == Some(b'}') {
                self.add(*b" ", 1);
            }
            match turn.number {
                ones @ 0..10 => self.add([b'0' + ones as u8, b'.'], 2),
                number @ 10..100 => self.add([b'0' + (number / 10) as u8, b'0' + (number % 10) as u8, b'.'], 3),
                number => {
                    let text = self.text();
                    text.push_str(itoa::Buffer::new().format(number));
                    text.push('.');
                }
            }
            turn.begun = true;
            for missing in 0..place {
                self.separate(missing > 0);
                self.add(*b"...", 3);
            }
            turn.place = place;
            self.separate(place > 0);
        } else {
            self.separate(true);
        }
        turn.place += 1;
    }

    /// Writes what separates two plies, or a blank.
    #[inline(always)]
    fn separate(&mut self, are_plies: bool) {
        if are_plies && self.has_commas {
            self.add(*b", ", 2);
        } else {
            self.add(*b" ", 1);
        }
    }

    /// Writes the first `length` of these bytes.
    #[inline(always)]
    fn add<const N: usize>(&mut self, bytes: [u8; N], length: usize) {
        self.newest.add(bytes, length, self.out);
    }

    /// All that is written so far.
    #[inline(never)]
    fn text(&mut self) -> &mut String {
        self.newest.copy_to(self.out);
        self.out
    }

    /// How many bytes that are.
    #[inline(always)]
    fn length(&self) -> usize {
        self.out.len() + self.newest.bytes().len()
    }

    /// The last byte of the chunk at hand, if there is one.
    #[inline(always)]
    fn last(&self) -> Option<u8> {
        let last = self.newest.bytes().last().or(self.out.as_bytes().last());
        last.copied().filter(|_| self.length() > self.chunk)
    }

    /// The chunk at hand.
    fn chunk(&mut self) -> &str {
        let start = self.chunk;
        &self.text()[start..]
    }

    /// Ends the chunk at hand: if its line would grow too long, a line end takes the place of the blank before it.
    #[inline(always)]
    fn end_chunk(&mut self) {
        if self.together { self.end_run() } else { self.settle() }
    }

    /// The same of a run of digits, which may be broken anywhere.
    #[inline(never)]
    fn end_run(&mut self) {
        let chunk = self.chunk().to_owned();
        let start = self.chunk;
        self.text().truncate(start);
        for word in runs(&chunk) {
            self.is_plain = false;
            self.text().push_str(word);
            self.settle();
        }
    }

    #[inline(always)]
    fn settle(&mut self) {
        let (first, last) = match self.is_plain {
            true => (self.length() - self.chunk, None),
            false => self.columns(),
        };
        let mut begin = self.column;
        if begin > 0 {
            begin += 1;
            if begin + first > COLUMNS {
                self.end_line();
                begin = 0;
            }
        }
        self.column = last.unwrap_or(begin + first);
        self.has_chunks = true;
        if self.column > 0 {
            self.add(*b" ", 1);
        }
        self.chunk = self.length();
        self.is_plain = self.are_plies_plain;
    }

    /// The columns of the first line of the chunk at hand, and of the last if it has several.
    #[inline(never)]
    fn columns(&mut self) -> (usize, Option<usize>) {
        let columns = |text: &[u8]| characters(text) as usize;
        let chunk = self.chunk().as_bytes();
        match memchr::memchr(b'\n', chunk).zip(memchr::memrchr(b'\n', chunk)) {
            Some((first, last)) => (columns(&chunk[..first]), Some(columns(&chunk[last + 1..]))),
            None => (columns(chunk), None),
        }
    }

    /// Puts a line end in the place of the blank before the chunk at hand.
    #[inline(never)]
    fn end_line(&mut self) {
        let blank = self.chunk - 1;
        match blank.checked_sub(self.out.len()).and_then(|at| self.newest.bytes_mut().get_mut(at)) {
            Some(byte) => *byte = b'\n',
            None => self.out.replace_range(blank..=blank, "\n"),
        }
    }

    /// Ends the last line.
    fn finish(mut self) {
        let line_end = self.chunk - usize::from(self.column > 0);
        let has_chunks = self.has_chunks;
        let text = self.text();
        text.truncate(line_end);
        if has_chunks {
            text.push('\n');
        }
    }
}

/// The words of a line of digits, outside comments and variations, none longer than a line.
fn runs(chunk: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut depth, mut comment) = (0, 0_u32, false);
    for (at, letter) in chunk.char_indices() {
        match letter {
            '{' => comment = true,
            '}' => comment = false,
            '(' if !comment => depth += 1,
            ')' if !comment => depth = depth.saturating_sub(1),
            ' ' if !comment && depth == 0 => {
                words.push(&chunk[start..at]);
                start = at + 1;
            }
            _ if !comment && depth == 0 && at - start == COLUMNS => {
                words.push(&chunk[start..at]);
                start = at;
            }
            _ => {}
        }
    }
    words.push(&chunk[start..]);
    words
}
