//! The search for repairs, on several threads: each record becomes an entry.

use std::io;

use super::Form;
use crate::check::Checker;
use crate::commands::mending::{Original, stays_in_file};
use crate::commands::outputs::Output;
use crate::commands::say;
use crate::commands::written::{Done, Writer};
use crate::engine::Defaults;
use crate::formats::{Format, Records};
use crate::mend::Draft;
use crate::mend::repair::{Mended, Mender, Options};
use crate::parallel::{At, Task, Worker};
use crate::visible::visible;

/// The search for repairs of each record.
pub(super) struct Repairs {
    pub(super) options: Options,
    pub(super) defaults: Defaults,
    pub(super) form: Form,
    pub(super) limit: usize,
    /// Whether records are written afterwards.
    pub(super) keeps_text: bool,
    /// Whether proposals are shown to people.
    pub(super) shows: bool,
    pub(super) colour: bool,
}

/// The proposals for a record.
pub(super) struct Entry {
    /// Its number in its part.
    pub(super) number: u64,
    pub(super) line: u64,
    pub(super) mended: Mended,
    /// Where the changes of each proposal stand in the file.
    pub(super) spans: Vec<Vec<[u64; 2]>>,
    /// For people.
    pub(super) shown: String,
    pub(super) original: Option<Original>,
    /// Whether it can be written with changes in its own file.
    pub(super) stays_in_file: bool,
}

impl Entry {
    /// The changes that the chosen proposal makes, one after the other.
    pub(super) fn drafts(&self, chosen: Option<usize>) -> &[Draft] {
        chosen.map_or(&[][..], |index| &self.mended.proposals[index].drafts)
    }

    /// Writes the record as the chosen proposal says. Returns the proposal if it was carried out.
    pub(super) fn write(
        &self,
        chosen: Option<usize>,
        name: &str,
        writer: &mut Writer,
        out: &mut Output,
    ) -> io::Result<Option<usize>> {
        let Some(original) = &self.original else { return Ok(None) };
        let done = writer.write(name, original, self.drafts(chosen), out)?;
        let carried_out = chosen.filter(|_| done != Done::Refused);
        // In a file of another format a change is not easily found.
        if let Some(index) = carried_out
            && (done == Done::Untold || original.format != Format::TRANSCRIPT)
        {
            say(&format!("{}:{}: {}\n", visible(name), self.line, self.mended.proposals[index].in_words()));
        }
        Ok(carried_out)
    }
}

impl Task for Repairs {
    type Part = Vec<Entry>;
    type Worker<'t> = Repairer<'t>;

    fn worker(&self) -> Repairer<'_> {
        let mender = Mender::new(self.defaults.clone(), self.options.clone());
        Repairer { task: self, mender, entries: Vec::new() }
    }
}

pub(super) struct Repairer<'t> {
    pub(super) task: &'t Repairs,
    mender: Mender,
    entries: Vec<Entry>,
}

impl Worker for Repairer<'_> {
    type Part = Vec<Entry>;

    fn record(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) -> io::Result<()> {
        let original = self.task.keeps_text.then(|| Original::of(records, at.format));
        let record = records.record();
        let mended = self.mender.mend(&record, checker.systems());
        let (mut spans, mut shown) = (Vec::new(), String::new());
        if self.task.form == Form::Json {
            spans = mended.proposals.iter().map(|proposal| proposal.places(&record)).collect();
        }
        if self.task.shows && !mended.is_valid() {
            shown = self.shown(at.name, &record, &mended, checker);
        }
        let stays_in_file = stays_in_file(at.format, record.parts.foreign.encoding);
        let line = record.place.line;
        self.entries.push(Entry { number: at.number, line, mended, spans, shown, original, stays_in_file });
        Ok(())
    }

    fn part(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.entries)
    }
}
