//! The options that choose among the files of folders and limit what is read of archives.

use clap::Args;
use encoding_rs::Encoding;

use crate::archive::{Limits, Selection};

/// Which files of folders and archives are read, and how.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Files and folders")]
pub(super) struct FileArgs {
    /// In folders read only files that match a glob (repeat for several globs)
    #[arg(long, value_name = "GLOB")]
    include: Vec<String>,
    /// Skip files and folders that match a glob
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// The most bytes that one compressed file or archive may expand to
    #[arg(long, value_name = "SIZE", value_parser = super::values::large_size, default_value = "1T")]
    max_size: u64,
    /// The most times its own size that a compressed file may expand to
    #[arg(long, value_name = "N", value_parser = super::values::number::<u32>, default_value_t = 1000)]
    max_ratio: u32,
    /// How deep archives and compressed files may be nested
    #[arg(long, value_name = "N", value_parser = super::values::number::<u32>, default_value_t = 8)]
    max_depth: u32,
    /// Also read members of archives whose path leads out of the archive, like ../x
    #[arg(long)]
    any_path: bool,
}

impl FileArgs {
    /// Everything in it that decides which texts are read, as text.
    pub(super) fn as_text(&self) -> String {
        let FileArgs { include, exclude, max_size, max_ratio, max_depth, any_path } = self;
        format!("{include:?} {exclude:?} {max_size} {max_ratio} {max_depth} {any_path}")
    }

    /// Which files of folders are read.
    ///
    /// # Errors
    /// What is wrong with a glob.
    pub(super) fn selection(&self) -> Result<Selection, String> {
        Selection::new(&self.include, &self.exclude)
    }

    /// How much of archives is read. `names`: the encoding of names that are not UTF-8.
    pub(super) fn limits(&self, names: Option<&'static Encoding>) -> Limits {
        let FileArgs { max_size, max_ratio, max_depth, any_path, .. } = *self;
        Limits { size: max_size, ratio: max_ratio, depth: max_depth, any_path, names }
    }
}
