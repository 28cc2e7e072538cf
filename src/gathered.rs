//! Appends ASCII to a text, a few bytes at a time. They are gathered and copied together: to append each by itself takes
//! longer than to write it.

/// What bytes are appended to.
pub(crate) trait Appends {
    /// Appends bytes of ASCII.
    fn append(&mut self, ascii: &[u8]);
}

impl Appends for Vec<u8> {
    #[inline]
    fn append(&mut self, ascii: &[u8]) {
        self.extend_from_slice(ascii);
    }
}

impl Appends for String {
    #[inline]
    fn append(&mut self, ascii: &[u8]) {
        self.push_str(std::str::from_utf8(ascii).unwrap_or_default());
    }
}

/// A few bytes of ASCII, on their way to the end of a text.
#[derive(Debug)]
pub(crate) struct Gathered {
    bytes: [u8; 128],
    count: usize,
}

impl Default for Gathered {
    #[inline]
    fn default() -> Gathered {
        Gathered { bytes: [0; 128], count: 0 }
    }
}

impl Gathered {
    /// Adds the first `length` of these bytes, at most 128. If there is no room, `out` gets what stands before them.
    #[inline(always)]
    pub(crate) fn add<const N: usize>(&mut self, bytes: [u8; N], length: usize, out: &mut impl Appends) {
        debug_assert!(length <= N && N <= self.bytes.len() && bytes[..length].is_ascii());
        if self.count + N > self.bytes.len() {
            self.copy_to(out);
        }
        if let Some(room) = self.bytes.get_mut(self.count..).and_then(|rest| rest.first_chunk_mut()) {
            *room = bytes;
            self.count += length;
        }
    }

    /// Appends what was gathered.
    #[inline(never)]
    pub(crate) fn copy_to(&mut self, out: &mut impl Appends) {
        out.append(&self.bytes[..self.count]);
        self.count = 0;
    }

    /// What was gathered.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.count]
    }

    /// The same, to change it.
    #[inline]
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gathered_comes_to_the_end_of_the_text() {
        let (mut gathered, mut text, mut expected) = (Gathered::default(), String::from("é"), String::from("é"));
        for number in 0..1000_usize {
            let length = number % 4;
            gathered.add(*b"abc", length, &mut text);
            expected.push_str(&"abc"[..length]);
            assert_eq!(text.len() + gathered.bytes().len(), expected.len());
        }
        gathered.copy_to(&mut text);
        assert_eq!(text, expected);
    }
}
