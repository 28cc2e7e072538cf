//! The repeated games that were found, for people and for programs.

use serde_json::{Value, json};

use super::catalogue::{Catalogue, Entry, First};
use super::{Beginnings, Collected};
use crate::audit::number::number;
use crate::collate::copies::{Copies, Copy};
use crate::counted::{counted, noun};
use crate::visible::visible;

/// The settings of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Searched {
    /// Whether mirrored and rotated games count as the same.
    pub mirrored: bool,
    /// The most groups that are shown, and the most places of each.
    pub most: u64,
}

/// The repeated games that were found.
#[derive(Debug, Clone)]
pub struct Duplicates {
    searched: Searched,
    games: u64,
    same: Option<Same>,
    beginnings: Option<Begun>,
    held: Option<InMaster>,
    alike: Option<Alike>,
}

/// Where a game stands.
#[derive(Debug, Clone)]
struct GamePlace {
    file: String,
    record: u64,
    line: u64,
}

/// A game that appears several times.
#[derive(Debug, Clone)]
struct Same {
    groups: u64,
    records: u64,
    shown: Vec<SameGame>,
}

#[derive(Debug, Clone)]
struct SameGame {
    count: u64,
    plies: u32,
    places: Vec<GamePlace>,
}

/// Games that differ from another in a ply or two.
#[derive(Debug, Clone)]
struct Alike {
    groups: u64,
    records: u64,
    shown: Vec<Vec<NearCopy>>,
    /// How many records each group has.
    counts: Vec<u64>,
}

#[derive(Debug, Clone)]
struct NearCopy {
    place: GamePlace,
    plies: usize,
    /// In how many plies it differs from the first, and the first of these.
    differs: Option<(usize, usize)>,
}

/// Games that are the beginnings of others.
#[derive(Debug, Clone)]
struct Begun {
    games: u64,
    shown: Vec<Beginning>,
}

#[derive(Debug, Clone)]
struct Beginning {
    place: GamePlace,
    plies: u32,
    /// How many games begin with it, and the first of them.
    others: u64,
    first: GamePlace,
}

/// Games that another archive holds.
#[derive(Debug, Clone)]
struct InMaster {
    master: u64,
    records: u64,
    shown: Vec<GameInMaster>,
}

#[derive(Debug, Clone)]
struct GameInMaster {
    place: GamePlace,
    /// How often the other archive holds it, and where first.
    count: u64,
    first: GamePlace,
}

impl Duplicates {
    /// A sorted catalogue in which nothing has been searched yet.
    pub fn new(catalogue: &Catalogue, searched: Searched) -> Duplicates {
        Duplicates { searched, games: catalogue.games(), same: None, beginnings: None, held: None, alike: None }
    }

    /// Finds the games that appear more than once.
    pub fn find_same(&mut self, catalogue: &Catalogue) {
        let (mut first, mut records) = (First::new(self.searched.most), 0);
        for group in catalogue.groups().filter(|(_, range)| range.len() > 1) {
            records += group.1.len() as u64;
            first.add(catalogue.entries(&group)[0].place(), group);
        }
        let most = usize::try_from(self.searched.most).unwrap_or(usize::MAX);
        let groups = first.count;
        let shown = first.into_kept().map(|group| {
            let entries = catalogue.entries(&group);
            let places = entries.iter().take(most).map(|entry| GamePlace::of(catalogue, entry)).collect();
            SameGame { count: entries.len() as u64, plies: entries[0].plies, places }
        });
        self.same = Some(Same { groups, records, shown: shown.collect() });
    }

    /// Takes over the games of the catalogue that are the beginning of others: a second audit of the same inputs has
    /// found them.
    pub fn take_beginnings(&mut self, catalogue: &Catalogue, second: &Collected) {
        let mut first = First::new(self.searched.most);
        let beginnings: &Beginnings = &second.beginnings;
        for (of, found) in beginnings {
            if let Some(entry) = catalogue.at(*of) {
                first.add(entry.place(), (*entry, *found));
            }
        }
        let games = first.count;
        let shown = first.into_kept().map(|(entry, (others, (input, record, line)))| Beginning {
            place: GamePlace::of(catalogue, &entry),
            plies: entry.plies,
            others,
            first: GamePlace { file: second.catalogue.name(input).to_owned(), record, line },
        });
        self.beginnings = Some(Begun { games, shown: shown.collect() });
    }

    /// Finds the games that another archive holds too.
    pub fn find_held(&mut self, catalogue: &Catalogue, master: &Catalogue) {
        let mut first = First::new(self.searched.most);
        for group in catalogue.groups() {
            let entries = catalogue.entries(&group);
            if let Some(known) = master.find(entries[0].key) {
                entries.iter().for_each(|entry| first.add(entry.place(), (*entry, known)));
            }
        }
        let records = first.count;
        let shown = first.into_kept().filter_map(|(entry, known)| {
            let there = master.at(known)?;
            Some(GameInMaster {
                place: GamePlace::of(catalogue, &entry),
                count: master.count(known),
                first: GamePlace::of(master, there),
            })
        });
        self.held = Some(InMaster { master: master.games(), records, shown: shown.collect() });
    }

    /// Takes over the games that differ from another in a ply or two: a second reading of the same inputs has found them.
    pub fn take_alike(&mut self, copies: &Copies) {
        let groups = copies.groups();
        let most = usize::try_from(self.searched.most).unwrap_or(usize::MAX);
        let near = |copy: &Copy<'_>| NearCopy {
            place: GamePlace { file: copy.file.to_owned(), record: copy.record, line: copy.line },
            plies: copy.plies,
            differs: copy.differs,
        };
        self.alike = Some(Alike {
            groups: groups.len() as u64,
            records: groups.iter().map(|group| group.len() as u64).sum(),
            shown: groups.iter().take(most).map(|group| group.iter().take(most).map(near).collect()).collect(),
            counts: groups.iter().take(most).map(|group| group.len() as u64).collect(),
        });
    }

    /// The text for people; every line ends with a line feed.
    pub fn text(&self) -> String {
        let mut out = "duplicates".to_owned();
        if self.searched.mirrored {
            out.push_str(" (up to the symmetries of the board)");
        }
        out.push_str(&format!("\n  {:>12}  {} compared\n", number(self.games), noun(self.games, "game")));
        if let Some(same) = &self.same {
            out.push_str(&format!(
                "  {:>12}  {} more than once, in {} records\n",
                number(same.groups),
                if same.groups == 1 { "game that appears" } else { "games that appear" },
                number(same.records)
            ));
            for game in &same.shown {
                out.push_str(&format!("    {} x {}: ", number(game.count), counted(game.plies.into(), "ply")));
                let places: Vec<String> = game.places.iter().map(GamePlace::text).collect();
                out.push_str(&places.join(", "));
                let more = game.count - game.places.len() as u64;
                if more > 0 {
                    out.push_str(&format!(" and {} more", number(more)));
                }
                out.push('\n');
            }
            hidden(same.groups, same.shown.len(), &mut out);
        }
        if let Some(alike) = &self.alike {
            alike.text(&mut out);
        }
        if let Some(begun) = &self.beginnings {
            let are = if begun.games == 1 { "game that is" } else { "games that are" };
            out.push_str(&format!("  {:>12}  {are} the beginning of another\n", number(begun.games)));
            for game in &begun.shown {
                let (place, first) = (game.place.text(), game.first.text());
                let plies = counted(game.plies.into(), "ply");
                out.push_str(&format!("    {place}, {plies}: continued in {first}"));
                if game.others > 1 {
                    out.push_str(&format!(" and {} more", number(game.others - 1)));
                }
                out.push('\n');
            }
            hidden(begun.games, begun.shown.len(), &mut out);
        }
        if let Some(held) = &self.held {
            out.push_str(&format!(
                "  {:>12}  {} that the other archive holds too (it has games: {})\n",
                number(held.records),
                noun(held.records, "record"),
                number(held.master)
            ));
            for game in &held.shown {
                out.push_str(&format!("    {}: in the other archive {}", game.place.text(), game.first.text()));
                if game.count > 1 {
                    out.push_str(&format!(" and {} more", number(game.count - 1)));
                }
                out.push('\n');
            }
            hidden(held.records, held.shown.len(), &mut out);
        }
        out
    }

    /// The result as a JSON object.
    pub fn json(&self) -> Value {
        let same = self.same.as_ref().map(|same| {
            let shown: Vec<Value> = same
                .shown
                .iter()
                .map(|game| {
                    let places: Vec<Value> = game.places.iter().map(GamePlace::json).collect();
                    json!({"count": game.count, "plies": game.plies, "places": places})
                })
                .collect();
            json!({"groups": same.groups, "records": same.records, "not_shown": rest(same.groups, shown.len()),
                "shown": shown})
        });
        let beginnings = self.beginnings.as_ref().map(|begun| {
            let shown: Vec<Value> = begun
                .shown
                .iter()
                .map(|game| {
                    json!({"place": game.place.json(), "plies": game.plies, "others": game.others,
                        "first": game.first.json()})
                })
                .collect();
            json!({"games": begun.games, "not_shown": rest(begun.games, shown.len()), "shown": shown})
        });
        let held = self.held.as_ref().map(|held| {
            let shown: Vec<Value> = held
                .shown
                .iter()
                .map(|game| json!({"place": game.place.json(), "count": game.count, "first": game.first.json()}))
                .collect();
            json!({"games_there": held.master, "records": held.records,
                "not_shown": rest(held.records, shown.len()), "shown": shown})
        });
        let mut object = json!({"mirrored": self.searched.mirrored, "games": self.games, "same": same,
            "beginnings": beginnings, "held": held});
        if let Some(alike) = &self.alike {
            object["alike"] = alike.json();
        }
        object
    }
}

impl Alike {
    fn text(&self, out: &mut String) {
        out.push_str(&format!(
            "  {:>12}  {} with copies that differ in a ply or two, in {} {}\n",
            number(self.groups),
            noun(self.groups, "game"),
            number(self.records),
            noun(self.records, "record")
        ));
        for (group, count) in self.shown.iter().zip(&self.counts) {
            let copies: Vec<String> = group.iter().map(NearCopy::text).collect();
            out.push_str(&format!("    {}", copies.join(", ")));
            let more = count - group.len() as u64;
            if more > 0 {
                out.push_str(&format!(" and {} more", number(more)));
            }
            out.push('\n');
        }
        hidden(self.groups, self.shown.len(), out);
    }

    fn json(&self) -> Value {
        let group = |(group, count): (&Vec<NearCopy>, &u64)| {
            let places: Vec<Value> = group.iter().map(NearCopy::json).collect();
            json!({"count": count, "places": places})
        };
        let shown: Vec<Value> = self.shown.iter().zip(&self.counts).map(group).collect();
        json!({"groups": self.groups, "records": self.records, "not_shown": rest(self.groups, shown.len()),
            "shown": shown})
    }
}

impl NearCopy {
    fn text(&self) -> String {
        let (place, plies) = (self.place.text(), counted(self.plies as u64, "ply"));
        match self.differs {
            None => format!("{place}: {plies}"),
            Some((1, ply)) => format!("{place}: {plies}, ply {ply} differs"),
            Some((count, ply)) => format!("{place}: {plies}, {count} differ, the first at ply {ply}"),
        }
    }

    fn json(&self) -> Value {
        let GamePlace { file, record, line } = &self.place;
        let (differs, from) = self.differs.map_or((0, None), |(count, ply)| (count, Some(ply)));
        json!({"file": file, "record": record, "line": line, "plies": self.plies, "differs": differs, "from": from})
    }
}

fn rest(all: u64, shown: usize) -> u64 {
    all - shown as u64
}

fn hidden(all: u64, shown: usize, out: &mut String) {
    if rest(all, shown) > 0 {
        out.push_str(&format!("    and {} more, not shown (--max-diagnostics)\n", number(rest(all, shown))));
    }
}

impl GamePlace {
    fn of(catalogue: &Catalogue, entry: &Entry) -> GamePlace {
        GamePlace { file: catalogue.name(entry.input).to_owned(), record: entry.record, line: entry.line }
    }

    fn text(&self) -> String {
        format!("{}:{} (record {})", visible(&self.file), self.line, self.record)
    }

    fn json(&self) -> Value {
        json!({"file": self.file, "record": self.record, "line": self.line})
    }
}
