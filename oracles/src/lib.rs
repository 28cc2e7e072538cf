//! The oracles of the tests and the fuzz targets: every game written a second time from its rules, sharing no code with
//! the crate, and laws for every record.
//!
//! - [`reading`]: readers that trickle, snapshots of records, places and extents;
//! - [`board`]: Forza 4 on a plain grid, written a second time;
//! - [`points`]: Gomoku and Renju on a plain grid, written a second time;
//! - [`leaps`]: Halma on a plain grid, written a second time;
//! - [`cards`]: Le File on a plain grid, written a second time;
//! - [`pushes`]: Plus 4 with every piece known by its own number, written a second time;
//! - [`names`]: when two names are the same;
//! - [`judging`]: laws for the verdict on one record;
//! - [`rewriting`]: laws for a record that has been converted;
//! - [`matches`](mod@matches): random matches of Le File;
//! - [`making`]: transcripts made from a few bytes, so that the fuzzer soon gets beyond the header;
//! - [`targets`]: what the fuzz targets check for any bytes.

pub mod board;
pub mod cards;
pub mod judging;
pub mod leaps;
pub mod making;
pub mod matches;
pub mod names;
pub mod points;
pub mod pushes;
pub mod reading;
pub mod rewriting;
pub mod targets;
