"""From rows to DataFrames."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from concord._tables import Frames


def frame(rows: Iterable[Mapping[str, Any]], kind: Frames, columns: Sequence[str] = ()) -> Any:
    """A DataFrame with a row for each mapping.

    Columns come first in the order given, then as they are met; lists and mappings stay out of the table.
    """
    listed = [{name: value for name, value in row.items() if not isinstance(value, (list, dict))} for row in rows]
    names = list(dict.fromkeys([*columns, *(name for row in listed for name in row)]))
    by_column = {name: [row.get(name) for row in listed] for name in names}
    if kind == "polars":
        import polars

        return polars.DataFrame(by_column, strict=False, infer_schema_length=None)
    import pandas

    return pandas.DataFrame(by_column, columns=names)
