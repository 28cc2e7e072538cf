//! Runs the real program, as people do.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The program, in `folder`, without colours.
pub(crate) fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scoresheet"));
    command.current_dir(folder).env("NO_COLOR", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program in `folder` with `input` on standard input.
pub(crate) fn run(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = program(folder).args(arguments).spawn().expect("the program starts");
    // A program that refuses its call does not read its input.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

/// The JSON objects of `validate --format json` with these arguments, for `text` on standard input.
pub(crate) fn objects(arguments: &[&str], text: &str) -> Vec<Value> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = run(here, &[&["validate", "--format", "json"], arguments, &["-"]].concat(), text.as_bytes());
    let out = String::from_utf8(output.stdout).expect("output is text");
    out.lines().map(object).collect()
}

/// The object on a line; a lone surrogate, a byte that is no UTF-8, is no text for this reader and becomes another letter.
pub(crate) fn object(line: &str) -> Value {
    serde_json::from_str(&line.replace("\\udc", "\\ue0")).expect("a line is an object")
}

/// The diagnostics of a record, each as `severity code ply`.
pub(crate) fn said(object: &Value) -> Vec<String> {
    let diagnostics = object["diagnostics"].as_array().expect("a list");
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    diagnostics
        .iter()
        .map(|said| format!("{} {} {}", word(&said["severity"]), word(&said["code"]), said["ply"]))
        .collect()
}
