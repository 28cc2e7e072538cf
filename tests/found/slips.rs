//! Slips that people make: the help of the message says what was probably meant.

use scoresheet::{Defaults, validate};

/// The help of the first error in the one record of `text`.
fn help(text: &str) -> String {
    let reports = validate(text.as_bytes(), "slips.txt", Defaults::default()).expect("a slice can be read");
    let first = reports[0].diagnostics.first().expect("a fault");
    assert_eq!(first.code, "bad-move", "{text}");
    first.help.clone().expect("help")
}

#[test]
fn letters_are_told_from_digits() {
    for (word, meant) in [("jlO", "j10"), ("iI5", "i15"), ("kIl", "k11"), ("o1O", "o10")] {
        let text = format!("[Game \"gomoku\"]\n[Board \"15x15\"]\n[Notation \"squares\"]\n\n1. h8, {word}");
        let help = help(&text);
        assert!(help.contains(&format!("`{word}` looks like `{meant}`")), "{help}");
    }
}

#[test]
fn squares_of_halma_are_joined() {
    assert_eq!(help("[Game \"halma\"]\n\n1. b14 d12"), "join the squares of a ply with `-`: b14-d12");
}

#[test]
fn a_turn_number_ends_with_a_dot() {
    assert_eq!(help("[Game \"gomoku\"]\n\n1) d1, d2"), "a dot ends the number of a turn: write `1.`");
}

#[test]
fn a_sentence_before_the_moves_is_seen_as_one() {
    let sentence = "this looks like a sentence, not like moves: put it into braces, `{…}`";
    assert_eq!(help("[Game \"forza4\"]\n\nWe met on Sunday.\n\n1. c, d"), sentence);
    assert_ne!(help("[Game \"forza4\"]\n\n1. c, dx, e"), sentence);
}
