"""Arguments and the command's own list of flags cannot part."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
import typing
from pathlib import Path

import pandas  # noqa: F401
import polars  # noqa: F401
import pyarrow  # noqa: F401
import pytest

import concord
from concord import functions
from concord._arguments import ARGUMENTS, flags
from concord._binary import command_path

sys.path.insert(0, str(Path(__file__).parents[1]))
import generate  # noqa: E402

MODULES = ("pandas", "polars", "pyarrow")  # that annotations name
BINARY = str(command_path())


def test_functions_are_what_the_command_says() -> None:
    here = (Path(__file__).parents[1] / "concord" / "functions.py").read_text("utf-8")
    assert generate.written(BINARY) == here, "python3 python/generate.py FIT writes functions.py anew"


def test_every_exception_is_a_flag() -> None:
    known = {name: {flag.name for flag in generate.flags_of(BINARY, f.command)}
             for name, f in generate.FUNCTIONS.items()}
    everywhere = set().union(*known.values(), {"version"})
    assert set(generate.NOT_HERE) <= everywhere
    assert all(flag in known[name] for name, flag in generate.NOT_THERE)
    assert {name.replace("_", "-") for name in ARGUMENTS} <= everywhere


def choices() -> list[tuple[str, str, tuple[str, ...]]]:
    found = []
    for name in generate.FUNCTIONS:
        hints = typing.get_type_hints(getattr(concord, name), vars(functions), {m: sys.modules[m] for m in MODULES})
        for parameter, hint in hints.items():
            values = [v for part in typing.get_args(hint) if typing.get_origin(part) is typing.Literal
                      for v in typing.get_args(part) if isinstance(v, str)]
            if values and parameter != "frames":
                found.append((name, parameter, tuple(values)))
    return found


@pytest.mark.parametrize(("name", "parameter", "values"), choices())
def test_choices_are_those_of_the_command(name: str, parameter: str, values: tuple[str, ...]) -> None:
    command = generate.FUNCTIONS[name].command
    words = [BINARY, "__complete", *([command] if command else []), "--" + parameter.replace("_", "-"), ""]
    out = subprocess.run(words, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    offered = {line.partition("\t")[0] for line in out.splitlines() if not line.startswith(":")}
    # A function of a part of the command, such as criteria, has a part of the choices.
    assert set(values) <= offered if generate.FUNCTIONS[name].only else set(values) == offered


def test_docstrings_describe_every_argument_and_name_no_flag() -> None:
    for name in generate.FUNCTIONS:
        function = getattr(concord, name)
        doc = inspect.getdoc(function)
        assert doc is not None
        for parameter in inspect.signature(function).parameters:
            assert re.search(rf"^    {parameter}: \S", doc, re.MULTILINE), (name, parameter)
        assert not re.search(r"(^|\s)--[a-z]", doc), name


@pytest.mark.parametrize(("arguments", "written"), [
    ({"item": "a b", "labeler": False, "group": None, "seed": 3, "interval": 0.9}, [
        "--item=a b", "--labeler=-", "--seed=3", "--interval=0.9"]),
    ({"missing": ["a,b", 'c"d', 3, 4.0, 2.5, True]}, ['--missing="a,b","c""d",3,4,2.5,true']),
    ({"positive": "Yes"}, ["--positive=Yes"]),
    ({"exclude_labelers": ["@ann", "bob"]}, ['--exclude-labelers="@ann",bob']),
    ({"facet": ["template", "item:day"]}, ["--facet=template", "--facet=item:day"]),
    ({"discrimination": True, "effects": False}, ["--discrimination=true", "--effects=false"]),
    ({"compare": {"labeler_effects": "none", "prior_sd": "normal(0, 1)"}}, [
        '--compare=--labeler-effects none --prior-sd "normal(0, 1)"']),
    ({"target": 0.8, "absent": [0.5, 0.7]}, ["--target=0.8", "--absent=0.5,0.7"]),
])
def test_how_values_are_written(arguments: dict[str, object], written: list[str]) -> None:
    assert flags("fit", arguments) == written


def test_thresholds_of_several_studies() -> None:
    assert flags("simulate", {"thresholds": [-1, 0.5, 1]}) == ["--thresholds=-1,0.5,1"]
    assert flags("simulate", {"thresholds": [[-1, 0], [0, 1]]}) == ["--thresholds=-1,0/0,1"]
    assert flags("fit", {"thresholds": "common"}) == ["--thresholds=common"]


def test_factors_and_facets_of_a_simulation() -> None:
    assert flags("simulate", {"factor": {"template": 8}, "facet": {"template": 0.5, "item:template": [0.5, 0.25]}}) == [
        "--factor=template=8", "--facet=template=0.5", "--facet=item:template=0.5,0.25"]
    study = concord.simulate(factor={"template": 8}, facet={"template": 0.5}, labels_again=2)
    assert study.data.template.nunique() == 8
    with pytest.raises(TypeError, match="facet is Mapping"):
        flags("simulate", {"facet": "template=0.5"})


def test_numbers_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    assert flags("fit", {"seed": numpy.int64(3), "missing": numpy.array([1, 2])}) == ["--seed=3", "--missing=1,2"]


def test_what_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="positive is empty"):
        flags("fit", {"positive": []})
    with pytest.raises(TypeError, match="item is one str"):
        flags("fit", {"item": ["a", "b"]})
    with pytest.raises(TypeError, match="'colour' is no argument"):
        flags("fit", {"compare": {"colour": "red"}})
    with pytest.raises(TypeError, match="nope"):
        concord.fit({}, nope=1)  # type: ignore[call-arg]
