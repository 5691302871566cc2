# brms, with the call and the priors that fit's report names.

by_brms <- function(s) {
  suppressMessages(library(brms))
  rstan::rstan_options(boost_lib = "/usr/include")
  K <- length(s$studies)
  wide <- "student_t(3, 0, 2.5)"
  prior <- c(set_prior(wide, class = if (K > 1) "b" else "Intercept"), set_prior(wide, class = "sd"))
  if (s$family == "gaussian") prior <- c(prior, set_prior(wide, class = "sigma"))
  if (K > 1) prior <- c(prior, set_prior("lkj(1)", class = "cor"))
  formula <- if (K > 1) bf(y ~ 0 + study + (0 + study | item) + (1 | gr(person, by = study))) else bf(y ~ 1 + (1 | item) + (1 | person))
  labels <- s$labels
  levels(labels$study) <- paste0("s", seq_len(K))
  if (s$family == "bernoulli") labels$y <- as.integer(labels$y)
  family <- if (s$family == "gaussian") gaussian() else bernoulli()
  fit <- brm(formula, labels, family, prior = prior, chains = 0, silent = 2, refresh = 0)
  seconds <- system.time(fit <- update(fit, chains = 4, iter = 2000, cores = detectCores(), seed = 1, silent = 2, refresh = 0,
                                       recompile = FALSE))[["elapsed"]]
  d <- as.matrix(posterior::as_draws_matrix(fit, variable = "^(b_|sd_|cor_|sigma)", regex = TRUE))
  one <- function(p, multi, single) if (K > 1) p[sprintf(multi, paste0("s", seq_len(K)))] else p[single]
  q <- t(apply(d, 1, function(p) {
    cor <- diag(K)
    for (a in seq_len(K)) for (b in seq_len(K)) if (a < b) cor[a, b] <- p[sprintf("cor_item__studys%d__studys%d", a, b)]
    derive(s, one(p, "b_study%s", "b_Intercept"), one(p, "sd_item__study%s", "sd_item__Intercept"), cor,
           one(p, "sd_person__Intercept:study%s", "sd_person__Intercept"), if (s$family == "gaussian") p[["sigma"]] else 1)
  }))
  m <- moments(q)
  chains <- function(column) matrix(column, ncol = 4)
  error <- apply(q, 2, function(column) posterior::mcse_mean(chains(column))) / m$sd
  ess <- apply(q, 2, function(column) posterior::ess_bulk(chains(column)))
  rhat <- apply(q, 2, function(column) posterior::rhat(chains(column)))
  structure(m$mean, sd = m$sd,
            notes = sprintf("4 chains of 1,000 draws, least bulk-ESS %.0f, R-hat at most %.3f, Monte Carlo error at most %.2f SD, %.0f s without compiling",
                            min(ess), max(rhat), max(error), seconds))
}
