"""What every function takes: a text or a path, and what the caller knows of the records."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable
from functools import cache
from typing import TypedDict

from scoresheet import _native
from scoresheet._facts import formats

Source = str | bytes | os.PathLike[str]

_NAME = re.compile(r".*\.(\w+)")

# Endings of files that are of no format of their own: compressed files, archives, sheets, and records of other programs.
_OTHERS = ["gz", "tgz", "zst", "tzst", "bz2", "tbz2", "xz", "txz", "tar", "zip", "xlsx", "xlsb", "ods", "json", "log"]

# The highest number of a record or a ply that the native part takes.
_MOST = 2**31 - 1


class Known(TypedDict, total=False):
    """What the caller knows of the records. It overrides their tags."""

    game: str | None
    """The game, by its id or another name."""
    variant: str | None
    """The variant."""
    options: str | None
    """The options, separated by commas."""
    board: str | None
    """The board, columns x rows: `8x8`."""
    starts: str | None
    """The side that begins."""
    notation: str | None
    """The notation system."""
    format: str | None
    """The file format."""
    moves_column: str | None
    """The column or JSON key that holds the moves: its name, or the number of the column."""
    delimiter: str | None
    """The delimiter between the cells of a table."""
    header: bool
    """Whether the first row of a table names the columns; it does if nothing else is said."""
    encoding: str | None
    """The encoding of bytes or of a file, for instance GBK; a `str` has none."""
    leaves: bool
    """Whether each line of a tree is a record of its own (libraries of RenLib)."""
    strict: bool
    """Whether only canonical text is accepted."""
    max_record: int | None
    """The longest record, in bytes."""


def inputs(text_or_path: Source, file: str | None, settings: Known) -> tuple[tuple[bytes, str] | str, _native.Known]:
    """A text with its name in reports, or a path; and what the caller knows of it."""
    given = source(text_or_path, file)
    if isinstance(text_or_path, str) and not isinstance(given, str) and settings.get("encoding") is not None:
        raise ValueError("a str is decoded already: encoding= is for bytes and files")
    return given, known(settings)


def source(text_or_path: Source, file: str | None = None) -> tuple[bytes, str] | str:
    """A text with its name in reports, or a path."""
    if isinstance(text_or_path, bytes):
        return text_or_path, shown(file or "<text>")
    if isinstance(text_or_path, str) and not _is_path(text_or_path):
        return text_or_path.encode("utf-8", "surrogateescape"), shown(file or "<text>")
    return existing(text_or_path)


def shown(name: str) -> str:
    """The name of a file as reports and titles show it: not every name is UTF-8."""
    return os.fsencode(name).decode("utf-8", "replace")


def _is_path(text: str) -> bool:
    """Whether a `str` is a path: the plies `1.h8` are none, whatever `games.txt` is.

    A name without an ending is a path if it is there, or if it is given as a `pathlib.Path`.
    """
    if len(text) >= 4096 or "\n" in text or "\0" in text:
        return False
    named = _NAME.fullmatch(text)
    return named is not None and named[1].lower() in _endings() or os.path.exists(text)


@cache
def _endings() -> set[str]:
    """Endings of the names of files that can be read."""
    return {*_OTHERS, *(ending for form in formats() for ending in form.endings)}


def existing(path: str | os.PathLike[str]) -> str:
    """A path of something that is there."""
    if not os.path.exists(path):
        raise FileNotFoundError(errno.ENOENT, "there is no such file or folder", os.fspath(path))
    return os.fsdecode(path)


def known(settings: Known) -> _native.Known:
    """The settings as the native part takes them."""
    if unknown := sorted(settings.keys() - Known.__annotations__.keys()):
        names = ", ".join(Known.__annotations__)
        raise TypeError(f"unexpected keyword argument {unknown[0]!r}; what you know of the records is one of {names}")
    return _native.Known(**settings)


def paths(given: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """One path or several."""
    if isinstance(given, bytes):
        raise TypeError("paths are str or os.PathLike; bytes are a text, which `validate` and others take")
    if isinstance(given, str | os.PathLike):
        return [existing(given)]
    return [existing(path) for path in given]


def record_number(given: int) -> int:
    """The number of a record. One that cannot be is absent, like one that the input does not have."""
    if not 1 <= given <= _MOST:
        raise IndexError(f"there is no record {given}; the first is 1")
    return given


def ply_number(given: int | None) -> int | None:
    """The number of a ply; 0 is the start."""
    if given is not None and not 0 <= given <= _MOST:
        raise IndexError(f"there is no ply {given}; 0 is the start")
    return given


def threads(jobs: int | None) -> int | None:
    """How many threads work; `None` for one on each processor."""
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs is at least 1, not {jobs}")
    return jobs
