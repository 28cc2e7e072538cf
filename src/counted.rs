//! Numbers of things in words, `1 ply`, `2 plies`, and numbers in digits.

use std::str::FromStr;

/// `1 game`, `3 games`.
pub(crate) fn counted(count: u64, thing: &str) -> String {
    format!("{count} {}", noun(count, thing))
}

/// The form of a noun after a number: `plies` for 2 and `ply`.
pub(crate) fn noun(count: u64, thing: &str) -> String {
    match (count, thing.strip_suffix('y')) {
        (1, _) => thing.to_owned(),
        (_, Some(stem)) => format!("{stem}ies"),
        (_, None) => format!("{thing}s"),
    }
}

/// Whether a text is a number that nobody writes in another way: `0`, `12`, but not `012`, `+12` or nothing.
pub(crate) fn is_plain_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'))
}

/// The number that a text [plainly](is_plain_number) spells; `None` also for one that is too large.
pub(crate) fn plain_number<N: FromStr>(text: &str) -> Option<N> {
    if is_plain_number(text) { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_one_spelling() {
        let read = ["0", "7", "255", "256", "07", "00", "", "+7", "-7", " 7", "7.", "٧"].map(plain_number::<u8>);
        assert_eq!(read[..3], [Some(0), Some(7), Some(255)]);
        assert!(read[3..].iter().all(Option::is_none), "{read:?}");
    }
}
