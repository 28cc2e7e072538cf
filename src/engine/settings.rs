//! From tags and the caller's settings to a [`Setting`]: the game, its rules, the board, the notation system.
//!
//! Everything that is wrong is reported as a fault of a tag. After `unknown-game`, `bad-variant` and `bad-position`
//! nothing is replayed. After `bad-tag` the record is replayed as if the tag were absent.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::claim_tags::read_claims;
use super::claims::{Claims, JudgedTags};
use super::defaults::Defaults;
use super::registry::{AnyGame, Start};
use super::tag_names::{Numbers, Role, TagNames, role};
use crate::board::{Side, Size};
use crate::codes::{BAD_TAG, DUPLICATE_TAG, UNKNOWN_GAME, UNKNOWN_TAG};
use crate::diagnostic::{Code, Diagnostic, Sink, Text, quoted};

use crate::game::{GameInfo, Request, RuleSet, TagFaults};
use crate::names::{NamesBefore, with_meant};
use crate::record::looks::names_moves;
use crate::record::{Record, to_usize_range};
use crate::system::{Quick, System};
use crate::tags;

/// The rules by which a record is replayed.
#[derive(Debug)]
pub struct Setting {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Its table.
    info: &'static GameInfo,
    /// The rule set that the game makes of the tags.
    pub rules: RuleSet,
    /// The notation system, if a tag or the caller names one.
    pub system: Option<System>,
    /// The notation system that the caller thinks likely: of several that fit a record equally well it is the right one.
    pub(super) likely: Option<System>,
    /// The position before the first ply.
    pub start: Arc<dyn Start>,
    /// The notation systems other than the default one that a record may be written in without naming them.
    pub(super) others: Vec<System>,
    /// Whether plies of the default system are letters of columns, and no other system has plies of one letter.
    pub(super) letters_tell: bool,
}

impl Setting {
    /// The game's table.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// The name of a side.
    pub fn name(&self, side: Side) -> &'static str {
        self.rules.sides.get(side.index()).map_or("", |info| info.name)
    }

    /// The name of the winner: a side, or the pair to which the side belongs.
    pub fn winner(&self, side: Side) -> &'static str {
        self.rules.party_name(side)
    }

    /// The game's default notation system.
    pub fn default_system(&self) -> System {
        self.info().default_system
    }
}

/// Makes settings of the tags of records. It remembers the last setting, because in most archives the next record has
/// the same one.
#[derive(Debug, Default)]
pub struct Resolver {
    defaults: Defaults,
    /// The text of the tags that made the setting, one after the other, then what was known apart from them.
    key: Option<String>,
    setting: Option<Setting>,
    tag_faults: Vec<TagFault>,
    claims: Claims,
    /// Whether the last record had no tags and needed none.
    untagged: bool,
    names: TagNames,
}

/// What the tags of a record mean.
#[derive(Debug)]
pub struct Resolution<'s> {
    /// The rules by which to replay; `None` if nothing is replayed.
    pub setting: Option<&'s Setting>,
    /// The game, even if its variant or its position is refused.
    pub game: Option<&'static dyn AnyGame>,
    /// What the tags claim of the game: its result, how it ended, which plies stood.
    pub claims: &'s Claims,
}

impl Resolver {
    /// A resolver; `defaults` is what the caller knows of the records.
    pub fn new(defaults: Defaults) -> Resolver {
        Resolver { defaults: defaults.with_id(), ..Resolver::default() }
    }

    /// What the caller knows.
    pub fn defaults(&self) -> &Defaults {
        &self.defaults
    }

    /// The claims of the last record.
    pub fn claims(&self) -> &Claims {
        &self.claims
    }

    /// The setting of the last record; `None` if it has no rules to play by.
    pub(crate) fn current(&self) -> Option<&Setting> {
        self.setting.as_ref()
    }

    /// The setting of the last record, for callers who need no other.
    pub(crate) fn into_setting(self) -> Option<Setting> {
        self.setting
    }

    /// The setting of records that have no tags.
    pub fn untagged(&mut self, sink: &mut dyn Sink) -> Option<&Setting> {
        let mut tag_faults = TagFaults::default();
        self.key = None;
        self.untagged = false;
        self.setting = settle(None, &self.defaults, &mut tag_faults);
        for (code, _, text) in of_caller(&self.defaults, tag_faults) {
            sink.report(Diagnostic::new(code, 0..0, text));
        }
        self.setting.as_ref()
    }

    /// Makes a setting of the tags of `record`, and reports their faults to `sink`.
    pub fn settle(&mut self, record: &Record<'_>, sink: &mut dyn Sink) -> Resolution<'_> {
        let untagged = record.parts.tags.is_empty() && record.parts.context.is_empty();
        if untagged && self.untagged {
            // A line of a list, after another one: the caller's settings have not changed and have no faults.
            let game = self.setting.as_ref().map(|setting| setting.game);
            return Resolution { setting: self.setting.as_ref(), game, claims: &self.claims };
        }
        let seen = self.look(record);
        if !seen.is_same_setting {
            let key = key_of(record);
            // The tags may have the same values in another order.
            if self.key.as_ref() != Some(&key) {
                let mut tag_faults = TagFaults::default();
                self.setting = settle(Some(record), &self.defaults, &mut tag_faults);
                self.tag_faults = of_caller(&self.defaults, tag_faults);
                self.key = Some(key);
            }
        }
        // A record with a line such as `Game: forza4` instead of tags already has a fault for that line. It gets no second
        // one because no tag names the game.
        let is_told = record.parts.labelled && self.defaults.game.is_none() && record.tag("Game").is_none();
        for (code, tag, text) in self.tag_faults.iter().filter(|(code, ..)| !is_told || *code != &UNKNOWN_GAME) {
            let span = record.tag(tag).map_or(0..0, |tag| to_usize_range(&tag.whole));
            let is_unnamed = *code == &UNKNOWN_GAME && record.tag(tag).is_none();
            let broken = is_unnamed.then(|| broken_game_tag(record)).flatten();
            sink.report(match broken {
                Some(line) => Diagnostic::new(
                    code,
                    line,
                    Text::new("nothing says which game this is: the tag of the game is broken"),
                ),
                None if is_unnamed && are_tags_alone(record) => {
                    let help = text.help.as_deref().unwrap_or_default();
                    let help =
                        format!("if these tags belong to the plies above them, write them above those; else {help}");
                    Diagnostic::new(code, span, Text::new(text.message.clone()).help(help))
                }
                None => Diagnostic::new(code, span, text.clone()),
            });
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

    /// Looks at each tag once.
    fn look(&mut self, record: &Record<'_>) -> Seen {
        let mut seen = Seen::default();
        let context = &record.parts.context;
        let is_alone = context.before.is_empty() && context.lacking.is_empty();
        let mut rest = if is_alone { self.key.as_deref().map(str::as_bytes) } else { None };
        for (index, tag) in record.parts.tags.iter().enumerate() {
            let kind = self.names.kind(record.text, to_usize_range(&tag.name));
            seen.has_duplicates |= seen.numbers.insert(kind.number);
            seen.has_unknown |= kind.is_slip;
            match kind.role {
                Role::Decides => {
                    let whole = record.text.as_bytes().get(to_usize_range(&tag.whole)).unwrap_or_default();
                    rest = rest.and_then(|rest| rest.strip_prefix(whole));
                }
                Role::Result => drop(seen.judged.result.get_or_insert(index)),
                Role::Termination => drop(seen.judged.termination.get_or_insert(index)),
                Role::Stands => drop(seen.judged.stands.get_or_insert(index)),
                Role::None => {}
            }
        }
        seen.is_same_setting = rest.is_some_and(<[u8]>::is_empty);
        seen
    }

    /// Reports each unknown tag whose name is probably a misspelt name of a known tag.
    fn unknown_tags(&mut self, record: &Record<'_>, sink: &mut dyn Sink) {
        let sides = self.setting.as_ref().map(|setting| setting.rules.sides);
        for tag in &record.parts.tags {
            let name = record.name(tag);
            let is_row = record.place.source.is_some();
            let Some(meant) = self.names.meant(name) else {
                let is_bare = || record.text.get(record.parts.body..).is_none_or(|body| body.trim().is_empty());
                if names_moves(name) && is_bare() {
                    let text = if sink.wants_text() { moves_in_a_tag(name, is_row) } else { Text::default() };
                    sink.report(Diagnostic::new(&UNKNOWN_TAG, to_usize_range(&tag.whole), text));
                }
                continue;
            };
            if tags::is_side(meant) && sides.is_some_and(|sides| !sides.iter().any(|side| side.name == meant)) {
                continue;
            }
            let text = match sink.wants_text() {
                true if is_row => Text::new(format!("unknown tag {name}; did you mean {meant}?"))
                    .help(format!("it is kept but has no effect; the column or key of {meant} is called {meant}")),
                true => Text::new(format!("unknown tag {name}; did you mean {meant}?"))
                    .help(format!("the tag is kept but has no effect; for {meant} write [{meant} \"…\"]")),
                false => Text::default(),
            };
            sink.report(Diagnostic::new(&UNKNOWN_TAG, to_usize_range(&tag.whole), text));
        }
    }
}

/// What is said of a tag that seems to hold the moves of a record without plies.
fn moves_in_a_tag(name: &str, is_row: bool) -> Text {
    let text = Text::new(format!("no plies are read from a tag {name}, and the record has no others"));
    text.help(if is_row {
        "it is kept but has no effect; the column or key of the moves is called moves"
    } else {
        "it is kept but has no effect; moves stand on lines of their own below the tags, without a name"
    })
}

/// What [`Resolver::look`] sees of the tags.
#[derive(Default)]
struct Seen {
    /// Whether the tags that make the setting equal those of the last record.
    is_same_setting: bool,
    numbers: Numbers,
    has_duplicates: bool,
    has_unknown: bool,
    judged: JudgedTags,
}

/// The text of the tags that make the setting, then what is known apart from them.
fn key_of(record: &Record<'_>) -> String {
    let mut key = String::new();
    for tag in &record.parts.tags {
        if role(record.name(tag)) == Role::Decides {
            key.push_str(record.slice(to_usize_range(&tag.whole)));
        }
    }
    for (sign, tags) in [('<', &record.parts.context.before), ('>', &record.parts.context.lacking)] {
        for (name, value) in tags {
            // The quotation marks keep different lists of names and values different.
            key.push_str(&format!("{sign}{name} {value:?}"));
        }
    }
    key
}

/// What is wrong with a tag: the code, the tag's name and the sentence.
type TagFault = (&'static Code, &'static str, Text);

/// The faults. A fault of a value that the caller gives says so: `this game has no side Blue (from --starts)`.
fn of_caller(defaults: &Defaults, mut tag_faults: TagFaults) -> Vec<TagFault> {
    for (_, tag, text) in &mut tag_faults.0 {
        if defaults.gives(tag) {
            text.message.push_str(&format!(" (from --{})", tag.to_ascii_lowercase()));
        }
    }
    tag_faults.0
}

fn settle(record: Option<&Record<'_>>, defaults: &Defaults, tag_faults: &mut TagFaults) -> Option<Setting> {
    let request = &Request { record, given: &defaults.tags() };
    let known = || defaults.games.ids().collect::<Vec<_>>().join(", ");
    let Some(name) = request.get("Game") else {
        let text = Text::new("nothing says which game this is").help(format!(
            "add a tag [Game \"…\"], in a table a column Game, or name it with --game; known games: {}; `scoresheet identify` \
             finds it out",
            known()
        ));
        tag_faults.add(&UNKNOWN_GAME, "Game", text);
        return None;
    };
    let Some(game) = defaults.games.named(&name) else {
        let all = format!("known games: {}", known());
        let text = Text::new(format!("unknown game {}", quoted(&name)));
        let text = text.help(with_meant(&name, defaults.games.names(), &all));
        tag_faults.add(&UNKNOWN_GAME, "Game", text);
        return None;
    };
    let system = notation(request, defaults.notation, game.info(), tag_faults);
    let rules = game.settle(request, tag_faults)?;
    let start = game.start(&rules);
    let others = others(game.info(), rules.board);
    let is_of_columns = game.info().default_system.quick(rules.board.rows) == Some(Quick::Columns);
    let letters_tell = is_of_columns && !others.iter().any(|other| other.may_begin("a"));
    Some(Setting { game, info: game.info(), rules, system, likely: defaults.likely, start, others, letters_tell })
}

/// The systems other than the default one that are tried on a record that names none. Diagrams are not among them:
/// their shape shows them. A system with too few columns for the board is read only if a tag names it.
fn others(info: &GameInfo, board: Size) -> Vec<System> {
    let may_be = |system: &System| {
        !system.is_diagram()
            && *system != info.default_system
            && system.most_columns().is_none_or(|most| board.columns <= most)
    };
    info.systems().filter(may_be).collect()
}

/// The notation system that the caller or else the tag names.
fn notation(
    request: &Request<'_>,
    given: Option<System>,
    info: &'static GameInfo,
    tag_faults: &mut TagFaults,
) -> Option<System> {
    let before = || System::named(request.record?.said_before("Notation")?);
    let said = given.or_else(before);
    let name = said.map_or_else(|| request.get("Notation"), |system| Some(system.name().into()))?;
    let system = said.or_else(|| System::named(&name)).filter(|system| info.takes(*system));
    if system.is_none() {
        let names: Vec<_> = info.systems().map(System::name).collect();
        let all = info.systems_in_words();
        let text = Text::new(format!("{} cannot be written in the notation {}", info.name, quoted(&name)))
            .help(with_meant(&name, names, &all));
        tag_faults.add(&BAD_TAG, "Notation", text);
    }
    system
}

/// The line of the header that is the tag of the game but for a fault: `[Game "forza4"`.
fn broken_game_tag(record: &Record<'_>) -> Option<Range<usize>> {
    let names_game = |line: &str| {
        let name = line.trim_start_matches(|letter: char| letter == '[' || letter.is_whitespace());
        let name = name.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default();
        line.starts_with('[') && name.eq_ignore_ascii_case("game")
    };
    let spans = record.parts.faults.iter().map(|fault| to_usize_range(&fault.span));
    spans.into_iter().find(|span| record.text.get(span.clone()).is_some_and(names_game))
}

/// Whether a record is nothing but tags, which may belong to the record before it.
fn are_tags_alone(record: &Record<'_>) -> bool {
    let body = record.text.get(record.parts.body..).unwrap_or_default();
    let is_row = record.place.source.is_some();
    !is_row && !record.parts.tags.is_empty() && body.trim().is_empty()
}

/// Reports each tag that is given a second time.
fn duplicates(record: &Record<'_>, sink: &mut dyn Sink) {
    let tags = &record.parts.tags;
    let mut complain = |index: usize| {
        let tag = &tags[index];
        let text = Text::new(format!("the tag {} is given twice", record.name(tag)))
            .help("the first one counts; delete the second");
        sink.report(Diagnostic::new(&DUPLICATE_TAG, to_usize_range(&tag.whole), text));
    };
    let mut before = NamesBefore::new(tags.len());
    for (index, tag) in tags.iter().enumerate() {
        if before.have(record.name(tag), tags[..index].iter().map(|tag| record.name(tag))) {
            complain(index);
        }
    }
}
