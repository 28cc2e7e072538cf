//! Reads the libraries of RenLib, trees of Renju and Gomoku games. See `grammar/renlib.ebnf`.
//!
//! `node` reads a node and its texts, `tree` walks the nodes in the order of a transcript, or from line to line.

mod node;
mod tree;

use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use encoding_rs::{Encoding, UTF_8};

use super::encoding::{How, detect, detect_of_texts};
use super::made::Made;
use super::pieces::{self, Dialect, OfPieces, PieceFormat, Pieces, whole};
use super::{Format, FormatInfo, Given, Partition, Records};
use crate::codes::{BAD_ENCODING, BAD_SYNTAX, UNKNOWN_FORMAT};
use crate::counted::counted;
use crate::diagnostic::{Severity, Text};
use crate::record::{Foreign, Original, Place, Record, Spelling};
use crate::source::Source;
use node::{Node, decode, decode_any, old_comment};
use tree::{Index, Leaves, Part, walk};

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// A library of RenLib.
    pub const RENLIB: Format = Format::new(&OfPieces::<Says>::NEW);
}

/// What a library begins with, before the two bytes of its version.
const MAGIC: &[u8] = b"\xffRenLib\xff";
const HEADER: usize = 20;

/// What an older one begins with: before the version 2 there was no header, and every library began in the centre.
const OLD: u8 = 0x78;

/// How long a record may be: a tree may be of any size.
const MOST: usize = usize::MAX;

impl PieceFormat for Says {
    type Dialect = RenLib;

    const INFO: FormatInfo = FormatInfo {
        name: "renlib",
        about: "libraries of RenLib: trees of Renju and Gomoku games, each library a record with variations",
        endings: &["lib"],
        grammar: include_str!("../../../grammar/renlib.ebnf"),
        // A line of a tree is not all that its file holds.
        says_all: false,
        ..FormatInfo::FOREIGN
    };

    /// Compilers and archivers call files so, too.
    fn may_be(head: &[u8], _: bool) -> bool {
        head.starts_with(MAGIC) || matches!(head, [] | [OLD, ..])
    }

    fn recognises(head: &[u8]) -> bool {
        head.starts_with(MAGIC)
    }

    fn open<'r>(reader: Box<dyn Read + 'r>, _: usize, given: &Given) -> io::Result<Box<dyn Records + 'r>> {
        if given.leaves {
            return Ok(Box::new(Lines::over(reader, given)));
        }
        Ok(Box::new(Pieces::over(Source::new(reader), RenLib::default(), MOST, given)))
    }

    fn partition(_: usize, given: &Given) -> Option<Arc<dyn Partition>> {
        (!given.leaves).then(|| whole::<RenLib>(MOST, given))
    }
}

/// The dialect: a library of any version up to 3.4.
#[derive(Debug, Default)]
struct RenLib {
    /// Whether the caller names the variant.
    knows_variant: bool,
    named: Option<&'static Encoding>,
    index: Index,
}

impl Dialect for RenLib {
    type Content = [u8];

    const FORMAT: Format = Format::RENLIB;
    const IS_TREE: bool = true;
    const MAY_READ_AGAIN: bool = true;

    fn given(&mut self, given: &Given) {
        self.knows_variant = given.variant.is_some();
        self.named = given.encoding;
    }

    fn read(&mut self, bytes: &[u8], made: &mut Made) {
        let bytes = whole_pairs(bytes);
        if !self.look(bytes, made) {
            return;
        }
        self.tags(made);
        let mut writer = self.writer(bytes, made);
        writer.root();
        // Damage stands where the next ply of a line does, or after the whole tree.
        let is_in_line = self.index.damage.as_ref().is_some_and(|damage| !damage.is_after_tree);
        let mut is_told = false;
        walk(bytes, &self.index, |part| match part {
            Part::Ply(at, node) => {
                writer.ply(at, node);
                if is_in_line && node.end == self.index.end {
                    self.damage(writer.made);
                    is_told = true;
                }
            }
            Part::Open(at) => writer.made.open(at..at + 2),
            Part::Close(at) => writer.made.close(at..at),
            Part::Beside(at) => beside(bytes, at, writer.made),
        });
        writer.end();
        if !is_told {
            self.damage(made);
        }
    }
}

/// The encoding for the texts of a whole library, if it has texts that show one.
pub(crate) fn encoding_of(library: &[u8]) -> Option<&'static Encoding> {
    let mut index = Index::default();
    index.read(whole_pairs(library), HEADER);
    (!index.texts.is_empty()).then(|| detect_of_texts(&index.texts).encoding)
}

/// Reports a node that is no ply.
fn beside(bytes: &[u8], at: usize, made: &mut Made) {
    made.dropped("texts on points without a stone", at..at + 2);
    if Node::read(bytes, at).is_ok_and(|node| !node.is_last()) {
        made.dropped("lines below a text on a point without a stone", at..at + 2);
    }
}

impl RenLib {
    /// Looks at the whole library; `false` if it is no library, and the record is refused.
    fn look(&mut self, bytes: &[u8], made: &mut Made) -> bool {
        const NEWEST: (u8, u8) = (3, 4);
        let start = match bytes {
            [0xff, b'R', b'e', b'n', b'L', b'i', b'b', 0xff, major, minor, rest @ ..]
                if bytes.len() >= HEADER && (*major, *minor) <= NEWEST =>
            {
                let padding = &rest[..HEADER - MAGIC.len() - 2];
                let is_odd = |byte: &&u8| **byte != 0xff;
                // A node at its end shows that some of it is missing: then nobody knows where the tree begins.
                if padding.last().is_some_and(|last| is_odd(&last)) {
                    let text = Text::new("the header of this library is damaged")
                        .help("ten bytes FF follow the version, and then the first node");
                    made.refuse(&UNKNOWN_FORMAT, text, MAGIC.len() + 2..HEADER);
                    return false;
                }
                let odd = padding.iter().filter(is_odd).count() as u64;
                if odd > 0 {
                    made.dropped_times("bytes of the header that should be FF", odd, MAGIC.len() + 2..HEADER);
                }
                HEADER
            }
            [OLD, ..] => 0,
            _ => {
                let text = match bytes.strip_prefix(MAGIC) {
                    Some([major, minor, ..]) if (*major, *minor) > NEWEST => {
                        Text::new(format!("this is a library of RenLib {major}.{minor}, which is not known"))
                            .help("versions up to 3.4 are read")
                    }
                    Some(_) => Text::new("this library is cut off within its header")
                        .help("the first 20 bytes of a library are its header"),
                    None => Text::new("this is no library of RenLib: it begins with other bytes")
                        .help("a library begins with the bytes FF 52 65 6E 4C 69 62 FF"),
                };
                made.refuse(&UNKNOWN_FORMAT, text, 0..bytes.len().min(MAGIC.len() + 2));
                return false;
            }
        };
        self.index.read(bytes, start);
        true
    }

    /// Adds the tags of the library, and notes what was assumed.
    fn tags(&self, made: &mut Made) {
        made.tag("Game", "gomoku", 0..0);
        made.tag("Board", "15x15", 0..0);
        made.kept_mut().parts.context.spelling = Spelling::Default;
        if !self.knows_variant {
            let (variant, why) = if self.index.has_pass {
                ("renju", "a side passes, which only Renju allows")
            } else {
                ("freestyle", "the library is of Gomoku or of Renju, and nobody passes")
            };
            made.tag("Variant", variant, 0..0);
            let text = || Text::new(format!("{why}: read as {variant}")).help("name the variant with --variant");
            made.guessed("variant", variant, text, 0..0);
        }
        if self.index.lacking > 0 {
            let count = self.index.lacking;
            let say = if count == 1 { "says" } else { "say" };
            let text = || {
                Text::new(format!(
                    "{} {say} that a sibling follows, which the file does not hold: read as a saved part of a library",
                    counted(count as u64, "node")
                ))
                .help("if the file is damaged instead, variations are missing: compare it with another copy")
            };
            made.guessed("part", &count.to_string(), text, self.index.end..self.index.end);
        }
    }

    /// A writer for the nodes, in the encoding that all their texts together show.
    fn writer<'w>(&self, bytes: &'w [u8], made: &'w mut Made) -> Writer<'w> {
        let texts = &self.index.texts;
        let found = (!texts.is_empty() && self.named.is_none()).then(|| detect_of_texts(texts));
        let encoding = self.named.or(found.map(|found| found.encoding)).unwrap_or(UTF_8);
        let is_guessed = found.is_some_and(|found| matches!(found.how, How::Guessed | How::LastResort));
        if !texts.is_empty() && encoding != UTF_8 {
            let foreign = &mut made.kept_mut().parts.foreign;
            (foreign.encoding, foreign.is_guessed) = (Some(encoding.name()), is_guessed);
            if is_guessed {
                pieces::tell_guess(made, encoding);
            }
        }
        let root = self.index.root.clone();
        Writer {
            bytes,
            made,
            encoding,
            is_named: self.named.is_some(),
            root,
            odd: 0,
            first_odd: 0..0,
            label: String::new(),
        }
    }

    /// Reports what is wrong with the tree. Everything before that has been written.
    fn damage(&self, made: &mut Made) {
        if let Some(damage) = &self.index.damage {
            made.fault(&BAD_SYNTAX, Text::new(damage.what), damage.at.clone());
        }
    }
}

/// The bytes that count: programs read them in pairs, and a last one alone is nothing.
fn whole_pairs(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len() & !1]
}

/// Writes down what the nodes say.
struct Writer<'w> {
    bytes: &'w [u8],
    made: &'w mut Made,
    encoding: &'static Encoding,
    /// Whether the caller names it.
    is_named: bool,
    root: Option<Node>,
    /// How many texts are not in the encoding of the others, and the place of the first.
    odd: usize,
    first_odd: Range<usize>,
    label: String,
}

impl Writer<'_> {
    /// The root is no ply, but may bear a comment about the game.
    fn root(&mut self) {
        if let Some(root) = self.root.take() {
            self.texts(&root);
        }
    }

    #[inline]
    fn ply(&mut self, at: usize, node: &Node) {
        let (ply, length) = node.ply();
        self.made.ply(std::str::from_utf8(&ply[..length]).unwrap_or_default(), at..at + 2);
        if node.end > at + 2 || node.is_marked() || node.is_start() {
            self.texts(node);
            let whole = at..at + 2;
            if node.is_marked() {
                self.made.dropped("marks", whole.clone());
            }
            if node.is_start() {
                self.made.dropped("starts of a part", whole.clone());
            }
            if node.is_extended {
                self.made.dropped("flags of a node that are not known", whole);
            }
        }
    }

    /// Whether a text is left out. Whether it can be read must be known in any case.
    fn leaves_out(&self, text: &Range<usize>) -> bool {
        let text = &self.bytes[text.clone()];
        text.is_ascii() && self.made.leaves_out(text)
    }

    fn texts(&mut self, node: &Node) {
        let bytes = self.bytes;
        let is_old = node.has_old_comment();
        if !node.comment.is_empty() && (is_old || !self.leaves_out(&node.comment)) {
            let text =
                if is_old { Cow::Owned(old_comment(&bytes[node.comment.clone()])) } else { self.text(&node.comment) };
            // A title and a body stand on lines of their own.
            let text = if text.contains('\u{8}') { Cow::Owned(text.replace('\u{8}', "\n")) } else { text };
            self.made.comment(&text, node.comment.clone());
        }
        if !node.label.is_empty() && !self.leaves_out(&node.label) {
            let text = self.text(&node.label);
            let mut label = std::mem::take(&mut self.label);
            label.clear();
            label.push_str("[%label ");
            label.extend(text.trim().chars().map(|letter| if letter == ']' { ')' } else { letter }));
            label.push(']');
            if !text.trim().is_empty() {
                self.made.comment(&label, node.label.clone());
            }
            self.label = label;
        }
    }

    /// A text, in the encoding of all texts or in one of its own.
    fn text<'b>(&mut self, range: &Range<usize>) -> Cow<'b, str>
    where
        Self: 'b,
    {
        let bytes: &[u8] = &self.bytes[range.clone()];
        if let Some(text) = decode(bytes, self.encoding) {
            return Cow::Owned(text.into_owned());
        }
        if self.odd == 0 {
            self.first_odd = range.clone();
        }
        self.odd += 1;
        let encoding = if self.is_named { self.encoding } else { detect(bytes, None, true).encoding };
        Cow::Owned(decode_any(bytes, encoding).into_owned())
    }

    fn end(self) {
        if self.odd > 0 {
            let text = Text::new(format!("{} texts are not valid {}", self.odd, self.encoding.name()));
            self.made.note(&BAD_ENCODING, Severity::Warning, text, self.first_odd);
        }
    }
}

/// Reads a library line by line: each leaf of the tree ends a record.
struct Lines<'r> {
    reader: Box<dyn Read + 'r>,
    /// The whole library, once it has been read.
    bytes: Option<Vec<u8>>,
    dialect: RenLib,
    leaves: Leaves,
    made: Made,
    number: u64,
}

impl<'r> Lines<'r> {
    fn over(reader: Box<dyn Read + 'r>, given: &Given) -> Lines<'r> {
        let mut dialect = RenLib::default();
        dialect.given(given);
        Lines { reader, bytes: None, dialect, leaves: Leaves::default(), made: Made::default(), number: 0 }
    }
}

impl Records for Lines<'_> {
    fn advance(&mut self) -> io::Result<bool> {
        let is_first = self.bytes.is_none();
        if is_first {
            let mut bytes = Vec::new();
            self.reader.read_to_end(&mut bytes)?;
            self.bytes = Some(bytes);
        }
        let bytes = self.bytes.as_deref().unwrap_or_default();
        self.number += 1;
        let place = Place { number: self.number, line: 1, ..Place::default() };
        self.made.begin(place, Foreign { is_binary: true, ..Foreign::default() });
        let bytes = whole_pairs(bytes);
        if is_first && !self.dialect.look(bytes, &mut self.made) {
            return Ok(!bytes.is_empty());
        }
        if !is_first {
            self.leaves.step_back();
        }
        if !self.leaves.next(bytes, &self.dialect.index) {
            return Ok(false);
        }
        self.dialect.tags(&mut self.made);
        let mut writer = self.dialect.writer(bytes, &mut self.made);
        writer.root();
        for at in self.leaves.plies() {
            let at = *at as usize;
            if let Ok(node) = Node::read(bytes, at) {
                writer.ply(at, &node);
            }
        }
        if is_first {
            walk(bytes, &self.dialect.index, |part| {
                if let Part::Beside(at) = part {
                    beside(bytes, at, writer.made);
                }
            });
        }
        writer.end();
        if self.leaves.is_at_end(&self.dialect.index) {
            self.dialect.damage(&mut self.made);
        }
        self.made.end();
        Ok(true)
    }

    /// Lines share their nodes: from the start of the library to the end of the line.
    fn extent(&self) -> Range<u64> {
        0..self.leaves.end() as u64
    }

    fn raw(&self) -> &[u8] {
        &[]
    }

    fn header(&self) -> Record<'_> {
        let bytes = self.bytes.as_deref().unwrap_or_default();
        let written = Original { bytes, format: Format::RENLIB.name(), ..Original::default() };
        Record { written, ..self.made.kept().record() }
    }

    fn record(&mut self) -> Record<'_> {
        self.header()
    }
}
