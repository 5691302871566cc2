"""The other functions: what the command says, as tables."""

from __future__ import annotations

import io
import json
import subprocess
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

import concord
from concord._binary import command_path
from conftest import command


def test_agreement_is_the_commands(policy: pd.DataFrame, testdata: Path) -> None:
    ours = concord.agreement(policy, coefficients=["kripp_alpha", "cross_kappa"], distance="nominal").rows()
    text = command("agreement", "--coefficients", "kripp_alpha,cross_kappa", "--distance", "nominal", "--format", "csv",
                   testdata / "policy.csv")
    theirs = pd.read_csv(io.StringIO(text))
    for name in ("quantity", "of", "against"):
        assert ours[name].tolist() == theirs[name].fillna("").tolist()
    for column in ("value", "lower", "upper", "sd"):
        assert ours[column].tolist() == pytest.approx(theirs[column].tolist(), rel=1e-12, nan_ok=True)


def test_agreement_of_several_label_columns(testdata: Path) -> None:
    words = pd.read_csv(testdata / "topics.csv")
    units = words.assign(spam=(words.label == "spam").astype(int), praise=(words.label == "praise").astype(int))
    agreement = concord.agreement(units, label=["spam", "praise"], bootstrap=0)
    both = agreement.rows()
    alone = concord.agreement(units, label="praise", coefficients=[name for name in both.quantity.unique() if name != "ratings"], bootstrap=0).rows()
    assert set(both.task) == {"spam", "praise"}
    praise = both[both.task == "praise"]
    compared = alone.quantity.str.endswith("_difference")  # which tables of several columns leave out
    assert compared.any() and praise.value.tolist() == alone[~compared].value.tolist()
    assert "kripp_alpha" in agreement._repr_html_() and "spam" in str(agreement)
    with pytest.raises(AttributeError, match="no page"):
        agreement.html()


def test_check(policy: pd.DataFrame, testdata: Path) -> None:
    check = concord.check(policy)
    assert check.studies.name.tolist() == ["reference", "control", "treatment"]
    theirs = subprocess.run([str(command_path()), "check", "policy.csv"], cwd=testdata, capture_output=True, text=True,
                            check=True).stdout
    assert check.text.replace("DataFrame", "policy.csv", 1).splitlines()[:8] == theirs.splitlines()[:8]
    assert check.warnings == [] and check.model is not None


def test_plan_of_a_fit_is_that_of_its_folder(fit: concord.Fit) -> None:
    plan = concord.plan(fit, target=[0.5, 0.75], assurance=0.8)
    theirs = json.loads(command("plan", fit.folder, "--target", "0.5,0.75", "--assurance", "0.8", "--format", "json"))
    assert plan.json == theirs
    assert sorted(set(plan.rows("labels_needed").design)) == ["reliability 0.5", "reliability 0.75"]
    assert (plan.rows("icc_k").groupby("group")["value"].diff().dropna() > 0).all()
    assert len(plan.rows("items", "labels", "mean_se")) > 20
    rho = plan.rows("rho_se")
    assert rho.value.between(0, 1).all() and set(rho.against) == {"crowd"}
    assert len(plan.rows("power")) == 0  # of two studies there is one correlation
    few = concord.plan(fit, people={"critics": 3}).rows("labelers")
    assert few[few.group == "critics"].value.tolist() == [3, 3, 3]
    assert concord.plan(fit, people=4).rows("mean_se").k.max() == 4
    with pytest.raises(concord.UsageError, match="^item goes with"):
        concord.plan(fit, item="x")


def test_plan_of_labels(stars: pd.DataFrame) -> None:
    plan = concord.plan(stars, chains=2, draws=100, frames="polars")
    assert isinstance(plan.rows("labels_needed"), pl.DataFrame)
    assert "<table" in plan._repr_html_()


def test_measurement_is_the_commands(testdata: Path) -> None:
    peak_flow = pd.read_csv(testdata / "peak_flow.csv")
    measured = concord.measurement(peak_flow)
    theirs = json.loads(command("measurement", "--format", "json", testdata / "peak_flow.csv"))
    assert measured.json["rows"] == theirs["rows"]
    sem = measured.rows("sem_agreement").iloc[0]
    assert sem.lower < sem.value < sem.upper
    assert measured.rows("variance")["of"].tolist() == ["item", "labeler", "item × labeler", "residual"]
    assert "</html>" in measured.html() and measured.verdict[0] in str(measured)
    assert len(concord.measurement(peak_flow, log=True, frames="polars").rows()) > len(measured.rows())


def test_criteria_are_the_commands(testdata: Path) -> None:
    rated = concord.criteria(testdata / "criteria.csv", criteria="criterion")
    theirs = json.loads(command("--criteria", "criterion", "--format", "json", testdata / "criteria.csv"))
    assert rated.json["rows"] == theirs["rows"]
    halo = rated.rows("halo")
    assert len(halo) == 8 and (halo.lower < halo.value).all()
    assert rated.rows("icc").why.ne("").tolist() == [False, False, False, True]
    assert rated.rows("halo_difference").p.notna().sum() == 1
    assert "</html>" in rated.html() and rated.verdict[0] in str(rated)


def test_criteria_are_kept_and_loaded(testdata: Path, tmp_path: Path) -> None:
    ratings = pd.read_csv(testdata / "criteria.csv")
    rated = concord.criteria(ratings, criteria="criterion", draws=200, out=tmp_path / "run")
    loaded = concord.load(tmp_path / "run")
    assert isinstance(loaded, concord.Criteria) and loaded.verdict == rated.verdict and loaded.converged
    assert loaded.rows().equals(rated.rows()) and "</html>" in loaded.html()
    assert loaded.draws["halo"].shape == (4, 200, 2)
    data = pytest.importorskip("arviz") and loaded.to_inference_data()
    of = data["posterior"]["halo_criterion"].sel(study="judge", criterion="fluency", other_criterion="coherence")
    rows = loaded.rows("halo").set_index(["group", "of", "against"])["value"]
    assert float(of.median()) == pytest.approx(rows["judge", "coherence", "fluency"].item())


def test_score_is_the_commands(testdata: Path) -> None:
    outputs = pd.read_csv(testdata / "outputs.csv")
    scores = concord.score(outputs, judge_column="gpt", label="good", draws=300, cost={"people": 0.4, "judge": 0.002})
    theirs = json.loads(command("score", "--judge-column", "gpt", "--label", "good", "--draws", "300", "--cost",
                                "people=0.4,judge=0.002", "--format", "json", testdata / "outputs.csv"))
    assert scores.json["rows"] == theirs["rows"]
    assert scores.rows("people_score")["of"].tolist() == ["new", "old"]
    assert scores.rows("score_difference").against.tolist() == ["old"]
    assert "</html>" in scores.html() and scores.verdict[0] in str(scores)


def test_drift_is_the_commands(testdata: Path) -> None:
    drift = pd.read_csv(testdata / "drift.csv")
    scores = concord.score(drift, anchor=["judge_v1", "judge_v2"], system="month", item="output")
    theirs = json.loads(command("score", "--anchor", "judge_v1,judge_v2", "--system", "month", "--item", "output",
                                "--format", "json", testdata / "drift.csv"))
    assert scores.json["rows"] == theirs["rows"]
    row = scores.rows("judge_part").iloc[0]
    assert row.lower < row.value < row.upper and row.against == "anchors"
    assert len(scores.rows("people_score")) == 0 and scores.verdict[0] in str(scores) and "</html>" in scores.html()


def test_plan_of_a_score_is_the_commands() -> None:
    plan = concord.plan_score(assume={"r": 0.6, "share": 0.7}, judged=5000, within=0.02)
    theirs = json.loads(command("plan", "score", "--assume", "r=0.6,share=0.7", "--judged", "5000", "--within", "0.02",
                                "--format", "json"))
    assert plan.json["rows"] == theirs["rows"] and plan.verdict == theirs["verdict"]
    drawn = plan.rows("items_needed")
    assert plan.rows("labelled").value.sum() == drawn[drawn.design == "by the judge's label"].value.iloc[0]
    assert repr(plan) == "<concord.Answer of assumptions>" and plan.verdict[0] in str(plan)
    with pytest.raises(concord.UsageError, match="plan from what"):
        concord.plan_score(judged=5000, within=0.02)


def test_consensus_and_next_labels_are_the_commands(testdata: Path) -> None:
    single = pd.read_csv(testdata / "single.csv")
    found = concord.consensus(single, draws=300)
    theirs = json.loads(command("consensus", "--draws", "300", "--format", "json", testdata / "single.csv"))
    assert found.json["rows"] == theirs["rows"] and found.verdict == theirs["verdict"]
    labels, second = found.rows("label"), found.rows("second")
    assert len(labels) == single.item.nunique() and (labels.p >= second.p).all()
    assert "</html>" in found.html() and found.verdict[0] in str(found)
    coming = concord.next_labels(single, budget=20, draws=300)
    assert coming.rows("more_labels").value.sum() == 20
    after, evenly, now = (coming.rows(name).value.iloc[0] for name in ("wrong_after", "wrong_evenly", "wrong_now"))
    assert after < evenly < now
    more = concord.next_labels(single, budget=5, new_items=["x", "y"], goal="estimate", draws=300).rows("more_labels")
    assert more.value.sum() == 5


def test_labelers_are_the_commands(testdata: Path) -> None:
    labels = pd.read_csv(testdata / "misfit_random.csv")
    table = concord.labelers(labels, draws=300, drop="flagged")
    theirs = json.loads(command("labelers", "--draws", "300", "--drop", "flagged", "--format", "json",
                                testdata / "misfit_random.csv"))
    assert table.json["rows"] == theirs["rows"]
    assert table.rows("verdict").said[0] == "retrain" and len(table.rows("verdict")) == 30
    before, after = table.rows("icc").value
    assert after > before
    assert table.rows("change", "rate_change").empty
    assert "</html>" in table.html() and table.verdict[0] in str(table)


def test_labelers_who_change() -> None:
    data = concord.simulate(items=100, labelers=8, family="gaussian").data
    data["week"] = [n % 9 + 1 for n in range(len(data))]
    change = {name: (-1) ** n * n / 3 for n, name in enumerate(data.labeler.unique())}
    data["label"] += (data.week - 5) / 3 * data.labeler.map(change)
    table = concord.labelers(data, covariate="week", slopes="week", draws=300)
    changes = table.rows("change")
    assert len(changes) == 8 and not table.rows("differs").empty
    assert (changes.lower <= changes.value).all() and set(changes.against) == {"week"}
    assert table.rows("drifts").value.max() > 0.95 and set(table.rows("drifts").method) == {"week"}


def test_ranking_is_the_commands(testdata: Path) -> None:
    battles = pd.read_csv(testdata / "battles.csv")
    judge = battles[battles.study == "judge"].drop(columns="study")
    ranking = concord.rank(judge, draws=300, warmup=300)
    skills = ranking.rows("skill")
    assert skills.p.sum() == pytest.approx(1) and skills.value.is_monotonic_decreasing
    rates = ranking.rows("win_rate")
    assert (rates.lower < rates.value).all() and (rates.value < rates.upper).all()
    assert rates.value.mean() == pytest.approx(0.5)
    assert len(ranking.rows("pair_win_rate")) == 10 and ranking.verdict[0] in str(ranking) and "</html>" in ranking.html()
    with pytest.raises(concord.InputError, match="two columns name two candidates"):
        concord.rank(battles[["question_id", "winner", "labeler"]])


def test_gold_is_the_commands(testdata: Path) -> None:
    claims = pd.read_csv(testdata / "claims.csv")
    gold = concord.gold(claims, draws=300)
    theirs = json.loads(command("gold", "--draws", "300", "--format", "json", testdata / "claims.csv"))
    assert gold.json["rows"] == theirs["rows"]
    validity = gold.rows("validity")
    groups = validity[(validity.by == "") & (validity.scale == "")].set_index("group")
    assert set(groups.index) == {"crowd", "students"}
    assert (groups.lower < groups.value).all() and (groups.value < groups.upper).all()
    pair = gold.rows("validity_difference").query("scale == ''").iloc[0]
    assert {pair.of, pair.against} == {"crowd", "students"}
    assert pair.value == pytest.approx(groups.value[pair.of] - groups.value[pair.against], abs=0.05)
    # How often votes are right, counted from the labels: an item with as many of each counts half.
    checked = claims[claims.study == "checker"].set_index("item").label
    votes = claims[claims.study == "crowd"].groupby("item").label.mean()[lambda mean: mean.index.isin(checked.index)]
    right = [0.5 if share == 0.5 else float((share > 0.5) == checked[item]) for item, share in votes.items()]
    answers = gold.rows("right").query("group == 'crowd'")
    assert answers[answers.by == "votes"].value.item() == pytest.approx(sum(right) / len(right))
    assert (answers.by == "labeler").sum() == claims[claims.study == "crowd"].labeler.nunique()
    assert gold.rows("validity_of_mean").query("group == 'crowd'").k.is_monotonic_increasing
    assert "</html>" in gold.html() and gold.verdict[0] in str(gold)
    with pytest.raises(concord.UsageError, match="gold"):
        concord.gold(claims, gold="nobody")


def test_plan_of_a_study_of_a_judge(testdata: Path) -> None:
    plan = concord.plan(assume={"icc": 0.4, "worth": 2}, budget=2000, at_least=1, judge_cost=0.5, power=0.8)
    theirs = json.loads(command("plan", "--assume", "icc=0.4,worth=2", "--budget", "2000", "--at-least", "1",
                                "--judge-cost", "0.5", "--power", "0.8", "--format", "json"))
    assert plan.json == theirs
    items, labels, cost = (plan.rows(name).value for name in ("items_needed", "labels", "cost"))
    assert (cost.values == labels.values + 0.5 * items.values).all()
    assert "<table" in plan._repr_html_() and plan.warnings == []
    pilot = concord.plan(pd.read_csv(testdata / "claims.csv"), judge="checker", humans="crowd", draws=200, chains=2)
    assert pilot.rows("items_needed").k.tolist() == plan.rows("items_needed").k.tolist()
    study = concord.plan(assume={"kappa": 0.6, "rate": "0.2/0.3/0.5"}, max_labels=2, width=0.2)
    assert "± 0.20" in study.verdict[0] and study.rows("items_needed").k.tolist() == [2]
    assert len(study.rows("half_width")) == 5 and study.verdict[0] in str(study)
    with pytest.raises(concord.UsageError, match="assume="):
        concord.plan()
    with pytest.raises(concord.UsageError):
        concord.plan(assume={"icc": 2})


def test_judges() -> None:
    truth = concord.simulate(studies=["people", "model"], items=60, labelers=12, labels_per_item=4, correlation=0.8, seed=3)
    judges = concord.judge(truth.data, humans="people", draws=200)
    validity = judges.rows("validity")
    assert (validity.lower < validity.value).all() and (validity.value < validity.upper).all()
    better = validity[(validity.of == "model") & (validity.scale == "")].p
    assert len(better) == 1 and 0 <= better.iloc[0] <= 1
    assert set(validity.group) == {"people"} and "person" in set(validity.by)
    assert len(judges.rows("beats")) == 12
    assert judges.verdict[0] in str(judges) and "</html>" in judges.html()
    with pytest.raises(TypeError, match="humans"):
        concord.judge(truth.data)  # type: ignore[call-arg]
    with pytest.raises(concord.UsageError, match="^humans: there is no group \"folk\""):
        concord.judge(truth.data, humans="folk")


def test_simulate_is_the_commands_and_known_by_its_truth(tmp_path: Path) -> None:
    study = concord.simulate(studies=["a", "b"], items=40, mean=[-1, 1], item_sd=2, correlation=0.8, seed=5)
    command_csv = command_simulate("--studies", "a,b", "--items", 40, "--mean=-1,1", "--item-sd", 2, "--correlation", 0.8,
                                   "--seed", 5)
    pd.testing.assert_frame_equal(study.data, pd.read_csv(io.StringIO(command_csv), dtype={"item": str, "labeler": str,
                                                                                        "study": str}))
    assert study.truth["family"] == "bernoulli" and "400 labels" in repr(study)
    polars = concord.simulate(studies=["a", "b"], items=40, mean=[-1, 1], item_sd=2, correlation=0.8, seed=5,
                              frames="polars").data
    assert isinstance(polars, pl.DataFrame) and polars.to_dicts() == study.data.to_dict("records")
    scale = concord.simulate(family="ordinal", thresholds=[[-1, 0, 1], [-2, 0, 2]], studies=["a", "b"], correlation=0.5)
    assert set(scale.data.label) == {1, 2, 3, 4}
    with pytest.raises(concord.UsageError, match="correlation"):
        concord.simulate(studies=["a", "b"], correlation=2)


def command_simulate(*words: object) -> str:
    ended = subprocess.run([str(command_path()), "simulate", *map(str, words)], capture_output=True, text=True, check=True)
    return ended.stdout
