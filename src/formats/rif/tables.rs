//! What a database says once and its games name by number: players, tournaments, rules, cities, countries.

use std::sync::Arc;

use encoding_rs::{Encoding, UTF_8};
use rustc_hash::FxHashMap;

use super::super::encoding::stray;
use super::super::made::trimmed;
use super::xml::{self, Found};

/// The tables of a file, as far as it has been read.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// Those before the part of the file that is read here: other parts share them.
    before: Vec<Arc<Layer>>,
    own: Layer,
    /// How many elements hold bytes that are not valid in the encoding of the file, since this was told last.
    pub(super) stray: usize,
}

/// The tables of a part of a file.
#[derive(Debug, Default, Clone)]
pub(super) struct Layer {
    countries: FxHashMap<String, Country>,
    cities: FxHashMap<String, City>,
    rules: FxHashMap<String, Rule>,
    openings: FxHashMap<String, String>,
    players: FxHashMap<String, Player>,
    tournaments: FxHashMap<String, Tournament>,
}

#[derive(Debug, Clone)]
struct Country {
    name: String,
    /// Whether surnames come first.
    is_reversed: bool,
}

#[derive(Debug, Clone)]
struct City {
    name: String,
    country: String,
}

/// A rule: of the opening, and of which game.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    pub(super) name: String,
    pub(super) is_gomoku: bool,
}

#[derive(Debug, Clone)]
struct Player {
    given: String,
    surname: String,
    country: String,
}

#[derive(Debug, Default, Clone)]
struct Tournament {
    name: String,
    city: String,
    country: String,
    year: String,
    month: String,
    start: String,
}

impl Layer {
    /// How many elements there are.
    fn len(&self) -> usize {
        let (places, people) = (self.countries.len() + self.cities.len(), self.players.len() + self.tournaments.len());
        places + people + self.rules.len() + self.openings.len()
    }

    /// Adds the elements of the part behind. Numbers may be given twice: the first counts.
    fn add(&mut self, behind: &Layer) {
        fn add<V: Clone>(known: &mut FxHashMap<String, V>, behind: &FxHashMap<String, V>) {
            for (id, value) in behind {
                known.entry(id.clone()).or_insert_with(|| value.clone());
            }
        }
        add(&mut self.countries, &behind.countries);
        add(&mut self.cities, &behind.cities);
        add(&mut self.rules, &behind.rules);
        add(&mut self.openings, &behind.openings);
        add(&mut self.players, &behind.players);
        add(&mut self.tournaments, &behind.tournaments);
    }
}

impl Tables {
    /// The tables of a part behind those.
    pub(super) fn behind(before: &[Arc<Layer>], stray: usize) -> Tables {
        Tables { before: before.to_vec(), own: Layer::default(), stray }
    }

    /// Whether the part has added nothing.
    pub(super) fn adds_nothing(&self) -> bool {
        self.own.len() == 0
    }

    /// The same for the parts behind. Few layers are left, each much larger than the next, so that no element is copied more
    /// than a few times, however many parts have tables.
    pub(super) fn into_layers(self) -> Vec<Arc<Layer>> {
        let (mut layers, mut last) = (self.before, self.own);
        while let Some(before) = layers.pop_if(|before| before.len() <= 2 * last.len()) {
            let mut both = Arc::unwrap_or_clone(before);
            both.add(&last);
            last = both;
        }
        layers.push(Arc::new(last));
        layers
    }

    /// What a table says of a number.
    fn find<V>(&self, id: &str, table: impl Fn(&Layer) -> &FxHashMap<String, V>) -> Option<&V> {
        let layers = self.before.iter().map(|layer| &**layer).chain([&self.own]);
        layers.map(table).find_map(|table| table.get(id))
    }

    /// Whether an element of that name belongs to a table.
    pub(super) fn wants(name: &[u8]) -> bool {
        matches!(name, b"country" | b"city" | b"rule" | b"opening" | b"player" | b"tournament")
    }

    /// Adds an element: its first tag, in this encoding.
    pub(super) fn add(&mut self, bytes: &[u8], encoding: &'static Encoding) {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) if encoding == UTF_8 => std::borrow::Cow::Borrowed(text),
            _ if encoding == UTF_8 => {
                self.stray += 1;
                std::borrow::Cow::Owned(with_stray_bytes(bytes))
            }
            _ => encoding.decode_without_bom_handling(bytes).0,
        };
        let text = &*text;
        let Found::Tag(tag) = xml::at(text.as_bytes(), 0) else { return };
        let attributes: Vec<_> = xml::attributes(text, &tag).collect();
        let get = |wanted: &str| {
            let value = attributes.iter().find(|(name, ..)| *name == wanted).map(|(_, value, _)| value);
            value.map(|value| trimmed(&xml::plain(value)).to_owned()).unwrap_or_default()
        };
        let id = get("id");
        if id.is_empty() {
            return;
        }
        // Numbers may be given twice: the first counts.
        match &text[tag.name.clone()] {
            "country" => {
                let country = Country { name: get("name"), is_reversed: get("reversed") == "1" };
                self.own.countries.entry(id).or_insert(country);
            }
            "city" => {
                let city = City { name: get("name"), country: get("country") };
                self.own.cities.entry(id).or_insert(city);
            }
            "rule" => {
                let rule = Rule { name: get("name"), is_gomoku: get("category") == "2" };
                self.own.rules.entry(id).or_insert(rule);
            }
            "opening" => {
                let (abbreviation, name) = (get("abbr"), get("name"));
                self.own.openings.entry(id).or_insert(if abbreviation.is_empty() { name } else { abbreviation });
            }
            "player" => {
                let player = Player { given: get("name"), surname: get("surname"), country: get("country") };
                self.own.players.entry(id).or_insert(player);
            }
            _ => {
                let tournament = Tournament {
                    name: get("name"),
                    city: get("city"),
                    country: get("country"),
                    year: get("year"),
                    month: get("month"),
                    start: get("start"),
                };
                self.own.tournaments.entry(id).or_insert(tournament);
            }
        }
    }

    /// The name of a player, as it is written in the country; put together in `name`.
    pub(super) fn player<'n>(&self, id: &str, name: &'n mut String) -> Option<&'n str> {
        let player = self.find(id, |layer| &layer.players)?;
        let is_reversed =
            self.find(&player.country, |layer| &layer.countries).is_some_and(|country| country.is_reversed);
        let (first, last) =
            if is_reversed { (&player.surname, &player.given) } else { (&player.given, &player.surname) };
        join([first, last], " ", name)
    }

    /// The name of a tournament.
    pub(super) fn event(&self, id: &str) -> Option<&str> {
        self.tournament(id).map(|tournament| &*tournament.name)
    }

    fn tournament(&self, id: &str) -> Option<&Tournament> {
        self.find(id, |layer| &layer.tournaments)
    }

    /// A rule.
    pub(super) fn rule(&self, id: &str) -> Option<&Rule> {
        self.find(id, |layer| &layer.rules)
    }

    /// The name of an opening, cut short where it has a shorter one.
    pub(super) fn opening(&self, id: &str) -> Option<&str> {
        self.find(id, |layer| &layer.openings).map(String::as_str)
    }

    /// Where a tournament took place: `Roma, Italia`; put together in `site`.
    pub(super) fn site<'n>(&self, id: &str, site: &'n mut String) -> Option<&'n str> {
        let tournament = self.tournament(id)?;
        let city = self.find(&tournament.city, |layer| &layer.cities);
        let country = match city {
            Some(city) if tournament.country.is_empty() => &city.country,
            _ => &tournament.country,
        };
        let country = self.find(country, |layer| &layer.countries);
        join([city.map_or("", |city| &*city.name), country.map_or("", |country| &*country.name)], ", ", site)
    }

    /// When a tournament began: `2009.08.12`, or as much of it as is known; put together in `date`.
    pub(super) fn date<'n>(&self, id: &str, date: &'n mut String) -> Option<&'n str> {
        let tournament = self.tournament(id)?;
        let is_day =
            tournament.start.len() == 10 && tournament.start.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        date.clear();
        if is_day {
            date.extend(tournament.start.chars().map(|letter| if letter == '-' { '.' } else { letter }));
            return Some(date);
        }
        let is_number =
            |text: &str| !text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(&tournament.year) {
            return None;
        }
        let month = Some(&tournament.month).filter(|month| is_number(month) && month.len() <= 2);
        let month = month.map_or("??", |month| month);
        let zero = if month.len() < 2 { "0" } else { "" };
        date.extend([&*tournament.year, ".", zero, month, ".??"]);
        Some(date)
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

/// A text in UTF-8 in which single bytes are not.
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
            tables.add(element, UTF_8);
        }
        assert_eq!(tables.player("1", room), Some("Ada & Bö L"));
        assert_eq!(tables.player("2", room), Some("Wang Xiaoming"));
        assert_eq!((tables.player("3", room), tables.stray), (None, 1));
        assert_eq!((tables.event("5"), tables.site("5", room)), (Some("T"), Some("Roma, Italia")));
        assert_eq!(tables.date("5", room), Some("2009.08.??"));
        assert_eq!(tables.date("6", room), Some("2009.08.12"));
        assert_eq!(tables.site("6", room), Some("China"));
        assert!(tables.rule("19").is_some_and(|rule| rule.is_gomoku));
    }

    #[test]
    fn parts_of_a_file_share_their_tables() {
        let mut layers = Vec::new();
        for part in 0..200 {
            let mut tables = Tables::behind(&layers, 0);
            assert!(tables.adds_nothing());
            // Each names one more, and one again, which then does not count.
            for (id, name) in [(part, part), (part / 2, 1000 + part)] {
                tables.add(format!("<player id=\"{id}\" name=\"{name}\"/>").as_bytes(), UTF_8);
            }
            assert!(!tables.adds_nothing());
            layers = tables.into_layers();
            assert!(layers.len() < 10, "{}", layers.len());
        }
        let (tables, room) = (Tables::behind(&layers, 0), &mut String::new());
        for id in 0..200 {
            assert_eq!(tables.player(&id.to_string(), room), Some(&*id.to_string()));
        }
        assert_eq!(tables.player("200", room), None);
    }
}
