//! The dates of games in a tree, small enough for the tables of an index.

use std::fmt;

use crate::select::date;

/// A date whose year is known. Dates are ordered by their known parts, shorter ones first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(u32);

impl Date {
    /// Reads `1979.05.19` as [`select`](crate::select) does; `None` if the year is not known, as in `27.11.2026`.
    pub fn read(text: &str) -> Option<Date> {
        let date = date::Date::read(text.trim())?;
        let part = |index: usize, most: u16| date.known().get(index).copied().filter(|part| (1..=most).contains(part));
        let year = u32::from(part(0, 9999)?);
        let month = u32::from(part(1, 12).unwrap_or(0));
        let day = u32::from(part(2, 31).filter(|_| month > 0).unwrap_or(0));
        Some(Date(year * 10_000 + month * 100 + day))
    }

    /// The date as a number, which is not 0.
    pub(super) fn number(self) -> u32 {
        self.0
    }

    /// The date that [`Date::number`] has made a number of; `None` for 0.
    pub(super) fn of_number(number: u32) -> Option<Date> {
        (number > 0).then_some(Date(number))
    }

    /// The year, and the month and the day if they are known.
    pub fn parts(self) -> (u32, Option<u32>, Option<u32>) {
        let known = |part: u32| Some(part).filter(|part| *part > 0);
        (self.0 / 10_000, known(self.0 / 100 % 100), known(self.0 % 100))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
        write!(out, "{year:04}")?;
        for part in [month, day] {
            match part {
                None => out.write_str(".??")?,
                Some(part) => write!(out, ".{part:02}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_parts_stay_unknown() {
        let shown = |text: &str| Date::read(text).map(|date| date.to_string());
        for (text, expected) in [
            ("1979.05.19", Some("1979.05.19")),
            ("1979-5-9", Some("1979.05.09")),
            ("1990.??.??", Some("1990.??.??")),
            ("1990", Some("1990.??.??")),
            ("1990.??.07", Some("1990.??.??")),
            ("????.??.??", None),
            ("27.11.2026", None),
            ("1.2.03", None),
            ("1990.01-02", None),
            ("1990.13.02", Some("1990.??.??")),
            ("soon", None),
        ] {
            assert_eq!(shown(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn shorter_dates_come_first() {
        let dates = ["1989.12.31", "1990.??.??", "1990.01.??", "1990.01.01", "1990.01.02"].map(Date::read);
        assert!(dates.is_sorted() && dates.iter().all(Option::is_some));
    }
}
