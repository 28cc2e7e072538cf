#!/usr/bin/env python3
"""Fills fuzz/corpus from the seeds here and from files of cases: `fuzz/seed.py [CASES.jsonl ...]`."""

import hashlib
import json
import pathlib
import re
import sys

here = pathlib.Path(__file__).parent


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
