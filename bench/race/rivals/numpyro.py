"""NumPyro's NUTS on JAX, effects non-centred. usage: python numpyro.py FILE gaussian|bernoulli FOLDER

CHAINS=4x1000 says how many chains, and draws of each after as many for warm-up. JAX compiles as it goes.
"""
import sys

sys.path.pop(0)  # this folder, where this file has the package's name

import csv
import os

import jax
import jax.numpy as jnp
import numpy as np
import numpyro
import numpyro.distributions as dist
from numpyro.infer import MCMC, NUTS

file, family, folder = sys.argv[1:]
with open(file, newline="") as f:
    rows = list(csv.DictReader(f))
y = np.array([float(r["label"]) for r in rows])
item = np.unique([r["item"] for r in rows], return_inverse=True)[1]
labeler = np.unique([r["labeler"] for r in rows], return_inverse=True)[1]
numbers = family == "gaussian"
center, unit = (y.mean(), y.std(ddof=1)) if numbers else (0.0, 1.0)
y = (y - center) / unit


def model():
    mu = numpyro.sample("mu", dist.StudentT(3, 0, 2.5))
    half = lambda name, scale: numpyro.sample(name, dist.FoldedDistribution(dist.StudentT(3, 0, scale)))
    sd_item, sd_labeler = half("sd_item", 2.5), half("sd_labeler", 1.0 if numbers else 2.5)
    a = numpyro.sample("a", dist.Normal(0, 1).expand([item.max() + 1]))
    b = numpyro.sample("b", dist.Normal(0, 1).expand([labeler.max() + 1]))
    theta = mu + sd_item * a[item] + sd_labeler * b[labeler]
    if numbers:
        numpyro.sample("y", dist.Normal(theta, half("sd_residual", 2.5)), obs=jnp.asarray(y))
    else:
        numpyro.sample("y", dist.Bernoulli(logits=theta), obs=jnp.asarray(y))


chains, draws = map(int, os.environ.get("CHAINS", "4x1000").split("x"))
mcmc = MCMC(NUTS(model), num_warmup=draws, num_samples=draws, num_chains=chains, chain_method="sequential",
            progress_bar=False)
mcmc.run(jax.random.PRNGKey(1))
names = ["mu", "sd_item", "sd_labeler"] + (["sd_residual"] if numbers else [])
samples = mcmc.get_samples(group_by_chain=True)
for c in range(chains):
    columns = [np.asarray(samples[n][c]) * unit + (center if n == "mu" else 0) for n in names]
    np.savetxt(os.path.join(folder, f"chain-{c + 1}.csv"), np.column_stack(columns), delimiter=",",
               header=",".join(names), comments="")
