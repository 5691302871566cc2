"""Many fits in one table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import concord

FEW = {"chains": 2, "draws": 200, "replications": 0}


@pytest.fixture(scope="module")
def tasks() -> pd.DataFrame:
    parts = [concord.simulate(items=40, labels_per_item=6, item_sd=2, seed=seed).data.assign(task=name)
             for seed, name in ((1, "one"), (2, "two"))]
    constant = parts[0].assign(task="constant", label=1)
    return pd.concat([*parts, constant], ignore_index=True)


def test_each_part_is_a_fit(tasks: pd.DataFrame) -> None:
    batch = concord.batch(tasks, by="task", **FEW)
    assert batch.cut == ["task"] and batch.parts.task.tolist() == ["one", "two", "constant"]
    seed = int(batch.parts.seed[1])
    alone = concord.fit(tasks[tasks.task == "two"].drop(columns="task"), seed=seed, **FEW).summary
    part = batch.summary[batch.summary.task == "two"]
    # Items stand in another order there, so that the draws are others: the same to their Monte Carlo errors.
    error = np.hypot(part.mcse_mean, alone.mcse_mean.to_numpy())
    assert len(part) == len(alone)
    assert (abs(part.estimate - alone.estimate.to_numpy()) < 5 * error).all()
    assert {"kripp_alpha"} <= set(batch.agreement.coefficient)


def test_a_part_that_cannot_be_fitted_is_a_row_with_the_reason(tasks: pd.DataFrame) -> None:
    batch = concord.batch(tasks, by="task", **FEW)
    row = batch.summary[batch.summary.task == "constant"]
    assert len(row) == 1 and row.estimate.isna().all() and "all" in row.undefined.iloc[0]
    assert batch.parts.undefined.isna().tolist() == [True, True, False]
    assert "constant" in batch._repr_html_() and "3 parts" in repr(batch)


def test_categories_and_label_columns(testdata: Path) -> None:
    words = pd.read_csv(testdata / "topics.csv")
    frame = words.assign(spam=(words.label == "spam").astype(int), praise=(words.label == "praise").astype(int))
    with pytest.warns(concord.ConvergenceWarning, match="of 2 fits have not converged: see parts"):
        by_label = concord.batch(frame, label=["praise", "spam"], chains=2, draws=10, replications=0, warmup=10)
    assert by_label.parts.iloc[:, 0].tolist() == ["praise", "spam"]
    every = concord.batch(words, chains=2, draws=300, replications=0)
    assert every.cut == ["category"] and set(every.parts.category) == set(words.label)


def test_nothing_to_cut_by(tasks: pd.DataFrame) -> None:
    with pytest.raises(concord.UsageError, match="concord.fit fits them"):
        concord.batch(tasks[tasks.task == "one"].drop(columns="task"), **FEW)
    with pytest.raises(concord.InputError, match="language"):
        concord.batch(tasks, by="language", **FEW)


def test_progress_counts_fits(tasks: pd.DataFrame) -> None:
    told: list[concord.Progress] = []
    concord.batch(tasks, by="task", progress=told.append, **FEW)
    assert [(p.unit, p.done, p.total) for p in told] == [("fits", n, 3) for n in (1, 2, 3)]
    assert told[-1].failed == 1
