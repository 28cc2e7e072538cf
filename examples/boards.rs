//! Makes games of a table of positions.
//!
//! ```sh
//! cargo run --release --example boards -- positions.csv | scoresheet audit --from lines --game forza4 --notation columns -
//! ```
//!
//! The table has one row for each position of a Forza 4 game on 7x6: `board,mark,label,move_num`, the board as 42 digits
//! from the top left, 0 for an empty square, 1 and 2 for the sides. A game begins with an empty board, and each row has
//! one piece more than the row before. The last drop is often missing. If two rows differ by more than one drop, the
//! game is broken off there, with a remark.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::{env, fs};

const COLUMNS: usize = 7;
const SQUARES: usize = 42;

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for path in env::args_os().skip(1).map(PathBuf::from) {
        writeln!(out, "# {}", path.display())?;
        run(&fs::read(path)?[..], &mut out)?;
    }
    Ok(())
}

/// Writes the games of a table, one a line, columns as letters run together.
pub(crate) fn run(table: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let mut game = String::new();
    let mut last = [b'0'; SQUARES];
    for (index, row) in table.lines().enumerate() {
        let row = row?;
        let cell = row.split(',').next().unwrap_or_default();
        let Ok(board) = <[u8; SQUARES]>::try_from(cell.as_bytes()) else {
            continue;
        };
        if board.iter().all(|square| *square == b'0') {
            end(&mut game, "", out)?;
        } else if let Some(column) = drop_between(&last, &board) {
            game.push(char::from(b'a' + column as u8));
        } else {
            end(&mut game, &format!(" broken off: row {} is not one drop further", index + 1), out)?;
        }
        last = board;
    }
    end(&mut game, "", out)
}

/// The column into which one piece was dropped between two positions.
fn drop_between(before: &[u8; SQUARES], after: &[u8; SQUARES]) -> Option<usize> {
    let mut changed = (0..SQUARES).filter(|square| before[*square] != after[*square]);
    let (square, None) = (changed.next()?, changed.next()) else {
        return None;
    };
    let rests = square + COLUMNS >= SQUARES || after[square + COLUMNS] != b'0';
    (before[square] == b'0' && rests).then_some(square % COLUMNS)
}

/// Ends a game, if there is one.
fn end(game: &mut String, remark: &str, out: &mut dyn Write) -> io::Result<()> {
    if !game.is_empty() {
        writeln!(out, "{game}{remark}")?;
        game.clear();
    }
    Ok(())
}
