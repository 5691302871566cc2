"""Writes concord/functions.py: the command's commands as functions, with its flags as arguments.

    python3 python/generate.py FIT

FIT is the command. Names, order and descriptions of the flags come from its help texts; types from
``concord/_arguments.py``; what is not an argument in Python stands below with its reason. ``tests/test_arguments.py``
compares what this writes with what is there, so that the two cannot part.
"""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from concord._arguments import argument_of  # noqa: E402
from concord._wording import in_python  # noqa: E402

# Flags of the command that are no arguments, and why.
NOT_HERE = {
    "help": "help(concord.fit)",
    "version": "concord.__version__",
    "quiet": "progress=False",
    "format": "results have DataFrames, text, pages and JSON",
    "full": "a result has every number",
    "html": "html() of a result",
    "card": "the card of the command",
    "also": "results have DataFrames, text, pages and JSON",
    "text": "the page of the command has the texts of items",
    "strict": "an exception from warnings: warnings.simplefilter('error')",
    "fail-if": "an if",
    "from": "concord.load, or the same call again",
    "output": "Simulation.data",
    "truth": "Simulation.truth",
}
# Flags that one command has and its function has not.
NOT_THERE = {
    ("fit", "by"): "concord.batch",
    ("fit", "every"): "concord.batch",
    ("fit", "dates"): "concord.batch",
    ("fit", "each-category"): "concord.batch",
    ("fit", "criteria"): "concord.criteria",
    ("labelers", "out"): "labelers of the result is the table",
    ("check", "by"): "labels are checked as a whole",
    ("check", "every"): "labels are checked as a whole",
    ("check", "dates"): "labels are checked as a whole",
    ("check", "each-category"): "labels are checked as a whole",
    ("consensus", "out"): "items, a DataFrame",
    ("next_labels", "out"): "items, a DataFrame",
}


HEADER = '''"""The functions of the package. generate.py wrote them from the command's own list of flags."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from concord import _calls
from concord._progress import Progress
from concord._tables import Frames, Labels
from concord.results import Answer, Batch, Check, Criteria, Fit, Simulation

#: A label as the data have it: text, a number or a truth value.
Spelling: TypeAlias = str | int | float | bool
'''

PROGRESS = ("progress", "bool | Callable[[Progress], None] | None",
            "False for no bar; a function that is called with each Progress, some times a second (default: a bar in a "
            "notebook and on a terminal)")
FRAMES = ("frames", "Frames | None", "the kind of DataFrame to return, pandas or polars (default: as the data)")
PAGE = ("page", "bool | None",
        "prepare the whole page for html() and notebooks, with items and labelers, which takes up to a second more; "
        "without it html() has the estimates alone (default: in notebooks)")


class Function(NamedTuple):
    """A function to write: what stands in its docstring, and what it takes besides flags."""

    command: str  # of which the flags are
    data: str  # annotation of its first parameter; "" for none
    returns: str
    text: str
    more: tuple[tuple[str, str, str], ...] = ()
    required: tuple[str, ...] = ()
    second: str = ""  # name of a second parameter like the first; "" for none
    only: tuple[str, ...] = ()  # flags that it takes; none: all of the command


# Flags that go with --criteria, as cmd/fit/criteria.go has them.
CRITERIA = tuple("criteria reference item labeler group label positive negative order missing duplicates "
                 "exclude-labelers where delimiter input-format sheet file-as as-is max-memory family labeler-effects "
                 "prior-mean prior-sd prior-labeler-sd prior-cor chains draws warmup seed cores algorithm "
                 "target-accept max-depth interval interval-kind out".split())

FUNCTIONS = {
    "fit": Function("", "Labels", "Fit", """\
Fit a Bayesian hierarchical model with item and labeler effects: how good are these labels?

The result has the reliability of each group (ICC, labeler ICC), the agreement of each pair of groups (ρ, which is
normalized xCC, and xCC), and for each two groups which one is closer to the reference. Each estimate has a credible
interval, and the coefficient that measures the same without a model.

    fit = concord.fit(df, item="ad_id", labeler="worker", group="arm", label="verdict", reference="experts")
    fit.summary

Columns that no argument names are found by their usual names. Ordered categoricals are ordered categories. ICC, ρ and
xCC have no unit and are at most 1. Means and standard deviations are on the scale of the labels, or on the latent scale,
in logits, if labels are binary or ordered. Ctrl-C ends the fit: it raises Interrupted, which has the draws so far.""", (PAGE,)),
    "batch": Function("batch", "Labels", "Batch", """\
Fit each part of the labels separately, one core each, and return one table.

    batch = concord.batch(df, by="task")
    batch.summary

Parts are the values of columns (by), label columns (several names as label), categories of the labels against the
rest (each_category), or combinations. A part that cannot be fitted is a row with the reason. The random numbers of a
part follow from its key, so its estimates depend on no other part.

Ctrl-C ends the batch: it raises Interrupted, which has the parts so far. With out, the same call again does the rest."""),
    "agreement": Function("agreement", "Labels", "Answer", """\
Compute coefficients of agreement for each group and each pair of groups, without a model.

Kappas, Krippendorff's alpha, intraclass correlations, cross-kappa. They have no unit and are at most 1. Intervals are
about other items and other labelers of the same kind. An undefined coefficient has its reason.

    concord.agreement(df, coefficients=["kripp_alpha", "cross_kappa"]).rows("kripp_alpha", "cross_kappa")"""),
    "measurement": Function("measurement", "Labels", "Answer", """\
How reliable are measurements, and how far do two of the same item differ? Without a model.

All intraclass correlations by the names of Shrout and Fleiss and of McGraw and Wong, standard error of measurement (SEM),
minimal detectable change (MDC), coefficient of variation, repeatability and reproducibility, each with an interval.

    concord.measurement(df, item="patient", labeler="reader", label="diameter").rows("sem_agreement", "icc_A1")""", (PAGE,)),
    "criteria": Function("", "Labels", "Criteria", """\
How do criteria go together that the same labelers rate, such as coherence and fluency? All are fitted jointly.

How reliable each criterion is, how its true scores correlate with those of the others, how labels by one labeler do, and
how large the halo is: how errors in one labeler's labels of an item correlate over criteria. Each other group, such as a
judge, has its halo, and its agreement with the reference on each criterion.

    ratings = concord.criteria(df, criteria="criterion", reference="experts")
    ratings.rows("icc", "true_scores")
    concord.criteria(df, criteria=["coherence", "fluency"]).rows("halo")""", (PAGE,), ("criteria",), only=CRITERIA),
    "judge": Function("judge", "Labels", "Answer", """\
Compare judges, such as language models, experts or a gold standard, with the people of one group.

Each other group is a judge. For each judge: its validity r, the worth of one of its labels in labels of people, the
probability that it follows the items better than a random person, its bias, the people it beats, and the errors that
judges share.

    concord.judge(df, humans="crowd").rows("validity", "worth")""", (PAGE,), ("humans",)),
    "labelers": Function("labelers", "Labels", "Answer", """\
Who needs retraining? Each labeler as the others see the labeler.

For each labeler: leaning, how closely the labels follow the items, noise, agreement with the consensus of the others, and
what to do, by probabilities. With drop, what changes without some labelers.

    labelers = concord.labelers(df, drop="flagged")
    labelers.rows("verdict", "fault")
    labelers.rows("icc")
    concord.labelers(df, covariate="week", slopes="week").rows("change", "beyond")""", (PAGE,)),
    "score": Function("score", "Labels", "Answer", """\
The mean score that people would have given to all items of each system, from a judge's labels and some of people's.

For each system: the score, the same without a model (PPI++), and what the judge's labels are worth. For each two
systems: the difference, and the probability that one is better. The judge may be biased, differently for each system.

    concord.score(df, judge_column="gpt", label="human").rows("people_score", "score_difference")

anchor names two versions of a judge, and divides the change of the mean label into the judge's part and the outputs'.

    concord.score(df, anchor=["judge_v1", "judge_v2"]).rows("judge_part", "outputs_part")""", (PAGE,)),
    "gold": Function("gold", "Labels", "Answer", """\
How close groups of people come to a gold standard, a group with one label of each item, such as an expert's.

For each group: the correlation r of one gold label with the group's true scores, and with the mean of k labels; the
worth of a gold label in the group's labels; how often votes, consensus, a single label and each labeler are right. For
each two groups: which one is closer to the standard, for any reliability of the standard.

    concord.gold(df, gold="expert").rows("validity", "right")""", (PAGE,)),
    "rank": Function("rank", "Labels", "Answer", """\
Which of several candidates, such as language models, is best, from comparisons of two at a time.

A row names two candidates, and the label says which one won. For each group: the skill, the expected win rate and the
rank of each candidate with intervals, the probability that it is best, how much more often a candidate wins if it is
shown first, and how often a labeler contradicts itself if two answers change places.

    concord.rank(df, pair=["model_a", "model_b"], label="winner", group="judge").rows("skill", "win_rate")""", (PAGE,)),
    "consensus": Function("consensus", "Labels", "Answer", """\
What is the label of each item? The label that unlimited people like these would most probably give most often.

For each item: the label with its probability, the second one, the labels given, their majority, the label by Dawid and
Skene, and who gave another label. Numbers have the score of each item, with its interval.

    concord.consensus(df).rows("label")""", (PAGE,)),
    "next_labels": Function("next", "Labels", "Answer", """\
Which items should get the next labels, and how many each, by what further labels are expected to change.

The result has the items, and the expected share of items with a wrong label now, after these labels, and after as many
labels that are spread evenly. Scores have the expected error. If groups have costs, the budget is a cost.

    concord.next_labels(df, budget=500).rows("more_labels", "gain")
    concord.next_labels(df, budget=100, cost={"experts": 2, "crowd": 0.1}, reference="experts").rows("more_labels")""", (PAGE,)),
    "plan": Function("plan", "Fit | Labels | None", "Answer", """\
Plan how many labels an item needs, from a fit or from the labels of a pilot study, which is then fitted.

How many labels by different labelers an item needs for a target reliability, the reliability of the mean of k labels,
and the choice between more items and more labels of each at the same cost. Costs are in labels.

    concord.plan(fit, target=0.8).rows("labels_needed")

judge and humans plan a study of a judge: how many items, with how many labels of people each, show whether its label
is worth more than a person's. assume describes people and judge, and replaces a pilot.

    concord.plan(pilot, judge="gpt", humans="people").rows("items_needed")
    concord.plan(assume={"icc": 0.4, "worth": 2}).rows("items_needed", "cost")

assume without a judge plans a study before there are any labels: how many items, by how many labelers each, give an
interval of a half width, or one above a target.

    concord.plan(assume={"icc": 0.6}, width=0.1).rows("items_needed")
    concord.plan(assume={"kappa": 0.7, "rate": 0.2}, target=0.5).rows("items_needed")

With a fit, arguments about reading or fitting labels are an error.""", ()),
    "compare": Function("compare", "Fit | Labels", "Answer", """\
What changed between two runs, such as last month and this month: each a fit, or labels.

For each group ICC, labeler ICC and the mean label, and for each two groups ρ and xCC: earlier, later, and the difference
with its interval and the probability of a rise. If the two share items, one model is fitted to the labels of both.

    concord.compare(march, april).rows("icc_change", "mean_change")""", (), (), "later"),
    "plan_score": Function("plan score", "Labels | None", "Answer", """\
Plan how many items people must label so that the mean score of many items, all labelled by a judge, is known.

The plan is from a pilot with labels of people and judge, or from assumptions. It has the items to draw at random, by the
judge's label, and without a judge; and how many items to draw for each label of the judge.

    concord.plan_score(pilot, judge="gpt", humans="people", judged=5000, within=0.02).rows("items_needed")
    concord.plan_score(assume={"r": 0.6, "share": 0.7}, judged=5000, within=0.02).rows("labelled", "weight")""", ()),
    "check": Function("check", "Labels", "Check", """\
Check a table of labels: its content, who labelled which items, and what may mislead. Nothing is fitted.

    concord.check(df).warnings"""),
    "simulate": Function("simulate", "", "Simulation", """\
Draw the labels of a study from the model with parameters of your choice.

Lists need one value for all groups, or one for each. Correlations are listed by pairs of groups: 1-2, 1-3, 2-3,
1-4, … Means and standard deviations are on the label's own scale (gaussian) or on the latent scale, in logits
(bernoulli, ordinal).

    study = concord.simulate(studies=["experts", "crowd"], items=50, correlation=0.8)
    concord.fit(study.data)""", (FRAMES,)),
}


class Flag(NamedTuple):
    """A flag of the command, as its help has it."""

    name: str
    text: str


def flags_of(binary: str, command: str) -> Iterator[Flag]:
    """The flags that a command's help lists, in its order."""
    arguments = [binary, *command.split(), "--help"]
    text = subprocess.run(arguments, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    name, said = "", []
    for line in [*text.partition("\nExamples:\n")[2].splitlines(), ""]:
        found = re.match(r" +(?:-\w, )?--([a-z-]+)(?: \S+)?\s{2,}(.*)", line)
        if name and (found or not line.strip()):  # a description ends where another begins, or with its group
            yield Flag(name, " ".join(said))
            name, said = "", []
        if found:
            name, said = found[1], [found[2]]
        elif name:
            said.append(line.strip())


def parameters(binary: str, name: str, function: Function) -> list[tuple[str, str, str]]:
    """Name, annotation and description of all parameters after the first."""
    listed = []
    for flag in flags_of(binary, function.command):
        if flag.name in NOT_HERE or (name, flag.name) in NOT_THERE or function.only and flag.name not in function.only:
            continue
        argument = flag.name.replace("-", "_")
        kind = argument_of(name, argument)
        annotation = kind.type + (" | Literal[False]" if flag.name in ("labeler", "group") else "")
        listed.append((argument, annotation, _described(name, argument, flag.text)))
    if name != "simulate":
        listed.append(FRAMES)
    if name != "simulate" and name != "check":
        listed.append(PROGRESS)
    return [*listed, *(m for m in function.more if m not in listed)]


def _described(function: str, name: str, text: str) -> str:
    """What the help says of a flag, in Python's terms."""
    if name in ("labeler", "group"):
        text = text.replace("- for none", "False for none")
    if name in ("exclude_labelers", "drop"):
        text = text.replace(", or @FILE with a name in each line", "")
    if function == "simulate" and name in ("factor", "facet"):
        text = text.replace("template=8 (repeatable)", '{"template": 8}')
        text = text.replace("template=0.5 or item:template=0.5,0.3 (repeatable)",
                            '{"template": 0.5, "item:template": [0.5, 0.3]}')
    if name == "facet":
        text = text.replace(" (repeatable)", " (or several)")
    if name == "assume":
        text = text.replace("icc=0.4, worth=2 (labels of people, or its validity r=0.8); share=0.3",
                            '{"icc": 0.4, "worth": 2} (labels of people, or its validity "r": 0.8); "share": 0.3')
        text = text.replace("labeler-icc=0.1 and people=20", '"labeler-icc": 0.1 and "people": 20')
    if name == "reliability":
        text = text.replace(" or gold=0.9", "")
    if name == "design":
        text = text.replace("repeatable; ", "or several; ")
    if name == "compare":
        text = text.replace("`flags`", "flags").replace("flags of another model", "arguments of another model").replace(
            "'--labeler-effects none'", '{"labeler_effects": "none"}')
    if function == "batch" and name == "out":
        return "folder for the results of all parts; a stopped batch continues in its folder (default: a temporary " \
            "folder, kept as long as the batch)"
    if name == "out":
        return "folder for the draws (CmdStan's CSV, and JSON), their summary, the report and run.json (default: a " \
            "temporary folder, kept as long as the fit)"
    if name == "effects":
        text = text.replace("in --out too", "too, in draws, to_inference_data() and out")
    if function == "fit" and name in ("items", "labelers"):
        text = re.sub(r"^file \(.csv or .json\) for", "keep", text) + f": {name.rstrip('s')}_table"
    text = re.sub(r'\(default "([^"]*)"\)', r"(default \1)", text)
    text = re.sub(r"\(default -1\)$", "", text).strip()
    return in_python(text)


def written(binary: str) -> str:
    """The whole of functions.py."""
    parts = [HEADER]
    for name, function in FUNCTIONS.items():
        parts.append("\n\n" + "\n".join(_function(binary, name, function)) + "\n")
    return "".join(parts)


def _function(binary: str, name: str, function: Function) -> Iterator[str]:
    listed = parameters(binary, name, function)
    yield f"def {name}("
    if function.data:
        yield f"    data: {function.data}{' = None' if function.data.endswith('None') else ''},"
    if function.second:
        yield f"    {function.second}: {function.data},"
    yield "    *,"
    for parameter, annotation, _ in sorted(listed, key=lambda p: p[0] not in function.required):
        if parameter in function.required:
            yield f"    {parameter}: {annotation},"
        else:
            optional = annotation if "None" in annotation.split(" | ") else annotation + " | None"
            yield f"    {parameter}: {optional} = None,"
    yield f") -> {function.returns}:"
    yield from textwrap.indent('"""' + function.text, "    ", lambda line: bool(line.strip())).split("\n")
    yield ""
    yield "    Args:"
    if function.data:
        of = "a fit, or the labels, or nothing with assume: " if function.data.endswith("None") else "the labels, one a row: "
        if function.second:
            of = "a fit, or the labels, one a row: "
        yield from _paragraph("data", of + "a DataFrame of pandas or polars, a table of Arrow, columns by name, or the "
                              "path of a file that the command reads; or several paths, which are read as one.")
    if function.second:
        yield from _paragraph(function.second, "the same, of the later run.")
    for parameter, _, text in listed:
        yield from _paragraph(parameter, text + ".")
    yield ""
    yield "    Raises:"
    yield "        UsageError: an argument is wrong."
    if function.data:
        yield "        InputError: the labels cannot be used as they are."
    yield '    """'
    if function.returns == "Answer" and not function.second and "None" not in function.data:
        yield f'    return _calls.answer("{function.command}", data, locals())'
        return
    yield f'    return _calls.{name}({"data, " if function.data else ""}{function.second + ", " if function.second else ""}locals())'


def _paragraph(name: str, text: str) -> list[str]:
    return textwrap.wrap(f"{name}: {text}", 116, initial_indent=" " * 8, subsequent_indent=" " * 12,
                         break_long_words=False, break_on_hyphens=False)


if __name__ == "__main__":
    target = Path(__file__).parent / "concord" / "functions.py"
    target.write_text(written(sys.argv[1]), encoding="utf-8")
