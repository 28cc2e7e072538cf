//! A page that replays records in any browser: one file that loads nothing from outside.
//!
//! The page knows no rules. The library writes what each ply changes on the board, and how the board is drawn; the
//! page's script (`scripts/`) moves pieces and follows the reader. Records are written one after the other as they
//! come; what is known only at the end (boards, the page's frame) comes after them. All text from records is data in
//! JSON, which no markup can begin in, and is shown as text.

mod colours;
mod composer;
mod data;
mod look;
mod mended;
mod record;
#[cfg(feature = "archive")]
mod recordings;
mod remarks;
mod tree;

use std::collections::BTreeMap;
use std::io::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::{Map, json};
use sha2::{Digest, Sha256};

use crate::diagram::{svg, theme};
pub use composer::Composer;
use data::Data;
use look::Look;
pub use record::Recorded;
#[cfg(feature = "archive")]
pub(crate) use recordings::Recordings;

static SHELL: &str = include_str!("shell.html");
static STYLE: &str = include_str!("style.css");
static SCRIPT: &str = concat!(
    "\"use strict\";(() => {\n",
    include_str!("scripts/data.js"),
    include_str!("scripts/board.js"),
    include_str!("scripts/moves.js"),
    include_str!("scripts/notes.js"),
    include_str!("scripts/list.js"),
    include_str!("scripts/archive.js"),
    include_str!("scripts/files.js"),
    include_str!("scripts/main.js"),
    "})();\n",
);

/// Writes a page.
///
/// ```
/// use scoresheet::{Checker, Defaults, formats::{Records, transcript::Transcripts}, page, report};
///
/// let mut records = Transcripts::new(&b"[Game \"forza4\"]\n\nc e c c d"[..], 1 << 20)?;
/// let mut checker = Checker::new(Defaults::default());
/// let mut page = page::Writer::new(Vec::new(), "A game")?;
/// while let Some(record) = records.next()? {
///     let report = report("games.txt", &record, &mut checker);
///     page.record(&page::Recorded::new(&report, &record, &checker), None)?;
/// }
/// assert!(page.finish("")?.starts_with(b"<!DOCTYPE html>"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<W: Write> {
    data: Data<W>,
    title: String,
    count: u64,
    looks: BTreeMap<String, Look>,
    opening: Opening,
}

/// The state of a page when it opens; its address can override it.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Opening {
    /// The ply of the main line; by default the first illegal one, or the start.
    pub ply: Option<u32>,
    /// Whether boards are seen from the other side.
    pub flipped: bool,
    /// `light` or `dark`; by default what the reader's system says.
    pub theme: Option<&'static str>,
}

impl<W: Write> Writer<W> {
    /// Begins a page.
    ///
    /// # Errors
    /// Fails if `out` fails.
    pub fn new(out: W, title: &str) -> io::Result<Writer<W>> {
        Writer::styled(out, title, "")
    }

    /// Begins a page whose section, the markup before the records, has a style of its own.
    ///
    /// # Errors
    /// Fails if `out` fails.
    pub fn styled(mut out: W, title: &str, section: &str) -> io::Result<Writer<W>> {
        let style = format!("{}{section}", style());
        let (script, style_hash) = (hash(SCRIPT), hash(&style));
        write!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '{script}'; \
             style-src '{style_hash}'; img-src blob:; base-uri 'none'; form-action 'none'\">\n\
             <style>{style}</style>\n</head>\n<body>\n",
            escape(title)
        )?;
        Ok(Writer {
            data: Data::new(out),
            title: title.to_owned(),
            count: 0,
            looks: BTreeMap::new(),
            opening: Opening::default(),
        })
    }

    /// Sets the state of the page when it opens.
    pub fn opening(mut self, opening: Opening) -> Writer<W> {
        self.opening = opening;
        self
    }

    /// Adds a record; `file` is where it comes from, if the page's records come from several.
    ///
    /// # Errors
    /// Fails if the page cannot be written.
    pub fn record(&mut self, record: &Recorded, file: Option<&str>) -> io::Result<()> {
        for look in &record.looks {
            match self.looks.get_mut(&look.key()) {
                Some(known) => known.merge(look),
                None => drop(self.looks.insert(look.key(), look.clone())),
            }
        }
        let before = if self.count == 0 { "[\n" } else { ",\n" };
        self.count += 1;
        let mut text = format!("{before}{{\"n\":{}", record.number);
        if let Some(file) = file {
            text.push_str(&format!(",\"file\":{}", serde_json::json!(file)).replace('<', "\\u003c"));
        }
        text.push(',');
        text.push_str(record.rest.strip_prefix('{').unwrap_or_default());
        self.data.write(text.as_bytes())
    }

    /// Ends the page. `section` is markup that stands before the records, for instance the summary of an archive;
    /// it must be well-formed, and may have neither scripts nor styles of its own.
    ///
    /// # Errors
    /// Fails if the page cannot be written.
    pub fn finish(mut self, section: &str) -> io::Result<W> {
        self.data.write(if self.count == 0 { b"[]\n" } else { b"\n]\n" })?;
        let mut out = self.data.finish()?;
        let mut looks = Map::new();
        let mut drawings = String::new();
        for (number, (key, look)) in self.looks.into_iter().enumerate() {
            looks.insert(key, look.data(number));
            for (flipped, name) in [(false, "board"), (true, "flipped")] {
                drawings.push_str(&format!("<template id=\"{name}-{number}\">"));
                look.drawing(number, flipped, &mut drawings);
                drawings.push_str("</template>\n");
            }
        }
        let looks = json!(looks).to_string().replace('<', "\\u003c");
        writeln!(out, "<script type=\"application/json\" id=\"looks\">{looks}</script>\n{drawings}")?;
        writeln!(out, "<script type=\"application/json\" id=\"opening\">{}</script>", json!(self.opening))?;
        let (before, after) = SHELL.split_once("<!-- section -->").unwrap_or((SHELL, ""));
        let before = before.replacen("<!-- title -->", &escape(&self.title), 1);
        write!(out, "{before}{section}{after}<script>{SCRIPT}</script>\n</body>\n</html>\n")?;
        out.flush()?;
        Ok(out)
    }
}

/// The page's style, with the colours of boards.
fn style() -> String {
    STYLE.replace("/* light */", &colours::values(&theme::COLOUR)).replace("/* dark */", &colours::values(&theme::DARK))
}

/// The hash of a script or style that the page's policy allows.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// Text as markup has it.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    svg::text(text, &mut out);
    out
}
