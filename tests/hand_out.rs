//! What others build on: the action for GitHub, the hook for pre-commit, the image. Each is read here, and what it would run
//! is run with this program.

use std::path::Path;
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).expect("the file")
}

/// Runs a line of a shell in the repository, with this program first in the path.
fn shell(line: &str, variables: &[(&str, &str)]) -> Output {
    let folder = Path::new(env!("CARGO_BIN_EXE_scoresheet")).parent().expect("a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(root()).env("PATH", path).envs(variables.iter().copied());
    command.output().expect("a shell")
}

/// The value of a key in a file of YAML, on the line where it stands for the `nth` time.
fn value(text: &str, key: &str, nth: usize) -> String {
    let start = format!("{key}: ");
    let mut values = text.lines().filter_map(|line| line.trim_start_matches([' ', '-']).strip_prefix(&start));
    values.nth(nth).unwrap_or_else(|| panic!("no {key}")).trim_matches('"').to_owned()
}

#[test]
fn the_action_annotates_what_is_wrong() {
    let action = read("action.yml");
    assert!(value(&action, "run", 0).starts_with("cargo install --locked"));
    let run = value(&action, "run", 1);
    for name in ["PATHS", "ARGUMENTS"] {
        assert!(action.contains(&format!("{name}: ${{{{ inputs.{} }}}}", name.to_lowercase())));
        assert!(run.contains(&format!("${name}")));
    }
    let bad = shell(&run, &[("PATHS", "samples/archive/2024 samples/plus4"), ("ARGUMENTS", "--quiet")]);
    let said = String::from_utf8(bad.stdout).expect("text");
    assert_eq!(bad.status.code(), Some(1));
    assert!(said.contains("::error file=samples/archive/2024/round-1.txt,line=12,"), "{said}");
    assert!(said.contains("::error file=samples/plus4/invalid.txt"), "{said}");
    let good = shell(&run, &[("PATHS", "samples/forza4/game.txt"), ("ARGUMENTS", "")]);
    assert_eq!(good.status.code(), Some(0));
}

#[test]
fn the_hook_stops_a_commit_with_a_bad_record() {
    let hooks = read(".pre-commit-hooks.yaml");
    let entry = value(&hooks, "entry", 0);
    assert_eq!(shell(&format!("{entry} samples/forza4/game.txt"), &[]).status.code(), Some(0));
    let bad = shell(&format!("{entry} samples/forza4/game.txt samples/forza4/invalid.txt"), &[]);
    assert_eq!(bad.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&bad.stdout).contains("wrong-square"));
    // The hook sees the files whose ending tells that they hold records of these games. A `.csv`, a `.xml` or a `.rec`
    // may hold anything.
    let files = value(&hooks, "files", 0);
    let hooked = ["transcript", "lines", "sgf", "psq", "renlib", "ludii", "ban", "dt5", "lws", "rnj", "nrf"];
    for format in hooked {
        let format = scoresheet::formats::Format::named(format).expect("a format");
        for ending in format.info().endings {
            assert!(files.split(['(', '|', ')']).any(|hooked| hooked == *ending), "{ending}");
        }
    }
}

#[test]
fn the_image_holds_the_program_that_is_built() {
    let image = read("Dockerfile");
    assert!(image.contains("cargo build --release --locked --bin scoresheet"));
    assert!(image.contains("ENTRYPOINT [\"/scoresheet\"]"));
    let version = value(&read("Cargo.toml").replace(" = ", ": "), "rust-version", 0);
    assert!(image.contains(&format!("FROM rust:{version}-alpine")), "{version}");
}
