"""Two runs compared: fits, tables and files."""

import concord
import pytest


@pytest.fixture(scope="module")
def months():
    study = concord.simulate(studies=["march", "april"], items=60, labelers=8, item_sd=[2.5, 0.5], correlation=0.9, seed=3)
    return [study.data[study.data.study == name].drop(columns="study") for name in ("march", "april")]


def test_tables_with_the_same_items(months):
    changes = concord.compare(*months, draws=300, seed=2)
    assert changes.json["set"]["fitted"] == "together"
    table = changes.rows("icc_change")
    icc = table[table.scale == ""].iloc[0]
    assert icc.value < 0 and icc.p < 0.05
    assert "ICC fell by" in str(changes)
    assert "earlier" in changes.html()


def test_fits_and_files(months, tmp_path):
    path = tmp_path / "april.csv"
    months[1].to_csv(path, index=False)
    rows = months[0].sample(frac=1, random_state=1)  # sorted rows would be warned of
    march = concord.fit(rows, draws=300)
    changes = concord.compare(march, path, different_items=True, draws=300)
    assert changes.json["set"]["fitted"] == "draws"
    assert changes.rows().quantity.tolist()[0] == "icc"


def test_the_same_labels_are_refused(months):
    with pytest.raises(concord.InputError, match="nothing has changed"):
        concord.compare(months[0], months[0], draws=300)
