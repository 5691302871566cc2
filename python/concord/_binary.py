"""Where the command is."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def command_path() -> Path:
    """The path of the ``fit`` that this package carries, or that the variable CONCORD_FIT names."""
    named = os.environ.get("CONCORD_FIT")
    if named:
        return Path(named).absolute()
    path = Path(__file__).parent / "bin" / ("fit.exe" if sys.platform == "win32" else "fit")
    if not path.is_file():
        raise FileNotFoundError(
            f"{path}: the command is not there. A wheel of concord carries it; from the sources, "
            "python3 python/build_wheel.py makes a wheel (it needs Go)."
        )
    return path
