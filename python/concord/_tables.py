"""From tables of Python to a file that the command reads."""

from __future__ import annotations

import numbers
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Union

from concord.errors import InputError

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

#: The file of a table, whose name the command says in its report.
TABLE = "DataFrame"

Frames = Literal["pandas", "polars"]

#: The types of a table of labels: a DataFrame of pandas or polars, a table of Arrow or any object with Arrow's
#: PyCapsule interface (DuckDB, Ibis, …), a mapping of columns, the path of a file, folder or pattern, or several paths.
Labels: TypeAlias = Union[
    "pandas.DataFrame", "polars.DataFrame", "polars.LazyFrame", "pyarrow.Table", Mapping[str, Any], str,
    "os.PathLike[str]", Sequence["str | os.PathLike[str]"],
]


@dataclass(frozen=True)
class Source:
    """What a call is about.

    Attributes:
        path: of the file that the command reads.
        cwd: the folder that the command runs in, so that it says no path of ours; None for that of the caller.
        name: what messages call a table; "" where the caller named the file.
        frames: the kind of DataFrame to answer with.
        more: paths of further files, which are read as one with it.
        unnamed_index: whether there was an index without name that is not just the number of the row.
    """

    path: str
    name: str
    frames: Frames
    cwd: str | None = None
    unnamed_index: bool = False
    more: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """All files that the command reads."""
        return (self.path, *self.more)

    def mend(self, text: str, line: int | None) -> str:
        """Call the table by its name where a message of the command has the path of the file."""
        if not self.name:
            return text
        if line:
            text = text.replace(f"{self.path}:{line}:", f"{self.name}, row {line} (iloc[{line - 1}]):")
        return text


def hand_over(data: Labels, folder: Path, name: str = TABLE) -> Source:
    """Write a table into a file of the folder, unless it is the path of one already."""
    if isinstance(data, (str, os.PathLike)):
        return Source(os.fspath(data), "", "pandas")
    if isinstance(data, (list, tuple)) and data and all(isinstance(path, (str, os.PathLike)) for path in data):
        first, *more = map(os.fspath, data)
        return Source(first, "", "pandas", more=tuple(more))
    table, frames, unnamed_index = _arrow(data)
    import pyarrow.parquet

    path = folder / name
    pyarrow.parquet.write_table(table, path, compression="zstd", compression_level=1)
    return Source(path.name, path.name, frames, str(folder), unnamed_index)


def _arrow(data: Any) -> tuple[pyarrow.Table, Frames, bool]:
    """The table as one of Arrow, with categories as text, the kind of frame that it was, and its index."""
    import pandas
    import pyarrow

    module = type(data).__module__.partition(".")[0]
    if isinstance(data, pandas.DataFrame):
        table, unnamed_index = _of_pandas(data)
        return table, "pandas", unnamed_index
    if isinstance(data, Mapping):
        for name in data:
            _whole(str(name), f"a column is called {name!r}", str(name), None)
        try:
            frame = pandas.DataFrame(dict(data))
        except UnicodeEncodeError:  # pandas keeps texts as UTF-8; with objects the row is found below
            frame = pandas.DataFrame({name: pandas.Series(list(data[name]), dtype=object) for name in data})
        table, _ = _of_pandas(frame)
        return table, "pandas", False
    if module == "polars" and hasattr(data, "collect"):
        data = data.collect()
    if type(data).__name__ == "Series":
        raise TypeError("a Series is no table of labels: give a DataFrame with columns for items, labelers and labels")
    if hasattr(data, "__arrow_c_stream__") or isinstance(data, (pyarrow.Table, pyarrow.RecordBatch)):
        table = data.to_arrow() if module == "polars" else pyarrow.table(data)
        _unique(table.column_names)
        columns = {name: _plain(table.column(name)) for name in table.column_names}
        return pyarrow.table(columns), "polars" if module == "polars" else "pandas", False
    raise TypeError(
        f"{type(data).__module__}.{type(data).__qualname__} is no table of labels: give a DataFrame of pandas or "
        "polars, a table of Arrow, columns by name, or paths of files"
    )


def _of_pandas(frame: pandas.DataFrame) -> tuple[pyarrow.Table, bool]:
    import pandas
    import pyarrow

    if frame.columns.nlevels > 1:
        raise InputError("the columns of the DataFrame have several levels: give each one name, "
                         "as by df.columns = df.columns.map('_'.join)")
    names = [str(name) for name in frame.columns]
    _unique(names)
    columns: dict[str, Any] = {}
    # What an index names is a column like others, such as the item. One without names is said if the item is missing.
    for level, name in enumerate(frame.index.names):
        if name is not None and str(name) not in names:
            columns[str(name)] = pandas.Series(frame.index.get_level_values(level))
    for at, name in enumerate(names):
        columns[name] = frame.iloc[:, at]
    unnamed = None in frame.index.names and not isinstance(frame.index, pandas.RangeIndex)
    arrays = {name: _of_series(name, column) for name, column in columns.items()}
    return pyarrow.table(arrays), unnamed


def _of_series(name: str, column: pandas.Series[Any]) -> pyarrow.Array | pyarrow.ChunkedArray:
    """A column as one of Arrow; values of several types as text."""
    import pyarrow

    try:
        return _plain(pyarrow.array(column, from_pandas=True))
    except (pyarrow.ArrowException, TypeError, ValueError, NotImplementedError, OverflowError):
        texts = _texts(name, column)
    for row, text in enumerate(texts):
        if text is not None:
            _whole(text, f"column {name!r} holds {text!r} in row {row + 1} (iloc[{row}])", name, row + 1)
    return pyarrow.array(texts, pyarrow.string())


def _plain(column: Any) -> Any:
    """The same column with categories as text, of which alone Parquet keeps the order, and no types of extensions."""
    import pyarrow

    if isinstance(column, pyarrow.ChunkedArray):
        if isinstance(column.type, pyarrow.DictionaryType):
            column = column.unify_dictionaries()
        return pyarrow.chunked_array([_plain(chunk) for chunk in column.chunks],
                                     None if column.num_chunks else _plain(pyarrow.array([], column.type)).type)
    if isinstance(column, pyarrow.ExtensionArray):
        return _plain(column.storage)
    if not isinstance(column.type, pyarrow.DictionaryType):
        return column
    if not column.type.ordered:  # nothing to keep: as good as its values
        return _plain(column.dictionary_decode())
    categories = column.dictionary
    if not (pyarrow.types.is_string(categories.type) or pyarrow.types.is_large_string(categories.type)):
        categories = pyarrow.array([_text(c) for c in categories.to_pylist()], pyarrow.string())
    return pyarrow.DictionaryArray.from_arrays(column.indices.cast(pyarrow.int32()),
                                               categories.cast(pyarrow.string()), ordered=True)


def _texts(name: str, values: Iterable[Any]) -> list[str | None]:
    """Values of several types as text, each value a text of its own."""
    texts: list[str | None] = []
    first: dict[str, Any] = {}
    for row, value in enumerate(values):
        if value is None or value != value or type(value).__name__ in ("NAType", "NaTType"):  # NaN is not itself
            texts.append(None)
            continue
        text = _text(value)
        earlier = first.setdefault(text, value)
        if type(earlier) is not type(value) and earlier != value:
            raise InputError(
                f"column {name!r} holds {earlier!r} and {value!r}, which are written alike: make them of one type, as "
                f"by df[{name!r}] = df[{name!r}].astype(str)", {"column": name, "line": row + 1}, of_table=True,
            )
        texts.append(text)
    return texts


def _text(value: Any) -> str:
    """A value as people write it: 3.0 is 3."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    if isinstance(value, bool) or type(value).__name__ == "bool_":
        return "true" if value else "false"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real) and float(value).is_integer():
        return str(int(float(value)))
    return str(value)


def _whole(text: str, what: str, column: str, line: int | None) -> None:
    """Refuse half a character, which Python's texts can hold and no file can."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError(
            f"{what}: half a character (a surrogate), which text in UTF-8 cannot hold. Read the file again with its "
            "encoding, or replace it: text.encode('utf-8', 'replace').decode()",
            {"code": "bad_encoding", "column": column, "line": line}, of_table=True,
        ) from None


def _unique(names: list[str]) -> None:
    for name in names:
        _whole(name, f"a column is called {name!r}", name, None)
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise InputError(f"several columns are called {twice[0]!r}: give each a name of its own", {"column": twice[0]})
