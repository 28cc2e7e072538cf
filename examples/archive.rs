//! Writes the archives that `benches/audit.sh` measures with, always the same: `archive FOLDER [GAMES]` makes
//! `forza4.txt` and `forza4.lines` with 2 million games (or `GAMES`), and `gomoku.txt` with a tenth as many.

#[path = "../tests/support/random.rs"]
mod random;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Where random numbers begin.
const SEED: u64 = 4;

fn main() -> io::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let folder =
        arguments.next().map(PathBuf::from).ok_or_else(|| io::Error::other("usage: archive FOLDER [GAMES]"))?;
    let count = arguments.next().and_then(|count| count.to_str()?.parse().ok()).unwrap_or(2_000_000);
    forza4(&folder, count)?;
    gomoku(&folder, count / 10)
}

fn forza4(folder: &Path, count: u64) -> io::Result<()> {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut transcripts = BufWriter::new(File::create(folder.join("forza4.txt"))?);
    let mut digits = BufWriter::new(File::create(folder.join("forza4.lines"))?);
    for number in 0..count {
        let game = random::random_game(&mut rng);
        let plies: Vec<String> = game.iter().map(|ply| char::from(b'a' + ply).to_string()).collect();
        write(number, "[Game \"forza4\"]\n", &plies, &mut transcripts)?;
        let line: String = game.iter().map(|ply| char::from(b'1' + ply)).collect();
        writeln!(digits, "{line}")?;
    }
    transcripts.flush()?;
    digits.flush()
}

fn gomoku(folder: &Path, count: u64) -> io::Result<()> {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut transcripts = BufWriter::new(File::create(folder.join("gomoku.txt"))?);
    for number in 0..count {
        let points = random::random_gomoku(&mut rng);
        let plies: Vec<String> = points.iter().map(|(x, y)| format!("{}{}", char::from(b'a' + x), y + 1)).collect();
        write(number, "[Game \"gomoku\"]\n[Board \"15x15\"]\n", &plies, &mut transcripts)?;
    }
    transcripts.flush()
}

/// Writes a record, behind a blank line if others stand before it.
fn write(number: u64, tags: &str, plies: &[String], out: &mut dyn Write) -> io::Result<()> {
    let mut text = String::new();
    random::write_game(tags, plies, &mut text);
    if number > 0 {
        out.write_all(b"\n")?;
    }
    out.write_all(text.as_bytes())
}
