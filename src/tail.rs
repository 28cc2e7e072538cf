//! The end of a text that grows by a few bytes at a time. The buffer has room after it, so that a piece of known size
//! is stored at once, whatever its length: appending each piece by itself takes longer than spelling it.

use std::fmt;

/// A text and the room after it.
#[derive(Default)]
pub(crate) struct Tail {
    /// The text, then bytes that mean nothing.
    bytes: Vec<u8>,
    length: usize,
}

impl From<Vec<u8>> for Tail {
    /// Continues a text.
    fn from(bytes: Vec<u8>) -> Tail {
        Tail { length: bytes.len(), bytes }
    }
}

impl Tail {
    /// Appends the first `length` of these bytes.
    #[inline(always)]
    pub(crate) fn put<const N: usize>(&mut self, bytes: [u8; N], length: usize) {
        debug_assert!(length <= N);
        self.fill(|room| {
            *room = bytes;
            length
        });
    }

    /// Lets `write` spell something into the room after the text, and say how many bytes it takes.
    #[inline(always)]
    pub(crate) fn fill<const N: usize>(&mut self, write: impl FnOnce(&mut [u8; N]) -> usize) {
        let end = self.length + N;
        if end > self.bytes.len() {
            self.make_room(N);
        }
        if let Some(room) = self.bytes.get_mut(self.length..end).and_then(|room| room.first_chunk_mut()) {
            self.length += write(room).min(N);
        }
    }

    /// Appends all of these bytes.
    #[inline(always)]
    pub(crate) fn all<const N: usize>(&mut self, bytes: &[u8; N]) {
        self.put(*bytes, N);
    }

    /// Appends bytes.
    #[inline]
    pub(crate) fn append(&mut self, bytes: &[u8]) {
        let end = self.length + bytes.len();
        if end > self.bytes.len() {
            self.make_room(bytes.len());
        }
        self.bytes[self.length..end].copy_from_slice(bytes);
        self.length = end;
    }

    /// Appends bytes with a sign before and after them.
    #[inline]
    pub(crate) fn enclosed(&mut self, bytes: &[u8], sign: u8) {
        let end = self.length + bytes.len() + 2;
        if end > self.bytes.len() {
            self.make_room(bytes.len() + 2);
        }
        if let [first, between @ .., last] = &mut self.bytes[self.length..end] {
            (*first, *last) = (sign, sign);
            between.copy_from_slice(bytes);
            self.length = end;
        }
    }

    /// Appends a number.
    #[inline]
    pub(crate) fn number(&mut self, number: u64) {
        match number {
            0..10 => self.all(&[b'0' + number as u8]),
            10..100 => self.all(&[b'0' + (number / 10) as u8, b'0' + (number % 10) as u8]),
            _ => self.append(itoa::Buffer::new().format(number).as_bytes()),
        }
    }

    /// Makes room for `count` bytes and some more.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, count: usize) {
        /// How much room is made at once; filling more with zeros would be wasted.
        const MORE: usize = 4096;
        self.bytes.resize(self.length + count + MORE, 0);
    }

    /// How long the text is.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// How many bytes fit, including those of the text.
    pub(crate) fn room(&self) -> usize {
        self.bytes.capacity()
    }

    /// The text.
    #[inline(always)]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// The text, for changes that keep its length.
    #[inline(always)]
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..self.length]
    }

    /// Drops what stands from byte `length` on.
    #[inline]
    pub(crate) fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
    }

    /// The text alone.
    pub(crate) fn into_bytes(mut self) -> Vec<u8> {
        self.bytes.truncate(self.length);
        self.bytes
    }

    /// Lets `write` append to the text in any way.
    pub(crate) fn with<R>(&mut self, write: impl FnOnce(&mut Vec<u8>) -> R) -> R {
        self.bytes.truncate(self.length);
        let done = write(&mut self.bytes);
        self.length = self.bytes.len();
        done
    }
}

impl fmt::Debug for Tail {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Tail").field("length", &self.length).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_comes_to_the_end_of_the_text() {
        let (mut tail, mut expected) = (Tail::from("é".as_bytes().to_vec()), String::from("é"));
        for number in 0..10_000_usize {
            let length = number % 4;
            tail.put(*b"abc", length);
            expected.push_str(&"abc"[..length]);
            if number % 100 == 0 {
                tail.number(number as u64);
                expected.push_str(&number.to_string());
                tail.with(|text| text.push(b'x'));
                tail.truncate(expected.len());
            }
            assert_eq!(tail.len(), expected.len());
        }
        assert_eq!(tail.into_bytes(), expected.as_bytes());
    }
}
