//! The score sheet of a match for people: who scored which line at which ply, manche by manche.

use super::{Report, Score};
use crate::game::{Outcome, Side};
use crate::visible::visible;

/// Writes the score sheet of a record; nothing if its game has none.
pub fn sheet(report: &Report) -> String {
    let manches = &report.outcome.manches;
    // A fragment in which nobody has scored has nothing to show.
    if manches.len() < 2 && report.scores.is_empty() {
        return String::new();
    }
    let mut out = format!("{}:{}: score sheet of record {}\n", visible(&report.file), report.line, report.record);
    for (index, points) in manches.iter().enumerate() {
        out.push_str(&format!("  manche {}:", index + 1));
        let sides = points.len();
        for (place, (side, points)) in points.iter().enumerate() {
            // Players change sides from manche to manche.
            let player = Side(((place + index) % sides) as u8);
            let comma = if place > 0 { "," } else { "" };
            out.push_str(&format!("{comma} {} {points}", named(report, player, side)));
        }
        out.push('\n');
        for score in report.scores.iter().filter(|score| score.manche == index + 1) {
            out.push_str(&line(report, score));
        }
    }
    let points: Vec<String> = (0..)
        .zip(&report.outcome.points)
        .map(|(place, (side, points))| format!("{} {points}", named(report, Side(place), side)))
        .collect();
    let end = match report.outcome.outcome {
        Outcome::Win { winner, ending } => {
            format!("; {}", ending.won_by(&named(report, winner, report.outcome.winner.unwrap_or_default())))
        }
        Outcome::Draw { ending } => format!("; a draw ({})", ending.about),
        Outcome::Unfinished => String::new(),
    };
    out.push_str(&format!("  together: {}{end}\n", points.join(", ")));
    out
}

/// One scoring ply.
fn line(report: &Report, score: &Score) -> String {
    let side = report.outcome.points.get(score.side.index()).map_or("", |(side, _)| side);
    let lines: Vec<String> = score.lines.iter().map(|(first, last)| format!("{first}-{last}")).collect();
    format!("    ply {:3}  {}  {}\n", score.ply, named(report, score.player, side), lines.join(", "))
}

/// A side with the name of its player, if a tag gives it: the tags name the players by the sides of the first manche.
fn named(report: &Report, player: Side, side: &str) -> String {
    let tag = report.outcome.points.get(player.index()).map_or("", |(side, _)| side);
    match report.tags.get(tag) {
        Some(player) if !player.is_empty() && player != "?" => format!("{side} ({})", visible(player)),
        _ => side.to_owned(),
    }
}
