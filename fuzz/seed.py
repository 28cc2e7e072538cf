#!/usr/bin/env python3
"""Fills fuzz/corpus from the seeds here, the samples and files of cases: `fuzz/seed.py [CASES.jsonl ...]`."""

import hashlib
import json
import pathlib
import re
import sys

here = pathlib.Path(__file__).resolve().parent


def add(target: str, data: bytes) -> None:
    folder = here / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)


def add_transcript(text: bytes) -> None:
    # The last byte of an input makes choices; these leave the text as it is.
    for choice in (0x00, 0x80, 0x04):
        add("record", text + bytes([choice]))
    for choice in (0x00, 0x40):
        add("replay", text + bytes([choice]))


# The formats in the order of `FORMATS`, as the source lists them, one a line: the last byte of an input of `foreign` chooses one of them.
FORMATS = re.findall(r"Format::([A-Z0-9_]+),", (here.parent / "src/formats/mod.rs").read_text().split("FORMATS: &[Format] =")[1].split("];")[0])
OTHER_NAMES = {"JSON_LINES": "jsonl"}
for number, name in enumerate(FORMATS):
    folder = here.parent / "samples/foreign" / OTHER_NAMES.get(name, name.lower().replace("_", "-"))
    for sample in sorted(folder.iterdir()) if folder.is_dir() else []:
        data = sample.read_bytes()
        add("foreign", data + bytes([number]))
        if name in ("SGF", "PSQ", "RENLIB", "RIF"):
            add(name.lower(), data + b"\0")
for seed in sorted((here / "seeds").iterdir()):
    target = seed.name.split("-")[0]
    data = seed.read_bytes()
    add_transcript(data) if target == "transcript" else add(target, data)
for name in sys.argv[1:]:
    for line in pathlib.Path(name).read_text().splitlines():
        text = json.loads(line)["text"]
        if "forza4" in text or "connect" in text or "gomoku" in text or "halma" in text or "lefile" in text:
            add_transcript(text.encode("utf-8", "surrogateescape"))
            for position in re.findall(r'\[Setup "([^"]*)"\]', text):
                game = b"\x10" if "gomoku" in text else b"\x19" if "halma" in text else b"\x40" if "lefile" in text else b"\0"
                add("position", position.encode("utf-8", "surrogateescape") + game)
