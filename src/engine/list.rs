//! Replays one line of a list: which of its words are the game, the notation system tells.

use super::Driver;
use super::lexemes;
use super::ply::WrittenPly;
use super::walk::{Walk, Walked};
use crate::game::FullGame;

impl<G: FullGame> Driver<'_, G> {
    /// Replays one line of a list.
    pub(super) fn list_line(&mut self, start: G) -> Walked<G> {
        let record = self.job.record;
        let system = self.job.system;
        self.faults_up_to(0, 1);
        let body = &record.text[record.parts.body..];
        let well_formed = {
            let start = start.clone();
            move |ply: &str| start.read_ply(ply, system, &mut G::Scratch::default()).is_ok()
        };
        let mut walk = Walk::plain(start, self.halted);
        let mut from = record.parts.body;
        if let Some(quick) = system.quick()
            && !walk.stopped
            && self.visitor.is_none()
            && self.fault == self.faults.held.len()
            && self.job.claims.stands.is_empty()
        {
            from += body.len() - body.trim_ascii_start().len();
            from = self.quick_run(&mut walk, quick, from);
        }
        let body = &record.text[from..];
        let place = |part: &str| part.as_ptr() as usize - record.text.as_ptr() as usize;
        let mut end = record.parts.body;
        let mut plies = lexemes::plies_of_line(body, G::info(), system, walk.number > 0, well_formed).peekable();
        while let Some(token) = plies.next() {
            let span = place(token)..place(token) + token.len();
            end = span.end;
            let last = if plies.peek().is_none() { self.said_of_last() } else { None };
            self.faults_up_to(span.start, walk.number + 1);
            walk.stopped |= self.halted;
            walk.number += 1;
            let marked = self.tag_stands(walk.number);
            let written = WrittenPly { token, system, span, marked, last };
            if walk.stopped {
                self.skip(&mut walk, &written);
            } else {
                self.ply(&mut walk, written);
            }
        }
        let claim = lexemes::claim_of_line(&record.text[end..], &self.job.setting.rules);
        walk.result = claim.map(|(claim, word)| (claim, place(word)..place(word) + word.len()));
        // Bytes that are no text in the remark end no replay, but they are told.
        walk.walked()
    }
}
