//! What is true of a [`Position`] besides its laws, which stand in `laws/play.rs`.

use std::hash::{BuildHasher, RandomState};

use scoresheet::{Position, System, registry};

#[test]
fn equal_positions_have_equal_hashes_whatever_plies_led_there() {
    let state = RandomState::new();
    for (game, plies) in [("forza4", ["a", "b", "c"]), ("gomoku", ["a1", "b1", "c1"]), ("forza4", ["g", "a", "d"])] {
        let (mut one, mut other) = (Position::new(game).expect("a game"), Position::new(game).expect("a game"));
        for (ply, opposite) in plies.iter().zip(plies.iter().rev()) {
            one.play(ply).expect("a legal ply");
            other.play(opposite).expect("a legal ply");
        }
        assert_eq!(one, other);
        assert_eq!(state.hash_one(&one), state.hash_one(&other));
    }
    // The same pieces by other rules are another position.
    let start = |options: &str| Position::builder("forza4").options(options).start().expect("a game");
    assert_ne!(start(""), start("equalizer"));
}

#[test]
fn what_is_refused_leaves_the_position_as_it_was() {
    for game in registry::GAMES {
        let mut position = Position::new(game.info().id).expect("a game");
        let before = position.clone();
        for (ply, code) in [("(", "bad-move"), ("", "bad-move"), ("/", "bad-break")] {
            let illegal = position.play(ply).expect_err("no legal ply");
            assert_eq!(illegal.code, code, "{} {ply}", game.info().id);
            assert_eq!(position, before);
        }
    }
}

#[test]
fn what_a_game_is_started_with_is_checked() {
    let forza4 = || Position::builder("forza4");
    for (builder, code, message) in [
        (Position::builder("chess"), "unknown-game", "unknown game `chess`"),
        (forza4().variant("blitz"), "bad-variant", "Forza 4 has no variant `blitz`"),
        (forza4().options("swap"), "bad-variant", "Forza 4 has no option `swap`"),
        (forza4().board("3x3"), "bad-tag", "this game has no board `3x3`"),
        (forza4().tag("Starts", "Green"), "bad-tag", "this game has no side `Green`"),
        (forza4().tag("Begins", "Black"), "unknown-tag", "the tag `Begins` does not change the rules"),
        (forza4().notation(System::GO), "bad-tag", "Forza 4 cannot be written in the notation `go`"),
        (forza4().tag("Notation", "go"), "bad-tag", "Forza 4 cannot be written in the notation `go`"),
        (forza4().tag("game", "go"), "unknown-game", "unknown game `go`"),
    ] {
        let illegal = builder.start().expect_err(message);
        assert_eq!((illegal.code, &*illegal.message), (code, message));
    }
    assert_eq!(forza4().setup("8/8").start().expect_err("no position").code, "bad-position");
}
