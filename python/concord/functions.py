"""The functions of the package. generate.py wrote them from the command's own list of flags."""

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


def fit(
    data: Labels,
    *,
    cluster: str | None = None,
    reference: str | None = None,
    target: float | None = None,
    icc: Literal["agreement", "consistency", "fixed"] | None = None,
    log: bool | None = None,
    design: str | Sequence[str] | None = None,
    compare: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    group: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet", "xlsx"] | None = None,
    sheet: str | None = None,
    as_is: bool | None = None,
    pairs: str | Sequence[str] | None = None,
    wide_items: str | Sequence[str] | None = None,
    list: str | Sequence[str] | None = None,
    counts: str | Sequence[str] | None = None,
    weight: str | None = None,
    file_as: Literal["labeler", "study"] | None = None,
    pair: str | Sequence[str] | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | str | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    where: str | Sequence[str] | None = None,
    split: str | None = None,
    interval: float | None = None,
    interval_kind: Literal["eti", "hdi"] | None = None,
    out: str | os.PathLike[str] | None = None,
    effects: bool | None = None,
    items: bool | None = None,
    labelers: bool | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    residual: Literal["auto", "study", "common", "labeler"] | None = None,
    thresholds: Literal["auto", "study", "common"] | None = None,
    discrimination: bool | None = None,
    items_are: Literal["normal", "t"] | None = None,
    covariate: str | Sequence[str] | None = None,
    slopes: str | Sequence[str] | None = None,
    covariate_effects: Literal["study", "common"] | None = None,
    coefficients: str | Sequence[str] | None = None,
    distance: str | None = None,
    prior_mean: str | None = None,
    prior_sd: str | None = None,
    prior_labeler_sd: str | None = None,
    prior_cor: str | None = None,
    chains: int | None = None,
    draws: int | None = None,
    warmup: int | None = None,
    seed: int | None = None,
    cores: int | None = None,
    algorithm: Literal["auto", "nuts", "hmc"] | None = None,
    target_accept: float | None = None,
    max_depth: int | None = None,
    resample: Literal["jackknife", "items", "raters", "both"] | None = None,
    cross_pairs: Literal["different", "all"] | None = None,
    bootstrap: int | None = None,
    replications: int | None = None,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    page: bool | None = None,
) -> Fit:
    """Fit a Bayesian hierarchical model with item and labeler effects: how good are these labels?

    The result has the reliability of each group (ICC, labeler ICC), the agreement of each pair of groups (ρ, which is
    normalized xCC, and xCC), and for each two groups which one is closer to the reference. Each estimate has a credible
    interval, and the coefficient that measures the same without a model.

        fit = concord.fit(df, item="ad_id", labeler="worker", group="arm", label="verdict", reference="experts")
        fit.summary

    Columns that no argument names are found by their usual names. Ordered categoricals are ordered categories. ICC, ρ and
    xCC have no unit and are at most 1. Means and standard deviations are on the scale of the labels, or on the latent scale,
    in logits, if labels are binary or ordered. Ctrl-C ends the fit: it raises Interrupted, which has the draws so far.

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads; or several paths, which are read as one.
        cluster: column of what items belong to, such as the patient of a lesion or the document of a sentence.
        reference: group to compare the others with (default: the first of the file).
        target: reliability to reach: report the probabilities that ICC, mean labels and ρ are above it, and how
            many labels an item needs.
        icc: kind of reliability that leads: agreement (ICC(2,1)), consistency (ICC(3,1)) or fixed (agreement of
            these labelers) (default agreement).
        log: labels are positive amounts, such as times or counts: take their logarithms, and report errors as
            factors.
        design: report Eρ² and Φ of a mean label over these levels: labeler=3,template=2 (or several; default, with
            facets: the file's).
        compare: arguments of another model of the same labels, such as {"labeler_effects": "none"}; report which
            one predicts better and what changes.
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the people who label; False for none.
        group: column of the groups, or columns whose combinations they are: age*country; False for none; several, a
            fit each: gender,age.
        label: column of the labels.
        facet: column of another factor of the labels, such as template, or a combination of factors, item and
            labeler: item:session (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json, parquet or xlsx (default: found).
        sheet: name of the sheet of a workbook (default: the only one with a table).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        pairs: columns of labelers, each with the column of their labels: rater1:score1,rater2:score2.
        wide_items: columns of which each is an item, as in 'Q*', where a row is a person.
        list: columns of which a cell holds a list of labels of one item, such as [2,1,1] or 2|1|1.
        counts: columns which count the labels of a category each: yes,no,unsure.
        weight: column that says for how many labels a row stands.
        file_as: part that the name of each file plays: labeler or study (default: labeler, if there are several
            files and no column names labelers).
        pair: two columns of candidates, of which the label says who won: model_a,model_b (default: found).
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good; none: they have no
            order.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler: error, first, last, mean, keep (all) or
            latest=COLUMN (default error).
        exclude_labelers: labelers whose labels are left out: names, GROUP:NAME for one group.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        where: condition of the rows to read: source=expert,crowd or source!=test (repeatable: all hold).
        split: separator between labels of a set, such as ';', or none: each label is one thing (default: found).
        interval: probability of intervals (default 0.95).
        interval_kind: kind of credible interval: eti (equal-tailed) or hdi (highest density) (default eti).
        out: folder for the draws (CmdStan's CSV, and JSON), their summary, the report and run.json (default: a
            temporary folder, kept as long as the fit).
        effects: keep the effects of items and labelers too, in draws, to_inference_data() and out.
        items: keep each item's true score, chance of each label, and consensus: item_table.
        labelers: keep each labeler's level and share of labels that are the consensus: labeler_table.
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (different people in each group), shared (the same people), none
            or auto (default auto).
        facet_effects: kind of facet effects: nested (other levels in each group), shared (the same levels) or
            common (the same effects) (default nested).
        residual: kind of residual of numbers: study (one each), common (one for all), labeler (one each) or auto
            (default auto).
        thresholds: kind of thresholds of ordered labels: study (a set each), common (one set) or auto (default
            auto).
        discrimination: give each labeler a factor that multiplies the items' effects: 1 on average, 0 for random
            labels, negative for a reversed scale.
        items_are: distribution of true scores: normal, or t (a few items far from the others) (default normal).
        covariate: columns that labels may depend on, of items, labelers or labels: country, or length,date;
            code:category reads numbers as categories.
        slopes: columns of covariate, numbers or times, with which each labeler changes differently: week.
        covariate_effects: kind of covariate effects: study (separate ones in each group) or common (the same ones)
            (default study).
        coefficients: names of coefficients of agreement, or all (default: those that suit the labels).
        distance: distance between labels, or a file of weights (default: nominal, of ordered labels ordinal, of
            numbers interval, of sets masi).
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations, positive half (default student_t(3, 0, 2.5)).
        prior_labeler_sd: prior of the labelers' standard deviations (default: as prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, for any number of groups) or lkj(SHAPE)
            (default marginal).
        chains: number of chains (default 4).
        draws: number of draws per chain (default: 1000, fewer for more than 20,000 labels).
        warmup: number of warm-up iterations per chain (default: automatic).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of cores to use (default: all).
        algorithm: algorithm: auto, nuts or hmc (default auto).
        target_accept: mean acceptance probability for the step size (default: 0.9 for hmc, 0.8 for nuts; 0.95 and
            0.9 if draws are repeated).
        max_depth: largest number of doublings of a trajectory (default 10).
        resample: method for intervals of coefficients: jackknife, or a bootstrap of items, raters or both (default
            jackknife).
        cross_pairs: pairs of labels for coefficients of two groups: different labelers, or all (default different).
        bootstrap: number of replicates if resample asks for a bootstrap; 0 for no intervals of coefficients
            (default 1000).
        replications: number of replicated studies for the predictive check: 0 none, 49 or more to find doubts
            (default: 99, 399 if a doubt is near).
        frames: the kind of DataFrame to return, pandas or polars (default: as the data).
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
    reference: str | None = None,
    target: float | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    group: str | Literal[False] | None = None,
    label: str | Sequence[str] | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet", "xlsx"] | None = None,
    sheet: str | None = None,
    as_is: bool | None = None,
    pairs: str | Sequence[str] | None = None,
    wide_items: str | Sequence[str] | None = None,
    list: str | Sequence[str] | None = None,
    counts: str | Sequence[str] | None = None,
    weight: str | None = None,
    file_as: Literal["labeler", "study"] | None = None,
    pair: str | Sequence[str] | None = None,
    by: str | Sequence[str] | None = None,
    every: Literal["day", "week", "month", "quarter", "year"] | None = None,
    dates: Literal["day-first", "month-first"] | None = None,
    each_category: bool | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | str | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    where: str | Sequence[str] | None = None,
    split: str | None = None,
    out: str | os.PathLike[str] | None = None,
    pages: bool | None = None,
    interval: float | None = None,
    interval_kind: Literal["eti", "hdi"] | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    residual: Literal["auto", "study", "common", "labeler"] | None = None,
    thresholds: Literal["auto", "study", "common"] | None = None,
    discrimination: bool | None = None,
    items_are: Literal["normal", "t"] | None = None,
    coefficients: str | Sequence[str] | None = None,
    distance: str | None = None,
    prior_mean: str | None = None,
    prior_sd: str | None = None,
    prior_labeler_sd: str | None = None,
    prior_cor: str | None = None,
    chains: int | None = None,
    draws: int | None = None,
    warmup: int | None = None,
    seed: int | None = None,
    cores: int | None = None,
    algorithm: Literal["auto", "nuts", "hmc"] | None = None,
    target_accept: float | None = None,
    max_depth: int | None = None,
    resample: Literal["jackknife", "items", "raters", "both"] | None = None,
    cross_pairs: Literal["different", "all"] | None = None,
    bootstrap: int | None = None,
    replications: int | None = None,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Batch:
    """Fit each part of the labels separately, one core each, and return one table.

        batch = concord.batch(df, by="task")
        batch.summary

    Parts are the values of columns (by), label columns (several names as label), categories of the labels against the
    rest (each_category), or combinations. A part that cannot be fitted is a row with the reason. The random numbers of a
    part follow from its key, so its estimates depend on no other part.

    Ctrl-C ends the batch: it raises Interrupted, which has the parts so far. With out, the same call again does the rest.

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads; or several paths, which are read as one.
        reference: group to compare the others with (default: the first of the file).
        target: reliability to reach: report the probabilities that ICC, mean labels and ρ are above it, and how
            many labels an item needs.
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the people who label; False for none.
        group: column of the groups, or columns whose combinations they are: age*country; False for none; several, a
            fit each: gender,age.
        label: column of the labels.
        facet: column of another factor of the labels, such as template, or a combination of factors, item and
            labeler: item:session (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json, parquet or xlsx (default: found).
        sheet: name of the sheet of a workbook (default: the only one with a table).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        pairs: columns of labelers, each with the column of their labels: rater1:score1,rater2:score2.
        wide_items: columns of which each is an item, as in 'Q*', where a row is a person.
        list: columns of which a cell holds a list of labels of one item, such as [2,1,1] or 2|1|1.
        counts: columns which count the labels of a category each: yes,no,unsure.
        weight: column that says for how many labels a row stands.
        file_as: part that the name of each file plays: labeler or study (default: labeler, if there are several
            files and no column names labelers).
        pair: two columns of candidates, of which the label says who won: model_a,model_b (default: found).
        by: columns that divide the labels into tasks, one for each combination of values: task, or
            criterion,language.
        every: join the dates and times of by into periods: day, week, month, quarter or year.
        dates: order of dates such as 03/04/2026: day-first or month-first.
        each_category: compare each category with the rest, as fit does for words without order.
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good; none: they have no
            order.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler: error, first, last, mean, keep (all) or
            latest=COLUMN (default error).
        exclude_labelers: labelers whose labels are left out: names, GROUP:NAME for one group.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        where: condition of the rows to read: source=expert,crowd or source!=test (repeatable: all hold).
        split: separator between labels of a set, such as ';', or none: each label is one thing (default: found).
        out: folder for the results of all parts; a stopped batch continues in its folder (default: a temporary
            folder, kept as long as the batch).
        pages: write a page for each task too, in tasks/ of the folder; report.html links to it.
        interval: probability of intervals (default 0.95).
        interval_kind: kind of credible interval: eti (equal-tailed) or hdi (highest density) (default eti).
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (different people in each group), shared (the same people), none
            or auto (default auto).
        facet_effects: kind of facet effects: nested (other levels in each group), shared (the same levels) or
            common (the same effects) (default nested).
        residual: kind of residual of numbers: study (one each), common (one for all), labeler (one each) or auto
            (default auto).
        thresholds: kind of thresholds of ordered labels: study (a set each), common (one set) or auto (default
            auto).
        discrimination: give each labeler a factor that multiplies the items' effects: 1 on average, 0 for random
            labels, negative for a reversed scale.
        items_are: distribution of true scores: normal, or t (a few items far from the others) (default normal).
        coefficients: names of coefficients of agreement, or all (default: those that suit the labels).
        distance: distance between labels, or a file of weights (default: nominal, of ordered labels ordinal, of
            numbers interval, of sets masi).
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations, positive half (default student_t(3, 0, 2.5)).
        prior_labeler_sd: prior of the labelers' standard deviations (default: as prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, for any number of groups) or lkj(SHAPE)
            (default marginal).
        chains: number of chains (default 4).
        draws: number of draws per chain (default: 370 of two chains; if they do not converge, 300 and then 1000 of
            four).
        warmup: number of warm-up iterations per chain (default: automatic).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of cores to use (default: all).
        algorithm: algorithm: auto, nuts or hmc (default auto).
        target_accept: mean acceptance probability for the step size (default: 0.9 for hmc, 0.8 for nuts; 0.95 and
            0.9 if draws are repeated).
        max_depth: largest number of doublings of a trajectory (default 10).
        resample: method for intervals of coefficients: jackknife, or a bootstrap of items, raters or both (default
            jackknife).
        cross_pairs: pairs of labels for coefficients of two groups: different labelers, or all (default different).
        bootstrap: number of replicates if resample asks for a bootstrap; 0 for no intervals of coefficients
            (default 1000).
        replications: number of replicated studies for the predictive check: 0 none, 49 or more to find doubts
            (default: 99, 399 if a doubt is near).
        frames: the kind of DataFrame to return, pandas or polars (default: as the data).
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
    cluster: str | None = None,
    reference: str | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    group: str | Literal[False] | None = None,
    label: str | Sequence[str] | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet", "xlsx"] | None = None,
    sheet: str | None = None,
    as_is: bool | None = None,
    pairs: str | Sequence[str] | None = None,
    wide_items: str | Sequence[str] | None = None,
    list: str | Sequence[str] | None = None,
    counts: str | Sequence[str] | None = None,
    weight: str | None = None,
    file_as: Literal["labeler", "study"] | None = None,
    pair: str | Sequence[str] | None = None,
    by: str | Sequence[str] | None = None,
    every: Literal["day", "week", "month", "quarter", "year"] | None = None,
    dates: Literal["day-first", "month-first"] | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | str | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    where: str | Sequence[str] | None = None,
    split: str | None = None,
    interval: float | None = None,
    interval_kind: Literal["percentile", "bca"] | None = None,
    coefficients: str | Sequence[str] | None = None,
    distance: str | None = None,
    resample: Literal["jackknife", "items", "raters", "both"] | None = None,
    cross_pairs: Literal["different", "all"] | None = None,
    bootstrap: int | None = None,
    normalize_by: Literal["kripp_alpha", "iota", "fleiss_kappa"] | None = None,
    normalize_shared: bool | None = None,
    seed: int | None = None,
    cores: int | None = None,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Answer:
    """Compute coefficients of agreement for each group and each pair of groups, without a model.

    Kappas, Krippendorff's alpha, intraclass correlations, cross-kappa. They have no unit and are at most 1. Intervals are
    about other items and other labelers of the same kind. An undefined coefficient has its reason.

        concord.agreement(df, coefficients=["kripp_alpha", "cross_kappa"]).rows("kripp_alpha", "cross_kappa")

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads; or several paths, which are read as one.
        cluster: column of what items belong to, such as the patient of a lesion or the document of a sentence.
        reference: group to compare the others with (default: the first of the file).
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the people who label; False for none.
        group: column of the groups, or columns whose combinations they are: age*country; False for none; several, a
            fit each: gender,age.
        label: column of the labels.
        facet: column of another factor of the labels, such as template, or a combination of factors, item and
            labeler: item:session (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json, parquet or xlsx (default: found).
        sheet: name of the sheet of a workbook (default: the only one with a table).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        pairs: columns of labelers, each with the column of their labels: rater1:score1,rater2:score2.
        wide_items: columns of which each is an item, as in 'Q*', where a row is a person.
        list: columns of which a cell holds a list of labels of one item, such as [2,1,1] or 2|1|1.
        counts: columns which count the labels of a category each: yes,no,unsure.
        weight: column that says for how many labels a row stands.
        file_as: part that the name of each file plays: labeler or study (default: labeler, if there are several
            files and no column names labelers).
        pair: two columns of candidates, of which the label says who won: model_a,model_b (default: found).
        by: columns that divide the labels into tasks, one for each combination of values: task, or
            criterion,language.
        every: join the dates and times of by into periods: day, week, month, quarter or year.
        dates: order of dates such as 03/04/2026: day-first or month-first.
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good; none: they have no
            order.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler: error, first, last, mean, keep (all) or
            latest=COLUMN (default error).
        exclude_labelers: labelers whose labels are left out: names, GROUP:NAME for one group.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        where: condition of the rows to read: source=expert,crowd or source!=test (repeatable: all hold).
        split: separator between labels of a set, such as ';', or none: each label is one thing (default: found).
        interval: probability of intervals (default 0.95).
        interval_kind: kind of bootstrap interval: percentile or bca (default percentile).
        coefficients: names of coefficients of agreement, or all (default: those that suit the labels).
        distance: distance between labels, or a file of weights (default: nominal, of ordered labels ordinal, of
            numbers interval, of sets masi).
        resample: method for intervals of coefficients: jackknife, or a bootstrap of items, raters or both (default
            jackknife).
        cross_pairs: pairs of labels for coefficients of two groups: different labelers, or all (default different).
        bootstrap: number of replicates if resample asks for a bootstrap; 0 for no intervals of coefficients
            (default 1000).
        normalize_by: coefficient of reliability that divides cross_kappa in normalized_cross_kappa (default
            kripp_alpha).
        normalize_shared: compute that reliability from the items of both groups, not from each group's own items.
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of cores to use (default: all).
        frames: the kind of DataFrame to return, pandas or polars (default: as the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.answer("agreement", data, locals())


def measurement(
    data: Labels,
    *,
    log: bool | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    group: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet", "xlsx"] | None = None,
    sheet: str | None = None,
    as_is: bool | None = None,
    pairs: str | Sequence[str] | None = None,
    wide_items: str | Sequence[str] | None = None,
    list: str | Sequence[str] | None = None,
    counts: str | Sequence[str] | None = None,
    weight: str | None = None,
    file_as: Literal["labeler", "study"] | None = None,
    pair: str | Sequence[str] | None = None,
    by: str | Sequence[str] | None = None,
    every: Literal["day", "week", "month", "quarter", "year"] | None = None,
    dates: Literal["day-first", "month-first"] | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | str | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    where: str | Sequence[str] | None = None,
    split: str | None = None,
    interval: float | None = None,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    page: bool | None = None,
) -> Answer:
    """How reliable are measurements, and how far do two of the same item differ? Without a model.

    All intraclass correlations by the names of Shrout and Fleiss and of McGraw and Wong, standard error of measurement (SEM),
    minimal detectable change (MDC), coefficient of variation, repeatability and reproducibility, each with an interval.

        concord.measurement(df, item="patient", labeler="reader", label="diameter").rows("sem_agreement", "icc_A1")

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads; or several paths, which are read as one.
        log: labels are positive amounts: take their logarithms, and report factors and per cent.
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the people who label; False for none.
        group: column of the groups, or columns whose combinations they are: age*country; False for none.
        label: column of the labels.
        facet: column of another factor of the labels, such as template, or a combination of factors, item and
            labeler: item:session (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json, parquet or xlsx (default: found).
        sheet: name of the sheet of a workbook (default: the only one with a table).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        pairs: columns of labelers, each with the column of their labels: rater1:score1,rater2:score2.
        wide_items: columns of which each is an item, as in 'Q*', where a row is a person.
        list: columns of which a cell holds a list of labels of one item, such as [2,1,1] or 2|1|1.
        counts: columns which count the labels of a category each: yes,no,unsure.
        weight: column that says for how many labels a row stands.
        file_as: part that the name of each file plays: labeler or study (default: labeler, if there are several
            files and no column names labelers).
        pair: two columns of candidates, of which the label says who won: model_a,model_b (default: found).
        by: columns that divide the labels into tasks, one for each combination of values: task, or
            criterion,language.
        every: join the dates and times of by into periods: day, week, month, quarter or year.
        dates: order of dates such as 03/04/2026: day-first or month-first.
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good; none: they have no
            order.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler: error, first, last, mean, keep (all) or
            latest=COLUMN (default error).
        exclude_labelers: labelers whose labels are left out: names, GROUP:NAME for one group.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        where: condition of the rows to read: source=expert,crowd or source!=test (repeatable: all hold).
        split: separator between labels of a set, such as ';', or none: each label is one thing (default: found).
        interval: probability of intervals (default 0.95).
        frames: the kind of DataFrame to return, pandas or polars (default: as the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).
        page: prepare the whole page for html() and notebooks, with items and labelers, which takes up to a second
            more; without it html() has the estimates alone (default: in notebooks).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.answer("measurement", data, locals())


def criteria(
    data: Labels,
    *,
    criteria: str | Sequence[str],
    reference: str | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    group: str | Literal[False] | None = None,
    label: str | None = None,
    delimiter: str | None = None,
    input_format: Literal["csv", "json", "parquet", "xlsx"] | None = None,
    sheet: str | None = None,
    as_is: bool | None = None,
    file_as: Literal["labeler", "study"] | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | str | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    where: str | Sequence[str] | None = None,
    interval: float | None = None,
    interval_kind: Literal["eti", "hdi"] | None = None,
    out: str | os.PathLike[str] | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    prior_mean: str | None = None,
    prior_sd: str | None = None,
    prior_labeler_sd: str | None = None,
    prior_cor: str | None = None,
    chains: int | None = None,
    draws: int | None = None,
    warmup: int | None = None,
    seed: int | None = None,
    cores: int | None = None,
    algorithm: Literal["auto", "nuts", "hmc"] | None = None,
    target_accept: float | None = None,
    max_depth: int | None = None,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    page: bool | None = None,
) -> Criteria:
    """How do criteria go together that the same labelers rate, such as coherence and fluency? All are fitted jointly.

    How reliable each criterion is, how its true scores correlate with those of the others, how labels by one labeler do, and
    how large the halo is: how errors in one labeler's labels of an item correlate over criteria. Each other group, such as a
    judge, has its halo, and its agreement with the reference on each criterion.

        ratings = concord.criteria(df, criteria="criterion", reference="experts")
        ratings.rows("icc", "true_scores")
        concord.criteria(df, criteria=["coherence", "fluency"]).rows("halo")

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads; or several paths, which are read as one.
        reference: group to compare the others with (default: the first of the file).
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the people who label; False for none.
        group: column of the groups, or columns whose combinations they are: age*country; False for none; several, a
            fit each: gender,age.
        label: column of the labels.
        delimiter: character between columns: , ; | or tab (default: found).
        input_format: format of the file: csv, json, parquet or xlsx (default: found).
        sheet: name of the sheet of a workbook (default: the only one with a table).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        file_as: part that the name of each file plays: labeler or study (default: labeler, if there are several
            files and no column names labelers).
        criteria: column of the criteria, or columns with the labels on one each, coherence,fluency: fit all
            criteria jointly.
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good; none: they have no
            order.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler: error, first, last, mean, keep (all) or
            latest=COLUMN (default error).
        exclude_labelers: labelers whose labels are left out: names, GROUP:NAME for one group.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        where: condition of the rows to read: source=expert,crowd or source!=test (repeatable: all hold).
        interval: probability of intervals (default 0.95).
        interval_kind: kind of credible interval: eti (equal-tailed) or hdi (highest density) (default eti).
        out: folder for the draws (CmdStan's CSV, and JSON), their summary, the report and run.json (default: a
            temporary folder, kept as long as the fit).
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (different people in each group), shared (the same people), none
            or auto (default auto).
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations, positive half (default student_t(3, 0, 2.5)).
        prior_labeler_sd: prior of the labelers' standard deviations (default: as prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, for any number of groups) or lkj(SHAPE)
            (default marginal).
        chains: number of chains (default 4).
        draws: number of draws per chain (default: 1000, fewer for more than 20,000 labels).
        warmup: number of warm-up iterations per chain (default: automatic).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of cores to use (default: all).
        algorithm: algorithm: auto, nuts or hmc (default auto).
        target_accept: mean acceptance probability for the step size (default: 0.9 for hmc, 0.8 for nuts; 0.95 and
            0.9 if draws are repeated).
        max_depth: largest number of doublings of a trajectory (default 10).
        frames: the kind of DataFrame to return, pandas or polars (default: as the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).
        page: prepare the whole page for html() and notebooks, with items and labelers, which takes up to a second
            more; without it html() has the estimates alone (default: in notebooks).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.criteria(data, locals())


def judge(
    data: Labels,
    *,
    humans: str,
    judge: str | Sequence[str] | None = None,
    judge_column: str | Sequence[str] | None = None,
    percent: bool | None = None,
    threshold: float | Mapping[str, float] | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    group: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet", "xlsx"] | None = None,
    sheet: str | None = None,
    as_is: bool | None = None,
    pairs: str | Sequence[str] | None = None,
    wide_items: str | Sequence[str] | None = None,
    list: str | Sequence[str] | None = None,
    counts: str | Sequence[str] | None = None,
    weight: str | None = None,
    file_as: Literal["labeler", "study"] | None = None,
    pair: str | Sequence[str] | None = None,
    by: str | Sequence[str] | None = None,
    every: Literal["day", "week", "month", "quarter", "year"] | None = None,
    dates: Literal["day-first", "month-first"] | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | str | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    where: str | Sequence[str] | None = None,
    split: str | None = None,
    interval: float | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    residual: Literal["auto", "study", "common", "labeler"] | None = None,
    thresholds: Literal["auto", "study", "common"] | None = None,
    discrimination: bool | None = None,
    covariate: str | Sequence[str] | None = None,
    prior_mean: str | None = None,
    prior_sd: str | None = None,
    prior_labeler_sd: str | None = None,
    prior_cor: str | None = None,
    chains: int | None = None,
    draws: int | None = None,
    warmup: int | None = None,
    seed: int | None = None,
    cores: int | None = None,
    algorithm: Literal["auto", "nuts", "hmc"] | None = None,
    target_accept: float | None = None,
    max_depth: int | None = None,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    page: bool | None = None,
) -> Answer:
    """Compare judges, such as language models, experts or a gold standard, with the people of one group.

    Each other group is a judge. For each judge: its validity r, the worth of one of its labels in labels of people, the
    probability that it follows the items better than a random person, its bias, the people it beats, and the errors that
    judges share.

        concord.judge(df, humans="crowd").rows("validity", "worth")

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads; or several paths, which are read as one.
        humans: group of the people to compare the judges with.
        judge: names of the judges, or @FILE with one per line: groups (default: all others), or labelers in a file
            of one group.
        judge_column: columns of a judge's answer to the item of each row, which become a judge each.
        percent: columns of judge_column are probabilities from 0 to 100.
        threshold: make yes of probabilities from P on, or NAME=P for each column, and compare that with people's
            labels.
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the people who label; False for none.
        group: column of the groups, or columns whose combinations they are: age*country; False for none.
        label: column of the labels.
        facet: column of another factor of the labels, such as template, or a combination of factors, item and
            labeler: item:session (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json, parquet or xlsx (default: found).
        sheet: name of the sheet of a workbook (default: the only one with a table).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        pairs: columns of labelers, each with the column of their labels: rater1:score1,rater2:score2.
        wide_items: columns of which each is an item, as in 'Q*', where a row is a person.
        list: columns of which a cell holds a list of labels of one item, such as [2,1,1] or 2|1|1.
        counts: columns which count the labels of a category each: yes,no,unsure.
        weight: column that says for how many labels a row stands.
        file_as: part that the name of each file plays: labeler or study (default: labeler, if there are several
            files and no column names labelers).
        pair: two columns of candidates, of which the label says who won: model_a,model_b (default: found).
        by: columns that divide the labels into tasks, one for each combination of values: task, or
            criterion,language.
        every: join the dates and times of by into periods: day, week, month, quarter or year.
        dates: order of dates such as 03/04/2026: day-first or month-first.
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good; none: they have no
            order.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler: error, first, last, mean, keep (all) or
            latest=COLUMN (default error).
        exclude_labelers: labelers whose labels are left out: names, GROUP:NAME for one group.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        where: condition of the rows to read: source=expert,crowd or source!=test (repeatable: all hold).
        split: separator between labels of a set, such as ';', or none: each label is one thing (default: found).
        interval: probability of intervals (default 0.95).
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (different people in each group), shared (the same people), none
            or auto (default auto).
        facet_effects: kind of facet effects: nested (other levels in each group), shared (the same levels) or
            common (the same effects) (default nested).
        residual: kind of residual of numbers: study (one each), common (one for all), labeler (one each) or auto
            (default auto).
        thresholds: kind of thresholds of ordered labels: study (a set each), common (one set) or auto (default
            auto).
        discrimination: give each labeler a factor that multiplies the items' effects: 1 on average, 0 for random
            labels, negative for a reversed scale.
        covariate: columns that may bias a judge and not people, such as length,position; code:category reads
            numbers as categories.
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations, positive half (default student_t(3, 0, 2.5)).
        prior_labeler_sd: prior of the labelers' standard deviations (default: as prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, for any number of groups) or lkj(SHAPE)
            (default marginal).
        chains: number of chains (default 4).
        draws: number of draws per chain (default: 1000, fewer for more than 20,000 labels).
        warmup: number of warm-up iterations per chain (default: automatic).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of cores to use (default: all).
        algorithm: algorithm: auto, nuts or hmc (default auto).
        target_accept: mean acceptance probability for the step size (default: 0.9 for hmc, 0.8 for nuts; 0.95 and
            0.9 if draws are repeated).
        max_depth: largest number of doublings of a trajectory (default 10).
        frames: the kind of DataFrame to return, pandas or polars (default: as the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).
        page: prepare the whole page for html() and notebooks, with items and labelers, which takes up to a second
            more; without it html() has the estimates alone (default: in notebooks).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.answer("judge", data, locals())


def labelers(
    data: Labels,
    *,
    drop: Spelling | Sequence[Spelling] | None = None,
    reference: str | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    group: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet", "xlsx"] | None = None,
    sheet: str | None = None,
    as_is: bool | None = None,
    pairs: str | Sequence[str] | None = None,
    wide_items: str | Sequence[str] | None = None,
    list: str | Sequence[str] | None = None,
    counts: str | Sequence[str] | None = None,
    weight: str | None = None,
    file_as: Literal["labeler", "study"] | None = None,
    pair: str | Sequence[str] | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | str | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    where: str | Sequence[str] | None = None,
    split: str | None = None,
    interval: float | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    residual: Literal["auto", "study", "common", "labeler"] | None = None,
    thresholds: Literal["auto", "study", "common"] | None = None,
    discrimination: bool | None = None,
    covariate: str | Sequence[str] | None = None,
    slopes: str | Sequence[str] | None = None,
    covariate_effects: Literal["study", "common"] | None = None,
    prior_mean: str | None = None,
    prior_sd: str | None = None,
    prior_labeler_sd: str | None = None,
    prior_cor: str | None = None,
    chains: int | None = None,
    draws: int | None = None,
    warmup: int | None = None,
    seed: int | None = None,
    cores: int | None = None,
    algorithm: Literal["auto", "nuts", "hmc"] | None = None,
    target_accept: float | None = None,
    max_depth: int | None = None,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    page: bool | None = None,
) -> Answer:
    """Who needs retraining? Each labeler as the others see the labeler.

    For each labeler: leaning, how closely the labels follow the items, noise, agreement with the consensus of the others, and
    what to do, by probabilities. With drop, what changes without some labelers.

        labelers = concord.labelers(df, drop="flagged")
        labelers.rows("verdict", "fault")
        labelers.rows("icc")
        concord.labelers(df, covariate="week", slopes="week").rows("change", "beyond")

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads; or several paths, which are read as one.
        drop: names of labelers, or flagged for those who need retraining: report what changes without them.
        reference: group to compare the others with (default: the first of the file).
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the people who label; False for none.
        group: column of the groups, or columns whose combinations they are: age*country; False for none.
        label: column of the labels.
        facet: column of another factor of the labels, such as template, or a combination of factors, item and
            labeler: item:session (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json, parquet or xlsx (default: found).
        sheet: name of the sheet of a workbook (default: the only one with a table).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        pairs: columns of labelers, each with the column of their labels: rater1:score1,rater2:score2.
        wide_items: columns of which each is an item, as in 'Q*', where a row is a person.
        list: columns of which a cell holds a list of labels of one item, such as [2,1,1] or 2|1|1.
        counts: columns which count the labels of a category each: yes,no,unsure.
        weight: column that says for how many labels a row stands.
        file_as: part that the name of each file plays: labeler or study (default: labeler, if there are several
            files and no column names labelers).
        pair: two columns of candidates, of which the label says who won: model_a,model_b (default: found).
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good; none: they have no
            order.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler: error, first, last, mean, keep (all) or
            latest=COLUMN (default error).
        exclude_labelers: labelers whose labels are left out: names, GROUP:NAME for one group.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        where: condition of the rows to read: source=expert,crowd or source!=test (repeatable: all hold).
        split: separator between labels of a set, such as ';', or none: each label is one thing (default: found).
        interval: probability of intervals (default 0.95).
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (different people in each group), shared (the same people), none
            or auto (default auto).
        facet_effects: kind of facet effects: nested (other levels in each group), shared (the same levels) or
            common (the same effects) (default nested).
        residual: kind of residual of numbers: study (one each), common (one for all), labeler (one each) or auto
            (default auto).
        thresholds: kind of thresholds of ordered labels: study (a set each), common (one set) or auto (default
            auto).
        discrimination: give each labeler a factor that multiplies the items' effects: 1 on average, 0 for random
            labels, negative for a reversed scale.
        covariate: columns that labels may depend on, such as length,week: labelers are compared given them;
            code:category reads numbers as categories.
        slopes: columns of covariate, numbers or times, with which each labeler changes differently: week.
        covariate_effects: kind of covariate effects: study (separate ones in each group) or common (the same ones)
            (default study).
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations, positive half (default student_t(3, 0, 2.5)).
        prior_labeler_sd: prior of the labelers' standard deviations (default: as prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, for any number of groups) or lkj(SHAPE)
            (default marginal).
        chains: number of chains (default 4).
        draws: number of draws per chain (default: 1000, fewer for more than 20,000 labels).
        warmup: number of warm-up iterations per chain (default: automatic).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of cores to use (default: all).
        algorithm: algorithm: auto, nuts or hmc (default auto).
        target_accept: mean acceptance probability for the step size (default: 0.9 for hmc, 0.8 for nuts; 0.95 and
            0.9 if draws are repeated).
        max_depth: largest number of doublings of a trajectory (default 10).
        frames: the kind of DataFrame to return, pandas or polars (default: as the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).
        page: prepare the whole page for html() and notebooks, with items and labelers, which takes up to a second
            more; without it html() has the estimates alone (default: in notebooks).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.answer("labelers", data, locals())


def score(
    data: Labels,
    *,
    system: str | None = None,
    stratum: str | None = None,
    cluster: str | None = None,
    sampling_weight: str | None = None,
    humans: str | None = None,
    judge: str | Sequence[str] | None = None,
    judge_column: str | Sequence[str] | None = None,
    anchor: str | Sequence[str] | None = None,
    bar: float | None = None,
    cost: Mapping[str, float] | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    group: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet", "xlsx"] | None = None,
    sheet: str | None = None,
    as_is: bool | None = None,
    pairs: str | Sequence[str] | None = None,
    wide_items: str | Sequence[str] | None = None,
    list: str | Sequence[str] | None = None,
    counts: str | Sequence[str] | None = None,
    weight: str | None = None,
    file_as: Literal["labeler", "study"] | None = None,
    pair: str | Sequence[str] | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | str | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    where: str | Sequence[str] | None = None,
    split: str | None = None,
    interval: float | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    residual: Literal["auto", "study", "common", "labeler"] | None = None,
    thresholds: Literal["auto", "study", "common"] | None = None,
    discrimination: bool | None = None,
    prior_mean: str | None = None,
    prior_sd: str | None = None,
    prior_labeler_sd: str | None = None,
    prior_cor: str | None = None,
    chains: int | None = None,
    draws: int | None = None,
    warmup: int | None = None,
    seed: int | None = None,
    cores: int | None = None,
    algorithm: Literal["auto", "nuts", "hmc"] | None = None,
    target_accept: float | None = None,
    max_depth: int | None = None,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    page: bool | None = None,
) -> Answer:
    """The mean score that people would have given to all items of each system, from a judge's labels and some of people's.

    For each system: the score, the same without a model (PPI++), and what the judge's labels are worth. For each two
    systems: the difference, and the probability that one is better. The judge may be biased, differently for each system.

        concord.score(df, judge_column="gpt", label="human").rows("people_score", "score_difference")

    anchor names two versions of a judge, and divides the change of the mean label into the judge's part and the outputs'.

        concord.score(df, anchor=["judge_v1", "judge_v2"]).rows("judge_part", "outputs_part")

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads; or several paths, which are read as one.
        system: column of the systems; - for none (default: a column named system or model).
        stratum: column of the strata within which items were drawn at random for people.
        cluster: column of what items belong to that are alike, such as the turns of a conversation.
        sampling_weight: column of 1 over the probability with which an item was drawn for people.
        humans: group of the people.
        judge: names of the judges, or @FILE with one per line: groups (default: all others), or labelers in a file
            of one group.
        judge_column: columns of a judge's answer to the item of each row, which become a judge each.
        anchor: OLD,NEW versions of a judge, columns, groups or labelers: how much of a score's change is the
            judge's?.
        bar: also report the share of labels at or above this number.
        cost: cost of a label of people and of a judge: people=0.40,judge=0.002.
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the people who label; False for none.
        group: column of the groups, or columns whose combinations they are: age*country; False for none.
        label: column of the labels.
        facet: column of another factor of the labels, such as template, or a combination of factors, item and
            labeler: item:session (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json, parquet or xlsx (default: found).
        sheet: name of the sheet of a workbook (default: the only one with a table).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        pairs: columns of labelers, each with the column of their labels: rater1:score1,rater2:score2.
        wide_items: columns of which each is an item, as in 'Q*', where a row is a person.
        list: columns of which a cell holds a list of labels of one item, such as [2,1,1] or 2|1|1.
        counts: columns which count the labels of a category each: yes,no,unsure.
        weight: column that says for how many labels a row stands.
        file_as: part that the name of each file plays: labeler or study (default: labeler, if there are several
            files and no column names labelers).
        pair: two columns of candidates, of which the label says who won: model_a,model_b (default: found).
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good; none: they have no
            order.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler: error, first, last, mean, keep (all) or
            latest=COLUMN (default error).
        exclude_labelers: labelers whose labels are left out: names, GROUP:NAME for one group.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        where: condition of the rows to read: source=expert,crowd or source!=test (repeatable: all hold).
        split: separator between labels of a set, such as ';', or none: each label is one thing (default: found).
        interval: probability of intervals (default 0.95).
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (different people in each group), shared (the same people), none
            or auto (default auto).
        facet_effects: kind of facet effects: nested (other levels in each group), shared (the same levels) or
            common (the same effects) (default nested).
        residual: kind of residual of numbers: study (one each), common (one for all), labeler (one each) or auto
            (default auto).
        thresholds: kind of thresholds of ordered labels: study (a set each), common (one set) or auto (default
            auto).
        discrimination: give each labeler a factor that multiplies the items' effects: 1 on average, 0 for random
            labels, negative for a reversed scale.
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations, positive half (default student_t(3, 0, 2.5)).
        prior_labeler_sd: prior of the labelers' standard deviations (default: as prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, for any number of groups) or lkj(SHAPE)
            (default marginal).
        chains: number of chains (default 4).
        draws: number of draws per chain (default: 1000, fewer for more than 20,000 labels).
        warmup: number of warm-up iterations per chain (default: automatic).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of cores to use (default: all).
        algorithm: algorithm: auto, nuts or hmc (default auto).
        target_accept: mean acceptance probability for the step size (default: 0.9 for hmc, 0.8 for nuts; 0.95 and
            0.9 if draws are repeated).
        max_depth: largest number of doublings of a trajectory (default 10).
        frames: the kind of DataFrame to return, pandas or polars (default: as the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).
        page: prepare the whole page for html() and notebooks, with items and labelers, which takes up to a second
            more; without it html() has the estimates alone (default: in notebooks).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.answer("score", data, locals())


def gold(
    data: Labels,
    *,
    gold: str | None = None,
    reliability: float | None = None,
    gold_column: str | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    group: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet", "xlsx"] | None = None,
    sheet: str | None = None,
    as_is: bool | None = None,
    pairs: str | Sequence[str] | None = None,
    wide_items: str | Sequence[str] | None = None,
    list: str | Sequence[str] | None = None,
    counts: str | Sequence[str] | None = None,
    weight: str | None = None,
    file_as: Literal["labeler", "study"] | None = None,
    pair: str | Sequence[str] | None = None,
    by: str | Sequence[str] | None = None,
    every: Literal["day", "week", "month", "quarter", "year"] | None = None,
    dates: Literal["day-first", "month-first"] | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | str | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    where: str | Sequence[str] | None = None,
    split: str | None = None,
    interval: float | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    residual: Literal["auto", "study", "common", "labeler"] | None = None,
    thresholds: Literal["auto", "study", "common"] | None = None,
    discrimination: bool | None = None,
    prior_mean: str | None = None,
    prior_sd: str | None = None,
    prior_labeler_sd: str | None = None,
    prior_cor: str | None = None,
    chains: int | None = None,
    draws: int | None = None,
    warmup: int | None = None,
    seed: int | None = None,
    cores: int | None = None,
    algorithm: Literal["auto", "nuts", "hmc"] | None = None,
    target_accept: float | None = None,
    max_depth: int | None = None,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    page: bool | None = None,
) -> Answer:
    """How close groups of people come to a gold standard, a group with one label of each item, such as an expert's.

    For each group: the correlation r of one gold label with the group's true scores, and with the mean of k labels; the
    worth of a gold label in the group's labels; how often votes, consensus, a single label and each labeler are right. For
    each two groups: which one is closer to the standard, for any reliability of the standard.

        concord.gold(df, gold="expert").rows("validity", "right")

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads; or several paths, which are read as one.
        gold: group of the gold standard (default: the only group with one label of each item).
        reliability: reliability of a gold label, if you know it: the correlation of two gold labels of an item,
            such as 0.9.
        gold_column: column of the right answer to the item of each row, which becomes the gold standard.
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the people who label; False for none.
        group: column of the groups, or columns whose combinations they are: age*country; False for none.
        label: column of the labels.
        facet: column of another factor of the labels, such as template, or a combination of factors, item and
            labeler: item:session (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json, parquet or xlsx (default: found).
        sheet: name of the sheet of a workbook (default: the only one with a table).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        pairs: columns of labelers, each with the column of their labels: rater1:score1,rater2:score2.
        wide_items: columns of which each is an item, as in 'Q*', where a row is a person.
        list: columns of which a cell holds a list of labels of one item, such as [2,1,1] or 2|1|1.
        counts: columns which count the labels of a category each: yes,no,unsure.
        weight: column that says for how many labels a row stands.
        file_as: part that the name of each file plays: labeler or study (default: labeler, if there are several
            files and no column names labelers).
        pair: two columns of candidates, of which the label says who won: model_a,model_b (default: found).
        by: columns that divide the labels into tasks, one for each combination of values: task, or
            criterion,language.
        every: join the dates and times of by into periods: day, week, month, quarter or year.
        dates: order of dates such as 03/04/2026: day-first or month-first.
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good; none: they have no
            order.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler: error, first, last, mean, keep (all) or
            latest=COLUMN (default error).
        exclude_labelers: labelers whose labels are left out: names, GROUP:NAME for one group.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        where: condition of the rows to read: source=expert,crowd or source!=test (repeatable: all hold).
        split: separator between labels of a set, such as ';', or none: each label is one thing (default: found).
        interval: probability of intervals (default 0.95).
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (different people in each group), shared (the same people), none
            or auto (default auto).
        facet_effects: kind of facet effects: nested (other levels in each group), shared (the same levels) or
            common (the same effects) (default nested).
        residual: kind of residual of numbers: study (one each), common (one for all), labeler (one each) or auto
            (default auto).
        thresholds: kind of thresholds of ordered labels: study (a set each), common (one set) or auto (default
            auto).
        discrimination: give each labeler a factor that multiplies the items' effects: 1 on average, 0 for random
            labels, negative for a reversed scale.
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations, positive half (default student_t(3, 0, 2.5)).
        prior_labeler_sd: prior of the labelers' standard deviations (default: as prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, for any number of groups) or lkj(SHAPE)
            (default marginal).
        chains: number of chains (default 4).
        draws: number of draws per chain (default: 1000, fewer for more than 20,000 labels).
        warmup: number of warm-up iterations per chain (default: automatic).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of cores to use (default: all).
        algorithm: algorithm: auto, nuts or hmc (default auto).
        target_accept: mean acceptance probability for the step size (default: 0.9 for hmc, 0.8 for nuts; 0.95 and
            0.9 if draws are repeated).
        max_depth: largest number of doublings of a trajectory (default 10).
        frames: the kind of DataFrame to return, pandas or polars (default: as the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).
        page: prepare the whole page for html() and notebooks, with items and labelers, which takes up to a second
            more; without it html() has the estimates alone (default: in notebooks).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.answer("gold", data, locals())


def rank(
    data: Labels,
    *,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    group: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet", "xlsx"] | None = None,
    sheet: str | None = None,
    as_is: bool | None = None,
    pairs: str | Sequence[str] | None = None,
    wide_items: str | Sequence[str] | None = None,
    list: str | Sequence[str] | None = None,
    counts: str | Sequence[str] | None = None,
    weight: str | None = None,
    file_as: Literal["labeler", "study"] | None = None,
    pair: str | Sequence[str] | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | str | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    where: str | Sequence[str] | None = None,
    split: str | None = None,
    interval: float | None = None,
    chains: int | None = None,
    draws: int | None = None,
    warmup: int | None = None,
    seed: int | None = None,
    cores: int | None = None,
    algorithm: Literal["auto", "nuts", "hmc"] | None = None,
    target_accept: float | None = None,
    max_depth: int | None = None,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    page: bool | None = None,
) -> Answer:
    """Which of several candidates, such as language models, is best, from comparisons of two at a time.

    A row names two candidates, and the label says which one won. For each group: the skill, the expected win rate and the
    rank of each candidate with intervals, the probability that it is best, how much more often a candidate wins if it is
    shown first, and how often a labeler contradicts itself if two answers change places.

        concord.rank(df, pair=["model_a", "model_b"], label="winner", group="judge").rows("skill", "win_rate")

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads; or several paths, which are read as one.
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the people who label; False for none.
        group: column of the groups, or columns whose combinations they are: age*country; False for none.
        label: column of the labels.
        facet: column of another factor of the labels, such as template, or a combination of factors, item and
            labeler: item:session (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json, parquet or xlsx (default: found).
        sheet: name of the sheet of a workbook (default: the only one with a table).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        pairs: columns of labelers, each with the column of their labels: rater1:score1,rater2:score2.
        wide_items: columns of which each is an item, as in 'Q*', where a row is a person.
        list: columns of which a cell holds a list of labels of one item, such as [2,1,1] or 2|1|1.
        counts: columns which count the labels of a category each: yes,no,unsure.
        weight: column that says for how many labels a row stands.
        file_as: part that the name of each file plays: labeler or study (default: labeler, if there are several
            files and no column names labelers).
        pair: two columns of candidates, of which the label says who won: model_a,model_b (default: found).
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good; none: they have no
            order.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler: error, first, last, mean, keep (all) or
            latest=COLUMN (default error).
        exclude_labelers: labelers whose labels are left out: names, GROUP:NAME for one group.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        where: condition of the rows to read: source=expert,crowd or source!=test (repeatable: all hold).
        split: separator between labels of a set, such as ';', or none: each label is one thing (default: found).
        interval: probability of intervals (default 0.95).
        chains: number of chains (default 4).
        draws: number of draws per chain (default: 1000, fewer for more than 20,000 labels).
        warmup: number of warm-up iterations per chain (default: automatic).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of cores to use (default: all).
        algorithm: algorithm: auto, nuts or hmc (default auto).
        target_accept: mean acceptance probability for the step size (default: 0.9 for hmc, 0.8 for nuts; 0.95 and
            0.9 if draws are repeated).
        max_depth: largest number of doublings of a trajectory (default 10).
        frames: the kind of DataFrame to return, pandas or polars (default: as the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).
        page: prepare the whole page for html() and notebooks, with items and labelers, which takes up to a second
            more; without it html() has the estimates alone (default: in notebooks).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.answer("rank", data, locals())


def consensus(
    data: Labels,
    *,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    group: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet", "xlsx"] | None = None,
    sheet: str | None = None,
    as_is: bool | None = None,
    pairs: str | Sequence[str] | None = None,
    wide_items: str | Sequence[str] | None = None,
    list: str | Sequence[str] | None = None,
    counts: str | Sequence[str] | None = None,
    weight: str | None = None,
    file_as: Literal["labeler", "study"] | None = None,
    pair: str | Sequence[str] | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | str | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    where: str | Sequence[str] | None = None,
    split: str | None = None,
    interval: float | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    residual: Literal["auto", "study", "common", "labeler"] | None = None,
    thresholds: Literal["auto", "study", "common"] | None = None,
    discrimination: bool | None = None,
    items_are: Literal["normal", "t"] | None = None,
    covariate: str | Sequence[str] | None = None,
    prior_mean: str | None = None,
    prior_sd: str | None = None,
    prior_labeler_sd: str | None = None,
    prior_cor: str | None = None,
    chains: int | None = None,
    draws: int | None = None,
    warmup: int | None = None,
    seed: int | None = None,
    cores: int | None = None,
    algorithm: Literal["auto", "nuts", "hmc"] | None = None,
    target_accept: float | None = None,
    max_depth: int | None = None,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    page: bool | None = None,
) -> Answer:
    """What is the label of each item? The label that unlimited people like these would most probably give most often.

    For each item: the label with its probability, the second one, the labels given, their majority, the label by Dawid and
    Skene, and who gave another label. Numbers have the score of each item, with its interval.

        concord.consensus(df).rows("label")

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads; or several paths, which are read as one.
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the people who label; False for none.
        group: column of the groups, or columns whose combinations they are: age*country; False for none.
        label: column of the labels.
        facet: column of another factor of the labels, such as template, or a combination of factors, item and
            labeler: item:session (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json, parquet or xlsx (default: found).
        sheet: name of the sheet of a workbook (default: the only one with a table).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        pairs: columns of labelers, each with the column of their labels: rater1:score1,rater2:score2.
        wide_items: columns of which each is an item, as in 'Q*', where a row is a person.
        list: columns of which a cell holds a list of labels of one item, such as [2,1,1] or 2|1|1.
        counts: columns which count the labels of a category each: yes,no,unsure.
        weight: column that says for how many labels a row stands.
        file_as: part that the name of each file plays: labeler or study (default: labeler, if there are several
            files and no column names labelers).
        pair: two columns of candidates, of which the label says who won: model_a,model_b (default: found).
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good; none: they have no
            order.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler: error, first, last, mean, keep (all) or
            latest=COLUMN (default error).
        exclude_labelers: labelers whose labels are left out: names, GROUP:NAME for one group.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        where: condition of the rows to read: source=expert,crowd or source!=test (repeatable: all hold).
        split: separator between labels of a set, such as ';', or none: each label is one thing (default: found).
        interval: probability of intervals (default 0.95).
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (different people in each group), shared (the same people), none
            or auto (default auto).
        facet_effects: kind of facet effects: nested (other levels in each group), shared (the same levels) or
            common (the same effects) (default nested).
        residual: kind of residual of numbers: study (one each), common (one for all), labeler (one each) or auto
            (default auto).
        thresholds: kind of thresholds of ordered labels: study (a set each), common (one set) or auto (default
            auto).
        discrimination: give each labeler a factor that multiplies the items' effects; =false: none (default: if
            labels have an order and are many).
        items_are: distribution of true scores: normal, or t (a few items far from the others) (default normal).
        covariate: columns that labels may depend on, such as length,country; code:category reads numbers as
            categories.
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations, positive half (default student_t(3, 0, 2.5)).
        prior_labeler_sd: prior of the labelers' standard deviations (default: as prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, for any number of groups) or lkj(SHAPE)
            (default marginal).
        chains: number of chains (default 4).
        draws: number of draws per chain (default: 1000, fewer for more than 20,000 labels).
        warmup: number of warm-up iterations per chain (default: automatic).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of cores to use (default: all).
        algorithm: algorithm: auto, nuts or hmc (default auto).
        target_accept: mean acceptance probability for the step size (default: 0.9 for hmc, 0.8 for nuts; 0.95 and
            0.9 if draws are repeated).
        max_depth: largest number of doublings of a trajectory (default 10).
        frames: the kind of DataFrame to return, pandas or polars (default: as the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).
        page: prepare the whole page for html() and notebooks, with items and labelers, which takes up to a second
            more; without it html() has the estimates alone (default: in notebooks).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.answer("consensus", data, locals())


def next_labels(
    data: Labels,
    *,
    cost: Mapping[str, float] | None = None,
    reference: str | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    group: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet", "xlsx"] | None = None,
    sheet: str | None = None,
    as_is: bool | None = None,
    pairs: str | Sequence[str] | None = None,
    wide_items: str | Sequence[str] | None = None,
    list: str | Sequence[str] | None = None,
    counts: str | Sequence[str] | None = None,
    weight: str | None = None,
    file_as: Literal["labeler", "study"] | None = None,
    pair: str | Sequence[str] | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | str | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    where: str | Sequence[str] | None = None,
    split: str | None = None,
    budget: float | None = None,
    goal: Literal["auto", "decision", "estimate"] | None = None,
    max_labels: int | None = None,
    new_items: str | Sequence[str] | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    residual: Literal["auto", "study", "common", "labeler"] | None = None,
    thresholds: Literal["auto", "study", "common"] | None = None,
    discrimination: bool | None = None,
    items_are: Literal["normal", "t"] | None = None,
    prior_mean: str | None = None,
    prior_sd: str | None = None,
    prior_labeler_sd: str | None = None,
    prior_cor: str | None = None,
    chains: int | None = None,
    draws: int | None = None,
    warmup: int | None = None,
    seed: int | None = None,
    cores: int | None = None,
    algorithm: Literal["auto", "nuts", "hmc"] | None = None,
    target_accept: float | None = None,
    max_depth: int | None = None,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    page: bool | None = None,
) -> Answer:
    """Which items should get the next labels, and how many each, by what further labels are expected to change.

    The result has the items, and the expected share of items with a wrong label now, after these labels, and after as many
    labels that are spread evenly. Scores have the expected error. If groups have costs, the budget is a cost.

        concord.next_labels(df, budget=500).rows("more_labels", "gain")
        concord.next_labels(df, budget=100, cost={"experts": 2, "crowd": 0.1}, reference="experts").rows("more_labels")

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads; or several paths, which are read as one.
        cost: costs of a label by each group that may label: experts=2,crowd=0.1 (default: the reference group, 1).
        reference: group whose consensus counts (default: the first of the file).
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the people who label; False for none.
        group: column of the groups, or columns whose combinations they are: age*country; False for none.
        label: column of the labels.
        facet: column of another factor of the labels, such as template, or a combination of factors, item and
            labeler: item:session (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json, parquet or xlsx (default: found).
        sheet: name of the sheet of a workbook (default: the only one with a table).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        pairs: columns of labelers, each with the column of their labels: rater1:score1,rater2:score2.
        wide_items: columns of which each is an item, as in 'Q*', where a row is a person.
        list: columns of which a cell holds a list of labels of one item, such as [2,1,1] or 2|1|1.
        counts: columns which count the labels of a category each: yes,no,unsure.
        weight: column that says for how many labels a row stands.
        file_as: part that the name of each file plays: labeler or study (default: labeler, if there are several
            files and no column names labelers).
        pair: two columns of candidates, of which the label says who won: model_a,model_b (default: found).
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good; none: they have no
            order.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler: error, first, last, mean, keep (all) or
            latest=COLUMN (default error).
        exclude_labelers: labelers whose labels are left out: names, GROUP:NAME for one group.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        where: condition of the rows to read: source=expert,crowd or source!=test (repeatable: all hold).
        split: separator between labels of a set, such as ';', or none: each label is one thing (default: found).
        budget: number of labels, or with cost what they may cost (default 100).
        goal: what labels are for: decision (the label of each item), estimate (its score), or auto (decision for
            categories) (default auto).
        max_labels: largest number of labels per item to consider (default 20).
        new_items: names of items without a label that may get some too, or @FILE with one per line.
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (different people in each group), shared (the same people), none
            or auto (default auto).
        facet_effects: kind of facet effects: nested (other levels in each group), shared (the same levels) or
            common (the same effects) (default nested).
        residual: kind of residual of numbers: study (one each), common (one for all), labeler (one each) or auto
            (default auto).
        thresholds: kind of thresholds of ordered labels: study (a set each), common (one set) or auto (default
            auto).
        discrimination: give each labeler a factor that multiplies the items' effects; =false: none (default: if
            labels have an order and are many).
        items_are: distribution of true scores: normal, or t (a few items far from the others) (default normal).
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations, positive half (default student_t(3, 0, 2.5)).
        prior_labeler_sd: prior of the labelers' standard deviations (default: as prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, for any number of groups) or lkj(SHAPE)
            (default marginal).
        chains: number of chains (default 4).
        draws: number of draws per chain (default: 1000, fewer for more than 20,000 labels).
        warmup: number of warm-up iterations per chain (default: automatic).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of cores to use (default: all).
        algorithm: algorithm: auto, nuts or hmc (default auto).
        target_accept: mean acceptance probability for the step size (default: 0.9 for hmc, 0.8 for nuts; 0.95 and
            0.9 if draws are repeated).
        max_depth: largest number of doublings of a trajectory (default 10).
        frames: the kind of DataFrame to return, pandas or polars (default: as the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).
        page: prepare the whole page for html() and notebooks, with items and labelers, which takes up to a second
            more; without it html() has the estimates alone (default: in notebooks).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.answer("next", data, locals())


def plan(
    data: Fit | Labels | None = None,
    *,
    target: float | Sequence[float] | None = None,
    reference: str | None = None,
    judge: str | None = None,
    humans: str | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    group: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet", "xlsx"] | None = None,
    sheet: str | None = None,
    as_is: bool | None = None,
    pairs: str | Sequence[str] | None = None,
    wide_items: str | Sequence[str] | None = None,
    list: str | Sequence[str] | None = None,
    counts: str | Sequence[str] | None = None,
    weight: str | None = None,
    file_as: Literal["labeler", "study"] | None = None,
    pair: str | Sequence[str] | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | str | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    where: str | Sequence[str] | None = None,
    split: str | None = None,
    assurance: float | None = None,
    max_labels: int | None = None,
    budget: float | None = None,
    item_cost: float | None = None,
    people: int | Mapping[str, int] | None = None,
    assume: Mapping[str, float | str] | None = None,
    judge_cost: float | None = None,
    at_least: float | None = None,
    power: float | None = None,
    width: float | None = None,
    interval: float | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    residual: Literal["auto", "study", "common", "labeler"] | None = None,
    thresholds: Literal["auto", "study", "common"] | None = None,
    discrimination: bool | None = None,
    prior_mean: str | None = None,
    prior_sd: str | None = None,
    prior_labeler_sd: str | None = None,
    prior_cor: str | None = None,
    chains: int | None = None,
    draws: int | None = None,
    warmup: int | None = None,
    seed: int | None = None,
    cores: int | None = None,
    algorithm: Literal["auto", "nuts", "hmc"] | None = None,
    target_accept: float | None = None,
    max_depth: int | None = None,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Answer:
    """Plan how many labels an item needs, from a fit or from the labels of a pilot study, which is then fitted.

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

    With a fit, arguments about reading or fitting labels are an error.

    Args:
        data: a fit, or the labels, or nothing with assume: a DataFrame of pandas or polars, a table of Arrow,
            columns by name, or the path of a file that the command reads; or several paths, which are read as one.
        target: reliabilities to reach (default [0.7,0.8,0.9]).
        reference: group to compare the others with (default: the first of the file).
        judge: group of the pilot that is a judge: plan how to show whether it is as good as a person.
        humans: group of the pilot with the people to compare the judge with.
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the people who label; False for none.
        group: column of the groups, or columns whose combinations they are: age*country; False for none.
        label: column of the labels.
        facet: column of another factor of the labels, such as template, or a combination of factors, item and
            labeler: item:session (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json, parquet or xlsx (default: found).
        sheet: name of the sheet of a workbook (default: the only one with a table).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        pairs: columns of labelers, each with the column of their labels: rater1:score1,rater2:score2.
        wide_items: columns of which each is an item, as in 'Q*', where a row is a person.
        list: columns of which a cell holds a list of labels of one item, such as [2,1,1] or 2|1|1.
        counts: columns which count the labels of a category each: yes,no,unsure.
        weight: column that says for how many labels a row stands.
        file_as: part that the name of each file plays: labeler or study (default: labeler, if there are several
            files and no column names labelers).
        pair: two columns of candidates, of which the label says who won: model_a,model_b (default: found).
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good; none: they have no
            order.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler: error, first, last, mean, keep (all) or
            latest=COLUMN (default error).
        exclude_labelers: labelers whose labels are left out: names, GROUP:NAME for one group.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        where: condition of the rows to read: source=expert,crowd or source!=test (repeatable: all hold).
        split: separator between labels of a set, such as ';', or none: each label is one thing (default: found).
        assurance: probability with which a number of labels must be enough (default 0.9).
        max_labels: largest number of labels per item to consider (default 10).
        budget: cost of a group, in labels (default: the cost of each group).
        item_cost: cost of an item before it is labelled, in labels.
        people: number of people who label in each group, or in some: experts=5,crowd=40 (default: each labels as
            much as in the pilot).
        assume: values instead of a pilot: icc=0.6 (see above); of a judge icc=0.4,worth=2 (or r=0.8), share=0.3 of
            yes.
        judge_cost: cost of a label of the judge, in labels of people.
        at_least: worth of the judge's label, in labels of people, to show or to rule out (default 1).
        power: probability that the study of a judge is conclusive (default 0.9).
        width: half width of the interval that a study with assume shall give (default 0.1).
        interval: probability of intervals (default 0.95).
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (different people in each group), shared (the same people), none
            or auto (default auto).
        facet_effects: kind of facet effects: nested (other levels in each group), shared (the same levels) or
            common (the same effects) (default nested).
        residual: kind of residual of numbers: study (one each), common (one for all), labeler (one each) or auto
            (default auto).
        thresholds: kind of thresholds of ordered labels: study (a set each), common (one set) or auto (default
            auto).
        discrimination: give each labeler a factor that multiplies the items' effects: 1 on average, 0 for random
            labels, negative for a reversed scale.
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations, positive half (default student_t(3, 0, 2.5)).
        prior_labeler_sd: prior of the labelers' standard deviations (default: as prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, for any number of groups) or lkj(SHAPE)
            (default marginal).
        chains: number of chains (default 4).
        draws: number of draws per chain (default: 1000, fewer for more than 20,000 labels).
        warmup: number of warm-up iterations per chain (default: automatic).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of cores to use (default: all).
        algorithm: algorithm: auto, nuts or hmc (default auto).
        target_accept: mean acceptance probability for the step size (default: 0.9 for hmc, 0.8 for nuts; 0.95 and
            0.9 if draws are repeated).
        max_depth: largest number of doublings of a trajectory (default 10).
        frames: the kind of DataFrame to return, pandas or polars (default: as the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.plan(data, locals())


def compare(
    data: Fit | Labels,
    later: Fit | Labels,
    *,
    different_items: bool | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    group: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet", "xlsx"] | None = None,
    sheet: str | None = None,
    as_is: bool | None = None,
    pairs: str | Sequence[str] | None = None,
    wide_items: str | Sequence[str] | None = None,
    list: str | Sequence[str] | None = None,
    counts: str | Sequence[str] | None = None,
    weight: str | None = None,
    file_as: Literal["labeler", "study"] | None = None,
    pair: str | Sequence[str] | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | str | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    where: str | Sequence[str] | None = None,
    split: str | None = None,
    interval: float | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    residual: Literal["auto", "study", "common", "labeler"] | None = None,
    thresholds: Literal["auto", "study", "common"] | None = None,
    discrimination: bool | None = None,
    prior_mean: str | None = None,
    prior_sd: str | None = None,
    prior_labeler_sd: str | None = None,
    prior_cor: str | None = None,
    chains: int | None = None,
    draws: int | None = None,
    warmup: int | None = None,
    seed: int | None = None,
    cores: int | None = None,
    algorithm: Literal["auto", "nuts", "hmc"] | None = None,
    target_accept: float | None = None,
    max_depth: int | None = None,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Answer:
    """What changed between two runs, such as last month and this month: each a fit, or labels.

    For each group ICC, labeler ICC and the mean label, and for each two groups ρ and xCC: earlier, later, and the difference
    with its interval and the probability of a rise. If the two share items, one model is fitted to the labels of both.

        concord.compare(march, april).rows("icc_change", "mean_change")

    Args:
        data: a fit, or the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name,
            or the path of a file that the command reads; or several paths, which are read as one.
        later: the same, of the later run.
        different_items: items of one name are different items in the two, such as row numbers.
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the people who label; False for none.
        group: column of the groups, or columns whose combinations they are: age*country; False for none.
        label: column of the labels.
        facet: column of another factor of the labels, such as template, or a combination of factors, item and
            labeler: item:session (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json, parquet or xlsx (default: found).
        sheet: name of the sheet of a workbook (default: the only one with a table).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        pairs: columns of labelers, each with the column of their labels: rater1:score1,rater2:score2.
        wide_items: columns of which each is an item, as in 'Q*', where a row is a person.
        list: columns of which a cell holds a list of labels of one item, such as [2,1,1] or 2|1|1.
        counts: columns which count the labels of a category each: yes,no,unsure.
        weight: column that says for how many labels a row stands.
        file_as: part that the name of each file plays: labeler or study (default: labeler, if there are several
            files and no column names labelers).
        pair: two columns of candidates, of which the label says who won: model_a,model_b (default: found).
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good; none: they have no
            order.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler: error, first, last, mean, keep (all) or
            latest=COLUMN (default error).
        exclude_labelers: labelers whose labels are left out: names, GROUP:NAME for one group.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        where: condition of the rows to read: source=expert,crowd or source!=test (repeatable: all hold).
        split: separator between labels of a set, such as ';', or none: each label is one thing (default: found).
        interval: probability of intervals (default 0.95).
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (different people in each group), shared (the same people), none
            or auto (default auto).
        facet_effects: kind of facet effects: nested (other levels in each group), shared (the same levels) or
            common (the same effects) (default nested).
        residual: kind of residual of numbers: study (one each), common (one for all), labeler (one each) or auto
            (default auto).
        thresholds: kind of thresholds of ordered labels: study (a set each), common (one set) or auto (default
            auto).
        discrimination: give each labeler a factor that multiplies the items' effects: 1 on average, 0 for random
            labels, negative for a reversed scale.
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations, positive half (default student_t(3, 0, 2.5)).
        prior_labeler_sd: prior of the labelers' standard deviations (default: as prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, for any number of groups) or lkj(SHAPE)
            (default marginal).
        chains: number of chains (default 4).
        draws: number of draws per chain (default: 1000, fewer for more than 20,000 labels).
        warmup: number of warm-up iterations per chain (default: automatic).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of cores to use (default: all).
        algorithm: algorithm: auto, nuts or hmc (default auto).
        target_accept: mean acceptance probability for the step size (default: 0.9 for hmc, 0.8 for nuts; 0.95 and
            0.9 if draws are repeated).
        max_depth: largest number of doublings of a trajectory (default 10).
        frames: the kind of DataFrame to return, pandas or polars (default: as the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.compare(data, later, locals())


def plan_score(
    data: Labels | None = None,
    *,
    judge: str | None = None,
    humans: str | None = None,
    cost: Mapping[str, float] | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    group: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet", "xlsx"] | None = None,
    sheet: str | None = None,
    as_is: bool | None = None,
    pairs: str | Sequence[str] | None = None,
    wide_items: str | Sequence[str] | None = None,
    list: str | Sequence[str] | None = None,
    counts: str | Sequence[str] | None = None,
    weight: str | None = None,
    file_as: Literal["labeler", "study"] | None = None,
    pair: str | Sequence[str] | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | str | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    where: str | Sequence[str] | None = None,
    split: str | None = None,
    assume: Mapping[str, float | str] | None = None,
    judged: int | None = None,
    within: float | None = None,
    max_labels: int | None = None,
    assurance: float | None = None,
    interval: float | None = None,
    frames: Frames | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Answer:
    """Plan how many items people must label so that the mean score of many items, all labelled by a judge, is known.

    The plan is from a pilot with labels of people and judge, or from assumptions. It has the items to draw at random, by the
    judge's label, and without a judge; and how many items to draw for each label of the judge.

        concord.plan_score(pilot, judge="gpt", humans="people", judged=5000, within=0.02).rows("items_needed")
        concord.plan_score(assume={"r": 0.6, "share": 0.7}, judged=5000, within=0.02).rows("labelled", "weight")

    Args:
        data: a fit, or the labels, or nothing with assume: a DataFrame of pandas or polars, a table of Arrow,
            columns by name, or the path of a file that the command reads; or several paths, which are read as one.
        judge: group of the pilot that is the judge.
        humans: group of the pilot with people's labels.
        cost: costs of a label: people=0.40,judge=0.002.
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the people who label; False for none.
        group: column of the groups, or columns whose combinations they are: age*country; False for none.
        label: column of the labels.
        facet: column of another factor of the labels, such as template, or a combination of factors, item and
            labeler: item:session (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json, parquet or xlsx (default: found).
        sheet: name of the sheet of a workbook (default: the only one with a table).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        pairs: columns of labelers, each with the column of their labels: rater1:score1,rater2:score2.
        wide_items: columns of which each is an item, as in 'Q*', where a row is a person.
        list: columns of which a cell holds a list of labels of one item, such as [2,1,1] or 2|1|1.
        counts: columns which count the labels of a category each: yes,no,unsure.
        weight: column that says for how many labels a row stands.
        file_as: part that the name of each file plays: labeler or study (default: labeler, if there are several
            files and no column names labelers).
        pair: two columns of candidates, of which the label says who won: model_a,model_b (default: found).
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good; none: they have no
            order.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler: error, first, last, mean, keep (all) or
            latest=COLUMN (default error).
        exclude_labelers: labelers whose labels are left out: names, GROUP:NAME for one group.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        where: condition of the rows to read: source=expert,crowd or source!=test (repeatable: all hold).
        split: separator between labels of a set, such as ';', or none: each label is one thing (default: found).
        assume: values instead of a pilot: r=0.6,share=0.7 (judge-share=0.6 if the judge's share of yes differs), or
            r=0.6,sd=1.2 for numbers; icc=0.5.
        judged: number of items that the judge labels (default: the pilot's).
        within: distance within which the score is to be known (default 0.02 of yes or no).
        max_labels: largest number of labels per item to consider (default 3).
        assurance: probability with which a number of items must be enough (default 0.9).
        interval: probability of intervals (default 0.95).
        frames: the kind of DataFrame to return, pandas or polars (default: as the data).
        progress: False for no bar; a function that is called with each Progress, some times a second (default: a
            bar in a notebook and on a terminal).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.plan_score(data, locals())


def check(
    data: Labels,
    *,
    cluster: str | None = None,
    reference: str | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    group: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet", "xlsx"] | None = None,
    sheet: str | None = None,
    as_is: bool | None = None,
    pairs: str | Sequence[str] | None = None,
    wide_items: str | Sequence[str] | None = None,
    list: str | Sequence[str] | None = None,
    counts: str | Sequence[str] | None = None,
    weight: str | None = None,
    file_as: Literal["labeler", "study"] | None = None,
    pair: str | Sequence[str] | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | str | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    where: str | Sequence[str] | None = None,
    split: str | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    residual: Literal["auto", "study", "common", "labeler"] | None = None,
    thresholds: Literal["auto", "study", "common"] | None = None,
    discrimination: bool | None = None,
    items_are: Literal["normal", "t"] | None = None,
    prior_mean: str | None = None,
    prior_sd: str | None = None,
    prior_labeler_sd: str | None = None,
    prior_cor: str | None = None,
    frames: Frames | None = None,
) -> Check:
    """Check a table of labels: its content, who labelled which items, and what may mislead. Nothing is fitted.

        concord.check(df).warnings

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads; or several paths, which are read as one.
        cluster: column of what items belong to, such as the patient of a lesion or the document of a sentence.
        reference: group to compare the others with (default: the first of the file).
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the people who label; False for none.
        group: column of the groups, or columns whose combinations they are: age*country; False for none; several, a
            fit each: gender,age.
        label: column of the labels.
        facet: column of another factor of the labels, such as template, or a combination of factors, item and
            labeler: item:session (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json, parquet or xlsx (default: found).
        sheet: name of the sheet of a workbook (default: the only one with a table).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        pairs: columns of labelers, each with the column of their labels: rater1:score1,rater2:score2.
        wide_items: columns of which each is an item, as in 'Q*', where a row is a person.
        list: columns of which a cell holds a list of labels of one item, such as [2,1,1] or 2|1|1.
        counts: columns which count the labels of a category each: yes,no,unsure.
        weight: column that says for how many labels a row stands.
        file_as: part that the name of each file plays: labeler or study (default: labeler, if there are several
            files and no column names labelers).
        pair: two columns of candidates, of which the label says who won: model_a,model_b (default: found).
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good; none: they have no
            order.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler: error, first, last, mean, keep (all) or
            latest=COLUMN (default error).
        exclude_labelers: labelers whose labels are left out: names, GROUP:NAME for one group.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        where: condition of the rows to read: source=expert,crowd or source!=test (repeatable: all hold).
        split: separator between labels of a set, such as ';', or none: each label is one thing (default: found).
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (different people in each group), shared (the same people), none
            or auto (default auto).
        facet_effects: kind of facet effects: nested (other levels in each group), shared (the same levels) or
            common (the same effects) (default nested).
        residual: kind of residual of numbers: study (one each), common (one for all), labeler (one each) or auto
            (default auto).
        thresholds: kind of thresholds of ordered labels: study (a set each), common (one set) or auto (default
            auto).
        discrimination: give each labeler a factor that multiplies the items' effects: 1 on average, 0 for random
            labels, negative for a reversed scale.
        items_are: distribution of true scores: normal, or t (a few items far from the others) (default normal).
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations, positive half (default student_t(3, 0, 2.5)).
        prior_labeler_sd: prior of the labelers' standard deviations (default: as prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, for any number of groups) or lkj(SHAPE)
            (default marginal).
        frames: the kind of DataFrame to return, pandas or polars (default: as the data).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.check(data, locals())


def simulate(
    *,
    cluster: str | None = None,
    facet: Mapping[str, float | Sequence[float]] | None = None,
    step: float | None = None,
    studies: str | Sequence[str] | None = None,
    items: int | None = None,
    labelers: int | Sequence[int] | None = None,
    labels_per_item: int | None = None,
    labels_per_labeler: int | None = None,
    absent: float | Sequence[float] | None = None,
    mean: float | Sequence[float] | None = None,
    item_sd: float | Sequence[float] | None = None,
    item_df: float | None = None,
    labeler_sd: float | Sequence[float] | None = None,
    discrimination_sd: float | Sequence[float] | None = None,
    residual_sd: float | Sequence[float] | None = None,
    noise_sd: float | Sequence[float] | None = None,
    correlation: float | Sequence[float] | None = None,
    labeler_correlation: float | Sequence[float] | None = None,
    labels_again: int | None = None,
    factor: Mapping[str, int] | None = None,
    facet_correlation: float | Sequence[float] | None = None,
    family: Literal["bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["nested", "shared", "none"] | None = None,
    thresholds: Sequence[float] | Sequence[Sequence[float]] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    seed: int | None = None,
    frames: Frames | None = None,
) -> Simulation:
    """Draw the labels of a study from the model with parameters of your choice.

    Lists need one value for all groups, or one for each. Correlations are listed by pairs of groups: 1-2, 1-3, 2-3,
    1-4, … Means and standard deviations are on the label's own scale (gaussian) or on the latent scale, in logits
    (bernoulli, ordinal).

        study = concord.simulate(studies=["experts", "crowd"], items=50, correlation=0.8)
        concord.fit(study.data)

    Args:
        cluster: column with this many clusters of items: patient=20; facet="patient=0.5" says how far they differ.
        facet: standard deviation of the effects of a factor or of a combination: {"template": 0.5, "item:template":
            [0.5, 0.3]}.
        step: round gaussian labels to multiples of this step.
        studies: names of the groups (default all).
        items: number of items (default 100).
        labelers: number of labelers per group (default 20).
        labels_per_item: number of labelers per item (default 5).
        labels_per_labeler: number of items per labeler, instead of labels_per_item.
        absent: share of the items without labels in a group (default 0).
        mean: mean μ of a group (default 0).
        item_sd: standard deviation σ_i of the items (default 1).
        item_df: degrees of freedom above 2, for items from Student's t distribution (default: normal).
        labeler_sd: standard deviation σ_l of the labelers (default 0.5).
        discrimination_sd: ω, standard deviation of the factors, 1 on average, by which labelers multiply the items'
            effects (default 0).
        residual_sd: σ, standard deviation of the residual of gaussian labels (default 1).
        noise_sd: ν, standard deviation of the logarithms of the labelers' residuals, around σ (default 0).
        correlation: correlation ρ of the items between groups (default 0).
        labeler_correlation: correlation of shared labelers between groups (default 0).
        labels_again: times that a labeler labels each item (default 1).
        factor: column with this many values, one at random for each label: {"template": 8}.
        facet_correlation: correlation of shared facet effects between groups (default 0).
        family: distribution of the labels: bernoulli, gaussian or ordinal (default bernoulli).
        labeler_effects: kind of labelers: nested (different people in each group), shared (the same people) or none
            (default nested).
        thresholds: κ, ascending thresholds between ordered categories, by group: -1,0,1/-2,0,3; minus mean (default
            -1,0,1).
        facet_effects: kind of facet effects: nested (other levels in each group), shared (correlated between
            groups) or common (the same) (default nested).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        frames: the kind of DataFrame to return, pandas or polars (default: as the data).

    Raises:
        UsageError: an argument is wrong.
    """
    return _calls.simulate(locals())
