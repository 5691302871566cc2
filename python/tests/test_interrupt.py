"""Ctrl-C ends the fit, and what is known by then is there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

SCRIPT = """
import sys, concord
def tell(progress):
    if progress.draws > 20:
        print("sampling", flush=True)
try:
    concord.fit(sys.argv[1], draws=1_000_000, max_memory=1, progress=tell, replications=0)
except KeyboardInterrupt as interrupted:
    fit = interrupted.result
    print(type(interrupted).__name__, fit.partial, fit.draws["icc"].shape[1] >= 1, len(fit.summary) > 10)
    print("folder", fit.folder.parent)
"""


def children(pid: int) -> list[int]:
    try:
        return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def test_the_first_leaves_the_draws_so_far(testdata: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(testdata / "stars.csv")], stdout=subprocess.PIPE,
                               text=True, env=environment)
    assert process.stdout is not None
    assert process.stdout.readline() == "sampling\n"
    commands = children(process.pid)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)  # to Python alone, as a kernel gets it
    rest = [line for line in process.stdout.read().splitlines() if line != "sampling"]
    assert process.wait(timeout=60) == 0
    assert rest[0] == "Interrupted True True True"
    assert time.monotonic() - began < 60
    for pid in commands:  # where the system lists them
        assert not Path(f"/proc/{pid}").exists()
    assert list(tmp_path.iterdir()) == [], "folders of the fit are gone with the process"


def test_the_second_ends_at_once(testdata: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deaf = tmp_path / "fit"
    deaf.write_text('#!/bin/sh\ntrap "" INT\necho \'{"kind":"progress","text":"","unit":"iterations","total":9}\' >&2\n'
                    "exec sleep 60\n")
    deaf.chmod(0o755)
    script = "import concord, sys\nconcord.fit(sys.argv[1], progress=lambda p: print('on', flush=True))"
    process = subprocess.Popen([sys.executable, "-c", script, str(testdata / "stars.csv")], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True,
                               env={**os.environ, "CONCORD_FIT": str(deaf), "TMPDIR": str(tmp_path)})
    assert process.stdout is not None
    assert process.stdout.readline() == "on\n"
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    time.sleep(1)
    assert process.poll() is None, "the first waits for the command"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode != 0 and "KeyboardInterrupt" in errors
    assert time.monotonic() - began < 30
    assert tempfile.gettempdir()  # still ours
    assert [p.name for p in tmp_path.iterdir()] == ["fit"]


ENDLESS = """
import sys, concord, pandas
frame = pandas.read_csv(sys.argv[1])
concord.fit(frame, draws=1_000_000, max_memory=1, progress=lambda p: print("on", flush=True), replications=0)
"""


def begun(testdata: Path, folder: Path) -> subprocess.Popen[str]:
    """A process in the middle of a fit of a DataFrame, which the command reads from a temporary folder.

    It takes SIGHUP also where these tests run under nohup.
    """
    process = subprocess.Popen([sys.executable, "-c", ENDLESS, str(testdata / "stars.csv")], stdout=subprocess.PIPE,
                               text=True, env={**os.environ, "TMPDIR": str(folder)},
                               preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
    assert process.stdout is not None
    assert process.stdout.readline() == "on\n"
    assert list(folder.glob("*/DataFrame")), "the labels are there while the command runs"
    return process


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_labels_go_away_with_the_process(testdata: Path, tmp_path: Path, number: signal.Signals) -> None:
    process = begun(testdata, tmp_path)
    commands = children(process.pid)
    process.send_signal(number)
    assert process.wait(timeout=60) == -number, "the signal ends Python as it does without concord"
    assert list(tmp_path.iterdir()) == []
    for pid in commands:
        assert not Path(f"/proc/{pid}").exists()


def test_labels_of_a_killed_process_go_away_with_the_next_call(testdata: Path, tmp_path: Path) -> None:
    process, other = begun(testdata, tmp_path), begun(testdata, tmp_path)
    process.kill()
    process.wait()
    assert len(list(tmp_path.glob("*/DataFrame"))) == 2, "nothing can be done in a process that is killed"
    check = "import concord, pandas, sys; concord.check(pandas.read_csv(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", check, str(testdata / "stars.csv")], check=True,
                   env={**os.environ, "TMPDIR": str(tmp_path)})
    assert len(list(tmp_path.glob("*/DataFrame"))) == 1, "those of a process that lives stay"
    other.terminate()
    other.wait(timeout=60)
    assert list(tmp_path.iterdir()) == []
