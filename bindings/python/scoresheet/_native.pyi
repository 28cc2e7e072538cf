"""The native part: the library itself, whose answers are JSON, positions and Arrow."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, TypeVar

class Illegal(ValueError):
    """A ply, a setting or an expression that cannot be. An attribute is `None` where there is nothing to say."""

    code: str | None
    rule: str | None
    message: str | None
    help: str | None
    span: tuple[int, int] | None
    """The bytes of an expression that are at fault."""

class Unreadable(OSError):
    """Files that cannot be read to their end."""

    results: Any
    """What was found in all other files, and before the damage: what the function would have returned."""
    unread: Sequence[tuple[str, str]]
    """The names of the files, and why each cannot be read."""

_Found = TypeVar("_Found")
_Unread = list[tuple[str, str]]
_Source = tuple[bytes, str] | str | PathLike[str]

class Known:
    def __new__(
        cls,
        *,
        game: str | None = None,
        variant: str | None = None,
        options: str | None = None,
        board: str | None = None,
        starts: str | None = None,
        notation: str | None = None,
        format: str | None = None,
        moves_column: str | None = None,
        delimiter: str | None = None,
        header: bool = True,
        encoding: str | None = None,
        leaves: bool = False,
        strict: bool = False,
        max_record: int | None = None,
    ) -> Known: ...

class Position:
    def __new__(
        cls,
        game: str,
        *,
        variant: str | None = None,
        options: str | None = None,
        board: str | None = None,
        starts: str | None = None,
        setup: str | None = None,
        notation: str | None = None,
        tags: dict[str, str] | None = None,
    ) -> Position: ...
    def legal(self) -> list[str]: ...
    def play(self, ply: str) -> None: ...
    def undo(self) -> str | None: ...
    def after(self, count: int) -> Position: ...
    def copy(self) -> Position: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: object) -> Position: ...
    @property
    def outcome(self) -> str: ...
    @property
    def reason(self) -> str | None: ...
    @property
    def winner(self) -> str | None: ...
    @property
    def turn(self) -> str: ...
    @property
    def points(self) -> dict[str, int]: ...
    @property
    def plies(self) -> list[str]: ...
    @property
    def game(self) -> str: ...
    @property
    def variant(self) -> str: ...
    @property
    def string(self) -> str: ...
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Reading:
    def __new__(
        cls,
        paths: Sequence[str | PathLike[str]],
        known: Known,
        rows: str,
        columns: Sequence[str] | None,
        condition: str | None,
        jobs: int | None,
    ) -> Reading: ...
    @staticmethod
    def of_texts(
        texts: Sequence[tuple[str, bytes]],
        known: Known,
        rows: str,
        columns: Sequence[str] | None,
        condition: str | None,
        jobs: int | None,
    ) -> Reading: ...
    @staticmethod
    def of_range(
        path: str | PathLike[str],
        settled: str,
        ends: tuple[int, int],
        before: tuple[int, int],
        known: Known,
        rows: str,
        columns: Sequence[str] | None,
        condition: str | None,
    ) -> Reading: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...
    @property
    def unread(self) -> list[tuple[str, str]]: ...
    @property
    def columns(self) -> list[str]: ...

def all_read(found: _Found, unread: _Unread) -> _Found: ...
def validate(source: _Source, known: Known, deny_warnings: bool, max_diagnostics: int) -> tuple[list[str], _Unread]: ...
def convert(
    source: _Source, known: Known, to: Sequence[str], lossy: bool, only: int | None
) -> tuple[tuple[bytes, str, int, list[str], list[str]], _Unread]: ...
def identify(source: _Source, known: Known, limit: int) -> tuple[list[str], _Unread]: ...
def repair(
    source: _Source, known: Known, limit: int, effort: int
) -> tuple[list[tuple[str, list[str]]], _Unread]: ...
def select(source: _Source, known: Known, condition: str) -> tuple[list[tuple[str, int, int, bytes, str]], _Unread]: ...
def decoded(bytes: bytes, encoding: str) -> str: ...
def audit(paths: Sequence[str | PathLike[str]], known: Known, jobs: int | None) -> str: ...
def tree(
    paths: Sequence[str | PathLike[str]],
    known: Known,
    line: str | None,
    position: str | None,
    depth: int,
    mirrored: bool,
    least: int,
    condition: str | None,
    jobs: int | None,
) -> tuple[str, _Unread]: ...
def collate(
    copies: Sequence[_Source], known: Known, pairs: bool, alike: float, jobs: int | None
) -> tuple[list[tuple[str, str, str, int]], str, int, _Unread]: ...
def page(
    source: _Source, known: Known, only: int | None, title: str, ply: int | None, flip: bool, theme: str | None
) -> tuple[bytes, _Unread]: ...
def course(source: _Source, known: Known, number: int) -> tuple[str, str]: ...
def replayed(report: str) -> Position | None: ...
def picture(source: _Source, known: Known, number: int, ply: int | None) -> tuple[str, str, str]: ...
def facts() -> str: ...
def explain(name: str) -> str | None: ...
def guide() -> str: ...
def columns(rows: str) -> list[tuple[str, str, bool, bool, str]]: ...
def prologue_of(path: str | PathLike[str], known: Known) -> tuple[str, int] | None: ...
def counts_of(
    path: str | PathLike[str], known: Known, settled: str, ends: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]: ...
