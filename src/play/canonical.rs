//! A fast way through text that has nothing unusual in it: plain turns in canonical form, or plies run together.
//!
//! It reads plies and carries them out with the game's own `read_ply` and `apply`, but cuts the text by itself and
//! gives up (`None`) at anything but plain legal plies. The full driver is then the judge; a property test and a fuzz
//! target hold the two against each other on every input that this one judges.

use super::lexemes::in_list;
use crate::game::{Game, Outcome, Strict};
use crate::system::System;

/// Replays `1. c, e; 2. c, c`, with breaks where the game has manches.
pub(crate) fn canonical<G: Game>(position: G, system: System, text: &str) -> Option<(u32, Outcome)> {
    let (plies, position) = canonical_with(position, system, text, |_, _| {})?;
    Some((plies, position.outcome()))
}

/// The same for somebody who wants to see every ply, with the position before it, and the last position. What was shown
/// means nothing if there is no result.
pub(crate) fn canonical_with<G: Game>(
    mut position: G,
    system: System,
    text: &str,
    mut each: impl FnMut(&G, G::Ply<'_>),
) -> Option<(u32, G)> {
    if system.runs_together() || system == System::Diagram {
        return None;
    }
    let sides = position.sides().len();
    let bytes = text.as_bytes();
    let mut scratch = G::Scratch::default();
    let mut plies = 0;
    let mut at = 0;
    let mut turn = 0_u32;
    // The places of the first turn that belong to sides that do not begin.
    let mut early = position.turn().index();
    loop {
        turn = turn.checked_add(1)?;
        at += number(bytes, at, turn)?;
        for place in 0..sides {
            let start = at;
            while let Some(byte) = bytes.get(at)
                && !matches!(byte, b',' | b';' | b'/' | b'\n')
            {
                at += 1;
            }
            let breaks = bytes.get(at) == Some(&b'/');
            let token = &text[start..at];
            let token = if breaks { token.strip_suffix(' ')? } else { token };
            if place < early {
                if token != "..." {
                    return None;
                }
            } else {
                // Capitals are canonical in `go` and `cards` alone; elsewhere they may fit two systems, which the
                // driver tells.
                if !matches!(system, System::Go | System::Cards)
                    && token.starts_with(|letter: char| letter.is_ascii_uppercase())
                {
                    return None;
                }
                let ply = position.read_ply(token, system, &mut scratch).ok()?;
                each(&position, ply);
                position.apply(ply, &mut Strict).ok()?;
                if position.has_remarks() {
                    return None;
                }
                plies += 1;
            }
            let last = place + 1 == sides;
            match (bytes.get(at), bytes.get(at + 1)) {
                (Some(b','), Some(b' ')) if !last => at += 2,
                (Some(b';'), Some(b' ' | b'\n')) if last => {
                    at += 2;
                    early = 0;
                }
                (Some(b'/'), Some(b' ' | b'\n')) if last && position.break_due() => {
                    position.take_break().ok()?;
                    at += 2;
                    (turn, early) = (0, position.turn().index());
                }
                (Some(b'\n') | None, _) => {
                    let end = bytes[at..].iter().all(|byte| matches!(byte, b'\n' | b' '));
                    // Dots alone are a fragment: rare, and left to the driver.
                    return (end && plies > 0 && place >= early).then_some((plies, position));
                }
                _ => return None,
            }
        }
    }
}

/// Replays the first word of a list's line, whose plies are run together, and shows every ply.
pub(crate) fn run_with<G: Game>(
    mut position: G,
    system: System,
    line: &str,
    mut each: impl FnMut(&G, G::Ply<'_>),
) -> Option<(u32, G)> {
    let word = line.split_ascii_whitespace().next().filter(|_| system.runs_together())?;
    let mut scratch = G::Scratch::default();
    let mut plies = 0;
    for lexeme in in_list(system, word) {
        let ply = position.read_ply(&word[lexeme], system, &mut scratch).ok()?;
        each(&position, ply);
        position.apply(ply, &mut Strict).ok()?;
        if position.has_remarks() {
            return None;
        }
        plies += 1;
    }
    (plies > 0).then_some((plies, position))
}

/// The length of `N. ` at `at`, if `N` is `turn`.
#[inline]
fn number(bytes: &[u8], at: usize, turn: u32) -> Option<usize> {
    let mut value = 0_u32;
    let mut length = 0;
    while let Some(digit @ b'0'..=b'9') = bytes.get(at + length) {
        if length == 9 || length == 1 && value == 0 {
            return None;
        }
        value = value * 10 + u32::from(digit - b'0');
        length += 1;
    }
    (value == turn && bytes.get(at + length) == Some(&b'.') && bytes.get(at + length + 1) == Some(&b' '))
        .then_some(length + 2)
}

/// What stands behind `N. `, if `N` is `turn` and below 1000: for the fast ways of games.
#[inline(always)]
pub(crate) fn after_number(text: &[u8], turn: u32) -> Option<&[u8]> {
    match text {
        [ones, b'.', b' ', rest @ ..] if turn < 10 => (u32::from(ones.wrapping_sub(b'0')) == turn).then_some(rest),
        [tens, ones, b'.', b' ', rest @ ..] if (10..100).contains(&turn) => {
            let number = u32::from(tens.wrapping_sub(b'0')) * 10 + u32::from(ones.wrapping_sub(b'0'));
            (number == turn && ones.is_ascii_digit()).then_some(rest)
        }
        [hundreds, tens, ones, b'.', b' ', rest @ ..] if (100..1000).contains(&turn) => {
            let digits = [hundreds, tens, ones];
            let number = digits.into_iter().fold(0, |sum, digit| sum * 10 + u32::from(digit.wrapping_sub(b'0')));
            (number == turn && digits.into_iter().all(u8::is_ascii_digit)).then_some(rest)
        }
        _ => None,
    }
}
