//! From tags and the caller's wishes to a [`Setting`]: which game, by which rules, on which board, in which notation.
//!
//! Whatever is wrong on the way is a complaint about a tag. After `unknown-game`, `bad-variant` and `bad-position`
//! there is no setting and nothing is replayed; after `bad-tag` the tag counts as absent.

use std::borrow::Cow;
use std::sync::Arc;

use super::claims::{Claims, JudgedTags, read_claims};
use super::defaults::Defaults;
use super::registry::{AnyGame, Start};
use super::tag_names::{Numbers, Role, TagNames, role};
use crate::board::{Side, Size};
use crate::codes::{BAD_TAG, DUPLICATE_TAG, UNKNOWN_GAME, UNKNOWN_TAG};
use crate::diagnostic::{Code, Diagnostic, Sink, Text, quoted};

use crate::game::{GameInfo, Request, RuleSet, TagFaults};
use crate::record::{Record, to_usize_range};
use crate::system::System;
use crate::tags;

/// By which rules a record is replayed.
#[derive(Debug)]
pub struct Setting {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// What the game has made of the tags.
    pub rules: RuleSet,
    /// The notation system, if a tag or the caller names one.
    pub system: Option<System>,
    /// The position before the first ply.
    pub start: Arc<dyn Start>,
    /// The notation systems besides the default one that a record may be written in without naming them.
    pub(super) others: Vec<System>,
}

impl Setting {
    /// The game's table.
    pub fn info(&self) -> &'static GameInfo {
        self.game.info()
    }

    /// The name of a side.
    pub fn name(&self, side: Side) -> &'static str {
        self.rules.sides.get(side.index()).map_or("", |info| info.name)
    }

    /// The name of those who have won, a side or a pair.
    pub fn winner(&self, side: Side) -> &'static str {
        self.rules.party_name(side)
    }

    /// The game's default notation system.
    pub fn default_system(&self) -> System {
        self.info().default_system
    }
}

/// Settles records one after the other, and remembers the last setting: in most archives it is that of the next too.
#[derive(Debug, Default)]
pub struct Resolver {
    defaults: Defaults,
    /// The text of the tags that have made the setting, one behind the other, and what was known beside them.
    key: Option<String>,
    setting: Option<Setting>,
    tag_faults: Vec<(&'static Code, &'static str, Text)>,
    claims: Claims,
    /// Whether the last record had no tags and nothing was wrong with that.
    untagged: bool,
    names: TagNames,
}

/// What became of a record's tags.
#[derive(Debug)]
pub struct Resolution<'s> {
    /// By which rules to replay; `None`: nothing is replayed.
    pub setting: Option<&'s Setting>,
    /// The game, also where its variant or position is refused.
    pub game: Option<&'static dyn AnyGame>,
    /// The tags that are judged beside the plies.
    pub claims: &'s Claims,
}

impl Resolver {
    /// A settler of records of which the caller knows `defaults`.
    pub fn new(defaults: Defaults) -> Resolver {
        Resolver { defaults, ..Resolver::default() }
    }

    /// What the caller knows.
    pub fn defaults(&self) -> &Defaults {
        &self.defaults
    }

    /// The claims of the record settled last.
    pub fn claims(&self) -> &Claims {
        &self.claims
    }

    /// The setting of the record settled last, if there are rules to play it by.
    pub(crate) fn current(&self) -> Option<&Setting> {
        self.setting.as_ref()
    }

    /// The setting of the record settled last, for callers who settle no other.
    pub(crate) fn into_setting(self) -> Option<Setting> {
        self.setting
    }

    /// The setting of records without any tag.
    pub fn untagged(&mut self, sink: &mut dyn Sink) -> Option<&Setting> {
        let mut tag_faults = TagFaults::default();
        self.key = None;
        self.untagged = false;
        self.setting = settle(None, &self.defaults, &mut tag_faults);
        for (code, _, text) in tag_faults.0 {
            sink.report(Diagnostic::new(code, 0..0, text));
        }
        self.setting.as_ref()
    }

    /// Settles `record` and tells `sink` what is wrong with its tags.
    pub fn settle(&mut self, record: &Record<'_>, sink: &mut dyn Sink) -> Resolution<'_> {
        let untagged = record.parts.tags.is_empty() && record.parts.context.is_empty();
        if untagged && self.untagged {
            // Line after line of a list: the caller has said all there is to say, and nothing is wrong with it.
            let game = self.setting.as_ref().map(|setting| setting.game);
            return Resolution { setting: self.setting.as_ref(), game, claims: &self.claims };
        }
        let seen = self.look(record);
        if !seen.is_same_setting {
            let key = key_of(record);
            // The tags may stand in another order than they are compared in.
            if self.key.as_ref() != Some(&key) {
                let mut tag_faults = TagFaults::default();
                self.setting = settle(Some(record), &self.defaults, &mut tag_faults);
                self.tag_faults = tag_faults.0;
                self.key = Some(key);
            }
        }
        // Who writes `Game: forza4` instead of a tag is told of that line; that no tag names the game follows from it.
        let is_told = record.parts.labelled && self.defaults.game.is_none() && record.tag("Game").is_none();
        for (code, tag, text) in self.tag_faults.iter().filter(|(code, ..)| !is_told || *code != &UNKNOWN_GAME) {
            let span = record.tag(tag).map_or(0..0, |tag| to_usize_range(&tag.whole));
            sink.report(Diagnostic::new(code, span, text.clone()));
        }
        if seen.has_duplicates {
            duplicates(record, sink);
        }
        if seen.has_unknown {
            self.unknown_tags(record, sink);
        }
        let rules = self.setting.as_ref().map(|setting| &setting.rules);
        read_claims(record, rules, seen.judged, &mut self.claims, sink);
        self.untagged = untagged && self.tag_faults.is_empty() && self.setting.is_some();
        let game = match &self.setting {
            Some(setting) => Some(setting.game),
            None => {
                let name = self.defaults.game.as_deref().map(Cow::Borrowed).or_else(|| record.known("Game"));
                name.and_then(|name| self.defaults.games.named(&name))
            }
        };
        Resolution { setting: self.setting.as_ref(), game, claims: &self.claims }
    }

    /// One look at each tag.
    fn look(&mut self, record: &Record<'_>) -> Seen {
        let mut seen = Seen::default();
        let mut rest = if record.parts.context.is_empty() { self.key.as_deref() } else { None };
        for (index, tag) in record.parts.tags.iter().enumerate() {
            let kind = self.names.kind(record.name(tag));
            seen.has_duplicates |= seen.numbers.insert(kind.number);
            seen.has_unknown |= kind.meant.is_some();
            match kind.role {
                Role::Decides => {
                    rest = rest.and_then(|rest| rest.strip_prefix(record.slice(to_usize_range(&tag.whole))));
                }
                Role::Result => drop(seen.judged.result.get_or_insert(index)),
                Role::Termination => drop(seen.judged.termination.get_or_insert(index)),
                Role::Stands => drop(seen.judged.stands.get_or_insert(index)),
                Role::None => {}
            }
        }
        seen.is_same_setting = rest.is_some_and(str::is_empty);
        seen
    }

    /// Tells each tag that is not known and was probably meant to be a known one.
    fn unknown_tags(&mut self, record: &Record<'_>, sink: &mut dyn Sink) {
        let sides = self.setting.as_ref().map(|setting| setting.rules.sides);
        for tag in &record.parts.tags {
            let name = record.name(tag);
            let Some(meant) = self.names.kind(name).meant else { continue };
            if tags::is_side(meant) && sides.is_some_and(|sides| !sides.iter().any(|side| side.name == meant)) {
                continue;
            }
            let text = match sink.wants_text() {
                true => Text::new(format!("unknown tag {name}; did you mean {meant}?"))
                    .help(format!("the tag is kept but has no effect; for {meant} write [{meant} \"…\"]")),
                false => Text::default(),
            };
            sink.report(Diagnostic::new(&UNKNOWN_TAG, to_usize_range(&tag.whole), text));
        }
    }
}

/// What a look at the tags of a record tells.
#[derive(Default)]
struct Seen {
    /// Whether the tags that make the setting are those of the record before.
    is_same_setting: bool,
    numbers: Numbers,
    has_duplicates: bool,
    has_unknown: bool,
    judged: JudgedTags,
}

/// The text of the tags that make the setting, and what is known beside them.
fn key_of(record: &Record<'_>) -> String {
    let mut key = String::new();
    for tag in &record.parts.tags {
        if role(record.name(tag)) == Role::Decides {
            key.push_str(record.slice(to_usize_range(&tag.whole)));
        }
    }
    for (sign, tags) in [('<', &record.parts.context.before), ('>', &record.parts.context.lacking)] {
        for (name, value) in tags {
            // No two lists of names and values are written alike.
            key.push_str(&format!("{sign}{name} {value:?}"));
        }
    }
    key
}

fn settle(record: Option<&Record<'_>>, defaults: &Defaults, tag_faults: &mut TagFaults) -> Option<Setting> {
    let request = &Request { record, given: &defaults.tags() };
    let known = || defaults.games.ids().collect::<Vec<_>>().join(", ");
    let Some(name) = request.get("Game") else {
        let text = Text::new("nothing says which game this is")
            .help(format!("add a tag [Game \"…\"] or name it with --game; known games: {}", known()));
        tag_faults.add(&UNKNOWN_GAME, "Game", text);
        return None;
    };
    let Some(game) = defaults.games.named(&name) else {
        let text = Text::new(format!("unknown game {}", quoted(&name))).help(format!("known games: {}", known()));
        tag_faults.add(&UNKNOWN_GAME, "Game", text);
        return None;
    };
    let system = notation(request, defaults.notation, game.info(), tag_faults);
    let rules = game.settle(request, tag_faults)?;
    let start = game.start(&rules);
    let others = others(game.info(), rules.board);
    Some(Setting { game, rules, system, start, others })
}

/// The systems besides the default that a record may be written in; diagrams are told in another way. Digits that a board
/// has too many columns for are read if they are named, but never looked for.
fn others(info: &GameInfo, board: Size) -> Vec<System> {
    let may_be = |system: &System| {
        !system.is_diagram()
            && *system != info.default_system
            && system.most_columns().is_none_or(|most| board.columns <= most)
    };
    info.systems().filter(may_be).collect()
}

/// The notation system that the caller or the tag names.
fn notation(
    request: &Request<'_>,
    given: Option<System>,
    info: &'static GameInfo,
    tag_faults: &mut TagFaults,
) -> Option<System> {
    let before = || System::named(request.record?.said_before("Notation")?);
    if let Some(system) = given.or_else(before) {
        return Some(system);
    }
    let name = request.get("Notation")?;
    let system = System::named(&name).filter(|&system| info.takes(system));
    if system.is_none() {
        let names: Vec<_> = info.systems().map(System::name).collect();
        let text = Text::new(format!("{} cannot be written in the notation {}", info.name, quoted(&name)))
            .help(format!("its notation systems are {}", names.join(", ")));
        tag_faults.add(&BAD_TAG, "Notation", text);
    }
    system
}

/// Each tag that stands a second time.
fn duplicates(record: &Record<'_>, sink: &mut dyn Sink) {
    let tags = &record.parts.tags;
    let mut complain = |index: usize| {
        let tag = &tags[index];
        let text = Text::new(format!("the tag {} is given twice", record.name(tag)))
            .help("the first one counts; delete the second");
        sink.report(Diagnostic::new(&DUPLICATE_TAG, to_usize_range(&tag.whole), text));
    };
    let mut seen = std::collections::HashSet::new();
    for (index, tag) in tags.iter().enumerate() {
        if !seen.insert(record.name(tag).to_ascii_lowercase()) {
            complain(index);
        }
    }
}
