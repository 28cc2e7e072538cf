//! Cuts movetext into tokens, one at a time, and notes the faults of the text.
//!
//! The reader of a record pulls one token after the other from [`Tokens`], which forgets them. To look ahead, a reader
//! copies it. Only the driver knows what a ply or a result is, because that depends on the game.
//!
//! Odd cases first:
//! - a `{` comment ends at `}` or before a line that begins `[Name "`, whichever comes first, so that it swallows no
//!   later record;
//! - a `(` that is never closed is one fault, and everything after it belongs to it;
//! - an annotation that is glued to its ply, `c!`, is a token of its own.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr2, memchr2_iter};

use super::looks::{Looks, is_tag_name, names_moves, tag_start};
use super::{Fault, Layout, Record, Token, TokenKind};
use crate::codes::{BAD_SYNTAX, TOO_DEEP, UNCLOSED_COMMENT};
use crate::diagnostic::{Text, quoted};

/// How deep variations may be nested in a text that people write. A tree may have any depth.
pub(crate) const DEEPEST: usize = 64;

/// The tokens of a text, from some byte on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tokens<'t> {
    text: &'t str,
    at: usize,
    /// How many variations are open, and how many may be.
    depth: usize,
    deepest: usize,
    /// Where an annotation ends that is glued to the last word. It begins where the word ends.
    annotation: Option<usize>,
    /// Whether a `(` that is never closed has come.
    unclosed: bool,
}

impl<'t> Tokens<'t> {
    /// The tokens of `text` from byte `at` on.
    pub(crate) fn new(text: &'t str, at: usize) -> Tokens<'t> {
        Tokens { text, at, depth: 0, deepest: DEEPEST, annotation: None, unclosed: false }
    }

    /// The tokens of a record's body.
    pub(crate) fn of(record: &Record<'t>) -> Tokens<'t> {
        let deepest = if record.parts.layout == Layout::Tree { usize::MAX } else { DEEPEST };
        Tokens { deepest, ..Tokens::new(record.text, record.parts.body) }
    }

    /// How deep variations may be nested.
    pub(crate) fn deepest(&self) -> usize {
        self.deepest
    }

    /// The text that has not been cut yet.
    #[inline]
    pub(crate) fn rest(&self) -> &'t [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// The byte at which the search for the next token begins.
    #[inline]
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Skips `length` more bytes. They are whole tokens outside comments and variations.
    #[inline]
    pub(crate) fn pass(&mut self, length: usize) {
        self.at += length;
    }

    /// Continues at byte `at`. The bytes before it are whole tokens outside comments and variations.
    #[inline(always)]
    pub(crate) fn pass_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Whether the next token is an annotation that is glued to the last word.
    #[inline(always)]
    pub(crate) fn is_within_word(&self) -> bool {
        self.annotation.is_some()
    }

    /// The next token, or `None` at the end of the text. `fault` takes the faults of the text up to the token's end, in
    /// the order of places.
    #[inline]
    pub(crate) fn next(&mut self, mut fault: impl FnMut(Fault)) -> Option<Token> {
        if let Some(end) = self.annotation.take() {
            let start = std::mem::replace(&mut self.at, end);
            return Some(token(TokenKind::Annotation, start..end));
        }
        let bytes = self.text.as_bytes();
        loop {
            let start = self.at;
            let byte = *bytes.get(start)?;
            let kind = match byte {
                b' ' | b'\t' | b'\n' | b'\r' => {
                    self.at += 1;
                    continue;
                }
                b',' => self.single(TokenKind::Comma),
                b';' => self.single(TokenKind::Semicolon),
                b'0'..=b'9' => match self.number() {
                    Some(number) => number,
                    None => return Some(self.word(start)),
                },
                b'.' if bytes[start..].starts_with(b"...") => {
                    self.at += 3;
                    TokenKind::Dots
                }
                b'/' => self.single(TokenKind::Break),
                b'{' | b'#' => self.comment(&mut fault),
                b'(' => self.open(&mut fault),
                b')' => self.close(&mut fault),
                b'[' if begins_line(bytes, start) => {
                    self.no_tag(&mut fault);
                    continue;
                }
                _ => return Some(self.word(start)),
            };
            return Some(token(kind, start..self.at));
        }
    }

    #[inline(always)]
    fn single(&mut self, kind: TokenKind) -> TokenKind {
        self.at += 1;
        kind
    }

    /// `number ::= [0-9]+ "."`, and as chess writers do `[0-9]+` right before `...`; `1/2-1/2` is one word though it
    /// holds a `/`.
    #[inline]
    fn number(&mut self) -> Option<TokenKind> {
        let rest = self.rest();
        let (mut digits, mut number) = (0, 0_u32);
        while let Some(digit @ b'0'..=b'9') = rest.get(digits) {
            number = number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            digits += 1;
        }
        if rest.get(digits) == Some(&b'.') {
            let dots = rest[digits..].iter().take(4).take_while(|&&byte| byte == b'.').count();
            self.at += if dots == 3 { digits } else { digits + 1 };
            return Some(TokenKind::Number(number));
        }
        if digits == 1 && rest.get(1) == Some(&b'/') {
            for draw in ["1/2-1/2", "1/2–1/2", "1/2—1/2"] {
                if rest.starts_with(draw.as_bytes()) {
                    self.at += draw.len();
                    break;
                }
            }
        }
        None
    }

    /// `word ::= [^ \t\r\n,;(){#/]+`, up to the annotation that may be glued to it. It begins at `start`; all bytes
    /// before `at` belong to it.
    #[inline]
    fn word(&mut self, start: usize) -> Token {
        let bytes = self.text.as_bytes();
        let end = word_end(bytes, self.at);
        self.at = end;
        if matches!(bytes[end - 1], b'!' | b'?') {
            return self.annotated(start);
        }
        token(TokenKind::Word, start..end)
    }

    /// A word that ends with the letters of annotations.
    #[cold]
    fn annotated(&mut self, start: usize) -> Token {
        let word = &self.text.as_bytes()[start..self.at];
        let marks = word.iter().rev().take_while(|&&byte| matches!(byte, b'!' | b'?')).count();
        if marks > 2 {
            return token(TokenKind::Word, start..self.at);
        }
        if marks == word.len() {
            return token(TokenKind::Annotation, start..self.at);
        }
        self.annotation = Some(self.at);
        self.at -= marks;
        token(TokenKind::Word, start..self.at)
    }

    /// `comment ::= "{" [^}]* "}" | "#" [^\n]*`
    fn comment(&mut self, fault: &mut dyn FnMut(Fault)) -> TokenKind {
        let start = self.at;
        let (end, closed) = comment_end(self.text.as_bytes(), start);
        self.at = end;
        if !closed {
            let text = Text::new("this comment is not closed").help("close it with `}`");
            fault(Fault { code: &UNCLOSED_COMMENT, span: narrow(start..start + 1), text });
        }
        match self.text.as_bytes()[start] {
            b'#' => TokenKind::LineComment,
            _ => TokenKind::Comment { stands: says_stands(&self.text.as_bytes()[start..end]) },
        }
    }

    /// A `(`. One search decides whether it and all those within it are closed.
    fn open(&mut self, fault: &mut dyn FnMut(Fault)) -> TokenKind {
        let start = self.at;
        self.at += 1;
        if self.depth == 0 && !closes(self.text.as_bytes(), self.at) {
            self.unclosed = true;
            let text = Text::new("this `(` is not closed").help("write a variation as ( … ) after the ply it replaces");
            fault(Fault { code: &BAD_SYNTAX, span: narrow(start..start + 1), text });
        }
        self.depth += 1;
        if self.depth - 1 == self.deepest {
            let text = Text::new(format!("this variation is nested within {DEEPEST} others"));
            fault(Fault { code: &TOO_DEEP, span: narrow(start..start + 1), text });
        }
        TokenKind::Open { closed: !self.unclosed }
    }

    fn close(&mut self, fault: &mut dyn FnMut(Fault)) -> TokenKind {
        let start = self.at;
        self.at += 1;
        if self.depth > 0 {
            self.depth -= 1;
            return TokenKind::Close { opened: true };
        }
        let text = Text::new("this `)` closes nothing");
        let text = match number_before(self.text, start) {
            Some(number) => text.help(format!("a dot ends the number of a turn: write `{number}.`")),
            None => text.help("write a variation as ( … ) after the ply it replaces"),
        };
        fault(Fault { code: &BAD_SYNTAX, span: narrow(start..start + 1), text });
        TokenKind::Close { opened: false }
    }

    /// A line that begins like a tag but is no tag.
    #[cold]
    fn no_tag(&mut self, fault: &mut dyn FnMut(Fault)) {
        let line = rest_of_line(self.text, self.at);
        self.at = line.end;
        while self.text.as_bytes().get(self.at).is_some_and(|&byte| matches!(byte, b' ' | b'\t' | b'\r')) {
            self.at += 1;
        }
        fault(not_a_tag(self.text, line));
    }

    /// Skips the variation whose `(` was the last token.
    pub(crate) fn skip_variation(&mut self, mut fault: impl FnMut(Fault)) -> Option<Token> {
        let depth = self.depth;
        while let Some(token) = self.next(&mut fault) {
            if self.depth < depth && token.kind == (TokenKind::Close { opened: true }) {
                return Some(token);
            }
        }
        None
    }

    /// Whether neither a comment nor a variation stands before the next word, judged by the next few bytes: `false` may
    /// be wrong.
    #[inline]
    pub(crate) fn nothing_beside(&self) -> bool {
        // As many as stand between two plies of canonical text, `, ` or `; 100. `, and some blanks.
        const FEW: usize = 16;
        let next = self.rest().iter().take(FEW).find(|&&byte| !BETWEEN[usize::from(byte)]);
        next.is_some_and(|byte| !matches!(byte, b'{' | b'(' | b'#'))
    }
}

/// Whether there are only blanks before `at` on its line.
pub(crate) fn begins_line(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
    before.is_none_or(|&byte| byte == b'\n')
}

/// Where the comment that begins at `start` ends, and whether it is closed. One that begins with `#` ends with its line,
/// but before a tag that follows a CR.
pub(crate) fn comment_end(bytes: &[u8], start: usize) -> (usize, bool) {
    if bytes[start] == b'#' {
        // In a file whose lines end with CR alone, the comment would hide all games after it.
        let ends = |at: &usize| bytes[*at] == b'\n' || tag_start(&bytes[at + 1..], true) == Looks::Yes;
        let end = memchr2_iter(b'\n', b'\r', &bytes[start..]).map(|length| start + length).find(ends);
        let end = end.unwrap_or(bytes.len());
        return (if bytes[..end].ends_with(b"\r") { end - 1 } else { end }, true);
    }
    let mut from = start + 1;
    while let Some(found) = memchr2(b'}', b'[', &bytes[from..]) {
        let at = from + found;
        if bytes[at] == b'}' {
            return (at + 1, true);
        }
        if bytes[at - 1] == b'\n' && tag_start(&bytes[at..], true) == Looks::Yes {
            return (at, false);
        }
        from = at + 1;
    }
    (bytes.len(), false)
}

/// The mark in a comment of an illegal ply that both players let stand.
pub(crate) const STANDS: &str = "[%stands]";

/// Whether a comment says that the ply before it stood.
pub(crate) fn says_stands(comment: &[u8]) -> bool {
    memchr_iter(b'[', comment).any(|at| comment[at..].starts_with(STANDS.as_bytes()))
}

/// Whether the variation that begins at `from` ends somewhere.
fn closes(bytes: &[u8], from: usize) -> bool {
    let (mut at, mut depth) = (from, 1_usize);
    while let Some(found) = bytes[at..].iter().position(|byte| MAY_CLOSE[usize::from(*byte)]) {
        at += found;
        match bytes[at] {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return true;
                }
            }
            b'[' => {
                // A line that begins like a tag is one fault and holds no parenthesis.
                if begins_line(bytes, at) {
                    at = memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |length| at + length);
                    continue;
                }
            }
            _ => {
                at = comment_end(bytes, at).0;
                continue;
            }
        }
        at += 1;
    }
    false
}

/// The rest of the line from `start` on, without the line end and blanks before it.
pub(crate) fn rest_of_line(text: &str, start: usize) -> Range<usize> {
    let end = memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |length| start + length);
    start..start + text[start..end].trim_end_matches([' ', '\t', '\r']).len()
}

/// What stands where the name of a tag should, if it is no such name: `Weiß` in `[Weiß "Ada"]`.
fn name_of(line: &str) -> Option<&str> {
    let (name, _) = line.strip_prefix('[')?.split_once('"')?;
    let name = name.trim();
    let is_none = !name.is_empty() && !is_tag_name(name);
    (is_none && name.chars().count() <= 40).then_some(name)
}

/// The fault of a line that begins like a tag but is none.
pub(crate) fn not_a_tag(text: &str, line: Range<usize>) -> Fault {
    let shown = quoted(text[line.clone()].trim_end());
    let text = Text::new(format!("{shown} is not a tag")).help(match meant_tag(&text[line.clone()]) {
        Some((name, value)) if names_moves(name) => moves_stand_alone(value),
        Some((name, value)) => {
            let odd = text[line.clone()].chars().find(|letter| letter.is_whitespace() && !letter.is_ascii_whitespace());
            let odd =
                odd.map_or(String::new(), |odd| format!("; U+{:04X} stands here in place of a blank", u32::from(odd)));
            // A closing one alone may be an apostrophe: `[Event Bob’s cup]`.
            let quote = text[line.clone()].chars().find(|letter| "“”„‟«»‘".contains(*letter));
            let quote = quote.map_or(String::new(), |quote| format!(", with straight quotation marks, not {quote}"));
            format!("a tag is written [{name} \"{value}\"]{quote}{odd}")
        }
        None => match name_of(&text[line.clone()]) {
            Some(name) => {
                format!("the name of a tag has letters from A to Z, digits, `_` and `-`; {} has others", quoted(name))
            }
            None => {
                "a tag is written [Name \"value\"], with \\\" and \\\\ for quotation marks and backslashes in the value"
                    .to_owned()
            }
        },
    });
    Fault { code: &BAD_SYNTAX, span: narrow(line), text }
}

/// Longer values of what was meant as a tag are not shown.
const LONGEST_VALUE: usize = 40;

/// What to write in place of a line `Moves: d, e`.
pub(crate) fn moves_stand_alone(value: &str) -> String {
    let shown = if value.is_empty() || value.len() > LONGEST_VALUE { String::new() } else { format!(": `{value}`") };
    format!("moves stand on lines of their own below the tags, without a name{shown}")
}

/// The name and the value of a tag that lacks quotation marks or its bracket, or has a colon: `[Game: forza4]`.
fn meant_tag(line: &str) -> Option<(&str, &str)> {
    let inner = line.strip_prefix('[')?.trim_start();
    let end = inner.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')?;
    let (name, rest) = inner.split_at(end);
    let rest = rest.trim().trim_end_matches(']').trim_start_matches([':', '=']);
    let value = rest.trim_matches(|letter: char| letter.is_whitespace() || QUOTATION_MARKS.contains(letter));
    let is_plain = !value.is_empty() && value.len() <= LONGEST_VALUE && !value.contains(['"', '\\', '[', ']']);
    (is_plain && name.starts_with(|letter: char| letter.is_ascii_alphabetic())).then_some((name, value))
}

/// The marks that people put around a value.
const QUOTATION_MARKS: &str = "\"'“”„‟‘’‚«»`";

/// The number of a turn that ends at `at`, as in `1)`.
fn number_before(text: &str, at: usize) -> Option<&str> {
    const LONGEST: usize = 4;
    let bytes = &text.as_bytes()[..at];
    let digits = bytes.iter().rev().take(LONGEST + 1).take_while(|byte| byte.is_ascii_digit()).count();
    let begins = at == digits || matches!(bytes[at - digits - 1], b' ' | b'\t' | b'\n' | b',' | b';');
    ((1..=LONGEST).contains(&digits) && begins).then(|| &text[at - digits..at])
}

/// Where the word ends that begins at `at`.
#[inline(always)]
pub(crate) fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|&byte| !ENDS_WORD[usize::from(byte)]) {
        at += 1;
    }
    at
}

/// Whether a byte ends a word.
pub(crate) const fn ends_word(byte: u8) -> bool {
    ENDS_WORD[byte as usize]
}

/// Whether a byte only separates tokens.
#[inline(always)]
pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// The bytes that end a word. `}` is not among them: it is part of a word, which then is no ply.
const ENDS_WORD: [bool; 256] = table(b" \t\r\n,;(){#/");

/// The bytes that may stand between a ply and the comment or variation about it, or the next word.
static BETWEEN: [bool; 256] = table(b" \t\r\n,;./!?0123456789");

/// The bytes that matter for closing a variation: parentheses, and whatever may enclose some that do not count.
static MAY_CLOSE: [bool; 256] = table(b"(){#[");

const fn table(members: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut index = 0;
    while index < members.len() {
        table[members[index] as usize] = true;
        index += 1;
    }
    table
}

fn token(kind: TokenKind, span: Range<usize>) -> Token {
    Token { kind, start: span.start as u32, end: span.end as u32 }
}

pub(crate) fn narrow(span: Range<usize>) -> Range<u32> {
    span.start as u32..span.end as u32
}
