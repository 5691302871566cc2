# Reads the folder of a run with R's own readers and checks that all of them say the same:
#
#   fit --draws 500 --out run testdata/policy.csv
#   Rscript bench/read_exports.R run
#
# Needs r-cran-rstan, r-cran-posterior and r-cran-jsonlite (Debian). Ends with status 1 if a reader fails, warns,
# or reads something else than was written.
options(warn = 2)
suppressPackageStartupMessages({
  library(rstan)
  library(posterior)
  library(jsonlite)
})
dir <- commandArgs(trailingOnly = TRUE)[1]
run <- fromJSON(file.path(dir, "run.json"))
cat("run.json: ", run$settings$algorithm, ", ", run$settings$chains, " chains of ", run$settings$draws, " draws, seed ", run$settings$seed, "\n", sep = "")

# CmdStan's CSV, by rstan.
files <- sort(list.files(file.path(dir, "chains"), full.names = TRUE))
fit <- read_stan_csv(files)
stopifnot(length(fit@sim$samples) == run$settings$chains)
cat("rstan::read_stan_csv: parameters", paste(setdiff(fit@model_pars, "lp__"), collapse = ", "), "\n")
for (i in seq_len(nrow(run$variables))) {
  name <- run$variables$name[i]
  stopifnot(identical(as.integer(fit@par_dims[[name]]), as.integer(run$variables$shape[[i]])))
}
sampler <- get_sampler_params(fit, inc_warmup = FALSE)
cat("  sampler columns", paste(colnames(sampler[[1]]), collapse = ", "), "\n")
cat("  divergences", get_num_divergent(fit), "; E-BFMI", format(get_bfmi(fit), digits = 4), "\n")
cat("  elapsed seconds", format(get_elapsed_time(fit)), "\n")

# summary.csv against R posterior's diagnostics of the draws that rstan read.
draws <- as_draws_array(as.array(fit))
summary <- read.csv(file.path(dir, "summary.csv"))
# Constant elements, such as the diagonal of a correlation matrix, have no diagnostics.
defined <- summary[!is.na(summary$rhat), ]
# posterior warns where it caps the ESS of chains that draw better than independently; so does Concord cap.
theirs <- suppressWarnings(summarise_draws(subset_draws(draws, variable = defined$variable),
  mean, sd, median, rhat, ess_bulk, ess_tail, mcse_mean))
worst <- sapply(c("mean", "sd", "median", "rhat", "ess_bulk", "ess_tail", "mcse_mean"), function(column) {
  stopifnot(identical(is.na(theirs[[column]]), is.na(defined[[column]])))
  max(abs(theirs[[column]] / defined[[column]] - 1), na.rm = TRUE)
})
cat("posterior::summarise_draws: largest relative difference from summary.csv over", nrow(defined), "scalars\n")
print(signif(worst, 2))
stopifnot(worst < 1e-8)

# draws.json against the CSV.
json <- fromJSON(file.path(dir, "draws.json"))
arrays <- extract(fit, permuted = FALSE)
for (i in seq_len(nrow(run$variables))) {
  name <- run$variables$name[i]
  values <- json$posterior[[name]] # chain × draw × dimensions
  flat <- aperm(values, c(2, 1, seq_along(dim(values))[-(1:2)]))
  here <- arrays[, , grepl(paste0("^", name, "(\\[|$)"), dimnames(arrays)$parameters), drop = FALSE]
  stopifnot(all.equal(as.vector(flat), as.vector(here), tolerance = 1e-12))
}
stopifnot(all.equal(as.vector(t(json$sample_stats$energy)),
  as.vector(sapply(sampler, function(s) s[, "energy__"])), tolerance = 1e-12))
cat("draws.json: the same draws as in the CSV, variable by variable\n")
