//! A format of one's own: a game is `name=value;name=value|plies`, and lines that begin with a space go on with it.
//!
//! ```text
//! Game=forza4;White=Ada|c, e; c, c
//!  d, d
//! Game=gomoku|h8, i9
//! ```
//!
//! All that the program has to know of it is in this file: what the format says of itself, how its records are read, and
//! how a large input is cut into parts. Reading, judging, audits on several threads, reports and conversion follow.

use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;
use std::sync::Arc;

use scoresheet::audit::{Feeder, Options, Products, Progress, ReportForm, Summary, run};
use scoresheet::codes::BAD_SYNTAX;
use scoresheet::diagnostic::Text;
use scoresheet::formats::{FileFormat, Format, FormatInfo, Given, Input, Partition, Records, Start};
use scoresheet::record::{Fault, Layout, Original, Parts, Place, Record, Tag};
use scoresheet::report::json;
use scoresheet::{OwnedRecord, Target, records};

/// The format. Its twin reads the same games, but cannot be cut into parts, and finds out encodings by itself.
#[derive(Debug)]
struct Toy {
    info: FormatInfo,
    is_cut: bool,
}

const INFO: FormatInfo = FormatInfo {
    name: "toy",
    about: "tags, a bar, plies",
    endings: &["toy"],
    grammar: "game = { name , '=' , value , [ ';' ] } , '|' , plies ;",
    ..FormatInfo::TEXT
};

const TOY: Format = Format::new(&Toy { info: INFO, is_cut: true });
const TWIN: Format =
    Format::new(&Toy { info: FormatInfo { name: "twin", endings: &[], is_utf8: false, ..INFO }, is_cut: false });

/// The list of formats for those who look one up by name or by the ending of a file's name.
static FORMATS: &[Format] = &[Format::TRANSCRIPT, Format::JSON_LINES, TOY, TWIN];

impl FileFormat for Toy {
    fn info(&self) -> &FormatInfo {
        &self.info
    }

    /// A name and its value before the first bar.
    fn recognises(&self, head: &[u8]) -> bool {
        let before = head.iter().take_while(|byte| !matches!(byte, b'|' | b'\n')).count();
        self.is_cut && head.get(before) == Some(&b'|') && head[..before].contains(&b'=')
    }

    fn open<'r>(&self, reader: Box<dyn Read + 'r>, _: usize, _: &Given) -> io::Result<Box<dyn Records + 'r>> {
        Ok(Box::new(Toys::new(BufReader::new(reader), self.info.name, Start::of_line(0, 1))))
    }

    fn partition(&self, _: usize, _: &Given) -> Option<Arc<dyn Partition>> {
        self.is_cut.then(|| Arc::new(Cut) as Arc<dyn Partition>)
    }
}

#[derive(Debug)]
struct Cut;

impl Partition for Cut {
    /// After some line. The game on it may go on: its reader sees that in what follows.
    fn boundary(&self, bytes: &[u8], ahead: usize) -> Option<usize> {
        let bytes = &bytes[..bytes.len().checked_sub(ahead)?];
        bytes.iter().rposition(|&byte| byte == b'\n').map(|at| at + 1)
    }

    fn read<'r>(&self, input: Input<'r>, start: Start) -> io::Result<Box<dyn Records + 'r>> {
        Ok(Box::new(Toys::new(input, "toy", start)))
    }
}

/// Reads games, however long they are.
struct Toys<R> {
    reader: R,
    format: &'static str,
    bytes: Vec<u8>,
    text: String,
    parts: Parts,
    place: Place,
    /// Where the next game begins.
    next: Start,
}

impl<R: BufRead> Toys<R> {
    fn new(reader: R, format: &'static str, next: Start) -> Toys<R> {
        let (bytes, text, parts, place) = (Vec::new(), String::new(), Parts::default(), Place::default());
        Toys { reader, format, bytes, text, parts, place, next }
    }

    /// Finds tags and body in the text.
    fn cut(&mut self) {
        let Some(bar) = self.text.find('|') else {
            let text = Text::new("a game has a bar before its plies");
            self.parts.faults.push(Fault { code: &BAD_SYNTAX, span: 0..self.text.len() as u32, text });
            self.parts.layout = Layout::Unread;
            return;
        };
        let mut start = 0;
        for field in self.text[..bar].split(';') {
            let end = start + field.len() as u32;
            if let Some(sign) = field.find('=') {
                let sign = start + sign as u32;
                self.parts.tags.push(Tag {
                    name: start..sign,
                    value: sign + 1..end,
                    escaped: false,
                    whole: start..end,
                });
            }
            start = end + 1;
        }
        self.parts.body = bar + 1;
    }
}

impl<R: BufRead> Records for Toys<R> {
    fn advance(&mut self) -> io::Result<bool> {
        self.bytes.clear();
        let mut lines = 0;
        while self.bytes.is_empty() || self.reader.fill_buf()?.first() == Some(&b' ') {
            if self.reader.read_until(b'\n', &mut self.bytes)? == 0 {
                return Ok(false);
            }
            lines += 1;
        }
        let Start { offset, line, .. } = self.next;
        self.place = Place { number: self.place.number + 1, offset, line, ..Place::default() };
        self.next = Start::of_line(offset + self.bytes.len() as u64, line + lines);
        self.text = String::from_utf8_lossy(self.bytes.trim_ascii_end()).into_owned();
        self.parts.clear();
        self.cut();
        Ok(true)
    }

    fn header(&self) -> Record<'_> {
        let written = Original { bytes: self.raw(), format: self.format, ..Original::default() };
        Record { text: &self.text, parts: &self.parts, place: self.place, written }
    }

    fn extent(&self) -> Range<u64> {
        self.place.offset..self.next.offset
    }

    fn raw(&self) -> &[u8] {
        &self.bytes
    }

    fn record(&mut self) -> Record<'_> {
        self.header()
    }
}

/// Sound and unsound games, some on several lines.
fn games() -> String {
    let mut text = String::new();
    for round in 0..60 {
        text += &format!("Game=forza4;Event=Round {round}|1. c, e; 2. c, c;\n 3. d,\n {}d\n", "  ".repeat(round % 7));
        text += "Game=forza4;Board=5x4|c, c; c, c; c\n";
        text += "Game=gomoku;White=Ada|h8, i9;\n j10\n";
        text += "no bar, no plies\n";
        text += "Game=chess|e4\n";
    }
    text
}

/// What stands in the report of an audit in parts of about `chunk` bytes, and its summary.
fn audit(text: &str, format: Format, chunk: usize, jobs: usize) -> (String, Summary) {
    let mut report = Vec::new();
    let products = Products { report: &mut report, rejects: None, page: None };
    let feed = |feeder: &mut Feeder<'_>| {
        let _ = feeder.input("games.toy", format, &mut text.as_bytes());
    };
    let options = Options { chunk, jobs, form: ReportForm::Jsonl, ..Options::default() };
    let summary = run(&options, &Progress::default(), feed, products).expect("memory can be written");
    (String::from_utf8(report).expect("reports are text"), summary)
}

/// The reports of records, one JSON object a line.
fn reports(records: impl Iterator<Item = io::Result<OwnedRecord>>) -> String {
    let mut out = Vec::new();
    for record in records {
        json::write(&record.expect("a slice can be read").report(), &mut out);
        out.push(b'\n');
    }
    String::from_utf8(out).expect("JSON is text")
}

fn validated(text: &str, format: Format) -> String {
    reports(records(text.as_bytes()).file("games.toy").format(format))
}

#[test]
fn its_records_are_read_judged_and_converted() {
    let text = "Game=forza4;White=Ada|c, e; c, c\n d, d\nGame=forza4;Board=5x4|c, c; c, c; c\nno bar\n";
    let mut said = Vec::new();
    for record in records(text.as_bytes()).format(TOY) {
        let record = record.expect("a slice can be read");
        let report = record.report();
        let codes: Vec<_> = report.diagnostics.iter().map(|found| (found.code, found.line, found.column)).collect();
        said.push((record.line(), report.valid, report.plies, codes));
        if record.number() == 1 {
            assert_eq!(record.tag("White").as_deref(), Some("Ada"));
            let written = record.convert(Target::default()).expect("a valid record");
            assert_eq!(written, "[Game \"forza4\"]\n[White \"Ada\"]\n\n1. c, e; 2. c, c; 3. d, d\n");
        }
    }
    assert_eq!(
        said,
        [(1, true, 6, vec![]), (3, false, 4, vec![("column-full", 3, 35)]), (4, false, 0, vec![("bad-syntax", 4, 1)]),]
    );
}

#[test]
fn an_audit_in_parts_says_what_a_reading_from_end_to_end_says() {
    let text = games();
    let expected = validated(&text, TOY);
    assert_eq!(expected.lines().count(), 300);
    assert_eq!(expected.lines().filter(|line| line.contains("\"valid\":true")).count(), 120);
    // Parts of ten bytes hold no whole line, others end within games.
    for chunk in [10, 100, 333, 1000, 1 << 20] {
        for jobs in [1, 3] {
            let (report, summary) = audit(&text, TOY, chunk, jobs);
            assert!(report == expected, "parts of {chunk} bytes");
            assert!(summary.balances() && summary.bytes == text.len() as u64, "{}", summary.text());
            assert_eq!((summary.tally.records(), summary.tally.valid), (300, 120));
        }
    }
}

#[test]
fn an_input_that_cannot_be_cut_is_judged_alike() {
    let text = games();
    let expected = validated(&text, TWIN);
    assert_eq!(
        expected.matches("\"format\":\"twin\"").count(),
        validated(&text, TOY).matches("\"format\":\"toy\"").count()
    );
    let (report, summary) = audit(&text, TWIN, 100, 3);
    assert!(report == expected);
    assert!(summary.balances() && summary.bytes == text.len() as u64, "{}", summary.text());
}

#[test]
fn only_a_format_that_is_text_is_kept_from_other_encodings() {
    let wide: Vec<u8> = "Game=forza4|c".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let first = |format| records(&wide[..]).format(format).next().expect("a record").expect("a slice can be read");
    let report = first(TOY).report();
    assert_eq!(report.diagnostics.iter().map(|found| found.code).collect::<Vec<_>>(), ["bad-encoding"]);
    assert_eq!(first(TOY).text(), "");
    assert_eq!(first(TWIN).text(), "G\0a\0m\0e\0=\0f\0o\0r\0z\0a\x004\0|\0c\0");
}

#[test]
fn it_is_looked_up_among_formats_that_the_caller_lists() {
    assert_eq!(Format::named("toy"), None);
    let given = Given { formats: FORMATS, ..Given::default() };
    let text = games();
    let expected = validated(&text, TOY);
    // By the ending of the file's name.
    assert_eq!(Format::of_file_among(FORMATS, "games.toy"), Some(TOY));
    // By the first line, whatever the name tells.
    assert!(reports(records(text.as_bytes()).file("games.toy").given(given.clone())) == expected);
    let named = reports(records(text.as_bytes()).file("games.txt").given(given.clone()));
    assert_eq!(named.replace("games.txt", "games.toy"), expected);
    // By the name that reports bear: read as JSON Lines, they come to the same verdicts.
    let again = reports(records(expected.as_bytes()).file("games.toy").format(Format::JSON_LINES).given(given));
    let verdicts = |lines: &str| {
        let verdict = |line: &str| {
            let object: serde_json::Value = serde_json::from_str(line).expect("an object");
            let codes = object["diagnostics"].as_array().expect("a list");
            let codes: Vec<_> = codes.iter().map(|found| found["code"].clone()).collect();
            (object["valid"].clone(), object["plies"].clone(), object["text"].clone(), object["format"].clone(), codes)
        };
        lines.lines().map(verdict).collect::<Vec<_>>()
    };
    assert!(expected.contains("\"format\":\"toy\""));
    assert_eq!(verdicts(&again), verdicts(&expected));
}
