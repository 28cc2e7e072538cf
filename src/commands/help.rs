//! What helps a person with the program itself: examples in the help of each command, names that a shell completes, and
//! pages for `man`.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, CommandFactory};

use super::{Cli, End};
use crate::engine::registry;
use crate::formats::FORMATS;

use crate::system::SYSTEMS;

/// How the program is called, and what its exit status says.
pub(super) const CALLS: &str = "\
`scoresheet PATH...` is short for `scoresheet validate PATH...`.

Exit status:
  0  every record is valid (warnings and notes do not count), and what was asked for was done
  1  a record has an error or could not be written, or nothing was found
  2  the call is wrong, or a file cannot be read or written";

/// For each command three calls, and what each does.
const EXAMPLES: [(&str, [(&str, &str); 3]); 14] = [
    (
        "validate",
        [
            ("scoresheet validate games.txt", "tell what is wrong with the records of a file"),
            (
                "scoresheet validate --game forza4 --format concise list.lines",
                "a list of bare games, a line for each fault",
            ),
            ("scoresheet validate --format json - < games.txt", "JSON for programs, from standard input"),
        ],
    ),
    (
        "audit",
        [
            ("scoresheet audit archive/", "judge a folder with all its files and archives"),
            (
                "scoresheet audit --html report.html --rejects bad.txt games.zip",
                "a page for browsers, and the invalid records",
            ),
            ("scoresheet audit --duplicates --mirrored archive/", "also find games that appear twice"),
        ],
    ),
    (
        "select",
        [
            ("scoresheet select \"player ~ Rossi and date >= 1990\" archive/", "records by their tags"),
            (
                "scoresheet select \"not valid\" games.txt -o bad.txt --rejects good.txt",
                "separate the valid from the invalid",
            ),
            ("scoresheet select --split-by Event -o events/ archive/", "a file for each event"),
        ],
    ),
    (
        "convert",
        [
            ("scoresheet convert --to squares games.txt", "another notation system"),
            ("scoresheet convert --to csv games/ -o games.csv", "a table with a row for each game"),
            ("scoresheet convert --set \"Event=Coppa 2024\" --in-place games.txt", "a tag for every record"),
        ],
    ),
    (
        "identify",
        [
            ("scoresheet identify list.txt", "say which game each record is"),
            ("scoresheet identify --write list.txt -o games.txt", "add the tags where that is certain"),
            ("scoresheet identify --game gomoku --format json list.txt", "only as Gomoku, for programs"),
        ],
    ),
    (
        "repair",
        [
            ("scoresheet repair games.txt", "propose changes for every invalid record"),
            ("scoresheet repair --apply games.txt -o mended.txt", "carry out what is certain"),
            ("scoresheet repair --interactive games.txt -o mended.txt", "ask for each record"),
        ],
    ),
    (
        "show",
        [
            ("scoresheet show --ply 12 game.txt", "the board after ply 12"),
            ("scoresheet show --numbers -o game.svg game.txt", "a picture with the numbers of the plies"),
            ("scoresheet show --as html -o games.html games.txt", "a page that replays the games"),
        ],
    ),
    (
        "collate",
        [
            ("scoresheet collate white.txt red.txt", "where two scoresheets disagree"),
            ("scoresheet collate white.txt red.txt -o game.txt", "and the text that is most likely right"),
            ("scoresheet collate --pairs old.txt new.txt", "the first record with the first, and so on"),
        ],
    ),
    (
        "tree",
        [
            ("scoresheet tree archive/", "the first plies, with results"),
            ("scoresheet tree --line \"c, e\" --depth 2 archive/", "what was played after these plies"),
            (
                "scoresheet tree --index archive.index archive/",
                "the same questions, answered from a table of positions",
            ),
        ],
    ),
    (
        "new",
        [
            ("scoresheet new forza4", "print an empty record"),
            ("scoresheet new gomoku --variant renju -o game.txt", "write one of Renju to a file"),
            ("scoresheet new halma --variant four --options pairs", "one for four players in pairs"),
        ],
    ),
    (
        "games",
        [
            ("scoresheet games", "list the games and file formats"),
            ("scoresheet games forza4", "all about one game"),
            ("scoresheet games --grammar squares", "the grammar of a notation system"),
        ],
    ),
    (
        "explain",
        [
            ("scoresheet explain column-full", "a code of a diagnostic"),
            ("scoresheet explain F4-7", "a rule"),
            ("scoresheet explain psq", "a file format"),
        ],
    ),
    (
        "completions",
        [
            ("scoresheet completions bash > ~/.local/share/bash-completion/completions/scoresheet", "for bash"),
            ("scoresheet completions zsh > _scoresheet", "for zsh, in a folder of $fpath"),
            ("scoresheet completions fish > ~/.config/fish/completions/scoresheet.fish", "for fish"),
        ],
    ),
    (
        "man",
        [
            ("scoresheet man | man -l -", "read the manual page"),
            ("scoresheet man > scoresheet.1", "write it to a file"),
            ("scoresheet man --dir ~/.local/share/man/man1", "write a page for each command"),
        ],
    ),
];

/// The examples of a command, as they stand at the end of its help.
pub(super) fn examples(command: &str) -> String {
    let calls = EXAMPLES.iter().filter(|(name, _)| *name == command).flat_map(|(_, calls)| calls);
    calls.fold("Examples:".to_owned(), |text, (call, about)| format!("{text}\n  {call}\n      {about}"))
}

/// The first example of a command.
pub(super) fn example(command: &str) -> Option<&'static str> {
    EXAMPLES.iter().find(|(name, _)| *name == command).map(|(_, calls)| calls[0].0)
}

/// A value with usual spellings that the shell offers; `read` takes others too.
#[derive(Clone)]
pub(super) struct Offered<T> {
    names: fn() -> Vec<&'static str>,
    read: fn(&str) -> Result<T, String>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Offered<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        self.read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}

/// Reads a value with `read`, and offers the names of games.
pub(super) fn game<T>(read: fn(&str) -> Result<T, String>) -> Offered<T> {
    Offered { names: games, read }
}

/// Reads a value with `read`, and offers the notation systems.
pub(super) fn system<T>(read: fn(&str) -> Result<T, String>) -> Offered<T> {
    Offered { names: systems, read }
}

/// Reads a value with `read`, and offers the file formats.
pub(super) fn format<T>(read: fn(&str) -> Result<T, String>) -> Offered<T> {
    Offered { names: formats, read }
}

/// Reads a value with `read`, and offers notation systems and file formats.
pub(super) fn goal<T>(read: fn(&str) -> Result<T, String>) -> Offered<T> {
    Offered { names: || [systems(), formats()].concat(), read }
}

/// Takes any text, and offers these names.
pub(super) fn offered(names: fn() -> Vec<&'static str>) -> Offered<String> {
    Offered { names, read: owned }
}

fn owned(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}

fn games() -> Vec<&'static str> {
    registry::GAMES.iter().map(|game| game.info().id).collect()
}

fn systems() -> Vec<&'static str> {
    SYSTEMS.iter().map(|system| system.name()).collect()
}

fn formats() -> Vec<&'static str> {
    FORMATS.iter().map(|format| format.name()).collect()
}

pub(super) fn completions(shell: clap_complete::Shell) -> io::Result<End> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "scoresheet", &mut text);
    super::print(&text)
}

/// Prints the manual page, or writes a page for each command into a folder.
pub(super) fn man(folder: Option<&Path>) -> io::Result<End> {
    if let Some(folder) = folder {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(named)?;
        clap_mangen::generate_to(Cli::command(), folder).map_err(named)?;
        return Ok(End::Good);
    }
    let mut text = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut text)?;
    super::print(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a call as a shell takes them apart, up to the first redirection.
    fn words(call: &str) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        for (number, piece) in call.split('"').enumerate() {
            match number % 2 {
                0 => words.extend(piece.split(' ').filter(|word| !word.is_empty()).map(str::to_owned)),
                _ => words.push(piece.to_owned()),
            }
        }
        let end = words.iter().position(|word| ["<", ">", "|"].contains(&word.as_str())).unwrap_or(words.len());
        words.truncate(end);
        words
    }

    #[test]
    fn every_command_has_examples_that_the_program_takes() {
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains(&examples(name)), "{name}");
            let (_, calls) = EXAMPLES.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("{name}"));
            for (call, _) in calls {
                let words = words(call);
                assert_eq!(words[1], name, "{call}");
                if let Err(error) = <Cli as clap::Parser>::try_parse_from(&words) {
                    panic!("{call}: {error}");
                }
            }
        }
    }
}
