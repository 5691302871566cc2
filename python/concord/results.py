"""What the functions answer with: DataFrames, pages, draws."""

from __future__ import annotations

import html
import json
import os
import shutil
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from concord import _calls, _scratch
from concord._frames import frame
from concord._tables import Frames
from concord._wording import in_python

if TYPE_CHECKING:
    import numpy

Json = Mapping[str, Any]

class Result:
    """What a function answers with.

    Attributes:
        json: all of it as the command's JSON has it; docs/reference of the sources says what is what.
    """

    def __init__(self, whole: Json, frames: Frames) -> None:
        self.json: Json = whole
        self._frames: Frames = frames

    def _table(self, rows: Any, columns: tuple[str, ...] = ()) -> Any:
        return frame(rows, self._frames, columns)

    def _rows_of(self, rows: Iterable[Json]) -> Any:
        return self._table([{**dict.fromkeys(_ROW, ""), **dict.fromkeys(_NUMBERS), **row} for row in rows])

    @property
    def warnings(self) -> list[str]:
        """What may mislead: about the labels, then about the chains."""
        texts = (self.json.get("data") or {}).get("warnings") or []
        return [in_python(text.removeprefix("Warning: ")) for text in texts]

    @property
    def notes(self) -> list[str]:
        """What was made of the labels."""
        notes = [*((self.json.get("data") or {}).get("notes") or []), *(self.json.get("notes") or [])]
        return [in_python(note) for note in notes]

    def _about(self) -> str:
        data = self.json["data"]
        studies = data["studies"]
        if not studies:
            return "assumptions"
        return f"{data['file']}: {data['labels']} labels of {data['items']} items in " + (
            "1 study" if len(studies) == 1 else f"{len(studies)} studies")

    def __repr__(self) -> str:
        return f"<concord.{type(self).__name__} of {self._about()}>"


class Page:
    """A result that can be shown as a page, which a notebook does by itself."""

    def _page(self) -> str:
        raise NotImplementedError

    def html(self, path: str | os.PathLike[str] | None = None) -> str:
        """The report with its pictures, one page that opens in any browser, offline.

        Args:
            path: the file to write it to too.
        """
        page = self._page()
        if path is not None:
            Path(path).write_text(page, encoding="utf-8")
        return page

    def _repr_html_(self) -> str:
        # A frame of its own keeps the page's type and colours from the notebook's. Its script sorts tables, no more.
        return ('<iframe sandbox="allow-scripts allow-popups" style="width:100%;height:40em;border:0" '
                f'srcdoc="{html.escape(self.html())}"></iframe>')


class Run(Page, Result):
    """A result whose draws are in a folder.

    Attributes:
        folder: where the run is: draws, summary, report and run.json. Without ``out`` it goes away with the result.
        json: the whole report.
        run: run.json: flags, settings, seed, versions, columns, names along the dimensions of draws.
    """

    def __init__(self, folder: Path, frames: Frames, temporary: bool = False) -> None:
        super().__init__(json.loads((folder / "report.json").read_text("utf-8")), frames)
        self.folder = folder
        self.run: Json = json.loads((folder / "run.json").read_text("utf-8"))
        if temporary:
            # At the latest at the end of the process.
            self._gone = weakref.finalize(self, _scratch.remove, folder.parent)

    @cached_property
    def draws(self) -> dict[str, numpy.ndarray[Any, Any]]:
        """The draws of each parameter and of what follows from them: arrays of chains, draws and dimensions.

        ``run["variables"]`` names the dimensions, ``run["coordinates"]`` what is along them.
        """
        return {name: _array(values) for name, values in self._saved_draws["posterior"].items()}

    @cached_property
    def _saved_draws(self) -> Json:
        whole: Json = json.loads((self.folder / "draws.json").read_bytes())
        return whole

    def to_inference_data(self) -> Any:
        """The draws for ArviZ, with names as coordinates: an InferenceData, with ArviZ 1 a DataTree.

        Needs ArviZ: ``pip install arviz``.
        """
        from concord._inference import inference_data

        stats = {name: _array(values) for name, values in self._saved_draws["sample_stats"].items()}
        return inference_data(self.draws, stats, self.run)

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Copy the folder of the run to a place where none is yet; ``concord.load`` reads it."""
        shutil.copytree(self.folder, folder)

    def _page(self) -> str:
        page = self.folder / "report.html"
        return page.read_text("utf-8") if page.is_file() else _calls.page(self.folder)

    def __reduce__(self) -> Any:
        raise TypeError("a fit is a folder: fit.save(folder) keeps it, and concord.load(folder) reads it")


def _array(values: Any) -> Any:
    import numpy

    return numpy.array(values, dtype=float)


def load(folder: str | os.PathLike[str], *, frames: Frames = "pandas") -> Fit | Criteria:
    """Read a fit, of criteria or another, that ``save``, ``out`` or the command's ``--out`` kept.

    Args:
        folder: of the run.
        frames: the kind of DataFrame to answer with.

    Raises:
        FileNotFoundError: it is not the folder of a run.
    """
    place = Path(folder).absolute()
    if not (place / "run.json").is_file():
        raise FileNotFoundError(f"{place}: there is no run.json, so this is not the folder of a run")
    run: Json = json.loads((place / "run.json").read_text("utf-8"))
    if "criteria_fits" in run:
        return Criteria(place, frames)
    return Fit(place, frames)


class Answer(Page, Result):
    """What a command found, as rows: each is a number with what it is of.

    Attributes:
        verdict: sentences, the answer first.
        converged: whether the numbers can be used.
    """

    def __init__(self, whole: Json, frames: Frames, page: str = "") -> None:
        super().__init__(whole, frames)
        self._whole_page = page
        self.verdict: list[str] = [in_python(text) for text in whole["verdict"]]
        self._fits: list[Json] = [run for run in whole["runs"] if run["diagnostics"]]
        self.converged: bool = all(run["diagnostics"]["converged"] for run in self._fits)

    @property
    def warnings(self) -> list[str]:
        """What may mislead: about the labels, then about the chains."""
        of_runs: list[str] = []
        for run in self._fits:
            of = "".join(f"{run[key]}: " for key in ("task", "of") if key in run)
            of_runs += [of + in_python(text.removeprefix("Warning: ")) for text in run["diagnostics"]["messages"]]
        return [*super().warnings, *map(in_python, self.json["doubts"]), *of_runs]

    def rows(self, *quantities: str) -> Any:
        """A DataFrame with a row for each number, of some quantities or of all.

        ``task`` and ``group`` are the part of the labels. ``of`` says what a number describes, such as a candidate,
        ``against`` names the other of two, and ``by`` says whose labels are meant, such as a ``person`` or ``votes``.
        ``term`` is a term of the model or a covariate, and ``category`` a category of labels or a value of the
        covariate. ``value`` has the interval from ``lower`` to ``upper`` and the standard error ``sd``. ``p`` is the
        probability of an event, ``n`` counts the things behind the number, and ``why`` says why there is none.
        """
        return self._rows_of(row for row in self.json["rows"] if not quantities or row["quantity"] in quantities)

    def _page(self) -> str:
        if not self._whole_page:
            raise AttributeError("this result has no page: see rows")
        return self._whole_page

    def _repr_html_(self) -> str:
        if self._whole_page:
            return super()._repr_html_()
        text: str = self.rows()._repr_html_()
        return text

    def __str__(self) -> str:
        return "\n".join(self.verdict)


class Fit(Run, Answer):
    """A fit: ``concord.fit`` makes one, ``concord.load`` reads one again.

    ``rows`` has every number: estimates, coefficients without a model and what the model implies of them (``by`` is
    ``model``), numbers under other priors, and doubts: ``rows("doubt", "evidence", "consequence", "look")``.

    Attributes:
        verdict: sentences, the answer first.
        converged: whether the numbers can be used.
        folder: where the run is: draws, summary, report and run.json. Without ``out`` it goes away with the fit.
        json: the whole report.
        run: run.json: flags, settings, seed, versions, columns, names along the dimensions of draws.
    """

    _repr_html_ = Page._repr_html_

    def __init__(self, folder: Path, frames: Frames, tables: Json | None = None, temporary: bool = False) -> None:
        super().__init__(folder, frames, temporary)
        self._tables = tables or {}

    @cached_property
    def summary(self) -> Any:
        """A DataFrame with a row for each estimate, as ``rows`` has them.

        ``value`` is the mean of the posterior, ``lower`` and ``upper`` its credible interval, ``rhat``, ``ess_bulk``,
        ``ess_tail`` and ``mcse_mean`` how well it is known, and ``p`` the probability of the event that belongs to the
        quantity. ``scale`` is ``latent`` on the scale of the logits of binary and ordered labels. ``group`` is the
        group, and ``of`` and ``against`` are two groups: of a difference, how much more the first has than the second,
        or how much closer to ``group`` it is. ``worth`` is a ratio without a mean: its ``value`` is its ``median``.
        """
        return self._rows_of(row for row in self.json["rows"] if "median" in row)

    @cached_property
    def item_table(self) -> Any:
        """A DataFrame of what all labels say of each item, as ``rows`` has them: score, label, chance of each.

        Of ``items=True``.
        """
        return self._rows_of(self._kept("items"))

    @cached_property
    def labeler_table(self) -> Any:
        """A DataFrame with a row for each number of each labeler, as ``Answer.rows`` has them. Of ``labelers=True``."""
        return self._rows_of(self._kept("labelers"))

    def _kept(self, name: str) -> Any:
        if name not in self._tables:
            raise AttributeError(f"this fit has not kept its {name}: fit with {name}=True")
        return self._tables[name]

    @property
    def partial(self) -> bool:
        """Whether Ctrl-C ended the fit before it had all draws."""
        return bool(self.json["runs"][0]["sampler"]["partial"])

    @property
    def diagnostics(self) -> Json:
        """Divergences, the largest R̂, the smallest effective sample sizes and E-BFMI."""
        whole: Json = self.json["runs"][0]["diagnostics"]
        return whole

    def report(self, format: Literal["text", "markdown", "latex", "apa", "csv", "json"] = "text", *,
               full: bool = False) -> str:
        """The report as the command prints it, or as a table for a paper.

        Args:
            format: of the report.
            full: every number, not the first screen alone.
        """
        return _calls.report(self.folder, format, full)

    def __str__(self) -> str:
        screen = self.report().rstrip("\n").rpartition("\nEvery number: --full")[0] or self.report(full=True)
        return screen + "\nEvery number: fit.report(full=True)   Pictures: fit.html()"

    def __repr__(self) -> str:
        state = "" if self.converged else ", not converged"
        return f"<concord.Fit of {self._about()}{', partial' if self.partial else state}>"


class Criteria(Run, Answer):
    """How criteria go together that the same labelers rate, and how large the halo is.

    Rows are ``of`` one criterion, ``of`` one ``against`` another, or of the group: then correlations are means over pairs.

    Attributes:
        verdict: sentences: whose halo is larger than the reference's, and how criteria correlate.
        converged: whether the numbers can be used.
        folder, json, run: as of a ``Fit``. If labels are no numbers, up to 1,000 of all draws are kept.
    """

    _repr_html_ = Page._repr_html_


class Check(Answer):
    """What is in a table of labels.

    Attributes:
        text: the whole of it as the command prints it.
    """

    def __init__(self, whole: Json, frames: Frames, text: str) -> None:
        super().__init__(whole, frames, "")
        self.text = text

    @cached_property
    def studies(self) -> Any:
        """A DataFrame with a row for each study: labels, items, labelers, mean label."""
        return self._table(self.json["data"]["studies"], ("name", "labels", "items", "labelers", "mean"))

    @property
    def model(self) -> Json | None:
        """The model that ``concord.fit`` would fit; None where the labels determine none."""
        return next((run["model"] for run in self.json["runs"]), None)

    def __str__(self) -> str:
        return self.text


# The columns of rows, as CSV has them.
_ROW = ("quantity", "task", "group", "of", "against", "by", "scale", "distance", "k", "value", "lower", "upper", "p",
        "sd", "n", "said", "method", "why", "reason", "term", "category", "design", "event", "prior", "median", "rhat",
        "ess_bulk", "ess_tail", "mcse_mean")
_NUMBERS = ("k", "value", "lower", "upper", "p", "sd", "n", "median", "rhat", "ess_bulk", "ess_tail", "mcse_mean")


class Simulation:
    """A study with known truth.

    Attributes:
        data: a DataFrame of labels, one a row.
        truth: the parameters and what follows from them.
    """

    def __init__(self, data: Any, truth: Any) -> None:
        self.data = data
        self.truth = truth

    def __repr__(self) -> str:
        return f"<concord.Simulation of {len(self.data)} labels>"


class Batch(Result):
    """Fits of parts of the labels.

    Attributes:
        folder: where the tables and the whole result of each part are. Without ``out`` it goes away with the batch.
        json: rows with what all parts say together, numbers of parts, and why parts have no fit.
    """

    def __init__(self, whole: Json, frames: Frames, folder: Path, temporary: bool = False) -> None:
        super().__init__(whole, frames)
        self.folder = folder
        if temporary:
            self._gone = weakref.finalize(self, _scratch.remove, folder.parent)

    @property
    def cut(self) -> list[str]:
        """What tells the parts apart: names of columns, ``label``, ``category``."""
        return list(self.json["cut"])

    def count(self, quantity: str) -> int:
        """A number of parts: ``tasks``, ``tasks_fitted``, ``tasks_not_converged``."""
        return next(int(row["value"]) for row in self.json["rows"] if row["quantity"] == quantity)

    @cached_property
    def summary(self) -> Any:
        """A DataFrame with a row for each part and quantity.

        The first columns are the key of the part, and the others those of rows in CSV: ``value`` with its interval,
        ``lower`` and ``upper``. Then ``status`` is ``fitted``, ``not converged`` or ``no fit``; a part without fit is a
        row ``fit``, and ``why`` says why there is none.
        """
        return self._read("tasks.parquet")

    @cached_property
    def parts(self) -> Any:
        """A DataFrame with a row for each part: its key, status, why there is no fit, and seed."""
        first = self.summary.iloc[:, : len(self.cut)] if self._frames == "pandas" else self.summary[:, : len(self.cut)]
        columns = [*first.columns, "status", "why", "seed"]
        if self._frames == "polars":
            return self.summary.select(columns).unique(subset=list(first.columns), keep="first", maintain_order=True)
        return self.summary[columns].drop_duplicates(list(first.columns), ignore_index=True)

    @cached_property
    def _places(self) -> dict[tuple[str, ...], Path]:
        places = {}
        for path in sorted((self.folder / "tasks").glob("*.json")):
            places[tuple(json.loads(path.read_bytes())["key"])] = path
        return places

    def part(self, *key: str) -> Json:
        """The whole result of one part, as the command's JSON has it: ``batch.part("spam", "en")["result"]``.

        Raises:
            KeyError: there is no such part.
        """
        if key not in self._places:
            raise KeyError(f"there is no part {key}; those that there are: {list(self._places)[:10]}")
        whole: Json = json.loads(self._places[key].read_bytes())
        return whole

    @property
    def partial(self) -> bool:
        """Whether Ctrl-C ended it before all parts were fitted. With ``out`` the same call again does the rest."""
        return "partial" in self.json

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Copy the folder of the batch to a place where none is yet."""
        shutil.copytree(self.folder, folder)

    def _read(self, name: str) -> Any:
        if self._frames == "polars":
            import polars

            return polars.read_parquet(self.folder / name)
        import pandas

        return pandas.read_parquet(self.folder / name)

    def _repr_html_(self) -> str:
        text: str = self.summary._repr_html_()
        return text

    def __str__(self) -> str:
        return str(self.summary)

    def __repr__(self) -> str:
        return f"<concord.Batch of {self.count('tasks_finished')} of {self.count('tasks')} parts of {self._about()}>"

    def __reduce__(self) -> Any:
        raise TypeError("a batch is a folder: batch.save(folder) keeps it")
