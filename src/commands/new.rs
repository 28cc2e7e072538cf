//! `scoresheet new`: writes a record to be filled in.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::outputs::Outputs;
use super::{End, Stop};
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

pub(super) fn run(args: &NewArgs) -> Result<End, Stop> {
    let text = match template::write(Games::default(), &args.game, args.variant.as_deref(), args.options.as_deref()) {
        Ok(text) => text,
        Err(wrong) => {
            let help = wrong.help.map_or(String::new(), |help| format!("; {help}"));
            return Err(format!("{}{help}", wrong.message).into());
        }
    };
    if let Some(path) = args.output.as_deref().filter(|path| path.is_file()) {
        return Err(
            format!("{} is there already, and `new` overwrites no file; name another one", path.display()).into()
        );
    }
    let outputs = Outputs::new([("-o", args.output.as_deref())], [])?;
    let mut out = outputs.open(args.output.as_deref())?;
    out.write_all(text.as_bytes())?;
    out.finish()?;
    Ok(End::Good)
}
