"""Measures the data source: python benches/spark.py PROGRAM [GAMES], on one executor and on two, beside the plain program.

The peak of memory is the largest resident set (`VmHWM` of Linux) of a process of each kind, asked for every tenth of a second.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

COLUMNS = "file,byte,game,valid,plies,outcome,winner,codes"


def main() -> None:
    from conftest import write_games

    program, games = str(Path(sys.argv[1]).resolve()), int(sys.argv[2]) if len(sys.argv) > 2 else 2_000_000
    if len(sys.argv) > 4:
        spark(sys.argv[3], int(sys.argv[4]), games)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.txt"
        games = write_games(path, games)
        for jobs in (1, 2):
            begun = time.perf_counter()
            subprocess.run([program, "audit", "--quiet", "--format", "none", "--jobs", str(jobs), str(path)], check=False)
            took = time.perf_counter() - begun
            print(f"the program, {jobs} thread(s): {games / took:,.0f} games/s")
        for count in (1, 2):
            # Spark's programs look for packages in this folder first, and the sources here hold no native part.
            call = [sys.executable, str(Path(__file__).resolve()), program, str(games), str(path), str(count)]
            subprocess.run(call, check=True, cwd=folder)


def spark(path: str, executors: int, games: int) -> None:
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    from pyspark.sql import SparkSession

    from scoresheet.spark import ScoresheetDataSource

    builder = SparkSession.builder.master(f"local-cluster[{executors},1,1024]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.host", "127.0.0.1")
    session = builder.config("spark.executor.memory", "1024m").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    session.dataSource.register(ScoresheetDataSource)
    peaks: dict[str, int] = {}
    threading.Thread(target=watch, args=(peaks,), daemon=True).start()
    frame = session.read.format("scoresheet").option("columns", COLUMNS).option("partitions", 8).load(path)
    # The first run starts the programs of Python.
    for run in ("first", "second"):
        begun = time.perf_counter()
        frame.groupBy("winner").agg({"plies": "sum"}).collect()
        took = time.perf_counter() - begun
        print(f"Spark, {executors} executor(s), {run} run: {games / took:,.0f} games/s", flush=True)
    for kind, peak in sorted(peaks.items()):
        print(f"Spark, {executors} executor(s), peak of {kind}: {peak / 1024:,.0f} MB", flush=True)
    session.stop()


def watch(peaks: dict[str, int]) -> None:
    """Keeps the largest resident set of a process of each kind below this one, in KB."""
    while True:
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
                found[int(folder.name)] = (int(status["PPid"]), status, (folder / "cmdline").read_bytes())
            except (OSError, ValueError):
                continue
        for number, (parent, status, command) in found.items():
            above = {number}
            while parent in found and parent not in above:
                above.add(parent)
                parent = found[parent][0]
            if os.getpid() in above and number != os.getpid() and "VmHWM" in status:
                is_java = status["Name"].strip() == "java"
                kind = "an executor's Java" if b"CoarseGrainedExecutorBackend" in command else "the driver's Java"
                kind = kind if is_java else "a worker of Python"
                peaks[kind] = max(peaks.get(kind, 0), int(status["VmHWM"].split()[0]))
        time.sleep(0.1)


if __name__ == "__main__":
    main()
