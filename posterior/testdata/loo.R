# Oracle for LeaveOneOut: R package loo. Draws are a low-discrepancy sequence, so that no file of draws is needed.
# Rscript loo.R > loo.json
suppressMessages(library(loo))
chains <- 4; iterations <- 500
offsets <- c(0, 0.7, -1.5, 2.5); slopes <- c(0.2, 0.5, 0.9, 1.3)
ll <- array(0, c(iterations, chains, length(offsets)))
for (n in seq_along(offsets)) for (c in seq_len(chains)) for (i in seq_len(iterations)) {
  u <- (((c - 1) * iterations + i) * 0.6180339887498949 + 0.13 * n) %% 1
  ll[i, c, n] <- -0.5 * (offsets[n] + slopes[n] * qnorm(u))^2 - 0.5 * log(2 * pi)
}
r <- apply(exp(ll), 3, posterior::ess_mean) / (chains * iterations) # newer versions of loo take this for relative_eff
l <- suppressWarnings(loo(ll, r_eff = r))
d <- l$estimates
cat(jsonlite::toJSON(list(version = as.character(packageVersion("loo")), r_eff = r,
  elpd = l$pointwise[, "elpd_loo"], p = l$pointwise[, "p_loo"], k = l$diagnostics$pareto_k,
  sum = d["elpd_loo", "Estimate"], se = d["elpd_loo", "SE"], p_loo = d["p_loo", "Estimate"]), digits = 12, auto_unbox = TRUE), "\n")
