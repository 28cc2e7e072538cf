//! Searches for the reading of a place after which most plies are legal.

use std::collections::HashMap;
use std::hash::Hasher;
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::places::{Place, Variation};
use super::{By, refutes};
use crate::collate::align::Columns;
use crate::collate::voices::Voice;
use crate::game::{BREAK, State};
use crate::system::System;

/// How many places of disagreement after one are tried in all their readings, in copies.
const AHEAD: u32 = 8;
/// How many plies are played at most to choose one reading.
const EFFORT: u32 = 20_000;

/// The reading of most witnesses among those at `of`, or else the first.
pub(super) fn most(readings: &[Variation], of: Vec<usize>) -> (usize, By) {
    let votes = of.iter().map(|&reading| readings[reading].votes).max().unwrap_or_default();
    let mut best = of.into_iter().filter(|&reading| readings[reading].votes == votes);
    let first = best.next().unwrap_or_default();
    (first, if best.next().is_some() { By::Order } else { By::Number })
}

pub(super) struct Search<'s> {
    pub(super) voices: &'s [Voice<'s>],
    pub(super) columns: &'s Columns,
    pub(super) places: &'s [Place],
    /// Whether voices may spell the same plies so that they are legal in different positions: in another notation system,
    /// with the mark that a ply stood, or after a break.
    is_spelt_apart: bool,
    /// How many places of disagreement after one are tried in all their readings.
    ahead: u32,
    effort: u32,
    /// How much is lost after a place from a position on.
    known: HashMap<(usize, u64, u32), usize>,
}

impl<'s> Search<'s> {
    /// A search that has not begun.
    pub(super) fn of(voices: &'s [Voice<'s>], columns: &'s Columns, places: &'s [Place]) -> Search<'s> {
        // Copies agree in most places. Where records do not, what follows proves nothing, and looking ahead takes longest.
        let disputed = places.iter().filter(|place| place.readings.len() > 1).count();
        let ahead = if 2 * disputed > places.len() { 0 } else { AHEAD };
        let mut witnesses = voices.iter().map(|voice| voice.witness);
        let system = witnesses.clone().next().map(|witness| witness.system);
        let is_spelt_apart = witnesses.any(|witness| {
            Some(witness.system) != system || witness.plies.iter().any(|ply| ply.stands || ply.after_break)
        });
        Search { voices, columns, places, is_spelt_apart, ahead, effort: 0, known: HashMap::new() }
    }

    /// The position after a ply; `None` if it is illegal. `told` gets what the game calls it.
    pub(super) fn play(
        &mut self,
        state: &Arc<dyn State>,
        voice: usize,
        number: u32,
        told: Option<&mut String>,
    ) -> Option<Arc<dyn State>> {
        self.effort += 1;
        let witness = self.voices[voice].witness;
        let ply = witness.plies.get(number as usize)?;
        // A break that is due stands in the record; where none is due, none does.
        if !witness.lacks_breaks && state.break_due() != ply.after_break {
            return None;
        }
        let broken;
        let state = if state.break_due() {
            broken = state.played(BREAK, System::SQUARES).ok()?.state;
            &broken
        } else {
            state
        };
        let systems = [witness.system, witness.info.default_system];
        let text = witness.text(ply);
        // What the record's own system does not read is no ply, though the default one may read it.
        if systems[0] != systems[1] {
            state.respelt(text, systems)?;
        }
        // Nothing follows a foul in any copy.
        let is_last = || self.columns.last().and_then(|cells| cells[voice]) == Some(number);
        let is_foul = witness.last_is_foul && number as usize + 1 == witness.plies.len() && is_last();
        let played = state.played_as(text, systems, ply.stands || is_foul).ok()?;
        if let Some(told) = told {
            *told = played.ply;
        }
        Some(played.state)
    }

    /// Whether a ply may be illegal because the record says that it lost the game.
    fn may_lose(&self, voice: usize, number: u32) -> bool {
        let witness = self.voices[voice].witness;
        witness.last_is_illegal && number as usize + 1 == witness.plies.len()
    }

    /// Plays the plies of a reading; `None` if one of them is illegal.
    fn follow(&mut self, place: usize, reading: usize, state: &Arc<dyn State>) -> Option<Arc<dyn State>> {
        let places = self.places;
        let variation = &places[place].readings[reading];
        let next = self.follow_voice(place, variation.from, &variation.plies, state);
        next.or_else(|| self.follow_others(place, reading, state).map(|(.., next)| next))
    }

    /// Plays `plies`, the numbers of plies of one voice; `None` if one of them is illegal. At the last place one may be
    /// illegal if the record says that it lost the game.
    fn follow_voice(
        &mut self,
        place: usize,
        voice: usize,
        plies: &[u32],
        state: &Arc<dyn State>,
    ) -> Option<Arc<dyn State>> {
        let mut state = state.clone();
        for &number in plies {
            match self.play(&state, voice, number, None) {
                Some(next) => state = next,
                None if place + 1 == self.places.len() && self.may_lose(voice, number) => {}
                None => return None,
            }
        }
        Some(state)
    }

    /// The numbers of the plies that a voice has at a place.
    fn plies_of(&self, place: usize, voice: usize) -> Vec<u32> {
        self.places[place].columns.clone().filter_map(|column| self.columns[column][voice]).collect()
    }

    /// Plays a reading in the spelling of the first of its other voices that makes all its plies legal; returns that
    /// voice and its plies. If a piece is missing in the column, `e2` is illegal and `e` is not.
    fn follow_others(
        &mut self,
        place: usize,
        reading: usize,
        state: &Arc<dyn State>,
    ) -> Option<(usize, Vec<u32>, Arc<dyn State>)> {
        if !self.is_spelt_apart {
            return None;
        }
        let places = self.places;
        let Variation { from, voices, .. } = &places[place].readings[reading];
        voices.iter().filter(|voice| *voice != from).find_map(|&voice| {
            let own = self.plies_of(place, voice);
            let next = self.follow_voice(place, voice, &own, state)?;
            Some((voice, own, next))
        })
    }

    /// The voice whose spelling makes all plies of a reading legal, and its plies; the first voice if there is none. A voice
    /// in the game's default system comes first: the others may say less, as `ends` does of ways.
    pub(super) fn spelling(
        &mut self,
        place: usize,
        reading: usize,
        state: Option<&Arc<dyn State>>,
    ) -> (usize, Vec<u32>) {
        let places = self.places;
        let Variation { from, plies, voices, .. } = &places[place].readings[reading];
        let first = || (*from, plies.clone());
        let Some(state) = state.filter(|_| self.is_spelt_apart && voices.len() > 1) else { return first() };
        let all = self.voices;
        let is_default = |voice: usize| all[voice].witness.system == all[voice].witness.info.default_system;
        for &voice in voices.iter().filter(|&&voice| is_default(voice) && !is_default(*from)) {
            let own = self.plies_of(place, voice);
            if self.follow_voice(place, voice, &own, state).is_some() {
                return (voice, own);
            }
        }
        if self.follow_voice(place, *from, plies, state).is_some() {
            return first();
        }
        self.follow_others(place, reading, state).map_or_else(first, |(voice, own, _)| (voice, own))
    }

    /// The plies of a reading, each as the number of the witness and of the ply.
    pub(super) fn of_witnesses(&self, place: usize, reading: usize) -> Vec<(usize, usize)> {
        let Place { readings, columns } = &self.places[place];
        let of_voice = |&voice: &usize| {
            let plies = columns.clone().filter_map(move |column| self.columns[column][voice]);
            plies.flat_map(move |ply| self.voices[voice].members.iter().map(move |&member| (member, ply as usize)))
        };
        let mut found: Vec<_> = readings[reading].voices.iter().flat_map(of_voice).collect();
        found.sort_unstable();
        found
    }

    /// How much is lost at least from a place on: 0 if everything is legal.
    fn lost(&mut self, place: usize, state: &Arc<dyn State>, ahead: u32) -> usize {
        let mut state = state.clone();
        for index in place..self.places.len() {
            let readings = self.places[index].readings.len();
            if readings == 1 {
                match self.follow(index, 0, &state) {
                    Some(next) => state = next,
                    None => return self.places.len() - index,
                }
                continue;
            }
            if ahead == 0 || self.effort > EFFORT {
                return self.lost_alone(index, &state);
            }
            let mut hasher = FxHasher::default();
            state.hash_with(&mut hasher);
            let key = (index, hasher.finish(), ahead);
            if let Some(&lost) = self.known.get(&key) {
                return lost;
            }
            let mut least = usize::MAX;
            for reading in 0..readings {
                let lost = match self.follow(index, reading, &state) {
                    Some(next) => self.lost(index + 1, &next, ahead - 1),
                    None => self.places.len() - index,
                };
                least = least.min(lost);
                if least == 0 {
                    break;
                }
            }
            self.known.insert(key, least);
            return least;
        }
        usize::from(self.is_refuted(&state))
    }

    /// How much is lost at least from a place on, if the search follows the majority at every place, or one voice at
    /// all places.
    fn lost_alone(&mut self, place: usize, state: &Arc<dyn State>) -> usize {
        let mut least = self.lost_with(place, state, None);
        for voice in 0..self.voices.len() {
            // With many copies hardly any voice needs to be followed: the majority is legal.
            if least == 0 {
                break;
            }
            least = least.min(self.lost_with(place, state, Some(voice)));
        }
        least
    }

    /// How much is lost from a place on if the search follows one voice, or the majority.
    fn lost_with(&mut self, place: usize, state: &Arc<dyn State>, voice: Option<usize>) -> usize {
        let places = self.places;
        let mut state = state.clone();
        for (index, Place { readings, .. }) in places.iter().enumerate().skip(place) {
            let own = voice.and_then(|voice| readings.iter().position(|reading| reading.voices.contains(&voice)));
            let reading = own.unwrap_or_else(|| most(readings, (0..readings.len()).collect()).0);
            match self.follow(index, reading, &state) {
                Some(next) => state = next,
                None => return places.len() - index,
            }
        }
        usize::from(self.is_refuted(&state))
    }

    /// Whether the board refutes what all witnesses claim that claim anything.
    fn is_refuted(&self, state: &Arc<dyn State>) -> bool {
        let outcome = state.outcome();
        let witnesses = self.voices.iter().map(|voice| voice.witness);
        let mut claims = witnesses.filter(|witness| witness.claim.is_some()).peekable();
        claims.peek().is_some() && claims.all(|witness| refutes(outcome, witness))
    }

    /// Chooses a reading.
    pub(super) fn choose(&mut self, place: usize, state: &Arc<dyn State>) -> (usize, By) {
        (self.effort, self.known) = (0, HashMap::new());
        let places = self.places;
        let readings = &places[place].readings;
        let lost: Vec<usize> = (0..readings.len())
            .map(|reading| match self.follow(place, reading, state) {
                Some(next) => self.lost(place + 1, &next, self.ahead),
                None => places.len() - place,
            })
            .collect();
        let least = lost.iter().min().copied().unwrap_or_default();
        let best: Vec<usize> = (0..readings.len()).filter(|&reading| lost[reading] == least).collect();
        match best[..] {
            [only] => (only, By::Legality),
            _ => most(readings, best),
        }
    }
}
