//! The description of a format whose files are read piece by piece: what most formats of other programs have in common.

use std::fmt;
use std::io::{self, Read};
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use super::{Dialect, Pieces, restore, whole};
use crate::diagnostic::Text;
use crate::formats::{FileFormat, FormatInfo, Given, Partition, Records};
use crate::record::KeptRecord;
use crate::source::Source;

/// What a format of pieces says of itself. See [`FileFormat`] for the methods of the same name.
pub(in crate::formats) trait PieceFormat: fmt::Debug + 'static {
    /// What the pieces mean.
    type Dialect: Dialect + Default + 'static;

    const INFO: FormatInfo;

    fn recognises(head: &[u8]) -> bool {
        let _ = head;
        false
    }

    fn fits(head: &[u8]) -> bool {
        let _ = head;
        false
    }

    fn holds_game(game: &str) -> bool {
        let _ = game;
        true
    }

    fn may_be(head: &[u8], is_whole: bool) -> bool {
        let _ = (head, is_whole);
        true
    }

    fn open<'r>(reader: Box<dyn Read + 'r>, most: usize, given: &Given) -> io::Result<Box<dyn Records + 'r>> {
        Ok(Box::new(Pieces::over(Source::new(reader), Self::Dialect::default(), most, given)))
    }

    /// How files are cut. Most of them hold one record, or a few.
    fn partition(most: usize, given: &Given) -> Option<Arc<dyn Partition>> {
        Some(whole::<Self::Dialect>(most, given))
    }

    /// The dialect that reads the bytes that a report has kept of this record.
    fn restorer(record: &KeptRecord) -> Self::Dialect {
        let _ = record;
        Self::Dialect::default()
    }
}

/// The description of a format of pieces, as [`FileFormat`] wants it.
pub(in crate::formats) struct OfPieces<F>(PhantomData<fn() -> F>);

impl<F> OfPieces<F> {
    pub(in crate::formats) const NEW: OfPieces<F> = OfPieces(PhantomData);
}

impl<F: PieceFormat> fmt::Debug for OfPieces<F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("OfPieces").field(&F::INFO.name).finish()
    }
}

impl<F: PieceFormat> FileFormat for OfPieces<F> {
    fn info(&self) -> &FormatInfo {
        &F::INFO
    }

    fn recognises(&self, head: &[u8]) -> bool {
        F::recognises(head)
    }

    fn fits(&self, head: &[u8]) -> bool {
        F::fits(head)
    }

    fn holds_game(&self, game: &str) -> bool {
        F::holds_game(game)
    }

    fn may_be(&self, head: &[u8], is_whole: bool) -> bool {
        F::may_be(head, is_whole)
    }

    fn open<'r>(&self, reader: Box<dyn Read + 'r>, most: usize, given: &Given) -> io::Result<Box<dyn Records + 'r>> {
        F::open(reader, most, given)
    }

    fn partition(&self, most: usize, given: &Given) -> Option<Arc<dyn Partition>> {
        F::partition(most, given)
    }

    fn restore(&self, bytes: &[u8], _: bool, record: &mut KeptRecord) -> Result<bool, (Range<usize>, Text)> {
        restore(&mut F::restorer(record), bytes, record);
        Ok(true)
    }
}
