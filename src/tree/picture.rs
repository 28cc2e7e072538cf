//! Draws a tree of plies: the board, with the share of the games whose next ply ended on each square.

use super::Tree;
use crate::board::Square;
use crate::counted::counted;
use crate::diagram::svg::{self, Share, Style};
use crate::diagram::{Figure, theme};

/// The most plies that the description lists.
const LISTED: usize = 10;

/// The board with a share on each square; `None` if no game passes through the position.
pub fn picture(tree: &Tree) -> Option<String> {
    let (scene, kind) = (tree.scene.clone()?, tree.kind?);
    let mut shares: Vec<Share> = Vec::new();
    for row in &tree.plies {
        let mut squares: Vec<Square> = row.squares.clone();
        squares.dedup();
        for square in squares {
            match shares.iter_mut().find(|share| share.square == square) {
                Some(share) => share.part += row.share,
                None => shares.push(Share { square, part: row.share }),
            }
        }
    }
    let games = counted(tree.games, "game");
    let listed: Vec<String> =
        tree.plies.iter().take(LISTED).map(|row| format!("{} {:.1}%", row.ply, row.share * 100.0)).collect();
    let more = tree.plies.len().saturating_sub(LISTED);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    let title = format!("{}: the next plies of {games}", kind.name);
    let figure = Figure { title, description: format!("{}{more}", listed.join(", ")), ..Figure::of(scene) };
    Some(svg::draw_shares(&figure, &shares, Style::new(&theme::PRINT)))
}
