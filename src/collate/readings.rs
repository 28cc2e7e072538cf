//! Where witnesses disagree, and which reading is chosen: that with which most of what follows is legal; then that of most
//! witnesses; then that of the first.
//!
//! What follows a reading is not one line: later places of disagreement may be read in several ways too. So the search tries
//! them, a few places ahead; beyond these it follows each witness alone.

use std::collections::HashMap;
use std::hash::Hasher;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::align::{Columns, are_spelt_alike};
use super::voices::{Voice, members};
use super::witness::{Ply, Witness};
use crate::game::{Outcome, Side, State};
use crate::system::System;

/// How many places of disagreement are tried in all their readings behind one, in copies.
const AHEAD: u32 = 8;
/// How many plies are played at most to choose one reading.
const EFFORT: u32 = 20_000;
/// A witness that lacks so many plies at the end is broken off, and tells nothing of the end.
const BROKEN_OFF: usize = 3;
/// What a break between manches is called.
const BREAK: &str = "/";

/// What decided for a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// More of what follows is legal with it than with any other.
    Legality,
    /// More witnesses have it.
    Number,
    /// The first witness has it.
    Order,
}

impl By {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            By::Legality => "legality",
            By::Number => "number",
            By::Order => "order",
        }
    }
}

/// A reading of a place.
#[derive(Debug, Clone, Default)]
pub struct Variant {
    /// The plies, as the game writes them where they are legal; none if witnesses lack what others have.
    pub plies: Vec<String>,
    /// The numbers of its witnesses in the group.
    pub witnesses: Vec<usize>,
    /// Whether the game goes on legally with it.
    pub legal: bool,
    /// Whether it holds a ply that is said to have stood although it is illegal.
    pub(super) stands: bool,
    /// For each witness how many plies of its rest can be played behind it, and how many it has.
    pub rest: Vec<[usize; 2]>,
}

/// A place at which witnesses disagree.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The number of its first ply in the collated text, or of the ply that would stand there.
    pub ply: usize,
    /// What the witnesses have, in their order.
    pub variants: Vec<Variant>,
    /// Which of them is chosen.
    pub chosen: usize,
    /// Why.
    pub by: By,
}

/// A ply of the collated text.
#[derive(Debug, Clone)]
pub(super) struct TextPly {
    /// As the game writes it, if it is legal.
    pub(super) text: String,
    /// A hash of what it does.
    pub(super) action: u32,
    pub(super) stands: bool,
    /// The plies of witnesses that stand in its place, each by the witness and its number there.
    pub(super) same: Vec<(usize, usize)>,
    /// The side whose ply it is; `None` behind the end of what is legal.
    pub(super) side: Option<Side>,
    /// Whether a break stands before it.
    pub(super) behind_break: bool,
}

/// A game that was collated.
#[derive(Debug, Default)]
pub(super) struct Text {
    pub(super) plies: Vec<TextPly>,
    pub(super) readings: Vec<Reading>,
    /// For each reading how many of its plies stand in the text.
    pub(super) lengths: Vec<usize>,
    /// How the game has ended on the board.
    pub(super) outcome: Option<Outcome>,
}

/// A place: plies on which all agree, or of which one reading is to be chosen.
struct Place {
    /// Each reading with its voices, and which of their plies it is.
    readings: Vec<Variation>,
    /// The columns of the table.
    columns: Range<usize>,
}

struct Variation {
    /// The voice whose plies these are, and their numbers.
    from: usize,
    plies: Vec<u32>,
    voices: Vec<usize>,
    /// How many of their witnesses count.
    votes: u32,
}

/// Collates the witnesses of one game.
pub(super) fn collate(voices: &[Voice<'_>], columns: &Columns) -> Text {
    let Some(first) = voices.first() else { return Text::default() };
    let places = places(voices, columns);
    // Copies agree in most places. Where records do not, what follows proves nothing, and looking ahead takes longest.
    let disputed = places.iter().filter(|place| place.readings.len() > 1).count();
    let ahead = if 2 * disputed > places.len() { 0 } else { AHEAD };
    let mut search = Search { voices, columns, places: &places, ahead, effort: 0, known: HashMap::new() };
    let (mut text, mut state): (Text, Option<Arc<dyn State>>) = (Text::default(), Some(first.witness.start.clone()));
    for (index, place) in places.iter().enumerate() {
        let (chosen, by) = match (&place.readings[..], &state) {
            ([_], _) => (0, By::Order),
            (_, Some(state)) => search.choose(index, state),
            (readings, None) => most(readings, (0..readings.len()).collect()),
        };
        let reading = (place.readings.len() > 1).then(|| search.reading(index, state.as_ref(), chosen, by, &text));
        let variation = &place.readings[chosen];
        let before = text.plies.len();
        for &number in &variation.plies {
            state = search.write(state, (variation.from, number), &place.columns, &mut text);
        }
        if let Some(reading) = reading.filter(is_one) {
            text.readings.push(reading);
            text.lengths.push(text.plies.len() - before);
        }
    }
    text.outcome = state.map(|state| state.outcome());
    text
}

/// Whether witnesses disagree in more than spelling.
fn is_one(reading: &Reading) -> bool {
    let first = &reading.variants[0];
    reading.variants.iter().any(|variant| !variant.legal || variant.plies != first.plies)
}

/// The reading of most witnesses among those at `of`, or else the first.
fn most(readings: &[Variation], of: Vec<usize>) -> (usize, By) {
    let votes = of.iter().map(|&reading| readings[reading].votes).max().unwrap_or_default();
    let mut best = of.into_iter().filter(|&reading| readings[reading].votes == votes);
    let first = best.next().unwrap_or_default();
    (first, if best.next().is_some() { By::Order } else { By::Number })
}

/// Cuts a table into places.
fn places(voices: &[Voice<'_>], columns: &Columns) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::with_capacity(columns.len());
    let mut at = 0;
    while at < columns.len() {
        let mut end = at + 1;
        if is_exchanged(voices, columns, at) {
            end = at + 2;
        } else if is_gap(voices, columns, at) {
            // What several plies on end are missing in the same witnesses is one place.
            let gaps = |column: &[Option<u32>]| column.iter().map(Option::is_none).collect::<Vec<_>>();
            while end < columns.len()
                && gaps(&columns[end]) == gaps(&columns[at])
                && is_gap(voices, columns, end)
                && !is_exchanged(voices, columns, end)
            {
                end += 1;
            }
        }
        places.push(place(voices, columns, at..end));
        at = end;
    }
    places
}

fn ply<'w>(voices: &[Voice<'w>], columns: &Columns, column: usize, voice: usize) -> Option<&'w Ply> {
    voices[voice].witness.plies.get((*columns.get(column)?.get(voice)?)? as usize)
}

/// Whether some witnesses lack what all others have.
fn is_gap(voices: &[Voice<'_>], columns: &Columns, column: usize) -> bool {
    let mut plies = (0..voices.len()).filter_map(|voice| ply(voices, columns, column, voice));
    let first = plies.next();
    columns[column].contains(&None) && plies.all(|ply| first.is_some_and(|first| first.action == ply.action))
}

/// Whether two witnesses have the plies of this column and the next in different orders.
fn is_exchanged(voices: &[Voice<'_>], columns: &Columns, column: usize) -> bool {
    let both = |voice: usize| {
        let there = ply(voices, columns, column, voice)?.action;
        Some((there, ply(voices, columns, column + 1, voice)?.action))
    };
    let pairs: Vec<_> = (0..voices.len()).filter_map(both).collect();
    pairs.iter().any(|&(one, other)| one != other && pairs.contains(&(other, one)))
}

fn place(voices: &[Voice<'_>], columns: &Columns, range: Range<usize>) -> Place {
    let mut readings: Vec<Variation> = Vec::new();
    for (number, voice) in voices.iter().enumerate() {
        let witness = voice.witness;
        let plies: Vec<u32> = range.clone().filter_map(|column| columns[column][number]).collect();
        let is_broken_off = plies.is_empty()
            && range.len() >= BROKEN_OFF
            && range.end == columns.len()
            && witness.plies.len() > BROKEN_OFF;
        let votes = if is_broken_off { 0 } else { voice.weight() };
        let is_same = |known: &&mut Variation| {
            let other = voices[known.from].witness;
            known.plies.len() == plies.len()
                && known.plies.iter().zip(&plies).all(|(&there, &here)| {
                    let (there, here) = (&other.plies[there as usize], &witness.plies[here as usize]);
                    let texts = ((other, other.text(there)), (witness, witness.text(here)));
                    there.action == here.action && are_spelt_alike(texts.0, texts.1)
                })
        };
        match readings.iter_mut().find(is_same) {
            Some(known) => {
                known.voices.push(number);
                known.votes += votes;
            }
            None => readings.push(Variation { from: number, plies, voices: vec![number], votes }),
        }
    }
    Place { readings, columns: range }
}

struct Search<'s> {
    voices: &'s [Voice<'s>],
    columns: &'s Columns,
    places: &'s [Place],
    /// How many places of disagreement are tried in all their readings behind one.
    ahead: u32,
    effort: u32,
    /// How much is lost behind a place from a position on.
    known: HashMap<(usize, u64, u32), usize>,
}

impl Search<'_> {
    /// The position behind a ply; `None` if it is illegal. `told` gets what the game calls it.
    fn play(
        &mut self,
        state: &Arc<dyn State>,
        voice: usize,
        number: u32,
        told: Option<&mut String>,
    ) -> Option<Arc<dyn State>> {
        self.effort += 1;
        let witness = self.voices[voice].witness;
        let ply = witness.plies.get(number as usize)?;
        let broken;
        let state = if state.break_due() {
            broken = state.played(BREAK, System::SQUARES).ok()?.state;
            &broken
        } else {
            state
        };
        let systems = [witness.system, witness.info.default_system];
        let played = state.played_as(witness.text(ply), systems, ply.stands).ok()?;
        if let Some(told) = told {
            *told = played.ply;
        }
        Some(played.state)
    }

    /// Whether a ply may be illegal because the record says that it has lost the game.
    fn may_lose(&self, voice: usize, number: u32) -> bool {
        let witness = self.voices[voice].witness;
        witness.last_is_illegal && number as usize + 1 == witness.plies.len()
    }

    /// Plays the plies of a reading; `None` if one of them is illegal.
    fn follow(&mut self, place: usize, reading: usize, state: &Arc<dyn State>) -> Option<Arc<dyn State>> {
        let places = self.places;
        let variation = &places[place].readings[reading];
        let mut state = state.clone();
        for &number in &variation.plies {
            match self.play(&state, variation.from, number, None) {
                Some(next) => state = next,
                None if place + 1 == places.len() && self.may_lose(variation.from, number) => {}
                None => return None,
            }
        }
        Some(state)
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

    /// The same if most voices are followed everywhere, or each alone.
    fn lost_alone(&mut self, place: usize, state: &Arc<dyn State>) -> usize {
        let mut least = self.lost_with(place, state, None);
        for voice in 0..self.voices.len() {
            // Of many copies hardly one needs to be followed: what most of them say is legal.
            if least == 0 {
                break;
            }
            least = least.min(self.lost_with(place, state, Some(voice)));
        }
        least
    }

    /// How much is lost from a place on if one voice is followed, or most of them.
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
    fn choose(&mut self, place: usize, state: &Arc<dyn State>) -> (usize, By) {
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

    /// Says of each reading of a place who has it, whether it is legal, and how the witnesses go on behind it.
    fn reading(&mut self, place: usize, state: Option<&Arc<dyn State>>, chosen: usize, by: By, text: &Text) -> Reading {
        let places = self.places;
        let end = places[place].columns.end;
        let mut variants = Vec::new();
        for variation in &places[place].readings {
            let witness = self.voices[variation.from].witness;
            let (mut at, mut plies) = (state.cloned(), Vec::new());
            for &number in &variation.plies {
                let mut told = String::new();
                at = at.and_then(|state| self.play(&state, variation.from, number, Some(&mut told)));
                if at.is_none() {
                    told = witness.text(&witness.plies[number as usize]).to_owned();
                }
                plies.push(told);
            }
            let rest = self.rests(end, at.as_ref());
            let stands = variation.plies.iter().any(|&number| witness.plies[number as usize].stands);
            let witnesses = members(self.voices, &variation.voices);
            variants.push(Variant { plies, witnesses, legal: at.is_some(), stands, rest });
        }
        Reading { ply: text.plies.len() + 1, variants, chosen, by }
    }

    /// What [`Search::rest`] says of each witness.
    fn rests(&mut self, column: usize, state: Option<&Arc<dyn State>>) -> Vec<[usize; 2]> {
        let voices = self.voices;
        let mut rests = vec![[0; 2]; voices.iter().map(|voice| voice.members.len()).sum()];
        for (number, voice) in voices.iter().enumerate() {
            let rest = self.rest(number, column, state);
            voice.members.iter().for_each(|&member| rests[member] = rest);
        }
        rests
    }

    /// How many plies of a voice can be played from a column on, and how many it has.
    fn rest(&mut self, voice: usize, column: usize, state: Option<&Arc<dyn State>>) -> [usize; 2] {
        let columns = self.columns;
        let plies: Vec<u32> = columns[column..].iter().filter_map(|cells| cells[voice]).collect();
        let (mut played, mut state) = (0, state.cloned());
        while let (Some(at), Some(&number)) = (&state, plies.get(played)) {
            state = self.play(at, voice, number, None);
            played += usize::from(state.is_some());
        }
        [played, plies.len()]
    }

    /// Writes a ply of the text down, and plays it. Behind the first that is illegal there is no position any more.
    fn write(
        &mut self,
        state: Option<Arc<dyn State>>,
        (from, number): (usize, u32),
        columns: &Range<usize>,
        text: &mut Text,
    ) -> Option<Arc<dyn State>> {
        let witness = self.voices[from].witness;
        let ply = witness.plies[number as usize];
        let mut told = String::new();
        let next = state.as_ref().and_then(|state| self.play(state, from, number, Some(&mut told)));
        if next.is_none() {
            told = witness.text(&ply).to_owned();
        }
        let behind_break = state.as_ref().is_some_and(|state| state.break_due());
        let side = state.as_ref().map(|state| match state.break_due() {
            true => state.played(BREAK, System::SQUARES).map_or(state.turn(), |played| played.state.turn()),
            false => state.turn(),
        });
        let is_known = next.is_some();
        text.plies.push(TextPly {
            text: told,
            action: ply.action,
            stands: ply.stands,
            same: self.same(from, number, columns),
            side: side.filter(|_| is_known),
            behind_break,
        });
        next
    }

    /// The plies of all witnesses in the same column as a ply of a voice.
    fn same(&self, from: usize, number: u32, columns: &Range<usize>) -> Vec<(usize, usize)> {
        let is_there = |column: &usize| self.columns[*column][from] == Some(number);
        let Some(column) = columns.clone().find(is_there) else { return Vec::new() };
        let cells = self.columns[column].iter().zip(self.voices);
        let same = cells.filter_map(|(ply, voice)| Some((voice, (*ply)? as usize)));
        let mut same: Vec<_> =
            same.flat_map(|(voice, ply)| voice.members.iter().map(move |&member| (member, ply))).collect();
        same.sort_unstable();
        same
    }
}

/// Whether the board refutes what a witness claims.
pub(super) fn refutes(outcome: Outcome, witness: &Witness) -> bool {
    let Some(claim) = witness.claim else { return false };
    match outcome {
        Outcome::Unfinished => false,
        Outcome::Draw { .. } => claim != "draw",
        Outcome::Win { winner, .. } => witness.parties.get(winner.index()).is_none_or(|party| *party != claim),
    }
}
