"""A game from a record: its positions, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Unpack

from scoresheet import _native
from scoresheet._judge import convert
from scoresheet._native import Illegal, Position
from scoresheet._report import Report
from scoresheet._source import Known, Source, inputs, known, ply_number, record_number


def _position(game: str, tags: dict[str, str], notation: str | None, plies: list[str]) -> Position:
    """A position that was pickled."""
    position = Position(game, tags=tags, notation=notation)
    for ply in plies:
        position.play(ply)
    return position


def _position_of_record(report: str, count: int, plies: list[str]) -> Position:
    """A position of a record that was pickled, and played on from the first `count` plies of the record."""
    last = _native.replayed(report)
    if last is None:
        raise Illegal("the record cannot be replayed")
    position = last.after(count)
    for ply in plies:
        position.play(ply)
    return position


@dataclass(frozen=True)
class _Positions:
    """The positions of a record."""

    last: Position
    counts: list[int]
    """How many of the last position's plies there are up to each ply of the record."""

    def after(self, ply: int) -> Position:
        return self.last.after(self.counts[ply])


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
        self._source, settings = inputs(text_or_path, file, defaults)
        self._defaults = defaults
        self._record = record_number(record)
        said, self._line = _native.course(self._source, settings, record)
        self.report: Report = Report._of(said)
        """Everything about the record."""

    @property
    def moves(self) -> list[str]:
        """The plies that were carried out, in the game's default notation."""
        return self.report.moves

    def __len__(self) -> int:
        return self.report.plies

    @cached_property
    def _positions(self) -> _Positions | None:
        """The positions, once somebody asks for them; `None` if nothing says by which rules the record is played."""
        last = _native.replayed(self._line) if self.report.position is not None else None
        if last is None:
            return None
        # A break between manches is no ply. One after the last ply has its place there.
        counts = [0, *(count for count, ply in enumerate(last.plies, 1) if ply != "/")]
        return _Positions(last, [*counts[:-1], len(last.plies)])

    def __iter__(self) -> Iterator[Position]:
        """The positions from the start to the last ply; one more than there are plies.

        They are those of the replay, also after a ply that was illegal and stood, and can be played on. Their `plies` are in the
        game's default notation, as `moves` are.
        """
        if self._positions is not None:
            for ply in range(len(self) + 1):
                yield self._positions.after(ply)

    def position(self, ply: int | None = None) -> Position:
        """The position after a ply, the last one by default; 0 is the start."""
        wanted = ply_number(ply)
        if self._positions is None:
            raise Illegal(f"record {self._record} cannot be replayed")
        if wanted is not None and wanted > len(self):
            raise IndexError(f"record {self._record} has no ply {wanted}; its last ply is {len(self)}")
        return self._positions.after(len(self) if wanted is None else wanted)

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
        """The record as SGF. Raises `ValueError` if it cannot be written so: only games of Gomoku have SGF."""
        given = self._source
        text, file = (Path(given), None) if isinstance(given, str) else given
        converted = convert(text, "sgf", file=file, record=self._record, **self._defaults)
        for report in converted.refused:
            raise ValueError("; ".join(str(said) for said in report.diagnostics))
        if converted.format != "sgf":
            raise ValueError(f"the game {self.report.game} has no SGF; `convert` writes it as a transcript")
        return converted.text

    def __repr__(self) -> str:
        return f"<Game {self.report.game}: {len(self)} plies, {self.report.outcome}>"
