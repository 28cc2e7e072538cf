//! The README and the guide as a reader meets them: every link leads somewhere, and no page is forgotten. What they show of
//! the program is held against it by `tests/program.rs`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The README, the changelog and every page of the guide.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md"), root.join("CHANGELOG.md")];
    for folder in ["docs/guide", "docs/guide/games"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder");
        let paths = entries.map(|entry| entry.expect("a file").path());
        pages.extend(paths.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    }
    pages
}

/// The text without blocks of code and without code in a line.
fn prose(text: &str) -> String {
    let outside = text.split("```").step_by(2).collect::<String>();
    outside.split('`').step_by(2).collect()
}

/// Where the links of a document lead.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    prose.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())).collect()
}

/// The names by which the headings of a document are linked to, as browsers of Markdown make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let outside = text.split("```").step_by(2).collect::<String>();
    let headings = outside.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let heading = line.trim_start_matches('#').trim().to_lowercase();
            heading
                .chars()
                .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter))
                .collect::<String>()
                .replace(' ', "-")
        })
        .collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut count = 0;
    for document in documents() {
        let text = std::fs::read_to_string(&document).expect("a document");
        for link in links(&text) {
            if link.starts_with("https://") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() { document.clone() } else { document.with_file_name("").join(path) };
            assert!(target.is_file(), "{}: {link} leads nowhere", document.display());
            if !anchor.is_empty() {
                let there = std::fs::read_to_string(&target).expect("a document");
                assert!(anchors(&there).contains(anchor), "{}: {link} names no heading", document.display());
            }
            count += 1;
        }
    }
    assert!(count > 30, "only {count} links were found");
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guide");
    let summary = std::fs::read_to_string(root.join("SUMMARY.md")).expect("the table of contents");
    let named: BTreeSet<PathBuf> = links(&summary).iter().map(|link| root.join(link)).collect();
    let pages: BTreeSet<PathBuf> =
        documents().into_iter().skip(2).filter(|path| !path.ends_with("SUMMARY.md")).collect();
    assert_eq!(named, pages);
    for game in scoresheet::registry::GAMES {
        assert!(named.contains(&root.join(format!("games/{}.md", game.info().id))), "{}", game.info().id);
    }
}

/// The README fits on a few screens: what is longer stands in the guide.
#[test]
fn the_readme_stays_short() {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("the README");
    assert!(readme.len() < 12_000, "the README has {} bytes", readme.len());
}
