//! What is overlooked where a record says that an illegal ply stood (C-6).

use super::{Game, Overlook, Violates};
use crate::codes::{AFTER_END, PASS_NOT_ALLOWED};
use crate::diagnostic::Code;

/// Overlooks what the record says was overlooked, if it may stand.
#[derive(Debug)]
pub(crate) struct Standing<V> {
    may_stand: &'static [&'static Code],
    /// The first violation of each code that was overlooked.
    pub(crate) found: Vec<V>,
    on: bool,
}

impl<V> Standing<V> {
    /// For a ply that is marked as standing, or is not.
    pub(crate) fn of<G: Game<Violation = V>>(marked: bool) -> Standing<V> {
        Standing { may_stand: if marked { G::info().may_stand } else { &[] }, found: Vec::new(), on: marked }
    }
}

impl<V: Violates> Overlook<V> for Standing<V> {
    fn overlooks(&mut self, violation: V) -> bool {
        let code = violation.code();
        let may = self.on && (code == &AFTER_END || code == &PASS_NOT_ALLOWED || self.may_stand.contains(&code));
        if may && self.found.iter().all(|known| known.code() != code) {
            self.found.push(violation);
        }
        may
    }
}
