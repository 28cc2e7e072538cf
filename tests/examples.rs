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
