//! `scoresheet games`: games, variants, options, notation systems, grammars, the JSON schema.

use std::io;

use clap::{Args, ValueEnum};

use super::{End, complain};
use crate::convert::is_written;
use crate::engine::registry;
use crate::formats::{FORMATS, Format, guide};
use crate::game::{Choice, GameInfo};
use crate::names::{same, with_meant};
use crate::system::SYSTEMS;
use crate::{audit, collate, mend, report, select, tree};

#[derive(Debug, Args)]
pub(super) struct GamesArgs {
    /// The game to describe (default: list all games)
    #[arg(value_parser = super::help::game(super::values::game), hide_possible_values = true)]
    game: Option<String>,
    /// Print the grammar of a notation system or a file format
    #[arg(long, value_name = "NAME", conflicts_with_all = ["game", "schema"])]
    grammar: Option<String>,
    /// List the file formats: name, file endings, whether they are read and written, games, section of the guide
    #[arg(long, conflicts_with_all = ["game", "grammar", "schema"])]
    formats: bool,
    /// Print the JSON schema of what a command prints with `--format json`
    #[arg(long, value_name = "COMMAND", value_enum, num_args = 0..=1, default_missing_value = "validate")]
    #[arg(conflicts_with = "game")]
    schema: Option<Schema>,
}

/// The commands that have a schema of their own.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Schema {
    /// A record judged; `audit --format jsonl` prints the same
    Validate,
    /// A position, by `show --as json`
    Show,
    /// The summary of `audit --summary json`
    Audit,
    /// What a record may be
    Identify,
    /// What may mend a record
    Repair,
    /// A game and where its copies disagree
    Collate,
    /// What was played in a position
    Tree,
}

impl Schema {
    fn text(self) -> String {
        let schema = match self {
            Schema::Validate => report::schema::schema(),
            Schema::Show => super::show::json_schema(),
            Schema::Audit => audit::schema::schema(),
            Schema::Identify => mend::schema::identify(),
            Schema::Repair => mend::schema::repair(),
            Schema::Collate => collate::schema(),
            Schema::Tree => tree::schema(),
        };
        format!("{schema:#}\n")
    }
}

pub(super) fn run(args: &GamesArgs) -> io::Result<End> {
    let text = if let Some(schema) = args.schema {
        schema.text()
    } else if args.formats {
        formats()
    } else if let Some(name) = &args.grammar {
        match grammar(name) {
            Some(text) => text,
            None => {
                let mut names: Vec<_> = grammars().map(|(name, _)| name).collect();
                names.sort_unstable();
                names.dedup();
                let all = format!("there are {}", names.join(", "));
                complain(&format!("there is no grammar `{name}`; {}", with_meant(name, names, &all)));
                return Ok(End::Failed);
            }
        }
    } else if let Some(game) = args.game.as_deref().and_then(registry::named) {
        one(game.info())
    } else {
        list()
    };
    super::print(text.as_bytes())
}

/// Every grammar by name. The grammar of the format `transcript` is also called `record`.
fn grammars() -> impl Iterator<Item = (&'static str, &'static str)> {
    let record = std::iter::once(("record", Format::TRANSCRIPT.info().grammar));
    let formats = FORMATS.iter().map(|format| (format.name(), format.info().grammar));
    let systems = SYSTEMS.iter().map(|system| (system.name(), system.info().grammar));
    record.chain(formats).chain(systems).chain([("select", select::GRAMMAR)])
}

/// The grammars of that name: `sgf` is a file format and a notation system.
fn grammar(name: &str) -> Option<String> {
    let texts: Vec<_> = grammars().filter(|(known, _)| same(known, name)).map(|(_, text)| text).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

fn list() -> String {
    let mut out = String::new();
    for game in registry::GAMES {
        let info = game.info();
        out.push_str(&format!("{:10} {}\n", info.id, info.about));
    }
    out.push_str("\n`scoresheet games GAME` describes a game.\n\nfile formats:\n");
    for format in FORMATS {
        out.push_str(&format!("  {:12} {}\n", format.name(), format.info().about));
    }
    out
}

/// The file formats, one a line.
fn formats() -> String {
    let mut out =
        format!("{:12} {:16} {:16} {:31} {:7} what it is\n", "format", "endings", "read, written", "games", "section");
    for format in FORMATS {
        let endings: Vec<_> = format.info().endings.iter().map(|ending| format!(".{ending}")).collect();
        let ways = if is_written(*format) { "read and written" } else { "read" };
        let (games, number) = guide::section(*format).map_or(("", 0), |section| (section.games, section.number));
        let endings = endings.join(" ");
        out.push_str(&format!(
            "{:12} {endings:16} {ways:16} {games:31} {number:<7} {}\n",
            format.name(),
            format.info().about
        ));
    }
    out.push_str("\n`scoresheet explain FORMAT` shows the section of the guide.\n");
    out
}

pub(super) fn one(info: &GameInfo) -> String {
    let sides: Vec<_> = info.sides.iter().map(|side| side.name).collect();
    let begins = if info.any_side_begins { "either side may begin" } else { "the first side begins" };
    let mut out = format!("{} ({})\n{}\n\n", info.name, info.id, info.about);
    if !info.aliases.is_empty() {
        out.push_str(&format!("other names: {}\n", info.aliases.join(", ")));
    }
    for choice in info.variants {
        let names = info.variant_names.iter().filter(|(_, variant)| *variant == choice.name);
        let names: Vec<_> = names.map(|(name, _)| *name).collect();
        if !names.is_empty() {
            out.push_str(&format!("the variant {} has names of its own: {}\n", choice.name, names.join(", ")));
        }
    }
    out.push_str(&format!("sides: {} ({begins})\nboards: {}\n", sides.join(", "), info.boards));
    choices("variants", info.variants, &mut out);
    choices("options", info.options, &mut out);
    out.push_str("\nnotation systems, the default first:\n");
    for system in info.systems() {
        let info = system.info();
        out.push_str(&format!("  {:12} {:24} {}\n", info.name, info.example, info.token));
    }
    out.push_str("\nrules (scoresheet explain RULE):\n");
    for rule in info.rules {
        out.push_str(&format!("  {:12} {}\n", rule.id, rule.title));
    }
    out.push_str("\ncodes of this game (scoresheet explain CODE):\n");
    for code in info.codes {
        out.push_str(&format!("  {:20} {:6} {}\n", code.name, code.rule.unwrap_or(""), code.title));
    }
    out
}

fn choices(title: &str, choices: &[Choice], out: &mut String) {
    if choices.is_empty() {
        return;
    }
    out.push_str(&format!("\n{title}:\n"));
    for choice in choices {
        out.push_str(&format!("  {:18} {:6} {}\n", choice.name, choice.rule, choice.about));
    }
}
