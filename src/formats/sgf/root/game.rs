//! Finds the game of a tree, and its rules.

use std::ops::Deref;

use super::Root;
use crate::board::LARGEST;
use crate::formats::made::trimmed;
use crate::formats::sgf::name::{Name, names};
use crate::names::{letters, same};

/// What a game tree is.
pub(super) enum Game {
    Gomoku(Option<&'static str>),
    /// Gomoku by other properties: its number is missing (`None`) or belongs to another game.
    Unnumbered(Option<&'static str>, Option<usize>),
    /// A game that the file does not name clearly: a note says that it was guessed.
    Guessed(&'static str, &'static str),
    Other(String),
}

/// The names of the games that have a number.
const GAMES: [&str; 40] = [
    "Go",
    "Othello",
    "chess",
    "Gomoku",
    "Nine Men's Morris",
    "Backgammon",
    "Chinese chess",
    "Shogi",
    "Lines of Action",
    "Ataxx",
    "Hex",
    "Jungle",
    "Neutron",
    "Philosopher's Football",
    "Quadrature",
    "Trax",
    "Tantrix",
    "Amazons",
    "Octi",
    "Gess",
    "Twixt",
    "Zertz",
    "Plateau",
    "Yinsh",
    "Punct",
    "Gobblet",
    "Hive",
    "Exxit",
    "Hnefatafl",
    "Kuba",
    "Tripples",
    "Chase",
    "Tumbling Down",
    "Sahara",
    "Byte",
    "Focus",
    "Dvonn",
    "Tamsk",
    "Gipf",
    "Kropki",
];

/// The result of a game that White has won by pointing out a forbidden stone.
pub(super) const FOUL: &str = "抓禁";

/// The variant that a rule name stands for.
fn named_variant(rule: &str) -> Option<&'static str> {
    const KNOWN: [(&str, &str); 14] = [
        ("0", "freestyle"),
        ("1", "standard"),
        ("4", "renju"),
        ("8", "caro"),
        ("freestyle", "freestyle"),
        ("free", "freestyle"),
        ("freestyle gomoku", "freestyle"),
        ("standard", "standard"),
        ("renju", "renju"),
        ("rif", "renju"),
        ("连珠", "renju"),
        ("連珠", "renju"),
        ("caro", "caro"),
        ("omok", "omok"),
    ];
    KNOWN.iter().find(|(name, _)| same(name, rule)).map(|(_, variant)| *variant)
}

/// Whether a rule is the name of the game, which many programs write whatever the variant is.
pub(crate) fn names_game(rule: &str) -> bool {
    ["gomoku", "五子棋", "五目並べ"].iter().any(|name| same(name, rule))
}

/// The variant whose name stands anywhere in a rule.
fn variant_within(rule: &str) -> Option<&'static str> {
    const KNOWN: [(&str, &str); 8] = [
        ("renju", "renju"),
        ("sakata", "renju"),
        ("soos", "renju"),
        ("yamaguchi", "renju"),
        ("tarannikov", "renju"),
        ("taraguchi", "renju"),
        ("freestyle", "freestyle"),
        ("standard", "standard"),
    ];
    let rule: String = letters(rule).collect();
    KNOWN.iter().find(|(word, _)| rule.contains(word)).map(|(_, variant)| *variant)
}

/// What is known about the moves before they are read.
#[derive(Debug, Default)]
pub(in crate::formats::sgf) struct Moves {
    /// Whether White makes the first one, if there are any.
    pub(in crate::formats::sgf) begins: Option<bool>,
    /// How many columns or rows they need.
    pub(in crate::formats::sgf) farthest: u8,
    pub(in crate::formats::sgf) has_pass: bool,
}

impl Moves {
    /// Notes that a point needs so many columns or rows. A point that no board has is off any board.
    pub(in crate::formats::sgf) fn needs(&mut self, count: usize) {
        let count = u8::try_from(count).ok().filter(|count| *count <= LARGEST);
        self.farthest = self.farthest.max(count.unwrap_or_default());
    }
}

/// The variant that a rule names.
///
/// # Errors
/// The game of the same family whose rules they are: two stones a ply, or captures.
pub(crate) fn variant_of(rule: &str) -> Result<Option<&'static str>, &'static str> {
    const OTHERS: [(&str, &str); 2] = [("connect6", "Connect6"), ("ninuki", "Ninuki-Renju")];
    let variant = named_variant(trimmed(rule));
    if variant.is_some() {
        return Ok(variant);
    }
    let rule = rule.to_ascii_lowercase();
    let has = |word: &str| rule.split(|letter: char| !letter.is_ascii_alphanumeric()).any(|own| own == word);
    if let Some((_, game)) = OTHERS.into_iter().find(|(word, _)| has(word)) {
        return Err(game);
    }
    match variant_within(&rule) {
        None if has("caro") => Ok(Some("caro")),
        None if has("pente") => Err("Pente"),
        variant => Ok(variant),
    }
}

/// Whether a rule is more than the name of a variant: `Taraguchi-10`.
pub(super) fn says_more(rule: &str) -> bool {
    named_variant(trimmed(rule)).is_none()
}

impl Root {
    /// Finds the game of the tree; `is_known` if the caller has named Gomoku.
    pub(super) fn game(&self, text: &str, is_known: bool, moves: &impl Deref<Target = Moves>) -> Game {
        let value = |name: Name| self.line(text, name).map(|(value, _)| value);
        let size = value(Name::of("SZ"));
        // `SZ[9:9:9]`; a point has three letters then.
        if size.as_deref().is_some_and(|size| size.matches(':').count() > 1) {
            return Game::Other("a game on a board of three dimensions".to_owned());
        }
        let rule = value(Name::of("RU"));
        let of_rule = match rule.as_deref().map_or(Ok(None), variant_of) {
            Ok(variant) => variant,
            Err(game) => return Game::Other(game.to_owned()),
        };
        let number = value(Name::of("GM")).and_then(|number| trimmed(&number).parse::<usize>().ok());
        // No other game has stones that are forbidden to Black.
        let ends_with_foul = || {
            let result = self.get(Name::of("RE")).and_then(|(values, _)| values.first().cloned());
            result.is_some_and(|result| text[result].trim() == FOUL)
        };
        let is_renju = self.has_any(&const { names(["5A", "SW", "FA"]) }) || ends_with_foul();
        if is_known || number == Some(4) {
            return Game::Gomoku(of_rule.or(is_renju.then_some("renju")));
        }
        if is_renju || of_rule.is_some() || rule.as_deref().is_some_and(names_game) {
            return Game::Unnumbered(if is_renju { Some("renju") } else { of_rule }, number);
        }
        if value(Name::of("SO"))
            .or(value(Name::of("EV")))
            .is_some_and(|text| text.contains("littlegolem") || text.starts_with("connect6"))
        {
            return Game::Other("a game of littlegolem.net".to_owned());
        }
        let size = size.as_deref().map(|size| match size.split_once(':') {
            Some((columns, rows)) if columns.trim() == rows.trim() => rows.trim(),
            _ => trimmed(size),
        });
        match number {
            Some(5) if size == Some("15") => {
                Game::Guessed("renju", "the number of another game, GM[5], stands on a board of 15x15 points")
            }
            Some(1) | None => self.like_go(text, number.is_some(), size, moves),
            Some(number) => match number.checked_sub(1).and_then(|index| GAMES.get(index)) {
                Some(name) => Game::Other((*name).to_owned()),
                None => Game::Other(format!("the game with the number {number}")),
            },
        }
    }

    /// The game of a tree that has the number of Go, or none: many programs write no other.
    fn like_go(&self, text: &str, is_numbered: bool, size: Option<&str>, moves: &impl Deref<Target = Moves>) -> Game {
        let komi = self.line(text, Name::of("KM"));
        let is_go = komi.is_some() || self.has_any(&const { names(["HA", "TB", "TW"]) });
        let has_empty_komi = komi.is_none() && self.get(Name::of("KM")).is_some();
        match size {
            Some("15") if is_numbered => {
                Game::Guessed("", "the number of Go, GM[1], stands on a board of 15x15 points")
            }
            Some("15") => Game::Guessed("", "no game is named, and the board has 15x15 points"),
            Some("13") if !is_numbered && has_empty_komi && !is_go && !moves.has_pass => {
                Game::Guessed("freestyle", "no game is named, and the board has 13x13 points")
            }
            None if !is_numbered && moves.begins.is_none() && !is_go => {
                Game::Other("a game that it does not name".to_owned())
            }
            _ if is_numbered || is_go || moves.has_pass => Game::Other("Go".to_owned()),
            _ => Game::Other("a game that it does not name".to_owned()),
        }
    }
}
