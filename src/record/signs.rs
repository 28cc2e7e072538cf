//! Finds signs one after the other, in blocks of 64 bytes.

use wide::u8x16;

/// How many bytes are looked at together: as many as a number has bits.
const BLOCK: usize = 64;

/// The bytes that are `sign`: all bits of each are set.
#[inline(always)]
pub(crate) fn is(bytes: u8x16, sign: u8) -> u8x16 {
    bytes.simd_eq(u8x16::splat(sign))
}

/// What signs are looked for.
pub(crate) trait Sought: Copy {
    /// The bytes that are such signs: all bits of each are set.
    fn among(self, bytes: u8x16) -> u8x16;
}

/// The signs in a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signs<'b, S> {
    bytes: &'b [u8],
    sought: S,
    /// Where the block at hand begins, and a bit for each sign in it, the lowest for its first byte.
    block: usize,
    found: u64,
}

impl<'b, S: Sought> Signs<'b, S> {
    /// All such signs in `bytes`.
    #[inline(always)]
    pub(crate) fn new(bytes: &'b [u8], sought: S) -> Self {
        let mut signs = Signs { bytes, sought, block: 0, found: 0 };
        signs.look_at(0);
        signs
    }

    /// The text.
    #[inline(always)]
    pub(crate) fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// The first sign at `at` or after it. Callers go forward: no earlier call had a larger `at`.
    #[inline(always)]
    pub(crate) fn next(&mut self, at: usize) -> Option<usize> {
        // A sign that was found far ahead leaves its block at hand: before it there is none.
        let passed = at.saturating_sub(self.block);
        let mut found = 0;
        if passed < BLOCK {
            found = self.found & (u64::MAX << passed);
        } else {
            self.block = at - BLOCK;
        }
        while found == 0 {
            if self.bytes.len().saturating_sub(self.block) <= BLOCK {
                return None;
            }
            self.look_at(self.block + BLOCK);
            found = self.found;
        }
        Some(self.block + found.trailing_zeros() as usize)
    }

    #[inline(always)]
    fn look_at(&mut self, block: usize) {
        let rest = self.bytes.get(block..).unwrap_or_default();
        self.block = block;
        self.found = match rest.first_chunk() {
            Some(whole) => self.signs_in(whole),
            None => self.signs_in_last(rest),
        };
    }

    /// The signs in the last bytes of the text, which are fewer than a block.
    #[inline(never)]
    fn signs_in_last(&self, rest: &[u8]) -> u64 {
        let mut block = [0; BLOCK];
        block[..rest.len()].copy_from_slice(rest);
        self.signs_in(&block) & ((1 << rest.len()) - 1)
    }

    #[inline(always)]
    fn signs_in(&self, block: &[u8; BLOCK]) -> u64 {
        let (parts, _) = block.as_chunks::<16>();
        let bits = parts.iter().map(|part| u64::from(self.sought.among(u8x16::new(*part)).to_bitmask()));
        bits.rev().fold(0, |found, bits| found << 16 | bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNS: [u8; 3] = [b'"', 0, 0xff];

    #[derive(Clone, Copy)]
    struct Few;

    impl Sought for Few {
        fn among(self, bytes: u8x16) -> u8x16 {
            SIGNS.into_iter().fold(u8x16::splat(0), |found, sign| found | is(bytes, sign))
        }
    }

    /// Every sign is found, from every place on, whatever the length of the text.
    #[test]
    fn signs_are_found_one_after_the_other() {
        let mut random = fastrand::Rng::with_seed(5);
        for length in 0..300 {
            let rarity = 1 + random.usize(..80);
            let mut byte = || if random.usize(..rarity) == 0 { random.choice(SIGNS).unwrap_or(0) } else { b'a' };
            let text: Vec<u8> = (0..length).map(|_| byte()).collect();
            let mut signs = Signs::new(&text, Few);
            let mut at = 0;
            while at <= length {
                let expected = (at..length).find(|at| SIGNS.contains(&text[*at]));
                assert_eq!(signs.next(at), expected, "{text:?} from {at}");
                at += 1 + random.usize(..3) * random.usize(..50);
            }
        }
    }
}
