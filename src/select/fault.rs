//! What is wrong with an expression, and where.

use std::fmt;
use std::ops::Range;

/// A fault of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The bytes of the expression that it is about; empty at its end.
    pub span: Range<usize>,
    /// What was found, and what was expected.
    pub message: String,
    /// What would have been right.
    pub help: Option<String>,
    /// Whether the expression follows its grammar, and only a value in it has no meaning, such as a code that no
    /// diagnostic has.
    pub is_formed: bool,
}

impl Fault {
    pub(super) fn new(span: Range<usize>, message: impl Into<String>) -> Fault {
        Fault { span, message: message.into(), help: None, is_formed: false }
    }

    /// A fault of a call rather than of one place in its text.
    pub fn bare(message: &str, help: &str) -> Fault {
        Fault::new(0..0, message).help(help)
    }

    /// A fault of a value that stands in its place.
    pub(super) fn of_value(span: Range<usize>, message: impl Into<String>) -> Fault {
        Fault { is_formed: true, ..Fault::new(span, message) }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// Adds the name that was probably meant, if one of `names` is near to `word`.
    pub(super) fn nearest<'n>(self, word: &str, names: impl IntoIterator<Item = &'n str>) -> Fault {
        match nearest(word, names) {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None => self,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// The name closest to `word`, if one is close: one letter is changed, missing, added or exchanged, or two in a word
/// whose first letter is right.
pub(super) fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    /// Longer words are skipped: no name is as long.
    const LONGEST: usize = 64;
    let length = word.chars().count();
    if !(2..=LONGEST).contains(&length) {
        return None;
    }
    let word = word.to_lowercase();
    let distance = |name: &str| {
        let name = name.to_lowercase();
        let far = strsim::osa_distance(&word, &name);
        let is_near = far <= 1 || far == 2 && length >= 4 && name.chars().next() == word.chars().next();
        is_near.then_some(far)
    };
    let near = names.into_iter().filter_map(|name| Some((distance(name)?, name)));
    near.min_by_key(|(far, _)| *far).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found() {
        let names = ["plies", "variant", "errors"];
        let nearest = |word: &str| nearest(word, names);
        assert_eq!(nearest("plys"), Some("plies"));
        assert_eq!(nearest("dies"), None);
        assert_eq!(nearest("ples"), Some("plies"));
        assert_eq!(nearest("Varaint"), Some("variant"));
        assert_eq!((nearest("x"), nearest(&"p".repeat(1000))), (None, None));
    }
}
