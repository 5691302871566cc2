"""What goes wrong, as exceptions and warnings that carry the command's own words in Python's terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concord.results import Batch, Fit


class ConcordError(Exception):
    """Something that ended a call. The text is the command's, with arguments in place of flags.

    Attributes:
        code: what is wrong, for programs, such as ``"missing_column"``; ``""`` where there is none.
            The codes are those of ``study.Error`` and ``refusal.Error`` in the Go packages.
        row: the position of the row of the table, from 0 as in ``iloc``; None where no row is concerned,
            or where the labels came from a file (see ``line``).
        line: the line of the file, from 1; None where no line is concerned, or where the labels came from a table.
        column: the name of the column, or "".
        fixes: what may mend it, the likeliest first: each with ``does`` (in words), ``set`` (options with their values,
            without quotes), ``drop`` (options to leave out) and ``command`` (another one that answers), as far as it has them.
        studies: names of the studies concerned.
    """

    def __init__(self, text: str, facts: Mapping[str, Any] | None = None, *, of_table: bool = False) -> None:
        super().__init__(text)
        facts = facts or {}
        line: int | None = facts.get("line")
        self.code: str = facts.get("code", "")
        self.row = line - 1 if of_table and line else None
        self.line = None if of_table else line
        self.column: str = facts.get("column", "")
        self.fixes: Sequence[Mapping[str, Any]] = facts.get("fixes", [])
        self.studies: Sequence[str] = facts.get("studies", [])


class UsageError(ConcordError, ValueError):
    """An argument is wrong, whatever the labels are."""


class InputError(ConcordError, ValueError):
    """The labels cannot be used as they are: no such column, labels that are no numbers, no item in common, …"""


class CommandError(ConcordError, RuntimeError):
    """The command failed for another reason, such as a full disk."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a call.

    Attributes:
        result: the fit with the draws up to then, or the batch with the fits up to then (``partial`` of both is true);
            None if there was nothing yet.
    """

    def __init__(self, result: Fit | Batch | None = None) -> None:
        super().__init__("interrupted")
        self.result = result


class ConvergenceWarning(UserWarning):
    """The chains of a fit have not converged: its numbers are not to be used."""


class DataWarning(UserWarning):
    """Something in the labels may mislead."""
