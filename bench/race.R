# Races fit against Stan and lme4 on one study file, on one machine, in one run.
#
#   Rscript bench/race.R FILE.csv bernoulli|gaussian [stan] [brms] [lme4]
#
# Needs Go, and of R packages jsonlite and those named: rstan and posterior for stan,
# brms for brms, lme4 for lme4. The file has the columns item, labeler, study, label.
#
# The figure of a sampler is the smaller of bulk and tail effective sample size, the
# smallest over means, standard deviations, correlations, ICC, labeler ICC and xCC,
# divided by the wall time of the whole run with set-up and warm-up; compiling a model
# does not count. lme4 gives a point estimate, so its time is compared with that of
# the whole command, from file to printed report.

suppressMessages(library(jsonlite))
args <- commandArgs(TRUE)
if (length(args) < 3 || !args[2] %in% c("bernoulli", "gaussian"))
  stop("usage: Rscript bench/race.R FILE.csv bernoulli|gaussian [stan] [brms] [lme4]")
file <- normalizePath(args[1])
gaussian_labels <- args[2] == "gaussian"
peers <- args[-(1:2)]
script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
root <- normalizePath(file.path(dirname(script), ".."))
cores <- 2
repeats <- 5

wall <- function(expr) unname(system.time(expr)["elapsed"])

# fit ---------------------------------------------------------------------------

fit <- tempfile("fit")
owd <- setwd(root)
if (system2("go", c("build", "-o", fit, "./cmd/fit")) != 0) stop("fit does not build")
setwd(owd)
out <- tempfile(fileext = ".json")
run <- function(...) system2(fit, c(shQuote(file), "--cores", cores, "--quiet", ...), stdout = out)
times <- replicate(repeats, wall(run("--bootstrap", 0, "--replications", 0, "--format", "json")))
report <- fromJSON(out)
whole <- replicate(repeats, wall(run()))
rows <- subset(report$estimates, quantity %in%
  c("mean", "item_sd", "labeler_sd", "residual_sd", "icc", "labeler_icc", "rho", "xcc"))
ess <- min(rows$ess_bulk, rows$ess_tail, na.rm = TRUE)
ours <- ess / median(times)
cat(sprintf("fit        %8.2f s (%.2f to %.2f; with bootstrap and predictive checks %.2f)  least ESS %6.0f  %9.1f ESS/s\n",
            median(times), min(times), max(times), median(whole), ess, ours))

# The labels as the peers take them ------------------------------------------------

d <- read.csv(file, colClasses = c(item = "character", labeler = "character", study = "character", label = "numeric"))
d$labeler <- paste(d$study, d$labeler, sep = "/")
d$y <- if (gaussian_labels) (d$label - mean(d$label)) / sd(d$label) else as.integer(d$label)
d$study <- factor(d$study)
K <- nlevels(d$study)

compare <- function(name, seconds, ess) {
  cat(sprintf("%-10s %8.2f s  least ESS %6.0f  %9.1f ESS/s  fit is %.0f times as fast\n",
              name, seconds, ess, ess / seconds, ours / (ess / seconds)))
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
  noise <- if (gaussian_labels) "square(sigma)" else "square(pi()) / 3"
  model <- paste0("
data {
  int N; int J; int L; int K;
  int item[N]; int labeler[N]; int study[N]; int home[L];
  ", if (gaussian_labels) "vector[N] y;" else "int y[N];", "
}
parameters {
  vector[K] mu; vector<lower=0>[K] item_sd; vector<lower=0>[K] labeler_sd;
  ", if (gaussian_labels) "real<lower=0> sigma;" else "", "
  cholesky_factor_corr[K] root; matrix[K, J] z_item; vector[L] z_labeler;
}
model {
  matrix[K, J] b = diag_pre_multiply(item_sd, root) * z_item;
  vector[L] a = labeler_sd[home] .* z_labeler;
  vector[N] theta;
  for (n in 1:N) theta[n] = mu[study[n]] + b[study[n], item[n]] + a[labeler[n]];
  mu ~ student_t(3, 0, 2.5); item_sd ~ student_t(3, 0, 2.5); labeler_sd ~ student_t(3, 0, 2.5);
  root ~ lkj_corr_cholesky(1); to_vector(z_item) ~ std_normal(); z_labeler ~ std_normal();
  ", if (gaussian_labels) "sigma ~ student_t(3, 0, 2.5); y ~ normal(theta, sigma);" else "y ~ bernoulli_logit(theta);", "
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
               home = as.integer(d$study)[match(labelers, d$labeler)], y = d$y)
  names <- c("mu", "item_sd", "labeler_sd", if (gaussian_labels) "sigma", "icc", "labeler_icc", if (K > 1) c("rho", "xcc"))
  seconds <- wall(posterior_stan <- sampling(compiled, data, chains = 4, iter = 2000, seed = 1, refresh = 0, pars = names))
  draws <- posterior::as_draws_array(posterior_stan)
  diagonal <- paste0("rho[", seq_len(K), ",", seq_len(K), "]")
  keep <- setdiff(posterior::variables(draws), c("lp__", diagonal))
  compare("Stan", seconds, least_ess(posterior::subset_draws(draws, keep)))
}

if ("brms" %in% peers) {
  suppressMessages(library(brms))
  formula <- if (K > 1) bf(y ~ 0 + study + (0 + study | item) + (1 | gr(labeler, by = study))) else bf(y ~ 1 + (1 | item) + (1 | labeler))
  family <- if (gaussian_labels) gaussian() else bernoulli()
  compiled <- brm(formula, d, family, chains = 0, silent = 2, refresh = 0)
  seconds <- wall(b <- update(compiled, chains = 4, iter = 2000, cores = cores, seed = 1, silent = 2, refresh = 0, recompile = FALSE))
  draws <- posterior::as_draws_array(b, variable = "^(b_|sd_|cor_|sigma)", regex = TRUE)
  compare("brms", seconds, least_ess(draws))
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
  seconds <- wall(suppressMessages(suppressWarnings(p <- point())))
  cat(sprintf("lme4       %8.2f s  point estimate  fit's whole command takes %.2f times as long\n", seconds, median(whole) / seconds))
}
