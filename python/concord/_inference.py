"""Draws for ArviZ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def inference_data(posterior: Mapping[str, Any], sample_stats: Mapping[str, Any], run: Mapping[str, Any]) -> Any:
    """The draws with the names of studies, items and labelers as coordinates."""
    try:
        import arviz
    except ImportError as missing:
        raise ImportError("ArviZ is not installed: pip install arviz, or pip install 'concord[arviz]'") from missing
    dims = {v["name"]: list(v["dims"]) for v in run["variables"] if v["name"] in posterior}
    used = {dim for of in dims.values() for dim in of}
    coords = {dim: names for dim, names in run["coordinates"].items() if dim in used}
    groups = {"posterior": dict(posterior), "sample_stats": dict(sample_stats)}
    if int(arviz.__version__.partition(".")[0]) >= 1:
        data = arviz.from_dict(groups, coords=coords, dims=dims)
    else:
        data = arviz.from_dict(**groups, coords=coords, dims=dims)
    program = run["program"]
    data["posterior"].attrs.update(inference_library="concord", inference_library_version=program["version"])
    return data
