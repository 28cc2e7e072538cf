//! As much of XML as the files need: tags with their attributes, text, entities. No entity is expanded but those that are
//! one character, and nothing outside the file is read.

use std::borrow::Cow;
use std::ops::Range;

use super::super::made::trimmed;
use crate::record::eight;

/// What stands at a `<`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    Tag(Tag),
    /// A comment, an instruction or a declaration: it ends before this byte.
    Beside(usize),
    /// A lone `<`, or one whose tag does not end: the name, perhaps empty, of the tag that should open here.
    Damage(Range<usize>),
    /// It continues after the bytes at hand.
    Unfinished,
}

/// A tag. All places are byte ranges of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) name: Range<usize>,
    pub(super) attributes: Range<usize>,
    pub(super) whole: Range<usize>,
    /// Whether it is `</name>`.
    pub(super) closes: bool,
    /// Whether it is `<name/>`.
    pub(super) is_empty: bool,
}

/// The longest tag. A quotation mark that nothing closes swallows no more.
const LONGEST: usize = 64 * 1024;

/// The most `<` in the values of a tag. A well-formed tag has none. Without a limit, the search from each of many `<` could
/// pass all the others.
const MOST_WITHIN: usize = 16;

/// The bytes that end a tag or begin a value in it.
const SIGNS: [u8; 4] = *b"<>\"'";

/// The bytes of the names of tags.
const IS_NAME: [bool; 256] = {
    let (mut names, mut byte) = ([false; 256], 0);
    while byte < 256 {
        names[byte] =
            byte >= 0x80 || (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'_' | b'-' | b'.' | b':');
        byte += 1;
    }
    names
};

/// What stands at the `<` at byte `at`.
pub(super) fn at(bytes: &[u8], at: usize) -> Found {
    let rest = bytes.get(at + 1..).unwrap_or_default();
    let ends_with = |end: &[u8], from: usize| match memchr::memmem::find(rest.get(from..).unwrap_or_default(), end) {
        Some(length) => Found::Beside(at + 1 + from + length + end.len()),
        None => Found::Unfinished,
    };
    match rest {
        [b'!', b'-', b'-', ..] => return ends_with(b"-->", 3),
        [b'!', b'[', ..] => return ends_with(b"]]>", 2),
        [b'?', ..] => return ends_with(b"?>", 1),
        [b'!'] | [b'!', b'-'] | [] => return Found::Unfinished,
        // A declaration may hold others in brackets.
        [b'!', ..] => {
            let close = memchr::memchr(b'>', rest).unwrap_or(rest.len());
            return match memchr::memchr(b'[', &rest[..close]) {
                Some(open) => ends_with(b"]>", open),
                None => ends_with(b">", 0),
            };
        }
        _ => {}
    }
    let closes = rest.first() == Some(&b'/');
    let start = at + 1 + usize::from(closes);
    let length = bytes[start..].iter().take_while(|&&byte| IS_NAME[usize::from(byte)]).count();
    let name = start..start + length;
    let open = &bytes[..bytes.len().min(at + LONGEST + 1)];
    // Nearly always values stand in pairs of double quotation marks, and no sign of a tag stands in them.
    let usual = match open.get(name.end..).unwrap_or_default() {
        [b'>', ..] => Some(0),
        rest => {
            memchr::memchr2(b'>', b'<', rest).filter(|length| rest[*length] == b'>' && is_of_pairs(&rest[..*length]))
        }
    };
    let (mut end, mut is_whole) = (name.end + usual.unwrap_or_default(), usual.is_some());
    let mut within = 0;
    let damage = if closes { start..start } else { name.clone() };
    while !is_whole {
        let Some(length) = open.get(end..).and_then(length_before_sign) else { break };
        end += length;
        match open[end] {
            b'>' => is_whole = true,
            // The tag before this `<` has no end.
            b'<' => return Found::Damage(damage),
            mark => {
                let rest = &open[end + 1..];
                let length = length_before(rest, mark);
                let value = &rest[..length.unwrap_or(rest.len())];
                let mut opens = memchr::memchr_iter(b'<', value);
                // If one tag ends and the next begins within a value, the value is not closed.
                if opens.any(|at| {
                    within += 1;
                    within > MOST_WITHIN || value[..at].trim_ascii_end().ends_with(b">")
                }) {
                    return Found::Damage(damage);
                }
                let Some(length) = length else { break };
                end += length + 2;
            }
        }
    }
    if !is_whole {
        return if bytes.len() > open.len() { Found::Damage(damage) } else { Found::Unfinished };
    }
    if length == 0 {
        return Found::Beside(end + 1);
    }
    let is_empty = bytes[name.end..end].ends_with(b"/");
    let attributes = name.end..end - usize::from(is_empty);
    Found::Tag(Tag { name, attributes, whole: at..end + 1, closes, is_empty })
}

/// Whether each double quotation mark has its second, and neither `'` nor `<` stands there: then a `>` after these
/// bytes is no part of a value.
#[inline(always)]
fn is_of_pairs(attributes: &[u8]) -> bool {
    // Sums of bytes: the compiler can then handle many bytes at once.
    let marks = attributes.iter().fold(0_u8, |marks, byte| marks.wrapping_add(u8::from(*byte == b'"')));
    let is_other = |byte: u8| u8::from(byte == b'\'') | u8::from(byte == b'<');
    marks & 1 == 0 && attributes.iter().fold(0, |others, byte| others | is_other(*byte)) == 0
}

/// The attributes of a tag, which stand there in a text: names and values, as written, and where the values stand.
pub(super) fn attributes(
    text: &str,
    Range { mut start, end }: Range<usize>,
) -> impl Iterator<Item = (&str, &str, Range<usize>)> {
    std::iter::from_fn(move || {
        let (name, value, next) = usual_attribute(text, start, end).or_else(|| any_attribute(text, start, end))?;
        start = next;
        Some((name, text.get(value.clone())?, value))
    })
}

/// An attribute as nearly all programs write it, ` id="7"`: its name, where its value stands, and where the text after
/// it begins.
#[inline(always)]
fn usual_attribute(text: &str, at: usize, end: usize) -> Option<(&str, Range<usize>, usize)> {
    let bytes = text.as_bytes().get(..end)?;
    let name = at + usize::from(bytes.get(at) == Some(&b' '));
    let mut equals = name;
    if let Some(first) = bytes.get(name..)?.first_chunk() {
        // A name is nearly always a few letters: checks eight at once.
        equals += (eight::letters(u64::from_le_bytes(*first)).trailing_ones() / 8) as usize;
    }
    while bytes.get(equals)?.is_ascii_alphanumeric() {
        equals += 1;
    }
    let (b'=', Some(b'"')) = (bytes[equals], bytes.get(equals + 1)) else { return None };
    let value = equals + 2;
    let close = value + length_before(&bytes[value..], b'"')?;
    Some((&text[name..equals], value..close, close + 1))
}

/// Any attribute, also ` id = '7'` or ` id=7`: its name, where its value stands, and where the text after it begins.
fn any_attribute(text: &str, at: usize, end: usize) -> Option<(&str, Range<usize>, usize)> {
    let bytes = text.as_bytes();
    let equals = at + memchr::memchr(b'=', bytes.get(at..end)?)?;
    let before = text.get(at..equals)?;
    // Nearly always a blank stands before the name and nothing else.
    let name = match before.trim_ascii() {
        name if name.bytes().all(|byte| byte.is_ascii_alphanumeric()) => name,
        _ => before.trim().rsplit(|letter: char| letter.is_ascii_whitespace()).next().unwrap_or_default(),
    };
    let blanks = bytes[equals + 1..end].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let start = equals + 1 + blanks;
    let (value, next) = match bytes.get(start) {
        Some(mark @ (b'"' | b'\'')) => {
            let length = memchr::memchr(*mark, &bytes[start + 1..end]).unwrap_or(end - start - 1);
            (start + 1..start + 1 + length, (start + length + 2).min(end))
        }
        _ => {
            let length = bytes[start..end].iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
            (start..start + length, start + length)
        }
    };
    Some((name, value, next))
}

/// How many bytes stand before the first `sign`. Most values are a few letters.
#[inline(always)]
fn length_before(bytes: &[u8], sign: u8) -> Option<usize> {
    let mut at = 0;
    while let Some(word) = bytes[at..].first_chunk() {
        let found = eight::equal(u64::from_le_bytes(*word), sign);
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    Some(at + bytes[at..].iter().position(|byte| *byte == sign)?)
}

/// How many bytes stand before the first sign that ends a tag or begins a value.
#[inline(always)]
fn length_before_sign(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(word) = bytes[at..].first_chunk() {
        let word = u64::from_le_bytes(*word);
        let found = SIGNS.iter().fold(0, |found, sign| found | eight::equal(word, *sign));
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    Some(at + bytes[at..].iter().position(|byte| SIGNS.contains(byte))?)
}

/// How a CDATA section begins.
const CDATA: &[u8] = b"<![CDATA[";

/// A value or a text without comments, with its entities and CDATA sections resolved. Whatever only looks like one of
/// these stays unchanged.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'&', b'<', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for (part, is_literal) in sections(text) {
        if is_literal { out.push_str(&text[part]) } else { expand(&text[part], &mut out) }
    }
    Cow::Owned(out)
}

/// A value or a text as characters, without the white space around it.
pub(super) fn line(text: &str) -> Cow<'_, str> {
    match plain(text) {
        Cow::Borrowed(text) => Cow::Borrowed(trimmed(text)),
        Cow::Owned(text) => Cow::Owned(trimmed(&text).to_owned()),
    }
}

/// The parts of a text outside comments, each with whether it is literal: the contents of a CDATA section, without
/// entities.
pub(super) fn sections(text: &str) -> impl Iterator<Item = (Range<usize>, bool)> + use<'_> {
    let (mut at, mut is_literal) = (0, false);
    std::iter::from_fn(move || {
        let rest = text.as_bytes().get(at..).filter(|rest| !rest.is_empty())?;
        let start = at;
        if is_literal {
            let length = memchr::memmem::find(rest, b"]]>");
            (at, is_literal) = (length.map_or(text.len(), |length| start + length + 3), false);
            return Some((start..length.map_or(text.len(), |length| start + length), true));
        }
        for length in memchr::memmem::find_iter(rest, b"<!") {
            let sign = &rest[length..];
            is_literal = sign.starts_with(CDATA);
            let after = match is_literal {
                true => Some(CDATA.len()),
                false if sign.starts_with(b"<!--") => {
                    Some(memchr::memmem::find(&sign[4..], b"-->").map_or(sign.len(), |length| 4 + length + 3))
                }
                false => None,
            };
            if let Some(after) = after {
                at = start + length + after;
                return Some((start..start + length, false));
            }
        }
        at = text.len();
        Some((start..at, false))
    })
}

/// Adds a text to `out` with its entities resolved.
fn expand(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(LONGEST_ENTITY).position(|byte| byte == b';');
        match end.and_then(|end| Some((entity(&rest[1..end])?, end))) {
            Some((letter, end)) => {
                out.push(letter);
                rest = &rest[end + 1..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
}

/// How long an entity is at most, with its signs.
const LONGEST_ENTITY: usize = 12;

/// The character that an entity is.
fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let number = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(number);
    }
    if let Some(index) = LATIN.iter().position(|known| *known == name) {
        return char::from_u32(0xa0 + index as u32);
    }
    OTHERS.iter().find(|(known, _)| *known == name).map(|(_, letter)| *letter)
}

/// The names that HTML has for the characters from U+00A0 on.
const LATIN: [&str; 96] = [
    "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect", "uml", "copy", "ordf", "laquo", "not", "shy",
    "reg", "macr", "deg", "plusmn", "sup2", "sup3", "acute", "micro", "para", "middot", "cedil", "sup1", "ordm",
    "raquo", "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig",
    "Ccedil", "Egrave", "Eacute", "Ecirc", "Euml", "Igrave", "Iacute", "Icirc", "Iuml", "ETH", "Ntilde", "Ograve",
    "Oacute", "Ocirc", "Otilde", "Ouml", "times", "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute", "THORN",
    "szlig", "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil", "egrave", "eacute", "ecirc",
    "euml", "igrave", "iacute", "icirc", "iuml", "eth", "ntilde", "ograve", "oacute", "ocirc", "otilde", "ouml",
    "divide", "oslash", "ugrave", "uacute", "ucirc", "uuml", "yacute", "thorn", "yuml",
];

/// Entities by name: those of XML, and some that people write.
const OTHERS: [(&str, char); 22] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("ndash", '–'),
    ("mdash", '—'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("sbquo", '‚'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bdquo", '„'),
    ("hellip", '…'),
    ("bull", '•'),
    ("euro", '€'),
    ("trade", '™'),
    ("Scaron", 'Š'),
    ("scaron", 'š'),
    ("OElig", 'Œ'),
    ("oelig", 'œ'),
    ("Yuml", 'Ÿ'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_attributes_are_those_that_any_reader_finds() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut count = 0;
        for _ in 0..20_000 {
            let mut text: String =
                (0..rng.usize(0..24)).map(|_| *rng.choice(b" a7=\"'/\n").expect("a byte") as char).collect();
            if rng.bool() {
                text.insert_str(0, [" id=\"7\"", "name=\"L\u{f6}we & co\"", " =\"\""][rng.usize(..3)]);
            }
            if let Some(found) = usual_attribute(&text, 0, text.len()) {
                assert_eq!(Some(found), any_attribute(&text, 0, text.len()), "{text:?}");
                count += 1;
            }
        }
        assert!(count > 5000, "{count}");
    }

    fn found(text: &str) -> Found {
        at(text.as_bytes(), 0)
    }

    #[test]
    fn tags_and_what_is_none() {
        let tag = |text: &str| match found(text) {
            Found::Tag(tag) => {
                let attributes =
                    attributes(text, tag.attributes.clone()).map(|(name, value, _)| format!("{name}={value}"));
                (text[tag.name.clone()].to_owned(), tag.closes, tag.is_empty, attributes.collect::<Vec<_>>().join("|"))
            }
            other => panic!("{text}: {other:?}"),
        };
        let game = |closes, is_empty, attributes: &str| ("game".to_owned(), closes, is_empty, attributes.to_owned());
        assert_eq!(tag("<game>"), game(false, false, ""));
        assert_eq!(tag("</game >"), game(true, false, ""));
        assert_eq!(tag("<game id=\"1\" round = 'a>\"b' x/>"), game(false, true, "id=1|round=a>\"b"));
        assert_eq!(tag("<game\nid=7 alt=\"\">"), game(false, false, "id=7|alt="));
        for (text, end) in [
            ("<!-- a > b -->c", 14),
            ("<?xml a?>b", 9),
            ("<![CDATA[<a>]]>b", 15),
            ("<!DOCTYPE a [<!ENTITY b \"c\">]>d", 30),
        ] {
            assert_eq!(found(text), Found::Beside(end), "{text}");
        }
        assert_eq!(
            (found("< a <b>"), found("<a b <b>"), found("</a <b>"), found("<>b")),
            (Found::Damage(1..1), Found::Damage(1..2), Found::Damage(2..2), Found::Beside(2))
        );
        assert_eq!(found("<a b=\"c\"d\"/>\n <e f=\"g\"/>"), Found::Damage(1..2));
        assert!(matches!(found("<a b=\"c<d > e\"/>"), Found::Tag(_)));
        // A quotation mark that occurs nowhere else.
        assert_eq!(found("<a'>b</a> <c>"), Found::Damage(1..2));
        assert_eq!(found("<a b='>b</a>\n</c>"), Found::Damage(1..2));
        assert_eq!(found("<a b='>b</a>\n"), Found::Unfinished);
        for text in ["<", "<game", "<game a=\"", "<!-", "<!-- ", "</", "<!DOCTYPE a [<!ENTITY b \"c\">"] {
            assert_eq!(found(text), Found::Unfinished, "{text}");
        }
        assert_eq!(found(&format!("<game a=\"{}", "b".repeat(LONGEST))), Found::Damage(1..5));
        let within = |count: usize| found(&format!("<game a=\"{}\">", "<".repeat(count)));
        assert!(matches!((within(MOST_WITHIN), within(MOST_WITHIN + 1)), (Found::Tag(_), Found::Damage(_))));
    }

    #[test]
    fn entities_are_characters_or_stay() {
        assert_eq!(plain("a &amp; b &copy;&#228;&#xE4;&eacute;&yuml;&ndash;"), "a & b ©ääéÿ–");
        assert_eq!(
            plain("&amp;lt; & &nope; &; &#xd800; &verylongentityname;"),
            "&lt; & &nope; &; &#xd800; &verylongentityname;"
        );
        assert!(matches!(plain("plain"), Cow::Borrowed(_)));
    }

    #[test]
    fn cdata_is_text_as_it_stands() {
        assert_eq!(plain("<![CDATA[a & b &amp; <c>]]>"), "a & b &amp; <c>");
        assert_eq!(plain("&lt;<![CDATA[]]>a<![CDATA[&b]]>&amp;<d>"), "<a&b&<d>");
        assert_eq!(plain("a<![CDATA[b"), "ab");
        assert_eq!(plain("a<!-- b <![CDATA[ &amp; -->&amp;<![CDATA[<!-- c -->]]><!d>"), "a&<!-- c --><!d>");
        assert_eq!(sections("a<![CDATA[b]]>").collect::<Vec<_>>(), [(0..1, false), (10..11, true)]);
    }
}
