//! Files that hold one record, or a few: a thread reads such a file from end to end, many threads read many files.

use std::io;
use std::marker::PhantomData;
use std::sync::Arc;

use super::{Dialect, Pieces};
use crate::formats::{Given, Input, Partition, Records, Start};

/// The partition of files that are not cut.
#[derive(Debug)]
struct Whole<D> {
    most: usize,
    given: Given,
    dialect: PhantomData<fn() -> D>,
}

/// The partition of a format whose files are not cut.
pub(in crate::formats) fn whole<D: Dialect + Default + 'static>(most: usize, given: &Given) -> Arc<dyn Partition> {
    Arc::new(Whole::<D> { most, given: given.clone(), dialect: PhantomData })
}

impl<D: Dialect + Default + 'static> Partition for Whole<D> {
    fn boundary(&self, _: &[u8], _: usize) -> Option<usize> {
        None
    }

    fn read<'r>(&self, input: Input<'r>, _: Start) -> io::Result<Box<dyn Records + 'r>> {
        // The byte-order mark is left to the reader, since it gives the encoding.
        Ok(Box::new(Pieces::over(input, D::default(), self.most, &self.given)))
    }
}
