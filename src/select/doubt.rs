//! What is well formed in an expression and most likely not meant: a name that nobody knows, a value that no record has.

use super::fault::nearest;
use super::field::{self, Fact, Field};
use super::value::{Order, Value};

/// What may be wrong with the name of a field, which stands as `word` in the expression.
pub(super) fn of_name(field: &Field, word: &str) -> Option<String> {
    let Field::Tag(name) = field else { return None };
    // Who writes `tag:` means a tag.
    let meant = if word.contains(':') { None } else { field::meant(name) };
    meant.map(|meant| format!("{name} is taken for a tag; did you mean {meant}?"))
}

/// What may be wrong with a value that the field `name` is compared with.
pub(super) fn of_value(field: &Field, name: &str, order: Order, value: &Value) -> Option<String> {
    let text = &value.text;
    if field.is_number() {
        return (!value.is_number()).then(|| format!("`{text}` does not fit {name}, which is a number"));
    }
    if order != Order::Equal && !value.is_ordered() {
        return Some(format!("`{text}` is neither a number nor a date, so no {name} is less or more than it"));
    }
    let (names, told): (&[&str], _) = match field {
        Field::Fact(Fact::Valid) => (&["true", "false"], "true or false"),
        Field::Fact(Fact::Outcome) => (&["win", "draw", "unfinished"], "win, draw or unfinished"),
        _ => return None,
    };
    if names.iter().any(|known| value.is(known)) {
        return None;
    }
    let meant =
        nearest(text, names.iter().copied()).map_or_else(String::new, |meant| format!("; did you mean {meant}?"));
    Some(format!("`{text}` does not fit {name}, which is {told}{meant}"))
}
