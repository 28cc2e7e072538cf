//! Mending: what a keeper of paper scoresheets and damaged archives does by hand. Nothing is changed silently: each part
//! proposes, says what a proposal rests on, and leaves the writing to those who ask for it.
//!
//! - [`identify`]: under which game, variant, board and notation system do the plies of a record replay?
//! - [`repair`]: the smallest changes that make a record valid;
//! - [`confusions`]: which signs are easily taken for each other, one table;
//! - `draft` is a record with a few pieces of its text exchanged; `tags` sets tags in it.

pub mod confusions;
mod draft;
pub mod identify;
pub mod repair;
mod tags;

pub use draft::{Draft, Edit};
