//! Plays a game and prints each board: `play forza4 c e c c d`. Without plies it plays the first legal ply five times.

use std::io::{self, Write};

use scoresheet::{Illegal, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_else(|| "forza4".to_owned());
    let plies: Vec<String> = arguments.collect();
    run(&game, &plies, &mut io::stdout().lock())
}

/// Plays `plies` one after the other, up to the first that is illegal.
pub(crate) fn run(game: &str, plies: &[String], out: &mut dyn Write) -> Result<(), Box<dyn std::error::Error>> {
    let mut position = Position::new(game)?;
    for number in 0..if plies.is_empty() { 5 } else { plies.len() } {
        let ply = match plies.get(number) {
            Some(ply) => ply.clone(),
            None => match position.legal().into_iter().next() {
                Some(ply) => ply,
                None => break,
            },
        };
        let side = position.turn();
        if let Err(Illegal { code, message, help, .. }) = position.play(&ply) {
            writeln!(out, "{side} cannot play {ply}: {message} ({code})")?;
            help.map_or(Ok(()), |help| writeln!(out, "{help}"))?;
            break;
        }
        writeln!(out, "{side} plays {ply}\n{position}")?;
    }
    match position.winner() {
        Some(winner) => writeln!(out, "{winner} has won")?,
        None => writeln!(out, "{} to move", position.turn())?,
    }
    Ok(())
}
