//! Identifies records that do not say what they are, or say it wrongly: by which game, variant, board, notation system
//! and beginner do their plies replay?
//!
//! Every candidate is a replay by the game's own rules. It is tried only if all plies are well formed in its notation
//! system, so most candidates end before they begin.

use std::cmp::Reverse;
use std::sync::Arc;

use serde::Serialize;

use super::draft::Draft;
use super::tags;
use crate::board::Size;
use crate::diagnostic::Severity;
use crate::engine::{Claim, Claims, Defaults, Job, Resolver, Setting, well_formed};
use crate::game::{GameInfo, ILLEGAL, Outcome, Side};
use crate::record::{Fault, Layout, Record, TokenKind};
use crate::system::System;

/// How many candidates to return, apart from those as good as the first.
pub const LIMIT: usize = 5;

/// A game, a variant, a board, a notation system and a beginner under which a record may be replayed.
#[derive(Debug, Clone, Serialize)]
pub struct Candidate {
    /// The game's id.
    pub game: &'static str,
    /// The variant's name.
    pub variant: &'static str,
    /// The board's size, columns x rows.
    #[serde(serialize_with = "in_words")]
    pub board: Size,
    /// The name of the notation system.
    pub notation: &'static str,
    /// The side that begins.
    pub starts: &'static str,
    /// How many plies of the main line are legal.
    pub legal: u32,
    /// Whether the board proves what the record claims; `None` if nothing is claimed, or the board has not ended.
    pub agrees: Option<bool>,
    /// Whether the last ply ends the game.
    pub ends: bool,
    /// Whether it is one of several that are equally good.
    pub as_good: bool,
    /// What the record would have to say for it beside the game.
    #[serde(skip)]
    says: Says,
    /// The options that it would have to name.
    #[serde(skip)]
    options: Option<Box<str>>,
    /// The tags that belong to options that it does not have.
    #[serde(skip)]
    needless: Arc<[&'static str]>,
    /// Whether the record names options that it does not have.
    #[serde(skip)]
    lacks_options: bool,
    /// How many plies the record has in this notation system.
    #[serde(skip)]
    plies: u32,
    #[serde(skip)]
    is_whole: bool,
}

/// Which tags name what is not usual for the game.
#[derive(Debug, Clone, Copy)]
struct Says {
    variant: bool,
    board: bool,
    starts: bool,
    notation: bool,
}

fn in_words<S: serde::Serializer>(size: &Size, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(size)
}

/// Whether it is known what a record is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Under one candidate all plies are legal, and no other is as good.
    Certain,
    /// Several are equally good.
    Ambiguous,
    /// Under none are all plies legal.
    None,
}

/// What a record may be.
#[derive(Debug, Clone)]
pub struct Identified {
    /// How many plies it has.
    pub plies: u32,
    /// The candidates, the best first.
    pub candidates: Vec<Candidate>,
    /// Whether the first one is the right one.
    pub verdict: Verdict,
    /// Whether something before the first ply is wrong, which stops every replay there, or the file's reader refuses the record.
    pub is_stopped: bool,
}

/// The rules of some candidates: a game, a variant, a board, a beginner.
#[derive(Debug)]
struct Rules {
    info: &'static GameInfo,
    variant: &'static str,
    board: Size,
    first: Side,
    /// The tags that belong to options that are not played.
    needless: Arc<[&'static str]>,
    resolver: Resolver,
    /// Resolves the rules with the options that the record itself names; `None` if the caller names options.
    of_record: Option<Resolver>,
}

/// Identifies records.
#[derive(Debug)]
pub struct Identifier {
    rules: Vec<Rules>,
    systems: Option<System>,
}

/// A game, a variant, and the notation systems that fit all plies of a record, each with the number of plies.
type WellFormed = (&'static str, &'static str, Vec<(System, usize)>);

impl Identifier {
    /// An identifier. What the caller gives, a game or a board, is tried alone.
    pub fn new(given: &Defaults) -> Identifier {
        let mut rules = Vec::new();
        let named = given.game.as_deref().and_then(|name| given.games.named(name));
        for game in given.games.0.iter().filter(|game| named.is_none_or(|named| named.info().id == game.info().id)) {
            let info = game.info();
            // The name of a variant names its game too: `renju`.
            let called = given.game.as_deref().and_then(|name| info.variant_called(name));
            let wanted = given.variant.as_deref().or(called);
            let is_wanted = |name: &str| wanted.is_none_or(|wanted| crate::names::same(wanted, name));
            for variant in info.variants.iter().map(|variant| variant.name).filter(|name| is_wanted(name)) {
                let boards = given.board.as_deref().map_or(info.usual_boards.to_vec(), |board| vec![board]);
                for board in boards.into_iter().filter_map(Size::read) {
                    rules.extend(Rules::of(info, variant, board, given));
                }
            }
        }
        Identifier { rules, systems: given.notation }
    }

    /// Whether there is nothing to try: no game has the variant, the options, the board and the side that the caller gives.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// What a record may be; at most `limit` candidates, and all that are as good as the first.
    pub fn identify(&mut self, record: &Record<'_>, limit: usize) -> Identified {
        let mut found = Vec::new();
        let is_before =
            |fault: &Fault| fault.code.severity == Severity::Error && (fault.span.start as usize) < record.parts.body;
        let is_unread = record.parts.layout == Layout::Unread;
        let is_stopped = is_unread || record.parts.faults.iter().any(is_before);
        if !is_unread {
            let mut known: Option<WellFormed> = None;
            for rules in &mut self.rules {
                rules.candidates(record, self.systems, &mut known, &mut found);
            }
        }
        let key = |candidate: &Candidate| {
            let agrees = match candidate.agrees {
                Some(true) => 0,
                None => 1,
                Some(false) => 2,
            };
            // A candidate under which the whole record is legal comes before one with more legal plies: another system
            // may cut more plies out of the record.
            (
                Reverse(candidate.is_whole),
                Reverse(candidate.legal),
                candidate.lacks_options,
                agrees,
                Reverse(candidate.ends),
            )
        };
        // Of equal candidates those of a smaller board come first, then those of the earlier game.
        found.sort_by_key(|candidate| (key(candidate), candidate.board.squares()));
        let Some(first) = found.first().cloned() else {
            return Identified {
                plies: self.plies_unread(record),
                candidates: found,
                verdict: Verdict::None,
                is_stopped,
            };
        };
        let count = found.iter().take_while(|candidate| key(candidate) == key(&first)).count();
        for candidate in &mut found[..count] {
            candidate.as_good = count > 1;
        }
        let is_like = |other: &Candidate| {
            (other.game, other.variant, other.notation, other.starts)
                == (first.game, first.variant, first.notation, first.starts)
        };
        let only_boards = found[..count].iter().all(is_like);
        let verdict = match () {
            () if !first.is_whole => Verdict::None,
            () if count == 1 || only_boards && first.ends => Verdict::Certain,
            () => Verdict::Ambiguous,
        };
        found.truncate(limit.max(count));
        // Many records wait until they are written.
        found.shrink_to_fit();
        Identified { plies: first.plies, candidates: found, verdict, is_stopped }
    }

    /// How many plies a record seems to have if no notation system reads all of them: its words. A record that begins with
    /// a result, as `*` alone, has none.
    fn plies_unread(&mut self, record: &Record<'_>) -> u32 {
        let mut words = record.tokens().filter(|token| token.kind == TokenKind::Word).peekable();
        let begins_with_result = words.peek().is_some_and(|first| {
            let word = record.token(first);
            let is_result = |setting: &Setting| Claim::of_word(word, &setting.rules).is_some();
            self.rules.iter_mut().any(|rules| rules.resolver.untagged(&mut ()).is_some_and(is_result))
        });
        if begins_with_result { 0 } else { words.count() as u32 }
    }
}

impl Candidate {
    /// Whether all plies are legal under it.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// How many plies the record has under it.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Whether `record`, which is valid by `setting`, names this candidate correctly, and names no options that the
    /// candidate lacks.
    pub fn is_said_by(&self, record: &Record<'_>, setting: &Setting) -> bool {
        let Setting { rules, .. } = setting;
        let is_same = (self.game, self.variant, self.board, self.starts)
            == (setting.info().id, rules.variant, rules.board, setting.name(rules.first));
        record.known("Game").is_none() || is_same && !self.lacks_options
    }

    /// Whether the record names options that this candidate does not have.
    pub fn lacks_options(&self) -> bool {
        self.lacks_options
    }

    /// What the record would have to say for it, tag by tag; `None`: nothing.
    fn tags(&self) -> [(&'static str, Option<String>); 6] {
        let said = |is_said: bool, value: &str| is_said.then(|| value.to_owned());
        [
            ("Game", said(true, self.game)),
            ("Variant", said(self.says.variant, self.variant)),
            ("Options", self.options.as_deref().map(str::to_owned)),
            ("Board", said(self.says.board, &self.board.to_string())),
            ("Starts", said(self.says.starts, self.starts)),
            ("Notation", said(self.says.notation, self.notation)),
        ]
    }

    /// `record` with the tags that say it is this candidate.
    pub fn tagged(&self, record: &Record<'_>) -> Draft {
        let mut edits: Vec<_> = Vec::new();
        for (name, value) in self.tags() {
            let is_said = record.get(name).as_deref() == value.as_deref();
            edits.extend(if is_said { None } else { tags::set(record, name, value.as_deref()).0 });
        }
        let needless = self.needless.iter().filter_map(|name| record.tag(name));
        edits.extend(needless.map(|tag| tags::remove(record, tag)));
        if record.parts.tags.is_empty() && !edits.is_empty() {
            edits.push(super::Edit::insert(0, "\n"));
        }
        Draft::new(record, edits)
    }
}

impl Rules {
    /// The rules for each side that may begin; empty if the game has no such rules.
    fn of(info: &'static GameInfo, variant: &'static str, board: Size, given: &Defaults) -> Vec<Rules> {
        let defaults = |starts: Option<&str>| Defaults {
            game: Some(info.id.to_owned()),
            variant: Some(variant.to_owned()),
            options: Some(given.options.clone().unwrap_or_default()),
            board: Some(board.to_string()),
            starts: starts.map(str::to_owned),
            likely: None,
            notation: None,
            games: given.games,
        };
        // Some variants need a tag of the record: without one they are resolved anew for each record.
        let mut untagged = Resolver::new(defaults(None));
        let setting = untagged.untagged(&mut ());
        // What the game does not have, it has replaced.
        if setting.is_some_and(|setting| setting.rules.board != board) || !has_options(info, given) {
            return Vec::new();
        }
        let sides = setting.map_or(info.sides, |setting| setting.rules.sides);
        let begins = sides.iter().enumerate().filter(|(index, side)| {
            let is_wanted = given.starts.as_deref().is_none_or(|wanted| crate::names::same(wanted, side.name));
            is_wanted && (*index == 0 || info.any_side_begins)
        });
        let rules = begins.map(|(index, side)| {
            let defaults = defaults(info.any_side_begins.then_some(side.name));
            let of_record =
                given.options.is_none().then(|| Resolver::new(Defaults { options: None, ..defaults.clone() }));
            let needless = needless(info, given);
            let resolver = Resolver::new(defaults);
            Rules { info, variant, board, first: Side(index as u8), needless, resolver, of_record }
        });
        rules.collect()
    }

    /// The candidates by these rules. `known`: the notation systems that fit all plies, by game and variant.
    ///
    /// A record that names options of the game is tried with them, and without them only if that gets it further.
    fn candidates(
        &mut self,
        record: &Record<'_>,
        wanted: Option<System>,
        known: &mut Option<WellFormed>,
        found: &mut Vec<Candidate>,
    ) {
        let Rules { info, variant, board, first, needless, resolver, of_record } = self;
        let place = (*info, *variant, *board, *first);
        let said = record.known("Options").filter(|said| of_record.is_some() && !said.trim().is_empty());
        let lacks_options = said.is_some();
        let mut with_options = Vec::new();
        if let (Some(said), Some(of_record)) = (&said, of_record)
            && names_of(said).all(|name| is_option(info, name))
        {
            replays(place, of_record, record, wanted, known, &mut with_options);
            // They stay as the record writes them.
            with_options.iter_mut().for_each(|candidate| candidate.options = Some(Box::from(&**said)));
        }
        if with_options.iter().any(|candidate| candidate.is_whole) {
            found.append(&mut with_options);
            return;
        }
        let has_needless = needless.iter().any(|name| record.known(name).is_some());
        let draft = has_needless.then(|| tags::without(record, needless));
        let record = &draft.as_ref().map_or(*record, Draft::record);
        let mut without = Vec::new();
        replays(place, resolver, record, wanted, known, &mut without);
        let legal = |candidates: &[Candidate]| candidates.iter().map(|candidate| candidate.legal).max();
        if !with_options.is_empty() && legal(&with_options) >= legal(&without) {
            found.append(&mut with_options);
            return;
        }
        let of_rules = |candidate| Candidate { needless: needless.clone(), lacks_options, ..candidate };
        found.extend(without.into_iter().map(of_rules));
    }
}

/// Replays a record by the rules from `resolver`, if they are of this game, variant, board and side, in each notation
/// system that fits all plies.
fn replays(
    (info, variant, board, first): (&'static GameInfo, &'static str, Size, Side),
    resolver: &mut Resolver,
    record: &Record<'_>,
    wanted: Option<System>,
    known: &mut Option<WellFormed>,
    found: &mut Vec<Candidate>,
) {
    let resolution = resolver.settle(record, &mut ());
    let Some(setting) = resolution.setting else { return };
    let rules = &setting.rules;
    // What the game does not have, it has replaced.
    if !rules.playable || rules.variant != variant || rules.board != board || rules.first != first {
        return;
    }
    let is_known = known.as_ref().is_some_and(|(game, of, _)| (*game, *of) == (info.id, variant));
    if !is_known {
        let systems = info.systems().filter(|system| !system.is_diagram());
        let fits = systems.filter_map(|system| Some((system, well_formed(record, setting, system)?)));
        *known = Some((info.id, variant, fits.collect()));
    }
    let systems = known.iter().flat_map(|(_, _, systems)| systems.iter().copied());
    // Whether the body is a diagram depends on the board.
    let diagram = Some(System::DIAGRAM).filter(|system| info.takes(*system));
    let diagram = diagram.and_then(|system| Some((system, well_formed(record, setting, system)?)));
    for (system, plies) in diagram.into_iter().chain(systems) {
        let is_wanted = wanted.is_none_or(|wanted| wanted == system);
        if plies == 0 || !is_wanted || system.most_columns().is_some_and(|most| rules.board.columns > most) {
            continue;
        }
        found.push(candidate(record, setting, resolution.claims, system, plies as u32));
    }
}

/// The options that the caller gives.
fn options(given: &Defaults) -> impl Iterator<Item = &str> {
    names_of(given.options.as_deref().unwrap_or_default())
}

/// The names in a list of options.
fn names_of(options: &str) -> impl Iterator<Item = &str> {
    options.split(',').map(str::trim).filter(|name| !name.is_empty())
}

/// Whether the game has an option of that name.
fn is_option(info: &GameInfo, name: &str) -> bool {
    info.options.iter().any(|option| crate::names::same(option.name, name))
}

/// Whether the game has all options that the caller gives.
fn has_options(info: &GameInfo, given: &Defaults) -> bool {
    options(given).all(|played| is_option(info, played))
}

/// The tags that give values to options of a game that are not played; a record that has them may still be of that game.
fn needless(info: &GameInfo, given: &Defaults) -> Arc<[&'static str]> {
    let is_played = |option: &str| options(given).any(|played| crate::names::same(played, option));
    let is_option = |name: &str| info.options.iter().any(|option| option.name == name);
    let is_needless = |of: &&str| is_option(of) && !is_played(of);
    let tags = info.tags.iter().filter(|tag| !tag.of.is_empty() && tag.of.iter().all(is_needless));
    tags.map(|tag| tag.name).collect()
}

/// A replay of a record under one candidate.
fn candidate(record: &Record<'_>, setting: &Setting, claims: &Claims, system: System, plies: u32) -> Candidate {
    let job = Job { record, setting, system, claims, wants_fit: false };
    let verdict = setting.start.play(&job, &mut (), None).verdict;
    let (rules, info) = (&setting.rules, setting.info());
    let claim = verdict.claim().filter(|_| verdict.outcome.is_end());
    // A claim without meaning by these rules, such as a side of another game, does not agree with the board.
    let is_foreign = || {
        let claimed = record.known("Result");
        claims.result.is_none() && claimed.is_some_and(|claimed| Claim::read(claimed.trim(), rules).is_none())
    };
    let agrees = match claim {
        Some(claim) => Some(claim.agrees(verdict.outcome, rules)),
        None => (verdict.outcome.is_end() && is_foreign()).then_some(false),
    };
    let has_lost = matches!(verdict.outcome, Outcome::Win { ending, .. } if ending == &ILLEGAL);
    let is_whole = verdict.plies == plies || has_lost && verdict.plies + 1 == plies;
    let starts = setting.name(rules.first);
    let says = Says {
        variant: info.variants.first().is_none_or(|first| first.name != rules.variant),
        board: rules.board != rules.default_board,
        starts: rules.first != Side(0),
        notation: system != info.default_system,
    };
    let options = (!rules.options.is_empty()).then(|| Box::from(rules.options.join(",")));
    Candidate {
        game: info.id,
        variant: rules.variant,
        board: rules.board,
        notation: system.name(),
        starts,
        legal: verdict.plies,
        agrees,
        ends: is_whole && verdict.outcome.is_end(),
        as_good: false,
        says,
        options,
        needless: Arc::default(),
        lacks_options: false,
        plies,
        is_whole,
    }
}
