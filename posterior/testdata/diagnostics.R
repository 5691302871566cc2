# Makes diagnostics.json: draws, and what the R package posterior says about them.
# Rscript diagnostics.R > diagnostics.json
# Made with R 4.2 or later and posterior 1.4.0; numbers have 17 significant digits.
suppressMessages(library(posterior))
set.seed(20211)

ar <- function(n, phi) as.vector(stats::filter(rnorm(n), phi, "recursive", init = rnorm(1)))
chains <- function(k, f) sapply(seq_len(k), function(i) f())

cases <- list(
  well_mixed      = chains(4, function() rnorm(200)),
  autocorrelated  = chains(4, function() ar(500, 0.9)),
  random_walk     = chains(2, function() cumsum(rnorm(300))),
  stuck_chain     = cbind(chains(3, function() rnorm(120)), 3 + 1e-3 * rnorm(120)),
  constant        = matrix(0.1, 50, 4),
  one_constant    = cbind(chains(3, function() rnorm(100)), rep(0.1, 100)),
  constant_apart  = matrix(rep(1:4, each = 40), 40, 4),
  antithetic      = chains(4, function() ar(200, -0.7)),
  alternating     = chains(2, function() rep(c(-1, 1), 30) + 1e-3 * rnorm(60)),
  heavy_tailed    = chains(4, function() rcauchy(150)),
  different_scale = cbind(chains(3, function() rnorm(120)), 4 * rnorm(120)),
  odd             = chains(4, function() ar(101, 0.5)),
  one_chain       = chains(1, function() ar(150, 0.3)),
  two_chains      = chains(2, function() rnorm(90, sd = 1e-6)),
  short           = chains(4, function() rnorm(9)),
  shorter         = chains(2, function() rnorm(7)),
  five            = chains(2, function() rnorm(5)),
  three           = chains(2, function() rnorm(3)),
  one_iteration   = chains(3, function() rnorm(1)),
  ties            = chains(4, function() rpois(100, 2)),
  binary          = chains(4, function() rbinom(100, 1, 0.3)),
  offset          = chains(4, function() 1e6 + rnorm(100)),
  with_nan        = { x <- chains(2, function() rnorm(20)); x[3, 2] <- NaN; x },
  with_infinity   = { x <- chains(2, function() rnorm(20)); x[3, 2] <- Inf; x }
)
probs <- c(0.01, 0.05, 0.25, 0.5, 0.9, 0.975)

number <- function(x) ifelse(is.finite(x), sprintf("%.17g", x), ifelse(is.nan(x) | is.na(x), '"NaN"', ifelse(x > 0, '"Inf"', '"-Inf"')))
list_of <- function(x) paste0("[", paste(number(x), collapse = ","), "]")
quietly <- function(e) suppressWarnings(tryCatch(as.numeric(e), error = function(err) NA_real_))
each <- function(f) sapply(probs, function(p) quietly(f(p)))

one <- function(x) {
  x <- as.matrix(x)
  q <- each(function(p) quantile(as.vector(x), p, names = FALSE))
  fields <- c(
    chains = paste0("[", paste(apply(x, 2, list_of), collapse = ","), "]"),
    rhat = number(quietly(rhat(x))), ess_bulk = number(quietly(ess_bulk(x))),
    ess_tail = number(quietly(ess_tail(x))), ess_mean = number(quietly(ess_mean(x))),
    ess_sd = number(quietly(ess_sd(x))), mcse_mean = number(quietly(mcse_mean(x))),
    mcse_sd = number(quietly(mcse_sd(x))), quantile = list_of(q),
    ess_quantile = list_of(each(function(p) ess_quantile(x, p))),
    mcse_quantile = list_of(each(function(p) mcse_quantile(x, p))))
  paste0("{", paste0('"', names(fields), '":', fields, collapse = ",\n  "), "}")
}
cases$one_iteration <- matrix(cases$one_iteration, 1, 3)
cat(sprintf('{"made_with": "%s, posterior %s",\n"probs": %s,\n"cases": {\n', R.version.string, packageVersion("posterior"), list_of(probs)))
cat(paste0('"', names(cases), '": ', sapply(cases, one), collapse = ",\n"))
cat("\n}}\n")
