//! What testers of `select` and `tree` have found, through the real program.

use std::fs;
use std::path::Path;

use crate::program::run;

/// What the program says and with which code it ends.
fn told(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = run(folder, arguments, b"");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn samples() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/samples"))
}

/// The lines of a RenLib tree are no text that could be copied, which has nothing to do with their length.
#[test]
fn a_line_of_a_tree_is_not_too_long() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(samples().join("foreign/renlib/tree.lib"), folder.path().join("x.lib")).expect("a sample");
    for more in [["-o", "out/"].as_slice(), &[]] {
        let (code, _, said) = told(folder.path(), &[&["select", "--leaves", "record = 1", "x.lib"], more].concat());
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("a line of a tree has no text of its own; --to writes it"), "{said}");
        assert!(!said.contains("--max-record"), "{said}");
    }
    let (code, records, said) = told(folder.path(), &["select", "--leaves", "record = 1", "x.lib", "--to", "squares"]);
    assert!(code == Some(0) && records.contains("[Game \"gomoku\"]"), "{said}");
}

/// Where the rules of a record are not known, its claim is what stands in it, as in the reports of an audit.
#[test]
fn a_claim_stands_in_a_record_whatever_its_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = |tags: &str, result: &str| format!("{tags}[Result \"{result}\"]\n\n1. c, e\n\n");
    let strange = ["[Game \"forza4\"]\n[Variant \"nope\"]\n", "[Game \"ludo\"]\n"];
    let text: String =
        strange.iter().flat_map(|tags| ["draw", "White", "*"].map(|result| record(tags, result))).collect();
    fs::write(folder.path().join("x.txt"), text).expect("a file");
    for (expression, count) in [("claimed = draw", "2\n"), ("claimed = white", "2\n"), ("claimed", "4\n")] {
        assert_eq!(told(folder.path(), &["select", "--count", expression, "x.txt"]).1, count, "{expression}");
    }
}

/// The line end of the last record stays: a file of one record is copied byte for byte.
#[test]
fn a_file_of_one_record_is_copied_to_its_end() {
    for sample in ["foreign/gctl-json/from-0.json", "foreign/kaggle/valid.json", "foreign/renlib/tree.lib"] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut bytes = fs::read(samples().join(sample)).expect("a sample");
        if sample.ends_with("json") {
            bytes.truncate(bytes.trim_ascii_end().len());
            bytes.extend_from_slice(b"\n\n");
        }
        let name = Path::new(sample).file_name().expect("a name");
        fs::write(folder.path().join(name), &bytes).expect("a file");
        let (code, _, said) =
            told(folder.path(), &["select", "record > 0", name.to_str().expect("text"), "-o", "out/"]);
        assert_eq!(code, Some(0), "{said}");
        assert_eq!(fs::read(folder.path().join("out").join(name)).expect("a copy"), bytes, "{sample}");
    }
}

#[test]
fn a_tag_may_be_called_like_a_word_of_expressions() {
    for word in ["has", "reaches", "plays", "in", "mirrored"] {
        let (code, _, said) = told(samples(), &["select", &format!("{word} = 1"), "forza4/slip.txt"]);
        assert!(code == Some(2) && said.contains(&format!("`tag:{word}` is the tag of that name")), "{said}");
        let (code, _, said) = told(samples(), &["select", "--count", &format!("tag:{word} = 1"), "forza4/slip.txt"]);
        assert!(code != Some(2) && !said.contains("tag of that name"), "{said}");
    }
}

/// A record that is too long to be read keeps its tags: its fault stands in the file.
#[test]
fn tags_are_not_changed_in_what_is_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!("[Game \"forza4\"]\n\n1. c, e {{{}}}\n", "long ".repeat(400));
    fs::write(folder.path().join("x.txt"), text).expect("a file");
    let call = ["convert", "--set", "A=b", "--max-record", "1K", "x.txt"];
    let (code, records, said) = told(folder.path(), &call);
    assert!(code == Some(1) && records.is_empty(), "{said}");
    assert!(said.contains("x.txt:1:1") && !said.contains("[A \"b\"]"), "{said}");
}
