//! Where the letters of a text stand in the bytes that it was decoded from.

/// Stretches in which each byte of the text is as many bytes of the file, with other letters between them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Runs {
    /// Where each stretch begins, in the text and in the bytes.
    starts: Vec<(usize, usize)>,
    /// How many bytes of the file a byte of the text is; 0 if the text stands in the file as it is.
    unit: usize,
}

impl Runs {
    /// Forgets all stretches. In those that follow a byte of the text is `unit` bytes of the file.
    pub fn begin(&mut self, unit: usize) {
        self.starts.clear();
        self.unit = unit;
    }

    /// A stretch begins, or the text ends.
    pub fn push(&mut self, text: usize, bytes: usize) {
        self.starts.push((text, bytes));
    }

    /// How many bytes of the file a byte of a stretch is.
    pub fn unit(&self) -> usize {
        self.unit.max(1)
    }

    /// Where byte `at` of the text stands in the bytes.
    pub fn place(&self, at: usize) -> usize {
        let next = self.starts.partition_point(|(start, _)| *start <= at);
        let Some(&(start, source)) = next.checked_sub(1).and_then(|index| self.starts.get(index)) else { return at };
        let place = source + (at - start) * self.unit();
        // Within or behind a letter that takes more bytes in one of the two.
        match self.starts.get(next) {
            Some(&(_, end)) => place.min(end),
            None => place,
        }
    }
}
