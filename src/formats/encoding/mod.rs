//! Finds the encoding of a file of another program, and gives its text in UTF-8 with the way back to the file's bytes.
//!
//! The encoding is looked for in this order: a byte-order mark; zero bytes that only UTF-16 has; UTF-8, if the bytes are
//! valid; what the file itself declares, if it is decoded without an error; UTF-8 with a few damaged bytes; words that
//! only one encoding has; what statistics of the letters suggest; and at last windows-1252, which reads any bytes.
//!
//! `words` collects what the statistics look at, `decoded` is the text in UTF-8.

mod decoded;
mod words;

use encoding_rs::{
    BIG5, DecoderResult, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1252,
};
use serde::{Deserialize, Serialize};

pub(super) use decoded::Decoded;

use words::Words;

/// The encoding of a file, and how it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    pub(super) encoding: &'static Encoding,
    pub(super) how: How,
}

/// How an encoding is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum How {
    /// The caller names it, or the bytes leave no choice.
    Certain,
    /// The file declares it.
    Declared,
    /// It was guessed.
    Guessed,
    /// Nothing else reads the bytes.
    LastResort,
    /// The start of the file is ASCII, which decides nothing: each later part that is not UTF-8 gets its own encoding.
    Ascii,
}

/// Words of results that prove GBK: 黑胜, 白胜, 和棋, 抓禁.
const GBK_WORDS: [&[u8]; 4] = [b"\xba\xda\xca\xa4", b"\xb0\xd7\xca\xa4", b"\xba\xcd\xc6\xe5", b"\xd7\xa5\xbd\xfb"];

/// The encoding that a label names: a label of web pages, or what Windows and older programs call the same code page.
pub fn named(label: &str) -> Option<&'static Encoding> {
    let label = label.trim();
    let is_any = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(label));
    let usual = match () {
        () if is_any(&["cp932", "windows-932", "ms932"]) => "shift_jis",
        () if is_any(&["cp936", "windows-936", "ms936", "euc-cn", "euccn"]) => "gbk",
        () if is_any(&["cp949", "ms949", "uhc"]) => "euc-kr",
        () if is_any(&["cp950", "windows-950", "ms950", "big-5"]) => "big5",
        () => label,
    };
    // In ISO-2022-JP bytes of letters look like brackets and line ends.
    Encoding::for_label(usual.as_bytes()).filter(|encoding| *encoding != ISO_2022_JP)
}

/// Finds the encoding of `bytes`, the start of a file or all of it. `declared` is the name that the file gives; `last`
/// says whether the file ends with `bytes`.
pub(super) fn detect(bytes: &[u8], declared: Option<&str>, last: bool) -> Found {
    let found = |encoding, how| Found { encoding, how };
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return found(encoding, How::Certain);
    }
    if let Some(encoding) = utf16_without_mark(bytes) {
        return found(encoding, How::Guessed);
    }
    if is_utf8(bytes, last) {
        return found(UTF_8, How::Certain);
    }
    // A name that could be read as ASCII does not stand in UTF-16.
    let is_of_bytes = |encoding: &&Encoding| *encoding != UTF_16LE && *encoding != UTF_16BE;
    let declared = declared.and_then(named).filter(is_of_bytes);
    if let Some(encoding) = declared.filter(|encoding| *encoding != UTF_8 && reads(encoding, bytes, last)) {
        return found(encoding, How::Declared);
    }
    if is_damaged_utf8(bytes) {
        return found(UTF_8, How::Certain);
    }
    if GBK_WORDS.iter().any(|word| memchr::memmem::find(bytes, word).is_some()) && reads(GBK, bytes, last) {
        return found(GBK, How::Guessed);
    }
    // How many bytes of words usually decide. If the guess cannot read the rest, all words are counted.
    const ENOUGH: usize = 4 * 1024;
    for most in [ENOUGH, usize::MAX] {
        let guess = Words::of(bytes, last, most).guess();
        let of_two_bytes = if is_of_two_bytes(guess) { None } else { of_brackets(bytes, last) };
        let guess = of_two_bytes.unwrap_or(guess);
        if reads(guess, bytes, last) {
            return found(guess, How::Guessed);
        }
    }
    found(WINDOWS_1252, How::LastResort)
}

/// Finds the encoding of several texts of a file, each with a line break after it. A few of them may be in another
/// encoding: programs that ask Windows for the letters mix encodings where their users send each other files.
pub(super) fn detect_of_texts(texts: &[u8]) -> Found {
    let found = detect(texts, None, true);
    if found.how == How::Certain || is_of_two_bytes(found.encoding) {
        return found;
    }
    /// How many lines there are for each that the encoding does not read, at least.
    const LEAST: usize = 4;
    let lines = || texts.split(|byte| *byte == b'\n').filter(|line| !line.is_ascii());
    let all = lines().count();
    let suits = |encoding: &'static Encoding| {
        let (mut rest, mut read) = (Vec::new(), 0);
        for line in lines().filter(|line| reads(encoding, line, true)) {
            rest.extend_from_slice(line);
            rest.push(b'\n');
            read += 1;
        }
        (all - read) * LEAST <= all && detect(&rest, None, true).encoding == encoding
    };
    let of_most = [GBK, BIG5, SHIFT_JIS, EUC_KR].into_iter().find(|encoding| suits(encoding));
    of_most.map_or(found, |encoding| Found { encoding, how: How::Guessed })
}

/// An encoding in which the `]` of a game tree are no text. Letters such as `表` in Shift-JIS and `功` in Big5 end with
/// the byte of a `\`: read as one byte a letter, `PB[表];B[hh]` would have the name `•\];B[hh`.
fn of_brackets(bytes: &[u8], last: bool) -> Option<&'static Encoding> {
    let mut ends = memchr::memmem::find_iter(bytes, b"\\]");
    let lead = ends.find_map(|at| {
        let lead = *bytes[..at].last()?;
        (lead > 0x80 && goes_on_as_tree(&bytes[at + 2..])).then_some(lead)
    })?;
    // With such a first byte the usual letters of these encodings begin.
    let likely = if lead < 0xa1 { [SHIFT_JIS, GBK, BIG5] } else { [BIG5, GBK, SHIFT_JIS] };
    likely.into_iter().find(|encoding| reads(encoding, bytes, last))
}

/// Whether a game tree goes on after the end of a value: with another property, or with brackets up to the end.
fn goes_on_as_tree(rest: &[u8]) -> bool {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | b';');
    let begins = rest.iter().position(|byte| !is_between(byte));
    let name = begins.map_or(&[][..], |at| &rest[at..]);
    let length = name.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    begins.is_none() || (1..=2).contains(&length) && name.get(length) == Some(&b'[')
}

/// Whether most letters of an encoding are two bytes.
fn is_of_two_bytes(encoding: &'static Encoding) -> bool {
    [GBK, GB18030, BIG5, SHIFT_JIS, EUC_JP, EUC_KR].contains(&encoding)
}

/// Whether the bytes are UTF-8; the last character may be cut off if more bytes follow.
fn is_utf8(bytes: &[u8], last: bool) -> bool {
    match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => !last && error.error_len().is_none(),
    }
}

/// Whether the bytes are UTF-8 with little damage: in no other encoding do so many letters look like UTF-8.
fn is_damaged_utf8(bytes: &[u8]) -> bool {
    /// How many letters beyond ASCII there are for each damaged one, at least. One wrong byte damages up to three places.
    const LEAST: usize = 4;
    // Of two bytes are letters of Europe. What else two bytes make is nearly always a letter of China, Korea or Japan in an
    // encoding of theirs: a third of the letters of GBK look so.
    let is_likely =
        |letter: char| letter.len_utf8() > 2 || matches!(letter, '\u{c0}'..='\u{17f}' | 'Ά'..='ώ' | 'А'..='я');
    let (mut likely, mut others) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        for letter in chunk.valid().chars().filter(|letter| !letter.is_ascii()) {
            *if is_likely(letter) { &mut likely } else { &mut others } += 1;
        }
        others += usize::from(!chunk.invalid().is_empty());
    }
    likely >= LEAST * others
}

/// UTF-16 without a mark, if most letters are ASCII or the text is a game tree: every second byte is zero.
fn utf16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(256) & !1];
    let zeros = |place: usize| head.chunks_exact(2).filter(|unit| unit[place] == 0 && unit[1 - place] != 0).count();
    let most = head.len() / 2;
    // The brackets of a game tree decide, even if few of its letters are Latin.
    let start = &bytes[..bytes.len().min(4096) & !1];
    let begins_tree = |four: &[u8]| memchr::memmem::find_iter(start, four).any(|at| at % 2 == 0);
    match most {
        0 | 1 => None,
        _ if begins_tree(b"(\0;\0") => Some(UTF_16LE),
        _ if begins_tree(b"\0(\0;") => Some(UTF_16BE),
        _ if zeros(1) * 4 >= most * 3 => Some(UTF_16LE),
        _ if zeros(0) * 4 >= most * 3 => Some(UTF_16BE),
        _ => None,
    }
}

/// Whether an encoding reads the bytes without an error.
fn reads(encoding: &'static Encoding, bytes: &[u8], last: bool) -> bool {
    let (mut rest, mut last) = (bytes, last);
    if encoding.is_ascii_compatible() {
        // All these encodings read ASCII at both ends alike, except a byte that may end a letter.
        let end = bytes.len().min(after_last_beyond_ascii(bytes) + 1);
        last |= end < bytes.len();
        rest = &bytes[Encoding::ascii_valid_up_to(&bytes[..end])..end];
    }
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut buffer = [0; 4096];
    loop {
        let (result, read, _) = decoder.decode_to_utf8_without_replacement(rest, &mut buffer, last);
        rest = &rest[read..];
        match result {
            DecoderResult::InputEmpty => return true,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => return false,
        }
    }
}

/// A byte that stands by itself in a text of another encoding, as Windows reads it in the West.
pub(super) fn stray(byte: u8) -> char {
    let (letter, _) = WINDOWS_1252.decode_without_bom_handling(std::slice::from_ref(&byte));
    letter.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Where only ASCII follows.
fn after_last_beyond_ascii(bytes: &[u8]) -> usize {
    let mut end = bytes.len();
    while let Some(block) = bytes[..end].last_chunk::<32>()
        && block.is_ascii()
    {
        end -= block.len();
    }
    bytes[..end].iter().rposition(|byte| !byte.is_ascii()).map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{ISO_8859_2, WINDOWS_1250, WINDOWS_1251};

    fn found(encoding: &'static Encoding, text: &str) -> Found {
        let (bytes, _, lost) = encoding.encode(text);
        assert!(!lost);
        detect(&bytes, None, true)
    }

    #[test]
    fn encodings_are_told_apart() {
        let text = "(;GM[4]PB[王小明]PW[李四]C[这一手棋下得很好，白方已经无法防守了];B[hh])";
        assert_eq!(found(GBK, text), Found { encoding: GBK, how: How::Guessed });
        assert_eq!(found(UTF_8, text).encoding, UTF_8);
        let text = "(;GM[4]PB[王小明]PW[李四]C[這一手棋下得很好，白方已經無法防守了];B[hh])";
        assert_eq!(found(BIG5, text).encoding, BIG5);
        assert_eq!(found(SHIFT_JIS, "(;C[追い詰め勝ちです。黒の必勝形になりました])").encoding, SHIFT_JIS);
        assert_eq!(found(EUC_KR, "(;C[흑이 이겼습니다. 백은 막을 수 없었습니다])").encoding, EUC_KR);
        assert_eq!(found(WINDOWS_1251, "(;C[Чёрные выиграли эту партию])").encoding, WINDOWS_1251);
        assert_eq!(found(WINDOWS_1252, "(;PB[Björn Löwe]C[Zug für Zug])").encoding, WINDOWS_1252);
    }

    /// In such a name two bytes can be a letter of Big5, but not in the middle of a Latin word.
    #[test]
    fn names_of_central_europe_are_not_chinese() {
        for (text, encoding) in [
            ("[Black \"DĄBROWSKI\"]\n[White \"KAREL\"]\n", ISO_8859_2),
            ("(;GM[4]SZ[15]PB[DĄBROWSKI]PW[ADAM];B[hh];W[ii])", ISO_8859_2),
            ("[Black \"Łukasz\"]\n[White \"Kučera\"]\n", WINDOWS_1250),
        ] {
            let guess = found(encoding, text);
            let (bytes, ..) = encoding.encode(text);
            assert_eq!(guess.how, How::Guessed);
            assert_eq!(guess.encoding.decode_without_bom_handling(&bytes).0, text, "{}", guess.encoding.name());
        }
        assert_eq!(found(GBK, "(;PB[王Sir]PW[李小明];B[hh])").encoding, GBK);
    }

    /// A long file is guessed by the start of its words, unless that guess does not read the rest.
    #[test]
    fn a_long_text_tells_its_encoding_at_its_start() {
        let start = "(;C[흑이 이겼습니다. 백은 막을 수 없었습니다];B[hh])".repeat(1000);
        assert_eq!(found(EUC_KR, &start).encoding, EUC_KR);
        let (mut bytes, ..) = EUC_KR.encode(&start);
        // Letters of GBK; no other encoding of two bytes has the first one.
        bytes.to_mut().extend_from_slice(b"(;C[\xc1\x40\xd6\xd0])");
        assert_eq!(detect(&bytes, None, true), Found { encoding: GBK, how: How::Guessed });
    }

    /// Its last byte is that of a `\`.
    #[test]
    fn a_letter_before_a_bracket_tells_its_encoding() {
        for (encoding, name) in [
            (BIG5, "許"),
            (BIG5, "許功"),
            (BIG5, "蓋"),
            (BIG5, "許功蓋"),
            (BIG5, "餐"),
            (SHIFT_JIS, "代表"),
            (SHIFT_JIS, "表"),
            (SHIFT_JIS, "予"),
            (SHIFT_JIS, "能"),
            (SHIFT_JIS, "暴"),
        ] {
            for text in [
                format!("(;GM[4]PB[Bob]PW[{name}];B[hh];W[hi])"),
                format!("(;GM[4]PB[{name}]PW[Bob];B[hh])"),
                format!("(;GM[4];B[hh]C[{name}])\n"),
            ] {
                assert_eq!(found(encoding, &text), Found { encoding, how: How::Guessed }, "{text}");
            }
        }
        // A bracket that is escaped.
        for text in ["(;PB[Björn\\] Löwe];B[hh])", "(;PB[Bob]C[(très joué\\]) é];B[hh])"] {
            assert_eq!(found(WINDOWS_1252, text).encoding, WINDOWS_1252, "{text}");
        }
    }

    #[test]
    fn a_declared_encoding_counts_only_where_it_reads_the_bytes() {
        let (bytes, ..) = GBK.encode("(;CA[gb2312]PB[王];B[hh])");
        assert_eq!(detect(&bytes, Some("gb2312"), true), Found { encoding: GBK, how: How::Declared });
        let utf8 = "(;CA[gb2312]PB[王];B[hh])".as_bytes();
        assert_eq!(detect(utf8, Some("gb2312"), true), Found { encoding: UTF_8, how: How::Certain });
        assert_ne!(detect(&bytes, Some("UTF-8"), true).encoding, UTF_8);
    }

    /// A damaged byte costs itself and not the whole text, unless the file names another encoding that reads it.
    #[test]
    fn utf8_with_a_damaged_byte_stays_utf8() {
        let text = "(;GM[4]PB[王小明]PW[李四]C[这一手棋下得很好，白方已经无法防守了];B[hh])";
        for (at, byte) in (0..text.len()).zip(text.bytes()).filter(|(_, byte)| !byte.is_ascii()) {
            for wrong in [b'A', 0xff, byte ^ 0x40] {
                let mut bytes = text.as_bytes().to_vec();
                bytes[at] = wrong;
                assert_eq!(detect(&bytes, None, true), Found { encoding: UTF_8, how: How::Certain }, "{at} {wrong:x}");
                assert_eq!(detect(&bytes, Some("UTF-8"), true).encoding, UTF_8, "{at} {wrong:x}");
            }
        }
        assert_eq!(detect(b"(;PB[L\xc3\xb6we]PW[\xe9])", None, true).encoding, WINDOWS_1252);
        for text in ["Ærøskøbing, Ålborg", "Пётр Иванов — Мария Козлова", "Ελένη Παππά"]
        {
            let bytes = [text.as_bytes(), b"\xff"].concat();
            assert_eq!(detect(&bytes, None, true).encoding, UTF_8, "{text}");
        }
    }

    /// Many letters of GBK look like letters of two bytes in UTF-8, and a short text may be of nothing else.
    #[test]
    fn short_texts_in_gbk_are_no_damaged_utf8() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..3000 {
            let mut bytes = b"(;PB[".to_vec();
            for _ in 0..random.usize(2..10) {
                bytes.extend([random.u8(0xb0..0xd8), random.u8(0xa1..)]);
            }
            bytes.push(0xb0);
            assert!(!is_damaged_utf8(&bytes), "{bytes:x?}");
        }
    }

    #[test]
    fn wide_letters_are_found_with_and_without_a_mark() {
        let units = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        assert_eq!(detect(&units("(;GM[4]PB[王];B[hh])"), None, true).encoding, UTF_16LE);
        assert_eq!(detect(&units("\u{feff}(;"), None, true).encoding, UTF_16LE);
    }
}
