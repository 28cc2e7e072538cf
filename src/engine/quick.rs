//! Plies of the plainest kind: squares, columns or digits and nothing else, `12. c, e; 13. d, b`, or run together as
//! `ceebd`; with annotations and comments between them, unless somebody writes those down.
//!
//! This is [`super::usual`], cut shorter still for games that have a [`Deferral`](crate::game::Deferral) and for systems
//! that are read quickly: plies are only put, and one look at the end proves that none of them has ended the game. The last
//! ply of the record, before the end of the text or its result, is carried out; so is one before anything else that is
//! not plain.

use std::ops::Range;

use super::line::{Level, Went};
use super::script::{Script, ScriptPlace};
use super::turns::{UsualTurns, rarely};
use super::usual::Word;
use super::walk::Walk;
use super::whole_turns::WholeTurns;
use super::words::{APART, CLASSES, DIGIT, LETTER, gap, read_continued, read_number, skip_blanks};
use super::{Claim, Driver};
use crate::board::Square;
use crate::game::FullGame;
use crate::record::Layout;
use crate::record::tokens::is_blank;
use crate::system::{Quick, QuickToken, System};

/// How many plies are read before they are put: the reader and the position each have the processor for themselves.
const BATCH: usize = 32;

/// A ply that stands as it usually does, and what stands before it.
#[derive(Clone, Copy, Default)]
struct QuickPly {
    /// How many bytes of the text are left where it begins, with its turn number.
    left: u32,
    token: QuickToken,
    /// The comma or semicolon before it, or another byte.
    sign: u8,
    /// How many bytes its turn number takes, with the blanks behind it; 0 if it has none. [`QuickPly::GOES_ON`] more if the
    /// turn goes on with it: `12... e`.
    lead: u8,
}

impl QuickPly {
    /// A number takes fewer bytes than this.
    const GOES_ON: u8 = 0x80;

    /// Whether it has a turn number, with which a turn begins.
    fn is_numbered(self) -> bool {
        (1..QuickPly::GOES_ON).contains(&self.lead)
    }
}

/// How far plies have been read.
#[derive(Clone, Copy)]
struct Reached {
    /// Behind what stands beside the last of them.
    next: usize,
    /// The comma or semicolon there, or another byte.
    sign: u8,
    turns: UsualTurns,
}

/// How many bytes are looked at for two plies: a turn number, the two, and what stands beside each.
const PAIR: usize = 16;

/// Two plies that are read together.
struct Pair {
    tokens: [QuickToken; 2],
    /// What stands behind each of them: the comma or semicolon, or another byte.
    signs: [u8; 2],
    /// Where the second begins.
    second: usize,
    /// Where the next begins.
    end: usize,
}

/// A ply that is due but is not read with the others.
struct Left {
    ply: QuickPly,
    span: Range<usize>,
    /// What stands behind it, if that is plain: a comma or semicolon, and where it ends.
    gap: Option<(u8, usize)>,
}

/// The turn behind which the text ends.
struct LastTurn {
    /// Its first ply, if it has two.
    first: Option<QuickToken>,
    /// How far the plies before the last one have been read.
    reached: Reached,
    /// The last ply.
    left: Left,
}

/// A ply that was read, whether it is due or not.
struct ReadPly<'r> {
    token: QuickToken,
    /// Its turn number, or [`UsualTurns::UNNUMBERED`].
    number: u32,
    /// See [`QuickPly::lead`].
    lead: u8,
    /// What follows it.
    behind: &'r [u8],
}

/// Reads plies of movetext.
///
/// A ply of most records takes at most `WIDTH` bytes, with what stands beside it and the next byte. With [`RUNS`] plies are
/// digits, and no turn has a number.
struct Reader<'b, F, const WIDTH: usize> {
    bytes: &'b [u8],
    /// Reads a token. It is given the bytes from where one may begin.
    read: F,
    /// Whether annotations and comments are passed over. A script may write them down.
    passes_over_remarks: bool,
}

impl<'b, F: Fn(&[u8]) -> Option<(QuickToken, usize)>, const WIDTH: usize> Reader<'b, F, WIDTH> {
    /// Reads plies as long as each is due and a ply follows it, and as there is room for them. Says how many there are; and
    /// if the next one is due but no ply follows it, which.
    // Most of the time goes to this loop. It is not inlined, and it keeps little, so that all of it stays in registers: what
    // held before the last ply is worked out where that is asked for.
    #[inline(never)]
    fn fill(&self, room: &mut [QuickPly], reached: &mut Reached) -> (usize, Option<Left>) {
        let (mut rest, mut sign, mut turns) = (&self.bytes[reached.next..], reached.sign, reached.turns);
        let mut count = 0_usize;
        let left = loop {
            if let Some(room) = room.get_mut(count..).filter(|_| WIDTH != RUNS) {
                let mut usual = Reached { next: self.place(rest), sign, turns };
                let read = self.usual_plies(room, &mut usual);
                (rest, sign, turns) = (&self.bytes[usual.next..], usual.sign, usual.turns);
                if let Some(&ply) = read.checked_sub(1).and_then(|last| room.get(last))
                    && !begins_word(rest)
                {
                    // What stands behind the last of them is looked at more closely.
                    let (before, span) = (turns.without_last(ply.is_numbered()), self.span(ply));
                    let gap = gap(self.bytes.get(span.end..).unwrap_or_default(), self.passes_over_remarks);
                    let is_turn_cut = gap.is_some_and(|(sign, _)| sign == b';') && !turns.may_end();
                    if let Some((next_sign, next)) = gap.filter(|(_, next)| !is_turn_cut && begins_word(next)) {
                        count += read;
                        (rest, sign) = (next, next_sign);
                    } else {
                        count += read - 1;
                        (rest, sign, turns) = (self.rest(ply), ply.sign, before);
                        let gap = gap.map(|(sign, next)| (sign, self.place(next)));
                        break (!is_turn_cut).then_some(Left { ply, span, gap });
                    }
                } else {
                    count += read;
                }
            }
            let Some(ReadPly { token, number, lead, behind }) = self.ply(rest, turns) else {
                // So no ply follows the one before.
                let Some(last) = count.checked_sub(1) else { break None };
                let Some(&ply) = room.get(last) else { break None };
                // Where a digit stands right before what is no ply, both are one word.
                let at = self.place(rest);
                let is_apart =
                    WIDTH != RUNS || rest.is_empty() || !self.bytes[..at].last().is_some_and(u8::is_ascii_digit);
                let gap = is_apart.then_some((sign, at));
                count = last;
                (rest, sign) = (self.rest(ply), ply.sign);
                turns = turns.without_last(ply.is_numbered());
                break Some(Left { ply, span: self.span(ply), gap });
            };
            if !turns.is_due(number) || count == room.len() {
                break None;
            }
            let ply = QuickPly { left: rest.len() as u32, token, sign, lead };
            let gap = match behind {
                [b'0'..=b'9', ..] if WIDTH == RUNS => Some((b' ', behind)),
                _ => gap(behind, self.passes_over_remarks),
            };
            let Some((next_sign, next)) = gap else {
                break Some(Left { ply, span: self.span(ply), gap: None });
            };
            let before = turns;
            turns.pass(number);
            if next_sign == b';' && !turns.may_end() {
                turns = before;
                break None;
            }
            room[count] = ply;
            count += 1;
            (rest, sign) = (next, next_sign);
        };
        *reached = Reached { next: self.place(rest), sign, turns };
        (count, left)
    }

    /// Reads plies that are due and written as most are: perhaps a turn number and a blank before each, a sign or a blank
    /// after it, and then perhaps a blank. It does what [`Reader::ply`] and [`gap`] do, where nothing needs to be looked
    /// for. Says how many there are; whether a ply follows the last of them is not known.
    #[inline(never)]
    fn usual_plies(&self, room: &mut [QuickPly], reached: &mut Reached) -> usize {
        let (mut rest, mut sign, mut turns) = (&self.bytes[reached.next..], reached.sign, reached.turns);
        let mut count = 0_usize;
        loop {
            // Most plies come in pairs that are written alike. Of squares only the row tells where the next begins: they are not
            // read more quickly in pairs.
            if WIDTH < width(b"m15")
                && let Some(slots) = room.get_mut(count..).and_then(|room| room.first_chunk_mut())
                && let Some(window) = rest.first_chunk()
                && let Some((begin, after)) = turns.pass_pair(window)
                && let Some(pair) = self.pair(window, begin)
            {
                let [first, second] = pair.tokens;
                let [between, behind] = pair.signs;
                let left = rest.len() as u32;
                *slots = [
                    QuickPly { left, token: first, sign, lead: begin as u8 },
                    QuickPly { left: left - pair.second as u32, token: second, sign: between, lead: 0 },
                ];
                count += 2;
                rest = rest.get(pair.end..).unwrap_or_default();
                (turns, sign) = (after, behind);
                continue;
            }
            let Some(slot) = room.get_mut(count) else { break };
            let tail;
            let window = match rest.first_chunk::<WIDTH>() {
                Some(window) => window,
                None => match self.tail(rest) {
                    Some(padded) => {
                        tail = padded;
                        &tail
                    }
                    None => break,
                },
            };
            let (mut begin, mut after) = (0, turns);
            if !turns.lacks_some() {
                let Some(length) = turns.length_of_next(window) else { break };
                begin = length;
                after.begin();
            }
            let Some((token, length)) = (self.read)(&window[begin..]) else { break };
            let end = begin + length;
            let next_sign = window[end];
            after.fill_place();
            if CLASSES[usize::from(next_sign)] != APART || next_sign == b';' && !after.may_end() {
                break;
            }
            *slot = QuickPly { left: rest.len() as u32, token, sign, lead: begin as u8 };
            count += 1;
            rest = match window[end + 1] {
                b' ' => rest.get(end + 2..).unwrap_or_default(),
                _ => {
                    rarely();
                    rest.get(end + 1..).unwrap_or_default()
                }
            };
            (turns, sign) = (after, next_sign);
        }
        turns.count(count as u32);
        *reached = Reached { next: self.place(rest), sign, turns };
        count
    }

    /// Two plies of which the first begins at `begin`, each with a sign or a blank after it, and then perhaps a blank. A
    /// turn does not end between them.
    #[inline(always)]
    fn pair(&self, window: &[u8; PAIR], begin: usize) -> Option<Pair> {
        let read = |at: usize| {
            let (token, length) = (self.read)(window.get(at..)?)?;
            let (sign, next) = (*window.get(at + length)?, *window.get(at + length + 1)?);
            let end = match next {
                b' ' => at + length + 2,
                _ => {
                    rarely();
                    at + length + 1
                }
            };
            (CLASSES[usize::from(sign)] == APART).then_some((token, sign, end))
        };
        let (first, between, second) = read(begin).filter(|(_, sign, _)| *sign != b';')?;
        let (last, behind, end) = read(second)?;
        Some(Pair { tokens: [first, last], signs: [between, behind], second, end })
    }

    /// The last bytes of the text, `rest`, and after them what stands in no movetext. `None` for a text of a few bytes.
    #[inline]
    fn tail(&self, rest: &[u8]) -> Option<[u8; WIDTH]> {
        let last = u128::from_le_bytes(*self.bytes.last_chunk()?);
        let padded = last.checked_shr(8 * (16 - rest.len() as u32))?.to_le_bytes();
        padded.first_chunk().copied()
    }

    /// The ply at the start of `rest`, with whatever turn number. With more blanks than anybody writes it is left to the
    /// walk.
    #[inline(always)]
    fn ply<'r>(&self, mut rest: &'r [u8], turns: UsualTurns) -> Option<ReadPly<'r>> {
        let (all, mut number, mut goes_on) = (rest.len(), UsualTurns::UNNUMBERED, 0);
        if WIDTH == RUNS {
            // It is the result that `1-0`, `0-1` and `1/2-1/2` begin.
            if let [_, b'-' | b'/' | 0x80.., ..] = rest {
                return None;
            }
        } else if let [b'0'..=b'9', ..] = rest {
            (number, rest) = match read_number(rest) {
                Some(read) => read,
                None => {
                    goes_on = QuickPly::GOES_ON;
                    (UsualTurns::UNNUMBERED, self.continued(rest, turns)?)
                }
            };
            while let [byte, behind @ ..] = rest
                && is_blank(*byte)
            {
                rest = behind;
            }
        }
        let (token, length) = (self.read)(rest)?;
        let lead = u8::try_from(all - rest.len()).ok().filter(|lead| *lead < QuickPly::GOES_ON)? | goes_on;
        Some(ReadPly { token, number, lead, behind: rest.get(length..)? })
    }

    /// Puts turns as most archives write them, and of the turn behind which the text ends all but the last ply; returns that
    /// one. `most` says how many plies may be put.
    // It is a part of its caller: so the position stays in registers.
    #[inline(always)]
    fn put_turns<G: FullGame, const WINDOW: usize>(
        &self,
        position: &mut G,
        most: u32,
        reached: &mut Reached,
    ) -> Option<Left> {
        if WIDTH == RUNS {
            return None;
        }
        // Of squares only the row tells where the next begins: they are not read more quickly in whole turns.
        if WIDTH < width(b"m15") {
            let rest = &self.bytes[reached.next..];
            let mut turns = WholeTurns::<_, WINDOW>::new(rest, reached.turns, most / 2, &self.read);
            let put = position.put_all(turns.by_ref().flatten());
            let (rest, turns) = turns.behind(put);
            let sign = if turns.plies() > 0 { b';' } else { reached.sign };
            *reached = Reached { next: self.place(rest), sign, turns };
            if put % 2 > 0 {
                // The second ply of this turn was refused.
                self.fill(&mut [QuickPly::default()], reached);
            }
        }
        let last = self.last_turn(*reached, most)?;
        if last.first.is_some_and(|token| position.put_all(std::iter::once(token)) == 0) {
            return None;
        }
        *reached = last.reached;
        Some(last.left)
    }

    /// The turn behind which the text ends, perhaps with a `...` in the place of its second ply, if it is next.
    #[inline(always)]
    fn last_turn(&self, mut reached: Reached, most: u32) -> Option<LastTurn> {
        let rest = self.bytes.get(reached.next..)?;
        let ReadPly { token, number, lead, behind } = self.ply(rest, reached.turns)?;
        if !reached.turns.is_due(number) || most - reached.turns.plies() < 2 {
            return None;
        }
        let ply = QuickPly { left: rest.len() as u32, token, sign: reached.sign, lead };
        let is_blank_on = |rest: &[u8]| rest.iter().all(|&byte| is_blank(byte));
        let end = self.bytes.len();
        let (sign, next) = match is_blank_on(behind) {
            true => (b' ', &self.bytes[end..]),
            false => gap(behind, self.passes_over_remarks)?,
        };
        if next.is_empty() || next.strip_prefix(b"...").is_some_and(is_blank_on) {
            let left = Left { ply, span: self.span(ply), gap: Some((sign, self.place(next))) };
            return Some(LastTurn { first: None, reached, left });
        }
        let (second, length) = (self.read)(next)?;
        if sign == b';' || !is_blank_on(&next[length..]) {
            return None;
        }
        reached.turns.pass(number);
        (reached.next, reached.sign) = (self.place(next), sign);
        if !reached.turns.is_due(UsualTurns::UNNUMBERED) {
            return None;
        }
        let ply = QuickPly { left: next.len() as u32, token: second, sign, lead: 0 };
        let left = Left { ply, span: reached.next..reached.next + length, gap: Some((b' ', end)) };
        Some(LastTurn { first: Some(token), reached, left })
    }

    /// What follows the number of the turn that goes on at the start of `rest`, `12... e`, if it is due. A script may write
    /// down its dots.
    #[inline(never)]
    fn continued<'r>(&self, rest: &'r [u8], turns: UsualTurns) -> Option<&'r [u8]> {
        let (number, rest) = read_continued(rest).filter(|_| self.passes_over_remarks)?;
        turns.may_continue(number).then_some(rest)
    }

    /// Where in the text `rest` begins.
    fn place(&self, rest: &[u8]) -> usize {
        self.bytes.len() - rest.len()
    }

    /// The text from where a ply begins.
    fn rest(&self, ply: QuickPly) -> &'b [u8] {
        self.bytes.get(self.bytes.len() - ply.left as usize..).unwrap_or_default()
    }

    /// Where the token of a ply stands.
    #[inline(always)]
    fn span(&self, ply: QuickPly) -> Range<usize> {
        let start = self.bytes.len() - ply.left as usize + usize::from(ply.lead & !QuickPly::GOES_ON);
        let length = self.bytes.get(start..).and_then(&self.read).map_or(0, |(_, length)| length);
        start..start + length
    }
}

/// Whether a ply may begin here, or a turn number.
#[inline(always)]
fn begins_word(text: &[u8]) -> bool {
    text.first().is_some_and(|byte| CLASSES[usize::from(*byte)] & (LETTER | DIGIT) != 0)
}

/// The width of plies that may stand without anything between them.
const RUNS: usize = 0;

/// The width of a [`Reader`]'s plies, of which this is one of the longest.
const fn width(ply: &[u8]) -> usize {
    b"123. ".len() + ply.len() + b"; ".len()
}

/// How many bytes a turn of two such plies takes at most, with its number and the next byte.
const fn window(ply: &[u8]) -> usize {
    b"123. ".len() + ply.len() + b", ".len() + ply.len() + b"; 1".len()
}

impl<G: FullGame> Driver<'_, G> {
    /// Carries out plies of movetext as long as they are plain, and shows the visitor the positions that it looks at.
    #[inline(never)]
    pub(super) fn quick_plies(&mut self, level: &mut Level<G>, quick: Quick) -> Went {
        let mut went = Went::Nowhere;
        loop {
            let next = self.quick_plies_to_look(level, quick);
            went = went.then(next);
            if next == Went::Nowhere || !self.is_looked_at(level.walk.plies) {
                return went;
            }
            self.look(&level.walk.position, level.walk.plies);
            if next != Went::On || self.is_watched {
                return went;
            }
        }
    }

    /// The same, up to the next position that the visitor looks at.
    #[inline(always)]
    fn quick_plies_to_look(&mut self, level: &mut Level<G>, quick: Quick) -> Went {
        if self.script.is_some() { self.plies_in::<true>(level, quick) } else { self.plies_in::<false>(level, quick) }
    }

    #[inline(always)]
    fn plies_in<const WRITES: bool>(&mut self, level: &mut Level<G>, quick: Quick) -> Went {
        match quick {
            // What is written down as it stands is spelt with small letters.
            Quick::Columns if WRITES => {
                self.put_plies::<WRITES, { width(b"c") }, { window(b"c") }>(level, Quick::column)
            }
            Quick::Squares if WRITES => {
                self.put_plies::<WRITES, { width(b"m15") }, { window(b"m15") }>(level, Quick::square)
            }
            Quick::Columns => self.put_plies::<WRITES, { width(b"c") }, { window(b"c") }>(level, Quick::any_column),
            Quick::Squares => self.put_plies::<WRITES, { width(b"m15") }, { window(b"m15") }>(level, Quick::any_square),
            Quick::Sgf(rows) => {
                self.put_plies::<WRITES, { width(b"mo") }, { window(b"mo") }>(level, |bytes| Quick::sgf(rows, bytes))
            }
            Quick::Go => self.put_plies::<WRITES, { width(b"M15") }, { window(b"M15") }>(level, Quick::go),
            // Where turns have numbers, a digit may be one.
            Quick::Digits(_) if level.walk.turns.usual().is_none_or(UsualTurns::is_numbered) => Went::Nowhere,
            Quick::Digits(zero) => self.put_plies::<WRITES, RUNS, RUNS>(level, |bytes| Quick::digit(zero, bytes)),
        }
    }

    /// Carries out plies that `read` reads, and writes them down if `WRITES`. It is given the bytes from where a ply may
    /// begin.
    #[inline(never)]
    fn put_plies<const WRITES: bool, const WIDTH: usize, const WINDOW: usize>(
        &mut self,
        level: &mut Level<G>,
        read: impl Fn(&[u8]) -> Option<(QuickToken, usize)>,
    ) -> Went {
        let walk = &mut level.walk;
        let Some(turns) = walk.turns.usual().filter(|_| walk.position.may_put()) else { return Went::Nowhere };
        let bytes = self.job.record.text.as_bytes();
        let from = skip_blanks(bytes, self.tokens.position());
        let reader = Reader::<_, WIDTH> { bytes, read, passes_over_remarks: self.passes_over_remarks() };
        let mut reached = Reached { next: from, sign: b' ', turns };
        let mut batch = [QuickPly::default(); BATCH];
        let place = self.script.as_ref().map(Script::place);
        let before = self.before(walk);
        let most = self.most_plies(walk);
        let last = match WRITES {
            true => None,
            false => reader.put_turns::<G, WINDOW>(&mut walk.position, most, &mut reached),
        };
        let mut pen = self.pen::<WRITES>();
        let left = loop {
            if last.is_some() {
                break last;
            }
            let from = reached;
            let room = BATCH.min((most - from.turns.plies()) as usize);
            let (count, left) = reader.fill(&mut batch[..room], &mut reached);
            let plies = &batch[..count];
            let put = if WRITES {
                let mut number = walk.plies + from.turns.plies();
                let put = plies.iter().take_while(|ply| {
                    number += 1;
                    pen.put(&mut walk.position, ply.token, || reader.span(**ply), number)
                });
                put.count()
            } else {
                walk.position.put_all(plies.iter().map(|ply| ply.token))
            };
            if put < count {
                // The walk says what is wrong with this ply.
                reached = from;
                reader.fill(&mut batch[..put], &mut reached);
                break None;
            }
            if count < room || room < BATCH {
                break left;
            }
        };
        let Reached { mut next, sign: mut next_sign, mut turns } = reached;
        let (mut went, mut is_kept, mut ending) = (Went::On, false, None);
        if let Some(Left { ply, span, gap }) = left {
            let mut after = turns;
            after.pass(turns.number_before(ply.is_numbered()));
            let has_variations = self.job.record.parts.layout == Layout::Tree && bytes[span.end..].starts_with(b" (");
            // What is said of a ply stands before a `)`, and in a tree before its variations too.
            if has_variations || bytes.get(span.end) == Some(&b')') {
                if has_variations {
                    level.before_ply.keep(&walk.position, walk.number + turns.plies());
                }
                let number = walk.plies + turns.plies() + 1;
                if self.pen::<WRITES>().put(&mut walk.position, ply.token, || span.clone(), number) {
                    turns = after;
                    (next, next_sign, went, is_kept) = (span.end, b' ', Went::BehindPly, has_variations);
                }
            } else if let Some((sign, end)) = gap
                && let Some(result) = self.ending(end, after)
            {
                let number = turns.number_before(ply.is_numbered());
                ending = Some((
                    Word { number, continued: None, start: span.start, end: span.end, sign, after: end },
                    result,
                ));
            }
        }
        if G::LEAVES_OUTCOME && turns.plies() > 0 && !walk.position.is_undecided() {
            walk.position.clone_from(before.as_ref().unwrap_or(self.start));
            self.unwrite(place);
            return Went::Nowhere;
        }
        if turns.plies() > 0 {
            walk.number += turns.plies();
            walk.plies += turns.plies();
            walk.turns.go_on_from(turns, next_sign);
            self.tokens.pass_to(next);
            if !is_kept {
                level.before_ply.forget();
            }
        } else if ending.is_none() {
            return Went::Nowhere;
        }
        if let Some((word, result)) = ending
            && let Some(mut turns) = walk.turns.usual()
        {
            turns.pass(word.number);
            level.before_ply.forget();
            self.usual_ply(walk, turns, word, &mut G::Scratch::default());
            self.tokens.pass_to(bytes.len());
            walk.result = result;
            return Went::Whole;
        }
        went
    }

    /// What ends the record at `at`, if nothing else follows the plies there: nothing, a `...` in the place of a ply that
    /// was not made, or the result. `turns` is the account of the plies before it.
    #[inline(always)]
    fn ending(&self, at: usize, turns: UsualTurns) -> Option<Option<(Claim, Range<usize>)>> {
        if !self.path.is_empty() {
            return None;
        }
        match self.job.record.text.as_bytes().get(at..)? {
            [] => Some(None),
            _ if self.script.is_some() => None,
            [b'.', b'.', b'.', rest @ ..] => {
                (turns.lacks_some() && rest.iter().all(|&byte| is_blank(byte))).then_some(None)
            }
            rest => self.result_at(at, rest).map(Some),
        }
    }

    /// The result that is the rest of the text from `at` on, blanks apart, if it is one word as nearly all people write it.
    /// With any other text, for instance `Whi te` or `White -`, it is for the walk to say which words it has.
    #[inline(never)]
    fn result_at(&self, at: usize, rest: &[u8]) -> Option<(Claim, Range<usize>)> {
        let length = rest.iter().rposition(|byte| !is_blank(*byte))? + 1;
        let word = rest.get(..length)?;
        let is_usual = word.iter().all(u8::is_ascii_alphabetic) || matches!(word, b"*" | b"1-0" | b"0-1" | b"1/2-1/2");
        let span = at..at + length;
        let claim =
            Claim::of_word(self.job.record.slice(span.clone()), &self.job.setting.rules).filter(|_| is_usual)?;
        Some((claim, span))
    }

    /// Carries out the plies that stand at `at`, but for the last; returns where that begins. Nothing stands between them,
    /// or with `APART` blanks do.
    pub(super) fn quick_run<const APART: bool>(&mut self, walk: &mut Walk<G>, quick: Quick, mut at: usize) -> usize {
        loop {
            let from = at;
            at = match self.script.is_some() {
                true => self.run_in::<true, APART>(walk, quick, at),
                false => self.run_in::<false, APART>(walk, quick, at),
            };
            if at == from || !self.is_looked_at(walk.plies) {
                return at;
            }
            self.look(&walk.position, walk.plies);
            if self.is_watched {
                return at;
            }
        }
    }

    /// The position to go back to if the plies that are put turn out to have ended the game, unless that is the start or
    /// nobody asks for it. Positions may be large.
    #[inline(always)]
    fn before(&self, walk: &Walk<G>) -> Option<G> {
        let is_start = self.path.is_empty() && walk.plies == 0;
        debug_assert!(!is_start || walk.position == *self.start);
        (G::LEAVES_OUTCOME && !is_start).then(|| walk.position.clone())
    }

    /// How many plies of the line at hand may be put before the visitor looks at the position.
    fn most_plies(&self, walk: &Walk<G>) -> u32 {
        if self.path.is_empty() { self.next_look.saturating_sub(walk.plies) } else { u32::MAX }
    }

    /// What puts plies, and writes them down if `WRITES`.
    #[inline(always)]
    fn pen<const WRITES: bool>(&mut self) -> Pen<'_, WRITES> {
        Pen {
            script: self.script.as_mut().filter(|_| WRITES),
            text: self.job.record.text,
            system: self.job.system,
            in_main_line: self.path.is_empty(),
        }
    }

    #[inline(always)]
    fn run_in<const WRITES: bool, const APART: bool>(&mut self, walk: &mut Walk<G>, quick: Quick, at: usize) -> usize {
        match quick {
            Quick::Columns if WRITES => self.put_run::<WRITES, APART, true>(walk, Quick::column, at),
            Quick::Squares if WRITES => self.put_run::<WRITES, APART, false>(walk, Quick::square, at),
            Quick::Columns => self.put_run::<WRITES, APART, true>(walk, Quick::any_column, at),
            Quick::Squares => self.put_run::<WRITES, APART, false>(walk, Quick::any_square, at),
            Quick::Digits(zero) => self.put_run::<WRITES, APART, true>(walk, |bytes| Quick::digit(zero, bytes), at),
            Quick::Sgf(rows) => self.put_run::<WRITES, APART, false>(walk, |bytes| Quick::sgf(rows, bytes), at),
            Quick::Go => self.put_run::<WRITES, APART, false>(walk, Quick::go, at),
        }
    }

    /// Carries out the plies that `read` reads. With `IS_BYTE` each takes one byte.
    #[inline(never)]
    fn put_run<const WRITES: bool, const APART: bool, const IS_BYTE: bool>(
        &mut self,
        walk: &mut Walk<G>,
        read: impl Fn(&[u8]) -> Option<(QuickToken, usize)>,
        mut at: usize,
    ) -> usize {
        if !walk.position.may_put() {
            return at;
        }
        let place = self.script.as_ref().map(Script::place);
        let (start, most) = (at, self.most_plies(walk));
        let before = self.before(walk);
        let bytes = self.job.record.text.as_bytes();
        let mut run = Run::<_, APART>::new(bytes, &read, at, most);
        let mut pen = self.pen::<WRITES>();
        let plies = if WRITES {
            let mut number = walk.plies;
            let put = run.by_ref().take_while(|(token, span)| {
                number += 1;
                pen.put(&mut walk.position, *token, || span.clone(), number)
            });
            put.count() as u32
        } else if IS_BYTE && !APART {
            // The last ply is left.
            let text = &bytes[at..];
            let text = &text[..text.len().min((most as usize).saturating_add(1))];
            let token = |byte| Some(read(std::slice::from_ref(byte))?.0);
            let pairs = text.iter().zip(text.get(1..).unwrap_or_default());
            walk.position.put_all(pairs.map_while(|(byte, next)| token(next).and(token(byte)))) as u32
        } else {
            walk.position.put_all(run.by_ref().map(|(token, _)| token)) as u32
        };
        if IS_BYTE && !APART {
            at += plies as usize;
        } else if run.most == most - plies {
            at = run.at;
        } else {
            // The last of them was not put.
            run = Run::new(bytes, &read, at, plies);
            run.by_ref().for_each(drop);
            at = run.at;
        }
        if G::LEAVES_OUTCOME && plies > 0 && !walk.position.is_undecided() {
            walk.position.clone_from(before.as_ref().unwrap_or(self.start));
            self.unwrite(place);
            return start;
        }
        walk.number += plies;
        walk.plies += plies;
        at
    }

    /// Forgets plies that were written down, since they are carried out again.
    fn unwrite(&mut self, place: Option<ScriptPlace>) {
        if let (Some(script), Some(place)) = (&mut self.script, place) {
            script.back_to(place);
        }
    }
}

/// The plies that stand one behind the other, each with where its token stands, up to the last but one: another word may
/// go on with the last.
struct Run<'b, F, const APART: bool> {
    bytes: &'b [u8],
    read: F,
    /// Where the next begins, and what is read there.
    at: usize,
    next: Option<(QuickToken, usize)>,
    /// How many there may still be.
    most: u32,
}

impl<'b, F: Fn(&[u8]) -> Option<(QuickToken, usize)>, const APART: bool> Run<'b, F, APART> {
    fn new(bytes: &'b [u8], read: F, at: usize, most: u32) -> Run<'b, F, APART> {
        let mut run = Run { bytes, read, at, next: None, most };
        run.next = run.read(at);
        run
    }

    #[inline(always)]
    fn read(&self, at: usize) -> Option<(QuickToken, usize)> {
        let is_whole = |length: usize| !APART || self.bytes.get(at + length).is_none_or(|&byte| is_blank(byte));
        (self.read)(self.bytes.get(at..).unwrap_or_default()).filter(|&(_, length)| is_whole(length))
    }
}

impl<F: Fn(&[u8]) -> Option<(QuickToken, usize)>, const APART: bool> Iterator for Run<'_, F, APART> {
    type Item = (QuickToken, Range<usize>);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let (token, length) = self.next?;
        let span = self.at..self.at + length;
        let at = if APART { skip_blanks(self.bytes, span.end) } else { span.end };
        let next = self.read(at);
        if next.is_none() || self.most == 0 {
            return None;
        }
        (self.next, self.at) = (next, at);
        self.most -= 1;
        Some((token, span))
    }
}

/// Puts plies, and writes them down if `WRITES`.
struct Pen<'p, const WRITES: bool> {
    script: Option<&'p mut Script>,
    /// The record's text.
    text: &'p str,
    /// Its notation system.
    system: System,
    in_main_line: bool,
}

impl<const WRITES: bool> Pen<'_, WRITES> {
    /// Puts a ply; `false` if it is not plainly legal. `number` is its own, not that of its turn.
    #[inline(always)]
    fn put<G: FullGame>(
        &mut self,
        position: &mut G,
        token: QuickToken,
        span: impl Fn() -> Range<usize>,
        number: u32,
    ) -> bool {
        let Some(square) = position.lands(token) else { return false };
        if WRITES && let Some(script) = self.script.as_deref_mut() {
            let sides = [position.turn(), position.player()];
            if !script.put(square, sides, &span, self.in_main_line) && !self.spell(position, square, span(), number) {
                return false;
            }
        }
        position.put(square);
        if WRITES && let Some(script) = self.script.as_deref_mut() {
            script.done(position, number);
        }
        true
    }

    /// Writes down a ply on a square whose name is not known yet, and keeps that.
    #[cold]
    #[inline(never)]
    fn spell<G: FullGame>(&mut self, position: &G, square: Square, span: Range<usize>, number: u32) -> bool {
        let Some(script) = self.script.as_deref_mut() else { return false };
        let text = self.text.get(span.clone()).unwrap_or_default();
        let mut scratch = G::Scratch::default();
        let Ok(ply) = position.read_ply(text, self.system, &mut scratch) else { return false };
        script.ply(position, ply, span, number, self.in_main_line);
        script.keep_name(square);
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use crate::engine::{Defaults, Resolver, Setting};
    use crate::formats::{Records, transcript::Transcripts};
    use crate::game::{Entry, FullGame, Strict, Task, position_string};
    use crate::games::{forza4, gomoku};
    use crate::system::{QuickToken, System};

    /// Plays random plies, each put and carried out: what `put` accepts `apply` accepts, and both come to the same. Plies that
    /// are put on one square are called the same in each notation system.
    struct PutIsApply {
        plies: usize,
        seed: u64,
    }

    impl Task for PutIsApply {
        /// How many plies were put.
        type Out = usize;

        fn run<G: FullGame>(self, start: G) -> usize {
            let mut random = fastrand::Rng::with_seed(self.seed);
            let (mut game, mut count, mut scratch) = (start, 0, G::Scratch::default());
            let mut names = HashMap::new();
            for _ in 0..self.plies {
                let column = random.u8(0..10);
                let (row, system, text) = match random.bool() {
                    true => (QuickToken::NO_ROW, System::COLUMNS, String::new()),
                    false => {
                        let row = random.u8(0..10);
                        (row, System::SQUARES, (row + 1).to_string())
                    }
                };
                let text = format!("{}{text}", char::from(b'a' + column));
                let (mut put, mut applied) = (game.clone(), game.clone());
                let square = game.lands(QuickToken { column, row }).filter(|_| game.may_put());
                square.into_iter().for_each(|square| put.put(square));
                let has_put = square.is_some();
                let ply = applied.read_ply(&text, system, &mut scratch);
                // A script takes such a token as it stands.
                let mut written = String::new();
                if ply.is_ok_and(|ply| game.write_ply(ply, system, &mut written).is_ok()) && has_put {
                    assert_eq!(written, text);
                }
                if let (Ok(ply), Some(square)) = (ply, square) {
                    assert_eq!(game.landing(ply), Some(square));
                    for system in G::info().systems().filter(|system| !system.is_diagram()) {
                        let mut written = String::new();
                        let written = game.write_ply(ply, system, &mut written).is_ok().then_some(written);
                        assert_eq!(names.entry((system.name(), square)).or_insert(written.clone()), &written);
                    }
                }
                let mut together = game.clone();
                if game.may_put() {
                    let token = QuickToken { column, row };
                    let both = together.put_all([token, token].into_iter());
                    let mut apart = game.clone();
                    let one_by_one = (0..2).take_while(|_| {
                        let square = apart.lands(token);
                        square.into_iter().for_each(|square| apart.put(square));
                        square.is_some()
                    });
                    assert_eq!((both, &together), (one_by_one.count(), &apart));
                }
                let is_legal = ply.is_ok_and(|ply| applied.apply(ply, &mut Strict).is_ok());
                assert!(is_legal || !has_put, "{text} in {}", position_string(&game));
                if has_put && G::LEAVES_OUTCOME {
                    assert!(!put.is_undecided() || !applied.outcome().is_end(), "{}", position_string(&applied));
                    assert_eq!(position_string(&put), position_string(&applied));
                } else if has_put {
                    assert_eq!(put, applied);
                }
                count += usize::from(has_put);
                if is_legal {
                    game = applied;
                }
            }
            count
        }
    }

    fn setting(tags: &str) -> Setting {
        let text = format!("{tags}\n\n");
        let mut records = Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
        let record = Records::next(&mut records).expect("a slice can be read").expect("a record");
        let mut resolver = Resolver::new(Defaults::default());
        resolver.settle(&record, &mut ());
        resolver.into_setting().expect("a setting")
    }

    fn put<E: Entry>(entry: &E, tags: &str) -> usize {
        let rules = setting(tags).rules;
        let params = rules.params.downcast_ref().expect("rules of this game");
        (0..200).map(|seed| entry.with(params, PutIsApply { plies: 80, seed })).sum()
    }

    #[test]
    fn a_ply_that_is_put_is_one_that_is_carried_out() {
        for board in ["7x6", "4x4", "9x9", "12x10"] {
            assert!(put(&forza4::Entry, &format!("[Game \"forza4\"]\n[Board \"{board}\"]")) > 1000, "{board}");
        }
        let made = "[Game \"forza4\"]\n[Setup \"7/7/7/R5R/R5R/WW3WW W\"]";
        assert!(put(&forza4::Entry, made) > 1000);
        for variant in ["standard", "freestyle", "caro", "renju"] {
            let tags = format!("[Game \"gomoku\"]\n[Variant \"{variant}\"]\n[Board \"9x9\"]");
            assert!(put(&gomoku::Entry, &tags) > 1000, "{variant}");
        }
    }

    /// Rules that look further than the piece at hand have every ply carried out.
    #[test]
    fn where_more_is_to_be_looked_at_nothing_is_put() {
        assert_eq!(put(&forza4::Entry, "[Game \"forza4\"]\n[Options \"equalizer\"]"), 0);
        for tags in ["[Variant \"murray\"]", "[Options \"pro\"]", "[Options \"double-three\"]"] {
            assert_eq!(put(&gomoku::Entry, &format!("[Game \"gomoku\"]\n{tags}")), 0, "{tags}");
        }
    }
}
