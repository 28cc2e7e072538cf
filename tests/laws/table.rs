//! The table that the laws go through: every game of `GAMES` by every variant and by every set of up to two options, with
//! the tags that these need.

use fastrand::Rng;
use scoresheet::game::{GameInfo, TagInfo};
use scoresheet::position::Builder;
use scoresheet::registry::GAMES;
use scoresheet::{Defaults, Position, validate};

/// By which rules a game is played.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    pub(crate) info: &'static GameInfo,
    /// The tags that choose them, in the order of a record.
    pub(crate) tags: Vec<(&'static str, String)>,
}

impl Rules {
    fn new(info: &'static GameInfo, variant: &str, options: &[&str]) -> Rules {
        let mut rules = Rules { info, tags: vec![("Game", info.id.to_owned()), ("Variant", variant.to_owned())] };
        if !options.is_empty() {
            rules.tags.push(("Options", options.join(",")));
        }
        for tag in rules.own_tags().filter(|tag| tag.needed) {
            rules.tags.push((tag.name, tag.example.to_owned()));
        }
        rules
    }

    /// The tags of the game that belong to the variant or to one of the options.
    fn own_tags(&self) -> impl Iterator<Item = &'static TagInfo> + use<> {
        let names: Vec<String> = ["Variant", "Options"].iter().flat_map(|tag| self.words(tag)).collect();
        self.info
            .tags
            .iter()
            .filter(move |tag| tag.of.is_empty() || tag.of.iter().any(|of| names.iter().any(|name| name == of)))
    }

    pub(crate) fn value(&self, tag: &str) -> Option<&str> {
        self.tags.iter().find(|(name, _)| *name == tag).map(|(_, value)| value.as_str())
    }

    /// The game's id, or its variant where people call that by a name of its own, as they do Renju.
    pub(crate) fn game(&self) -> &str {
        let named = self.value("Variant").filter(|variant| self.info.variant_names.iter().any(|(_, of)| of == variant));
        named.unwrap_or(self.info.id)
    }

    fn words(&self, tag: &str) -> Vec<String> {
        self.value(tag).into_iter().flat_map(|value| value.split(',')).map(str::to_owned).collect()
    }

    /// The same rules with another tag or another value of it.
    pub(crate) fn with(&self, tag: &'static str, value: String) -> Rules {
        let mut rules = self.without(tag);
        rules.tags.push((tag, value));
        rules
    }

    pub(crate) fn without(&self, tag: &str) -> Rules {
        let mut rules = self.clone();
        rules.tags.retain(|(name, _)| *name != tag);
        rules
    }

    pub(crate) fn builder(&self) -> Builder {
        self.tags.iter().fold(Position::builder(self.info.id), |builder, (name, value)| builder.tag(name, value))
    }

    pub(crate) fn start(&self) -> Option<Position> {
        self.builder().start().ok()
    }

    /// The tag lines of a record, without the blank line after them.
    pub(crate) fn header(&self) -> String {
        self.tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect()
    }

    /// The same rules with other values of their tags: another board, limit, order of the sides, another side that begins.
    pub(crate) fn varied(&self, rng: &mut Rng) -> Rules {
        let mut rules = self.clone();
        let mut vary = |tag: &'static str, value: &mut dyn FnMut(&mut Rng) -> String| {
            // Most values that come about so are none that the tag may have.
            let other = (0..8).map(|_| rules.with(tag, value(rng))).find(|rules| rules.start().is_some());
            rules = other.unwrap_or(rules.clone());
        };
        for tag in self.own_tags() {
            vary(tag.name, &mut |rng| like(tag.example, rng));
        }
        if self.info.any_side_begins {
            vary("Starts", &mut |rng| (*rng.choice(SIDES).expect("sides")).to_owned());
        }
        rules
    }
}

/// The names of sides in all games.
static SIDES: &[&str] = &["White", "Black", "Red", "Green", "Blue"];

/// A value that looks like `example`: other numbers, other sides.
fn like(example: &str, rng: &mut Rng) -> String {
    let mut sides = SIDES.to_vec();
    rng.shuffle(&mut sides);
    let kind = |letter: char| (letter.is_ascii_digit(), letter.is_ascii_alphabetic());
    let letters: Vec<char> = example.chars().collect();
    let mut value = String::new();
    for word in letters.chunk_by(|one, other| kind(*one) == kind(*other)) {
        let word: String = word.iter().collect();
        match word.parse::<u32>() {
            Ok(number) => {
                value += &[rng.u32(1..4), rng.u32(4..9), rng.u32(5..14), number.max(26)][rng.usize(..4)].to_string()
            }
            Err(_) if SIDES.contains(&word.as_str()) => value += sides.pop().expect("as many sides as names"),
            Err(_) => value += &word,
        }
    }
    value
}

/// Every choice of rules, also those that do not go together.
fn choices() -> Vec<Rules> {
    let mut all = Vec::new();
    for info in GAMES.iter().map(|game| game.info()) {
        let options: Vec<&str> = info.options.iter().map(|option| option.name).collect();
        let mut sets = vec![vec![]];
        for (index, one) in options.iter().enumerate() {
            sets.push(vec![*one]);
            sets.extend(options[..index].iter().map(|other| vec![*other, *one]));
        }
        for variant in info.variants {
            all.extend(sets.iter().map(|set| Rules::new(info, variant.name, set)));
        }
    }
    all
}

/// Every choice of rules that can be played, with the values that the game's table gives as examples.
pub(crate) fn table() -> Vec<Rules> {
    choices().into_iter().filter(|rules| rules.start().is_some()).collect()
}

#[test]
fn a_record_can_be_played_by_the_rules_that_a_position_can() {
    let mut refused = 0;
    for rules in choices() {
        let report = &validate(rules.header().as_bytes(), "", Defaults::default()).expect("a slice can be read")[0];
        assert_eq!(report.valid, rules.start().is_some(), "{}", rules.header());
        refused += usize::from(!report.valid);
    }
    assert!(refused > 0 && table().len() > GAMES.len());
}

#[test]
fn every_variant_and_option_and_tag_is_in_the_table() {
    for info in GAMES.iter().map(|game| game.info()) {
        let of_game: Vec<Rules> = table().into_iter().filter(|rules| rules.info.id == info.id).collect();
        let has = |tag: &str, name: &str| of_game.iter().any(|rules| rules.words(tag).iter().any(|word| word == name));
        assert!(info.variants.iter().all(|variant| has("Variant", variant.name)), "{}", info.id);
        assert!(info.options.iter().all(|option| has("Options", option.name)), "{}", info.id);
        for tag in info.tags {
            assert!(of_game.iter().any(|rules| rules.own_tags().any(|own| own.name == tag.name)), "{}", tag.name);
        }
    }
}

#[test]
fn whoever_names_no_game_is_told_every_game() {
    let text = "[Game \"chess\"]\n\ne4\n";
    let report = &validate(text.as_bytes(), "", Defaults::default()).expect("a slice can be read")[0];
    let known: Vec<&str> = GAMES.iter().map(|game| game.info().id).collect();
    let error = report.first_error().expect("no such game");
    assert_eq!((error.code, error.help.clone()), ("unknown-game", Some(format!("known games: {}", known.join(", ")))));
}
