//! Where the letters of a text stand in the bytes that it was decoded from.

/// Stretches of text in which each byte takes the same number of bytes in the file, with other letters between them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Runs {
    /// Where each stretch begins, in the text and in the bytes.
    starts: Vec<(usize, usize)>,
    /// How many bytes of the file one byte of the text takes; 0 if the file holds the text literally.
    unit: usize,
}

/// A stretch of a text.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Stretch {
    /// Where it begins in the text and where the next one begins.
    start: usize,
    end: usize,
    /// Where it begins in the bytes of the file and where the next one begins there (`after`).
    source: usize,
    after: usize,
    unit: usize,
}

impl Stretch {
    /// Whether it holds byte `at` of the text.
    #[inline]
    pub(crate) fn holds(&self, at: usize) -> bool {
        self.start <= at && at < self.end
    }

    /// Where byte `at` of the text, which it holds, stands in the bytes.
    #[inline]
    pub(crate) fn place(&self, at: usize) -> usize {
        // Within or after a letter that takes more bytes in one of the two.
        (self.source + (at - self.start) * self.unit).min(self.after)
    }
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
        self.stretch(at).place(at)
    }

    /// The stretch that holds byte `at` of the text.
    pub(crate) fn stretch(&self, at: usize) -> Stretch {
        let next = self.starts.partition_point(|(start, _)| *start <= at);
        let (start, source) = next.checked_sub(1).and_then(|index| self.starts.get(index)).copied().unwrap_or_default();
        let (end, after) = self.starts.get(next).copied().unwrap_or((usize::MAX, usize::MAX));
        let unit = if next == 0 { 1 } else { self.unit() };
        Stretch { start, end, source, after, unit }
    }
}
