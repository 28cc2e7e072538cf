//! Reads the tags at the start of a record's text, and notes their faults; [`crate::record::tokens`] cuts the movetext.
//! The pieces are those of `grammar/record.ebnf`; the productions stand over the functions.

use std::ops::Range;

use super::split::label;
use crate::codes::BAD_SYNTAX;
use crate::diagnostic::{Code, Text, quoted};
use crate::record::looks::{Longest, is_name, names_moves, whole_tag};
use crate::record::tokens::{Tokens, begins_line, moves_stand_alone, narrow, not_a_tag, rest_of_line};
use crate::record::{Parts, Tag, escape, to_usize_range};
use crate::tags;

/// Reads the tags of `text`, one record, into `parts`. Faults found here are added to those already there.
pub(super) fn header(text: &str, parts: &mut Parts) {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: 0, parts };
    lexer.tags();
    lexer.parts.body = lexer.at;
}

/// Reads tags that stand one after the other on one line of `text`, from byte `at` on, into `parts`. Anything else there
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

struct Lexer<'t, 'p> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    parts: &'p mut Parts,
}

impl Lexer<'_, '_> {
    fn fault(&mut self, code: &'static Code, span: Range<usize>, text: impl FnOnce() -> Text) {
        self.parts.fault(code, span, text);
    }

    /// `header ::= ( blank | comment | tag )*`, up to a blank line after a tag; with lines that are meant as tags.
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
                    self.comment();
                    blank_line = false;
                }
                Some(b'[') if !ended => {
                    self.tag();
                    blank_line = false;
                }
                Some(_)
                    if begins_line(self.bytes, self.at)
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
        if let Some(after) = self.parts.header.iter().position(|comment| comment.start >= tags_end) {
            self.parts.leading.extend(self.parts.header.drain(after..));
        }
    }

    /// `tag ::= "[" space? name space '"' value '"' space? "]"`
    fn tag(&mut self) {
        let start = self.at;
        // A tag ends on its line. The end of the line is not looked for: many tags may stand on it.
        match whole_tag(&self.bytes[start..], true, Longest::WITHIN_RECORD) {
            Ok(tag) => {
                let place = |part: Range<usize>| narrow(start + part.start..start + part.end);
                self.at = start + tag.length;
                // A tag line with bytes that are no text sets no tag; their fault is noted already.
                if self.parts.faults.is_empty() || !self.spoilt(start..self.at) {
                    self.parts.tags.push(Tag {
                        name: place(tag.name),
                        value: place(tag.value),
                        escaped: tag.escaped,
                        whole: place(0..tag.length),
                    });
                }
                let after = self.at;
                self.blanks();
                if !matches!(self.bytes.get(self.at), None | Some(b'\n' | b'[' | b'{' | b'#')) {
                    let help = if self.bytes[after..self.at].contains(&b'\r') {
                        "the lines end with CR alone, as on old Macs: end them with LF"
                    } else {
                        "write each tag on a line of its own"
                    };
                    let junk = self.rest_of_line();
                    let found = &self.text[junk.clone()];
                    self.fault(&BAD_SYNTAX, junk, || {
                        Text::new(format!("expected the end of the line after the tag, found {}", quoted(found)))
                            .help(help)
                    });
                }
            }
            Err(_) => self.broken_tag(),
        }
    }

    /// A line that begins like a tag but is not one.
    fn broken_tag(&mut self) {
        let line = self.rest_of_line();
        if !self.spoilt(line.clone()) {
            let text = self.text;
            self.fault(&BAD_SYNTAX, line.clone(), || not_a_tag(text, line).text);
        }
    }

    /// A line `Name: value` whose name has `name` bytes: the author meant a tag. Only the first such line is reported.
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
            let text = Text::new(format!("{} is not a tag", quoted(found)));
            if names_moves(name) {
                return text.help(moves_stand_alone(value));
            }
            if known.bytes().all(is_name) {
                text.help(format!("a tag is written [{known} \"{}\"]", escape(value)))
            } else {
                text.help("a tag is written [Name \"value\"], its name in letters from A to Z")
            }
        });
    }

    /// `comment ::= "{" [^}]* "}" | "#" [^\n]*`
    fn comment(&mut self) {
        let mut tokens = Tokens::new(self.text, self.at);
        let parts = &mut *self.parts;
        if let Some(comment) = tokens.next(|fault| parts.fault(fault.code, to_usize_range(&fault.span), || fault.text))
        {
            self.parts.header.push(comment);
        }
        self.at = tokens.position();
    }

    /// Whether bytes that are no text lie within `span`: then they are its fault.
    fn spoilt(&self, span: Range<usize>) -> bool {
        self.parts.is_spoilt(self.text, span)
    }

    /// The rest of the line, without the line end and blanks before it; moves to the line end.
    fn rest_of_line(&mut self) -> Range<usize> {
        let line = rest_of_line(self.text, self.at);
        self.at = line.end;
        self.blanks();
        line
    }

    fn blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r') = self.bytes.get(self.at) {
            self.at += 1;
        }
    }
}
