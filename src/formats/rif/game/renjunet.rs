//! A game of RenjuNet: its attributes say who played, by numbers that lead to the tables of the file.

use std::borrow::Cow;
use std::ops::Range;

use super::elements::Elements;
use super::names::{Attribute, Element, Known, Named, first_of, keep};
use super::{NO_RULE, guess_renju};
use crate::formats::made::Made;
use crate::formats::rif::tables::{Entry, Tables};
use crate::formats::rif::xml::{self, Tag, line};
use crate::within::offset_of;

/// The attributes of a game.
pub(super) struct Attributes<'t> {
    text: &'t str,
    found: &'t [Named<Attribute>],
}

impl<'t> Attributes<'t> {
    pub(super) fn of(text: &'t str, tag: &Tag, found: &'t mut Vec<Named<Attribute>>) -> Attributes<'t> {
        found.clear();
        found.extend(xml::attributes(text, tag.attributes.clone()).map(|(name, _, place)| {
            let start = offset_of(name, text);
            Named { name: start..start + name.len(), known: Attribute::of(name.as_bytes()), place }
        }));
        Attributes { text, found }
    }

    /// Where something stands in the tag that is no attribute, as `black"10"` without its `=`.
    pub(super) fn damage(&self, tag: &Tag) -> Option<Range<usize>> {
        let mut end = tag.attributes.start;
        // The quotation marks around a value stand outside its place; a value without any ends before a blank.
        let is_apart = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'');
        let starts = self.found.iter().map(|attribute| (attribute.name.start, attribute.place.end));
        starts.chain([(tag.attributes.end, tag.attributes.end)]).find_map(|(start, next)| {
            let between = std::mem::replace(&mut end, next)..start;
            let bytes = self.text.as_bytes().get(between.clone())?;
            (bytes.len() > 1 && !bytes.iter().all(|byte| is_apart(*byte))).then_some(between)
        })
    }

    /// The value of an attribute, if it says something, and where it stands.
    pub(super) fn get(&self, known: Attribute) -> Option<(Cow<'t, str>, Range<usize>)> {
        let place = first_of(self.found, known)?.place.clone();
        Some((line(&self.text[place.clone()]), place)).filter(|(value, _)| !value.is_empty())
    }
}

/// A value and where it stands.
type Value<'t> = (Cow<'t, str>, Range<usize>);

/// Adds the tags of a game of RenjuNet; returns where its moves stand. `meaning` is room for what the tables say.
pub(super) fn renjunet(
    tag: &Tag,
    attributes: &Attributes<'_>,
    elements: &Elements<'_>,
    tables: &Tables,
    meaning: &mut String,
    made: &mut Made,
) -> Range<usize> {
    let tournament = attributes.get(Attribute::Tournament);
    let rule = Rule::of(attributes, tables);
    let mut game = Game { attributes, tables, meaning, made };
    game.variant(rule.as_ref(), tag);
    game.made.tag("Board", "15x15", tag.name.clone());
    game.tell_unknown(rule.as_ref(), tournament.as_ref());
    if game.made.wants_all() {
        game.event(tournament);
        game.players();
    }
    game.result();
    if game.made.wants_all() {
        game.opening(rule);
        game.others();
    }
    keep(attributes.text, attributes.found, None, "attributes that stand twice", game.made);
    elements.get(Element::Move).map_or(tag.whole.end..tag.whole.end, |(_, place)| place)
}

/// The rule by which a game was played.
struct Rule<'t> {
    number: Value<'t>,
    /// Its entry in the table, if it has one.
    entry: Option<Entry<'t>>,
}

impl<'t> Rule<'t> {
    /// The rule of a game. One that names none follows the rule of its tournament.
    fn of(attributes: &Attributes<'t>, tables: &'t Tables) -> Option<Rule<'t>> {
        let of_tournament = || {
            let (id, place) = attributes.get(Attribute::Tournament)?;
            Some((tables.tournament(&id)?.rule(), place)).filter(|(rule, _)| !rule.is_empty())
        };
        let number = attributes.get(Attribute::Rule).or_else(of_tournament)?;
        let entry = tables.rule(&number.0);
        Some(Rule { number, entry })
    }

    fn place(&self) -> Range<usize> {
        self.number.1.clone()
    }
}

/// A game whose tags are made.
struct Game<'t, 'm> {
    attributes: &'t Attributes<'t>,
    tables: &'t Tables,
    meaning: &'m mut String,
    made: &'m mut Made,
}

impl Game<'_, '_> {
    /// Names the variant: Renju, unless the rule is known as one of Gomoku.
    fn variant(&mut self, rule: Option<&Rule<'_>>, tag: &Tag) {
        let known = rule.and_then(|rule| rule.entry);
        if known.is_some_and(Entry::is_gomoku) {
            return;
        }
        let place = rule.map_or(tag.name.clone(), Rule::place);
        match known {
            Some(_) => self.made.tag("Variant", "renju", place),
            None => {
                let why = if rule.is_some() { "no table above the game has the rule that it names" } else { NO_RULE };
                guess_renju(why, place, self.made);
            }
        }
    }

    /// Tells that the rule or the tournament has no entry in its table.
    fn tell_unknown(&mut self, rule: Option<&Rule<'_>>, tournament: Option<&Value<'_>>) {
        let rule = rule.filter(|rule| rule.entry.is_none()).map(Rule::place);
        let tournament = tournament.filter(|(id, _)| self.tables.tournament(id).is_none());
        for place in rule.into_iter().chain(tournament.map(|(_, place)| place.clone())) {
            self.made.dropped("numbers without an entry in a table above the games", place);
        }
    }

    /// Says where and when the tournament was played.
    fn event(&mut self, tournament: Option<Value<'_>>) {
        let Some((id, place)) = tournament else { return };
        let Some(tournament) = self.tables.tournament(&id) else { return };
        self.made.tag("Event", &tournament.name(), place.clone());
        self.made.tag("Site", self.tables.site(tournament, self.meaning).unwrap_or_default(), place.clone());
        self.made.tag("Date", tournament.date(self.meaning).unwrap_or_default(), place);
    }

    /// Names the round and the players.
    fn players(&mut self) {
        if let Some((round, place)) = self.attributes.get(Attribute::Round) {
            self.made.tag("Round", &round, place);
        }
        self.player("Black", Attribute::Black);
        self.player("White", Attribute::White);
    }

    /// Names a person of the table of players. A number that leads nowhere is better than no name.
    fn player(&mut self, name: &'static str, attribute: Attribute) {
        if let Some((id, place)) = self.attributes.get(attribute) {
            self.made.tag(name, self.tables.player(&id, self.meaning).unwrap_or(&id), place);
        }
    }

    /// Says how the game ended, in points of Black.
    fn result(&mut self) {
        let Some((points, place)) = self.attributes.get(Attribute::Result) else { return };
        let result = match &*points {
            "1" | "1.0" => "Black",
            "0" | "0.0" => "White",
            "0.5" | "0,5" | ".5" => "draw",
            // Any other value stays, as a fault of the tag.
            other => other,
        };
        self.made.tag("Result", result, place);
    }

    /// Names the rule and the opening.
    fn opening(&mut self, rule: Option<Rule<'_>>) {
        if let Some(Rule { number: (_, place), entry: Some(rule) }) = rule {
            self.made.tag("OpeningRule", &rule.name(), place);
        }
        if let Some((id, place)) = self.attributes.get(Attribute::Opening) {
            self.made.tag("OpeningType", self.tables.opening(&id).as_deref().unwrap_or(&id), place);
        }
    }

    /// Keeps what else the attributes say.
    fn others(&mut self) {
        self.as_it_stands("Alt", Attribute::Alt);
        self.as_it_stands("Swap", Attribute::Swap);
        self.player("Publisher", Attribute::Publisher);
        self.as_it_stands("GameId", Attribute::Id);
        self.as_it_stands("BlackTime", Attribute::BlackTime);
        self.as_it_stands("WhiteTime", Attribute::WhiteTime);
    }

    /// Keeps a value.
    fn as_it_stands(&mut self, name: &'static str, attribute: Attribute) {
        if let Some((value, place)) = self.attributes.get(attribute) {
            self.made.tag(name, &value, place);
        }
    }
}
