//! Writes libraries of RenLib: a tree of nodes, two bytes each, and the texts that stand after some of them.
//!
//! In a record a variation stands right after the ply that it replaces; in a library it is a sibling, which stands after
//! the whole subtree of that ply.

use std::ops::Range;

use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8, WINDOWS_1252};

use super::losses::Losses;
use super::stone_writer::OfStones;
use super::stones::{Game, TRIED};
use super::tree::{Node, ROOT, Tree};
use super::writer::Out;
use crate::canonical::Unsaid;
use crate::canonical::body::comments_of_header;
use crate::engine::script::ItemKind;
use crate::formats::{Format, renlib};
use crate::record::tokens::STANDS;

/// Writes libraries of RenLib.
pub(super) struct RenLib;

impl OfStones for RenLib {
    const HAS_VARIATIONS: bool = true;
    const FORMAT: Format = Format::RENLIB;
    const HOLDS_ONE: bool = true;

    fn write(game: &Game<'_>, out: &mut Out) -> Result<(), Unsaid> {
        let Out { tail, lost, .. } = out;
        game.needs_15x15()?;
        game.lose_tags(&[], lost);
        game.lose_claim(lost);
        let tree = Tree::of(&game.body)?;
        for node in tree.plies() {
            // What stands beside it would be the main line without it.
            if node.ply.is_some_and(|item| matches!(item.kind, ItemKind::Ply(ply) if ply.was_tried)) {
                return Err(game.refusal(TRIED));
            }
            node.annotations.iter().for_each(|item| lost.one(["annotation", "annotations"], item.span()));
        }
        let mut root = Texts::of(tree.node(ROOT), game)?;
        let header = comments_of_header(game.body.record);
        let comments: Vec<_> = header.map(|(_, comment)| comment).chain([root.comment.into()]).collect();
        root.comment = comments.join("\n").trim().to_owned();
        let mut plies = Vec::new();
        for node in tree.plies() {
            plies.push(Texts::of(node, game)?);
        }
        let has_pass = plies.iter().any(|ply| ply.point == NOWHERE);
        game.unsaid_variant(if has_pass { "renju" } else { "freestyle" }, lost);
        // The version 3.0 begins with the first ply, which is the centre; a later one has a root.
        let begins_in_centre = |index: usize| plies[index - 1].point == CENTRE;
        let is_old = !has_pass && tree.children(ROOT).next().is_some() && tree.children(ROOT).all(begins_in_centre);
        let library = |encoding, lost: &mut Losses| {
            let mut bytes = [MAGIC, &[if is_old { 0 } else { 4 }], &[0xff; 10]].concat();
            let first = tree.children(ROOT).next();
            let mut next = if is_old && root.comment.is_empty() { first } else { Some(ROOT) };
            let mut waiting = Vec::new();
            while let Some(index) = next {
                let (texts, child) =
                    (if index == ROOT { &root } else { &plies[index - 1] }, tree.children(index).next());
                let sibling = tree.sibling(index).filter(|_| index != ROOT);
                let flags = if sibling.is_some() { HAS_SIBLING } else { 0 } | if child.is_none() { IS_LAST } else { 0 };
                texts.write(flags, encoding, lost, &mut bytes);
                waiting.extend(sibling);
                next = child.or_else(|| waiting.pop());
            }
            bytes
        };
        let mut bytes = library(game.encoding.unwrap_or(GBK), lost);
        // A library does not name its encoding, and short texts in GBK may look like another one. So an encoding is
        // chosen that the reader will find.
        let texts = || plies.iter().chain([&root]).flat_map(|texts| [&texts.comment, &texts.label]);
        let is_whole_in = |encoding: &'static Encoding| texts().all(|text| !encoding.encode(text).2);
        let is_read_as = |bytes: &[u8], encoding| renlib::encoding_of(bytes).is_none_or(|found| found == encoding);
        let is_told = game.encoding.is_some() || texts().all(|text| text.is_ascii());
        if !is_told && is_whole_in(GBK) && !is_read_as(&bytes, GBK) {
            const OTHERS: [&Encoding; 5] = [WINDOWS_1252, BIG5, SHIFT_JIS, EUC_KR, UTF_8];
            let others = OTHERS.into_iter().filter(|other| is_whole_in(other));
            let mut written = others.map(|other| (library(other, &mut Losses::default()), other));
            bytes = written.find(|(bytes, other)| is_read_as(bytes, other)).map_or(bytes, |(bytes, _)| bytes);
        }
        tail.append(&bytes);
        Ok(())
    }
}

/// What a library begins with, before the second byte of its version.
const MAGIC: &[u8] = b"\xffRenLib\xff\x03";
/// The byte of the centre, h8.
const CENTRE: u8 = 0x78;
/// The byte of a pass, and of the root.
const NOWHERE: u8 = 0;

/// What the second byte of a node says.
const HAS_SIBLING: u8 = 0x80;
const IS_LAST: u8 = 0x40;
const COMMENT: u8 = 0x08;
const EXTENDED: u8 = 0x01;
/// What the extension bytes say: a text of the board follows.
const BOARD_TEXT: [u8; 2] = [0, 1];

/// The contents of a node: its point, its comment, the label of its point.
#[derive(Default)]
struct Texts {
    point: u8,
    comment: String,
    label: String,
    span: Range<usize>,
}

impl Texts {
    fn of(node: &Node, game: &Game<'_>) -> Result<Texts, Unsaid> {
        let mut texts = Texts::default();
        if let Some(item) = &node.ply {
            texts.point = game.point(item)?.map_or(NOWHERE, |(column, row)| (16 * row + column + 1) as u8);
            texts.span = item.span();
        }
        for item in &node.comments {
            let comment = game.body.comment(item);
            if comment.contains(STANDS) {
                return Err(game.refusal("illegal plies that stood"));
            }
            texts.say(&comment, node.ply.is_some());
        }
        Ok(texts)
    }

    /// Adds a comment. `[%label A]` is a text that is shown on the point of a ply.
    fn say(&mut self, comment: &str, is_ply: bool) {
        let label = comment.trim().strip_prefix("[%label ").and_then(|rest| rest.strip_suffix(']'));
        if let Some(label) = label.filter(|label| is_ply && self.label.is_empty() && !label.contains(['[', ']'])) {
            self.label.push_str(label.trim());
            return;
        }
        if !self.comment.is_empty() {
            self.comment.push('\n');
        }
        self.comment.push_str(comment.trim());
    }

    fn write(&self, flags: u8, encoding: &'static Encoding, lost: &mut Losses, out: &mut Vec<u8>) {
        let flag = |text: &str, flag: u8| if text.is_empty() { 0 } else { flag };
        out.extend_from_slice(&[self.point, flags | flag(&self.comment, COMMENT) | flag(&self.label, EXTENDED)]);
        if !self.label.is_empty() {
            out.extend_from_slice(&BOARD_TEXT);
        }
        if !self.comment.is_empty() {
            // The first line is a title, which a byte of 8 parts from the others.
            let lines = self.comment.replace("\r\n", "\n");
            let (title, body) = lines.split_once('\n').map_or((&*lines, None), |(title, body)| (title, Some(body)));
            self.text(title, encoding, lost, out);
            if let Some(body) = body {
                out.push(8);
                for (index, line) in body.split('\n').enumerate() {
                    out.extend_from_slice(if index > 0 { b"\r\n" } else { b"" });
                    self.text(line, encoding, lost, out);
                }
            }
            end_text(out);
        }
        if !self.label.is_empty() {
            self.text(&self.label, encoding, lost, out);
            end_text(out);
        }
    }

    /// Writes a text. Characters that the encoding lacks become `?` and are noted as lost.
    fn text(&self, text: &str, encoding: &'static Encoding, lost: &mut Losses, out: &mut Vec<u8>) {
        let text = text.replace(|letter: char| letter.is_control() && letter != '\t', " ");
        let (bytes, _, lacks) = encoding.encode(&text);
        if !lacks {
            out.extend_from_slice(&bytes);
            return;
        }
        let names =
            ["character", "characters"].map(|what| format!("{what} that the encoding {} lacks", encoding.name()));
        let mut buffer = [0; 4];
        for letter in text.chars() {
            let (bytes, _, lacks) = encoding.encode(letter.encode_utf8(&mut buffer));
            if lacks {
                out.push(b'?');
                lost.one([&names[0], &names[1]], self.span.clone());
            } else {
                out.extend_from_slice(&bytes)
            }
        }
    }
}

/// A text ends with a zero, and takes an even number of bytes.
fn end_text(out: &mut Vec<u8>) {
    out.push(0);
    if out.len() % 2 == 1 {
        out.push(0);
    }
}
