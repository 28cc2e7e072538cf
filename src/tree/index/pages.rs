//! Reads parts of a file, and keeps the latest ones.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use rustc_hash::FxHashMap;

/// How many bytes are read at once, and how many such pieces are kept.
const PAGE: u64 = 64 * 1024;
const MOST: usize = 1024;

/// A file that is read in parts.
#[derive(Debug)]
pub(super) struct Pages {
    file: File,
    pages: FxHashMap<u64, Vec<u8>>,
}

impl Pages {
    pub(super) fn new(file: File) -> Pages {
        Pages { file, pages: FxHashMap::default() }
    }

    /// Fills `out` with the bytes from `at` on.
    pub(super) fn read(&mut self, mut at: u64, mut out: &mut [u8]) -> io::Result<()> {
        while !out.is_empty() {
            let page = self.page(at / PAGE)?;
            let bytes = page.get((at % PAGE) as usize..).filter(|bytes| !bytes.is_empty()).ok_or_else(super::broken)?;
            let count = bytes.len().min(out.len());
            let (filled, rest) = out.split_at_mut(count);
            filled.copy_from_slice(&bytes[..count]);
            out = rest;
            at += count as u64;
        }
        Ok(())
    }

    fn page(&mut self, number: u64) -> io::Result<&[u8]> {
        if !self.pages.contains_key(&number) {
            if self.pages.len() == MOST {
                self.pages.clear();
            }
            let mut bytes = Vec::new();
            self.file.seek(SeekFrom::Start(number * PAGE))?;
            (&mut self.file).take(PAGE).read_to_end(&mut bytes)?;
            self.pages.insert(number, bytes);
        }
        Ok(self.pages.get(&number).map_or(&[], Vec::as_slice))
    }
}
