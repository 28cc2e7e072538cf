//! Turns of two plies, written many at once.

use super::lines::COLUMNS;
use super::{Turn, Writer};
use crate::engine::script::{Item, ItemKind, Script, Spelt};

impl Writer<'_> {
    /// Writes turns of two plies like [`Writer::ply`] and [`Writer::next_turn`], but many at once. The items that it
    /// returns begin with a turn that no ply follows, that has a ply without a name, or that is beyond the 99th.
    pub(super) fn whole_turns<'i>(&mut self, items: &'i [Item], turn: &mut Turn) -> &'i [Item] {
        let is_usual = self.sides == 2 && turn.numbered && self.has_commas && self.is_plain && self.chunk().is_empty();
        if !is_usual {
            return items;
        }
        let script = self.body.script;
        let mut turns = WholeTurns { items, number: turn.number, column: self.column, ends_line: false };
        loop {
            let count = turns.items.len();
            self.out.fill(|room| turns.write(script, room));
            if turns.items.len() == count {
                return turns.items;
            }
            if std::mem::take(&mut turns.ends_line) {
                self.end_line();
            }
            (self.chunk, self.column, self.has_chunks) = (self.out.len(), turns.column, true);
            (turn.number, turn.plies, turn.broken) = (turns.number, true, false);
        }
    }
}

/// Turns of two plies that are written at once.
struct WholeTurns<'i> {
    items: &'i [Item],
    /// The number of the next turn.
    number: u32,
    /// See [`Writer::column`].
    column: usize,
    /// Whether a line end takes the place of the blank before the first of them.
    ends_line: bool,
}

impl WholeTurns<'_> {
    /// How many bytes are written at once.
    const AT_ONCE: usize = 512;

    /// Writes as many turns as there is room for; returns how many bytes they take.
    fn write(&mut self, script: &Script, room: &mut [u8; WholeTurns::AT_ONCE]) -> usize {
        /// What a turn takes at most: a number of two digits, two names, and two bytes after each of the three.
        const LONGEST: usize = 24;
        let mut end = 0;
        while let [Item { kind: ItemKind::Ply(one), .. }, Item { kind: ItemKind::Ply(other), .. }, rest @ ..] =
            self.items
            && let [Item { kind: ItemKind::Ply(_), .. }, ..] = rest
            && one.side.index() == 0
            && let (Spelt::Name(one), Spelt::Name(other)) = (script.spelling(one), script.spelling(other))
            && self.number < 100
            && end + LONGEST <= room.len()
        {
            let start = end;
            let (tens, ones) = (b'0' + self.number as u8 / 10, b'0' + self.number as u8 % 10);
            match tens {
                b'0' => {
                    room[end..end + 3].copy_from_slice(&[ones, b'.', b' ']);
                    end += 3;
                }
                _ => {
                    room[end..end + 4].copy_from_slice(&[tens, ones, b'.', b' ']);
                    end += 4;
                }
            }
            for (name, after) in [(one, b", "), (other, b"; ")] {
                room[end..end + 8].copy_from_slice(&name.letters());
                end += name.len();
                room[end..end + 2].copy_from_slice(after);
                end += 2;
            }
            // The blank after the turn takes none of its columns.
            let columns = end - start - 1;
            if self.column > 0 {
                self.column += 1;
                if self.column + columns > COLUMNS {
                    self.column = 0;
                    match start.checked_sub(1) {
                        Some(blank) => room[blank] = b'\n',
                        None => self.ends_line = true,
                    }
                }
            }
            self.column += columns;
            self.number += 1;
            self.items = rest;
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use crate::check::Checker;
    use crate::convert::{Target, convert};
    use crate::engine::Defaults;
    use crate::formats::{Records, transcript::Transcripts};

    /// The movetext of turns, as many as stand on a line of 80 columns.
    fn lines(turns: &[String]) -> String {
        let mut lines = vec![String::new()];
        for (index, turn) in turns.iter().enumerate() {
            let turn = if index + 1 < turns.len() { format!("{turn};") } else { turn.clone() };
            match lines.last_mut() {
                Some(line) if line.is_empty() => *line = turn,
                Some(line) if line.len() + 1 + turn.len() <= 80 => line.extend([" ", &turn]),
                _ => lines.push(turn),
            }
        }
        lines.join("\n")
    }

    /// Games of each length up to 200 turns: whole turns are written together, the last ones by themselves.
    #[test]
    fn turns_that_are_written_together_are_those_that_are_written_one_by_one() {
        const SIZE: usize = 20;
        // No side has more than two in a row.
        let squares = |side: usize| {
            let all = (0..SIZE * SIZE).map(|index| (index % SIZE, index / SIZE));
            let own = all.filter(move |(column, row)| (column + 2 * row) % 4 / 2 == side);
            own.map(|(column, row)| format!("{}{}", char::from(b'a' + column as u8), row + 1))
        };
        let plies: Vec<_> = squares(0).zip(squares(1)).flat_map(|(black, white)| [black, white]).collect();
        for count in (1..plies.len()).step_by(7) {
            let turn = |(index, turn): (usize, &[String])| format!("{}. {}", index + 1, turn.join(", "));
            let turns: Vec<_> = plies[..count].chunks(2).enumerate().map(turn).collect();
            let tags = format!("[Game \"gomoku\"]\n[Board \"{SIZE}x{SIZE}\"]\n");
            let text = format!("{tags}\n{}\n", plies[..count].join(" "));
            let mut records = Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
            let record = Records::next(&mut records).expect("a slice can be read").expect("a record");
            let (mut checker, mut out) = (Checker::new(Defaults::default()), Vec::new());
            assert!(convert(&record, &mut checker, Target::default(), &mut (), &mut out).is_written(), "{count} plies");
            let expected = format!("{tags}\n{}\n", lines(&turns));
            assert_eq!(String::from_utf8_lossy(&out), expected, "{count} plies");
        }
    }
}
