//! Writes a collated record: the tags of all witnesses, the chosen plies, other readings beside them.

use std::borrow::Cow;

use super::readings::{self, Reading, TextPly, Variant, refutes};
use super::{Collated, Witness};
use crate::check::Checker;
use crate::convert::{Target, convert};
use crate::engine::Termination;
use crate::formats::Records;
use crate::formats::transcript::Transcripts;
use crate::names::same_tag;
use crate::record::MEANINGFUL;
use crate::source::MAX_RECORD;
use crate::system::System;

/// The record of a group, and how many variations of its witnesses it lacks.
pub(super) fn write(witnesses: &[&Witness], collated: &Collated, checker: &mut Checker) -> (String, u64) {
    let Some(first) = witnesses.first() else { return (String::new(), 0) };
    let mut tags = tags(witnesses, collated);
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
    // A variation is legal where it stands in its witness; behind other plies it need not be. Those of an invalid witness are
    // often illegal themselves.
    let all = vec![true; witnesses.len()];
    let of_valid: Vec<bool> = witnesses.iter().map(|witness| witness.valid).collect();
    let none = vec![false; witnesses.len()];
    let mut last = (String::new(), 0);
    for keeps in [all, of_valid, none] {
        let left_out = left_out(witnesses, &plies, &keeps);
        let count = left_out.iter().sum::<usize>() as u64;
        for &system in &systems {
            let beside = Beside { witnesses, collated, keeps: &keeps, left_out: &left_out, system };
            let out = composed(&tags, &beside, &plies);
            if let Some(text) = canonical(&out, system, checker) {
                return (text, count);
            }
            last = (out, count);
        }
    }
    last
}

/// How many variations of each witness are not written: all of a witness that `keeps` leaves out, and of others those that are no
/// alternatives to a ply of the text.
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

/// Whether the group says nothing that its first record does not say as it stands.
fn is_first(witnesses: &[&Witness], tags: &[(String, String)], collated: &Collated) -> bool {
    let first = witnesses[0];
    let same_tags = || {
        let own = first.tags().map(|(name, value)| (name.to_owned(), value.to_owned()));
        own.filter(|(name, _)| !is_of_spelling(name)).eq(tags.iter().cloned())
    };
    let says_no_more = |other: &Witness| {
        let mut annotations = other.annotations_in_all().peekable();
        annotations.peek().is_none() || annotations.eq(first.annotations_in_all())
    };
    let silent =
        |other: &&Witness| other.comments_in_all() == 0 && other.variations_in_all() == 0 && says_no_more(other);
    first.is_transcript
        && (first.valid || witnesses.iter().all(|witness| !witness.valid))
        && (witnesses.len() == 1 || collated.readings().is_empty() && same_tags() && witnesses[1..].iter().all(silent))
}

/// A record with one line end behind it.
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
        behind_break: false,
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

/// Whether a tag is about how plies are spelt; they are spelt anew.
fn is_of_spelling(name: &str) -> bool {
    same_tag(name, "Notation") || same_tag(name, "Stands")
}

/// Whether a tag's value says nothing.
fn is_unknown(value: &str) -> bool {
    value.chars().all(|letter| matches!(letter, '?' | '.' | '*' | ' '))
}

/// The tags of all witnesses. What others say otherwise stands behind, in a tag with their name.
fn tags(witnesses: &[&Witness], collated: &Collated) -> Vec<(String, String)> {
    let mut tags: Vec<(String, String)> = Vec::new();
    for (name, value) in witnesses[0].tags().filter(|(name, _)| !is_of_spelling(name)) {
        if !tags.iter().any(|(known, _)| same_tag(known, name)) {
            tags.push((name.to_owned(), value.to_owned()));
        }
    }
    for (witness, letters) in witnesses.iter().zip(&collated.names).skip(1) {
        for (name, value) in witness.tags().filter(|(name, _)| !is_of_spelling(name)) {
            let Some(place) = tags.iter().position(|(known, _)| same_tag(known, name)) else {
                // A tag with a meaning, such as `Starts`, would change the game of those that lack it: it gets another name.
                let is_known = MEANINGFUL.iter().any(|meaningful| same_tag(meaningful, name));
                let is_harmless = same_tag(name, "Result")
                    || same_tag(name, "Termination") && Termination::read(value) == Termination::Reason;
                if !is_known || is_harmless {
                    tags.push((name.to_owned(), value.to_owned()));
                } else if !is_same_for_all(name) {
                    let other = of_witness(&tags, name, letters, value);
                    tags.extend(other);
                }
                continue;
            };
            let known = &mut tags[place].1;
            if known == value || is_unknown(value) || same_tag(name, "Result") {
                continue;
            }
            if is_unknown(known) {
                *known = value.to_owned();
                continue;
            }
            if !is_same_for_all(name)
                && let Some(other) = of_witness(&tags, &tags[place].0, letters, value)
            {
                let own = format!("{}_", tags[place].0);
                let behind = tags[place + 1..].iter().take_while(|(name, _)| name.starts_with(&own)).count();
                tags.insert(place + 1 + behind, other);
            }
        }
    }
    settle_result(witnesses, collated, &mut tags);
    tags
}

/// Whether records that belong together have the same value of a tag, whether they say so or not.
fn is_same_for_all(name: &str) -> bool {
    ["Game", "Variant", "Board"].iter().any(|kind| same_tag(kind, name))
}

/// The tag that keeps what a witness says in its tag `name`: `Event_B`. If that name is taken, as in a copy that was collated
/// before, it gets a number, `Event_B2`. `None` if such a tag says the same already.
fn of_witness(tags: &[(String, String)], name: &str, letters: &str, value: &str) -> Option<(String, String)> {
    let own = format!("{name}_{letters}");
    let names = std::iter::once(own.clone()).chain((2..).map(|number| format!("{own}{number}")));
    for name in names {
        match tags.iter().find(|(known, _)| same_tag(known, &name)) {
            Some((_, known)) if known == value => return None,
            Some(_) => {}
            None => return Some((name, value.to_owned())),
        }
    }
    None
}

/// The result of the text is the first that the board does not refute; if it refutes all, there is none where a witness claims
/// none; each that differs stands behind it with the name of
/// who says it.
fn settle_result(witnesses: &[&Witness], collated: &Collated, tags: &mut Vec<(String, String)>) {
    let Some(place) = tags.iter().position(|(name, _)| same_tag(name, "Result")) else { return };
    let said = witnesses.iter().zip(&collated.names).filter_map(|(witness, letters)| {
        let is_result = |(name, value): &(&str, &str)| same_tag(name, "Result") && !is_unknown(value);
        let (_, value) = witness.tags().find(is_result)?;
        Some((*witness, letters, value))
    });
    let said: Vec<_> = said.collect();
    let is_refuted = |witness: &Witness| collated.text.outcome.is_some_and(|outcome| refutes(outcome, witness));
    let stands = said.iter().find(|(witness, ..)| !is_refuted(witness));
    let is_claimed_by_all = said.len() == witnesses.len();
    let Some((first, _, value)) = stands.or(said.first().filter(|_| is_claimed_by_all)) else {
        let (name, _) = tags.remove(place);
        for (_, letters, value) in &said {
            let other = of_witness(tags, &name, letters, value);
            tags.splice(place..place, other);
        }
        return;
    };
    // `White` and `0-1` are the same result.
    let differs = |witness: &Witness, other: &str| match (first.claim, witness.claim) {
        (Some(claim), Some(other)) => claim != other,
        _ => other != *value,
    };
    let others = said.iter().filter(|(witness, _, other)| differs(witness, other));
    let name = tags[place].0.clone();
    tags[place].1 = (*value).to_owned();
    let mut end = place + 1;
    for (_, letters, value) in others {
        if let Some(other) = of_witness(tags, &name, letters, value) {
            tags.insert(end, other);
            end += 1;
        }
    }
}

/// Appends the plies in turns, with what stands beside them.
fn movetext(beside: &Beside<'_>, plies: &[TextPly], out: &mut String) {
    let sides = beside.witnesses[0].sides.len().max(1);
    let mut before = String::new();
    beside.at_start(&mut before);
    out.push_str(&before);
    // The side of the last ply; the turn's number.
    const WIDE: usize = 64;
    let (mut last, mut turn): (Option<usize>, u32) = (None, 0);
    for (index, ply) in plies.iter().enumerate() {
        if ply.behind_break {
            out.push_str(" /");
            (last, turn) = (None, 0);
        }
        let side = match (ply.side, last) {
            (Some(side), _) => side.index(),
            (None, Some(last)) => (last + 1) % sides,
            (None, None) => 0,
        };
        match last {
            Some(last) if side > last => out.push(','),
            _ => {
                turn += 1;
                out.push_str(if last.is_some() { ";" } else { "" });
                let length = out.len() - out.rfind('\n').map_or(0, |end| end + 1);
                out.push_str(if length > WIDE {
                    "\n"
                } else if length > 0 {
                    " "
                } else {
                    ""
                });
                out.push_str(&format!("{turn}."));
                // Sides that do not begin.
                out.push_str(&" ...,".repeat(if turn == 1 { side } else { 0 }));
            }
        }
        last = Some(side);
        out.push(' ');
        beside.ply(ply, out);
        beside.behind(index, ply, out);
    }
    out.push('\n');
}

/// What stands beside plies: comments of all witnesses, readings that were not chosen.
struct Beside<'b> {
    witnesses: &'b [&'b Witness],
    collated: &'b Collated,
    /// Of which witnesses variations are written.
    keeps: &'b [bool],
    /// How many variations of each are not.
    left_out: &'b [usize],
    /// The system in which the record is written.
    system: System,
}

/// A ply as some witnesses annotate it.
struct Annotated {
    ply: String,
    annotation: String,
    /// Whether it is the ply of the text.
    is_same: bool,
    witnesses: Vec<usize>,
}

impl Beside<'_> {
    /// Before the first ply.
    fn at_start(&self, out: &mut String) {
        let mut said = Vec::new();
        for (name, left_out) in self.collated.names.iter().zip(self.left_out) {
            let text = match left_out {
                0 => continue,
                1 => format!("1 variation of {name} is left out"),
                count => format!("{count} variations of {name} are left out"),
            };
            comment(&text, &mut said, out);
        }
        for witness in self.witnesses {
            for text in witness.comments(0) {
                comment(text, &mut said, out);
            }
        }
        // What stands before the first ply and was not chosen.
        for reading in self.readings(0).filter(|(_, length)| *length == 0).map(|(reading, _)| reading) {
            self.added(reading, &mut said, out);
        }
    }

    /// What others add at a place.
    fn added(&self, reading: &Reading, said: &mut Vec<String>, out: &mut String) {
        for variant in self.others(reading) {
            let adds = if variant.witnesses.len() == 1 { "adds" } else { "add" };
            comment(&format!("{} {adds} {}", self.who(variant), self.plies(variant)), said, out);
            self.comments(variant, said, out);
        }
    }

    /// The comments on the plies of a reading.
    fn comments(&self, variant: &Variant, said: &mut Vec<String>, out: &mut String) {
        for &(witness, number) in &variant.of {
            for text in self.witnesses[witness].comments(number + 1) {
                comment(text, said, out);
            }
        }
    }

    /// Whether that is the system of the first witness.
    fn is_own(&self) -> bool {
        self.system == self.witnesses[0].system
    }

    /// The plies of a reading as a comment tells them.
    fn plies(&self, variant: &Variant) -> String {
        if self.is_own() { variant.own.join(" ") } else { variant.plies.join(" ") }
    }

    /// A ply of the text, annotated as by the first witness that annotates it; the others are told.
    fn ply(&self, ply: &TextPly, out: &mut String) {
        let annotated = self.annotated(ply);
        let (own, others) = match annotated.split_first() {
            Some((first, others)) if first.is_same => (first.annotation.as_str(), others),
            _ => ("", &annotated[..]),
        };
        out.push_str(&ply.text);
        out.push_str(own);
        if ply.stands {
            out.push_str(" {[%stands]}");
        }
        for Annotated { ply, annotation, witnesses, .. } in others {
            out.push_str(&format!(" {{{}: {ply}{annotation}}}", self.names(witnesses)));
        }
    }

    /// Behind the ply at this place of the text.
    fn behind(&self, index: usize, ply: &TextPly, out: &mut String) {
        let mut said = Vec::new();
        for &(witness, number) in &ply.same {
            for text in self.witnesses[witness].comments(number + 1) {
                comment(text, &mut said, out);
            }
        }
        let mut variations = String::new();
        for (reading, length) in self.readings(index) {
            if length == 0 {
                continue;
            }
            let chosen = &reading.variants[reading.chosen];
            for variant in self.others(reading) {
                // A manche that ends within it would need a break there.
                let plies = length.max(variant.plies.len());
                let mut following = self.collated.text.plies.iter().skip(index + 1).take(plies - 1);
                if is_variation(variant, chosen) && !following.any(|ply| ply.behind_break) {
                    let (mut of_it, mut beside) = (Vec::new(), String::new());
                    comment(&self.who(variant), &mut of_it, &mut beside);
                    self.comments(variant, &mut of_it, &mut beside);
                    variations.push_str(&format!(" ({}{beside})", variant.plies.join(" ")));
                } else if variant.plies.is_empty() {
                    comment(&format!("{} omits {}", self.who(variant), self.plies(chosen)), &mut said, out);
                } else {
                    comment(&format!("{}: {}", self.who(variant), self.plies(variant)), &mut said, out);
                    self.comments(variant, &mut said, out);
                }
            }
        }
        // What others add behind it.
        for (reading, _) in self.readings(index + 1).filter(|(_, length)| *length == 0) {
            self.added(reading, &mut said, out);
        }
        out.push_str(&variations);
        let mut said: Vec<&str> = Vec::new();
        for variation in self.alternatives(ply) {
            // What several witnesses have stands once.
            if !said.contains(&variation) {
                out.push_str(&format!(" {variation}"));
                said.push(variation);
            }
        }
    }

    /// The variations of witnesses that are alternatives to a ply of the text.
    fn alternatives<'p>(&'p self, ply: &'p TextPly) -> impl Iterator<Item = &'p str> {
        let kept = ply.same.iter().filter(|(witness, _)| self.keeps[*witness]);
        kept.flat_map(|&(witness, number)| self.witnesses[witness].variations(number + 1))
    }

    /// How the witnesses annotate a ply of the text, or what they have in its place: each way once, those of the ply itself
    /// first.
    fn annotated(&self, ply: &TextPly) -> Vec<Annotated> {
        let mut found: Vec<Annotated> = Vec::new();
        for &(number, place) in &ply.same {
            let witness = self.witnesses[number];
            let annotation = witness.annotations(place + 1).collect::<Vec<_>>().join(" ");
            if annotation.is_empty() {
                continue;
            }
            let is_same = witness.plies[place].action == ply.action;
            let text = match is_same {
                true if self.is_own() => ply.own.clone(),
                true => ply.text.clone(),
                false => readings::respelt_alone(witness, witness.text(&witness.plies[place]), self.system),
            };
            match found.iter_mut().find(|known| known.ply == text && known.annotation == annotation) {
                Some(known) => known.witnesses.push(number),
                None => found.push(Annotated { ply: text, annotation, is_same, witnesses: vec![number] }),
            }
        }
        found.sort_by_key(|annotated| !annotated.is_same);
        found
    }

    /// The readings at a place of the text, and how many plies of each stand in it.
    fn readings(&self, index: usize) -> impl Iterator<Item = (&Reading, usize)> {
        let text = &self.collated.text;
        let all = text.readings.iter().zip(text.lengths.iter().copied());
        all.filter(move |(reading, _)| reading.ply == index + 1)
    }

    fn others<'r>(&self, reading: &'r Reading) -> impl Iterator<Item = &'r Variant> {
        let variants = reading.variants.iter().enumerate();
        variants.filter(|(index, _)| *index != reading.chosen).map(|(_, variant)| variant)
    }

    fn who(&self, variant: &Variant) -> String {
        self.names(&variant.witnesses)
    }

    fn names(&self, witnesses: &[usize]) -> String {
        let names: Vec<&str> =
            witnesses.iter().filter_map(|&witness| self.collated.names.get(witness)).map(String::as_str).collect();
        names.join(", ")
    }
}

/// Whether a reading can stand as a variation behind the one that is chosen.
fn is_variation(variant: &Variant, chosen: &Variant) -> bool {
    let is_one_word = |ply: &String| !ply.contains(' ');
    variant.legal
        && !variant.plies.is_empty()
        && !chosen.plies.is_empty()
        && !variant.stands
        && (variant.plies.len() == 1 || variant.plies.iter().all(is_one_word))
}

/// Appends a comment, once.
fn comment(text: &str, said: &mut Vec<String>, out: &mut String) {
    let text: Cow<'_, str> = match text.contains('}') {
        true => text.replace('}', ")").into(),
        false => text.trim().into(),
    };
    if !text.is_empty() && !said.iter().any(|known| *known == text) {
        out.push_str(&format!(" {{{text}}}"));
        said.push(text.into_owned());
    }
}
