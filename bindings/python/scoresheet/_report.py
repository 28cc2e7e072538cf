"""What is said of records: dataclasses with the keys of the JSON that `scoresheet validate --format json` prints.

All can be put into sets and be keys of dictionaries. Lists and dictionaries in them count when two are compared, but not in
their hashes: do not change what stands in them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from scoresheet import _native


@dataclass(frozen=True)
class Outcome:
    """What the board proves."""

    kind: str
    """`win`, `draw` or `unfinished`."""
    winner: str | None = None
    """The side or the pair that has won."""
    reason: str | None = None
    """How the game has ended: `line`, `board-full`, `illegal`."""
    lines: list[list[str]] = field(default_factory=list, hash=False)
    """The lines that decide, square by square."""
    points: dict[str, int] = field(default_factory=dict, hash=False)
    """The points of each side, in games with points."""
    manches: list[dict[str, int]] = field(default_factory=list, hash=False)
    """The points of each manche, in games whose players change sides."""

    def __str__(self) -> str:
        match self.kind:
            case "win":
                text = f"{self.winner} has won ({self.reason})"
            case "draw":
                text = f"drawn ({self.reason})"
            case _:
                text = "unfinished"
        points = ", ".join(f"{side} {count}" for side, count in self.points.items())
        return f"{text}, {points}" if points else text


@dataclass(frozen=True)
class Diagnostic:
    """What is wrong with a record, and where."""

    severity: str
    """`error`, `warning` or `note`."""
    code: str
    """The stable code; `scoresheet.explain` tells what it means."""
    rule: str | None
    """The rule it rests on."""
    ply: int | None
    """The number of the ply at fault."""
    line: int
    """The line, from 1."""
    column: int
    """The column in characters, from 1."""
    span: tuple[int, int]
    """The bytes of the file, from 0: the first, and the one after the last."""
    message: str
    """What is wrong."""
    help: str | None
    """What would have been right."""
    variation: list[tuple[int, int]] = field(default_factory=list, hash=False)
    """The path to its variation: the ply and the index of each variation around it, outermost first."""

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.severity}[{self.code}] {self.message}"

    @classmethod
    def _of(cls, said: dict[str, Any]) -> Diagnostic:
        start, end = said.pop("span")
        variation = [(ply, index) for ply, index in said.pop("variation", [])]
        return cls(span=(start, end), variation=variation, **said)


@dataclass(frozen=True, repr=False)
class Report:
    """Everything about one record."""

    file: str
    """The name of the file, `<text>` for a text."""
    record: int
    """The number of the record in its file, from 1."""
    line: int
    """The line on which it begins, from 1."""
    game: str | None
    """The game's id."""
    variant: str | None
    """The variant."""
    options: list[str] = field(hash=False)
    """The options."""
    board: str | None
    """The board, columns x rows."""
    notation: str | None
    """The notation system."""
    tags: dict[str, str] = field(hash=False)
    """The tags as written."""
    valid: bool
    """Whether the record has no error."""
    plies: int
    """How many plies were carried out."""
    moves: list[str] = field(hash=False)
    """These plies in the game's default notation."""
    outcome: Outcome
    """What the board proves."""
    position: str | None
    """The position string after the last ply."""
    diagnostics: list[Diagnostic] = field(hash=False)
    """What is wrong, in the order of places."""
    attempted: str | None = None
    """The illegal ply that lost the game."""
    stands: list[int] = field(default_factory=list, hash=False)
    """The numbers of illegal plies that stood."""
    text: str | None = None
    """The record as written, if the other fields alone would not give the same verdict."""
    format: str | None = None
    """The file format of `text`, if it is not a transcript."""
    given: dict[str, str] = field(default_factory=dict, hash=False)
    """The caller's settings by the names of tags, where they differ from the record's own."""
    encoding: str | None = None
    """The encoding of the file, if that is not UTF-8."""
    guessed: dict[str, str] = field(default_factory=dict, hash=False)
    """What was taken for granted: game, variant, board and the like."""
    players: dict[str, str] = field(default_factory=dict, hash=False)
    """The players and their sides at the end; only after they have changed sides."""
    opening: str | None = None
    """The name of the opening, in games that name openings."""
    not_shown: int = 0
    """How many more diagnostics there are."""

    @property
    def errors(self) -> list[Diagnostic]:
        """The errors among the diagnostics."""
        return [said for said in self.diagnostics if said.severity == "error"]

    def __repr__(self) -> str:
        verdict = "valid" if self.valid else "invalid"
        faults = "".join(f"; {said}" for said in self.diagnostics[:3])
        more = len(self.diagnostics) - 3 + self.not_shown
        faults += f"; and {more} more" if more > 0 else ""
        game = self.game or "no game"
        return f"<Report {self.file} record {self.record}: {game}, {verdict}, {self.plies} plies, {self.outcome}{faults}>"

    @classmethod
    def _of(cls, line: str) -> Report:
        said = json.loads(line)
        outcome = Outcome(**said.pop("outcome"))
        diagnostics = [Diagnostic._of(one) for one in said.pop("diagnostics")]
        return cls(outcome=outcome, diagnostics=diagnostics, **said)


@dataclass(frozen=True)
class Conversion:
    """Records rewritten. `str()` is their text."""

    data: bytes
    """The text as bytes; some formats are not text."""
    format: str
    """The file format it is in: `transcript` for games that have no SGF."""
    written: int
    """How many records were written."""
    refused: list[Report] = field(hash=False)
    """What is said of the records that were not."""
    dropped: list[Report] = field(hash=False)
    """The records that were written without something: their diagnostics say what was left out."""

    @property
    def text(self) -> str:
        """The text."""
        return self.data.decode()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Candidate:
    """A game, a variant, a board, a notation system and a beginner under which a record may be replayed."""

    game: str
    variant: str
    board: str
    notation: str
    starts: str
    """The side that begins."""
    legal: int
    """How many plies are legal."""
    agrees: bool | None
    """Whether the board proves what the record claims; `None` if nothing is claimed or proven."""
    ends: bool
    """Whether the last ply ends the game."""
    as_good: bool
    """Whether it is one of several that are equally good."""


@dataclass(frozen=True)
class Identified:
    """What a record may be."""

    file: str
    record: int
    line: int
    plies: int
    """How many plies it has."""
    candidates: list[Candidate] = field(hash=False)
    """The candidates, the best first."""
    verdict: str
    """`certain`, `ambiguous` or `none`: whether the first is the right one."""

    @classmethod
    def _of(cls, line: str) -> Identified:
        said = json.loads(line)
        candidates = [Candidate(**one) for one in said.pop("candidates")]
        return cls(candidates=candidates, **said)


@dataclass(frozen=True)
class Change:
    """A change of a record."""

    kind: str
    """What it is: `misread`, `omitted`, `result` …"""
    ply: int | None
    """The ply that it is about."""
    from_: str | None
    """What stands in the record."""
    to: str | None
    """What is to stand there."""
    span: tuple[int, int]
    """Where, in bytes of the file."""
    tag: str | None = None
    """The tag that is changed."""
    reading: str | None = None
    """In which way the record is read otherwise."""


@dataclass(frozen=True)
class Proposal:
    """Changes that make a record valid."""

    cost: int
    """What they cost together; the smallest comes first."""
    changes: list[Change] = field(hash=False)
    """The changes, one or two."""
    plies: int
    """How many plies the record then has."""
    outcome: Outcome
    """Its outcome."""
    agrees: bool | None
    """Whether the board then proves the claimed result; `None` if nothing is claimed or proven."""
    text: str = field(repr=False)
    """The record with the changes, and a comment that tells them."""


@dataclass(frozen=True)
class Repair:
    """What would make a record valid."""

    file: str
    record: int
    line: int
    valid: bool
    """Whether it is valid as it stands."""
    error: str | None
    """The code of the first error."""
    ply: int | None
    """The ply of the first error."""
    found: int
    """How many proposals were found."""
    complete: bool
    """Whether everything that could have been tried was tried."""
    proposals: list[Proposal] = field(hash=False)
    """The best proposals, in their order."""

    @property
    def best(self) -> Proposal | None:
        """The proposal that is cheaper than every other, if there is one."""
        match self.proposals:
            case [only]:
                return only
            case [first, second, *_] if first.cost < second.cost:
                return first
        return None

    @classmethod
    def _of(cls, line: str, texts: list[str]) -> Repair:
        said = json.loads(line)
        error = said.pop("error") or {"code": None, "ply": None}
        proposals = []
        for one, text in zip(said.pop("proposals"), texts, strict=True):
            changes = []
            for change in one.pop("changes"):
                start, end = change.pop("span")
                changes.append(Change(span=(start, end), from_=change.pop("from"), **change))
            outcome = Outcome(**one.pop("outcome"))
            proposals.append(Proposal(changes=changes, outcome=outcome, text=text, **one))
        return cls(error=error["code"], ply=error["ply"], proposals=proposals, **said)


@dataclass(frozen=True)
class Selected:
    """A record for which an expression is true."""

    file: str
    record: int
    line: int
    data: bytes
    """The record as it stands."""
    encoding: str = "UTF-8"
    """The encoding of its file, by its name in web pages: `UTF-16LE`, `GBK`."""

    @property
    def text(self) -> str:
        """The same as a text, decoded from `encoding`. A byte that is not UTF-8 is a lone surrogate, as in `Report.text`; what is
        not valid in another encoding is U+FFFD."""
        if self.encoding == "UTF-8":
            return self.data.decode("utf-8", "surrogateescape")
        return _native.decoded(self.data, self.encoding)


@dataclass(frozen=True)
class Witness:
    """A copy of a game."""

    name: str
    """The letter of the argument it is from, `A` for the first; `A2` for a second copy there."""
    file: str
    record: int


@dataclass(frozen=True)
class Rest:
    """How far a witness can be played after a variant."""

    witness: str
    played: int
    """How many of its plies are legal."""
    of: int
    """How many it has."""


@dataclass(frozen=True)
class Variant:
    """What some witnesses have at a place where witnesses disagree."""

    text: str | None
    """Their ply or plies; `None` if they have none."""
    witnesses: list[str] = field(hash=False)
    """Who has it."""
    legal: bool
    """Whether it is legal there."""
    rest: list[Rest] = field(hash=False)
    """How far each witness can be played after it."""

    @classmethod
    def _of(cls, said: dict[str, Any]) -> Variant:
        rest = [Rest(**one) for one in said.pop("rest")]
        return cls(rest=rest, **said)


@dataclass(frozen=True)
class Disagreement:
    """A place where witnesses disagree: one of the `readings` of a collated game."""

    ply: int
    """The number of the ply in the collated game."""
    variants: list[Variant] = field(hash=False)
    chosen: str | None
    """The text of the variant that was chosen; `None` if plies that some witnesses have are left out."""
    by: str
    """What decided: `legality`, `number` or `order`."""

    @classmethod
    def _of(cls, said: dict[str, Any]) -> Disagreement:
        variants = [Variant._of(one) for one in said.pop("variants")]
        return cls(variants=variants, **said)


@dataclass(frozen=True)
class Collated:
    """A game, collated. `str()` is what `scoresheet collate` prints of it."""

    witnesses: list[Witness] = field(hash=False)
    """Its copies; a game without a copy has one."""
    readings: list[Disagreement] = field(hash=False)
    """Where they disagree, and what was chosen."""
    text: str = field(repr=False)
    """The collated record: other readings are variations or comments, and it has the tags of all witnesses."""
    left_out: int
    """How many variations of the witnesses cannot stand in it; comments tell of them."""
    apparatus: str = field(repr=False)
    """Its witnesses, and each place where they disagree on a line."""

    def __str__(self) -> str:
        return self.apparatus

    @classmethod
    def _of(cls, line: str, apparatus: str, text: str, left_out: int) -> Collated:
        said = json.loads(line)
        return cls(
            witnesses=[Witness(**one) for one in said["witnesses"]],
            readings=[Disagreement._of(one) for one in said["readings"]],
            text=text,
            left_out=left_out,
            apparatus=apparatus.rstrip("\n"),
        )


@dataclass(frozen=True)
class Collation:
    """Games, collated. `str()` is what `scoresheet collate` prints."""

    games: list[Collated] = field(hash=False)
    """The games, also those without a copy, in the order of their first witnesses."""
    left_out: int
    """How many records name no game that can be replayed."""
    unread: list[tuple[str, str]] = field(hash=False)
    """The files that cannot be read to their end, and why."""
    summary: str
    """What was found in all."""

    @property
    def text(self) -> str:
        """The collated records, as `scoresheet collate -o` writes them."""
        return "\n".join(game.text for game in self.games)

    def __str__(self) -> str:
        return "\n".join([*(game.apparatus for game in self.games), self.summary])
