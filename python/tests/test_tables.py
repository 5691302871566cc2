"""Tables in: whatever they are kept in, the labels are the same; what is wrong is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import concord
from conftest import without_file

WORDS = {1: "awful", 2: "poor", 3: "fair", 4: "good", 5: "great"}


def test_all_ways_in_give_the_same_coefficients(policy: pd.DataFrame, testdata: Path) -> None:
    ways = {
        "path": testdata / "policy.csv",
        "text": str(testdata / "policy.csv"),
        "pandas": policy,
        "objects": policy.astype(object),
        "categories": policy.astype("category"),
        "arrow dtypes": policy.convert_dtypes(dtype_backend="pyarrow"),
        "nullable dtypes": policy.convert_dtypes(),
        "truth values": policy.assign(label=policy.label == 1),
        "index": policy.set_index(["item", "labeler"]),
        "sorted index": policy.set_index(pd.RangeIndex(7, 7 + 2 * len(policy), 2)),
        "polars": pl.from_pandas(policy),
        "lazy": pl.from_pandas(policy).lazy(),
        "polars categories": pl.from_pandas(policy).with_columns(pl.col("item", "study").cast(pl.Categorical)),
        "arrow": pa.Table.from_pandas(policy),
        "batch": pa.RecordBatch.from_pandas(policy),
        "columns": {name: policy[name].tolist() for name in policy},
        "arrays": {name: policy[name].to_numpy() for name in policy},
    }
    whole = {name: concord.agreement(way, bootstrap=0).json for name, way in ways.items()}
    # How a truth value is spelled is the only other difference.
    for of in whole.values():
        of["data"].pop("positive")
        of["data"].pop("negative")
    for name, of in whole.items():
        assert without_file(of) == without_file(whole["path"]), name


def test_several_files_are_read_as_one(tmp_path: Path) -> None:
    paths = []
    for who, labels in {"ann": [1, 0, 1, 1], "bob": [1, 0, 0, 1]}.items():
        paths.append(tmp_path / f"{who}.csv")
        pd.DataFrame({"item": ["a", "b", "c", "d"], "label": labels}).to_csv(paths[-1], index=False)
    together = pd.concat([pd.read_csv(path).assign(labeler=path.stem) for path in paths])
    want = concord.agreement(together).rows()
    for data in (paths, [str(path) for path in paths], tmp_path, str(tmp_path / "*.csv")):
        pd.testing.assert_frame_equal(concord.agreement(data).rows(), want)
    assert concord.check(paths, file_as="labeler").json["data"]["labelers"] == 2


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow"])
def test_ordered_categories_are_ordinal_with_those_unused(stars: pd.DataFrame, kind: str) -> None:
    scale = [*WORDS.values(), "divine"]
    words = stars.assign(label=stars.label.map(WORDS))
    frame = words.assign(label=pd.Categorical(words.label, scale, ordered=True))
    data = {
        "pandas": lambda: frame,
        "polars": lambda: pl.from_pandas(words).with_columns(pl.col("label").cast(pl.Enum(scale))),
        "arrow": lambda: pa.Table.from_pandas(frame),
    }[kind]()
    check = concord.check(data)
    assert check.json["data"]["kind"] == "ordinal"
    assert check.json["data"]["order"] == scale
    assert check.model is not None and check.model["family"] == "ordinal"


def test_ordered_numbers_keep_their_order_and_those_unused(stars: pd.DataFrame) -> None:
    frame = stars.assign(label=pd.Categorical(stars.label, [1, 2, 3, 4, 5, 6], ordered=True))
    assert concord.check(frame).json["data"]["order"] == ["1", "2", "3", "4", "5", "6"]
    backwards = stars.assign(label=pd.Categorical(stars.label, [5, 4, 3, 2, 1], ordered=True))
    assert concord.check(backwards).json["data"]["order"] == ["5", "4", "3", "2", "1"]


def test_unordered_categories_have_the_order_of_their_words(stars: pd.DataFrame) -> None:
    yes = stars.assign(label=pd.Categorical(np.where(stars.label > 3, "yes", "no"), ["yes", "no", "maybe"]))
    assert concord.check(yes).json["data"]["kind"] == "binary"
    words = stars.assign(label=pd.Categorical(stars.label.map(WORDS), [*WORDS.values(), "unused"]))
    known = concord.check(words).json["data"]  # words of a scale
    assert known["kind"] == "ordinal" and known["order"] == ["awful", "poor", "fair", "good", "great"]
    check = concord.check(words, as_is=True)
    assert check.json["data"]["kind"] == "nominal"
    assert any("each is fitted against the rest" in note for note in check.notes), check.notes
    with pytest.raises(concord.InputError, match=r"concord.batch\(data"):
        concord.fit(words, as_is=True)


def test_ordered_categories_can_be_taken_otherwise(stars: pd.DataFrame) -> None:
    frame = stars.assign(label=pd.Categorical(stars.label.map(WORDS), list(WORDS.values()), ordered=True))
    assert concord.check(frame, positive=["good", "great"], negative=["awful", "poor", "fair"]).json["data"][
        "kind"] == "binary"


def test_missing_labels_are_left_out_and_counted(stars: pd.DataFrame) -> None:
    for none in (np.nan, None, pd.NA):
        labels = stars.label.astype(object)
        labels.iloc[:21] = none
        check = concord.check(stars.assign(label=labels))
        assert check.json["data"]["labels"] == len(stars) - 21
        assert any("21 rows without label" in note for note in check.json["data"]["notes"])


def test_a_missing_item_is_said_with_its_row(stars: pd.DataFrame) -> None:
    frame = stars.astype({"item": object})
    frame.iloc[5, 0] = np.nan
    with pytest.raises(concord.InputError, match=r"^DataFrame, row 6 \(iloc\[5\]\): the item in column") as caught:
        concord.check(frame)
    assert (caught.value.code, caught.value.row, caught.value.line) == ("missing_id", 5, None)
    assert caught.value.column == "item"


def test_columns_that_are_not_there(stars: pd.DataFrame) -> None:
    with pytest.raises(concord.InputError) as caught:
        concord.fit(stars, item="ad_id")
    assert str(caught.value) == (
        'DataFrame: no column is named "ad_id": item, labeler, study, label\n  choose one: item="…"\n'
        "  by names and values of the columns: leave out item")
    assert [fix.get("drop", []) for fix in caught.value.fixes] == [[], ["item"]]
    strange = stars.rename(columns={"item": "q_id", "labeler": "who", "study": "wave", "label": "val"})
    data = concord.check(strange).json["data"]  # by their values
    assert data["columns"] == {"item": "q_id", "labeler": "who", "study": "wave", "label": "val"}
    assert "by values" in data["read_as"]
    assert concord.check(strange, item="q_id", labeler="who", group="wave", label="val").json["data"]["labels"] == 540


def test_an_index_without_name_that_is_the_item(stars: pd.DataFrame) -> None:
    frame = stars.set_index("item")
    frame.index.name = None
    with pytest.raises(concord.InputError, match=r'rename_axis\("item"\)'):
        concord.check(frame)
    assert concord.check(frame.rename_axis("item")).json["data"]["items"] == 60
    with pytest.raises(concord.InputError) as caught:
        concord.check(stars.drop(columns="item"))
    assert "index" not in str(caught.value)  # which is the number of the row


def test_values_of_several_types(stars: pd.DataFrame) -> None:
    labels = stars.label.astype(object)
    labels.iloc[3] = "five"
    labels.iloc[4] = 3.0
    with pytest.raises(concord.InputError, match='label "five" is a word, and other labels are numbers') as caught:
        concord.check(stars.assign(label=labels))
    assert (caught.value.code, caught.value.row) == ("mixed_order", 3)
    assert any(s["option"] == "missing" and s["values"] == ["five"] for f in caught.value.fixes for s in f["set"])
    assert concord.check(stars.assign(label=labels), missing="five").json["data"]["labels"] == len(stars) - 1

    items = stars.item.astype(object)
    items.iloc[3], items.iloc[4] = 1, 2.5
    assert concord.check(stars.assign(item=items)).json["data"]["items"] == 62
    items.iloc[4] = "1"
    with pytest.raises(concord.InputError, match=r"'item' holds 1 and '1', which are written alike") as caught:
        concord.check(stars.assign(item=items))
    assert (caught.value.row, caught.value.column) == (4, "item")


def test_columns_that_play_no_part_may_hold_anything(stars: pd.DataFrame) -> None:
    n = len(stars)
    odd = stars.assign(
        complex=[1 + 2j] * n, nested=[{"a": 1}] * n, lists=[[1, 2]] * n, when=pd.Timestamp("2026-01-01", tz="UTC"),
        span=pd.Timedelta("1h"), interval=pd.Interval(0, 1), period=pd.Period("2026-01"), sets=[{1}] * n,
        sparse=pd.arrays.SparseArray([0] * n), objects=[object()] * n, huge=[10**30] * n, raw=[b"\xff"] * n,
    )
    assert without_file(concord.agreement(odd, bootstrap=0).json) == without_file(
        concord.agreement(stars, bootstrap=0).json)


def test_names_of_columns(stars: pd.DataFrame) -> None:
    numbered = stars.set_axis([0, 1, 2, 3], axis=1)
    assert concord.check(numbered, item="0", labeler="1", group="2", label="3").json["data"]["items"] == 60
    with pytest.raises(concord.InputError, match="several columns are called 'label'"):
        concord.check(stars.set_axis(["item", "label", "study", "label"], axis=1))
    with pytest.raises(concord.InputError, match="several levels"):
        concord.check(stars.set_axis(pd.MultiIndex.from_product([["a"], stars.columns]), axis=1))


def test_raters_as_columns() -> None:
    wide = pd.DataFrame({"ann": [1, 0, 1, 1], "bob": [1, 0, 0, None]}, index=pd.Index([1, 2, 3, 4], name="item"))
    assert concord.check(wide, wide=["ann", "bob"]).json["data"]["labels"] == 7


@pytest.mark.parametrize("data", [3, None, [1, 2], pd.Series([1, 2]), pl.Series([1, 2]), np.zeros((2, 2))])
def test_what_is_no_table(data: object) -> None:
    with pytest.raises(TypeError, match="is no table of labels"):
        concord.check(data)  # type: ignore[arg-type]


def test_empty_tables_and_files_that_are_not_there(stars: pd.DataFrame, tmp_path: Path) -> None:
    with pytest.raises(concord.InputError, match="DataFrame: there is a header and no row"):
        concord.check(stars.iloc[:0])
    with pytest.raises(concord.InputError, match="no such file"):
        concord.check(tmp_path / "nothing.csv")
    with pytest.raises(concord.InputError) as caught:
        (tmp_path / "a.csv").write_text("item,labeler,label\nx,ann,1\n,bob,0\n")
        concord.check(tmp_path / "a.csv")
    assert (caught.value.line, caught.value.row) == (3, None)


def test_frames_are_answered_in_kind(stars: pd.DataFrame) -> None:
    assert isinstance(concord.agreement(stars, bootstrap=0).rows(), pd.DataFrame)
    assert isinstance(concord.agreement(pl.from_pandas(stars), bootstrap=0).rows(), pl.DataFrame)
    assert isinstance(concord.agreement(stars, bootstrap=0, frames="polars").rows(), pl.DataFrame)
    with pytest.raises(concord.UsageError, match="frames is pandas or polars"):
        concord.agreement(stars, frames="spark")  # type: ignore[arg-type]


@pytest.mark.parametrize("table, words, row", [
    ({"item": ["a", "b\ud800"], "label": [1, 0]}, "column 'item' holds 'b\\ud800' in row 2 (iloc[1]): half a", 1),
    ({"item": [7, "b\ud800"], "label": [1, 0]}, "column 'item' holds 'b\\ud800' in row 2 (iloc[1]): half a", 1),
    ({"item": ["a", "b"], "la\udfff": [1, 0]}, "a column is called 'la\\udfff': half a character", None),
    ({"item": ["a", "b\0"], "label": [1, 0]}, "holds a NUL byte, which no text does", 1),
])
def test_what_no_text_holds(table: dict[str, Any], words: str, row: int | None) -> None:
    with pytest.raises(concord.InputError) as caught:
        concord.check(table)
    assert words in str(caught.value) and caught.value.row == row


def test_what_no_argument_holds() -> None:
    table = {"item": ["a", "b"], "label": [1, 0]}
    with pytest.raises(concord.UsageError, match="holds NUL"):
        concord.check(table, label="la\0")
    with pytest.raises(concord.UsageError, match="holds half a character"):
        concord.check(table, label="la\ud800")
    with pytest.raises(concord.UsageError, match="holds NUL"):
        concord.check("labels\0.csv")


def test_check_says_why_a_table_is_refused(tmp_path: Path) -> None:
    table = pd.DataFrame({"item": list("aabb"), "labeler": list("wvwv"), "label": [1, 1, 1, 1]})
    words = 'the file has 4 labels, all of them 1, so its reliability cannot be estimated'
    for call in concord.check, concord.fit:
        with pytest.raises(concord.InputError) as caught:
            call(table)
        assert str(caught.value).startswith(f"DataFrame: {words}")
        assert "check the label column, and which labels are positive" in str(caught.value)
    path = tmp_path / "labels.csv"
    table.to_csv(path, index=False)
    with pytest.raises(concord.InputError) as caught:
        concord.check(path)
    assert str(caught.value).startswith(f"{path}: {words}")
