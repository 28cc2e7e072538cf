"""A game from a record: its positions, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from scoresheet import _native
from scoresheet._facts import rule_tags
from scoresheet._judge import convert
from scoresheet._native import Illegal, Position
from scoresheet._report import Report
from scoresheet._source import Known, Source, known, ply_number, record_number, source

# What says how a game went, and not by which rules.
_CLAIMS = {"Game", "Notation", "Result", "Stands", "Termination"}


def _position(game: str, tags: dict[str, str], notation: str | None, plies: list[str]) -> Position:
    """A position that was pickled."""
    position = Position(game, tags=tags, notation=notation)
    for ply in plies:
        position.play(ply)
    return position


class Game:
    """The game of a record, ply by ply, as far as its plies can be carried out.

    The number of a record or of a ply that is not there raises `IndexError`.

    >>> game = Game("[Game \\"forza4\\"]\\n\\n1. c, e; 2. c, c; 3. d, d; 4. b, e; 5. a")
    >>> len(game), game.moves[:3], [position.turn for position in game][:3]
    (9, ['c', 'e', 'c'], ['White', 'Red', 'White'])
    >>> print(game.show(ply=2))
    after ply 2: e
    6 │ · · · · · · · │
    5 │ · · · · · · · │
    4 │ · · · · · · · │
    3 │ · · · · · · · │
    2 │ · · · · · · · │
    1 │ · · ○ · ● · · │
      └───────────────┘
        a b c d e f g
    """

    def __init__(
        self, text_or_path: Source, record: int = 1, *, file: str | None = None, **defaults: Unpack[Known]
    ) -> None:
        self._source = source(text_or_path, file)
        self._defaults = defaults
        self._record = record_number(record)
        report, steps = _native.course(self._source, known(defaults), record)
        self.report: Report = Report._of(report)
        """Everything about the record."""
        self._steps = steps

    @property
    def moves(self) -> list[str]:
        """The plies that were carried out, in the game's default notation."""
        return self.report.moves

    def __len__(self) -> int:
        return self.report.plies

    def __iter__(self) -> Iterator[Position]:
        """The positions from the start to the last ply; one more than there are plies.

        A ply that was illegal and stood cannot be played again: the position after it is set up anew.
        """
        report = self.report
        if report.game is None or report.board is None or not self._steps:
            return
        meaningful = {name.lower(): name for name in rule_tags()}
        tags = {meaningful[name.lower()]: value for name, value in report.tags.items() if name.lower() in meaningful}
        tags = {name: value for name, value in tags.items() if name not in _CLAIMS}
        tags |= {name: value for name, value in report.given.items() if name not in _CLAIMS}
        for name, value in (("Variant", report.variant), ("Board", report.board), ("Options", ", ".join(report.options))):
            if value:
                tags[name] = value
        if starts := self._defaults.get("starts"):
            tags["Starts"] = starts
        position = Position(report.game, tags=tags)
        yield position.copy()
        for token, string in self._steps[1:]:
            try:
                if position.legal() == ["/"]:
                    position.play("/")
                position.play(token or "")
            except Illegal:
                position = Position(report.game, tags=tags | {"Setup": string})
            yield position.copy()

    def position(self, ply: int | None = None) -> Position:
        """The position after a ply, the last one by default; 0 is the start."""
        wanted = ply_number(len(self) if ply is None else ply)
        for number, position in enumerate(self):
            if number == wanted:
                return position
        raise IndexError(f"record {self._record} has no ply {wanted}; its last ply is {len(self)}")

    def show(self, ply: int | None = None) -> str:
        """The board after a ply as text, with a caption."""
        caption, board, _ = self._picture(ply)
        return f"{caption}\n{board.rstrip()}"

    def svg(self, ply: int | None = None) -> str:
        """The same as an SVG document."""
        return self._picture(ply)[2]

    def _picture(self, ply: int | None) -> tuple[str, str, str]:
        return _native.picture(self._source, known(self._defaults), self._record, ply_number(ply))

    def _repr_svg_(self) -> str:
        return self.svg()

    def to_sgf(self) -> str:
        """The record as SGF. Raises `ValueError` if it cannot be written so."""
        given = self._source
        text, file = (given, None) if isinstance(given, str) else given
        converted = convert(text, "sgf", file=file, record=self._record, **self._defaults)
        for report in converted.refused:
            raise ValueError("; ".join(str(said) for said in report.diagnostics))
        return converted.text

    def __repr__(self) -> str:
        return f"<Game {self.report.game}: {len(self)} plies, {self.report.outcome}>"
