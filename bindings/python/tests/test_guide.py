"""The guide's examples give what the guide says, and its tables are the schema."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import scoresheet

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "guide" / "python.md"


def test_the_examples_of_the_guide(
    samples: Path, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "samples").symlink_to(samples)
    (tmp_path / "archive").symlink_to(archive)
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(GUIDE), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0 and result.attempted > 30


def table(rows: str) -> str:
    """The columns of a table in Markdown."""
    lines = [f"| `{rows}` | type | what it is | null |", "| --- | --- | --- | --- |"]
    for column in scoresheet.schema(rows):  # type: ignore[arg-type]
        about = column.about + ("; only on request" if column.on_request else "")
        kind = column.type.replace("non-null ", "").replace("|", "\\|")
        lines.append(f"| `{column.name}` | {kind} | {about} | {'null' if column.nullable else ''} |")
    return "\n".join(lines)


@pytest.mark.parametrize("rows", ["records", "plies", "diagnostics"])
def test_the_tables_of_the_guide_are_the_schema(rows: str) -> None:
    assert table(rows) in GUIDE.read_text()
