//! Names of properties.

/// The name of a property: its capital letters and digits, eight of them at most, as the bytes of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Name(pub(super) u64);

impl Name {
    /// A name that is known.
    #[inline(always)]
    pub(super) const fn of(name: &str) -> Name {
        let (bytes, mut index, mut sum) = (name.as_bytes(), 0, Name(0));
        while index < bytes.len() {
            sum = sum.with(bytes[index]);
            index += 1;
        }
        sum
    }

    /// The name with one more letter; small ones do not count, and too many make a name that nobody knows.
    #[inline(always)]
    pub(super) const fn with(self, byte: u8) -> Name {
        if byte.is_ascii_lowercase() { self } else { Name(self.0 << 8 | byte as u64) }
    }

    /// A number below 64 for the name. Names that most files have get different numbers; others may share one.
    #[inline(always)]
    pub(super) const fn slot(self) -> usize {
        (self.0.wrapping_mul(0xf1a0_82ef_6f4f_d9db) >> 58) as usize
    }

    /// The bit of that number.
    #[inline(always)]
    pub(super) const fn bit(self) -> u64 {
        1 << self.slot()
    }

    /// Whether all its letters are used, so that the real name may be longer.
    pub(super) fn is_full(self) -> bool {
        self.0 >> 56 != 0
    }

    /// The name of the tag that keeps such a property: `SGF-AP`.
    pub(super) fn tag(self, buffer: &mut [u8; 12]) -> &str {
        let mut length = 0;
        for byte in b"SGF-".iter().copied().chain(self.0.to_be_bytes()).filter(|byte| *byte != 0) {
            buffer[length] = byte;
            length += 1;
        }
        std::str::from_utf8(&buffer[..length]).unwrap_or_default()
    }

    pub(super) fn is_any_of(self, names: &[Name]) -> bool {
        names.contains(&self)
    }
}

/// Many names.
pub(super) const fn names<const N: usize>(names: [&str; N]) -> [Name; N] {
    let (mut all, mut index) = ([Name(0); N], 0);
    while index < N {
        all[index] = Name::of(names[index]);
        index += 1;
    }
    all
}
