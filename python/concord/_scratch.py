"""Folders for the labels that the command reads. They go away with the call, also if a signal ends Python in it."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import IO

PREFIX = "concord-"
_LOCK = ".lock"

# Locks of the folders of this process. They are held until the process ends, however it does.
_held: dict[Path, IO[bytes]] = {}


class _Ended(BaseException):
    """A signal that would have ended Python at once."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _end(number: int, frame: FrameType | None) -> None:
    raise _Ended(number)


@contextmanager
def tidy() -> Iterator[None]:
    """Have SIGTERM and SIGHUP leave nothing behind: what is open is closed, and then the signal ends Python as before.

    Signals that the program handles or ignores stay as they are. Python lets the main thread alone handle signals.
    """
    names = ("SIGTERM", "SIGHUP") if threading.current_thread() is threading.main_thread() else ()
    ours = [s for n in names if (s := getattr(signal, n, None)) and signal.getsignal(s) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, _end)
    ended = 0
    try:
        yield
    except _Ended as by:
        ended = by.number
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)
    if ended:
        os.kill(os.getpid(), ended)


def make() -> Path:
    """A new folder, locked as long as this process lives. Folders of processes that were killed are removed."""
    _sweep()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    if sys.platform != "win32":
        import fcntl

        new = (folder / "new").open("wb")
        with suppress(OSError):  # a file system without locks
            fcntl.flock(new, fcntl.LOCK_EX | fcntl.LOCK_NB)
            (folder / "new").rename(folder / _LOCK)
            _held[folder] = new
    return folder


def remove(folder: Path) -> None:
    """Remove a folder that make made."""
    shutil.rmtree(folder, ignore_errors=True)
    lock = _held.pop(folder, None)
    if lock is not None:
        lock.close()


def _sweep() -> None:
    """Remove the folders whose processes have ended without doing so, as by SIGKILL: nobody holds their locks."""
    if sys.platform == "win32":
        return
    import fcntl

    for lock in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{_LOCK}"):
        with suppress(OSError):  # of somebody else, or in use
            if lock.parent not in _held and lock.stat().st_uid == os.getuid():
                with lock.open("rb") as file:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(lock.parent, ignore_errors=True)
