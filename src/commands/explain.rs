//! `scoresheet explain`: what a diagnostic or a rule means.

use std::io::{self, Write};

use clap::Args;

use super::{End, complain};
use crate::diagnostic::{Law, Rule};
use crate::games;
use crate::names::same;

#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// A code such as `column-full`, or a rule such as F4-7
    name: String,
}

pub(super) fn run(args: &ExplainArgs) -> io::Result<End> {
    let name = args.name.as_str();
    let meanings = games::meanings(name);
    let text = if !meanings.is_empty() {
        let several = meanings.len() > 1;
        let texts = meanings.iter().map(|(game, rule)| match game.filter(|_| several) {
            Some(game) => format!("In {game}:\n\n{}", code(rule)),
            None => code(rule),
        });
        texts.collect::<Vec<_>>().join("\n")
    } else if let Some(law) = games::laws().find(|law| same(law.id, name)) {
        sentence(law)
    } else {
        complain(&format!("there is no code and no rule `{name}`{}", near(name)));
        return Ok(End::Failed);
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(End::Good)
}

fn code(rule: &Rule) -> String {
    let mut out = format!("{}[{}]: {}\n\n{}\n", rule.severity.name(), rule.code, rule.title, fold(rule.explain));
    if let Some(law) = rule.id.and_then(|id| games::laws().find(|law| law.id == id)) {
        out.push_str(&format!("\nIt rests on rule {} ({}):\n{}\n", law.id, law.title, fold(law.text)));
    }
    if !rule.example.is_empty() {
        out.push_str("\nA record that shows it:\n\n");
        for line in rule.example.lines() {
            out.push_str(&format!("    {line}\n").replace("    \n", "\n"));
        }
    }
    out
}

fn sentence(law: &Law) -> String {
    let mut out = format!("{}: {}\n\n{}\n", law.id, law.title, fold(law.text));
    if let Some(ruling) = law.ruling {
        out.push_str(&format!("\nThe documents leave this open; the ruling here:\n{}\n", fold(ruling)));
    }
    out
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

/// Codes that begin like `name`, or hold it.
fn near(name: &str) -> String {
    let rules = games::rules();
    let mut close: Vec<_> = rules.iter().map(|rule| rule.code).filter(|code| code.contains(name)).collect();
    if close.is_empty() {
        let start: String = name.chars().take(3).collect();
        close = rules.iter().map(|rule| rule.code).filter(|code| code.starts_with(&start)).collect();
    }
    if close.is_empty() { String::new() } else { format!("; perhaps {}", close.join(", ")) }
}
