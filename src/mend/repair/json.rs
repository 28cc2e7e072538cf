//! The result for a record as a JSON object.

use serde::Serialize;

use super::{Change, Mended, Proposal};
use crate::report::OutcomeReport;

#[derive(Serialize)]
struct Object<'m> {
    file: &'m str,
    record: u64,
    line: u64,
    valid: bool,
    error: Option<ErrorObject<'m>>,
    found: u64,
    complete: bool,
    proposals: Vec<ProposalObject<'m>>,
}

#[derive(Serialize)]
struct ErrorObject<'m> {
    code: &'m str,
    ply: Option<u32>,
}

#[derive(Serialize)]
struct ProposalObject<'m> {
    cost: u32,
    changes: Vec<ChangeObject<'m>>,
    plies: u32,
    outcome: &'m OutcomeReport,
    agrees: Option<bool>,
}

#[derive(Serialize)]
struct ChangeObject<'m> {
    kind: &'static str,
    ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<&'static str>,
    from: Option<&'m str>,
    to: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    in_variation: bool,
    span: [u64; 2],
}

impl<'m> ChangeObject<'m> {
    fn new(change: &'m Change, span: [u64; 2]) -> ChangeObject<'m> {
        let Change { kind, ply, tag, from, to, reading, in_variation, .. } = change;
        let (from, to) = (from.as_deref(), to.as_deref());
        let (ply, tag, reading, in_variation) = (*ply, *tag, *reading, *in_variation);
        ChangeObject { kind: kind.name(), ply, tag, from, to, reading, in_variation, span }
    }
}

/// What a report adds about proposals.
#[derive(Serialize)]
struct BriefObject<'m> {
    found: u64,
    complete: bool,
    proposals: Vec<ProposalObject<'m>>,
}

impl<'m> ProposalObject<'m> {
    fn new(proposal: &'m Proposal, spans: &[[u64; 2]]) -> ProposalObject<'m> {
        let changes = proposal.changes.iter().zip(spans);
        ProposalObject {
            cost: proposal.cost,
            changes: changes.map(|(change, span)| ChangeObject::new(change, *span)).collect(),
            plies: proposal.plies,
            outcome: &proposal.outcome,
            agrees: proposal.agrees,
        }
    }
}

impl Mended {
    /// Appends the first proposal as an object: `found`, `complete` and `proposals` as in a line of
    /// [`Mended::write_json`]. `spans`: where its changes stand in the file.
    pub fn write_first(&self, spans: &[[u64; 2]], out: &mut Vec<u8>) {
        let proposals = self.proposals.first().map(|first| ProposalObject::new(first, spans));
        let Mended { found, complete, .. } = *self;
        // Writing to memory cannot fail.
        let _ =
            serde_json::to_writer(out, &BriefObject { found, complete, proposals: proposals.into_iter().collect() });
    }

    /// Appends a line of JSON. `limit`: the most proposals to give; `spans`: where the changes of each proposal stand in
    /// the file.
    pub fn write_json(
        &self,
        file: &str,
        [record, line]: [u64; 2],
        limit: usize,
        spans: &[Vec<[u64; 2]>],
        out: &mut Vec<u8>,
    ) {
        let proposals = self.proposals.iter().zip(spans).take(limit);
        let proposals = proposals.map(|(proposal, spans)| ProposalObject::new(proposal, spans));
        let object = Object {
            file,
            record,
            line,
            valid: self.is_valid(),
            error: self.error.map(|(code, ply)| ErrorObject { code, ply }),
            found: self.found,
            complete: self.complete,
            proposals: proposals.collect(),
        };
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(&mut *out, &object);
        out.push(b'\n');
    }
}
