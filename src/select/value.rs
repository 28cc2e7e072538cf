//! Values, and when two of them are equal or one is less: as numbers, as dates, or as words.
//!
//! Its letters decide what a value is: `03` is a number, `1990.05.??` a date, anything else a word. Two values are
//! compared as numbers if both are numbers, else as dates if both are dates, else as words, and no word is less than
//! another. In a field of dates `1990.10` is a date, not a number.

use std::cmp::Ordering;

use super::date::Date;

/// How two values stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Equal,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// A value that an expression compares with.
#[derive(Debug, Clone)]
pub(super) struct Value {
    /// The text, without quotation marks and escapes.
    pub(super) text: String,
    /// The text in small letters, where that is not ASCII.
    small: Option<String>,
    is_number: bool,
    date: Option<Date>,
}

impl Value {
    /// The value of that text.
    pub(super) fn new(text: impl Into<String>) -> Value {
        let text = text.into();
        let small = (!text.is_ascii()).then(|| text.to_lowercase());
        Value { is_number: Number::read(&text).is_some(), date: Date::read(&text), small, text }
    }

    /// The value of that text, for a field whose values may be dates: there `1990.10` is a month, not a number.
    pub(super) fn of(text: impl Into<String>, is_of_dates: bool) -> Value {
        let mut value = Value::new(text);
        value.is_number &= !(is_of_dates && value.date.is_some());
        value
    }

    /// Whether it is a number.
    pub(super) fn is_number(&self) -> bool {
        self.is_number
    }

    /// Whether others may be less or more than it.
    pub(super) fn is_ordered(&self) -> bool {
        self.is_number || self.date.is_some()
    }

    /// Whether `text`, a value of a record, is equal to this one.
    pub(super) fn is(&self, text: &str) -> bool {
        self.compare(text).map_or_else(|| self.is_word(text), Ordering::is_eq)
    }

    /// How `text`, a value of a record, compares with this one; `None` for words.
    pub(super) fn compare(&self, text: &str) -> Option<Ordering> {
        if self.is_number
            && let (Some(one), Some(other)) = (Number::read(text), Number::read(&self.text))
        {
            return Some(one.cmp(&other));
        }
        self.date.as_ref().and_then(|date| Date::read(text)?.compare(date))
    }

    /// Whether `text` is the same word, whatever its capitals.
    fn is_word(&self, text: &str) -> bool {
        match &self.small {
            None if text.is_ascii() => text.eq_ignore_ascii_case(&self.text),
            None => text
                .chars()
                .flat_map(char::to_lowercase)
                .eq(self.text.chars().map(|letter| letter.to_ascii_lowercase())),
            Some(small) => text == self.text || text.to_lowercase() == *small,
        }
    }
}

/// A decimal number of any length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Number<'t> {
    is_negative: bool,
    /// The digits before the point, without zeros in front.
    pub(super) whole: &'t str,
    /// The digits after the point, without zeros at their end.
    pub(super) fraction: &'t str,
}

impl<'t> Number<'t> {
    /// `-? [0-9]+ ( '.' [0-9]+ )?`
    pub(super) fn read(text: &'t str) -> Option<Number<'t>> {
        let (is_negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !are_digits(whole) || !are_digits(fraction) {
            return None;
        }
        let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
        // Zero has no sign.
        Some(Number { is_negative: is_negative && !(whole.is_empty() && fraction.is_empty()), whole, fraction })
    }

    pub(super) fn is_negative(self) -> bool {
        self.is_negative
    }
}

impl Ord for Number<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let sizes = || {
            let lengths = self.whole.len().cmp(&other.whole.len());
            lengths.then_with(|| self.whole.cmp(other.whole)).then_with(|| self.fraction.cmp(other.fraction))
        };
        match (self.is_negative, other.is_negative) {
            (false, false) => sizes(),
            (true, true) => sizes().reverse(),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Number<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(text: &str, value: &str) -> Option<Ordering> {
        Value::new(value).compare(text)
    }

    #[test]
    fn numbers_are_compared_as_numbers() {
        use Ordering::{Equal, Greater, Less};
        for (one, other, order) in [
            ("03", "3", Equal),
            ("3.10", "3.1", Equal),
            ("-0", "0.0", Equal),
            ("9", "10", Less),
            ("-9", "-10", Greater),
            ("-1", "1", Less),
            ("2.5", "2.45", Greater),
            ("12345678901234567891", "12345678901234567890", Greater),
        ] {
            assert_eq!(compare(one, other), Some(order), "{one} {other}");
        }
        for text in ["", "-", "3.", ".5", "1e3", "+3", "3 "] {
            assert_eq!(Number::read(text), None, "{text}");
        }
    }

    #[test]
    fn dates_are_compared_as_far_as_both_are_known() {
        use Ordering::{Equal, Greater, Less};
        let in_dates = |one: &str, other: &str| Value::of(other, true).compare(one);
        for (one, other, order) in [
            ("1990.??.??", "1990", Some(Equal)),
            ("1990.05.03", "1990", Some(Equal)),
            ("1990.05.03", "1990.05.04", Some(Less)),
            ("1991.??.??", "1990.12.31", Some(Greater)),
            ("1990.??.07", "1990.05.03", Some(Equal)),
            ("1990-05-03", "1990.05.02", Some(Greater)),
            ("????.??.??", "1990", None),
            ("????.05.??", "1990", None),
            ("yesterday", "1990", None),
            ("1990.5-3", "1990", None),
        ] {
            assert_eq!((compare(one, other), in_dates(one, other)), (order, order), "{one} {other}");
        }
        assert!(Value::new("????.??.??").is("????.??.??"));
        // What would be a number elsewhere.
        assert_eq!((in_dates("1990.05", "1990"), in_dates("1990", "1990.05")), (Some(Equal), Some(Equal)));
        assert_eq!((in_dates("1990.10", "1990.1"), compare("1990.10", "1990.1")), (Some(Greater), Some(Equal)));
        assert_eq!((in_dates("1989", "1990.05"), in_dates("12", "3")), (Some(Less), Some(Greater)));
    }

    #[test]
    fn words_are_equal_whatever_their_capitals() {
        for (one, other) in [("ada NERI", "Ada Neri"), ("ZOË", "zoë"), ("\u{212a}", "k")] {
            assert!(Value::new(one).is(other) && Value::new(other).is(one), "{one} {other}");
        }
        assert!(!Value::new("Ada").is("Ada Neri") && !Value::new("").is("x"));
        assert_eq!(compare("a", "b"), None);
    }
}
