//! The options of `convert` that change tags, in the order in which they are given.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::parser::ArgMatches;
use clap::{Arg, ArgAction, Args, Command, FromArgMatches};

use super::complain;
use crate::archive::missing;
use crate::edit::{Edit, Edits, Names};

/// The names of the options.
pub(super) static OPTIONS: [&str; 5] = ["set", "default", "remove", "rename", "names"];

/// The changes of tags.
#[derive(Debug, Clone, Default)]
pub(super) struct EditArgs {
    pub(super) edits: Arc<Edits>,
    /// The tables of names that were read.
    pub(super) tables: Vec<PathBuf>,
}

impl EditArgs {
    /// Reports how often each name of a player was replaced.
    pub(super) fn tell(&self) {
        for (from, to, count) in self.edits.replaced() {
            complain(&format!("{from} is now {to}: {count} replaced"));
        }
    }
}

/// Reads a table of names from a file.
fn names(path: &str) -> Result<Edit, String> {
    let bytes = std::fs::read(Path::new(path)).map_err(|error| missing::why(Path::new(path), &error))?;
    Names::read(&bytes).map(|names| Edit::Names(Arc::new(names)))
}

impl Args for EditArgs {
    fn augment_args(command: Command) -> Command {
        type Read = fn(&str) -> Result<Edit, String>;
        let option = |name: &'static str, value: &'static str, help: &'static str, read: Read| {
            let arg = Arg::new(name).long(name).value_name(value).help(help).value_parser(read);
            arg.action(ArgAction::Append).help_heading("Tags")
        };
        command.args([
            option(OPTIONS[0], "NAME=VALUE", "Give a tag a value; a tag that is not there is added", Edit::set),
            option(OPTIONS[1], "NAME=VALUE", "Give a tag a value if it is missing or empty", Edit::default),
            option(OPTIONS[2], "NAME", "Remove a tag", Edit::remove),
            option(OPTIONS[3], "NAME=NAME", "Give a tag another name", Edit::rename),
            option(OPTIONS[4], "FILE", "Replace names of players, by a table with the columns from,to", names),
        ])
    }

    fn augment_args_for_update(command: Command) -> Command {
        EditArgs::augment_args(command)
    }
}

impl FromArgMatches for EditArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<EditArgs, clap::Error> {
        let mut given: Vec<(usize, Edit)> = Vec::new();
        for option in OPTIONS {
            let values = matches.get_many::<Edit>(option).into_iter().flatten().cloned();
            given.extend(matches.indices_of(option).into_iter().flatten().zip(values));
        }
        given.sort_by_key(|(place, _)| *place);
        let edits = given.into_iter().map(|(_, edit)| edit).collect();
        let tables = matches.get_raw(OPTIONS[4]).into_iter().flatten().map(PathBuf::from).collect();
        Ok(EditArgs { edits: Arc::new(Edits::new(edits)), tables })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = EditArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
