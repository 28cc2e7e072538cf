//! Replays one line of a list. The game ends at the first word that is not a ply in the notation system.

use super::Driver;
use super::lexemes;
use super::ply::WrittenPly;
use super::quick::{BLANKS, NOTHING};
use super::walk::Walk;
use super::words::skip_blanks;
use crate::game::FullGame;
use crate::within::offset_of;

impl<G: FullGame> Driver<'_, G> {
    /// Replays one line of a list.
    pub(super) fn list_line(&mut self, walk: &mut Walk<G>) {
        let record = self.job.record;
        if !self.faults.held.is_empty() {
            self.faults_up_to(0, 1);
        }
        walk.stopped = self.halted;
        let end = self.quick_line(walk).unwrap_or_else(|| self.words(walk, record.parts.body, false));
        let place = |part: &str| offset_of(part, record.text);
        let claim = lexemes::claim_of_line(&record.text[end..], &self.job.setting.rules);
        walk.result = claim.map(|(claim, word)| (claim, place(word)..place(word) + word.len()));
        if let Some(script) = &mut self.script {
            script.line_ends(end, walk.result.as_ref().map(|(_, span)| span.clone()));
        }
        // Bytes that are not valid UTF-8 in the remark are reported, but they do not end the replay.
    }

    /// Replays a line that begins with plies run together, such as `33543`, or parted by blanks, and returns where its
    /// game ends. [`Driver::words`] takes over at the first ply that cannot be put quickly. `None` if the line begins
    /// otherwise.
    fn quick_line(&mut self, walk: &mut Walk<G>) -> Option<usize> {
        let (record, system) = (self.job.record, self.job.system);
        let is_plain = !walk.stopped && !self.is_watched && self.fault == self.faults.held.len();
        let quick = system.quick(self.job.setting.rules.board.rows).filter(|_| is_plain && self.may_be_put())?;
        let bytes = record.text.as_bytes();
        let from = skip_blanks(bytes, record.parts.body);
        let at = self.quick_run::<NOTHING>(walk, quick, from);
        if walk.number == 0 {
            // Where plies run together, the game is one word.
            let at = if system.runs_together() { from } else { self.quick_run::<BLANKS>(walk, quick, from) };
            return (walk.number > 0).then(|| self.words(walk, at, false));
        }
        match quick.read(&bytes[at..]) {
            Some((_, length)) if bytes.get(at + length).is_none_or(u8::is_ascii_whitespace) => {
                let span = at..at + length;
                walk.number += 1;
                let token = record.slice(span.clone());
                let written = WrittenPly { token, system, span, marked: false, last: None };
                self.ply(walk, written, &mut G::Scratch::default());
                Some(at + length)
            }
            _ => Some(self.words(walk, at, true)),
        }
    }

    /// Replays the plies from byte `from` on, and returns where they end. `is_run`: plies stand right before it.
    fn words(&mut self, walk: &mut Walk<G>, from: usize, is_run: bool) -> usize {
        let (record, system) = (self.job.record, self.job.system);
        let start = walk.position.clone();
        let well_formed = move |ply: &str| start.read_ply(ply, system, &mut G::Scratch::default()).is_ok();
        let place = |part: &str| offset_of(part, record.text);
        let (mut end, mut scratch) = (from, G::Scratch::default());
        let mut plies =
            lexemes::plies_of_line(&record.text[from..], G::info(), system, is_run, &well_formed).peekable();
        while let Some(token) = plies.next() {
            let span = place(token)..place(token) + token.len();
            end = span.end;
            let last = if plies.peek().is_none() { self.said_of_last() } else { None };
            self.faults_up_to(span.end.saturating_sub(1), walk.number + 1);
            walk.stopped |= self.halted;
            walk.number += 1;
            let marked = self.tag_stands(walk.number);
            let written = WrittenPly { token, system, span, marked, last };
            if walk.stopped {
                self.skip(walk, &written);
            } else {
                self.ply(walk, written, &mut scratch);
            }
        }
        end
    }
}
