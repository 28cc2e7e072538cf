//! Tries changes of the plies of a variation, if the main line is sound and a variation is not.
//!
//! Each is judged as a whole record. A ply of a variation may become one that it is easily mistaken for, or a legal one
//! in the position where the variation begins, in the main line or in a variation around it.

use std::ops::Range;

use super::case::Case;
use super::change::{Change, Kind};
use super::plies::plies_of;
use super::text::{Trial, change};
use crate::engine::{MainLine, Track};
use crate::mend::confusions::{Confusions, Source};
use crate::mend::draft::Edit;

/// The plies of a variation up to its first error.
pub(super) struct Variation<'v, 'c> {
    case: &'v Case<'c>,
    /// The last comes first, so that each stands as many plies before the error as its index says.
    plies: Vec<PlyBeforeError>,
    /// How the plies are written that are legal in the main line where the variation begins, or the variation around it.
    legal: Vec<String>,
}

/// A ply of a variation.
#[derive(Debug)]
struct PlyBeforeError {
    number: u32,
    span: Range<usize>,
}

impl<'v, 'c> Variation<'v, 'c> {
    /// The variation with an error at byte `error`, which is about its ply `number`. It has no plies if the error is not about
    /// one that stands there.
    pub(super) fn new(case: &'v Case<'c>, track: &mut dyn Track, error: usize, number: u32) -> Variation<'v, 'c> {
        let all = MainLine::plies_of_variations(case.record, case.setting, case.system);
        let last = all.iter().position(|ply| ply.span.start == error);
        let up_to_error = last.map_or(&all[..0], |last| &all[..=last]);
        let variation = up_to_error.last().map(|ply| ply.variation);
        let own = up_to_error.iter().rev().filter(|ply| Some(ply.variation) == variation);
        let plies = own.zip((1..=number).rev()).map(|(ply, number)| PlyBeforeError { number, span: ply.span.clone() });
        let plies: Vec<_> = plies.collect();
        let legal = if plies.is_empty() { Vec::new() } else { legal_texts(case, track, error) };
        Variation { case, plies, legal }
    }

    /// How many plies it has.
    pub(super) fn len(&self) -> usize {
        self.plies.len()
    }

    /// The changes of one cost of the ply that stands `distance` plies before the error.
    pub(super) fn trials(
        &self,
        distance: usize,
        cost: u32,
        track: &mut dyn Track,
        confusions: &Confusions,
    ) -> Vec<Trial> {
        let Some(ply) = self.plies.get(distance) else { return Vec::new() };
        let token = self.case.record.slice(ply.span.clone());
        if cost > 1 {
            let other = self.legal.iter().filter(|to| *to != token);
            return other.map(|to| self.trial(ply, to, (cost, Kind::Wrong, Source::Handwriting))).collect();
        }
        let meant = confusions.meant(token);
        let other = plies_of(&meant, track).into_iter().filter(|(to, _)| *to != token);
        other.map(|(to, source)| self.trial(ply, to, (cost, Kind::Misread, source))).collect()
    }

    fn trial(&self, ply: &PlyBeforeError, to: &str, (cost, kind, source): (u32, Kind, Source)) -> Trial {
        let token = self.case.record.slice(ply.span.clone());
        // An annotation that is glued to a ply stays with it.
        let rest = &self.case.record.text.as_bytes()[ply.span.end..];
        let end = ply.span.end + rest.iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
        let told = Edit::insert(end, format!(" {}", self.case.pen().was(token, true)));
        let made = change(kind, Some(token), Some(to), ply.span.clone());
        let made = Change { ply: Some(ply.number), in_variation: true, ..made };
        let trial = Trial::new(made, vec![Edit::new(ply.span.clone(), to), told]);
        Trial { cost, source, ..trial }
    }
}

/// How the plies are written that are legal before the ply of the main line that stands last before byte `at`.
fn legal_texts(case: &Case<'_>, track: &mut dyn Track, at: usize) -> Vec<String> {
    let before = case.line.parts.partition_point(|part| part.span.end <= at);
    let mut texts = Vec::new();
    track.each_legal(before.saturating_sub(1), &[], &mut |legal, _| {
        let mut text = String::new();
        texts.extend(legal.write(&mut text).is_ok().then_some(text));
        true
    });
    texts
}
