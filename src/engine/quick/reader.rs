//! Reads the plies, each with what stands beside it.

use std::ops::Range;

use crate::engine::turns::{UsualTurns, rarely};
use crate::engine::words::{APART, CLASSES, begins_word, gap, read_continued, read_number};
use crate::record::tokens::is_blank;
use crate::system::QuickToken;

/// A ply that stands as it usually does, and what stands before it.
#[derive(Clone, Copy, Default)]
pub(super) struct QuickPly {
    /// How many bytes of the text are left where it begins, with its turn number.
    pub(super) left: u32,
    pub(super) token: QuickToken,
    /// The comma or semicolon before it, or another byte.
    pub(super) sign: u8,
    /// How many bytes its turn number takes, with the blanks after it; 0 if it has none. Plus [`QuickPly::GOES_ON`] if
    /// the number continues a turn: `12... e`.
    pub(super) lead: u8,
}

impl QuickPly {
    /// A number takes fewer bytes than this.
    const GOES_ON: u8 = 0x80;

    /// Whether it has a turn number, with which a turn begins.
    pub(super) fn is_numbered(self) -> bool {
        (1..QuickPly::GOES_ON).contains(&self.lead)
    }
}

/// How far plies have been read.
#[derive(Clone, Copy)]
pub(super) struct Reached {
    /// The byte after the last ply and what stands beside it.
    pub(super) next: usize,
    /// The comma or semicolon there, or another byte.
    pub(super) sign: u8,
    pub(super) turns: UsualTurns,
}

/// How many bytes the reader looks at for two plies: a turn number, the two, and what stands beside each.
const PAIR: usize = 16;

/// Two plies that are read together.
struct Pair {
    tokens: [QuickToken; 2],
    /// What stands after each: a comma or semicolon, or another byte.
    signs: [u8; 2],
    /// Where the second begins.
    second: usize,
    /// Where the next begins.
    end: usize,
}

/// A ply that is due but is not read with the others.
pub(super) struct Left {
    pub(super) ply: QuickPly,
    pub(super) span: Range<usize>,
    /// What stands after it, if that is plain: a comma or semicolon, and where it ends.
    pub(super) gap: Option<(u8, usize)>,
}

/// A ply that was read, whether it is due or not.
pub(super) struct ReadPly<'r> {
    pub(super) token: QuickToken,
    /// Its turn number, or [`UsualTurns::UNNUMBERED`].
    pub(super) number: u32,
    /// See [`QuickPly::lead`].
    pub(super) lead: u8,
    /// What follows it.
    pub(super) after: &'r [u8],
}

/// Reads plies of movetext.
///
/// A ply of most records takes at most `WIDTH` bytes, with what stands beside it and the next byte. With [`RUNS`] plies are
/// digits, and no turn has a number.
pub(super) struct Reader<'b, F, const WIDTH: usize> {
    pub(super) bytes: &'b [u8],
    /// Reads a token. It gets the bytes from where a token may begin.
    pub(super) read: F,
    /// Whether annotations and comments are passed over. A script may write them down.
    pub(super) passes_over_remarks: bool,
}

impl<'b, F: Fn(&[u8]) -> Option<(QuickToken, usize)>, const WIDTH: usize> Reader<'b, F, WIDTH> {
    /// Reads plies as long as each is due, another follows it and `room` lasts. Returns how many it read, and the next
    /// one if that is due but no ply follows it.
    // Most of the time goes to this loop. It is not inlined, and it keeps little, so that all of it stays in registers:
    // the state before the last ply is worked out only where it is needed.
    #[inline(never)]
    pub(super) fn fill(&self, room: &mut [QuickPly], reached: &mut Reached) -> (usize, Option<Left>) {
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
                    // No usual ply follows: look more closely at what stands after the last one.
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
            let Some(ReadPly { token, number, lead, after }) = self.ply(rest, turns) else {
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
            let gap = match after {
                [b'0'..=b'9', ..] if WIDTH == RUNS => Some((b' ', after)),
                _ => gap(after, self.passes_over_remarks),
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

    /// Reads plies that are due and written as usual: perhaps a turn number and a blank before each, a sign or a blank
    /// after it, and then perhaps a blank. It does what [`Reader::ply`] and [`gap`] do, without their searches. Returns
    /// how many it read; whether a ply follows the last one is not known.
    #[inline(never)]
    fn usual_plies(&self, room: &mut [QuickPly], reached: &mut Reached) -> usize {
        let (mut rest, mut sign, mut turns) = (&self.bytes[reached.next..], reached.sign, reached.turns);
        let mut count = 0_usize;
        loop {
            // Most plies come in pairs that are written alike. Reading squares in pairs is no quicker: where the next
            // one begins depends on how many digits the row has.
            if WIDTH < width(b"m15")
                && let Some(slots) = room.get_mut(count..).and_then(|room| room.first_chunk_mut())
                && let Some(window) = rest.first_chunk()
                && let Some((begin, after)) = turns.pass_pair(window)
                && let Some(pair) = self.pair(window, begin)
            {
                let [first, second] = pair.tokens;
                let [between, last] = pair.signs;
                let left = rest.len() as u32;
                *slots = [
                    QuickPly { left, token: first, sign, lead: begin as u8 },
                    QuickPly { left: left - pair.second as u32, token: second, sign: between, lead: 0 },
                ];
                count += 2;
                rest = rest.get(pair.end..).unwrap_or_default();
                (turns, sign) = (after, last);
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

    /// Two plies, the first at `begin`, each with a sign or a blank after it, and then perhaps a blank. A turn does not
    /// end between them.
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
        let (last, end_sign, end) = read(second)?;
        Some(Pair { tokens: [first, last], signs: [between, end_sign], second, end })
    }

    /// The last bytes of the text, `rest`, and after them what stands in no movetext. `None` for a text of a few bytes.
    #[inline]
    fn tail(&self, rest: &[u8]) -> Option<[u8; WIDTH]> {
        // So a rest that is shorter than a ply is shorter than what is shifted.
        const { assert!(WIDTH <= 16) };
        let last = u128::from_le_bytes(*self.bytes.last_chunk()?);
        let padded = last.checked_shr(8 * (16 - rest.len() as u32))?.to_le_bytes();
        padded.first_chunk().copied()
    }

    /// The ply at the start of `rest`, whatever its turn number. The general walk reads it if more blanks stand there
    /// than anybody writes.
    #[inline(always)]
    pub(super) fn ply<'r>(&self, mut rest: &'r [u8], turns: UsualTurns) -> Option<ReadPly<'r>> {
        let (all, mut number, mut goes_on) = (rest.len(), UsualTurns::UNNUMBERED, 0);
        if WIDTH == RUNS {
            // It is the result that `1-0`, `0-1` and `1/2-1/2` begin.
            if let [_, b'-' | b'/' | 0x80.., ..] = rest {
                return None;
            }
        } else if let [b'0'..=b'9', ..] = rest {
            (number, rest) = match read_number(rest) {
                Some(read) => read,
                // A ply may begin with a digit, too: `7,7`.
                None => match self.continued(rest, turns) {
                    Some(after) => {
                        goes_on = QuickPly::GOES_ON;
                        (UsualTurns::UNNUMBERED, after)
                    }
                    None => (UsualTurns::UNNUMBERED, rest),
                },
            };
            while let [byte, next @ ..] = rest
                && is_blank(*byte)
            {
                rest = next;
            }
        }
        let (token, length) = (self.read)(rest)?;
        let lead = u8::try_from(all - rest.len()).ok().filter(|lead| *lead < QuickPly::GOES_ON)? | goes_on;
        Some(ReadPly { token, number, lead, after: rest.get(length..)? })
    }

    /// What follows the number that continues a turn at the start of `rest`, `12... e`, if that turn is due. With a
    /// script that writes down dots: nothing.
    #[inline(never)]
    fn continued<'r>(&self, rest: &'r [u8], turns: UsualTurns) -> Option<&'r [u8]> {
        let (number, rest) = read_continued(rest).filter(|_| self.passes_over_remarks)?;
        turns.may_continue(number).then_some(rest)
    }

    /// Where in the text `rest` begins.
    pub(super) fn place(&self, rest: &[u8]) -> usize {
        self.bytes.len() - rest.len()
    }

    /// Where a ply begins, with its turn number.
    pub(super) fn begins(&self, ply: QuickPly) -> usize {
        self.bytes.len() - ply.left as usize
    }

    /// The text from where a ply begins.
    fn rest(&self, ply: QuickPly) -> &'b [u8] {
        self.bytes.get(self.begins(ply)..).unwrap_or_default()
    }

    /// Where the token of a ply stands.
    #[inline(always)]
    pub(super) fn span(&self, ply: QuickPly) -> Range<usize> {
        let start = self.bytes.len() - ply.left as usize + usize::from(ply.lead & !QuickPly::GOES_ON);
        let length = self.bytes.get(start..).and_then(&self.read).map_or(0, |(_, length)| length);
        start..start + length
    }
}

/// The width of plies that may stand without anything between them.
pub(super) const RUNS: usize = 0;

/// The width of a [`Reader`]'s plies; `ply` is one of the longest.
pub(super) const fn width(ply: &[u8]) -> usize {
    b"123. ".len() + ply.len() + b"; ".len()
}
