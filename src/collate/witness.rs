//! A record as a witness of a game: its tags, the plies of its main line whether legal or not, its comments.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use super::watch::{Watch, hash_of_text};
use crate::board::Size;
use crate::check::Checker;
use crate::codes::BAD_ENCODING;
use crate::engine::{Claim, Setting, Start, Termination};
use crate::formats::Records;
use crate::game::{GameInfo, RuleSet};
use crate::parallel::{At, Task, Worker};
use crate::record::tokens::STANDS;
use crate::record::{Layout, Record, TokenKind, to_usize_range};
use crate::system::System;

/// Games that can be copies of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Kind {
    pub(super) game: &'static str,
    pub(super) variant: &'static str,
    pub(super) board: (u8, u8),
}

impl Kind {
    pub(super) fn of(info: &'static GameInfo, rules: &RuleSet) -> Kind {
        let Size { columns, rows } = rules.board;
        Kind { game: info.id, variant: rules.variant, board: (columns, rows) }
    }
}

/// A ply as a witness has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ply {
    /// A hash of its effect, in any notation; of its text, if it is no ply, or if all copies are in one notation that
    /// says more than the effect.
    pub(super) action: u32,
    /// Its place in the witness's text.
    start: u32,
    length: u16,
    /// Whether the record says that it stood (C-6).
    pub(super) stands: bool,
    /// Whether a break stands before it.
    pub(super) after_break: bool,
}

/// A variation of a witness.
#[derive(Debug)]
struct Branch {
    /// The ply of the main line that it replaces.
    ply: u32,
    /// Where it stands, with its parentheses.
    span: Range<u32>,
    /// The place of its text with plies in the game's own spelling, if the record spells them otherwise and all are
    /// legal.
    spelt: Option<Range<u32>>,
}

/// A record that may be a copy of a game.
#[derive(Debug)]
pub struct Witness {
    /// The file that it stands in.
    pub file: Arc<str>,
    /// Its number in the file, from 1.
    pub record: u64,
    /// The number of the argument that it comes from.
    pub(super) source: usize,
    /// How many records of its argument stand before it.
    pub(super) place: u64,
    pub(super) kind: Kind,
    pub(super) info: &'static GameInfo,
    /// The position before the first ply.
    pub(super) start: Arc<dyn Start>,
    /// The names of the sides.
    pub(super) sides: Vec<&'static str>,
    /// Per side: who wins with it.
    pub(super) parties: Vec<&'static str>,
    /// The system in which its plies are read.
    pub(super) system: System,
    pub(super) valid: bool,
    /// Whether it has no signs for breaks, which are then where they are due.
    pub(super) lacks_breaks: bool,
    pub(super) plies: Vec<Ply>,
    /// The record's text, after it plies that are spelt anew.
    text: String,
    /// How much of the text is the record's.
    own: usize,
    /// Whether the record is a transcript, which can be copied unchanged.
    pub(super) is_transcript: bool,
    /// The names and the values of tags, as places in the text.
    tags: Vec<[u32; 4]>,
    /// Tags that are known apart from the text.
    beside: Vec<(String, String)>,
    /// Comments: the number of plies before each, and its place.
    comments: Vec<(u32, Range<u32>)>,
    /// The annotations of the main line: the number of the ply, and the place.
    annotations: Vec<(u32, Range<u32>)>,
    /// Variations of the main line.
    variations: Vec<Branch>,
    /// The side that the record claims as winner, or `draw`.
    pub(super) claim: Option<&'static str>,
    /// Whether the record says that the last ply is illegal.
    pub(super) last_is_illegal: bool,
    /// Whether it says that the last ply is a foul, which is carried out all the same (RJ-6).
    pub(super) last_is_foul: bool,
    /// Whether the record holds bytes that are not text.
    pub(super) has_undecoded: bool,
}

impl Witness {
    /// What a ply is called in the record.
    pub(super) fn text(&self, ply: &Ply) -> &str {
        self.text.get(ply.start as usize..ply.start as usize + usize::from(ply.length)).unwrap_or_default()
    }

    /// Has its plies compared by their texts.
    pub(super) fn compare_by_text(&mut self) {
        let mut plies = std::mem::take(&mut self.plies);
        for ply in &mut plies {
            ply.action = hash_of_text(self.text(ply));
        }
        self.plies = plies;
    }

    /// The record, unchanged.
    pub(super) fn own_text(&self) -> &str {
        &self.text[..self.own]
    }

    /// The names and values of the tags; values still have their backslashes.
    pub(super) fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        let slice = |start: u32, end: u32| self.text.get(start as usize..end as usize).unwrap_or_default();
        let own = self.tags.iter().map(move |&[a, b, c, d]| (slice(a, b), slice(c, d)));
        own.chain(self.beside.iter().map(|(name, value)| (name.as_str(), value.as_str())))
    }

    /// The value of a tag.
    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|(known, _)| crate::names::same_tag(known, name)).map(|(_, value)| value)
    }

    /// The comments after `plies` plies, without their signs.
    pub(super) fn comments(&self, plies: usize) -> impl Iterator<Item = &str> {
        let after = self.comments.iter().filter(move |(after, _)| *after as usize == plies);
        after.filter_map(|(_, span)| self.text.get(to_usize_range(span)))
    }

    /// The alternatives to the ply with that number, each with its parentheses and with its plies as the game writes them.
    /// Those with an illegal ply are not written so.
    pub(super) fn variations(&self, ply: usize) -> impl Iterator<Item = &str> {
        let is_own = self.system == self.info.default_system;
        let of_it = self.variations.iter().filter(move |branch| branch.ply as usize == ply);
        let spans = of_it.filter_map(move |branch| if is_own { Some(&branch.span) } else { branch.spelt.as_ref() });
        spans.filter_map(|span| self.text.get(to_usize_range(span)))
    }

    /// The annotations of the ply with that number.
    pub(super) fn annotations(&self, ply: usize) -> impl Iterator<Item = &str> {
        let of_it = self.annotations.iter().filter(move |(number, _)| *number as usize == ply);
        of_it.filter_map(|(_, span)| self.text.get(to_usize_range(span)))
    }

    /// All annotations, each with the number of its ply.
    pub(super) fn annotations_in_all(&self) -> impl Iterator<Item = (u32, &str)> {
        self.annotations.iter().filter_map(|(ply, span)| Some((*ply, self.text.get(to_usize_range(span))?)))
    }

    /// How many variations it has.
    pub(super) fn variations_in_all(&self) -> usize {
        self.variations.len()
    }

    /// How many comments it has.
    pub(super) fn comments_in_all(&self) -> usize {
        self.comments.len()
    }

    /// Who played and when, if all of that is known: equal for two records of the same game.
    pub(super) fn meeting(&self) -> Option<String> {
        let known = |name: &str| {
            let value = self.tag(name)?.trim();
            (!value.is_empty() && !value.contains('?')).then(|| value.to_lowercase())
        };
        let mut text = String::new();
        for name in self.sides.iter().copied().chain(["Date"]) {
            text.push_str(&known(name)?);
            text.push('\n');
        }
        Some(text)
    }
}

/// Reads witnesses.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gathering;

/// The contents of a part of an input.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) witnesses: Vec<Witness>,
    /// How many records cannot be replayed: they name no game, or are too long to be read.
    pub(super) left_out: u64,
}

impl Gathered {
    /// How many records have been read.
    pub(super) fn read(&self) -> u64 {
        self.witnesses.len() as u64 + self.left_out
    }
}

impl Task for Gathering {
    type Part = Gathered;
    type Worker<'t> = Gatherer;

    fn worker(&self) -> Gatherer {
        Gatherer::default()
    }
}

/// Reads witnesses one after the other.
#[derive(Debug, Default)]
pub(super) struct Gatherer {
    gathered: Gathered,
    file: Option<Arc<str>>,
    watch: Watch,
}

impl Worker for Gatherer {
    type Part = Gathered;

    fn record(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) -> io::Result<()> {
        if self.file.as_deref() != Some(at.name) {
            self.file = Some(Arc::from(at.name));
        }
        let record = records.record();
        self.watch.clear();
        let judged = checker.check(&record, &mut (), Some(&mut self.watch));
        let (Some(setting), Some(system)) = (judged.setting, judged.system) else {
            self.gathered.left_out += 1;
            return Ok(());
        };
        let of_tag = judged.claims.result.as_ref().map(|(claim, _)| *claim);
        let is_open = of_tag == Some(Claim::Open);
        let of_tag = of_tag.filter(|_| !is_open);
        let claim = of_tag.or(self.watch.claim);
        let last_is_illegal = matches!(judged.claims.termination, Some((Termination::Illegal, _)));
        let marked = &judged.claims.stands;
        let mut witness = witness(&record, setting, system, &self.watch);
        for number in marked {
            if let Some(ply) = witness.plies.get_mut((*number as usize).wrapping_sub(1)) {
                ply.stands = true;
            }
        }
        witness.file = self.file.clone().unwrap_or_default();
        witness.record = at.number;
        witness.place = self.gathered.read();
        witness.valid = judged.verdict.valid;
        witness.last_is_illegal = last_is_illegal;
        witness.last_is_foul = matches!(judged.claims.termination, Some((Termination::Foul, _)));
        witness.claim = claim.and_then(|claim| claim.name(&setting.rules));
        // The plies are written without the result word after them.
        if let Some(claim) = witness.claim.filter(|_| is_open || witness.tag("Result").is_none()) {
            witness.beside.push(("Result".to_owned(), claim.to_owned()));
        }
        witness.has_undecoded = record.parts.faults.iter().any(|fault| fault.code == &BAD_ENCODING);
        self.gathered.witnesses.push(witness);
        Ok(())
    }

    fn part(&mut self) -> Gathered {
        std::mem::take(&mut self.gathered)
    }
}

fn witness(record: &Record<'_>, setting: &Setting, system: System, watch: &Watch) -> Witness {
    let rules = &setting.rules;
    let mut text = record.text.to_owned();
    let own = text.len();
    let plies = watch.seen.iter().zip(watch.actions(record)).map(|(seen, action)| {
        let span = match &seen.spelt {
            // The cell of a diagram says nothing elsewhere.
            Some(spelt) if system.is_diagram() => {
                text.push_str(spelt);
                text.len() - spelt.len()..text.len()
            }
            _ => seen.span.clone(),
        };
        let (start, length) = (span.start as u32, u16::try_from(span.len()).unwrap_or(u16::MAX));
        Ply { action, start, length, stands: seen.stood, after_break: false }
    });
    let plies: Vec<Ply> = plies.collect();
    let tags = record.parts.tags.iter().map(|tag| [tag.name.start, tag.name.end, tag.value.start, tag.value.end]);
    let mut beside: Vec<(String, String)> = Vec::new();
    let context = &record.parts.context;
    for (name, value) in context.before.iter().chain(&context.lacking) {
        if record.tag(name).is_none() && !beside.iter().any(|(known, _)| known == name) {
            beside.push((name.clone(), crate::record::escape(value).into_owned()));
        }
    }
    let mut witness = Witness {
        file: Arc::default(),
        record: 0,
        source: 0,
        place: 0,
        kind: Kind::of(setting.info(), rules),
        info: setting.info(),
        start: setting.start.clone(),
        sides: rules.sides.iter().map(|side| side.name).collect(),
        parties: (0..rules.sides.len()).map(|side| rules.party_name(crate::board::Side(side as u8))).collect(),
        system: if system.is_diagram() { setting.default_system() } else { system },
        valid: false,
        lacks_breaks: record.parts.layout == Layout::Plies,
        plies,
        text,
        own,
        is_transcript: record.parts.layout == Layout::Movetext && record.parts.marks.is_empty() && beside.is_empty(),
        tags: tags.collect(),
        beside,
        comments: Vec::new(),
        annotations: Vec::new(),
        variations: Vec::new(),
        claim: None,
        last_is_illegal: false,
        last_is_foul: false,
        has_undecoded: false,
    };
    // The cells of a diagram stand in another order than its plies.
    if !system.is_diagram() {
        read_beside(record, watch, &mut witness);
    }
    witness
}

/// Finds the comments, annotations, variations and breaks of the main line, and the marks of plies that stood.
fn read_beside(record: &Record<'_>, watch: &Watch, witness: &mut Witness) {
    let mut depth = 0_u32;
    let mut opened = 0;
    let mut is_told = true;
    for token in record.tokens() {
        let span = token.span();
        let after = watch.seen.partition_point(|seen| seen.span.start < span.start);
        match token.kind {
            TokenKind::Open { .. } => {
                depth += 1;
                if depth == 1 {
                    (opened, is_told) = (span.start, watch.is_respelt);
                }
            }
            TokenKind::Close { opened: true } => {
                if depth == 1 {
                    let whole = opened..span.end;
                    let spelt = is_told.then(|| watch.respelt(record, whole.clone()));
                    let spelt = spelt.map(|text| {
                        let start = witness.text.len() as u32;
                        witness.text.push_str(&text);
                        start..witness.text.len() as u32
                    });
                    let span = whole.start as u32..whole.end as u32;
                    witness.variations.push(Branch { ply: after as u32, span, spelt });
                }
                depth = depth.saturating_sub(1);
            }
            TokenKind::Word if depth > 0 => is_told &= watch.has_told(span.start),
            TokenKind::Break if depth == 0 => {
                if let Some(ply) = witness.plies.get_mut(after) {
                    ply.after_break = true;
                }
            }
            TokenKind::Annotation if depth == 0 && after > 0 => {
                witness.annotations.push((after as u32, span.start as u32..span.end as u32));
            }
            TokenKind::Comment { stands } if depth == 0 => {
                if stands && let Some(ply) = after.checked_sub(1).and_then(|last| witness.plies.get_mut(last)) {
                    ply.stands = true;
                }
                let text = record.slice(span.clone());
                let inner = span.start + 1..span.end - usize::from(text.len() > 1 && text.ends_with('}'));
                let said = record.slice(inner.clone()).trim();
                if said != STANDS && !said.is_empty() {
                    witness.comments.push((after as u32, inner.start as u32..inner.end as u32));
                }
            }
            TokenKind::LineComment if depth == 0 => {
                witness.comments.push((after as u32, span.start as u32 + 1..span.end as u32));
            }
            _ => {}
        }
    }
}
