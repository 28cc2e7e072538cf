//! `others sgf FILE` reads SGF by sgf-parse; `others pgn FILE` reads chess by pgn-reader and plays it by shakmaty;
//! `others make-pgn FILE MEGABYTES` writes random legal games of chess with headers. Each prints how many games and moves it
//! has met.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;

use pgn_reader::{Reader, SanPlus, Visitor};
use sgf_parse::{GameTree, SgfNode, SgfProp, unknown_game};
use shakmaty::{Chess, Position};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (games, moves) = match arguments[..] {
        ["sgf", path] => sgf(&std::fs::read_to_string(path)?)?,
        ["pgn", path] => pgn(File::open(path)?)?,
        ["make-pgn", path, megabytes] => {
            make_pgn(File::create(path)?, megabytes.parse().map_err(io::Error::other)?)?
        }
        _ => return Err(io::Error::other("usage: others sgf FILE | pgn FILE | make-pgn FILE MEGABYTES")),
    };
    println!("{games} games, {moves} moves");
    Ok(())
}

/// Reads the trees into memory, as the crate does it, and counts the moves; no rule is checked.
fn sgf(text: &str) -> io::Result<(usize, usize)> {
    let trees = sgf_parse::parse(text).map_err(io::Error::other)?;
    let mut moves = 0;
    for tree in &trees {
        if let GameTree::Unknown(root) = tree {
            moves += root.main_variation().filter(|node| is_move(node)).count();
        }
    }
    Ok((trees.len(), moves))
}

fn is_move(node: &SgfNode<unknown_game::Prop>) -> bool {
    node.properties().any(|property| matches!(property.identifier().as_str(), "B" | "W"))
}

/// Plays every move by the rules of chess.
fn pgn(file: File) -> io::Result<(usize, usize)> {
    let (mut reader, mut games, mut moves) = (Reader::new(file), 0, 0);
    while let Some(played) = reader.read_game(&mut Judge)? {
        games += 1;
        moves += played.map_err(|at| io::Error::other(format!("game {games}: move {at} is illegal")))?;
    }
    Ok((games, moves))
}

struct Judge;

impl Visitor for Judge {
    type Tags = ();
    type Movetext = (Chess, usize);
    /// How many moves there are, or which one is illegal.
    type Output = Result<usize, usize>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue((Chess::default(), 0))
    }

    fn san(&mut self, (position, count): &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        *count += 1;
        match san.san.to_move(position) {
            Ok(chosen) => {
                position.play_unchecked(chosen);
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(Err(*count)),
        }
    }

    fn end_game(&mut self, (_, count): Self::Movetext) -> Self::Output {
        Ok(count)
    }
}

fn make_pgn(file: File, megabytes: usize) -> io::Result<(usize, usize)> {
    let (mut out, mut rng) = (BufWriter::new(file), fastrand::Rng::with_seed(4));
    let (mut length, mut games, mut moves) = (0, 0, 0);
    while length < megabytes * 1_000_000 {
        games += 1;
        let (mut text, mut column, mut position) = (String::new(), 0, Chess::default());
        for ply in 0..rng.usize(40..160) {
            let legal = position.legal_moves();
            let Some(chosen) = rng.choice(legal.as_slice()) else { break };
            let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
            let word = format!("{number}{}", SanPlus::from_move_and_play_unchecked(&mut position, *chosen));
            text.push(if column + word.len() > 79 { '\n' } else { ' ' });
            column = if column + word.len() > 79 { word.len() } else { column + 1 + word.len() };
            text.push_str(&word);
            moves += 1;
        }
        let (year, round) = (rng.u32(1960..=2026), rng.u32(1..=11));
        let record = format!(
            "[Event \"Cup {year}\"]\n[Site \"Graz\"]\n[Date \"{year}.01.02\"]\n[Round \"{round}\"]\n\
             [White \"Anna Abt\"]\n[Black \"Ole Moreau\"]\n[Result \"*\"]\n\n{} *\n\n",
            text.trim_start()
        );
        out.write_all(record.as_bytes())?;
        length += record.len();
    }
    out.flush()?;
    Ok((games, moves))
}
