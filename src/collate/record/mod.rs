//! Writes a collated record: the tags of all witnesses, the chosen plies, other readings beside them.

mod movetext;
mod tags;

use std::borrow::Cow;

use super::align::are_spelt_alike;
use super::readings::{self, TextPly};
use super::{Collated, Witness};
use crate::check::Checker;
use crate::convert::{Target, convert};
use crate::formats::Records;
use crate::formats::transcript::Transcripts;
use crate::source::MAX_RECORD;
use crate::system::System;
use movetext::{Beside, movetext};
pub(super) use tags::{Difference, differences};

/// The record of a group, and how many variations of its witnesses it lacks.
pub(super) fn write(witnesses: &[&Witness], collated: &Collated, checker: &mut Checker) -> (String, u64) {
    let Some(first) = witnesses.first() else { return (String::new(), 0) };
    let mut tags = tags::of_all(witnesses, collated);
    if is_first(witnesses, &tags, collated) {
        return (as_it_stands(first.own_text()), 0);
    }
    let plies: Cow<'_, [TextPly]> = match witnesses {
        [only] if only.valid => readings::alone(only).plies.into(),
        [only] => {
            if only.system != only.info.default_system {
                tags.push(("Notation".to_owned(), only.system.name().to_owned()));
            }
            as_read(only).into()
        }
        _ => collated.text.plies[..].into(),
    };
    let default = first.info.default_system;
    let systems = if first.system == default { vec![default] } else { vec![first.system, default] };
    let none = vec![false; witnesses.len()];
    if witnesses.len() > 1 && first.system != default && plies.iter().any(|ply| ply.side.is_none()) {
        // What is illegal has no other spelling than its own, so all plies are spelt as it is.
        tags.push(("Notation".to_owned(), first.system.name().to_owned()));
        let left_out = left_out(witnesses, &plies, &none);
        let count = left_out.iter().sum::<usize>() as u64;
        let system = first.system;
        let beside = Beside { witnesses, collated, keeps: &none, left_out: &left_out, system, spells_own: true };
        let out = composed(&tags, &beside, &plies);
        return (canonical(&out, system, checker).unwrap_or(out), count);
    }
    // A variation is legal in its witness, but need not be after other plies. Variations of an invalid witness are
    // often illegal themselves.
    let all = vec![true; witnesses.len()];
    let of_valid: Vec<bool> = witnesses.iter().map(|witness| witness.valid).collect();
    let mut last = (String::new(), 0);
    for keeps in [all, of_valid, none] {
        let left_out = left_out(witnesses, &plies, &keeps);
        let count = left_out.iter().sum::<usize>() as u64;
        for &system in &systems {
            let beside = Beside { witnesses, collated, keeps: &keeps, left_out: &left_out, system, spells_own: false };
            let out = composed(&tags, &beside, &plies);
            if let Some(text) = canonical(&out, system, checker) {
                return (text, count);
            }
            last = (out, count);
        }
    }
    last
}

/// How many variations of each witness are left out: all of a witness that `keeps` does not keep, and of others those
/// that replace no ply of the text.
fn left_out(witnesses: &[&Witness], plies: &[TextPly], keeps: &[bool]) -> Vec<usize> {
    let mut counts: Vec<usize> = witnesses.iter().map(|witness| witness.variations_in_all()).collect();
    for &(witness, number) in plies.iter().flat_map(|ply| &ply.same).filter(|(witness, _)| keeps[*witness]) {
        counts[witness] -= witnesses[witness].variations(number + 1).count().min(counts[witness]);
    }
    counts
}

/// The record with the tags, before it is brought into canonical form.
fn composed(tags: &[(String, String)], beside: &Beside<'_>, plies: &[TextPly]) -> String {
    let mut out = String::new();
    for (name, value) in tags {
        out.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    movetext(beside, plies, &mut out);
    out
}

/// Whether the first record, unchanged, says all that the group says.
fn is_first(witnesses: &[&Witness], all: &[(String, String)], collated: &Collated) -> bool {
    let first = witnesses[0];
    let same_tags = || {
        let own = first.tags().map(|(name, value)| (name.to_owned(), value.to_owned()));
        own.filter(|(name, _)| !tags::is_of_spelling(name)).eq(all.iter().cloned())
    };
    let says_no_more = |other: &Witness| {
        let mut annotations = other.annotations_in_all().peekable();
        annotations.peek().is_none() || annotations.eq(first.annotations_in_all())
    };
    let silent =
        |other: &&Witness| other.comments_in_all() == 0 && other.variations_in_all() == 0 && says_no_more(other);
    // Another notation system may say more of a ply, as ways beside their ends.
    let spells_all = || {
        let others = collated.text.plies.iter().map(|ply| &*ply.own);
        let is_alike = |(ply, other)| are_spelt_alike((first, first.text(ply)), (first, other));
        witnesses.iter().all(|witness| witness.system == first.system) || first.plies.iter().zip(others).all(is_alike)
    };
    first.is_transcript
        && spells_all()
        && (first.valid || witnesses.iter().all(|witness| !witness.valid))
        && (witnesses.len() == 1 || collated.readings().is_empty() && same_tags() && witnesses[1..].iter().all(silent))
}

/// A record with one line end after it.
fn as_it_stands(text: &str) -> String {
    format!("{}\n", text.trim_end_matches(['\n', '\r']))
}

/// The plies of an invalid record that has no copy.
fn as_read(witness: &Witness) -> Vec<TextPly> {
    let ply = |(number, ply)| TextPly {
        text: witness.text(ply).to_owned(),
        own: witness.text(ply).to_owned(),
        action: ply.action,
        stands: ply.stands,
        same: vec![(0, number)],
        side: (number == 0).then(|| witness.start.turn()),
        after_break: ply.after_break,
    };
    witness.plies.iter().enumerate().map(ply).collect()
}

/// The record in canonical form, in a system; `None` if it is not valid.
fn canonical(text: &str, system: System, checker: &mut Checker) -> Option<String> {
    let mut records = Transcripts::new(text.as_bytes(), MAX_RECORD).ok()?;
    let record = records.next().ok()??;
    let mut out = Vec::new();
    let target = Target { system: Some(system), ..Target::default() };
    let is_written = convert(&record, checker, target, &mut (), &mut out).is_written();
    String::from_utf8(out).ok().filter(|_| is_written)
}
