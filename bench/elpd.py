"""Whether labelers' discriminations predict the labels of a study better: fit --discrimination beside the model without.

    python3 bench/elpd.py FIT FILE.csv [--study STUDY] [--by COLUMN] [--positive LABELS] [--flags "FLAG ..."]

FIT is the built command; FILE has the columns item, labeler, study and label. With --study the labels of one study
are taken alone; with --by each value of a column has fits of its own; --flags are handed to both models, such as
"--draws 500 --order low,high". --positive LABELS, separated by commas, takes each of these labels against the rest in
turn, for categories without order. Prints a row of a table for each pair of fits:

* difference: the expected log predictive density (PSIS-LOO) with discriminations less that without, with its standard
  error. Labels are more probable with discriminations where it is above 0; within two standard errors nothing is known.
* k > 0.7: labels of which the draws cannot tell how they would be predicted without themselves, with discriminations
  and without, and the largest k of both.
* omega: the standard deviation of the discriminations.
* R, ESS: the largest R-hat and the least effective size (bulk or tail) with discriminations.

Needs nothing but Python. Where FILE is absent it says so and does nothing.
"""

import argparse
import csv
import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median


def read(file, study):
    with open(file, newline="", encoding="utf-8") as f:
        rows = list(csv.DictReader(f))
    studies = list(dict.fromkeys(r["study"] for r in rows))
    if study is None:
        return rows
    if study not in studies:
        sys.exit(f"no study {study} in {file}: {', '.join(studies)}")
    return [r for r in rows if r["study"] == study]


def parts(rows, column, positive):
    """Name and labels of each pair of fits."""
    cuts = [("", rows)]
    if column is not None:
        if column not in rows[0]:
            sys.exit(f"no column {column}: there are {', '.join(rows[0])}")
        values = dict.fromkeys(r[column] for r in rows)
        cuts = [(v, [r for r in rows if r[column] == v]) for v in values]
    for name, cut in cuts:
        for label in positive or [None]:
            some = cut if label is None else [r | {"label": int(r["label"] == label)} for r in cut]
            yield ", ".join(n for n in (name, label) if n), some


def both(fit, rows, flags):
    """The JSON of fit with discriminations, beside the model without; or why there is none."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "labels.csv")
        with open(file, "w", newline="", encoding="utf-8") as f:
            w = csv.DictWriter(f, ["item", "labeler", "study", "label"], extrasaction="ignore")
            w.writeheader()
            w.writerows(rows)
        run = subprocess.run(
            [fit, file, "--discrimination", "--compare", "--discrimination=false", "--resample", "items", "--bootstrap", "0",
             "--replications", "0", "--cores", "1", "--quiet", "--format", "json", *flags],
            capture_output=True, text=True,
        )  # fmt: skip
    # Not converged is exit code 4, and the result says so.
    if run.returncode not in (0, 4):
        return None, run.stderr.strip().splitlines()[0]
    return json.loads(run.stdout), None


def row(name, rows, result):
    count = {}
    for r in rows:
        count[r["study"], r["labeler"]] = count.get((r["study"], r["labeler"]), 0) + 1
    of = {q: [r for r in result["rows"] if r["quantity"] == q and "prior" not in r]
          for q in ("elpd_difference", "pareto_k", "discrimination_sd")}  # fmt: skip
    [compared] = of["elpd_difference"]
    if compared["value"] is None:
        return f"| {name} | {len(rows)} | {len(count)} | the difference is undefined |"
    # What is compared is the model without, so that the signs turn round.
    difference, error = -compared["value"], compared["sd"]
    verdict = "" if abs(difference) < max(2 * error, 4) else "better" if difference > 0 else "worse"
    omega = [f"{e['value']:.2f}" for e in of["discrimination_sd"]]
    d = result["runs"][0]["diagnostics"]
    k = of["pareto_k"]
    return (
        f"| {name} | {len(rows)} | {len(count)} | {median(count.values()):g} ({min(count.values())}) "
        f"| {difference:+.1f} ± {error:.1f} | {verdict} | {', '.join(omega)} "
        f"| {k[0]['n']}, {k[1]['n']} ({max(x['value'] for x in k):.2f}) "
        f"| {d['max_rhat']:.3f} | {min(d['min_ess_bulk'], d['min_ess_tail']):.0f} | {d['divergences']} |"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fit", type=Path, metavar="FIT")
    parser.add_argument("file", type=Path, metavar="FILE.csv")
    parser.add_argument("--study")
    parser.add_argument("--by", metavar="COLUMN")
    parser.add_argument("--positive", type=lambda s: s.split(","), metavar="LABELS")
    parser.add_argument("--flags", type=shlex.split, default=[])
    args = parser.parse_args()
    if not args.file.exists():
        print(f"skipped: there is no {args.file}")
        return
    print("| study | labels | labelers | labels a labeler: median (least) | difference | | ω | k > 0.7 (largest k) "
          "| R | ESS | divergences |")  # fmt: skip
    print("| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |", flush=True)
    for part, rows in parts(read(args.file, args.study), args.by, args.positive):
        result, why = both(args.fit.resolve(), rows, args.flags)
        name = ", ".join(n for n in (args.file.stem, args.study, part) if n)
        print(f"| {name} | {why} |" if result is None else row(name, rows, result), flush=True)


if __name__ == "__main__":
    main()
