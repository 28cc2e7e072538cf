//! Makes tags of the properties.

use std::borrow::Cow;
use std::ops::Deref;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::game::{Game, names_game, says_more};
use super::{Moves, Property, Root};
use crate::codes::{BAD_ENCODING, UNKNOWN_GAME};
use crate::diagnostic::{Severity, Text, quoted};
use crate::formats::encoding;
use crate::formats::made::{Made, trimmed};
use crate::formats::sgf::date::{DATE_ENDS, PaddedDate};
use crate::formats::sgf::markup::{is_markup, markup};
use crate::formats::sgf::name::{Name, names};
use crate::formats::sgf::node::{Board, name_at};
use crate::formats::sgf::values::line;
use crate::record::looks::is_tag_name;

impl Root {
    /// Adds the tags of the game. `None` if the game is not known; the record is refused then.
    pub(in crate::formats::sgf) fn tags(
        &mut self,
        text: &str,
        is_known: bool,
        moves: &impl Deref<Target = Moves>,
        made: &mut Made,
    ) -> Option<Board> {
        let whole = self.properties.first().map_or(0..0, Property::whole);
        let place = |name: Name| self.get(name).map_or(whole.clone(), |(_, whole)| whole);
        let variant = match self.game(text, is_known, moves) {
            Game::Gomoku(variant) => {
                made.tag("Game", "gomoku", place(Name::of("GM")));
                variant
            }
            Game::Unnumbered(variant, number) => {
                made.tag("Game", "gomoku", place(Name::of("GM")));
                let text = || {
                    let what =
                        number.map_or("no number of a game".to_owned(), |number| format!("the number GM[{number}]"));
                    let game = if variant == Some("renju") { "Renju" } else { "Gomoku" };
                    Text::new(format!("{what} stands here: read as {game}, as other properties say"))
                        .help("the number of Gomoku and Renju is GM[4]; --game says so, too")
                };
                made.guessed("game", "gomoku", text, place(Name::of("GM")));
                variant
            }
            Game::Guessed(variant, why) => {
                made.tag("Game", "gomoku", place(Name::of("GM")));
                let game = if variant == "renju" { "Renju" } else { "Gomoku" };
                let help = "name the game with --game, and --variant if it is another";
                made.guessed(
                    "game",
                    "gomoku",
                    || Text::new(format!("{why}: read as {game}")).help(help),
                    place(Name::of("GM")),
                );
                if !variant.is_empty() {
                    let text =
                        || Text::new(format!("the variant is taken to be {variant}")).help("name it with --variant");
                    made.guessed("variant", variant, text, place(Name::of("RU")));
                }
                Some(variant).filter(|variant| !variant.is_empty())
            }
            Game::Other(name) => {
                let text = Text::new(format!("this is SGF of {name}, which this program does not know"))
                    .help("if it is a game of Gomoku, say so with --game gomoku");
                made.refuse(&UNKNOWN_GAME, text, place(Name::of("GM")));
                return None;
            }
        };
        match (variant, self.line(text, Name::of("RU"))) {
            // The caller's word counts.
            (Some(variant), _) if self.variant.as_ref().is_some_and(|given| given != variant) => {}
            (Some(variant), rule) => {
                made.tag("Variant", variant, place(Name::of("RU")));
                if let Some((rule, place)) = rule.filter(|(rule, _)| says_more(rule)) {
                    made.tag("SGF-RU", &rule, place);
                }
            }
            (None, Some((rule, place))) if self.variant.is_none() => {
                let text = || {
                    let (bare, rule) = (trimmed(&rule), quoted(&rule));
                    let why = if names_game(bare) {
                        format!("{rule} is the name of the game and of no variant")
                    } else {
                        format!("the rules {rule} are not known")
                    };
                    Text::new(format!("{why}: read by the rules of standard Gomoku"))
                        .help("name the rules with --variant")
                };
                made.guessed("variant", "standard", text, place.clone());
                made.tag("SGF-RU", &rule, place);
            }
            (None, _) => {}
        }
        let mut size = std::mem::take(&mut self.size);
        let board = self.board(text, moves, made, whole, &mut size);
        self.size = size;
        self.kept_tags(text, made);
        self.setup(text, board, moves, made);
        self.players(text, made);
        self.left_out = self.result(text, board, made);
        self.encoding(text, made);
        self.others(text, made);
        Some(board)
    }

    /// Tags that have no property of their own, as this program writes them: `TAG[Annotator:Ada]`.
    fn kept_tags(&self, text: &str, made: &mut Made) {
        const TAG: Name = Name::of("TAG");
        if !self.has_any(&[TAG]) {
            return;
        }
        for (_, values, place) in self.iter().filter(|(name, ..)| *name == TAG) {
            for value in values {
                let tag = line(&text[value.clone()]);
                match tag.split_once(':').filter(|(name, _)| is_tag_name(name)) {
                    Some((name, tag)) => {
                        let before = made.kept().parts.tags.len();
                        if !self.tells(name) {
                            made.tag_of_file(name, tag, place.clone());
                        }
                        // A tag that is there already is not added again.
                        if made.kept().parts.tags.len() == before && !tag.is_empty() {
                            made.dropped("repeated TAG values", value.clone());
                        }
                    }
                    None => made.dropped("TAG values that are no tag", value.clone()),
                }
            }
        }
    }

    /// Whether a property of its own tells a tag.
    fn tells(&self, tag: &str) -> bool {
        const OTHERS: [(Name, &str); 4] =
            [(Name::of("RE"), "Result"), (Name::of("RU"), "SGF-RU"), (GAME_NAME, "GameName"), (TIME, "TimeControl")];
        let is_told = |(name, known): &(Name, &str)| tag.eq_ignore_ascii_case(known) && self.has_any(&[*name]);
        let is_kept = |name: &&str| is_kept(name) && self.has_any(&[Name::of(name)]);
        PLAYERS.iter().chain(&OTHERS).any(is_told) || tag.strip_prefix("SGF-").filter(is_kept).is_some()
    }

    fn players(&self, text: &str, made: &mut Made) {
        if !made.wants_all() {
            return;
        }
        for (name, tag) in PLAYERS {
            let Some((value, place)) = self.line(text, name) else { continue };
            if tag == "Date" {
                let padded = PaddedDate::of(&value);
                let first = padded.as_ref().map_or(&*value, PaddedDate::text);
                // For several dates, or a time of day, the property is kept too.
                if padded.is_some() && value.contains(DATE_ENDS) {
                    made.tag(tag, first, place.clone());
                    made.tag("SGF-DT", &value, place);
                } else {
                    made.tag(tag, first, place);
                }
                continue;
            }
            made.tag(tag, &value, place);
        }
    }

    /// Warns of a text that is not in the encoding which it names.
    fn encoding(&self, text: &str, made: &mut Made) {
        let Some((label, place)) = self.line(text, Name::of("CA")) else { return };
        // Nearly always this is the name of the encoding itself.
        if label.eq_ignore_ascii_case(made.kept().parts.foreign.encoding.unwrap_or(UTF_8.name())) {
            return;
        }
        let read = made.encoding();
        let named = encoding::named(trimmed(&label));
        let is_wide = |encoding: &&Encoding| [UTF_16LE, UTF_16BE].contains(encoding);
        let is_right = named == Some(read) || named.as_ref().is_some_and(is_wide) && is_wide(&read);
        // Encodings of mail say with the sign ESC that the letters after it are not ASCII, though their bytes are.
        if named.is_none() && text.contains('\x1b') {
            let text = Text::new(format!(
                "{} is an encoding that this program does not read: text in it stays as it is",
                quoted(&label)
            ))
            .help("turn the file into UTF-8 first, for instance with iconv");
            return made.note(&BAD_ENCODING, Severity::Warning, text, place);
        }
        // ASCII is the same in all encodings.
        if is_right || text.is_ascii() {
            return;
        }
        let text = Text::new(format!("the text is {}, not {}, which it names", read.name(), quoted(&label)));
        made.note(&BAD_ENCODING, Severity::Warning, text, place);
    }

    /// Everything else that has a value.
    fn others(&mut self, text: &str, made: &mut Made) {
        const OF_MANY: [Name; 9] = names(["TAG", "AB", "AW", "AE", "C", "GC", "N", "B", "W"]);
        self.seen.clear();
        let may_repeat = if self.shares_bits { self.properties.as_slice() } else { &[] };
        for property in may_repeat {
            let name = property.name;
            if name != Name::default() && !self.seen.insert(name) && !name.is_any_of(&OF_MANY) && !is_markup(name) {
                made.dropped("properties that stand twice", property.whole());
            }
        }
        if self.values.len() > self.properties.len() {
            self.further_values(|name| TAKEN.has(name) && !name.is_any_of(&OF_MANY), made);
        }
        // Each tag is compared with all before it.
        const MOST: usize = 1000;
        for (index, (name, values, place)) in self.iter().filter(|(name, ..)| !TAKEN.has(*name)).enumerate() {
            // Small letters alone are no name.
            if is_markup(name) || index >= MOST || name == Name::default() {
                if is_markup(name) {
                    made.dropped(markup(name), place)
                } else {
                    let own_name = name_at(text, place.start);
                    made.dropped_named("properties that are not known", own_name, place);
                }
                continue;
            }
            // Of the fifth stones that Black offers there may be several; they are written as several again.
            if let [_, second, ..] = values
                && !name.is_any_of(&const { names(["5A", "FA"]) })
            {
                let times = values.len() as u64 - 1;
                made.dropped_times("values that stand in one tag with the first one", times, second.clone());
            }
            if !made.wants_all() {
                continue;
            }
            let value = match values {
                [value] => line(&text[value.clone()]),
                _ => Cow::Owned(values.iter().map(|value| line(&text[value.clone()])).collect::<Vec<_>>().join(",")),
            };
            match name {
                GAME_NAME => made.tag("GameName", value.trim(), place),
                TIME => made.tag("TimeControl", value.trim(), place),
                _ if name.is_full() => {
                    made.tag_of_file(&long_name(&text[place.start..]), value.trim(), place);
                }
                _ => made.tag_of_file(name.tag(&mut [0; 12]), value.trim(), place),
            }
        }
    }

    /// Reports values after the first one for properties that can have only one.
    fn further_values(&self, has_one: impl Fn(Name) -> bool, made: &mut Made) {
        for (_, values, _) in self.iter().filter(|(name, ..)| has_one(*name)) {
            for value in values.iter().skip(1) {
                made.dropped("values after the first one", value.clone());
            }
        }
    }
}

/// Properties that are tags under another name.
const PLAYERS: [(Name, &str); 8] = [
    (Name::of("EV"), "Event"),
    (Name::of("PC"), "Site"),
    (Name::of("DT"), "Date"),
    (Name::of("RO"), "Round"),
    (Name::of("PB"), "Black"),
    (Name::of("PW"), "White"),
    (Name::of("BR"), "BlackRank"),
    (Name::of("WR"), "WhiteRank"),
];

/// Properties that are no tags of their own.
static TAKEN: Table = Table::of([
    "TAG", "GM", "FF", "CA", "SZ", "RU", "PB", "PW", "BR", "WR", "DT", "RE", "EV", "RO", "PC", "AB", "AW", "AE", "PL",
    "B", "W", "C", "GC", "N", "TE",
]);
const GAME_NAME: Name = Name::of("GN");
const TIME: Name = Name::of("TM");

/// Whether a property of this name is read as the tag `SGF-…` with its value.
pub(crate) fn is_kept(name: &str) -> bool {
    // A date of several days is kept besides the tag Date, and a text that does not say how the game ended.
    const ALSO: [Name; 2] = names(["DT", "TE"]);
    let name = Name::of(name);
    name.is_any_of(&ALSO) || !TAKEN.has(name) && !is_markup(name) && !name.is_any_of(&[GAME_NAME, TIME])
}

/// The name of the tag that keeps a property whose name may be too long for a [`Name`].
fn long_name(property: &str) -> String {
    let letters = property.bytes().take_while(|byte| *byte != b'[');
    let letters = letters.filter(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    "SGF-".chars().chain(letters.map(char::from)).collect()
}

/// Names in a table by their slots; no two share a slot.
struct Table([Name; 64]);

impl Table {
    const fn of<const N: usize>(names: [&str; N]) -> Table {
        let (mut table, mut index) = ([Name(0); 64], 0);
        while index < N {
            let name = Name::of(names[index]);
            assert!(table[name.slot()].0 == 0, "names that share a slot");
            table[name.slot()] = name;
            index += 1;
        }
        Table(table)
    }

    #[inline(always)]
    fn has(&self, name: Name) -> bool {
        name.0 != 0 && self.0[name.slot()] == name
    }
}
