"""A fit from Python is the command's own, to the byte."""

from __future__ import annotations

import copy
import io
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest

import concord
from concord._binary import command_path
from conftest import command


def test_the_same_bytes_as_the_command(stars: pd.DataFrame, run_dir: Path, tmp_path: Path) -> None:
    fit = concord.fit(stars, effects=True, chains=3, draws=300, out=tmp_path / "run")
    assert fit.folder == tmp_path / "run"
    for name in ("summary.csv", "draws.json"):
        assert (fit.folder / name).read_bytes() == (run_dir / name).read_bytes(), name


def test_summary_is_the_commands_table(fit: concord.Fit, run_dir: Path) -> None:
    table = pd.read_csv(io.StringIO(command("report", run_dir, "--format", "csv")))
    estimates = table[table.ess_bulk.notna()].reset_index(drop=True)
    ours = fit.summary[fit.summary.ess_bulk.notna()].reset_index(drop=True)
    assert len(ours) == len(estimates) > 10
    assert ours.quantity.tolist() == estimates.quantity.tolist()
    for column in ("scale", "group", "of", "against"):
        assert ours[column].tolist() == estimates[column].fillna("").tolist(), column
    for column in ("value", "sd", "median", "lower", "upper", "rhat", "ess_bulk", "ess_tail", "mcse_mean"):
        np.testing.assert_allclose(ours[column].astype(float), estimates[column], rtol=1e-12, err_msg=column)


def test_tables_of_a_fit(fit: concord.Fit, stars: pd.DataFrame) -> None:
    assert {"icc", "rho", "threshold"} <= set(fit.summary.quantity)
    assert fit.rows().p.dropna().between(0, 1).all()
    assert set(fit.rows("kripp_alpha").by) == {"", "model"}
    known = fit.item_table
    assert (known.quantity == "score").sum() == stars.groupby("study").item.nunique().sum()
    chances = known[known.quantity == "chance"].groupby(["group", "of"]).value.sum()
    np.testing.assert_allclose(chances, 1, rtol=1e-9)
    assert set(fit.labeler_table["of"]) == set(stars.labeler)
    assert fit.run["settings"]["chains"] == 3
    assert not fit.partial and fit.diagnostics["divergences"] >= 0


def test_draws_have_the_mean_of_the_summary(fit: concord.Fit) -> None:
    assert fit.draws["icc"].shape == (3, 300, 2)
    row = fit.summary[(fit.summary.quantity == "icc") & (fit.summary.group == "critics") & (fit.summary.scale == "latent")].iloc[0]
    at = fit.run["coordinates"]["study"].index("critics")
    assert fit.draws["icc"][:, :, at].mean() == pytest.approx(row.value, rel=1e-9)


def test_texts_and_pages(fit: concord.Fit, tmp_path: Path) -> None:
    screen = str(fit)
    assert screen.startswith("DataFrame  540 labels · 60 items") and len(screen.splitlines()) < 30
    assert screen.endswith("\nEvery number: fit.report(full=True)   Pictures: fit.html()")
    assert screen.splitlines()[:-1] == fit.report().splitlines()[:-1]
    assert "\nColumns: item = item" in fit.report(full=True)
    assert "\nColumns: item = item" not in screen
    assert repr(fit).startswith("<concord.Fit of DataFrame: 540 labels of 60 items in 2 studies")
    assert "|:--" in fit.report("markdown")
    page = fit.html(tmp_path / "report.html")
    assert page == (tmp_path / "report.html").read_text("utf-8")
    assert "</html>" in page and str(fit.folder.parent) not in page
    assert "fit --chains=3 --draws=300 --out=run --effects=true" in page
    frame = fit._repr_html_()
    assert frame.startswith("<iframe sandbox=") and frame.count("<") == 2  # the page is text of an attribute
    assert "&lt;/html&gt;" in frame


def test_a_page_of_estimates_alone(run_dir: Path) -> None:
    loaded = concord.load(run_dir)
    assert not (run_dir / "report.html").exists()
    assert "</html>" in loaded.html()


def test_a_fit_is_kept_read_again_and_goes_away(stars: pd.DataFrame, tmp_path: Path) -> None:
    fit = concord.fit(pl.from_pandas(stars), draws=400, page=False, seed=2, replications=0)
    assert isinstance(fit.summary, pl.DataFrame)
    folder, estimates = fit.folder, fit.summary["value"].to_list()
    fit.save(tmp_path / "kept")
    with pytest.raises(TypeError, match="concord.load"):
        copy.copy(fit)
    with pytest.raises(AttributeError, match="fit with items=True"):
        fit.item_table  # noqa: B018
    del fit
    assert not folder.parent.exists()
    again = concord.load(tmp_path / "kept", frames="polars")
    assert again.summary["value"].to_list() == estimates
    with pytest.raises(FileNotFoundError, match="not the folder of a run"):
        concord.load(tmp_path)


def test_a_folder_of_something_else_is_not_replaced(stars: pd.DataFrame, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(concord.UsageError) as caught:
        concord.fit(stars, out=tmp_path, draws=100)
    assert "--" not in str(caught.value)
    assert (tmp_path / "thesis.txt").read_text() == "mine"


def test_wrong_use_and_unfit_labels(stars: pd.DataFrame) -> None:
    with pytest.raises(concord.UsageError, match="^chains=0: there must be at least one"):
        concord.fit(stars, chains=0)
    with pytest.raises(concord.UsageError, match="nobody"):
        concord.fit(stars, reference="nobody")
    one = stars.assign(label=3)
    with pytest.raises(concord.InputError) as caught:
        concord.fit(one, family="gaussian")
    assert caught.value.code and "DataFrame" in str(caught.value)
    with pytest.raises(ValueError):  # what people catch
        concord.fit(stars, item="nope")


def test_warnings_are_pythons(stars: pd.DataFrame) -> None:
    # Chains that cannot have converged say so where the call stands.
    with pytest.warns(concord.ConvergenceWarning) as caught:
        fit = concord.fit(stars, chains=2, draws=10, warmup=20, replications=0)
    assert not fit.converged and "not converged" in repr(fit)
    assert {w.filename for w in caught} == {__file__}
    odd = stars.assign(item=[i.upper() if n == 7 else i for n, i in enumerate(stars.item)])
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        fit = concord.fit(odd, draws=100, replications=0)
    assert any(w.category is concord.DataWarning and "case" in str(w.message) for w in told), [str(w) for w in told]
    assert any("case" in text for text in fit.warnings)


def test_another_model_of_the_same_labels(stars: pd.DataFrame) -> None:
    fit = concord.fit(stars, draws=400, compare={"labeler_effects": "none"}, replications=0)
    assert fit.rows("elpd_difference").of.tolist() == ["--labeler-effects none"]


def test_progress_goes_to_a_function(stars: pd.DataFrame) -> None:
    told: list[concord.Progress] = []
    concord.fit(stars, draws=400, progress=told.append, replications=0)
    assert told and told[-1].done == told[-1].total and told[-1].draws == 1600
    assert all(p.unit == "iterations" and p.text for p in told)


def test_an_exception_in_progress_ends_the_fit(stars: pd.DataFrame) -> None:
    def fail(progress: concord.Progress) -> None:
        raise LookupError("mine")

    began = time.monotonic()
    with pytest.raises(LookupError, match="mine"):
        concord.fit(stars, draws=1_000_000, progress=fail)
    assert time.monotonic() - began < 60


def test_a_command_that_is_not_there(stars: pd.DataFrame, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CONCORD_FIT", str(tmp_path / "fit"))
    with pytest.raises(FileNotFoundError):
        concord.check(stars)


@pytest.mark.skipif(sys.platform == "win32", reason="a command made of a shell script")
def test_a_command_that_crashes(stars: pd.DataFrame, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "fit"
    broken.write_text("#!/bin/sh\necho goroutine 1 >&2\nexit 2\n")
    broken.chmod(0o755)
    monkeypatch.setenv("CONCORD_FIT", str(broken))
    with pytest.raises(concord.CommandError, match="exit code 2\ngoroutine 1"):
        concord.check(stars)


def test_the_module_is_the_command(environment: Callable[..., dict[str, str]]) -> None:
    ours = subprocess.run([sys.executable, "-m", "concord", "--version"], capture_output=True, text=True, check=True)
    theirs = subprocess.run([str(command_path()), "--version"], capture_output=True, text=True, check=True)
    assert ours.stdout == theirs.stdout
