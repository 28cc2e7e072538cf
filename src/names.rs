//! Compares names as people write them: `Forza 4`, `forza-4` and `FORZA_4` are one name.
//!
//! Games, variants, options, notation systems and sides are compared only by [`same`], in tags and in arguments.
//! The names of tags are plainer: only their capitals do not matter ([`same_tag`]).

/// Whether two names are the same apart from capitals, spaces, hyphens and underscores, and `×` written for `x`.
///
/// ```
/// use scoresheet::names::same;
/// assert!(same("forza4", "Forza 4") && same("double-three", "DOUBLE_THREE") && same("8x8", "8×8"));
/// assert!(!same("forza4", "forza5"));
/// ```
pub fn same(one: &str, other: &str) -> bool {
    one == other || letters(one).eq(letters(other))
}

/// Whether two names of tags are the same apart from capitals.
pub fn same_tag(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}

/// The letters of a name that matter, in small letters.
fn letters(name: &str) -> impl Iterator<Item = char> {
    let matters = |letter: &char| !letter.is_whitespace() && !matches!(letter, '-' | '‐' | '‑' | '_');
    name.chars().filter(matters).flat_map(char::to_lowercase).map(|letter| if letter == '×' { 'x' } else { letter })
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
}
