"""Archives as tables: rows of records, plies or diagnostics, for everything that speaks Arrow."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Unpack

from scoresheet import _native
from scoresheet._source import Known, known, paths, threads

if TYPE_CHECKING:
    import pandas
    import polars

Rows = Literal["records", "plies", "diagnostics"]


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    name: str
    type: str
    """The Arrow type."""
    nullable: bool
    """Whether null may stand there."""
    on_request: bool
    """Whether it is there only if `columns=` names it."""
    about: str


def schema(rows: Rows = "records") -> list[Column]:
    """The columns of a table.

    >>> [column.name for column in schema("plies")]
    ['file', 'record', 'ply', 'turn', 'side', 'move', 'legal', 'position']
    """
    return [Column(*column) for column in _native.columns(rows)]


class Reading(_native.Reading):
    """Records that are read when somebody asks for them, each time from the start.

    `pyarrow.table(games)`, `polars.DataFrame(games)` and `duckdb.sql("from games")` take it as it is. (`polars.from_arrow`
    makes a series of structs of whatever is no table of pyarrow; `.struct.unnest()` makes a frame of that.)
    """

    def to_arrow(self) -> Any:
        """A `pyarrow.Table`."""
        import pyarrow

        return pyarrow.table(self)

    def to_polars(self) -> polars.DataFrame:
        """A frame of Polars."""
        import polars

        return polars.DataFrame(self)

    def to_pandas(self) -> pandas.DataFrame:
        """A frame of pandas, whose columns stay in Arrow's memory."""
        import pandas

        frame: pandas.DataFrame = self.to_arrow().to_pandas(types_mapper=pandas.ArrowDtype)
        return frame


def read(
    given: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    rows: Rows = "records",
    columns: Sequence[str] | None = None,
    where: str | None = None,
    jobs: int | None = None,
    **defaults: Unpack[Known],
) -> Reading:
    """Reads files, folders and archives, compressed or not, as a table.

    `rows` are records, plies of main lines, or diagnostics; `columns` names the columns, all but those on request by default
    (what is not asked for is not computed); `where` keeps records for which an expression is true; `jobs` is the number of
    threads, one for each processor by default.

    Memory does not grow with the archive. A file that cannot be read on is a row of `diagnostics`, and stands in `unread`
    once the stream has ended.
    """
    if isinstance(columns, str):
        raise TypeError(f"columns are a list of names: columns=[{columns!r}]")
    names = None if columns is None else list(columns)
    return Reading(paths(given), known(defaults), rows, names, where, threads(jobs))
