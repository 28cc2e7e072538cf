"""Spark: a data source, and rows of texts that stand in a column already.

>>> from scoresheet.spark import ScoresheetDataSource
>>> spark.dataSource.register(ScoresheetDataSource)                                      # doctest: +SKIP
>>> games = spark.read.format("scoresheet").option("columns", "file,byte,valid").load("/data/**/*.txt.zst")  # doctest: +SKIP

Options of the data source:

- `rows`: `records` (the default), `plies` or `diagnostics`;
- `columns`: the names of columns with commas between. Spark does not tell a Python data source which columns a query uses, so
  name them here, or with `.schema("file string, valid boolean")`: what is not named is not computed;
- `where`: an expression; only records for which it is true become rows;
- `partitions`: into how many tasks the input is cut, about; `partitionBytes`: how many bytes a task reads, 64 MiB by default;
- everything that `scoresheet.read` takes besides: `game`, `variant`, `format`, `encoding` and so on.

Plain transcripts, lists, JSON Lines and SGF collections are cut into ranges of bytes. Compressed files, archives, tables and all
others are read whole, each by one task. A record has its number and its lines in the whole file, whatever the cuts: where a
column needs them, the driver counts beforehand. `byte` needs no counting.

Paths must lead every executor to the same file. `s3://`, `hdfs://` and the like do not: `read_binary` reads those through Spark.
"""

from __future__ import annotations

import errno
import glob
import json
import os
import re
from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import StructType

from scoresheet import _native
from scoresheet._rows import Rows
from scoresheet._source import Known, known

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["ScoresheetDataSource", "read_binary", "rows_of", "schema_of"]

_TEXTS = ("game", "variant", "options", "board", "starts", "notation", "format", "moves_column", "delimiter", "encoding")
_TRUTHS = ("header", "leaves", "strict")
_OWN = ("rows", "columns", "where", "partitions", "partitionBytes", "max_record", "path", "paths")

# Less than this is not worth a task.
_LEAST = 4 * 1024


def _settings(options: MutableMapping[str, str]) -> dict[str, Any]:
    """What the options tell of the records."""
    given = {name.lower(): value for name, value in options.items()}
    names = [*_OWN, *_TEXTS, *_TRUTHS]
    if unknown := sorted(given.keys() - {name.lower() for name in names}):
        raise ValueError(f"there is no option {unknown[0]!r}; the options are {', '.join(names)}")
    settings: dict[str, Any] = {name: given[name] for name in _TEXTS if name in given}
    for name in _TRUTHS:
        if name in given:
            settings[name] = given[name].strip().lower() == "true"
    if "max_record" in given:
        settings["max_record"] = int(given["max_record"])
    return settings


def _known(settings: dict[str, Any]) -> _native.Known:
    return known(cast(Known, settings))


def _names(given: str | Sequence[str] | None) -> list[str] | None:
    if given is None:
        return None
    names = given.split(",") if isinstance(given, str) else list(given)
    return [name.strip() for name in names]


def schema_of(rows: Rows = "records", columns: str | Sequence[str] | None = None) -> StructType:
    """The schema in Spark's words."""
    empty = _native.Reading.of_texts([], _known({}), rows, _names(columns), None, 1)
    return from_arrow_schema(pa.schema(empty))


def _paths(given: Iterable[str]) -> list[str]:
    """The files under the paths: those that match a glob, and those in folders."""
    found = []
    for path in given:
        if scheme := re.match(r"([A-Za-z][A-Za-z0-9+.-]*)://", path):
            if scheme[1] != "file":
                raise ValueError(
                    f"{path}: executors cannot open this as a file; "
                    f'`scoresheet.spark.read_binary(spark, "{path}")` reads it through Spark, file by file'
                )
            path = path.removeprefix("file://")
        path = path.removeprefix("file:")
        matches = [path] if os.path.exists(path) else sorted(glob.glob(path, recursive=True))
        if not matches:
            raise FileNotFoundError(errno.ENOENT, "there is no such file or folder", path)
        for match in matches:
            if os.path.isdir(match):
                for folder, folders, files in os.walk(match):
                    folders.sort()
                    folders[:] = [name for name in folders if not name.startswith(".")]
                    found += [os.path.join(folder, name) for name in sorted(files) if not name.startswith(".")]
            else:
                found.append(match)
    return found


@dataclass
class _Range(InputPartition):
    """A range of a file."""

    path: str
    settled: str
    ends: tuple[int, int]
    before: tuple[int, int]


@dataclass
class _Files(InputPartition):
    """Whole files."""

    paths: list[str]


class ScoresheetDataSource(DataSource):
    """`spark.read.format("scoresheet")`; the head of this module tells its options."""

    @classmethod
    def name(cls) -> str:
        return "scoresheet"

    def schema(self) -> StructType:
        _settings(self.options)
        return schema_of(cast(Rows, self.options.get("rows", "records")), self.options.get("columns"))

    def reader(self, schema: StructType) -> DataSourceReader:
        return _Reader(dict(self.options.items()), schema)


class _Reader(DataSourceReader):
    def __init__(self, options: dict[str, str], schema: StructType) -> None:
        given = {name.lower(): value for name, value in options.items()}
        self.rows = cast(Rows, given.get("rows", "records"))
        self.columns = schema.fieldNames()
        # Names that there are not are refused here, before any executor begins.
        schema_of(self.rows, self.columns)
        self.where = given.get("where")
        self.settings = _settings(options)
        self.count = int(given["partitions"]) if "partitions" in given else None
        self.size = int(given.get("partitionbytes", 64 * 1024 * 1024))
        self.schema = schema
        paths = json.loads(given["paths"]) if "paths" in given else []
        paths += [given["path"]] if "path" in given else []
        if not paths:
            raise ValueError("name what is to be read: .load(path)")
        self.paths = paths

    def partitions(self) -> list[InputPartition]:
        files = _paths(self.paths)
        sizes = [os.path.getsize(path) for path in files]
        size = max(sum(sizes) // self.count, 1) if self.count else self.size
        parts: list[InputPartition] = []
        whole: list[str] = []
        held = 0

        def settle() -> None:
            nonlocal held
            if whole:
                parts.append(_Files(whole.copy()))
            whole.clear()
            held = 0

        for path, length in zip(files, sizes, strict=True):
            # A file that is a little longer than a part is one part.
            cuts = min(round(length / size), max(length // _LEAST, 1))
            ranges = self._ranges(path, cuts) if cuts > 1 else []
            if ranges:
                settle()
                parts += ranges
                continue
            if held and held + length > size * 3 // 2:
                settle()
            whole.append(path)
            held += length
        settle()
        return parts

    def _ranges(self, path: str, cuts: int) -> list[_Range]:
        """The ranges of a file; none if it cannot be cut."""
        settings = _known(self.settings)
        found = _native.prologue_of(path, settings)
        if found is None:
            return []
        settled, length = found
        places = [length * number // cuts for number in range(cuts + 1)]
        ends = list(zip(places, places[1:], strict=False))
        before = [(0, 0)] * cuts
        # The number of a record in its file is known only when all before it are counted.
        if self.where or {"record", "line"} & set(self.columns):
            records = lines = 0
            for number, (more, further) in enumerate(_native.counts_of(path, settings, settled, ends[:-1]), 1):
                records, lines = records + more, lines + further
                before[number] = (records, lines)
        return [_Range(path, settled, end, counted) for end, counted in zip(ends, before, strict=True)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        settings = _known(self.settings)
        match partition:
            case _Range(path, settled, ends, before):
                table = _native.Reading.of_range(
                    path, settled, ends, before, settings, self.rows, self.columns, self.where
                )
            case _Files(paths):
                table = _native.Reading(paths, settings, self.rows, self.columns, self.where, 1)
            case _:
                return iter(())
        return _batches(table, self.schema)


def _batches(table: _native.Reading, schema: StructType) -> Iterator[pa.RecordBatch]:
    """The batches, with the names that Spark gives to the fields inside of columns."""
    wanted = to_arrow_schema(schema, timezone="UTC")
    for batch in pa.RecordBatchReader.from_stream(table):
        yield batch.cast(wanted)


def rows_of(
    frame: DataFrame,
    text: str,
    *,
    name: str | None = None,
    rows: Rows = "records",
    columns: str | Sequence[str] | None = None,
    where: str | None = None,
    **defaults: Any,
) -> DataFrame:
    """Rows of texts that stand in a column of `frame`, as strings or bytes; each may hold many records, and be compressed.

    The column `name`, turned into a string, is the `file` of the rows, so that they can be joined with the frame. Batches go
    from column to column as Arrow (`mapInArrow`).
    """
    schema = schema_of(rows, columns)
    names = schema.fieldNames()

    def work(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        settings = _known(defaults)
        for batch in batches:
            texts = batch.column(0).to_pylist()
            files = batch.column(1).to_pylist() if name else ["<text>"] * len(texts)
            given = [
                (str(file), text.encode() if isinstance(text, str) else bytes(text))
                for file, text in zip(files, texts, strict=True)
                if text is not None
            ]
            yield from _batches(_native.Reading.of_texts(given, settings, rows, names, where, 1), schema)

    from pyspark.sql.functions import col

    chosen = [col(text)] + ([col(name).cast("string")] if name else [])
    return frame.select(*chosen).mapInArrow(work, schema)


def read_binary(
    spark: SparkSession,
    path: str | Sequence[str],
    *,
    rows: Rows = "records",
    columns: str | Sequence[str] | None = None,
    where: str | None = None,
    **defaults: Any,
) -> DataFrame:
    """Reads files of any file system that Spark knows, `s3://` and `hdfs://` among them, each whole and by one task.

    Spark's binary files are held in memory, and are at most 2 GiB each.
    """
    paths = [path] if isinstance(path, str) else list(path)
    files = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(paths)
    return rows_of(files, "content", name="path", rows=rows, columns=columns, where=where, **defaults)
