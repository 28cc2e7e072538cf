//! Writes a change of plies into the text of a record.
//!
//! Text stays where it can: a ply is replaced in its place. If a ply is added or removed, all plies after it move by
//! one place, so their turns are written anew, up to the next break, with their comments and variations. A comment,
//! `{[%was c]}`, shows what stood there. The comments of a removed ply stay after that one; its annotations and
//! variations mean nothing without it, so they stand in that comment with the ply.

use std::ops::Range;

use super::numbers::{first_turn, without_numbers};
use crate::engine::{MainLine, Part, PartKind};
use crate::mend::draft::{Edit, Kept, line_end, plain, was};
use crate::record::tokens::STANDS;
use crate::record::{Layout, Record, TokenKind};
use crate::system::System;

/// How wide lines of movetext are.
const WIDTH: usize = 80;

/// A change of plies; numbers are indices of [`MainLine::parts`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fix {
    /// Another ply instead of this part.
    Replace(usize, String),
    /// This part and another one after it exchanged.
    Swap(usize, usize),
    /// The first of these parts to the last as one ply.
    Join(usize, usize, String),
    /// This part left out.
    Delete(usize),
    /// A ply before this part.
    Insert(usize, String),
    /// Nothing from this part on.
    Cut(usize),
    /// The mark that this part stood.
    Stood(usize),
}

impl Fix {
    /// The part where the text changes.
    pub(super) fn index(&self) -> usize {
        match self {
            Fix::Replace(index, _)
            | Fix::Swap(index, _)
            | Fix::Join(index, ..)
            | Fix::Delete(index)
            | Fix::Insert(index, _)
            | Fix::Cut(index)
            | Fix::Stood(index) => *index,
        }
    }

    /// How many parts are new, and the part that comes after them.
    pub(super) fn new_and_next(&self) -> (usize, usize) {
        match self {
            Fix::Delete(index) => (0, index + 1),
            Fix::Insert(index, _) => (1, *index),
            Fix::Swap(index, next) => (next + 1 - index, next + 1),
            Fix::Join(_, last, _) => (1, last + 1),
            Fix::Replace(index, _) | Fix::Cut(index) | Fix::Stood(index) => (1, index + 1),
        }
    }
}

/// A part in its new spelling.
struct Piece<'l> {
    text: String,
    /// Where its ply stands in the record, and how long it is in `text`; `None` if it is new.
    of: Option<(&'l Range<usize>, usize)>,
    /// Where its variations stand in `text`.
    variations: Vec<Range<usize>>,
}

impl Piece<'_> {
    /// Adds a comment after its ply, and after the `glued` bytes of the annotation that is glued to it.
    fn tell(&mut self, glued: usize, comment: &str) {
        let at = self.of.as_ref().map_or(0, |(_, length)| *length) + glued;
        self.text.insert_str(at, &format!(" {comment}"));
        for span in self.variations.iter_mut().filter(|span| span.start >= at) {
            *span = span.start + comment.len() + 1..span.end + comment.len() + 1;
        }
    }

    /// Its text, as ply number `at` from 0 in the turn of this number. A variation whose number is another one now goes on
    /// without numbers: they follow from the line around it.
    fn in_turn(&self, turn: u32, at: usize, sides: usize) -> String {
        let (mut out, mut copied) = (String::with_capacity(self.text.len()), 0);
        for span in &self.variations {
            let variation = &self.text[span.clone()];
            let is_moved = first_turn(variation).is_some_and(|(number, dots)| number != turn || dots > 0 && at == 0);
            if let Some(plain) = is_moved.then(|| without_numbers(variation, sides)).flatten() {
                out.push_str(&self.text[copied..span.start]);
                out.push_str(&plain);
                copied = span.end;
            }
        }
        out + &self.text[copied..]
    }
}

/// What writes into the text of a record.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pen<'p> {
    pub(super) record: &'p Record<'p>,
    pub(super) line: &'p MainLine,
    pub(super) system: System,
    /// How many sides play.
    pub(super) sides: usize,
}

impl Pen<'_> {
    /// Whether comments may stand in the text.
    pub(super) fn has_comments(&self) -> bool {
        self.record.parts.layout != Layout::Line
    }

    pub(super) fn token(&self, part: &Part) -> &str {
        self.record.slice(part.span.clone())
    }

    /// The comment that shows what stood here; empty if it cannot stand here, or is not wanted.
    pub(super) fn was(&self, old: &str, wanted: bool) -> String {
        if !wanted || !self.has_comments() {
            return String::new();
        }
        was(old)
    }

    /// Where the ply of a part ends, including an annotation that is glued to it.
    pub(super) fn ply_end(&self, part: &Part) -> usize {
        match part.beside.first() {
            Some(mark) if mark.start == part.span.end && self.record.slice(mark.clone()).starts_with(['!', '?']) => {
                mark.end
            }
            _ => part.span.end,
        }
    }

    /// The edits of a fix. `begins`: the place of the side that begins its manche. `tells`: whether to add a comment
    /// that shows what stood there.
    pub(super) fn edits(&self, fix: &Fix, begins: usize, tells: bool) -> Vec<Edit> {
        let edits = self.edits_of(fix, begins, tells).into_iter();
        edits.map(|edit| self.before_the_end(self.on_a_line_of_its_own(edit))).collect()
    }

    /// The edit without the blanks at the end of the text: these part the record from the next one.
    fn before_the_end(&self, mut edit: Edit) -> Edit {
        let text = self.record.text;
        let end = text.trim_end_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}').len();
        edit.span.end = edit.span.end.min(end.max(edit.span.start));
        edit
    }

    fn edits_of(&self, fix: &Fix, begins: usize, tells: bool) -> Vec<Edit> {
        let parts = &self.line.parts;
        match fix {
            Fix::Replace(index, to) => {
                let part = &parts[*index];
                if part.kind == PartKind::Missing {
                    return self.fill(part, to, tells);
                }
                let mut edits = vec![Edit::new(part.span.clone(), to.clone())];
                self.tell(part, self.token(part), tells, &mut edits);
                edits
            }
            Fix::Swap(index, next) => {
                let (one, other) = (&parts[*index], &parts[*next]);
                let mut edits = vec![
                    Edit::new(one.span.clone(), self.token(other)),
                    Edit::new(other.span.clone(), self.token(one)),
                ];
                let old = format!("{}, {}", self.token(one), self.token(other));
                self.tell(other, &old, tells, &mut edits);
                edits
            }
            Fix::Join(index, last, to) => {
                let (first, last) = (&parts[*index], &parts[*last]);
                let whole = first.span.start..last.span.end;
                let old = self.record.slice(whole.clone()).to_owned();
                let mut edits = vec![Edit::new(whole, to.clone())];
                self.tell(last, &old, tells, &mut edits);
                edits
            }
            Fix::Stood(index) => {
                let part = &parts[*index];
                vec![Edit::insert(self.ply_end(part), format!(" {{{STANDS}}}"))]
            }
            Fix::Cut(index) => {
                let from = self.end_before(*index);
                let struck = self.struck(*index..parts.len(), tells);
                vec![Edit::new(from..self.region_end(parts.len()).max(from), struck)]
            }
            Fix::Delete(index) if self.line.is_numbered => {
                let rest: Vec<&Part> = self.region(*index).iter().skip(1).collect();
                let mut pieces: Vec<Piece<'_>> = rest.iter().map(|part| self.piece(part)).collect();
                let struck = self.struck(*index..index + 1, tells);
                let mut before = String::new();
                match pieces.first_mut() {
                    _ if self.has_ply_before(*index) => before = struck,
                    Some(first) => first.text.push_str(&struck),
                    None => before = struck.trim_start().to_owned(),
                }
                vec![self.reflow(*index, begins, &before, pieces)]
            }
            Fix::Insert(index, to) if self.line.is_numbered => {
                let was = self.was("nothing", tells);
                let first = if was.is_empty() { to.clone() } else { format!("{to} {was}") };
                let rest = self.region(*index).iter().map(|part| self.piece(part));
                let pieces =
                    std::iter::once(Piece { text: first, of: None, variations: Vec::new() }).chain(rest).collect();
                vec![self.reflow(*index, begins, "", pieces)]
            }
            Fix::Delete(index) => self.delete_plain(*index, tells),
            Fix::Insert(index, to) => self.insert_plain(*index, to, tells),
        }
    }

    /// An edit that begins after a `#` comment, on a new line: the comment would swallow it, and what it moves there.
    fn on_a_line_of_its_own(&self, mut edit: Edit) -> Edit {
        let at = edit.span.start;
        let parts = &self.line.parts;
        let before = parts.partition_point(|part| part.span.start < at);
        let last = parts[..before].iter().rev().find(|part| part.kind != PartKind::Missing);
        let is_remark = |beside: &Range<usize>| beside.end == at && self.record.slice(beside.clone()).starts_with('#');
        if !last.and_then(|part| part.beside.last()).is_some_and(is_remark) {
            return edit;
        }
        let blanks = edit.text.len() - edit.text.trim_start_matches(' ').len();
        let goes_on = self.record.text.get(edit.span.end..).unwrap_or_default();
        if edit.text.len() == blanks && goes_on.trim_start_matches(' ').starts_with(['\n', '\r']) {
            return edit;
        }
        let end = line_end(self.record.text);
        edit.text.replace_range(..blanks, end);
        let moved = |at: u32| at + end.len() as u32 - blanks as u32;
        edit.kept.iter_mut().for_each(|kept| kept.new = moved(kept.new.start)..moved(kept.new.end));
        edit
    }

    /// Adds the comment after a part.
    fn tell(&self, part: &Part, old: &str, tells: bool, edits: &mut Vec<Edit>) {
        let was = self.was(old, tells);
        if !was.is_empty() {
            edits.push(Edit::insert(self.ply_end(part), format!(" {was}")));
        }
    }

    /// A ply in the place of one that is missing.
    fn fill(&self, part: &Part, to: &str, tells: bool) -> Vec<Edit> {
        let was = self.was("...", tells);
        let was = if was.is_empty() { was } else { format!(" {was}") };
        if !part.span.is_empty() {
            if self.record.slice(part.span.clone()) == "..." {
                return vec![Edit::new(part.span.clone(), format!("{to}{was}"))];
            }
            // An empty place before a comma: `1. , e`.
            return vec![Edit::insert(part.span.start, format!("{to}{was}"))];
        }
        // A turn that ended too early: `3. c; 4. d, e`.
        let before = self.record.slice(0..part.span.start);
        let at = before.trim_end().len();
        // Often the comma is there: `2. d, ; 3. c, c`.
        let has_comma = before[..at].ends_with(',');
        let sign = if has_comma || self.system.info().commas { " " } else { ", " };
        vec![Edit::insert(at, format!("{sign}{to}{was}"))]
    }

    /// The text in place of removed parts: the comment that shows them, and their own comments, each with a blank
    /// before it.
    fn struck(&self, taken: Range<usize>, tells: bool) -> String {
        let parts = &self.line.parts[taken.clone()];
        let plies = parts.iter().filter(|part| part.kind != PartKind::Missing).map(|part| self.with_own(part));
        let old = self.with_neighbour(&taken, &plies.collect::<Vec<_>>().join(", "));
        let was = self.was(&old, tells);
        let beside = parts.iter().flat_map(|part| &part.beside);
        let comments = beside.filter_map(|span| kept_comment(self.record.slice(span.clone())));
        let told = Some(was).filter(|was| !was.is_empty());
        told.into_iter().chain(comments).map(|comment| format!(" {comment}")).collect()
    }

    /// A ply with all that moves with it: annotations, variations, the mark that it stood.
    fn with_own(&self, part: &Part) -> String {
        let mut text = self.token(part).to_owned();
        for span in &part.beside {
            let beside = self.record.slice(span.clone());
            match beside.as_bytes().first() {
                Some(b'!' | b'?') => text.push_str(beside),
                Some(b'(' | b')') => text.push_str(&format!(" {beside}")),
                _ => {}
            }
        }
        if part.stands {
            text.push_str(&format!(" {STANDS}"));
        }
        text
    }

    /// The comment on a cut or deleted ply stands after the ply before it, so it names both.
    fn with_neighbour(&self, taken: &Range<usize>, old: &str) -> String {
        let parts = &self.line.parts;
        let neighbour = match taken.start.checked_sub(1).map(|before| &parts[before]) {
            Some(before) if before.kind == PartKind::Ply => return format!("{}, {old}", self.token(before)),
            _ => parts.get(taken.end),
        };
        match neighbour {
            Some(after) if after.kind == PartKind::Ply => format!("{old}, {}", self.token(after)),
            _ => old.to_owned(),
        }
    }

    fn has_ply_before(&self, index: usize) -> bool {
        index > 0 && self.line.parts[index - 1].kind != PartKind::Break
    }

    /// The parts from this one to the next break.
    fn region(&self, index: usize) -> &[Part] {
        let rest = &self.line.parts[index..];
        let length = rest.iter().position(|part| part.kind == PartKind::Break).unwrap_or(rest.len());
        &rest[..length]
    }

    /// The byte after a part and what stands beside it.
    fn chunk_end(&self, part: &Part) -> usize {
        part.beside.last().map_or(part.span.end, |last| last.end)
    }

    /// The byte after the parts before an index and what stands beside them. What stands after the sign of a missing
    /// ply is beside the ply before it.
    fn end_before(&self, index: usize) -> usize {
        let before = &self.line.parts[..index];
        let from = before.iter().rposition(|part| part.kind != PartKind::Missing).unwrap_or(0);
        before[from..].iter().map(|part| self.chunk_end(part)).max().unwrap_or(self.line.start)
    }

    /// A part with what stands beside it, on one line.
    fn piece<'l>(&self, part: &'l Part) -> Piece<'l> {
        let mut text = match part.kind {
            PartKind::Missing => "...".to_owned(),
            _ => self.token(part).split_ascii_whitespace().collect::<Vec<_>>().join(" "),
        };
        let of = Some((&part.span, text.len()));
        let mut variations = Vec::new();
        for span in &part.beside {
            let beside = self.record.slice(span.clone());
            match beside.strip_prefix('#') {
                Some(remark) => text.push_str(&format!(" {{{}}}", plain(remark.trim()))),
                None if beside.starts_with(['!', '?']) => text.push_str(beside),
                None => {
                    text.push(' ');
                    if beside.starts_with('(') {
                        variations.push(text.len()..text.len() + beside.len());
                    }
                    text.push_str(beside);
                }
            }
        }
        Piece { text, of, variations }
    }

    /// Where the text of the parts before index `end` ends, with commas and `...` that stand after the last.
    fn region_end(&self, end: usize) -> usize {
        let from = self.end_before(end);
        let rest = self.record.text.get(from..).unwrap_or_default();
        let is_sign = |letter: char| matches!(letter, ',' | ';' | '.') || letter.is_whitespace();
        let signs = rest.len() - rest.trim_start_matches(is_sign).len();
        from + rest[..signs].trim_end().len()
    }

    /// Writes the turns anew from a part to the next break. `pieces` are the parts that are to stand there.
    fn reflow(&self, index: usize, begins: usize, before: &str, pieces: Vec<Piece<'_>>) -> Edit {
        let manche = self.line.parts[..index].iter().rposition(|part| part.kind == PartKind::Break);
        let manche = manche.map_or(0, |at| at + 1);
        let until = index + self.region(index).len();
        self.reflow_until(until, (index, begins + index - manche, index == manche), before, pieces)
    }

    /// Writes the turns anew from part `index` to the one before `until`. `place`: which ply of its manche the first piece
    /// is, from 0; `is_first`: whether no ply of it stands before.
    fn reflow_until(
        &self,
        until: usize,
        (index, mut place, mut is_first): (usize, usize, bool),
        before: &str,
        pieces: Vec<Piece<'_>>,
    ) -> Edit {
        let end = self.region_end(until);
        let from = self.end_before(index);
        let mut out = if index == 0 { self.comments_before(from) } else { String::new() };
        out.push_str(before);
        let line_start = self.record.text[..from].rfind('\n').map_or(0, |at| at + 1);
        let mut width = self.record.text[line_start..from].chars().count() + out.chars().count();
        let mut pieces = pieces.into_iter().peekable();
        let mut kept = Vec::new();
        while pieces.peek().is_some() {
            // A turn, or what is left of it; where its pieces stand in it.
            let (mut turn, opens) = (String::new(), is_first || place.is_multiple_of(self.sides));
            let mut of_turn = Vec::new();
            if opens {
                turn.push_str(&format!("{}. ", place / self.sides + 1));
                let lacking = if is_first { place % self.sides } else { 0 };
                for _ in 0..lacking {
                    turn.push_str("...");
                    turn.push_str(self.comma());
                }
            } else {
                turn.push_str(self.comma());
            }
            while let Some(piece) = pieces.next() {
                of_turn.extend(piece.of.map(|(old, length)| (old, turn.len()..turn.len() + length)));
                turn.push_str(&piece.in_turn((place / self.sides) as u32 + 1, place % self.sides, self.sides));
                place += 1;
                if place.is_multiple_of(self.sides) || pieces.peek().is_none() {
                    break;
                }
                turn.push_str(self.comma());
            }
            let joint = match opens {
                false => "",
                true if is_first && index == 0 => "",
                true if is_first => " ",
                true => "; ",
            };
            let length = turn.chars().count() + joint.len();
            if opens && joint.len() > 1 && width + length + 1 > WIDTH {
                out.push(';');
                out.push_str(line_end(self.record.text));
                width = turn.chars().count();
            } else {
                out.push_str(joint);
                width += length;
            }
            let moved = |new: Range<usize>| out.len() + new.start..out.len() + new.end;
            kept.extend(of_turn.into_iter().map(|(old, new)| Kept::new(old, moved(new))));
            out.push_str(&turn);
            is_first = false;
        }
        Edit { kept, ..Edit::new(from..end.max(from), out) }
    }

    /// What stands between byte `from` and the first ply beside numbers and signs, each with a blank after it: comments,
    /// `{Final} `, and faults, which stay.
    fn comments_before(&self, from: usize) -> String {
        let first = self.line.parts.iter().find(|part| part.kind != PartKind::Missing);
        let end = first.map_or(from, |part| part.span.start);
        let text = self.record.text.get(from..end).unwrap_or_default();
        if !text.contains(['{', '#', '(', ')', '!', '?']) {
            return String::new();
        }
        let tokens = self.record.tokens().skip_while(|token| token.span().start < from);
        let comments = tokens.take_while(|token| token.span().start < end).filter_map(|token| match token.kind {
            TokenKind::Comment { .. } => Some(format!("{} ", self.record.slice(token.span()))),
            // What has no meaning here stays, so that nobody takes it for mended.
            TokenKind::Open { .. } | TokenKind::Close { .. } | TokenKind::Annotation | TokenKind::Word => {
                Some(format!("{} ", self.record.slice(token.span())))
            }
            TokenKind::LineComment => Some(format!("{{{}}} ", plain(self.record.slice(token.span())[1..].trim()))),
            _ => None,
        });
        comments.collect()
    }

    /// The turns from the first part of a manche on, with `dots` empty places before its first ply; and how many there are
    /// now. `None` if these are as many, or if no ply follows.
    pub(super) fn lay_out(&self, index: usize, dots: usize) -> Option<(Edit, usize)> {
        let region = self.region(index);
        let is_missing = |part: &&Part| part.kind == PartKind::Missing;
        let first = region.iter().find(|part| !is_missing(part))?;
        let before = self.line.dots.iter().filter(|dots| {
            let from = index.checked_sub(1).map_or(0, |before| self.line.parts[before].span.end);
            (from..first.span.start).contains(&dots.start)
        });
        let now = before.count();
        let mut pieces: Vec<Piece<'_>> = region.iter().skip_while(is_missing).map(|part| self.piece(part)).collect();
        let was = self.was(if now == 0 { "no ..." } else { "..." }, true);
        if let (Some(piece), false) = (pieces.first_mut(), was.is_empty()) {
            piece.tell(self.ply_end(first) - first.span.end, &was);
        }
        (now != dots).then(|| (self.on_a_line_of_its_own(self.reflow(index, dots, "", pieces)), now))
    }

    /// A break before a part that has none, with `dots` empty places before the part.
    pub(super) fn with_break(&self, index: usize, dots: usize) -> Vec<Edit> {
        let (part, was) = (&self.line.parts[index], self.was("no /", true));
        if !self.line.is_numbered {
            let from = self.end_before(index);
            let told = (!was.is_empty()).then(|| Edit::insert(self.ply_end(part), format!(" {was}")));
            let edit = self.on_a_line_of_its_own(Edit::new(from..part.span.start, " / "));
            return std::iter::once(edit).chain(told).collect();
        }
        let mut pieces: Vec<Piece<'_>> = self.region(index).iter().map(|part| self.piece(part)).collect();
        if let (Some(first), false) = (pieces.first_mut(), was.is_empty()) {
            first.tell(self.ply_end(part) - part.span.end, &was);
        }
        let until = index + self.region(index).len();
        vec![self.on_a_line_of_its_own(self.reflow_until(until, (index, dots, true), " /", pieces))]
    }

    /// The break at `index` left out: the plies after it go on where those before it end. `begins`: the place of the side that
    /// begins. What stands beside the break is struck out or kept as beside a ply that goes.
    pub(super) fn without_break(&self, index: usize, begins: usize) -> Vec<Edit> {
        let (part, rest) = (&self.line.parts[index], self.region(index + 1));
        let struck = self.struck(index..index + 1, true);
        if !self.line.is_numbered || rest.is_empty() {
            let joint = if self.record.parts.layout == Layout::Line { " " } else { self.comma() };
            let (end, joint) = match rest.first() {
                Some(next) => (next.span.start, if index > 0 { joint } else { " " }),
                None => (self.chunk_end(part), ""),
            };
            let from = if index > 0 { self.end_before(index) } else { part.span.start };
            let text = format!("{struck}{joint}");
            let text = if index > 0 { text } else { text.trim_start().to_owned() };
            return vec![self.on_a_line_of_its_own(Edit::new(from..end.max(from), text))];
        }
        let mut pieces: Vec<Piece<'_>> = rest.iter().map(|part| self.piece(part)).collect();
        let mut before = String::new();
        match pieces.first_mut() {
            Some(first) if index == 0 => first.text.push_str(&struck),
            _ => before = struck,
        }
        let place = (index, begins + index, index == 0);
        vec![self.on_a_line_of_its_own(self.reflow_until(index + 1 + rest.len(), place, &before, pieces))]
    }

    fn comma(&self) -> &'static str {
        if self.system.info().commas { " " } else { ", " }
    }

    /// Leaves a ply out of a line without turn numbers.
    fn delete_plain(&self, index: usize, tells: bool) -> Vec<Edit> {
        let parts = &self.line.parts;
        let part = &parts[index];
        let struck = self.struck(index..index + 1, tells);
        let from = index.checked_sub(1).map(|_| self.end_before(index));
        match (from, parts.get(index + 1)) {
            (Some(from), _) => vec![Edit::new(from..self.chunk_end(part).max(from), struck)],
            (None, Some(next)) => {
                let mut edits = vec![Edit::new(part.span.start..next.span.start, "")];
                if !struck.is_empty() {
                    edits.push(Edit::insert(self.ply_end(next), struck));
                }
                edits
            }
            (None, None) => vec![Edit::new(part.span.start..self.chunk_end(part), struck)],
        }
    }

    /// Adds a ply to a line without turn numbers.
    fn insert_plain(&self, index: usize, to: &str, tells: bool) -> Vec<Edit> {
        let parts = &self.line.parts;
        let part = &parts[index];
        let between = |one: &Part, other: &Part| -> Range<usize> { self.chunk_end(one)..other.span.start };
        let joint = match (index.checked_sub(1).map(|before| &parts[before]), parts.get(index + 1)) {
            (Some(before), _) if before.kind == PartKind::Ply => self.record.slice(between(before, part)),
            (_, Some(after)) => self.record.slice(between(part, after)),
            _ => self.comma(),
        };
        let was = self.was("nothing", tells);
        let was = if was.is_empty() { was } else { format!(" {was}") };
        let joint = if joint.is_empty() && !was.is_empty() { " " } else { joint };
        vec![Edit::insert(part.span.start, format!("{to}{was}{joint}"))]
    }
}

/// What remains of the comment of a removed ply: all but the mark that the ply stood. `None` if it is no comment, or
/// says nothing more.
fn kept_comment(beside: &str) -> Option<String> {
    let inner = match beside.as_bytes().first()? {
        b'{' => beside[1..].trim_end_matches('}').to_owned(),
        b'#' => plain(&beside[1..]),
        _ => return None,
    };
    let said = inner.replace(STANDS, "");
    (!said.trim().is_empty()).then(|| format!("{{{said}}}"))
}
