"""nutpie's NUTS in Rust, on PyMC's model compiled by numba, effects non-centred.

usage: python nutpie.py FILE gaussian|bernoulli FOLDER

CHAINS=4x1000 says how many chains, and draws of each. nutpie's default warm-up stays.
"""
import sys

sys.path.pop(0)  # this folder, where this file has the package's name

import csv
import os
import time

import nutpie
import numpy as np
import pymc as pm

file, family, folder = sys.argv[1:]
with open(file, newline="") as f:
    rows = list(csv.DictReader(f))
y = np.array([float(r["label"]) for r in rows])
item = np.unique([r["item"] for r in rows], return_inverse=True)[1]
labeler = np.unique([r["labeler"] for r in rows], return_inverse=True)[1]
numbers = family == "gaussian"
center, unit = (y.mean(), y.std(ddof=1)) if numbers else (0.0, 1.0)
y = (y - center) / unit

with pm.Model() as model:
    mu = pm.StudentT("mu", nu=3, sigma=2.5)
    sd_item = pm.HalfStudentT("sd_item", nu=3, sigma=2.5)
    sd_labeler = pm.HalfStudentT("sd_labeler", nu=3, sigma=1.0 if numbers else 2.5)
    a = pm.Normal("a", shape=int(item.max()) + 1)
    b = pm.Normal("b", shape=int(labeler.max()) + 1)
    theta = mu + sd_item * a[item] + sd_labeler * b[labeler]
    if numbers:
        pm.Normal("y", theta, pm.HalfStudentT("sd_residual", nu=3, sigma=2.5), observed=y)
    else:
        pm.Bernoulli("y", logit_p=theta, observed=y.astype(int))

began = time.process_time()
compiled = nutpie.compile_pymc_model(model, var_names=["mu", "sd_item", "sd_labeler"] + ["sd_residual"] * numbers)
with open(os.path.join(folder, "compiled.txt"), "w") as f:
    f.write(str(time.process_time() - began))

chains, draws = map(int, os.environ.get("CHAINS", "4x1000").split("x"))
posterior = nutpie.sample(compiled, draws=draws, chains=chains, seed=1, progress_bar=False).posterior
names = ["mu", "sd_item", "sd_labeler"] + (["sd_residual"] if numbers else [])
for c in range(chains):
    columns = [posterior[n].values[c] * unit + (center if n == "mu" else 0) for n in names]
    np.savetxt(os.path.join(folder, f"chain-{c + 1}.csv"), np.column_stack(columns), delimiter=",",
               header=",".join(names), comments="")
