//! The movetext of a collated record: the chosen plies, with comments, variations and other readings beside them.

use std::borrow::Cow;

use crate::collate::readings::{self, Reading, TextPly, Variant};
use crate::collate::{Collated, Witness};
use crate::record::tokens::STANDS;
use crate::system::System;

/// Appends the plies in turns, with what stands beside them.
pub(super) fn movetext(beside: &Beside<'_>, plies: &[TextPly], out: &mut String) {
    let sides = beside.witnesses[0].sides.len().max(1);
    let mut before = String::new();
    beside.at_start(&mut before);
    out.push_str(&before);
    /// After how many bytes of a line the next turn begins a new one.
    const WIDE: usize = 64;
    // The side of the last ply; the turn's number.
    let (mut last, mut turn): (Option<usize>, u32) = (None, 0);
    for (index, ply) in plies.iter().enumerate() {
        if ply.after_break {
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
        beside.after(index, ply, out);
    }
    out.push('\n');
}

/// What stands beside plies: comments of all witnesses, readings that were not chosen.
pub(super) struct Beside<'b> {
    pub(super) witnesses: &'b [&'b Witness],
    pub(super) collated: &'b Collated,
    /// For each witness whether its variations are written.
    pub(super) keeps: &'b [bool],
    /// For each witness how many of its variations are not written.
    pub(super) left_out: &'b [usize],
    /// The system in which the record is written.
    pub(super) system: System,
    /// Whether plies are spelt in the system of the first witness, and not in the game's default one.
    pub(super) spells_own: bool,
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

    /// The plies of a reading, as written in a comment.
    fn plies(&self, variant: &Variant) -> String {
        if self.is_own() { variant.own.join(" ") } else { variant.plies.join(" ") }
    }

    /// A ply of the text, annotated as by the first witness that annotates it. Comments say how other witnesses
    /// annotate it.
    fn ply(&self, ply: &TextPly, out: &mut String) {
        let annotated = self.annotated(ply);
        let (own, others) = match annotated.split_first() {
            Some((first, others)) if first.is_same => (first.annotation.as_str(), others),
            _ => ("", &annotated[..]),
        };
        out.push_str(if self.spells_own { &ply.own } else { &ply.text });
        out.push_str(own);
        if ply.stands {
            out.extend([" {", STANDS, "}"]);
        }
        for Annotated { ply, annotation, witnesses, .. } in others {
            out.push_str(&format!(" {{{}: {ply}{annotation}}}", self.names(witnesses)));
        }
    }

    /// Writes what stands after the ply at this place of the text.
    fn after(&self, index: usize, ply: &TextPly, out: &mut String) {
        let mut said = Vec::new();
        // Remarks on a ply that was not chosen stand with that ply.
        let is_elsewhere = |place: &(usize, usize)| {
            self.readings(index)
                .any(|(reading, length)| length > 0 && self.others(reading).any(|other| other.of.contains(place)))
        };
        for &(witness, number) in ply.same.iter().filter(|place| !is_elsewhere(place)) {
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
                if is_variation(variant, chosen) && !following.any(|ply| ply.after_break) {
                    let (mut of_it, mut beside) = (Vec::new(), String::new());
                    comment(&self.who(variant), &mut of_it, &mut beside);
                    self.comments(variant, &mut of_it, &mut beside);
                    let plies = if self.spells_own { &variant.own } else { &variant.plies };
                    variations.push_str(&format!(" ({}{beside})", plies.join(" ")));
                } else if variant.plies.is_empty() {
                    comment(&format!("{} omits {}", self.who(variant), self.plies(chosen)), &mut said, out);
                } else {
                    comment(&format!("{}: {}", self.who(variant), self.plies(variant)), &mut said, out);
                    self.comments(variant, &mut said, out);
                }
            }
        }
        // What others add after it.
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

    /// How the witnesses annotate a ply of the text, or what stands in its place: each way once, first those of the ply
    /// itself.
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

    /// The readings at a place of the text, and how many plies of each are in the text.
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

/// Whether a reading can stand as a variation after the chosen one.
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
    let text: Cow<'_, str> = if text.contains('}') { text.replace('}', ")").into() } else { text.trim().into() };
    if !text.is_empty() && !said.iter().any(|known| *known == text) {
        out.push_str(&format!(" {{{text}}}"));
        said.push(text.into_owned());
    }
}
