//! `scoresheet new`: writes a record to be filled in.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::outputs::Outputs;
use super::{End, fail};
use crate::engine::Games;
use crate::template;

#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// The game
    #[arg(value_parser = super::help::game(super::values::game), hide_possible_values = true)]
    game: String,
    /// The variant
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// The options, separated by commas
    #[arg(long, value_name = "LIST")]
    options: Option<String>,
    /// The file to write (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &NewArgs) -> io::Result<End> {
    let text = match template::write(Games::default(), &args.game, args.variant.as_deref(), args.options.as_deref()) {
        Ok(text) => text,
        Err(wrong) => {
            let help = wrong.help.map_or(String::new(), |help| format!("; {help}"));
            return Ok(fail(&format!("{}{help}", wrong.message)));
        }
    };
    if let Some(path) = args.output.as_deref().filter(|path| path.is_file()) {
        return Ok(fail(&format!(
            "{} is there already, and `new` overwrites no file; name another one",
            path.display()
        )));
    }
    let outputs = match Outputs::new([("-o", args.output.as_deref())], []) {
        Ok(outputs) => outputs,
        Err(message) => {
            return Ok(fail(&message));
        }
    };
    let mut out = outputs.open(args.output.as_deref())?;
    out.write_all(text.as_bytes())?;
    out.finish()?;
    Ok(End::Good)
}
