//! Dates as SGF writes them.

/// `2009-3-1` as `2009.03.01`: the first date, padded; any other text stays as it is.
pub(crate) fn date(value: &str) -> String {
    PaddedDate::of(value).as_ref().map_or(value, PaddedDate::text).to_owned()
}

/// What ends the first date of a value.
pub(super) const DATE_ENDS: [char; 3] = [',', ' ', 'T'];

/// A date as `2009.03.01`.
pub(super) struct PaddedDate([u8; 10]);

impl PaddedDate {
    /// The first date of a value.
    pub(super) fn of(value: &str) -> Option<PaddedDate> {
        let first = value.split(DATE_ENDS).next()?.as_bytes();
        let mut parts = first.split(|byte| matches!(byte, b'-' | b'.' | b'/'));
        let year: [u8; 4] = parts.next()?.try_into().ok()?;
        let (month, day) = (parts.next(), parts.next());
        if parts.next().is_some() || !year.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let two = |part: Option<&[u8]>| match part {
            None => Some(*b"??"),
            Some(&[ones @ b'0'..=b'9']) => Some([b'0', ones]),
            Some(&[tens @ b'0'..=b'9', ones @ b'0'..=b'9']) => Some([tens, ones]),
            Some(_) => None,
        };
        let mut date = *b"0000.00.00";
        date[..4].copy_from_slice(&year);
        date[5..7].copy_from_slice(&two(month)?);
        date[8..].copy_from_slice(&two(day)?);
        Some(PaddedDate(date))
    }

    pub(super) fn text(&self) -> &str {
        // All of it is ASCII.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}
