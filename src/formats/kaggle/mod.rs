//! Reads episodes of ConnectX, the Connect Four of Kaggle, as JSON. See `grammar/kaggle.ebnf`.
//!
//! Each step holds what both players did. The player who was `ACTIVE` in the step before has moved; the other's action
//! means nothing. Odd cases first:
//! - the action of a player who has run out of time, or whose program has failed, is no move;
//! - one that is `INVALID` was tried and lost the game;
//! - a page for replays wraps an episode: `{"environment": {…}, "logs": […]}`;
//! - an episode of OpenSpiel's Connect Four has its actions in `info.actionHistory`.
//!
//! `read` reads an episode, `beside` counts what it says beside the game, `write` makes a record of it.

mod beside;
mod read;
mod write;

use std::ops::Range;

use super::json::{Json, Scan, Wrong, has_key, has_keys};
use super::made::Made;
use super::pieces::{Dialect, OfPieces, PieceFormat};
use super::{Format, FormatInfo};
use crate::record::Layout;

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// Episodes of ConnectX.
    pub const KAGGLE: Format = Format::new(&OfPieces::<Says>::NEW);
}

impl PieceFormat for Says {
    type Dialect = Kaggle;

    const INFO: FormatInfo = FormatInfo {
        name: "kaggle",
        about: "episodes of ConnectX, the Connect Four of Kaggle: JSON with the actions of both players step by step",
        grammar: include_str!("../../../grammar/kaggle.ebnf"),
        ..FormatInfo::FOREIGN
    };

    fn recognises(head: &[u8]) -> bool {
        let has_any = |keys: &[&str]| keys.iter().any(|key| has_key(head, key));
        // An episode may lack its settings; then its name shows what it is.
        let has_name = |name: &[u8]| memchr::memmem::find(head, name).is_some();
        let is_named =
            || (has_name(b"\"connectx\"") || has_name(b"\"open_spiel_connect_four")) && has_any(&["name", "steps"]);
        // Another game of Kaggle is refused by its name, so it is recognised too.
        let is_episode = || has_keys(head, &["name", "steps"]) && has_any(&["rewards", "statuses", "specification"]);
        has_keys(head, &["configuration"])
            && (has_any(&["inarow", "episodeSteps", "openSpielGameString"]) || is_named() || is_episode())
    }
}

/// The dialect.
#[derive(Debug, Default)]
struct Kaggle {
    scan: Scan,
}

impl Dialect for Kaggle {
    type Content = str;

    const FORMAT: Format = Format::KAGGLE;

    fn begin(&mut self) {
        self.scan = Scan::default();
    }

    fn has_lost(&mut self, count: usize) {
        self.scan.has_lost(count);
    }

    /// Several episodes may stand one after the other.
    fn extent(&mut self, bytes: &[u8], _: bool) -> Option<usize> {
        self.scan.run(bytes)
    }

    fn read(&mut self, text: &str, made: &mut Made) {
        let mut episode = Episode::default();
        let mut json = Json::new(text, 0);
        let done = episode.read(&mut json, made).and_then(|()| json.end());
        episode.write(text, made);
        if made.kept().parts.layout == Layout::Unread {
            return;
        }
        match done {
            Err(wrong) => wrong.tell(made),
            Ok(()) if !episode.has_steps => Wrong::new(0, "this episode has no list `steps`").tell(made),
            Ok(()) => {}
        }
    }
}

/// What an episode says.
#[derive(Debug, Default)]
struct Episode {
    /// Whether the settings of an episode were read.
    is_there: bool,
    /// The name of the environment, and where it stands.
    name: Option<(String, Range<usize>)>,
    columns: Option<(usize, Range<usize>)>,
    rows: Option<(usize, Range<usize>)>,
    in_a_row: Option<usize>,
    /// The game of OpenSpiel with its parameters.
    open_spiel: Option<String>,
    number: Option<(String, Range<usize>)>,
    /// The teams that play White and Red.
    players: Vec<(String, Range<usize>)>,
    /// Their programs, which have names of their own.
    agents: Vec<(String, Range<usize>)>,
    rewards: Vec<Option<f64>>,
    rewards_at: Range<usize>,
    plies: Vec<(usize, Range<usize>)>,
    /// Whether the list of steps or of actions is there.
    has_steps: bool,
    /// How many steps were read, and who moves in the next one.
    steps: usize,
    active: Option<usize>,
    /// How the game ended before its time: the status of a player.
    status: Option<(Status, Range<usize>)>,
    /// The statuses of both players at the end, for files whose steps have none.
    statuses: Vec<(Status, Range<usize>)>,
    is_done: bool,
    /// Where steps stand after the end of the game.
    after: Vec<Range<usize>>,
}

/// What a status says about the player's action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Status {
    Active,
    #[default]
    Inactive,
    Done,
    Timeout,
    Error,
    Invalid,
}
