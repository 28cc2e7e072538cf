"""The package says of everything what it takes and gives, and its examples are true."""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import scoresheet

HERE = Path(__file__).resolve().parents[1]
MODULES = ["", "._facts", "._game", "._judge", "._rows"]


def test_mypy_has_nothing_to_say(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "pyproject.toml", "--cache-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_name_what_the_native_part_has() -> None:
    from scoresheet import _native

    stubs = (HERE / "scoresheet" / "_native.pyi").read_text()
    public = {name for name in dir(_native) if not name.startswith("_")}
    assert public == {name for name in public if f"def {name}(" in stubs or f"class {name}" in stubs}
    for kind in (_native.Position, _native.Reading):
        members = {name for name in vars(kind) if not name.startswith("_")}
        missing = {name for name in members if f"def {name}(" not in stubs}
        assert not missing


def test_everything_is_documented() -> None:
    for name in scoresheet.__all__:
        thing = getattr(scoresheet, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert inspect.getdoc(thing), name


@pytest.mark.parametrize("module", MODULES)
def test_examples_are_true(module: str) -> None:
    import importlib

    found = importlib.import_module(f"scoresheet{module}")
    result = doctest.testmod(found)
    assert result.failed == 0 and (result.attempted > 0)
