//! The program: arguments, files, the terminal, exit codes. Everything it does is a function of the library.
//!
//! A command is a file, with its arguments and its `run`. `common` holds the options that many share, `values` reads what
//! the caller writes after options.

mod advice;
mod audit;
mod collate;
mod common;
mod convert;
mod deferred;
mod duplicates;
mod editing;
mod explain;
mod file_args;
mod files;
mod fix;
mod games;
mod help;
mod identify;
mod in_place;
mod index;
mod inputs;
mod into_folder;
mod mending;
mod new;
mod outputs;
mod part;
mod patch;
mod repair;
mod replay;
mod select;
mod show;
mod signals;
mod spared;
mod tree;
mod validate;
mod values;
mod watch;
mod written;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::ContextValue;
use clap::{CommandFactory, Parser, Subcommand};

use crate::archive::Failure;
use crate::parallel::{Event, Part};
use crate::visible::visible;

use common::{Common, Shown, Words};
use deferred::Deferred;

/// Validates, converts and shows transcripts of abstract board games.
#[derive(Debug, Parser)]
#[command(
    name = "scoresheet",
    version,
    about,
    max_term_width = 100,
    arg_required_else_help = true,
    after_help = help::CALLS
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Replay every record and report what is wrong with it
    #[command(after_help = help::examples("validate"))]
    Validate(Deferred<validate::ValidateArgs>),
    /// Judge whole archives and summarise what they contain
    #[command(after_help = help::examples("audit"))]
    Audit(Deferred<audit::AuditArgs>),
    /// Write the records for which an expression is true, as they stand
    #[command(after_help = help::examples("select"))]
    Select(Deferred<Box<select::SelectArgs>>),
    /// Rewrite records in another notation system or file format
    #[command(after_help = help::examples("convert"))]
    Convert(Deferred<convert::ConvertArgs>),
    /// Find out under which game, variant, board and notation system the plies of records replay
    #[command(after_help = help::examples("identify"))]
    Identify(Deferred<identify::IdentifyArgs>),
    /// Propose the smallest changes that make invalid records valid
    #[command(after_help = help::examples("repair"))]
    Repair(Deferred<repair::RepairArgs>),
    /// Draw a position of a record
    #[command(after_help = help::examples("show"))]
    Show(Deferred<show::ShowArgs>),
    /// Compare copies of the same games, and make one text of them
    #[command(after_help = help::examples("collate"))]
    Collate(Deferred<collate::CollateArgs>),
    /// Count the plies that were played from a position on
    #[command(after_help = help::examples("tree"))]
    Tree(Deferred<tree::TreeArgs>),
    /// Write an empty record to fill in, with every tag of a game
    #[command(after_help = help::examples("new"))]
    New(Deferred<new::NewArgs>),
    /// List games, variants, options, notation systems, file formats and grammars
    #[command(after_help = help::examples("games"))]
    Games(Deferred<games::GamesArgs>),
    /// Explain a diagnostic, a rule, a format, or any other name
    #[command(after_help = help::examples("explain"))]
    Explain(Deferred<explain::ExplainArgs>),
    /// Print completions for a shell
    #[command(after_help = help::examples("completions"))]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[command(after_help = help::examples("man"))]
    Man {
        /// Write a page for the program and one for each command into this folder
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}

/// Writes a text to standard output.
fn print(text: &[u8]) -> io::Result<End> {
    let mut out = outputs::Output::standard();
    out.write_all(text)?;
    out.finish()?;
    Ok(End::Good)
}

/// How a command that could do its work ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// Every record is valid.
    #[default]
    Good,
    /// Some record has an error.
    Invalid,
    /// The call is wrong, or a file cannot be read or written.
    Failed,
    /// A signal with this number ended it early.
    Interrupted(u8),
}

/// Why a command cannot go on.
#[derive(Debug)]
enum Stop {
    /// Something cannot be read or written.
    Io(io::Error),
    /// It cannot do what it is asked for, and this says why.
    Message(String),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Io(error)
    }
}

impl From<String> for Stop {
    fn from(message: String) -> Stop {
        Stop::Message(message)
    }
}

impl From<&str> for Stop {
    fn from(message: &str) -> Stop {
        Stop::Message(message.to_owned())
    }
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    run(std::env::args_os())
}

/// Adds the command `validate` if the arguments name only what to read: `scoresheet games.txt`.
///
/// The name of a command in the first place always means the command, even if a file has that name. Any other word is a
/// path if it looks like one or exists, so that a mistyped command is reported as one.
fn with_command(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let is_path = |argument: &OsString| {
        let text = argument.to_string_lossy();
        text == "-" || !text.starts_with('-') && text.contains(['.', '/', '\\']) || Path::new(argument).exists()
    };
    let is_command = |argument: &OsString| {
        let known = Cli::command();
        argument == "help" || known.get_subcommands().any(|command| argument == command.get_name())
    };
    let is_option = |argument: &OsString| argument != "-" && argument.to_string_lossy().starts_with('-');
    let asks_version = |argument: &OsString| argument == "-V" || argument == "--version";
    // Options may stand before the command: `-q audit games/`.
    if arguments.get(1).is_some_and(|first| is_option(first) && !asks_version(first))
        && let Some(place) = after_options(&arguments)
        && is_command(&arguments[place])
    {
        arguments[1..=place].rotate_right(1);
        return arguments;
    }
    let is_short = match arguments.get(1) {
        None => false,
        Some(first) if is_command(first) => false,
        Some(first) if is_option(first) => {
            !["-h", "--help", "-V", "--version"].iter().any(|option| first == option)
                && arguments[2..].iter().any(is_path)
        }
        Some(first) => is_path(first),
    };
    if is_short {
        arguments.insert(1, "validate".into());
    }
    arguments
}

/// The place of the first argument that is neither an option nor the value of one; `None` after `--`.
fn after_options(arguments: &[OsString]) -> Option<usize> {
    let mut known = Cli::command();
    // This also adds the options of each command.
    known.build();
    let takes_value = |option: &str| {
        let is_it = |arg: &clap::Arg| match option.strip_prefix("--") {
            Some(long) => arg.get_long() == Some(long),
            None => {
                arg.get_short().is_some_and(|short| option.strip_prefix('-') == Some(short.encode_utf8(&mut [0; 4])))
            }
        };
        let all = known.get_subcommands().flat_map(|command| command.get_arguments());
        all.filter(|arg| is_it(arg)).any(|arg| arg.get_action().takes_values())
    };
    let mut place = 1;
    loop {
        let argument = arguments.get(place)?.to_string_lossy();
        match &*argument {
            "--" => return None,
            option if option != "-" && option.starts_with('-') => place += 1 + usize::from(takes_value(option)),
            _ => return Some(place),
        }
    }
}

impl Command {
    /// The options about records, if the command reads any.
    fn common(&self) -> Option<&Common> {
        Some(match self {
            Command::Validate(args) => &args.common,
            Command::Audit(args) => &args.common,
            Command::Select(args) => &args.common,
            Command::Convert(args) => &args.common,
            Command::Identify(args) => &args.shared.common,
            Command::Repair(args) => &args.shared.common,
            Command::Show(args) => &args.common,
            Command::Collate(args) => &args.common,
            Command::Tree(args) => &args.common,
            Command::New(_)
            | Command::Games(_)
            | Command::Explain(_)
            | Command::Completions { .. }
            | Command::Man { .. } => {
                return None;
            }
        })
    }

    /// Why its arguments make no sense, though each can be read.
    fn clash(&self) -> Option<String> {
        let own = match self {
            Command::Select(args) => args.clash(),
            Command::Convert(args) => args.clash(),
            Command::Identify(args) => args.clash(),
            Command::Repair(args) => args.clash(),
            Command::Audit(args) => args.clash(),
            Command::Tree(args) => args.clash(),
            _ => None,
        };
        own.or_else(|| self.common()?.clash())
    }
}

fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = with_command(arguments.into_iter().collect());
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => {
            let error = told(advice::add(error, &arguments));
            return ExitCode::from(match error.print() {
                // A closed pipe is no reason to complain about the complaint.
                Err(why) if why.kind() != io::ErrorKind::BrokenPipe && !error.use_stderr() => {
                    complain(&format!("standard output: {why}"));
                    2
                }
                _ if error.use_stderr() => 2,
                _ => 0,
            });
        }
    };
    if let Some(message) = cli.command.clash() {
        complain(&message);
        return ExitCode::from(2);
    }
    let done = match cli.command {
        Command::Validate(args) => validate::run(&args),
        Command::Audit(args) => audit::run(&args),
        Command::Select(args) => select::run(&args),
        Command::Convert(args) if args.in_place => in_place::run(&args),
        Command::Convert(args) => match args.folder() {
            Some(folder) => into_folder::run(&args, folder),
            None => convert::run(&args),
        },
        Command::Identify(args) => identify::run(&args),
        Command::Repair(args) => repair::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Collate(args) => collate::run(&args),
        Command::Tree(args) => tree::run(&args),
        Command::New(args) => new::run(&args),
        Command::Games(args) => games::run(&args).map_err(Stop::Io),
        Command::Explain(args) => explain::run(&args),
        Command::Completions { shell } => help::completions(shell).map_err(Stop::Io),
        Command::Man { dir } => help::man(dir.as_deref()).map_err(Stop::Io),
    };
    match done {
        Ok(End::Good) => ExitCode::SUCCESS,
        Ok(End::Invalid) => ExitCode::from(1),
        Ok(End::Failed) => ExitCode::from(2),
        Ok(End::Interrupted(signal)) => ExitCode::from(signals::status(signal)),
        // The reader of our output has seen enough. What judges records writes to an output that takes this as no
        // error.
        Err(Stop::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Stop::Io(error)) => {
            complain(&error.to_string());
            ExitCode::from(2)
        }
        Err(Stop::Message(message)) => {
            complain(&message);
            ExitCode::from(2)
        }
    }
}

/// A complaint about the call. Control characters in the arguments that it repeats are made harmless for terminals.
fn told(mut error: clap::Error) -> clap::Error {
    let values: Vec<_> = error.context().map(|(kind, value)| (kind, value.clone())).collect();
    for (kind, value) in values {
        let clean = |text: &String| visible(text).into_owned();
        let cleaned = match value {
            ContextValue::String(text) => ContextValue::String(clean(&text)),
            ContextValue::Strings(texts) => ContextValue::Strings(texts.iter().map(clean).collect()),
            // Tips quote arguments too; they lose their colours together with other control characters.
            ContextValue::StyledStrs(texts) => {
                let texts = texts.iter().map(|text| clean(&text.to_string()).into());
                ContextValue::StyledStrs(texts.collect())
            }
            _ => continue,
        };
        error.insert(kind, cleaned);
    }
    error
}

/// Reports on standard error why a command could not do its work.
fn complain(message: &str) {
    say(&format!("scoresheet: {}\n", visible(message)));
}

/// Reports on standard error that an input could not be read, and what helps.
fn complain_unread(failure: &Failure) {
    let help = failure.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
    complain(&format!("{failure}{help}"));
}

/// Hands the parts of inputs to `take`, and reports on standard error what cannot be read and, unless `quiet`, what holds
/// nothing to work on.
fn take_part<P>(
    event: Event<P>,
    quiet: bool,
    end: &mut End,
    take: impl FnOnce(Part<P>) -> io::Result<()>,
) -> io::Result<()> {
    match event {
        Event::Part(part) => take(part)?,
        Event::Unread(failure) => {
            complain_unread(&failure);
            *end = End::Failed;
        }
        Event::NoRecords(_) if quiet => {}
        Event::NoRecords(name) => complain(&format!("{name} holds no records and was left out")),
    }
    Ok(())
}

/// Writes to standard error. If that is closed the text is lost, and the command continues.
fn say(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Reports that a file has no record `wanted`, but only `held` records.
fn missing(file: &str, wanted: u64, held: u64) -> End {
    fail(&match (wanted, held) {
        (_, 0) => format!("{file} holds no records"),
        (0, _) => format!("{file}: there is no record 0: the first is record 1"),
        (_, 1) => format!("{file}: there is no record {wanted}: the file has only 1 record"),
        _ => format!("{file}: there is no record {wanted}: the file has only {held} records"),
    })
}

/// Reports why a command cannot do its work.
fn fail(message: &str) -> End {
    complain(message);
    End::Failed
}
