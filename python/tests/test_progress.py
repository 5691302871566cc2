"""What people see while a fit runs."""

from __future__ import annotations

import io
import sys
import types
from typing import Any

import pytest

from concord import _progress
from concord._progress import Display, in_notebook

MESSAGE = {"kind": "progress", "text": "4 chains <b>", "unit": "iterations", "done": 25, "total": 100, "seconds": 3}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def system(stream: io.StringIO) -> types.SimpleNamespace:
    """A sys with another standard error; that of pytest comes back between two phases of a test."""
    return types.SimpleNamespace(stderr=stream, modules=sys.modules)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    stream = Terminal()
    monkeypatch.setattr(_progress, "sys", system(stream))
    monkeypatch.setattr(_progress, "_PATIENCE", 0.0)
    monkeypatch.setattr(_progress, "_BETWEEN", 0.0)
    return stream


def test_a_line_on_a_terminal_that_goes_away(terminal: Terminal) -> None:
    with Display(None) as display:
        display.message(MESSAGE)
    assert terminal.getvalue() == "\r\x1b[K 25% 4 chains <b>\r\x1b[K"


def test_nothing_in_logs_or_where_it_is_not_wanted(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    with Display(False) as display:
        display.message(MESSAGE)
    assert terminal.getvalue() == ""
    log = io.StringIO()
    monkeypatch.setattr(_progress, "sys", system(log))
    with Display(True) as display:
        display.message(MESSAGE)
    assert log.getvalue() == ""


def test_short_calls_are_silent(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_progress, "_PATIENCE", 60.0)
    with Display(None) as display:
        display.message(MESSAGE)
    assert terminal.getvalue() == ""


def test_a_bar_in_a_notebook_that_goes_away(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    class Handle:
        def update(self, bar: Any) -> None:
            shown.append(bar.data)

    class ZMQInteractiveShell:
        pass

    def display(bar: Any, display_id: bool) -> Handle:
        shown.append(bar.data)
        return Handle()

    module = types.ModuleType("IPython.display")
    module.HTML = lambda text: types.SimpleNamespace(data=text)  # type: ignore[attr-defined]
    module.display = display  # type: ignore[attr-defined]
    shell = types.ModuleType("IPython")
    shell.get_ipython = ZMQInteractiveShell  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", shell)
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    assert in_notebook()
    with Display(None) as bar:
        bar.message(MESSAGE)
        bar.message({**MESSAGE, "done": 100})
    assert terminal.getvalue() == ""
    assert [text.partition("style")[0] for text in shown] == [
        '<progress max="1" value="0.250" ', '<progress max="1" value="1.000" ', ""]
    assert "4 chains &lt;b&gt;" in shown[0]
