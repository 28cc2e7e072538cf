//! Writes movetext in canonical form: numbered turns, commas between plies, semicolons between turns, lines of at most
//! 80 columns broken between turns. Digits are written without numbers, run together.

use super::body::Body;
use crate::engine::script::{Item, ItemKind, Script, ScriptPly, Spelt};
use crate::source::characters;
use crate::system::System;
use crate::tail::Tail;

/// The most columns of a line, unless one turn is longer.
const COLUMNS: usize = 80;

/// Writes the body of a record, each line with its end.
pub(super) fn write(body: &Body<'_>, system: System, out: &mut Tail) {
    let is_ascii = body.script.is_ascii();
    let mut writer = Writer {
        body,
        sides: body.setting.rules.sides.len(),
        together: system.runs_together(),
        has_commas: !system.info().commas,
        chunk: out.len(),
        out: std::mem::take(out),
        column: 0,
        has_chunks: false,
        is_plain: is_ascii,
        are_plies_plain: is_ascii,
    };
    writer.main();
    *out = writer.finish();
}

/// Writes chunks, pieces of movetext between which lines may be broken.
struct Writer<'w> {
    body: &'w Body<'w>,
    sides: usize,
    together: bool,
    /// Whether a comma separates the plies of a turn, not only a blank.
    has_commas: bool,
    /// The text. It is the writer's own, so that it is near at hand.
    out: Tail,
    /// Where the chunk at hand begins: behind the blank that parts it from the chunk before it in its line.
    chunk: usize,
    /// How many columns of the line the chunks before it take.
    column: usize,
    has_chunks: bool,
    /// Whether each byte of the chunk is a column: it has no line ends and no letters of several bytes.
    is_plain: bool,
    are_plies_plain: bool,
}

/// A turn being written.
struct Turn {
    number: u32,
    /// The next place in the turn.
    place: usize,
    /// Whether anything of the turn stands there.
    begun: bool,
    numbered: bool,
    /// Whether something follows the last ply, so that a run of digits is broken.
    broken: bool,
    /// Whether any ply of the line stands there.
    plies: bool,
}

impl Writer<'_> {
    fn main(&mut self) {
        let mut turn =
            Turn { number: 1, place: 0, begun: false, numbered: !self.together, broken: false, plies: false };
        let mut items = self.body.items;
        if self.body.is_empty_turn() {
            self.out.all(b"1.");
            self.end_chunk();
        }
        // The dots of sides that do not begin stand behind the comments before the first ply.
        let mut dots = Vec::new();
        loop {
            if !turn.begun && dots.is_empty() {
                items = self.whole_turns(items, &mut turn);
            }
            let Some((item, rest)) = items.split_first() else { break };
            // Nearly all are plies.
            if let (ItemKind::Ply(ply), true) = (&item.kind, dots.is_empty()) {
                if turn.numbered && turn.place == self.sides {
                    self.next_turn(&mut turn);
                }
                self.ply(ply, &mut turn);
                items = rest;
                continue;
            }
            let is_comment = matches!(item.kind, ItemKind::Comment | ItemKind::LineComment | ItemKind::Remark);
            let is_full = turn.numbered && turn.place == self.sides;
            if !dots.is_empty() && !is_comment && (item.kind != ItemKind::Dots || is_full) {
                self.begin_with(&mut dots);
            }
            match item.kind {
                ItemKind::Ply(_) | ItemKind::Dots if is_full => self.next_turn(&mut turn),
                _ => {}
            }
            match item.kind {
                ItemKind::Break => {
                    self.out.all(b" /");
                    self.end_chunk();
                    turn = Turn { number: 1, place: 0, begun: false, broken: false, ..turn };
                    items = rest;
                }
                ItemKind::Result => {
                    if self.last().is_some() {
                        self.end_chunk();
                    }
                    self.is_plain = false;
                    let result = self.body.result(item);
                    self.out.append(result.as_bytes());
                    self.end_chunk();
                    items = rest;
                }
                _ if is_comment && !turn.plies => {
                    dots.extend_from_slice(self.chunk());
                    self.out.truncate(self.chunk);
                    self.comment(item);
                    self.end_chunk();
                    items = rest;
                }
                _ => self.item(&mut items, &mut turn),
            }
        }
        self.begin_with(&mut dots);
        if self.last().is_some() {
            self.end_chunk();
        }
    }

    /// Ends a turn of the main line that is full.
    #[inline(always)]
    fn next_turn(&mut self, turn: &mut Turn) {
        self.out.all(b"; ");
        self.settle(true);
        turn.number += 1;
        turn.place = 0;
        turn.begun = false;
    }

    /// Writes turns of two plies, as [`Writer::ply`] and [`Writer::next_turn`] write them, but many at once. What is left of
    /// `items` begins with a turn that anything but a ply follows, that has a ply without a name, or that is beyond the 99th.
    fn whole_turns<'i>(&mut self, items: &'i [Item], turn: &mut Turn) -> &'i [Item] {
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

    /// Writes a ply.
    #[inline(always)]
    fn ply(&mut self, ply: &ScriptPly, turn: &mut Turn) {
        self.place(turn, ply.side.index());
        match self.body.script.spelling(ply) {
            Spelt::Name(name) => self.out.put(name.letters(), name.len()),
            Spelt::Text(text) => self.out.append(text.as_bytes()),
        }
        turn.plies = true;
        turn.broken = false;
    }

    /// Puts a text that was held back at the front of the chunk at hand.
    fn begin_with(&mut self, text: &mut Vec<u8>) {
        if !text.is_empty() {
            let (start, added) = (self.chunk, text.iter().copied());
            self.out.with(|out| drop(out.splice(start..start, added)));
            self.is_plain &= text.is_ascii();
            text.clear();
        }
    }

    /// Writes one item of any line, a variation with all that it holds.
    fn item(&mut self, items: &mut &[Item], turn: &mut Turn) {
        let Some((item, rest)) = items.split_first() else {
            return;
        };
        *items = rest;
        match &item.kind {
            ItemKind::Ply(ply) => self.ply(ply, turn),
            ItemKind::Dots => {
                let place = turn.place;
                // Dots glued to a digit would make a turn number of it.
                turn.broken |= self.together && turn.plies;
                self.place(turn, place);
                self.out.all(b"...");
                turn.broken = true;
            }
            ItemKind::Annotation => {
                // A second annotation keeps its distance: glued, the two would be another one.
                if let Some(b'!' | b'?') = self.last() {
                    self.out.all(b" ");
                }
                let annotation = self.body.annotation(item);
                self.out.append(annotation.as_bytes());
                turn.broken = true;
            }
            ItemKind::Comment | ItemKind::LineComment | ItemKind::Remark => {
                if self.last().is_some_and(|byte| byte != b'(') {
                    self.out.all(b" ");
                }
                self.comment(item);
                turn.broken = true;
            }
            ItemKind::Open { numbered } => {
                self.out.all(b" (");
                let numbered = *numbered && !self.together;
                let mut inner = Turn { place: 0, begun: false, numbered, broken: false, plies: false, ..*turn };
                while let Some(item) = items.first()
                    && item.kind != ItemKind::Close
                {
                    let full = inner.numbered && inner.place == self.sides;
                    if full && matches!(item.kind, ItemKind::Ply(_) | ItemKind::Dots) {
                        self.out.all(b"; ");
                        inner = Turn { number: inner.number + 1, place: 0, begun: false, ..inner };
                    }
                    self.item(items, &mut inner);
                }
                *items = items.split_first().map_or(&[], |(_, rest)| rest);
                self.out.all(b")");
                turn.broken = true;
            }
            ItemKind::Close | ItemKind::Break | ItemKind::Result => {}
        }
    }

    fn comment(&mut self, item: &Item) {
        self.is_plain = false;
        let comment = self.body.comment(item);
        self.out.all(b"{");
        self.out.append(comment.as_bytes());
        self.out.all(b"}");
    }

    /// Writes what stands before a ply: number, dots for sides that do not begin, comma.
    #[inline(always)]
    fn place(&mut self, turn: &mut Turn, place: usize) {
        if !turn.numbered {
            let together = self.together && !turn.broken;
            if (turn.plies || turn.broken) && !together {
                self.separate(!self.together);
            }
            return;
        }
        if !turn.begun {
            if self.last() == Some(b'}') {
                self.out.all(b" ");
            }
            self.number(turn.number);
            turn.begun = true;
            for missing in 0..place {
                if missing > 0 {
                    self.separate(true);
                }
                self.out.all(b"...");
            }
            turn.place = place;
            if place > 0 {
                self.separate(true);
            }
        } else {
            self.separate(true);
        }
        turn.place += 1;
    }

    /// Writes the number of a turn, with the blank behind it.
    #[inline(always)]
    fn number(&mut self, number: u32) {
        let digit = |digit: u32| b'0' + digit as u8;
        match number {
            0..10 => self.out.all(&[digit(number), b'.', b' ']),
            10..100 => self.out.all(&[digit(number / 10), digit(number % 10), b'.', b' ']),
            _ => {
                self.out.number(number.into());
                self.out.all(b". ");
            }
        }
    }

    /// Writes what separates two plies, or a blank.
    #[inline(always)]
    fn separate(&mut self, are_plies: bool) {
        if are_plies && self.has_commas {
            self.out.all(b", ");
        } else {
            self.out.all(b" ");
        }
    }

    /// The last byte of the chunk at hand, if there is one.
    #[inline(always)]
    fn last(&self) -> Option<u8> {
        self.chunk().last().copied()
    }

    /// The chunk at hand.
    #[inline(always)]
    fn chunk(&self) -> &[u8] {
        self.out.bytes().get(self.chunk..).unwrap_or_default()
    }

    /// Ends the chunk at hand: if its line would grow too long, a line end takes the place of the blank before it.
    #[inline(always)]
    fn end_chunk(&mut self) {
        if self.together { self.end_run() } else { self.settle(false) }
    }

    /// The same of a run of digits, which may be broken anywhere.
    #[inline(never)]
    fn end_run(&mut self) {
        let chunk = String::from_utf8_lossy(self.chunk()).into_owned();
        self.out.truncate(self.chunk);
        for word in runs(&chunk) {
            self.is_plain = false;
            self.out.append(word.as_bytes());
            self.settle(false);
        }
    }

    /// Finds the chunk at hand its line. `has_blank`: the blank that parts it from the next is there already.
    #[inline(always)]
    fn settle(&mut self, has_blank: bool) {
        let end = self.out.len() - usize::from(has_blank);
        let (first, last) = match self.is_plain {
            true => (end - self.chunk, None),
            false => self.columns(end),
        };
        let mut begin = self.column;
        if begin > 0 {
            begin += 1;
            if begin + first > COLUMNS {
                self.end_line();
                begin = 0;
            }
        }
        self.column = last.unwrap_or(begin + first);
        self.has_chunks = true;
        if self.column > 0 && !has_blank {
            self.out.all(b" ");
        }
        self.chunk = self.out.len();
        self.is_plain = self.are_plies_plain;
    }

    /// The columns of the first line of the chunk at hand, which ends at byte `end`, and of the last if it has several.
    #[inline(never)]
    fn columns(&self, end: usize) -> (usize, Option<usize>) {
        let columns = |text: &[u8]| characters(text) as usize;
        let chunk = self.out.bytes().get(self.chunk..end).unwrap_or_default();
        let Some(first) = memchr::memchr(b'\n', chunk) else { return (columns(chunk), None) };
        let last = memchr::memrchr(b'\n', chunk).unwrap_or(first);
        (columns(&chunk[..first]), Some(columns(&chunk[last + 1..])))
    }

    /// Puts a line end in the place of the blank before the chunk at hand.
    #[inline(always)]
    fn end_line(&mut self) {
        if let Some(blank) = self.out.bytes_mut().get_mut(self.chunk - 1) {
            *blank = b'\n';
        }
    }

    /// Ends the last line.
    fn finish(mut self) -> Tail {
        self.out.truncate(self.chunk - usize::from(self.column > 0));
        if self.has_chunks {
            self.out.all(b"\n");
        }
        self.out
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

    /// Writes as many as there is room for; how many bytes they take.
    fn write(&mut self, script: &Script, room: &mut [u8; WholeTurns::AT_ONCE]) -> usize {
        /// What a turn takes at most: a number of two digits, two names, and two bytes behind each of the three.
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
            for (name, behind) in [(one, b", "), (other, b"; ")] {
                room[end..end + 8].copy_from_slice(&name.letters());
                end += name.len();
                room[end..end + 2].copy_from_slice(behind);
                end += 2;
            }
            // The blank behind the turn is none of its columns.
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

/// The words of a line of digits, outside comments and variations, none longer than a line.
fn runs(chunk: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut depth, mut comment) = (0, 0_u32, false);
    for (at, letter) in chunk.char_indices() {
        match letter {
            '{' => comment = true,
            '}' => comment = false,
            '(' if !comment => depth += 1,
            ')' if !comment => depth = depth.saturating_sub(1),
            ' ' if !comment && depth == 0 => {
                words.push(&chunk[start..at]);
                start = at + 1;
            }
            _ if !comment && depth == 0 && at - start == COLUMNS => {
                words.push(&chunk[start..at]);
                start = at;
            }
            _ => {}
        }
    }
    words.push(&chunk[start..]);
    words
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
