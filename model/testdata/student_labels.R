# The posterior of items' effects from Student's t by Stan, for labels yes and no and for ordered ones:
#   fit simulate --items 40 --item-df 3 --item-sd 2 --labels-per-item 5 --labelers 12 --labeler-sd 0.5 --seed 11 -o yes.csv
#   (and the same with --family ordinal, -o ordered.csv)
#   Rscript student_labels.R yes.csv ordered.csv > student_labels.json
# An effect is scale * sqrt(df) * sinh(x / sqrt(df)) with x about normal: then t = effect / scale has Student's t
# distribution if the density of x is that of t at 0 times cosh(x / sqrt(df))^-df.
suppressMessages(library(rstan))
rstan_options(boost_lib = "/usr/include")
code <- "
data { int N; int J; int L; int C; int item[N]; int labeler[N]; int y[N]; }
transformed data { int M = C == 2 ? 1 : 0; int O = C == 2 ? 0 : 1; }
parameters {
  vector[M] mu; ordered[C - 1] kappa[O]; real<lower=0> scale; real<lower=0> sd_labeler; real<lower=2> df;
  vector[J] x; vector[L] z;
}
transformed parameters { vector[J] b = scale * sqrt(df) * sinh(x / sqrt(df)); vector[L] a = sd_labeler * z; }
model {
  vector[N] eta = b[item] + a[labeler];
  mu ~ student_t(3, 0, 2.5); scale ~ student_t(3, 0, 2.5); sd_labeler ~ student_t(3, 0, 2.5); df ~ gamma(2, 0.1);
  for (o in 1:O) kappa[o] ~ student_t(3, 0, 2.5);
  target += J * (lgamma((df + 1) / 2) - lgamma(df / 2) - log(df) / 2) - df * sum(log(cosh(x / sqrt(df))));
  z ~ std_normal();
  if (C == 2) y ~ bernoulli_logit(mu[1] + eta);
  else for (n in 1:N) y[n] ~ ordered_logistic(eta[n], kappa[1]);
}
generated quantities { real sd_item = scale * sqrt(df / (df - 2)); }
"
m <- stan_model(model_code = code)
one <- function(file) {
  raw <- read.csv(file, colClasses = "character")
  y <- as.integer(raw$label); items <- unique(raw$item); labelers <- unique(raw$labeler); k <- length(unique(y))
  d <- list(N = length(y), J = length(items), L = length(labelers), C = k, item = match(raw$item, items),
    labeler = match(raw$labeler, labelers), y = y)
  fit <- sampling(m, data = d, chains = 4, cores = 1, iter = 5000, warmup = 1000, seed = 1, refresh = 0,
    control = list(adapt_delta = 0.95))
  x <- as.array(fit)
  names <- c(if (k == 2) "mu[1]" else sprintf("kappa[1,%d]", 1:(k - 1)), "sd_item", "sd_labeler", "df",
    sprintf("b[%d]", seq_along(items)), sprintf("a[%d]", seq_along(labelers)))
  ours <- c(if (k == 2) "mu[1]" else sprintf("threshold[1,%d]", 1:(k - 1)), "sd_item[1]", "sd_labeler[1]", "df_item",
    items, labelers)
  p <- c(0.05, 0.5, 0.95)
  q <- lapply(names, function(n) list(quantiles = quantile(x[, , n], p, names = FALSE),
    mcse = as.vector(posterior::mcse_quantile(x[, , n], p)), rhat = posterior::rhat(x[, , n])))
  lines <- sapply(q, jsonlite::toJSON, auto_unbox = TRUE, digits = 5)
  paste0("{\n", paste0("\"", ours, "\": ", lines, collapse = ",\n"), "\n}")
}
files <- commandArgs(TRUE)
cat("{\n", paste0("\"", sub(".csv", "", basename(files)), "\": ", sapply(files, one), collapse = ",\n"), "\n}\n", sep = "")
