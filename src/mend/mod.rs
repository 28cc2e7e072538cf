//! Mending: what a keeper of paper scoresheets and damaged archives does by hand. Nothing is changed silently: each
//! part proposes changes and gives the reasons; the caller decides whether to write them.
//!
//! - [`identify`]: by which game, variant, board and notation system do the plies of a record replay?
//! - [`repair`]: the smallest changes that make a record valid;
//! - [`confusions`]: a table of signs that are easily mistaken for each other;
//! - `draft` is a record with a few pieces of its text replaced; `tags` sets tags in it.

pub mod confusions;
mod draft;
pub mod identify;
pub mod repair;
pub mod schema;
pub(crate) mod tags;

pub use draft::{Draft, Edit};
