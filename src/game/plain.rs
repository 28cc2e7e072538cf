//! Plain, sound games, of which archives have millions: how they are replayed in bulk and told, where a game has no
//! quicker way of its own.

use super::{AnyGame, Game, Position};
use crate::board::Square;
use crate::play::{Verdict, canonical_with, run_agrees, run_with};
use crate::settings::Setting;
use crate::system::System;

/// What is told of the plies of a plain, sound game.
#[derive(Debug, Default)]
pub struct Told {
    /// The plies as strings of JSON, with commas between.
    pub moves: String,
    /// Where the first plies have put their pieces, up to the first that puts none: of as many plies as an opening has.
    pub landings: Vec<Square>,
}

/// How many plies an opening has at most.
pub(crate) const OPENING: usize = 3;

/// [`AnyGame::play_told`] for the games of one type.
pub(crate) fn told<G: Game>(
    start: G,
    system: System,
    text: &str,
    told: &mut Told,
    end: &mut dyn FnMut(&dyn Position),
) -> Option<u32> {
    let default = G::info().systems[0];
    told.moves.clear();
    told.landings.clear();
    let mut count = 0;
    let each = |before: &G, ply: G::Ply<'_>| {
        if count > 0 {
            told.moves.push(',');
        }
        if count < OPENING && told.landings.len() == count {
            told.landings.extend(before.landing(ply));
        }
        count += 1;
        told.moves.push('"');
        // A game promises that its default system can say every ply.
        let _ = before.write_ply(ply, default, &mut told.moves);
        told.moves.push('"');
    };
    let (plies, last) = if system.runs_together() {
        run_with(start, system, text, each)?
    } else {
        canonical_with(start, system, text, each)?
    };
    end(&last);
    Some(plies)
}

/// [`AnyGame::play_runs`] by [`AnyGame::play_run`], line by line.
pub(crate) fn runs(
    game: &dyn AnyGame,
    setting: &Setting,
    system: System,
    text: &[u8],
    most: usize,
    each: &mut dyn FnMut(Verdict),
) -> usize {
    let mut at = 0;
    while let Some(length) = memchr::memchr(b'\n', &text[at..]) {
        let line = std::str::from_utf8(&text[at..at + length]).ok().filter(|line| line.len() <= most);
        let run = line.and_then(|line| Some((line, game.play_run(setting, system, line)?)));
        let Some((line, (plies, outcome))) = run else { break };
        if !run_agrees(line, outcome, &setting.rules) {
            break;
        }
        each(Verdict { plies, outcome, valid: true });
        at += length + 1;
    }
    at
}

/// [`AnyGame::play_alike`] by [`AnyGame::play_canonical`], record by record.
pub(crate) fn alike(
    game: &dyn AnyGame,
    setting: &Setting,
    system: System,
    (header, text): (&[u8], &[u8]),
    each: &mut dyn FnMut(Verdict, usize) -> bool,
) -> usize {
    let end = memchr::memmem::Finder::new(b"\n\n[");
    let mut at = 0;
    while let Some(body) = text[at..].strip_prefix(header) {
        let Some(length) = end.find(body) else { break };
        let next = at + header.len() + length + 2;
        if !text[next..].starts_with(header) {
            break;
        }
        let movetext = std::str::from_utf8(&body[..=length]).ok();
        let Some((plies, outcome)) = movetext.and_then(|text| game.play_canonical(setting, system, text)) else {
            break;
        };
        if !each(Verdict { plies, outcome, valid: true }, next - at) {
            break;
        }
        at = next;
    }
    at
}
