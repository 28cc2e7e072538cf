//! Holds as many diagnostics of a record as are shown, and counts the others.

use std::cmp::Reverse;

use super::{Code, CodeCounts, Diagnostic, Severity, Sink};

/// The default limit for the diagnostics that are shown of a record.
pub const MAX_DIAGNOSTICS: usize = 100;

/// Holds the diagnostics of one record that are shown, and counts all of them: memory does not grow with their number.
///
/// Errors are held before warnings, warnings before notes, and among equally severe ones those that come first in the
/// text. If no diagnostic of a code is held, the first of them is kept apart, so that the code can still be reported.
///
/// ```
/// use scoresheet::{Checker, Defaults, diagnostic::Shortlist, formats::{Records, transcript::Transcripts}};
///
/// let mut records = Transcripts::new(&b"[Game \"forza4\"]\n\n1. c ) ) ) )"[..], 1 << 20)?;
/// let mut held = Shortlist::new(3);
/// if let Some(record) = records.next()? {
///     Checker::new(Defaults::default()).check(&record, &mut held, None);
/// }
/// assert_eq!((held.take().shown.len(), held.codes().all()), (3, 4));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Shortlist {
    most: usize,
    denies: bool,
    /// The diagnostics to show, and up to as many later ones that have not been compared with them yet.
    held: Vec<Diagnostic>,
    /// The first dropped diagnostic of each code and severity.
    firsts: Vec<Diagnostic>,
    codes: CodeCounts,
    /// The findings to leave out, by code and ply (0 for none), and how often each of their codes was reported.
    left_out: (Vec<(&'static Code, u32)>, CodeCounts),
}

/// What a [`Shortlist`] has kept of one record.
#[derive(Debug, Clone, Default)]
pub struct Shortlisted {
    /// The diagnostics that are shown.
    pub shown: Vec<Diagnostic>,
    /// The first diagnostic of each code that is not among those shown.
    pub firsts: Vec<Diagnostic>,
}

impl Default for Shortlist {
    fn default() -> Shortlist {
        Shortlist::new(MAX_DIAGNOSTICS)
    }
}

impl Shortlist {
    /// Holds at most `most` diagnostics.
    pub fn new(most: usize) -> Shortlist {
        let (held, firsts, codes) = (Vec::new(), Vec::new(), CodeCounts::default());
        Shortlist { most, denies: false, held, firsts, codes, left_out: Default::default() }
    }

    /// Treats warnings as errors if `deny` says so.
    pub fn deny_warnings(mut self, deny: bool) -> Shortlist {
        self.denies = deny;
        self
    }

    /// Leaves out these findings from now on; the ply 0 means no ply.
    pub(crate) fn leave_out(&mut self, findings: Vec<(&'static Code, u32)>) {
        self.left_out.0 = findings;
    }

    /// How often each code was reported.
    pub fn codes(&self) -> &CodeCounts {
        &self.codes
    }

    /// Sets `codes` to how often each code was reported, without the findings that are left out.
    pub(crate) fn count_into(&self, codes: &mut CodeCounts) {
        codes.clone_from(&self.codes);
        codes.subtract(&self.left_out.1);
    }

    /// Counts a report, and returns whether the shortlist holds it.
    fn count(&mut self, code: &'static Code, ply: u32, severity: Severity, count: u64) -> bool {
        self.codes.add(code, severity, count);
        let is_left_out = self.left_out.0.contains(&(code, ply));
        if is_left_out {
            self.left_out.1.add(code, severity, count);
        }
        !is_left_out
    }

    /// Hands over what it holds and keeps the counts.
    pub fn take(&mut self) -> Shortlisted {
        self.choose();
        let (shown, mut firsts) = (std::mem::take(&mut self.held), std::mem::take(&mut self.firsts));
        firsts.retain(|first| !shown.iter().any(|other| same_code(first, other)));
        Shortlisted { shown, firsts }
    }

    /// Forgets reports of other codes.
    pub fn retain(&mut self, codes: &[&'static Code]) {
        self.held.retain(|said| codes.contains(&said.code));
        self.firsts.retain(|said| codes.contains(&said.code));
        self.codes.retain(codes);
    }

    /// Forgets everything, to begin with another record.
    pub fn clear(&mut self) {
        self.held.clear();
        self.firsts.clear();
        self.codes.clear();
        self.left_out.1.clear();
    }

    /// Drops what will not be shown.
    fn choose(&mut self) {
        if self.held.len() <= self.most {
            return;
        }
        // The sort is stable: of two diagnostics about one place the first one found stays first.
        self.held.sort_by_key(|diagnostic| (Reverse(diagnostic.severity), diagnostic.span.start));
        let rest = self.held.split_off(self.most);
        let mut known: Vec<(&'static Code, Severity)> = Vec::new();
        for held in &self.held {
            if !known.contains(&(held.code, held.severity)) {
                known.push((held.code, held.severity));
            }
        }
        for diagnostic in rest {
            // Held diagnostics come before dropped ones of the same code.
            if known.contains(&(diagnostic.code, diagnostic.severity)) {
                continue;
            }
            match self.firsts.iter_mut().find(|first| same_code(first, &diagnostic)) {
                Some(first) if first.span.start <= diagnostic.span.start => {}
                Some(first) => *first = diagnostic,
                None => self.firsts.push(diagnostic),
            }
        }
    }
}

fn same_code(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.code == other.code && one.severity == other.severity
}

impl Sink for Shortlist {
    fn report(&mut self, mut diagnostic: Diagnostic) {
        if self.denies && diagnostic.severity == Severity::Warning {
            diagnostic.severity = Severity::Error;
        }
        if !self.count(diagnostic.code, diagnostic.ply.unwrap_or_default(), diagnostic.severity, 1) {
            return;
        }
        self.held.push(diagnostic);
        // To choose among twice as many costs little for each.
        if self.held.len() >= self.most.saturating_mul(2).max(32) {
            self.choose();
        }
    }

    fn more(&mut self, code: &'static Code, count: u64) {
        let denied = self.denies && code.severity == Severity::Warning;
        self.count(code, 0, if denied { Severity::Error } else { code.severity }, count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::{BAD_SYNTAX, GLUED_RECORD, NOT_PLAYED, STANDS};
    use crate::diagnostic::Text;

    #[test]
    fn errors_are_held_first_and_every_code_is_told() {
        let mut held = Shortlist::new(3);
        for at in (0..1000).rev() {
            held.report(Diagnostic::new(&STANDS, at..at, Text::default()));
            held.report(Diagnostic::new(&NOT_PLAYED, at..at, Text::default()));
            if at % 500 == 0 {
                held.report(Diagnostic::new(&BAD_SYNTAX, at + 7..at + 7, Text::default()));
            }
        }
        held.more(&GLUED_RECORD, 5);
        let kept = held.take();
        let said =
            |list: &[Diagnostic]| -> Vec<_> { list.iter().map(|said| (said.code.name, said.span.start)).collect() };
        assert_eq!(said(&kept.shown), [("bad-syntax", 7), ("bad-syntax", 507), ("stands", 0)]);
        assert_eq!(said(&kept.firsts), [("not-played", 0)]);
        assert_eq!(held.codes().all(), 2007);
        assert_eq!(held.codes().of(Severity::Warning), 1005);
    }
}
