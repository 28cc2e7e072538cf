//! A table of positions, kept in a file, that answers where a tree would have to replay every game.
//!
//! Games are sorted by their plies, so all games that begin alike stand together: a position after some first plies
//! belongs to a range of games, and each ply that follows to a part of that range. Each beginning has one entry in a
//! table that is sorted by the hash of the position after it. Two positions may have the same hash, so a position that
//! is found is replayed and compared before its games are counted.
//!
//! The file, all numbers with their lowest byte first:
//!
//! ```text
//! the mark             16 bytes
//! items of the games   2 bytes each, or 4 if there are more than 65,535 kinds of them: plies and breaks, game after game
//! games                28 bytes each ([`GAME`])
//! beginnings           12 bytes each ([`BEGINNING`]), sorted
//! the head             what is left: the inputs, the settings, the plies by their numbers
//! where the head is    8 bytes, then the mark once more
//! ```
//!
//! So an index takes 28 bytes for each game, 2 for each ply, and 12 for each ply in which the game is not like another.
//!
//! Records that are not valid are in it too, as far as they could be replayed, with settings of their own: no tree
//! counts them, but they can reach a position.
//!
//! `build` makes it, `pages` reads parts of it, `answer` counts, `reaching` lists the records that reach a position.

mod answer;
mod build;
mod pages;
mod reaching;

use crate::counted::counted;
use std::hash::Hasher;
use std::io;

use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher13;

pub use answer::Index;
pub use build::{Builder, Indexing, Portion};

/// What an index begins and ends with.
const MARK: &[u8] = crate::formats::strange::POSITIONS.as_bytes();

/// The number of a break among the items of a game; plies have those after it.
const BREAK_ITEM: u32 = 0;

/// How many bytes a game takes: where its items begin (8) and how many they are (4), its number among all records (4), its
/// plies (4), its date (4), who has won (1, from 1), whether it was drawn (1), and 2 that are 0.
const GAME: usize = 28;

/// How many bytes a beginning takes: the hash of the position after it (4), the first game that has it (4), how many items
/// it has (4).
const BEGINNING: usize = 12;

/// An input as it was when the index was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// When it was changed last: seconds and nanoseconds since 1970.
    pub changed: (u64, u32),
    /// When its contents, owner, mode or links were changed last (`ctime` on Unix): seconds and nanoseconds since 1970.
    /// No program can set this time back. Both are 0 where the system does not keep it.
    pub entered: (i64, i64),
}

/// What an index is made from: the inputs, and everything else that its answers depend on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origins {
    /// The inputs in their order.
    pub inputs: Vec<Stamp>,
    /// The version of the program and its options, in words.
    pub options: String,
}

impl Origins {
    /// Why an index made from `self` is not valid for `now`; `None` if it is.
    pub fn differ(&self, now: &Origins) -> Option<String> {
        let changed = |(one, other): (&Stamp, &Stamp)| {
            if one.name == other.name {
                (one != other).then(|| format!("{} has changed", other.name))
            } else {
                Some(format!("{} stands where {} stood", other.name, one.name))
            }
        };
        let pairs = self.inputs.iter().zip(&now.inputs);
        if let Some(why) = pairs.into_iter().find_map(changed) {
            return Some(why);
        }
        if self.inputs.len() != now.inputs.len() {
            let files = counted(self.inputs.len() as u64, "file");
            return Some(format!("it was made of {files}, and now there are {}", now.inputs.len()));
        }
        (self.options != now.options).then(|| "it was made with other options, or by another version".to_owned())
    }
}

/// What stands at the end of the file.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Head {
    origins: Origins,
    /// The rules of the games, in the order in which they first occurred.
    settings: Vec<StoredSetting>,
    /// The plies by their numbers, from 1 on.
    words: Vec<Word>,
    /// The names of those who have won, by their numbers, from 1 on.
    winners: Vec<String>,
    invalid: u64,
    /// How many records the inputs have, and how many of them are in the index.
    records: u64,
    games: u64,
    beginnings: u64,
    /// How many bytes an item takes.
    width: usize,
    /// Where the games begin, and the beginnings.
    games_at: u64,
    beginnings_at: u64,
}

/// Rules that valid games, or others, were played by. These games stand together, in the order of the settings.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct StoredSetting {
    /// Whether the games are valid.
    valid: bool,
    /// The tags of the first of these games, as a transcript: they decide the rules.
    tags: String,
    /// How many games there are.
    games: u64,
}

/// A ply as a game has it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Word {
    /// Its text in the game's default notation system.
    text: String,
    /// Its effect, as it is and then through each symmetry of its board.
    actions: Vec<Vec<u8>>,
    /// The columns and rows of the squares where its pieces end.
    squares: Vec<(u8, u8)>,
}

/// The hash of a position: of the picture that its position string begins with.
fn hash(position: &str) -> u32 {
    let mut hasher = SipHasher13::new();
    hasher.write(position.split(' ').next().unwrap_or_default().as_bytes());
    hasher.finish() as u32
}

/// The error for a file that is no index, or a broken one.
fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "this is no index of `tree`, or a broken one")
}
