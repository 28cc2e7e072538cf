"""The data source of Spark on a cluster of two executors, which are programs of their own."""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import scoresheet
from conftest import random_games

pytest.importorskip("pyspark")

from pyspark.sql import DataFrame, SparkSession  # noqa: E402

from scoresheet import spark as source  # noqa: E402
from scoresheet._rows import Rows  # noqa: E402

# How many games the large archive has.
GAMES = int(os.environ.get("SCORESHEET_SPARK_GAMES", "2000000"))


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("scoresheet")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.executor.memory": "1024m",
        "spark.driver.memory": "1g",
        "spark.sql.shuffle.partitions": "4",
        "spark.task.maxFailures": "4",
        "spark.executorEnv.PYTHONPATH": os.environ.get("PYTHONPATH", ""),
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session: SparkSession = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    session.dataSource.register(source.ScoresheetDataSource)
    yield session
    session.stop()


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games in one plain file: those of 4,000 games that are played at random, over and over in another order."""
    folder = tmp_path_factory.mktemp("large")
    games = random_games(4000, 7)
    dice = random.Random(7)
    with open(folder / "games.txt", "w") as file:
        for _ in range(max(GAMES // len(games), 1)):
            dice.shuffle(games)
            file.write("".join(games))
    return folder / "games.txt"


def load(spark: SparkSession, path: Any, **options: Any) -> DataFrame:
    return spark.read.format("scoresheet").options(**options).load(str(path))


def print_of(frame: DataFrame) -> tuple[int, int, int]:
    """What tells whether two frames have the same rows, whatever their order; and how many there are."""
    # Spark makes no hash of a map.
    names = [f"cast({name} as string)" if kind.startswith("map") else name for name, kind in frame.dtypes]
    hashed = frame.selectExpr(f"xxhash64({', '.join(names)}) as hash")
    [row] = hashed.selectExpr("sum(hash % 1000000007)", "bit_xor(hash)", "count(*)").collect()
    return (row[0], row[1], row[2])


def test_rows_are_those_of_read(spark: SparkSession, samples: Path) -> None:
    rows: Rows
    for rows in ("records", "plies", "diagnostics"):
        frame = load(spark, samples, rows=rows, partitions=3)
        table = scoresheet.read(samples, rows=rows).to_arrow()
        assert frame.columns == table.column_names
        key = ("file", "record", "ply") if rows == "plies" else ("file", "record")
        found = [row.asDict(recursive=True) for row in frame.collect()]
        expected = [{**row, **({"tags": dict(row["tags"])} if "tags" in row else {})} for row in table.to_pylist()]

        def order(row: dict[str, Any], key: tuple[str, ...] = key) -> tuple[Any, ...]:
            return tuple((row[name] is not None, row[name]) for name in key)

        # The order of the diagnostics of a record is that of their places: sorting keeps it.
        assert sorted(found, key=order) == sorted(expected, key=order)


def test_columns_that_are_not_named_are_not_there(spark: SparkSession, archive: Path) -> None:
    frame = load(spark, archive, columns="file, byte, valid", where="White = engine-1")
    assert frame.columns == ["file", "byte", "valid"]
    assert frame.count() == 750
    of_schema = spark.read.format("scoresheet").schema("valid boolean, plies int").load(str(archive))
    assert of_schema.columns == ["valid", "plies"] and of_schema.filter("valid").count() == 2400


def test_spark_names_no_columns_to_a_data_source() -> None:
    # If Spark ever tells which columns a query needs, `columns=` is no longer the only way.
    from pyspark.sql import datasource

    parts = vars(datasource.DataSourceReader)
    hooks = {name for name in parts if not name.startswith("_")}
    assert hooks <= {"pushFilters", "partitions", "read"}, hooks


def test_names_that_there_are_not_are_refused_before_any_task(spark: SparkSession, archive: Path) -> None:
    wanted = "records have no column .winer.; their columns are file, record, line"
    with pytest.raises(Exception, match=wanted):
        load(spark, archive, columns="file,winer")
    with pytest.raises(Exception, match=wanted):
        spark.read.format("scoresheet").schema("file string, winer string").load(str(archive)).collect()
    with pytest.raises(Exception, match="there is no option .colums.; the options are rows, columns, where"):
        load(spark, archive, colums="file,winner")


def test_a_file_is_cut_and_its_records_keep_their_numbers(spark: SparkSession, archive: Path) -> None:
    [whole] = {print_of(load(spark, archive, partitions=parts)) for parts in (1, 2, 7)}
    assert whole[2] == 3000
    path = archive / "games-0.txt"
    frame = load(spark, path, partitions=4, columns="record,line,byte")
    assert frame.rdd.getNumPartitions() == 4
    expected = scoresheet.read(path, columns=["record", "line", "byte"]).to_arrow().to_pylist()
    assert [row.asDict() for row in frame.orderBy("record").collect()] == expected
    # An expression about numbers sees those of the whole file.
    assert [row.record for row in load(spark, path, partitions=4, where="record = 777").collect()] == [777]


def test_lists_are_cut_too(spark: SparkSession, tmp_path: Path) -> None:
    lines = scoresheet.convert("".join(random_games(3000, 3)), to=["lines", "digits"]).text
    path = tmp_path / "games.lines"
    path.write_text('#: [Game "forza4"] [Notation "digits"]\n' + lines.partition("\n")[2])
    frame = load(spark, path, partitions=3)
    table = scoresheet.read(path).to_arrow()
    assert frame.count() == table.num_rows > 2000
    assert frame.filter("valid").count() == sum(table.column("valid").to_pylist())


def test_damaged_files_do_not_fail_a_job(spark: SparkSession, tmp_path: Path) -> None:
    import gzip

    text = "".join(random_games(500, 1)).encode()
    (tmp_path / "cut.txt.gz").write_bytes(gzip.compress(text)[:-3000])
    (tmp_path / "sound.txt.gz").write_bytes(gzip.compress(text))
    assert load(spark, tmp_path).filter("file like '%sound%'").count() == 500
    faults = load(spark, tmp_path, rows="diagnostics").filter("code = 'unreadable'").collect()
    assert [(Path(row.file).name, row.record, row.severity) for row in faults] == [("cut.txt.gz", None, "error")]


def test_what_executors_cannot_open_is_refused_with_advice(spark: SparkSession) -> None:
    for path in ("s3://bucket/games", "hdfs://host/games"):
        with pytest.raises(Exception, match="read_binary"):
            load(spark, path).count()


def test_binary_files_and_columns_of_text(spark: SparkSession, archive: Path) -> None:
    frame = source.read_binary(spark, str(archive), columns="file,record,valid")
    assert (frame.count(), frame.filter("valid").count()) == (3000, 2400)
    texts = spark.createDataFrame([(1, '[Game "forza4"]\n\n1. c, e'), (2, "1. h8, h8"), (3, None)], "id int, text string")
    rows = source.rows_of(texts, "text", name="id", columns=["file", "plies", "valid"]).orderBy("file").collect()
    assert [tuple(row) for row in rows] == [("1", 2, True), ("2", 0, False)]
    rows = source.rows_of(texts, "text", name="id", columns=["file", "plies", "valid"], game="gomoku").collect()
    assert ("2", 1, False) in [tuple(row) for row in rows]


def test_millions_of_games_are_the_same_in_1_2_and_7_parts(spark: SparkSession, large: Path) -> None:
    columns = "file,record,line,byte,valid,plies,winner,codes"
    prints = {parts: print_of(load(spark, large, partitions=parts, columns=columns)) for parts in (1, 2, 7)}
    assert len(set(prints.values())) == 1, prints
    assert prints[7][2] == max(GAMES // 4000, 1) * 4000


def executors(spark: SparkSession) -> list[int]:
    """The process ids of the executors: the parents of the parents of the Python programs that do their tasks."""

    def parent(process: int) -> int:
        with open(f"/proc/{process}/stat") as stat:
            return int(stat.read().rpartition(")")[2].split()[1])

    def java(_: Any) -> Iterator[int]:
        process = os.getpid()
        while process > 1:
            with open(f"/proc/{process}/comm") as comm:
                if comm.read().startswith("java"):
                    break
            process = parent(process)
        time.sleep(1)
        yield process

    return sorted(set(spark.sparkContext.parallelize(range(4), 4).mapPartitions(java).collect()))


def test_an_executor_dies_and_its_tasks_are_repeated(spark: SparkSession, large: Path) -> None:
    columns = "file,byte,valid,plies,winner,codes"

    def frame() -> DataFrame:
        return load(spark, large, partitions=12, columns=columns)

    expected = print_of(frame())
    running = executors(spark)
    assert len(running) == 2
    tracker = spark.sparkContext.statusTracker()
    failed, active, result = 0, 0, []
    thread = threading.Thread(target=lambda: result.append(print_of(frame())))
    thread.start()
    stages: set[int] = set()
    killed = False
    while thread.is_alive():
        stages.update(tracker.getActiveStageIds())
        infos = [info for info in map(tracker.getStageInfo, stages) if info]
        failed = max([failed, *(info.numFailedTasks for info in infos)])
        active = max([active, *(info.numActiveTasks for info in infos)])
        if not killed and any(info.numActiveTasks >= 2 and info.numCompletedTasks >= 1 for info in infos):
            # One of the two is in the middle of a task.
            os.kill(running[0], signal.SIGKILL)
            killed = True
        time.sleep(0.02)
    thread.join()
    assert killed and active >= 2
    assert failed >= 1, "no task has failed"
    assert result == [expected]
    # Another executor has come in its place, and one is the old one.
    after = executors(spark)
    assert running[0] not in after
