//! Sinks that only count.

use super::{Code, Diagnostic, Severity, Sink};

/// Counts by severity and makes no text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SeverityCounts {
    /// Number of errors.
    pub errors: u64,
    /// Number of warnings.
    pub warnings: u64,
    /// Number of notes.
    pub notes: u64,
}

impl Sink for SeverityCounts {
    fn report(&mut self, diagnostic: Diagnostic) {
        match diagnostic.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
    }

    fn more(&mut self, code: &'static Code, count: u64) {
        match code.severity {
            Severity::Error => self.errors += count,
            Severity::Warning => self.warnings += count,
            Severity::Note => self.notes += count,
        }
    }

    fn wants_text(&self) -> bool {
        false
    }
}

/// Counts by code and severity and makes no text.
#[derive(Debug, Clone, Default)]
pub struct CodeCounts(Vec<(&'static Code, Severity, u64)>);

impl CodeCounts {
    /// Each code with its severity and how often it was reported, in the order of the first reports.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Code, Severity, u64)> + '_ {
        self.0.iter().copied()
    }

    /// How many diagnostics of one severity were reported.
    pub fn of(&self, severity: Severity) -> u64 {
        self.0.iter().filter(|(_, known, _)| *known == severity).map(|(.., count)| count).sum()
    }

    /// Whether a diagnostic of that code was reported.
    pub fn has(&self, code: &Code) -> bool {
        self.0.iter().any(|(known, ..)| *known == code)
    }

    /// How many diagnostics were reported.
    pub fn all(&self) -> u64 {
        self.0.iter().map(|(.., count)| count).sum()
    }

    /// Subtracts the counts of `others`.
    pub(crate) fn subtract(&mut self, others: &CodeCounts) {
        for (code, severity, others) in others.iter() {
            for (.., count) in self.0.iter_mut().filter(|(known, of, _)| *known == code && *of == severity) {
                *count = count.saturating_sub(others);
            }
        }
        self.0.retain(|(.., count)| *count > 0);
    }

    /// Counts the warnings so far as errors.
    pub fn deny_warnings(&mut self) {
        for (_, severity, _) in self.0.iter_mut().filter(|(_, severity, _)| *severity == Severity::Warning) {
            *severity = Severity::Error;
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Forgets the counts of other codes.
    pub(super) fn retain(&mut self, codes: &[&'static Code]) {
        self.0.retain(|(known, ..)| codes.contains(known));
    }

    pub(crate) fn add(&mut self, code: &'static Code, severity: Severity, count: u64) {
        match self.0.iter_mut().find(|(known, of, _)| *known == code && *of == severity) {
            Some((.., sum)) => *sum += count,
            None => self.0.push((code, severity, count)),
        }
    }
}

impl Sink for CodeCounts {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.add(diagnostic.code, diagnostic.severity, 1);
    }

    fn more(&mut self, code: &'static Code, count: u64) {
        self.add(code, code.severity, count);
    }

    fn wants_text(&self) -> bool {
        false
    }
}
