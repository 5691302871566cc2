# The posterior of items' effects from Student's t by brms 2.18: the code that fit prints (brms_code of its JSON) for
#   fit simulate --family gaussian --studies a,b --items 80 --item-df 3 --item-sd 1,1.4 --correlation 0.7 \
#     --labels-per-item 3 --labelers 8 --labeler-sd 0.4,0.5 --residual-sd .6,.8 --seed 11 -o student_items.csv
#   fit --items-are t --format json student_items.csv
#   Rscript student_items.R > student_items.json
# Standard deviations are in units of the labels; those of items are sd * sqrt(df / (df - 2)).
suppressMessages(library(brms))
raw <- read.csv("student_items.csv", colClasses = "character", check.names = FALSE, strip.white = TRUE)
d <- data.frame(item = raw[["item"]],
  labeler = raw[["labeler"]],
  study = factor(raw[["study"]], c("a", "b")),
  y = as.numeric(raw[["label"]]))
unit <- tapply(d$y, d$study, sd)
d$y <- ave(d$y, d$study, FUN = function(y) (y - mean(y)) / sd(y))
fit <- brm(bf(y ~ 0 + study + (0 + study | gr(item, dist = "student")) + (1 | gr(study:labeler, by = study)), sigma ~ 0 + study),
  data = d, family = brmsfamily("gaussian", link_sigma = "identity"),
  prior = prior(student_t(3, 0, 2.5), class = "b") +
    prior(student_t(3, 0, 1), class = "sd", group = "study:labeler") +
    prior(student_t(3, 0, 2.5), class = "b", dpar = "sigma", lb = 0) +
    prior(gamma(2, 0.1), class = "df", group = "item", lb = 2),
  chains = 4, cores = 1, iter = 5000, warmup = 1000, seed = 1, refresh = 0, control = list(adapt_delta = 0.95))
x <- posterior::as_draws_df(fit)
wide <- sqrt(x$df_item / (x$df_item - 2))
q <- list(
  "df_item" = x$df_item, "cor_item[1,2]" = x$cor_item__studya__studyb,
  "sd_item[1]" = unit["a"] * x$sd_item__studya * wide, "sd_item[2]" = unit["b"] * x$sd_item__studyb * wide,
  "sd_residual[1]" = unit["a"] * x$b_sigma_studya, "sd_residual[2]" = unit["b"] * x$b_sigma_studyb,
  "sd_labeler[1]" = unit["a"] * x[["sd_study:labeler__Intercept:studya"]],
  "sd_labeler[2]" = unit["b"] * x[["sd_study:labeler__Intercept:studyb"]])
chain <- x$.chain
out <- lapply(q, function(v) {
  m <- do.call(cbind, split(v, chain))
  e <- posterior::ess_quantile(m, c(0.05, 0.5, 0.95))
  se <- posterior::mcse_quantile(m, c(0.05, 0.5, 0.95))
  list(q05 = quantile(v, 0.05, names = FALSE), median = median(v), q95 = quantile(v, 0.95, names = FALSE), mcse = as.vector(se),
    rhat = posterior::rhat(m))
})
cat(jsonlite::toJSON(out, auto_unbox = TRUE, pretty = TRUE, digits = 5), "\n")
