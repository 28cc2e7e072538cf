//! Finds what an expression says correctly but most likely not on purpose: a name that nobody knows, a value that no
//! record has.

use super::fault::nearest;
use super::field::{self, Fact, Field};
use super::value::{Order, Value};
use crate::board::Size;
use crate::engine::Games;
use crate::formats::FORMATS;
use crate::game::{ILLEGAL, Outcome};
use crate::names::same;
use crate::system::SYSTEMS;
use crate::tags;

/// What may be wrong with the name of a field, which stands as `word` in the expression.
pub(super) fn of_name(field: &Field, word: &str) -> Option<String> {
    let Field::Tag(name) = field else { return None };
    // Who writes `tag:` means a tag.
    let meant = if word.contains(':') { None } else { field::meant(name) };
    meant.map(|meant| format!("{name} is taken for a tag; did you mean {meant}?"))
}

/// Why no record has a value that the field `name` is compared with, if none has.
pub(super) fn of_value(field: &Field, name: &str, order: Order, value: &Value, games: Games) -> Option<String> {
    let text = &value.text;
    if field.is_number() {
        return (!value.is_number()).then(|| format!("`{text}` does not fit {name}, which is a number"));
    }
    if order != Order::Equal && !value.is_ordered() {
        return Some(format!("`{text}` is neither a number nor a date, so no {name} is less or more than it"));
    }
    let Field::Fact(fact) = field else { return None };
    if *fact == Fact::Game
        && let Some(variant) = games.0.iter().find_map(|game| game.info().variant_called(text))
    {
        return Some(format!("no game is called `{text}`; did you mean variant = {variant}?"));
    }
    match fact {
        Fact::Board if Size::read(text).is_none() => {
            return Some(format!("`{text}` is no size of a board, such as 7x6"));
        }
        Fact::Encoding => return of_encoding(text),
        _ => {}
    }
    let (what, names) = names(*fact, games)?;
    let is_known = |text: &str| names.iter().any(|known| same(known, text) || value.is(known));
    // The sides of a pair may be named in either order.
    let is_pair =
        |(one, other): (&str, &str)| [one, other].iter().all(|text| names.iter().any(|known| same(known, text)));
    let may_be_pair = matches!(fact, Fact::Claimed | Fact::Winner);
    if is_known(text) || may_be_pair && text.split_once('+').is_some_and(is_pair) {
        return None;
    }
    let meant = nearest(text, names).map_or_else(String::new, |meant| format!("; did you mean {meant}?"));
    Some(match what {
        Called::One(what) => format!("no {what} is called `{text}`{meant}"),
        Called::All(names) => format!("`{text}` does not fit {name}, which is {names}{meant}"),
    })
}

/// Why no file has an encoding of this name, if none has.
fn of_encoding(text: &str) -> Option<String> {
    match encoding_rs::Encoding::for_label(text.as_bytes()) {
        Some(encoding) if same(encoding.name(), text) => None,
        Some(encoding) => Some(format!("no encoding is called `{text}` here; did you mean {}?", encoding.name())),
        None => Some(format!("no encoding is called `{text}`")),
    }
}

/// How the values of a fact are called.
enum Called {
    /// What one of them is.
    One(&'static str),
    /// All possible values, if there are few.
    All(&'static str),
}

/// All values that a fact can have, if the program gives them.
fn names(fact: Fact, games: Games) -> Option<(Called, Vec<&'static str>)> {
    let infos = || games.0.iter().map(|game| game.info());
    Some(match fact {
        Fact::Valid => (Called::All("true or false"), vec!["true", "false"]),
        Fact::Outcome => (Called::All("win, draw or unfinished"), Outcome::KINDS.to_vec()),
        Fact::Game => {
            let names = infos().flat_map(|info| std::iter::once(info.id).chain(info.aliases.iter().copied()));
            (Called::One("game"), names.collect())
        }
        Fact::Variant => {
            let variants = infos().flat_map(|info| info.variants);
            (Called::One("variant"), variants.map(|variant| variant.name).collect())
        }
        Fact::Option => {
            let options = infos().flat_map(|info| info.options);
            (Called::One("option"), options.map(|option| option.name).collect())
        }
        Fact::Reason => {
            let own = infos().flat_map(|info| info.endings.iter().copied());
            let endings = std::iter::once(&ILLEGAL).chain(own);
            (Called::One("reason"), endings.map(|ending| ending.code).collect())
        }
        Fact::Notation => (Called::One("notation system"), SYSTEMS.iter().map(|system| system.name()).collect()),
        Fact::Format => (Called::One("file format"), FORMATS.iter().map(|format| format.name()).collect()),
        Fact::Claimed => {
            let names = tags::sides().iter().copied().chain(["draw"]);
            (Called::All("the name of a side, or draw"), names.collect())
        }
        Fact::Winner => (Called::All("the name of a side"), tags::sides().to_vec()),
        Fact::Starts => (Called::One("side"), tags::sides().to_vec()),
        _ => return None,
    })
}
