"""Transcripts of abstract board games: Forza 4, Plus 4, Gomoku, Le File, Halma.

Records are judged ply by ply, converted, identified, repaired, collated and shown on pages; positions are played; whole
archives are tables.

>>> import scoresheet
>>> [report] = scoresheet.validate("[Game \\"forza4\\"]\\n\\n1. c, e; 2. c, c; 3. d, d; 4. b, e; 5. a")
>>> report.valid, report.plies, str(report.outcome)
(True, 9, 'White has won (line)')

A text or a path: a `Path` is a path, `bytes` are a text. A `str` is a path if a file has that name, or if it has no white space
and an ending that `formats()` or archives have (`games.txt`); otherwise it is a text, as `1.h8` is.
"""

from scoresheet._facts import Choice, FileFormat, GameInfo, Meaning, explain, formats, games, guide, notations
from scoresheet._game import Game
from scoresheet._judge import audit, collate, convert, identify, page, repair, select, tree, validate
from scoresheet._native import Illegal, Position, Unreadable
from scoresheet._report import (
    Candidate,
    Change,
    Collated,
    Collation,
    Conversion,
    Diagnostic,
    Disagreement,
    Identified,
    Outcome,
    Proposal,
    Repair,
    Report,
    Rest,
    Selected,
    Variant,
    Witness,
)
from scoresheet._rows import Column, Reading, read, schema
from scoresheet._source import Known, Source

__all__ = [
    "Candidate",
    "Change",
    "Choice",
    "Collated",
    "Collation",
    "Column",
    "Conversion",
    "Diagnostic",
    "Disagreement",
    "FileFormat",
    "Game",
    "GameInfo",
    "Identified",
    "Illegal",
    "Known",
    "Meaning",
    "Outcome",
    "Position",
    "Proposal",
    "Reading",
    "Repair",
    "Report",
    "Rest",
    "Selected",
    "Source",
    "Unreadable",
    "Variant",
    "Witness",
    "audit",
    "collate",
    "convert",
    "explain",
    "formats",
    "games",
    "guide",
    "identify",
    "notations",
    "page",
    "read",
    "repair",
    "schema",
    "select",
    "tree",
    "validate",
]
