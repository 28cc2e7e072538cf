//! Words with one bit for each square, in the widths that boards need. The width is chosen once for each record.

use std::fmt;
use std::hash::Hash;
use std::ops::{BitOr, BitXor};

/// A set of bits wide enough for some boards.
pub(crate) trait Word:
    Copy + Default + Eq + Hash + BitOr<Output = Self> + BitXor<Output = Self> + Send + Sync + fmt::Debug + 'static
{
    /// How many bits there are.
    const BITS: u32;

    /// Whether bit `at` is set.
    fn has(self, at: u32) -> bool;

    /// Sets bit `at`.
    fn set(&mut self, at: u32);

    /// The 32 bits from bit `at` on, which must be below the width.
    fn part(self, at: u32) -> u32;

    /// How many bits are set from bit `at` on, up to the first that is not, which is one of the next 32.
    fn filled_from(self, at: u32) -> u32 {
        self.part(at).trailing_ones()
    }

    /// The set with the lowest unset bit from `at` on added. There is one.
    fn with_lowest_free(self, at: u32) -> Self;

    /// How many bits are set.
    fn count(self) -> u32;

    /// Whether `at` is one of four bits set at equal distances of `stride`.
    ///
    /// Callers leave an empty bit between columns, so that no line runs around the edge of the board.
    fn four_through(self, at: u32, stride: u32) -> bool;

    /// Whether any four bits are set at equal distances of `stride`.
    fn has_four(self, stride: u32) -> bool;
}

macro_rules! narrow {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;

            #[inline(always)]
            fn has(self, at: u32) -> bool {
                self >> at & 1 == 1
            }

            #[inline(always)]
            fn set(&mut self, at: u32) {
                *self |= 1 << at;
            }

            #[inline(always)]
            fn part(self, at: u32) -> u32 {
                (self >> at) as u32
            }

            /// One more at `at` is carried to the first bit that is not set.
            #[inline(always)]
            fn with_lowest_free(self, at: u32) -> Self {
                self | self.wrapping_add(1 << at)
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            /// The whole board at once: two shifts find where four bits begin.
            #[inline(always)]
            fn four_through(self, at: u32, stride: u32) -> bool {
                let pairs = self & self >> stride;
                let fours = pairs & pairs >> (2 * stride);
                fours != 0 && (0..4).any(|back| back * stride <= at && fours.has(at - back * stride))
            }

            #[inline(always)]
            fn has_four(self, stride: u32) -> bool {
                let pairs = self & self >> stride;
                pairs & pairs >> (2 * stride) != 0
            }

        }
    )*};
}

narrow!(u64, u128);

/// As many bits as the largest board has, with one between columns: 26 x 27.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Wide([u64; 11]);

impl fmt::Debug for Wide {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.0).finish()
    }
}

impl BitOr for Wide {
    type Output = Wide;

    #[inline(always)]
    fn bitor(self, other: Wide) -> Wide {
        Wide(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }
}

impl BitXor for Wide {
    type Output = Wide;

    #[inline(always)]
    fn bitxor(self, other: Wide) -> Wide {
        Wide(std::array::from_fn(|index| self.0[index] ^ other.0[index]))
    }
}

impl Word for Wide {
    const BITS: u32 = 11 * 64;

    fn has(self, at: u32) -> bool {
        self.0.get(at as usize / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    fn set(&mut self, at: u32) {
        if let Some(word) = self.0.get_mut(at as usize / 64) {
            *word |= 1 << (at % 64);
        }
    }

    fn part(self, at: u32) -> u32 {
        let word = |index: usize| u128::from(self.0.get(index).copied().unwrap_or_default());
        let (index, within) = (at as usize / 64, at % 64);
        ((word(index) | word(index + 1) << 64) >> within) as u32
    }

    fn with_lowest_free(mut self, at: u32) -> Self {
        self.set(at + self.filled_from(at));
        self
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Steps from the square both ways: on eleven words that is cheaper than shifting them all.
    fn four_through(self, at: u32, stride: u32) -> bool {
        let up = (1..4).take_while(|step| self.has(at + step * stride)).count();
        let down = (1..4).take_while(|step| step * stride <= at && self.has(at - step * stride)).count();
        self.has(at) && up + down >= 3
    }

    /// As on narrow words. No stride is more than 28, so twice a stride is less than a word is wide.
    fn has_four(self, stride: u32) -> bool {
        let pairs = self.and_down(stride);
        pairs.and_down(2 * stride) != Wide::default()
    }
}

impl Wide {
    /// The bits that are set here and `by` bits further up. `by` is above 0 and less than the width of a word.
    #[inline(always)]
    fn and_down(self, by: u32) -> Wide {
        let word = |index: usize| self.0.get(index).copied().unwrap_or_default();
        Wide(std::array::from_fn(|index| word(index) & (word(index) >> by | word(index + 1) << (u64::BITS - by))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of four that lies across two words, and three that do not make one.
    #[test]
    fn a_line_across_words_is_seen() {
        for stride in [1_u32, 13, 26, 27, 28] {
            for from in (0..Wide::BITS - 3 * stride).step_by(7) {
                let (mut three, mut four) = (Wide::default(), Wide::default());
                for step in 0..4 {
                    four.set(from + step * stride);
                    if step != 1 {
                        three.set(from + step * stride);
                    }
                }
                assert!(four.has_four(stride) && !three.has_four(stride), "{from} by {stride}");
            }
        }
    }

    /// The narrow words check the wide one: every set of the ten squares of a line, and every square of it.
    #[test]
    fn widths_agree() {
        for stride in [1_u32, 4, 5, 6] {
            for pattern in 0..1_u32 << 10 {
                let (mut narrow, mut middle, mut wide) = (0_u64, 0_u128, Wide::default());
                for step in (0..10).filter(|step| pattern >> step & 1 == 1) {
                    narrow.set(step * stride);
                    middle.set(step * stride);
                    wide.set(step * stride);
                }
                for at in 0..64 {
                    let expected = (0..32).filter(|bit| middle.has(at + bit)).fold(0, |part, bit| part | 1_u32 << bit);
                    assert_eq!([narrow.part(at), middle.part(at), wide.part(at)], [expected; 3], "{pattern:b} at {at}");
                    let filled = (0..).take_while(|bit| wide.has(at + bit)).count() as u32;
                    let counts = [narrow.filled_from(at), middle.filled_from(at), wide.filled_from(at)];
                    assert_eq!(counts, [filled; 3], "{pattern:b} at {at}");
                    let mut more = wide;
                    more.set(at + filled);
                    assert_eq!(wide.with_lowest_free(at), more);
                    assert_eq!(middle.with_lowest_free(at), middle | 1 << (at + filled));
                    assert!(at + filled > 63 || narrow.with_lowest_free(at) == narrow | 1 << (at + filled));
                }
                assert_eq!([narrow.count(), middle.count(), wide.count()], [pattern.count_ones(); 3]);
                assert_eq!((wide ^ Wide::default(), wide | wide, wide ^ wide), (wide, wide, Wide::default()));
                let mut any = false;
                for step in (0..10).filter(|step| pattern >> step & 1 == 1) {
                    let at = step * stride;
                    any |= narrow.four_through(at, stride);
                    let expected = narrow.four_through(at, stride);
                    assert_eq!(middle.four_through(at, stride), expected);
                    assert_eq!(wide.four_through(at, stride), expected, "{pattern:b} at {at} by {stride}");
                }
                assert_eq!([narrow.has_four(stride), middle.has_four(stride), wide.has_four(stride)], [any; 3]);
            }
        }
    }
}
