//! Checks for any bytes: the fuzz targets make them up, the seeded test draws them.

mod foreign;
mod lines;
mod position;
mod record;
mod replay;

pub use foreign::{foreign, foreign_file, psq, renlib, rif, sgf};
pub use lines::lines;
pub use position::position;
pub use record::record;
pub use replay::{Game, Input, input, replay};
