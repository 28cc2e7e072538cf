//! Laws: what must hold of every game and of every record, each law once.
//!
//! `table` lists every game with every variant and option that its own table names, `games` plays random games by all of
//! them through [`scoresheet::Position`], and each other file holds what is then true of every such game. A game that
//! stands in `GAMES` is in here: there is nothing to write for it. All is drawn from seeds, so a failure comes again.

mod audit;
mod convert;
mod diagrams;
mod endings;
mod formats;
mod games;
mod identify;
mod lists;
mod mend;
mod own;
mod play;
mod prefix;
mod reading;
mod setup;
mod strict;
mod symmetry;
mod table;
mod text;
mod turns;
mod variations;
