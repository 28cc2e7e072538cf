//! Arguments of commands that are put together only when the command is called: the other commands' options are not needed
//! then, and to build them all takes longer than to judge a short file.

use std::ops::Deref;

use clap::{ArgMatches, Args, Command, Error, FromArgMatches, Id};

/// The arguments of a command.
#[derive(Debug)]
pub(super) struct Deferred<T>(T);

impl<T> Deref for Deferred<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Deferred<T>, Error> {
        T::from_arg_matches(matches).map(Deferred)
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Deferred<T>, Error> {
        T::from_arg_matches_mut(matches).map(Deferred)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl<T: Args> Args for Deferred<T> {
    fn group_id() -> Option<Id> {
        T::group_id()
    }

    fn augment_args(command: Command) -> Command {
        command.defer(|command| as_it_was(command, T::augment_args))
    }

    fn augment_args_for_update(command: Command) -> Command {
        command.defer(|command| as_it_was(command, T::augment_args_for_update))
    }
}

/// A command with the arguments that `augment` adds. What it does stays what it says: groups of arguments bring a text of
/// their own, which would replace it.
fn as_it_was(command: Command, augment: fn(Command) -> Command) -> Command {
    let [about, long] = [command.get_about().cloned(), command.get_long_about().cloned()];
    let command = augment(command).about(None::<&str>).long_about(None::<&str>);
    let command = about.into_iter().fold(command, Command::about);
    long.into_iter().fold(command, Command::long_about)
}
