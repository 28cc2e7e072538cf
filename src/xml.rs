//! Text within XML.

/// Writes text as data, for XML and HTML alike: nothing in it is markup. `instead` stands for each character that XML
/// cannot hold; without it they are left out.
pub(crate) fn escape(text: &str, instead: Option<char>, out: &mut String) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(letter),
            '\u{fffe}' | '\u{ffff}' => out.extend(instead),
            letter if letter.is_control() => out.extend(instead),
            letter => out.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn text_is_no_markup() {
        let escaped = |instead| {
            let mut out = String::new();
            escape("<a b=\"c\">&\u{1}\u{ffff}é\t\n", instead, &mut out);
            out
        };
        assert_eq!(escaped(None), "&lt;a b=&quot;c&quot;&gt;&amp;é\t\n");
        assert_eq!(escaped(Some(' ')), "&lt;a b=&quot;c&quot;&gt;&amp;  é\t\n");
    }
}
