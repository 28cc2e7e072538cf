use super::*;
use crate::formats::plain::tests::{guesses, pieces, read, tags};

/// Black has the five on row 8.
const STONES: &str = "8,8,0\n8,7,9\n9,8,9\n9,7,9\n7,8,9\n7,7,9\n6,8,9\n6,7,9\n5,8,9\n";

#[test]
fn rows_are_counted_from_the_top() {
    assert_eq!(read::<Psq>("Piskvorky 15x15, 11:11, 0\n8,8,0\n1,15,0\n15,1,0\n"), "h8, a1, o15");
    assert_eq!(read::<Psq>("Piskvorky 20x20, 0:0, 0\r\n8,8\r\n"), "h13");
    assert_eq!(read::<Psq>("Piskvorky 15x15, 0:0, 0\r8,8,0\r\r1,15,0\rAda\rBruno\r0\r"), "h8, a1");
    assert_eq!(read::<Psq>("Piskvorky 15x15, 0:0, 0\r\r\n8,8,0\r\r\n1,15,0\r\r\n"), "h8, a1");
    assert_eq!(read::<Psq>("Piskvorky 15x15, 0:0, 0\n"), "");
    assert_eq!(read::<Psq>("Piskvorky 15x15, 0:0, 0\n\n8,8,0\r\n \r\n1,1,7\n\n\n\n0\n"), "h8, a15");
}

#[test]
fn the_numbers_tell_from_where_they_are_counted() {
    assert_eq!(read::<Psq>("Piskvorky 15x15, 0:0, 0\n0,14\n7,7\n"), "a1, h8");
    assert_eq!(read::<Psq>("Piskvorky 15x15, 0:0, 0\n15,15\n0,3\n"), "14,14, 254,2");
    assert_eq!(read::<Psq>("Piskvorky 15x15, 0:0, 0\n9, 9\n16, 2\n"), "h8, o15");
    assert_eq!(read::<Psq>("Piskvorky 15x15 , 0 - 0\n3,11,0\n0,0,1\n"), "d12, a1");
    assert_eq!(read::<Psq>("Piskvorky 15x15, 11:11, 0\n8,16,0\n"), "7,15");
}

/// The editor for web pages counts columns from 0; its rows count from 1 where one has the number of the last row.
#[test]
fn columns_and_rows_may_be_counted_from_different_numbers() {
    let file = |stones: &str| read::<Psq>(&format!("Piskvorky 15x15 , 0 - 0\r\n{stones}"));
    assert_eq!(file("7,8,0\n5,15,1\n8,8,0\n"), "h8, f15, i8");
    assert_eq!(file("7,8,0\n0,15,1\n8,1,0\n"), "h8, a15, i1");
    assert_eq!(file("7,8,0\n5,1,1\n"), "h9, f2");
    assert_eq!(file("7,8,0\n15,1,1\n"), "g9, o2");
    assert_eq!(file("7,8,0\n5,15,1\n5,0,0\n"), "h9, f16, f1");
    assert_eq!(file("7,8,0\n5,16,1\n"), "h9, f17");
}

#[test]
fn the_parity_of_the_opening_tells_the_colours() {
    let file = |result: &str| format!("Piskvorky 15x15, 11:11, 0\n{STONES}Ada\nBruno\n-1\n{result},Standard15\n");
    let names = ["Variant", "Black", "White", "Result"];
    assert_eq!(tags::<Psq>(&file("2"), "", &names), "standard Bruno Ada Black");
    assert_eq!(tags::<Psq>(&file("1"), "a/1_2_3_1.psq", &names), "standard Ada Bruno Black");
    assert_eq!(tags::<Psq>(&file("0"), "", &names), "standard Bruno Ada draw");
}

#[test]
fn piskvork_names_the_player_that_began_second_if_the_header_says_so() {
    let file = |began: u8, code: u8| format!("Piskvorky 20x20, 3:7, {began}\n8,8,5\n9,9,5\nAda\nBruno\n{code}\n");
    let names = ["Variant", "Black", "White", "Result", "Termination", "PSQ-Levels"];
    assert_eq!(tags::<Psq>(&file(0, 0), "", &names), "freestyle Ada Bruno - - 3:7");
    assert_eq!(tags::<Psq>(&file(1, 9), "", &names), "freestyle Bruno Ada White time 7:3");
    assert_eq!(tags::<Psq>(&file(1, 12), "", &names), "freestyle Bruno Ada White forfeit 7:3");
    assert_eq!(tags::<Psq>(&file(1, 12), "", &["PSQ-Code"]), "12");
    assert_eq!(tags::<Psq>(&file(1, 0), "", &["PSQ-Code"]), "-");
}

/// Only programs lose by a fault; where a person plays, the number may mean something else.
#[test]
fn a_number_after_the_names_is_a_guess_where_a_person_plays() {
    let is_guessed = |levels: &str, code: u8, stones: &str| {
        let text = format!("Piskvorky 15x15{levels}\n{stones}Ada\nBruno\n{code}\n");
        guesses::<Psq>(&text).contains(&"result".to_owned())
    };
    let stone = "8,8,5\n";
    assert!(is_guessed(", 0:3, 0", 2, stone) && is_guessed(", 3:0, 1", 9, stone) && is_guessed("", 2, stone));
    assert!(!is_guessed(", 3:7, 0", 2, stone) && !is_guessed(", 11:11, 0", 9, stone));
    assert!(!is_guessed(", 0:3, 0", 0, stone) && !is_guessed(", 0:3, 0", 2, STONES));
}

#[test]
fn a_lost_stone_is_illegal_or_left_out() {
    let file = |stones: &str, result: &str| format!("Piskvorky 15x15, 11:11, 0\n{stones}Ada\nBruno\n-1\n{result}\n");
    let names = ["Result", "Termination"];
    assert_eq!(tags::<Psq>(&file("8,8,5\n9,9,5\n8,8,5\n", "2,Standard"), "", &names), "White illegal");
    assert_eq!(tags::<Psq>(&file("8,8,5\n9,9,5\n99,99,5\n", "2,Standard"), "", &names), "White illegal");
    assert_eq!(tags::<Psq>(&file("8,8,5\n9,9,5\n8,8,5\n", "1,Standard"), "", &names), "Black -");
    assert_eq!(tags::<Psq>(&file("8,8,5\n9,9,5\n", "2,Renju"), "", &names), "White forfeit");
    assert_eq!(tags::<Psq>(&file("8,8,5\n9,9,5\n", "2,Standard"), "", &names), "White -");
}

/// The judge counts from 1, and the last stone may be off the board.
#[test]
fn a_lost_stone_does_not_tell_from_where_is_counted() {
    let file = |stones: &str| read::<Psq>(&format!("Piskvorky 15x15, 11:11, 0\n{stones}Ada\nBruno\n-1\n2,Standard\n"));
    assert_eq!(file("8,8,5\n9,9,5\n0,8,5\n"), "7,7, 8,8, 254,7");
    assert_eq!(file("8,0,5\n9,9,5\n0,8,5\n"), "i15, j6, a7");
    let five = "4,4,5\n9,9,5\n3,4,5\n9,8,5\n2,4,5\n9,7,5\n1,4,5\n9,6,5\n0,4,5\n";
    assert_eq!(file(five), "e11, j6, d11, j7, c11, j8, b11, j9, a11");
    assert_eq!(file("0,8,5\n"), "a7");
}

#[test]
fn damage_is_told_where_it_is() {
    let file = |line: &str| format!("Piskvorky 15x15, 0:0, 0\n8,8,5\n{line}\n9,9,5\nAda\nBruno\n0\n");
    assert_eq!(read::<Psq>(&file("8,x,5")).trim_start(), "h8 bad-syntax at 30..35");
    assert_eq!(read::<Psq>(&file("")), "h8, i7");
    assert_eq!(read::<Psq>("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,"), "h8 bad-syntax at 30..32");
    assert_eq!(read::<Psq>("Piskvork 15x15\n8,8,0\n"), " bad-syntax at 0..14");
    assert_eq!(read::<Psq>(&file("8,x,5").replace('\n', "\r")).trim_start(), "h8 bad-syntax at 30..35");
}

#[test]
fn stones_and_odd_lines_do_not_vanish_in_the_trailer() {
    let read = |lines: &str| read::<Psq>(&format!("Piskvorky 15x15, 0:0, 0\n{lines}")).trim_start().to_owned();
    assert_eq!(read("8,8\n9;9\n10,10\n"), "h8 bad-syntax at 28..31");
    assert_eq!(read("8;8\n9,9\n10,10\n"), "bad-syntax at 24..27");
    assert_eq!(read("8,8,5\nAda\nBruno\n0\n\n\n\n\n9,9,5\n"), "h8 bad-syntax at 30..33");
    assert_eq!(read("8,8,5\n9,x,5\n10;10;5\n"), "h8 bad-syntax at 30..35");
    assert_eq!(read("8,8,5\n9,9,\n10,\n"), "h8 bad-syntax at 30..34");
    assert_eq!(read("8,8,5\nAda\n10;10;5\n-1\n"), "h8 bad-syntax at 34..41");
    assert_eq!(read("8,8,5\npbrain-2.1,x64\nBruno, 3\n-1\n"), "h8");
    assert_eq!(read("8,8,5\nAda\nBruno\n0\n\n\n\n\nwhat\n"), "h8 bad-syntax at 46..50");
    assert_eq!(read("8,8,5\nAda\nBruno\n-1\n10,10\n"), "h8 bad-syntax at 43..48");
    assert_eq!(read("8,8,5\nAda\nBruno\n-1\n1,2026\n"), "h8");
}

#[test]
fn a_board_of_any_size_is_reckoned_with() {
    let file = "Piskvorky 999999x999999, 11:11, 0\n8,8,0\nAda\nBruno\n-1\n0,Renju\n";
    assert_eq!(tags::<Psq>(file, "", &["Board", "Result", "Termination"]), "999999x999999 draw -");
}

#[test]
fn games_are_parted_wherever_the_bytes_are_cut() {
    let text =
        "Piskvorky 15x15, 0:0, 0\n8,8\nPiskvorky 9\nB\n0\nPiskvorky 20x20, 0:0, 0\n\nPiskvorky 9x9, 0:0, 0\n1,1\n";
    for step in [1, 2, 7, text.len()] {
        assert_eq!(pieces::<Psq>(text.as_bytes(), step), [44, 25, 26], "{step}");
        assert_eq!(pieces::<Psq>(text.replace('\n', "\r").as_bytes(), step), [44, 25, 26], "{step}");
    }
}

#[test]
fn the_header_tells_the_format() {
    assert!(Psq::recognises(b"\xef\xbb\xbfPiskvorky 15x15, 11:11, 0\n") && Psq::recognises(b"\r\nPiskvorky 9x9\n"));
    assert!(!Psq::recognises(b"Piskvorky x") && !Psq::recognises(b"Piskvorky 15") && !Psq::recognises(b"1. h8"));
}
