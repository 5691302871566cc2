"""Many fits in one table."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import concord

FEW: dict[str, Any] = {"chains": 2, "draws": 200, "replications": 0, "bootstrap": 0}


@pytest.fixture(scope="module")
def tasks() -> pd.DataFrame:
    parts = [concord.simulate(items=40, labels_per_item=6, item_sd=2, seed=seed).data.assign(task=name)
             for seed, name in ((1, "one"), (2, "two/2"))]
    constant = parts[0].assign(task="constant", label=1)
    return pd.concat([*parts, constant], ignore_index=True)


@pytest.fixture(scope="module")
def batch(tasks: pd.DataFrame) -> concord.Batch:
    return concord.batch(tasks, by="task", **FEW)


def test_each_part_is_a_fit(batch: concord.Batch, tasks: pd.DataFrame) -> None:
    assert batch.cut == ["task"] and batch.parts.task.tolist() == ["one", "two/2", "constant"]
    assert batch.parts.status.tolist() == ["fitted", "fitted", "no fit"]
    seed = int(batch.parts.seed[1])
    alone = concord.fit(tasks[tasks.task == "two/2"].drop(columns="task"), seed=seed, **FEW).summary
    alone = alone[alone.quantity.isin(["icc", "labeler_icc"])]
    part = batch.summary[(batch.summary.task == "two/2") & batch.summary.quantity.isin(["icc", "labeler_icc"])]
    assert part.quantity.tolist() == alone.quantity.tolist() and part.scale.fillna("").tolist() == alone.scale.tolist()
    # Items stand in another order there, so that the draws are others: the same to their Monte Carlo errors.
    error = np.hypot(part.mcse_mean.to_numpy(), alone.mcse_mean.to_numpy())
    assert (abs(part.value.to_numpy() - alone.value.to_numpy()) < 5 * error).all()


def test_a_part_that_cannot_be_fitted_is_a_row_with_the_reason(batch: concord.Batch) -> None:
    row = batch.summary[(batch.summary.task == "constant") & (batch.summary.quantity == "fit")]
    assert len(row) == 1 and "240 labels, all of them 1" in row.why.iloc[0]
    assert [row["said"] for row in batch.json["rows"] if row["quantity"] == "tasks_without_fit"] == ["constant"]
    assert "constant" in batch._repr_html_() and repr(batch).startswith("<concord.Batch of 3 of 3 parts of DataFrame")


def test_the_whole_result_of_a_part(batch: concord.Batch) -> None:
    assert batch.part("two/2")["result"]["data"]["labels"] == 240
    with pytest.raises(KeyError, match="there is no part"):
        batch.part("three")


def test_a_batch_goes_on_and_goes_away(tasks: pd.DataFrame, tmp_path: Path) -> None:
    first = concord.batch(tasks, by="task", out=tmp_path / "kept", frames="polars", **FEW)
    assert isinstance(first.summary, pl.DataFrame) and isinstance(first.parts, pl.DataFrame)
    assert first.count("tasks_earlier") == 0
    again = concord.batch(tasks, by="task", out=tmp_path / "kept", **FEW)
    assert again.count("tasks_earlier") == 3
    assert again.summary.value.tolist() == pytest.approx(first.summary["value"].to_pandas().tolist(), nan_ok=True)
    with pytest.raises(concord.UsageError, match="seed was 1 and is now 2"):
        concord.batch(tasks, by="task", out=tmp_path / "kept", seed=2, **FEW)
    here = concord.batch(tasks, by="task", **FEW)
    folder = here.folder
    assert (folder / "tasks.csv").read_bytes() == (tmp_path / "kept" / "tasks.csv").read_bytes()
    assert {p.name for p in folder.parent.iterdir()} - {".lock"} == {"batch"}, "the labels do not stay"
    here.save(tmp_path / "copy")
    del here
    assert not folder.exists() and (tmp_path / "copy" / "batch.json").exists()


def test_categories_and_label_columns(testdata: Path) -> None:
    words = pd.read_csv(testdata / "topics.csv")
    frame = words.assign(spam=(words.label == "spam").astype(int), praise=(words.label == "praise").astype(int))
    with pytest.warns(concord.ConvergenceWarning, match=r"of 2 parts have not converged: see parts"):
        by_label = concord.batch(frame, label=["praise", "spam"], chains=2, draws=10, replications=0, warmup=10)
    assert by_label.parts.iloc[:, 0].tolist() == ["praise", "spam"]
    every = concord.batch(words, chains=2, draws=3000, replications=0)
    assert every.cut == ["category"] and set(every.parts.task_category) == set(words.label)


def test_nothing_to_cut_by(tasks: pd.DataFrame) -> None:
    with pytest.raises(concord.UsageError, match=r'there is one task only.* by=\[…\]'):
        concord.batch(tasks[tasks.task == "one"].drop(columns="task"), **FEW)
    with pytest.raises(concord.InputError, match="language"):
        concord.batch(tasks, by="language", **FEW)


def test_progress_counts_fits(tasks: pd.DataFrame) -> None:
    told: list[concord.Progress] = []
    concord.batch(tasks, by="task", progress=told.append, **FEW)
    assert [(p.unit, p.done, p.total) for p in told] == [("fits", n, 3) for n in (1, 2, 3)]
    assert told[-1].failed == 1


SCRIPT = """
import sys, concord, pandas
labels = concord.simulate(items=40, labels_per_item=6, item_sd=2).data
tasks = pandas.concat([labels.assign(task=str(n)) for n in range(1000)])
try:
    concord.batch(tasks, by="task", cores=1, chains=2, draws=100, progress=lambda p: print("on", flush=True))
except KeyboardInterrupt as interrupted:
    batch = interrupted.result
    print(type(interrupted).__name__, batch.partial, 1 <= batch.parts.task.nunique() < 1000)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_leaves_the_parts_so_far(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, text=True,
                               env={**os.environ, "TMPDIR": str(tmp_path)})
    assert process.stdout is not None
    assert process.stdout.readline() == "on\n"
    process.send_signal(signal.SIGINT)
    rest = [line for line in process.stdout.read().splitlines() if line != "on"]
    assert process.wait(timeout=120) == 0
    assert rest == ["Interrupted True True"]
    assert list(tmp_path.iterdir()) == []
