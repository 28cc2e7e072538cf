//! Turn numbers: a wrong one is told, and nothing else comes of it.

use super::games::each;
use super::text::{fate, parts, sound};

#[test]
fn a_wrong_turn_number_is_told_and_changes_nothing() {
    let (mut told, mut late) = (0, 0);
    each(|game, rng| {
        let (head, body) = parts(&game.text);
        let words: Vec<&str> = body.split_inclusive([' ', '\n']).collect();
        let number = |word: &str| word.trim_end().strip_suffix('.')?.parse::<u32>().ok();
        let Some(at) = rng.choice((0..words.len()).filter(|at| number(words[*at]).is_some()).collect::<Vec<_>>())
        else {
            return;
        };
        let right = number(words[at]).expect("a turn number");
        // Another digit, one digit less or more, the next number.
        let others = [right ^ 1, right / 10, right % 10, right * 10 + 3, right + 10, right + 1];
        let wrong = rng.choice(others.iter().filter(|other| **other != right).collect::<Vec<_>>()).expect("others");
        let text = format!("{head}{}{wrong}. {}", words[..at].concat(), words[at + 1..].concat());
        let report = sound(&text);
        assert_eq!(fate(&report), fate(&game.report), "{text}");
        let numbers =
            |said: &scoresheet::Report| said.diagnostics.iter().filter(|said| said.code == "turn-number").count();
        assert_eq!(numbers(&report), numbers(&game.report) + 1, "{right} as {wrong}: {text}");
        told += 1;
        late += usize::from(right > 9);
    });
    assert!(told > 500 && late > 100, "{told} {late}");
}
