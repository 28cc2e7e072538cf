//! The record that is to be mended, as the search sees it.

use super::pen::Pen;
use crate::engine::{Claim, Claims, Item, MainLine, PartKind, Reach, Setting, Termination, Track};
use crate::game::{Cards, Outcome};
use crate::record::Record;
use crate::system::{System, begins_with_card};

/// A record that is to be mended.
pub(super) struct Case<'c> {
    pub(super) record: &'c Record<'c>,
    pub(super) setting: &'c Setting,
    pub(super) system: System,
    pub(super) line: &'c MainLine,
    /// What the record claims, in its tag or in its last word.
    pub(super) claim: Option<Claim>,
    /// Whether the tag `Termination` concerns the last ply: then only the judge can decide about that ply.
    pub(super) is_last_special: bool,
    /// The number of the ply of each part.
    pub(super) numbers: Vec<u32>,
    /// The parts to replay if the turns stay as they are.
    pub(super) items: Vec<Item<'c>>,
    /// The parts to replay if the turns are written anew: then every ply has its place.
    pub(super) loose: Vec<Item<'c>>,
    /// The part at which the replay stops; the number of parts if it does not.
    pub(super) stop: usize,
    /// Why it stops there.
    pub(super) reach: Reach,
}

/// The line with the first ply that is missing at the start of a later manche. Only its replay shows who begins that.
pub(super) fn with_first_of_manche(
    line: MainLine,
    record: &Record<'_>,
    (setting, system): (&Setting, System),
    claims: &Claims,
    track: &mut dyn Track,
) -> MainLine {
    if line.late.is_empty() {
        return line;
    }
    let case = Case::new(record, setting, system, claims, &line, track);
    let mut reached = line.late.iter().take_while(|manche| manche.part <= case.stop);
    let missing = reached.find_map(|manche| {
        // More than the sides that may not begin are a missing ply whoever begins.
        line.parts.get(manche.part).filter(|part| part.kind != PartKind::Missing)?;
        let dots = manche.dots.get(case.begins(track, manche.part))?;
        Some((manche.part, dots.clone()))
    });
    match missing {
        Some((part, dots)) => line.with_missing(part, dots),
        None => line,
    }
}

impl<'c> Case<'c> {
    pub(super) fn new(
        record: &'c Record<'c>,
        setting: &'c Setting,
        system: System,
        claims: &Claims,
        line: &'c MainLine,
        track: &mut dyn Track,
    ) -> Case<'c> {
        let mut number = 0;
        let numbers = line.parts.iter().map(|part| {
            number += u32::from(part.kind != PartKind::Break);
            if part.kind == PartKind::Break { number + 1 } else { number }
        });
        let numbers: Vec<u32> = numbers.collect();
        let item = |index: usize, is_loose: bool| {
            let part = &line.parts[index];
            let stands = part.stands || claims.stands.binary_search(&numbers[index]).is_ok();
            match part.kind {
                PartKind::Break => Item::Break,
                PartKind::Ply => Item::Ply(record.slice(part.span.clone()), stands),
                PartKind::Misplaced if is_loose => Item::Ply(record.slice(part.span.clone()), stands),
                PartKind::Misplaced | PartKind::Missing => Item::Missing,
            }
        };
        let items: Vec<_> = (0..line.parts.len()).map(|index| item(index, false)).collect();
        let loose = (0..line.parts.len()).map(|index| item(index, true)).collect();
        let word = line.result.clone().and_then(|span| Claim::read(record.slice(span), &setting.rules));
        let claim = claims.claimed(word).filter(|claim| *claim != Claim::Open);
        let is_last_special = matches!(claims.termination, Some((Termination::Illegal | Termination::Foul, _)));
        let reach = track.lead(&items);
        let stop = reach.items;
        Case { record, setting, system, line, claim, is_last_special, numbers, items, loose, stop, reach }
    }

    pub(super) fn pen(&self) -> Pen<'_> {
        Pen { record: self.record, line: self.line, system: self.system, sides: self.setting.rules.sides.len() }
    }

    /// Whether the claim agrees with what the board proves.
    pub(super) fn agrees(&self, outcome: Outcome) -> Option<bool> {
        let claim = self.claim.filter(|_| outcome.is_end())?;
        Some(claim.agrees(outcome, &self.setting.rules))
    }

    /// The number of the ply from which distances are counted.
    pub(super) fn error(&self) -> u32 {
        self.numbers.get(self.stop).copied().unwrap_or_else(|| self.numbers.last().map_or(1, |last| last + 1))
    }

    /// The number of the turn that is due where the replay stops; `None` after a break, where numbers begin again.
    pub(super) fn due_turn(&self) -> Option<usize> {
        let rules = &self.setting.rules;
        let is_in_first_manche = self.line.parts[..self.stop].iter().all(|part| part.kind != PartKind::Break);
        let before = rules.first.index() + self.numbers[self.stop] as usize - 1;
        is_in_first_manche.then(|| before / rules.sides.len() + 1)
    }

    pub(super) fn distance(&self, ply: u32) -> usize {
        self.error().saturating_sub(ply) as usize
    }

    /// The place of the side that begins the manche in which a part stands.
    pub(super) fn begins(&self, track: &dyn Track, index: usize) -> usize {
        let before = &self.line.parts[..index.min(self.line.parts.len())];
        let manche = before.iter().rposition(|part| part.kind == PartKind::Break).map_or(0, |at| at + 1);
        track.position(manche).map_or(0, |position| position.turn().index())
    }

    /// Whether a replay of `count` parts reached the end of the line without refuting the claim. If the last ply is said
    /// to be illegal, it must be.
    pub(super) fn passes(&self, reach: Reach, count: usize) -> bool {
        if self.is_last_special {
            return reach.items + 1 == count;
        }
        reach.is_whole() && self.agrees(reach.outcome) != Some(false)
    }

    /// How many parts of the line stand before the first error after a change: `head` new parts in the place of those from
    /// `index` to `next`.
    pub(super) fn reached(&self, index: usize, reach: Reach, (head, next): (usize, usize)) -> usize {
        match reach.items.checked_sub(head) {
            _ if reach.is_whole() => self.items.len(),
            Some(after) => next + after,
            None => index + reach.items,
        }
    }

    /// The number of a ply that is added before part `index`.
    pub(super) fn number_before(&self, index: usize) -> u32 {
        self.numbers[index]
    }

    /// Whether plies are written with cards.
    pub(super) fn has_cards(&self) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Ply(token, _) if begins_with_card(token)))
    }

    /// Whether cards are written with their suits.
    pub(super) fn has_suits(&self, cards: &Cards) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Ply(token, _) if (cards.has_suits)(token)))
    }
}
