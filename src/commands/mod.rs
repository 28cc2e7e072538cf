//! The program: arguments, files, the terminal, exit codes. Everything it does is a function of the library.

mod advice;
mod audit;
mod collate;
mod convert;
mod duplicates;
mod editing;
mod explain;
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
mod watch;
mod written;

use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::builder::Resettable;
use clap::error::ContextValue;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::board::Size;
use crate::diagnostic::Shortlist;
use crate::engine::Defaults;
use crate::formats::{FORMATS, Format, Given, encoding_named};
use crate::input;
use crate::names::{did_you_mean, same};
use crate::parallel::Plan;
use crate::system::{SYSTEMS, System};
use crate::visible::visible;

/// Validates, converts and shows transcripts of abstract board games.
#[derive(Debug, Parser)]
#[command(
    name = "scoresheet",
    version,
    about,
    max_term_width = 100,
    arg_required_else_help = true,
    after_help = "`scoresheet PATH...` is short for `scoresheet validate PATH...`."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Replay every record and report what is wrong with it
    #[command(after_help = help::examples("validate"))]
    Validate(validate::ValidateArgs),
    /// Judge whole archives and summarise what they contain
    #[command(after_help = help::examples("audit"))]
    Audit(audit::AuditArgs),
    /// Write the records for which an expression is true, as they stand
    #[command(after_help = help::examples("select"))]
    Select(Box<select::SelectArgs>),
    /// Rewrite records in another notation system or file format
    #[command(after_help = help::examples("convert"))]
    Convert(convert::ConvertArgs),
    /// Find out under which game, variant, board and notation system the plies of records replay
    #[command(after_help = help::examples("identify"))]
    Identify(identify::IdentifyArgs),
    /// Propose the smallest changes that make invalid records valid
    #[command(after_help = help::examples("repair"))]
    Repair(repair::RepairArgs),
    /// Draw a position of a record
    #[command(after_help = help::examples("show"))]
    Show(show::ShowArgs),
    /// Compare copies of the same games, and make one text of them
    #[command(after_help = help::examples("collate"))]
    Collate(collate::CollateArgs),
    /// Count the plies that were played from a position on
    #[command(after_help = help::examples("tree"))]
    Tree(tree::TreeArgs),
    /// Write an empty record to fill in, with every tag of a game
    #[command(after_help = help::examples("new"))]
    New(new::NewArgs),
    /// List games, variants, options and notation systems
    #[command(after_help = help::examples("games"))]
    Games(games::GamesArgs),
    /// Explain a diagnostic or a rule
    #[command(after_help = help::examples("explain"))]
    Explain(explain::ExplainArgs),
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

/// What the caller tells about the records.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Input")]
struct Common {
    /// The game; it counts more than the one that the record names
    #[arg(long, value_name = "GAME", value_parser = help::game(), hide_possible_values = true)]
    game: Option<String>,
    /// The variant
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// The options, separated by commas
    #[arg(long, value_name = "LIST")]
    options: Option<String>,
    /// The board, columns x rows
    #[arg(long, value_name = "SIZE")]
    board: Option<String>,
    /// The side that begins
    #[arg(long, value_name = "SIDE")]
    starts: Option<String>,
    /// The notation system
    #[arg(long, value_name = "SYSTEM", value_parser = help::system(system), hide_possible_values = true)]
    notation: Option<System>,
    /// The file format (default: found by the content of the file, and by its name)
    #[arg(long, value_name = "FORMAT", value_parser = help::format(format), hide_possible_values = true)]
    from: Option<Format>,
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
    encoding: Option<&'static encoding_rs::Encoding>,
    /// Read each line of a tree as a record of its own (libraries of RenLib)
    #[arg(long)]
    leaves: bool,
    /// Accept only canonical text
    #[arg(long)]
    strict: bool,
    /// The longest record, in bytes (K, M and G multiply by 1024)
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "16M")]
    max_record: usize,
    /// When to use colours
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = Resettable::Reset)]
    color: Colour,
    /// Tell only errors: no summary, no progress, nothing of what is left out
    #[arg(short, long, conflicts_with = "verbose", help_heading = Resettable::Reset)]
    quiet: bool,
    /// Tell more: the verdict of each record (validate, show), or how many records each input has
    #[arg(short, long, help_heading = Resettable::Reset)]
    verbose: bool,
}

impl Common {
    fn defaults(&self) -> Defaults {
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

    /// How records of many files are read and judged, on so many threads.
    fn plan(&self, jobs: usize) -> Plan {
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

    /// What is done after each input: with `-v` standard error names it and the number of its records.
    fn each_input(&self) -> Option<fn(&str, u64)> {
        let tell = |name: &str, count: u64| say(&format!("{}: {}\n", visible(name), convert::records(count)));
        self.verbose.then_some(tell)
    }

    /// Whether a progress bar is shown, which is drawn over what is told of inputs.
    fn has_bar(&self) -> bool {
        !self.quiet && !self.verbose
    }

    /// The format of an input that has none by `--from`, and the whole input.
    fn found<R: io::Read>(&self, reader: R, name: &str) -> io::Result<(Format, input::Whole<R>)> {
        input::find_for(reader, name, FORMATS, self.game.as_deref())
    }

    /// What is known of the file of that name.
    fn given(&self, file: &str) -> Given {
        Given {
            file: Some(file.to_owned()),
            game: self.game.clone(),
            variant: self.variant.clone(),
            leaves: self.leaves,
            board: self.board.as_deref().and_then(Size::read),
            encoding: self.encoding,
            moves: self.moves_column.clone(),
            delimiter: self.delimiter,
            no_header: self.no_header,
            ..Given::default()
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Colour {
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
    fn on(self) -> bool {
        !matches!(self.choice(), ColorChoice::Never)
    }
}

/// How many diagnostics of a record are shown.
#[derive(Debug, Clone, Copy, Args)]
struct Shown {
    /// The most diagnostics to show of a record, errors first
    #[arg(long, value_name = "N", default_value_t = crate::diagnostic::MAX_DIAGNOSTICS)]
    max_diagnostics: usize,
}

impl Shown {
    /// The list that holds the diagnostics of a record.
    fn held(self) -> Shortlist {
        Shortlist::new(self.max_diagnostics)
    }
}

fn system(name: &str) -> Result<System, String> {
    System::named(name).ok_or_else(|| {
        let names: Vec<_> = SYSTEMS.iter().map(|system| system.name()).collect();
        let meant = did_you_mean(name, names.iter().copied()).map_or(String::new(), |meant| format!("{meant} "));
        format!("{meant}the notation systems are {}", names.join(", "))
    })
}

fn encoding(name: &str) -> Result<&'static encoding_rs::Encoding, String> {
    encoding_named(name)
        .ok_or_else(|| "an encoding is named as in web pages: utf-8, gbk, big5, shift_jis, windows-1252".to_owned())
}

/// What to write instead of the name of a format that there is not.
const INSTEAD: [(&[&str], &str); 3] = [
    (&["xlsx", "xls", "xlsb", "ods", "excel"], "a workbook is read as it is: leave --from out"),
    (&["json"], "JSON is read a line for each record: --from jsonl"),
    (&["txt", "text", "pgn"], "text with tags and moves is a transcript: --from transcript"),
];

fn format(name: &str) -> Result<Format, String> {
    Format::named(name).ok_or_else(|| {
        if let Some((_, instead)) = INSTEAD.iter().find(|(names, _)| names.iter().any(|known| same(known, name))) {
            return (*instead).to_owned();
        }
        let names: Vec<_> = FORMATS.iter().map(|format| format.name()).collect();
        let meant = did_you_mean(name, names.iter().copied()).map_or(String::new(), |meant| format!("{meant} "));
        format!("{meant}the file formats are {}", names.join(", "))
    })
}

/// Reads a number of threads.
fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "a number of threads is 1 or more".to_owned())
}

/// Writes a text to standard output.
fn print(text: &[u8]) -> io::Result<End> {
    let mut out = outputs::Output::standard();
    out.write_all(text)?;
    out.finish()?;
    Ok(End::Good)
}

/// Reads the delimiter between cells.
fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [byte] if byte.is_ascii() && !matches!(byte, b'"' | b'\r' | b'\n') => Ok(*byte),
        _ => Err("a delimiter is one ASCII character, but not a quotation mark or a line end; write a tab as `tab`"
            .to_owned()),
    }
}

/// Reads `16M`: at most 1G.
fn size(text: &str) -> Result<usize, String> {
    let size = large_size(text)?;
    usize::try_from(size)
        .ok()
        .filter(|&size| size <= 1 << 30)
        .ok_or_else(|| "the limit must be from 1 byte to 1G".to_owned())
}

/// Reads `1T`.
fn large_size(text: &str) -> Result<u64, String> {
    let wrong = || "a size is a number from 1, followed by K, M, G or T for multiples of 1024".to_owned();
    let (digits, factor) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 1 << 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 1 << 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 1 << 30),
        Some(b'T' | b't') => (&text[..text.len() - 1], 1 << 40),
        _ => (text, 1),
    };
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(factor).filter(|&size| size > 0).ok_or_else(wrong)
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

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    run(std::env::args_os())
}

/// Adds the command `validate` if the arguments name only what to read: `scoresheet games.txt`.
///
/// The name of a command always means the command, even if a file has that name. Any other word is a path if it looks
/// like one or exists, so that a mistyped command is reported as one.
fn with_command(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let is_path = |argument: &OsString| {
        let text = argument.to_string_lossy();
        text == "-" || !text.starts_with('-') && text.contains(['.', '/', '\\']) || Path::new(argument).exists()
    };
    let is_command = |argument: &OsString| {
        let known = Cli::command();
        argument == "help" || known.get_subcommands().any(|command| argument == command.get_name())
    };
    let is_short = match arguments.get(1) {
        None => false,
        Some(first) if is_command(first) => false,
        Some(first) if first != "-" && first.to_string_lossy().starts_with('-') => {
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

fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = with_command(arguments.into_iter().collect());
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => {
            let error = told(advice::add(error, &arguments));
            // A closed pipe is no reason to complain about the complaint.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
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
        Command::Games(args) => games::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Completions { shell } => help::completions(shell),
        Command::Man { dir } => help::man(dir.as_deref()),
    };
    match done {
        Ok(End::Good) => ExitCode::SUCCESS,
        Ok(End::Invalid) => ExitCode::from(1),
        Ok(End::Failed) => ExitCode::from(2),
        Ok(End::Interrupted(signal)) => ExitCode::from(signals::status(signal)),
        // Whoever read our output has seen enough. What judges records writes to an output that takes this as no error.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error.to_string());
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
            // Tips repeat arguments too; they lose their colours with whatever else steers.
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

/// Writes to standard error. If that is closed the text is lost, and the command goes on.
fn say(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Says that a file has no record of that number, but so many.
fn missing(file: &str, wanted: u64, held: u64) -> End {
    fail(&match (wanted, held) {
        (_, 0) => format!("{file}: holds no records"),
        (0, _) => format!("{file}: there is no record 0: the first is record 1"),
        (_, 1) => format!("{file}: there is no record {wanted}: the file has only 1 record"),
        _ => format!("{file}: there is no record {wanted}: the file has only {held} records"),
    })
}

/// Says why a command cannot do what it is asked for.
fn fail(message: &str) -> End {
    complain(message);
    End::Failed
}
