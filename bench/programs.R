# Sets what fit says of a study beside what other programs say of it.
#
#   Rscript bench/programs.R FILE.csv FIT [--keep FOLDER] [brms] [lme4] [glmmTMB] [average] [quadrature] [coefficients]
#
# FILE has the columns item, labeler, study and label; FIT is the built command. Without names of
# programs all are run. With --keep the estimates of each program are kept in FOLDER and not
# computed again, so that a comparison that was interrupted goes on.
#
# Needs, from Debian: r-cran-jsonlite r-cran-brms r-cran-rstan r-cran-bh r-cran-lme4 r-cran-glmmtmb
# r-cran-psych r-cran-psy r-cran-vcd r-cran-multilevel; and python3-nltk for Krippendorff's alpha.
#
# Every program gets the model of fit: effects of items, correlated between studies, and of labelers,
# who are other people in each study. Numbers are standardised before and scaled back after, as
# fit does, so that its priors mean the same in brms.

suppressMessages({ library(jsonlite); library(parallel) })
script <- normalizePath(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
for (part in c("study.R", "mixed.R", "average.R", "bayes.R", "quadrature.R", "coefficients.R"))
  source(file.path(dirname(script), "programs", part))

args <- commandArgs(TRUE)
keep <- NULL
if ("--keep" %in% args) {
  at <- match("--keep", args)
  keep <- args[at + 1]
  dir.create(keep, showWarnings = FALSE, recursive = TRUE)
  args <- args[-c(at, at + 1)]
}
programs <- c("brms", "lme4", "glmmTMB", "average", "quadrature", "coefficients")
if (length(args) < 2 || !all(args[-(1:2)] %in% programs))
  stop("usage: Rscript bench/programs.R FILE.csv FIT [--keep FOLDER] [", paste(programs, collapse = "] ["), "]")
file <- normalizePath(args[1])
command <- normalizePath(args[2])
if (length(args) > 2) programs <- args[-(1:2)]

# Kept is the value of compute, or of the run that kept it.
kept <- function(name, compute) {
  if (is.null(keep)) return(compute)
  path <- file.path(keep, paste0(sub("[.].*", "", basename(file)), "_", name, ".rds"))
  if (!file.exists(path)) saveRDS(compute, path)
  readRDS(path)
}

s <- read_study(file)
cat(sprintf("# %s: %d labels, %s\n\n", basename(file), nrow(s$labels), s$family))

estimates <- ours(command, file, s)
columns <- list()
if ("brms" %in% programs) columns$brms <- kept("brms", by_brms(s))
if ("lme4" %in% programs) columns$lme4 <- kept("lme4", by_lme4(s))
if ("glmmTMB" %in% programs) columns$glmmTMB <- kept("glmmTMB", by_glmmtmb(s))
if ("average" %in% programs) columns$average <- kept("average", by_average(s))
if (length(columns) > 0) {
  print_models(estimates, columns)
  for (name in names(columns)) for (note in attr(columns[[name]], "notes")) cat("* ", name, ": ", note, "\n", sep = "")
  cat("\n")
}
if ("quadrature" %in% programs) print_quadrature(command, s)
if ("coefficients" %in% programs) print_coefficients(command, s)
