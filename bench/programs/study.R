# A study as every program takes it, the quantities that are compared, and what fit says of them.

read_study <- function(file) {
  d <- read.csv(file, colClasses = c(item = "character", labeler = "character", study = "character", label = "numeric"))
  d$study <- factor(d$study, unique(d$study))
  d$person <- factor(paste(d$study, d$labeler, sep = "/"))
  d$item <- factor(d$item)
  family <- if (all(d$label %in% 0:1)) "bernoulli" else "gaussian"
  centre <- if (family == "gaussian") mean(d$label) else 0
  scale <- if (family == "gaussian") sd(d$label) else 1
  d$y <- (d$label - centre) / scale
  # lme4 has no effects by study but through columns that are 0 in the other studies.
  for (k in seq_len(nlevels(d$study))) d[[paste0("in", k)]] <- as.numeric(as.integer(d$study) == k)
  list(labels = d, family = family, studies = levels(d$study), centre = centre, scale = scale)
}

# The quantities of one value of the parameters of the standardised labels, named as those of fit.
derive <- function(s, mu, item_sd, cor, labeler_sd, sigma) {
  gaussian <- s$family == "gaussian"
  total <- item_sd^2 + labeler_sd^2 + (if (gaussian) sigma^2 else pi^2 / 3)
  icc <- item_sd^2 / total
  one <- function(quantity, values) setNames(values, paste(quantity, s$studies))
  q <- c(one("mean", mu * s$scale + s$centre), one("item_sd", item_sd * s$scale), one("labeler_sd", labeler_sd * s$scale),
         if (gaussian) c(residual_sd = unname(sigma) * s$scale), one("icc", icc), one("labeler_icc", labeler_sd^2 / total))
  for (a in seq_along(s$studies)) for (b in seq_along(s$studies)) if (a < b) {
    pair <- paste(s$studies[a], "×", s$studies[b])
    q[paste("rho", pair)] <- cor[a, b]
    q[paste("xcc", pair)] <- cor[a, b] * sqrt(icc[a] * icc[b])
  }
  q
}

# Means and standard deviations of draws, a row each, with weights.
moments <- function(draws, weights = rep(1, nrow(draws))) {
  weights <- weights / sum(weights)
  mean <- colSums(weights * draws)
  list(mean = mean, sd = sqrt(colSums(weights * sweep(draws, 2, mean)^2)))
}

# What fit says, with draws enough that its Monte Carlo error is small beside a tenth of a posterior SD.
ours <- function(command, file, s) {
  out <- tempfile(fileext = ".json")
  failed <- system2(command, c(shQuote(file), "--quiet", "--bootstrap", 0, "--replications", 0, "--draws", 5000,
                               "--reference", shQuote(s$studies[1]), "--format", "json"), stdout = out)
  if (failed != 0) stop("fit failed")
  e <- subset(fromJSON(out)$rows, !is.na(rhat) & quantity %in%
    c("mean", "item_sd", "labeler_sd", "residual_sd", "icc", "labeler_icc", "rho", "xcc"))
  if (s$family != "gaussian") e <- subset(e, scale == "latent")
  of <- if (is.null(e$of)) e$group else ifelse(is.na(e$of), e$group, paste(e$of, "×", e$against))
  e$name <- ifelse(e$quantity == "residual_sd", e$quantity, paste(e$quantity, of))
  e
}

# The table: for each program its estimate and, in posterior SDs of fit, how far it is from fit's mean.
print_models <- function(e, columns) {
  cat("| quantity | fit: mean | SD | ", paste0(names(columns), collapse = " | "), " |\n", sep = "")
  cat(strrep("| --- ", 3 + length(columns)), "|\n", sep = "")
  for (i in seq_len(nrow(e))) {
    cells <- vapply(columns, function(column) {
      value <- column[[e$name[i]]]
      distance <- (value - e$value[i]) / e$sd[i]
      mark <- if (abs(distance) > 0.1) "**" else ""
      sprintf("%s (%s%+.2f%s)", digits(value, e$sd[i]), mark, distance, mark)
    }, "")
    cat("| ", e$name[i], " | ", digits(e$value[i], e$sd[i]), " | ", signif(e$sd[i], 2), " | ", paste(cells, collapse = " | "), " |\n", sep = "")
  }
  cat("\nIn brackets the difference from fit's mean in posterior SDs, bold beyond 0.1. fit's own Monte Carlo error is at most",
      sprintf("%.2f SD.\n", max(e$mcse_mean / e$sd)))
  for (name in names(columns)) {
    sd <- attr(columns[[name]], "sd")
    if (!is.null(sd)) cat(sprintf("* %s: its posterior SDs are %.2f to %.2f of fit's\n", name, min(sd[e$name] / e$sd), max(sd[e$name] / e$sd)))
  }
}

digits <- function(value, sd) formatC(value, format = "f", digits = max(0, 2 - floor(log10(sd))))
