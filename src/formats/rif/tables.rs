//! What a database says once and its games name by number: players, tournaments, rules, cities, countries.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use encoding_rs::{Encoding, UTF_8};
use rustc_hash::FxHashMap;

use super::super::encoding::stray;
use super::xml::{self, line};
use crate::counted::plain_number;

/// The tables of a file, as far as it has been read.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// The tables that stand before the part of the file that is read here: other parts share them.
    before: Vec<Arc<Layer>>,
    own: Layer,
    /// How many elements hold bytes that are not valid in the encoding of the file, since this was last reported.
    pub(super) stray: usize,
}

/// The tables of a part of a file. Elements are kept as they are written, since most are never used.
#[derive(Debug, Default, Clone)]
pub(super) struct Layer {
    /// The attributes of all elements, one after the other.
    texts: String,
    /// For each table where the attributes of its elements stand.
    elements: [Places; 6],
}

/// A table, by what its elements are.
#[derive(Debug, Clone, Copy)]
enum Table {
    Country,
    City,
    Rule,
    Opening,
    Player,
    Tournament,
}

impl Table {
    fn of(name: &[u8]) -> Option<Table> {
        match name {
            b"country" => Some(Table::Country),
            b"city" => Some(Table::City),
            b"rule" => Some(Table::Rule),
            b"opening" => Some(Table::Opening),
            b"player" => Some(Table::Player),
            b"tournament" => Some(Table::Tournament),
            _ => None,
        }
    }
}

/// Where the attributes of the elements of a table stand, by their numbers.
#[derive(Debug, Default, Clone)]
struct Places {
    numbers: FxHashMap<u64, Range<usize>>,
    /// The elements whose `id` is no usual number: `007`, `a7`.
    others: FxHashMap<Box<str>, Range<usize>>,
}

impl Places {
    fn len(&self) -> usize {
        self.numbers.len() + self.others.len()
    }

    fn get(&self, id: &str) -> Option<&Range<usize>> {
        match plain_number::<u64>(id) {
            Some(number) => self.numbers.get(&number),
            None => self.others.get(id),
        }
    }

    /// Adds a place. A number may be given twice: the first counts.
    fn add(&mut self, id: &str, place: impl FnOnce() -> Range<usize>) {
        match plain_number::<u64>(id) {
            Some(number) => drop(self.numbers.entry(number).or_insert_with(place)),
            None => drop(self.others.entry(id.into()).or_insert_with(place)),
        }
    }
}

/// An element of a table: its attributes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'t>(&'t str);

impl<'t> Entry<'t> {
    /// The value of an attribute; empty if it lacks.
    fn get(self, wanted: &str) -> Cow<'t, str> {
        let value = xml::attributes(self.0, 0..self.0.len()).find(|(name, ..)| *name == wanted);
        value.map(|(_, value, _)| line(value)).unwrap_or_default()
    }

    /// The name.
    pub(super) fn name(self) -> Cow<'t, str> {
        self.get("name")
    }

    /// Whether a rule is one of Gomoku.
    pub(super) fn is_gomoku(self) -> bool {
        self.get("category") == "2"
    }

    /// The number of the rule by which a tournament is played.
    pub(super) fn rule(self) -> Cow<'t, str> {
        self.get("rule")
    }

    /// When a tournament began: `2009.08.12`, or as much of it as is known; built in `date`.
    pub(super) fn date(self, date: &mut String) -> Option<&str> {
        let start = self.get("start");
        let is_day = start.len() == 10 && start.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        date.clear();
        if is_day {
            date.extend(start.chars().map(|letter| if letter == '-' { '.' } else { letter }));
            return Some(date);
        }
        let is_number =
            |text: &str| !text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        let (year, month) = (self.get("year"), self.get("month"));
        if !is_number(&year) {
            return None;
        }
        let month = if is_number(&month) && month.len() <= 2 { &*month } else { "??" };
        let zero = if month.len() < 2 { "0" } else { "" };
        date.extend([&*year, ".", zero, month, ".??"]);
        Some(date)
    }
}

impl Layer {
    /// How many elements there are.
    fn len(&self) -> usize {
        self.elements.iter().map(Places::len).sum()
    }

    /// The element with this number in a table.
    fn get(&self, table: Table, id: &str) -> Option<Entry<'_>> {
        let place = self.elements[table as usize].get(id)?;
        self.texts.get(place.clone()).map(Entry)
    }

    /// Adds an element.
    fn add(&mut self, table: usize, id: &str, attributes: &str) {
        let texts = &mut self.texts;
        self.elements[table].add(id, || {
            let start = texts.len();
            texts.push_str(attributes);
            start..texts.len()
        });
    }

    /// Adds the elements of `after`, the layer of a later part.
    fn add_all(&mut self, after: &Layer) {
        for (table, places) in after.elements.iter().enumerate() {
            for (number, place) in &places.numbers {
                self.add(table, itoa::Buffer::new().format(*number), &after.texts[place.clone()]);
            }
            for (id, place) in &places.others {
                self.add(table, id, &after.texts[place.clone()]);
            }
        }
    }
}

impl Tables {
    /// The tables of a part that follows the parts of `before`.
    pub(super) fn after(before: &[Arc<Layer>], stray: usize) -> Tables {
        Tables { before: before.to_vec(), own: Layer::default(), stray }
    }

    /// Whether the part has added nothing.
    pub(super) fn adds_nothing(&self) -> bool {
        self.own.len() == 0
    }

    /// The tables of this part and of those before it, for the parts after it. Few layers are left, each much larger
    /// than the next, so that no element is copied more than a few times, however many parts have tables.
    pub(super) fn into_layers(self) -> Vec<Arc<Layer>> {
        let (mut layers, mut last) = (self.before, self.own);
        while let Some(before) = layers.pop_if(|before| before.len() <= 2 * last.len()) {
            let mut both = Arc::unwrap_or_clone(before);
            both.add_all(&last);
            last = both;
        }
        layers.push(Arc::new(last));
        layers
    }

    /// The element with this number in a table of any layer.
    fn find(&self, table: Table, id: &str) -> Option<Entry<'_>> {
        let mut layers = self.before.iter().map(|layer| &**layer).chain([&self.own]);
        layers.find_map(|layer| layer.get(table, id))
    }

    /// Whether bytes may hold an element of a table: the start of one stands in them.
    pub(super) fn may_stand_in(bytes: &[u8]) -> bool {
        let names = ["<country", "<city", "<rule", "<opening", "<player", "<tournament"];
        names.iter().any(|name| memchr::memmem::find(bytes, name.as_bytes()).is_some())
    }

    /// Whether an element of that name belongs to a table.
    pub(super) fn wants(name: &[u8]) -> bool {
        Table::of(name).is_some()
    }

    /// Adds an element of that name: the attributes of its first tag, in this encoding.
    pub(super) fn add(&mut self, name: &[u8], bytes: &[u8], encoding: &'static Encoding) {
        let Some(table) = Table::of(name) else { return };
        let attributes = match std::str::from_utf8(bytes) {
            Ok(text) if encoding == UTF_8 => Cow::Borrowed(text),
            _ if encoding == UTF_8 => {
                self.stray += 1;
                Cow::Owned(with_stray_bytes(bytes))
            }
            _ => encoding.decode_without_bom_handling(bytes).0,
        };
        let id = Entry(&attributes).get("id");
        if !id.is_empty() {
            self.own.add(table as usize, &id, &attributes);
        }
    }

    /// The name of a player, in the order that the country uses; built in `name`.
    pub(super) fn player<'n>(&self, id: &str, name: &'n mut String) -> Option<&'n str> {
        let player = self.find(Table::Player, id)?;
        let country = self.find(Table::Country, &player.get("country"));
        let (given, surname) = (player.name(), player.get("surname"));
        let is_reversed = country.is_some_and(|country| country.get("reversed") == "1");
        join(if is_reversed { [&surname, &given] } else { [&given, &surname] }, " ", name)
    }

    /// A tournament.
    pub(super) fn tournament(&self, id: &str) -> Option<Entry<'_>> {
        self.find(Table::Tournament, id)
    }

    /// A rule.
    pub(super) fn rule(&self, id: &str) -> Option<Entry<'_>> {
        self.find(Table::Rule, id)
    }

    /// The name of an opening, cut short where it has a shorter one.
    pub(super) fn opening(&self, id: &str) -> Option<Cow<'_, str>> {
        let opening = self.find(Table::Opening, id)?;
        Some(opening.get("abbr")).filter(|short| !short.is_empty()).or_else(|| Some(opening.name()))
    }

    /// Where a tournament took place: `Roma, Italia`; put together in `site`.
    pub(super) fn site<'n>(&self, tournament: Entry<'_>, site: &'n mut String) -> Option<&'n str> {
        let city = self.find(Table::City, &tournament.get("city"));
        let own = tournament.get("country");
        let country = match city {
            Some(city) if own.is_empty() => city.get("country"),
            _ => own,
        };
        let country = self.find(Table::Country, &country);
        let [city, country] = [city, country].map(|entry| entry.map(Entry::name).unwrap_or_default());
        join([&city, &country], ", ", site)
    }
}

/// The texts that say something, with a sign between them, put together in `whole`.
fn join<'n>([first, last]: [&str; 2], sign: &str, whole: &'n mut String) -> Option<&'n str> {
    whole.clear();
    whole.push_str(first);
    if !first.is_empty() && !last.is_empty() {
        whole.push_str(sign);
    }
    whole.push_str(last);
    Some(&**whole).filter(|whole| !whole.is_empty())
}

/// A text of UTF-8 with single bytes that are not UTF-8.
fn with_stray_bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| stray(*byte)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::xml::Found;
    use super::*;

    #[test]
    fn numbers_lead_to_names() {
        let (mut tables, room) = (Tables::default(), &mut String::new());
        for element in [
            &b"<country id=\"7\" name=\"Italia\" abbr=\"ITA\"/>"[..],
            b"<country id=\"8\" name=\"China\" reversed=\"1\"/>",
            b"<city id=\"3\" country=\"7\" name=\"Roma\"/>",
            b"<rule id=\"19\" name=\"Gomoku\" category=\"2\">",
            b"<player id=\"1\" name=\"Ada &amp; B\xf6\" surname=\"L\" country=\"7\"/>",
            b"<player id=\"2\" name=\"Xiaoming\" surname=\"Wang\" country=\"8\"/>",
            b"<player id=\"2\" name=\"Nobody\"/>",
            b"<tournament id=\"5\" name=\"T\" city=\"3\" year=\"2009\" month=\"8\" start=\"\"/>",
            b"<tournament id=\"6\" name=\"U\" country=\"8\" year=\"2009\" start=\"2009-08-12\"/>",
        ] {
            let Found::Tag(tag) = xml::at(element, 0) else { continue };
            tables.add(&element[tag.name], &element[tag.attributes], UTF_8);
        }
        assert_eq!(tables.player("1", room), Some("Ada & Bö L"));
        assert_eq!(tables.player("2", room), Some("Wang Xiaoming"));
        assert_eq!((tables.player("3", room), tables.stray), (None, 1));
        let [one, other] = ["5", "6"].map(|id| tables.tournament(id).expect("a tournament"));
        assert_eq!((&*one.name(), tables.site(one, room)), ("T", Some("Roma, Italia")));
        assert_eq!(one.date(room), Some("2009.08.??"));
        assert_eq!(other.date(room), Some("2009.08.12"));
        assert_eq!(tables.site(other, room), Some("China"));
        assert!(tables.rule("19").is_some_and(Entry::is_gomoku) && tables.rule("019").is_none());
    }

    #[test]
    fn parts_of_a_file_share_their_tables() {
        let mut layers = Vec::new();
        for part in 0..200 {
            let mut tables = Tables::after(&layers, 0);
            assert!(tables.adds_nothing());
            // Each names one more, and one again, which then does not count.
            for (id, name) in [(part, part), (part / 2, 1000 + part)] {
                tables.add(b"player", format!("id=\"{id}\" name=\"{name}\"").as_bytes(), UTF_8);
            }
            assert!(!tables.adds_nothing());
            layers = tables.into_layers();
            assert!(layers.len() < 10, "{}", layers.len());
        }
        let (tables, room) = (Tables::after(&layers, 0), &mut String::new());
        for id in 0..200 {
            assert_eq!(tables.player(&id.to_string(), room), Some(&*id.to_string()));
        }
        assert_eq!(tables.player("200", room), None);
    }
}
