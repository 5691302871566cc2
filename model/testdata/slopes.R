# Writes slopes.csv, the values of slopes_mixed.json by maximum likelihood, and those of slopes.json from the same model
# in Stan: labelers' slopes by week.
# usage: Rscript slopes.R (in this folder; R 4.2.2, lme4 1.1.31, glmmTMB 1.1.5, rstan 2.21.7, posterior 1.4.0)
# week is centred in each group and divided by its standard deviation within groups.
suppressMessages({library(lme4); library(glmmTMB); library(rstan); library(posterior)})

set.seed(21)
items <- 60; people <- 14; each <- 8
item <- rnorm(items); own <- matrix(rnorm(2 * items), items)
labeler <- rnorm(2 * people, 0, 0.6); slope <- rnorm(2 * people, 0, 0.22)
rows <- NULL
for (s in 1:2) for (j in 1:items) for (l in sample(people, each)) {
  k <- l + (s - 1) * people; week <- sample(9, 1)
  theta <- c(0.3, -0.4)[s] + 0.9 * item[j] + 0.5 * own[j, s] + labeler[k] + (c(0.12, -0.08)[s] + slope[k]) * (week - 5)
  rows <- rbind(rows, data.frame(item = paste0("i", j), labeler = paste0("p", k), group = c("old", "new")[s],
    number = round(20 + 4 * (theta + rnorm(1)), 2), yes = as.integer(theta + rlogis(1) > 0), week = week))
}
write.csv(rows, "slopes.csv", row.names = FALSE, quote = FALSE)
rows$x <- rows$week - ave(rows$week, rows$group)

d <- rows[rows$group == "old", ]; d$x <- d$x / sqrt(sum(d$x^2) / (nrow(d) - 1))
f <- ~ x + (1 | item) + (1 | labeler) + (0 + x | labeler)
mixed <- function(fixed, modes) c(list(week = fixed[["x"]]),
  setNames(as.list(modes$x), paste0("slope:", rownames(modes))))
slopes_of <- function(r) r[!is.na(r$x), "x", drop = FALSE]
lmm <- lmer(update(f, number ~ .), d); glmm <- glmmTMB(update(f, yes ~ .), d, family = binomial)
writeLines(jsonlite::toJSON(list(gaussian = mixed(fixef(lmm), slopes_of(ranef(lmm)$labeler)),
  bernoulli = mixed(fixef(glmm)$cond, slopes_of(ranef(glmm)$cond$labeler))),
  auto_unbox = TRUE, digits = 7, pretty = TRUE), "slopes_mixed.json")

# One program for both families: 0 numbers, 1 yes or no.
rstan_options(boost_lib = "/usr/include")
program <- '
data { int family; int N; int J; int L; int K; int item[N]; int lab[N]; int study[N]; vector[N] x; vector[N] number;
  int y[N]; }
transformed data { int G = family == 0 ? K : 0; }
parameters { vector[K] mu; vector<lower=0>[K] si; vector<lower=0>[K] sl; vector<lower=0>[K] ss; vector<lower=0>[G] sigma;
  cholesky_factor_corr[K] Lr; matrix[K, J] zi; vector[L] zl; vector[L] zs; vector[K] b; }
model {
  matrix[K, J] ei = diag_pre_multiply(si, Lr) * zi; vector[N] th; real scale = family == 0 ? 1 : 2.5;
  mu ~ student_t(3, 0, 2.5); si ~ student_t(3, 0, 2.5); sl ~ student_t(3, 0, scale); ss ~ student_t(3, 0, scale);
  sigma ~ student_t(3, 0, 2.5);
  Lr ~ lkj_corr_cholesky(1); to_vector(zi) ~ std_normal(); zl ~ std_normal(); zs ~ std_normal(); b ~ std_normal();
  for (n in 1:N) th[n] = mu[study[n]] + ei[study[n], item[n]] + sl[study[n]] * zl[lab[n]] +
    x[n] * (b[study[n]] + ss[study[n]] * zs[lab[n]]);
  if (family == 0) number ~ normal(th, sigma[study]);
  if (family == 1) y ~ bernoulli_logit(th);
}
generated quantities { real rho = K > 1 ? dot_product(Lr[1], Lr[K]) : 0; vector[L] slope;
  { int at[L]; for (n in 1:N) at[lab[n]] = study[n]; for (l in 1:L) slope[l] = ss[at[l]] * zs[l]; } }'
compiled <- stan_model(model_code = program)

run <- function(family, groups) {
  d <- rows[rows$group %in% groups, ]; K <- length(groups)
  x <- d$x / sqrt(sum(d$x^2) / (nrow(d) - K)); y <- d[[c(gaussian = "number", bernoulli = "yes")[[family]]]]
  centre <- rep(0, K); unit <- rep(1, K)
  if (family == "gaussian") {
    centre <- tapply(y, d$group, mean)[groups]; unit <- tapply(y, d$group, sd)[groups]
    y <- (y - centre[d$group]) / unit[d$group]
  }
  labelers <- unique(d$labeler)
  data <- list(family = match(family, c("gaussian", "bernoulli")) - 1, number = as.vector(y) + 0, N = nrow(d),
    y = if (family == "gaussian") rep(0L, nrow(d)) else as.integer(y), J = items, L = length(labelers), K = K,
    item = match(d$item, paste0("i", 1:items)), lab = match(d$labeler, labelers), study = match(d$group, groups), x = x)
  fit <- sampling(compiled, data, chains = 4, warmup = 500, iter = 2000, seed = 7, refresh = 0, cores = 1,
    control = list(adapt_delta = 0.9), pars = c("mu", "si", "sl", "ss", "b", "rho", "slope",
    if (family == "gaussian") "sigma"))
  draws <- as_draws_array(fit); at <- function(name) extract_variable_matrix(draws, name)
  value <- list()
  for (k in 1:K) {
    g <- paste0("[", groups[k], "]"); u <- unit[k]
    value[[paste0("mu", g)]] <- centre[k] + u * at(sprintf("mu[%d]", k))
    value[[paste0("item_sd", g)]] <- u * at(sprintf("si[%d]", k))
    value[[paste0("labeler_sd", g)]] <- u * at(sprintf("sl[%d]", k))
    value[[paste0("slope_sd", g)]] <- u * at(sprintf("ss[%d]", k))
    value[[paste0("week", g)]] <- u * at(sprintf("b[%d]", k))
    if (family == "gaussian") value[[paste0("residual_sd", g)]] <- u * at(sprintf("sigma[%d]", k))
    for (l in seq_along(labelers)) if (labelers[l] %in% d$labeler[d$group == groups[k]])
      value[[paste0("slope:", labelers[l], g)]] <- u * at(sprintf("slope[%d]", l))
  }
  if (K > 1) value[["rho"]] <- at("rho")
  list(family = family, groups = I(groups), rhat = max(sapply(value, rhat)), divergent = get_num_divergent(fit),
    values = lapply(names(value), function(name) list(name = name, mean = mean(value[[name]]),
      sd = sd(value[[name]]), mcse = mcse_mean(value[[name]]), ess = ess_bulk(value[[name]]))))
}
all <- list()
for (groups in list("old", c("old", "new"))) for (family in c("bernoulli", "gaussian")) {
  all <- c(all, list(run(family, groups)))
  a <- all[[length(all)]]
  cat(a$family, a$groups, "rhat", a$rhat, "divergent", a$divergent, "\n")
  writeLines(jsonlite::toJSON(all, auto_unbox = TRUE, digits = 6), "slopes.json")
}
