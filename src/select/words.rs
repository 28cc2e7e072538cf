//! Cuts an expression into words, texts in quotation marks, and signs.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::char;
use nom::combinator::{recognize, value};
use nom::sequence::delimited;
use nom::{IResult, Parser};

use super::fault::Fault;
use crate::record::unescape;

/// A piece of an expression, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece<'e> {
    pub(super) kind: Kind<'e>,
    pub(super) span: Range<usize>,
}

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind<'e> {
    Word(&'e str),
    /// A text, with its escapes, without its quotation marks.
    Quoted(&'e str),
    Compare(Comparison),
    Open,
    Close,
    Comma,
    End,
}

/// How a field is compared with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `~`
    Matches,
    /// `!~`
    Differs,
}

impl fmt::Display for Comparison {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Comparison::Equal => "=",
            Comparison::Unequal => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::More => ">",
            Comparison::AtLeast => ">=",
            Comparison::Matches => "~",
            Comparison::Differs => "!~",
        })
    }
}

/// The signs; of two that begin alike the longer one stands first.
static SIGNS: &[(&str, Kind<'static>)] = &[
    ("!=", Kind::Compare(Comparison::Unequal)),
    ("!~", Kind::Compare(Comparison::Differs)),
    ("<=", Kind::Compare(Comparison::AtMost)),
    (">=", Kind::Compare(Comparison::AtLeast)),
    ("=", Kind::Compare(Comparison::Equal)),
    ("~", Kind::Compare(Comparison::Matches)),
    ("<", Kind::Compare(Comparison::Less)),
    (">", Kind::Compare(Comparison::More)),
    ("(", Kind::Open),
    (")", Kind::Close),
    (",", Kind::Comma),
];

/// The pieces of an expression; the last is its end.
pub(super) fn pieces(text: &str) -> Result<Vec<Piece<'_>>, Fault> {
    let mut pieces = Vec::new();
    let mut rest = skip_blanks(text);
    while !rest.is_empty() {
        let start = text.len() - rest.len();
        let Ok((after, kind)) = piece(rest) else { return Err(no_piece(text, start)) };
        pieces.push(Piece { kind, span: start..text.len() - after.len() });
        rest = skip_blanks(after);
    }
    pieces.push(Piece { kind: Kind::End, span: text.len()..text.len() });
    Ok(pieces)
}

fn skip_blanks(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

fn is_blank(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r' | '\x0c')
}

/// Whether a letter may stand in a word.
pub(super) fn is_letter(letter: char) -> bool {
    !is_blank(letter) && !matches!(letter, '"' | '(' | ')' | ',' | '=' | '<' | '>' | '~' | '!')
}

fn piece(input: &str) -> IResult<&str, Kind<'_>> {
    alt((word, quoted, sign)).parse(input)
}

/// `word ::= letter+`
fn word(input: &str) -> IResult<&str, Kind<'_>> {
    take_while1(is_letter).map(Kind::Word).parse(input)
}

/// `quoted ::= '"' ( [^"\] | '\' any )* '"'`
fn quoted(input: &str) -> IResult<&str, Kind<'_>> {
    let inside = take_while(|letter| letter != '"' && letter != '\\');
    let escaped = |input| recognize((char('\\'), nom::character::complete::anychar)).parse(input);
    let parts =
        nom::multi::fold_many0((escaped, take_while(|letter| letter != '"' && letter != '\\')), || (), |(), _| ());
    delimited(char('"'), recognize((inside, parts)), char('"')).map(Kind::Quoted).parse(input)
}

fn sign(input: &str) -> IResult<&str, Kind<'_>> {
    for (text, kind) in SIGNS {
        let found: IResult<&str, Kind<'_>> = value(*kind, tag(*text)).parse(input);
        if found.is_ok() {
            return found;
        }
    }
    Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Tag)))
}

/// Why no piece of an expression begins at `start`.
fn no_piece(text: &str, start: usize) -> Fault {
    if text[start..].starts_with('"') {
        return Fault::new(start..text.len(), "this quotation mark is not closed")
            .help("a text ends with `\"`; within it a quotation mark is written `\\\"`");
    }
    // Nothing else is left than a `!` that begins no sign.
    Fault::new(start..start + 1, "`!` stands alone").help("write `!=` or `!~`, or `not` in front of a test")
}

/// A text in quotation marks without its escapes: `\"` is `"` and `\\` is `\`; any other backslash stays.
pub(super) fn unquoted(raw: &str) -> Cow<'_, str> {
    if raw.contains('\\') { Cow::Owned(unescape(raw)) } else { Cow::Borrowed(raw) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind<'_>> {
        pieces(text).expect(text).into_iter().map(|piece| piece.kind).collect()
    }

    #[test]
    fn blanks_are_needed_only_between_words() {
        use Comparison::{AtLeast, Unequal};
        let close = [Kind::Word("plies"), Kind::Compare(AtLeast), Kind::Word("30"), Kind::End];
        assert_eq!(kinds("plies>=30"), close);
        assert_eq!(kinds("  plies\t>=\n30 "), close);
        assert_eq!(kinds("a!=\"b\""), [Kind::Word("a"), Kind::Compare(Unequal), Kind::Quoted("b"), Kind::End]);
        assert_eq!(kinds("1990.??.?? d'Anna"), [Kind::Word("1990.??.??"), Kind::Word("d'Anna"), Kind::End]);
    }

    #[test]
    fn texts_hold_escapes() {
        assert_eq!(kinds(r#""a\"b\\""#), [Kind::Quoted(r#"a\"b\\"#), Kind::End]);
        assert_eq!(unquoted(r#"a\"b\\c\d"#), r#"a"b\c\d"#);
    }

    #[test]
    fn what_is_no_piece_has_its_place() {
        let fault = |text: &str| pieces(text).expect_err(text);
        assert_eq!(fault("a = \"b").span, 4..6);
        assert_eq!(fault("plies ! 3").span, 6..7);
        assert_eq!(fault(r#""b\""#).span, 0..4);
    }
}
