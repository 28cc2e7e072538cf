//! Reads and recognises SGF, the Smart Game Format, of Gomoku and Renju in all its dialects. See `grammar/sgf-format.ebnf`.
//!
//! `scan` finds where a game ends, `node` reads the properties of a node by their `name`s, `tree` walks the game in the
//! order of a transcript, `root` turns the first node into tags (with `values`, `date` and `markup` for its
//! properties), `ending` decides whether the last stone lost the game, `read` makes the record.

mod date;
mod ending;
mod markup;
mod name;
mod node;
mod read;
mod root;
mod scan;
mod tree;
mod values;

use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use encoding_rs::{Encoding, UTF_8};

use super::by_line::ends_line;
use super::encoding::{self, Found};
use super::made::Made;
use super::pieces::{self, Dialect, OfPieces, PieceFormat, Pieces};
use super::{Format, FormatInfo, Given, Input, Partition, RangeSearch, Records, Start};

pub(crate) use date::date;
pub(crate) use root::{is_kept, names_game, variant_of};

use name::Name;

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// The Smart Game Format.
    pub const SGF: Format = Format::new(&OfPieces::<Says>::NEW);
}

impl PieceFormat for Says {
    type Dialect = Sgf;

    const INFO: FormatInfo = FormatInfo {
        name: "sgf",
        about: "Smart Game Format of Gomoku and Renju: game trees in parentheses, as editors and servers write them",
        endings: &["sgf"],
        grammar: include_str!("../../../grammar/sgf-format.ebnf"),
        joint: Some(""),
        ..FormatInfo::FOREIGN
    };

    /// A game tree begins with `(` and `;`, and the first thing in a node is a property.
    fn recognises(head: &[u8]) -> bool {
        let head = narrow(head);
        head.trim_ascii_start().strip_prefix(b"(").is_some_and(begins_tree)
    }

    /// Any text may stand before a tree, for instance the head of a mail. But reports of this program and transcripts
    /// may quote trees.
    fn fits(head: &[u8]) -> bool {
        let head = narrow(head);
        let is_ours = matches!(head.trim_ascii_start(), [b'{' | b'[', ..]);
        let begins_line = |at: usize| {
            let before = head[..at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
            before.is_none_or(|byte| ends_line(*byte))
        };
        !is_ours && memchr::memchr_iter(b'(', &head).any(|at| begins_tree(&head[at + 1..]) && begins_line(at))
    }

    fn partition(most: usize, given: &Given) -> Option<Arc<dyn Partition>> {
        Some(Arc::new(Cut { most, given: given.clone(), found: None }))
    }
}

/// The letters of ASCII at the start of a file that may be in UTF-16.
fn narrow(head: &[u8]) -> Cow<'_, [u8]> {
    match head {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [_, 0, ..] | [0, _, ..] => {
            head.iter().copied().filter(|byte| *byte != 0 && byte.is_ascii()).collect()
        }
        _ => Cow::Borrowed(head),
    }
}

/// Whether what stands after a `(` is the first node of a tree: `;` and a property, another tree, or nothing.
fn begins_tree(rest: &[u8]) -> bool {
    let mut bytes = rest.iter().copied().filter(|byte| !byte.is_ascii_whitespace());
    if bytes.next() != Some(b';') {
        return false;
    }
    let mut name = 0;
    for byte in bytes {
        match byte {
            b'[' => return name > 0,
            byte if byte.is_ascii_alphanumeric() && name < 20 => name += 1,
            b';' | b'(' | b')' => return name == 0,
            _ => return false,
        }
    }
    false
}

/// How a large collection is cut: before a line that begins with a tree.
#[derive(Debug)]
struct Cut {
    most: usize,
    given: Given,
    /// The encoding, once the start of the file has told it.
    found: Option<Found>,
}

impl Partition for Cut {
    fn boundary(&self, bytes: &[u8], ahead: usize) -> Option<usize> {
        let bytes = &bytes[..bytes.len().checked_sub(ahead)?];
        let begins = |at: &usize| *at > 0 && ends_line(bytes[*at - 1]) && begins_tree(&bytes[at + 1..]);
        memchr::memrchr_iter(b'(', bytes).find(begins)
    }

    fn begin(&self, start: &[u8], last: bool) -> io::Result<Option<Arc<dyn Partition>>> {
        let found = pieces::encoding_of(&Sgf::default(), (start, last), &self.given);
        Ok(Some(Arc::new(Cut { most: self.most, given: self.given.clone(), found: Some(found) })))
    }

    /// `(;` may stand in a comment that begins anywhere before.
    fn search(&self) -> RangeSearch {
        RangeSearch::Noted
    }

    fn skim<'r>(&self, input: Input<'r>, _: Start) -> io::Result<Box<dyn Records + 'r>> {
        Ok(Box::new(self.pieces(input)?.skimmed()))
    }

    fn encoding(&self) -> Option<Found> {
        self.found
    }

    fn in_encoding(&self, found: Found) -> Option<Arc<dyn Partition>> {
        Some(Arc::new(Cut { most: self.most, given: self.given.clone(), found: Some(found) }))
    }

    fn read<'r>(&self, input: Input<'r>, _: Start) -> io::Result<Box<dyn Records + 'r>> {
        Ok(Box::new(self.pieces(input)?))
    }
}

impl Cut {
    fn pieces<'r>(&self, mut input: Input<'r>) -> io::Result<Pieces<Box<dyn Read + 'r>, Sgf>> {
        input.skip_mark()?;
        Ok(Pieces::over(input, Sgf::default(), self.most, &self.given).written_in(self.found))
    }
}

/// How much of a tree is searched for the encoding that it declares.
const HEAD: usize = 4096;

/// Whether a tree declares an encoding other than the file's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Own {
    #[default]
    None,
    /// The tree has not been looked at.
    Unknown,
    /// It declares one.
    Declared,
}

/// The dialect: any that people write.
#[derive(Debug, Default)]
struct Sgf {
    /// Whether trees may be in another encoding than the file.
    may_differ: bool,
    own: Own,
    /// Where the tree names an encoding, known or not.
    declared: Option<Range<usize>>,
    /// The encoding that the tree declares, if it can be read in it.
    own_found: Option<Found>,
    /// The bytes that begin letters in the encoding that the tree declares.
    own_leads: scan::Leads,
    /// Whether the caller names the game.
    is_known: bool,
    scan: scan::Scan,
    leads: scan::Leads,
    root: root::Root,
    ends: tree::Ends,
    /// Room for the lines of a walk.
    lines: Vec<tree::Line>,
}

/// The value of `CA[UTF-8]` in the first node.
fn declared_at(bytes: &[u8]) -> Option<Range<usize>> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let mut found = None;
    let each = |name: Name, _, value: Range<usize>| {
        if name == const { Name::of("CA") } {
            found = Some(value);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    node::properties_until(head, node::first_node(head, node::begin(head)?), each, |_| {});
    found
}

impl Dialect for Sgf {
    type Content = str;

    const FORMAT: Format = Format::SGF;
    const IS_TREE: bool = true;
    const DECLARES_IN_PIECES: bool = true;
    const MAY_READ_AGAIN: bool = true;

    fn given(&mut self, given: &Given) {
        self.is_known = given.game.is_some();
        self.root.variant.clone_from(&given.variant);
        self.root.board = given.board;
    }

    fn encoding(&mut self, encoding: &'static Encoding, is_named: bool) {
        self.leads = scan::Leads::of(Some(encoding));
        self.may_differ = !is_named && encoding != UTF_8;
    }

    fn begin(&mut self) {
        self.scan = scan::Scan::default();
        self.own = if self.may_differ { Own::Unknown } else { Own::None };
        (self.declared, self.own_found) = (None, None);
    }

    fn extent(&mut self, bytes: &[u8], last: bool) -> Option<usize> {
        if self.own == Own::Unknown {
            let is_whole = last || bytes.len() >= HEAD;
            self.declared = declared_at(bytes);
            let declared = self.declared.clone().and_then(|place| std::str::from_utf8(&bytes[place]).ok());
            match declared.and_then(encoding::named) {
                Some(encoding) => (self.own, self.own_leads) = (Own::Declared, scan::Leads::of(Some(encoding))),
                None if is_whole => self.own = Own::None,
                // The property may stand in what comes next.
                None => return None,
            }
        }
        if self.own == Own::None {
            return self.scan.run(bytes, last, &self.leads);
        }
        let end = self.scan.run(bytes, last, &self.own_leads).or(last.then_some(bytes.len()))?;
        // A name of an encoding after the end does not belong to this tree.
        let tree = &bytes[..end];
        let declared = self.declared.clone().and_then(|Range { start, end: until }| tree.get(start..until.min(end)));
        self.own_found = pieces::own_encoding(tree, declared.and_then(|name| std::str::from_utf8(name).ok()));
        if self.own_found.is_some() {
            return Some(end);
        }
        // It is not what it declares, so the tree may end elsewhere.
        self.own = Own::None;
        self.scan = scan::Scan::default();
        self.scan.run(bytes, last, &self.leads)
    }

    fn has_all(&mut self) {
        if self.own == Own::Unknown {
            self.own = Own::None;
        }
    }

    fn may_declare(&self) -> bool {
        !self.may_differ || self.declared.is_some()
    }

    fn declared<'b>(&self, bytes: &'b [u8]) -> Option<&'b str> {
        std::str::from_utf8(&bytes[declared_at(bytes)?]).ok()
    }

    fn own_encoding(&self, piece: &[u8]) -> Option<Found> {
        self.own_found.or_else(|| pieces::own_encoding(piece, self.declared(piece)))
    }

    fn read(&mut self, text: &str, made: &mut Made) {
        read::read(self, text, made);
    }
}
