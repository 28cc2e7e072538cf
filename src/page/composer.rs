//! Makes records ready for a page that replays a file: each with files that readers can save, an invalid one with what it
//! may have been.

use super::Recorded;
use crate::check::Checker;
use crate::convert::{Target, convert};
use crate::diagnostic::Shortlist;
use crate::engine::Defaults;
use crate::formats::Format;
use crate::mend::repair::{EFFORT, Mender, Options};
use crate::record::Record;
use crate::report::report_held;

/// How many plies the search for repairs may replay for all records of a page.
const SEARCH: u64 = 10 * EFFORT;

/// The most bytes that a record may have on a page with what mends it.
const LARGEST: usize = 1 << 20;

/// Makes the records of one page ready, one after the other.
#[derive(Debug)]
pub struct Composer {
    mender: Mender,
    /// How many plies the search for repairs may still replay.
    left: u64,
}

impl Composer {
    /// Begins a page; `defaults` are those of the checker that judges the records.
    pub fn new(defaults: Defaults) -> Composer {
        Composer { mender: Mender::new(defaults, Options::default()), left: SEARCH }
    }

    /// The record, judged and ready for a page, and whether it is valid. `held` keeps the diagnostics to show.
    pub fn record(
        &mut self,
        name: &str,
        record: &Record<'_>,
        checker: &mut Checker,
        held: &mut Shortlist,
    ) -> (Recorded, bool) {
        let report = report_held(name, record, checker, held);
        let mut recorded = Recorded::new(&report, record, checker).with_files(written(record, checker));
        if !report.valid && self.left > 0 {
            let mended = self.mender.mend(record, checker.systems());
            self.left = self.left.saturating_sub(mended.spent);
            recorded.propose(&mended.proposals, self.mender.judge(), LARGEST);
        }
        (recorded, report.valid)
    }
}

/// The record as files that readers of the page can save: in every format that can hold all of it.
fn written(record: &Record<'_>, checker: &mut Checker) -> Vec<(&'static str, String)> {
    let mut files = Vec::new();
    for (ending, format) in [("txt", Format::TRANSCRIPT), ("sgf", Format::SGF)] {
        let mut text = Vec::new();
        let target = Target { format: Some(format), ..Target::default() };
        if convert(record, checker, target, &mut (), &mut text).is_written()
            && let Ok(text) = String::from_utf8(text)
            // Of other games than Gomoku the program writes a transcript instead.
            && (format == Format::TRANSCRIPT || text.starts_with('('))
        {
            files.push((ending, text));
        }
    }
    files
}
