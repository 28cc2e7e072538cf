//! `scoresheet explain`: what a diagnostic or a rule means.

use clap::{Args, CommandFactory};

use super::{Cli, End, Stop};
use crate::convert::is_written;
use crate::diagnostic::{Code, Rule};
use crate::engine::{Reason, Termination, registry};
use crate::formats::{FORMATS, Format, guide};
use crate::game::{Ending, GameInfo, ILLEGAL};
use crate::mend::repair::Kind as Change;
use crate::names::{did_you_mean, same};
use crate::system::{SYSTEMS, System};
use crate::{select, tags, tree};

#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// A code such as `column-full`, a rule such as F4-7, a file format such as psq, a notation system, a
    /// variant, an option, a tag such as Target, a game, or `select` or `tree` for the manual of that command
    #[arg(value_parser = super::help::offered(topics), hide_possible_values = true)]
    name: String,
}

/// A kind of things that can be explained.
struct Kind {
    what: &'static str,
    /// The names of such things; a name may occur more than once.
    names: fn() -> Vec<&'static str>,
    /// The page about the thing with that name, if there is one.
    page: fn(&str) -> Option<String>,
}

/// Every kind. If two kinds share a name, the first kind has the page; but one page covers all variants, options and
/// tags of games with a name, and one a format and a notation system, as `sgf` is both.
static KINDS: [Kind; 12] = [
    Kind { what: "manual", names: || MANUALS.iter().map(|(topic, _)| *topic).collect(), page: manual },
    Kind { what: "code", names: || registry::codes().into_iter().map(|code| code.name).collect(), page: codes },
    Kind { what: "rule", names: || registry::rules().map(|rule| rule.id).collect(), page: rule },
    Kind { what: "format", names: || FORMATS.iter().map(|format| format.name()).collect(), page: format },
    Kind {
        what: "variant",
        names: || of_infos(|info| info.variants.iter().map(|choice| choice.name).collect()),
        page: choices,
    },
    Kind {
        what: "option",
        names: || of_infos(|info| info.options.iter().map(|choice| choice.name).collect()),
        page: choices,
    },
    Kind { what: "tag", names: names_of_tags, page: tag_page },
    Kind { what: "notation system", names: || SYSTEMS.iter().map(|system| system.name()).collect(), page: system },
    Kind { what: "game", names: || of_infos(|info| vec![info.id]), page: game },
    Kind { what: "kind of repair", names: || Change::ALL.iter().map(|kind| kind.name()).collect(), page: change },
    Kind { what: "reason", names: || Reason::ALL.iter().map(|reason| reason.name()).collect(), page: reason },
    Kind {
        what: "way in which a game ends",
        names: || registry::endings().map(|ending| ending.code).collect(),
        page: ending,
    },
];

/// Makes the text of a manual.
type Manual = fn() -> &'static str;

/// Commands that have a manual.
static MANUALS: [(&str, Manual); 2] = [("select", || select::GUIDE), ("tree", tree::manual)];

/// The tags that records of every game may have: an example and what each says.
static TAGS: [(&str, &str, &str); 10] = [
    (
        "Game",
        "forza4",
        "The game, by its id or another of its names: `scoresheet games` lists them. A record needs it unless --game names the game.",
    ),
    ("Variant", "renju", "The variant of the game: `scoresheet games GAME` lists them."),
    ("Options", "equalizer", "The options of the game, with commas between them: `scoresheet games GAME` lists them."),
    ("Board", "8x8", "The size of the board, columns before rows."),
    ("Starts", "Red", "The side that begins, in games in which either may."),
    (
        "Setup",
        "7/7/7/7/7/2W4 R",
        "The position string of the position from which the record begins. Its side to move begins.",
    ),
    ("Notation", "squares", "The notation system of the plies. Without this tag the program finds it out."),
    (
        "Result",
        "White",
        "The result that the record claims: a side, draw, or * for a game that was not finished. With two sides 1-0, 0-1 and 1/2-1/2 are read too.",
    ),
    (
        "Termination",
        "resignation",
        "How the game ended, if not on the board: resignation, time, forfeit, agreement or adjudication. With illegal, the last ply was tried and lost the game; with foul (Renju alone), it was forbidden, and White pointed that out. Other values are kept and mean nothing.",
    ),
    ("Stands", "7,12", "The numbers of illegal plies that nobody objected to: they stood, and the game went on."),
];

/// Codes that only a certain call shows, or another format: the code, the call, and what it reads.
static CALLS: [(&str, &str, &str); 5] = [
    ("not-canonical", "validate --strict -", "[Game \"forza4\"]\n\n1.c,e\n"),
    ("not-representable", "convert --to diagram -", "[Game \"forza4\"]\n\n1. c, e; 2. c, c (d)\n"),
    ("record-too-long", "validate --max-record 20 -", "[Game \"forza4\"]\n\n1. c, e; 2. c, c\n"),
    ("guessed", "validate -", "(;GM[4];B[hh];W[hi])\n"),
    ("dropped", "validate -", "(;GM[4]SZ[15]RU[Renju];B[hh]LB[hh:1];W[hi])\n"),
];

/// The names of all that can be explained.
fn topics() -> Vec<&'static str> {
    let mut topics: Vec<_> = Vec::new();
    for topic in KINDS.iter().flat_map(|kind| (kind.names)()) {
        if !topics.contains(&topic) {
            topics.push(topic);
        }
    }
    topics
}

/// The names that the games have for something.
fn of_infos(names: fn(&'static GameInfo) -> Vec<&'static str>) -> Vec<&'static str> {
    registry::GAMES.iter().flat_map(|game| names(game.info())).collect()
}

fn names_of_tags() -> Vec<&'static str> {
    let of_games = of_infos(|info| info.tags.iter().map(|tag| tag.name).collect());
    of_games.into_iter().chain(TAGS.iter().map(|(name, ..)| *name)).chain(tags::of_people()).collect()
}

pub(super) fn run(args: &ExplainArgs) -> Result<End, Stop> {
    let name = args.name.as_str();
    if let Some(text) = KINDS.iter().find_map(|kind| (kind.page)(name)) {
        return Ok(super::print(text.as_bytes())?);
    }
    if let Some(command) = Cli::command().find_subcommand(name) {
        let command = command.get_name();
        return Err(format!("{command} is a command: `scoresheet {command} --help` says what it does").into());
    }
    let [others @ .., last] = &KINDS;
    let others: Vec<_> = others.iter().map(|kind| kind.what).collect();
    Err(format!("nothing is called `{name}`: no {} or {}{}", others.join(", "), last.what, near(name)).into())
}

fn manual(name: &str) -> Option<String> {
    MANUALS.iter().find(|(topic, _)| same(topic, name)).map(|(_, manual)| manual().to_owned())
}

/// Games may call different codes by one name, and a tag may have the name of a code.
fn codes(name: &str) -> Option<String> {
    let meanings = registry::meanings(name);
    if meanings.is_empty() {
        return None;
    }
    let several = meanings.len() > 1;
    let texts = meanings.iter().map(|(game, code)| match game.filter(|_| several) {
        Some(game) => format!("In {game}:\n\n{}", code_page(code)),
        None => code_page(code),
    });
    Some(texts.chain(tag_page(name)).collect::<Vec<_>>().join("\n"))
}

fn rule(name: &str) -> Option<String> {
    registry::rules().find(|rule| same(rule.id, name)).map(rule_page)
}

/// With the page of the notation system of that name, if there is one.
fn format(name: &str) -> Option<String> {
    let page = FORMATS.iter().find(|format| same(format.name(), name)).map(|format| format_page(*format))?;
    Some(match system(name) {
        Some(system) => format!("{page}\n{system}"),
        None => page,
    })
}

fn system(name: &str) -> Option<String> {
    SYSTEMS.iter().find(|system| same(system.name(), name)).map(|system| system_page(*system))
}

fn game(name: &str) -> Option<String> {
    registry::named(name).map(|game| super::games::one(game.info()))
}

/// The page of a tag that records of every game may have.
fn tag_page(name: &str) -> Option<String> {
    if let Some((name, example, about)) = TAGS.iter().find(|(known, ..)| same(known, name)) {
        return Some(format!("{name}: a tag of every game, for instance [{name} \"{example}\"]\n\n{}\n", fold(about)));
    }
    let name = tags::of_people().find(|known| same(known, name))?;
    Some(format!("{name}: a tag that is kept and written back; the rules of no game ask for it\n"))
}

/// What `repair` calls a change.
fn change(name: &str) -> Option<String> {
    let kind = Change::ALL.iter().find(|kind| same(kind.name(), name))?;
    let about = format!("`scoresheet repair` proposes changes of this kind where {}.", kind.about());
    Some(format!("{}: a kind of repair\n\n{}\n", kind.name(), fold(&about)))
}

/// Why a game ended.
fn reason(name: &str) -> Option<String> {
    Reason::ALL.iter().find(|reason| same(reason.name(), name))?;
    tag_page("Termination")
}

/// The ways of that name in which games end: in each game `line` is another. The page of the tag Termination follows if
/// it can say so.
fn ending(name: &str) -> Option<String> {
    let named = |ending: &&Ending| same(ending.code, name);
    let of_game =
        |info: &'static GameInfo| info.endings.iter().copied().filter(named).map(move |ending| (Some(info), ending));
    let shared = Some(&ILLEGAL).filter(named).map(|ending| (None, ending));
    let own = registry::GAMES.iter().flat_map(|game| of_game(game.info()));
    let lines = shared.into_iter().chain(own).map(|(info, ending)| {
        let game = info.map_or("every game", |info| info.name);
        format!("{}: a way in which {game} ends: {} ({})\n", ending.code, ending.about, ending.rule)
    });
    let text: String = lines.collect();
    let is_said = matches!(Termination::read(name), Termination::Illegal | Termination::Foul);
    (!text.is_empty()).then(|| if is_said { text + "\n" + &tag_page("Termination").unwrap_or_default() } else { text })
}

fn code_page(code: &Code) -> String {
    let mut out = format!("{}[{}]: {}\n\n{}\n", code.severity.name(), code.name, code.title, fold(code.explain));
    if let Some(rule) = code.rule.and_then(|id| registry::rules().find(|rule| rule.id == id)) {
        out.push_str(&format!("\nThe rule is {} ({}):\n{}\n", rule.id, rule.title, fold(rule.text)));
    }
    if !code.example.is_empty() {
        out.push_str("\nA record that shows it:\n\n");
        push_example(code.example, &mut out);
    }
    if let Some((_, call, text)) = CALLS.iter().find(|(known, ..)| *known == code.name) {
        out.push_str(&format!("\nA text for which `scoresheet {call}` shows it:\n\n"));
        push_example(text, &mut out);
    }
    out
}

fn rule_page(rule: &Rule) -> String {
    let mut out = format!("{}: {}\n\n{}\n", rule.id, rule.title, fold(rule.text));
    if let Some(ruling) = rule.ruling {
        out.push_str(&format!("\nThe documents do not settle this; scoresheet decides:\n{}\n", fold(ruling)));
    }
    if let Some((code, example)) = registry::example(rule.id) {
        let told = code.map_or(String::new(), |code| format!(" (`{code}`)"));
        out.push_str(&format!("\nA record that shows it{told}:\n\n"));
        push_example(example, &mut out);
    }
    out
}

/// The variants and options of that name, and the tags that belong to games.
fn choices(name: &str) -> Option<String> {
    let rule = |id: &str| registry::rules().find(|rule| rule.id == id).map(rule_page);
    let mut out = String::new();
    for info in registry::GAMES.iter().map(|game| game.info()) {
        for (kind, choices) in [("a variant", info.variants), ("an option", info.options)] {
            for choice in choices.iter().filter(|choice| same(choice.name, name)) {
                out.push_str(&format!("{}: {kind} of {}: {}\n\n", choice.name, info.name, choice.about));
                out.push_str(&rule(choice.rule).map_or(String::new(), |page| page + "\n"));
            }
        }
        for tag in info.tags.iter().filter(|tag| same(tag.name, name)) {
            out.push_str(&format!(
                "{}: a tag of {}, for instance [{} \"{}\"]\n\n",
                tag.name, info.name, tag.name, tag.example
            ));
            out.push_str(&format!("{}\n\n", fold(tag.about)));
        }
    }
    (!out.is_empty()).then(|| out.trim_end().to_owned() + "\n")
}

fn system_page(system: System) -> String {
    let info = system.info();
    let games = registry::GAMES.iter().map(|game| game.info()).filter(|info| info.takes(system));
    let games: Vec<_> = games.map(|info| info.name).collect();
    format!(
        "{}: a notation system of {}\n\nA ply is written as {}, for instance {}.\n\n`scoresheet games --grammar {}` prints the grammar.\n",
        info.name,
        games.join(", "),
        if system.is_diagram() {
            "its number on its square: ".to_owned() + info.token
        } else {
            "a ".to_owned() + info.token
        },
        info.example,
        info.name
    )
}

/// Appends a record. A record that names no game shows something common to all games, as Forza 4.
fn push_example(example: &str, out: &mut String) {
    if !example.contains("[Game ") && !example.starts_with('(') {
        let gap = if example.starts_with('[') { "" } else { "\n" };
        out.push_str(&format!("    [Game \"forza4\"]\n{gap}"));
    }
    for line in example.lines() {
        out.push_str(&format!("    {line}\n").replace("    \n", "\n"));
    }
}

/// The guide's section on a format, and where to find more.
fn format_page(format: Format) -> String {
    let text = guide::section(format).map_or("", |section| section.text);
    let written =
        if is_written(format) { format!(", and written by `convert --to {}`", format.name()) } else { String::new() };
    format!(
        "{}\n\nFiles of this format are read{written}. `scoresheet games --grammar {}` prints the grammar.\n",
        text.trim_end(),
        format.name()
    )
}

/// Breaks a paragraph into lines of at most 80 columns.
fn fold(text: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > 80 {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}

/// What was probably meant: a name with a small slip, the rules of the game that lacks this rule, or codes that contain
/// `name` or begin like it.
fn near(name: &str) -> String {
    if name.is_empty() {
        return String::new();
    }
    let codes = registry::codes();
    let codes = || codes.iter().map(|code| code.name);
    let others = topics().into_iter().filter(|topic| registry::rules().all(|rule| rule.id != *topic));
    if let Some(meant) = did_you_mean(name, codes().chain(registry::names()).chain(others)) {
        return format!("; {meant}");
    }
    let prefix = name.split_once('-').map_or("", |(prefix, _)| prefix);
    let of_game = |id: &&str| id.split_once('-').is_some_and(|(game, _)| game.eq_ignore_ascii_case(prefix));
    let rules: Vec<_> = registry::rules().map(|rule| rule.id).filter(of_game).collect();
    if let (Some(first), Some(last)) = (rules.first(), rules.last()) {
        return format!("; these rules are {first} to {last}");
    }
    let mut close: Vec<_> = codes().filter(|code| code.contains(name)).collect();
    if close.is_empty() {
        let start: String = name.chars().take(3).collect();
        close = codes().filter(|code| code.starts_with(&start)).collect();
    }
    if close.is_empty() { String::new() } else { format!("; did you mean {}?", close.join(", ")) }
}
