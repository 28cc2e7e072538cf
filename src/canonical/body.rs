//! A record's body in canonical order: a sequence of pieces that no longer depends on how it was laid out.

use std::borrow::Cow;
use std::ops::Range;

use crate::engine::script::{Item, ItemKind, Script};
use crate::engine::{Claim, Setting};
use crate::record::tokens::{STANDS, says_stands};
use crate::record::{Layout, Record, TokenKind};
use crate::system::System;
use crate::within::offset_of;

/// The body of a valid record, with its plies in the target's system.
pub(crate) struct Body<'b> {
    pub(crate) record: &'b Record<'b>,
    pub(crate) setting: &'b Setting,
    pub(crate) script: &'b Script,
    pub(crate) items: &'b [Item],
    /// Whether the text claims a result.
    pub(crate) has_result: bool,
}

impl<'b> Body<'b> {
    /// The body of a record that was read in `source`. `order` is room for its pieces.
    pub(crate) fn new(
        record: &'b Record<'b>,
        setting: &'b Setting,
        source: System,
        script: &'b Script,
        order: &'b mut Vec<Item>,
    ) -> Body<'b> {
        order.clear();
        let parts = &record.parts;
        let mut has_result = script.has_result();
        if parts.layout == Layout::Line {
            has_result = line(record, script, order);
        } else if source.is_diagram() {
            has_result = diagram(record, setting, script, order);
        } else if !script.has_beside() && parts.leading.is_empty() && !parts.layout.is_plies() {
            // Nothing but plies and a result: they stand in order.
            return Body { record, setting, script, items: script.items(), has_result };
        } else {
            movetext(record, script, order);
        }
        Body { record, setting, script, items: order, has_result }
    }

    /// Whether there is nothing but comments in a turn without plies, `1. {Black did not come}`. The number stays: comments
    /// alone would belong to the next record.
    pub(crate) fn is_empty_turn(&self) -> bool {
        let is_comment = |kind: TokenKind| comment(kind, 0..0).is_some();
        !self.items.is_empty()
            && self.items.iter().all(|item| matches!(item.kind, ItemKind::Comment | ItemKind::LineComment))
            && self.record.tokens().any(|token| !is_comment(token.kind))
    }

    /// The text of a comment or remark, which braces will stand around.
    pub(crate) fn comment(&self, item: &Item) -> Cow<'b, str> {
        comment_text(self.record, item).unwrap_or_default()
    }

    /// The text of a remark that will not stand in braces.
    pub(crate) fn remark(&self, item: &Item) -> &'b str {
        self.record.slice(item.span())
    }

    /// The text of an annotation.
    pub(crate) fn annotation(&self, item: &Item) -> &'b str {
        self.record.slice(item.span())
    }

    /// A result in canonical form: `DRAW` is `draw`, the dashes of word processors become plain ones (`1–0` is `1-0`),
    /// and pairs are named in playing order.
    pub(crate) fn result(&self, item: &Item) -> Cow<'b, str> {
        let text = self.record.slice(item.span());
        if text.is_ascii() {
            Cow::Borrowed(Claim::canonical(text, &self.setting.rules))
        } else {
            Cow::Owned(text.replace(['–', '—'], "-"))
        }
    }
}

/// The text of a comment without its signs. It will stand in braces, so in `# …` and remarks a `}` becomes `)`, and
/// `[%stands]`, which means only in braces that the ply stood, becomes `(%stands)`.
fn comment_text<'b>(record: &'b Record<'b>, item: &Item) -> Option<Cow<'b, str>> {
    let text = record.slice(item.span());
    let unbraced = |text: &'b str| {
        if text.contains('}') || says_stands(text.as_bytes()) {
            Cow::Owned(text.replace('}', ")").replace(STANDS, "(%stands)"))
        } else {
            Cow::Borrowed(text)
        }
    };
    match item.kind {
        ItemKind::Comment => {
            let text = text.strip_prefix('{').unwrap_or(text);
            let text = text.strip_suffix('}').unwrap_or(text);
            // Its lines end as all others of canonical text.
            let has_returns = text.contains('\r');
            Some(if has_returns { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text.into() })
        }
        ItemKind::LineComment => Some(unbraced(text.get(1..).unwrap_or_default().trim())),
        ItemKind::Remark => Some(unbraced(text)),
        _ => None,
    }
}

/// A comment, if the token is one.
fn comment(kind: TokenKind, span: Range<usize>) -> Option<Item> {
    let kind = match kind {
        TokenKind::Comment { .. } => ItemKind::Comment,
        TokenKind::LineComment => ItemKind::LineComment,
        _ => return None,
    };
    Some(Item::new(kind, span))
}

/// The texts of the comments among the tags, each with the place where it begins.
pub(crate) fn comments_of_header<'r>(record: &'r Record<'r>) -> impl Iterator<Item = (u32, Cow<'r, str>)> {
    let comments =
        record.parts.header.iter().filter_map(|token| Some((token.start, comment(token.kind, token.span())?)));
    comments.filter_map(|(start, item)| Some((start, comment_text(record, &item)?)))
}

/// The plies of a list's line, and what follows the game there: a remark, and the word that claims a result. Returns
/// whether there is such a word.
fn line(record: &Record<'_>, script: &Script, order: &mut Vec<Item>) -> bool {
    // The script of such a record holds plies alone.
    order.extend_from_slice(script.items());
    let (end, claim) = script.line_end();
    let after = end..claim.as_ref().map_or(record.text.len(), |word| word.start);
    let remark = record.text.get(after).unwrap_or_default().trim();
    if !remark.is_empty() {
        let start = offset_of(remark, record.text);
        order.push(Item::new(ItemKind::Remark, start..start + remark.len()));
    }
    let has_result = claim.is_some();
    order.extend(claim.map(|word| Item::new(ItemKind::Result, word)));
    has_result
}

/// The plies of a diagram, and the comments around them. Returns whether there is a result.
fn diagram(record: &Record<'_>, setting: &Setting, script: &Script, order: &mut Vec<Item>) -> bool {
    let first_word = record.tokens().find(|token| token.kind == TokenKind::Word);
    let grid_start = first_word.map_or(0, |token| token.start);
    let comments = |before: bool| {
        let tokens = record.tokens().filter(move |token| (token.start < grid_start) == before);
        tokens.filter_map(|token| comment(token.kind, token.span()))
    };
    order.extend(comments(true));
    order.extend_from_slice(script.items());
    order.extend(comments(false));
    let last = record.tokens().filter(|token| token.kind == TokenKind::Word).last();
    if let Some(token) = last
        && Claim::of_word(record.slice(token.span()), &setting.rules).is_some()
        && !script.plies().any(|(_, span)| span.start == token.start as usize)
    {
        order.push(Item::new(ItemKind::Result, token.span()));
        return true;
    }
    false
}

/// The pieces of movetext with turns.
fn movetext(record: &Record<'_>, script: &Script, order: &mut Vec<Item>) {
    order.extend(record.parts.leading.iter().filter_map(|token| comment(token.kind, token.span())));
    // Where plies stand alone, breaks between manches are not written but meant.
    let breaks = record.parts.layout.is_plies();
    let mut manche_has_ended = false;
    for item in script.items() {
        if breaks && item.kind == ItemKind::Break {
            continue;
        }
        if let ItemKind::Ply(ply) = item.kind
            && breaks
            && std::mem::replace(&mut manche_has_ended, ply.ends_manche)
        {
            let start = item.span().start;
            order.push(Item::new(ItemKind::Break, start..start));
        }
        order.push(*item);
    }
    if script.has_dots() {
        drop_dots(order);
    }
    if !is_arranged(order) {
        lift_variations(order);
        let mut arranged = Vec::with_capacity(order.len());
        arrange(order, 0, &mut arranged);
        *order = arranged;
    }
}

/// Keeps only dots after the last ply of a line or manche: all others repeat what the plies say.
fn drop_dots(items: &mut Vec<Item>) {
    // Whether a ply follows in the manche, for the line at hand and those around it.
    let mut lines = vec![false];
    items.reverse();
    items.retain(|item| {
        let Some(follows) = lines.last_mut() else { return true };
        match item.kind {
            ItemKind::Dots => return !*follows,
            ItemKind::Ply(_) => *follows = true,
            ItemKind::Break => *follows = false,
            ItemKind::Close => lines.push(false),
            ItemKind::Open { .. } => drop(lines.pop()),
            _ => {}
        }
        true
    });
    items.reverse();
}

/// Puts variations that stand after a break before it: each is an alternative to the last ply of the manche that ends
/// there.
fn lift_variations(items: &mut [Item]) {
    for at in 0..items.len() {
        if items[at].kind != ItemKind::Break {
            continue;
        }
        let mut to = at;
        let mut from = at + 1;
        while let Some(item) = items.get(from) {
            match rank(item) {
                Some(3) if item.kind != ItemKind::Close => {
                    let end = after_variation(items, from);
                    items[to..end].rotate_right(end - from);
                    (to, from) = (to + end - from, end);
                }
                Some(2) => from += 1,
                _ => break,
            }
        }
    }
}

/// Where a piece stands among those after one ply; `None` if it does not stand there.
fn rank(item: &Item) -> Option<u8> {
    match item.kind {
        ItemKind::Annotation => Some(1),
        ItemKind::Comment | ItemKind::LineComment | ItemKind::Remark => Some(2),
        ItemKind::Open { .. } | ItemKind::Close => Some(3),
        _ => None,
    }
}

/// Whether what follows each ply stands in canonical order, without any variation.
fn is_arranged(items: &[Item]) -> bool {
    let mut last = 0;
    items.iter().all(|item| {
        let rank = rank(item).unwrap_or_default();
        let is_due = rank < 3 && (rank == 0 || rank >= last);
        last = rank;
        is_due
    })
}

/// Puts what follows a ply in canonical order: annotations, comments, variations. Reads from `at` on, up to the end or the
/// end of the variation, and returns where that is.
fn arrange(items: &[Item], mut at: usize, out: &mut Vec<Item>) -> usize {
    while let Some(item) = items.get(at)
        && item.kind != ItemKind::Close
    {
        if rank(item).is_none() {
            out.push(*item);
            at += 1;
            continue;
        }
        let mut end = at;
        for wanted in 1..=3 {
            end = at;
            while let Some(item) = items.get(end)
                && let Some(rank) = rank(item)
                && item.kind != ItemKind::Close
            {
                match (rank == wanted, rank) {
                    (true, 3) => {
                        out.push(*item);
                        // Variations stand 64 deep at most, so this recursion is as shallow.
                        end = arrange(items, end + 1, out);
                        out.extend(items.get(end));
                        end += 1;
                    }
                    (false, 3) => end = after_variation(items, end),
                    (is_wanted, _) => {
                        out.extend(is_wanted.then_some(*item));
                        end += 1;
                    }
                }
            }
        }
        at = end;
    }
    at
}

/// The index after the variation that opens at `at`.
fn after_variation(items: &[Item], at: usize) -> usize {
    let mut depth = 0_usize;
    for (index, item) in items.iter().enumerate().skip(at) {
        match item.kind {
            ItemKind::Open { .. } => depth += 1,
            ItemKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    items.len()
}
