//! A record's body as a sequence of items that no longer depends on how it was laid out.

use std::borrow::Cow;
use std::iter::Peekable;
use std::ops::Range;

use super::Renamed;
use crate::engine::claim_of_line;
use crate::engine::{Claim, Setting};
use crate::game::Side;
use crate::record::{Layout, Record, Token, TokenKind};
use crate::system::System;

/// One item of a record's body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Item<'r> {
    /// A ply as the new system writes it; `start` is its place in the source.
    Ply { start: usize, text: &'r str, side: Side },
    /// `...` at the end of a fragment.
    Dots,
    /// `!` and its like.
    Annotation { text: &'r str, span: Range<usize> },
    /// A comment without its braces.
    Comment { text: Cow<'r, str>, span: Range<usize> },
    /// `(`, and whether the turns of the variation are numbered.
    Open { numbered: bool, span: Range<usize> },
    /// `)`
    Close,
    /// `/`
    Break { span: Range<usize> },
    /// The result at the end of the movetext.
    Result { text: Cow<'r, str> },
}

/// A record's body.
#[derive(Debug, Default)]
pub(crate) struct Script<'r> {
    pub(crate) items: Vec<Item<'r>>,
}

/// Reads the body of a valid record, read in `source`, whose plies have been renamed.
pub(crate) fn read<'r>(record: &Record<'r>, setting: &Setting, source: System, renamed: &'r Renamed) -> Script<'r> {
    let mut script = Script::default();
    if record.parts.layout == Layout::Line || source.is_diagram() {
        plain(record, setting, renamed, &mut script);
    } else {
        movetext(record, setting, renamed, &mut script);
        script.items = arrange(&mut script.items.into_iter().peekable());
    }
    script
}

/// What follows a ply, in canonical order: annotations, comments, variations.
fn arrange<'r>(items: &mut Peekable<impl Iterator<Item = Item<'r>>>) -> Vec<Item<'r>> {
    let mut arranged = Vec::new();
    let (mut annotations, mut comments, mut variations) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(item) = items.next_if(|item| *item != Item::Close) {
        match item {
            Item::Annotation { .. } => annotations.push(item),
            Item::Comment { .. } => comments.push(item),
            // Variations stand 64 deep at most, so this recursion is as shallow.
            Item::Open { .. } => {
                variations.push(item);
                variations.append(&mut arrange(items));
                variations.extend(items.next());
            }
            item => {
                arranged.append(&mut annotations);
                arranged.append(&mut comments);
                arranged.append(&mut variations);
                arranged.push(item);
            }
        }
    }
    arranged.append(&mut annotations);
    arranged.append(&mut comments);
    arranged.append(&mut variations);
    arranged
}

/// The plies of a list's line or a diagram, and the comments around them.
fn plain<'r>(record: &Record<'r>, setting: &Setting, renamed: &'r Renamed, script: &mut Script<'r>) {
    let first_word = record.tokens().find(|token| token.kind == TokenKind::Word);
    let grid_start = first_word.map_or(0, |token| token.start);
    let comments = |before: bool| {
        let tokens = record.tokens().filter(move |token| (token.start < grid_start) == before);
        tokens.filter_map(|token| comment(record, token.kind, token.span()))
    };
    script.items.extend(comments(true));
    let mut end = record.parts.body;
    for &start in &renamed.in_order {
        if let Some((text, ply)) = renamed.at(start) {
            script.items.push(Item::Ply { start, text, side: ply.side });
            end = end.max(ply.end);
        }
    }
    if record.parts.layout == Layout::Line {
        let rest = record.text.get(end..).unwrap_or_default().trim_ascii();
        let claim = claim_of_line(rest, &setting.rules).map(|(_, word)| word);
        let remark = claim.and_then(|word| rest.strip_suffix(word)).unwrap_or(rest).trim();
        if !remark.is_empty() {
            let text = Cow::Owned(remark.replace('}', ")"));
            script.items.push(Item::Comment { text, span: end..record.text.len() });
        }
        script.items.extend(claim.map(|word| Item::Result { text: result(word, setting) }));
        return;
    }
    script.items.extend(comments(false));
    let last = record.tokens().filter(|token| token.kind == TokenKind::Word).last();
    if let Some(token) = last
        && Claim::of_word(record.slice(token.span()), &setting.rules).is_some()
        && !renamed.in_order.contains(&(token.start as usize))
    {
        script.items.push(Item::Result { text: result(record.slice(token.span()), setting) });
    }
}

/// The items of movetext with turns.
fn movetext<'r>(record: &Record<'r>, setting: &Setting, renamed: &'r Renamed, script: &mut Script<'r>) {
    let tokens: Vec<Token> = record.tokens().collect();
    let follows = ply_follows(record, setting, &tokens);
    // A ply may be several words: those after the first are done already.
    let mut behind = 0;
    // Where plies stand alone, breaks between manches are not written but meant.
    let mut manche = 0;
    let breaks = record.parts.layout == Layout::Plies;
    for (index, token) in tokens.iter().enumerate() {
        let span = token.span();
        match token.kind {
            TokenKind::Number(_) | TokenKind::Comma | TokenKind::Semicolon => {}
            TokenKind::Dots => {
                // Only dots after the last ply of their line say something that the plies do not.
                if !follows[index] {
                    script.items.push(Item::Dots);
                }
            }
            TokenKind::Break if breaks => {}
            TokenKind::Break => script.items.push(Item::Break { span }),
            TokenKind::Open { .. } => {
                script.items.push(Item::Open { numbered: is_numbered(&tokens[index + 1..]), span });
            }
            TokenKind::Close { .. } => script.items.push(Item::Close),
            TokenKind::Comment(_) | TokenKind::LineComment => script.items.extend(comment(record, token.kind, span)),
            TokenKind::Annotation => script.items.push(Item::Annotation { text: record.slice(span.clone()), span }),
            TokenKind::Word => {
                if span.start < behind {
                    continue;
                }
                let mut known = false;
                for start in span.clone() {
                    if let Some((text, ply)) = renamed.at(start) {
                        if breaks && std::mem::replace(&mut manche, ply.manche) < ply.manche {
                            script.items.push(Item::Break { span: start..start });
                        }
                        script.items.push(Item::Ply { start, text, side: ply.side });
                        known = true;
                        behind = ply.end;
                    }
                }
                if !known {
                    script.items.push(Item::Result { text: result(record.slice(span), setting) });
                }
            }
        }
    }
}

/// A result in canonical form: `DRAW` is `draw`, the dashes of word processors become plain ones (`1–0` is `1-0`), and
/// pairs are named in playing order.
fn result<'r>(text: &'r str, setting: &Setting) -> Cow<'r, str> {
    if text.is_ascii() {
        Cow::Borrowed(Claim::canonical(text, &setting.rules))
    } else {
        Cow::Owned(text.replace(['–', '—'], "-"))
    }
}

/// Whether the variation that begins here has a turn number of its own, outside the variations within it.
fn is_numbered(tokens: &[Token]) -> bool {
    let mut depth = 0_u32;
    for token in tokens {
        match token.kind {
            TokenKind::Number(_) if depth == 0 => return true,
            TokenKind::Open { .. } => depth += 1,
            TokenKind::Close { .. } if depth == 0 => return false,
            TokenKind::Close { .. } => depth -= 1,
            _ => {}
        }
    }
    false
}

/// For each token, whether a ply follows it in its own line.
fn ply_follows(record: &Record<'_>, setting: &Setting, tokens: &[Token]) -> Vec<bool> {
    let mut follows = vec![false; tokens.len()];
    let mut lines = vec![false];
    for (index, token) in tokens.iter().enumerate().rev() {
        let main = lines.len() == 1;
        let Some(line) = lines.last_mut() else { break };
        follows[index] = *line;
        match token.kind {
            TokenKind::Word => {
                *line |= !main || Claim::of_word(record.token(token), &setting.rules).is_none();
            }
            TokenKind::Close { .. } => lines.push(false),
            TokenKind::Open { .. } => drop(lines.pop()),
            _ => {}
        }
    }
    follows
}

/// A comment without its signs, if the token is one. In `# …` a `}` becomes `)`, since braces will stand around it.
pub(crate) fn comment<'r>(record: &Record<'r>, kind: TokenKind, span: Range<usize>) -> Option<Item<'r>> {
    let text = record.slice(span.clone());
    let text = match kind {
        TokenKind::Comment(_) => {
            let text = text.strip_prefix('{').unwrap_or(text);
            Cow::Borrowed(text.strip_suffix('}').unwrap_or(text))
        }
        TokenKind::LineComment => {
            let text = text.get(1..).unwrap_or_default().trim();
            if text.contains('}') { Cow::Owned(text.replace('}', ")")) } else { Cow::Borrowed(text) }
        }
        _ => return None,
    };
    Some(Item::Comment { text, span })
}
