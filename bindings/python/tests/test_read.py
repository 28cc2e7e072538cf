"""Archives as tables: the schema, the readers, memory, threads, interruptions."""

from __future__ import annotations

import gzip
import signal
import subprocess
import sys
import textwrap
import threading
import time
import zipfile
from pathlib import Path

import duckdb
import pandas
import polars
import pyarrow as pa
import pytest

import scoresheet

text, long, int_ = pa.string(), pa.int64(), pa.int32()


def some(name: str, kind: pa.DataType) -> pa.Field:
    return pa.field(name, kind, nullable=False)


def listed(kind: pa.DataType) -> pa.DataType:
    return pa.list_(pa.field("item", kind, nullable=False))


DATE = pa.struct([some("year", int_), pa.field("month", int_), pa.field("day", int_)])
PATH = listed(pa.struct([some("ply", int_), some("index", int_)]))

RECORDS = pa.schema(
    [
        some("file", text), some("record", long), some("line", long), some("byte", long),
        pa.field("game", text), pa.field("variant", text), some("options", listed(text)), pa.field("board", text),
        pa.field("notation", text), some("valid", pa.bool_()), some("plies", int_), some("moves", listed(text)),
        some("outcome", text), pa.field("winner", text), pa.field("reason", text), pa.field("claimed", text),
        some("tags", pa.map_(text, pa.field("value", text, nullable=False))), pa.field("date", DATE),
        pa.field("position", text), some("codes", listed(text)),
    ]
)  # fmt: skip
PLIES = pa.schema(
    [
        some("file", text), some("record", long), some("ply", int_), some("turn", int_), some("side", text),
        pa.field("move", text), some("legal", pa.bool_()),
    ]
)  # fmt: skip
DIAGNOSTICS = pa.schema(
    [
        some("file", text), pa.field("record", long), some("severity", text), some("code", text), pa.field("rule", text),
        pa.field("ply", int_), pa.field("line", long), pa.field("column", long), pa.field("span", listed(long)),
        some("message", text), pa.field("help", text), some("variation", PATH),
    ]
)  # fmt: skip


@pytest.mark.parametrize(("rows", "schema"), [("records", RECORDS), ("plies", PLIES), ("diagnostics", DIAGNOSTICS)])
def test_the_schema_is_that(rows: str, schema: pa.Schema, samples: Path) -> None:
    table = scoresheet.read(samples, rows=rows).to_arrow()  # type: ignore[arg-type]
    assert table.schema.equals(schema)
    table.validate(full=True)
    assert table.num_rows > 100
    described = [column for column in scoresheet.schema(rows) if not column.on_request]  # type: ignore[arg-type]
    assert [(column.name, column.nullable) for column in described] == [(one.name, one.nullable) for one in schema]
    assert all(column.about for column in described)
    # What must not be null is not.
    for field in schema:
        if not field.nullable:
            assert table[field.name].null_count == 0, field.name


def test_rows_of_one_record() -> None:
    import tempfile

    with tempfile.NamedTemporaryFile(suffix=".txt") as file:
        file.write(b'# a remark\n\n[Game "forza4"]\n[White "Rossi"]\n[Date "1990.05.??"]\n\n1. c, e; 2. c, z White')
        file.flush()
        [row] = scoresheet.read(file.name).to_arrow().to_pylist()
        assert row["date"] == {"year": 1990, "month": 5, "day": None}
        assert row["tags"] == [("Game", "forza4"), ("White", "Rossi"), ("Date", "1990.05.??")]
        assert (row["byte"], row["line"], row["moves"], row["codes"][0]) == (0, 1, ["c", "e", "c"], "off-board")
        assert (row["valid"], row["plies"], row["outcome"], row["winner"]) == (False, 3, "unfinished", None)
        plies = scoresheet.read(file.name, rows="plies", columns=["ply", "turn", "side", "move", "legal", "position"])
        assert plies.to_arrow().to_pylist()[1:] == [
            {"ply": 2, "turn": 1, "side": "Red", "move": "e", "legal": True, "position": "7/7/7/7/7/2W1R2 W"},
            {"ply": 3, "turn": 2, "side": "White", "move": "c", "legal": True, "position": "7/7/7/7/2W4/2W1R2 R"},
            {"ply": 4, "turn": 2, "side": "Red", "move": "z", "legal": False, "position": None},
        ]
        [first, *_] = scoresheet.read(file.name, rows="diagnostics").to_arrow().to_pylist()
        [report] = scoresheet.validate(file.name)
        said = report.diagnostics[0]
        assert (first["code"], first["ply"], first["line"], first["column"], tuple(first["span"]), first["message"]) == (
            said.code, said.ply, said.line, said.column, said.span, said.message,
        )  # fmt: skip


def test_all_readers_see_the_same(archive: Path) -> None:
    games = scoresheet.read(archive)
    table = pa.table(games)
    assert table.num_rows == 3000
    # The stream can be asked for again, by everybody.
    frame = polars.DataFrame(games)
    assert isinstance(frame, polars.DataFrame) and frame.height == 3000
    series = polars.from_arrow(games)
    assert isinstance(series, polars.Series)
    assert series.struct.unnest()["plies"].sum() == frame["plies"].sum()
    total = int(frame["plies"].sum())
    assert duckdb.sql("select count(*), sum(plies) from games").fetchall() == [(3000, total)]
    assert duckdb.sql("select tags['White'] as white from games order by record limit 1").fetchall() == [("engine-0",)]
    data = games.to_pandas()
    assert isinstance(data, pandas.DataFrame) and int(data["plies"].sum()) == total
    # The types of pandas do not know this yet.
    assert int(pandas.DataFrame.from_arrow(games)["plies"].sum()) == total  # type: ignore[attr-defined]


def test_the_number_of_threads_changes_nothing(archive: Path) -> None:
    one = scoresheet.read(archive, jobs=1).to_arrow()
    assert one.equals(scoresheet.read(archive, jobs=3).to_arrow())
    numbers = one.column("record").to_pylist()
    assert numbers == [*range(1, 1001)] * 3


def test_columns_and_expressions(archive: Path) -> None:
    games = scoresheet.read(archive, columns=["plies", "record"], where="White ~ engine-2 and valid")
    assert games.columns == ["plies", "record"]
    table = games.to_arrow()
    whole = scoresheet.read(archive).to_arrow().to_pylist()
    wanted = [row for row in whole if dict(row["tags"])["White"] == "engine-2" and row["valid"]]
    assert table.num_rows == len(wanted) > 100
    assert table.column("record").to_pylist() == [row["record"] for row in wanted]
    # The number of a record in its file is known only when all parts before it are.
    few = scoresheet.read(archive, columns=["record"], where="record in (2, 999)").to_arrow()
    assert few.column("record").to_pylist() == [2, 999] * 3
    for columns in (["rekord"], []):
        with pytest.raises(ValueError, match="column"):
            scoresheet.read(archive, columns=columns)
    with pytest.raises(ValueError, match="rows are"):
        scoresheet.read(archive, rows="games")  # type: ignore[arg-type]
    with pytest.raises(scoresheet.Illegal, match="expected"):
        scoresheet.read(archive, where="plies >")


def test_verdicts_do_not_depend_on_the_columns(samples: Path) -> None:
    whole = scoresheet.read(samples).to_arrow()
    for columns in (["valid", "plies", "codes"], ["claimed"], ["moves"], ["position", "valid"]):
        part = scoresheet.read(samples, columns=columns).to_arrow()
        assert part.equals(whole.select(columns)), columns
    replayed = scoresheet.read(samples, columns=["valid", "codes"], where="plies >= 0").to_arrow()
    assert replayed.equals(whole.select(["valid", "codes"]))


def test_diagnostics_count_what_records_name(samples: Path) -> None:
    records = scoresheet.read(samples, columns=["file", "record", "codes"]).to_arrow().to_pylist()
    named = {(row["file"], row["record"], code) for row in records for code in row["codes"]}
    told = scoresheet.read(samples, rows="diagnostics").to_arrow().to_pylist()
    assert {(row["file"], row["record"], row["code"]) for row in told if row["record"]} == named


def test_damaged_files_are_rows(tmp_path: Path, archive: Path) -> None:
    whole = (archive / "games-0.txt").read_bytes()
    (tmp_path / "cut.txt.gz").write_bytes(gzip.compress(whole)[:-2000])
    (tmp_path / "sound.txt").write_bytes(whole)
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as packed:
        packed.writestr("a.txt", whole)
        packed.writestr("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(300))
    games = scoresheet.read(tmp_path)
    table = games.to_arrow()
    assert [name for name, _ in games.unread] == [str(tmp_path / "cut.txt.gz")]
    assert table.num_rows > 2000
    faults = scoresheet.read(tmp_path, rows="diagnostics").to_arrow().to_pylist()
    of_files = [(Path(row["file"]).name, row["code"], row["severity"]) for row in faults if row["record"] is None]
    assert ("cut.txt.gz", "unreadable", "error") in of_files
    assert ("two.zip:picture.png", "no-records", "note") in of_files


def test_an_empty_archive_has_a_schema(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("")
    table = scoresheet.read(tmp_path).to_arrow()
    assert table.num_rows == 0 and table.schema.equals(RECORDS)


def test_batches_are_bounded_and_streams_end_early(archive: Path, tmp_path: Path) -> None:
    big = tmp_path / "big.txt"
    big.write_bytes(b"".join(path.read_bytes() for path in sorted(archive.iterdir())) * 20)
    threads = threading.active_count()
    reader = pa.RecordBatchReader.from_stream(scoresheet.read(big, rows="plies"))
    first = reader.read_next_batch()
    assert 0 < first.num_rows <= 1 << 17
    reader.close()
    del reader
    # Nothing is left behind that Python knows of, and another stream begins anew.
    assert threading.active_count() == threads
    assert pa.RecordBatchReader.from_stream(scoresheet.read(big, rows="plies")).read_next_batch().equals(first)
    sizes = [batch.num_rows for batch in pa.RecordBatchReader.from_stream(scoresheet.read(big))]
    assert sum(sizes) == 60_000 and len(sizes) > 1 and max(sizes) <= 1 << 17


def test_files_of_one_record_share_batches(tmp_path: Path) -> None:
    for number in range(200):
        (tmp_path / f"{number:03}.txt").write_text('[Game "forza4"]\n\n1. c, e\n')
    batches = list(pa.RecordBatchReader.from_stream(scoresheet.read(tmp_path)))
    assert [batch.num_rows for batch in batches] == [200]


def test_python_goes_on_while_records_are_read(archive: Path) -> None:
    """The threads that read never need the lock of Python: a thread of Python counts all the while."""
    count, stop = 0, threading.Event()

    def counting() -> None:
        nonlocal count
        while not stop.is_set():
            count += 1
            time.sleep(0)

    thread = threading.Thread(target=counting)
    thread.start()
    table = scoresheet.read([archive] * 5, jobs=2).to_arrow()
    during = count
    stop.set()
    thread.join()
    assert table.num_rows == 15_000 and during > 0


def test_ctrl_c_ends_a_stream(archive: Path, tmp_path: Path) -> None:
    """A child reads for ever, and is interrupted."""
    code = textwrap.dedent(
        f"""
        import scoresheet, pyarrow, signal, sys
        # A shell may have started this with the signal ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        games = scoresheet.read([{str(archive)!r}] * 100_000, columns=["plies"])
        print("begun", flush=True)
        try:
            pyarrow.table(games)
        except KeyboardInterrupt:
            print("interrupted")
        except BaseException as error:
            print(type(error).__name__, error)
        """
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path
    )
    assert child.stdout is not None and child.stdout.readline() == "begun\n"
    time.sleep(1)
    child.send_signal(signal.SIGINT)
    # Where Python looks at the signal is its own affair: in the stream, or in the line that prints what the stream has said.
    out, _ = child.communicate(timeout=60)
    assert "interrupt" in out.lower()
