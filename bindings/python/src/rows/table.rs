//! The schema: which columns there are, of which types, what may be null, and what each means. It stands here alone; Python's
//! `scoresheet.schema` shows it, and the tests of the package hold the guide to it.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// What a table has a row for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rows {
    /// Each record.
    Records,
    /// Each ply of a main line.
    Plies,
    /// Each diagnostic.
    Diagnostics,
}

impl Rows {
    /// The table of that name.
    pub(crate) fn named(name: &str) -> PyResult<Rows> {
        match name {
            "records" => Ok(Rows::Records),
            "plies" => Ok(Rows::Plies),
            "diagnostics" => Ok(Rows::Diagnostics),
            _ => {
                Err(PyValueError::new_err(format!("rows are \"records\", \"plies\" or \"diagnostics\", not {name:?}")))
            }
        }
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Rows::Records => "records",
            Rows::Plies => "plies",
            Rows::Diagnostics => "diagnostics",
        }
    }

    /// Its columns in their order.
    pub(crate) fn columns(self) -> &'static [Column] {
        match self {
            Rows::Records => RECORDS,
            Rows::Plies => PLIES,
            Rows::Diagnostics => DIAGNOSTICS,
        }
    }

    /// The columns of those names; without names, all but those on request.
    pub(crate) fn chosen(self, names: Option<Vec<String>>) -> PyResult<Vec<&'static Column>> {
        let Some(names) = names else {
            return Ok(self.columns().iter().filter(|column| !column.on_request).collect());
        };
        if names.is_empty() {
            return Err(PyValueError::new_err("name at least one column"));
        }
        let named = |name: &String| {
            self.columns().iter().find(|column| column.name == name).ok_or_else(|| {
                let known: Vec<_> = self.columns().iter().map(|column| column.name).collect();
                let (rows, known) = (self.name(), known.join(", "));
                PyValueError::new_err(format!("{rows} have no column {name:?}; their columns are {known}"))
            })
        };
        names.iter().map(named).collect()
    }
}

/// The type of a column. All are types that Spark has too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Long,
    Int,
    Truth,
    Texts,
    Longs,
    Tags,
    Date,
    Path,
}

/// A column.
#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) nullable: bool,
    /// Whether it is there only if it is asked for.
    pub(crate) on_request: bool,
    pub(crate) about: &'static str,
}

const fn some(name: &'static str, kind: Kind, about: &'static str) -> Column {
    Column { name, kind, nullable: false, on_request: false, about }
}

const fn maybe(name: &'static str, kind: Kind, about: &'static str) -> Column {
    Column { nullable: true, ..some(name, kind, about) }
}

/// A row for each record.
static RECORDS: &[Column] = &[
    some("file", Kind::Text, "the name of the file; of a member of an archive `games.zip:2024/a.txt`"),
    some("record", Kind::Long, "the number of the record in its file, from 1"),
    some("line", Kind::Long, "the line on which the record begins, from 1"),
    some("byte", Kind::Long, "the byte of the unpacked file at which the record begins, from 0"),
    maybe("game", Kind::Text, "the game, by its id (`scoresheet games` lists them)"),
    maybe("variant", Kind::Text, "the variant, standard where no tag names one"),
    some("options", Kind::Texts, "the options"),
    maybe("board", Kind::Text, "the size of the board, columns x rows: 7x6"),
    maybe("notation", Kind::Text, "the notation system in which the plies are written"),
    some("valid", Kind::Truth, "whether the record has no error"),
    some("plies", Kind::Int, "how many plies of the main line were carried out"),
    some("moves", Kind::Texts, "these plies in the game's default notation"),
    some("outcome", Kind::Text, "what the board proves: win, draw or unfinished"),
    maybe("winner", Kind::Text, "the side that has won on the board"),
    maybe("reason", Kind::Text, "how the game has ended on the board: line, board-full, illegal"),
    maybe("claimed", Kind::Text, "the result that the record claims: a side or draw; `*` claims nothing"),
    some("tags", Kind::Tags, "the tags as written; of a tag given twice the first"),
    maybe("date", Kind::Date, "the tag Date: year, month and day, null where they are unknown"),
    maybe("position", Kind::Text, "the position string after the last ply that was carried out"),
    some("codes", Kind::Texts, "the codes of its diagnostics, each once"),
];

/// A row for each ply of a main line.
static PLIES: &[Column] = &[
    some("file", Kind::Text, "the name of the file"),
    some("record", Kind::Long, "the number of the record in its file, from 1"),
    some("ply", Kind::Int, "the number of the ply, from 1; breaks between manches do not restart it"),
    some("turn", Kind::Int, "the number of the turn, from 1"),
    some("side", Kind::Text, "the side that plays it"),
    maybe("move", Kind::Text, "the ply in the game's default notation; null if that cannot express an illegal ply"),
    some("legal", Kind::Truth, "whether it is legal; an illegal one stood, or it is the last row of its record"),
    Column {
        on_request: true,
        ..maybe("position", Kind::Text, "the position string after it; null if it was not carried out")
    },
];

/// A row for each diagnostic, and for each file that cannot be read.
static DIAGNOSTICS: &[Column] = &[
    some("file", Kind::Text, "the name of the file"),
    maybe("record", Kind::Long, "the number of the record in its file; null if the file cannot be read on"),
    some("severity", Kind::Text, "error, warning or note"),
    some("code", Kind::Text, "the code; `unreadable` if the file cannot be read on, `no-records` if it holds none"),
    maybe("rule", Kind::Text, "the rule it rests on"),
    maybe("ply", Kind::Int, "the number of the ply at fault"),
    maybe("line", Kind::Long, "the line, from 1"),
    maybe("column", Kind::Long, "the column in characters, from 1"),
    maybe("span", Kind::Longs, "the bytes of the file, from 0: the first, and the one after the last"),
    some("message", Kind::Text, "what is wrong"),
    maybe("help", Kind::Text, "what would have been right"),
    some(
        "variation",
        Kind::Path,
        "the path to its variation: the ply and the index of each one around it, outermost first",
    ),
];

fn field(name: &str, kind: DataType, nullable: bool) -> Arc<Field> {
    Arc::new(Field::new(name, kind, nullable))
}

/// The fields of a date.
pub(crate) fn date_fields() -> Fields {
    Fields::from(vec![
        field("year", DataType::Int32, false),
        field("month", DataType::Int32, true),
        field("day", DataType::Int32, true),
    ])
}

/// The fields of a step into a variation.
pub(crate) fn path_fields() -> Fields {
    Fields::from(vec![field("ply", DataType::Int32, false), field("index", DataType::Int32, false)])
}

/// The item of a list.
pub(crate) fn item(kind: DataType) -> Arc<Field> {
    field("item", kind, false)
}

impl Kind {
    fn data_type(self) -> DataType {
        match self {
            Kind::Text => DataType::Utf8,
            Kind::Long => DataType::Int64,
            Kind::Int => DataType::Int32,
            Kind::Truth => DataType::Boolean,
            Kind::Texts => DataType::List(item(DataType::Utf8)),
            Kind::Longs => DataType::List(item(DataType::Int64)),
            Kind::Tags => {
                let entry = vec![field("key", DataType::Utf8, false), field("value", DataType::Utf8, false)];
                DataType::Map(field("entries", DataType::Struct(entry.into()), false), false)
            }
            Kind::Date => DataType::Struct(date_fields()),
            Kind::Path => DataType::List(item(DataType::Struct(path_fields()))),
        }
    }
}

/// The schema of a table with these columns.
pub(crate) fn schema(columns: &[&'static Column]) -> SchemaRef {
    let field = |column: &&'static Column| Field::new(column.name, column.kind.data_type(), column.nullable);
    Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()))
}
