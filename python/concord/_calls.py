"""From the arguments of a function to a command, and from its files to a result."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from concord import _run, _scratch
from concord._arguments import flags
from concord._progress import Display, in_notebook
from concord._tables import TABLE, Frames, Source, hand_over
from concord._wording import in_python
from concord.errors import CommandError, ConvergenceWarning, DataWarning, InputError, Interrupted, UsageError

if TYPE_CHECKING:
    from concord.results import Answer, Batch, Check, Criteria, Fit, Simulation


_HERE = os.path.dirname(__file__) + os.sep
# Arguments that are no flags.
_OURS = ("data", "later", "frames", "progress", "page")


def _flags(command: str, arguments: Mapping[str, Any], but: tuple[str, ...] = ()) -> list[str]:
    return flags(command, {k: v for k, v in arguments.items() if k not in _OURS and k not in but})


@contextmanager
def _folder() -> Iterator[Path]:
    with _scratch.tidy():
        folder = _scratch.make()
        try:
            yield folder
        finally:
            _scratch.remove(folder)


def _source(data: Any, folder: Path, arguments: Mapping[str, Any]) -> Source:
    source = hand_over(data, folder)
    frames = arguments.get("frames")
    if frames not in (None, "pandas", "polars"):
        raise UsageError(f"frames is pandas or polars, not {frames!r}")
    return source if frames is None else dataclasses.replace(source, frames=frames)


def _command(words: list[str], arguments: Mapping[str, Any], source: Source | None, good: tuple[int, ...]) -> _run.Ended:
    """Run the command; an exit code that is not good is an exception."""
    _sayable(words)
    with Display(arguments.get("progress", False)) as display:
        ended = _run.run([word for word in words if word], display.message, source.cwd if source else None)
    for text in ended.warnings:
        text = in_python(source.mend(text, None) if source else text)
        warnings.warn(DataWarning(text), stacklevel=_outside())
    if ended.exit_code not in good:
        _fail(ended, source)
    return ended


def _sayable(words: list[str]) -> None:
    """Refuse what no argument of a command can hold."""
    for word in words:
        if "\0" in word:
            raise UsageError(f"{word!r} holds NUL, which no argument and no name of a file holds")
        try:
            os.fsencode(word)
        except UnicodeEncodeError:
            raise UsageError(f"{word!r} holds half a character (a surrogate), which no argument holds") from None


def _fail(ended: _run.Ended, source: Source | None) -> NoReturn:
    if ended.interrupted:
        raise Interrupted
    facts = ended.error
    if not facts:
        raise CommandError(f"fit ended with exit code {ended.exit_code}\n{ended.rest[-4000:]}".rstrip())
    text = facts["text"]
    if source is not None:
        text = source.mend(text, facts.get("line"))
        if source.unnamed_index and facts.get("code") in ("open_parts", "missing_column"):
            text += ("\n  the index has no name, and is no column therefore; if it is the item: "
                     'df.rename_axis("item")')
    kind = {_run.USAGE: UsageError, _run.INPUT: InputError}.get(ended.exit_code, CommandError)
    raise kind(in_python(text), facts, of_table=source is not None and source.name != "")


def _warn_unless_converged(converged: bool, messages: list[str]) -> None:
    if not converged:
        warnings.warn(ConvergenceWarning("\n".join(in_python(m) for m in messages)), stacklevel=_outside())


def _outside() -> int:
    """The stacklevel, in the function that calls this one, of the code that called the package."""
    level, of = 1, sys._getframe(1)
    while of.f_back is not None and of.f_code.co_filename.startswith(_HERE):
        level, of = level + 1, of.f_back
    return level


@contextmanager
def _kept(arguments: Mapping[str, Any]) -> Iterator[Path]:
    """A folder that stays where a result is in it, until the result goes away; of the labels nothing stays."""
    with _scratch.tidy():
        scratch = _scratch.make()
        done = False
        try:
            yield scratch
            done = True
        except Interrupted as interrupted:
            done = interrupted.result is not None
            raise
        finally:
            if not done or arguments["out"] is not None:
                _scratch.remove(scratch)
            else:
                (scratch / TABLE).unlink(missing_ok=True)


def fit(data: Any, arguments: Mapping[str, Any]) -> Fit:
    """See functions.fit."""
    from concord.results import Fit

    with _kept(arguments) as scratch:
        source = _source(data, scratch, arguments)
        kept = arguments["out"] is not None
        folder = Path(arguments["out"]).absolute() if kept else scratch / "run"
        place = Path("run") if source.cwd and not kept else folder  # as the command is told
        tables = {name: (Path() if source.cwd else scratch) / f"{name}.json"
                  for name in ("items", "labelers") if arguments[name]}
        words = [
            *_flags("fit", arguments, ("out", "items", "labelers")), f"--out={place}",
            *(f"--{name}={path}" for name, path in tables.items()),
            f"--html={place / 'report.html'}" if _wants_page(arguments) else "", "--", *source.paths,
        ]
        try:
            ended = _command(words, arguments, source, (_run.FINE, _run.NOT_CONVERGED, _run.INTERRUPTED))
        except UsageError as error:
            if "here are several" not in str(error):
                raise
            if "," in str(arguments["group"] or ""):
                raise InputError(
                    f"group={arguments['group']!r} names several groupings, of which each is a fit of its own: "
                    "concord.batch(data, group=…)", {"code": "several_fits"}) from None
            raise InputError(
                "the labels are words without order, of which each is a fit of its own, against the rest: "
                "concord.batch(data)\n  If they have an order: order=[…], the lowest first; if some are positive: "
                "positive=[…]", {"code": "several_fits"}) from None
        if ended.exit_code == _run.INTERRUPTED and not (folder / "run.json").is_file():
            _fail(ended, source)
        known = {n: json.loads((scratch / p).read_bytes()) for n, p in tables.items() if (scratch / p).is_file()}
        result = Fit(folder, source.frames, known, temporary=not kept)
        if result.partial:
            raise Interrupted(result)
        _warn_unless_converged(result.converged, result.diagnostics["messages"])
        return result


def _wants_page(arguments: Mapping[str, Any]) -> bool:
    return in_notebook() if arguments["page"] is None else bool(arguments["page"])


def _json(command: str, words: list[str], arguments: Mapping[str, Any], source: Source,
          good: tuple[int, ...] = (_run.FINE,)) -> Any:
    ended = _command([*command.split(), *words, "--format=json", "--", *source.paths], arguments, source, good)
    return json.loads(ended.out)


def batch(data: Any, arguments: Mapping[str, Any]) -> Batch:
    """See functions.batch."""
    from concord.results import Batch

    with _kept(arguments) as scratch:
        source = _source(data, scratch, arguments)
        kept = arguments["out"] is not None
        folder = Path(arguments["out"]).absolute() if kept else scratch / "batch"
        place = Path("batch") if source.cwd and not kept else folder
        words = ["batch", *_flags("batch", arguments, ("out",)), f"--out={place}", "--format=json", "--", *source.paths]
        ended = _command(words, arguments, source, (_run.FINE, _run.NOT_CONVERGED, _run.INTERRUPTED))
        if not ended.out:
            _fail(ended, source)
        result = Batch(json.loads(ended.out), source.frames, folder, temporary=not kept)
        if result.partial:
            raise Interrupted(result)
        bad = result.count("tasks_not_converged")
        _warn_unless_converged(bad == 0, [f"{bad} of {result.count('tasks')} parts have not converged: see parts"])
        return result


def criteria(data: Any, arguments: Mapping[str, Any]) -> Criteria:
    """See functions.criteria."""
    from concord.results import Criteria

    with _kept(arguments) as scratch:
        source = _source(data, scratch, arguments)
        kept = arguments["out"] is not None
        folder = Path(arguments["out"]).absolute() if kept else scratch / "run"
        place = Path("run") if source.cwd and not kept else folder  # as the command is told
        words = [*_flags("criteria", arguments, ("out",)), f"--out={place}",
                 f"--html={place / 'report.html'}", "--", *source.paths]
        _command(words, arguments, source, (_run.FINE, _run.NOT_CONVERGED))
        fitted = Criteria(folder, source.frames, temporary=not kept)
        _warn_unless_converged(fitted.converged, [text for run in fitted.json["runs"] for text in run["diagnostics"]["messages"]])
        return fitted


# Commands that write no page.
_PAGELESS = ("agreement",)


def answer(command: str, data: Any, arguments: Mapping[str, Any]) -> Answer:
    """A function whose command answers in rows and needs nothing else."""
    from concord.results import Answer

    return Answer(*_with_page(command, data, arguments))


def _with_page(command: str, data: Any, arguments: Mapping[str, Any], *more: str, function: str = "") -> tuple[
        Any, Frames, str]:
    """The JSON of a command, the kind of DataFrame to answer with, and the page; "" if the command writes none.

    more are further flags; function is the name of the function if it is not the command's.
    """
    with _folder() as folder:
        source = _source(data, folder, arguments)
        page = folder / "page.html"
        words = [*_flags(function or command, arguments), *more, *[f"--html={page}"] * (command not in _PAGELESS)]
        whole = _json(command, words, arguments, source, (_run.FINE, _run.NOT_CONVERGED))
        text = page.read_text("utf-8") if page.exists() else ""
    fits = [run["diagnostics"] for run in whole["runs"] if run["diagnostics"]]
    _warn_unless_converged(all(d["converged"] for d in fits), [m for d in fits for m in d["messages"]])
    return whole, source.frames, text


def compare(data: Any, later: Any, arguments: Mapping[str, Any]) -> Answer:
    """See functions.compare."""
    from concord.results import Answer, Fit

    with _folder() as folder:
        sources = []
        for name, of in (("earlier", data), ("later", later)):
            if isinstance(of, Fit):
                sources.append(Source(str(Path(of.folder).absolute()), "", of._frames))
            else:
                sources.append(hand_over(of, folder, name))
        tables = [s for s in sources if s.cwd]
        paths = [s.path if s.cwd else os.path.abspath(s.path) for s in sources] if tables else [s.path for s in sources]
        if any(s.more for s in sources):
            raise UsageError("compare takes one path for each of the two: several files are no run")
        source = dataclasses.replace((tables or sources)[0], frames=arguments["frames"] or (tables or sources)[0].frames)
        page = folder / "compare.html"
        words = ["compare", *_flags("compare", arguments), f"--html={page}", "--format=json", "--", *paths]
        ended = _command(words, arguments, source, (_run.FINE, _run.NOT_CONVERGED))
        whole, text = json.loads(ended.out), page.read_text("utf-8")
    for run in whole["runs"]:
        _warn_unless_converged(run["diagnostics"]["converged"], run["diagnostics"]["messages"])
    return Answer(whole, source.frames, text)


def plan(data: Any, arguments: Mapping[str, Any]) -> Answer:
    """See functions.plan."""
    return _plan(data, _flags("plan", arguments), arguments, 'A fit, the labels of a pilot, or assume={"icc": 0.6}')


def plan_score(data: Any, arguments: Mapping[str, Any]) -> Answer:
    """See functions.plan_score."""
    return _plan(data, ["score", *_flags("plan_score", arguments)], arguments,
                 'The labels of a pilot, or assume={"r": 0.6, "share": 0.7}')


def _plan(data: Any, words: list[str], arguments: Mapping[str, Any], needs: str) -> Answer:
    """The answer of a plan from a fit or labels, or without data from assumptions."""
    from concord.results import Answer, Fit

    good = (_run.FINE, _run.NOT_CONVERGED)
    if data is None:
        if arguments["assume"] is None:
            raise UsageError(f"plan from what? {needs}")
        ended = _command(["plan", *words, "--format=json"], arguments, None, good)
        return Answer(json.loads(ended.out), arguments["frames"] or "pandas", "")
    with _folder() as folder:
        if isinstance(data, Fit):
            source = Source(str(data.folder), "", arguments["frames"] or data._frames)
        else:
            source = _source(data, folder, arguments)
        return Answer(_json("plan", words, arguments, source, good), source.frames, "")


def check(data: Any, arguments: Mapping[str, Any]) -> Check:
    """See functions.check."""
    from concord.results import Check

    with _folder() as folder:
        source = _source(data, folder, arguments)
        words = _flags("check", arguments)
        ended = _command(["check", *words, "--format=json", "--", *source.paths], arguments, source,
                         (_run.FINE, _run.INPUT))
        if not ended.out:
            _fail(ended, source)
        whole = json.loads(ended.out)
        if problem := next(row.get("why") for row in whole["rows"] if row["quantity"] == "model"):
            raise InputError(in_python(f"{source.name or source.path}: {problem}"), of_table=source.name != "")
        text = _command(["check", *words, "--", *source.paths], {}, source, (_run.FINE,)).out.decode()
        return Check(whole, source.frames, text)


def simulate(arguments: Mapping[str, Any]) -> Simulation:
    """See functions.simulate."""
    from concord.results import Simulation

    with _folder() as folder:
        study, truth = folder / "study.csv", folder / "truth.json"
        words = ["simulate", *_flags("simulate", arguments), f"--output={study}", f"--truth={truth}"]
        _command(words, {}, None, (_run.FINE,))
        if arguments["frames"] == "polars":
            import polars

            text = {name: polars.String for name in ("item", "labeler", "study")}
            data: Any = polars.read_csv(study, schema_overrides=text)
        else:
            import pandas

            data = pandas.read_csv(study, dtype={"item": str, "labeler": str, "study": str}, keep_default_na=False)
        return Simulation(data, json.loads(truth.read_bytes()))


def report(folder: Path, format: str, full: bool) -> str:
    """The report of the run in a folder."""
    words = ["report", f"--format={format}", *(["--full"] if full else []), "--", str(folder)]
    ended = _command(words, {}, None, (_run.FINE, _run.NOT_CONVERGED))
    return ended.out.decode("utf-8")


def page(folder: Path) -> str:
    """The page of the run in a folder."""
    with _folder() as scratch:
        path = scratch / "report.html"
        words = ["report", f"--html={path}", "--", str(folder)]
        _command(words, {}, None, (_run.FINE, _run.NOT_CONVERGED))
        return path.read_text("utf-8")
