//! The numbers of turns in a variation: which is the first, and the variation without them.

use crate::record::TokenKind;
use crate::record::tokens::Tokens;

/// A turn of a variation: its number, the `...` behind it, its plies.
#[derive(Debug, Default)]
struct TurnOf {
    number: u32,
    dots: usize,
    plies: usize,
}

/// A variation without the numbers of its turns, `(m3-l4, e13-f12)` for `(3. m3-l4, e13-f12)`; `None` if it has none, or
/// if a ply would be taken for one of another side without them: where a turn is not full, or a number is wrong.
pub(super) fn without_numbers(variation: &str, sides: usize) -> Option<String> {
    let mut out = String::with_capacity(variation.len());
    let mut tokens = Tokens::new(variation, 0);
    let (mut at, mut depth, mut sign) = (0, 0_usize, None);
    let mut turns: Vec<TurnOf> = Vec::new();
    while let Some(token) = tokens.next(drop) {
        let span = token.span();
        match token.kind {
            TokenKind::Open { .. } if depth > 0 => {
                let end = tokens.skip_variation(drop)?.span().end;
                let inner = &variation[span.start..end];
                out.push_str(&variation[at..span.start]);
                match first_turn(inner) {
                    Some(_) => out.push_str(&without_numbers(inner, sides)?),
                    None => out.push_str(inner),
                }
                at = end;
            }
            TokenKind::Open { .. } => depth += 1,
            TokenKind::Number(number) => {
                let is_due = match turns.last() {
                    Some(last) => number == last.number + 1 && last.dots + last.plies == sides,
                    None => true,
                };
                if !is_due || sign == Some(TokenKind::Comma) {
                    return None;
                }
                out.push_str(&variation[at..span.start]);
                let rest = &variation[span.end..];
                let dots = usize::from(rest.starts_with("..."));
                tokens.pass(3 * dots);
                let rest = &rest[3 * dots..];
                at = span.end + 3 * dots + (rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len());
                turns.push(TurnOf { number, dots, plies: 0 });
                sign = None;
            }
            TokenKind::Semicolon | TokenKind::Comma if sign.is_some() => return None,
            TokenKind::Semicolon => {
                out.push_str(&variation[at..span.start]);
                out.push(',');
                at = span.end;
                sign = Some(token.kind);
            }
            TokenKind::Comma => sign = Some(token.kind),
            TokenKind::Word => {
                let turn = turns.last_mut()?;
                turn.plies += 1;
                // A new turn has a number.
                if turn.dots + turn.plies > sides || sign == Some(TokenKind::Semicolon) {
                    return None;
                }
                sign = None;
            }
            TokenKind::Dots | TokenKind::Break => return None,
            _ => {}
        }
    }
    out.push_str(&variation[at..]);
    (!turns.is_empty()).then_some(out)
}

/// The number of the turn with which a variation begins, and how many `...` stand behind it.
pub(super) fn first_turn(variation: &str) -> Option<(u32, usize)> {
    let mut tokens = Tokens::new(variation, 0);
    while let Some(token) = tokens.next(drop) {
        match token.kind {
            TokenKind::Open { .. } | TokenKind::Comment { .. } | TokenKind::LineComment => {}
            TokenKind::Number(number) => {
                return Some((number, usize::from(variation[token.span().end..].starts_with("..."))));
            }
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_only_where_they_say_nothing() {
        let plain = |variation| without_numbers(variation, 2);
        assert_eq!(plain("(3. m3-l4, e13-f12; 4. l4-k5)").as_deref(), Some("(m3-l4, e13-f12, l4-k5)"));
        assert_eq!(plain("(2... a1 {so}; 3. b2 (3. c3))").as_deref(), Some("(a1 {so}, b2 (c3))"));
        for variation in ["(a1, b2)", "(2. a1; 3. b2)", "(2. a1, b2, c3)", "(2. a1;; 3. b2)", "(2. a1, b2; 4. c3)"] {
            assert_eq!(plain(variation), None, "{variation}");
        }
    }

    #[test]
    fn the_first_number_has_its_dots() {
        assert_eq!(first_turn("({so} 2... a1)"), Some((2, 1)));
        assert_eq!(first_turn("(12. a1)"), Some((12, 0)));
        assert_eq!(first_turn("(a1; 2. b2)"), None);
    }
}
