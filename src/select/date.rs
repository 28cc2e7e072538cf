//! Dates of tags; parts of a date may be unknown: `1990.??.??`.

use std::cmp::Ordering;

/// A date as far as it is known: year, month, day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Date {
    parts: [u16; 3],
    /// How many parts are known.
    known: usize,
}

impl Date {
    /// `year ( sign month ( sign day )? )?`, where the sign is `.`, `-` or `/` and a part may be unknown: `??`.
    pub(crate) fn read(text: &str) -> Option<Date> {
        let bytes = text.as_bytes();
        let (year, mut rest) = (bytes.get(..4)?, &bytes[4..]);
        let mut date = Date { parts: [0; 3], known: 0 };
        let mut is_known = date.take(year)?;
        let mut sign = None;
        for _ in 0..2 {
            let Some((first, part)) = rest.split_first() else { break };
            // A date has one sign all through.
            if !matches!(first, b'.' | b'-' | b'/') || *sign.get_or_insert(*first) != *first {
                return None;
            }
            let length = part.iter().position(|byte| byte == first).unwrap_or(part.len());
            let (part, after) = part.split_at(length);
            if !(1..=2).contains(&part.len()) {
                return None;
            }
            let mut further = date;
            // Parts known after an unknown one say nothing about the order.
            let found = further.take(part)?;
            if is_known {
                date = further;
            }
            is_known &= found;
            rest = after;
        }
        rest.is_empty().then_some(date)
    }

    /// Adds a part; whether it is known. `None`: it is no part of a date.
    fn take(&mut self, part: &[u8]) -> Option<bool> {
        if part.iter().all(|byte| *byte == b'?') {
            return Some(false);
        }
        let number = std::str::from_utf8(part).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?;
        *self.parts.get_mut(self.known)? = number.parse().ok()?;
        self.known += 1;
        Some(true)
    }

    /// The known parts.
    pub(crate) fn known(&self) -> &[u16] {
        &self.parts[..self.known]
    }

    /// Compares the parts that both dates have; `None` if they share none.
    pub(super) fn compare(&self, other: &Date) -> Option<Ordering> {
        let known = self.known.min(other.known);
        (known > 0).then(|| self.parts[..known].cmp(&other.parts[..known]))
    }
}
