//! Judges every ply in the logs of a Halma server from its own position.
//!
//! ```sh
//! cargo run --release --example comp424 -- FOLDER_OR_LOG…
//! ```
//!
//! The logs are those of a course's server for four-sided Halma on 16x16: `0 (2,1) (3,2)` is a step or one hop of
//! player 0, columns and rows counted from 0 at the top left; `0 null null` ends a chain of hops or passes; `GAMEOVER`
//! and `WINNER Player-0` end the game. Two games that a merge has left in one file, with its markers, are two games.
//!
//! Each ply becomes a record of the variant `four`, with the position before it as its `Setup`; all records of a game
//! are one transcript for [`scoresheet::validate`]. A ply that the server accepted should be valid, one that it refused
//! (`GAMEOVER ILLEGAL MOVE`) should not. The position is updated here from the log alone, so one difference does not
//! spoil the rest.
//!
//! A log cannot be one record: player 0 is White (a16), 1 Red (p16), 2 Blue (a1) and 3 Green (p1), and they play in
//! this order, while the sides of the variant play clockwise: White, Red, Green, Blue. The pairs are the same.
//!
//! The server's rules differ from the variant's in four things:
//! - a player whose target is full may pass, and nobody else; here nobody may who has a legal ply (HA-5), and such a
//!   player may move the partner's pieces instead (HA-11);
//! - a chain may end where it began; here that is a pass (HA-4);
//! - pieces do not leave their target; here they may (HA-5), which no log can show;
//! - a player who has a piece in the own base after the own 101st ply has lost, and the pair with it; here the option
//!   `move-limit` judges whole turns, and with four sides only where exactly one of them has left its base (HA-7).

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{env, fs};

use scoresheet::{Defaults, Report, validate};

/// The letters of players 0 to 3 in position strings, and the pairs that they play in.
const LETTERS: [char; 4] = ['W', 'R', 'B', 'G'];
const PAIRS: [&str; 4] = ["White+Green", "Red+Blue", "Red+Blue", "White+Green"];

/// How many plies a side has to leave its base.
const PLIES_TO_LEAVE: usize = 100;

fn main() -> io::Result<()> {
    run(env::args_os().skip(1).map(PathBuf::from), &mut io::stdout().lock())
}

/// Judges all logs in `paths`: a line on each game, then a summary.
pub(crate) fn run(paths: impl Iterator<Item = PathBuf>, out: &mut dyn Write) -> io::Result<()> {
    let (mut logs, mut tally) = (Vec::new(), Tally::default());
    for path in paths {
        find_logs(&path, &mut logs)?;
    }
    for path in &logs {
        let text = String::from_utf8_lossy(&fs::read(path)?).into_owned();
        judge(&path.display().to_string(), &text, &mut tally, out)?;
    }
    tally.write(logs.len(), out)
}

/// The files in a folder and the folders in it, or the file itself.
fn find_logs(path: &Path, logs: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        logs.push(path.to_owned());
        return Ok(());
    }
    let mut inside: Vec<PathBuf> = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    inside.sort();
    inside.iter().try_for_each(|path| find_logs(path, logs))
}

/// What became of the plies and the games, by classes.
#[derive(Default)]
struct Tally {
    games: usize,
    plies: usize,
    agreed: usize,
    differing: BTreeMap<&'static str, usize>,
    results: BTreeMap<&'static str, usize>,
}

impl Tally {
    fn write(&self, logs: usize, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{logs} logs, {} games, {} plies: {} agreed", self.games, self.plies, self.agreed)?;
        for (class, count) in &self.differing {
            writeln!(out, "{count:8} differ: {class}")?;
        }
        for (class, count) in &self.results {
            writeln!(out, "{count:8} games: {class}")?;
        }
        Ok(())
    }
}

/// Judges the games of a log, adds them to the tally and writes a line on each.
fn judge(name: &str, log: &str, tally: &mut Tally, out: &mut dyn Write) -> io::Result<()> {
    for text in versions(log) {
        let game = Game::read(&text);
        let reports = validate(game.transcript().as_bytes(), name, Defaults::default())?;
        let mut differing: BTreeMap<&str, usize> = BTreeMap::new();
        for (ply, report) in game.plies.iter().zip(&reports) {
            if report.valid != ply.refused {
                continue;
            }
            let class = ply.difference(report);
            *differing.entry(class).or_default() += 1;
            if class.starts_with("not explained") {
                writeln!(out, "{name}, {}: {:?}", ply.text(), report.diagnostics)?;
            }
        }
        let (differ, result) = (differing.values().sum::<usize>(), game.result(&reports));
        writeln!(out, "{name}: {} plies, {} agreed, {differ} differ; {result}", reports.len(), reports.len() - differ)?;
        tally.games += 1;
        tally.plies += reports.len();
        tally.agreed += reports.len() - differ;
        *tally.results.entry(result).or_default() += 1;
        for (class, count) in differing {
            *tally.differing.entry(class).or_default() += count;
        }
    }
    Ok(())
}

/// The log unchanged, or, if it has the markers of a merge, each of the two branches.
fn versions(log: &str) -> Vec<String> {
    let (mut ours, mut theirs) = (String::new(), String::new());
    let (mut in_ours, mut in_theirs, mut merged) = (true, true, false);
    for line in log.lines() {
        match line.get(..7) {
            Some("<<<<<<<") => (in_ours, in_theirs, merged) = (true, false, true),
            Some("=======") => (in_ours, in_theirs) = (false, true),
            Some(">>>>>>>") => (in_ours, in_theirs) = (true, true),
            _ => {
                for text in [(in_ours, &mut ours), (in_theirs, &mut theirs)].into_iter().filter(|(inside, _)| *inside) {
                    text.1.push_str(line);
                    text.1.push('\n');
                }
            }
        }
    }
    if merged { vec![ours, theirs] } else { vec![ours] }
}

/// Column and row from 0 at the top left.
type Point = (usize, usize);

/// `(13,2)`; refused moves have a letter for the column, `(N,2)`.
fn point(word: &str) -> Option<Point> {
    let (column, row) = word.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let letter = column.bytes().next().filter(u8::is_ascii_uppercase).map(|letter| usize::from(letter - b'A'));
    Some((letter.or_else(|| column.parse().ok())?, row.parse().ok()?)).filter(|at| at.0 < 16 && at.1 < 16)
}

/// What a player did in a turn.
struct Ply {
    player: usize,
    /// The player whom the line names: some programs passed and ended chains in another's name.
    named: usize,
    /// Where the piece stood and where it landed; nothing for a pass.
    path: Vec<Point>,
    /// Whether the target of the player was full.
    full: bool,
    /// Whether the server refused it.
    refused: bool,
}

impl Ply {
    /// The ply in `paths`.
    fn text(&self) -> String {
        if self.path.is_empty() {
            return "--".to_owned();
        }
        let square = |&(column, row): &Point| format!("{}{}", char::from(b'a' + column as u8), 16 - row);
        self.path.iter().map(square).collect::<Vec<_>>().join("-")
    }

    /// Why the server and the library differ.
    fn difference(&self, report: &Report) -> &'static str {
        let code = report.diagnostics.first().map_or("", |diagnostic| diagnostic.code);
        match code {
            "pass-not-allowed" if self.path.is_empty() && self.full => "a pass of a player whose target is full (HA-5)",
            "pass-not-allowed" if self.path.is_empty() && self.named != self.player => {
                "a pass in the name of another player, whose target is full (HA-5)"
            }
            "pass-not-allowed" if self.path.len() > 2 && self.path.first() == self.path.last() => {
                "a chain that ends where it began (HA-4)"
            }
            _ => "not explained",
        }
    }
}

/// A game: the positions before its plies, and how it ended.
#[derive(Default)]
struct Game {
    plies: Vec<Ply>,
    setups: Vec<String>,
    /// The text after `GAMEOVER`.
    end: Option<String>,
    winner: Option<usize>,
    /// Whether a player has stayed in the own base for too long.
    stayed: bool,
}

impl Game {
    fn read(log: &str) -> Game {
        let (mut game, mut board) = (Game::default(), Board::start());
        // The player to move, and the chain that this player has begun.
        let (mut turn, mut chain) = (0, Vec::new());
        for line in log.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                // It ends the chain, or it is a pass, of the player to move whomever it names.
                [named, "null", "null"] => {
                    game.add(turn, named.parse().unwrap_or(turn), std::mem::take(&mut chain), &mut board);
                    turn = (turn + 1) % 4;
                }
                ["GAMEOVER", ..] => {
                    if !chain.is_empty() {
                        game.add(turn, turn, std::mem::take(&mut chain), &mut board);
                    }
                    // `ILLEGAL MOVE: Player 3 move from (N,13) to (L,13)`, or `Player 0 end turn`.
                    if let ["GAMEOVER", "ILLEGAL", "MOVE:", "Player", player, ref what @ ..] = words[..] {
                        let path: Vec<Point> = what.iter().filter_map(|word| point(word)).collect();
                        let named = player.parse().unwrap_or(turn);
                        game.note(if path.is_empty() { turn } else { named }, named, path, true, &board);
                    }
                    game.end = Some(words[1..].join(" "));
                }
                ["WINNER", name] => game.winner = name.strip_prefix("Player-").and_then(|number| number.parse().ok()),
                [player, from, to] => {
                    let (Some(from), Some(to)) = (point(from), point(to)) else { continue };
                    turn = player.parse().unwrap_or(turn);
                    if chain.is_empty() {
                        chain.push(from);
                    }
                    chain.push(to);
                    if from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)) == 1 {
                        game.add(turn, turn, std::mem::take(&mut chain), &mut board);
                        turn = (turn + 1) % 4;
                    }
                }
                _ => {}
            }
        }
        // Nothing more was written: the server was killed.
        if !chain.is_empty() {
            game.add(turn, turn, chain, &mut board);
        }
        game
    }

    /// Adds a ply to be judged.
    fn note(&mut self, player: usize, named: usize, path: Vec<Point>, refused: bool, board: &Board) {
        self.setups.push(board.setup(player));
        self.plies.push(Ply { player, named, path, full: board.is_full(player), refused });
    }

    /// Adds a ply and carries it out.
    fn add(&mut self, player: usize, named: usize, path: Vec<Point>, board: &mut Board) {
        self.note(player, named, path, false, board);
        if let [from, .., to] = self.plies[self.plies.len() - 1].path[..] {
            board.0[to.1][to.0] = board.0[from.1][from.0].take();
        }
        let own = self.plies.iter().filter(|ply| ply.player == player).count();
        self.stayed |= own > PLIES_TO_LEAVE && !board.is_left(player);
    }

    /// One record for each ply.
    fn transcript(&self) -> String {
        let record = |(ply, setup): (&Ply, &String)| {
            let tags = "[Game \"halma\"]\n[Variant \"four\"]\n[Options \"pairs\"]\n[Pairs \"White+Green\"]\n";
            format!("{tags}[Setup \"{setup}\"]\n\n{}\n\n", ply.text())
        };
        self.plies.iter().zip(&self.setups).map(record).collect()
    }

    /// Compares the result in the log with that of the library.
    fn result(&self, reports: &[Report]) -> &'static str {
        let accepted = reports.iter().zip(&self.plies).filter(|(_, ply)| !ply.refused).map(|(report, _)| report);
        let mut won =
            accepted.map(|report| report.outcome.winner).skip_while(Option::is_none).map(Option::unwrap_or_default);
        let claimed = self.winner.map_or("", |player| PAIRS[player]);
        match (won.next(), self.end.as_deref()) {
            (Some(_), _) if won.next().is_some() => "differs: the log goes on behind a win",
            (Some(winner), Some("")) if winner == claimed => "agrees: a pair has filled both its targets (HA-11)",
            (None, Some("")) if self.stayed => "a side had not left its base in time; unfinished here",
            (None, Some("")) if claimed.is_empty() => "given up as a draw by the server; unfinished here",
            (None, Some("USER CANCEL")) => "cancelled; unfinished here",
            (None, Some(end)) if end.starts_with("TIMEOUT") => "lost on time; unfinished here",
            (None, Some(end)) if end.starts_with("ILLEGAL") => "lost by an illegal ply; unfinished here",
            (None, Some(end)) if end.starts_with("DISCONN") => "lost by a lost connection; unfinished here",
            (None, None) => "no end in the log; unfinished here",
            _ => "differs: not explained",
        }
    }
}

/// Who stands where, rows from the top.
struct Board([[Option<usize>; 16]; 16]);

impl Board {
    /// The player whose base a square is in.
    fn base(column: usize, row: usize) -> Option<usize> {
        let (x, y) = (column.min(15 - column), row.min(15 - row));
        (x < 4 && y < 4 && x + y < 5).then_some(usize::from(column > 7) + 2 * usize::from(row > 7))
    }

    fn start() -> Board {
        Board(std::array::from_fn(|row| std::array::from_fn(|column| Board::base(column, row))))
    }

    fn squares(&self) -> impl Iterator<Item = (Option<usize>, Option<usize>)> {
        let square = |index: usize| (Board::base(index % 16, index / 16), self.0[index / 16][index % 16]);
        (0..256).map(square)
    }

    /// Whether a player's target, the base in the opposite corner, is full of the player's pieces.
    fn is_full(&self, player: usize) -> bool {
        self.squares().all(|(base, piece)| base != Some(3 - player) || piece == Some(player))
    }

    /// Whether a player's own base is without pieces of the player's.
    fn is_left(&self, player: usize) -> bool {
        self.squares().all(|(base, piece)| base != Some(player) || piece != Some(player))
    }

    /// The position string.
    fn setup(&self, player: usize) -> String {
        let row = |row: &[Option<usize>; 16]| {
            let (mut text, mut empty) = (String::new(), 0);
            for piece in row.iter().map(Some).chain([None]) {
                if let Some(None) = piece {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                text.extend(piece.copied().flatten().map(|player| LETTERS[player]));
            }
            text
        };
        format!("{} {}", self.0.iter().map(row).collect::<Vec<_>>().join("/"), LETTERS[player])
    }
}
