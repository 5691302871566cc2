# The posterior of items of two kinds by Stan, with the kinds summed out and the covariance within a kind written in
# full, of the labels of
#   fit simulate --family gaussian --studies a,b --items 80 --item-share 0.25 --item-gap 3,2.5 --item-sd 1,1.4 \
#     --correlation 0.7 --labels-per-item 3 --labelers 8 --labeler-sd 0.4,0.5 --residual-sd .6,.8 --seed 11 -o two.csv
# and the same with one study:
#   fit simulate --family gaussian --items 80 --item-share 0.25 --item-gap 3 --labels-per-item 3 --labelers 8 \
#     --labeler-sd 0.4 --residual-sd .6 --seed 11 -o one.csv
#   Rscript mixed_items.R one.csv two.csv > mixed_items.json
suppressMessages(library(rstan))
rstan_options(boost_lib = "/usr/include")
code <- "
data {
  int K; int N; int J; int L;
  int study[N]; int item[N]; int labeler[N]; int of[L]; vector[N] y;
}
parameters {
  vector[K] mu; vector<lower=0>[K] sd_item; vector<lower=0>[K] sd_labeler; vector<lower=0>[K] sigma;
  cholesky_factor_corr[K] L_R; matrix[J, K] b; vector[L] a;
  real<lower=0, upper=1> p; vector[K] v;
}
transformed parameters {
  vector[K] delta = diag_pre_multiply(sd_item, L_R) * v / sqrt(1 + p * (1 - p) * dot_self(v));
}
model {
  matrix[K, K] W = quad_form_diag(multiply_lower_tri_self_transpose(L_R), sd_item) - p * (1 - p) * delta * delta';
  mu ~ student_t(3, 0, 2.5); sd_item ~ student_t(3, 0, 2.5); sd_labeler ~ student_t(3, 0, 1);
  sigma ~ student_t(3, 0, 2.5); L_R ~ lkj_corr_cholesky(1); v ~ normal(0, 3);
  {
    matrix[K, K] C = cholesky_decompose(0.5 * (W + W'));
    for (j in 1:J)
      target += log_mix(p, multi_normal_cholesky_lpdf(b[j]' | (1 - p) * delta, C),
        multi_normal_cholesky_lpdf(b[j]' | -p * delta, C));
  }
  a ~ normal(0, sd_labeler[of]);
  {
    vector[N] m;
    for (n in 1:N) m[n] = mu[study[n]] + b[item[n], study[n]] + a[labeler[n]];
    y ~ normal(m, sigma[study]);
  }
}
generated quantities {
  vector[K] gap;
  real share = p;
  real rho = K > 1 ? L_R[K, 1] : 0;
  for (s in 1:K) gap[s] = delta[s] / sqrt(square(sd_item[s]) - p * (1 - p) * square(delta[s]));
  if (sum(gap) < 0) { gap = -gap; share = 1 - p; }
}
"
m <- stan_model(model_code = code)
one <- function(file) {
  raw <- read.csv(file, colClasses = "character")
  if (is.null(raw$study)) raw$study <- "all"
  s <- as.integer(factor(raw$study)); k <- max(s)
  l <- factor(paste(raw$study, raw$labeler))
  y <- as.numeric(raw$label); unit <- tapply(y, s, sd); y <- ave(y, s, FUN = function(y) (y - mean(y)) / sd(y))
  d <- list(K = k, N = length(y), J = length(unique(raw$item)), L = nlevels(l), study = s,
    item = as.integer(factor(raw$item)), labeler = as.integer(l), of = as.array(s[match(levels(l), l)]), y = y)
  fit <- sampling(m, data = d, chains = 4, cores = 1, iter = 3500, warmup = 1000, seed = 1, refresh = 0,
    init = function() list(mu = as.array(rep(0, k)), sd_item = as.array(rep(1, k)), sd_labeler = as.array(rep(.3, k)),
      sigma = as.array(rep(.6, k)), p = 0.4, v = as.array(rep(1, k)), L_R = diag(k), b = matrix(0, d$J, k), a = rep(0, d$L)),
    control = list(adapt_delta = 0.9))
  x <- as.array(fit)
  q <- list(share_item = x[, , "share"])
  for (i in 1:k) {
    at <- function(n) x[, , sprintf("%s[%d]", n, i)]
    q[[sprintf("gap_item[%d]", i)]] <- at("gap"); q[[sprintf("sd_item[%d]", i)]] <- unit[i] * at("sd_item")
    q[[sprintf("sd_labeler[%d]", i)]] <- unit[i] * at("sd_labeler")
    q[[sprintf("sd_residual%s", if (k > 1) sprintf("[%d]", i) else "")]] <- unit[i] * at("sigma")
  }
  if (k > 1) q[["cor_item[1,2]"]] <- x[, , "rho"]
  lapply(q, function(m) list(q05 = quantile(m, 0.05, names = FALSE), median = median(m),
    q95 = quantile(m, 0.95, names = FALSE), mcse = as.vector(posterior::mcse_quantile(m, c(0.05, 0.5, 0.95))),
    rhat = posterior::rhat(m)))
}
files <- commandArgs(TRUE)
cat(jsonlite::toJSON(lapply(setNames(files, sub(".csv", "", basename(files))), one), auto_unbox = TRUE, pretty = TRUE,
  digits = 5), "\n")
