//! Writes RIF, the database of RenjuNet: XML whose games name players, tournaments and rules by number.
//!
//! The tables with these numbers stand before the games. So only each game's own tags are kept at first, and the tables
//! are made from all games together.

use std::fmt::Write;
use std::io;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::day::Day;
use super::kept::{Kept, Whole, each_line};
use super::stone_writer::OfStones;
use super::stones::Game;
use super::writer::Out;
use crate::board::Side;
use crate::canonical::Unsaid;
use crate::engine::Claim;
use crate::formats::Format;
use crate::system::System;
use crate::xml;

/// Writes RIF.
pub(super) struct Rif;

/// What a game says: its tags by name, and what else stands in the file.
#[derive(Debug, Serialize, Deserialize)]
struct Said {
    tags: FxHashMap<String, String>,
    /// `1` for Renju, `2` for Gomoku.
    category: String,
    /// The points of Black.
    result: String,
    plies: String,
    info: String,
}

/// The tags that a game holds.
const HELD: [&str; 14] = [
    "Black",
    "White",
    "Event",
    "Site",
    "Date",
    "Round",
    "OpeningRule",
    "OpeningType",
    "Alt",
    "Swap",
    "Publisher",
    "GameId",
    "BlackTime",
    "WhiteTime",
];

/// Tags that become attributes of a game unchanged.
const ATTRIBUTES: [(&str, &str); 5] =
    [("round", "Round"), ("alt", "Alt"), ("swap", "Swap"), ("btime", "BlackTime"), ("wtime", "WhiteTime")];

/// The attribute that a tag keeps which the reader does not know: `rated` of `RIF-rated`.
fn attribute(tag: &str) -> Option<&str> {
    let name = tag.strip_prefix("RIF-")?;
    let is_known = || crate::formats::rif::has_attribute(name);
    (name.starts_with(|first: char| first.is_ascii_alphabetic()) && !is_known()).then_some(name)
}

impl OfStones for Rif {
    const FORMAT: Format = Format::RIF;
    const SYSTEM: System = System::SQUARES;
    const WHOLE: Option<Whole> = Some(database);

    fn write(game: &Game<'_>, out: &mut Out) -> Result<(), Unsaid> {
        let Out { text, lost, .. } = out;
        game.needs_15x15()?;
        let category = match game.body.setting.rules.variant {
            "renju" => "1",
            "standard" => "2",
            other => {
                return Err(game.refusal(&format!("the rules {other}: it knows those of Renju and standard Gomoku")));
            }
        };
        let record = game.body.record;
        let names = record.parts.tags.iter().map(|tag| record.name(tag));
        let held: Vec<&str> = HELD.into_iter().chain(names.filter(|name| attribute(name).is_some())).collect();
        game.lose_tags(&held, lost);
        game.lose_termination(lost);
        let values = held.iter().filter_map(|name| Some(((*name).to_owned(), line(game.value(name)?))));
        let mut tags: FxHashMap<String, String> = values.collect();
        if tags.get("Date").is_some_and(|date| Day::read(date).is_none()) {
            tags.remove("Date");
            game.lose_tag("Date", lost);
        }
        let result = match game.claim() {
            Some(Claim::Win(Side(0))) => "1",
            Some(Claim::Win(_)) => "0",
            Some(Claim::Draw) => "0.5",
            _ => "",
        };
        let said = Said {
            tags,
            category: category.to_owned(),
            result: result.to_owned(),
            plies: game.plies(lost)?.join(" "),
            info: game.comments_of_game().collect::<Vec<_>>().join("\n"),
        };
        // Texts always become JSON.
        text.push_str(&serde_json::to_string(&said).unwrap_or_default());
        text.push('\n');
        Ok(())
    }
}

/// A table: what games name by number.
#[derive(Default)]
struct Table {
    numbers: FxHashMap<Vec<String>, usize>,
    text: String,
}

impl Table {
    /// The number of what `values` say, from 1. `element` writes it down when it is met first.
    fn number(&mut self, values: &[&str], element: impl FnOnce(usize) -> String) -> usize {
        let next = self.numbers.len() + 1;
        let key = values.iter().map(|value| (*value).to_owned()).collect();
        *self.numbers.entry(key).or_insert_with(|| {
            self.text.push_str(&element(next));
            self.text.push('\n');
            next
        })
    }
}

/// The tables of a database.
#[derive(Default)]
struct Tables {
    countries: Table,
    cities: Table,
    rules: Table,
    openings: Table,
    players: Table,
    tournaments: Table,
}

impl Tables {
    fn player(&mut self, name: &str) -> usize {
        self.players.number(&[name], |id| {
            let (given, surname) = name.rsplit_once(' ').unwrap_or((name, ""));
            element("player", &[("id", &id.to_string()), ("name", given), ("surname", surname)])
        })
    }

    /// The number of the tournament of a game, if it names one.
    fn tournament(&mut self, said: &Said) -> Option<usize> {
        let [event, site, date] = ["Event", "Site", "Date"].map(|name| said.get(name).unwrap_or_default());
        if event.is_empty() && site.is_empty() && date.is_empty() {
            return None;
        }
        // `Roma, Italia` is a city in a country.
        let place = site.rsplit_once(", ").filter(|(city, country)| !city.is_empty() && !country.is_empty());
        let (city, country) = place.unwrap_or((site, ""));
        let number = |number: usize| number.to_string();
        let country = (!country.is_empty())
            .then(|| {
                self.countries.number(&[country], |id| element("country", &[("id", &number(id)), ("name", country)]))
            })
            .map(number)
            .unwrap_or_default();
        let city = (!city.is_empty())
            .then(|| {
                let of_city = |id| element("city", &[("id", &number(id)), ("country", &country), ("name", city)]);
                self.cities.number(&[city, &country], of_city)
            })
            .map(number)
            .unwrap_or_default();
        Some(self.tournaments.number(&[event, site, date], |id| {
            let day = Day::read(date);
            let of = |part: Option<&str>| part.unwrap_or_default().to_owned();
            let year = of(day.as_ref().map(|day| day.year));
            let month = of(day.as_ref().and_then(|day| day.month));
            let start = day.as_ref().filter(|day| day.day.is_some()).map(Day::with_hyphens).unwrap_or_default();
            let attributes = [
                ("id", &*number(id)),
                ("name", event),
                ("country", &country),
                ("city", &city),
                ("year", &year),
                ("month", &month),
                ("start", &start),
            ];
            element("tournament", &attributes)
        }))
    }
}

impl Said {
    fn get(&self, name: &str) -> Option<&str> {
        self.tags.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }
}

/// Writes the database of games that were written down one a line.
fn database(kept: &mut dyn Kept, out: &mut dyn io::Write) -> io::Result<()> {
    let mut used = Vec::new();
    each_said(kept, |said| {
        used.extend(said.get("GameId").map(str::to_owned));
        Ok(())
    })?;
    used.sort_unstable();
    used.dedup();
    let fresh = || (1_usize..).map(|number| number.to_string()).filter(|id| used.binary_search(id).is_err());
    let mut tables = Tables::default();
    each_said(kept, |said| {
        game(&said, "", &mut tables);
        Ok(())
    })?;
    out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<database version=\"1.0\">\n")?;
    let Tables { countries, cities, rules, openings, players, tournaments } = &tables;
    for (name, Table { text, .. }) in [
        ("countries", countries),
        ("cities", cities),
        ("rules", rules),
        ("openings", openings),
        ("players", players),
        ("tournaments", tournaments),
    ] {
        write!(out, "<{name}>\n{text}</{name}>\n")?;
    }
    out.write_all(b"<games>\n")?;
    let (mut ids, mut is_taken) = (fresh(), vec![false; used.len()]);
    each_said(kept, |said| {
        // Of several games with one number the first keeps it.
        let own = said.get("GameId").filter(|id| {
            let place = used.binary_search_by(|used| used.as_str().cmp(id));
            place.is_ok_and(|place| !std::mem::replace(&mut is_taken[place], true))
        });
        let id = own.map(str::to_owned).or_else(|| ids.next()).unwrap_or_default();
        out.write_all(game(&said, &id, &mut tables).as_bytes())
    })?;
    out.write_all(b"</games>\n</database>\n")
}

/// Calls `each` with every game that was written down.
fn each_said(kept: &mut dyn Kept, mut each: impl FnMut(Said) -> io::Result<()>) -> io::Result<()> {
    each_line(kept, |line| each(serde_json::from_str(line)?))
}

/// A game with this number. What the game names by number is in the `tables` afterwards.
fn game(said: &Said, id: &str, tables: &mut Tables) -> String {
    let mut attributes = vec![("id", id.to_owned())];
    let mut add = |name, number: Option<usize>| attributes.extend(number.map(|number| (name, number.to_string())));
    add("publisher", said.get("Publisher").map(|name| tables.player(name)));
    add("tournament", tables.tournament(said));
    let rule = said.get("OpeningRule").unwrap_or(if said.category == "1" { "Renju" } else { "Gomoku" });
    let category = &*said.category;
    let of_rule = |id: usize| element("rule", &[("id", &id.to_string()), ("name", rule), ("category", category)]);
    add("rule", Some(tables.rules.number(&[rule, category], of_rule)));
    add("black", said.get("Black").map(|name| tables.player(name)));
    add("white", said.get("White").map(|name| tables.player(name)));
    add(
        "opening",
        said.get("OpeningType").map(|name| {
            let of_opening = |id: usize| element("opening", &[("id", &id.to_string()), ("abbr", name), ("name", name)]);
            tables.openings.number(&[name], of_opening)
        }),
    );
    if !said.result.is_empty() {
        attributes.push(("bresult", said.result.clone()));
    }
    let others = ATTRIBUTES.iter().filter_map(|(name, tag)| Some((*name, said.get(tag)?.to_owned())));
    attributes.extend(others);
    let mut more: Vec<_> = said.tags.iter().filter_map(|(tag, value)| Some((attribute(tag)?, value.clone()))).collect();
    more.sort_unstable();
    attributes.extend(more);
    let attributes: Vec<_> = attributes.iter().map(|(name, value)| (*name, &**value)).collect();
    let mut text = element("game", &attributes);
    text.truncate(text.trim_end_matches("/>").len());
    // Writing to a string cannot fail.
    let _ = writeln!(text, ">\n<move>{}</move>", said.plies);
    if !said.info.is_empty() {
        let _ = writeln!(text, "<info>{}</info>", escaped(&said.info));
    }
    text.push_str("</game>\n");
    text
}

/// An element without content.
fn element(name: &str, attributes: &[(&str, &str)]) -> String {
    let mut out = format!("<{name}");
    for (name, value) in attributes {
        let _ = write!(out, " {name}=\"{}\"", escaped(value));
    }
    out.push_str("/>");
    out
}

/// A text with all signs of XML escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    xml::escape(text, Some(' '), &mut out);
    out
}

/// A value on one line, its words one blank apart: XML joins several blanks.
fn line(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}
