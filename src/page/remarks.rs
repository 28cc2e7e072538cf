//! Assigns the comments and annotations of a record to plies.

use super::tree::{Node, Tree};
use crate::record::tokens::STANDS;
use crate::record::{Layout, Record, TokenKind};
use crate::system::System;

/// What a comment is about.
#[derive(Clone, Copy)]
enum Topic {
    /// The ply that follows.
    Next,
    /// A ply, by line and index.
    Ply(usize, usize),
    /// Nothing that is shown.
    Lost,
}

/// Gives comments and annotations to the plies of `tree`; returns those before the first ply.
pub(super) fn attach(record: &Record<'_>, system: System, tree: &mut Tree) -> Vec<String> {
    let mut intro: Vec<String> =
        record.parts.header.iter().filter_map(|token| comment(record, token.kind, token.span())).collect();
    if record.parts.layout == Layout::Line || system.is_diagram() {
        beside(record, tree, &mut intro);
        return intro;
    }
    let mut starts: Vec<(usize, usize, usize)> = Vec::new();
    for (line, walked) in tree.lines.iter().enumerate() {
        starts.extend(walked.nodes.iter().enumerate().map(|(index, node)| (node.span.start, line, index)));
    }
    starts.sort_unstable();
    let mut topics = vec![(Topic::Next, Vec::new())];
    for token in record.tokens() {
        let span = token.span();
        match token.kind {
            TokenKind::Open { .. } => topics.push((Topic::Next, Vec::new())),
            TokenKind::Close { .. } if topics.len() > 1 => {
                topics.pop();
            }
            TokenKind::Word | TokenKind::Annotation => {
                let from = starts.partition_point(|(start, ..)| *start < span.start);
                let to = starts.partition_point(|(start, ..)| *start < span.end);
                let main = topics.len() == 1;
                let Some((topic, pending)) = topics.last_mut() else { continue };
                match starts[from..to] {
                    [(_, line, index), ..] => {
                        let before = std::mem::take(pending);
                        if main {
                            intro.extend(before)
                        } else if !before.is_empty() {
                            tree.lines[line].nodes[index].more().before = before;
                        }
                        let (_, line, index) = starts[to - 1];
                        *topic = Topic::Ply(line, index);
                    }
                    [] => {
                        let node = spoken_of(tree, *topic);
                        match node {
                            Some(node) if token.kind == TokenKind::Annotation => {
                                node.more().annotation.push_str(record.slice(span));
                            }
                            // Text after a ply that ended the replay is not shown.
                            Some(node) if !node.done => *topic = Topic::Lost,
                            _ => {}
                        }
                    }
                }
            }
            kind => {
                let Some(text) = comment(record, kind, span) else { continue };
                let Some((topic, pending)) = topics.last_mut() else { continue };
                match spoken_of(tree, *topic) {
                    Some(node) => node.more().comments.push(text),
                    None if matches!(topic, Topic::Next) => pending.push(text),
                    None => {}
                }
            }
        }
    }
    // A record without plies may still have comments.
    intro.extend(topics.swap_remove(0).1);
    intro
}

fn spoken_of(tree: &mut Tree, topic: Topic) -> Option<&mut Node> {
    match topic {
        Topic::Ply(line, index) => tree.lines[line].nodes.get_mut(index),
        _ => None,
    }
}

/// The comments around a list's line or a diagram.
fn beside(record: &Record<'_>, tree: &mut Tree, intro: &mut Vec<String>) {
    let first = record.tokens().find(|token| token.kind == TokenKind::Word);
    let grid = first.map_or(0, |token| token.start);
    let mut after = Vec::new();
    for token in record.tokens() {
        let text = comment(record, token.kind, token.span());
        if token.start < grid { intro.extend(text) } else { after.extend(text) }
    }
    if record.parts.layout == Layout::Line {
        let end = tree.lines[0].nodes.iter().map(|node| node.span.end).max().unwrap_or(record.parts.body);
        let rest = record.text.get(end..).unwrap_or_default().trim();
        if !rest.is_empty() {
            after.push(rest.to_owned());
        }
    }
    match tree.lines[0].nodes.last_mut() {
        Some(node) if !after.is_empty() => node.more().comments.extend(after),
        Some(_) => {}
        None => intro.extend(after),
    }
}

/// A comment without its signs, if the token is one; the mark that a ply stood does not count as a comment.
fn comment(record: &Record<'_>, kind: TokenKind, span: std::ops::Range<usize>) -> Option<String> {
    let text = record.slice(span);
    let text = match kind {
        TokenKind::Comment { .. } => {
            let text = text.strip_prefix('{').unwrap_or(text);
            text.strip_suffix('}').unwrap_or(text).replace(STANDS, "")
        }
        TokenKind::LineComment => text.get(1..).unwrap_or_default().to_owned(),
        _ => return None,
    };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // What a repair has changed.
    let was = text.strip_prefix("[%was ").and_then(|old| old.strip_suffix(']'));
    let text = was.map_or(text.clone(), |old| format!("was {old}"));
    (!text.is_empty()).then_some(text)
}
