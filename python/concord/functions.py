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
    reference: str | None = None,
    design: str | Sequence[str] | None = None,
    compare: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    study: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet"] | None = None,
    as_is: bool | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    residual: Literal["auto", "study", "common", "labeler"] | None = None,
    thresholds: Literal["auto", "study", "common"] | None = None,
    sensitivity: bool | None = None,
    prior_mean: str | None = None,
    prior_sd: str | None = None,
    prior_labeler_sd: str | None = None,
    prior_cor: str | None = None,
    replications: int | None = None,
    chains: int | None = None,
    draws: int | None = None,
    warmup: int | None = None,
    seed: int | None = None,
    cores: int | None = None,
    algorithm: Literal["auto", "nuts", "hmc"] | None = None,
    target_accept: float | None = None,
    max_depth: int | None = None,
    coefficients: str | Sequence[str] | None = None,
    resample: Literal["jackknife", "items", "raters", "both"] | None = None,
    distance: Literal["nominal", "linear", "quadratic", "ordinal", "interval", "ratio"] | None = None,
    cross_pairs: Literal["different", "all"] | None = None,
    bootstrap: int | None = None,
    interval: float | None = None,
    interval_kind: Literal["eti", "hdi"] | None = None,
    out: str | os.PathLike[str] | None = None,
    effects: bool | None = None,
    items: bool | None = None,
    labelers: bool | None = None,
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
        reference: study that the others are compared with (default: the first of the file).
        design: report Eρ² and Φ of the mean label of so many levels of each factor, as labeler=3,template=2
            (label=5: labels of the same labeler on the same levels; or several; default, with facets: as the file
            has them).
        compare: arguments of another model of the same labels, such as {"labeler_effects": "none"}: which predicts
            labels better, and what becomes of ICC, ρ, xCC and doubts.
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the labelers; False for none.
        study: column of the studies, or columns whose combinations they are: age*country; False for none; several,
            a fit each: gender,age.
        label: column of the labels.
        facet: column that labels differ in besides, such as a template, whose values have effects; or columns whose
            combinations have, as item:session; item and labeler are called so (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json or parquet (default: found).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler in a study: error, first, last, mean or keep
            (all are labels, and coefficients take the first) (default error).
        exclude_labelers: labelers whose labels are left out: names, STUDY:NAME for one study.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (other people in each study), shared (the same people) or none;
            auto is nested if the file names labelers (default auto).
        facet_effects: kind of the effects of facets: nested (others in each study), shared (the same levels,
            correlated between studies) or common (the same levels and effects); shared is common if no level has
            two labels in a study (default nested).
        residual: kind of residual of gaussian studies: study (each its own, its labels centred and scaled by
            themselves), common (all must be of one unit) or labeler (also each labeler their own); auto is study
            for two or more (default auto).
        thresholds: kind of thresholds of ordinal studies: study (each its own, as each uses the scale in its own
            way) or common (all the same but for a mean of each study); auto is study (default auto).
        sensitivity: let labelers follow the items more or less closely than others, or the wrong way round: a
            labeler's sensitivity, on average 1, multiplies the items' effects.
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations (default student_t(3, 0, 2.5), positive half).
        prior_labeler_sd: prior of the labelers' standard deviations (default that of prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, however many studies there are) or
            lkj(SHAPE) (default marginal).
        replications: number of studies replicated from the posterior for the predictive check; 0 for none, fewer
            than 49 put nothing in doubt (default: by the number of labels).
        chains: number of chains (default 4).
        draws: number of draws of each chain (default: 1000, fewer for more than 20,000 labels).
        warmup: number of warm-up iterations of each chain (default: automatic).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of chains to run at once (default: one for each core).
        algorithm: algorithm: auto, nuts or hmc (default auto).
        target_accept: mean acceptance probability to adapt the step size to (default: 0.9 of hmc and 0.8 of nuts,
            and 0.95 and 0.9 where draws have to be made again).
        max_depth: doublings of a trajectory at most (default 10).
        coefficients: names of coefficients of agreement, or all (default: those that suit the labels).
        resample: what is drawn at random in intervals of coefficients: jackknife deletes items and labelers in
            turn; items, raters or both draw them anew in a bootstrap (default jackknife).
        distance: distance between labels (default: interval for numbers, nominal otherwise).
        cross_pairs: pairs of labels that coefficients of two studies take: different (of two labelers) or all (also
            of one labeler who labels an item in both) (default different).
        bootstrap: number of replicates if resample asks for a bootstrap; 0 for no intervals of coefficients
            (default 1000).
        interval: probability that intervals hold (default 0.95).
        interval_kind: kind of credible interval: eti (equal-tailed) or hdi (highest density) (default eti).
        out: folder for the draws, as CmdStan's CSV and as JSON, their summary, the report and run.json; without it
            they are kept as long as the fit is.
        effects: keep the effects of items and labelers too, in draws, to_inference_data() and out.
        items: keep what all labels say of each item: true score, chance of each label, consensus: item_table.
        labelers: keep what is known of each labeler: level, share of labels that are the consensus: labeler_table.
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
    reference: str | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    study: str | Literal[False] | None = None,
    label: str | Sequence[str] | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet"] | None = None,
    as_is: bool | None = None,
    by: str | Sequence[str] | None = None,
    each_category: bool | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    residual: Literal["auto", "study", "common", "labeler"] | None = None,
    thresholds: Literal["auto", "study", "common"] | None = None,
    sensitivity: bool | None = None,
    prior_mean: str | None = None,
    prior_sd: str | None = None,
    prior_labeler_sd: str | None = None,
    prior_cor: str | None = None,
    replications: int | None = None,
    chains: int | None = None,
    draws: int | None = None,
    warmup: int | None = None,
    seed: int | None = None,
    cores: int | None = None,
    algorithm: Literal["auto", "nuts", "hmc"] | None = None,
    target_accept: float | None = None,
    max_depth: int | None = None,
    coefficients: str | Sequence[str] | None = None,
    resample: Literal["jackknife", "items", "raters", "both"] | None = None,
    distance: Literal["nominal", "linear", "quadratic", "ordinal", "interval", "ratio"] | None = None,
    cross_pairs: Literal["different", "all"] | None = None,
    bootstrap: int | None = None,
    out: str | os.PathLike[str] | None = None,
    pages: bool | None = None,
    interval: float | None = None,
    interval_kind: Literal["eti", "hdi"] | None = None,
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
        reference: study that the others are compared with (default: the first of the file).
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the labelers; False for none.
        study: column of the studies, or columns whose combinations they are: age*country; False for none; several,
            a fit each: gender,age.
        label: column of the labels.
        facet: column that labels differ in besides, such as a template, whose values have effects; or columns whose
            combinations have, as item:session; item and labeler are called so (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json or parquet (default: found).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        by: columns by whose values the labels are cut, a fit for each combination: task, or criterion,language.
        each_category: fit each category of the labels against the rest, as words without order are without being
            asked for.
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler in a study: error, first, last, mean or keep
            (all are labels, and coefficients take the first) (default error).
        exclude_labelers: labelers whose labels are left out: names, STUDY:NAME for one study.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (other people in each study), shared (the same people) or none;
            auto is nested if the file names labelers (default auto).
        facet_effects: kind of the effects of facets: nested (others in each study), shared (the same levels,
            correlated between studies) or common (the same levels and effects); shared is common if no level has
            two labels in a study (default nested).
        residual: kind of residual of gaussian studies: study (each its own, its labels centred and scaled by
            themselves), common (all must be of one unit) or labeler (also each labeler their own); auto is study
            for two or more (default auto).
        thresholds: kind of thresholds of ordinal studies: study (each its own, as each uses the scale in its own
            way) or common (all the same but for a mean of each study); auto is study (default auto).
        sensitivity: let labelers follow the items more or less closely than others, or the wrong way round: a
            labeler's sensitivity, on average 1, multiplies the items' effects.
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations (default student_t(3, 0, 2.5), positive half).
        prior_labeler_sd: prior of the labelers' standard deviations (default that of prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, however many studies there are) or
            lkj(SHAPE) (default marginal).
        replications: number of studies replicated from the posterior for the predictive check; 0 for none, fewer
            than 49 put nothing in doubt (default: by the number of labels).
        chains: number of chains (default 4).
        draws: number of draws of each chain (default: 370 of two chains, where those have not converged 300 of
            four, and then, or with strict, 1000 and fewer of many labels).
        warmup: number of warm-up iterations of each chain (default: automatic).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of chains to run at once (default: one for each core).
        algorithm: algorithm: auto, nuts or hmc (default auto).
        target_accept: mean acceptance probability to adapt the step size to (default: 0.9 of hmc and 0.8 of nuts,
            and 0.95 and 0.9 where draws have to be made again).
        max_depth: doublings of a trajectory at most (default 10).
        coefficients: names of coefficients of agreement, or all (default: those that suit the labels).
        resample: what is drawn at random in intervals of coefficients: jackknife deletes items and labelers in
            turn; items, raters or both draw them anew in a bootstrap (default jackknife).
        distance: distance between labels (default: interval for numbers, nominal otherwise).
        cross_pairs: pairs of labels that coefficients of two studies take: different (of two labelers) or all (also
            of one labeler who labels an item in both) (default different).
        bootstrap: number of replicates if resample asks for a bootstrap; 0 for no intervals of coefficients
            (default 1000).
        out: folder for what becomes of each part, from which a stopped batch goes on; without it they are kept as
            long as the batch is.
        pages: a page of each task too, in tasks/ of the folder, to which report.html links.
        interval: probability that intervals hold (default 0.95).
        interval_kind: kind of credible interval: eti (equal-tailed) or hdi (highest density) (default eti).
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
    reference: str | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    study: str | Literal[False] | None = None,
    label: str | Sequence[str] | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet"] | None = None,
    as_is: bool | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    seed: int | None = None,
    cores: int | None = None,
    coefficients: str | Sequence[str] | None = None,
    resample: Literal["jackknife", "items", "raters", "both"] | None = None,
    distance: Literal["nominal", "linear", "quadratic", "ordinal", "interval", "ratio"] | None = None,
    cross_pairs: Literal["different", "all"] | None = None,
    bootstrap: int | None = None,
    normalize_by: Literal["kripp_alpha", "iota", "fleiss_kappa"] | None = None,
    normalize_shared: bool | None = None,
    interval: float | None = None,
    interval_kind: Literal["percentile", "bca"] | None = None,
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
        reference: study that the others are compared with (default: the first of the file).
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the labelers; False for none.
        study: column of the studies, or columns whose combinations they are: age*country; False for none; several,
            a fit each: gender,age.
        label: column of the labels.
        facet: column that labels differ in besides, such as a template, whose values have effects; or columns whose
            combinations have, as item:session; item and labeler are called so (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json or parquet (default: found).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler in a study: error, first, last, mean or keep
            (all are labels, and coefficients take the first) (default error).
        exclude_labelers: labelers whose labels are left out: names, STUDY:NAME for one study.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        seed: seed of the random numbers (default 1).
        cores: number of cores to use (default: all).
        coefficients: names of coefficients of agreement, or all (default: those that suit the labels).
        resample: what is drawn at random in intervals of coefficients: jackknife deletes items and labelers in
            turn; items, raters or both draw them anew in a bootstrap (default jackknife).
        distance: distance between labels (default: interval for numbers, nominal otherwise).
        cross_pairs: pairs of labels that coefficients of two studies take: different (of two labelers) or all (also
            of one labeler who labels an item in both) (default different).
        bootstrap: number of replicates if resample asks for a bootstrap; 0 for no intervals of coefficients
            (default 1000).
        normalize_by: coefficient of reliability that normalized_cross_kappa divides by (default kripp_alpha).
        normalize_shared: reliability over the items of both studies, not over each study's own.
        interval: probability that intervals hold (default 0.95).
        interval_kind: kind of bootstrap interval: percentile or bca (default percentile).
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
    humans: str,
    judge: str | Sequence[str] | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    study: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet"] | None = None,
    as_is: bool | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    residual: Literal["auto", "study", "common", "labeler"] | None = None,
    thresholds: Literal["auto", "study", "common"] | None = None,
    sensitivity: bool | None = None,
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
    interval: float | None = None,
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
        humans: study of the people that judges are compared with.
        judge: names of the judges, or @FILE with one a line: studies (default: all others), or in a file of one
            study labelers, of which all others are the people.
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the labelers; False for none.
        study: column of the studies, or columns whose combinations they are: age*country; False for none.
        label: column of the labels.
        facet: column that labels differ in besides, such as a template, whose values have effects; or columns whose
            combinations have, as item:session; item and labeler are called so (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json or parquet (default: found).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler in a study: error, first, last, mean or keep
            (all are labels, and coefficients take the first) (default error).
        exclude_labelers: labelers whose labels are left out: names, STUDY:NAME for one study.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (other people in each study), shared (the same people) or none;
            auto is nested if the file names labelers (default auto).
        facet_effects: kind of the effects of facets: nested (others in each study), shared (the same levels,
            correlated between studies) or common (the same levels and effects); shared is common if no level has
            two labels in a study (default nested).
        residual: kind of residual of gaussian studies: study (each its own, its labels centred and scaled by
            themselves), common (all must be of one unit) or labeler (also each labeler their own); auto is study
            for two or more (default auto).
        thresholds: kind of thresholds of ordinal studies: study (each its own, as each uses the scale in its own
            way) or common (all the same but for a mean of each study); auto is study (default auto).
        sensitivity: let labelers follow the items more or less closely than others, or the wrong way round: a
            labeler's sensitivity, on average 1, multiplies the items' effects.
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations (default student_t(3, 0, 2.5), positive half).
        prior_labeler_sd: prior of the labelers' standard deviations (default that of prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, however many studies there are) or
            lkj(SHAPE) (default marginal).
        chains: number of chains (default 4).
        draws: number of draws of each chain (default: 1000, fewer for more than 20,000 labels).
        warmup: number of warm-up iterations of each chain (default: automatic).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of chains to run at once (default: one for each core).
        algorithm: algorithm: auto, nuts or hmc (default auto).
        target_accept: mean acceptance probability to adapt the step size to (default: 0.9 of hmc and 0.8 of nuts,
            and 0.95 and 0.9 where draws have to be made again).
        max_depth: doublings of a trajectory at most (default 10).
        interval: probability that intervals hold (default 0.95).
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
    gold: str | None = None,
    reliability: float | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    study: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet"] | None = None,
    as_is: bool | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    residual: Literal["auto", "study", "common", "labeler"] | None = None,
    thresholds: Literal["auto", "study", "common"] | None = None,
    sensitivity: bool | None = None,
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
    interval: float | None = None,
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
        gold: study that is the gold standard (default: the only one with one label of each item).
        reliability: reliability of a label of the gold standard as you state it, such as 0.9: the correlation of
            two such labels of an item.
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the labelers; False for none.
        study: column of the studies, or columns whose combinations they are: age*country; False for none.
        label: column of the labels.
        facet: column that labels differ in besides, such as a template, whose values have effects; or columns whose
            combinations have, as item:session; item and labeler are called so (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json or parquet (default: found).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler in a study: error, first, last, mean or keep
            (all are labels, and coefficients take the first) (default error).
        exclude_labelers: labelers whose labels are left out: names, STUDY:NAME for one study.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (other people in each study), shared (the same people) or none;
            auto is nested if the file names labelers (default auto).
        facet_effects: kind of the effects of facets: nested (others in each study), shared (the same levels,
            correlated between studies) or common (the same levels and effects); shared is common if no level has
            two labels in a study (default nested).
        residual: kind of residual of gaussian studies: study (each its own, its labels centred and scaled by
            themselves), common (all must be of one unit) or labeler (also each labeler their own); auto is study
            for two or more (default auto).
        thresholds: kind of thresholds of ordinal studies: study (each its own, as each uses the scale in its own
            way) or common (all the same but for a mean of each study); auto is study (default auto).
        sensitivity: let labelers follow the items more or less closely than others, or the wrong way round: a
            labeler's sensitivity, on average 1, multiplies the items' effects.
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations (default student_t(3, 0, 2.5), positive half).
        prior_labeler_sd: prior of the labelers' standard deviations (default that of prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, however many studies there are) or
            lkj(SHAPE) (default marginal).
        chains: number of chains (default 4).
        draws: number of draws of each chain (default: 1000, fewer for more than 20,000 labels).
        warmup: number of warm-up iterations of each chain (default: automatic).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of chains to run at once (default: one for each core).
        algorithm: algorithm: auto, nuts or hmc (default auto).
        target_accept: mean acceptance probability to adapt the step size to (default: 0.9 of hmc and 0.8 of nuts,
            and 0.95 and 0.9 where draws have to be made again).
        max_depth: doublings of a trajectory at most (default 10).
        interval: probability that intervals hold (default 0.95).
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
    reference: str | None = None,
    judge: str | None = None,
    humans: str | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    study: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet"] | None = None,
    as_is: bool | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    residual: Literal["auto", "study", "common", "labeler"] | None = None,
    thresholds: Literal["auto", "study", "common"] | None = None,
    sensitivity: bool | None = None,
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
    target: float | Sequence[float] | None = None,
    assurance: float | None = None,
    max_labels: int | None = None,
    budget: float | None = None,
    item_cost: float | None = None,
    people: int | Mapping[str, int] | None = None,
    assume: Mapping[str, float] | None = None,
    judge_cost: float | None = None,
    at_least: float | None = None,
    power: float | None = None,
    interval: float | None = None,
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
        reference: study that the others are compared with (default: the first of the file).
        judge: study of the pilot that is a judge: plan how to show whether it is as good as a person.
        humans: study of the pilot with the people that the judge is compared with.
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the labelers; False for none.
        study: column of the studies, or columns whose combinations they are: age*country; False for none.
        label: column of the labels.
        facet: column that labels differ in besides, such as a template, whose values have effects; or columns whose
            combinations have, as item:session; item and labeler are called so (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json or parquet (default: found).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler in a study: error, first, last, mean or keep
            (all are labels, and coefficients take the first) (default error).
        exclude_labelers: labelers whose labels are left out: names, STUDY:NAME for one study.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (other people in each study), shared (the same people) or none;
            auto is nested if the file names labelers (default auto).
        facet_effects: kind of the effects of facets: nested (others in each study), shared (the same levels,
            correlated between studies) or common (the same levels and effects); shared is common if no level has
            two labels in a study (default nested).
        residual: kind of residual of gaussian studies: study (each its own, its labels centred and scaled by
            themselves), common (all must be of one unit) or labeler (also each labeler their own); auto is study
            for two or more (default auto).
        thresholds: kind of thresholds of ordinal studies: study (each its own, as each uses the scale in its own
            way) or common (all the same but for a mean of each study); auto is study (default auto).
        sensitivity: let labelers follow the items more or less closely than others, or the wrong way round: a
            labeler's sensitivity, on average 1, multiplies the items' effects.
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations (default student_t(3, 0, 2.5), positive half).
        prior_labeler_sd: prior of the labelers' standard deviations (default that of prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, however many studies there are) or
            lkj(SHAPE) (default marginal).
        chains: number of chains (default 4).
        draws: number of draws of each chain (default: 1000, fewer for more than 20,000 labels).
        warmup: number of warm-up iterations of each chain (default: automatic).
        seed: seed of the random numbers; the same seed gives the same result (default 1).
        cores: number of chains to run at once (default: one for each core).
        algorithm: algorithm: auto, nuts or hmc (default auto).
        target_accept: mean acceptance probability to adapt the step size to (default: 0.9 of hmc and 0.8 of nuts,
            and 0.95 and 0.9 where draws have to be made again).
        max_depth: doublings of a trajectory at most (default 10).
        target: reliabilities to reach (default [0.7,0.8,0.9]).
        assurance: probability with which a number of labels has to be enough (default 0.9).
        max_labels: largest number of labels per item to look at (default 10).
        budget: cost of a study, in labels (default: that of each study).
        item_cost: cost of an item before it is labelled, in labels.
        people: number of people who label in each study, or in single ones: experts=5,crowd=40 (default: as many as
            give as many labels each as in the pilot).
        assume: values of people and judge instead of a pilot, on the scale of labels: {"icc": 0.4, "worth": 2}
            (labels of people, or its validity "r": 0.8); "share": 0.3 of yes where labels are yes or no; for
            numbers "labeler-icc": 0.1 and "people": 20.
        judge_cost: cost of a label of the judge, in labels.
        at_least: worth of the judge's label, in labels of people, that is to be shown or ruled out (default 1).
        power: probability with which the study of a judge is to settle it (default 0.9).
        interval: probability that intervals hold (default 0.95).
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
    reference: str | None = None,
    item: str | None = None,
    labeler: str | Literal[False] | None = None,
    study: str | Literal[False] | None = None,
    label: str | None = None,
    facet: str | Sequence[str] | None = None,
    delimiter: str | None = None,
    wide: str | Sequence[str] | None = None,
    input_format: Literal["csv", "json", "parquet"] | None = None,
    as_is: bool | None = None,
    positive: Spelling | Sequence[Spelling] | None = None,
    negative: Spelling | Sequence[Spelling] | None = None,
    order: Spelling | Sequence[Spelling] | None = None,
    missing: Spelling | Sequence[Spelling] | None = None,
    duplicates: Literal["error", "first", "last", "mean", "keep"] | None = None,
    exclude_labelers: Spelling | Sequence[Spelling] | None = None,
    max_memory: float | None = None,
    family: Literal["auto", "bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["auto", "nested", "shared", "none"] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    residual: Literal["auto", "study", "common", "labeler"] | None = None,
    thresholds: Literal["auto", "study", "common"] | None = None,
    sensitivity: bool | None = None,
    prior_mean: str | None = None,
    prior_sd: str | None = None,
    prior_labeler_sd: str | None = None,
    prior_cor: str | None = None,
    frames: Frames | None = None,
) -> Check:
    """Say what is in a table of labels, who labelled what, and what may mislead; nothing is fitted.

        concord.check(df).warnings

    Args:
        data: the labels, one a row: a DataFrame of pandas or polars, a table of Arrow, columns by name, or the path
            of a file that the command reads.
        reference: study that the others are compared with (default: the first of the file).
        item: column of the items, or columns whose combinations are the items: item,criterion.
        labeler: column of the labelers; False for none.
        study: column of the studies, or columns whose combinations they are: age*country; False for none; several,
            a fit each: gender,age.
        label: column of the labels.
        facet: column that labels differ in besides, such as a template, whose values have effects; or columns whose
            combinations have, as item:session; item and labeler are called so (or several).
        delimiter: character between columns: , ; | or tab (default: found).
        wide: columns of which each holds one labeler's labels, as in 'rater_*' (default: a label a row).
        input_format: format of the file: csv, json or parquet (default: found).
        as_is: take labels and columns as they are, also where they look like another layout: sets, pairs, counts,
            ….
        positive: spellings of a positive label.
        negative: spellings of a negative label (default: all that are not positive).
        order: labels in ascending order, which makes them ordered categories: poor,fair,good.
        missing: more spellings of a missing label, besides NA, null, ….
        duplicates: rule for a second label of an item by a labeler in a study: error, first, last, mean or keep
            (all are labels, and coefficients take the first) (default error).
        exclude_labelers: labelers whose labels are left out: names, STUDY:NAME for one study.
        max_memory: GiB of memory that labels may take (default: three quarters of what is free).
        family: distribution of the labels: auto (by the labels), bernoulli, gaussian or ordinal (default auto).
        labeler_effects: kind of labelers: nested (other people in each study), shared (the same people) or none;
            auto is nested if the file names labelers (default auto).
        facet_effects: kind of the effects of facets: nested (others in each study), shared (the same levels,
            correlated between studies) or common (the same levels and effects); shared is common if no level has
            two labels in a study (default nested).
        residual: kind of residual of gaussian studies: study (each its own, its labels centred and scaled by
            themselves), common (all must be of one unit) or labeler (also each labeler their own); auto is study
            for two or more (default auto).
        thresholds: kind of thresholds of ordinal studies: study (each its own, as each uses the scale in its own
            way) or common (all the same but for a mean of each study); auto is study (default auto).
        sensitivity: let labelers follow the items more or less closely than others, or the wrong way round: a
            labeler's sensitivity, on average 1, multiplies the items' effects.
        prior_mean: prior of the means, such as normal(0, 1) (default student_t(3, 0, 2.5)).
        prior_sd: prior of the standard deviations (default student_t(3, 0, 2.5), positive half).
        prior_labeler_sd: prior of the labelers' standard deviations (default that of prior_sd; if neither is given,
            student_t(3, 0, 1) for numbers).
        prior_cor: prior of the correlations: marginal (each is uniform, however many studies there are) or
            lkj(SHAPE) (default marginal).
        frames: the kind of DataFrame to answer with, pandas or polars (default: that of the data).

    Raises:
        UsageError: an argument is wrong.
        InputError: the labels cannot be used as they are.
    """
    return _calls.check(data, locals())


def simulate(
    *,
    columns: int | None = None,
    facet: Mapping[str, float | Sequence[float]] | None = None,
    family: Literal["bernoulli", "gaussian", "ordinal"] | None = None,
    labeler_effects: Literal["nested", "shared", "none"] | None = None,
    thresholds: Sequence[float] | Sequence[Sequence[float]] | None = None,
    facet_effects: Literal["nested", "shared", "common"] | None = None,
    seed: int | None = None,
    step: float | None = None,
    studies: str | Sequence[str] | None = None,
    items: int | None = None,
    labelers: int | Sequence[int] | None = None,
    labels_per_item: int | None = None,
    labels_per_labeler: int | None = None,
    absent: float | Sequence[float] | None = None,
    mean: float | Sequence[float] | None = None,
    item_sd: float | Sequence[float] | None = None,
    labeler_sd: float | Sequence[float] | None = None,
    sensitivity_sd: float | Sequence[float] | None = None,
    residual_sd: float | Sequence[float] | None = None,
    noise_sd: float | Sequence[float] | None = None,
    categories: str | Sequence[str] | None = None,
    category_means: Sequence[float] | Sequence[Sequence[float]] | None = None,
    correlation: float | Sequence[float] | None = None,
    labeler_correlation: float | Sequence[float] | None = None,
    labels_again: int | None = None,
    factor: Mapping[str, int] | None = None,
    facet_correlation: float | Sequence[float] | None = None,
    frames: Frames | None = None,
) -> Simulation:
    """Draw the labels of a study from the model with parameters of your choice.

    Lists want one value for all studies, or one for each. Correlations are listed by pairs of studies: 1-2, 1-3, 2-3,
    1-4, … Means and standard deviations are on the label's own scale (gaussian) or on the latent scale, that of the
    logits (bernoulli, ordinal).

        study = concord.simulate(studies=["experts", "crowd"], items=50, correlation=0.8)
        concord.fit(study.data)

    Args:
        columns: number of label columns, questions about the same items by the same people, whose means, standard
            deviations of items and correlations differ (default one).
        facet: standard deviation of the effects of a factor or of a combination, as {"template": 0.5,
            "item:template": [0.5, 0.3]}.
        family: distribution of the labels: bernoulli, gaussian or ordinal (default bernoulli).
        labeler_effects: kind of labelers: nested (people of its own in each study), shared (the same people) or
            none (default nested).
        thresholds: κ, ascending thresholds between the categories of ordinal labels, for each study after a slash:
            -1,0,1/-2,0,3; mean is taken from them (default -1,0,1).
        facet_effects: kind of the effects of facets: nested (others in each study), shared (correlated between
            studies) or common (the same in all studies) (default nested).
        seed: seed of the random numbers (default 1).
        step: round gaussian labels to multiples of this step.
        studies: names of the studies (default all).
        items: number of items (default 100).
        labelers: number of labelers of a study (default 20).
        labels_per_item: number of labelers of an item (default 5).
        labels_per_labeler: number of items of a labeler, instead of labels_per_item.
        absent: share of the items that a study leaves out (default 0).
        mean: μ, mean of a study (default 0).
        item_sd: σ_i, standard deviation of the items (default 1).
        labeler_sd: σ_l, standard deviation of the labelers (default 0.5).
        sensitivity_sd: ω, standard deviation of the labelers' sensitivities, which are 1 on average and multiply
            the items' effects (default 0).
        residual_sd: σ, standard deviation of the residual of gaussian labels (default 1).
        noise_sd: ν, standard deviation of the logarithms of the labelers' residuals, of which σ is the middle
            (default 0).
        categories: names of categories without order: a label is the category of the largest utility, each with
            effects of items and labelers of its own.
        category_means: means of the categories' utilities, for each study after a slash: 1,0,-1/0,0,-2 (default 0).
        correlation: ρ, correlation of the items between studies (default 0).
        labeler_correlation: correlation of shared labelers between studies (default 0).
        labels_again: times that a labeler labels each of their items (default 1).
        factor: column with so many values, one for each label at random, as {"template": 8}.
        facet_correlation: correlation of the effects of shared facets between studies (default 0).
        frames: the kind of DataFrame to answer with, pandas or polars (default: that of the data).

    Raises:
        UsageError: an argument is wrong.
    """
    return _calls.simulate(locals())
