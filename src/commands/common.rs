//! The options that many commands share.

use std::io;

use anstream::{AutoStream, ColorChoice};
use clap::builder::Resettable;
use clap::{Args, ValueEnum};

use super::file_args::FileArgs;
use super::values::{delimiter, encoding, format, game, size, system};
use super::{help, say};
use crate::archive::Limits;
use crate::counted::counted;
use crate::diagnostic::Shortlist;
use crate::engine::{Defaults, Setting};
use crate::formats::{FORMATS, Format, Given};
use crate::input;
use crate::mend::identify::Identifier;
use crate::names::{did_you_mean, same};
use crate::parallel::Plan;
use crate::record::Record;
use crate::report::{Report, human};
use crate::system::System;
use crate::visible::visible;

/// Puts in words what a report says about a record.
pub(super) type Words = fn(&Report, &Record<'_>, Option<&Setting>) -> String;

/// What the caller tells about the records.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Input")]
pub(super) struct Common {
    /// The game; it counts more than the one that the record names
    #[arg(long, value_name = "GAME", value_parser = help::game(game), hide_possible_values = true)]
    pub(super) game: Option<String>,
    /// The variant
    #[arg(long, value_name = "NAME")]
    pub(super) variant: Option<String>,
    /// The options, separated by commas
    #[arg(long, value_name = "LIST")]
    pub(super) options: Option<String>,
    /// The board, columns x rows
    #[arg(long, value_name = "SIZE")]
    pub(super) board: Option<String>,
    /// The side that begins
    #[arg(long, value_name = "SIDE")]
    pub(super) starts: Option<String>,
    /// The notation system
    #[arg(long, value_name = "SYSTEM", value_parser = help::system(system), hide_possible_values = true)]
    pub(super) notation: Option<System>,
    /// The file format (default: found by the content of the file, and by its name)
    #[arg(long, value_name = "FORMAT", value_parser = help::format(format), hide_possible_values = true)]
    pub(super) from: Option<Format>,
    /// The column or JSON key that holds the moves: its name, or the number of the column
    #[arg(long, value_name = "NAME|NUMBER")]
    moves_column: Option<String>,
    /// The delimiter between the cells of a table: one letter, or `tab` (default: detected)
    #[arg(long, value_name = "C", value_parser = delimiter)]
    delimiter: Option<u8>,
    /// The first row of a table is a game, not the names of the columns
    #[arg(long)]
    no_header: bool,
    /// The encoding of the file, for instance GBK (default: detected in files of other programs, or else UTF-8)
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    pub(super) encoding: Option<&'static encoding_rs::Encoding>,
    /// Read each line of a tree as a record of its own (libraries of RenLib)
    #[arg(long)]
    leaves: bool,
    /// Accept only canonical text
    #[arg(long)]
    pub(super) strict: bool,
    /// The longest record, in bytes (K, M and G multiply by 1024)
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "16M")]
    pub(super) max_record: usize,
    /// When to use colours
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = Resettable::Reset)]
    pub(super) color: Colour,
    /// Print only errors: no summary, no progress, no list of what was left out
    #[arg(short, long, conflicts_with = "verbose", help_heading = Resettable::Reset)]
    pub(super) quiet: bool,
    /// Tell more: the verdict of each record (validate, show), or how many records each input has
    #[arg(short, long, help_heading = Resettable::Reset)]
    pub(super) verbose: bool,
    #[command(flatten)]
    pub(super) files: FileArgs,
}

impl Common {
    /// Why the options clash: no game has the variant, option, board or side that they name.
    pub(super) fn clash(&self) -> Option<String> {
        let Defaults { game, variant, options, board, starts, .. } = self.defaults();
        let alone = |fill: fn(&mut Defaults, Option<String>), value: Option<String>| {
            let mut given = Defaults { game: game.clone(), ..Defaults::default() };
            fill(&mut given, Some(value?));
            Identifier::new(&given).is_empty().then(|| nothing_to_try(&given))
        };
        alone(|given, value| given.variant = value, variant)
            .or_else(|| alone(|given, value| given.options = value, options))
            .or_else(|| alone(|given, value| given.board = value, board))
            .or_else(|| alone(|given, value| given.starts = value, starts))
    }

    /// How much of archives is read.
    pub(super) fn limits(&self) -> Limits {
        self.files.limits(self.encoding)
    }

    pub(super) fn defaults(&self) -> Defaults {
        Defaults {
            game: self.game.clone(),
            variant: self.variant.clone(),
            options: self.options.clone(),
            board: self.board.clone(),
            starts: self.starts.clone(),
            notation: self.notation,
            ..Defaults::default()
        }
    }

    /// How records of many files are read and judged, on `jobs` threads.
    pub(super) fn plan(&self, jobs: usize) -> Plan {
        Plan {
            defaults: self.defaults(),
            given: self.given(""),
            strict: self.strict,
            max_record: self.max_record,
            jobs,
            each_input: self.each_input(),
            ..Plan::default()
        }
    }

    /// What to do after each input: with `-v` standard error gets its name and the number of its records.
    pub(super) fn each_input(&self) -> Option<fn(&str, u64)> {
        let tell = |name: &str, count: u64| say(&format!("{}: {}\n", visible(name), counted(count, "record")));
        self.verbose.then_some(tell)
    }

    /// The function that puts a report in words: with `-q` only its errors.
    pub(super) fn words(&self) -> Words {
        if self.quiet {
            |report, record, setting| human::errors(report, record, setting, false)
        } else {
            |report, record, setting| human::full(report, record, setting, false)
        }
    }

    /// Whether to show a progress bar: not with `--verbose`, whose lines it would overwrite.
    pub(super) fn has_bar(&self) -> bool {
        !self.quiet && !self.verbose
    }

    /// The format of an input that has none by `--from`, and the whole input.
    pub(super) fn found<R: io::Read>(&self, reader: R, name: &str) -> io::Result<(Format, input::Whole<R>)> {
        input::find_for(reader, name, FORMATS, &self.given(name))
    }

    /// What is known about the file `file`.
    pub(super) fn given(&self, file: &str) -> Given {
        let given = Given {
            leaves: self.leaves,
            encoding: self.encoding,
            moves: self.moves_column.clone(),
            delimiter: self.delimiter,
            no_header: self.no_header,
            ..Given::default()
        };
        input::given(&given, file, &self.defaults())
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Colour {
    /// On terminals, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Colour {
    fn choice(self) -> ColorChoice {
        match self {
            Colour::Auto => AutoStream::choice(&io::stdout()),
            Colour::Always => ColorChoice::Always,
            Colour::Never => ColorChoice::Never,
        }
    }

    /// Whether standard output takes colours.
    pub(super) fn on(self) -> bool {
        !matches!(self.choice(), ColorChoice::Never)
    }
}

/// How many diagnostics of a record are shown.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct Shown {
    /// The most diagnostics to show of a record, errors first
    #[arg(long, value_name = "N", value_parser = super::values::number::<usize>, default_value_t = crate::diagnostic::MAX_DIAGNOSTICS)]
    pub(super) max_diagnostics: usize,
}

impl Shown {
    /// The list that holds the diagnostics of a record.
    pub(super) fn held(self) -> Shortlist {
        Shortlist::new(self.max_diagnostics)
    }
}

/// The message that the caller's settings fit no game, with what was probably meant.
pub(super) fn nothing_to_try(given: &Defaults) -> String {
    let Defaults { games, game, variant, options, board, starts, .. } = given;
    let only = game.as_deref().and_then(|name| games.named(name));
    let infos =
        || games.0.iter().map(|game| game.info()).filter(|info| only.is_none_or(|only| only.info().id == info.id));
    let near = |word: &Option<String>, names: Vec<&str>| {
        let word = word.as_deref().filter(|word| !names.iter().any(|name| same(name, word)))?;
        did_you_mean(word, names)
    };
    let meant = near(variant, infos().flat_map(|info| info.variants).map(|variant| variant.name).collect())
        .or_else(|| near(options, infos().flat_map(|info| info.options).map(|option| option.name).collect()))
        .or_else(|| near(starts, infos().flat_map(|info| info.sides).map(|side| side.name).collect()));
    let given = [("game", game), ("variant", variant), ("options", options), ("board", board), ("starts", starts)];
    let given = given.iter().filter_map(|(name, value)| Some(format!("--{name} \"{}\"", visible(value.as_deref()?))));
    let given: Vec<String> = given.collect();
    let given = given.join(" ");
    let meant = meant.map_or(String::new(), |meant| format!("{meant} "));
    format!("no game is played with {given}; {meant}`scoresheet games` shows what each game has")
}
