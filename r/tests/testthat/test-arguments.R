flags <- concord:::.flags
kinds <- concord:::.kinds

test_that("arguments are the command's flags", {
  for (command in names(kinds)) {
    words <- c(if (command != "fit") strsplit(command, " ", fixed = TRUE)[[1]], "--help")
    help <- processx::run(command_path(), words)$stdout
    lines <- strsplit(sub(".*\nExamples:\n", "", help), "\n", fixed = TRUE)[[1]]
    found <- sub("^ +(-\\w, )?--([a-z-]+) .*", "\\2", grep("^ +(-\\w, )?--[a-z-]+( \\S+)? {2,}", lines, value = TRUE))
    expect_setequal(gsub("-", "_", setdiff(found, concord:::.not_here), fixed = TRUE), names(kinds[[command]]))
  }
})

test_that("functions have the arguments of their commands", {
  names <- c(next_labels = "next", rank_candidates = "rank", simulate_labels = "simulate", plan_score = "plan score")
  for (name in c(setdiff(names(kinds), names), names(names))) {
    command <- if (name %in% names(names)) names[[name]] else name
    expect_setequal(setdiff(names(formals(getExportedValue("concord", name))), c("data", "later", "progress")), names(kinds[[command]]))
  }
})

test_that("values are written as the command reads them", {
  expect_equal(flags("fit", list(item = "a b", labeler = FALSE, group = NULL, seed = 3, interval = 0.9)),
               c("--item=a b", "--labeler=-", "--seed=3", "--interval=0.9"))
  expect_equal(flags("fit", list(missing = c("a,b", "c\"d", "3"))), "--missing=\"a,b\",\"c\"\"d\",3")
  expect_equal(flags("fit", list(missing = c(4, 2.5, 100000))), "--missing=4,2.5,100000")
  expect_equal(flags("fit", list(positive = TRUE, discrimination = TRUE)), c("--positive=true", "--discrimination=true"))
  expect_equal(flags("fit", list(positive = factor("Yes, sure"))), "--positive=\"Yes, sure\"")
  expect_equal(flags("fit", list(exclude_labelers = c("@ann", "bob"))), "--exclude-labelers=\"@ann\",bob")
  expect_equal(flags("fit", list(facet = c("template", "item:day"))), c("--facet=template", "--facet=item:day"))
  expect_equal(flags("batch", list(by = "task,language")), "--by=task,language")
  expect_equal(flags("batch", list(label = c("a", "b,c"))), "--label=a,\"b,c\"")
  expect_equal(flags("plan", list(assume = c(icc = 0.4, worth = 2))), "--assume=icc=0.4,worth=2")
  expect_equal(flags("simulate", list(factor = c(template = 8), facet = list(template = 0.5, "item:template" = c(0.5, 0.3)))),
               c("--factor=template=8", "--facet=template=0.5", "--facet=item:template=0.5,0.3"))
  expect_equal(flags("simulate", list(thresholds = list(c(-1, 0), c(-1.5, 1)))), "--thresholds=-1,0/-1.5,1")
  expect_equal(flags("fit", list(compare = list(labeler_effects = "none", prior_mean = "normal(0, 1)"))),
               "--compare=--labeler-effects \"none\" --prior-mean \"normal(0, 1)\"")
})

test_that("what cannot be said is an error", {
  expect_error(flags("fit", list(item = character())), "item is empty", class = "concord_usage_error")
  expect_error(flags("fit", list(missing = c("a", NA))), "missing holds NA", class = "concord_usage_error")
  expect_error(flags("plan", list(assume = c(icc = 1, 2))), "some have none", class = "concord_usage_error")
  expect_error(flags("fit", list(compare = list(colour = "red"))), "colour is no argument", class = "concord_usage_error")
})

test_that("texts name arguments and no flags", {
  in_r <- concord:::.in_r
  expect_equal(in_r("choose one: --item NAME; perhaps --item ID"), "choose one: item = \"...\"; perhaps item = \"ID\"")
  expect_equal(in_r("--labeler -"), "labeler = FALSE")
  expect_equal(in_r("--order poor,fair,good makes labels ordered"), "order = c(\"poor\", \"fair\", \"good\") makes labels ordered")
  expect_equal(in_r("--order makes labels ordered"), "order makes labels ordered")
  expect_equal(in_r("--label 'a b' --group x."), "label = \"a b\", group = \"x\".")
  expect_equal(in_r("--each-category fits each"), "each_category = TRUE fits each")
  expect_equal(in_r("--seed 2 and --chains 4"), "seed = 2 and chains = 4")
  expect_equal(in_r("Try --warmup 2000 --target-accept 0.95."), "Try warmup = 2000, target_accept = 0.95.")
  expect_equal(in_r("--as-is --duplicates keep"), "as_is = TRUE, duplicates = \"keep\"")
  expect_equal(in_r("alone: --by criterion --item 'doc_id,system'"), "alone: by = \"criterion\", item = \"doc_id,system\"")
  expect_equal(in_r("leave them out: --missing -"), "leave them out: missing = \"-\"")
  expect_equal(in_r("of categories: fit agreement policy\nas fit check says"), "of categories: agreement(policy)\nas check() says")
  expect_equal(in_r("a--b is a name"), "a--b is a name")
})
