//! Laws of [`Position`]: in every variant and with every option, what it calls legal can be played and undone, and a record
//! of the same plies is judged alike.

use std::hash::{BuildHasher, RandomState};

use fastrand::Rng;
use scoresheet::position::Builder;
use scoresheet::{Defaults, Position, System, registry, validate};

/// How many plies of each game are played at most.
const PLIES: usize = 60;

/// Each game with each of its variants and options that can be played: a builder, and the same as tags of a record.
fn settings() -> Vec<(Builder, String)> {
    let mut settings = Vec::new();
    for game in registry::GAMES {
        let info = game.info();
        let options = [None].into_iter().chain(info.options.iter().map(Some));
        for option in options {
            for variant in info.variants {
                let mut builder = Position::builder(info.id).variant(variant.name);
                let mut tags = format!("[Game \"{}\"]\n[Variant \"{}\"]\n", info.id, variant.name);
                let mut add = |name: &str, value: &str| {
                    builder = builder.clone().tag(name, value);
                    tags.push_str(&format!("[{name} \"{value}\"]\n"));
                };
                if let Some(option) = option {
                    add("Options", option.name);
                }
                let names = [Some(variant.name), option.map(|option| option.name)];
                for tag in info.tags.iter().filter(|tag| tag.needed) {
                    if tag.of.iter().any(|of| names.contains(&Some(of))) {
                        add(tag.name, tag.example);
                    }
                }
                settings.push((builder, tags));
            }
        }
    }
    settings
}

#[test]
fn legal_plies_can_be_played_and_a_record_of_them_is_judged_alike() {
    let mut rng = Rng::with_seed(4);
    let mut plies = 0;
    for (builder, tags) in settings() {
        // Not every option goes with every variant: a record says so too.
        let Ok(mut position) = builder.start() else {
            let reports = validate(tags.as_bytes(), "", Defaults::default()).expect("a slice can be read");
            assert!(!reports[0].valid, "{tags}");
            continue;
        };
        let start = position.clone();
        for _ in 0..PLIES {
            let legal = position.legal();
            assert_eq!(legal.is_empty(), position.outcome().is_end(), "{tags}{position:?}");
            let Some(ply) = rng.choice(&legal) else { break };
            let mut next = position.clone();
            next.play(ply).unwrap_or_else(|illegal| panic!("{tags}{position:?} {ply}: {illegal}"));
            assert_eq!(next.plies().next_back(), Some(ply.as_str()), "{tags}{position:?}");
            let mut back = next.clone();
            assert_eq!(back.undo().as_ref(), Some(ply));
            assert_eq!(back, position, "{tags}{position:?} {ply}");
            position = next;
            plies += 1;
        }
        assert_ne!(position, start, "{tags}");
        let text = tags.clone() + "\n" + &position.plies().collect::<Vec<_>>().join(" ");
        let reports = validate(text.as_bytes(), "", Defaults::default()).expect("a slice can be read");
        let report = &reports[0];
        assert!(report.valid, "{text}\n{:?}", report.diagnostics);
        assert_eq!(report.position.as_deref(), Some(&*position.position_string()), "{text}");
        assert_eq!(report.outcome.outcome, position.outcome(), "{text}");
        assert!(report.moves.iter().map(String::as_str).eq(position.plies().filter(|ply| *ply != "/")), "{text}");
    }
    assert!(plies > 1000, "{plies}");
}

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
        (forza4().board("3x3"), "bad-tag", "`3x3` is no board of this game"),
        (forza4().tag("Starts", "Green"), "bad-tag", "`Green` is no side of this game"),
        (forza4().tag("Begins", "Black"), "unknown-tag", "the tag `Begins` changes no rules"),
        (forza4().notation(System::Go), "bad-tag", "Forza 4 is not written in the notation go"),
        (forza4().tag("Notation", "go"), "bad-tag", "Forza 4 is not written in `go`"),
        (forza4().tag("game", "go"), "unknown-game", "unknown game `go`"),
    ] {
        let illegal = builder.start().expect_err(message);
        assert_eq!((illegal.code, &*illegal.message), (code, message));
    }
    assert_eq!(forza4().setup("8/8").start().expect_err("no position").code, "bad-position");
}
