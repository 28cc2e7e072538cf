//! What the caller knows of records: the keyword arguments that every function takes.

use encoding_rs::Encoding;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use scoresheet::formats::{FORMATS, Format, Given, encoding_named};
use scoresheet::system::SYSTEMS;
use scoresheet::{Defaults, MAX_RECORD, System, input};

/// What the caller knows of records.
#[pyclass(frozen, module = "scoresheet._native")]
#[derive(Debug, Clone)]
pub(crate) struct Known {
    pub(crate) defaults: Defaults,
    pub(crate) given: Given,
    pub(crate) format: Option<Format>,
    pub(crate) strict: bool,
    pub(crate) max_record: usize,
}

#[pymethods]
impl Known {
    #[new]
    #[pyo3(signature = (
        *, game=None, variant=None, options=None, board=None, starts=None, notation=None, format=None,
        moves_column=None, delimiter=None, header=true, encoding=None, leaves=false, strict=false, max_record=None,
    ))]
    fn new(
        py: Python<'_>,
        game: Option<String>,
        variant: Option<String>,
        options: Option<String>,
        board: Option<String>,
        starts: Option<String>,
        notation: Option<&str>,
        format: Option<&str>,
        moves_column: Option<String>,
        delimiter: Option<&str>,
        header: bool,
        encoding: Option<&str>,
        leaves: bool,
        strict: bool,
        max_record: Option<usize>,
    ) -> PyResult<Known> {
        let delimiter = match delimiter.map(str::as_bytes) {
            None => None,
            Some([byte]) if byte.is_ascii() => Some(*byte),
            Some(_) => return Err(PyValueError::new_err("a delimiter is one ASCII character")),
        };
        let encoding = match encoding {
            None => None,
            Some(name) => Some(self::encoding(py, name)?),
        };
        let given = Given { moves: moves_column, delimiter, no_header: !header, encoding, leaves, ..Given::default() };
        let notation = notation.map(system).transpose()?;
        let format = format.map(self::format).transpose()?;
        let defaults = Defaults { game, variant, options, board, starts, notation, ..Defaults::default() };
        let given = input::given(&given, "", &defaults);
        Ok(Known { defaults, given, format, strict, max_record: max_record.unwrap_or(MAX_RECORD) })
    }
}

/// The encoding of that name: a name of web pages, `windows-1252`, or of Python, `latin-1`.
fn encoding(py: Python<'_>, name: &str) -> PyResult<&'static Encoding> {
    if let Some(encoding) = encoding_named(name) {
        return Ok(encoding);
    }
    // Python calls one encoding `utf_16_le`, `UTF-16LE` and more; the name of its codec is `utf-16-le`.
    let codec = py.import("codecs")?.call_method1("lookup", (name,)).and_then(|codec| codec.getattr("name")?.extract());
    let codec: String = codec.unwrap_or_default();
    let same = match &*codec {
        "big5hkscs" => "big5-hkscs".to_owned(),
        "mac-roman" => "macintosh".to_owned(),
        "cp874" => "windows-874".to_owned(),
        _ => codec.replace('_', "-").replace("utf-16-", "utf-16"),
    };
    encoding_named(&same).ok_or_else(|| {
        let names = "utf-8, utf-16, latin-1, windows-1252, gbk, big5, shift_jis";
        PyValueError::new_err(format!("there is no encoding {name:?} here; there are {names} and more"))
    })
}

/// The notation system of that name.
pub(crate) fn system(name: &str) -> PyResult<System> {
    System::named(name).ok_or_else(|| {
        let names: Vec<_> = SYSTEMS.iter().map(|system| system.name()).collect();
        PyValueError::new_err(format!("there is no notation {name}; there are {}", names.join(", ")))
    })
}

/// The file format of that name.
pub(crate) fn format(name: &str) -> PyResult<Format> {
    Format::named(name).ok_or_else(|| {
        let names: Vec<_> = FORMATS.iter().map(|format| format.name()).collect();
        PyValueError::new_err(format!("there is no file format {name}; there are {}", names.join(", ")))
    })
}
