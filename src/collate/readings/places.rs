//! The places of a table: at each, all witnesses agree on the plies, or one of several readings is to be chosen.

use std::ops::Range;

use crate::collate::align::{Columns, are_spelt_alike};
use crate::collate::voices::Voice;
use crate::collate::witness::Ply;

/// A witness that lacks this many plies at the end is broken off, and says nothing about the end.
const BROKEN_OFF: usize = 3;

/// A place: all witnesses agree on its plies, or one of several readings is to be chosen.
pub(super) struct Place {
    /// Each reading with its voices and their plies.
    pub(super) readings: Vec<Variation>,
    /// The columns of the table.
    pub(super) columns: Range<usize>,
}

pub(super) struct Variation {
    /// The voice that spells these plies, and their numbers.
    pub(super) from: usize,
    pub(super) plies: Vec<u32>,
    pub(super) voices: Vec<usize>,
    /// How many of their witnesses count.
    pub(super) votes: u32,
}

/// Cuts a table into places.
pub(super) fn places(voices: &[Voice<'_>], columns: &Columns) -> Vec<Place> {
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
