//! Changes tags of records before they are judged: a tag with a meaning changes the game.
//!
//! [`Edit`] is one change, [`Edits`] are those of a call in their order, and an [`Editor`] makes the text and the parts
//! of the changed record (`text`). Lines do not move, so faults are still reported on their lines.
//!
//! ```
//! use scoresheet::edit::{Edit, Editor, Edits};
//! use scoresheet::formats::{Records, transcript::Transcripts};
//!
//! let edits = Edits::new(vec![Edit::set("Event=Coppa 2024")?, Edit::rename("Red=Black")?]);
//! let mut records = Transcripts::new(&b"[Game \"gomoku\"]\n[Red \"Ada\"]\n\nh8"[..], 1 << 20)?;
//! let record = Records::next(&mut records)?.expect("a record");
//! let mut editor = Editor::new(edits.into());
//! let edited = editor.edit(&record);
//! assert_eq!(edited.get("Black").as_deref(), Some("Ada"));
//! assert_eq!(edited.text, "[Game \"gomoku\"]\n[Black \"Ada\"] [Event \"Coppa 2024\"]\n\nh8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod names;
mod text;

use std::borrow::Cow;
use std::sync::Arc;

use crate::names::same_tag;
use crate::record::looks::is_tag_name;
use crate::record::{KeptRecord, Layout, Original, Record};
use crate::tags;

pub use names::Names;
use text::write;

/// A change of tags.
#[derive(Debug, Clone)]
pub enum Edit {
    /// The tag gets the value; it is added if it is not there.
    Set(String, String),
    /// The tag gets the value if it is not there, or empty.
    Default(String, String),
    /// The tag is removed.
    Remove(String),
    /// The tag gets another name.
    Rename(String, String),
    /// Names of players are replaced.
    Names(Arc<Names>),
}

impl Edit {
    /// Reads `Event=Coppa 2024`.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn set(text: &str) -> Result<Edit, String> {
        with_value(text, "Event=Coppa 2024").map(|(name, value)| Edit::Set(name, value))
    }

    /// Reads `Site=?`.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn default(text: &str) -> Result<Edit, String> {
        with_value(text, "Site=?").map(|(name, value)| Edit::Default(name, value))
    }

    /// Reads `Round`.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn remove(text: &str) -> Result<Edit, String> {
        name(text).map(Edit::Remove)
    }

    /// Reads `Red=Yellow`.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn rename(text: &str) -> Result<Edit, String> {
        let (from, to) = text.split_once('=').ok_or("expected two names of tags, for instance Red=Yellow")?;
        Ok(Edit::Rename(name(from)?, name(to)?))
    }
}

fn name(text: &str) -> Result<String, String> {
    if is_tag_name(text) {
        Ok(text.to_owned())
    } else {
        Err(format!("{text:?} is no name of a tag: it has letters, digits, `_` and `-`"))
    }
}

/// The name before `=` and the value after it.
fn with_value(text: &str, example: &str) -> Result<(String, String), String> {
    let (tag, value) =
        text.split_once('=').ok_or_else(|| format!("expected a tag and its value, for instance {example}"))?;
    if value.contains(char::is_control) {
        return Err("the value of a tag has no line ends or other control characters".to_owned());
    }
    Ok((name(tag)?, value.to_owned()))
}

/// The changes of a call, in their order.
#[derive(Debug, Default)]
pub struct Edits(Vec<Edit>);

impl Edits {
    /// These changes.
    pub fn new(edits: Vec<Edit>) -> Edits {
        Edits(edits)
    }

    /// How often each name of a player was replaced: the name, what it became, the number.
    pub fn replaced(&self) -> impl Iterator<Item = (&str, &str, u64)> {
        self.0.iter().flat_map(|edit| match edit {
            Edit::Names(names) => names.replaced().collect(),
            _ => Vec::new(),
        })
    }
}

/// Changes records one after the other.
#[derive(Debug, Default)]
pub struct Editor {
    edits: Arc<Edits>,
    record: KeptRecord,
    /// The names of players that were replaced in this record: their tables and rows.
    replaced: Vec<(Arc<Names>, usize)>,
}

/// A tag of the changed record. Parts that are `None` are as in the original.
#[derive(Debug, Default)]
struct NewTag {
    /// Its place in the record.
    old: Option<usize>,
    name: Option<String>,
    value: Option<String>,
}

impl Editor {
    /// Makes these changes.
    pub fn new(edits: Arc<Edits>) -> Editor {
        Editor { edits, ..Editor::default() }
    }

    /// The record with its changes.
    pub fn edit<'e>(&'e mut self, record: &Record<'e>) -> Record<'e> {
        self.replaced.clear();
        // What cannot be read is written nowhere, and its faults stand in the file.
        if self.edits.0.is_empty() || record.parts.layout == Layout::Unread {
            return *record;
        }
        self.record.parts.clone_from(record.parts);
        let mut tags: Vec<NewTag> =
            (0..record.parts.tags.len()).map(|old| NewTag { old: Some(old), ..NewTag::default() }).collect();
        for edit in &self.edits.0 {
            make(edit, record, &mut self.record, &mut tags, &mut self.replaced);
        }
        write(record, &tags, &mut self.record);
        // The changed text is not in the file, unless marks or cells link each of its plies to the file.
        let written = if record.parts.marks.is_empty() {
            Original { row: record.written.row, ..Original::default() }
        } else {
            record.written
        };
        Record { written, ..self.record.record() }
    }

    /// Counts the names that were replaced in the last record: it was written.
    pub fn count(&self) {
        self.replaced.iter().for_each(|(names, row)| names.count(*row));
    }
}

impl NewTag {
    fn is_called(&self, name: &str, record: &Record<'_>) -> bool {
        same_tag(self.name(record), name)
    }

    fn name<'t>(&'t self, record: &Record<'t>) -> &'t str {
        let old = || self.old.and_then(|old| record.parts.tags.get(old)).map_or("", |tag| record.name(tag));
        self.name.as_deref().unwrap_or_else(old)
    }

    fn value<'t>(&'t self, record: &Record<'t>) -> Cow<'t, str> {
        let old = || self.old.and_then(|old| record.parts.tags.get(old)).map(|tag| record.value(tag));
        self.value.as_deref().map(Cow::Borrowed).or_else(old).unwrap_or_default()
    }
}

/// Makes a change.
fn make(
    edit: &Edit,
    record: &Record<'_>,
    kept: &mut KeptRecord,
    tags: &mut Vec<NewTag>,
    replaced: &mut Vec<(Arc<Names>, usize)>,
) {
    let context = &mut kept.parts.context;
    match edit {
        Edit::Set(name, value) => {
            // Context that was known before overrides the text, but not this change.
            context.before.retain(|(known, _)| !same_tag(known, name));
            match tags.iter_mut().find(|tag| tag.is_called(name, record)) {
                Some(tag) => tag.value = Some(value.clone()),
                None => add(name, value, record, tags),
            }
        }
        Edit::Default(name, value) => {
            let is_known = context.before.iter().chain(&context.lacking).any(|(known, _)| same_tag(known, name));
            match tags.iter_mut().find(|tag| tag.is_called(name, record)) {
                Some(tag) if tag.value(record).is_empty() => tag.value = Some(value.clone()),
                Some(_) => {}
                None if is_known => {}
                None => add(name, value, record, tags),
            }
        }
        Edit::Remove(name) => {
            context.before.retain(|(known, _)| !same_tag(known, name));
            context.lacking.retain(|(known, _)| !same_tag(known, name));
            tags.retain(|tag| !tag.is_called(name, record));
        }
        Edit::Rename(from, to) => {
            for tag in tags.iter_mut().filter(|tag| tag.is_called(from, record)) {
                tag.name = Some(to.clone());
            }
        }
        Edit::Names(names) => {
            for tag in tags.iter_mut().filter(|tag| tags::is_side(tag.name(record))) {
                if let Some(row) = names.row(&tag.value(record)) {
                    tag.value = Some(names.name(row).to_owned());
                    replaced.push((names.clone(), row));
                }
            }
        }
    }
}

/// Adds a tag: one with a meaning in its place, any other after the last.
fn add(name: &str, value: &str, record: &Record<'_>, tags: &mut Vec<NewTag>) {
    let name = tags::known(name).unwrap_or(name);
    let place = tags::place(tags.iter().map(|tag| tag.name(record)), name).unwrap_or(tags.len());
    tags.insert(place, NewTag { old: None, name: Some(name.to_owned()), value: Some(value.to_owned()) });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Records;
    use crate::formats::transcript::Transcripts;

    /// The text of a record after changes.
    fn edited(text: &str, edits: Vec<Edit>) -> String {
        let mut records = Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
        let record = Records::next(&mut records).expect("a slice can be read").expect("a record");
        let mut editor = Editor::new(Edits::new(edits).into());
        let edited = editor.edit(&record);
        // The parts stand where they stand when the new text is read again.
        let mut again = Transcripts::new(edited.text.as_bytes(), 1 << 20).expect("a slice can be read");
        let again = Records::next(&mut again).expect("a slice can be read").expect("a record");
        assert_eq!(again.text, edited.text);
        assert_eq!(again.parts.tags, edited.parts.tags, "{}", edited.text);
        assert_eq!(again.parts.header, edited.parts.header, "{}", edited.text);
        let words =
            |record: &Record<'_>| record.tokens().map(|token| record.token(&token).to_owned()).collect::<Vec<_>>();
        // Movetext that stood alone stands after the tags on their line, where a reader would not look for it.
        if !record.parts.tags.is_empty() {
            assert_eq!(words(&again), words(&edited));
        }
        assert_eq!(words(&record), words(&edited));
        edited.text.to_owned()
    }

    const RECORD: &str = "{a} [Game \"forza4\"]\n[White \"Ugo \\\"x\\\"\"] {b}\n[Red \"\"]\n\n{c} 1. c, e\n";

    #[test]
    fn changes_are_made_in_their_order() -> Result<(), String> {
        let set = Edit::set;
        assert_eq!(
            edited(RECORD, vec![set("white=A\"B\\")?, Edit::default("Red=Bea")?, Edit::default("White=C")?]),
            "{a} [Game \"forza4\"]\n[White \"A\\\"B\\\\\"] {b}\n[Red \"Bea\"]\n\n{c} 1. c, e\n"
        );
        assert_eq!(
            edited(RECORD, vec![Edit::remove("WHITE")?, Edit::rename("red=Yellow")?]),
            "{a} [Game \"forza4\"]\n {b}\n[Yellow \"\"]\n\n{c} 1. c, e\n"
        );
        assert_eq!(
            edited(RECORD, vec![set("Site=x")?, set("Result=*")?, set("variant=standard")?, set("Site=y")?]),
            "{a} [Game \"forza4\"] [Variant \"standard\"] [Result \"*\"]\n[White \"Ugo \\\"x\\\"\"] {b}\n[Red \"\"] [Site \"y\"]\n\n{c} 1. c, e\n"
        );
        assert_eq!(
            edited("1. c, e\n", vec![set("Site=x")?, set("Game=forza4")?]),
            "[Game \"forza4\"] [Site \"x\"] 1. c, e\n"
        );
        assert_eq!(
            edited(RECORD, vec![Edit::rename("White=Site")?, set("Site=x")?]),
            RECORD.replace("White \"Ugo \\\"x\\\"", "Site \"x")
        );
        Ok(())
    }

    #[test]
    fn players_are_renamed_exactly_and_counted() -> Result<(), Box<dyn std::error::Error>> {
        let names = Arc::new(Names::read(b"from,to\nAda,Bea\nBea,Ada\n")?);
        let text = "[Game \"forza4\"]\n[White \"Ada\"]\n[Red \"Bea\"]\n[Event \"Ada\"]\n\nc\n";
        let turned = text.replace("[White \"Ada\"]\n[Red \"Bea\"]", "[White \"Bea\"]\n[Red \"Ada\"]");
        assert_eq!(edited(text, vec![Edit::Names(names.clone())]), turned);
        assert_eq!(names.replaced().map(|(.., count)| count).collect::<Vec<_>>(), [0, 0]);
        assert_eq!(
            edited(&text.replace("Ada", "ada"), vec![Edit::Names(names)]),
            turned
                .replace("Event \"Ada", "Event \"ada")
                .replace("White \"Bea\"]\n[Red \"Ada", "White \"ada\"]\n[Red \"Ada")
        );
        Ok(())
    }

    #[test]
    fn tables_of_names_have_any_usual_sign_between_cells() -> Result<(), String> {
        for table in
            ["from,to\n\"Neri, Ada\",Bea\n", "From;To\r\nNeri, Ada;Bea\r\n", "\u{feff}to\tfrom\nBea\tNeri, Ada\n"]
        {
            let names = Edit::Names(Arc::new(Names::read(table.as_bytes())?));
            let text = "[Game \"forza4\"]\n[White \"Neri, Ada\"]\n\nc\n";
            assert_eq!(edited(text, vec![names]), text.replace("Neri, Ada", "Bea"), "{table}");
        }
        assert!(Names::read(b"from;to\nAda;Bea\nAda;Eva\n").is_err_and(|why| why.contains("Ada is there twice")));
        Ok(())
    }

    #[test]
    fn what_is_no_change_is_refused() {
        for text in ["Event", "=x", "E vent=x", "Event=a\nb"] {
            assert!(Edit::set(text).is_err() && Edit::default(text).is_err(), "{text}");
        }
        assert!(Edit::remove("").is_err() && Edit::rename("Red").is_err() && Edit::rename("Red=").is_err());
    }
}
