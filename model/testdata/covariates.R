# Writes covariates.csv, and the values of covariates.json from the same model in Stan.
# usage: Rscript covariates.R (in this folder; R 4.2.2, rstan 2.21.7, posterior 1.3.1)
# The labels of covariates.csv are number, yes and stars. Columns of numbers are centred in each group and divided by
# their standard deviation within groups. Effects of C categories are Q b; Q is R's orthogonal polynomials, with rows of
# the square sum 1, less its means in each group.
suppressMessages({library(rstan); library(posterior)})

set.seed(20)
items <- 40; people <- 12; each <- 6
words <- round(rlnorm(items, 4, 0.4)); topic <- sample(rep(c("arts", "news", "sport", "war"), c(3, 14, 13, 10)))
country <- rep(c("BR", "IN", "US"), people)[1:(2 * people)]; age <- sample(19:60, 2 * people)
item <- rnorm(items); own <- matrix(rnorm(2 * items), items); labeler <- rnorm(2 * people, 0, 0.6)
rows <- NULL
for (s in 1:2) for (j in 1:items) for (l in sample(people, each)) {
  k <- l + (s - 1) * people; position <- sample(9, 1); tool <- sample(c("phone", "web"), 1)
  theta <- c(0.3, -0.4)[s] + 0.9 * item[j] + 0.5 * own[j, s] + labeler[k] +
    c(0.5, -0.3)[s] * (words[j] - 55) / 25 + c(arts = 0.8, news = 0, sport = -0.5, war = 0.2)[topic[j]] +
    c(BR = 0.7, IN = -0.4, US = 0)[country[k]] + 0.01 * (age[k] - 40) + c(0, 0.15)[s] * (position - 5) +
    (if (tool == "web") 0.4 else 0)
  stars <- 1 + sum(theta + rlogis(1) > c(-1.6, -0.2, 0.9, 2.2))
  rows <- rbind(rows, data.frame(item = paste0("i", j), labeler = paste0("p", k), group = c("old", "new")[s],
    number = round(20 + 4 * (theta + rnorm(1)), 2), yes = as.integer(theta + rlogis(1) > 0), stars = stars,
    length = words[j], topic = topic[j], country = country[k], age = age[k], position = position, tool = tool))
}
write.csv(rows, "covariates.csv", row.names = FALSE, quote = FALSE)

# columns returns the columns of the covariates and, for each covariate, what makes reported coefficients of b.
columns <- function(d) {
  x <- NULL; reported <- list()
  for (name in c("length", "topic", "country", "age", "position", "tool")) {
    v <- d[[name]]
    if (is.numeric(v)) { q <- matrix(v); map <- matrix(1); names <- name } else {
      levels <- sort(unique(v)); C <- length(levels)
      map <- contr.poly(C) * sqrt(C / (C - 1)); q <- map[match(v, levels), , drop = FALSE]
      names <- paste0(name, "=", levels)
    }
    q <- apply(q, 2, function(z) z - ave(z, d$group))
    if (is.numeric(v)) q <- q / sqrt(sum(q^2) / (nrow(d) - length(unique(d$group))))
    dimnames(map) <- list(names, NULL)
    reported[[name]] <- list(at = (if (is.null(x)) 0 else ncol(x)) + seq_len(ncol(q)), map = map)
    x <- cbind(x, q)
  }
  list(x = x, reported = reported)
}

# One program for all families: 0 numbers, 1 yes or no, 2 stars.
program <- '
data { int family; int N; int J; int L; int K; int P; int B; int item[N]; int lab[N]; int study[N]; matrix[N, P] x;
  vector[N] number; int y[N]; }
transformed data { int G = family == 0 ? K : 0; int M = family == 2 ? 0 : K; int O = family == 2 ? K : 0; }
parameters { ordered[4] kappa[O]; vector[M] mu; vector<lower=0>[K] si; vector<lower=0>[K] sl; vector<lower=0>[G] sigma;
  cholesky_factor_corr[K] Lr; matrix[K, J] zi; vector[L] zl; matrix[P, B] b; }
model {
  matrix[K, J] ei = diag_pre_multiply(si, Lr) * zi; vector[N] th;
  for (k in 1:O) kappa[k] ~ student_t(3, 0, 2.5);
  mu ~ student_t(3, 0, 2.5); si ~ student_t(3, 0, 2.5); sl ~ student_t(3, 0, family == 0 ? 1 : 2.5);
  sigma ~ student_t(3, 0, 2.5);
  Lr ~ lkj_corr_cholesky(1); to_vector(zi) ~ std_normal(); zl ~ std_normal(); to_vector(b) ~ std_normal();
  for (n in 1:N) th[n] = ei[study[n], item[n]] + sl[study[n]] * zl[lab[n]];
  if (B == 1) th += x * col(b, 1); else for (n in 1:N) th[n] += x[n] * col(b, study[n]);
  if (family < 2) th += mu[study];
  if (family == 0) number ~ normal(th, sigma[study]);
  if (family == 1) y ~ bernoulli_logit(th);
  if (family == 2) for (n in 1:N) y[n] ~ ordered_logistic(th[n], kappa[study[n]]);
}
generated quantities { real rho = K > 1 ? dot_product(Lr[1], Lr[K]) : 0; }'
compiled <- stan_model(model_code = program)

run <- function(family, groups, common) {
  d <- rows[rows$group %in% groups, ]; groups <- unique(d$group); K <- length(groups)
  y <- d[[c(gaussian = "number", bernoulli = "yes", ordinal = "stars")[[family]]]]
  centre <- rep(0, K); unit <- rep(1, K)
  if (family == "gaussian") {
    centre <- tapply(y, d$group, mean)[groups]; unit <- tapply(y, d$group, sd)[groups]
    y <- (y - centre[d$group]) / unit[d$group]
  }
  all <- columns(d); labelers <- unique(d$labeler)
  data <- list(family = match(family, c("gaussian", "bernoulli", "ordinal")) - 1, number = as.vector(y) + 0,
    y = if (family == "gaussian") rep(0L, nrow(d)) else as.integer(y), N = nrow(d), J = items, L = length(labelers),
    K = K, P = ncol(all$x), B = if (common) 1 else K,
    item = match(d$item, paste0("i", 1:items)), lab = match(d$labeler, labelers), study = match(d$group, groups), x = all$x)
  fit <- sampling(compiled, data, chains = 4, warmup = 500, iter = 2000, seed = 7, refresh = 0,
    control = list(adapt_delta = 0.9), pars = c(if (family == "ordinal") "kappa" else "mu", "si", "sl", "b", "rho",
    if (family == "gaussian") "sigma"))
  draws <- as_draws_array(fit); at <- function(name) extract_variable_matrix(draws, name)
  value <- list()
  add <- function(name, m) value[[name]] <<- m
  for (k in 1:K) {
    g <- paste0("[", groups[k], "]"); u <- unit[k]
    if (family == "ordinal") for (c in 1:4) add(paste0("kappa", c, g), at(sprintf("kappa[%d,%d]", k, c)))
    else add(paste0("mu", g), centre[k] + u * at(sprintf("mu[%d]", k)))
    add(paste0("item_sd", g), u * at(sprintf("si[%d]", k))); add(paste0("labeler_sd", g), u * at(sprintf("sl[%d]", k)))
    if (family == "gaussian") add(paste0("residual_sd", g), u * at(sprintf("sigma[%d]", k)))
    for (of in all$reported) for (r in seq_len(nrow(of$map))) add(paste0(rownames(of$map)[r], g), Reduce(`+`,
      lapply(seq_along(of$at), function(c) of$map[r, c] * u * at(sprintf("b[%d,%d]", of$at[c], min(k, data$B))))))
  }
  if (K > 1) add("rho", at("rho"))
  list(family = family, groups = I(groups), common = common, rhat = max(sapply(value, rhat)),
    divergent = get_num_divergent(fit), values = lapply(names(value), function(name) list(name = name,
      mean = mean(value[[name]]), sd = sd(value[[name]]), mcse = mcse_mean(value[[name]]), ess = ess_bulk(value[[name]]))))
}
all <- list()
for (how in list(list("old", FALSE), list(c("old", "new"), FALSE), list(c("old", "new"), TRUE)))
  for (family in c("ordinal", "bernoulli", "gaussian")) {
    all <- c(all, list(run(family, how[[1]], how[[2]])))
    a <- all[[length(all)]]
    cat(a$family, a$groups, a$common, "rhat", a$rhat, "divergent", a$divergent, "\n")
    writeLines(jsonlite::toJSON(all, auto_unbox = TRUE, digits = 6), "covariates.json")
  }
