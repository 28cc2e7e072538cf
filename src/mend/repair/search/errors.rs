//! The errors of a record, without their texts.

use crate::diagnostic::{Code, Diagnostic, Sink};

/// The errors of a record.
#[derive(Debug, Default)]
pub(super) struct Errors(pub(super) Vec<Error>);

#[derive(Debug, Clone, Copy)]
pub(super) struct Error {
    pub(super) code: &'static Code,
    pub(super) ply: Option<u32>,
    pub(super) start: usize,
    pub(super) in_variation: bool,
}

impl Errors {
    /// The first one in the text; those of variations come last.
    pub(super) fn first(&self) -> Option<&Error> {
        self.0.iter().min_by_key(|error| (error.in_variation, error.start))
    }
}

impl Errors {
    /// The first error, if all of them are in variations.
    pub(super) fn only_in_variations(&self) -> Option<&Error> {
        self.first().filter(|first| first.in_variation)
    }
}

impl Sink for Errors {
    fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.is_error() {
            self.0.push(Error {
                code: diagnostic.code,
                ply: diagnostic.ply,
                start: diagnostic.span.start,
                in_variation: !diagnostic.variation.is_empty(),
            });
        }
    }

    fn more(&mut self, _: &'static Code, _: u64) {}

    fn wants_text(&self) -> bool {
        false
    }
}
