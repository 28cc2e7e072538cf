//! One value of a field of a record, and whether it passes a test.

use super::expression::Test;
use super::value::Order;
use super::value::Value;
use crate::game::GameInfo;
use crate::names::same;

/// A value of a field.
#[derive(Debug, Clone, Copy)]
pub(super) enum Item<'v> {
    /// A text of the record.
    Text(&'v str),
    /// A name that the program gives: capitals, spaces and hyphens do not matter.
    Name(&'v str),
    /// The name of a side, or of a pair of sides: for `Red+Green`, `Red`, `Green` and `Green+Red` match too (HA-11).
    Party(&'v str),
    /// A game, which has several names.
    Game(&'static GameInfo),
    Number(u64),
    Truth(bool),
}

impl Item<'_> {
    /// Hands over the value as a text.
    pub(super) fn with_text<T>(self, work: impl FnOnce(&str) -> T) -> T {
        match self {
            Item::Text(text) | Item::Name(text) | Item::Party(text) => work(text),
            Item::Game(info) => work(info.id),
            Item::Number(number) => work(itoa::Buffer::new().format(number)),
            Item::Truth(true) => work("true"),
            Item::Truth(false) => work("false"),
        }
    }

    /// Whether it is something: not empty, not zero, true.
    fn is_there(self) -> bool {
        match self {
            Item::Text(text) | Item::Name(text) | Item::Party(text) => !text.is_empty(),
            Item::Game(_) => true,
            Item::Number(number) => number > 0,
            Item::Truth(truth) => truth,
        }
    }

    fn is(self, value: &Value) -> bool {
        match self {
            Item::Game(info) => info.is_called(&value.text),
            Item::Name(name) => same(name, &value.text) || value.is(name),
            Item::Party(name) => {
                let is = |name: &str| Item::Name(name).is(value);
                let pair = |(one, other): (&str, &str)| is(one) || is(other) || is(&format!("{other}+{one}"));
                is(name) || name.split_once('+').is_some_and(pair)
            }
            _ => self.with_text(|text| value.is(text)),
        }
    }
}

/// Whether a value passes a test of its field.
pub(super) fn accepts(test: &Test, item: Item<'_>) -> bool {
    match test {
        Test::Compare(_, Order::Equal, value) => item.is(value),
        Test::Compare(_, order, value) => {
            let Some(found) = item.with_text(|text| value.compare(text)) else { return false };
            match order {
                Order::Equal => found.is_eq(),
                Order::Less => found.is_lt(),
                Order::AtMost => found.is_le(),
                Order::More => found.is_gt(),
                Order::AtLeast => found.is_ge(),
            }
        }
        Test::In(_, values) => values.iter().any(|value| item.is(value)),
        Test::Matches(_, regex) => item.with_text(|text| regex.is_match(text)),
        Test::Is(_) => item.is_there(),
        Test::Has(_) | Test::Reaches(_) | Test::Plays(_) => false,
    }
}
