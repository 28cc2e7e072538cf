//! The ways in which cards may be named before a ply, for those who search for what a record meant.

use super::deck::Mark;
use crate::game::Cards;
use crate::system::begins_with_card;

/// The cards of the game.
pub(super) static CARDS: Cards = Cards { has_suits, with_cards, with_suits };

const COLOURS: [Mark; 2] = [Mark::Red, Mark::Black];

const SUITS: [Mark; 4] = [Mark::Hearts, Mark::Diamonds, Mark::Clubs, Mark::Spades];

/// Whether the cards before a ply have suits: `2h4c Pb2`, `3♥ c4-d5`.
fn has_suits(token: &str) -> bool {
    let is_suit = |letter: char| {
        SUITS.into_iter().any(|suit| suit.letter() == Some(letter)) || matches!(letter, '♥' | '♦' | '♣' | '♠')
    };
    token.split_ascii_whitespace().next().is_some_and(|cards| begins_with_card(cards) && cards.contains(is_suit))
}

/// A ply that names no card, after all cards that may stand before it: `67 Rg2`, `3r c4-d5`. The opponent may have chosen
/// the square: `67 R*g2`.
fn with_cards(ply: &str) -> Vec<String> {
    let values = || '1'..='8';
    let draws = values().flat_map(|one| values().map(move |other| format!("{one}{other}")));
    let letters = || COLOURS.into_iter().filter_map(Mark::letter);
    let cards = values().flat_map(|value| letters().map(move |colour| format!("{value}{colour}")));
    let chosen = ply.strip_prefix(['P', 'R']).map(|square| format!("{}*{square}", &ply[..1]));
    let forms: Vec<&str> = [Some(ply), chosen.as_deref()].into_iter().flatten().collect();
    draws.chain(cards).flat_map(|card| forms.iter().map(|form| format!("{card} {form}")).collect::<Vec<_>>()).collect()
}

/// A ply whose cards have no suits, with all suits that they may have.
fn with_suits(ply: &str) -> Vec<String> {
    let Some((cards, rest)) = ply.split_once(' ') else { return Vec::new() };
    let suits = |is_black: Option<bool>| {
        let of_colour = SUITS.into_iter().filter(move |suit| is_black.is_none_or(|black| suit.is_black() == black));
        of_colour.filter_map(Mark::letter)
    };
    let letters: Vec<char> = cards.chars().collect();
    let cards: Vec<String> = match letters[..] {
        [value, colour @ ('r' | 'b')] => suits(Some(colour == 'b')).map(|suit| format!("{value}{suit}")).collect(),
        [one, other] => {
            let pairs = suits(None).flat_map(|first| suits(None).map(move |second| (first, second)));
            pairs.map(|(first, second)| format!("{one}{first}{other}{second}")).collect()
        }
        _ => Vec::new(),
    };
    cards.into_iter().map(|cards| format!("{cards} {rest}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_cards_that_may_stand_there_are_named() {
        let found = with_cards("Rg2");
        assert_eq!((found.len(), &*found[0], &*found[1]), (2 * (64 + 16), "11 Rg2", "11 R*g2"));
        assert!(found.contains(&"8b R*g2".to_owned()));
        assert_eq!(with_cards("c4-d5").len(), 64 + 16);
        assert_eq!(with_suits("3r c4-d5"), ["3h c4-d5", "3d c4-d5"]);
        assert_eq!(with_suits("3b c4-d5"), ["3c c4-d5", "3s c4-d5"]);
        assert_eq!((with_suits("24 Pb4").len(), &*with_suits("24 Pb4")[1]), (16, "2h4d Pb4"));
        assert!(has_suits("2h4c Pb2") && has_suits("3♥ c4-d5") && !has_suits("24 Pc4") && !has_suits("c4-d5"));
    }
}
