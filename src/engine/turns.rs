//! Keeps account of turns: numbers, places of sides, plies that are missing.
//!
//! A turn has one place for each side in the game's fixed order, whoever begins. In the first turn `...` fills the
//! places of sides that do not begin; anywhere else it marks a missing ply, which is a fault only if a ply follows.
//! A `...` after the last place of its turn is as much a fault as a ply there: `1. c, d, ...`.
//! A line without any turn number has no turns: its sides simply alternate, and before its first ply `...` may stand once
//! for each side that does not begin.

use std::ops::Range;

/// Where in its turn a ply stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TurnPlace {
    /// Where it belongs, judged by the turn.
    Due,
    /// In the first turn, in the place of a side that does not begin.
    NotToMove,
    /// After the last place of the turn.
    TooMany,
}

#[derive(Debug, Clone)]
pub(super) struct Turns {
    sides: usize,
    /// The place of the side that begins.
    begins: usize,
    numbered: bool,
    /// The number of the current turn.
    turn: u32,
    open: bool,
    /// Whether the current turn is the first of its line or manche.
    first: bool,
    place: usize,
    /// Whether this turn has been said to be too long.
    too_long: bool,
    /// In a line without numbers: how many `...` stand before its first ply.
    leading: usize,
    /// Whether something stands between the last comma and here.
    filled: bool,
    missing: Option<Range<usize>>,
}

impl Turns {
    /// An account that begins with turn `turn` and the side in place `begins`.
    pub(super) fn new(sides: usize, begins: usize, turn: u32, numbered: bool) -> Turns {
        let (turn, place) = if numbered { (turn - 1, 0) } else { (turn, begins) };
        Turns {
            sides,
            begins,
            numbered,
            turn,
            open: false,
            first: true,
            place,
            too_long: false,
            leading: 0,
            filled: false,
            missing: None,
        }
    }

    /// The number of the current turn.
    pub(super) fn number(&self) -> u32 {
        self.turn
    }

    /// The number of the turn that may begin at the last ply, if turns have numbers: its own if it is the first of one.
    pub(super) fn due_turn(&self) -> Option<u32> {
        self.numbered.then(|| self.turn.saturating_add(u32::from(self.last_place() > 0)))
    }

    /// The place of its turn in which the last ply or `...` stands, from 0.
    pub(super) fn last_place(&self) -> usize {
        self.place.saturating_sub(1)
    }

    /// Where a ply was found to be missing.
    pub(super) fn missing(&self) -> Option<Range<usize>> {
        self.missing.clone()
    }

    /// Where a ply was found to be missing since this was asked last.
    pub(super) fn take_missing(&mut self) -> Option<Range<usize>> {
        self.missing.take()
    }

    /// How many places of the turn at hand are empty.
    pub(super) fn lacking(&self) -> usize {
        if self.numbered && self.open { self.sides.saturating_sub(self.place) } else { 0 }
    }

    fn lack(&mut self, span: Range<usize>) {
        self.missing.get_or_insert(span);
    }

    /// Whether a number with dots glued to it, `2...`, goes on with the current turn.
    pub(super) fn continues_turn(&self, glued_dots: bool) -> bool {
        glued_dots && self.open && self.place > 0 && self.place < self.sides
    }

    /// A turn number that begins a turn.
    pub(super) fn open(&mut self, span: Range<usize>) {
        self.close(span.start..span.start);
        self.begin();
    }

    #[inline(always)]
    fn begin(&mut self) {
        self.turn = self.turn.saturating_add(1);
        self.open = true;
        self.place = 0;
        self.too_long = false;
        self.filled = false;
    }

    /// The answer for what stands after the last place of its turn: `TooMany`, but only once a turn, since what follows
    /// in that turn would repeat the fault.
    fn too_many(&mut self) -> TurnPlace {
        if std::mem::replace(&mut self.too_long, true) { TurnPlace::Due } else { TurnPlace::TooMany }
    }

    /// The end of a turn: `;`, or the next number.
    pub(super) fn close(&mut self, span: Range<usize>) {
        if self.numbered && self.open {
            if self.place < self.sides {
                self.lack(span);
            }
            self.open = false;
            self.first = false;
        }
    }

    /// A comma: an empty place before it is a missing ply.
    pub(super) fn comma(&mut self, span: Range<usize>) {
        if self.numbered && self.open && !self.filled {
            self.lack(span);
            self.place += 1;
        }
        self.filled = false;
    }

    /// `...`
    pub(super) fn dots(&mut self, span: Range<usize>) -> TurnPlace {
        if !self.numbered {
            if self.first && self.leading < self.begins {
                self.leading += 1;
            } else {
                self.lack(span);
            }
            return TurnPlace::Due;
        }
        if !self.open {
            self.begin();
        }
        self.filled = true;
        if self.place >= self.sides {
            return self.too_many();
        }
        if !self.first || self.place >= self.begins {
            self.lack(span);
        }
        self.place += 1;
        TurnPlace::Due
    }

    /// A ply.
    #[inline(always)]
    pub(super) fn ply(&mut self) -> TurnPlace {
        if !self.numbered {
            self.first = false;
            if self.place == self.sides {
                self.place = 0;
                self.turn = self.turn.saturating_add(1);
            }
            self.place += 1;
            return TurnPlace::Due;
        }
        if !self.open {
            self.begin();
        }
        self.filled = true;
        if self.place >= self.sides {
            return self.too_many();
        }
        let early = self.first && self.place < self.begins;
        self.place += 1;
        if early { TurnPlace::NotToMove } else { TurnPlace::Due }
    }

    /// The account of plies that stand as usual; `None` where a ply is missing, and in the first turn of a numbered
    /// line if a later side than the first begins.
    #[inline]
    pub(super) fn usual(&self) -> Option<UsualTurns> {
        let is_usual = self.missing.is_none() && !(self.first && self.begins > 0 && self.numbered);
        let due = match (self.numbered, self.open) {
            (false, _) => u32::MAX,
            (true, true) => self.sides.saturating_sub(self.place) as u32,
            (true, false) => 0,
        };
        is_usual.then_some(UsualTurns { sides: self.sides as u32, turn: self.turn, due, plies: 0 })
    }

    /// Takes over what has come of the account. `sign`: what stands after the last ply, if it is a comma or a semicolon.
    #[inline]
    pub(super) fn go_on_from(&mut self, usual: UsualTurns, sign: u8) {
        if usual.plies == 0 {
            return;
        }
        if !self.numbered {
            let places = self.place + usual.plies as usize - 1;
            self.turn = self.turn.saturating_add((places / self.sides) as u32);
            self.place = places % self.sides + 1;
            self.first = false;
        } else {
            let begun = usual.turn - self.turn;
            self.first &= begun + u32::from(self.open) < 2 && sign != b';';
            self.too_long &= begun == 0;
            (self.turn, self.place, self.open) = (usual.turn, self.sides - usual.due as usize, sign != b';');
        }
        self.filled = sign != b',';
    }

    /// A break: numbering begins again, with the side in place `begins`.
    pub(super) fn restart(&mut self, begins: usize) {
        *self = Turns::new(self.sides, begins, 1, self.numbered);
    }
}

/// A turn number with its point, `12.`, as the bytes that it takes in a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct NumberText {
    /// The bytes; the first is the lowest.
    bytes: u32,
    /// Which bits of four bytes they are.
    mask: u32,
    /// How many digits it has: 1 to 3.
    digits: u32,
}

impl NumberText {
    /// How many bytes the longest number takes.
    pub(super) const LONGEST: usize = 4;

    const fn of(number: u32) -> NumberText {
        let (ones, tens) = (b'0' as u32 + number % 10, b'0' as u32 + number / 10 % 10);
        let (hundreds, point) = (b'0' as u32 + number / 100, b'.' as u32);
        let (bytes, digits) = match number {
            0..10 => (ones | point << 8, 1),
            10..100 => (tens | ones << 8 | point << 16, 2),
            _ => (hundreds | tens << 8 | ones << 16 | point << 24, 3),
        };
        NumberText { bytes, mask: u32::MAX >> (24 - 8 * digits), digits }
    }

    /// How many bytes the number takes, with its point.
    #[inline(always)]
    pub(super) fn length(self) -> usize {
        // The compiler does not know that it has no more digits.
        (self.digits & 3) as usize + 1
    }

    /// How many bytes the number takes at the start of `text`, if it stands there. No branch depends on how many they are.
    #[inline(always)]
    pub(super) fn length_in(self, text: &[u8]) -> Option<usize> {
        let found = u32::from_le_bytes(*text.first_chunk()?);
        let is_there = (found ^ self.bytes) & self.mask == 0;
        is_there.then_some(self.length())
    }
}

/// Keeps a rarer case a branch of its own. The processor predicts the branch, so what depends on it, such as where the
/// next ply begins, need not wait for the bytes that decide it. Plies are read in half the time.
#[inline(always)]
pub(super) fn rarely() {
    std::hint::black_box(());
}

/// The numbers of up to three digits.
static NUMBERS: [NumberText; 1000] = {
    let mut numbers = [NumberText::of(0); 1000];
    let mut number = 0;
    while number < numbers.len() {
        numbers[number] = NumberText::of(number as u32);
        number += 1;
    }
    numbers
};

/// The part of [`Turns`] that changes from ply to ply where each stands where it is due.
#[derive(Debug, Clone, Copy)]
pub(super) struct UsualTurns {
    sides: u32,
    turn: u32,
    /// How many plies the current turn lacks; in a line without numbers it always lacks some.
    due: u32,
    plies: u32,
}

impl UsualTurns {
    /// A ply with turn number `number` before it, or [`UsualTurns::UNNUMBERED`] without one; `false` if none is due here.
    #[inline(always)]
    pub(super) fn ply(&mut self, number: u32) -> bool {
        let is_due = self.is_due(number);
        self.pass(number);
        is_due
    }

    /// Whether a ply with this number before it, or [`UsualTurns::UNNUMBERED`], is due here.
    #[inline(always)]
    pub(super) fn is_due(&self, number: u32) -> bool {
        match number {
            UsualTurns::UNNUMBERED => self.due > 0,
            _ => self.due == 0 && number == self.turn + 1,
        }
    }

    /// The account without the ply that was counted last.
    #[inline]
    pub(super) fn without_last(self, is_numbered: bool) -> UsualTurns {
        let (turn, due) = if is_numbered { (self.turn - 1, 0) } else { (self.turn, self.due.wrapping_add(1)) };
        UsualTurns { turn, due, plies: self.plies - 1, ..self }
    }

    /// The number that stands before a ply that is due, or [`UsualTurns::UNNUMBERED`].
    #[inline(always)]
    pub(super) fn number_before(&self, is_numbered: bool) -> u32 {
        if is_numbered { self.turn + 1 } else { UsualTurns::UNNUMBERED }
    }

    /// Counts a ply that is due.
    #[inline(always)]
    pub(super) fn pass(&mut self, number: u32) {
        if number != UsualTurns::UNNUMBERED {
            (self.turn, self.due) = (number, self.sides);
        }
        self.due = self.due.wrapping_sub(1);
        self.plies += 1;
    }

    /// Begins the next turn. The plies of it are counted with [`UsualTurns::count`].
    #[inline(always)]
    pub(super) fn begin(&mut self) {
        (self.turn, self.due) = (self.turn + 1, self.sides);
    }

    /// Fills the place of a ply that is due.
    #[inline(always)]
    pub(super) fn fill_place(&mut self) {
        self.due = self.due.wrapping_sub(1);
    }

    /// Counts plies whose places have been filled.
    #[inline(always)]
    pub(super) fn count(&mut self, plies: u32) {
        self.plies += plies;
    }

    /// The number of the next turn, as text; `None` from four digits on.
    #[inline(always)]
    pub(super) fn next_number(&self) -> Option<NumberText> {
        NUMBERS.get(self.turn as usize + 1).copied()
    }

    /// The numbers of the next turns, as text, up to those of four digits.
    #[inline(always)]
    pub(super) fn next_numbers(&self) -> &'static [NumberText] {
        NUMBERS.get(self.turn as usize + 1..).unwrap_or_default()
    }

    /// Whether the next ply begins a turn of two that has a number.
    #[inline(always)]
    pub(super) fn may_be_whole(self) -> bool {
        self.sides == 2 && self.due == 0
    }

    /// Counts `count` turns of two plies.
    #[inline(always)]
    pub(super) fn pass_turns(&mut self, count: u32) {
        (self.turn, self.plies) = (self.turn + count, self.plies + 2 * count);
    }

    /// The account without the turn of two plies that was counted last.
    #[inline(always)]
    pub(super) fn without_last_turn(self) -> UsualTurns {
        UsualTurns { turn: self.turn - 1, plies: self.plies - 2, ..self }
    }

    /// The account after `count` more plies of a line without numbers.
    #[inline(always)]
    pub(super) fn with_plies(self, count: u32) -> UsualTurns {
        debug_assert!(!self.is_numbered());
        UsualTurns { due: self.due - count, plies: self.plies + count, ..self }
    }

    /// How many bytes the number of the next turn takes at the start of a text, with a blank after it, if it stands
    /// there.
    #[inline(always)]
    pub(super) fn length_of_next(&self, text: &[u8]) -> Option<usize> {
        let length = self.next_number()?.length_in(text)?;
        match text.get(length)? {
            b' ' => Some(length + 1),
            _ => {
                rarely();
                Some(length)
            }
        }
    }

    /// Where in `text` the next two plies begin, and the account after them, if they fill a turn whose number begins
    /// `text` or the line has no numbers. [`UsualTurns::count`] counts them.
    #[inline(always)]
    pub(super) fn pass_pair(&self, text: &[u8]) -> Option<(usize, UsualTurns)> {
        if !self.is_numbered() {
            rarely();
            return Some((0, UsualTurns { due: self.due - 2, ..*self }));
        }
        if self.sides != 2 || self.due != 0 {
            return None;
        }
        Some((self.length_of_next(text)?, UsualTurns { turn: self.turn + 1, ..*self }))
    }

    /// Whether the turn lacks a ply, or the line has no numbers.
    #[inline(always)]
    pub(super) fn lacks_some(&self) -> bool {
        self.due > 0
    }

    /// Whether the turns of the line have numbers.
    pub(super) fn is_numbered(self) -> bool {
        self.due <= self.sides
    }

    /// Whether the turn with this number has begun and lacks a ply, so that it may go on: `12... e`.
    #[inline(always)]
    pub(super) fn may_continue(&self, number: u32) -> bool {
        (1..self.sides).contains(&self.due) && number == self.turn
    }

    /// How many plies it counts.
    #[inline(always)]
    pub(super) fn plies(&self) -> u32 {
        self.plies
    }

    /// No turn has this number.
    pub(super) const UNNUMBERED: u32 = u32::MAX;

    /// Whether the turn is whole, or the line has no numbers.
    #[inline(always)]
    pub(super) fn may_end(&self) -> bool {
        self.due == 0 || self.due > self.sides
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_found_where_it_stands_with_its_point() {
        for (number, known) in NUMBERS.iter().enumerate() {
            let length = |text: String| known.length_in(text.as_bytes());
            assert_eq!(length(format!("{number}. c, e")), Some(number.to_string().len() + 1));
            assert_eq!(length(format!("{}. c, e", number + 1)), None);
            assert_eq!(length(format!("{number}c, e")), None);
        }
    }
}
