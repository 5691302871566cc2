# Writes covariates_hard.csv, and covariates_hard.json: coefficients of designs that are hard for covariates. They are
# estimates by maximum likelihood with the prior of fit: of a normal likelihood with the precision H and a normal prior
# with the precision P, the mean is (H + P)^-1 H b. Each effect of a category has the variance 1, as a coefficient has.
# usage: Rscript covariates_hard.R (in this folder; R 4.2.2, lme4 1.1.31, glmmTMB 1.1.5)
# tool b has 1 % of the rows, blurred nearly follows from sharp, length is constant within items, and one labeler alone
# is from BR. Numbers are divided by their standard deviation.
suppressMessages({library(lme4); library(glmmTMB)})
set.seed(31)
items <- 100; people <- 15; each <- 6
item <- rnorm(items, 0, 0.8); labeler <- rnorm(people, 0, 0.5); length <- sample(20:200, items)
rows <- NULL
for (j in 1:items) for (l in sample(people, each)) {
  sharp <- rnorm(1)
  rows <- rbind(rows, data.frame(item = paste0("i", j), labeler = paste0("p", l), tool = "a", sharp = round(sharp, 3),
    blurred = round(2 * sharp + rnorm(1, 0, 0.4), 3), length = length[j],
    country = if (l == 1) "BR" else if (l < 8) "IN" else "US",
    theta = item[j] + labeler[l] + 0.4 * sharp + (length[j] - 110) / 80 + c(1, 0, -0.3)[1 + (l > 1) + (l > 7)]))
}
rare <- sample(nrow(rows), 6); rows$tool[rare] <- "b"; rows$theta[rare] <- rows$theta[rare] - 1.5
rows$number <- round(50 + 10 * (rows$theta + rnorm(nrow(rows))), 1)
rows$yes <- as.integer(rows$theta + rlogis(nrow(rows)) > 0)
rows$theta <- NULL
write.csv(rows, "covariates_hard.csv", row.names = FALSE, quote = FALSE)
for (name in c("sharp", "blurred", "length")) rows[[name]] <- rows[[name]] / sd(rows[[name]])
for (name in c("tool", "country")) {
  rows[[name]] <- factor(rows[[name]]); contrasts(rows[[name]]) <- contr.sum(nlevels(rows[[name]]))
}
values <- function(fixed, covariance, terms, unit) {
  fixed <- fixed[-1]; all <- list()
  n <- length(fixed); prior <- diag(n)
  if (is.factor(rows[[terms[1]]])) prior[row(prior) != col(prior)] <- -1 / n
  precision <- solve(as.matrix(covariance)[-1, -1])
  fixed <- setNames(as.vector(solve(precision + solve(prior) / unit^2, precision %*% fixed)), names(fixed))
  for (name in terms) {
    own <- fixed[startsWith(names(fixed), name)]
    if (is.factor(rows[[name]])) {
      own <- c(own, -sum(own)); names(own) <- paste0(name, "=", levels(rows[[name]]))
    }
    all <- c(all, as.list(own))
  }
  all
}
all <- lapply(list("tool", c("sharp", "blurred"), "length", "country"), function(terms) {
  f <- reformulate(c(terms, "(1 | item)", "(1 | labeler)"))
  lmm <- lmer(update(f, number ~ .), rows); glmm <- glmmTMB(update(f, yes ~ .), rows, family = binomial)
  list(covariates = I(terms), gaussian = values(fixef(lmm), vcov(lmm), terms, sd(rows$number)),
    bernoulli = values(fixef(glmm)$cond, vcov(glmm)$cond, terms, 1))
})
print(all)
writeLines(jsonlite::toJSON(all, auto_unbox = TRUE, digits = 7, pretty = TRUE), "covariates_hard.json")
