//! Counts what an index knows: which games pass through the position, and how they go on.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;

use super::super::count::{Done, Node, Root};
use super::super::goal::{Prepared, Target};
use super::super::{Date, Kind, Query, Tally};
use super::pages::Pages;
use super::{BEGINNING, BREAK_ITEM, GAME, Head, MARK, Origins, StoredSetting, Word, broken, hash};
use crate::board::Square;
use crate::board::symmetry::SAME;
use crate::engine::{Defaults, Resolver, Setting};
use crate::formats::Records;
use crate::formats::transcript::Transcripts;
use crate::game::State;
use crate::source::MAX_RECORD;

/// An index that was opened.
#[derive(Debug)]
pub struct Index {
    pub(super) head: Head,
    pages: Pages,
    pub(super) defaults: Defaults,
}

/// A game of the index.
#[derive(Debug, Clone, Copy)]
pub(super) struct Game {
    items_at: u64,
    items: usize,
    /// Its number among all records, from 0.
    pub(super) place: u32,
    plies: u32,
    date: u32,
    winner: u8,
    drawn: bool,
}

/// A range of games that all pass the position after `items` items.
#[derive(Debug, Clone)]
pub(super) struct Passing {
    pub(super) games: Range<u64>,
    items: usize,
}

/// Games with the same further plies, and their results.
struct Run {
    /// The first of them: its number among all records, and here.
    first: (u32, u64),
    /// Per symmetry: after how many items the game, seen through it, reaches the position.
    passed: Vec<(usize, usize)>,
    plies: Vec<Done>,
    sum: Node,
}

impl Index {
    /// Opens an index. `defaults` must be those that it was made with.
    ///
    /// # Errors
    /// Fails if it cannot be read, or is no index.
    pub fn open(mut file: File, defaults: Defaults) -> io::Result<Index> {
        let size = file.seek(SeekFrom::End(0))?;
        let mut pages = Pages::new(file);
        let mut trailer = [0; 8 + MARK.len()];
        let trailer_at = size.checked_sub(trailer.len() as u64).ok_or_else(broken)?;
        pages.read(trailer_at, &mut trailer)?;
        let head_at = number64(&trailer).filter(|at| trailer[8..] == *MARK && *at <= trailer_at).ok_or_else(broken)?;
        let mut bytes = vec![0; (trailer_at - head_at) as usize];
        pages.read(head_at, &mut bytes)?;
        let head: Head = postcard::from_bytes(&bytes).map_err(|_| broken())?;
        let games: u64 = head.settings.iter().map(|setting| setting.games).sum();
        if games != head.games || ![2, 4].contains(&head.width) {
            return Err(broken());
        }
        Ok(Index { head, pages, defaults })
    }

    /// What it was made from.
    pub fn origins(&self) -> &Origins {
        &self.head.origins
    }

    /// The tally that a count of all records would give.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is broken.
    pub fn tally(&mut self, query: &Query) -> io::Result<Tally> {
        let mut tally = Tally { invalid: self.head.invalid, ..Tally::default() };
        let (mut runs, mut before) = (Vec::new(), 0);
        for stored in self.head.settings.clone() {
            let games = before..before + stored.games;
            before = games.end;
            if !stored.valid {
                continue;
            }
            let setting = setting(&stored, &self.defaults)?;
            tally.count(Kind::of(&setting), stored.games);
            let prepared = Prepared::new(&query.goal, &setting, query.mirrored);
            tally.judge(&prepared);
            if tally.kinds.len() > 1 {
                continue;
            }
            tally.parties(&setting);
            let first = runs.len();
            self.runs(query, &setting, &prepared, games, &mut runs)?;
            let is_earlier = |run: &Run| tally.root.is_none() || run.first < first_of(&runs[..first]);
            if let Some(run) = runs[first..].iter().min_by_key(|run| run.first).filter(|run| is_earlier(run)) {
                let (game, passed) = (run.first.1, run.passed.clone());
                tally.root = self.root(&setting, &prepared, game, &passed)?;
            }
        }
        // A ply is spelt as in the first game that has it.
        runs.sort_by_key(|run| run.first);
        runs.iter().for_each(|run| tally.top.count_many(&run.plies, &run.sum));
        Ok(tally)
    }

    /// The games that pass through the position, in groups that go on alike.
    fn runs(
        &mut self,
        query: &Query,
        setting: &Setting,
        prepared: &Prepared,
        games: Range<u64>,
        runs: &mut Vec<Run>,
    ) -> io::Result<()> {
        let mut images = Vec::new();
        for image in 0..prepared.symmetries.len() {
            images.push(match &prepared.target {
                Target::Start => vec![Passing { games: games.clone(), items: 0 }],
                Target::Line(line) => self.line(line, image, games.clone())?,
                Target::Position(places) => {
                    let place = places.get(image).ok_or_else(broken)?;
                    self.position(setting, &|position| place.is(&position.string()), place.text(), games.clone())?
                }
                Target::Nowhere => Vec::new(),
            });
        }
        // Between two neighbouring edges all games pass through the position alike.
        let mut edges: Vec<u64> =
            images.iter().flatten().flat_map(|passing| [passing.games.start, passing.games.end]).collect();
        edges.sort_unstable();
        edges.dedup();
        for edge in edges.windows(2) {
            let passes = |passing: &&Passing| passing.games.contains(&edge[0]);
            let found = images.iter().enumerate();
            let passed: Vec<(usize, usize)> =
                found.filter_map(|(image, passings)| Some((image, passings.iter().find(passes)?.items))).collect();
            let mut at = edge[0];
            while !passed.is_empty() && at < edge[1] {
                let run = self.run(query, prepared, &passed, at..edge[1])?;
                at += run.sum.count;
                runs.push(run);
            }
        }
        Ok(())
    }

    /// The first of these games, with those after it that go on alike.
    fn run(
        &mut self,
        query: &Query,
        prepared: &Prepared,
        passed: &[(usize, usize)],
        games: Range<u64>,
    ) -> io::Result<Run> {
        let game = self.game(games.start)?;
        let items = self.items(&game)?;
        let mut longest = 0;
        let mut plies: Option<Vec<Done>> = None;
        for &(image, from) in passed {
            let mut found = Vec::new();
            let mut length = from;
            for &item in items.get(from..).ok_or_else(broken)? {
                if found.len() == query.depth {
                    break;
                }
                length += 1;
                if item != BREAK_ITEM {
                    found.push(self.done(item, image, prepared)?);
                }
            }
            // A game that is over differs from one that continues.
            longest = longest.max(length + usize::from(found.len() < query.depth));
            let actions = |plies: &[Done]| plies.iter().map(|ply| ply.action.clone()).collect::<Vec<_>>();
            if plies.as_ref().is_none_or(|plies| actions(&found) < actions(plies)) {
                plies = Some(found);
            }
        }
        let end = self.end_of(games.clone(), |other| {
            let same = |length: usize| items.get(..length) == other.get(..length);
            if longest > items.len() { *items == *other } else { same(longest) }
        })?;
        let (mut sum, mut first) = (Node::default(), (u32::MAX, games.start));
        for number in games.start..end {
            let Game { place, plies, date, winner, drawn, .. } = self.game(number)?;
            first = first.min((place, number));
            let winner = match winner {
                0 => None,
                number => {
                    let name = self.head.winners.get(usize::from(number) - 1).ok_or_else(broken)?;
                    Some(prepared.party(name).ok_or_else(broken)?)
                }
            };
            sum.game(&super::super::count::GameResult { winner, drawn, plies, date: Date::of_number(date) });
        }
        Ok(Run { first, passed: passed.to_vec(), plies: plies.unwrap_or_default(), sum })
    }

    /// A ply as the image has it.
    fn done(&self, item: u32, image: usize, prepared: &Prepared) -> io::Result<Done> {
        let Word { text, actions, squares } = self.word(item)?;
        let symmetry = *prepared.symmetries.get(image).ok_or_else(broken)?;
        let action = actions.get(image).ok_or_else(broken)?.clone();
        let squares = squares.iter().map(|&(column, row)| Square::new(column, row));
        Ok(Done::seen(symmetry, prepared, (action, text.clone()), squares))
    }

    /// The games that begin with a line, seen through a symmetry.
    fn line(&mut self, line: &[Vec<u8>], image: usize, games: Range<u64>) -> io::Result<Vec<Passing>> {
        let mut open = vec![Passing { games, items: 0 }];
        for action in line {
            let mut next = Vec::new();
            for Passing { games, items } in open {
                let mut at = games.start;
                while at < games.end {
                    let game = self.game(at)?;
                    let own = self.items(&game)?;
                    // A break stands before the ply.
                    let place = items + usize::from(own.get(items) == Some(&BREAK_ITEM));
                    let Some(&item) = own.get(place) else {
                        at += 1;
                        continue;
                    };
                    let end = self.end_of(at..games.end, |other| other.get(..=place) == own.get(..=place))?;
                    if self.word(item)?.actions.get(image) == Some(action) {
                        next.push(Passing { games: at..end, items: place + 1 });
                    }
                    at = end;
                }
            }
            open = next;
        }
        Ok(open)
    }

    /// The games that pass through a position. `text` is how it begins.
    pub(super) fn position(
        &mut self,
        setting: &Setting,
        is_there: &dyn Fn(&dyn State) -> bool,
        text: &str,
        games: Range<u64>,
    ) -> io::Result<Vec<Passing>> {
        let wanted = hash(text);
        let mut at = self.first_beginning(wanted)?;
        let mut found: Vec<(usize, u64)> = Vec::new();
        while at < self.head.beginnings {
            let [hash, game, items] = self.beginning(at)?;
            if hash != wanted {
                break;
            }
            if games.contains(&game.into()) {
                found.push((items as usize, game.into()));
            }
            at += 1;
        }
        // A game that comes there more than once counts where it first does: shorter beginnings come first.
        found.sort_unstable();
        let mut passing: Vec<Passing> = Vec::new();
        for (items, number) in found {
            if passing.iter().any(|known| known.games.contains(&number)) {
                continue;
            }
            let game = self.game(number)?;
            let own = self.items(&game)?;
            if !is_there(&*self.replay(setting, &own, items)?) {
                continue;
            }
            let end = self.end_of(number..games.end, |other| other.get(..items) == own.get(..items))?;
            passing.push(Passing { games: number..end, items });
        }
        Ok(passing)
    }

    /// The position where counting begins, reached by replaying a game that passes it.
    fn root(
        &mut self,
        setting: &Setting,
        prepared: &Prepared,
        number: u64,
        passed: &[(usize, usize)],
    ) -> io::Result<Option<Root>> {
        let Some(&(image, items)) = passed.iter().min_by_key(|(_, items)| *items) else { return Ok(None) };
        let game = self.game(number)?;
        let own = self.items(&game)?;
        let state = self.replay(setting, &own, items)?;
        let symmetry = *prepared.symmetries.get(image).ok_or_else(broken)?;
        let scene = (symmetry == SAME).then(|| state.scene());
        Ok(Root::of(state.reflected(symmetry), scene, setting))
    }

    /// The position after the first `count` items of a game.
    fn replay(&self, setting: &Setting, items: &[u32], count: usize) -> io::Result<Arc<dyn State>> {
        let mut state: Arc<dyn State> = setting.start.clone();
        let system = setting.default_system();
        for &item in items.get(..count).ok_or_else(broken)? {
            let played = match item {
                BREAK_ITEM => state.played(crate::game::BREAK, system),
                _ => {
                    let text = &self.word(item)?.text;
                    // A ply that is not legal has stood (C-6).
                    state.played(text, system).or_else(|_| state.played_as(text, [system; 2], true))
                }
            };
            state = played.map_err(|_| broken())?.state;
        }
        Ok(state)
    }

    /// Where the games of this range end that are like the first: they come before all others.
    fn end_of(&mut self, games: Range<u64>, mut is_like: impl FnMut(&[u32]) -> bool) -> io::Result<u64> {
        let mut is = |index: &mut Index, number: u64| -> io::Result<bool> {
            let game = index.game(number)?;
            Ok(is_like(&index.items(&game)?))
        };
        let (mut from, mut step) = (games.start, 1);
        while from + step < games.end && is(self, from + step)? {
            from += step;
            step *= 2;
        }
        // The game at `from` is like the first; the one at `to` is not, or does not exist.
        let mut to = games.end.min(from + step);
        while from + 1 < to {
            let middle = from + (to - from) / 2;
            if is(self, middle)? { from = middle } else { to = middle }
        }
        Ok(to)
    }

    fn word(&self, item: u32) -> io::Result<&Word> {
        (item as usize).checked_sub(1).and_then(|place| self.head.words.get(place)).ok_or_else(broken)
    }

    pub(super) fn game(&mut self, number: u64) -> io::Result<Game> {
        let mut bytes = [0; GAME];
        self.pages.read(self.head.games_at + number * GAME as u64, &mut bytes)?;
        let part = |at: usize| number32(&bytes[at..]);
        Ok(Game {
            items_at: number64(&bytes).unwrap_or_default(),
            items: part(8) as usize,
            place: part(12),
            plies: part(16),
            date: part(20),
            winner: bytes[24],
            drawn: bytes[25] > 0,
        })
    }

    fn items(&mut self, game: &Game) -> io::Result<Vec<u32>> {
        let width = self.head.width;
        // No game has more items than its file has bytes.
        let mut bytes = vec![0; game.items.min(self.head.games_at as usize / width) * width];
        self.pages.read(MARK.len() as u64 + game.items_at * width as u64, &mut bytes)?;
        let item = |bytes: &[u8]| bytes.iter().rev().fold(0, |item, byte| item << 8 | u32::from(*byte));
        Ok(bytes.chunks_exact(width).map(item).collect())
    }

    fn beginning(&mut self, number: u64) -> io::Result<[u32; 3]> {
        let mut bytes = [0; BEGINNING];
        self.pages.read(self.head.beginnings_at + number * BEGINNING as u64, &mut bytes)?;
        Ok([0, 4, 8].map(|at| number32(&bytes[at..])))
    }

    /// The first beginning with a hash that is not less.
    fn first_beginning(&mut self, hash: u32) -> io::Result<u64> {
        let (mut from, mut to) = (0, self.head.beginnings);
        while from < to {
            let middle = from + (to - from) / 2;
            if self.beginning(middle)?[0] < hash { from = middle + 1 } else { to = middle }
        }
        Ok(from)
    }
}

/// The place of the first game of these runs.
fn first_of(runs: &[Run]) -> (u32, u64) {
    runs.iter().map(|run| run.first).min().unwrap_or((u32::MAX, u64::MAX))
}

/// Restores rules from the index.
pub(super) fn setting(stored: &StoredSetting, defaults: &Defaults) -> io::Result<Setting> {
    let mut records = Transcripts::new(stored.tags.as_bytes(), MAX_RECORD)?;
    let mut resolver = Resolver::new(defaults.clone());
    // Lists need no tags: their rules are what the caller knows.
    match Records::next(&mut records)? {
        Some(record) => _ = resolver.settle(&record, &mut ()),
        None => _ = resolver.untagged(&mut ()),
    }
    resolver.into_setting().filter(|setting| setting.rules.playable).ok_or_else(broken)
}

fn number32(bytes: &[u8]) -> u32 {
    bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

fn number64(bytes: &[u8]) -> Option<u64> {
    bytes.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}
