//! Eight bytes at once, as a number whose lowest byte is the first of them.

const LOW: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte: that of the bytes beyond ASCII.
pub(crate) const HIGH: u64 = LOW << 7;

/// Eight times the same byte.
pub(crate) const fn of(byte: u8) -> u64 {
    LOW * byte as u64
}

/// The highest bit of the first byte that is `byte`; perhaps also bits of bytes after it.
#[inline(always)]
pub(crate) fn equal(word: u64, byte: u8) -> u64 {
    let differs = word ^ of(byte);
    differs.wrapping_sub(LOW) & !differs & HIGH
}

/// The highest bit of the first byte below 0x20; perhaps also bits of bytes after it.
#[inline(always)]
pub(crate) fn control(word: u64) -> u64 {
    word.wrapping_sub(LOW * 0x20) & !word & HIGH
}

/// All bits of the bytes that are letters, up to the first byte that is not a letter.
#[inline(always)]
pub(crate) fn letters(word: u64) -> u64 {
    // No sum carries into the next byte where no byte has its highest bit set.
    let small = (word | LOW << 5) & !HIGH;
    let from_a = small + LOW * (0x80 - b'a' as u64);
    let beyond_z = small + LOW * (0x7f - b'z' as u64);
    let letters = from_a & !beyond_z & !word & HIGH;
    // The highest bit of each byte decides. The result masks the letters before the first other byte.
    let other = !letters & HIGH;
    if other == 0 { u64::MAX } else { (1 << (other.trailing_zeros() - 7)) - 1 }
}

/// The highest bit of each byte that is no digit.
#[inline(always)]
pub(crate) fn no_digits(word: u64) -> u64 {
    let digits = word ^ of(b'0');
    // No sum carries into the next byte where no byte has its highest bit set.
    (((digits & !HIGH) + of(0x80 - 10)) | digits) & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_words_are_what_they_are_alone() {
        for byte in 0..=255_u8 {
            for at in 0..8 {
                let mut bytes = *b"azAZmMbB";
                bytes[at] = byte;
                let word = u64::from_le_bytes(bytes);
                let expected = bytes.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
                assert_eq!(letters(word).trailing_ones() as usize, 8 * expected, "{bytes:?}");
                let first = bytes.iter().position(|&byte| byte < 0x20);
                assert_eq!(
                    first,
                    (control(word) != 0).then(|| control(word).trailing_zeros() as usize / 8),
                    "{bytes:?}"
                );
                for sought in *b"\"\\\nA" {
                    let found = equal(word, sought);
                    let first = bytes.iter().position(|&byte| byte == sought);
                    assert_eq!(first, (found != 0).then(|| found.trailing_zeros() as usize / 8), "{bytes:?}");
                }
            }
        }
    }

    #[test]
    fn digits_are_told_from_other_bytes() {
        for text in ["0", "7", "10", "99", "123", "9999", "10203", "987654", "1234567", "99999999", "00000001"] {
            for after in [",1\r\n00000", "\n99999999", "/:-x\u{fffd}00"] {
                let bytes = [text, after].concat().into_bytes();
                let word = u64::from_le_bytes(*bytes.first_chunk().expect("eight bytes"));
                let count = text.len() as u32;
                assert_eq!(no_digits(word).trailing_zeros() / 8, count, "{text}{after}");
            }
        }
        for byte in 0..=255_u8 {
            let expected = if byte.is_ascii_digit() { 0 } else { 0x80 };
            assert_eq!(no_digits(of(byte)), of(expected), "{byte}");
        }
    }
}
