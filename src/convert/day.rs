//! The date of a record as formats with days and months of their own take it.

/// A date of a transcript, `2024.05.17`; the day, or month and day, may be unknown, `2024.05.??`.
pub(super) struct Day<'d> {
    pub(super) year: &'d str,
    pub(super) month: Option<&'d str>,
    pub(super) day: Option<&'d str>,
}

impl Day<'_> {
    /// `None` for any other text, and where the day is known but the month is not.
    pub(super) fn read(date: &str) -> Option<Day<'_>> {
        let is_number =
            |text: &str, length: usize| text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
        let mut parts = date.split('.');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let part = |text| if text == "??" { Some(None) } else { is_number(text, 2).then_some(Some(text)) };
        let (month, day) = (part(month)?, part(day)?);
        let is_one = is_number(year, 4) && parts.next().is_none() && (day.is_none() || month.is_some());
        is_one.then_some(Day { year, month, day })
    }

    /// What is known of it, with hyphens: `2024-05`.
    pub(super) fn with_hyphens(&self) -> String {
        [Some(self.year), self.month, self.day].into_iter().flatten().collect::<Vec<_>>().join("-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_written_as_far_as_it_is_known() {
        let written = |date| Day::read(date).map(|day| day.with_hyphens());
        assert_eq!(written("2024.05.17").as_deref(), Some("2024-05-17"));
        assert_eq!(written("2024.05.??").as_deref(), Some("2024-05"));
        assert_eq!(written("2024.??.??").as_deref(), Some("2024"));
        for date in ["2024.??.05", "????.05.17", "????.??.??", "2024", "17.05.2024", "2024.5.17", "2024.05.17.1", ""] {
            assert_eq!(written(date), None, "{date}");
        }
    }
}
