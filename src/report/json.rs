//! Writes a report as the JSON object that `validate` prints.

use super::{AsWritten, Report};

/// The key before the original text of the record.
const KEY: &[u8] = b",\"text\":";

/// Appends the JSON object of a report. In its `text` a byte `80` to `ff` that is not valid UTF-8 is the lone
/// surrogate `\udc80` to `\udcff`, so that the original bytes can be read back.
pub fn write(report: &Report, out: &mut Vec<u8>) {
    let start = out.len();
    // Writing to memory cannot fail.
    let _ = serde_json::to_writer(&mut *out, report);
    let Some(AsWritten(bytes)) = &report.text else { return };
    if std::str::from_utf8(bytes).is_ok() {
        return;
    }
    // No serializer of texts lets a lone surrogate pass, so it is put in afterwards. A quotation mark within a text has a
    // backslash before it; so the last such key is that of the report, for only the tags before it may have another.
    let lossy = serde_json::to_vec(&report.text).unwrap_or_default();
    if let Some(at) = memchr::memmem::rfind(&out[start..], KEY) {
        let from = start + at + KEY.len();
        out.splice(from..from + lossy.len(), exact(bytes));
    }
}

/// A text in quotation marks, byte for byte.
fn exact(bytes: &[u8]) -> Vec<u8> {
    let mut json = vec![b'"'];
    for chunk in bytes.utf8_chunks() {
        let valid = serde_json::to_vec(chunk.valid()).unwrap_or_default();
        json.extend_from_slice(valid.get(1..valid.len() - 1).unwrap_or_default());
        for byte in chunk.invalid() {
            json.extend_from_slice(format!("\\udc{byte:02x}").as_bytes());
        }
    }
    json.push(b'"');
    json
}
