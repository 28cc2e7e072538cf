"""What several tests need: samples, and an archive that is generated once."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import scoresheet

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def samples() -> Path:
    """The samples of the repository."""
    return ROOT / "samples"


def random_games(count: int, seed: int) -> list[str]:
    """Games of Forza 4 played at random, some of them with a fault."""
    dice = random.Random(seed)
    texts = []
    for number in range(count):
        position = scoresheet.Position("forza4")
        while legal := position.legal():
            position.play(dice.choice(legal))
        plies = position.plies
        result = position.winner or "draw"
        if number % 10 == 3:
            plies = plies[:5] + ["z"] + plies[5:]
        if number % 10 == 7:
            result = "Red" if result != "Red" else "White"
        year, month = 2000 + number % 20, 1 + number % 12
        date = f"{year}.??.??" if number % 5 == 0 else f"{year}.{month:02}.{1 + number % 28:02}"
        tags = {"Game": "forza4", "White": f"engine-{number % 4}", "Red": f"engine-{number % 3}", "Date": date, "Result": result}
        head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
        texts.append(f"{head}\n{' '.join(plies)}\n\n")
    return texts


def write_games(path: Path, count: int) -> int:
    """Writes about so many random games to a file, 4,000 different ones in a new order each time; says how many."""
    some, dice = random_games(4000, 7), random.Random(7)
    with open(path, "w") as file:
        for _ in range(count // len(some)):
            dice.shuffle(some)
            file.write("".join(some))
    return count // len(some) * len(some)


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of some files with 3,000 games in all; no game is like another."""
    folder = tmp_path_factory.mktemp("archive")
    for index in range(3):
        (folder / f"games-{index}.txt").write_text("".join(random_games(1000, index)))
    return folder
