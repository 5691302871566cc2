"""Comparisons of judges, and with a gold standard, of each task and of each category."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import concord
import pandas as pd
import pytest
from conftest import command


@pytest.fixture
def criteria(testdata: Path) -> Path:
    return testdata / "strangers" / "criteria_judges.csv"


def test_judges_of_each_task(criteria: Path) -> None:
    judges = concord.judge(criteria, humans="people", judge_column="mistral", by="criterion", draws=200)
    theirs = pd.read_csv(io.StringIO(command("judge", "--judge-column", "mistral", "--by", "criterion", "--draws", "200",
                                            "--format", "csv", criteria)))
    mine = judges.rows("validity")
    assert mine.value.tolist() == theirs[theirs.quantity == "validity"].value.tolist()
    assert set(mine.task) == set(judges.rows("beats").task) == {"style", "facts"}
    assert "</html>" in judges.html()


def test_gold_of_each_task(criteria: Path) -> None:
    gold = concord.gold(criteria, gold_column="mistral", by=["criterion"], draws=200)
    theirs = json.loads(command("gold", "--gold-column", "mistral", "--by", "criterion", "--draws", "200", "--format",
                                "json", criteria))
    assert gold.verdict == theirs["verdict"]
    assert gold.json["rows"] == theirs["rows"]
    right = gold.rows("right")
    votes = right[right.by == "votes"]
    assert votes.task.tolist() == ["style", "facts"] and votes.value.between(0, 1).all()
    assert set(gold.rows("validity").task) == set(gold.rows("validity_of_mean").task) == {"style", "facts"}
    assert all(text.split(":")[0] in ("style", "facts") for text in gold.warnings if "draws" in text)


def test_a_column_of_tasks_that_has_the_name_of_another(criteria: Path) -> None:
    labels = pd.read_csv(criteria).rename(columns={"criterion": "scale"})
    judges = concord.judge(labels, humans="people", judge_column="mistral", by="scale", draws=200)
    assert set(judges.rows("validity").task) == {"style", "facts"} and "latent" in set(judges.rows("validity").scale)


def test_judges_of_words_have_a_comparison_of_each_category() -> None:
    random.seed(2)
    words = ["ant", "bee", "cat"]
    rows = [(f"i{i}", who, study, words[i % 3] if random.random() < 0.8 else random.choice(words))
            for i in range(40) for who, study in [*((f"p{p}", "people") for p in range(5)), ("j", "judge")]]
    labels = pd.DataFrame(rows, columns=["item", "labeler", "study", "label"])
    judges = concord.judge(labels, humans="people", draws=200)
    assert set(judges.rows("validity").task) == set(words)
    rates = judges.rows("category_rate")
    assert set(rates[rates.task == ""].category) == set(words)
    assert isinstance(judges.warnings, list)


def test_gold_without_a_fit() -> None:
    labels = pd.DataFrame({"item": [1, 2, 3] * 3, "labeler": list("gggaaabbb"), "study": ["gold"] * 3 + ["crowd"] * 6,
                           "label": ["cat", "dog", "ant", "cat", "dog", "ant", "cat", "ant", "ant"]})
    with pytest.warns(concord.DataWarning, match="share only 3 items"):
        gold = concord.gold(labels, gold="gold")
    right = gold.rows("right")
    assert right[right.by == "votes"].value.item() == pytest.approx(2.5 / 3)


def test_probabilities(testdata: Path) -> None:
    two = testdata / "strangers" / "probabilities_two.csv"
    judges = concord.judge(two, humans="people", judge_column=["gpt_prob", "mistral_prob"], draws=200)
    auc = judges.rows("auc")
    assert auc.of.tolist()[:2] == ["gpt_prob", "mistral_prob"] and auc.by.tolist()[2:] == ["person", "unlimited"]
    assert judges.verdict[1].startswith("gpt_prob gives the item with a person's yes")
    assert "better than one random person" in str(judges)
    cut = concord.judge(two, humans="people", judge_column=["gpt_prob", "mistral_prob"],
                        threshold={"gpt_prob": 0.5, "mistral_prob": 0.3}, draws=200)
    assert {"gpt_prob", "mistral_prob"} <= set(cut.rows("validity").of)
