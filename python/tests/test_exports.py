"""What ``fit --out`` leaves, read by the programs that it is for: ArviZ, cmdstanpy and pandas."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import concord

arviz = pytest.importorskip("arviz")
cmdstanpy = pytest.importorskip("cmdstanpy")
MODERN = int(arviz.__version__.partition(".")[0]) >= 1


def chains(run_dir: Path) -> list[str]:
    """In their order, which cmdstanpy does not see to where it is given the folder."""
    return sorted(str(p) for p in (run_dir / "chains").glob("*.csv"))


@pytest.fixture(scope="module")
def run(run_dir: Path) -> dict[str, Any]:
    return json.loads((run_dir / "run.json").read_text())


@pytest.fixture(scope="module")
def draws(run_dir: Path) -> dict[str, Any]:
    return json.loads((run_dir / "draws.json").read_text())


@pytest.fixture(scope="module")
def summary(run_dir: Path) -> pd.DataFrame:
    return pd.read_csv(run_dir / "summary.csv", index_col="variable")


@pytest.fixture(scope="module")
def data(run_dir: Path) -> Any:
    return concord.load(run_dir).to_inference_data()


def test_names_are_coordinates(data: Any, run: dict[str, Any], stars: pd.DataFrame) -> None:
    posterior = data["posterior"]
    assert dict(posterior["icc"].sizes) == {"chain": 3, "draw": 300, "study": 2}
    assert posterior["icc"].sel(study="critics").shape == (3, 300)
    assert {v["name"] for v in run["variables"]} == set(posterior.data_vars)
    assert posterior["item"].sel(items=stars.item[0]).size == 3 * 300 * 2
    assert posterior["labeler"].coords["labelers"].values.tolist() == run["coordinates"]["labelers"]
    assert posterior["threshold"].sel(study="crowd", thresholds="2|3").shape == (3, 300)
    assert posterior.attrs["inference_library"] == "concord"
    assert data["sample_stats"]["diverging"].dtype in (bool, float)


def test_the_lines_of_the_documentation(run_dir: Path, data: Any) -> None:
    text = (Path(__file__).parents[2] / "docs" / "reference" / "exports.md").read_text("utf-8")
    blocks = [block.partition("```")[0] for block in text.split("```python\n")[1:]]
    code = next(block for block in blocks if ("from_dict({" in block) == MODERN)
    scope: dict[str, Any] = {}
    exec(code.replace('"run/', f'"{run_dir.as_posix()}/'), scope)
    assert scope["posterior"]["posterior"].equals(data["posterior"])


def test_arviz_summarises_as_the_command_does(data: Any, summary: pd.DataFrame, run: dict[str, Any]) -> None:
    compared = 0
    for v in run["variables"]:
        values = data["posterior"][v["name"]].values  # chain, draw, …
        for at in np.ndindex(*v["shape"]):
            name = v["name"] + (f"[{','.join(str(i + 1) for i in at)}]" if at else "")
            if v["name"] in ("item", "labeler") or name not in summary.index:  # many; the other half of a matrix
                continue
            ours, one = summary.loc[name], values[:, :, *at]
            if np.isnan(ours["rhat"]):  # the ones on a diagonal
                continue
            theirs = {
                "mean": one.mean(), "sd": one.std(ddof=1), "median": np.median(one), "rhat": arviz.rhat(one),
                "ess_bulk": arviz.ess(one, method="bulk"), "ess_tail": arviz.ess(one, method="tail", prob=(0.05, 0.95)),
                "mcse_mean": arviz.mcse(one, method="mean"), "mcse_sd": arviz.mcse(one, method="sd"),
            }
            for quantity, value in theirs.items():
                assert float(value) == pytest.approx(ours[quantity], rel=1e-9), (name, quantity)
            compared += 1
    assert compared >= 20


def test_cmdstanpy_reads_the_chains(run_dir: Path, draws: dict[str, Any], run: dict[str, Any]) -> None:
    logging.getLogger("cmdstanpy").setLevel(logging.ERROR)
    fit = cmdstanpy.from_csv(chains(run_dir))
    assert (fit.chains, fit.num_draws_sampling) == (3, 300)
    for v in run["variables"]:
        ours = np.array(draws["posterior"][v["name"]], dtype=float)  # chain, draw, …
        theirs = fit.stan_variable(v["name"]).reshape(ours.shape)
        np.testing.assert_array_equal(theirs, ours, err_msg=v["name"])
    method = fit.method_variables()
    np.testing.assert_array_equal(method["divergent__"].T, np.array(draws["sample_stats"]["diverging"], dtype=float))


def test_arviz_reads_what_cmdstanpy_read(run_dir: Path, data: Any) -> None:
    logging.getLogger("cmdstanpy").setLevel(logging.ERROR)
    theirs = arviz.from_cmdstanpy(cmdstanpy.from_csv(chains(run_dir)))
    np.testing.assert_array_equal(theirs["posterior"]["icc"].values, data["posterior"]["icc"].values)
    if not MODERN:  # ArviZ 1 reads no files of CmdStan itself
        directly = arviz.from_cmdstan(chains(run_dir))
        np.testing.assert_array_equal(directly["posterior"]["icc"].values, data["posterior"]["icc"].values)
        assert float(arviz.bfmi(directly).min()) > 0


def test_pandas_reads_the_summary(summary: pd.DataFrame, draws: dict[str, Any]) -> None:
    assert summary.index.is_unique
    assert summary.drop(columns="of").dtypes.eq(float).all()
    icc = np.array(draws["posterior"]["icc"])
    assert summary.loc["icc[2]", "mean"] == pytest.approx(icc[:, :, 1].mean(), rel=1e-12)
    assert summary.loc["icc[2]", "of"] == "critics"


def test_pandas_reads_a_chain(run_dir: Path, draws: dict[str, Any]) -> None:
    chain = pd.read_csv(run_dir / "chains" / "chain_2.csv", comment="#")
    assert chain["icc.1"].tolist() == [d[0] for d in draws["posterior"]["icc"][1]]


def test_without_arviz(fit: concord.Fit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "arviz", None)
    with pytest.raises(ImportError, match="pip install arviz"):
        fit.to_inference_data()
