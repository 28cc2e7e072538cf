//! What the tests and the fuzz targets hold the crate against: every game written a second time from its rules, sharing
//! no code with the crate, and what must hold of every record.
//!
//! - [`reading`]: readers that trickle, snapshots of records, places and extents;
//! - [`board`]: Forza 4 on a plain grid, written a second time;
//! - [`points`]: Gomoku and Renju on a plain grid, written a second time;
//! - [`leaps`]: Halma on a plain grid, written a second time;
//! - [`cards`]: Le File on a plain grid, written a second time;
//! - [`pushes`]: Plus 4 with every piece known by its own number, written a second time;
//! - [`names`]: when two names are the same;
//! - [`judging`]: what must hold of the verdict on one record;
//! - [`rewriting`]: what must hold of a record that has been converted;
//! - [`matches`](mod@matches): random matches of Le File;
//! - [`making`]: transcripts made of a few bytes, so that the fuzzer soon gets beyond the header;
//! - [`targets`]: what is asked of any bytes.

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
