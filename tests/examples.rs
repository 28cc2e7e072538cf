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

#[path = "../examples/play.rs"]
#[expect(dead_code, reason = "an example has a `main` of its own")]
mod play;

fn played(game: &str, plies: &[&str]) -> String {
    let plies: Vec<String> = plies.iter().map(|ply| (*ply).to_owned()).collect();
    let mut out = Vec::new();
    play::run(game, &plies, &mut out).expect("memory can be written");
    String::from_utf8(out).expect("text")
}

#[test]
fn a_game_is_played_board_by_board() {
    let text = played("forza4", &["c", "e", "h"]);
    let boards = "\
White plays c
6 │ · · · · · · · │
5 │ · · · · · · · │
4 │ · · · · · · · │
3 │ · · · · · · · │
2 │ · · · · · · · │
1 │ · · ○ · · · · │
  └───────────────┘
    a b c d e f g

Red plays e
6 │ · · · · · · · │
5 │ · · · · · · · │
4 │ · · · · · · · │
3 │ · · · · · · · │
2 │ · · · · · · · │
1 │ · · ○ · ● · · │
  └───────────────┘
    a b c d e f g

White cannot play h: the board has no column h: it is 7x6, columns a to g, rows 1 to 6 (off-board)
";
    assert!(text.starts_with(boards), "{text}");
    assert!(text.ends_with("\nWhite to move\n"), "{text}");
    assert!(played("forza4", &["a", "b", "a", "b", "a", "b", "a"]).ends_with("\nWhite has won\n"));
    // Without plies it chooses them.
    assert_eq!(played("gomoku", &[]).matches(" plays ").count(), 5);
}

#[path = "../examples/clean.rs"]
#[expect(dead_code, reason = "an example has a `main` of its own")]
mod clean;

#[test]
fn a_list_is_cleaned() {
    let (mut out, mut told) = (Vec::new(), Vec::new());
    clean::run(Some("forza4".to_owned()), &b"4423\n44444444\n11\n"[..], &mut out, &mut told).expect("memory");
    assert_eq!(String::from_utf8_lossy(&told), "line 2: d is full: six pieces stand in it (column-full)\n");
    assert_eq!(
        String::from_utf8_lossy(&out),
        "[Game \"forza4\"]\n[Notation \"digits\"]\n\n4423\n\n[Game \"forza4\"]\n[Notation \"digits\"]\n\n11\n"
    );
}

#[path = "../examples/draw.rs"]
#[expect(dead_code, reason = "an example has a `main` of its own")]
mod draw;

#[test]
fn a_position_is_drawn() {
    let svg = draw::run("gomoku", &["h8".to_owned(), "j9".to_owned()]).expect("legal plies");
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let title = document.descendants().find(|node| node.has_tag_name("title")).and_then(|node| node.text());
    assert_eq!(title, Some("Gomoku, after ply 2: j9"));
    assert!(draw::run("gomoku", &["h8".to_owned(), "h8".to_owned()]).is_err());
}

#[path = "../examples/sink.rs"]
#[expect(dead_code, reason = "an example has a `main` of its own")]
mod sink;

#[test]
fn a_sink_of_ones_own_counts_codes_by_ply() {
    let text = "[Game \"forza4\"]\n\n1. c, z\n\n[Game \"forza4\"]\n\n1. a, z\n\n[Game \"forza4\"]\n\n1. xx, a\n";
    let mut out = Vec::new();
    sink::run(text.as_bytes(), &mut out).expect("memory can be written");
    assert_eq!(String::from_utf8_lossy(&out), "bad-move at ply 1: 1\nnot-played at ply 2: 1\noff-board at ply 2: 2\n");
}
