# The likelihood of glmmTMB averaged over the priors of fit, where glmmTMB itself takes its maximum.
#
# This parts the two reasons for which a point estimate differs from a posterior mean. What remains
# between this column and fit is Laplace's approximation (which is exact for numbers) and Monte Carlo
# error; what lies between this column and glmmTMB is mean against maximum, and the priors.
#
# The integral is by importance sampling from a multivariate t with 6 degrees of freedom, whose moments are
# those of the draws of the round before; glmmTMB's parameters are the means, the logarithms of standard deviations and, for
# the correlations, the rows of a unit lower triangle that are then normed (Kristensen et al. 2016, UNSTRUCTURED_CORR).

average_rounds <- c(400, 800, 4000)

by_average <- function(s) {
  K <- length(s$studies)
  start <- proc.time()[["elapsed"]]
  fit <- glmmtmb(s)
  negative <- fit$obj$fn
  best <- fit$fit$par
  gaussian <- s$family == "gaussian"
  sigma_scale <- if (gaussian) log(sigma(fit)) / best[["betad"]] else 0
  at <- split(seq_along(best), factor(names(best), c("beta", "betad", "theta")))
  item_sd <- at$theta[seq_len(K)]
  rows <- at$theta[K + seq_len(K * (K - 1) / 2)]
  labeler_sd <- tail(at$theta, K)
  row <- rep(seq_len(K)[-1], seq_len(K)[-1] - 1)

  t_prior <- function(x) dt(x / 2.5, 3, log = TRUE)
  # With LKJ(1), uniform over correlation matrices, the rows t_i of the triangle have density Π (1 + |t_i|²)^(−(K+1)/2):
  # (1 + |t_i|²)^(−(i+1)/2) for the norming, and L_ii^(K−i) from the factor to the matrix.
  log_prior <- function(p) {
    logs <- c(p[item_sd], p[labeler_sd], if (gaussian) p[at$betad] * sigma_scale)
    squares <- if (K > 1) tapply(p[rows]^2, row, sum) else 0
    sum(t_prior(p[at$beta])) + sum(t_prior(exp(logs)) + logs) - (K + 1) / 2 * sum(log1p(squares))
  }
  log_posterior <- function(p) {
    value <- suppressWarnings(negative(p))
    if (is.finite(value)) log_prior(p) - value else -Inf
  }
  quantities <- function(p) {
    triangle <- diag(K)
    if (K > 1) triangle[upper.tri(triangle)] <- p[rows]
    cor <- cov2cor(crossprod(triangle))
    derive(s, p[at$beta], exp(p[item_sd]), cor, exp(p[labeler_sd]), if (gaussian) exp(p[at$betad] * sigma_scale) else 1)
  }
  # The map from parameters to quantities is checked where glmmTMB says itself what it means.
  stopifnot(isTRUE(all.equal(quantities(best), by_glmmtmb(s), check.attributes = FALSE, tolerance = 1e-4)))

  set.seed(1)
  centre <- best
  spread <- chol(fit$sdr$cov.fixed)
  for (n in average_rounds) {
    z <- matrix(rnorm(n * length(best)), n)
    w <- rchisq(n, 6) / 6
    draws <- sweep((z / sqrt(w)) %*% spread, 2, centre, "+")
    log_t <- -(6 + length(best)) / 2 * log1p(rowSums((z / sqrt(w))^2) / 6)
    log_w <- apply(draws, 1, log_posterior) - log_t
    weights <- exp(log_w - max(log_w))
    weights <- weights / sum(weights)
    # Moments for the next round from weights cut at 10 times their mean, which a single draw cannot rule.
    cut <- pmin(weights, 10 / n)
    centre <- colSums(cut * draws) / sum(cut)
    spread <- chol(crossprod(sweep(draws, 2, centre) * sqrt(cut / sum(cut))))
  }
  q <- t(apply(draws, 1, quantities))
  m <- moments(q, weights)
  # The standard error of a self-normed estimate, in standard deviations of the posterior.
  error <- sqrt(colSums((weights * sweep(q, 2, m$mean))^2)) / m$sd
  structure(m$mean, sd = m$sd,
            notes = sprintf("importance sampling, effective size %.0f of %d, Monte Carlo error at most %.3f SD, %.0f s",
                            1 / sum(weights^2), n, max(error), proc.time()[["elapsed"]] - start))
}
