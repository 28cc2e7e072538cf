//! Compares names as people write them: `Forza 4`, `forza-4` and `FORZA_4` are one name.
//!
//! Games, variants, options, notation systems and sides are compared only by [`same`], in tags and in arguments.
//! The names of tags are plainer: only their capitals do not matter ([`same_tag`]).

use std::collections::HashSet;

/// Whether two names are the same apart from capitals, spaces, hyphens and underscores, and `×` written for `x`.
///
/// ```
/// use scoresheet::names::same;
/// assert!(same("forza4", "Forza 4") && same("double-three", "DOUBLE_THREE") && same("8x8", "8×8"));
/// assert!(!same("forza4", "forza5"));
/// ```
pub fn same(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    if one.is_empty() || other.is_empty() {
        return letters(one).eq(letters(other));
    }
    // Most names differ in their first letters.
    if let ([first, ..], [second, ..]) = (one.as_bytes(), other.as_bytes())
        && first.is_ascii_alphanumeric()
        && second.is_ascii_alphanumeric()
        && !first.eq_ignore_ascii_case(second)
    {
        return false;
    }
    let (mut ones, mut others) = (one.bytes().filter(matters), other.bytes().filter(matters));
    loop {
        match (ones.next(), others.next()) {
            (None, None) => return true,
            (Some(byte), _) | (_, Some(byte)) if !byte.is_ascii() => return letters(one).eq(letters(other)),
            (Some(one), Some(other)) if one.eq_ignore_ascii_case(&other) => {}
            // The rest of the other name may be spaces beyond ASCII.
            _ => return !(one.is_ascii() && other.is_ascii()) && letters(one).eq(letters(other)),
        }
    }
}

/// Whether a byte is more than a space, a hyphen or an underscore.
fn matters(byte: &u8) -> bool {
    !byte.is_ascii_whitespace() && !matches!(byte, b'-' | b'_' | 0x0b)
}

/// Whether two names of tags are the same apart from capitals.
#[inline]
pub fn same_tag(one: &str, other: &str) -> bool {
    // Most names differ in this, and are compared often.
    one.len() == other.len() && one.eq_ignore_ascii_case(other)
}

/// A bit for the name of a tag, the same in capitals: only names with the same bit may be equal.
#[inline(always)]
pub(crate) const fn tag_bit(name: &str) -> u64 {
    let [first, .., last] = name.as_bytes() else { return 1 };
    let mixed = (name.len() as u8).wrapping_mul(5) ^ (*first | 0x20).wrapping_mul(3) ^ (*last | 0x20);
    1 << (mixed % 64)
}

/// The bits of several names.
pub(crate) const fn tag_bits(names: &[&str]) -> u64 {
    let (mut bits, mut index) = (0, 0);
    while index < names.len() {
        bits |= tag_bit(names[index]);
        index += 1;
    }
    bits
}

/// Finds out for one name of a tag after the other whether it was there before.
#[derive(Debug)]
pub(crate) struct NamesBefore {
    /// The bits of all names so far: nearly always a name has one that none before it has.
    bits: u64,
    /// The names in small letters, where there are many.
    names: Option<HashSet<String>>,
}

impl NamesBefore {
    /// For `count` names. A few are compared with each other, which needs no memory.
    pub(crate) fn new(count: usize) -> NamesBefore {
        const FEW: usize = 32;
        NamesBefore { bits: 0, names: (count > FEW).then(HashSet::new) }
    }

    /// Whether the next name is one of those before it.
    pub(crate) fn have<'n>(&mut self, name: &str, mut before: impl Iterator<Item = &'n str>) -> bool {
        let bit = tag_bit(name);
        let may_be_known = self.bits & bit != 0;
        self.bits |= bit;
        match &mut self.names {
            Some(names) => !names.insert(name.to_ascii_lowercase()),
            None => may_be_known && before.any(|known| same_tag(known, name)),
        }
    }
}

/// The letters of a name that matter, in small letters.
pub(crate) fn letters(name: &str) -> impl Iterator<Item = char> {
    let matters = |letter: &char| !letter.is_whitespace() && !matches!(letter, '-' | '‐' | '‑' | '_');
    name.chars().filter(matters).flat_map(char::to_lowercase).map(|letter| if letter == '×' { 'x' } else { letter })
}

/// Whether one letter is changed, missing, added, or two neighbours have changed places; capitals apart.
pub(crate) fn is_near(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.as_bytes(), other.as_bytes());
    if one.len().abs_diff(other.len()) > 1 {
        return false;
    }
    while let ([first, rest @ ..], [second, others @ ..]) = (one, other)
        && first.eq_ignore_ascii_case(second)
    {
        (one, other) = (rest, others);
    }
    while let ([rest @ .., first], [others @ .., second]) = (one, other)
        && first.eq_ignore_ascii_case(second)
    {
        (one, other) = (rest, others);
    }
    match (one, other) {
        ([a, b], [c, d]) => a.eq_ignore_ascii_case(d) && b.eq_ignore_ascii_case(c),
        ([] | [_], [] | [_]) => true,
        _ => false,
    }
}

/// What to say of a name that is none of `names`: the one that was probably meant, then `all`, a sentence that lists them.
pub(crate) fn with_meant<'n>(name: &str, names: impl IntoIterator<Item = &'n str>, all: &str) -> String {
    did_you_mean(name, names).map_or_else(|| all.to_owned(), |meant| format!("{meant} {all}"))
}

/// `did you mean forza4?` if one of `names` is so near to `word` that a slip explains the difference; otherwise nothing.
pub(crate) fn did_you_mean<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    const SHORTEST: usize = 3;
    // Among ASCII letters, a letter of another script may just look like the one that was meant, whatever its bytes.
    let is_latin = word.contains(|letter: char| letter.is_ascii_alphabetic());
    let plain = |letter: char| if letter.is_ascii() || !is_latin { letter } else { '?' };
    let word: String = letters(word).map(plain).collect();
    let is_meant = |name: &&str| name.len() >= SHORTEST && is_near(&word, &letters(name).collect::<String>());
    let meant = (word.len() >= SHORTEST).then(|| names.into_iter().find(is_meant)).flatten()?;
    Some(format!("did you mean {meant}?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_spaces_hyphens_and_underscores_do_not_matter() {
        for (one, other) in [
            ("forza4", " Forza\u{a0}4 "),
            ("connect-four", "Connect_Four"),
            ("15x15", "15 × 15"),
            ("Cuatro en línea", "CUATRO EN LÍNEA"),
            ("五目並べ", "五目 並べ"),
        ] {
            assert!(same(one, other), "{one} {other}");
        }
        for (one, other) in [("forza4", "forza40"), ("8x8", "8+8"), ("White", "Whit"), ("-", "x")] {
            assert!(!same(one, other), "{one} {other}");
        }
    }

    #[test]
    fn a_slip_is_seen() {
        let meant = |word| did_you_mean(word, ["forza4", "Puissance 4", "xy"]).unwrap_or_default();
        assert_eq!(meant("forca 4"), "did you mean forza4?");
        assert_eq!(meant("puisance4"), "did you mean Puissance 4?");
        assert_eq!((meant("chess"), meant("xx"), meant("")), Default::default());
    }
}
