//! Draws a position as SVG: `draw gomoku h8 j9 > game.svg`.

use std::io::{self, Write};

use scoresheet::{Illegal, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_else(|| "gomoku".to_owned());
    let plies: Vec<String> = arguments.collect();
    io::stdout().lock().write_all(run(&game, &plies)?.as_bytes())?;
    Ok(())
}

/// The picture of the position after `plies`.
pub(crate) fn run(game: &str, plies: &[String]) -> Result<String, Illegal> {
    let mut position = Position::new(game)?;
    for ply in plies {
        position.play(ply)?;
    }
    Ok(position.to_svg())
}
