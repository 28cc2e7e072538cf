//! Where output goes: nothing that is read is overwritten, nothing is left behind.

use std::path::Path;
use std::process::{Command, Output};
#[cfg(unix)]
use std::{
    fs::File,
    io::{Read, Write},
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use super::program;

static SOUND: &str = "[Game \"forza4\"]\n\n1. c, e; 2. d\n";
static BROKEN: &str = "[Game \"forza4\"]\n\n1. c, pawn\n";
static SQUARES: &str = "[Game \"forza4\"]\n[Notation \"squares\"]\n\n1. c1, e1; 2. d1\n";

/// A folder with a file `in.txt` of a sound record and a broken one, and a sound `other.txt`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "in.txt", [SOUND, "\n", BROKEN].concat());
    write(folder.path(), "other.txt", SOUND);
    folder
}

fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) {
    std::fs::write(folder.join(name), text).expect("a file");
}

fn text_of(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect("a file of text")
}

/// What lies in a folder, hidden files too.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

fn run(folder: &Path, line: &str) -> Output {
    program::run(folder, &words(line), b"")
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs a line that must be refused before anything is done.
fn refuse(folder: &Path, command: &mut Command, line: &str) -> String {
    let (before, input) = (names(folder), text_of(folder, "in.txt"));
    let output = command.output().expect("the program runs");
    assert_eq!(code(&output), Some(2), "{line}: {}", said(&output));
    assert_eq!((output.stdout.len(), said(&output).lines().count()), (0, 1), "{line}: {}", said(&output));
    assert_eq!((names(folder), text_of(folder, "in.txt")), (before, input), "{line}");
    said(&output)
}

#[test]
fn what_is_read_is_not_overwritten() {
    let folder = folder();
    let folder = folder.path();
    std::fs::create_dir(folder.join("sub")).expect("a folder");
    std::fs::hard_link(folder.join("in.txt"), folder.join("hard.txt")).expect("a link");
    let mut outputs = vec!["in.txt", "./in.txt", "sub/../in.txt", "hard.txt"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("in.txt", folder.join("soft.txt")).expect("a link");
        outputs.push("soft.txt");
    }
    for output in outputs {
        for line in [
            "convert in.txt --to squares -o",
            "show in.txt -o",
            "show in.txt --as html -o",
            "show in.txt --as html --every 1 -o",
            "audit in.txt --report",
            "audit other.txt in.txt --rejects",
            "audit in.txt --format none --html",
            "audit --against in.txt other.txt --report",
        ] {
            let line = format!("{line} {output}");
            let told = refuse(folder, program::program(folder).args(words(&line)), &line);
            assert!(told.contains(output) && told.contains("in.txt"), "{line}: {told}");
        }
    }
    // A way through another folder's name, and links on the side of what is read.
    for line in ["convert sub/../in.txt --to squares -o in.txt", "audit hard.txt --report in.txt"] {
        refuse(folder, program::program(folder).args(words(line)), line);
    }
}

/// On some systems `A.txt` and `a.txt` are one file.
#[test]
fn files_of_a_folder_differ_in_more_than_capitals() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "A.csv", "Game,Moves\nforza4,c e d\n");
    write(folder, "a.game", SOUND);
    let output = run(folder, "convert A.csv a.game --to transcript -o new/");
    assert_eq!(code(&output), Some(0), "{}", said(&output));
    assert_eq!(names(&folder.join("new")), ["A.txt", "a-2.txt"]);
    assert!(said(&output).contains("a-2.txt"), "{}", said(&output));
}

#[cfg(unix)]
#[test]
fn standard_streams_are_seen_through() {
    let folder = folder();
    let folder = folder.path();
    for line in [
        "convert --to squares -o in.txt",
        "convert - --to squares -o in.txt",
        "show -o in.txt",
        "audit --report in.txt",
        "audit - --rejects ./in.txt",
    ] {
        let input = File::open(folder.join("in.txt")).expect("a file");
        refuse(folder, program::program(folder).args(words(line)).stdin(input), line);
    }
    for line in ["convert in.txt --to squares", "validate in.txt", "audit in.txt --format jsonl", "show in.txt"] {
        let mut output = File::options().append(true).open(folder.join("in.txt")).expect("a file");
        refuse(folder, program::program(folder).args(words(line)).stdout(output.try_clone().expect("a copy")), line);
        output.flush().expect("nothing to write");
    }
    // A terminal, like the device that swallows everything, is read and written at once.
    std::os::unix::fs::symlink("/dev/null", folder.join("null")).expect("a link");
    let input = File::open("/dev/null").expect("a device");
    let output =
        program::program(folder).args(words("audit - --report null")).stdin(input).output().expect("the program runs");
    assert_eq!(code(&output), Some(0), "{}", said(&output));
}

#[test]
fn two_outputs_of_one_name_are_refused() {
    let folder = folder();
    let folder = folder.path();
    std::fs::create_dir(folder.join("sub")).expect("a folder");
    let mut pairs = vec![("x", "x"), ("x", "./x"), ("sub/../x", "x"), ("other.txt", "sub/../other.txt"), ("-", "-")];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("x", folder.join("nowhere-yet")).expect("a link");
        pairs.push(("nowhere-yet", "x"));
    }
    for (one, other) in pairs {
        for options in [["--report", "--rejects"], ["--rejects", "--html"], ["--html", "--report"]] {
            let line = format!("audit in.txt {} {one} {} {other}", options[0], options[1]);
            let told = refuse(folder, program::program(folder).args(words(&line)), &line);
            assert!(options.iter().all(|option| told.contains(option)), "{line}: {told}");
        }
    }
    assert_eq!(text_of(folder, "other.txt"), SOUND);
}

#[test]
fn several_files_are_converted_to_one() {
    let folder = folder();
    let folder = folder.path();
    let output = program::run(folder, &words("convert other.txt - other.txt --to squares"), SOUND.as_bytes());
    assert_eq!(code(&output), Some(0), "{}", said(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), [SQUARES, SQUARES, SQUARES].join("\n"));
    let output = run(folder, "convert other.txt in.txt --to lines -o out.lines");
    assert_eq!(code(&output), Some(1), "{}", said(&output));
    assert_eq!(text_of(folder, "out.lines"), "#: [Game \"forza4\"]\nced\nced\n");
    // What cannot be read is told, and the rest is done.
    let output = run(folder, "convert none.txt other.txt --to squares -o out.txt");
    assert_eq!((code(&output), text_of(folder, "out.txt")), (Some(2), SQUARES.to_owned()));
    assert!(said(&output).contains("none.txt"), "{}", said(&output));
    let output = run(folder, "convert none.txt --to squares -o out.txt");
    assert_eq!((code(&output), text_of(folder, "out.txt")), (Some(2), SQUARES.to_owned()));
}

#[test]
fn files_are_rewritten_in_place() {
    let folder = folder();
    let folder = folder.path();
    let output = run(folder, "convert other.txt --to squares --in-place");
    assert_eq!((code(&output), output.stdout.len()), (Some(0), 0), "{}", said(&output));
    assert_eq!((text_of(folder, "other.txt"), text_of(folder, "other.txt~")), (SQUARES.to_owned(), SOUND.to_owned()));
    // What is so already stays, and so does the copy of what was there first.
    let output = run(folder, "convert other.txt --to squares --in-place");
    assert_eq!((code(&output), text_of(folder, "other.txt~")), (Some(0), SOUND.to_owned()));
    let output = run(folder, "convert other.txt --to columns --in-place --no-backup");
    assert_eq!(code(&output), Some(0), "{}", said(&output));
    assert!(text_of(folder, "other.txt").ends_with("1. c, e; 2. d\n"));
    assert_eq!(text_of(folder, "other.txt~"), SOUND);
    // A list stays one.
    write(folder, "list.lines", "ced\nc d e\n");
    let output = run(folder, "convert list.lines --game forza4 --to squares --in-place");
    assert_eq!(
        (code(&output), text_of(folder, "list.lines")),
        (Some(0), "#: [Game \"forza4\"] [Notation \"squares\"]\nc1e1d1\nc1d1e1\n".to_owned())
    );
}

#[test]
fn a_file_whose_records_cannot_all_be_written_stays_as_it_was() {
    let folder = folder();
    let folder = folder.path();
    let before = text_of(folder, "in.txt");
    let output = run(folder, "convert in.txt other.txt --to squares --in-place");
    assert_eq!((code(&output), text_of(folder, "in.txt")), (Some(1), before));
    assert!(
        said(&output).contains("in.txt: 1 record cannot be written, so the file stays as it was"),
        "{}",
        said(&output)
    );
    assert_eq!(text_of(folder, "other.txt"), SQUARES);
    assert_eq!(names(folder), ["in.txt", "other.txt", "other.txt~"]);
    // Nor is a remark lost that belongs to no record.
    write(folder, "list.lines", "\u{feff}# a list\nced a remark\n");
    let output = run(folder, "convert list.lines --game forza4 --to squares --in-place --no-backup");
    assert_eq!(
        (code(&output), text_of(folder, "list.lines")),
        (Some(1), "\u{feff}# a list\nced a remark\n".to_owned())
    );
    assert!(said(&output).contains("list.lines: some of its text belongs to no record"), "{}", said(&output));
    write(folder, "marked.txt", format!("\u{feff}\n{{first}}\n{SOUND}\n{{last}}\n"));
    let output = run(folder, "convert marked.txt --to squares --in-place --no-backup");
    assert_eq!(code(&output), Some(0), "{}", said(&output));
    assert!(["first", "last", "c1, e1"].iter().all(|text| text_of(folder, "marked.txt").contains(text)));
    // Nothing at all is no reason to empty a file.
    write(folder, "blank.txt", "\n\n");
    let output = run(folder, "convert blank.txt --to squares --in-place");
    assert_eq!((code(&output), text_of(folder, "blank.txt")), (Some(0), "\n\n".to_owned()));
}

#[test]
fn in_place_is_refused_where_something_would_be_lost() {
    let folder = folder();
    let folder = folder.path();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gzip, SOUND.as_bytes()).expect("memory");
    write(folder, "packed.txt", gzip.finish().expect("memory"));
    write(folder, "opening.ban", "808\n807\n");
    write(folder, "in.txt~", SOUND);
    std::fs::create_dir(folder.join("sub")).expect("a folder");
    for line in [
        "convert --to squares --in-place",
        "convert in.txt - --to squares --in-place",
        "convert other.txt packed.txt --to squares --in-place",
        "convert other.txt opening.ban --to squares --in-place",
        "convert other.txt sub --to squares --in-place",
        "convert other.txt sub/../other.txt --to squares --in-place",
        "convert in.txt in.txt~ --to squares --in-place",
    ] {
        refuse(folder, program::program(folder).args(words(line)), line);
        assert_eq!(text_of(folder, "other.txt"), SOUND, "{line}");
    }
    for line in ["convert in.txt --to squares --in-place -o x", "convert in.txt --to squares --no-backup"] {
        assert_eq!(code(&run(folder, line)), Some(2), "{line}");
    }
    assert!(!names(folder).contains(&"x".to_owned()));
}

#[cfg(unix)]
#[test]
fn in_place_follows_links_and_keeps_modes() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let folder = folder.path();
    std::fs::create_dir(folder.join("sub")).expect("a folder");
    std::fs::rename(folder.join("other.txt"), folder.join("sub/other.txt")).expect("a file");
    std::os::unix::fs::symlink("sub/other.txt", folder.join("link.txt")).expect("a link");
    let mode = std::fs::Permissions::from_mode(0o666);
    std::fs::set_permissions(folder.join("sub/other.txt"), mode).expect("a file of ours");
    let output = run(folder, "convert link.txt --to squares --in-place");
    assert_eq!((code(&output), text_of(folder, "sub/other.txt")), (Some(0), SQUARES.to_owned()), "{}", said(&output));
    assert!(folder.join("link.txt").is_symlink());
    assert_eq!(names(&folder.join("sub")), ["other.txt", "other.txt~"]);
    assert_eq!(text_of(folder, "sub/other.txt~"), SOUND);
    let mode = std::fs::metadata(folder.join("sub/other.txt")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o666);
    // The same file by two names would be written twice.
    let line = "convert link.txt sub/other.txt --to columns --in-place";
    refuse(folder, program::program(folder).args(words(line)), line);
}

#[cfg(unix)]
#[test]
fn only_files_are_replaced() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = folder();
    let folder = folder.path();
    for (link, target) in [("null", "/dev/null"), ("standard", "/dev/stdout"), ("old", "old.txt"), ("new", "new.txt")] {
        symlink(target, folder.join(link)).expect("a link");
    }
    write(folder, "old.txt", "something longer than what is written in its place. ".repeat(10));
    let before = names(folder);
    for output in ["null", "old", "new", "standard"] {
        let output = format!("convert other.txt --to squares -o {output}");
        assert_eq!(code(&run(folder, &output)), Some(0), "{output}");
    }
    assert!(["null", "standard", "old", "new"].iter().all(|name| folder.join(name).is_symlink()));
    assert_eq!((text_of(folder, "old.txt"), text_of(folder, "new.txt")), (SQUARES.to_owned(), SQUARES.to_owned()));
    assert_eq!(names(folder).len(), before.len() + 1);
    let output = run(folder, "convert other.txt --to squares -o standard");
    assert_eq!(String::from_utf8_lossy(&output.stdout), SQUARES);
    // What stands in the file that standard output goes to is not lost when it is named too.
    write(folder, "log", "before\n");
    let log = File::options().append(true).open(folder.join("log")).expect("a file");
    let mut command = program::program(folder);
    command.args(words("convert other.txt --to squares -o standard")).stdout(log);
    assert_eq!(code(&command.output().expect("the program runs")), Some(0));
    assert_eq!(text_of(folder, "log"), format!("before\n{SQUARES}"));
    // A pipe.
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().expect("mkfifo runs").success());
    for (line, start) in [
        ("convert other.txt --to squares -o pipe", SQUARES),
        ("show other.txt --as html -o pipe", "<!"),
        ("audit in.txt --rejects pipe", "# in.txt"),
    ] {
        let pipe = folder.join("pipe");
        let reader = std::thread::spawn(move || std::fs::read_to_string(pipe).expect("text"));
        let output = run(folder, line);
        let pipe = std::fs::symlink_metadata(folder.join("pipe")).expect("it is there");
        assert!(pipe.file_type().is_fifo(), "{line}: {}", said(&output));
        let read = reader.join().expect("the reader ends");
        assert!(read.starts_with(start), "{line}: {read}");
    }
}

/// What an audit says of files in the folder.
fn audited(folder: &Path, file: &str) -> (Option<i32>, Vec<String>) {
    let output = run(folder, &format!("audit {file} --format none --summary json"));
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a summary");
    let unread = summary["unread"].as_array().expect("a list");
    (code(&output), unread.iter().map(|failure| failure["message"].as_str().unwrap_or_default().to_owned()).collect())
}

#[test]
fn a_tar_without_its_end_is_cut_short() {
    let mut tar = tar::Builder::new(Vec::new());
    for name in ["a.txt", "b.txt"] {
        let mut header = tar::Header::new_gnu();
        header.set_size(SOUND.len() as u64);
        tar.append_data(&mut header, name, SOUND.as_bytes()).expect("memory");
    }
    let whole = tar.into_inner().expect("memory");
    assert_eq!(whole.len(), 6 * 512);
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    // Whole, and with one of the two blocks of zeros at its end.
    for length in [6 * 512, 5 * 512] {
        write(folder, "x.tar", &whole[..length]);
        assert_eq!(audited(folder, "x.tar"), (Some(0), Vec::new()), "{length}");
    }
    for length in [4 * 512, 3 * 512 + SOUND.len(), 3 * 512 + 10, 3 * 512, 2 * 512 + 100, 2 * 512, 600, 512, 300, 0] {
        write(folder, "x.tar", &whole[..length]);
        let (code, unread) = audited(folder, "x.tar");
        assert_eq!((code, unread.len()), (Some(2), 1), "{length}: {unread:?}");
        assert!(unread[0].contains("too early"), "{length}: {unread:?}");
    }
    // So does what is compressed; where the compressed data end early, one of both is enough.
    let gzip = |bytes: &[u8]| {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        std::io::Write::write_all(&mut out, bytes).expect("memory");
        out.finish().expect("memory")
    };
    let zstd = |bytes: &[u8]| zstd::encode_all(bytes, 3).expect("memory");
    for (name, sound, short) in
        [("x.tar.gz", gzip(&whole), gzip(&whole[..4 * 512])), ("x.tar.zst", zstd(&whole), zstd(&whole[..4 * 512]))]
    {
        write(folder, name, &sound);
        assert_eq!(audited(folder, name), (Some(0), Vec::new()), "{name}");
        let cuts = [sound.len() - 1, sound.len() - 4, sound.len() / 2, 12, 0].map(|length| sound[..length].to_vec());
        for bytes in cuts.into_iter().chain([short]) {
            write(folder, name, &bytes);
            let (code, unread) = audited(folder, name);
            assert_eq!((code, unread.len()), (Some(2), 1), "{name} {}: {unread:?}", bytes.len());
            assert!(unread[0].contains("too early"), "{name}: {unread:?}");
        }
    }
}

#[test]
fn a_report_is_no_input_of_its_own_audit() {
    let folder = folder();
    let folder = folder.path();
    write(folder, ".scoresheet-AbCdEf", BROKEN);
    write(folder, ".ignore", "!.scoresheet-*\n");
    let line = "audit . --format jsonl --report report.jsonl --rejects rejects.txt --html page.txt --summary json";
    let first = run(folder, line);
    let (report, rejects) = (text_of(folder, "report.jsonl"), text_of(folder, "rejects.txt"));
    assert_eq!((code(&first), said(&first)), (Some(1), String::new()));
    let again = run(folder, line);
    assert_eq!(String::from_utf8_lossy(&again.stdout), String::from_utf8_lossy(&first.stdout));
    assert_eq!((text_of(folder, "report.jsonl"), text_of(folder, "rejects.txt")), (report, rejects));
    let told = said(&again);
    for name in ["report.jsonl", "rejects.txt", "page.txt"] {
        assert_eq!(told.lines().filter(|line| line.contains(name)).count(), 1, "{told}");
    }
    // What reads everything twice says it once.
    assert_eq!(said(&run(folder, &format!("{line} --prefixes --against ."))), told);
    #[cfg(unix)]
    {
        let report = File::create(folder.join("standard.jsonl")).expect("a file");
        let mut command = program::program(folder);
        let output = command.args(words("audit in.txt . --format jsonl")).stdout(report).output();
        let output = output.expect("the program runs");
        assert!(said(&output).contains("standard.jsonl"), "{}", said(&output));
    }
}

/// A program that has read the bytes on its standard input, which stays open.
#[cfg(unix)]
fn waiting(folder: &Path, line: &str, bytes: &str) -> (Child, std::process::ChildStdin) {
    let mut child = program::program(folder).args(words(line)).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(bytes.as_bytes()).expect("it reads");
    (child, input)
}

#[cfg(unix)]
fn signal(child: &Child, signal: &str) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
}

/// Waits until something is so, for a minute at most.
#[cfg(unix)]
fn until(mut so: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while !so() {
        if start.elapsed() > Duration::from_secs(60) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    true
}

/// The status of a program that ends soon, and what it said.
#[cfg(unix)]
fn soon(mut child: Child) -> Output {
    let ended = until(|| child.try_wait().expect("a child").is_some());
    if !ended {
        child.kill().expect("a child");
    }
    let output = child.wait_with_output().expect("a child");
    assert!(ended, "it goes on: {}", said(&output));
    output
}

/// Whether children hear a signal to hang up: not where everything runs under `nohup`.
#[cfg(target_os = "linux")]
fn hangs_up() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("a mask");
    u64::from_str_radix(ignored.trim(), 16).expect("digits") & 1 == 0
}

#[cfg(target_os = "linux")]
#[test]
fn signals_leave_nothing_behind() {
    let many = [SOUND, "\n"].concat().repeat(100);
    for (line, quits) in [
        ("convert --to squares -o out", true),
        ("show --as html -o out", true),
        ("audit --report out --rejects rejects --html page --summary json", false),
    ] {
        for (name, status) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
            if name == "-HUP" && !hangs_up() {
                continue;
            }
            let folder = tempfile::tempdir().expect("a folder");
            let folder = folder.path();
            write(folder, "out", "the old one");
            let (child, input) = waiting(folder, line, &many);
            // An audit asks what to do at a signal only when all its outputs are open.
            let outputs = if quits { 1 } else { 3 };
            assert!(until(|| names(folder).len() > outputs), "{line}: nothing is written");
            std::thread::sleep(Duration::from_millis(300));
            signal(&child, name);
            let output = soon(child);
            drop(input);
            assert_eq!(code(&output), Some(status), "{line} {name}: {}", said(&output));
            assert_eq!((names(folder), text_of(folder, "out")), (vec!["out".to_owned()], "the old one".to_owned()));
            assert_eq!(quits, !String::from_utf8_lossy(&output.stdout).contains("\"stopped\":true"), "{line} {name}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_ignored_from_the_start_stays_so() {
    let folder = folder();
    let line = format!("trap '' HUP; exec {} audit --report out -q", env!("CARGO_BIN_EXE_scoresheet"));
    let mut command = Command::new("sh");
    command.args(["-c", &line]).current_dir(folder.path()).stdin(Stdio::piped());
    let mut child = command.spawn().expect("a shell");
    let input = child.stdin.take().expect("a pipe");
    assert!(until(|| names(folder.path()).len() > 2), "nothing is written");
    signal(&child, "-HUP");
    std::thread::sleep(Duration::from_millis(300));
    drop(input);
    assert_eq!(code(&soon(child)), Some(0));
    assert!(folder.path().join("out").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn an_endless_record_ends_by_a_signal() {
    let folder = folder();
    let folder = folder.path();
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().expect("mkfifo runs").success());
    for line in ["audit /dev/zero", "audit other.txt -", "audit --against /dev/zero other.txt", "audit pipe"] {
        let mut command = program::program(folder);
        // Bytes that are no text would be told to be no records at once.
        command.args(words(line)).args(["--from", "transcript", "--format", "none", "--summary", "json"]);
        if line.ends_with('-') {
            command.stdin(File::open("/dev/zero").expect("a device"));
        }
        let child = command.spawn().expect("the program starts");
        // Long enough for more than one record of the longest kind.
        std::thread::sleep(Duration::from_secs(3));
        signal(&child, "-INT");
        let start = Instant::now();
        let output = soon(child);
        assert!(start.elapsed() < Duration::from_secs(60), "{line}: {:?}", start.elapsed());
        assert_eq!(code(&output), Some(130), "{line}: {}", said(&output));
        let summary: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a summary");
        assert_eq!(summary["stopped"], true, "{line}: {summary}");
    }
    let child = program::program(folder).args(["validate", "/dev/zero"]).spawn().expect("the program starts");
    std::thread::sleep(Duration::from_secs(1));
    signal(&child, "-INT");
    assert!(!soon(child).status.success());
}

/// A second signal ends an audit that does not come to its end by itself, and leaves nothing behind either.
#[cfg(unix)]
#[test]
fn a_pipe_that_nobody_reads_holds_nothing_up() {
    let folder = folder();
    let folder = folder.path();
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().expect("mkfifo runs").success());
    let before = names(folder);
    let line = "audit other.txt --report out --rejects pipe";
    let mut child = program::program(folder).args(words(line)).spawn().expect("the program starts");
    assert!(until(|| names(folder).len() > before.len()), "nothing is written");
    std::thread::sleep(Duration::from_millis(100));
    signal(&child, "-TERM");
    let mut told = String::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    let output = soon(child);
    stderr.read_to_string(&mut told).expect("text");
    assert_eq!((code(&output), names(folder)), (Some(143), before), "{told}");
}

/// A folder that is read is not written to where it holds records.
#[test]
fn records_in_a_folder_that_is_read_are_not_written_over() {
    let two = [SOUND, "\n", SOUND].concat();
    let folder = folder();
    let here = folder.path();
    std::fs::create_dir(here.join("d")).expect("a folder");
    write(here, "d/A.txt", &two);
    write(here, "d/0001.txt", &two);
    let lines = [
        "select plies=3 -o d d",
        "select --split-every 1 -o d d",
        "select --split-by Game -o d/new d",
        "select -o d/A.txt d",
        "select --rejects d/A.txt -o out.txt d",
        "convert --to squares -o d/A.txt d",
        "repair --apply -o d/A.txt d",
        "audit d --report d/A.txt",
        "audit d --rejects d/A.txt",
        "audit d --html d/A.txt",
    ];
    for line in lines {
        let output = run(here, line);
        assert_eq!((code(&output), output.stdout.len()), (Some(2), 0), "{line}: {}", said(&output));
        assert!(said(&output).contains("name another f"), "{line}: {}", said(&output));
        assert_eq!(
            (names(&here.join("d")), text_of(here, "d/A.txt")),
            (vec!["0001.txt".into(), "A.txt".into()], two.clone())
        );
    }
}

/// What an earlier call left there, and is no record, is written again; so is a file that is not among those to read.
#[test]
fn what_holds_no_records_is_written_again() {
    let folder = folder();
    let here = folder.path();
    std::fs::create_dir(here.join("d")).expect("a folder");
    write(here, "d/A.txt", SOUND);
    write(here, "d/empty.txt", "");
    let lines = [
        "audit d --report d/r.html --html d/p.html",
        "audit d --report d/r.txt --format human",
        "audit d --write-baseline d/base",
        "select --include A.txt -o d/out.txt d",
        "select -o d/empty.txt --include A.txt d",
        "tree --index d/s.idx d",
    ];
    for line in lines {
        for _ in 0..2 {
            let output = run(here, line);
            assert_ne!(code(&output), Some(2), "{line}: {}", said(&output));
        }
    }
}

/// Tables and baselines are read too, and a backup may be another file to be fixed.
#[test]
fn what_is_read_beside_records_is_not_overwritten() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "names.csv", "from,to\nA,B\n");
    write(folder, "slips.csv", "read,written\nc,e\n");
    assert_eq!(code(&run(folder, "audit -q other.txt --write-baseline base")), Some(0));
    write(folder, "in.txt~", SOUND);
    for line in [
        "audit in.txt --baseline base --report base",
        "audit in.txt --baseline base --rejects base",
        "audit in.txt --baseline base --html base --format none",
        "convert in.txt --to transcript --names names.csv -o names.csv",
        "repair in.txt --apply --confusions slips.csv -o slips.csv",
        "validate --fix in.txt in.txt~",
        "audit -q in.txt --format csv --rejects -",
        "audit -q in.txt --format jsonl --html -",
    ] {
        let before = ["base", "names.csv", "slips.csv", "in.txt~"].map(|name| text_of(folder, name));
        let output = run(folder, line);
        assert_eq!(code(&output), Some(2), "{line}: {}", said(&output));
        assert_eq!(["base", "names.csv", "slips.csv", "in.txt~"].map(|name| text_of(folder, name)), before, "{line}");
    }
    // A baseline is written anew in its place.
    assert_eq!(code(&run(folder, "audit -q in.txt --baseline base --write-baseline base")), Some(1));
}

#[cfg(unix)]
#[test]
fn help_that_cannot_be_written_is_told() {
    let folder = folder();
    let full = || File::options().write(true).open("/dev/full");
    let Ok(device) = full() else { return };
    let mut command = program::program(folder.path());
    let output = command.arg("--help").stdout(device).output().expect("the program runs");
    assert_eq!((code(&output), said(&output).contains("standard output")), (Some(2), true), "{}", said(&output));
}
