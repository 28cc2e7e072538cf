//! Finds where witnesses disagree, and chooses a reading: the one after which most plies are legal; then the one of
//! most witnesses; then the one of the first.
//!
//! A reading is not followed by a single line: witnesses may disagree again later. So the search tries the readings of
//! a few places ahead; beyond these it follows each witness alone.
//!
//! `places` cuts the table into places, `search` chooses their readings.

mod places;
mod search;

use std::ops::Range;
use std::sync::Arc;

use super::align::Columns;
use super::voices::{Voice, members, voices};
use super::witness::Witness;
use crate::game::{BREAK, Outcome, Side, State};
use crate::system::System;

use places::places;
use search::{Search, most};

/// What decided for a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// More of the plies after it are legal than after any other reading.
    Legality,
    /// More witnesses have it.
    Number,
    /// The first witness has it.
    Order,
}

impl By {
    /// Everything that can decide, in its order.
    pub const ALL: [By; 3] = [By::Legality, By::Number, By::Order];

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
    /// Whether the game continues legally with it.
    pub legal: bool,
    /// The plies in the notation system of the first witness, whether they are legal or not.
    pub(super) own: Vec<String>,
    /// Its plies, each as the number of the witness and of the ply.
    pub(super) of: Vec<(usize, usize)>,
    /// Whether it holds an illegal ply that the record says stood.
    pub(super) stands: bool,
    /// For each witness how many plies of its rest can be played after it, and how many it has.
    pub rest: Vec<[usize; 2]>,
}

/// A place where witnesses disagree.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The number of its first ply in the collated text, or of the ply that would stand there.
    pub ply: usize,
    /// What the witnesses have, in their order.
    pub variants: Vec<Variant>,
    /// The number of the chosen one.
    pub chosen: usize,
    /// Why.
    pub by: By,
}

/// A ply of the collated text.
#[derive(Debug, Clone)]
pub(super) struct TextPly {
    /// As the game writes it, if it is legal.
    pub(super) text: String,
    /// The ply in the notation system of the first witness.
    pub(super) own: String,
    /// A hash of what it does.
    pub(super) action: u32,
    pub(super) stands: bool,
    /// The plies of witnesses that stand in its place, each by the witness and its number there.
    pub(super) same: Vec<(usize, usize)>,
    /// The side that makes the ply; `None` after the end of the legal plies.
    pub(super) side: Option<Side>,
    /// Whether a break stands before it.
    pub(super) after_break: bool,
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

/// Collates the witnesses of one game.
pub(super) fn collate(voices: &[Voice<'_>], columns: &Columns) -> Text {
    let Some(first) = voices.first() else { return Text::default() };
    let places = places(voices, columns);
    let mut search = Search::of(voices, columns, &places);
    let (mut text, mut state): (Text, Option<Arc<dyn State>>) = (Text::default(), Some(first.witness.start.clone()));
    for (index, place) in places.iter().enumerate() {
        let (chosen, by) = match (&place.readings[..], &state) {
            ([_], _) => (0, By::Order),
            (_, Some(state)) => search.choose(index, state),
            (readings, None) => most(readings, (0..readings.len()).collect()),
        };
        let reading = (place.readings.len() > 1).then(|| search.reading(index, state.as_ref(), chosen, by, &text));
        let (from, plies) = search.spelling(index, chosen, state.as_ref());
        let before = text.plies.len();
        for number in plies {
            state = search.write(state, (from, number), &place.columns, &mut text);
        }
        if let Some(reading) = reading.filter(is_one) {
            text.readings.push(reading);
            text.lengths.push(text.plies.len() - before);
        }
    }
    text.outcome = state.map(|state| state.outcome());
    text
}

/// The text of a witness that has no copy.
pub(super) fn alone(witness: &Witness) -> Text {
    let voices = voices(&[witness]);
    let columns: Columns = (0..witness.plies.len() as u32).map(|number| vec![Some(number)]).collect();
    collate(&voices, &columns)
}

/// Whether witnesses disagree in more than spelling.
fn is_one(reading: &Reading) -> bool {
    let first = &reading.variants[0];
    reading.variants.iter().any(|variant| !variant.legal || variant.plies != first.plies)
}

impl Search<'_> {
    /// For each reading of a place: its witnesses, whether it is legal, and how the witnesses continue after it.
    fn reading(&mut self, place: usize, state: Option<&Arc<dyn State>>, chosen: usize, by: By, text: &Text) -> Reading {
        let places = self.places;
        let end = places[place].columns.end;
        let mut variants = Vec::new();
        for (number, variation) in places[place].readings.iter().enumerate() {
            let (from, of_voice) = self.spelling(place, number, state);
            let of = self.of_witnesses(place, number);
            let witness = self.voices[from].witness;
            let stands = of_voice.iter().any(|&number| witness.plies[number as usize].stands);
            let (mut at, mut plies, mut own) = (state.cloned(), Vec::new(), Vec::new());
            for number in of_voice {
                let (before, mut told) = (at, String::new());
                at = before.as_ref().and_then(|state| self.play(state, from, number, Some(&mut told)));
                let said = witness.text(&witness.plies[number as usize]);
                let (system, default) = (self.system(), witness.info.default_system);
                own.push(match (&before, &at) {
                    (Some(before), Some(_)) => respelt(&**before, &told, [default, system]),
                    _ => respelt_alone(witness, said, system),
                });
                plies.push(if at.is_some() { told } else { said.to_owned() });
            }
            let rest = self.rests(end, at.as_ref());
            let witnesses = members(self.voices, &variation.voices);
            variants.push(Variant { plies, own, of, witnesses, legal: at.is_some(), stands, rest });
        }
        Reading { ply: text.plies.len() + 1, variants, chosen, by }
    }

    /// [`Search::rest`] for each witness.
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

    /// Writes a ply of the text down, and plays it. After the first that is illegal there is no position any more.
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
        let (system, default) = (self.system(), witness.info.default_system);
        let own = match (&state, &next) {
            (Some(state), Some(_)) => respelt(&**state, &told, [default, system]),
            _ => {
                told = respelt_alone(witness, witness.text(&ply), default);
                respelt_alone(witness, witness.text(&ply), system)
            }
        };
        let after_break = match (&state, &next) {
            (Some(state), Some(_)) => state.break_due(),
            _ => ply.after_break,
        };
        let side = state.as_ref().map(|state| {
            if state.break_due() {
                state.played(BREAK, System::SQUARES).map_or(state.turn(), |played| played.state.turn())
            } else {
                state.turn()
            }
        });
        let is_known = next.is_some();
        text.plies.push(TextPly {
            text: told,
            own,
            action: ply.action,
            stands: ply.stands,
            same: self.same(from, number, columns),
            side: side.filter(|_| is_known),
            after_break,
        });
        next
    }

    /// The notation system of the first witness.
    fn system(&self) -> System {
        self.voices[0].witness.system
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

/// A ply in another system, or unchanged if that cannot express it: all of it, so that it can be read back.
fn respelt(state: &dyn State, ply: &str, [from, to]: [System; 2]) -> String {
    if from == to {
        return ply.to_owned();
    }
    let other = state.respelt(ply, [from, to]);
    let is_whole = |other: &String| state.respelt(other, [to, from]) == state.respelt(ply, [from, from]);
    other.filter(is_whole).unwrap_or_else(|| ply.to_owned())
}

/// A ply of a witness as another system writes it, if that needs no position: an illegal ply has none. The row of a ply that names
/// only a column is not known.
pub(super) fn respelt_alone(witness: &Witness, ply: &str, system: System) -> String {
    if witness.system.names_only_columns() && !system.names_only_columns() {
        ply.to_owned()
    } else {
        respelt(&*witness.start, ply, [witness.system, system])
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
