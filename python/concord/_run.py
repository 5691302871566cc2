"""Runs the command: its result, its messages and its end, also by Ctrl-C."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import IO, Any

from concord._binary import command_path

# Exit codes of the command.
FINE, USAGE, INPUT, NOT_CONVERGED, INTERRUPTED = 0, 2, 3, 4, 130


@dataclass(frozen=True)
class Ended:
    """How the command ended.

    Attributes:
        exit_code: of the process.
        out: what it wrote to standard output.
        error: the facts of the error, ``{}`` if there was none.
        warnings: what it warned of.
        rest: what it wrote to standard error that is no message, such as the trace of a crash.
        interrupted: whether Ctrl-C ended it.
    """

    exit_code: int
    out: bytes
    error: dict[str, Any]
    warnings: list[str]
    rest: str
    interrupted: bool


def run(
    arguments: Sequence[str], progress: Callable[[dict[str, Any]], None], cwd: str | None = None
) -> Ended:
    """Run the command and hand its messages of progress to a function, which is called in this thread.

    The first Ctrl-C asks the command to end with what it has; a second one, or any other exception, kills it.
    """
    process = subprocess.Popen(
        [str(command_path()), *arguments],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        cwd=cwd, env={**os.environ, "FIT_MESSAGES": "json"},
        **_apart(),
    )
    assert process.stdout is not None and process.stderr is not None
    events: queue.Queue[tuple[str, bytes]] = queue.Queue()
    readers = [
        threading.Thread(target=_forward, args=(kind, source, events), daemon=True)
        for kind, source in (("out", _blocks(process.stdout)), ("message", process.stderr))
    ]
    for reader in readers:
        reader.start()
    told = _Told(progress)
    interrupted = False
    open_streams = len(readers)
    try:
        while open_streams:
            try:
                # With an end to the wait, because nothing interrupts a wait without one on Windows.
                kind, data = events.get(timeout=0.5)
                open_streams -= kind == "end"
                told.event(kind, data)
            except queue.Empty:
                continue
            except KeyboardInterrupt:
                if interrupted:
                    raise
                interrupted = True
                _interrupt(process)
        exit_code = process.wait()
    except BaseException:
        process.kill()
        process.wait()
        raise
    finally:
        process.stdout.close()
        process.stderr.close()
    return Ended(exit_code, b"".join(told.out), told.error, told.warnings, "".join(told.rest), interrupted)


class _Told:
    """What the command has told so far."""

    def __init__(self, progress: Callable[[dict[str, Any]], None]) -> None:
        self.progress = progress
        self.out: list[bytes] = []
        self.error: dict[str, Any] = {}
        self.warnings: list[str] = []
        self.rest: list[str] = []

    def event(self, kind: str, data: bytes) -> None:
        if kind == "out":
            self.out.append(data)
        elif kind == "message":
            self.line(data.decode("utf-8", "replace"))

    def line(self, line: str) -> None:
        try:
            message = json.loads(line)
            kind = message["kind"]
        except (ValueError, KeyError, TypeError):
            self.rest.append(line)
            return
        if kind == "error":
            self.error = message
        elif kind == "warning":
            self.warnings.append(message["text"])
        else:
            self.progress(message)


def _forward(kind: str, source: Iterable[bytes], events: queue.Queue[tuple[str, bytes]]) -> None:
    try:
        for data in source:
            events.put((kind, data))
    except ValueError:  # closed by the other thread, which has given up
        pass
    finally:
        events.put(("end", b""))


def _blocks(stream: IO[bytes]) -> Iterable[bytes]:
    while block := stream.read(1 << 16):
        yield block


def _apart() -> dict[str, Any]:
    """Keeps the terminal's Ctrl-C from the command, so that it is told once, by us."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"process_group": 0}


def _interrupt(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        process.send_signal(signal.CTRL_BREAK_EVENT)
    else:
        process.send_signal(signal.SIGINT)
