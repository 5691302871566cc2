# Writes covariates_mixed.json: coefficients of covariates by maximum likelihood, of all labels of covariates.csv as one
# group: numbers by lmer (lme4 1.1.31, REML), yes or no by glmmTMB (1.1.5), stars by clmm (ordinal 2022.11.16).
# usage: Rscript covariates_mixed.R (in this folder; R 4.2.2)
suppressMessages({library(lme4); library(glmmTMB); library(ordinal)})
options(contrasts = c("contr.sum", "contr.poly"))
d <- read.csv("covariates.csv")
for (v in c("length", "age", "position")) d[[v]] <- as.vector(scale(d[[v]]))
for (v in c("topic", "country", "tool", "stars")) d[[v]] <- factor(d[[v]])
f <- ~ length + topic + country + age + position + tool + (1 | item) + (1 | labeler)
reported <- function(b) {
  all <- list(length = b[["length"]], age = b[["age"]], position = b[["position"]])
  for (v in c("topic", "country", "tool")) {
    e <- b[paste0(v, seq_len(nlevels(d[[v]]) - 1))]
    all[paste0(v, "=", levels(d[[v]]))] <- c(e, -sum(e))
  }
  all
}
values <- list(gaussian = reported(fixef(lmer(update(f, number ~ .), d))),
  bernoulli = reported(fixef(glmmTMB(update(f, yes ~ .), d, family = binomial))$cond),
  ordinal = reported(coef(clmm(update(f, stars ~ .), d))))
writeLines(jsonlite::toJSON(values, auto_unbox = TRUE, digits = 7, pretty = TRUE), "covariates_mixed.json")
