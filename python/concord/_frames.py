"""From rows to DataFrames."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from concord._tables import Frames

#: What stands between names of studies, as in the command's CSV.
BETWEEN = " | "


def frame(rows: Iterable[Mapping[str, Any]], kind: Frames, columns: Sequence[str] = ()) -> Any:
    """A DataFrame with a row for each mapping.

    Columns come first in the order given, then as they are met; lists of studies become one text, lists of anything
    else and mappings stay out of the table.
    """
    listed = [_flat(row) for row in rows]
    names = list(dict.fromkeys([*columns, *(name for row in listed for name in row)]))
    by_column = {name: [row.get(name) for row in listed] for name in names}
    if kind == "polars":
        import polars

        return polars.DataFrame(by_column, strict=False, infer_schema_length=None)
    import pandas

    return pandas.DataFrame(by_column, columns=names)


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if name == "studies":
            flat[name] = BETWEEN.join(value)
        elif name == "chances":  # a column for each category
            flat.update({f"chance[{chance['category']}]": chance["probability"] for chance in value})
        elif not isinstance(value, (list, dict)):
            flat[name] = value
    return flat
