//! Archives built in memory, whole and broken, and what is said of them.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use rawzip::CompressionMethod;
use scoresheet::archive::{Failure, FailureKind, Limits, Member, Selection, files, members, read};

use archives::{bz2, deflated, gz, noise, tar, xz, zip, zip_of, zst};

#[path = "support/archives.rs"]
mod archives;
#[path = "support/program.rs"]
mod program;

/// Everything told of a file: `name | path | text` of members, `! name: message` of failures.
fn told(name: &str, bytes: &[u8], limits: &Limits) -> Vec<String> {
    let mut told = Vec::new();
    read(name, &mut &bytes[..], limits, &mut |found| tell(found, &mut told)).expect("nothing ends it");
    told
}

fn tell(found: Result<Member<'_>, Failure>, told: &mut Vec<String>) -> io::Result<()> {
    match found {
        Ok(member) => {
            let mut bytes = Vec::new();
            let result = member.reader.read_to_end(&mut bytes);
            let text = match bytes.len() {
                0 => "(empty)".to_owned(),
                1..100 => String::from_utf8_lossy(&bytes).into_owned(),
                length => format!("{length} bytes"),
            };
            told.push(format!("{} | {} | {text}", member.name, member.path));
            result.map(|_| ())
        }
        Err(failure) => {
            let help = failure.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
            told.push(format!("! {:?} {failure}{help}", failure.kind));
            Ok(())
        }
    }
}

fn check(name: &str, bytes: &[u8]) -> String {
    told(name, bytes, &Limits::default()).join("\n")
}

#[test]
fn plain_text_is_handed_out_as_it_is() {
    insta::assert_snapshot!(check("a.txt", b"1. c, e"), @"a.txt | a.txt | 1. c, e");
    insta::assert_snapshot!(check("a.txt", b""), @"a.txt | a.txt | (empty)");
    assert_eq!(check("a", &noise(100_000)), "a | a | 100000 bytes");
}

#[test]
fn each_compression_is_seen_whatever_the_name() {
    insta::assert_snapshot!(check("a.txt.gz", &gz(b"1. c")), @"a.txt.gz | a.txt | 1. c");
    insta::assert_snapshot!(check("a.txt.zst", &zst(b"1. c")), @"a.txt.zst | a.txt | 1. c");
    insta::assert_snapshot!(check("a.bz2", &bz2(b"1. c")), @"a.bz2 | a | 1. c");
    insta::assert_snapshot!(check("A.XZ", &xz(b"1. c")), @"A.XZ | A | 1. c");
    insta::assert_snapshot!(check("a.txt", &xz(b"1. c")), @"a.txt | a.txt | 1. c");
    insta::assert_snapshot!(check("a.gz", &gz(b"")), @"a.gz | a | (empty)");
}

#[test]
fn streams_after_each_other_are_one_text() {
    for pack in [gz, zst, bz2, xz] {
        assert_eq!(check("a", &[pack(b"1. c"), pack(b""), pack(b", e")].concat()), "a | a | 1. c, e");
        let large = [pack(&noise(300_000)), pack(&noise(300_000))].concat();
        assert_eq!(check("a", &large), "a | a | 600000 bytes");
    }
    assert_eq!(check("a", &[gz(b"1. c"), vec![0; 1024]].concat()), "a | a | 1. c");
    // A skippable frame in front, as parallel compressors write it.
    assert_eq!(check("a", &[b"\x50\x2a\x4d\x18\x02\0\0\0xy".to_vec(), zst(b"1. c")].concat()), "a | a | 1. c");
}

#[test]
fn names_in_chinese_are_read_in_zips() {
    let members: &[(&str, &[u8])] = &[("AABBCC.txt", b"1. c"), ("plain.txt", b"1. d")];
    let mut bytes = zip(members);
    // The names stand twice in a zip; these are letters of GBK.
    let name = b"\xcd\xf5\xd0\xa1\xc3\xf7";
    while let Some(at) = bytes.windows(6).position(|six| six == b"AABBCC") {
        bytes[at..at + 6].copy_from_slice(name);
    }
    let whole = check("x.zip", &bytes);
    assert_eq!(whole, "x.zip:王小明.txt | 王小明.txt | 1. c\nx.zip:plain.txt | plain.txt | 1. d");
    let cut = check("x.zip", &bytes[..bytes.len() - 30]);
    assert!(cut.starts_with("x.zip:王小明.txt | "), "{cut}");
}

#[test]
fn members_of_archives_come_in_order() {
    let members: &[(&str, &[u8])] = &[("2024/a.txt", b"1. c"), ("b.txt", b""), ("b.txt", b"1. d")];
    insta::assert_snapshot!(check("x.tar", &tar(members)), @r"
    x.tar:2024/a.txt | 2024/a.txt | 1. c
    x.tar:b.txt | b.txt | (empty)
    x.tar:b.txt | b.txt | 1. d
    ");
    insta::assert_snapshot!(check("x.zip", &zip(members)), @r"
    x.zip:2024/a.txt | 2024/a.txt | 1. c
    x.zip:b.txt | b.txt | (empty)
    x.zip:b.txt | b.txt | 1. d
    ");
    assert_eq!(check("x.tar", &gz(&tar(members))), check("x.tar", &tar(members)));
}

/// An archive without members is a text without records, whatever kind it is.
#[test]
fn empty_archives_are_empty_texts() {
    let zeros = vec![0; 10_240];
    for (name, bytes) in [("x.tar", zeros.clone()), ("x.zip", zip(&[])), ("x.ZIP", zip(&[("__MACOSX/._a", b"")]))] {
        assert_eq!(check(name, &bytes), format!("{name} | {name} | (empty)"));
    }
    assert_eq!(check("x.tgz", &gz(&zeros)), "x.tgz | x.tar | (empty)");
    assert_eq!(check("y.tar", &tar(&[("x.zip", &zip(&[]))])), "y.tar:x.zip | x.zip | (empty)");
    // Zeros are a tar only by their name.
    assert_eq!(check("x", &zeros), "x | x | 10240 bytes");
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in [("e.tar", zeros), ("e.zip", zip(&[])), ("e.gz", gz(b""))] {
        std::fs::write(folder.path().join(name), bytes).expect("a file");
        let output = program::run(folder.path(), &["validate", name], b"");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("scoresheet: {name} holds no records\n"));
        let output = program::run(folder.path(), &["audit", name], b"");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.starts_with("0 records in 1 input: "), "{said}");
    }
}

#[test]
fn archives_may_lie_in_archives() {
    let inner = zip(&[("c.txt.gz", &gz(b"1. c"))]);
    let outer = zst(&tar(&[("a.zip", &inner), ("./b.txt", b"1. d")]));
    insta::assert_snapshot!(check("x.tar.zst", &outer), @r"
    x.tar.zst:a.zip:c.txt.gz | c.txt | 1. c
    x.tar.zst:b.txt | b.txt | 1. d
    ");
    let three = Limits { depth: 3, ..Limits::default() };
    insta::assert_snapshot!(told("x.tar.zst", &outer, &three).join("\n"), @r"
    ! Limit x.tar.zst:a.zip:c.txt.gz: archives are nested more than 3 deep (`--max-depth` raises the limit)
    x.tar.zst:b.txt | b.txt | 1. d
    ");
    let deep = (0..100).fold(b"1. c".to_vec(), |bytes, _| gz(&bytes));
    let deepest = Limits { depth: u32::MAX, ..Limits::default() };
    insta::assert_snapshot!(told("x", &deep, &deepest).join("\n"), @"! Limit x: archives are nested more than 64 deep");
}

#[test]
fn methods_of_zip() {
    let text = &b"1. c, e"[..];
    insta::assert_snapshot!(check("x.zip", &zip_of(&[
        ("stored", 0, 0, text, text),
        ("bzip2", 12, 0, &bz2(text), text),
        ("zstd", 93, 0, &zst(text), text),
        ("xz", 95, 0, &xz(text), text),
        ("lzma", 14, 0, text, text),
        ("secret", 8, 1, text, text),
        ("folder/", 0, 0, b"", b""),
        ("wrong", 0, 0, b"1. c, f", text),
        ("short", 0, 0, b"1. c", text),
        ("__MACOSX/._a", 0, 0, text, text),
        ("last", 8, 0, &deflated(text), text),
    ])), @r"
    x.zip:stored | stored | 1. c, e
    x.zip:bzip2 | bzip2 | 1. c, e
    x.zip:zstd | zstd | 1. c, e
    x.zip:xz | xz | 1. c, e
    ! Unsupported x.zip:lzma: it is compressed with method 14 of zip, which this program does not read
    ! Unsupported x.zip:secret: it is encrypted
    x.zip:wrong | wrong | 1. c, f
    ! Damaged x.zip:wrong: the text is damaged: it differs from its checksum
    x.zip:short | short | 1. c
    ! Damaged x.zip:short: the text is damaged: it has 4 bytes, but 7 were declared
    x.zip:last | last | 1. c, e
    ");
}

#[test]
fn a_file_cut_short_gives_what_is_there_and_one_failure() {
    for pack in [gz, zst, bz2, xz] {
        let whole = pack(&noise(1_500_000));
        let cut = told("a", &whole[..whole.len() * 9 / 10], &Limits::default());
        assert_eq!(cut.len(), 2, "{cut:?}");
        assert!(cut[1].starts_with("! Damaged a: the ") && cut[1].contains("too early"), "{cut:?}");
        let there: usize = cut[0].trim_start_matches("a | a | ").trim_end_matches(" bytes").parse().expect("long");
        assert!(there >= 900_000, "{cut:?}");
    }
    insta::assert_snapshot!(check("a", b"\x1f\x8b\x08"), @"! Damaged a: the gzip data ends too early");
}

#[test]
fn a_flipped_byte_costs_only_what_is_after_it() {
    for pack in [gz, zst, xz] {
        let mut bytes = pack(&noise(200_000));
        let half = bytes.len() / 2;
        bytes[half] ^= 0xff;
        let told = told("a", &bytes, &Limits::default());
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[1].contains("damaged"), "{told:?}");
    }
    insta::assert_snapshot!(check("a.gz", &[gz(b"1. c, e"), b"rubbish".to_vec()].concat()), @r"
    a.gz | a | 1. c, e
    ! Damaged a.gz: the gzip data is followed by other data (after byte 7 of its text)
    ");
}

#[test]
fn a_text_before_other_data_is_whole() {
    for pack in [gz, zst, xz] {
        let told = told("a", &[pack(b"1. c, e"), b"rubbish".to_vec()].concat(), &Limits::default());
        assert!(told.len() == 2 && told[1].contains("is followed by other data"), "{told:?}");
        // Streams one after the other are one text.
        assert_eq!(check("a", &[pack(b"1. c"), pack(b", e")].concat()), "a | a | 1. c, e");
    }
    let bytes = [gz(b"1. c, e"), b"rubbish".to_vec()].concat();
    let (mut texts, mut failures) = (Vec::new(), Vec::new());
    read("a.gz", &mut &bytes[..], &Limits::default(), &mut |found| {
        match found {
            Ok(member) => {
                let mut text = String::new();
                texts.push(member.reader.read_to_string(&mut text).map(|_| text));
            }
            Err(failure) => failures.push(failure.kind),
        }
        Ok(())
    })
    .expect("nothing else fails");
    assert_eq!(texts.pop().expect("a text").expect("the whole text"), "1. c, e");
    assert_eq!((texts.len(), failures.as_slice()), (0, &[FailureKind::Damaged][..]));
}

#[test]
fn damage_in_a_tar_costs_one_member() {
    let mut bytes = tar(&[("a", b"1. c"), ("b", b"1. d"), ("c", b"1. e")]);
    bytes[1024] ^= 1;
    insta::assert_snapshot!(check("x", &bytes), @r"
    x:a | a | 1. c
    ! Damaged x: the tar is damaged: a header differs from its checksum
    x:c | c | 1. e
    ");
    insta::assert_snapshot!(check("x", &tar(&[("a", b"1. c"), ("b", b"1. d")])[..1538]), @r"
    x:a | a | 1. c
    x:b | b | 1.
    ! Damaged x:b: the tar ends too early, within this member
    ");
    insta::assert_snapshot!(check("x", &tar(&[("a", b"1. c"), ("b", b"1. d")])[..1200]), @r"
    x:a | a | 1. c
    ! Damaged x: the tar ends too early
    ");
    let cut = gz(&tar(&[("a", b"1. c"), ("b", &noise(50_000))]));
    insta::assert_snapshot!(check("x.tgz", &cut[..cut.len() - 9]), @r"
    x.tgz:a | a | 1. c
    x.tgz:b | b | 50000 bytes
    ! Damaged x.tgz: the gzip data ends too early (after byte 52736 of its text)
    ");
    let good = tar(&[("a.gz", &gz(b"1. c")[..12]), ("b", b"1. d")]);
    insta::assert_snapshot!(check("x.tar", &good), @r"
    x.tar:a.gz | a | 1
    ! Damaged x.tar:a.gz: the gzip data ends too early (after byte 1 of its text)
    x.tar:b | b | 1. d
    ");
}

/// A tar of four members, with zeros in place of one header.
fn tar_without_header(number: usize) -> Vec<u8> {
    let mut bytes = tar(&[("a", b"1. c"), ("b", b"1. d"), ("c", b"1. e"), ("d", b"1. f")]);
    bytes[number * 1024..][..512].fill(0);
    bytes
}

#[test]
fn zeros_in_place_of_a_header_are_damage() {
    insta::assert_snapshot!(check("x.tar", &tar_without_header(1)), @r"
    x.tar:a | a | 1. c
    ! Damaged x.tar: the tar is damaged: zeros stand in place of a header, so members may be missing
    x.tar:c | c | 1. e
    x.tar:d | d | 1. f
    ");
    insta::assert_snapshot!(check("x.tar", &tar_without_header(3)), @r"
    x.tar:a | a | 1. c
    x.tar:b | b | 1. d
    x.tar:c | c | 1. e
    ! Damaged x.tar: the tar is damaged: zeros stand in place of a header, so members may be missing
    ");
    insta::assert_snapshot!(check("x.tar", &tar_without_header(0)), @r"
    ! Damaged x.tar: the tar is damaged: zeros stand in place of a header, so members may be missing
    x.tar:b | b | 1. d
    x.tar:c | c | 1. e
    x.tar:d | d | 1. f
    ");
    insta::assert_snapshot!(check("x.tar", &tar_without_header(0)[..1024]), @"! Damaged x.tar: the tar is damaged: zeros stand in place of a header, so members may be missing");
}

#[test]
fn anything_may_stand_behind_the_end_of_a_tar() {
    let whole = tar(&[("a", b"1. c")]);
    let other = tar(&[("b", b"1. d")]);
    let end = whole.len() - 1024;
    assert_eq!(whole[end..], [0; 1024]);
    for zeros in [512, 1024, 5120] {
        let ended = [&whole[..end], &vec![0; zeros]].concat();
        assert_eq!(check("x", &ended), "x:a | a | 1. c");
        assert_eq!(check("x", &[&ended[..], &other].concat()), "x:a | a | 1. c\nx:b | b | 1. d");
        assert_eq!(check("x", &[&ended[..], &noise(1500)].concat()), "x:a | a | 1. c");
    }
}

/// A member of that type, with a text and the name of what it links to, before another member.
fn tar_with(kind: u8, name: &str, text: &[u8], link: &str) -> Vec<u8> {
    let mut header = ::tar::Header::new_gnu();
    header.set_path(name).expect("short");
    header.set_link_name_literal(link).expect("short");
    header.set_entry_type(::tar::EntryType::new(kind));
    header.set_size(text.len() as u64);
    header.set_cksum();
    let mut out = ::tar::Builder::new(Vec::new());
    out.append(&header, text).expect("memory");
    [out.into_inner().expect("memory")[..512 + text.len().next_multiple_of(512)].to_vec(), tar(&[("z", b"1. e")])]
        .concat()
}

/// POSIX: a type that a program does not know is read as a regular file.
#[test]
fn members_of_unknown_types_are_regular_files() {
    for kind in [b'A', b'N', b'Z', b'8', b'a', 0xff] {
        assert_eq!(check("x", &tar_with(kind, "b", b"1. c", "")), "x:b | b | 1. c\nx:z | z | 1. e");
    }
    insta::assert_snapshot!(check("x", &tar_with(b'M', "b", b"1. c", "")), @r"
    ! Unsupported x:b: it is the rest of a file that begins on another volume
    x:z | z | 1. e
    ");
    // Folders, devices, pipes, lists of what is in a folder and labels hold no text.
    for kind in *b"3456DV" {
        assert_eq!(check("x", &tar_with(kind, "b", b"", "")), "x:z | z | 1. e");
    }
}

/// What a symbolic link points to has a name of its own, as in a folder. The text of a hard link has passed by.
#[test]
fn links_in_archives() {
    assert_eq!(check("x", &tar_with(b'2', "b", b"", "a")), "x:z | z | 1. e");
    insta::assert_snapshot!(check("x", &tar_with(b'1', "b", b"", "./dir/a")), @r"
    ! Unsupported x:b: it is a hard link, and its text is read only under the name dir/a (`tar --hard-dereference` packs the text under each name)
    x:z | z | 1. e
    ");
    let long = "a".repeat(150);
    let mut out = ::tar::Builder::new(Vec::new());
    for is_pax in [true, false] {
        let mut header = ::tar::Header::new_gnu();
        header.set_entry_type(::tar::EntryType::Link);
        header.set_size(0);
        if is_pax {
            out.append_pax_extensions([("linkpath", long.as_bytes())]).expect("memory");
            header.set_path("b").expect("short");
            header.set_cksum();
            out.append(&header, &b""[..]).expect("memory");
        } else {
            out.append_link(&mut header, "c", &long).expect("memory");
        }
    }
    let told = told("x", &out.into_inner().expect("memory"), &Limits::default());
    assert!(told.len() == 2 && told.iter().all(|line| line.contains(&long)), "{told:?}");
}

#[test]
fn names_that_climb_out_are_refused() {
    let members: &[(&str, &[u8])] = &[("../a", b"1. c"), ("/b", b"1. d"), ("c", b"1. e")];
    insta::assert_snapshot!(check("x.tar", &tar(members)), @r"
    ! Limit x.tar:../a: its path leads out of the archive (`--any-path` reads it anyway; the program never extracts files)
    ! Limit x.tar:/b: its path leads out of the archive (`--any-path` reads it anyway; the program never extracts files)
    x.tar:c | c | 1. e
    ");
    assert_eq!(check("x", &zip(members)), check("x", &tar(members)));
    let any = Limits { any_path: true, ..Limits::default() };
    assert_eq!(told("x", &zip(members), &any)[0], "x:../a | ../a | 1. c");
    let steering = tar(&[("a\x1b[2J\nb", b"1. c")]);
    assert_eq!(check("x", &steering), r"x:a\x1b[2J\nb | a\x1b[2J\nb | 1. c");
}

#[test]
fn long_names_in_tars() {
    let long = format!("{}/a.txt", "x".repeat(150));
    assert_eq!(
        check("x", &tar(&[(&long, b"1. c"), ("b", b"1. d")])),
        format!("x:{long} | {long} | 1. c\nx:b | b | 1. d")
    );
    let mut out = ::tar::Builder::new(Vec::new());
    out.append_pax_extensions([("comment", &b"x"[..]), ("path", "é/a.txt".as_bytes())]).expect("memory");
    let mut header = ::tar::Header::new_ustar();
    header.set_size(4);
    header.set_path("short").expect("short");
    header.set_cksum();
    out.append(&header, &b"1. c"[..]).expect("memory");
    let mut link = ::tar::Header::new_ustar();
    link.set_entry_type(::tar::EntryType::Symlink);
    link.set_size(0);
    out.append_link(&mut link, "link", "a.txt").expect("memory");
    insta::assert_snapshot!(check("x", &out.into_inner().expect("memory")), @"x:é/a.txt | é/a.txt | 1. c");
}

#[test]
fn tars_older_than_their_magic_are_seen() {
    let mut header = ::tar::Header::new_old();
    header.set_size(4);
    header.set_path("a.txt").expect("short");
    header.set_mode(0o644);
    header.set_mtime(0);
    header.set_cksum();
    let mut out = ::tar::Builder::new(Vec::new());
    out.append(&header, &b"1. c"[..]).expect("memory");
    insta::assert_snapshot!(check("x", &out.into_inner().expect("memory")), @"x:a.txt | a.txt | 1. c");
}

#[test]
fn bombs_are_stopped() {
    let zeros = vec![b'\n'; 3 << 20];
    let limits = Limits { ratio: 20, ..Limits::default() };
    let bytes = zip(&[("a", b"1. c"), ("bomb", &zeros), ("b", b"1. d")]);
    insta::assert_snapshot!(told("x.zip", &bytes, &limits).join("\n"), @r"
    x.zip:a | a | 1. c
    x.zip:bomb | bomb | 1310720 bytes
    ! Limit x.zip:bomb: it expands to more than 20 times its size (`--max-ratio` raises the limit)
    x.zip:b | b | 1. d
    ");
    // Each of many is small enough; all of them are not. Nothing behind the limit is told of.
    let million = vec![b'\n'; 1 << 20];
    let many: Vec<_> = (0..40).map(|_| ("a", &million[..])).collect();
    let told_of_many = told("x.zip", &zip(&many), &limits);
    assert_eq!(told_of_many.len(), 22, "{told_of_many:?}");
    assert_eq!(
        told_of_many[21],
        "! Limit x.zip: its contents are more than 20 times its size (`--max-ratio` raises the limit)"
    );
    let size = Limits { size: 1000, ..Limits::default() };
    for pack in [gz, zst, bz2, xz] {
        insta::allow_duplicates! {
            insta::assert_snapshot!(told("x", &pack(&noise(2000)), &size).join("\n"), @r"
            x | x | 1000 bytes
            ! Limit x: it holds more than 1000 bytes (`--max-size` raises the limit)
            ");
        }
    }
    assert_eq!(told("x", &gz(&noise(1000)), &size), ["x | x | 1000 bytes"]);
    assert_eq!(told("x", &noise(2000), &size), ["x | x | 2000 bytes"]);
    // A zip is read from its end: one that comes through a pipe is copied first.
    assert_eq!(
        told("x", &zip(&[("a", &noise(2000))]), &size),
        [
            "! Limit x: a zip that is not a file is copied first, and has more than 1000 bytes (`--max-size` raises the limit)"
        ]
    );
    let nested = gz(&tar(&[("a.gz", &gz(&noise(2000))), ("b.gz", &gz(b"1. c"))]));
    let size = Limits { size: 3500, ..Limits::default() };
    assert_eq!(told("x", &nested, &size).iter().filter(|line| line.starts_with('!')).count(), 1);
}

#[test]
fn windows_that_would_fill_the_memory_are_refused() {
    let mut out = zstd::stream::write::Encoder::new(Vec::new(), 1).expect("memory");
    out.window_log(28).expect("known");
    out.write_all(b"1. c").expect("memory");
    insta::assert_snapshot!(check("a", &out.finish().expect("memory")), @"! Limit a: it needs more than 128 MiB of memory to decompress (compress it again with a smaller window)");
}

#[test]
fn what_is_not_read_is_named() {
    insta::assert_snapshot!(check("a.7z", b"7z\xbc\xaf\x27\x1c\0\x04"), @"! Unsupported a.7z: it is a 7-Zip archive, which this program does not read (unpack it first)");
}

#[test]
fn a_zip_without_its_directory_is_read_from_the_front() {
    let bytes = zip(&[("a", b"1. c"), ("b", &noise(50_000)), ("c", b"1. d")]);
    insta::assert_snapshot!(check("x", &bytes[..bytes.len() - 30]), @r"
    x:a | a | 1. c
    x:b | b | 50000 bytes
    x:c | c | 1. d
    ! Damaged x: the zip is damaged: the directory at its end is missing, so members may be missing
    ");
    insta::assert_snapshot!(check("x", &bytes[..180]), @r"
    x:a | a | 1. c
    x:b | b | 153 bytes
    ! Damaged x:b: the deflate data ends too early (after byte 153 of its text)
    ! Damaged x: the zip is damaged: the directory at its end is missing, so members may be missing
    ");
    // Written through a pipe, sizes stand behind the bytes.
    let bytes = piped_zip(&[("a", "1. c"), ("b", "1. d")]);
    assert_eq!(check("x", &bytes), "x:a | a | 1. c\nx:b | b | 1. d");
    insta::assert_snapshot!(check("x", &bytes[..bytes.len() - 30]), @r"
    x:a | a | 1. c
    x:b | b | 1. d
    ! Damaged x: the zip is damaged: the directory at its end is missing, so members may be missing
    ");
}

/// A zip as it is written through a pipe: the sizes of members stand behind their bytes.
fn piped_zip(members: &[(&str, &str)]) -> Vec<u8> {
    let mut out = rawzip::ZipArchiveWriter::new(Vec::new());
    for (name, text) in members {
        let (mut entry, config) =
            out.new_file(name).compression_method(CompressionMethod::DEFLATE).start().expect("memory");
        let deflate = flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::default());
        let mut writer = config.wrap(deflate);
        writer.write_all(text.as_bytes()).expect("memory");
        let (_, sums) = writer.finish().expect("memory");
        entry.finish(sums).expect("memory");
    }
    out.finish().expect("memory")
}

/// The size of a damaged member shows where the next one begins, if it stands before the bytes.
#[test]
fn damage_in_a_zip_without_its_directory_costs_one_member() {
    let mut bytes = stored(&[("a", b"1. c"), ("b", b"1. d"), ("c", b"1. e")]);
    // The last byte of the second text.
    bytes[69] ^= 1;
    insta::assert_snapshot!(check("x", &bytes[..bytes.len() - 30]), @r"
    x:a | a | 1. c
    x:b | b | 1. e
    ! Damaged x:b: the text is damaged: it differs from its checksum
    x:c | c | 1. e
    ! Damaged x: the zip is damaged: the directory at its end is missing, so members may be missing
    ");
    let mut bytes = piped_zip(&[("a", "1. c"), ("b", "1. d"), ("c", "1. e")]);
    let second = bytes.windows(4).enumerate().filter(|(_, four)| *four == b"PK\x03\x04").nth(1).expect("there").0;
    // An unknown kind of block of deflate.
    bytes[second + 31] |= 7;
    insta::assert_snapshot!(check("x", &bytes[..bytes.len() - 30]), @r"
    x:a | a | 1. c
    ! Damaged x:b: the deflate data is damaged: deflate decompression error: invalid block type
    ! Damaged x: the zip is damaged: the directory at its end is missing, so members may be missing
    ");
}

/// A folder with files of those names, each of which holds its own name.
fn folder(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in names {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("in the folder")).expect("a folder");
        std::fs::write(path, name).expect("a file");
    }
    folder
}

/// What is found in `folder`, seen from it.
fn found(folder: &Path, include: &[&str], exclude: &[&str]) -> Vec<String> {
    let list = |globs: &[&str]| globs.iter().map(|&glob| glob.to_owned()).collect::<Vec<_>>();
    let selection = Selection::new(&list(include), &list(exclude)).expect("globs");
    let shown = |file: PathBuf| file.strip_prefix(folder).expect("in it").display().to_string().replace('\\', "/");
    files(&[folder.to_owned()], &selection).map(|file| shown(file.expect("readable"))).collect()
}

#[test]
fn folders_are_walked_in_order_and_globs_choose() {
    let folder = folder(&["b.txt", "a/z.txt", "a/b/c.gz", "a.txt", ".hidden", "old/x.txt", "a-b.txt"]);
    let all = ["a/b/c.gz", "a/z.txt", "a-b.txt", "a.txt", "b.txt", "old/x.txt"];
    assert_eq!(found(folder.path(), &[], &[]), all);
    assert_eq!(found(folder.path(), &["*.gz"], &[]), ["a/b/c.gz"]);
    assert_eq!(found(folder.path(), &["a/"], &["*.gz"]), ["a/z.txt"]);
    assert_eq!(found(folder.path(), &["/*.txt"], &[]), ["a-b.txt", "a.txt", "b.txt"]);
    assert_eq!(found(folder.path(), &[], &["old/", "a*"]), ["b.txt"]);
    assert!(["{a", "[", "[z-a]"].into_iter().all(|glob| Selection::new(&[glob.into()], &[]).is_err()));
}

/// The backup of a file that is there is not read, unless it is named.
#[test]
fn backups_are_not_read_in_folders() {
    let folder = folder(&["a.txt", "a.txt~", "b.txt~", "c/d.txt", "c/d.txt~", "~"]);
    assert_eq!(found(folder.path(), &[], &[]), ["a.txt", "b.txt~", "c/d.txt", "~"]);
    let named = [folder.path().join("a.txt~")];
    assert_eq!(files(&named, &Selection::default()).filter_map(Result::ok).collect::<Vec<_>>(), named);
}

#[test]
fn ignore_files_are_honoured_and_globs_do_not_overrule_them() {
    let folder = folder(&["a.txt", "b.bak", "c/d.bak", "c/e.txt", "c/f.txt"]);
    std::fs::write(folder.path().join(".gitignore"), "*.bak\n").expect("a file");
    std::fs::write(folder.path().join("c/.ignore"), "f.txt\n").expect("a file");
    assert_eq!(found(folder.path(), &[], &[]), ["a.txt", "c/e.txt"]);
    assert_eq!(found(folder.path(), &["*.bak"], &[]), [""; 0]);
    // What is named itself is always taken.
    let named = [folder.path().join("b.bak"), PathBuf::from("-"), folder.path().join("none")];
    assert_eq!(files(&named, &Selection::default()).filter_map(Result::ok).collect::<Vec<_>>(), named);
}

#[test]
fn files_are_opened_and_what_the_system_says_bears_the_name() {
    let folder = folder(&["a.txt"]);
    let path = folder.path().join("a.zip");
    std::fs::write(&path, zip(&[("b.txt", b"1. c")])).expect("a file");
    let mut all = Vec::new();
    for path in [folder.path().join("a.txt"), path, folder.path().join("none"), folder.path().to_owned()] {
        members(&path, &Limits::default(), &mut |found| tell(found, &mut all)).expect("nothing ends it");
    }
    let here = format!("{}{}", folder.path().display(), std::path::MAIN_SEPARATOR);
    let all: Vec<_> = all.iter().map(|line| line.replace(&here, "")).collect();
    assert_eq!(all[..2], ["a.txt | a.txt | a.txt", "a.zip:b.txt | b.txt | 1. c"]);
    assert!(all[2].starts_with("! Io none: "), "{all:?}");
    assert!(all[3].ends_with("is a folder"), "{all:?}");
}

/// A reader that fails behind its bytes.
struct Failing<'b>(&'b [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.0.read(out) {
            Ok(0) => Err(io::Error::other("the disk is on fire")),
            result => result,
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_on_is_told_of_once() {
    let text = noise(50_000);
    for bytes in
        [text.clone(), gz(&text), tar(&[("a", &text)]), gz(&tar(&[("a.zst", &zst(&text))])), zip(&[("a", &text)])]
    {
        let mut told = Vec::new();
        let mut reader = Failing(&bytes[..bytes.len() / 2]);
        read("x", &mut reader, &Limits::default(), &mut |found| tell(found, &mut told)).expect("nothing ends it");
        let failures: Vec<_> = told.iter().filter(|line| line.starts_with("! Io")).collect();
        assert_eq!(failures, ["! Io x: the disk is on fire"], "{told:?}");
    }
}

#[test]
fn the_caller_ends_it_by_an_error_of_its_own() {
    let bytes = tar(&[("a", b"1. c"), ("b", b"1. d")]);
    let mut calls = 0;
    let result = read("x", &mut &bytes[..], &Limits::default(), &mut |_| {
        calls += 1;
        Err(io::Error::other("the report cannot be written"))
    });
    assert_eq!((result.map_err(|error| error.to_string()), calls), (Err("the report cannot be written".into()), 1));
}

#[test]
fn members_need_not_be_read_to_their_end() {
    let bytes = zst(&tar(&[("a", &noise(70_000)), ("b.gz", &gz(&noise(70_000))), ("c", b"1. d")]));
    let mut names = Vec::new();
    read("x", &mut &bytes[..], &Limits::default(), &mut |found| {
        names.push(found.expect("nothing is wrong").path.to_owned());
        Ok(())
    })
    .expect("nothing ends it");
    assert_eq!(names, ["a", "b", "c"]);
}

/// Whatever happens to an archive, it is read to its end: no panic, no endless loop, nothing without a bound.
#[test]
fn broken_archives_of_each_kind_do_no_harm() {
    let text = noise(3000);
    let inner: &[(&str, &[u8])] = &[("a.txt", &text), ("b.gz", &gz(b"1. c")), ("c/d.zst", &zst(&text))];
    let samples = [
        gz(&text),
        [gz(&text), gz(b"1. c")].concat(),
        zst(&text),
        bz2(&text),
        xz(&text),
        tar(inner),
        zip(inner),
        gz(&tar(inner)),
        zip(&[("x.tar", &tar(inner)), ("y.xz", &xz(&text)), ("z.bz2", &bz2(&text))]),
    ];
    let limits = Limits { size: 1 << 20, ..Limits::default() };
    let mut random = fastrand::Rng::with_seed(11);
    for sample in &samples {
        for _ in 0..150 {
            let mut bytes = sample.clone();
            for _ in 0..random.usize(1..8) {
                let place = random.usize(..bytes.len());
                match random.u8(..6) {
                    0 => bytes.truncate(place.max(1)),
                    1 => drop(bytes.drain(place..random.usize(place..bytes.len()))),
                    2 => bytes[place] = [0, 0xff, 0x80, 0x7f][random.usize(..4)],
                    3 => bytes.splice(place..place, (0..random.usize(..32)).map(|_| 0xff)).for_each(drop),
                    _ => bytes[place] ^= 1 << random.u8(..8),
                }
                if bytes.is_empty() {
                    break;
                }
            }
            let mut total = 0;
            read("x", &mut &bytes[..], &limits, &mut |found| {
                if let Ok(member) = found {
                    total += io::copy(member.reader, &mut io::sink())?;
                }
                Ok(())
            })
            .expect("nothing ends it");
            assert!(total <= (1 << 20) + 4 * sample.len() as u64);
        }
    }
}

/// A workbook is an archive of tables: a row of a sheet is a line of its text.
#[test]
fn sheets_of_a_workbook_are_tables() {
    let read = |ending: &str| {
        let bytes = std::fs::read(format!("samples/workbook/club.{ending}")).expect("a sample");
        told(&format!("club.{ending}"), &bytes, &Limits::default()).join("\n")
    };
    insta::assert_snapshot!(read("xlsx"), @r"
    club.xlsx:Forza 4 | Forza 4.csv | 132 bytes
    club.xlsx:Digits | Digits.csv | moves
    3543
    4455
    ");
    insta::assert_snapshot!(read("ods"), @r"club.ods:Forza 4 | Forza 4.csv | 132 bytes");
}

#[test]
fn other_documents_are_named() {
    let document = |part: &str| check("x", &zip(&[("[Content_Types].xml", b"<Types/>"), (part, b"<x/>")]));
    insta::assert_snapshot!(document("word/document.xml"), @r"! Document x: it is a Word document, not records of games (save it as plain text (.txt), or a table as .csv)");
    insta::assert_snapshot!(document("ppt/presentation.xml"), @r"! Document x: it is a PowerPoint presentation, not records of games (save it as plain text (.txt), or a table as .csv)");
    insta::assert_snapshot!(document("Index/Document.iwa"), @r"! Document x: it is a document of Apple's Pages, Numbers or Keynote, not records of games (save it as plain text (.txt), or a table as .csv)");
    let book = zip(&[("mimetype", b"application/epub+zip"), ("content.xml", b"<x/>")]);
    insta::assert_snapshot!(check("x", &book), @r"! Document x: it is a document of LibreOffice or an e-book, not records of games (save it as plain text (.txt), or a table as .csv)");
    let book = zip(&[("mimetype", b"application/epub+zip"), ("META-INF/container.xml", b"<x/>"), ("a.xhtml", b"")]);
    insta::assert_snapshot!(check("x", &book), @r"! Document x: it is a document of LibreOffice or an e-book, not records of games (save it as plain text (.txt), or a table as .csv)");
    // A zip with a file of that name alone is a zip.
    assert_eq!(check("x", &zip(&[("mimetype", b"1. c")])), "x:mimetype | mimetype | 1. c");
}

/// Like pictures, documents in a folder or an archive hold no records. One that is named is an error.
#[test]
fn documents_in_folders_are_not_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let document = zip(&[("[Content_Types].xml", b"<Types/>"), ("word/document.xml", b"<x/>")]);
    std::fs::create_dir(folder.path().join("d")).expect("a folder");
    for (name, bytes) in [("d/a.docx", document.clone()), ("d/b.zip", zip(&[("c.docx", &document)]))] {
        std::fs::write(folder.path().join(name), bytes).expect("a file");
    }
    let run = |arguments: &[&str]| {
        let output = program::run(folder.path(), arguments, b"");
        let said = [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
        (output.status.code(), said)
    };
    let (code, said) = run(&["audit", "d"]);
    assert!(said.starts_with("not records: d/a.docx\nnot records: d/b.zip:c.docx\n"), "{said}");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = run(&["validate", "d"]);
    assert!(said.contains("d/a.docx is not read, because it holds no records"), "{said}");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = run(&["audit", "d/a.docx"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("could not be read: d/a.docx: it is a Word document"), "{said}");
    let (code, said) = run(&["validate", "d/a.docx"]);
    assert_eq!(code, Some(1), "{said}");
}

/// Whatever the name promises, a text is read. Bytes that are nothing are damaged, not "not records".
#[test]
fn archives_that_are_damaged_in_their_first_bytes_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = b"[Game \"forza4\"]\n\n1. c, e\n";
    let (mut old_tar, mut samples) = (tar(&[("a", text)]), Vec::new());
    // Without the magic, as old programs write it.
    old_tar[257..265].fill(0);
    for (name, bytes) in [
        ("bad.zip", zip(&[("a", text)])),
        ("bad.txt.gz", gz(text)),
        ("bad.xz", xz(text)),
        ("bad.zst", zst(text)),
        ("bad.bz2", bz2(text)),
        ("bad.tar", old_tar),
    ] {
        let flipped = [&[bytes[0] ^ 1], &bytes[1..]].concat();
        samples.push((format!("d/{name}"), flipped));
    }
    std::fs::create_dir(folder.path().join("d")).expect("a folder");
    for (name, bytes) in samples.iter().map(|(name, bytes)| (&**name, &**bytes)).chain([("d/good.gz", &text[..])]) {
        std::fs::write(folder.path().join(name), bytes).expect("a file");
    }
    let damage = "it is damaged: its name is that of an archive or of compressed data, but its first bytes are not";
    let output = program::run(folder.path(), &["audit", "d"], b"");
    let said = String::from_utf8_lossy(&output.stdout);
    let told: Vec<_> = said.lines().filter(|line| line.starts_with("could not be read: ")).collect();
    let mut names: Vec<_> = samples.iter().map(|(name, _)| format!("could not be read: {name}: {damage}")).collect();
    names.sort();
    assert_eq!((told, output.status.code()), (names.iter().map(String::as_str).collect(), Some(2)), "{said}");
    assert!(said.contains("1 record in 1 input: 1 valid"), "{said}");
    for (name, _) in &samples {
        let output = program::run(folder.path(), &["validate", name], b"");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((&*said, output.status.code()), (&*format!("scoresheet: {name}: {damage}\n"), Some(2)));
    }
}

/// Where compressed data end early within the first bytes of a tar, that is all that is told.
#[test]
fn damage_of_compressed_data_is_told_once_whatever_is_in_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = gz(&tar(&[("a", b"[Game \"forza4\"]\n\n1. c, e\n")]));
    let cuts = (1..whole.len() / 8).map(|eighth| eighth * 8);
    for length in cuts.clone() {
        std::fs::write(folder.path().join(format!("{length}.tar.gz")), &whole[..length]).expect("a file");
    }
    let output = program::run(folder.path(), &["audit", "."], b"");
    let said = String::from_utf8_lossy(&output.stdout);
    let unread: Vec<_> = said.lines().filter(|line| line.starts_with("could not be read: ")).collect();
    assert_eq!(unread.len(), cuts.count(), "{said}");
    assert!(unread.iter().all(|line| line.contains("too early")), "{said}");
}

/// Names of players stand in names of files, in the encoding of the computer that wrote them.
#[test]
fn names_that_are_not_utf_8_are_read_in_their_encoding() {
    let name = |text: &str, encoding: &'static encoding_rs::Encoding| encoding.encode(text).0.into_owned();
    let chinese = name("12#1#曹冬#中村茂#0#3.pos", encoding_rs::GBK);
    let mut bytes = tar(&[(&"x".repeat(chinese.len()), b"1. c")]);
    bytes[..chinese.len()].copy_from_slice(&chinese);
    let mut header = ::tar::Header::from_byte_slice(&bytes[..512]).clone();
    header.set_cksum();
    bytes[..512].copy_from_slice(header.as_bytes());
    let shown = "12#1#曹冬#中村茂#0#3.pos";
    assert_eq!(check("x", &bytes), format!("x:{shown} | {shown} | 1. c"));
    let western = Limits { names: Some(encoding_rs::WINDOWS_1252), ..Limits::default() };
    assert!(told("x", &bytes, &western)[0].contains("²Ü¶¬"), "{:?}", told("x", &bytes, &western));
}

/// The same for files in folders, where the system allows such names.
#[cfg(target_os = "linux")]
#[test]
fn files_with_names_that_are_not_utf_8_are_named_in_their_encoding() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().expect("a folder");
    let name = encoding_rs::GBK.encode("曹冬#中村茂.txt").0.into_owned();
    std::fs::create_dir(folder.path().join("é")).expect("a folder");
    std::fs::write(folder.path().join("é").join(OsStr::from_bytes(&name)), b"[Game \"forza4\"]\n\n1. x\n")
        .expect("a file");
    for (arguments, shown) in [
        (&["audit", "é"][..], "é/曹冬#中村茂.txt:3:4: error[off-board]"),
        (&["validate", "--format", "concise", "é"], "é/曹冬#中村茂.txt:3:4: error[off-board]"),
        (&["audit", "--encoding", "windows-1252", "é"], "é/²Ü¶¬#ÖÐ´åÃ¯.txt:3:4: error[off-board]"),
    ] {
        let output = program::run(folder.path(), arguments, b"");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains(shown), "{said}");
    }
}

/// However a workbook is damaged, the audit goes on and says so.
#[test]
fn damaged_workbooks_are_told() {
    let mut damaged = 0;
    for ending in ["xlsx", "ods"] {
        let sound = std::fs::read(format!("samples/workbook/club.{ending}")).expect("a sample");
        for at in (0..sound.len()).step_by(sound.len() / 150) {
            let mut bytes = sound.clone();
            bytes[at] ^= 0x55;
            let flipped = told("x", &bytes, &Limits::default());
            let cut = told("x", &sound[..at], &Limits::default());
            damaged += usize::from(flipped.iter().chain(&cut).any(|line| line.starts_with('!')));
        }
    }
    assert!(damaged > 200, "{damaged}");
    insta::assert_snapshot!(check("x", &zip(&[("xl/workbook.xml", b"no XML <")])), @r"! Damaged x: the workbook is damaged: File not found '_rels/.rels'");
}

/// A zip of members that are stored as they are, their sizes before their bytes.
fn stored(members: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in members {
        let mut sum = flate2::Crc::new();
        sum.update(bytes);
        let (size, at) = (bytes.len() as u32, out.len() as u32);
        // From the version on: no flags, stored, no time, the sum, both sizes, the length of the name and of what follows it.
        let facts =
            [&[20, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &sum.sum().to_le_bytes(), &size.to_le_bytes(), &size.to_le_bytes()];
        let facts = [&facts.concat()[..], &(name.len() as u16).to_le_bytes(), &[0, 0]].concat();
        out.extend([b"PK\x03\x04", &facts[..], name.as_bytes(), bytes].concat());
        let tail = [&[0; 10][..], &at.to_le_bytes(), name.as_bytes()].concat();
        directory.extend([b"PK\x01\x02\x14\0", &facts[..], &tail].concat());
    }
    let count = (members.len() as u16).to_le_bytes();
    let place = [(directory.len() as u32).to_le_bytes(), (out.len() as u32).to_le_bytes()].concat();
    out.extend([&directory[..], b"PK\x05\x06\0\0\0\0", &count, &count, &place, &[0, 0]].concat());
    out
}

/// The directory at the end of what is left is that of the zip within.
#[test]
fn a_zip_that_is_cut_off_behind_another_one_is_read_from_the_front() {
    let inner = stored(&[("i", b"1. e")]);
    let outer = stored(&[("a", b"1. c"), ("inner.zip", &inner), ("b", b"1. d")]);
    let members = "x:a | a | 1. c\nx:inner.zip:i | i | 1. e\nx:b | b | 1. d";
    assert_eq!(check("x", &outer), members);
    let cut = check("x", &outer[..outer.len() - 60]);
    assert_eq!(
        cut,
        format!(
            "{members}\n! Damaged x: the zip is damaged: the directory at its end is missing, so members may be missing"
        )
    );
}

/// What a directory no longer lists was taken out of the zip.
#[test]
fn members_that_were_deleted_from_a_zip_are_not_read() {
    let whole = stored(&[("old", b"1. c"), ("new", b"1. d")]);
    let at = |sign: &[u8], nth: usize| {
        whole.windows(4).enumerate().filter(|(_, four)| *four == sign).nth(nth).expect("there").0
    };
    let (first, second, end) = (at(b"PK\x01\x02", 0), at(b"PK\x01\x02", 1), at(b"PK\x05\x06", 0));
    let mut bytes = [&whole[..first], &whole[second..]].concat();
    let end = end - (second - first);
    let length = (end - first) as u32;
    bytes[end + 8..end + 12].copy_from_slice(&[1, 0, 1, 0]);
    bytes[end + 12..end + 16].copy_from_slice(&length.to_le_bytes());
    assert_eq!(check("x", &bytes), "x:new | new | 1. d");
}
