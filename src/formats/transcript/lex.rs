//! Cuts the text of one record into tags and tokens, in one pass, and notes the faults of the text.
//!
//! Everything else — what is a ply, a result, a turn too long — depends on the game and is judged later. The pieces
//! are those of `grammar/record.ebnf`; the productions stand over the functions.

use std::ops::Range;

use memchr::{memchr, memchr2};
use nom::bytes::complete::{tag as literal, take_while1};
use nom::character::complete::{char, space0, space1};
use nom::combinator::{consumed, recognize};
use nom::multi::many0_count;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use super::split::{Looks, is_name, label, tag_start};
use crate::codes::{BAD_ENCODING, BAD_SYNTAX, TOO_DEEP, UNCLOSED_COMMENT};
use crate::diagnostic::{Rule, Text, quoted};
use crate::record::{Fault, NO_PARTNER, Parts, SUBSTITUTE, Tag, Token, TokenKind, escape};
use crate::tags;

/// How deep variations may stand within each other.
pub const DEEPEST: usize = 64;

/// Reads the tags of `text`, one record, into `parts`. Faults found here are added to those already there.
pub(super) fn header(text: &str, parts: &mut Parts) {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: 0, parts };
    lexer.tags();
    let at = lexer.at;
    parts.body = at;
}

/// Reads tags that stand one behind the other on one line of `text`, from byte `at` on, into `parts`. Anything else there
/// is a fault.
pub(super) fn tags_of_line(text: &str, at: usize, parts: &mut Parts) {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at, parts };
    loop {
        lexer.blanks();
        match lexer.bytes.get(lexer.at) {
            None | Some(b'\n') => return,
            Some(b'[') => lexer.tag(),
            Some(_) => lexer.broken_tag(),
        }
    }
}

/// Reads the movetext of `text`, whose header has been read, into `parts`.
pub(super) fn body(text: &str, parts: &mut Parts) {
    let at = parts.body;
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at, parts };
    lexer.movetext();
}

struct Lexer<'t, 'p> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    parts: &'p mut Parts,
}

impl Lexer<'_, '_> {
    fn fault(&mut self, rule: &'static Rule, span: Range<usize>, text: impl FnOnce() -> Text) {
        self.parts.fault(rule, span, text);
    }

    /// `header ::= ( blank | comment | tag )*`, up to a blank line behind a tag; with lines that are meant as tags.
    fn tags(&mut self) {
        let (mut blank_line, mut ended) = (true, false);
        loop {
            self.blanks();
            match self.bytes.get(self.at) {
                Some(b'\n') => {
                    self.at += 1;
                    ended |= blank_line && self.at > 1 && !self.parts.tags.is_empty();
                    blank_line = true;
                }
                Some(b'{' | b'#') => {
                    let comment = self.comment();
                    self.parts.header.push(comment);
                    blank_line = false;
                }
                Some(b'[') if !ended => {
                    self.tag();
                    blank_line = false;
                }
                Some(_)
                    if self.begins_line()
                        && let Ok(name) = label(&self.bytes[self.at..], true) =>
                {
                    self.labelled(name);
                    blank_line = false;
                }
                _ => break,
            }
        }
        // Comments belong to the tags only if a tag follows them.
        let tags_end = self.parts.tags.last().map_or(0, |tag| tag.whole.end);
        let behind = self.parts.header.iter().position(|comment| comment.start >= tags_end);
        if let Some(behind) = behind {
            self.parts.tokens.extend(self.parts.header.drain(behind..));
        }
    }

    /// `tag ::= "[" space? name space '"' value '"' space? "]"`
    fn tag(&mut self) {
        let start = self.at;
        let rest = &self.text[start..];
        let line = memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        match tag(&rest[..line]) {
            Ok((_, (whole, (name, value)))) => {
                let place = |part: &str| part.as_ptr() as usize - self.text.as_ptr() as usize;
                let range = |part: &str| narrow(place(part)..place(part) + part.len());
                let found =
                    Tag { name: range(name), value: range(value), escaped: value.contains('\\'), whole: range(whole) };
                self.at = start + whole.len();
                // A tag line with bytes that are no text sets no tag; their fault is noted already.
                if !whole.contains(SUBSTITUTE) || !self.spoilt(start..self.at) {
                    self.parts.tags.push(found);
                }
                self.blanks();
                if !matches!(self.bytes.get(self.at), None | Some(b'\n' | b'[' | b'{' | b'#')) {
                    let junk = self.rest_of_line();
                    let found = &self.text[junk.clone()];
                    self.fault(&BAD_SYNTAX, junk, || {
                        Text::new(format!("expected the end of the line behind the tag, found {}", quoted(found)))
                            .help("a tag stands alone on its line")
                    });
                }
            }
            Err(_) => self.broken_tag(),
        }
    }

    /// A line that begins like a tag and is none.
    fn broken_tag(&mut self) {
        let line = self.rest_of_line();
        if self.text[line.clone()].contains(SUBSTITUTE) && self.spoilt(line.clone()) {
            return;
        }
        let found = self.text[line.clone()].trim_end();
        self.fault(&BAD_SYNTAX, line, || {
            Text::new(format!("{} is no tag", quoted(found))).help(
                "a tag is written [Name \"value\"], with \\\" and \\\\ for quotation marks and backslashes in the value",
            )
        });
    }

    /// A line `Name: value`, whose name has so many bytes: somebody meant a tag. The first of them is told.
    fn labelled(&mut self, name: usize) {
        let start = self.at;
        let line = self.rest_of_line();
        if std::mem::replace(&mut self.parts.labelled, true) {
            return;
        }
        let name = &self.text[start..start + name];
        let found = &self.text[line.clone()];
        self.fault(&BAD_SYNTAX, line, || {
            let known = tags::meant(name).or_else(|| tags::known(name)).unwrap_or(name);
            let value = found.split_once(':').map_or("", |(_, value)| value.trim());
            let text = Text::new(format!("{} is no tag", quoted(found)));
            match known.bytes().all(is_name) {
                true => text.help(format!("a tag is written [{known} \"{}\"]", escape(value))),
                false => text.help("a tag is written [Name \"value\"], its name in letters from A to Z"),
            }
        });
    }

    /// Whether a fault of the encoding lies within `span`.
    fn spoilt(&self, span: Range<usize>) -> bool {
        // Faults of the encoding were noted first, in the order of their places.
        let faults = &self.parts.faults;
        let behind = faults.partition_point(|fault| (fault.span.start as usize) < span.start);
        let held = faults[behind..].iter().take_while(|fault| (fault.span.start as usize) < span.end);
        // Behind the last of those that are held nobody knows: the letter that stands for such bytes has to be one.
        let beyond = || {
            self.parts.more_faults().any(|(rule, _)| rule == &BAD_ENCODING)
                && faults
                    .iter()
                    .rfind(|fault| fault.rule == &BAD_ENCODING)
                    .is_some_and(|last| (last.span.end as usize) < span.end)
        };
        held.into_iter().any(|fault| fault.rule == &BAD_ENCODING) || beyond()
    }

    /// The rest of the line, without the line end and blanks before it; moves to the line end.
    fn rest_of_line(&mut self) -> Range<usize> {
        let start = self.at;
        let end = memchr(b'\n', &self.bytes[start..]).map_or(self.bytes.len(), |length| start + length);
        self.at = end;
        let text = self.text[start..end].trim_end_matches([' ', '\t', '\r']);
        start..start + text.len()
    }

    fn blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r') = self.bytes.get(self.at) {
            self.at += 1;
        }
    }

    /// `comment ::= "{" [^}]* "}" | "#" [^\n]*`
    fn comment(&mut self) -> Token {
        let start = self.at;
        if self.bytes[start] == b'#' {
            let end = memchr(b'\n', &self.bytes[start..]).map_or(self.bytes.len(), |length| start + length);
            let end = if self.bytes[..end].ends_with(b"\r") { end - 1 } else { end };
            self.at = end;
            return token(TokenKind::LineComment, start..end);
        }
        let mut from = start + 1;
        let (end, closed) = loop {
            let Some(found) = memchr2(b'}', b'[', &self.bytes[from..]) else {
                break (self.bytes.len(), false);
            };
            let at = from + found;
            if self.bytes[at] == b'}' {
                break (at + 1, true);
            }
            if self.bytes[at - 1] == b'\n' && tag_start(&self.bytes[at..], true) == Looks::Yes {
                break (at, false);
            }
            from = at + 1;
        };
        self.at = end;
        if !closed {
            self.fault(&UNCLOSED_COMMENT, start..start + 1, || {
                Text::new("this comment is not closed").help("close it with `}`")
            });
        }
        let stands = memchr::memmem::find(&self.bytes[start..end], b"[%stands]").is_some();
        token(TokenKind::Comment(stands), start..end)
    }

    /// `movetext ::= ( space | token )*`
    fn movetext(&mut self) {
        let mut open: Vec<u32> = Vec::new();
        let mut depth = 0_usize;
        while let Some(&byte) = self.bytes.get(self.at) {
            let start = self.at;
            let kind = match byte {
                b' ' | b'\t' | b'\n' | b'\r' => {
                    self.at += 1;
                    continue;
                }
                b',' => self.single(TokenKind::Comma),
                b';' => self.single(TokenKind::Semicolon),
                b'{' | b'#' => {
                    let comment = self.comment();
                    self.parts.tokens.push(comment);
                    continue;
                }
                b'(' => {
                    depth += 1;
                    if depth == DEEPEST + 1 {
                        self.fault(&TOO_DEEP, start..start + 1, || {
                            Text::new(format!("this variation stands within {DEEPEST} others"))
                        });
                    }
                    open.push(self.parts.tokens.len() as u32);
                    self.single(TokenKind::Open(NO_PARTNER))
                }
                b')' => match open.pop() {
                    Some(partner) => {
                        depth -= 1;
                        let index = self.parts.tokens.len() as u32;
                        self.parts.tokens[partner as usize].kind = TokenKind::Open(index);
                        self.single(TokenKind::Close(partner))
                    }
                    None => {
                        self.fault(&BAD_SYNTAX, start..start + 1, || {
                            Text::new("this `)` closes nothing")
                                .help("a variation is written ( … ) behind the ply it replaces")
                        });
                        self.single(TokenKind::Close(NO_PARTNER))
                    }
                },
                b'.' if self.bytes[start..].starts_with(b"...") => {
                    self.at += 3;
                    TokenKind::Dots
                }
                b'/' => self.single(TokenKind::Break),
                b'0'..=b'9' => self.number_or_word(),
                b'[' if self.begins_line() => {
                    self.broken_tag();
                    continue;
                }
                _ => self.word(),
            };
            self.parts.tokens.push(token(kind, start..self.at));
            if kind == TokenKind::Word {
                self.split_annotation();
            }
        }
        self.unclosed(&open);
    }

    fn single(&mut self, kind: TokenKind) -> TokenKind {
        self.at += 1;
        kind
    }

    /// `number ::= [0-9]+ "."`, and as chess writers do `[0-9]+` right before `...`; `1/2-1/2` is one word though it
    /// holds a `/`.
    fn number_or_word(&mut self) -> TokenKind {
        let digits = self.bytes[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let behind = self.at + digits;
        if self.bytes.get(behind) == Some(&b'.') {
            let number = self.text[self.at..behind].parse().unwrap_or(u32::MAX);
            let dots = self.bytes[behind..].iter().take(4).take_while(|&&byte| byte == b'.').count();
            self.at = if dots == 3 { behind } else { behind + 1 };
            return TokenKind::Number(number);
        }
        for draw in ["1/2-1/2", "1/2–1/2", "1/2—1/2"] {
            if self.text[self.at..].starts_with(draw) {
                self.at += draw.len();
                break;
            }
        }
        self.word()
    }

    /// `word ::= [^ \t\r\n,;(){}#/]+`
    fn word(&mut self) -> TokenKind {
        let length = self.bytes[self.at..].iter().take_while(|&&byte| !ENDS_WORD[byte as usize]).count();
        self.at += length;
        TokenKind::Word
    }

    /// An annotation behind a word, or alone, becomes a token of its own.
    fn split_annotation(&mut self) {
        let Some(&Token { start, end, .. }) = self.parts.tokens.last() else {
            return;
        };
        let word = &self.bytes[start as usize..end as usize];
        let marks = word.iter().rev().take_while(|&&byte| matches!(byte, b'!' | b'?')).count();
        if marks == 0 || marks > 2 {
            return;
        }
        let cut = end - marks as u32;
        if cut == start {
            self.parts.tokens.pop();
        } else if let Some(word) = self.parts.tokens.last_mut() {
            word.end = cut;
        }
        self.parts.tokens.push(Token { kind: TokenKind::Annotation, start: cut, end });
    }

    fn begins_line(&self) -> bool {
        let before = &self.bytes[..self.at];
        before.iter().rev().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r')).is_none_or(|&byte| byte == b'\n')
    }

    /// The outermost parenthesis without a partner is one fault; what stands in it belongs to it.
    fn unclosed(&mut self, open: &[u32]) {
        let Some(&first) = open.first() else { return };
        let start = self.parts.tokens[first as usize].start as usize;
        let fault = Fault {
            rule: &BAD_SYNTAX,
            span: narrow(start..start + 1),
            text: Text::new("this `(` is not closed").help("a variation is written ( … ) behind the ply it replaces"),
        };
        let place = self.parts.faults.partition_point(|other| other.span.start as usize <= start);
        self.parts.faults.insert(place, fault);
    }
}

static ENDS_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut index = 0;
    let enders = b" \t\r\n,;(){}#/";
    while index < enders.len() {
        // `}` alone ends nothing: it is part of a word, which then is no move.
        table[enders[index] as usize] = enders[index] != b'}';
        index += 1;
    }
    table
};

fn token(kind: TokenKind, span: Range<usize>) -> Token {
    Token { kind, start: span.start as u32, end: span.end as u32 }
}

fn narrow(span: Range<usize>) -> Range<u32> {
    span.start as u32..span.end as u32
}

/// `tag ::= "[" space? name space '"' value '"' space? "]"`
fn tag(input: &str) -> IResult<&str, (&str, (&str, &str))> {
    let name = take_while1(|letter: char| u8::try_from(letter).is_ok_and(is_name));
    let quoted = delimited(char('"'), value, char('"'));
    consumed(delimited((char('['), space0), (name, preceded(space1, quoted)), (space0, char(']')))).parse(input)
}

/// `value ::= ( [^"\\\n] | "\\" [^\n] )*`
fn value(input: &str) -> IResult<&str, &str> {
    let plain = take_while1(|letter| letter != '"' && letter != '\\');
    let escape = recognize((literal("\\"), nom::character::complete::anychar));
    recognize(many0_count(nom::branch::alt((plain, escape)))).parse(input)
}
