//! The examples, tried on samples of our own.

use std::path::PathBuf;

#[path = "../examples/comp424.rs"]
#[expect(dead_code, reason = "the example's own main is not called here")]
mod comp424;

#[test]
fn every_ply_of_a_log_is_judged_from_its_own_position() {
    let mut out = Vec::new();
    comp424::run([PathBuf::from("samples/halma/comp424.log")].into_iter(), &mut out).expect("the sample");
    insta::assert_snapshot!(String::from_utf8(out).expect("text"), @r"
    samples/halma/comp424.log: 8 plies, 7 agreed, 1 differ; lost by an illegal ply; unfinished here
    1 logs, 1 games, 8 plies: 7 agreed
           1 differ: a chain that ends where it began (HA-4)
           1 games: lost by an illegal ply; unfinished here
    ");
}

#[path = "../examples/boards.rs"]
#[expect(dead_code, reason = "an example has a `main` of its own")]
mod boards;

/// A table of positions becomes games: a drop each row, a game where the board is empty, a remark where a row is missing.
#[test]
fn boards_become_games() {
    let empty = "0".repeat(42);
    let with = |pieces: &[(usize, char)]| {
        let mut board = empty.clone().into_bytes();
        pieces.iter().for_each(|(square, piece)| board[*square] = *piece as u8);
        format!("{},1,W,1\n", String::from_utf8(board).expect("digits"))
    };
    let table = [
        "board,mark,label,move_num\n".to_owned(),
        with(&[]),
        with(&[(38, '1')]),
        with(&[(38, '1'), (31, '2')]),
        with(&[]),
        with(&[(35, '1')]),
        with(&[(35, '1'), (36, '2'), (37, '1')]),
    ];
    let mut out = Vec::new();
    boards::run(table.concat().as_bytes(), &mut out).expect("memory can be written");
    assert_eq!(String::from_utf8(out).expect("text"), "dd\na broken off: row 7 is not one drop further\n");
}
