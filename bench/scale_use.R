# What goes wrong when ordered labels are taken for numbers: two groups that rate equally well and use the scale
# differently, beside a reference group, fitted as numbers and as ordered categories.
#
#   Rscript bench/scale_use.R FIT [data sets] [scale ...]
#
# FIT is the built command. Needs of R jsonlite. Prints the tables of docs/statistics/scale.md; without names all scales are run,
# 100 data sets of each.

suppressMessages(library(jsonlite))
args <- commandArgs(TRUE)
if (length(args) < 1) stop("usage: Rscript bench/scale_use.R FIT [data sets] [scale ...]")
fit <- normalizePath(args[1])
many <- if (length(args) > 1) as.integer(args[2]) else 100

# Each category's share in the three groups: reference, even and other. Items have a standard deviation of 1.8 and
# labelers of 0.6 on the latent scale, in every group, and correlate by 0.8 between any two.
even <- c(.10, .20, .40, .20, .10)
scales <- list(
  `the same` = list(even, even, even),
  `55 % fives` = list(even, even, c(.03, .05, .12, .25, .55)),
  `77 % threes` = list(even, even, c(.04, .075, .77, .075, .04)),
  `1/2/3` = list(c(.3, .4, .3), c(.3, .4, .3), c(.05, .20, .75)))
if (length(args) > 2) scales <- scales[args[-(1:2)]]
item_sd <- 1.8
labeler_sd <- 0.6
rho <- 0.8
total <- item_sd^2 + labeler_sd^2 + pi^2 / 3
xcc <- rho * item_sd^2 / total

# Thresholds at which the categories have these shares: P(y <= c) is a logistic function averaged over the effects.
thresholds <- function(shares) {
  below <- function(t) integrate(function(z) plogis(t - z) * dnorm(z, 0, sqrt(item_sd^2 + labeler_sd^2)), -20, 20)$value
  vapply(head(cumsum(shares), -1), function(p) uniroot(function(t) below(t) - p, c(-30, 30), tol = 1e-8)$root, 0)
}

run <- function(..., out = "") if (system2(fit, c(...), stdout = out, stderr = FALSE) != 0) stop("fit failed: ", paste(..., collapse = " "))

# One study fitted as a family: rho and xCC of other with the reference, the probabilities that other is closer to the
# reference than even is, and whether the check doubts the scale.
one <- function(file, family) {
  out <- tempfile(fileext = ".json")
  on.exit(unlink(out))
  # Intervals of coefficients are not used here, and those by the jackknife take longer than the fit.
  run(file, "--family", family, "--reference", "reference", "--quiet", "--resample", "items", "--bootstrap", 0, "--cores", 1,
      "--replications", if (family == "gaussian") 99 else 0, "--draws", 300, "--format", "json", out = out)
  rows <- fromJSON(out)$rows
  estimates <- subset(rows, !is.na(rhat))
  if (family == "ordinal") estimates <- subset(estimates, scale == "latent")
  with_reference <- function(name) subset(estimates, quantity == name & of == "reference" & against == "other")$value
  closer <- function(name) subset(estimates, quantity == name & of == "other" & against == "even")$p
  c(rho = with_reference("rho"), xcc = with_reference("xcc"), p_rho = closer("rho_difference"), p_xcc = closer("xcc_difference"),
    doubt = any(grepl("steps of the scale", rows$said[rows$quantity == "doubt"])))
}

# What an endless study taken for numbers has: the truth on the scale of labels, of even and of other with reference.
endless <- function(kappa) {
  truth <- tempfile(fileext = ".json")
  on.exit(unlink(truth))
  run("simulate", "--family", "ordinal", "--studies", "reference,even,other", "--item-sd", item_sd, "--labeler-sd", labeler_sd,
      "--correlation", rho, paste0("--thresholds=", kappa), "--output", tempfile(), "--truth", truth)
  e <- fromJSON(truth)$quantities
  e <- e[e$scale == "label", ]
  value <- function(quantity, group) {
    pair <- vapply(e$studies, setequal, TRUE, c("reference", group))
    e$value[e$quantity == quantity & pair]
  }
  c(value("rho", "even"), value("rho", "other"), value("xcc", "even"), value("xcc", "other"))
}

# A share of the data sets with its Monte Carlo standard error. That of a share of 0 or 1 is of one that is half a data set away.
share <- function(x) {
  p <- mean(x)
  inside <- min(max(p, 0.5 / length(x)), 1 - 0.5 / length(x))
  sprintf("%.0f ± %.0f %%", 100 * p, 100 * sqrt(inside * (1 - inside) / length(x)))
}
significant <- function(p) share(p < 0.025 | p > 0.975)
cat(sprintf("%d data sets each; true rho %.2f, true xCC %.3f, true differences 0\n\n", many, rho, xcc))
cat("| scale of other | taken for | mean of rho | mean of xCC | mean P(rho difference > 0) | mean P(xCC difference > 0) |",
    "rho difference significant | xCC difference significant | scale in doubt |\n| --- | --- |", strrep(" ---: |", 7), "\n")
for (name in names(scales)) {
  kappa <- paste(vapply(scales[[name]], function(s) paste(sprintf("%.4f", thresholds(s)), collapse = ","), ""), collapse = "/")
  cat(sprintf("<!-- %s, endless labels taken for numbers: rho %.3f and %.3f, xCC %.3f and %.3f -->\n", name, endless(kappa)[1],
              endless(kappa)[2], endless(kappa)[3], endless(kappa)[4]))
  file <- tempfile(fileext = ".csv")
  results <- list(gaussian = NULL, ordinal = NULL)
  for (seed in seq_len(many)) {
    run("simulate", "--family", "ordinal", "--studies", "reference,even,other", "--items", 120, "--labelers", 30,
        "--labels-per-item", 5, "--item-sd", item_sd, "--labeler-sd", labeler_sd, "--correlation", rho,
        paste0("--thresholds=", kappa), "--seed", seed, "--output", file)
    for (family in names(results)) results[[family]] <- rbind(results[[family]], one(file, family))
  }
  for (family in names(results)) {
    r <- as.data.frame(results[[family]])
    cat(sprintf("| %s | %s | %.3f | %.3f | %.2f | %.2f | %s | %s | %s |\n", name,
                c(gaussian = "numbers", ordinal = "ordered categories")[[family]], mean(r$rho), mean(r$xcc), mean(r$p_rho),
                mean(r$p_xcc), significant(r$p_rho), significant(r$p_xcc),
                if (family == "gaussian") share(r$doubt) else ""))
  }
}
