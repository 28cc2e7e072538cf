//! From tags and the caller's wishes to a [`Setting`]: which game, by which rules, on which board, in which notation.
//!
//! Whatever is wrong on the way is a complaint about a tag. After `unknown-game`, `bad-variant` and `bad-position`
//! there is no setting and nothing is replayed; after `bad-tag` the tag counts as absent.

use std::borrow::Cow;
use std::ops::Range;

use crate::board::Size;
use crate::codes::{BAD_TAG, BAD_VARIANT, DUPLICATE_TAG, UNKNOWN_GAME, UNKNOWN_TAG, UNUSUAL_POSITION};
use crate::diagnostic::{Code, Diagnostic, Sink, Text, quoted};
use crate::game::{AnyGame, Choice, GameInfo, Outcome, RuleSet, Side, SideInfo};
use crate::games;
use crate::names::{same, same_tag};
use crate::record::{MEANINGFUL, Record, to_usize_range};
use crate::system::System;
use crate::tags;

/// What the caller knows of records; it goes before what their tags say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Defaults {
    /// The game's id or another name of it.
    pub game: Option<String>,
    /// The variant's name.
    pub variant: Option<String>,
    /// The options, separated by commas.
    pub options: Option<String>,
    /// The board's size, `8x8`.
    pub board: Option<String>,
    /// The side that begins.
    pub starts: Option<String>,
    /// The notation system.
    pub notation: Option<System>,
}

/// The meaningful tags that make no setting: they are judged beside the plies.
static JUDGED: &[&str] = &["Stands", "Result", "Termination"];

/// Whether a tag makes a setting: two records in which all such tags are equal are played by the same rules.
fn decides(name: &str) -> bool {
    let among = |names: &[&str]| names.iter().any(|known| same_tag(known, name));
    among(MEANINGFUL) && !among(JUDGED)
}

/// By which rules a record is replayed.
#[derive(Debug)]
pub struct Setting {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// What the game has made of the tags.
    pub rules: RuleSet,
    /// The notation system, if a tag or the caller names one.
    pub system: Option<System>,
}

impl std::fmt::Debug for dyn AnyGame {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.info().id)
    }
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
        self.info().systems[0]
    }
}

/// What a record or its last word claims: never what the board proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// `*`: nothing is claimed.
    Open,
    /// A side has won.
    Win(Side),
    /// `draw`
    Draw,
}

impl Claim {
    /// What a word of movetext claims in a game by these rules, if it is a result; as [`Claim::read`].
    pub fn of_word(word: &str, rules: &RuleSet) -> Option<Claim> {
        // Most words are plies, and most plies can be no result at a look: names begin with two letters, and no ply of
        // a game that begins so is a name (`no_result_is_a_ply` holds the games to it).
        let may_be = match word.as_bytes() {
            [first, second, _, ..] if first.is_ascii_alphabetic() => second.is_ascii_alphabetic(),
            [b'0' | b'1', second, ..] => matches!(second, b'-' | b'/') || !second.is_ascii(),
            word => word == b"*",
        };
        if may_be { Claim::read(word, rules) } else { None }
    }

    /// What `word` claims in a game by these rules, if it is a result. A side that plays in a pair stands for its
    /// pair, and the sides of a pair may stand in either order (HA-11).
    pub fn read(word: &str, rules: &RuleSet) -> Option<Claim> {
        let sides = rules.sides;
        // Word processors make longer dashes of the one in 1-0.
        let dashes = ['–', '—'];
        if word.contains(dashes) {
            return Claim::read(&word.replace(dashes, "-"), rules);
        }
        match word {
            "*" => Some(Claim::Open),
            _ if same("draw", word) => Some(Claim::Draw),
            "1-0" if sides.len() == 2 => Some(Claim::Win(Side(0))),
            "0-1" if sides.len() == 2 => Some(Claim::Win(Side(1))),
            "1/2-1/2" if sides.len() == 2 => Some(Claim::Draw),
            _ => {
                let all = || (0..sides.len() as u8).map(Side);
                let named = |name: &str| all().find(|side| same(sides[side.index()].name, name));
                let pair = || {
                    let (one, other) = word.split_once('+')?;
                    let (one, other) = (named(one)?, named(other)?);
                    (rules.pairing?.partners[one.index() & 3] == other).then_some(one)
                };
                let winner = named(word).or_else(pair)?;
                Some(Claim::Win(rules.party(winner)))
            }
        }
    }

    /// A result as canonical text has it: sides by their names, a pair in playing order (HA-11), `draw`; all others stay as
    /// they are.
    pub(crate) fn canonical<'w>(word: &'w str, rules: &RuleSet) -> &'w str {
        let side = || rules.sides.iter().find(|side| same(side.name, word)).map(|side| side.name);
        match Claim::read(word, rules) {
            Some(Claim::Win(party)) if word.contains('+') => rules.party_name(party),
            Some(Claim::Win(_)) => side().unwrap_or(word),
            Some(Claim::Draw) if same("draw", word) => "draw",
            _ => word,
        }
    }
}

impl Claim {
    /// Whether this is what the board proves, so that nothing is to be said of it.
    pub fn agrees(self, proven: Outcome, rules: &RuleSet) -> bool {
        match (self, proven) {
            (Claim::Open, _) => true,
            (Claim::Win(side), Outcome::Win { winner, .. }) => side == rules.party(winner),
            (Claim::Draw, Outcome::Draw { .. }) => true,
            _ => false,
        }
    }
}

/// The tags that are judged beside the plies.
#[derive(Debug, Default)]
pub struct Claims {
    /// What the tag `Result` claims, and where.
    pub result: Option<(Claim, Range<usize>)>,
    /// The place of `Termination`, and what it says where that has a meaning.
    pub termination: Option<(Termination, Range<usize>)>,
    /// The plies that the tag `Stands` names, sorted.
    pub stands: Vec<u32>,
    /// The place of `Stands`.
    pub stands_span: Range<usize>,
}

/// What the tag `Termination` means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Termination {
    /// The last ply was illegal and lost the game (C-7).
    Illegal,
    /// A forbidden ply of Renju that the other side pointed out (RJ-6).
    Foul,
    /// A reason that the board does not show: resignation, time and so on.
    Reason,
    /// Anything else: kept, and means nothing.
    Other,
}

impl Termination {
    /// What the tag's value says; its capitals do not matter.
    pub fn read(value: &str) -> Termination {
        let is = |word: &&str| same(word, value);
        if is(&"illegal") {
            Termination::Illegal
        } else if is(&"foul") {
            Termination::Foul
        } else if ["resignation", "time", "forfeit", "agreement", "adjudication"].iter().any(is) {
            Termination::Reason
        } else {
            Termination::Other
        }
    }
}

/// What is wrong with tags: the rule, the tag's name and the sentence.
#[derive(Debug, Default)]
pub struct TagFaults(Vec<(&'static Code, &'static str, Text)>);

impl TagFaults {
    /// Complains about a tag.
    pub fn add(&mut self, code: &'static Code, tag: &'static str, text: Text) {
        self.0.push((code, tag, text));
    }

    /// Remarks that only plies which stood (C-6) can have made the position of the tag `Setup`, and why.
    pub fn unusual_position(&mut self, why: &str) {
        let text = Text::new(format!("{why}; only illegal plies that stood can have made this position"))
            .help("it is accepted, and the record is replayed from it");
        self.add(&UNUSUAL_POSITION, "Setup", text);
    }
}

/// What a game is asked for.
#[derive(Debug)]
pub struct Request<'r> {
    record: Option<&'r Record<'r>>,
    defaults: &'r Defaults,
}

impl<'r> Request<'r> {
    /// The value that the caller or else the record gives for a tag.
    pub fn get(&self, tag: &str) -> Option<Cow<'r, str>> {
        let defaults = self.defaults;
        let given = match tag {
            "Game" => defaults.game.as_deref(),
            "Variant" => defaults.variant.as_deref(),
            "Options" => defaults.options.as_deref(),
            "Board" => defaults.board.as_deref(),
            "Starts" => defaults.starts.as_deref(),
            _ => None,
        };
        given.map(Cow::Borrowed).or_else(|| self.record?.known(tag))
    }

    /// The variant asked for, the first one by default.
    pub fn variant(&self, info: &'static GameInfo, tag_faults: &mut TagFaults) -> Option<&'static str> {
        let game = self.get("Game").unwrap_or_default();
        let implied = info.variant_called(&game);
        let Some(name) = self.get("Variant") else {
            return Some(implied.unwrap_or(info.variants[0].name));
        };
        let variant = choose(info.variants, &name, "Variant", info, tag_faults)?;
        if let Some(implied) = implied.filter(|implied| *implied != variant) {
            let text = Text::new(format!("the game {} is the variant {implied}, not {variant}", quoted(&game)))
                .help(format!("take the tag Variant out, or name the game {}", info.id));
            tag_faults.add(&BAD_VARIANT, "Variant", text);
            return None;
        }
        Some(variant)
    }

    /// The options asked for, each once, in their order.
    pub fn options(&self, info: &'static GameInfo, tag_faults: &mut TagFaults) -> Option<Vec<&'static str>> {
        let text = self.get("Options").unwrap_or_default();
        let mut names = Vec::new();
        let mut known = true;
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            match choose(info.options, name, "Options", info, tag_faults) {
                Some(name) if names.contains(&name) => {}
                Some(name) => names.push(name),
                None => known = false,
            }
        }
        known.then_some(names)
    }

    /// The board asked for if it lies between `least` and `most` each way; a board that does not is a complaint.
    pub fn board(&self, least: u8, most: u8, tag_faults: &mut TagFaults) -> Option<Size> {
        let text = self.get("Board")?;
        let size = Size::read(&text).filter(|size| {
            let fits = least..=most;
            fits.contains(&size.columns) && fits.contains(&size.rows)
        });
        if size.is_none() {
            let text = Text::new(format!("{} is no board of this game", quoted(&text)))
                .help(format!("a board is columns x rows, from {least}x{least} to {most}x{most}, for instance 8x8"));
            tag_faults.add(&BAD_TAG, "Board", text);
        }
        size
    }

    /// The side that the tag `Starts` names.
    pub fn starts(&self, info: &'static GameInfo, sides: &[SideInfo], tag_faults: &mut TagFaults) -> Option<Side> {
        let text = self.get("Starts")?;
        let side = sides.iter().position(|side| same(side.name, &text)).map(|index| Side(index as u8));
        let names: Vec<_> = sides.iter().map(|side| side.name).collect();
        match side {
            None => {
                let text = Text::new(format!("{} is no side of this game", quoted(&text)))
                    .help(format!("the sides are {}", names.join(", ")));
                tag_faults.add(&BAD_TAG, "Starts", text);
                None
            }
            Some(side) if side.0 > 0 && !info.any_side_begins => {
                tag_faults.add(&BAD_TAG, "Starts", Text::new(format!("{} always begins", names[0])));
                None
            }
            side => side,
        }
    }

    /// The side that makes the first ply (C-4): the one to move in the `Setup`, from which `Starts` must not differ;
    /// without one that which `Starts` names, or the first.
    pub fn first(&self, setup: Option<Side>, starts: Option<Side>, tag_faults: &mut TagFaults) -> Side {
        if let (Some(turn), Some(side)) = (setup, starts)
            && turn != side
        {
            tag_faults.add(&BAD_TAG, "Starts", Text::new("the Setup has the other side to move"));
        }
        setup.or(starts).unwrap_or(Side(0))
    }
}

/// The entry of that name among `choices`, or a complaint that lists them.
fn choose(
    choices: &'static [Choice],
    name: &str,
    tag: &'static str,
    info: &'static GameInfo,
    tag_faults: &mut TagFaults,
) -> Option<&'static str> {
    let found = choices.iter().find(|choice| same(choice.name, name)).map(|choice| choice.name);
    if found.is_none() {
        let kind = if tag == "Variant" { "variant" } else { "option" };
        let names: Vec<_> = choices.iter().map(|choice| choice.name).collect();
        let text = Text::new(format!("{} has no {kind} {}", info.name, quoted(name)))
            .help(format!("its {kind}s are {}", names.join(", ")));
        tag_faults.add(&BAD_VARIANT, tag, text);
    }
    found
}

/// Settles records one after the other, and remembers the last setting: in most archives it is that of the next too.
#[derive(Debug, Default)]
pub struct Resolver {
    defaults: Defaults,
    key: Option<String>,
    next_key: String,
    setting: Option<Setting>,
    tag_faults: Vec<(&'static Code, &'static str, Text)>,
    claims: Claims,
    /// Whether the last record had no tags and nothing was wrong with that.
    untagged: bool,
    /// The names of the last record's first tags, each with the tag that it was probably meant to be.
    meant: Vec<(String, Option<&'static str>)>,
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
        let request = Request { record: None, defaults: &self.defaults };
        self.key = None;
        self.untagged = false;
        self.setting = settle(&request, &mut tag_faults);
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
        self.write_key(record);
        if self.key.as_ref() != Some(&self.next_key) {
            let mut tag_faults = TagFaults::default();
            let request = Request { record: Some(record), defaults: &self.defaults };
            self.setting = settle(&request, &mut tag_faults);
            self.tag_faults = tag_faults.0;
            self.key = Some(self.next_key.clone());
        }
        // Who writes `Game: forza4` instead of a tag is told of that line; that no tag names the game follows from it.
        let is_told = record.parts.labelled && self.defaults.game.is_none() && record.tag("Game").is_none();
        for (code, tag, text) in self.tag_faults.iter().filter(|(code, ..)| !is_told || *code != &UNKNOWN_GAME) {
            let span = record.tag(tag).map_or(0..0, |tag| to_usize_range(&tag.whole));
            sink.report(Diagnostic::new(code, span, text.clone()));
        }
        duplicates(record, sink);
        self.unknown_tags(record, sink);
        read_claims(record, self.setting.as_ref(), &mut self.claims, sink);
        self.untagged = untagged && self.tag_faults.is_empty() && self.setting.is_some();
        let name = self.defaults.game.as_deref().map(Cow::Borrowed).or_else(|| record.known("Game"));
        let game = match &self.setting {
            Some(setting) => Some(setting.game),
            None => name.and_then(|name| games::named(&name)),
        };
        Resolution { setting: self.setting.as_ref(), game, claims: &self.claims }
    }

    /// Tells each tag that is not known and was probably meant to be a known one.
    fn unknown_tags(&mut self, record: &Record<'_>, sink: &mut dyn Sink) {
        /// How many names are remembered: few records have more tags.
        const REMEMBERED: usize = 64;
        let sides = self.setting.as_ref().map(|setting| setting.rules.sides);
        for (index, tag) in record.parts.tags.iter().enumerate() {
            let name = record.name(tag);
            // The tags of an archive are the same from record to record, so most names were looked up for the last.
            let meant = match self.meant.get_mut(index) {
                Some((known, meant)) if known == name => *meant,
                Some((known, meant)) => {
                    known.clear();
                    known.push_str(name);
                    *meant = tags::meant(name);
                    *meant
                }
                None => {
                    let meant = tags::meant(name);
                    if index < REMEMBERED {
                        self.meant.push((name.to_owned(), meant));
                    }
                    meant
                }
            };
            let Some(meant) = meant else { continue };
            if tags::is_side(meant) && sides.is_some_and(|sides| !sides.iter().any(|side| side.name == meant)) {
                continue;
            }
            let text = match sink.wants_text() {
                true => Text::new(format!("the tag {name} is not known; is {meant} meant?"))
                    .help(format!("it is kept and says nothing; if {meant} is meant write [{meant} \"…\"]")),
                false => Text::default(),
            };
            sink.report(Diagnostic::new(&UNKNOWN_TAG, to_usize_range(&tag.whole), text));
        }
    }

    /// Writes the values of the tags that make the setting into `next_key`.
    fn write_key(&mut self, record: &Record<'_>) {
        self.next_key.clear();
        for tag in &record.parts.tags {
            let name = record.name(tag);
            if decides(name) {
                self.next_key.push_str(record.slice(to_usize_range(&tag.whole)));
            }
        }
        for (sign, tags) in [('<', &record.parts.context.before), ('>', &record.parts.context.lacking)] {
            for (name, value) in tags {
                // No two lists of names and values are written alike.
                self.next_key.push_str(&format!("{sign}{name} {value:?}"));
            }
        }
    }
}

fn settle(request: &Request<'_>, tag_faults: &mut TagFaults) -> Option<Setting> {
    let known = || games::GAMES.iter().map(|game| game.info().id).collect::<Vec<_>>().join(", ");
    let Some(name) = request.get("Game") else {
        let text = Text::new("nothing says which game this is")
            .help(format!("add a tag [Game \"…\"] or name it with --game; known games: {}", known()));
        tag_faults.add(&UNKNOWN_GAME, "Game", text);
        return None;
    };
    let Some(game) = games::named(&name) else {
        let text = Text::new(format!("unknown game {}", quoted(&name))).help(format!("known games: {}", known()));
        tag_faults.add(&UNKNOWN_GAME, "Game", text);
        return None;
    };
    let system = notation(request, game.info(), tag_faults);
    let rules = game.settle(request, tag_faults)?;
    Some(Setting { game, rules, system })
}

/// The notation system that the caller or the tag names.
fn notation(request: &Request<'_>, info: &'static GameInfo, tag_faults: &mut TagFaults) -> Option<System> {
    let before = || System::named(request.record?.said_before("Notation")?);
    if let Some(system) = request.defaults.notation.or_else(before) {
        return Some(system);
    }
    let name = request.get("Notation")?;
    let system = System::named(&name).filter(|system| info.systems.contains(system));
    if system.is_none() {
        let names: Vec<_> = info.systems.iter().map(|system| system.name()).collect();
        let text = Text::new(format!("{} is not written in {}", info.name, quoted(&name)))
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
            .help("the first one counts; delete the other");
        sink.report(Diagnostic::new(&DUPLICATE_TAG, to_usize_range(&tag.whole), text));
    };
    // Few tags are compared pair by pair; a million of them are not.
    if tags.len() <= 32 {
        for index in 1..tags.len() {
            let name = record.name(&tags[index]);
            if tags[..index].iter().any(|tag| same_tag(record.name(tag), name)) {
                complain(index);
            }
        }
    } else {
        let mut seen = std::collections::HashSet::new();
        for (index, tag) in tags.iter().enumerate() {
            if !seen.insert(record.name(tag).to_ascii_lowercase()) {
                complain(index);
            }
        }
    }
}

/// Reads the tags that are judged beside the plies.
fn read_claims(record: &Record<'_>, setting: Option<&Setting>, claims: &mut Claims, sink: &mut dyn Sink) {
    claims.result = None;
    claims.termination = None;
    claims.stands.clear();
    claims.stands_span = 0..0;
    let Some(setting) = setting else {
        return;
    };
    if let Some(tag) = record.tag("Result") {
        let (value, span) = (record.value(tag), to_usize_range(&tag.whole));
        match Claim::read(&value, &setting.rules) {
            Some(claim) => claims.result = Some((claim, span)),
            None => {
                let mut names: Vec<_> = setting.rules.sides.iter().map(|side| side.name).collect();
                for pair in setting.rules.pairing.iter().flat_map(|pairing| pairing.names) {
                    if !names.contains(&pair) {
                        names.push(pair);
                    }
                }
                let text = Text::new(format!("{} is no result", quoted(&value)))
                    .help(format!("a result is {}, draw or *", names.join(", ")));
                sink.report(Diagnostic::new(&BAD_TAG, span, text));
            }
        }
    }
    if let Some(tag) = record.tag("Termination") {
        claims.termination = Some((Termination::read(&record.value(tag)), to_usize_range(&tag.whole)));
    }
    if let Some(tag) = record.tag("Stands") {
        let value = record.value(tag);
        claims.stands_span = to_usize_range(&tag.whole);
        let numbers: Option<Vec<u32>> = value.split(',').map(|number| ply_number(number.trim())).collect();
        match numbers {
            Some(numbers) => {
                claims.stands = numbers;
                claims.stands.sort_unstable();
                claims.stands.dedup();
            }
            None => {
                let text = Text::new(format!("{} is no list of ply numbers", quoted(&value)))
                    .help("write the numbers of the plies that stood, for instance 7,12");
                sink.report(Diagnostic::new(&BAD_TAG, claims.stands_span.clone(), text));
            }
        }
    }
    let beside = &record.parts.context.stands;
    if !beside.is_empty() {
        claims.stands.extend(beside);
        claims.stands.sort_unstable();
        claims.stands.dedup();
    }
}

/// A ply number, from 1, in plain digits.
fn ply_number(text: &str) -> Option<u32> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| plain && number > 0)
}
