# Makes psis.json: Pareto smoothed weights by the R package loo, of sequences that need no random numbers.
# Rscript psis.R > psis.json
# Made with R 4.2.2 and loo 2.5.1; numbers have 15 significant digits.
suppressMessages(library(loo))
out <- list()
for (case in list(list(n=400,k="t"), list(n=4000,k="exp"), list(n=1000,k="narrow"), list(n=200, k="heavy"))) {
  S <- case$n
  u <- ((seq_len(S) * 0.6180339887498949) %% 1)
  lr <- switch(case$k,
    t = dt(qnorm(u), 3, log=TRUE) - dnorm(qnorm(u), log=TRUE),
    exp = 0.4 * (-log1p(-u)),
    narrow = dnorm(qnorm(u), 0.2, 0.8, log=TRUE) - dnorm(qnorm(u), log=TRUE),
    heavy = 0.95 * (-log1p(-u)))
  for (re in c(1, 0.4)) {
    p <- suppressWarnings(psis(matrix(lr, ncol=1), r_eff = re))
    w <- exp(weights(p, normalize=TRUE, log=TRUE))
    f <- -log1p(-u)
    out[[length(out)+1]] <- list(case=case$k, S=S, r_eff=re, k=p$diagnostics$pareto_k, n_eff=p$diagnostics$n_eff, tail=attr(p,"tail_len"),
       max=max(w), min=min(w), mean=sum(w*f), second=sum(w*f^2))
  }
}
cat(jsonlite::toJSON(out, digits=16, auto_unbox=TRUE, pretty=TRUE))
