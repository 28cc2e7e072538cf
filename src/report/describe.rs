//! The one description of a report's JSON object: its keys in their order. Serde and the quick writer of
//! [`super::json`] both follow it.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{AsWritten, OutcomeReport, Report, Tags};
use crate::board::{DecidingLines, Size};
use crate::engine::Script;
use crate::formats::jsonl::keys;
use crate::game::Outcome;
use crate::names::NamesBefore;
use crate::record::Record;

/// What can be written as an object.
pub(super) trait Described {
    /// Writes the keys and values in their order.
    fn tell(&self, object: &mut impl Keys);
}

/// Takes the keys of an object, one after the other.
pub(super) trait Keys {
    /// A value of any kind.
    fn value<V: Serialize + ?Sized>(&mut self, key: &'static str, value: &V);

    /// A text, or nothing.
    fn text(&mut self, key: &'static str, text: Option<&str>) {
        self.value(key, &text);
    }

    /// A number.
    fn number(&mut self, key: &'static str, number: u64) {
        self.value(key, &number);
    }

    /// A truth.
    fn truth(&mut self, key: &'static str, is_true: bool) {
        self.value(key, &is_true);
    }

    /// The record's number; `None`: it will be written later.
    fn record(&mut self, key: &'static str, number: Option<u64>) {
        self.value(key, &number);
    }

    /// A board's size, or nothing.
    fn size(&mut self, key: &'static str, size: Option<Size>) {
        self.value(key, &size);
    }

    /// A list of texts.
    fn texts<'t>(&mut self, key: &'static str, texts: impl ExactSizeIterator<Item = &'t str> + Clone) {
        self.value(key, &List(texts));
    }

    /// Plies.
    fn moves(&mut self, key: &'static str, moves: &MovesOf<'_>) {
        self.value(key, moves);
    }

    /// An object of texts.
    fn tags(&mut self, key: &'static str, tags: &TagsOf<'_>) {
        self.value(key, tags);
    }

    /// Lines of squares.
    fn lines(&mut self, key: &'static str, lines: &DecidingLines) {
        self.value(key, lines);
    }

    /// A text as its file has it.
    fn as_written(&mut self, key: &'static str, text: &AsWritten) {
        self.value(key, text);
    }

    /// An object.
    fn object<D: Described>(&mut self, key: &'static str, object: &D) {
        self.value(key, &ByKeys(object));
    }
}

/// A report whose long parts may still be where they came from.
#[derive(Clone, Copy)]
pub(crate) struct View<'v> {
    /// Everything else.
    pub(super) report: &'v Report,
    pub(super) file: &'v str,
    pub(super) tags: TagsOf<'v>,
    pub(super) moves: MovesOf<'v>,
    pub(super) position: Option<&'v str>,
    /// Whether the record's number is known already.
    pub(super) is_numbered: bool,
}

/// The tags of a report.
#[derive(Clone, Copy)]
pub(super) enum TagsOf<'v> {
    Report(&'v Tags),
    /// The tags of a record; of a tag given twice the first.
    Record(&'v Record<'v>),
}

/// The plies of a report.
#[derive(Clone, Copy)]
pub(super) enum MovesOf<'v> {
    Report(&'v [String]),
    /// The plies of a script.
    Script(&'v Script),
}

impl Report {
    pub(crate) fn view(&self) -> View<'_> {
        View {
            report: self,
            file: &self.file,
            tags: TagsOf::Report(&self.tags),
            moves: MovesOf::Report(&self.moves),
            position: self.position.as_deref(),
            is_numbered: true,
        }
    }
}

impl View<'_> {
    /// This view without the record's number, which is known only later.
    pub(crate) fn unnumbered(self) -> Self {
        View { is_numbered: false, ..self }
    }
}

impl Described for View<'_> {
    fn tell(&self, object: &mut impl Keys) {
        let report = self.report;
        object.text(keys::FILE, Some(self.file));
        object.record(keys::RECORD, Some(report.record).filter(|_| self.is_numbered));
        object.number(keys::LINE, report.line);
        object.text(keys::GAME, report.game);
        object.text(keys::VARIANT, report.variant);
        object.texts(keys::OPTIONS, report.options.iter().copied());
        object.size(keys::BOARD, report.board);
        object.text(keys::NOTATION, report.notation);
        object.tags(keys::TAGS, &self.tags);
        object.truth(keys::VALID, report.valid);
        object.number(keys::PLIES, report.plies.into());
        object.moves(keys::MOVES, &self.moves);
        object.object(keys::OUTCOME, &report.outcome);
        object.text(keys::POSITION, self.position);
        if report.attempted.is_some() {
            object.text(keys::ATTEMPTED, report.attempted.as_deref());
        }
        if !report.stands.is_empty() {
            object.value(keys::STANDS, &report.stands);
        }
        if let Some(text) = &report.text {
            object.as_written(keys::TEXT, text);
        }
        if report.format.is_some() {
            object.text(keys::FORMAT, report.format);
        }
        if !report.given.is_empty() {
            object.value(keys::GIVEN, &Pairs(&report.given));
        }
        if report.encoding.is_some() {
            object.text(keys::ENCODING, report.encoding);
        }
        if !report.guessed.is_empty() {
            object.value(keys::GUESSED, &Pairs(&report.guessed));
        }
        if !report.players.is_empty() {
            object.value(keys::PLAYERS, &Pairs(&report.players));
        }
        if report.opening.is_some() {
            object.text(keys::OPENING, report.opening);
        }
        if report.diagnostics.is_empty() {
            object.texts(keys::DIAGNOSTICS, [].into_iter())
        } else {
            object.value(keys::DIAGNOSTICS, &report.diagnostics)
        }
        if report.not_shown > 0 {
            object.number(keys::NOT_SHOWN, report.not_shown);
        }
    }
}

impl Described for OutcomeReport {
    fn tell(&self, object: &mut impl Keys) {
        object.text("kind", Some(self.outcome.kind()));
        if let Outcome::Win { .. } = self.outcome {
            object.text("winner", self.winner);
        }
        if let Some(ending) = self.outcome.ending() {
            object.text("reason", Some(ending.code));
        }
        if !self.lines.0.is_empty() {
            object.lines("lines", &self.lines);
        }
        if !self.points.is_empty() {
            object.value("points", &Pairs(&self.points));
        }
        if !self.manches.is_empty() {
            let manches: Vec<_> = self.manches.iter().map(|points| Pairs(points)).collect();
            object.value("manches", &manches);
        }
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ByKeys(&self.view()).serialize(serializer)
    }
}

impl Serialize for OutcomeReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ByKeys(self).serialize(serializer)
    }
}

impl TagsOf<'_> {
    /// Calls `each` with the name and the value of every tag.
    pub(super) fn each(&self, mut each: impl FnMut(&str, &str)) {
        match self {
            TagsOf::Report(tags) => tags.0.iter().for_each(|(name, value)| each(name, value)),
            TagsOf::Record(record) => {
                let tags = &record.parts.tags;
                let mut before = NamesBefore::new(tags.len());
                for (index, tag) in tags.iter().enumerate() {
                    let name = record.name(tag);
                    if !before.have(name, tags[..index].iter().map(|tag| record.name(tag))) {
                        each(name, &record.value(tag));
                    }
                }
            }
        }
    }
}

impl Serialize for TagsOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut keys = BySerde { map: serializer.serialize_map(None)?, failed: None };
        self.each(|name, value| keys.entry(name, value));
        keys.end()
    }
}

impl Serialize for MovesOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            MovesOf::Report(moves) => moves.serialize(serializer),
            MovesOf::Script(script) => List(script.moves()).serialize(serializer),
        }
    }
}

/// Pairs as a JSON object, in their order.
struct Pairs<'p, N, V>(&'p [(N, V)]);

impl<N: Serialize, V: Serialize> Serialize for Pairs<'_, N, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Texts as a JSON list.
struct List<I>(I);

impl<'t, I: Iterator<Item = &'t str> + Clone> Serialize for List<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
    }
}

/// Gives the keys of a description to serde.
struct ByKeys<'d, D>(&'d D);

impl<D: Described> Serialize for ByKeys<'_, D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut keys = BySerde { map: serializer.serialize_map(None)?, failed: None };
        self.0.tell(&mut keys);
        keys.end()
    }
}

/// Hands keys to serde.
struct BySerde<M: SerializeMap> {
    map: M,
    failed: Option<M::Error>,
}

impl<M: SerializeMap> BySerde<M> {
    fn entry<V: Serialize + ?Sized>(&mut self, key: &str, value: &V) {
        if self.failed.is_none() {
            self.failed = self.map.serialize_entry(key, value).err();
        }
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        self.failed.map_or_else(|| self.map.end(), Err)
    }
}

impl<M: SerializeMap> Keys for BySerde<M> {
    fn value<V: Serialize + ?Sized>(&mut self, key: &'static str, value: &V) {
        self.entry(key, value);
    }
}
