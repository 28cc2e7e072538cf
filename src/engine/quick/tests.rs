use std::collections::HashMap;

use crate::engine::{Defaults, Resolver, Setting};
use crate::formats::{Records, transcript::Transcripts};
use crate::game::{Entry, FullGame, Strict, Task, position_string};
use crate::games::{forza4, gomoku};
use crate::system::{QuickToken, System};

/// Plays random plies twice, once put and once carried out: what `put` accepts `apply` accepts, with the same position
/// after it. Plies that put a piece on one square have one name in each notation system.
struct PutIsApply {
    plies: usize,
    seed: u64,
}

impl Task for PutIsApply {
    /// How many plies were put.
    type Out = usize;

    fn run<G: FullGame>(self, start: G) -> usize {
        let mut random = fastrand::Rng::with_seed(self.seed);
        let (mut game, mut count, mut scratch) = (start, 0, G::Scratch::default());
        let mut names = HashMap::new();
        for _ in 0..self.plies {
            let column = random.u8(0..10);
            let (row, system, text) = if random.bool() {
                (QuickToken::NO_ROW, System::COLUMNS, String::new())
            } else {
                let row = random.u8(0..10);
                (row, System::SQUARES, (row + 1).to_string())
            };
            let text = format!("{}{text}", char::from(b'a' + column));
            let (mut put, mut applied) = (game.clone(), game.clone());
            let square = game.lands(QuickToken { column, row }).filter(|_| game.may_put());
            square.into_iter().for_each(|square| put.put(square));
            let has_put = square.is_some();
            let ply = applied.read_ply(&text, system, &mut scratch);
            // A script copies such a token as it stands.
            let mut written = String::new();
            if ply.is_ok_and(|ply| game.write_ply(ply, system, &mut written).is_ok()) && has_put {
                assert_eq!(written, text);
            }
            if let (Ok(ply), Some(square)) = (ply, square) {
                assert_eq!(game.landing(ply), Some(square));
                for system in G::info().systems().filter(|system| !system.is_diagram()) {
                    let mut written = String::new();
                    let written = game.write_ply(ply, system, &mut written).is_ok().then_some(written);
                    assert_eq!(names.entry((system.name(), square)).or_insert(written.clone()), &written);
                }
            }
            if game.may_put() {
                let token = QuickToken { column, row };
                let other = QuickToken { column: random.u8(0..10), row: QuickToken::NO_ROW };
                let tokens = [token, token, other, token];
                let mut together = game.clone();
                let all = together.put_all(tokens.into_iter());
                assert_eq!((all, together), one_by_one(&game, tokens));
                // Turns hold plies that name columns. If one ply is refused, the game may refuse all of them.
                let columns = tokens.map(|token| QuickToken { row: QuickToken::NO_ROW, ..token });
                let mut in_turns = game.clone();
                let put = in_turns.put_turns([[columns[0], columns[1]], [columns[2], columns[3]]].into_iter());
                let (all, apart) = one_by_one(&game, columns);
                match put {
                    0 if all < columns.len() => assert_eq!(in_turns, game),
                    _ => assert_eq!((put, in_turns), (all, apart)),
                }
            }
            let is_legal = ply.is_ok_and(|ply| applied.apply(ply, &mut Strict).is_ok());
            assert!(is_legal || !has_put, "{text} in {}", position_string(&game));
            if has_put && G::LEAVES_OUTCOME {
                assert!(!put.is_undecided() || !applied.outcome().is_end(), "{}", position_string(&applied));
                assert_eq!(position_string(&put), position_string(&applied));
            } else if has_put {
                assert_eq!(put, applied);
            }
            count += usize::from(has_put);
            if is_legal {
                game = applied;
            }
        }
        count
    }
}

/// How many plies are put one by one before the first that does not land, and the position after them.
fn one_by_one<G: FullGame>(game: &G, tokens: [QuickToken; 4]) -> (usize, G) {
    let mut game = game.clone();
    let landing = tokens.into_iter().take_while(|token| {
        let square = game.lands(*token);
        square.into_iter().for_each(|square| game.put(square));
        square.is_some()
    });
    (landing.count(), game)
}

fn setting(tags: &str) -> Setting {
    let text = format!("{tags}\n\n");
    let mut records = Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
    let record = Records::next(&mut records).expect("a slice can be read").expect("a record");
    let mut resolver = Resolver::new(Defaults::default());
    resolver.settle(&record, &mut ());
    resolver.into_setting().expect("a setting")
}

fn put<E: Entry>(entry: &E, tags: &str) -> usize {
    let rules = setting(tags).rules;
    let params = rules.params.downcast_ref().expect("rules of this game");
    (0..200).map(|seed| entry.with(params, PutIsApply { plies: 80, seed })).sum()
}

#[test]
fn a_ply_that_is_put_is_one_that_is_carried_out() {
    for board in ["7x6", "4x4", "9x9", "12x10"] {
        assert!(put(&forza4::Entry, &format!("[Game \"forza4\"]\n[Board \"{board}\"]")) > 1000, "{board}");
    }
    let made = "[Game \"forza4\"]\n[Setup \"7/7/7/R5R/R5R/WW3WW W\"]";
    assert!(put(&forza4::Entry, made) > 1000);
    for variant in ["standard", "freestyle", "caro", "renju"] {
        let tags = format!("[Game \"gomoku\"]\n[Variant \"{variant}\"]\n[Board \"9x9\"]");
        assert!(put(&gomoku::Entry, &tags) > 1000, "{variant}");
    }
}

/// Rules that look further than the piece at hand have every ply carried out.
#[test]
fn where_more_is_to_be_looked_at_nothing_is_put() {
    assert_eq!(put(&forza4::Entry, "[Game \"forza4\"]\n[Options \"equalizer\"]"), 0);
    for tags in ["[Variant \"murray\"]", "[Options \"pro\"]", "[Options \"double-three\"]"] {
        assert_eq!(put(&gomoku::Entry, &format!("[Game \"gomoku\"]\n{tags}")), 0, "{tags}");
    }
}
