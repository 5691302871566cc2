# Writes slopes_brms.json: labelers' slopes by week of the yes or no labels of slopes.csv, in brms by the code that
# fit --covariate week --slopes week --study group --label yes --format json slopes.csv prints (brms_code).
# usage: Rscript slopes_brms.R (in this folder; R 4.2.2, brms 2.18.0, rstan 2.21.7, posterior 1.4.0)
suppressMessages({library(brms); library(posterior)})
rstan::rstan_options(boost_lib = "/usr/include")
raw <- read.csv("slopes.csv", colClasses = "character", check.names = FALSE, strip.white = TRUE)
d <- data.frame(item = raw[["item"]],
  labeler = raw[["labeler"]],
  covariate1 = raw[["week"]],
  study = factor(raw[["group"]], c("old", "new")),
  y = as.integer(match(raw[["yes"]], c("0", "1")) > 1))
centred <- function(x) x - ave(x, d$study)
x <- centred(as.numeric(d$covariate1))
d$x1 <- x / sqrt(sum(x^2) / (nrow(d) - 2))
for (i in 1:1) for (g in 1:2)
  d[[paste0("x", i, "g", g)]] <- d[[paste0("x", i)]] * (as.integer(d$study) == g)
fit <- brm(y ~ 0 + study + x1g1 + x1g2 + (0 + study | item) + (1 | gr(study:labeler, by = study)) +
    (0 + x1 | gr(study:labeler, by = study)),
  data = d, family = bernoulli(),
  prior = prior(student_t(3, 0, 2.5), class = "b") +
    set_prior("normal(0, 1)", class = "b", coef = c("x1g1", "x1g2")),
  chains = 4, iter = 3000, warmup = 500, seed = 7, refresh = 0, cores = 1, control = list(adapt_delta = 0.95))
draws <- as_draws_array(fit)
cat(variables(draws)[1:14], "\n")
at <- function(name) extract_variable_matrix(draws, name)
value <- list(rho = at("cor_item__studyold__studynew"))
for (g in c("old", "new")) {
  add <- function(name, from) value[[paste0(name, "[", g, "]")]] <<- at(from)
  add("mu", paste0("b_study", g))
  add("week", paste0("b_x1g", match(g, c("old", "new"))))
  add("item_sd", paste0("sd_item__study", g))
  add("labeler_sd", paste0("sd_study:labeler__Intercept:study", g))
  add("slope_sd", paste0("sd_study:labeler__x1:study", g))
}
cat("rhat", max(sapply(value, rhat)), "divergent", sum(subset(nuts_params(fit), Parameter == "divergent__")$Value),
  as.character(packageVersion("brms")), as.character(packageVersion("rstan")),
  as.character(packageVersion("posterior")), R.version.string, "\n")
writeLines(jsonlite::toJSON(lapply(names(value), function(name) list(name = name, mean = mean(value[[name]]),
  sd = sd(value[[name]]), mcse = mcse_mean(value[[name]]), ess = ess_bulk(value[[name]]))), auto_unbox = TRUE,
  digits = 6), "slopes_brms.json")
