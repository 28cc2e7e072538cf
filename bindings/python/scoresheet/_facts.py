"""What there is to know: games, notation systems, file formats, codes, rules."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from scoresheet import _native


@dataclass(frozen=True)
class Choice:
    """A variant or an option."""

    name: str
    about: str


@dataclass(frozen=True)
class GameInfo:
    """A game."""

    id: str
    name: str
    about: str
    boards: str
    """The boards it is played on, in words."""
    sides: tuple[str, ...]
    """The sides in playing order."""
    variants: tuple[Choice, ...]
    """The variants, the usual one first."""
    options: tuple[Choice, ...]
    notations: tuple[str, ...]
    """The notation systems, its own first."""


@dataclass(frozen=True)
class FileFormat:
    """A file format."""

    name: str
    about: str
    endings: tuple[str, ...]
    """Endings of file names that tell it."""
    written: bool
    """Whether records can be converted to it."""


@dataclass(frozen=True)
class Meaning:
    """What a code or a rule means."""

    name: str
    game: str | None
    """The game that describes it in its own words."""
    severity: str | None
    rule: str | None
    title: str
    text: str
    example: str
    """A record that shows it."""


@cache
def _facts() -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(_native.facts())
    return facts


def games() -> list[GameInfo]:
    """Every game.

    >>> [game.id for game in games()]
    ['forza4', 'plus4', 'gomoku', 'lefile', 'halma']
    """

    def game(one: dict[str, Any]) -> GameInfo:
        choices = {name: tuple(Choice(**choice) for choice in one[name]) for name in ("variants", "options")}
        return GameInfo(**{**one, "sides": tuple(one["sides"]), "notations": tuple(one["notations"]), **choices})

    return [game(one) for one in _facts()["games"]]


def formats() -> list[FileFormat]:
    """Every file format."""
    return [FileFormat(**{**one, "endings": tuple(one["endings"])}) for one in _facts()["formats"]]


def notations() -> list[str]:
    """Every notation system."""
    return list(_facts()["notations"])


def explain(name: str) -> list[Meaning]:
    """What a code such as `column-full` or a rule such as `F4-7` means: in general, and in games that have words of their own.

    >>> explain("column-full")[0].title
    'the column is full'
    """
    found = _native.explain(name)
    if found is None:
        raise KeyError(f"there is no code or rule {name!r}")
    return [Meaning(**one) for one in json.loads(found)]


def guide() -> str:
    """The manual of the expressions that `where=` takes."""
    return _native.guide()
