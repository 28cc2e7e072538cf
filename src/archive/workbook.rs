//! Documents of office programs, which are zips inside. A workbook of a spreadsheet is an archive of tables: each sheet
//! is handed out as CSV. Any other document is only named by its kind.

use std::fs::File;
use std::io::{self, BufReader, Seek};
use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::{Data, Ods, Range, Reader, Xlsb, Xlsx};
use rawzip::{FileReader, ZipArchive};

use super::failure::{Failure, FailureKind};
use super::{Item, Walk};

/// The most bytes that a workbook may expand to: it is held whole.
const LARGEST: u64 = 1 << 30;

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Xlsx,
    Xlsb,
    Ods,
    /// A document that is no table.
    Document(&'static str),
}

/// A document of an office program.
pub(super) struct Office {
    kind: Kind,
    /// How many bytes its parts have together, as it says.
    size: u64,
}

/// The part of a document that identifies its kind.
const PARTS: [(&[u8], Kind); 6] = [
    (b"xl/workbook.xml", Kind::Xlsx),
    (b"xl/workbook.bin", Kind::Xlsb),
    (b"word/document.xml", Kind::Document("a Word document")),
    (b"ppt/presentation.xml", Kind::Document("a PowerPoint presentation")),
    (b"Index/Document.iwa", Kind::Document("a document of Apple's Pages, Numbers or Keynote")),
    // A text of LibreOffice has the same parts as its tables; only the length of its name differs.
    (b"mimetype", Kind::Ods),
];

/// How long the name of the kind of a table is that stands in the part `mimetype`:
/// `application/vnd.oasis.opendocument.spreadsheet`.
const LENGTH_OF_ODS: u64 = 46;

impl Office {
    /// The document in a zip, if it is one.
    pub(super) fn of(archive: &ZipArchive<FileReader>, room: &mut [u8]) -> Option<Office> {
        let (mut kind, mut size) = (None, 0_u64);
        // Any zip may hold a file `mimetype`; a document has content beside it, and an e-book names it.
        let (mut needs_content, mut has_content) = (false, false);
        let mut entries = archive.entries(room);
        while let Ok(Some(entry)) = entries.next_entry() {
            let length = entry.uncompressed_size_hint();
            size = size.saturating_add(length);
            let path = entry.file_path();
            has_content |= [&b"content.xml"[..], b"META-INF/container.xml"].contains(&path.as_bytes());
            if let Some((_, found)) = PARTS.iter().find(|(part, _)| *part == path.as_bytes()) {
                let is_table = *found != Kind::Ods || length == LENGTH_OF_ODS;
                needs_content = *found == Kind::Ods;
                kind = Some(if is_table { *found } else { Kind::Document("a document of LibreOffice or an e-book") });
            }
        }
        kind.filter(|_| has_content || !needs_content).map(|kind| Office { kind, size })
    }

    /// Hands out the sheets of a workbook that hold anything.
    pub(super) fn walk(self, walk: &mut Walk<'_>, item: &Item<'_>, mut file: File) -> io::Result<()> {
        let most = walk.usage.limits.size.min(LARGEST);
        if let Kind::Document(what) = self.kind {
            return walk.fail(Failure {
                help: Some("save it as plain text (.txt), or a table as .csv".to_owned()),
                ..Failure::new(item.name, FailureKind::Document, format!("it is {what}, not records of games"))
            });
        }
        if self.size > most {
            let message = format!("the workbook expands to {} bytes, more than {most}", self.size);
            return walk.fail(Failure::limit(item.name, message, "--max-size"));
        }
        if let Err(error) = file.rewind() {
            return walk.fail(Failure::io(item.name, &error));
        }
        let reader = BufReader::new(file);
        // A damaged workbook must not end the audit of the others, even if the library panics.
        let read = catch_unwind(AssertUnwindSafe(|| match self.kind {
            Kind::Xlsb => Xlsb::new(reader).map(sheets).map_err(|error| error.to_string()),
            Kind::Ods => Ods::new(reader).map(sheets).map_err(|error| error.to_string()),
            _ => Xlsx::new(reader).map(sheets).map_err(|error| error.to_string()),
        }));
        let sheets = match read {
            Ok(Ok(sheets)) => sheets,
            Ok(Err(error)) => {
                return walk.fail(Failure::damaged(item.name, format!("the workbook is damaged: {error}")));
            }
            Err(_) => return walk.fail(Failure::damaged(item.name, "the workbook is damaged")),
        };
        for (sheet, range) in sheets {
            let text = table(&range);
            if text.is_empty() || walk.usage.spent() {
                continue;
            }
            let (name, path) = (format!("{}:{sheet}", item.name), format!("{sheet}.csv"));
            let size = Some(text.len() as u64);
            walk.member(&Item { name: &name, path: &path, size, file: None, ..*item }, &mut text.as_slice())?;
        }
        Ok(())
    }
}

/// The sheets of a workbook with their names.
fn sheets<R: Reader<BufReader<File>>>(mut workbook: R) -> Vec<(String, Range<Data>)> {
    workbook.worksheets()
}

/// A sheet as CSV. Row *n* of the sheet is line *n*, unless a cell holds several lines.
fn table(sheet: &Range<Data>) -> Vec<u8> {
    let Some((top, _)) = sheet.start() else { return Vec::new() };
    let mut text = vec![b'\n'; top as usize];
    let mut begun = false;
    for row in sheet.rows() {
        // A formatted column may be longer than the table.
        if row.iter().all(|cell| matches!(cell, Data::Empty)) {
            text.push(b'\n');
            continue;
        }
        begun = true;
        let mut writer = csv::Writer::from_writer(text);
        // Writing to memory cannot fail.
        let _ = writer.write_record(row.iter().map(cell));
        text = writer.into_inner().unwrap_or_default();
    }
    if begun { text } else { Vec::new() }
}

/// A cell as people read it.
fn cell(data: &Data) -> String {
    match data {
        Data::Empty => String::new(),
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => text.clone(),
        Data::Int(number) => number.to_string(),
        // A list of digits is a number for a spreadsheet.
        Data::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => format!("{number:.0}"),
        Data::Float(number) => number.to_string(),
        Data::Bool(is_true) => is_true.to_string(),
        Data::DateTime(date) if date.is_datetime() => {
            let (year, month, day, ..) = date.to_ymd_hms_milli();
            format!("{year:04}.{month:02}.{day:02}")
        }
        Data::DateTime(duration) => duration.as_f64().to_string(),
        Data::Error(error) => error.to_string(),
    }
}
