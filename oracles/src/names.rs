//! When two names are the same: capitals, spaces, hyphens and underscores do not matter, and `×` is `x`.

/// Whether a text is a name.
pub fn is_same(text: &str, name: &str) -> bool {
    plain(text) == plain(name)
}

fn plain(text: &str) -> String {
    let kept = text.chars().filter(|letter| !letter.is_whitespace() && !matches!(letter, '-' | '_'));
    kept.collect::<String>().to_lowercase().replace('×', "x")
}
