//! Witnesses that have the same plies in the same words speak with one voice.
//!
//! Data bases copy from each other, so a game often has dozens of witnesses and only two or three voices. Aligning and
//! choosing take the square of what they look at, so they look at voices, and each counts as often as it has witnesses.

use super::witness::Witness;

/// Witnesses of a game that have the same plies.
pub(super) struct Voice<'w> {
    /// The first of them.
    pub(super) witness: &'w Witness,
    /// Their numbers in the group.
    pub(super) members: Vec<usize>,
}

impl Voice<'_> {
    /// How many witnesses it has.
    pub(super) fn weight(&self) -> u32 {
        self.members.len() as u32
    }
}

/// The voices of the witnesses of a game, in the order of their first witnesses.
pub(super) fn voices<'w>(witnesses: &[&'w Witness]) -> Vec<Voice<'w>> {
    let mut voices: Vec<Voice<'w>> = Vec::new();
    for (number, &witness) in witnesses.iter().enumerate() {
        match voices.iter_mut().find(|voice| are_one(voice.witness, witness)) {
            Some(voice) => voice.members.push(number),
            None => voices.push(Voice { witness, members: vec![number] }),
        }
    }
    voices
}

/// The numbers of the voices' witnesses, in order.
pub(super) fn members(voices: &[Voice<'_>], of: &[usize]) -> Vec<usize> {
    let mut members: Vec<usize> = of.iter().flat_map(|&voice| voices[voice].members.iter().copied()).collect();
    members.sort_unstable();
    members
}

/// Whether two witnesses say the same in all that a collated text rests on.
fn are_one(one: &Witness, other: &Witness) -> bool {
    let plies = || {
        one.plies.iter().zip(&other.plies).all(|(here, there)| {
            (here.action, here.stands, here.after_break) == (there.action, there.stands, there.after_break)
                && one.text(here) == other.text(there)
        })
    };
    one.plies.len() == other.plies.len()
        && (one.system, one.claim, one.last_is_illegal, one.last_is_foul)
            == (other.system, other.claim, other.last_is_illegal, other.last_is_foul)
        && plies()
}
