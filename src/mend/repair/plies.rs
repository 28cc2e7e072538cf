//! Tries changes of single plies: misread and wrong tokens, plies that are missing, too many or exchanged.
//!
//! The mistake may stand before the place where it shows, so every ply up to the first error is tried, the nearest first.

use rustc_hash::FxHashSet;

use super::case::Case;
use super::change::{Change, Kind, Rank};
use super::cost_of_reading;
use super::pen::Fix;
use crate::engine::{Item, PartKind, Reach, Track};
use crate::game::Cards;
use crate::mend::confusions::{Confusions, Source};
use crate::system::Kind as SystemKind;

/// How far to look.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range {
    /// The costs of the changes that are tried.
    pub(super) costs: [bool; 3],
    /// How many plies before the first error a change stands at least, and at most.
    pub(super) near: (usize, usize),
    /// Up to which effort.
    pub(super) most: u64,
}

/// Which changes that do not mend the record are kept as the first of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Firsts {
    /// None.
    None,
    /// Changes after which more is legal, if no single change mends the record.
    FurtherIfAlone,
    /// Changes after which more is legal.
    Further,
    /// Changes that are legal themselves, but after which no more is legal than before.
    Rest,
}

/// A change of plies that may mend the record.
pub(super) struct Found {
    pub(super) rank: Rank,
    pub(super) fix: Fix,
    pub(super) change: Change,
}

/// A change of plies that may be the first of two.
pub(super) struct Further {
    /// How many parts stand before the first error then.
    pub(super) gain: usize,
    /// An exclusive upper bound for the ply of the next error.
    pub(super) error: usize,
    pub(super) cost: u32,
    pub(super) source: Source,
    pub(super) fix: Fix,
    pub(super) change: Change,
}

/// A change of a part of the line, to be judged by how far a replay gets with it.
struct Candidate<'t> {
    kind: Kind,
    cost: u32,
    source: Source,
    fix: Fix,
    /// What stands there then.
    to: Option<&'t str>,
}

impl<'t> Candidate<'t> {
    /// A change that comes from handwriting.
    fn new(kind: Kind, cost: u32, fix: Fix, to: Option<&'t str>) -> Candidate<'t> {
        Candidate { kind, cost, source: Source::Handwriting, fix, to }
    }
}

/// The most first changes of one cost that are kept.
const STEPS: usize = 4096;
/// How many bytes the texts may have that they make.
const BYTES: usize = 16 << 20;

/// Tries changes of plies.
pub(super) struct Plies<'t, 'c> {
    pub(super) case: &'t Case<'c>,
    pub(super) track: &'t mut dyn Track,
    pub(super) confusions: &'t Confusions,
    pub(super) range: Range,
    pub(super) firsts: Firsts,
    /// The effort spent before.
    pub(super) spent: u64,
    pub(super) found: Vec<Found>,
    pub(super) further: Vec<Further>,
    /// Whether everything in the range was tried.
    pub(super) is_complete: bool,
    /// What of this kind was not tried, if anything: of the plies that may stand in a place, of the first changes.
    pub(super) untried: Option<&'static str>,
}

impl<'t, 'c> Plies<'t, 'c> {
    /// Tries every change in the range.
    pub(super) fn run(&mut self) {
        if self.case.items.is_empty() {
            return;
        }
        let last = self.case.stop.min(self.case.items.len() - 1);
        for cost in 1..=2 {
            if !self.range.costs[cost] {
                continue;
            }
            for index in (0..=last).rev() {
                let distance = self.case.distance(self.case.numbers[index]);
                if distance > self.range.near.1 {
                    break;
                }
                if distance < self.range.near.0 {
                    continue;
                }
                if self.spent + self.track.effort() > self.range.most {
                    self.is_complete = false;
                    return;
                }
                if cost == 1 {
                    self.swapped(index);
                    self.misread(index);
                    self.torn(index);
                    self.extra(index, true);
                } else {
                    self.extra(index, false);
                    self.omitted(index);
                    self.wrong(index);
                }
            }
        }
    }

    fn token(&self, index: usize) -> Option<(&'c str, bool)> {
        match self.case.items[index] {
            Item::Ply(token, stands) => Some((token, stands)),
            _ => None,
        }
    }

    /// A ply and the next one exchanged, which may stand after a break.
    fn swapped(&mut self, index: usize) {
        let Some((one, stands)) = self.token(index) else { return };
        let is_broken = self.case.items.get(index + 1) == Some(&Item::Break);
        let next = index + 1 + usize::from(is_broken);
        if next >= self.case.items.len() {
            return;
        }
        let Some((other, other_stands)) = self.token(next) else { return };
        if one == other {
            return;
        }
        let (one, second) = (Item::Ply(one, other_stands), Item::Ply(other, stands));
        let tail = &self.case.items[next + 1..];
        let reach = if is_broken {
            self.track.replay(index, &[second, Item::Break, one], tail)
        } else {
            self.track.replay(index, &[second, one], tail)
        };
        self.note(index, reach, Candidate::new(Kind::Swapped, 1, Fix::Swap(index, next), Some(other)));
    }

    fn misread(&mut self, index: usize) {
        /// What tokens of this length may have been is much to try, whether it is a ply or not.
        const LONG: usize = 32;
        let Some((token, stands)) = self.token(index) else { return };
        let meant = self.confusions.meant(token);
        if token.len() > LONG {
            self.spent += meant.len() as u64;
        }
        for (text, source) in plies_of(&meant, self.track) {
            let reach = self.track.replay(index, &[Item::Ply(text, stands)], &self.case.items[index + 1..]);
            let fix = Fix::Replace(index, text.to_owned());
            self.note(index, reach, Candidate { source, ..Candidate::new(Kind::Misread, 1, fix, Some(text)) });
        }
    }

    /// A ply that blanks have torn apart: `i1 0` and `d14 - e13`.
    fn torn(&mut self, index: usize) {
        const PARTS: usize = 3;
        let Some((token, stands)) = self.token(index) else { return };
        let (case, parts) = (self.case, &self.case.line.parts);
        let mut whole = token.to_owned();
        for last in index + 1..(index + PARTS).min(parts.len()) {
            let between = case.record.slice(parts[last - 1].span.end..parts[last].span.start);
            let Item::Ply(token, _) = case.loose[last] else { return };
            if between.is_empty() || between.contains(|letter: char| !matches!(letter, ' ' | '\t')) {
                return;
            }
            whole.push_str(token);
            if let Some(text) = self.track.spelt(&whole) {
                let reach = self.track.replay(index, &[Item::Ply(&text, stands)], &self.items_after()[last + 1..]);
                let fix = Fix::Join(index, last, text.clone());
                let candidate = Candidate::new(Kind::Misread, 1, fix, Some(&text));
                self.note(index, reach, Candidate { source: Source::Slip, ..candidate });
            }
        }
    }

    /// A ply too many; one that repeats its neighbour is cheaper.
    fn extra(&mut self, index: usize, repeats: bool) {
        let part = &self.case.line.parts[index];
        let Item::Ply(token, _) = self.case.loose[index] else { return };
        let is_equal = |other: Option<&Item<'_>>| matches!(other, Some(Item::Ply(other, _)) if *other == token);
        let items = self.items_after();
        let next = is_equal(items.get(index + 1));
        let before = index > 0 && is_equal(items.get(index - 1));
        if repeats != (next || before) || next && index < self.case.stop {
            // Of equal neighbours the later one is left out.
            return;
        }
        if part.kind == PartKind::Misplaced && !self.case.line.is_numbered {
            return;
        }
        let reach = self.track.replay(index, &[], &items[index + 1..]);
        let cost = if repeats { 1 } else { 2 };
        self.note(index, reach, Candidate::new(Kind::Extra, cost, Fix::Delete(index), None));
    }

    /// The parts to replay after a ply that was added or removed.
    fn items_after(&self) -> &'t [Item<'c>] {
        let case: &'t Case<'c> = self.case;
        if case.line.is_numbered { &case.loose } else { &case.items }
    }

    fn omitted(&mut self, index: usize) {
        if self.case.items[index] == Item::Missing && self.case.line.parts[index].kind == PartKind::Missing {
            self.legal(index, index + 1, Kind::Omitted, &self.case.items, |text| Fix::Replace(index, text));
        } else {
            let items = self.items_after();
            self.legal(index, index, Kind::Omitted, items, |text| Fix::Insert(index, text));
        }
    }

    fn wrong(&mut self, index: usize) {
        if self.token(index).is_some() {
            self.legal(index, index + 1, Kind::Wrong, &self.case.items, |text| Fix::Replace(index, text));
        }
    }

    /// Tries every ply that is legal in the position before part `index`; part `next` comes after it.
    fn legal(&mut self, index: usize, next: usize, kind: Kind, items: &'t [Item<'c>], fix: impl Fn(String) -> Fix) {
        let (case, tail) = (self.case, &items[next..]);
        let old = self.token(index).map(|(token, _)| token).filter(|_| kind == Kind::Wrong);
        let mut tried: Vec<(String, Reach)> = Vec::new();
        let firsts = self.firsts;
        self.track.each_legal(index, tail, &mut |legal, reach| {
            if case.passes(reach, tail.len() + 1) || firsts.keeps(case.reached(index, reach, (1, next)), case.stop) {
                let mut text = String::new();
                if legal.write(&mut text).is_ok() && old != Some(text.as_str()) {
                    tried.push((text, reach));
                }
            }
            true
        });
        let kind_of_system = case.system.kind();
        if matches!(kind_of_system, SystemKind::Cards | SystemKind::Path) {
            // Not every card, relocation or way of a jump is tried.
            self.untried = Some("of wrong and missing plies not every card and not every way of a jump was tried");
        }
        let cards = case.setting.info().cards.filter(|_| kind_of_system == SystemKind::Cards && case.has_cards());
        for (text, reach) in tried {
            if let Some(cards) = cards
                && case.passes(reach, tail.len() + 1)
            {
                let with = self.with_cards(cards, index, tail, &text);
                if !with.is_empty() {
                    for (text, reach) in with {
                        if old != Some(text.as_str()) {
                            self.note(index, reach, Candidate::new(kind, 2, fix(text.clone()), Some(&text)));
                        }
                    }
                    continue;
                }
            }
            self.note(index, reach, Candidate::new(kind, 2, fix(text.clone()), Some(&text)));
        }
    }

    /// The ply `text`, which names no card, with all cards that make it and the rest of the line legal. Each comes with how
    /// far its replay got.
    fn with_cards(&mut self, cards: &Cards, index: usize, tail: &[Item<'_>], text: &str) -> Vec<(String, Reach)> {
        let found = self.passing(index, tail, (cards.with_cards)(text));
        if !self.case.has_suits(cards) {
            return found;
        }
        let suited = found.iter().flat_map(|(plain, _)| (cards.with_suits)(plain)).collect();
        self.passing(index, tail, suited)
    }

    /// Those of these plies that make the rest of the line legal.
    fn passing(&mut self, index: usize, tail: &[Item<'_>], plies: Vec<String>) -> Vec<(String, Reach)> {
        let mut found = Vec::new();
        for written in plies {
            if self.track.spelt(&written).is_none() {
                continue;
            }
            let reach = self.track.replay(index, &[Item::Ply(&written, false)], tail);
            if self.case.passes(reach, tail.len() + 1) {
                found.push((written, reach));
            }
        }
        found
    }

    /// Keeps a change of part `index` if it mends the line, or if it may be the first of two.
    fn note(&mut self, index: usize, reach: Reach, candidate: Candidate<'_>) {
        let (case, parts) = (self.case, &self.case.line.parts);
        let Candidate { kind, cost, source, fix, to } = candidate;
        let (head, next) = fix.new_and_next();
        // What would be illegal as the last ply is no mend of it: nearly every slip would do.
        let is_of_last = case.is_last_special && next == parts.len() && !matches!(fix, Fix::Swap(..) | Fix::Delete(_));
        let passes = case.passes(reach, head + parts.len() - next) && !is_of_last;
        let reached = case.reached(index, reach, (head, next));
        // The first of two is a ply that is legal itself. Of two plies exchanged one may be misread, too.
        let is_step = reach.items >= head.min(1) || matches!(fix, Fix::Swap(..));
        let is_first = self.firsts.keeps(reached, case.stop) && is_step;
        if !passes && !is_first {
            return;
        }
        let ply = match kind {
            Kind::Omitted => case.number_before(index),
            _ => case.numbers[index],
        };
        let last = if let Fix::Join(_, last, _) = &fix { *last } else { index };
        let own = parts[index].span.start..parts[last].span.end;
        let from = (kind != Kind::Omitted).then(|| case.record.slice(own.clone()).to_owned());
        let span = match fix {
            Fix::Insert(..) => own.start..own.start,
            Fix::Swap(_, next) => own.start..parts[next].span.end,
            _ => own,
        };
        let to = to.map(str::to_owned);
        let joined = (last - index) as u32;
        let (tag, reading, in_variation) = (None, None, false);
        let change = Change { kind, ply: Some(ply), tag, from, to, reading, joined, in_variation, span };
        // What mends the line may leave another fault, in a variation.
        let may_be_first = !passes || self.firsts == Firsts::Further;
        if passes {
            let agrees = case.agrees(reach.outcome) == Some(true);
            let rank = (cost, !agrees, case.distance(ply), source, kind);
            self.found.push(Found { rank, fix: fix.clone(), change: change.clone() });
            // The whole text will be rewritten for it.
            self.spent += cost_of_reading(case.record.text) / 4;
        }
        if may_be_first {
            // A ply more may stand before the error than in the record.
            let error = case.numbers[reached.min(case.numbers.len() - 1)] as usize + 2;
            self.further.push(Further { gain: reached, error, cost, source, fix, change });
            if self.further.len() >= 4 * STEPS {
                self.keep_furthest();
            }
        }
    }

    /// If there are too many first changes, forgets those that get least far.
    pub(super) fn keep_furthest(&mut self) {
        let most = (BYTES / self.case.record.text.len().max(1)).clamp(8, STEPS);
        self.further.sort_by_key(|step| (step.cost, std::cmp::Reverse(step.gain), step.source));
        for cost in 1..=2 {
            let mut count = 0;
            self.further.retain(|step| {
                count += usize::from(step.cost == cost);
                step.cost != cost || count <= most
            });
            if count > most {
                self.untried = Some("of the first changes of two only those that lead furthest were followed");
            }
        }
    }
}

/// The plies among the possible meanings of a token, each once. Of several spellings of a ply it takes that of the
/// notation system if that is among them, or else the first, `a14-c12` rather than `a14xc12`.
pub(super) fn plies_of<'m>(meant: &'m [(String, Source)], track: &mut dyn Track) -> Vec<(&'m str, Source)> {
    let (mut seen, mut plies) = (FxHashSet::default(), Vec::new());
    for (text, source) in meant {
        let Some(spelling) = track.spelt(text).filter(|spelling| !seen.contains(spelling)) else { continue };
        let text = meant.iter().map(|(text, _)| text).find(|text| **text == spelling).unwrap_or(text);
        plies.push((text.as_str(), *source));
        seen.insert(spelling);
    }
    plies
}

impl Firsts {
    /// Whether to keep a change that moves the first error from part `stop` to part `reached`.
    fn keeps(self, reached: usize, stop: usize) -> bool {
        match self {
            Firsts::None => false,
            Firsts::FurtherIfAlone | Firsts::Further => reached > stop,
            Firsts::Rest => reached <= stop,
        }
    }
}
