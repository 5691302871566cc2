cells <- concord:::.cells

labels <- function(n = 40, people = 3) {
  set.seed(1)
  item <- rep(seq_len(n), each = people)
  data.frame(item = paste0("i", item), labeler = rep(letters[seq_len(people)], n), label = pmin(4, pmax(1, item %% 4 + 1 +
    sample(-1:1, n * people, TRUE))))
}

test_that("cells are written in full", {
  expect_equal(cells(c(1, 0.1, 1e5, 1 / 3, NA, -1e-7)), c("1", "0.1", "100000", "0.33333333333333331", "", "-1e-07"))
  expect_equal(as.numeric(cells(c(pi, 1e300, 2^60))), c(pi, 1e300, 2^60))
  expect_equal(cells(c(100000L, NA)), c("100000", ""))
  expect_equal(cells(c(TRUE, NA, FALSE)), c("true", "", "false"))
  expect_equal(cells(c("a\"b", NA, "a,b", "")), c("\"a\"\"b\"", "", "\"a,b\"", "\"\""))
  expect_equal(cells(factor(c("x", NA, "y"), c("y", "x", "z"))), c("\"x\"", "", "\"y\""))
  expect_equal(cells(as.Date(c("2026-04-03", NA))), c("2026-04-03", ""))
  expect_equal(cells(as.POSIXct("2026-04-03 23:30:00", tz = "Asia/Tokyo")), "2026-04-03 23:30:00")
  expect_equal(cells(list(c("a", "b"), "c", character())), c("\"[\"\"a\"\",\"\"b\"\"]\"", "\"[\"\"c\"\"]\"", "\"\""))
})

test_that("ordered factors are ordered categories, with levels that nobody used", {
  d <- labels()
  d$label <- factor(c("cat", "dog", "owl", "fox")[d$label], c("ant", "cat", "dog", "owl", "fox"), ordered = TRUE)
  found <- as.list(check(d))
  expect_equal(unlist(found$data$order), levels(d$label))
  expect_equal(found$data$kind, "ordinal")
  # As words they have no order.
  d$label <- factor(as.character(d$label))
  expect_false(identical(as.list(check(d))$data$kind, "ordinal"))
})

test_that("an ordered factor that is not the label does not decide", {
  d <- labels()
  d$age <- factor(rep(c("young", "old", "ancient"), 40), c("young", "old", "ancient"), ordered = TRUE)
  expect_equal(as.list(check(d))$data$columns$label, "label")
})

test_that("the higher of two levels is positive", {
  d <- labels()
  d$label <- factor(ifelse(d$label > 2, "a", "b"), c("b", "a"), ordered = TRUE)
  expect_equal(as.list(check(d))$data$positive, "a")
})

test_that("names may be anything", {
  d <- labels()
  names(d) <- c("Das St\u00fcck", "wer, genau?", "Wert \"x\"")
  d[[2]] <- c("J\u00fcrgen", "O'Hara", "a,b")
  found <- as.list(check(d, item = "Das St\u00fcck", labeler = "wer, genau?", label = "Wert \"x\""))
  expect_equal(found$data$columns$label, "Wert \"x\"")
  expect_equal(found$data$labelers, 3)
  left <- as.list(check(d, item = "Das St\u00fcck", labeler = "wer, genau?", label = "Wert \"x\"", exclude_labelers = "a,b"))
  expect_equal(left$data$labelers, 2)
})

test_that("missing labels are left out, and missing items are an error with the row", {
  d <- labels()
  d$label[c(2, 7)] <- NA
  expect_equal(as.list(check(d))$data$labels, nrow(d) - 2)
  d$item[5] <- NA
  d$note <- "one\ntwo"
  error <- expect_error(fit(d), class = "concord_input_error")
  expect_equal(error$row, 5)
  expect_equal(error$column, "item")
  expect_match(conditionMessage(error), "^d, row 5:")
  twice <- rbind(labels(), labels()[3, ])
  twice$note <- c("one\ntwo", rep("", nrow(twice) - 1))
  expect_error(agreement(twice), "^twice, row 121: .*\\(the first is in row 3", class = "concord_input_error")
})

test_that("tables of other kinds are read", {
  wide <- matrix(c(1, 2, 3, 4, 1, 2, 3, 3, 2, 2, 3, 4), 4, dimnames = list(NULL, c("rater_a", "rater_b", "rater_c")))
  expect_equal(as.list(check(wide, wide = "rater_*"))$data$labels, 12)
  expect_equal(as.list(check(unname(wide)))$data$labelers, 3)
  rownames(wide) <- c("p1", "p2", "p3", "p4")
  colnames(wide) <- c("A", "B", "item")
  expect_equal(sum(summary(suppressWarnings(consensus(wide, draws = 200)))$quantity == "score"), 4)
  if (requireNamespace("tibble", quietly = TRUE)) expect_equal(as.list(check(tibble::as_tibble(labels())))$data$labels, 120)
  path <- tempfile(fileext = ".csv")
  write.csv(labels(), path, row.names = FALSE)
  expect_equal(as.list(check(path))$data$labels, 120)
  expect_error(check(1:3), "is no table of labels", class = "concord_usage_error")
  expect_error(check(data.frame(a = 1, a = 2, check.names = FALSE)), "several columns are called", class = "concord_input_error")
  expect_error(check(data.frame(a = 1:2, b = I(matrix(1:4, 2)))), "a table of its own", class = "concord_input_error")
})

test_that("columns of the command keep their names", {
  table <- concord:::.table("item,n,yes\n007,1,true\n1,2.5,false\n,1e-3,\n")
  expect_equal(table$item, c("007", "1", NA))
  expect_equal(table$n, c(1, 2.5, 0.001))
  expect_equal(table$yes, c(TRUE, FALSE, NA))
})
