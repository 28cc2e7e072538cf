//! Overlooks the faults of an illegal ply that a record says stood (C-6).

use super::{Game, Overlook, Violates};
use crate::codes::{AFTER_END, PASS_NOT_ALLOWED};
use crate::diagnostic::Code;

/// Overlooks what the record says was overlooked, if it may stand.
#[derive(Debug)]
pub(crate) struct Standing<V> {
    /// What may stand in every game, and what may in this one.
    may_stand: [&'static [&'static Code]; 2],
    /// The first violation of each code that was overlooked.
    pub(crate) found: Vec<V>,
}

/// What a ply may do in every game, if it is marked as standing.
static USUAL: [&Code; 2] = [&AFTER_END, &PASS_NOT_ALLOWED];
/// What a pass may do that the file does not call so.
static OF_PASS: [&Code; 1] = [&PASS_NOT_ALLOWED];

impl<V> Standing<V> {
    /// For a ply that is marked as standing, or is not.
    pub(crate) fn of<G: Game<Violation = V>>(marked: bool) -> Standing<V> {
        let may_stand = if marked { [&USUAL, G::info().may_stand] } else { [&[][..]; 2] };
        Standing { may_stand, found: Vec::new() }
    }

    /// For a pass that the file of another program does not call so: nothing else is overlooked, and no pass after the end.
    pub(crate) fn of_pass() -> Standing<V> {
        Standing { may_stand: [&OF_PASS, &[]], found: Vec::new() }
    }
}

impl<V: Violates> Overlook<V> for Standing<V> {
    fn overlooks(&mut self, violation: V) -> bool {
        let code = violation.code();
        let may = self.may_stand.iter().any(|codes| codes.contains(&code));
        if may && self.found.iter().all(|known| known.code() != code) {
            self.found.push(violation);
        }
        may
    }
}
