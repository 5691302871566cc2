policy <- demo_labels()
answer <- fit(policy, reference = "reference", draws = 200)

test_that("a fit has a first screen, numbers, draws and pages", {
  expect_output(print(answer), "treatment is closer to reference than control is")
  expect_output(print(answer), "summary\\(\\)")
  rows <- summary(answer)
  icc <- rows[rows$quantity == "icc" & is.na(rows$scale) & is.na(rows$prior), ]
  expect_equal(icc$group, c("reference", "control", "treatment"))
  expect_true(all(icc$lower < icc$value & icc$value < icc$upper))
  expect_equal(as.data.frame(answer), rows)
  expect_true("labeler_icc" %in% part(answer, "rows")$quantity)
  expect_error(part(answer, "nothing"), "rows", class = "concord_usage_error")
  expect_match(html(answer), "<h2>")
  expect_match(report(answer, "apa"), "^We analysed")
  expect_match(report(answer, "latex"), "tabular")
})

test_that("draws are the command's", {
  d <- as.data.frame(draws(answer))
  expect_equal(nrow(d), 800)
  rows <- summary(answer)
  rows <- rows[is.na(rows$scale) & is.na(rows$prior), ]
  expect_equal(mean(d[["icc_label[control]"]]), rows$value[rows$quantity == "icc" & rows$group %in% "control"])
  expect_equal(mean(d[["xcc_label[reference,treatment]"]]), rows$value[rows$quantity == "xcc" & rows$of %in% "reference" & rows$against %in% "treatment"])
  expect_equal(d$.chain, rep(1:4, each = 200))
  raw <- jsonlite::fromJSON(file.path(answer$folder, "draws.json"))$posterior$xcc
  expect_equal(d[["xcc[control,treatment]"]][d$.chain == 3], raw[3, , 2, 3])
  expect_error(draws(agreement(policy)), "no draws", class = "concord_usage_error")
})

test_that("criteria are fitted jointly", {
  set.seed(1)
  texts <- expand.grid(item = 1:60, labeler = c("ann", "bob", "cem", "dee"))
  tone <- rnorm(60)
  style <- 0.6 * tone + 0.8 * rnorm(60)
  halo <- rnorm(nrow(texts), sd = 0.7)
  texts$tone <- round(tone[texts$item] + halo + rnorm(nrow(texts)), 2)
  texts$style <- round(style[texts$item] + halo + rnorm(nrow(texts)), 2)
  rated <- fit(texts, criteria = c("tone", "style"), draws = 200)
  rows <- summary(rated)
  halo <- rows[rows$quantity == "halo" & rows$of %in% "tone", ]
  expect_true(halo$lower < halo$value & halo$value < halo$upper)
  d <- as.data.frame(draws(rated))
  expect_equal(median(d[["halo_criterion[all,tone,style]"]]), halo$value)
  folder <- tempfile()
  save_fit(rated, folder)
  expect_equal(summary(load_fit(folder)), rows)
})

test_that("a fit can be kept", {
  folder <- tempfile()
  save_fit(answer, folder)
  again <- load_fit(folder)
  expect_equal(summary(again), summary(answer))
  expect_error(save_fit(answer, folder), "not there yet", class = "concord_usage_error")
  unlink(folder, recursive = TRUE)
  expect_error(draws(again), "is gone", class = "concord_usage_error")
  kept <- fit(policy, draws = 100, out = folder, items = TRUE)
  expect_true(file.exists(file.path(folder, "run.json")))
  expect_equal(nrow(kept$items), 900)
})

test_that("an earlier fit is planned with and compared", {
  expect_output(print(plan(answer)), "an item needs")
  before <- policy[policy$item < "item_150", ]
  changes <- suppressWarnings(compare(before, answer, draws = 100))
  expect_true("icc" %in% summary(changes)$quantity)
  expect_output(print(changes), "before")
  expect_output(print(diagnose(answer)), "4 chains of 200 draws")
})

test_that("every function answers", {
  expect_s3_class(agreement(policy), "concord_agreement")
  expect_true("kripp_alpha" %in% summary(agreement(policy))$quantity)
  expect_true("validity" %in% summary(judge(policy, humans = "control", draws = 100))$quantity)
  expect_output(print(plan(assume = c(icc = 0.4, worth = 2))), "items with")
  expect_output(print(plan_score(assume = c(r = 0.6, share = 0.7), judged = 5000, within = 0.02)), "items")
  small <- simulate_labels(items = 40, studies = "people", family = "gaussian", seed = 2)
  expect_setequal(names(small), c("item", "labeler", "study", "label"))
  expect_type(attr(small, "truth"), "list")
  expect_equal(sum(summary(consensus(small, draws = 200))$quantity == "score"), 40)
  expect_true("icc_A1" %in% summary(measurement(small))$quantity)
  expect_true("leaning" %in% suppressWarnings(summary(labelers(small, draws = 200)))$quantity)
  expect_gt(nrow(summary(next_labels(small, budget = 10, draws = 100))), 0)
  small$task <- rep(c("a", "b"), length.out = nrow(small))
  parts <- batch(small, by = "task", draws = 100)
  expect_setequal(summary(parts)$task, c("a", "b"))
  battles <- data.frame(model_a = c("x", "y", "x", "z", "y", "x"), model_b = c("y", "z", "z", "x", "x", "y"), winner = c("model_a",
    "model_a", "model_a", "model_b", "model_b", "model_b"), judge = "j", question = 1:6)
  expect_true("skill" %in% summary(suppressWarnings(rank_candidates(battles, pair = c("model_a", "model_b"), draws = 100)))$quantity)
  expect_output(text <- explain("ICC"), "intraclass")
})

test_that("words without order are several fits", {
  topics <- data.frame(item = rep(1:20, each = 3), labeler = rep(c("a", "b", "c"), 20), label = rep(c("cat", "dog", "bird", "dog"), 15))
  several <- suppressWarnings(fit(topics, draws = 100))
  expect_output(print(several), "cat")
  expect_error(draws(several), "no draws")
})

test_that("errors and warnings are conditions", {
  error <- expect_error(fit(data.frame(ID = 1:4, who = c("a", "b"), score = c(1, 2, 2, 3))), class = "concord_input_error")
  expect_equal(error$code, "open_parts")
  expect_match(conditionMessage(error), "item = \"ID\"", fixed = TRUE)
  expect_error(fit(policy, family = "poisson"), "it is one of", class = "concord_usage_error")
  error <- expect_error(check("no such file.csv"), class = "concord_input_error")
  expect_equal(error$code, "not_readable")
  expect_warning(fit(policy, draws = 4, warmup = 4, replications = 0), class = "concord_convergence_warning")
  old <- options(concord.fit = "/nowhere/fit")
  expect_error(check(policy))
  options(old)
})

test_that("results are drawn with ggplot2 and without", {
  rows <- concord:::.intervals(summary(answer), "fit")
  expect_false(any(rows$scale %in% "latent" & rows$quantity == "icc"))
  skip_if_not_installed("ggplot2")
  expect_s3_class(plot(answer, c("icc", "rho")), "ggplot")
  expect_s3_class(plot(agreement(policy)), "ggplot")
  amounts <- simulate_labels(items = 40, studies = "people", family = "gaussian", seed = 2)
  expect_equal(levels(plot(measurement(amounts))$data$row), "people")
  expect_s3_class(plot(labelers(policy, draws = 100)), "ggplot")
  expect_error(plot(answer, "colour"), "there are same_label", class = "concord_usage_error")
  grDevices::pdf(NULL)
  expect_s3_class(concord:::.plot_base(within(rows, quantity <- factor(quantity))), "data.frame")
  grDevices::dev.off()
})

test_that("a session without UTF-8 has letters of its own", {
  code <- "library(concord); print(fit(demo_labels(), draws = 100))"
  shown <- processx::run(file.path(R.home("bin"), "Rscript"), c("-e", code), env = c("current", LC_ALL = "C",
    R_LIBS = paste(.libPaths(), collapse = ":")))$stdout
  expect_match(shown, "(rho)", fixed = TRUE)
  expect_false(any(grepl("<U\\+|[^ -~\n]", shown)))
})

test_that("an interrupt ends the command", {
  skip_on_os("windows")
  code <- "library(concord); l <- demo_labels(); cat('here\\n'); fit(l, draws = 2e6)"
  session <- processx::process$new(file.path(R.home("bin"), "Rscript"), c("-e", code), stdout = "|", stderr = tempfile(),
                                   env = c("current", R_LIBS = paste(.libPaths(), collapse = ":")))
  running <- function() Filter(function(p) ps::ps_name(p) == "fit", ps::ps_children(session$as_ps_handle(), recursive = TRUE))
  for (i in 1:200) {
    Sys.sleep(0.1)
    if (length(running())) break
  }
  child <- running()
  expect_length(child, 1)
  session$interrupt()
  session$wait(10000)
  Sys.sleep(0.3)
  expect_false(ps::ps_is_running(child[[1]]))
})
