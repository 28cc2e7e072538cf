//! Cards, and the deck they are drawn from: thirty-two cards, the values 1 to 8 in four suits.

use std::fmt;

use crate::scene::PlayingCard;

/// A card, as far as a record gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Card {
    /// 1 to 8.
    pub(super) value: u8,
    pub(super) mark: Mark,
}

/// What a record says about a card apart from its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Nothing: the value is enough in phase 1.
    None,
    /// Its colour, enough in phase 2.
    Red,
    Black,
    /// Its suit.
    Hearts,
    Diamonds,
    Clubs,
    Spades,
}

impl Mark {
    /// The suit or colour that a letter stands for in canonical text.
    pub(super) fn letter(self) -> Option<char> {
        match self {
            Mark::None => None,
            Mark::Red => Some('r'),
            Mark::Black => Some('b'),
            Mark::Hearts => Some('h'),
            Mark::Diamonds => Some('d'),
            Mark::Clubs => Some('c'),
            Mark::Spades => Some('s'),
        }
    }

    /// Whether the card is known to be black.
    #[inline]
    pub(super) fn is_black(self) -> bool {
        matches!(self, Mark::Black | Mark::Clubs | Mark::Spades)
    }
}

impl Card {
    /// How far a piece moves with it in phase 2 (LF-7).
    #[inline]
    pub(super) fn distance(self) -> u8 {
        if self.value <= 4 { 1 } else { 2 }
    }

    /// Its place among the thirty-two, if its suit is known.
    fn place(self) -> Option<u32> {
        let suit = match self.mark {
            Mark::None | Mark::Red | Mark::Black => return None,
            Mark::Hearts => 0,
            Mark::Diamonds => 1,
            Mark::Clubs => 2,
            Mark::Spades => 3,
        };
        Some(suit * 8 + (u32::from(self.value) - 1) % 8)
    }

    /// The card as drawings show it.
    pub(super) fn drawn(self) -> PlayingCard {
        let suit = self.mark.letter().filter(|letter| matches!(letter, 'h' | 'd' | 'c' | 's'));
        let red = (self.mark != Mark::None).then(|| !self.mark.is_black());
        PlayingCard { value: self.value, red, suit }
    }

    /// Its name for people: `red 3`, `3 of hearts`.
    pub(super) fn spelt(self) -> String {
        let value = self.value;
        match self.mark {
            Mark::None => value.to_string(),
            Mark::Red => format!("red {value}"),
            Mark::Black => format!("black {value}"),
            Mark::Hearts => format!("{value} of hearts"),
            Mark::Diamonds => format!("{value} of diamonds"),
            Mark::Clubs => format!("{value} of clubs"),
            Mark::Spades => format!("{value} of spades"),
        }
    }
}

impl Card {
    /// `a red 3`, `an 8 of clubs`
    pub(super) fn spelt_as_one(self) -> String {
        let spelt = self.spelt();
        if spelt.starts_with('8') { format!("an {spelt}") } else { format!("a {spelt}") }
    }
}

/// As canonical text has it: `3r`, `3h`, in phase 1 also `3`.
impl fmt::Display for Card {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.value)?;
        self.mark.letter().map_or(Ok(()), |letter| write!(out, "{letter}"))
    }
}

/// Which cards have been drawn in a phase. The deck is whole again when the next phase begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Deck {
    /// How often each kind was drawn, four bits a kind: values 1 to 8 in phase 1 and red ones in phase 2, then black
    /// ones.
    counts: u64,
    /// The cards drawn whose suit is known.
    suited: u32,
}

impl Deck {
    /// Draws a card, and returns whether the deck had it. A written card counts as drawn even if the deck lacked it
    /// (LF-15).
    #[inline]
    pub(super) fn draw(&mut self, card: Card, second_phase: bool) -> bool {
        let kind = u32::from((card.value - 1) & 7) + if second_phase && card.mark.is_black() { 8 } else { 0 };
        let count = self.counts >> (kind * 4) & 0xf;
        // More than fifteen of a kind are as good as fifteen.
        self.counts += u64::from(count < 15) << (kind * 4);
        let bit = card.place().map_or(0, |place| 1 << place);
        let again = self.suited & bit != 0;
        self.suited |= bit;
        count < if second_phase { 2 } else { 4 } && !again
    }

    /// Whether this card with its suit has been drawn.
    pub(super) fn lacks(&self, card: Card) -> bool {
        card.place().is_some_and(|place| self.suited >> place & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn card(value: u8, mark: Mark) -> Card {
        Card { value, mark }
    }

    #[test]
    fn each_value_is_drawn_four_times_in_phase_1() {
        let mut deck = Deck::default();
        assert!((0..4).all(|_| deck.draw(card(8, Mark::None), false)));
        assert!(!deck.draw(card(8, Mark::None), false));
        assert!(deck.draw(card(7, Mark::None), false));
    }

    #[test]
    fn each_value_and_colour_is_drawn_twice_in_phase_2_and_each_suit_once() {
        let mut deck = Deck::default();
        assert!(deck.draw(card(3, Mark::Red), true) && deck.draw(card(3, Mark::Hearts), true));
        assert!(!deck.draw(card(3, Mark::Diamonds), true));
        assert!(deck.draw(card(3, Mark::Clubs), true));
        assert!(!deck.draw(card(3, Mark::Clubs), true));
        assert!(deck.lacks(card(3, Mark::Hearts)) && !deck.lacks(card(3, Mark::Spades)));
        // However often it was drawn, its neighbours are as before.
        assert!((0..40).all(|_| !deck.draw(card(3, Mark::Red), true)));
        assert!(deck.draw(card(4, Mark::Red), true) && deck.draw(card(4, Mark::Red), true));
    }
}
