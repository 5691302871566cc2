"""What the tests share: the studies of the repository, and fits of them that are made once."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

import concord
from concord._binary import command_path

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def testdata() -> Path:
    return ROOT / "testdata"


@pytest.fixture(scope="session")
def policy(testdata: Path) -> pd.DataFrame:
    return pd.read_csv(testdata / "policy.csv")


@pytest.fixture(scope="session")
def stars(testdata: Path) -> pd.DataFrame:
    return pd.read_csv(testdata / "stars.csv")


@pytest.fixture(scope="session")
def run_dir(tmp_path_factory: pytest.TempPathFactory, testdata: Path) -> Path:
    """A run of the command itself, without this package, of which the tests of exports and of fits know what it is."""
    folder = tmp_path_factory.mktemp("command") / "run"
    command("--out", folder, "--effects", "--chains", 3, "--draws", 300, testdata / "stars.csv")
    return folder


@pytest.fixture(scope="session")
def fit(stars: pd.DataFrame) -> concord.Fit:
    return concord.fit(stars, effects=True, chains=3, draws=300, items=True, labelers=True, page=True)


def command(*words: object) -> str:
    """What the command itself prints."""
    ended = subprocess.run([str(command_path()), *map(str, words)], capture_output=True, text=True,
                           check=False, encoding="utf-8")
    assert ended.returncode in (0, 4), ended.stderr
    return ended.stdout


def without_file(whole: object) -> str:
    """JSON without the name and the format of the file, in which two ways to the same labels may differ."""
    assert isinstance(whole, dict)
    data = {k: v for k, v in whole["data"].items() if k not in ("file", "unused_columns", "default_kind")}
    return json.dumps({**whole, "data": data}, sort_keys=True)


@pytest.fixture
def environment() -> Callable[..., dict[str, str]]:
    return lambda **more: {**os.environ, **more}
