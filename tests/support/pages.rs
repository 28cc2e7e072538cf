//! What tests read from pages.

use std::io::Read;

use base64::Engine as _;
use serde_json::Value;

/// The records of a page, as its script reads them.
pub(crate) fn records_of(page: &str) -> Vec<Value> {
    let (_, rest) = page.split_once("<script type=\"application/").expect("records");
    let (kind, rest) = rest.split_once("\" id=\"records\">").expect("records");
    let (text, _) = rest.split_once("</script>").expect("an end");
    let json = if kind == "json" {
        text.to_owned()
    } else {
        let packed = base64::engine::general_purpose::STANDARD.decode(text).expect("base64");
        let mut json = String::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut json).expect("gzip");
        json
    };
    assert!(json.starts_with('[') && json.trim_end().ends_with(']'));
    let lines = json.lines().filter(|line| line.starts_with('{'));
    // The deepest variations are deeper than this reader goes; browsers go there.
    lines
        .map(|line| match serde_json::from_str(line.trim_end_matches(',')) {
            Ok(object) => object,
            Err(error) if error.to_string().starts_with("recursion limit") => Value::Null,
            Err(error) => panic!("{error}: {line}"),
        })
        .collect()
}

/// Nothing on the page is fetched from anywhere.
pub(crate) fn is_closed(page: &str) {
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for outside in ["http://", "https://", " src=", "@import", "<link", "<iframe", "fetch("] {
        assert!(!page.contains(outside), "the page has {outside}");
    }
    let urls = page.matches("url(").count();
    assert_eq!(urls, page.matches("url(#").count(), "a drawing refers to nothing but the page");
}
