# Races fit against Stan and lme4 on one study file, on one machine, in one run.
#
#   Rscript bench/race.R FILE.csv bernoulli|gaussian|ordinal [stan] [brms] [lme4] [clmm]
#
# Needs Go, and of R packages jsonlite and those named: rstan and posterior for stan,
# brms for brms, lme4 for lme4, ordinal for clmm. The file has the columns item, labeler, study, label.
# CHAINS=4x1000 in the environment says how many chains of Stan, and draws of each after as many for warm-up.
#
# The figure of a sampler is the smaller of bulk and tail effective sample size, the
# smallest over means, standard deviations, correlations, ICC, labeler ICC and xCC,
# divided by the wall time of the whole run with set-up and warm-up; compiling a model
# does not count. lme4 and clmm give a point estimate, so their time is compared with that of
# the whole command, from file to printed report. On a machine that others use too, compare processor time, which is
# printed beside: it is of all cores, and of the least of some runs.

suppressMessages(library(jsonlite))
args <- commandArgs(TRUE)
if (length(args) < 2 || !args[2] %in% c("bernoulli", "gaussian", "ordinal"))
  stop("usage: Rscript bench/race.R FILE.csv bernoulli|gaussian|ordinal [stan] [brms] [lme4] [clmm]")
file <- normalizePath(args[1])
gaussian_labels <- args[2] == "gaussian"
ordinal_labels <- args[2] == "ordinal"
peers <- args[-(1:2)]
script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
root <- normalizePath(file.path(dirname(script), ".."))
cores <- 2
repeats <- 5

# Wall and processor seconds, those of processes that expr started and waited for too.
seconds <- function(expr) {
  t <- system.time(expr)
  c(wall = t[["elapsed"]], processor = sum(t[c("user.self", "sys.self", "user.child", "sys.child")]))
}

# fit ---------------------------------------------------------------------------

fit <- tempfile("fit")
owd <- setwd(root)
if (system2("go", c("build", "-o", fit, "./cmd/fit")) != 0) stop("fit does not build")
setwd(owd)
out <- tempfile(fileext = ".json")
run <- function(...) {
  if (system2(fit, c(shQuote(file), "--family", args[2], "--cores", cores, "--quiet", ...), stdout = out) != 0)
    stop("fit failed")
}
sampling_run <- function() replicate(repeats, seconds(run("--bootstrap", 0, "--replications", 0, "--format", "json")))
times <- sampling_run()
report <- fromJSON(out)
whole <- replicate(repeats, seconds(run()))
rows <- subset(report$rows, !is.na(rhat) & quantity %in%
  c("mean", "threshold", "item_sd", "labeler_sd", "residual_sd", "icc", "labeler_icc", "rho", "xcc"))
ess <- min(rows$ess_bulk, rows$ess_tail, na.rm = TRUE)
cat(sprintf("fit        %8.2f s (processor %.2f; with bootstrap and predictive checks %.2f, %.2f)  least ESS %6.0f  %9.1f ESS/s (processor %.1f)\n",
            median(times["wall", ]), min(times["processor", ]), median(whole["wall", ]), min(whole["processor", ]), ess,
            ess / median(times["wall", ]), ess / min(times["processor", ])))

# The labels as the peers take them ------------------------------------------------

d <- read.csv(file, colClasses = c(item = "character", labeler = "character", study = "character", label = "numeric"))
d$labeler <- paste(d$study, d$labeler, sep = "/")
categories <- if (ordinal_labels) report$runs$model$categories[[1]] else NULL
d$y <- if (gaussian_labels) (d$label - mean(d$label)) / sd(d$label) else
  if (ordinal_labels) match(d$label, as.numeric(categories)) else as.integer(d$label)
d$study <- factor(d$study)
K <- nlevels(d$study)

# A peer's run, with runs of fit right after it, whose load is the same.
compare <- function(name, theirs, their_ess) {
  ours <- sampling_run()
  ratio <- ess / c(median(ours["wall", ]), min(ours["processor", ])) / (their_ess / theirs)
  cat(sprintf("%-10s %8.2f s (processor %.2f)  least ESS %6.0f  %9.2f ESS/s  fit is %.0f times as fast (processor %.0f)\n",
              name, theirs[["wall"]], theirs[["processor"]], their_ess, their_ess / theirs[["wall"]], ratio[1], ratio[2]))
}
point_estimate <- function(name, theirs) {
  ours <- replicate(repeats, seconds(run()))
  cat(sprintf("%-10s %8.2f s (processor %.2f)  point estimate  fit's whole command takes %.2f times as long (processor %.2f)\n",
              name, theirs[["wall"]], theirs[["processor"]], median(ours["wall", ]) / theirs[["wall"]],
              min(ours["processor", ]) / theirs[["processor"]]))
}

# Stan ---------------------------------------------------------------------------

derived <- function(draws, prefix) draws[, , grepl(paste0("^(", paste(prefix, collapse = "|"), ")"), dimnames(draws)[[3]])]
least_ess <- function(draws) {
  s <- suppressWarnings(posterior::summarise_draws(draws, posterior::ess_bulk, posterior::ess_tail))
  min(s[[2]], s[[3]], na.rm = TRUE)
}

if (any(c("stan", "brms") %in% peers)) {
  suppressMessages(library(rstan))
  rstan_options(boost_lib = "/usr/include") # where Debian has it
  options(mc.cores = cores)
}

if ("stan" %in% peers) {
  # d is in the order of the studies, so that each study's labels are one vector, which Stan evaluates fastest.
  d <- d[order(d$study), ]
  noise <- if (gaussian_labels) "square(sigma)" else "square(pi()) / 3"
  model <- paste0("
data {
  int N; int J; int L; int K;
  int item[N]; int labeler[N]; int study[N]; int home[L];
  ", if (gaussian_labels) "vector[N] y;" else "int y[N];", "
  int C; int first[K]; int last[K];
}
parameters {
  ", if (ordinal_labels) "ordered[C - 1] kappa[K];" else "vector[K] mu;", " vector<lower=0>[K] item_sd; vector<lower=0>[K] labeler_sd;
  ", if (gaussian_labels) "real<lower=0> sigma;" else "", "
  cholesky_factor_corr[K] root; matrix[K, J] z_item; vector[L] z_labeler;
}
model {
  matrix[K, J] b = diag_pre_multiply(item_sd, root) * z_item;
  vector[L] a = labeler_sd[home] .* z_labeler;
  vector[N] theta;
  for (n in 1:N) theta[n] = ", if (ordinal_labels) "" else "mu[study[n]] + ", "b[study[n], item[n]] + a[labeler[n]];
  ", if (ordinal_labels) "for (s in 1:K) kappa[s] ~ student_t(3, 0, 2.5);" else "mu ~ student_t(3, 0, 2.5);", " item_sd ~ student_t(3, 0, 2.5); labeler_sd ~ student_t(3, 0, 2.5);
  root ~ lkj_corr_cholesky(1); to_vector(z_item) ~ std_normal(); z_labeler ~ std_normal();
  ", if (gaussian_labels) "sigma ~ student_t(3, 0, 2.5); y ~ normal(theta, sigma);" else
    if (ordinal_labels) "for (s in 1:K) y[first[s]:last[s]] ~ ordered_logistic(theta[first[s]:last[s]], kappa[s]);" else
    "y ~ bernoulli_logit(theta);", "
}
generated quantities {
  vector[K] total = square(item_sd) + square(labeler_sd) + ", noise, ";
  vector[K] icc = square(item_sd) ./ total;
  vector[K] labeler_icc = square(labeler_sd) ./ total;
  matrix[K, K] rho = multiply_lower_tri_self_transpose(root);
  matrix[K, K] xcc;
  for (s in 1:K) for (t in 1:K) xcc[s, t] = rho[s, t] * sqrt(icc[s] * icc[t]);
}")
  compiled <- stan_model(model_code = model)
  items <- unique(d$item)
  labelers <- unique(d$labeler)
  data <- list(N = nrow(d), J = length(items), L = length(labelers), K = K, item = match(d$item, items),
               labeler = match(d$labeler, labelers), study = as.integer(d$study),
               home = as.integer(d$study)[match(labelers, d$labeler)], y = d$y,
               C = max(length(categories), 2), first = array(match(levels(d$study), d$study)),
               last = array(cumsum(table(d$study))))
  names <- c(if (ordinal_labels) "kappa" else "mu", "item_sd", "labeler_sd", if (gaussian_labels) "sigma", "icc", "labeler_icc", if (K > 1) c("rho", "xcc"))
  size <- as.integer(strsplit(Sys.getenv("CHAINS", "4x1000"), "x")[[1]])
  chain <- function(i) sampling(compiled, data, chains = 1, chain_id = i, iter = 2 * size[2], seed = 1, refresh = 0, pars = names)
  theirs <- seconds(chains <- parallel::mclapply(seq_len(size[1]), chain, mc.cores = cores, mc.preschedule = FALSE))
  draws <- posterior::as_draws_array(sflist2stanfit(chains))
  diagonal <- paste0("rho[", seq_len(K), ",", seq_len(K), "]")
  keep <- setdiff(posterior::variables(draws), c("lp__", diagonal))
  compare("Stan", theirs, least_ess(posterior::subset_draws(draws, keep)))
}

if ("brms" %in% peers) {
  suppressMessages(library(brms))
  # brms evaluates the number of thresholds where it does not see ours.
  thresholds <- function(rest) bf(as.formula(sprintf("y | thres(%d%s", length(categories) - 1, rest)))
  formula <- if (K > 1 && ordinal_labels) thresholds(", gr = study) ~ 1 + (0 + study | item) + (1 | gr(labeler, by = study))") else
    if (K > 1) bf(y ~ 0 + study + (0 + study | item) + (1 | gr(labeler, by = study))) else
    if (ordinal_labels) thresholds(") ~ 1 + (1 | item) + (1 | labeler)") else bf(y ~ 1 + (1 | item) + (1 | labeler))
  family <- if (gaussian_labels) gaussian() else if (ordinal_labels) cumulative() else bernoulli()
  compiled <- brm(formula, d, family, chains = 0, silent = 2, refresh = 0)
  # One core, so that its processor time is that of this process.
  theirs <- seconds(b <- update(compiled, chains = 4, iter = 2000, cores = 1, seed = 1, silent = 2, refresh = 0, recompile = FALSE))
  draws <- posterior::as_draws_array(b, variable = "^(b_|sd_|cor_|sigma)", regex = TRUE)
  compare("brms, one core", theirs, least_ess(draws))
}

# lme4 ---------------------------------------------------------------------------

if ("lme4" %in% peers) {
  suppressMessages(library(lme4))
  formula <- y ~ 1 + (1 | item) + (1 | labeler)
  if (K > 1) {
    for (s in levels(d$study)) d[[make.names(paste0("in_", s))]] <- as.numeric(d$study == s)
    own <- paste0("(0 + ", make.names(paste0("in_", levels(d$study))), " | labeler)", collapse = " + ")
    formula <- as.formula(paste("y ~ 0 + study + (0 + study | item) +", own))
  }
  point <- function() if (gaussian_labels) lmer(formula, d) else glmer(formula, d, binomial)
  point_estimate("lme4", seconds(suppressMessages(suppressWarnings(p <- point()))))
}

# clmm has no thresholds by study, and effects by study only as lme4 has them ------

if ("clmm" %in% peers) {
  if (K > 1) stop("clmm has no thresholds for each study")
  suppressMessages(library(ordinal))
  d$category <- factor(d$y, seq_along(categories), ordered = TRUE)
  d$item <- factor(d$item)
  d$labeler <- factor(d$labeler)
  point_estimate("clmm", seconds(p <- suppressWarnings(clmm(category ~ 1 + (1 | item) + (1 | labeler), d))))
}
