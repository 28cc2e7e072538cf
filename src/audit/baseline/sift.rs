//! Splits the findings of each record into those of the baseline and new ones: the work of one thread.

use std::collections::BTreeMap;

use super::content::content;
use super::{Baselines, Finding};
use crate::codes::RECORD_TOO_LONG;
use crate::diagnostic::{Code, CodeCounts, Diagnostic, Severity, Shortlist, Sink};
use crate::formats::Records;
use crate::system::System;

/// The findings of a part of an input.
#[derive(Debug, Default)]
pub(in crate::audit) struct Sifted {
    /// The findings to write.
    pub(super) kept: Vec<Finding<&'static str>>,
    /// The places in the baseline of the findings that occurred.
    pub(super) occurred: Vec<usize>,
    /// How many findings are in the baseline, in how many records, and how many invalid records have no other error.
    pub(super) known: u64,
    pub(super) records: u64,
    pub(super) invalid: u64,
}

/// The findings of the current record: how often each code was reported of each ply, and how severe it was.
#[derive(Debug, Default)]
pub(in crate::audit) struct Findings(BTreeMap<(&'static str, u32, Severity), (&'static Code, u64)>);

impl Findings {
    fn add(&mut self, code: &'static Code, ply: u32, severity: Severity, count: u64) {
        self.0.entry((code.name, ply, severity)).or_insert((code, 0)).1 += count;
    }
}

/// Counts the codes of a record and notes its findings.
#[derive(Debug)]
pub(in crate::audit) struct Noting<'s> {
    codes: &'s mut CodeCounts,
    findings: &'s mut Findings,
}

impl Sink for Noting<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.findings.add(diagnostic.code, diagnostic.ply.unwrap_or_default(), diagnostic.severity, 1);
        self.codes.report(diagnostic);
    }

    fn more(&mut self, code: &'static Code, count: u64) {
        self.findings.add(code, 0, code.severity, count);
        self.codes.more(code, count);
    }

    fn wants_text(&self) -> bool {
        false
    }
}

/// Sifts the findings of one record after the other.
#[derive(Debug)]
pub(in crate::audit) struct Sifter<'o> {
    baselines: &'o Baselines,
    findings: Findings,
    sifted: Sifted,
}

impl<'o> Sifter<'o> {
    /// A sifter, if a baseline is to be read or written.
    pub(in crate::audit) fn new(baselines: &'o Baselines) -> Option<Sifter<'o>> {
        let is_wanted = baselines.keeps || baselines.known.is_some();
        is_wanted.then(|| Sifter { baselines, findings: Findings::default(), sifted: Sifted::default() })
    }

    /// The sink for the judgement of the next record.
    pub(in crate::audit) fn sink<'s>(&'s mut self, codes: &'s mut CodeCounts) -> Noting<'s> {
        self.findings.0.clear();
        Noting { codes, findings: &mut self.findings }
    }

    /// Sifts the findings of the current record, whose plies were read in `system`. `held` will leave out the known
    /// findings; returns how often each of their codes was reported.
    pub(in crate::audit) fn sift(
        &mut self,
        records: &dyn Records,
        system: Option<System>,
        held: &mut Shortlist,
    ) -> CodeCounts {
        let mut known = CodeCounts::default();
        held.leave_out(Vec::new());
        let findings = &self.findings.0;
        if findings.is_empty() || findings.values().any(|(code, _)| *code == &RECORD_TOO_LONG) {
            return known;
        }
        let content = content(records, system);
        if self.baselines.keeps {
            let finding = |&(code, ply, _): &(&'static str, u32, Severity)| Finding { content, code, ply };
            self.sifted.kept.extend(findings.keys().map(finding));
        }
        let Some(baseline) = &self.baselines.known else { return known };
        let mut left_out = Vec::new();
        for (&(name, ply, severity), &(code, count)) in findings {
            if let Some(at) = baseline.find(content, name, ply) {
                known.add(code, severity, count);
                left_out.push((code, ply));
                self.sifted.occurred.push(at);
            }
        }
        self.sifted.known += known.all();
        self.sifted.records += u64::from(!left_out.is_empty());
        held.leave_out(left_out);
        known
    }

    /// Counts a record that is invalid because of known findings alone.
    pub(in crate::audit) fn excuse(&mut self) {
        self.sifted.invalid += 1;
    }

    /// Hands over what was sifted since the last time.
    pub(in crate::audit) fn done(&mut self) -> Sifted {
        std::mem::take(&mut self.sifted)
    }
}
