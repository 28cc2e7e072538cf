//! What a call that was refused was probably meant to be: a tip after a mistaken command or option.

use std::ffi::OsString;
use std::path::Path;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{Cli, help};
use crate::archive::missing::meant;
use crate::names::same;

/// What other programs call our commands.
const COMMANDS: [(&str, &[&str]); 10] = [
    ("validate", &["check", "lint", "verify", "test", "judge"]),
    ("repair", &["fix", "mend", "correct"]),
    ("show", &["page", "html", "replay", "draw", "view", "board", "picture", "play", "print", "render"]),
    ("select", &["search", "find", "filter", "grep", "query"]),
    ("convert", &["export", "import", "translate", "format", "rewrite"]),
    ("audit", &["stats", "count", "report", "summary", "duplicates"]),
    ("collate", &["compare", "diff", "merge"]),
    ("tree", &["openings", "explore"]),
    ("new", &["template", "create", "init"]),
    ("games", &["formats", "list", "variants", "notations"]),
];

/// The error, with a tip if there is one.
pub(super) fn add(mut error: clap::Error, arguments: &[OsString]) -> clap::Error {
    let command = arguments.get(1).map(|name| name.to_string_lossy()).unwrap_or_default();
    let tip = match error.kind() {
        ErrorKind::MissingRequiredArgument => {
            // An option that is missing only because of another one is in no example.
            let example = help::example(&command).filter(|call| has_missing_options(&error, call));
            example.map(|call| format!("for instance `{call}`"))
        }
        ErrorKind::InvalidSubcommand if error.get(ContextKind::SuggestedSubcommand).is_none() => {
            other_command(&text(&error, ContextKind::InvalidSubcommand))
        }
        ErrorKind::UnknownArgument => {
            let option = text(&error, ContextKind::InvalidArg);
            let tip = value(&command, option.trim_start_matches('-'));
            if tip.is_some() {
                error.remove(ContextKind::SuggestedArg);
                error.remove(ContextKind::Usage);
            }
            // clap's own tip is how to name a file that begins with `-`.
            if error.get(ContextKind::SuggestedArg).is_none() {
                error.remove(ContextKind::Suggested);
            }
            tip
        }
        _ => None,
    };
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Whether a call has all options that are missing.
fn has_missing_options(error: &clap::Error, call: &str) -> bool {
    let Some(ContextValue::Strings(names)) = error.get(ContextKind::InvalidArg) else { return true };
    let mut options = names.iter().filter(|name| name.starts_with("--")).filter_map(|name| name.split(' ').next());
    options.all(|option| call.contains(option))
}

/// A word of the error.
fn text(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    }
}

/// What to write instead of a command that there is not.
fn other_command(name: &str) -> Option<String> {
    let known = COMMANDS.iter().find(|(_, names)| names.iter().any(|known| same(known, name)));
    match known {
        Some((command, _)) => Some(format!("`scoresheet {command}` does that, see `scoresheet help {command}`")),
        None => meant(Path::new(name)),
    }
}

/// The option of a command that takes `name` as a value: `--html` was meant to be `--as html`.
fn value(command: &str, name: &str) -> Option<String> {
    let mut cli = Cli::command();
    cli.build();
    let command = cli.find_subcommand(command)?;
    let takes = |option: &&clap::Arg| option.get_possible_values().iter().any(|value| value.matches(name, true));
    let mut options: Vec<&clap::Arg> = command.get_opts().filter(takes).collect();
    // Options for output come before those for input.
    options.sort_by_key(|option| option.get_long() == Some("from"));
    let long = options.first()?.get_long()?;
    Some(format!("`--{long} {}`", name.to_lowercase()))
}
