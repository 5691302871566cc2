"""Sets the consensus of fit beside those of crowd-kit's aggregators, by a gold standard.

    python bench/consensus.py FIT FILE.csv GOLD [--above NUMBER] [--seeds N]

FIT is the built command. FILE has the columns item, labeler, study and label; GOLD is the study of it that holds the
right label of each item, and all other labels are one crowd. Labels are categories; with --above they are numbers, of
which those above NUMBER are yes, and the rest no. Of numbers the estimates of the numbers themselves are compared too.

Programs with random numbers, fit and MACE, run with the seeds 1 to N (3 if not given). An item on which two categories
are tied counts half. "Only ours" and "only it" are the items on which only one of the two is right, the first seed
of each; p is of the exact test that both are right equally often (McNemar 1947). Of two categories AUC is the
probability that an item of one ranks above one of the other, which does not depend on where the line between them is
drawn. Seconds are of one processor.

Needs crowd-kit (pip install crowd-kit); where that or FILE is absent it says so and does nothing.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple


class Run(NamedTuple):
    """One run of a program: the probability of each category (columns) for each item (rows), and what that took."""

    chances: pd.DataFrame
    seconds: float

    def right(self, gold: pd.Series) -> pd.Series:
        """Of each item the point that the program gets: 1 where it is right, less where it is among tied ones."""
        first = self.chances.eq(self.chances.max(axis=1), axis=0)
        return pd.Series([first.at[i, g] / first.loc[i].sum() for i, g in gold.items()], gold.index)

    def auc(self, gold: pd.Series) -> str:
        """Mann and Whitney's statistic over the number of pairs, of two categories."""
        if len(self.chances.columns) != 2:
            return ""
        one = gold == self.chances.columns[1]
        ranks = self.chances.iloc[:, 1].rank()
        pairs = one.sum() * (~one).sum()
        return f"{(ranks[one].sum() - one.sum() * (one.sum() + 1) / 2) / pairs:.3f}"


def processor_seconds() -> float:
    t = os.times()
    return t.user + t.system + t.children_user + t.children_system


def timed(gold: pd.Series, program: Callable[[], pd.DataFrame]) -> Run:
    start = processor_seconds()
    chances = program()
    seconds = processor_seconds() - start
    return Run(chances.reindex(gold.index)[sorted(chances.columns)], seconds)


def items_of_fit(command: Path, labels: pd.DataFrame, *flags: str) -> pd.DataFrame:
    """What fit knows of each item, by name."""
    with tempfile.TemporaryDirectory() as folder:
        file, items = Path(folder, "labels.csv"), Path(folder, "items.csv")
        labels.assign(study="crowd")[["item", "labeler", "study", "label"]].to_csv(file, index=False)
        subprocess.run(
            [command, file, "--items", items, "--quiet", "--cores", "1", "--resample", "items", "--bootstrap", "0",
             "--replications", "0", *flags],
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        return pd.read_csv(items, dtype={"item": str, "label": str}).set_index("item")


def by_fit(command: Path, labels: pd.DataFrame, *flags: str) -> pd.DataFrame:
    items = items_of_fit(command, labels, *flags).filter(like="chance:")
    return items.rename(columns=lambda name: name.removeprefix("chance:"))


def by_majority(labels: pd.DataFrame) -> pd.DataFrame:
    return labels.groupby("item").label.value_counts(normalize=True).unstack(fill_value=0)


def by_crowd_kit(aggregator, labels: pd.DataFrame) -> pd.DataFrame:
    answers = labels.rename(columns={"item": "task", "labeler": "worker"})[["task", "worker", "label"]]
    return aggregator.fit(answers).probas_


def mcnemar(ours: pd.Series, theirs: pd.Series) -> tuple[int, int, float]:
    """On how many items only we, and only they, are right, and the two-sided exact probability of a split as uneven."""
    a, b = int((ours > theirs).sum()), int((theirs > ours).sum())
    tail = sum(math.comb(a + b, k) for k in range(min(a, b) + 1)) / 2 ** (a + b)
    return a, b, min(1.0, 2 * tail)


def compare_choices(command: Path, labels: pd.DataFrame, gold: pd.Series, seeds: int) -> None:
    """Prints on how many items each program finds the gold standard's category."""
    seeded = range(1, seeds + 1)
    programs: dict[str, list[Callable[[], pd.DataFrame]]] = {
        "fit --discrimination": [partial(by_fit, command, labels, "--discrimination", "--seed", str(s)) for s in seeded],
        "fit": [partial(by_fit, command, labels, "--seed", str(s)) for s in seeded],
        "majority": [partial(by_majority, labels)],
        "Dawid and Skene": [partial(by_crowd_kit, DawidSkene(n_iter=1000), labels)],
        "GLAD": [partial(by_crowd_kit, GLAD(), labels)],
        "MACE, variational Bayes": [partial(by_crowd_kit, MACE(random_state=s), labels) for s in seeded],
        "MACE, EM": [partial(by_crowd_kit, MACE(method="em", random_state=s), labels) for s in seeded],
    }
    print(f"{len(labels)} labels of {labels.item.nunique()} items by {labels.labeler.nunique()} labelers; "
          f"gold of {len(gold)} items\n")  # fmt: skip
    print("| consensus | right, by seed | % | AUC | only ours | only it | p | processor s |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    ours = None
    for name, one_each in programs.items():
        runs = [timed(gold, program) for program in one_each]
        right = [run.right(gold) for run in runs]
        ours = right[0] if ours is None else ours
        a, b, p = mcnemar(ours, right[0])
        against = " | | " if ours is right[0] else f"{a} | {b} | {p:.2g}"
        counts = ", ".join(f"{r.sum():g}" for r in right)
        share = 100 * sum(r.mean() for r in right) / len(right)
        seconds = min(run.seconds for run in runs)
        print(f"| {name} | {counts} | {share:.1f} | {runs[0].auc(gold)} | {against} | {seconds:.2f} |", flush=True)


def compare_numbers(command: Path, labels: pd.DataFrame, gold: pd.Series) -> None:
    """Estimates of each item's number: how far they are off the gold standard, and their correlation with it."""
    by_item = labels.groupby("item").label
    estimates = {
        f"fit {' '.join(flags)}".strip(): items_of_fit(command, labels, "--family", "gaussian", *flags)["score"]
        for flags in ([], ["--residual", "labeler"], ["--discrimination"], ["--discrimination", "--residual", "labeler"])
    } | {"mean of the labels": by_item.mean(), "median of the labels": by_item.median()}
    print("\n| estimate | off, root mean square | correlation |\n| --- | ---: | ---: |")
    for name, estimate in estimates.items():
        e = estimate.reindex(gold.index)
        print(f"| {name} | {math.sqrt(((e - gold) ** 2).mean()):.2f} | {e.corr(gold):.3f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fit", type=Path, metavar="FIT")
    parser.add_argument("file", type=Path, metavar="FILE.csv")
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument("--above", type=float, metavar="NUMBER", help="labels are numbers; those above this are yes")
    parser.add_argument("--seeds", type=int, default=3, metavar="N", help="seeds of programs with random numbers")
    args = parser.parse_args()
    if args.seeds < 1:
        parser.error(f"--seeds {args.seeds}: one seed at least")
    if not args.file.exists():
        sys.exit(print(f"skipped: there is no {args.file}"))
    table = pd.read_csv(args.file, dtype=str)
    gold = table[table.study == args.gold].set_index("item").label
    if gold.empty:
        parser.error(f"no study {args.gold} in {args.file}: {', '.join(table.study.unique())}")
    if not gold.index.is_unique:
        parser.error(f"study {args.gold} has more than one label of an item, so it is no gold standard")
    labels = table[table.study != args.gold]
    # The gold standard of items that nobody labelled says nothing of anyone.
    gold = gold[gold.index.isin(labels.item)]
    versions = [f"{p} {importlib.metadata.version(p)}" for p in ("crowd-kit", "numpy", "pandas")]
    print(f"{args.file.name}; {', '.join(versions)}; Python {sys.version.split()[0]}")
    if args.above is None:
        compare_choices(args.fit.resolve(), labels, gold, args.seeds)
        return
    labels, gold = labels.assign(label=labels.label.astype(float)), gold.astype(float)
    name = {True: "yes", False: "no"}
    yes = labels.assign(label=(labels.label > args.above).map(name))
    compare_choices(args.fit.resolve(), yes, (gold > args.above).map(name), args.seeds)
    compare_numbers(args.fit.resolve(), labels, gold)


if importlib.util.find_spec("crowdkit") is None:
    print("skipped: there is no crowd-kit here; pip install crowd-kit")
else:
    import pandas as pd
    from crowdkit.aggregation import GLAD, MACE, DawidSkene

    if __name__ == "__main__":
        main()
