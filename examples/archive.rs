//! Writes the archives for the measurements of `benches/audit.sh`, always the same: `archive FOLDER [MEGABYTES
//! [NAMES]]` makes a file of about MEGABYTES (20) for each game and shape, `halma-four.roster.txt` for instance, and
//! `gomoku.sgf`, the games of `gomoku.bare.txt` as SGF. NAMES, separated by commas, chooses among the games.

#[path = "../tests/support/shapes/mod.rs"]
mod shapes;

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use fastrand::Rng;
use shapes::{GAMES, Game, Played, SHAPES, Shape};

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let usage = || io::Error::other("usage: archive FOLDER [MEGABYTES [NAMES]]");
    let folder = arguments.next().map(PathBuf::from).ok_or_else(usage)?;
    let megabytes: usize = arguments.next().map_or(Ok(20), |text| text.parse().map_err(|_| usage()))?;
    let names = arguments.next();
    let is_wanted = |game: &&Game| names.as_ref().is_none_or(|names| names.split(',').any(|name| name == game.name));
    for game in GAMES.iter().filter(is_wanted) {
        write(game, &folder, megabytes * 1_000_000)?;
    }
    Ok(())
}

/// Writes the archives of a game, each until it is as long as it should be.
fn write(game: &'static Game, folder: &Path, length: usize) -> io::Result<()> {
    let mut archives = Vec::new();
    for shape in SHAPES {
        let name = format!("{}.{}.{}", game.name, shape.name(), shape.ending());
        archives.push((shape, Archive::create(&folder.join(name), &shape.head(game))?));
    }
    let mut sgf = None;
    if game.name == "gomoku" {
        sgf = Some(Archive::create(&folder.join("gomoku.sgf"), "")?);
    }
    let (mut rng, mut text) = (Rng::with_seed(8), String::new());
    for (number, played) in game.distinct().enumerate() {
        let mut is_done = true;
        for (shape, archive) in archives.iter_mut().filter(|(_, archive)| archive.length < length) {
            is_done = false;
            text.clear();
            shape.write(game, number, &played, &mut rng, &mut text);
            archive.write(&text)?;
            if let (Shape::Bare, Some(sgf)) = (*shape, &mut sgf) {
                sgf.write(&as_sgf(&played))?;
            }
        }
        if is_done {
            break;
        }
    }
    archives.iter_mut().map(|(_, archive)| archive).chain(&mut sgf).try_for_each(|archive| archive.file.flush())
}

/// A file that is being written, and how long it is.
struct Archive {
    file: BufWriter<File>,
    length: usize,
}

impl Archive {
    fn create(path: &Path, head: &str) -> io::Result<Archive> {
        let mut archive = Archive { file: BufWriter::new(File::create(path)?), length: 0 };
        archive.write(head)?;
        Ok(archive)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.length += text.len();
        self.file.write_all(text.as_bytes())
    }
}

/// A game of Gomoku on 15x15 as SGF, whose rows count from the top.
fn as_sgf(played: &Played) -> String {
    let mut text = "(;FF[4]GM[4]SZ[15]".to_owned();
    for (index, ply) in played.plies.iter().enumerate() {
        let colour = if index % 2 == 0 { 'B' } else { 'W' };
        let column = ply.chars().next().unwrap_or('a');
        let row = ply[1..].parse::<u8>().map_or('a', |row| char::from(b'a' + 15 - row));
        let _ = write!(text, ";{colour}[{column}{row}]");
    }
    text.push_str(")\n");
    text
}
