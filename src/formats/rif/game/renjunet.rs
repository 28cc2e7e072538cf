//! A game of RenjuNet: its attributes say who played, by numbers that lead to the tables of the file.

use std::borrow::Cow;
use std::ops::Range;

use super::elements::Elements;
use super::names::{Attribute, Element, Known, Named, first_of, keep};
use crate::diagnostic::Text;
use crate::formats::made::Made;
use crate::formats::rif::tables::{Entry, Tables};
use crate::formats::rif::xml::{self, Tag, line};

/// The attributes of a game.
pub(super) struct Attributes<'t> {
    text: &'t str,
    found: &'t [Named<Attribute>],
}

impl<'t> Attributes<'t> {
    pub(super) fn of(text: &'t str, tag: &Tag, found: &'t mut Vec<Named<Attribute>>) -> Attributes<'t> {
        found.clear();
        found.extend(xml::attributes(text, tag.attributes.clone()).map(|(name, _, place)| {
            let start = name.as_ptr() as usize - text.as_ptr() as usize;
            Named { name: start..start + name.len(), known: Attribute::of(name.as_bytes()), place }
        }));
        Attributes { text, found }
    }

    /// The value of an attribute, if it says something, and where it stands.
    pub(super) fn get(&self, known: Attribute) -> Option<(Cow<'t, str>, Range<usize>)> {
        let place = first_of(self.found, known)?.place.clone();
        Some((line(&self.text[place.clone()]), place)).filter(|(value, _)| !value.is_empty())
    }
}

/// Adds the tags of a game of RenjuNet; returns where its moves stand. `meaning` is room for what the tables say.
pub(super) fn renjunet(
    tag: &Tag,
    attributes: &Attributes<'_>,
    elements: &Elements<'_>,
    tables: &Tables,
    meaning: &mut String,
    made: &mut Made,
) -> Range<usize> {
    let get = |known: Attribute| attributes.get(known);
    let tournament = get(Attribute::Tournament);
    let of_tournament = || {
        let (id, place) = tournament.as_ref()?;
        Some((tables.tournament(id)?.rule(), place.clone())).filter(|(rule, _)| !rule.is_empty())
    };
    // A game that names no rule follows the rule of its tournament.
    let rule = get(Attribute::Rule).or_else(of_tournament);
    let known = rule.as_ref().and_then(|(id, _)| tables.rule(id));
    if !known.is_some_and(Entry::is_gomoku) {
        let place = rule.as_ref().map_or(tag.name.clone(), |(_, place)| place.clone());
        if known.is_some() || !made.has_variant {
            made.tag("Variant", "renju", place.clone());
        }
        if known.is_none() {
            let text = || {
                Text::new("the file does not say by which rule this game was played: read as Renju")
                    .help("name the variant with --variant")
            };
            made.guessed("variant", "renju", text, place);
        }
    }
    made.tag("Board", "15x15", tag.name.clone());
    let no_entry = "numbers without an entry in their table";
    if let (Some((_, place)), None) = (&rule, known) {
        made.dropped(no_entry, place.clone());
    }
    if let Some((id, place)) = tournament.clone() {
        let tournament = tables.tournament(&id);
        if tournament.is_none() {
            made.dropped(no_entry, place.clone());
        }
        if let Some(tournament) = tournament.filter(|_| made.wants_all()) {
            made.tag("Event", &tournament.name(), place.clone());
            made.tag("Site", tables.site(tournament, meaning).unwrap_or_default(), place.clone());
            made.tag("Date", tournament.date(meaning).unwrap_or_default(), place);
        }
    }
    if made.wants_all() {
        if let Some((round, place)) = get(Attribute::Round) {
            made.tag("Round", &round, place);
        }
        for (name, attribute) in [("Black", Attribute::Black), ("White", Attribute::White)] {
            if let Some((id, place)) = get(attribute) {
                // A number that leads nowhere is better than no name.
                made.tag(name, tables.player(&id, meaning).unwrap_or(&id), place);
            }
        }
    }
    if let Some((points, place)) = get(Attribute::Result) {
        let result = match &*points {
            "1" | "1.0" => "Black",
            "0" | "0.0" => "White",
            "0.5" | "0,5" | ".5" => "draw",
            // Any other value stays, as a fault of the tag.
            other => other,
        };
        made.tag("Result", result, place);
    }
    if made.wants_all() {
        if let (Some((_, place)), Some(rule)) = (rule, known) {
            made.tag("OpeningRule", &rule.name(), place);
        }
        if let Some((id, place)) = get(Attribute::Opening) {
            made.tag("OpeningType", tables.opening(&id).as_deref().unwrap_or(&id), place);
        }
        for (name, attribute) in [
            ("Alt", Attribute::Alt),
            ("Swap", Attribute::Swap),
            ("Publisher", Attribute::Publisher),
            ("GameId", Attribute::Id),
            ("BlackTime", Attribute::BlackTime),
            ("WhiteTime", Attribute::WhiteTime),
        ] {
            if let Some((value, place)) = get(attribute) {
                match attribute {
                    Attribute::Publisher => made.tag(name, tables.player(&value, meaning).unwrap_or(&value), place),
                    _ => made.tag(name, &value, place),
                }
            }
        }
    }
    let found = attributes.found;
    keep(attributes.text, found, None, "attributes that stand twice", made);
    elements.get(Element::Move).map_or(tag.whole.end..tag.whole.end, |(_, place)| place)
}
