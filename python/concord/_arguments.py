"""The command's flags as arguments: their types, and how a value is written for the command.

The names, and what stands in docstrings, come from the command's own list of flags; ``python/generate.py`` writes
``functions.py`` from both, and a test holds that nothing is missing on either side.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["text", "number", "switch", "list", "repeated", "path", "groups", "flags", "settings", "values", "number or values"]


@dataclass(frozen=True)
class Argument:
    """How an argument is typed and handed over.

    Attributes:
        kind: ``switch`` is a flag without value; ``list`` takes several values in one, ``repeated`` one at a time;
            ``groups`` takes lists of numbers for each study; ``flags`` the arguments of another model; ``settings``
            numbers by name, one name at a time, ``values`` all of them in one, ``number or values`` one number or these.
        type: as an annotation.
    """

    kind: Kind
    type: str


def _choice(*values: str) -> Argument:
    return Argument("text", "Literal[" + ", ".join(f'"{v}"' for v in values) + "]")


_TEXT = Argument("text", "str")
_WHOLE = Argument("number", "int")
_REAL = Argument("number", "float")
_SWITCH = Argument("switch", "bool")
_SPELLINGS = Argument("list", "Spelling | Sequence[Spelling]")
_NAMES = Argument("list", "str | Sequence[str]")
_REALS = Argument("list", "float | Sequence[float]")

#: All arguments that are flags of the command, by name; ``-`` stands in flags where ``_`` stands here.
ARGUMENTS: Mapping[str, Argument] = {
    # How the labels are read.
    "item": _TEXT, "labeler": _TEXT, "group": _TEXT, "label": _NAMES,
    "positive": _SPELLINGS, "negative": _SPELLINGS, "order": _SPELLINGS, "log": _SWITCH, "missing": _SPELLINGS,
    "duplicates": Argument("text", 'Literal["error", "first", "last", "mean", "keep"] | str'),
    "exclude_labelers": Argument("list", "Spelling | Sequence[Spelling]"),
    "facet": Argument("repeated", "str | Sequence[str]"),
    "pairs": _NAMES, "wide_items": _NAMES, "list": _NAMES, "counts": _NAMES, "weight": _TEXT, "pair": _NAMES,
    "delimiter": _TEXT, "wide": _NAMES, "input_format": _choice("csv", "json", "parquet", "xlsx"), "sheet": _TEXT, "max_memory": _REAL,
    "as_is": _SWITCH, "different_items": _SWITCH, "split": _TEXT, "file_as": _choice("labeler", "study"), "where": Argument("repeated", "str | Sequence[str]"),
    "by": _NAMES, "every": _choice("day", "week", "month", "quarter", "year"), "dates": _choice("day-first", "month-first"),
    "each_category": _SWITCH, "pages": _SWITCH,
    # The model.
    "criteria": _NAMES,
    "covariate": _NAMES, "slopes": _NAMES, "covariate_effects": _choice("study", "common"),
    "family": _choice("auto", "bernoulli", "gaussian", "ordinal"),
    "labeler_effects": _choice("auto", "nested", "shared", "none"),
    "facet_effects": _choice("nested", "shared", "common"),
    "residual": _choice("auto", "study", "common", "labeler"),
    "discrimination": _SWITCH, "items_are": _choice("normal", "t"),
    "prior_mean": _TEXT, "prior_sd": _TEXT, "prior_labeler_sd": _TEXT, "prior_cor": _TEXT,
    "drop": Argument("list", "Spelling | Sequence[Spelling]"),
    "reference": _TEXT, "humans": _TEXT, "judge": _NAMES, "gold": _TEXT, "gold_column": _TEXT,
    "judge_column": _NAMES, "reliability": _REAL, "percent": _SWITCH,
    "threshold": Argument("number or values", "float | Mapping[str, float]"),
    # The sampler.
    "chains": _WHOLE, "draws": _WHOLE, "warmup": _WHOLE, "seed": _WHOLE, "cores": _WHOLE,
    "algorithm": _choice("auto", "nuts", "hmc"), "target_accept": _REAL, "max_depth": _WHOLE,
    # Coefficients and intervals.
    "coefficients": _NAMES, "resample": _choice("jackknife", "items", "raters", "both"),
    "cross_pairs": _choice("different", "all"),
    "distance": _TEXT,
    "interval": _REAL, "bootstrap": _WHOLE, "normalize_by": _choice("kripp_alpha", "iota", "fleiss_kappa"), "normalize_shared": _SWITCH,
    # The result.
    "replications": _WHOLE, "design": Argument("repeated", "str | Sequence[str]"),
    "compare": Argument("flags", "Mapping[str, Any] | Sequence[Mapping[str, Any]]"),
    "out": Argument("path", "str | os.PathLike[str]"), "effects": _SWITCH,
    # Scores.
    "system": _TEXT, "stratum": _TEXT, "cluster": _TEXT, "icc": _choice("agreement", "consistency", "fixed"), "log": _SWITCH, "sampling_weight": _TEXT, "anchor": _NAMES, "bar": _REAL, "cost": Argument("values", "Mapping[str, float]"),
    # Plans.
    "assume": Argument("values", "Mapping[str, float | str]"), "width": _REAL, "judge_cost": _REAL, "judged": _WHOLE, "within": _REAL, "at_least": _REAL, "power": _REAL,
    "people": Argument("number or values", "int | Mapping[str, int]"),
    "goal": _choice("auto", "decision", "estimate"), "new_items": _NAMES,
    "target": _REALS, "assurance": _REAL, "max_labels": _WHOLE, "budget": _REAL, "item_cost": _REAL,
    # Simulated studies.
    "studies": _NAMES, "items": _WHOLE, "labelers": Argument("list", "int | Sequence[int]"),
    "labels_per_item": _WHOLE, "labels_per_labeler": _WHOLE, "absent": _REALS, "mean": _REALS, "item_sd": _REALS, "item_df": _REAL,
    "labeler_sd": _REALS, "discrimination_sd": _REALS, "residual_sd": _REALS,
    "thresholds": Argument("groups", "Sequence[float] | Sequence[Sequence[float]]"),
    "correlation": _REALS, "labeler_correlation": _REALS, "step": _REAL, "noise_sd": _REALS,
    "labels_again": _WHOLE, "factor": Argument("settings", "Mapping[str, int]"), "facet_correlation": _REALS,
}

#: Where a flag of the same name has other values with another command, by (command, name).
ARGUMENTS_OF: Mapping[tuple[str, str], Argument] = {
    ("fit", "label"): _TEXT, ("check", "label"): _TEXT, ("judge", "label"): _TEXT, ("score", "label"): _TEXT, ("plan", "label"): _TEXT,
    ("gold", "label"): _TEXT, ("compare", "label"): _TEXT, ("rank", "label"): _TEXT, ("consensus", "label"): _TEXT,
    ("labelers", "label"): _TEXT, ("criteria", "label"): _TEXT, ("measurement", "label"): _TEXT, ("next", "label"): _TEXT, ("next_labels", "label"): _TEXT, ("plan", "judge"): _TEXT,
    ("plan_score", "label"): _TEXT, ("plan_score", "judge"): _TEXT,
    ("fit", "target"): _REAL, ("batch", "target"): _REAL, ("fit", "items"): _SWITCH, ("fit", "labelers"): _SWITCH,
    ("simulate", "facet"): Argument("settings", "Mapping[str, float | Sequence[float]]"),
    ("simulate", "family"): _choice("bernoulli", "gaussian", "ordinal"),
    ("simulate", "labeler_effects"): _choice("nested", "shared", "none"),
    ("agreement", "interval_kind"): _choice("percentile", "bca"),
    **{(c, "interval_kind"): _choice("eti", "hdi") for c in ("fit", "batch", "criteria")},
    **{(c, "thresholds"): _choice("auto", "study", "common") for c in (
        "fit", "check", "compare", "judge", "score", "gold", "plan", "batch", "consensus", "labelers", "next",
        "next_labels")},
}


def argument_of(command: str, name: str) -> Argument:
    """How a command takes an argument."""
    return ARGUMENTS_OF.get((command, name)) or ARGUMENTS[name]


def flags(command: str, values: Mapping[str, Any]) -> list[str]:
    """The flags of a command with the values of arguments; those that are None are left to the command."""
    written: list[str] = []
    for name, value in values.items():
        if value is None:
            continue
        argument, flag = argument_of(command, name), "--" + name.replace("_", "-")
        match argument.kind:
            case "switch":
                written.append(f"{flag}={'true' if value else 'false'}")
            case "list":
                written.append(f"{flag}={_record(name, _several(value))}")
            case "repeated":
                written += [f"{flag}={v}" for v in _several(value)]
            case "flags":
                written += [f"{flag}={_other_model(name, v)}" for v in _several(value)]
            case "settings":
                if not isinstance(value, Mapping):
                    raise TypeError(f"{name} is {argument.type}, not {value!r}")
                written += [f"{flag}={key}={_record(name, _several(v))}" for key, v in value.items()]
            case "number or values" if isinstance(value, Mapping):
                written.append(f"{flag}={_record(name, [f'{key}={_written(v)}' for key, v in value.items()])}")
            case "values":
                if not isinstance(value, Mapping):
                    raise TypeError(f"{name} is {argument.type}, not {value!r}")
                written.append(f"{flag}={','.join(f'{key}={_written(v)}' for key, v in value.items())}")
            case "groups":
                written.append(f"{flag}={_groups(value)}")
            case "path":
                written.append(f"{flag}={os.path.abspath(os.fspath(value))}")
            case _:
                if name in ("labeler", "group") and value is False:
                    value = "-"
                if not isinstance(value, (str, int, float)) and hasattr(value, "item"):
                    value = value.item()  # a number of numpy
                if isinstance(value, (list, tuple, set, dict)):
                    raise TypeError(f"{name} is one {argument.type}, not {value!r}")
                written.append(f"{flag}={value}")
    return written


def _several(value: Any) -> list[Any]:
    """The values of an argument that is one value or several."""
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        return [value]
    return list(value)


def _record(name: str, values: list[Any]) -> str:
    """Values as a list of the command: a record of CSV."""
    if not values:
        raise ValueError(f"{name} is empty: leave it out, or name something")
    written = []
    for value in values:
        text = _written(value)
        if name == "exclude_labelers" and text.startswith("@"):
            # Unquoted it would be the name of a file.
            written.append('"' + text.replace('"', '""') + '"')
            continue
        out = io.StringIO()
        csv.writer(out, lineterminator="").writerow([text])
        written.append(out.getvalue())
    return ",".join(written)


def _written(value: Any) -> str:
    """A value as the command's own columns write it."""
    if hasattr(value, "item") and not isinstance(value, (str, bytes)):
        value = value.item()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _groups(value: Any) -> str:
    """Numbers, for each study after a slash."""
    if isinstance(value, str):
        return value
    groups = [v if isinstance(v, Iterable) else [v] for v in value]
    if all(not isinstance(v, Iterable) for v in value):
        groups = [list(value)]
    return "/".join(",".join(_written(v) for v in group) for group in groups)


def _other_model(name: str, arguments: Any) -> str:
    """The arguments of another model as flags, quoted as the command splits them."""
    if not isinstance(arguments, Mapping):
        raise TypeError(f'{name} holds arguments of another model, as {{"labeler_effects": "none"}}, not {arguments!r}')
    words = []
    for flag in flags("fit", _known(arguments)):
        name, _, value = flag.partition("=")
        quote = "'" if '"' in value else '"'
        bare = value and not set(value) & set(" \t'\"")
        words += [name, value if bare else f"{quote}{value}{quote}"]
    return " ".join(words)


def _known(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """The arguments, all of which there are."""
    for name in arguments:
        if name not in ARGUMENTS:
            raise TypeError(f"{name!r} is no argument of a model")
    return arguments
