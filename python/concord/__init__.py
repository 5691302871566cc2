"""Concord tells how good human ratings are: reliability, validity, and who is closer to the experts.

    import concord
    fit = concord.fit(df, item="ad_id", labeler="worker", group="arm", label="verdict", reference="experts")
    fit.summary              # a DataFrame, a row for each quantity
    fit.to_inference_data()  # draws for ArviZ

The package carries the command ``fit``, which does the work; ``python -m concord`` runs it.
"""

from importlib.metadata import PackageNotFoundError, version

from concord._progress import Progress
from concord.errors import (
    CommandError,
    ConcordError,
    ConvergenceWarning,
    DataWarning,
    InputError,
    Interrupted,
    UsageError,
)
from concord.functions import agreement, batch, check, compare, consensus, criteria, fit, gold, judge, labelers, measurement, next_labels, plan, plan_score, rank, score, simulate
from concord.results import Answer, Batch, Check, Criteria, Fit, Simulation, load

try:
    __version__ = version("concord")
except PackageNotFoundError:  # the sources, not installed
    __version__ = "0"

__all__ = [
    "Answer", "Batch", "Check", "CommandError", "ConcordError", "Criteria", "ConvergenceWarning", "DataWarning", "Fit",
    "InputError", "Interrupted", "Progress", "Simulation",
    "UsageError", "__version__",
    "agreement", "batch", "check", "compare", "consensus", "criteria", "fit", "gold", "judge", "labelers", "load", "measurement", "next_labels", "plan", "plan_score", "rank", "score", "simulate",
]
