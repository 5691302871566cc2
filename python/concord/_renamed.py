"""Earlier names of arguments, which functions still take."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

from concord._calls import _outside
from concord.errors import UsageError

_P = ParamSpec("_P")
_R = TypeVar("_R")


def renamed(**names: str) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Take an argument by its earlier name too, with a DeprecationWarning: ``renamed(earlier="name")``."""

    def takes_both(function: Callable[_P, _R]) -> Callable[_P, _R]:
        @functools.wraps(function)
        def call(*args: Any, **arguments: Any) -> _R:
            for earlier, name in names.items():
                if earlier not in arguments:
                    continue
                if name in arguments:
                    raise UsageError(f"{earlier} is the earlier name of {name}: give {name} alone")
                warnings.warn(f"{earlier} is now called {name}", DeprecationWarning, stacklevel=_outside())
                arguments[name] = arguments.pop(earlier)
            return function(*args, **arguments)

        return cast("Callable[_P, _R]", call)

    return takes_both
