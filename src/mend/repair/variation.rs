//! Tries changes of the plies of a variation, where the main line is as it should be and a variation is not.
//!
//! Each is judged as a whole record. A ply of a variation may become one that it is easily taken for, or one that is legal
//! in the position from which its variation begins.

use super::case::Case;
use super::change::{Change, Kind};
use super::plies::plies_of;
use super::text::{Trial, change};
use crate::engine::{MainLine, Track};
use crate::mend::confusions::{Confusions, Source};
use crate::mend::draft::Edit;

/// The changes of the plies of one variation up to the first error, which stands at byte `error` and is about its ply
/// `number`: each with how many plies before the error it is made.
pub(super) fn trials(
    case: &Case<'_>,
    track: &mut dyn Track,
    confusions: &Confusions,
    (error, number): (usize, u32),
) -> Vec<(Trial, usize)> {
    let plies = MainLine::plies_of_variations(case.record, case.setting, case.system);
    let Some(last) = plies.iter().position(|ply| ply.span.start == error) else { return Vec::new() };
    let variation = plies[last].variation;
    let legal = legal_texts(case, track, error);
    let mut trials = Vec::new();
    let up_to_error = plies[..=last].iter().rev().filter(|ply| ply.variation == variation);
    for (ply, (distance, number)) in up_to_error.zip((0..).zip((1..=number).rev())) {
        let token = case.record.slice(ply.span.clone());
        // An annotation that is glued to a ply stays with it.
        let behind = &case.record.text.as_bytes()[ply.span.end..];
        let end = ply.span.end + behind.iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
        let mut add = |kind: Kind, to: &str, cost: u32, source: Source| {
            let told = Edit::insert(end, format!(" {}", case.pen().was(token, true)));
            let made = change(kind, Some(token), Some(to), ply.span.clone());
            let made = Change { ply: Some(number), in_variation: true, ..made };
            let trial = Trial::new(made, vec![Edit::new(ply.span.clone(), to), told]);
            trials.push((Trial { cost, source, ..trial }, distance));
        };
        let meant = confusions.meant(token);
        for (to, source) in plies_of(&meant, track).into_iter().filter(|(to, _)| *to != token) {
            add(Kind::Misread, to, 1, source);
        }
        for to in legal.iter().filter(|to| *to != token) {
            add(Kind::Wrong, to, 2, Source::Handwriting);
        }
    }
    trials.sort_by_key(|(trial, distance)| (trial.cost, *distance));
    trials
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
