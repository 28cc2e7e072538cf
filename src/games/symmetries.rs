//! The law of symmetries: a game seen through a symmetry that its rules respect is as legal, and comes to the same.

use crate::board::symmetry::SAME;
use crate::engine::{Resolver, Setting};
use crate::formats::Records;
use crate::formats::transcript::Transcripts;
use crate::game::{Defaults, Entry, FullGame, Game, Likeness, Match, Position, Strict, Task};

/// Plays games at random, each beside its image by every symmetry: whatever a side can do, its image can do the same.
fn check<E: Entry>(entry: &E, tags: &str, plies: usize) {
    let rules = settled(tags).rules;
    entry.with(rules.params.downcast_ref().expect("rules of this game"), Law { tags, plies });
}

/// The rules that tags ask for.
fn settled(tags: &str) -> Setting {
    let text = format!("{tags}\n\n");
    let mut records = Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
    let record = Records::next(&mut records).expect("a slice can be read").expect("a record");
    let mut resolver = Resolver::new(Defaults::default());
    resolver.settle(&record, &mut ());
    let setting = resolver.into_setting().expect("a setting");
    assert!(setting.rules.playable, "{tags}");
    setting
}

struct Law<'t> {
    tags: &'t str,
    plies: usize,
}

impl Task for Law<'_> {
    type Out = ();

    fn run<G: FullGame>(self, start: G) {
        let Law { tags, plies } = self;
        let symmetries = Likeness::symmetries(&start);
        assert!(!symmetries.is_empty(), "{tags}");
        let mut random = fastrand::Rng::with_seed(2205);
        for &symmetry in symmetries.iter().cycle().take(8) {
            let (mut game, mut reflected) = (start.clone(), start.clone());
            for _ in 0..plies {
                assert_eq!(Likeness::reflected(&game, symmetry), reflected.string(), "{tags}");
                // The next positions by what leads to them: here seen through the symmetry, there as they are.
                let next = |game: &G, symmetry| {
                    let mut next: Vec<(Vec<u8>, G)> = Vec::new();
                    game.candidates(&mut |ply| {
                        let mut after = game.clone();
                        if after.break_due() && after.take_break().is_err() {
                            return;
                        }
                        let before = after.clone();
                        if after.apply(ply, &mut Strict).is_ok() {
                            let mut action = Vec::new();
                            before.write_action(ply, symmetry, &mut action);
                            next.push((action, after));
                        }
                    });
                    next.sort_by(|(one, _), (other, _)| one.cmp(other));
                    next
                };
                let (mut here, mut there) = (next(&game, symmetry), next(&reflected, SAME));
                let actions = |next: &[(Vec<u8>, G)]| next.iter().map(|(action, _)| action.clone()).collect::<Vec<_>>();
                assert_eq!(actions(&here), actions(&there), "{tags} {symmetry:?} {}", game.string());
                if here.is_empty() {
                    break;
                }
                let chosen = random.usize(..here.len());
                game = here.swap_remove(chosen).1;
                reflected = there.swap_remove(chosen).1;
                assert_eq!(Game::outcome(&game), Game::outcome(&reflected), "{tags}");
                assert_eq!(Match::points(&game), Match::points(&reflected), "{tags}");
            }
        }
    }
}

#[test]
fn forza4_and_plus4_have_no_left_and_right() {
    for tags in ["", "[Options \"equalizer\"]", "[Setup \"7/7/7/R5R/R5R/WW3WW W\"]"] {
        check(&super::forza4::Entry, &format!("[Game \"forza4\"]\n{tags}"), 42);
    }
    for tags in ["[Variant \"standard\"]", "[Variant \"continua\"]", "[Variant \"manche\"]"] {
        check(&super::plus4::Entry, &format!("[Game \"plus4\"]\n{tags}"), 60);
    }
}

#[test]
fn gomoku_looks_the_same_from_all_sides() {
    let tags = [
        "[Board \"9x9\"]",
        "[Board \"9x7\"]\n[Options \"double-three,double-four,pro\"]",
        "[Board \"7x7\"]\n[Options \"double-three-reply,swap\"]",
        "[Board \"9x9\"]\n[Variant \"freestyle\"]",
        "[Board \"9x9\"]\n[Variant \"caro\"]",
        "[Board \"9x9\"]\n[Variant \"renju\"]\n[Options \"opening-26\"]",
        "[Board \"6x6\"]\n[Variant \"murray\"]\n[Pieces \"5\"]",
    ];
    for tags in tags {
        check(&super::gomoku::Entry, &format!("[Game \"gomoku\"]\n{tags}"), 40);
    }
}

#[test]
fn halma_has_a_diagonal() {
    let tags = [
        "",
        "[Variant \"8x8\"]",
        "[Variant \"10x10\"]\n[Options \"move-limit,vacate\"]\n[MoveLimit \"10\"]\n[Vacate \"1/3\"]",
        "[Variant \"double-colour\"]",
        "[Variant \"parlett\"]",
        "[Variant \"marked\"]",
    ];
    for tags in tags {
        check(&super::halma::Entry, &format!("[Game \"halma\"]\n{tags}"), 40);
    }
}

#[test]
fn columns_and_rows_of_le_file_can_be_exchanged() {
    check(&super::lefile::Entry, "[Game \"lefile\"]", 50);
}

#[test]
fn four_corners_and_numbers_have_no_symmetry() {
    for tags in ["[Variant \"four\"]", "[Variant \"number\"]"] {
        let start = settled(&format!("[Game \"halma\"]\n{tags}")).start;
        assert!(start.symmetries().is_empty());
    }
}
