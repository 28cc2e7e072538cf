//! Letters and signs that other keyboards and programs write in the place of plain ones.

/// A letter, digit or sign of full width, as keyboards of China and Japan type it, in its usual width.
pub(super) fn of_usual_width(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        '、' => ',',
        '。' => '.',
        _ => letter,
    }
}

/// The Latin letter that a letter of another script looks like.
pub(super) fn of_other_script(letter: char) -> Option<char> {
    Some(match letter {
        'а' | 'α' => 'a',
        'с' => 'c',
        'е' => 'e',
        'і' | 'ι' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'о' | 'ο' => 'o',
        'А' => 'A',
        'В' | 'Β' => 'B',
        'С' => 'C',
        'Е' | 'Ε' => 'E',
        'Н' | 'Η' => 'H',
        'К' | 'Κ' => 'K',
        'М' | 'Μ' => 'M',
        'О' | 'Ο' => 'O',
        _ => return None,
    })
}

/// A letter without its accent.
pub(super) fn with_accent(letter: char) -> Option<char> {
    Some(match letter {
        'à' | 'á' | 'â' | 'ä' | 'å' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ò' | 'ó' | 'ô' | 'ö' => 'o',
        _ => return None,
    })
}

/// Whether a sign is none of those that plies are made of: one without width, another dash, an apostrophe.
pub(super) fn is_odd_sign(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{200b}'
            ..='\u{200d}' | '\u{2028}' | '\u{2029}' | '\u{2060}' | '\u{feff}' | '’' | '‘' | '\'' | '`' | '´'
    ) || of_dash(letter).is_some()
}

/// The plain dash, for another one.
pub(super) fn of_dash(letter: char) -> Option<char> {
    matches!(letter, '\u{2010}'..='\u{2012}' | '\u{2212}').then_some('-')
}

/// A ply in plain letters, digits and signs: `c4` for `ｃ４`, for `ç4`, and for a `с` of another alphabet.
pub(crate) fn in_plain_letters(ply: &str) -> String {
    let plain = |letter: char| {
        let letter = of_usual_width(letter);
        match letter {
            letter if letter.is_ascii() && letter != '\'' && letter != '`' => Some(letter),
            letter if letter.is_whitespace() => Some(' '),
            letter if is_odd_sign(letter) => of_dash(letter),
            letter => of_other_script(letter).or(with_accent(letter)).or(Some(letter)),
        }
    };
    ply.chars().filter_map(plain).collect::<String>().trim().to_owned()
}
