# Point estimates: lme4 (REML for numbers, Laplace for binary labels) and glmmTMB (maximum likelihood, Laplace).

fixed <- function(s) if (length(s$studies) > 1) "y ~ 0 + study" else "y ~ 1"

by_lme4 <- function(s) {
  suppressMessages(library(lme4))
  K <- length(s$studies)
  own <- paste0("(0 + in", seq_len(K), " | person)", collapse = " + ")
  items <- if (K > 1) "(0 + study | item)" else "(1 | item)"
  formula <- as.formula(paste(fixed(s), items, own, sep = " + "))
  seconds <- system.time(fit <- suppressMessages(suppressWarnings(
    if (s$family == "gaussian") lmer(formula, s$labels) else glmer(formula, s$labels, binomial))))[["elapsed"]]
  v <- VarCorr(fit)
  # lme4 sorts terms by their number of levels; the column's name says whose the standard deviation is.
  labeler_sd <- unlist(lapply(unname(v[names(v) != "item"]), attr, "stddev"))[paste0("in", seq_len(K))]
  q <- derive(s, unname(fixef(fit)), unname(attr(v$item, "stddev")), unname(attr(v$item, "correlation")), unname(labeler_sd), sigma(fit))
  warnings <- fit@optinfo$conv$lme4$messages
  structure(q, notes = c(sprintf("%s, %.1f s", if (s$family == "gaussian") "REML" else "maximum of Laplace's approximation", seconds), warnings))
}

# The fit of glmmTMB, whose likelihood average.R integrates.
glmmtmb <- function(s) {
  suppressMessages(library(glmmTMB))
  K <- length(s$studies)
  effects <- if (K > 1) "(0 + study | item) + diag(0 + study | person)" else "(1 | item) + (1 | person)"
  formula <- as.formula(paste(fixed(s), effects, sep = " + "))
  suppressWarnings(glmmTMB(formula, s$labels, family = if (s$family == "gaussian") gaussian() else binomial()))
}

by_glmmtmb <- function(s) {
  seconds <- system.time(fit <- glmmtmb(s))[["elapsed"]]
  v <- VarCorr(fit)$cond
  q <- derive(s, unname(fixef(fit)$cond), unname(attr(v$item, "stddev")), unname(attr(v$item, "correlation")),
              unname(attr(v$person, "stddev")), sigma(fit))
  structure(q, notes = sprintf("maximum likelihood%s, %.1f s", if (s$family == "gaussian") "" else " (Laplace)", seconds))
}
