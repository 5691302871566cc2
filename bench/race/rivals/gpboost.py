"""GPBoost: maximum likelihood by Krylov methods for crossed effects (Kündig and Sigrist 2024).

usage: python gpboost.py FILE gaussian|bernoulli FOLDER [ssor|incomplete_cholesky|diagonal]

The last argument names the preconditioner of conjugate gradients; GPBoost's default is ssor.
"""
import sys

sys.path.pop(0)  # this folder, where this file has the package's name

import os

import gpboost
import numpy as np
import pandas

file, family, folder, *preconditioner = sys.argv[1:]
rows = pandas.read_csv(file, usecols=["item", "labeler", "label"])
y = rows["label"].to_numpy(float)
groups = np.column_stack([pandas.factorize(rows[c])[0] for c in ("item", "labeler")])
del rows
model = gpboost.GPModel(group_data=groups, likelihood="gaussian" if family == "gaussian" else "bernoulli_logit",
                        matrix_inversion_method="iterative")
if preconditioner:
    model.set_optim_params({"cg_preconditioner_type": preconditioner[0]})
model.fit(y=y, X=np.ones((len(y), 1)))
variances = np.asarray(model.get_cov_pars(format_pandas=False)).ravel()
mean = np.asarray(model.get_coef(format_pandas=False)).ravel()[0]
names, values = ["mu", "sd_item", "sd_labeler"], [mean, *np.sqrt(variances[-2:])]
if family == "gaussian":
    names, values = names + ["sd_residual"], values + [np.sqrt(variances[0])]
with open(os.path.join(folder, "point.csv"), "w") as f:
    f.write(",".join(names) + "\n" + ",".join(map(repr, map(float, values))) + "\n")
