//! Reads PSQ, the games that Piskvork and the judge of Gomocup save. See `grammar/psq.ebnf`.
//!
//! A line is a stone: `8,8,1264` is the point in column 8 from the left and row 8 from the top, from 1, and the milliseconds
//! that it took. Stones alternate, and the first one is black. Other programs write the same kind of file and count from 0,
//! from 2, or from the bottom, which the numbers and the header tell. Several games may stand in one file.

use std::borrow::Cow;
use std::ops::Range;

use super::by_line::{line_end, places};
use super::made::Made;
use super::plain::{Plain, Says};
use super::points::{self, Point, SIZES, behind_blanks, number, number_at};
use super::{Format, Given, bare_name};
use crate::board::Size;
use crate::codes::BAD_SYNTAX;
use crate::diagnostic::{Text, quoted};
use crate::record::eight;

impl Format {
    /// The games of Piskvork and of the judge of Gomocup.
    pub const PSQ: Format = Format::new(&Says::<Psq>::NEW);
}

/// The word with which a game begins.
const WORD: &[u8] = b"Piskvorky ";

/// Reads one game after the other.
#[derive(Debug, Default)]
pub(super) struct Psq {
    stones: Stones,
    /// Where the lines behind the stones stand.
    lines: Vec<Range<usize>>,
}

/// A line of a stone as it stands: two numbers, perhaps a third.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stone {
    pub(super) point: Point,
    third: Third,
    /// Whether a blank stands behind the first comma.
    spaced: bool,
}

/// The third number of a stone, as far as it matters: a time says only whether it is 0, and a colour is 0 or 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Third {
    Lacks,
    Zero,
    One,
    Other,
}

impl Third {
    fn of(number: i32) -> Third {
        match number {
            0 => Third::Zero,
            1 => Third::One,
            _ => Third::Other,
        }
    }

    /// Whether it is a time that was measured.
    fn is_time(self) -> bool {
        matches!(self, Third::One | Third::Other)
    }
}

impl Stone {
    /// Whether it has a time that was measured.
    pub(super) fn is_timed(&self) -> bool {
        self.third.is_time()
    }
}

/// The stones of a game: their points, and what else their lines say.
#[derive(Debug, Default)]
struct Stones {
    points: Vec<Point>,
    /// The third number of each.
    thirds: Vec<Third>,
    /// Whether a blank stands behind the first comma of each.
    are_spaced: bool,
}

impl Plain for Psq {
    const FORMAT: Format = Format::PSQ;
    const NAME: &'static str = "psq";
    const ABOUT: &'static str = "games of Piskvork and of Gomocup: a header with the board, then a line for each stone";
    const ENDINGS: &'static [&'static str] = &["psq"];
    const GRAMMAR: &'static str = include_str!("../../grammar/psq.ebnf");
    const FIRST: Option<u8> = Some(WORD[0]);

    fn recognises(head: &[u8]) -> bool {
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
        Psq::begins(head, true) == Some(true)
    }

    /// An engine may be called like the word, so the size of the board has to follow.
    fn begins(bytes: &[u8], last: bool) -> Option<bool> {
        let unclear = if last { Some(false) } else { None };
        let known = bytes.len().min(WORD.len());
        if bytes[..known] != WORD[..known] {
            return Some(false);
        }
        const LONGEST: usize = 10;
        let rest = bytes.get(WORD.len()..).unwrap_or_default();
        match rest.iter().take(LONGEST).position(|byte| !byte.is_ascii_digit()) {
            Some(0) => Some(false),
            Some(at) if rest[at] != b'x' => Some(false),
            Some(at) => rest.get(at + 1).map_or(unclear, |byte| Some(byte.is_ascii_digit())),
            None if rest.len() < LONGEST => unclear,
            None => Some(false),
        }
    }

    fn read(&mut self, text: &str, given: &Given, is_first: bool, made: &mut Made) {
        let Some(mut header) = Header::read(text) else {
            let line = places(text).next().unwrap_or_default();
            made.refuse_syntax(
                Text::new("no game of Piskvork begins here").help("its first line is `Piskvorky 15x15, 11:11, 0`"),
                line,
            );
            return;
        };
        if let Some(board) = given.board {
            // The caller's word counts, also for where rows are counted from.
            (header.columns, header.rows) = (i32::from(board.columns), i32::from(board.rows));
        }
        let end = self.stones.read(text, header.end);
        // Such a program writes no times, so two numbers are a stone.
        let is_untimed = self.stones.have_no_third();
        let behind = text.get(end..text.trim_ascii_end().len()).unwrap_or_default();
        self.lines.clear();
        self.lines.extend(places(behind).map(|line| end + line.start..end + line.end));
        let trailer = Trailer::read(text, &self.lines, is_untimed);
        if !SIZES.contains(&header.columns) || !SIZES.contains(&header.rows) {
            // A size that no board has is told, and the game is read as if the file named none.
            let of_event = trailer.result.as_ref().and_then(|(_, event, _)| variant(event));
            let size = points::unsaid_size(given.variant.as_deref().or(of_event).unwrap_or_default());
            (header.columns, header.rows) = (size.into(), size.into());
        }
        let way = Way::of(&self.stones, &header, trailer.result.is_some());
        way.count_from_0(&mut self.stones.points, &header);
        made.tag("Game", "gomoku", 0..WORD.len());
        self.tags(text, &header, &trailer, way, given, is_first, made);
        points::write(&self.stones.points, header.rows, made);
        self.tell(text, &header, &trailer, way, made);
    }
}

/// `Piskvorky 20x20, 11:11, 0`: the board, who plays, and which of the two players moves first.
#[derive(Debug)]
struct Header {
    columns: i32,
    rows: i32,
    size: Range<usize>,
    /// What stands behind the size.
    rest: Range<usize>,
    /// `0 - 0` instead of `0:0, 0`, as an editor for web pages writes it.
    is_of_web: bool,
    /// Whether the second of the players has begun.
    second_began: bool,
    /// Where the next line begins.
    end: usize,
}

impl Header {
    fn read(text: &str) -> Option<Header> {
        let line = places(text).next()?;
        let bytes = &text.as_bytes()[line.clone()];
        let rest = bytes.strip_prefix(WORD)?;
        let (columns, wide) = number(rest)?;
        let (rows, high) = number(rest.get(wide + 1..)?)?;
        if rest[wide] != b'x' {
            return None;
        }
        let size = WORD.len()..WORD.len() + wide + 1 + high;
        let behind = text.get(size.end..line.end)?;
        let second_began = behind.rsplit_once(',').is_some_and(|(_, last)| last.trim() == "1");
        let is_of_web = behind.as_bytes().windows(3).any(|part| part == b" - ") && !behind.contains(':');
        let end = line.end + line_end(text.as_bytes(), line.end);
        Some(Header { columns, rows, rest: size.end..line.end, size, is_of_web, second_began, end })
    }

    /// `11:11`, which the judge always writes, and `0:0` say nothing of the players.
    fn levels<'t>(&self, text: &'t str) -> Option<(&'t str, Range<usize>)> {
        let rest = &text[self.rest.clone()];
        let levels = rest.split(',').find(|part| part.contains(':'))?.trim();
        let start = self.rest.start + levels.as_ptr() as usize - rest.as_ptr() as usize;
        (levels != "11:11" && levels != "0:0").then_some((levels, start..start + levels.len()))
    }
}

impl Stones {
    /// Reads lines of stones from byte `at` on; returns where the first other line begins.
    fn read(&mut self, text: &str, mut at: usize) -> usize {
        self.points.clear();
        self.thirds.clear();
        self.are_spaced = true;
        let bytes = text.as_bytes();
        loop {
            at = self.usual(bytes, at);
            if let Some((stone, end)) = any_stone(bytes, at) {
                self.push(stone);
                at = end;
                continue;
            }
            // Blank lines may stand between stones; behind them they are names.
            let next = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            if next == at || stone(bytes, next).is_none() {
                return at;
            }
            at = next;
        }
    }

    /// Reads stones as nearly all programs write them; returns where the first other line begins.
    fn usual(&mut self, bytes: &[u8], mut at: usize) -> usize {
        // Several are kept at once: whether there is room for them is asked less often.
        const MOST: usize = 32;
        let (mut points, mut thirds) = ([Point::new(0, 0, 0..0); MOST], [Third::Lacks; MOST]);
        loop {
            let (mut count, mut are_spaced) = (0, true);
            for (to_point, to_third) in points.iter_mut().zip(&mut thirds) {
                let Some((Stone { point, third, spaced }, end)) = usual_stone(bytes, at) else { break };
                (*to_point, *to_third, at) = (point, third, end);
                are_spaced &= spaced;
                count += 1;
            }
            self.points.extend_from_slice(&points[..count]);
            self.thirds.extend_from_slice(&thirds[..count]);
            self.are_spaced &= are_spaced;
            if count < MOST {
                return at;
            }
        }
    }

    fn push(&mut self, Stone { point, third, spaced }: Stone) {
        self.points.push(point);
        self.thirds.push(third);
        self.are_spaced &= spaced;
    }

    /// Whether none of them has a third number.
    fn have_no_third(&self) -> bool {
        self.thirds.iter().all(|third| *third == Third::Lacks)
    }
}

/// `stone ::= number "," number ("," number)? end-of-line` at byte `from`, and where the next line begins.
#[inline(always)]
pub(super) fn stone(bytes: &[u8], from: usize) -> Option<(Stone, usize)> {
    match usual_stone(bytes, from) {
        Some(stone) => Some(stone),
        None => any_stone(bytes, from),
    }
}

/// The same of a stone as nearly all programs write it: `8,8`, `8, 8` or `8,8,120`.
#[inline(always)]
fn usual_stone(bytes: &[u8], from: usize) -> Option<(Stone, usize)> {
    let line: &[u8; 16] = bytes.get(from..)?.first_chunk()?;
    // No index is as large: with this the compiler knows it, too.
    let byte = |at: u32| line[at as usize & 15];
    let eight = |at: u32| line[at as usize & 7..].first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight));
    let word = eight(0);
    // The line end is looked for by itself, so that reading the next line need not wait for what stands in this one.
    let behind = u64::from_le_bytes(*line.last_chunk()?);
    let [first, last] = [word, behind].map(|word| u128::from(eight::equal(word, b'\n')));
    let line_end = (first | last << 64).trailing_zeros() / 8;
    let others = eight::no_digits(word);
    let comma = others.trailing_zeros() / 8;
    if !matches!(comma, 1 | 2) || byte(comma) != b',' {
        return None;
    }
    let is_spaced = byte(comma + 1) == b' ';
    let second = comma + 1 + u32::from(is_spaced);
    let length = (others >> (8 * second)).trailing_zeros() / 8;
    if !matches!(length, 1 | 2) {
        return None;
    }
    let (mut third, mut at) = (Third::Lacks, second + length);
    let point = Point::new(short(word, comma), short(word >> (8 * second), length), from..from + at as usize);
    let behind = eight(at);
    if behind as u8 == b',' {
        const LONGEST: u32 = 6;
        let digits = behind >> 8;
        let length = eight::no_digits(digits).trailing_zeros() / 8;
        if !(1..=LONGEST).contains(&length) {
            return None;
        }
        // The last digit comes last, and zeros stand before the first.
        const ONE: u64 = 1 << 56;
        third = match (digits ^ eight::of(b'0')) << (64 - 8 * length) {
            0 => Third::Zero,
            ONE => Third::One,
            _ => Third::Other,
        };
        at += 1 + length;
    }
    let is_whole = at == line_end || byte(at) == b'\r' && at + 1 == line_end;
    is_whole.then_some((Stone { point, third, spaced: is_spaced }, from + line_end as usize + 1))
}

/// The number that the first digits of eight bytes are: one of them, or two.
#[inline(always)]
fn short(word: u64, count: u32) -> i32 {
    let digits = ((word ^ eight::of(b'0')) << (16 - 8 * count)) as u16;
    i32::from((10 * digits + (digits >> 8)) as u8)
}

/// The same of any stone.
fn any_stone(bytes: &[u8], from: usize) -> Option<(Stone, usize)> {
    let start = behind_blanks(bytes, from);
    let (x, at) = number_at(bytes, start)?;
    let comma = behind_blanks(bytes, at);
    if bytes.get(comma) != Some(&b',') {
        return None;
    }
    let second = behind_blanks(bytes, comma + 1);
    let (y, end) = number_at(bytes, second)?;
    let mut at = behind_blanks(bytes, end);
    let mut third = Third::Lacks;
    if bytes.get(at) == Some(&b',') {
        let (value, end) = number_at(bytes, behind_blanks(bytes, at + 1))?;
        third = Third::of(value);
        at = behind_blanks(bytes, end);
    }
    match line_end(bytes, at) {
        0 if at < bytes.len() => return None,
        length => at += length,
    }
    Some((Stone { point: Point::new(x, y, start..end), third, spaced: second > comma + 1 }, at))
}

/// What stands behind the stones: two names, a number, and in files of the judge a line `R,tournament`.
#[derive(Debug, Default)]
struct Trailer<'t> {
    names: Option<[(&'t str, Range<usize>); 2]>,
    code: Option<(i32, Range<usize>)>,
    /// The player that won, or 0, and the tournament.
    result: Option<(i32, &'t str, Range<usize>)>,
    /// A line that is none of these.
    odd: Option<Range<usize>>,
}

impl<'t> Trailer<'t> {
    /// Reads these lines of a text; `is_untimed`: two numbers are a stone, too.
    fn read(text: &'t str, lines: &[Range<usize>], is_untimed: bool) -> Trailer<'t> {
        let found = || lines.iter().map(|line| (&text[line.clone()], line.clone()));
        let mut trailer = Trailer::default();
        // A stone further down shows that the first of these lines is a damaged one.
        let is_stone = |(line, _): &(&str, Range<usize>)| {
            stone(line.as_bytes(), 0).is_some_and(|(stone, _)| is_untimed || stone.third != Third::Lacks)
        };
        if found().skip(1).any(|line| is_stone(&line)) {
            trailer.odd = found().find(|(line, _)| !line.trim().is_empty()).map(|(_, place)| place);
            return trailer;
        }
        let whole = |line: &str| {
            let line = line.trim();
            number(line.as_bytes()).filter(|(_, length)| *length == line.len()).map(|(value, _)| value)
        };
        let count = lines.len();
        let has_names = count > 2 || count == 2 && found().next().is_some_and(|(line, _)| whole(line).is_none());
        if let Some((_, place)) = found().take(2).find(|(line, _)| has_names && is_stone_like(line)) {
            trailer.odd = Some(place);
            return trailer;
        }
        if has_names {
            trailer.names = found().next().zip(found().nth(1)).map(|(one, other)| [one, other]);
        }
        for (line, place) in found().skip(if has_names { 2 } else { 0 }).filter(|(line, _)| !line.trim().is_empty()) {
            if trailer.code.is_none()
                && trailer.result.is_none()
                && let Some(code) = whole(line)
            {
                trailer.code = Some((code, place));
                continue;
            }
            let result = line.split_once(',').and_then(|(winner, event)| Some((whole(winner)?, event.trim())));
            let result = result.filter(|(winner, _)| (-1..=2).contains(winner));
            match result.filter(|_| trailer.result.is_none() && trailer.names.is_some()) {
                Some((winner, event)) => trailer.result = Some((winner, event, place)),
                None => trailer.odd = trailer.odd.or(Some(place)),
            }
        }
        trailer
    }
}

/// Whether a line is no name but a stone, perhaps a damaged one: numbers with signs between them, and two other letters at
/// most; or numbers with blanks between them.
pub(crate) fn is_stone_like(line: &str) -> bool {
    const MOST: usize = 2;
    let mut words = line.split_ascii_whitespace();
    let are_numbers = words.clone().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    if are_numbers && words.nth(1).is_some() {
        return true;
    }
    let is_of_stone = |letter: &char| letter.is_ascii_digit() || " \t,;.:-".contains(*letter);
    line.contains([',', ';'])
        && line.contains(|letter: char| letter.is_ascii_digit())
        && line.chars().filter(|letter| !is_of_stone(letter)).count() <= MOST
}

/// Whether the line of a result that names this tournament would be taken for a stone; `is_untimed`: two numbers are one, too.
pub(crate) fn names_stone(tournament: &str, is_untimed: bool) -> bool {
    stone(format!("0,{tournament}").as_bytes(), 0).is_some_and(|(stone, _)| is_untimed || stone.third != Third::Lacks)
}

/// How the numbers of the stones are to be read.
#[derive(Debug, Clone, Copy)]
struct Way {
    /// The number of the first column and row.
    base: i32,
    is_from_bottom: bool,
    /// Whether the third number is the colour and not a time.
    has_colours: bool,
}

impl Way {
    /// The judge writes down the stone that was tried and has lost the game, too: where that one alone would tell that
    /// columns and rows are counted from 0, it is off the board. A five shows that it is not.
    fn of(stones: &Stones, header: &Header, is_of_judge: bool) -> Way {
        let Stones { points, thirds, are_spaced } = stones;
        let (mut least, mut farthest) = (i32::MAX, [0; 2]);
        let telling = match points.split_last() {
            Some((last, others)) if is_of_judge && last.column.min(last.row) == 0 && !others.is_empty() => {
                let is_told = others.iter().any(|point| point.column.min(point.row) == 0);
                let is_five = || points::ends_with_five(points, header.columns, header.rows);
                if is_told || is_five() { &points[..] } else { others }
            }
            _ => &points[..],
        };
        for Point { column, row, .. } in telling {
            least = least.min(*column).min(*row);
            farthest = [farthest[0].max(*column), farthest[1].max(*row)];
        }
        let reaches = |most: i32| {
            farthest[0] <= header.columns.saturating_add(most) && farthest[1] <= header.rows.saturating_add(most)
        };
        let usual = i32::from(!header.is_of_web);
        let base = match least {
            // Such a program adds 2 to what others count from 0.
            2.. if *are_spaced && stones.have_no_third() && reaches(1) => 2,
            0 if reaches(-1) => 0,
            1.. if !reaches(-1) => 1,
            _ => usual,
        };
        // The third numbers are 0 and 1 in turn.
        let mut before = None;
        let mut in_turn = |third| matches!(third, Third::Zero | Third::One) && before.replace(third) != Some(third);
        let has_colours =
            points.len() >= if header.is_of_web { 1 } else { 4 } && thirds.iter().all(|third| in_turn(*third));
        Way { base: if points.is_empty() { 1 } else { base }, is_from_bottom: header.is_of_web, has_colours }
    }

    /// Counts columns and rows from 0 at the top left.
    fn count_from_0(self, points: &mut [Point], header: &Header) {
        for point in points.iter_mut() {
            // This stays in range: no number is read as `i32::MIN`, and 2 is only taken from numbers of 2 and more.
            point.column -= self.base;
            point.row -= self.base;
        }
        if self.is_from_bottom {
            for point in points {
                point.row = header.rows.saturating_sub(1).saturating_sub(point.row);
            }
        }
    }
}

/// What the reader says of a game of Renju that White has won though the board does not show it.
pub(crate) const SAID_OF_FOUL: &str =
    "White has won here: the judge leaves out the stone of a foul, or Black ran out of time or broke off";

/// The rules that the name of a tournament tells.
pub(crate) fn variant(event: &str) -> Option<&'static str> {
    const NAMES: [(&str, &str); 5] =
        [("renju", "renju"), ("standard", "standard"), ("caro", "caro"), ("free", "freestyle"), ("fast", "freestyle")];
    let event = event.as_bytes();
    let begins = |at: usize| {
        // Most letters begin none of them.
        if !matches!(event[at] | 0x20, b'r' | b's' | b'c' | b'f') {
            return None;
        }
        let is = |(word, _): &(&str, &str)| {
            event.get(at..at + word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word.as_bytes()))
        };
        NAMES.iter().position(is)
    };
    (0..event.len()).filter_map(begins).min().map(|first| NAMES[first].1)
}

/// Whether the judge ends a game of Renju as a draw here: all points but 25 have stones.
pub(crate) fn is_full_of_renju(stones: usize, columns: i32, rows: i32) -> bool {
    stones as i64 == i64::from(columns) * i64::from(rows) - 25
}

/// The colour that won, by the name of a file of the judge: `round_id_id_C.psq`, C being 0, 1 or 2.
fn colour_of_file(name: &str) -> Option<i32> {
    let mut parts = bare_name(name, "psq")?.split('_');
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = [parts.next()?, parts.next()?, parts.next()?];
    let colour = parts.next()?;
    let is_name = numbers.into_iter().all(is_number) && parts.next().is_none();
    ["0", "1", "2"].iter().position(|known| *known == colour && is_name).map(|colour| colour as i32)
}

const SIDES: [&str; 2] = ["Black", "White"];

impl Psq {
    #[expect(clippy::too_many_arguments, reason = "each is one part of the file")]
    fn tags(
        &self,
        text: &str,
        header: &Header,
        trailer: &Trailer<'_>,
        way: Way,
        given: &Given,
        is_first: bool,
        made: &mut Made,
    ) {
        let event = trailer.result.as_ref().map_or("", |(_, event, _)| event);
        let event_place = trailer.result.as_ref().map_or(0..WORD.len(), |(.., place)| place.clone());
        let rule = variant(event);
        if rule.is_some() || !made.has_variant {
            made.tag("Variant", rule.unwrap_or("freestyle"), event_place.clone());
        }
        made.tag("Board", &text[header.size.clone()], header.size.clone());
        made.tag("Event", event, event_place.clone());
        if rule.is_none() {
            let text = || {
                Text::new("the file does not say by which rules: read as freestyle").help("name them with --variant")
            };
            made.guessed("variant", "freestyle", text, event_place);
        }
        let is_of_judge = trailer.result.is_some();
        let won = trailer.result.as_ref().map(|(winner, ..)| *winner);
        let last = self.stones.points.len();
        // Whether the first name is White, as the five that ends the game says: the one who moved last has won.
        let by_board = || {
            let winner = won.filter(|winner| (1..=2).contains(winner))?;
            let has_five = points::ends_with_five(&self.stones.points, header.columns, header.rows)
                && !(rule == Some("renju") && last % 2 == 1 && self.last_is_foul(header));
            has_five.then_some((winner == 1) == last.is_multiple_of(2))
        };
        // Whether the first name is the player of the white stones.
        let swapped = if is_of_judge {
            let of_file = given.file.as_deref().filter(|_| is_first).and_then(colour_of_file);
            match (of_file, won) {
                (Some(colour @ 1..), Some(winner @ 1..=2)) => colour != winner,
                _ => {
                    // The player who moves first after the opening, whose stones took no time.
                    let is_timed = !way.has_colours;
                    let opening =
                        self.stones.thirds.iter().take_while(|third| is_timed && **third == Third::Zero).count();
                    let by_opening = opening % 2 == 1;
                    let by_board = by_board();
                    let is_by_board = by_board.is_some_and(|is_white| is_white != by_opening);
                    if way.has_colours && !is_by_board {
                        let text = || {
                            Text::new(
                                "the file has no times, which would tell the opening: the first name is read as Black",
                            )
                            .help("the judge's own file name tells who won, as in 1_2_3_1.psq")
                        };
                        made.guessed("first-name", SIDES[0], text, header.rest.clone());
                    }
                    if is_by_board {
                        let side = SIDES[usize::from(!by_opening)];
                        let text = || {
                            Text::new(format!("the five at the end tells who has won: the first name is {side}"))
                                .help("the judge's own file name tells it, too, as in 1_2_3_1.psq")
                        };
                        made.guessed("first-name", side, text, header.rest.clone());
                    } else if opening > 0 {
                        let side = SIDES[opening % 2];
                        let text = || {
                            Text::new(format!(
                            "the stones without a time at the start ({opening}) are read as the opening: the first name is {side}"
                        ))
                        .help("an engine may also answer in no time; the judge's own file name tells who won, as in 1_2_3_1.psq")
                        };
                        made.guessed("first-name", side, text, header.rest.clone());
                    }
                    by_opening != is_by_board
                }
            }
        } else {
            header.second_began
        };
        if let Some(names) = &trailer.names {
            for (side, index) in SIDES.iter().zip(if swapped { [1, 0] } else { [0, 1] }) {
                let (name, place) = &names[index];
                made.tag(side, name.trim(), place.clone());
            }
        }
        // Stones alternate, Black first: whose turn it is at the end.
        let (mover, other) = (SIDES[last % 2], SIDES[(last + 1) % 2]);
        if let Some((winner, _, place)) = &trailer.result {
            let result = match winner {
                0 => "draw",
                1 => SIDES[usize::from(swapped)],
                2 => SIDES[usize::from(!swapped)],
                _ => "*",
            };
            made.tag("Result", result, place.clone());
            // The last stone is the one that was tried and lost.
            let is_foul = || rule == Some("renju") && last % 2 == 1 && self.last_is_foul(header);
            if result == mover && (self.last_is_illegal(header) || is_foul()) {
                made.tag("Termination", "illegal", place.clone());
            } else if *winner == 0 && rule == Some("renju") && is_full_of_renju(last, header.columns, header.rows) {
                made.tag("Termination", "adjudication", place.clone());
            } else if rule == Some("renju") && self.has_lost_by_foul(header, result) {
                made.tag("Termination", "forfeit", place.clone());
                let text = || {
                    Text::new(
                        "Black has lost, and the board does not show how: perhaps by a foul, whose stone the file leaves out",
                    )
                };
                made.guessed("termination", "forfeit", text, place.clone());
            }
        } else if let Some((code @ 1.., place)) = &trailer.code
            && !points::ends_with_five(&self.stones.points, header.columns, header.rows)
        {
            made.tag("Result", other, place.clone());
            made.tag("Termination", if matches!(code, 9 | 15) { "time" } else { "forfeit" }, place.clone());
        }
        if let Some((levels, place)) = header.levels(text) {
            // Levels change places with the names.
            let levels = match levels.split_once(':').filter(|_| swapped) {
                Some((first, second)) => Cow::Owned(format!("{}:{}", second.trim(), first.trim())),
                None => Cow::Borrowed(levels),
            };
            made.tag("PSQ_Levels", &levels, place);
        }
    }

    /// Tells what was taken for granted, what was left out, and where the file is damaged.
    fn tell(&self, text: &str, header: &Header, trailer: &Trailer<'_>, way: Way, made: &mut Made) {
        if made.get("Termination") == Some("forfeit")
            && let Some((.., place)) =
                trailer.result.as_ref().filter(|_| trailer.code.as_ref().is_none_or(|(code, _)| *code < 1))
        {
            made.comment(SAID_OF_FOUL, place.clone());
        }
        let whole = header.rest.clone();
        let help = "the numbers themselves, or the header, tell this";
        if way.base != 1 {
            let text = || Text::new(format!("columns and rows are counted from {}, not from 1", way.base)).help(help);
            made.guessed("base", &way.base.to_string(), text, whole.clone());
        }
        if way.is_from_bottom {
            let text = || Text::new("rows are counted from the bottom, not from the top").help(help);
            made.guessed("rows", "bottom", text, whole.clone());
        }
        if way.has_colours {
            let text = || Text::new("the third numbers are read as colours, not as times").help(help);
            made.guessed("third", "colour", text, whole);
        } else {
            let Stones { points, thirds, .. } = &self.stones;
            if let Some((point, _)) = points.iter().zip(thirds).find(|(_, third)| third.is_time()) {
                let times = thirds.iter().filter(|third| third.is_time()).count() as u64;
                made.dropped_times("times of plies", times, point.start as usize..point.end as usize);
            }
        }
        if let Some(place) = &trailer.odd {
            let text = Text::new(format!(
                "{} is neither a stone nor a line of the end",
                quoted(text[place.clone()].trim())
            ))
            .help("a stone is `8,8,1264`; behind the stones stand two names, a number, and the result as `1,Renju`");
            made.fault(&BAD_SYNTAX, text, place.clone());
        }
    }

    /// Whether the last stone lies on another one or off the board, and no other one does.
    fn last_is_illegal(&self, header: &Header) -> bool {
        let Some((last, others)) = self.stones.points.split_last() else { return false };
        !last.is_on_board(header.columns, header.rows) || others.iter().any(|other| other.is_at(last))
    }

    /// Whether Renju forbids the last stone, a black one.
    fn last_is_foul(&self, header: &Header) -> bool {
        let number = |number: i32| u8::try_from(number).ok();
        let size = number(header.columns).zip(number(header.rows)).map(|(columns, rows)| Size { columns, rows });
        let stones = || self.stones.points.iter().enumerate().map(|(at, point)| (at % 2 == 0, point.column, point.row));
        size.is_some_and(|size| points::ends_with_foul(size, stones()))
    }

    /// Whether the judge says of a game of Renju that White has won it, and it shows no end, with Black to move.
    fn has_lost_by_foul(&self, header: &Header, result: &str) -> bool {
        result == "White"
            && self.stones.points.len().is_multiple_of(2)
            && !points::ends_with_five(&self.stones.points, header.columns, header.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::plain::tests::{pieces, read, tags};

    /// Black has the five on row 8.
    const STONES: &str = "8,8,0\n8,7,9\n9,8,9\n9,7,9\n7,8,9\n7,7,9\n6,8,9\n6,7,9\n5,8,9\n";

    #[test]
    fn usual_stones_are_those_that_any_reader_finds() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut count = 0;
        for _ in 0..20_000 {
            let length = rng.usize(8..24);
            let mut text: Vec<u8> =
                (0..length).map(|_| *rng.choice(b"00112289,,,, \r\n\n-x").expect("a byte")).collect();
            if rng.bool() {
                let stone = format!(
                    "{},{}{},{}\n",
                    rng.u8(..30),
                    if rng.bool() { " " } else { "" },
                    rng.u8(..120),
                    rng.u32(..200_000)
                );
                text.splice(0..0, stone.bytes());
            }
            if let Some((found, end)) = usual_stone(&text, 0) {
                let (known, known_end) = any_stone(&text, 0).expect("a stone");
                let all = |stone: Stone| (stone.point, stone.third, stone.spaced);
                assert_eq!((all(found), end), (all(known), known_end), "{:?}", String::from_utf8_lossy(&text));
                count += 1;
            }
        }
        assert!(count > 5000, "{count}");
    }

    #[test]
    fn rows_are_counted_from_the_top() {
        assert_eq!(read::<Psq>("Piskvorky 15x15, 11:11, 0\n8,8,0\n1,15,0\n15,1,0\n"), "h8, a1, o15");
        assert_eq!(read::<Psq>("Piskvorky 20x20, 0:0, 0\r\n8,8\r\n"), "h13");
        assert_eq!(read::<Psq>("Piskvorky 15x15, 0:0, 0\r8,8,0\r\r1,15,0\rAda\rBruno\r0\r"), "h8, a1");
        assert_eq!(read::<Psq>("Piskvorky 15x15, 0:0, 0\r\r\n8,8,0\r\r\n1,15,0\r\r\n"), "h8, a1");
        assert_eq!(read::<Psq>("Piskvorky 15x15, 0:0, 0\n"), "");
        assert_eq!(read::<Psq>("Piskvorky 15x15, 0:0, 0\n\n8,8,0\r\n \r\n1,1,7\n\n\n\n0\n"), "h8, a15");
    }

    #[test]
    fn the_numbers_tell_from_where_they_are_counted() {
        assert_eq!(read::<Psq>("Piskvorky 15x15, 0:0, 0\n0,14\n7,7\n"), "a1, h8");
        assert_eq!(read::<Psq>("Piskvorky 15x15, 0:0, 0\n15,15\n0,3\n"), "14,14, 254,2");
        assert_eq!(read::<Psq>("Piskvorky 15x15, 0:0, 0\n9, 9\n16, 2\n"), "h8, o15");
        assert_eq!(read::<Psq>("Piskvorky 15x15 , 0 - 0\n3,11,0\n0,0,1\n"), "d12, a1");
        assert_eq!(read::<Psq>("Piskvorky 15x15, 11:11, 0\n8,16,0\n"), "7,15");
    }

    #[test]
    fn the_parity_of_the_opening_tells_the_colours() {
        let file = |result: &str| format!("Piskvorky 15x15, 11:11, 0\n{STONES}Ada\nBruno\n-1\n{result},Standard15\n");
        let names = ["Variant", "Black", "White", "Result"];
        assert_eq!(tags::<Psq>(&file("2"), "", &names), "standard Bruno Ada Black");
        assert_eq!(tags::<Psq>(&file("1"), "a/1_2_3_1.psq", &names), "standard Ada Bruno Black");
        assert_eq!(tags::<Psq>(&file("0"), "", &names), "standard Bruno Ada draw");
    }

    #[test]
    fn piskvork_names_the_player_that_began_second_if_the_header_says_so() {
        let file = |began: u8, code: u8| format!("Piskvorky 20x20, 3:7, {began}\n8,8,5\n9,9,5\nAda\nBruno\n{code}\n");
        let names = ["Variant", "Black", "White", "Result", "Termination", "PSQ_Levels"];
        assert_eq!(tags::<Psq>(&file(0, 0), "", &names), "freestyle Ada Bruno - - 3:7");
        assert_eq!(tags::<Psq>(&file(1, 9), "", &names), "freestyle Bruno Ada White time 7:3");
        assert_eq!(tags::<Psq>(&file(1, 12), "", &names), "freestyle Bruno Ada White forfeit 7:3");
    }

    #[test]
    fn a_lost_stone_is_illegal_or_left_out() {
        let file =
            |stones: &str, result: &str| format!("Piskvorky 15x15, 11:11, 0\n{stones}Ada\nBruno\n-1\n{result}\n");
        let names = ["Result", "Termination"];
        assert_eq!(tags::<Psq>(&file("8,8,5\n9,9,5\n8,8,5\n", "2,Standard"), "", &names), "White illegal");
        assert_eq!(tags::<Psq>(&file("8,8,5\n9,9,5\n99,99,5\n", "2,Standard"), "", &names), "White illegal");
        assert_eq!(tags::<Psq>(&file("8,8,5\n9,9,5\n8,8,5\n", "1,Standard"), "", &names), "Black -");
        assert_eq!(tags::<Psq>(&file("8,8,5\n9,9,5\n", "2,Renju"), "", &names), "White forfeit");
        assert_eq!(tags::<Psq>(&file("8,8,5\n9,9,5\n", "2,Standard"), "", &names), "White -");
    }

    /// The judge counts from 1, and the last stone may be off the board.
    #[test]
    fn a_lost_stone_does_not_tell_from_where_is_counted() {
        let file =
            |stones: &str| read::<Psq>(&format!("Piskvorky 15x15, 11:11, 0\n{stones}Ada\nBruno\n-1\n2,Standard\n"));
        assert_eq!(file("8,8,5\n9,9,5\n0,8,5\n"), "7,7, 8,8, 254,7");
        assert_eq!(file("8,0,5\n9,9,5\n0,8,5\n"), "i15, j6, a7");
        let five = "4,4,5\n9,9,5\n3,4,5\n9,8,5\n2,4,5\n9,7,5\n1,4,5\n9,6,5\n0,4,5\n";
        assert_eq!(file(five), "e11, j6, d11, j7, c11, j8, b11, j9, a11");
        assert_eq!(file("0,8,5\n"), "a7");
    }

    #[test]
    fn damage_is_told_where_it_is() {
        let file = |line: &str| format!("Piskvorky 15x15, 0:0, 0\n8,8,5\n{line}\n9,9,5\nAda\nBruno\n0\n");
        assert_eq!(read::<Psq>(&file("8,x,5")).trim_start(), "h8 bad-syntax at 30..35");
        assert_eq!(read::<Psq>(&file("")), "h8, i7");
        assert_eq!(read::<Psq>("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,"), "h8 bad-syntax at 30..32");
        assert_eq!(read::<Psq>("Piskvork 15x15\n8,8,0\n"), " bad-syntax at 0..14");
        assert_eq!(read::<Psq>(&file("8,x,5").replace('\n', "\r")).trim_start(), "h8 bad-syntax at 30..35");
    }

    #[test]
    fn stones_and_odd_lines_do_not_vanish_in_the_trailer() {
        let read = |lines: &str| read::<Psq>(&format!("Piskvorky 15x15, 0:0, 0\n{lines}")).trim_start().to_owned();
        assert_eq!(read("8,8\n9;9\n10,10\n"), "h8 bad-syntax at 28..31");
        assert_eq!(read("8;8\n9,9\n10,10\n"), "bad-syntax at 24..27");
        assert_eq!(read("8,8,5\nAda\nBruno\n0\n\n\n\n\n9,9,5\n"), "h8 bad-syntax at 30..33");
        assert_eq!(read("8,8,5\n9,x,5\n10;10;5\n"), "h8 bad-syntax at 30..35");
        assert_eq!(read("8,8,5\n9,9,\n10,\n"), "h8 bad-syntax at 30..34");
        assert_eq!(read("8,8,5\nAda\n10;10;5\n-1\n"), "h8 bad-syntax at 34..41");
        assert_eq!(read("8,8,5\npbrain-2.1,x64\nBruno, 3\n-1\n"), "h8");
        assert_eq!(read("8,8,5\nAda\nBruno\n0\n\n\n\n\nwhat\n"), "h8 bad-syntax at 46..50");
        assert_eq!(read("8,8,5\nAda\nBruno\n-1\n10,10\n"), "h8 bad-syntax at 43..48");
        assert_eq!(read("8,8,5\nAda\nBruno\n-1\n1,2026\n"), "h8");
    }

    #[test]
    fn a_board_of_any_size_is_reckoned_with() {
        let file = "Piskvorky 999999x999999, 11:11, 0\n8,8,0\nAda\nBruno\n-1\n0,Renju\n";
        assert_eq!(tags::<Psq>(file, "", &["Board", "Result", "Termination"]), "999999x999999 draw -");
    }

    #[test]
    fn games_are_parted_wherever_the_bytes_are_cut() {
        let text =
            "Piskvorky 15x15, 0:0, 0\n8,8\nPiskvorky 9\nB\n0\nPiskvorky 20x20, 0:0, 0\n\nPiskvorky 9x9, 0:0, 0\n1,1\n";
        for step in [1, 2, 7, text.len()] {
            assert_eq!(pieces::<Psq>(text.as_bytes(), step), [44, 25, 26], "{step}");
            assert_eq!(pieces::<Psq>(text.replace('\n', "\r").as_bytes(), step), [44, 25, 26], "{step}");
        }
    }

    #[test]
    fn the_header_tells_the_format() {
        assert!(Psq::recognises(b"\xef\xbb\xbfPiskvorky 15x15, 11:11, 0\n") && Psq::recognises(b"\r\nPiskvorky 9x9\n"));
        assert!(!Psq::recognises(b"Piskvorky x") && !Psq::recognises(b"Piskvorky 15") && !Psq::recognises(b"1. h8"));
    }
}
