"""The functions of the package. generate.py wrote them from the command's own list of flags."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from concord import _calls
from concord._progress import Progress
from concord._tables import Frames, Labels
from concord.results import Agreement, Batch, Check, Fit, Gold, JudgePlan, Judges, Plan, Simulation

#: A label as the data have it: text, a number or a truth value.
Spelling: TypeAlias = str | int | float | bool


def fit(
    data: Labels,
    *,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    page: bool | None = None,
) -> Fit:
    """Fit a Bayesian hierarchical model with item and labeler effects: how good are these labels?

    For each study its reliability (ICC, labeler ICC), for each pair of studies their agreement (ρ, which is normalized
    xCC, and xCC), and for each two studies which of them is closer to the reference; each with its credible interval, and
    beside it the coefficient that measures the same without a model.

        fit = concord.fit(df, item="ad_id", labeler="worker", study="arm", label="verdict", reference="experts")
        fit.summary

    Columns that are not named are found by their names. Ordered categoricals are ordered categories. ICC, ρ and xCC have
    no unit and are at most 1; means and standard deviations are on the scale of the labels, or of binary and ordered
    labels on the latent scale, that of the logits. Ctrl-C ends the fit: it raises Interrupted, which has the draws so far.

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads.
        frames: the kind of DataFrame to answer with, pandas or polars (default: that of the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).
        page: prepare the whole page for html() and notebooks, with items and labelers, which takes up to a second
            more; without it html() has the estimates alone (default: in notebooks).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.fit(data, locals())


def batch(
    data: Labels,
    *,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Batch:
    """Fit each part of the labels by itself, one core each, and answer with one table.

        batch = concord.batch(df, by="task")
        batch.summary

    Parts are the values of columns (by), label columns (several names as label), categories of the labels against the
    rest (each_category), or combinations. A part that cannot be fitted is a row with the reason. The random numbers of a
    part follow from its key, so that its estimates depend on no other part.

    Ctrl-C ends the batch: it raises Interrupted, which has the parts so far. With out, the same call again does the rest.

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads.
        frames: the kind of DataFrame to answer with, pandas or polars (default: that of the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.batch(data, locals())


def agreement(
    data: Labels,
    *,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Agreement:
    """Compute coefficients of agreement for each study and each pair of studies, without a model.

    Kappas, Krippendorff's alpha, intraclass correlations, cross-kappa; without unit, and at most 1. Intervals are for
    other items and other labelers of the same kind. A coefficient that the data leave undefined says why.

        concord.agreement(df, coefficients=["kripp_alpha", "cross_kappa"]).table

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads.
        frames: the kind of DataFrame to answer with, pandas or polars (default: that of the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.agreement(data, locals())


def judge(
    data: Labels,
    *,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    page: bool | None = None,
) -> Judges:
    """Compare judges, such as language models, experts or a gold standard, with the people of one study.

    Each other study is a judge. For each: its validity r, what one of its labels is worth in labels of people, how
    probable it is that it follows the items better than a random person, its bias, the people it beats, and the
    errors that judges have in common.

        concord.judge(df, humans="crowd").judges

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads.
        frames: the kind of DataFrame to answer with, pandas or polars (default: that of the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).
        page: prepare the whole page for html() and notebooks, with items and labelers, which takes up to a second
            more; without it html() has the estimates alone (default: in notebooks).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.judge(data, locals())


def gold(
    data: Labels,
    *,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    page: bool | None = None,
) -> Gold:
    """Tell how near groups of people come to a gold standard, a study that has one label of each item, such as an expert's.

    For each group: validity r, how well one gold label follows its true scores; what a gold label is worth in its labels;
    what the mean of k of its labels has to do with a gold label; how often its votes, its consensus, a single label and
    each labeler are right; and for each two groups which is closer to the standard, whatever the standard's reliability.

        concord.gold(df, gold="expert").groups

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads.
        frames: the kind of DataFrame to answer with, pandas or polars (default: that of the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).
        page: prepare the whole page for html() and notebooks, with items and labelers, which takes up to a second
            more; without it html() has the estimates alone (default: in notebooks).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.gold(data, locals())


def plan(
    data: Fit | Labels | None = None,
    *,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Plan | JudgePlan:
    """Plan how many labels an item needs, from a fit or from the labels of a pilot study, which is then fitted.

    How many labels by different labelers an item needs for a target reliability, what the reliability of the mean of k
    labels is, and what the same cost buys: more items or more labels of each. Costs are in labels.

        concord.plan(fit, target=0.8).labels_needed

    With judge and humans the plan is of a study of a judge: how many items, with how many labels of people each, settle
    whether its label is worth more than a person's. Instead of a pilot, assume says what the people and the judge are like.

        concord.plan(pilot, judge="gpt", humans="people").designs
        concord.plan(assume={"icc": 0.4, "worth": 2}).designs

    Of a fit, arguments that say how to read or fit labels are wrong use.

    Args:
        data: a fit, or the labels, or nothing with assume: a DataFrame of pandas or polars, a table of Arrow,
            columns by name, or the path of a file that the command reads.
        frames: the kind of DataFrame to answer with, pandas or polars (default: that of the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.plan(data, locals())


def check(
    data: Labels,
    *,
    frames: Frames | None = None,
) -> Check:
    """Say what is in a table of labels, who labelled what, and what may mislead; nothing is fitted.

        concord.check(df).warnings

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads.
        frames: the kind of DataFrame to answer with, pandas or polars (default: that of the data).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.check(data, locals())


def simulate(
    *,
    frames: Frames | None = None,
) -> Simulation:
    """Draw the labels of a study from the model with parameters of your choice.

    Lists want one value for all studies, or one for each. Correlations are listed by pairs of studies: 1-2, 1-3, 2-3,
    1-4, … Means and standard deviations are on the label's own scale (gaussian) or on the latent scale, that of the
    logits (bernoulli, ordinal).

        study = concord.simulate(studies=["experts", "crowd"], items=50, correlation=0.8)
        concord.fit(study.data)

    Args:
        frames: the kind of DataFrame to answer with, pandas or polars (default: that of the data).

    Raises:
        UsageError: an argument is wrong.
    """
    return _calls.simulate(locals())
