//! Random games, played by the library: legal, plausible, from fixed seeds, never the same one twice.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use fastrand::Rng;
use oracles::matches::{Cards, random_match};
use scoresheet::{Outcome, Position, System};

use super::halma;

/// A game with its rules and how it is written.
#[derive(Debug)]
pub(crate) struct Game {
    /// What its archives are called.
    pub(crate) name: &'static str,
    /// The tags that choose rules and notation.
    pub(crate) tags: &'static [(&'static str, &'static str)],
    pub(crate) sides: &'static [&'static str],
    /// The notation system in which lists write plies without spaces, if they do.
    pub(crate) run_together: Option<&'static str>,
    /// Whether the other side begins the next manche.
    pub(crate) beginner_changes: bool,
    /// Whether a ply may be several words.
    pub(crate) has_words: bool,
    player: Player,
}

/// A game that was played.
#[derive(Debug, Hash)]
pub(crate) struct Played {
    /// The plies, and `/` between manches.
    pub(crate) plies: Vec<String>,
    /// Plies that would have been legal too, each in the place of the ply at the index.
    pub(crate) others: Vec<(usize, String)>,
    /// The winner, `draw` or `*`.
    pub(crate) result: &'static str,
}

/// Who chooses the plies.
#[derive(Debug)]
enum Player {
    /// Any of the first columns; now and then a bonus piece.
    Columns { count: u8, bonus: bool },
    /// Points near the last ones.
    Near,
    /// Pieces that go for the opposite corner, by long chains where they find them; `ends` if their ways are left out.
    Leaps { ends: bool },
    /// Cards drawn from the deck.
    Deck,
}

const WHITE_RED: &[&str] = &["White", "Red"];
const BLACK_WHITE: &[&str] = &["Black", "White"];
const RED_BLUE: &[&str] = &["Red", "Blue"];
const WHITE_GREEN: &[&str] = &["White", "Green"];
const FOUR: &[&str] = &["White", "Red", "Green", "Blue"];

/// What a game is where nothing else is said.
const PLAIN: Game = Game {
    name: "",
    tags: &[],
    sides: &[],
    run_together: None,
    beginner_changes: false,
    has_words: false,
    player: Player::Near,
};

/// Every game of which archives are made.
pub(crate) static GAMES: &[Game] = &[
    Game {
        name: "forza4",
        tags: &[("Game", "forza4")],
        sides: WHITE_RED,
        run_together: Some("digits"),
        player: Player::Columns { count: 7, bonus: false },
        ..PLAIN
    },
    Game {
        name: "gomoku",
        tags: &[("Game", "gomoku"), ("Variant", "freestyle"), ("Board", "15x15")],
        sides: BLACK_WHITE,
        run_together: Some("squares"),
        ..PLAIN
    },
    Game {
        name: "renju",
        tags: &[("Game", "gomoku"), ("Variant", "renju")],
        sides: BLACK_WHITE,
        run_together: Some("squares"),
        ..PLAIN
    },
    Game {
        name: "plus4",
        tags: &[("Game", "plus4")],
        sides: RED_BLUE,
        run_together: Some("digits"),
        player: Player::Columns { count: 4, bonus: false },
        ..PLAIN
    },
    Game {
        name: "plus4-continua",
        tags: &[("Game", "plus4"), ("Variant", "continua")],
        sides: RED_BLUE,
        player: Player::Columns { count: 4, bonus: true },
        ..PLAIN
    },
    Game {
        name: "plus4-manche",
        tags: &[("Game", "plus4"), ("Variant", "manche")],
        sides: RED_BLUE,
        beginner_changes: true,
        player: Player::Columns { count: 4, bonus: true },
        ..PLAIN
    },
    Game {
        name: "halma",
        tags: &[("Game", "halma")],
        sides: WHITE_GREEN,
        player: Player::Leaps { ends: false },
        ..PLAIN
    },
    Game {
        name: "halma-ends",
        tags: &[("Game", "halma"), ("Notation", "ends")],
        sides: WHITE_GREEN,
        player: Player::Leaps { ends: true },
        ..PLAIN
    },
    Game {
        name: "halma-four",
        tags: &[("Game", "halma"), ("Variant", "four")],
        sides: FOUR,
        player: Player::Leaps { ends: false },
        ..PLAIN
    },
    Game {
        name: "halma-four-ends",
        tags: &[("Game", "halma"), ("Variant", "four"), ("Notation", "ends")],
        sides: FOUR,
        player: Player::Leaps { ends: true },
        ..PLAIN
    },
    Game {
        name: "lefile",
        tags: &[("Game", "lefile")],
        sides: &["White", "Black"],
        has_words: true,
        player: Player::Deck,
        ..PLAIN
    },
];

/// How many plies a game has at most: people who play Halma tire.
const LONGEST: usize = 160;

/// Of how many plies one has another beside it.
const SELDOM: u8 = 200;

impl Game {
    /// Games of which no two are the same, always in the same order.
    pub(crate) fn distinct(&'static self) -> impl Iterator<Item = Played> {
        let mut seen = HashSet::new();
        (0..).map(|seed| self.play(seed)).filter(move |played| {
            let mut hasher = DefaultHasher::new();
            played.plies.hash(&mut hasher);
            seen.insert(hasher.finish())
        })
    }

    fn play(&self, seed: u64) -> Played {
        let mut rng = Rng::with_seed(seed);
        let mut game = Board::new(self);
        match self.player {
            Player::Columns { count, bonus } => game.columns(count, bonus, &mut rng),
            Player::Near => game.near(&mut rng),
            Player::Leaps { ends } => game.leaps(ends, &mut rng),
            Player::Deck => game.deck(seed),
        }
        let result = match game.position.outcome() {
            Outcome::Draw { .. } => "draw",
            _ => game.position.winner().unwrap_or("*"),
        };
        let mut plies: Vec<String> = game.position.plies().map(str::to_owned).collect();
        // A break without a ply behind it is not written.
        if plies.last().is_some_and(|ply| ply == "/") {
            plies.pop();
        }
        Played { plies, others: game.others, result }
    }
}

/// A game that is being played.
struct Board {
    position: Position,
    others: Vec<(usize, String)>,
}

impl Board {
    fn new(game: &Game) -> Board {
        let mut builder = Position::builder(game.tags[0].1);
        for (name, value) in &game.tags[1..] {
            builder = match *name {
                "Notation" => builder.notation(System::named(value).expect("a notation system")),
                name => builder.tag(name, value),
            };
        }
        Board { position: builder.start().expect("rules that can be played"), others: Vec::new() }
    }

    fn is_going_on(&self) -> bool {
        self.position.outcome() == Outcome::Unfinished && self.position.plies().len() < LONGEST
    }

    /// Plays a ply if it is legal.
    fn play(&mut self, ply: &str) -> bool {
        self.position.play(ply).is_ok()
    }

    /// Keeps a ply that would be legal, too, in the place of the next one.
    fn remember(&mut self, ply: &str) {
        if ply != "/" && self.play(ply) {
            let other = self.position.undo().expect("the ply");
            self.others.push((self.position.plies().len(), other));
        }
    }

    /// Plays any legal ply; `false` if there is none.
    fn any(&mut self, rng: &mut Rng) -> bool {
        let legal = self.position.legal();
        rng.choice(&legal).is_some_and(|ply| self.play(ply))
    }

    fn columns(&mut self, count: u8, bonus: bool, rng: &mut Rng) {
        let choose = |rng: &mut Rng| {
            let star = if bonus && rng.u8(..12) == 0 { "*" } else { "" };
            format!("{}{star}", char::from(b'a' + rng.u8(..count)))
        };
        while self.is_going_on() {
            let ply = choose(rng);
            let other = (rng.u8(..SELDOM) == 0).then(|| choose(rng)).filter(|other| *other != ply);
            if let Some(other) = other {
                self.remember(&other);
            }
            if !self.play(&ply) {
                self.others.pop_if(|(index, _)| *index == self.position.plies().len());
                if !self.any(rng) {
                    break;
                }
            }
        }
    }

    fn near(&mut self, rng: &mut Rng) {
        let mut points: Vec<(i8, i8)> = Vec::new();
        while self.is_going_on() {
            // From one of the last points to the first empty one on a random way.
            let recent = points.len().saturating_sub(5);
            let free = |rng: &mut Rng| {
                let (mut x, mut y) = *rng.choice(&points[recent..]).unwrap_or(&(7, 7));
                while points.contains(&(x, y)) {
                    (x, y) = ((x + rng.i8(-1..=1)).clamp(0, 14), (y + rng.i8(-1..=1)).clamp(0, 14));
                }
                (x, y)
            };
            let name = |(x, y): (i8, i8)| format!("{}{}", char::from(b'a' + x as u8), y + 1);
            let point = free(rng);
            let other = (rng.u8(..SELDOM) == 0).then(|| free(rng)).filter(|other| *other != point);
            if let Some(other) = other {
                self.remember(&name(other));
            }
            if self.play(&name(point)) {
                points.push(point);
            } else {
                // Forbidden: another one is chosen, or the game ends as it is.
                self.others.pop_if(|(index, _)| *index == points.len());
                if rng.u8(..20) == 0 {
                    break;
                }
            }
        }
    }

    fn leaps(&mut self, is_ends: bool, rng: &mut Rng) {
        let mut field = halma::Field::of(&self.position.position_string());
        let most = rng.usize(40..LONGEST);
        let name = |path: &[halma::Point]| {
            if is_ends { halma::name(&[path[0], path[path.len() - 1]]) } else { halma::name(path) }
        };
        while self.is_going_on() && self.position.plies().len() < most {
            let side = self.position.turn();
            if rng.u8(..SELDOM) == 0
                && let Some(path) = field.choose(side, rng)
            {
                self.remember(&name(&path));
            }
            let Some(path) = field.choose(side, rng) else { break };
            if !self.play(&name(&path)) {
                break;
            }
            field.carry_out(&path);
        }
    }

    /// A match by the second implementation, which draws cards; every ply is played here, too.
    fn deck(&mut self, seed: u64) {
        let cards = if seed.is_multiple_of(4) { Cards::Suits } else { Cards::Colours };
        for (index, ply) in random_match(cards, seed as u32).iter().enumerate() {
            if index == 48 {
                assert!(self.play("/"), "a break between manches");
            }
            assert!(self.play(ply), "{ply} is legal");
        }
    }
}
