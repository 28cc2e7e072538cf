//! The library's messages in the words of Python: they name the options of the program, `--game`, and here those are keyword
//! arguments, `game=`.

use std::borrow::Cow;

use scoresheet::engine::registry;
use scoresheet::formats::{Format, encoding_named};
use scoresheet::{Report, System};

/// An option of the program, and the keyword argument of the same meaning.
struct Argument {
    option: &'static str,
    name: &'static str,
    value: Value,
}

/// What may come after an option.
enum Value {
    /// Nothing: the option stands for this value.
    Always(&'static str),
    /// A word for which this is true. Any other word goes on with the sentence.
    Word(fn(&str) -> bool),
    /// A text in single quotation marks.
    Quoted,
}

static ARGUMENTS: &[Argument] = &[
    word("game", "game", |word| registry::named(word).is_some()),
    word("variant", "variant", is_variant),
    word("options", "options", |_| false),
    word("board", "board", |word| word.starts_with(|letter: char| letter.is_ascii_digit())),
    word("starts", "starts", |_| false),
    word("notation", "notation", |word| System::named(word).is_some()),
    word("from", "format", |word| Format::named(word).is_some()),
    word("to", "to", |word| Format::named(word).is_some() || System::named(word).is_some()),
    word("moves-column", "moves_column", |word| word == "NAME"),
    word("delimiter", "delimiter", |_| false),
    word("encoding", "encoding", |word| encoding_named(word).is_some()),
    word("max-record", "max_record", |_| false),
    word("max-diagnostics", "max_diagnostics", |_| false),
    word("jobs", "jobs", |_| false),
    Argument { option: "where", name: "where", value: Value::Quoted },
    Argument { option: "no-header", name: "header", value: Value::Always("False") },
    Argument { option: "leaves", name: "leaves", value: Value::Always("True") },
    Argument { option: "strict", name: "strict", value: Value::Always("True") },
    Argument { option: "lossy", name: "lossy", value: Value::Always("True") },
];

/// What the program calls a command, and what that is here.
static COMMANDS: &[(&str, &str)] = &[
    ("`scoresheet games --formats`", "`scoresheet.formats()`"),
    ("`games --formats`", "`scoresheet.formats()`"),
    ("`scoresheet identify`", "`scoresheet.identify`"),
];

const fn word(option: &'static str, name: &'static str, is_value: fn(&str) -> bool) -> Argument {
    Argument { option, name, value: Value::Word(is_value) }
}

fn is_variant(word: &str) -> bool {
    registry::GAMES
        .iter()
        .any(|game| game.info().variants.iter().any(|variant| variant.name.eq_ignore_ascii_case(word)))
}

/// Puts the messages of a report into Python's words.
pub(crate) fn translate(report: &mut Report) {
    for said in report.diagnostics.iter_mut().chain(&mut report.firsts) {
        for text in [Some(&mut said.message), said.help.as_mut()].into_iter().flatten() {
            if let Cow::Owned(words) = in_python(text) {
                *text = words;
            }
        }
    }
}

/// A message in Python's words: ``name the game with --game`` becomes ``name the game with game=``, and `--from lines` becomes
/// `format="lines"`.
pub(crate) fn in_python(text: &str) -> Cow<'_, str> {
    let mut told = Cow::Borrowed(text);
    for (command, function) in COMMANDS {
        if told.contains(command) {
            told = told.replace(command, function).into();
        }
    }
    if told.contains("--") { options_in_python(&told).into() } else { told }
}

fn options_in_python(text: &str) -> String {
    let (mut told, mut rest) = (String::new(), text);
    while let Some(at) = rest.find("--") {
        told.push_str(&rest[..at]);
        let option = &rest[at + 2..];
        let end = option.find(|letter: char| letter != '-' && !letter.is_ascii_lowercase()).unwrap_or(option.len());
        let (name, after) = option.split_at(end);
        rest = match ARGUMENTS.iter().find(|argument| argument.option == name) {
            Some(argument) => argument.tell(after, &mut told),
            None => {
                told.push_str(&rest[at..at + 2]);
                option
            }
        };
    }
    told + rest
}

impl Argument {
    /// Writes the argument with its value, if one stands in the text after the option; returns what comes after that.
    fn tell<'t>(&self, after: &'t str, told: &mut String) -> &'t str {
        told.push_str(self.name);
        told.push('=');
        let next = after.strip_prefix(' ').unwrap_or_default();
        let rest = match self.value {
            Value::Always(value) => {
                told.push_str(value);
                after
            }
            Value::Word(is_value) => {
                let end = next.find([' ', '`', ',', ';', ')']).unwrap_or(next.len());
                let (value, rest) = next.split_at(end);
                if value.is_empty() || !is_value(value) {
                    return after;
                }
                told.push_str(&format!("\"{value}\""));
                rest
            }
            Value::Quoted => {
                let Some((value, rest)) = next.strip_prefix('\'').and_then(|next| next.split_once('\'')) else {
                    return after;
                };
                told.push_str(&format!("'{value}'"));
                rest
            }
        };
        // Arguments that follow each other stand in one call.
        if rest.starts_with(" --") {
            told.push(',');
        }
        rest
    }
}
