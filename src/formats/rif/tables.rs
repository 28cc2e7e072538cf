//! What a database says once and its games name by number: players, tournaments, rules, cities, countries.

use encoding_rs::{Encoding, UTF_8};
use rustc_hash::FxHashMap;

use super::super::encoding::stray;
use super::xml::{self, Found};

/// The tables of a file.
#[derive(Debug, Default)]
pub(super) struct Tables {
    countries: FxHashMap<String, Country>,
    cities: FxHashMap<String, City>,
    pub(super) rules: FxHashMap<String, Rule>,
    pub(super) openings: FxHashMap<String, String>,
    players: FxHashMap<String, Player>,
    tournaments: FxHashMap<String, Tournament>,
    /// How many elements hold bytes that are not valid in the encoding of the file, since this was told last.
    pub(super) stray: usize,
}

#[derive(Debug)]
struct Country {
    name: String,
    /// Whether surnames come first.
    is_reversed: bool,
}

#[derive(Debug)]
struct City {
    name: String,
    country: String,
}

/// A rule: of the opening, and of which game.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) name: String,
    pub(super) is_gomoku: bool,
}

#[derive(Debug)]
struct Player {
    given: String,
    surname: String,
    country: String,
}

#[derive(Debug, Default)]
struct Tournament {
    name: String,
    city: String,
    country: String,
    year: String,
    month: String,
    start: String,
}

impl Tables {
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
        let get = |wanted: &str| {
            let value = xml::attributes(text, &tag).find(|(name, ..)| *name == wanted).map(|(_, value, _)| value);
            value.map(|value| xml::plain(value).trim().to_owned()).unwrap_or_default()
        };
        let id = get("id");
        if id.is_empty() {
            return;
        }
        // Numbers may be given twice: the first counts.
        match &text[tag.name.clone()] {
            "country" => {
                let country = Country { name: get("name"), is_reversed: get("reversed") == "1" };
                self.countries.entry(id).or_insert(country);
            }
            "city" => {
                let city = City { name: get("name"), country: get("country") };
                self.cities.entry(id).or_insert(city);
            }
            "rule" => {
                let rule = Rule { name: get("name"), is_gomoku: get("category") == "2" };
                self.rules.entry(id).or_insert(rule);
            }
            "opening" => {
                let (abbreviation, name) = (get("abbr"), get("name"));
                self.openings.entry(id).or_insert(if abbreviation.is_empty() { name } else { abbreviation });
            }
            "player" => {
                let player = Player { given: get("name"), surname: get("surname"), country: get("country") };
                self.players.entry(id).or_insert(player);
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
                self.tournaments.entry(id).or_insert(tournament);
            }
        }
    }

    /// The name of a player, as it is written in the country.
    pub(super) fn player(&self, id: &str) -> Option<String> {
        let player = self.players.get(id)?;
        let is_reversed = self.countries.get(&player.country).is_some_and(|country| country.is_reversed);
        let (first, last) =
            if is_reversed { (&player.surname, &player.given) } else { (&player.given, &player.surname) };
        let mut name = String::with_capacity(first.len() + 1 + last.len());
        name.push_str(first);
        if !first.is_empty() && !last.is_empty() {
            name.push(' ');
        }
        name.push_str(last);
        Some(name).filter(|name| !name.is_empty())
    }

    /// The name of a tournament.
    pub(super) fn event(&self, id: &str) -> Option<&str> {
        self.tournaments.get(id).map(|tournament| &*tournament.name)
    }

    /// Where a tournament took place: `Roma, Italia`.
    pub(super) fn site(&self, id: &str) -> Option<String> {
        let tournament = self.tournaments.get(id)?;
        let city = self.cities.get(&tournament.city);
        let country = match city {
            Some(city) if tournament.country.is_empty() => &city.country,
            _ => &tournament.country,
        };
        let country = self.countries.get(country).map(|country| &*country.name);
        let parts: Vec<&str> =
            city.map(|city| &*city.name).into_iter().chain(country).filter(|part| !part.is_empty()).collect();
        Some(parts.join(", ")).filter(|site| !site.is_empty())
    }

    /// When a tournament began: `2009.08.12`, or as much of it as is known.
    pub(super) fn date(&self, id: &str) -> Option<String> {
        let tournament = self.tournaments.get(id)?;
        let is_day =
            tournament.start.len() == 10 && tournament.start.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        if is_day {
            return Some(tournament.start.replace('-', "."));
        }
        let is_number =
            |text: &str| !text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(&tournament.year) {
            return None;
        }
        let month = Some(&tournament.month).filter(|month| is_number(month) && month.len() <= 2);
        Some(format!("{}.{:0>2}.??", tournament.year, month.map_or("??", |month| month)))
    }
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
        let mut tables = Tables::default();
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
        assert_eq!(tables.player("1").as_deref(), Some("Ada & Bö L"));
        assert_eq!(tables.player("2").as_deref(), Some("Wang Xiaoming"));
        assert_eq!((tables.player("3"), tables.stray), (None, 1));
        assert_eq!((tables.event("5"), tables.site("5").as_deref()), (Some("T"), Some("Roma, Italia")));
        assert_eq!(
            (tables.date("5").as_deref(), tables.date("6").as_deref()),
            (Some("2009.08.??"), Some("2009.08.12"))
        );
        assert_eq!(tables.site("6").as_deref(), Some("China"));
        assert!(tables.rules["19"].is_gomoku);
    }
}
