"""Records are validated, converted, identified, repaired, collated, replayed on pages, chosen and counted."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from typing import Any, Literal, Unpack

from scoresheet import _native
from scoresheet._report import Collated, Collation, Conversion, Identified, Repair, Report, Selected
from scoresheet._source import Known, Source, inputs, known, paths, ply_number, record_number, shown, threads

Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


def validate(
    text_or_path: Source,
    *,
    file: str | None = None,
    deny_warnings: bool = False,
    max_diagnostics: int = 100,
    **defaults: Unpack[Known],
) -> list[Report]:
    """Judges every record of a text, a file, a folder or an archive.

    An illegal ply is no exception: it is found, explained and placed. A file that cannot be read to its end is one, once all
    others are judged: the `Unreadable` has the reports as its `results`, and names the file in `unread`. A report holds at most
    `max_diagnostics` diagnostics, and its `not_shown` counts the others.

    >>> [report] = validate("[Game \\"forza4\\"]\\n[Board \\"5x4\\"]\\n\\n1. c, c; 2. c, c; 3. c")
    >>> report.valid, report.diagnostics[0].code, report.diagnostics[0].ply
    (False, 'column-full', 5)
    >>> print(report.diagnostics[0])
    4:22: error[column-full] c is full: four pieces stand in it
    """
    lines, unread = _native.validate(*inputs(text_or_path, file, defaults), deny_warnings, max_diagnostics)
    return _native.all_read([Report._of(line) for line in lines], unread)


def convert(
    text_or_path: Source,
    to: str | Sequence[str],
    *,
    file: str | None = None,
    record: int | None = None,
    lossy: bool = False,
    **defaults: Unpack[Known],
) -> Conversion:
    """Rewrites every record, or only the `record` of that number: `to` names a notation system, a file format, or both.
    If there is no such record, it raises `IndexError`.

    A record that is not valid, or that the notation or the format cannot express, is not written; `refused` says why.
    With `lossy` it is written without what the format has no place for; `dropped` says what that was. SGF holds games of
    Gomoku, and other games become transcripts: a text of both is a `ValueError`.

    >>> print(convert("[Game \\"forza4\\"]\\n\\nc e c c d", to="squares"))
    [Game "forza4"]
    [Notation "squares"]
    <BLANKLINE>
    1. c1, e1; 2. c2, c3; 3. d1
    <BLANKLINE>
    """
    names = to.split(",") if isinstance(to, str) else list(to)
    only = None if record is None else record_number(record)
    given, settings = inputs(text_or_path, file, defaults)
    (data, form, written, refused, dropped), unread = _native.convert(given, settings, names, lossy, only)
    converted = Conversion(
        data=data,
        format=form,
        written=written,
        refused=[Report._of(line) for line in refused],
        dropped=[Report._of(line) for line in dropped],
    )
    return _native.all_read(converted, unread)


def identify(
    text_or_path: Source, *, file: str | None = None, limit: int = 5, **defaults: Unpack[Known]
) -> list[Identified]:
    """Finds out under which game, variant, board and notation the plies of each record replay.

    >>> [found] = identify("1. h8, h9; 2. i8, i9; 3. j8, j9; 4. k8, k9; 5. l8")
    >>> found.verdict, found.candidates[0].game, found.candidates[0].board
    ('ambiguous', 'gomoku', '13x13')
    """
    lines, unread = _native.identify(*inputs(text_or_path, file, defaults), limit)
    return _native.all_read([Identified._of(line) for line in lines], unread)


def repair(
    text_or_path: Source,
    *,
    file: str | None = None,
    limit: int = 5,
    effort: int = 200_000,
    **defaults: Unpack[Known],
) -> list[Repair]:
    """Proposes the smallest changes that make each record valid. `effort` is how many plies may be replayed for one.

    >>> [found] = repair("[Game \\"forza4\\"]\\n[Result \\"Red\\"]\\n\\n1. c, e; 2. c, c; 3. d, d; 4. b, e; 5. a")
    >>> change = found.proposals[0].changes[0]
    >>> found.error, change.kind, change.from_, change.to
    ('result-mismatch', 'result', 'Red', 'White')
    """
    found, unread = _native.repair(*inputs(text_or_path, file, defaults), limit, effort)
    return _native.all_read([Repair._of(line, texts) for line, texts in found], unread)


def collate(
    *copies: Source,
    pairs: bool = False,
    alike: float = 0.8,
    jobs: int | None = None,
    **defaults: Unpack[Known],
) -> Collation:
    """Compares copies of the same games, witness A, witness B and so on, and makes one text of them.

    Records belong together whose plies agree in at least the part `alike`, or whose players and date agree; with `pairs` the
    n-th records of all copies.

    >>> white = "[Game \\"forza4\\"]\\n\\n1. c, e; 2. c, c; 3. d, d; 4. b, e; 5. a"
    >>> found = collate(white, white.replace("3. d, d", "3. d, f"))
    >>> [reading] = found.games[0].readings
    >>> reading.ply, reading.chosen, reading.by, [variant.text for variant in reading.variants]
    (6, 'd', 'order', ['d', 'f'])
    """
    if not copies:
        raise TypeError("collate takes at least one text or path")
    given = [inputs(copy, None, defaults)[0] for copy in copies]
    games, summary, left_out, unread = _native.collate(given, known(defaults), pairs, alike, threads(jobs))
    collated = [Collated._of(*game) for game in games]
    return Collation(games=collated, left_out=left_out, unread=unread, summary=summary.rstrip("\n"))


def page(
    text_or_path: Source,
    *,
    file: str | None = None,
    record: int | None = None,
    title: str | None = None,
    ply: int | None = None,
    flip: bool = False,
    theme: Literal["light", "dark"] | None = None,
    **defaults: Unpack[Known],
) -> str:
    """A page of HTML that replays every record in a browser, or only the `record` of that number. It loads nothing from
    outside.

    `title` is the name of the file if nothing else is said, `ply` the ply at which the page opens, `flip` shows boards from
    the other side. Without a `theme` the reader's system chooses. If there is no such record or ply, it raises `IndexError`.

    >>> html = page("[Game \\"forza4\\"]\\n\\n1. c, e; 2. c, c", title="Ada and Bea")
    >>> html.startswith("<!DOCTYPE html>"), "<title>Ada and Bea</title>" in html
    (True, True)
    """
    given, settings = inputs(text_or_path, file, defaults)
    name = file if isinstance(given, tuple) else os.path.basename(os.path.normpath(given))
    only = None if record is None else record_number(record)
    title = shown(title or name or "Records")
    html, unread = _native.page(given, settings, only, title, ply_number(ply), flip, theme)
    return _native.all_read(html.decode(), unread)


def select(text_or_path: Source, where: str, *, file: str | None = None, **defaults: Unpack[Known]) -> list[Selected]:
    """The records for which an expression is true, as they stand; `scoresheet.guide()` is the manual of expressions.

    >>> [chosen] = select("[Game \\"forza4\\"]\\n\\n1. c, e\\n".encode("utf-16"), "plies = 2")
    >>> chosen.encoding, chosen.text.splitlines()[0]
    ('UTF-16LE', '[Game "forza4"]')
    """
    found, unread = _native.select(*inputs(text_or_path, file, defaults), where)
    return _native.all_read([Selected(*one) for one in found], unread)


def audit(given: Paths, *, jobs: int | None = None, **defaults: Unpack[Known]) -> dict[str, Any]:
    """Judges whole archives on several threads, and sums up what they hold: the object of `audit --summary json`. Its
    `unread` names the files that cannot be read to their end."""
    summary: dict[str, Any] = json.loads(_native.audit(paths(given), known(defaults), threads(jobs)))
    return summary


def tree(
    given: Paths,
    *,
    line: str | None = None,
    position: str | None = None,
    depth: int = 1,
    mirrored: bool = False,
    least: int = 1,
    where: str | None = None,
    jobs: int | None = None,
    **defaults: Unpack[Known],
) -> dict[str, Any]:
    """Counts the plies that were played from the start on, after a line, or from a position: the object of `tree --format
    json`. Its `unread` names the files that cannot be read to their end, with the keys of that of `audit`."""
    if line is not None and position is not None:
        raise ValueError("a line and a position are two places to begin at: give one of them")
    if not 1 <= depth <= 64:
        raise ValueError(f"depth is a number of plies from 1 to 64, not {depth}")
    counted, unread = _native.tree(
        paths(given), known(defaults), line, position, depth, mirrored, least, where, threads(jobs)
    )
    found: dict[str, Any] = json.loads(counted)
    return {**found, "unread": [{"input": name, "message": why} for name, why in unread]}
