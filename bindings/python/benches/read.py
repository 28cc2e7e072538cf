"""Measures `read`: python benches/read.py PROGRAM [GAMES]. PROGRAM is the `scoresheet` to compare with, built in the same way.

Each measurement is a process of its own, so that its peak of memory is its own; the best of three counts.
On a machine that others use, the time of a core for each game tells more than games a second.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

VERDICTS = "['file', 'byte', 'game', 'valid', 'plies', 'outcome', 'winner', 'codes']"
NO_MOVES = "[c.name for c in scoresheet.schema() if c.name not in ('moves', 'position')]"
DRAIN = "sum(batch.num_rows for batch in pyarrow.RecordBatchReader.from_stream(games))"

WAYS = {
    "verdicts, to batches of pyarrow": (f"columns={VERDICTS}", DRAIN),
    "all but moves and position, to batches": (f"columns={NO_MOVES}", DRAIN),
    "all columns, to batches": ("", DRAIN),
    "all columns, to a table of pyarrow": ("", "pyarrow.table(games)"),
    "all columns, to Polars": ("", "import polars; polars.DataFrame(games)"),
    "all columns, a sum in DuckDB": ("", "import duckdb; duckdb.sql('select winner, sum(plies), sum(len(moves)) from games group by 1').fetchall()"),
    "plies, to batches": ("rows='plies'", DRAIN),
    "diagnostics, to batches": ("rows='diagnostics'", DRAIN),
}


def main() -> None:
    from conftest import write_games

    program, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.txt"
        games = write_games(path, games)
        print(f"{games} games, {path.stat().st_size / 1e6:.0f} MB")
        for jobs in (1, 2):
            print(f"\n{jobs} thread(s):")
            for form in ("none", "jsonl"):
                command = [program, "audit", "--quiet", "--jobs", str(jobs), "--format", form, str(path)]
                tell(f"audit --format {form}", command, games)
            for name, (options, then) in WAYS.items():
                code = f"import scoresheet, pyarrow; games = scoresheet.read({str(path)!r}, jobs={jobs}, {options}); {then}"
                tell(name, [sys.executable, "-c", code], games)


def tell(name: str, command: list[str], games: int) -> None:
    best, least, peak = float("inf"), float("inf"), 0
    for _ in range(int(os.environ.get("RUNS", "3"))):
        begun = time.perf_counter()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        # The program says with 1 that some records are not valid.
        assert os.waitstatus_to_exitcode(status) in ((0,) if command[0] == sys.executable else (0, 1)), command
        best, peak = min(best, time.perf_counter() - begun), max(peak, used.ru_maxrss)
        least = min(least, used.ru_utime + used.ru_stime)
    print(f"  {name:42} {games / best:>12,.0f} games/s {least / games * 1e6:>6.2f} µs of a core {peak / 1024:>7.0f} MB")


if __name__ == "__main__":
    main()
