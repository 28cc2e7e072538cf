//! Reports a collation: an apparatus for people, a line of JSON for programs.

use serde::Serialize;

use super::readings::{By, Reading, Variant};
use super::record::{Difference, differences};
use super::{Archive, Collated};
use crate::counted::counted;
use crate::record::unescape;
use crate::visible::visible;

/// What was collated, in numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games with several witnesses.
    pub games: u64,
    /// Records that have no copy.
    pub single: u64,
    /// Readings chosen by legality, by number, by order.
    pub readings: [u64; 3],
}

impl Summary {
    /// Counts a game.
    pub fn add(&mut self, collated: &Collated) {
        match collated.witnesses() {
            1 => self.single += 1,
            _ => self.games += 1,
        }
        for reading in collated.readings() {
            self.readings[reading.by as usize] += 1;
        }
    }

    /// In words.
    pub fn text(&self) -> String {
        let Summary { games, single, readings: [legality, number, order] } = *self;
        let all = legality + number + order;
        let mut text = format!(
            "{} in several copies, {} without a copy; {}",
            counted(games, "game"),
            counted(single, "record"),
            counted(all, "reading")
        );
        if all > 0 {
            text.push_str(&format!(": {legality} by legality, {number} by number, {order} by order"));
        }
        text.push('\n');
        text
    }
}

#[derive(Serialize)]
struct Game<'g> {
    witnesses: Vec<Named<'g>>,
    readings: Vec<Place<'g>>,
}

#[derive(Serialize)]
struct Named<'g> {
    name: &'g str,
    file: &'g str,
    record: u64,
}

#[derive(Serialize)]
struct Place<'g> {
    ply: usize,
    variants: Vec<Had<'g>>,
    /// `None` where plies that some witnesses have are left out.
    chosen: Option<String>,
    by: &'static str,
}

#[derive(Serialize)]
struct Had<'g> {
    text: Option<String>,
    witnesses: Vec<&'g str>,
    legal: bool,
    rest: Vec<Rest<'g>>,
}

/// How many plies of a witness can be played after a reading, and how many it has there.
#[derive(Serialize)]
struct Rest<'g> {
    witness: &'g str,
    played: usize,
    of: usize,
}

/// A game as a line of JSON.
pub fn json(archive: &Archive, collated: &Collated) -> String {
    let names = &collated.names;
    let witnesses = names.iter().zip(archive.of(&collated.members)).map(|(name, witness)| Named {
        name,
        file: &witness.file,
        record: witness.record,
    });
    let had = |variant: &Variant| Had {
        text: (!variant.plies.is_empty()).then(|| variant.plies.join(" ")),
        witnesses: variant.witnesses.iter().map(|&witness| names[witness].as_str()).collect(),
        legal: variant.legal,
        rest: names.iter().zip(&variant.rest).map(|(witness, &[played, of])| Rest { witness, played, of }).collect(),
    };
    let readings = collated.readings().iter().map(|reading| {
        let variants: Vec<Had<'_>> = reading.variants.iter().map(had).collect();
        let chosen = variants.get(reading.chosen).and_then(|chosen| chosen.text.clone());
        Place { ply: reading.ply, variants, chosen, by: reading.by.name() }
    });
    let game = Game { witnesses: witnesses.collect(), readings: readings.collect() };
    // Numbers and texts are always JSON.
    serde_json::to_string(&game).unwrap_or_default() + "\n"
}

/// A game as people read it: its witnesses, and each place of disagreement on a line.
pub fn text(archive: &Archive, collated: &Collated) -> String {
    let witnesses = archive.of(&collated.members);
    let Some(first) = witnesses.first() else { return String::new() };
    let place = |(name, witness): (&String, &&super::Witness)| {
        format!("{name} {} (record {})", visible(&witness.file), witness.record)
    };
    let places: Vec<String> = collated.names.iter().zip(&witnesses).map(place).collect();
    let named = |name: &str| first.tag(name).map(unescape);
    let players: Vec<_> = first.sides.iter().filter_map(|side| named(side)).filter(|name| !name.is_empty()).collect();
    let mut about = vec![first.info.name.to_owned()];
    if players.len() == first.sides.len() {
        about.push(visible(&players.join(" – ")).into_owned());
    }
    about.extend(named("Date").map(|date| visible(&date).into_owned()));
    let plies = if collated.witnesses() > 1 { collated.text.plies.len() } else { first.plies.len() };
    let mut out = format!("{}: {}, {}", places.join(", "), about.join(", "), counted(plies as u64, "ply"));
    let differences = differences(&witnesses);
    let illegal = collated.text.plies.iter().position(|ply| ply.side.is_none());
    let illegal = illegal.filter(|_| collated.witnesses() > 1);
    match (collated.witnesses(), collated.readings().len()) {
        (1, _) => out.push_str(", no other copy\n"),
        (_, 0) if differences.is_empty() => out.push_str(", all agree\n"),
        (_, 0) => out.push_str(", the plies agree\n"),
        _ => out.push('\n'),
    }
    for reading in collated.readings() {
        line(reading, &collated.names, &mut out);
    }
    for Difference { name, values } in differences {
        let said = |(value, said_by): &(&str, Vec<usize>)| {
            let who: Vec<&str> = said_by.iter().map(|&witness| collated.names[witness].as_str()).collect();
            format!("{} ({})", visible(&unescape(value)), who.join(", "))
        };
        let values: Vec<String> = values.iter().map(said).collect();
        out.push_str(&format!("  tag {}: {}\n", visible(name), values.join(", ")));
    }
    if let Some(place) = illegal {
        let ply = &collated.text.plies[place];
        out.push_str(&format!(
            "  ply {}: {} is illegal, so nothing is judged from there on\n",
            place + 1,
            visible(if ply.own.is_empty() { &ply.text } else { &ply.own })
        ));
    }
    out
}

/// What a reading is called.
fn called(variant: &Variant) -> String {
    if variant.plies.is_empty() { "left out".to_owned() } else { visible(&variant.plies.join(" ")).into_owned() }
}

/// `  ply 7: e (B), not c (A); by legality: 13 of the 13 plies that follow in a witness are legal with e, 8 with c`
fn line(reading: &Reading, names: &[String], out: &mut String) {
    let named = |variant: &Variant| {
        let who: Vec<&str> = variant.witnesses.iter().map(|&witness| names[witness].as_str()).collect();
        format!("{} ({})", called(variant), who.join(", "))
    };
    let chosen = &reading.variants[reading.chosen];
    out.push_str(&format!("  ply {}: {}", reading.ply, named(chosen)));
    let others: Vec<&Variant> = (0..)
        .zip(&reading.variants)
        .filter(|(index, _)| *index != reading.chosen)
        .map(|(_, variant)| variant)
        .collect();
    for (index, variant) in others.iter().enumerate() {
        let illegal = if variant.legal { "" } else { ", which is illegal" };
        out.push_str(&format!(", {} {}{illegal}", if index == 0 { "not" } else { "nor" }, named(variant)));
    }
    out.push_str(&format!("; by {}", reading.by.name()));
    // How far the witnesses go on after a reading says why.
    let reach = |variant: &Variant| variant.rest.iter().map(|[played, _]| *played).max().unwrap_or_default();
    let most = chosen.rest.iter().map(|[_, of]| *of).max().unwrap_or_default();
    let legal: Vec<String> = others
        .iter()
        .filter(|variant| variant.legal)
        .map(|variant| format!(", {} with {}", reach(variant), called(variant)))
        .collect();
    // If each witness alone gets as far after every reading, several together or the claimed result have decided.
    let decides = others.iter().any(|variant| variant.legal && reach(variant) < reach(chosen));
    if reading.by == By::Legality && decides {
        out.push_str(&format!(
            ": {} of the {most} plies that follow in a witness are legal with {}{}",
            reach(chosen),
            called(chosen),
            legal.concat()
        ));
    } else if reading.by == By::Legality && !legal.is_empty() {
        out.push_str(&format!(": what follows and the result, if one is claimed, agree best with {}", called(chosen)));
    }
    out.push('\n');
}
