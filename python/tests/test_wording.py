"""The command's advice in Python's terms."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from concord._wording import in_python

ADVICE = Path(__file__).parents[2] / "internal" / "advice" / "testdata" / "advice.json"


@pytest.mark.parametrize(("said", "meant"), [
    ("Choose: --item NAME --label NAME; perhaps --item q_id", 'Choose: item="…", label=[…]; perhaps item="q_id"'),
    ("perhaps --item 'Answer ID'", 'perhaps item="Answer ID"'),
    ("do without the column: --labeler -", "do without the column: labeler=False"),
    ("--missing '\"don'\\''t, sorry\"'    or count them: --positive Yes,1",
     'missing="don\'t, sorry"    or count them: positive=["Yes", "1"]'),
    ("--duplicates first or last\n  keep all: --duplicates keep",
     'duplicates="first" or "last"\n  keep all: duplicates="keep"'),
    ("--as-is --duplicates keep", 'as_is=True, duplicates="keep"'),
    ("alone: --by criterion --item 'doc_id,system'", 'alone: by="criterion", item="doc_id,system"'),
    ("leave them out: --missing -", 'leave them out: missing="-"'),
    ("--duplicates foo: it is one of error, first", 'duplicates="foo": it is one of error, first'),
    ("--order makes labels ordered categories, and --positive and --negative make them binary",
     "order makes labels ordered categories, and positive and negative make them binary"),
    ("--chains 0: there must be at least one", "chains=0: there must be at least one"),
    ("each against the rest: fit --each-category FILE", "each against the rest: concord.batch(data, each_category=True)"),
    ("as fit check says; --discrimination asks", "as concord.check says; discrimination=True asks"),
    ("if they are the same: --labeler-effects shared", 'if they are the same: labeler_effects="shared"'),
    ("leave them out: --missing 0x10    or --family gaussian.", 'leave them out: missing="0x10"    or family="gaussian".'),
    ("item -- and so on, a--b", "item -- and so on, a--b"),
])
def test_flags_become_arguments(said: str, meant: str) -> None:
    assert in_python(said) == meant


def test_no_advice_of_the_command_keeps_a_flag() -> None:
    advice = json.loads(ADVICE.read_text("utf-8"))
    texts = [a["printed"] for a in advice if "--" in a["printed"]]
    assert len(texts) > 30
    for text in texts:
        assert not re.search(r"(^|\s)--[a-z]", in_python(text)), text
