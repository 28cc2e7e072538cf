//! What there is to tell of a file format.

/// What there is to tell of a file format. A description names what it is, and takes the rest from [`FormatInfo::TEXT`] or
/// [`FormatInfo::FOREIGN`]:
///
/// ```
/// use scoresheet::formats::FormatInfo;
///
/// const BARS: FormatInfo =
///     FormatInfo { name: "bars", about: "tags, a bar, plies", endings: &["bar"], ..FormatInfo::TEXT };
/// assert!(BARS.is_utf8 && BARS.joint.is_none());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct FormatInfo {
    /// Its name in arguments and reports.
    pub name: &'static str,
    /// Its description.
    pub about: &'static str,
    /// Endings of file names that tell it, without the dot. A file that is written gets the first.
    pub endings: &'static [&'static str],
    /// Its grammar in EBNF.
    pub grammar: &'static str,
    /// Whether it is text in UTF-8. Of an input in another encoding, which a byte-order mark or the caller tells, the format
    /// then sees UTF-8. A binary format, or one that detects encodings itself, says no and gets every byte as it is.
    pub is_utf8: bool,
    /// Whether a file holds text outside its records that the records repeat: the first row of a table names the
    /// columns, and these names become names of tags. Any other text between records is a remark, which is lost when
    /// the records are rewritten.
    pub has_frame: bool,
    /// Whether the text of a record is made of a row or an object. A report keeps the row as UTF-8, whatever the encoding
    /// of the file.
    pub has_rows: bool,
    /// What stands between two records of a file, where any records of any files can be put one after the other and are
    /// the same records; `None` if they cannot, for instance because a file holds one record.
    pub joint: Option<&'static str>,
    /// Whether a record is a file by itself. A game of a database means nothing without the rest of its file.
    pub stands_alone: bool,
    /// Whether the bytes of a record hold its tags. The tags of a list stand on a line of their own above many records.
    pub holds_tags: bool,
    /// Whether the bytes of a record say all of it. Some name what stands elsewhere in the file, or in its name: a game of a
    /// database its players by number.
    pub says_all: bool,
}

impl FormatInfo {
    /// Text in UTF-8, whose records each say all of themselves.
    pub const TEXT: FormatInfo = FormatInfo {
        name: "",
        about: "",
        endings: &[],
        grammar: "",
        is_utf8: true,
        has_frame: false,
        has_rows: false,
        joint: None,
        stands_alone: true,
        holds_tags: true,
        says_all: true,
    };

    /// A format of another program, which may be in any encoding.
    pub const FOREIGN: FormatInfo = FormatInfo { is_utf8: false, ..FormatInfo::TEXT };

    /// The ending that a file of this format is given.
    pub fn ending(&self) -> &'static str {
        self.endings.first().copied().unwrap_or("txt")
    }
}
