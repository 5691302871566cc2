"""Tells people how far a fit is: a bar in a notebook, a line on a terminal, nothing in logs."""

from __future__ import annotations

import html
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any

# How long a call may take, in seconds, before anything is shown, and between two changes of what is shown.
_PATIENCE = 0.5
_BETWEEN = 0.2


@dataclass(frozen=True)
class Progress:
    """How far a call is.

    Attributes:
        text: in words.
        unit: of ``done`` and ``total``: ``"iterations"`` or ``"fits"``.
        done: iterations of all chains, warm-up included, or fits.
        total: how many there will be.
        seconds: since the first.
        draws: iterations after warm-up.
        divergences: divergent draws.
        failed: fits that could not be made.
    """

    text: str
    unit: str
    done: int
    total: int
    seconds: float
    draws: int = 0
    divergences: int = 0
    failed: int = 0


def in_notebook() -> bool:
    """Whether this process is the kernel of a notebook."""
    shell = _shell()
    return shell is not None and type(shell).__name__ in ("ZMQInteractiveShell", "Shell")


def _shell() -> Any:
    if "IPython" not in sys.modules:
        return None
    from IPython import get_ipython

    return get_ipython()


class Display:
    """Shows progress while it is open; what it showed goes away at its end.

    ``wanted`` is True or None for a bar where there is a notebook or terminal, False for none, or a function that is
    called with each :class:`Progress`.
    """

    def __init__(self, wanted: bool | Callable[[Progress], None] | None) -> None:
        self.call = wanted if callable(wanted) else None
        self.show: Callable[[str, float], None] | None = None
        if not callable(wanted) and wanted is not False:
            if in_notebook():
                self.show = self._in_notebook
            elif sys.stderr is not None and sys.stderr.isatty():
                self.show = self._on_terminal
        self.handle: Any = None
        self.shown = False
        self.began = time.monotonic()
        self.last = self.began + _PATIENCE - _BETWEEN

    def __enter__(self) -> Display:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.shown and self.show is not None:
            self.show("", 1)

    def message(self, message: dict[str, Any]) -> None:
        """Show a message of the command, or hand it over."""
        share = 0.0
        if message["kind"] == "progress":
            progress = Progress(
                message["text"], message["unit"], message.get("done", 0), message["total"],
                message.get("seconds", 0.0), message.get("draws", 0), message.get("divergences", 0),
                message.get("failed", 0),
            )
            share = progress.done / progress.total
            if self.call is not None:
                self.call(progress)
        now = time.monotonic()
        if self.show is not None and now - self.last >= _BETWEEN:
            self.last = now
            self.shown = True
            self.show(message["text"], share)

    def _on_terminal(self, text: str, share: float) -> None:
        line = f"{share:4.0%} {text}" if text else ""
        sys.stderr.write("\r\x1b[K" + line[:79])
        sys.stderr.flush()

    def _in_notebook(self, text: str, share: float) -> None:
        from IPython.display import HTML, display

        bar = HTML(
            f'<progress max="1" value="{share:.3f}" style="width:20em"></progress> <span>{html.escape(text)}</span>'
            if text else ""
        )
        if self.handle is None:
            self.handle = display(bar, display_id=True)
        else:
            self.handle.update(bar)
