//! Writes movetext in canonical form: numbered turns, commas between plies, semicolons between turns, lines of at most
//! 80 columns broken between turns. Digits are written without numbers, run together.

use super::script::{Item, Script};
use crate::engine::Setting;
use crate::system::System;

/// The most columns of a line, unless one turn is longer.
const COLUMNS: usize = 80;

/// Writes the body of a record, each line with its end.
pub(super) fn write(script: &Script<'_>, setting: &Setting, system: System, out: &mut String) {
    let mut writer = Writer {
        sides: setting.rules.sides.len(),
        together: system.runs_together(),
        separator: system.separator(),
        chunks: Vec::new(),
    };
    let mut items = &script.items[..];
    writer.main(&mut items);
    wrap(&writer.chunks, writer.together, out);
}

struct Writer {
    sides: usize,
    together: bool,
    /// What separates the plies of a turn.
    separator: &'static str,
    /// Pieces of movetext between which lines may be broken.
    chunks: Vec<String>,
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

impl Writer {
    fn main(&mut self, items: &mut &[Item<'_>]) {
        let mut turn =
            Turn { number: 1, place: 0, begun: false, numbered: !self.together, broken: false, plies: false };
        let mut chunk = String::new();
        while let Some((item, rest)) = items.split_first() {
            match item {
                Item::Ply { .. } | Item::Dots if turn.numbered && turn.place == self.sides => {
                    chunk.push(';');
                    self.chunks.push(std::mem::take(&mut chunk));
                    turn.number += 1;
                    turn.place = 0;
                    turn.begun = false;
                }
                _ => {}
            }
            match item {
                Item::Break { .. } => {
                    chunk.push_str(" /");
                    self.chunks.push(std::mem::take(&mut chunk));
                    turn = Turn { number: 1, place: 0, begun: false, broken: false, ..turn };
                    *items = rest;
                }
                Item::Result { text } => {
                    if !chunk.is_empty() {
                        self.chunks.push(std::mem::take(&mut chunk));
                    }
                    self.chunks.push(text.to_string());
                    *items = rest;
                }
                Item::Comment { text, .. } if !turn.plies => {
                    self.chunks.push(format!("{{{text}}}"));
                    *items = rest;
                }
                _ => self.item(items, &mut turn, &mut chunk),
            }
        }
        if !chunk.is_empty() {
            self.chunks.push(chunk);
        }
    }

    /// Writes one item of any line, a variation with all that it holds.
    fn item(&mut self, items: &mut &[Item<'_>], turn: &mut Turn, chunk: &mut String) {
        let Some((item, rest)) = items.split_first() else {
            return;
        };
        *items = rest;
        match item {
            Item::Ply { text, side, .. } => {
                self.place(turn, side.index(), chunk);
                chunk.push_str(text);
                turn.plies = true;
                turn.broken = false;
            }
            Item::Dots => {
                let place = turn.place;
                // Dots glued to a digit would make a turn number of it.
                turn.broken |= self.together && turn.plies;
                self.place(turn, place, chunk);
                chunk.push_str("...");
                turn.broken = true;
            }
            Item::Annotation { text, .. } => {
                // A second annotation keeps its distance: glued, the two would be another one.
                if chunk.ends_with(['!', '?']) {
                    chunk.push(' ');
                }
                chunk.push_str(text);
                turn.broken = true;
            }
            Item::Comment { text, .. } => {
                if !chunk.is_empty() && !chunk.ends_with('(') {
                    chunk.push(' ');
                }
                chunk.push_str(&format!("{{{text}}}"));
                turn.broken = true;
            }
            Item::Open { numbered, .. } => {
                chunk.push_str(" (");
                let numbered = *numbered && !self.together;
                let mut inner = Turn { place: 0, begun: false, numbered, broken: false, plies: false, ..*turn };
                while let Some(item) = items.first()
                    && *item != Item::Close
                {
                    let full = inner.numbered && inner.place == self.sides;
                    if full && matches!(item, Item::Ply { .. } | Item::Dots) {
                        chunk.push_str("; ");
                        inner = Turn { number: inner.number + 1, place: 0, begun: false, ..inner };
                    }
                    self.item(items, &mut inner, chunk);
                }
                *items = items.split_first().map_or(&[], |(_, rest)| rest);
                chunk.push(')');
                turn.broken = true;
            }
            Item::Close | Item::Break { .. } | Item::Result { .. } => {}
        }
    }

    /// Writes what stands before a ply: number, dots for sides that do not begin, comma.
    fn place(&self, turn: &mut Turn, place: usize, chunk: &mut String) {
        if !turn.numbered {
            let together = self.together && !turn.broken;
            if (turn.plies || turn.broken) && !together {
                chunk.push_str(if self.together { " " } else { self.separator });
            }
            return;
        }
        if !turn.begun {
            if chunk.ends_with('}') {
                chunk.push(' ');
            }
            chunk.push_str(&format!("{}.", turn.number));
            turn.begun = true;
            for missing in 0..place {
                chunk.push_str(if missing == 0 { " " } else { self.separator });
                chunk.push_str("...");
            }
            turn.place = place;
            chunk.push_str(if place == 0 { " " } else { self.separator });
        } else {
            chunk.push_str(self.separator);
        }
        turn.place += 1;
    }
}

/// Joins chunks with spaces or, where the line would grow too long, line ends. A run of digits may be broken anywhere.
fn wrap(chunks: &[String], anywhere: bool, out: &mut String) {
    let mut column = 0;
    for chunk in chunks {
        let mut words: Vec<&str> = vec![chunk];
        if anywhere {
            words = runs(chunk);
        }
        for word in words {
            let length = word.split('\n').next().unwrap_or_default().chars().count();
            if column > 0 {
                let fits = column + 1 + length <= COLUMNS;
                out.push(if fits { ' ' } else { '\n' });
                column = if fits { column + 1 } else { 0 };
            }
            out.push_str(word);
            column = match word.rsplit_once('\n') {
                Some((_, last)) => last.chars().count(),
                None => column + length,
            };
        }
    }
    if column > 0 || !chunks.is_empty() {
        out.push('\n');
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
