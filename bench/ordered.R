# Ordered labels of one study: what fit says beside ordinal::clmm and brms, whose models are the same.
#
#   Rscript bench/ordered.R FILE.csv FIT [--study STUDY] [clmm] [brms]
#
# FILE has the columns item, labeler, study and label, labels being whole numbers; FIT is the built command. With --study
# the labels of one study are taken. Without names of programs both are run. Needs of R jsonlite, ordinal for clmm and
# brms for brms; all on one core.
#
# In brackets is the difference from fit's mean in posterior SDs. Seconds are of the processor: of fit those of the whole
# command, from file to printed report, the least of three runs.

suppressMessages(library(jsonlite))
args <- commandArgs(TRUE)
study <- NULL
if ("--study" %in% args) {
  at <- match("--study", args)
  study <- args[at + 1]
  args <- args[-c(at, at + 1)]
}
peers <- c("clmm", "brms")
if (length(args) < 2 || !all(args[-(1:2)] %in% peers)) stop("usage: Rscript bench/ordered.R FILE.csv FIT [--study STUDY] [clmm] [brms]")
command <- normalizePath(args[2])
if (length(args) > 2) peers <- args[-(1:2)]
d <- read.csv(args[1], colClasses = c(item = "character", labeler = "character", study = "character"))
if (!is.null(study)) d <- d[d$study == study, ]
if (length(unique(d$study)) != 1) stop("clmm and brms are given one study: --study, one of ", toString(unique(d$study)))
d <- d[c("item", "labeler", "study", "label")]
file <- tempfile(fileext = ".csv")
write.csv(d, file, row.names = FALSE, quote = FALSE)

seconds <- function(expr) {
  t <- system.time(expr)
  sum(t[c("user.self", "sys.self", "user.child", "sys.child")])
}
run <- function(..., out) if (system2(command, c(file, "--cores", 1, "--quiet", ...), stdout = out) != 0) stop("fit failed")
out <- tempfile(fileext = ".json")
run("--format", "json", "--draws", 5000, out = out)
report <- fromJSON(out)
text <- tempfile()
ours <- min(replicate(3, seconds(run(out = text))))
e <- subset(report$rows, !is.na(rhat) & scale == "latent" &
              quantity %in% c("threshold", "item_sd", "labeler_sd", "icc", "labeler_icc"))
fitted <- report$runs$model
categories <- fitted$categories[[1]]
e$name <- ifelse(e$quantity == "threshold", NA, e$quantity)
e$name[is.na(e$name)] <- sprintf("threshold from %s to %s", head(categories, -1), tail(categories, -1))

# Estimates of another program in the order of e, from its thresholds and two standard deviations.
in_order <- function(thresholds, item_sd, labeler_sd) {
  total <- item_sd^2 + labeler_sd^2 + pi^2 / 3
  own <- list(threshold = thresholds, item_sd = item_sd, labeler_sd = labeler_sd, icc = item_sd^2 / total, labeler_icc = labeler_sd^2 / total)
  x <- numeric(nrow(e))
  for (q in names(own)) x[e$quantity == q] <- own[[q]]
  x
}
columns <- list()
notes <- sprintf("fit, the whole command: %.2f processor s; least ESS %.0f", ours, with(report$runs$diagnostics, min(min_ess_bulk, min_ess_tail)))

d$y <- factor(d$label, as.numeric(categories), ordered = TRUE)
if ("clmm" %in% peers) {
  suppressMessages(library(ordinal))
  f <- transform(d, item = factor(item), labeler = factor(labeler))
  took <- seconds(m <- tryCatch(clmm(y ~ 1 + (1 | item) + (1 | labeler), f), error = function(e) e, warning = function(w) w))
  if (inherits(m, "clmm")) {
    sd <- vapply(VarCorr(m), function(v) attr(v, "stddev")[[1]], 0)
    columns$clmm <- in_order(m$Theta[1, ], sd[["item"]], sd[["labeler"]])
    notes <- c(notes, sprintf("clmm %s: %.2f processor s, fit's whole command %.2f times as long; largest gradient %.1e",
                              packageVersion("ordinal"), took, ours / took, max(abs(m$gradient))))
  } else notes <- c(notes, sprintf("clmm %s gave up after %.1f processor s: %s", packageVersion("ordinal"), took, conditionMessage(m)))
}
if ("brms" %in% peers) {
  suppressMessages(library(brms))
  if (dir.exists("/usr/include/boost")) rstan::rstan_options(boost_lib = "/usr/include") # where Debian has it
  priors <- c(set_prior(fitted$priors$thresholds, class = "Intercept"), set_prior(fitted$priors$sd, class = "sd", group = "item"),
              set_prior(fitted$priors$labeler_sd, class = "sd", group = "labeler"))
  compiled <- brm(y ~ 1 + (1 | item) + (1 | labeler), d, cumulative(), prior = priors, chains = 0, silent = 2, refresh = 0)
  took <- seconds(b <- update(compiled, chains = 2, iter = 2000, cores = 1, seed = 1, silent = 2, refresh = 0, recompile = FALSE))
  draws <- as.matrix(b, variable = c("b_Intercept", "sd_"), regex = TRUE)
  n <- length(categories) - 1
  all <- apply(draws, 1, function(x) in_order(x[seq_len(n)], x[["sd_item__Intercept"]], x[["sd_labeler__Intercept"]]))
  columns$brms <- rowMeans(all)
  ess <- min(posterior::summarise_draws(posterior::as_draws_array(b), posterior::ess_bulk, posterior::ess_tail)[, 2:3], na.rm = TRUE)
  notes <- c(notes, sprintf("brms %s: %.1f processor s without compiling, 2 chains of 1,000 draws, least ESS %.0f; posterior SDs are %s of fit's",
                            packageVersion("brms"), took, ess, paste(sprintf("%.2f", range(apply(all, 1, sd) / e$sd)), collapse = " to ")))
}
cat("| quantity | fit: mean | SD | ", paste(names(columns), collapse = " | "), " |\n| --- |", strrep(" ---: |", 2 + length(columns)), "\n", sep = "")
for (i in seq_len(nrow(e))) {
  others <- vapply(columns, function(x) sprintf("%.3f (%+.2f)", x[i], (x[i] - e$value[i]) / e$sd[i]), "")
  cat(sprintf("| %s | %.3f | %.3f | %s |\n", e$name[i], e$value[i], e$sd[i], paste(others, collapse = " | ")))
}
cat("\n", paste0("* ", notes, "\n"), sep = "")
