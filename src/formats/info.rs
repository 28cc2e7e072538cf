//! What the program says about a file format.

/// What the program says about a file format. A description names its own parts, and takes the rest from
/// [`FormatInfo::TEXT`] or [`FormatInfo::FOREIGN`]:
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
    /// Endings of file names that identify it, without the dot. Files that the program writes get the first one.
    pub endings: &'static [&'static str],
    /// Its grammar in EBNF.
    pub grammar: &'static str,
    /// Whether it is text in UTF-8. If an input is in another encoding, which a byte-order mark or the caller names,
    /// the format still sees UTF-8. A binary format, or one that detects encodings itself, says no and gets every byte
    /// unchanged.
    pub is_utf8: bool,
    /// Whether a file holds text outside its records that the records repeat: the first row of a table names the
    /// columns, and these names become names of tags. Any other text between records is a remark, which is lost when
    /// the records are rewritten.
    pub has_frame: bool,
    /// Whether the text of a record is made from a row or an object. A report keeps that row as UTF-8, whatever the
    /// encoding of the file.
    pub has_rows: bool,
    /// What stands between two records of a file, where any records of any files can be put one after the other and are
    /// the same records; `None` if they cannot, for instance because a file holds one record.
    pub joint: Option<&'static str>,
    /// Whether a record is a file by itself. A game of a database means nothing without the rest of its file.
    pub stands_alone: bool,
    /// Whether the bytes of a record hold its tags. The tags of a list stand on a line of their own above many records.
    pub holds_tags: bool,
    /// Whether the bytes of a record hold all of it. In some formats they refer to another part of the file, or to its
    /// name: a game of a database names its players by number.
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

    /// The ending of the name of a file that the program writes in this format.
    pub fn ending(&self) -> &'static str {
        self.endings.first().copied().unwrap_or("txt")
    }
}
