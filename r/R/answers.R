# From the arguments of a function to the command, and from its files to a result.

# What every function calls. name is the expression that the caller gave as data.
.answer <- function(command, arguments, data = NULL, name = NULL, later = NULL, later_name = NULL) {
  keeps <- command %in% c("fit", "batch")
  folder <- tempfile("concord")
  dir.create(folder)
  done <- FALSE
  on.exit(if (!done) unlink(folder, recursive = TRUE))
  if (is.null(data) && !is.null(name) && is.null(arguments$assume)) .stop_usage("data is NULL: give the labels")
  source <- if (!is.null(data)) .source(data, name, folder) else list()
  second <- if (!is.null(later)) .source(later, later_name, folder)
  progress <- arguments$progress
  arguments <- arguments[setdiff(names(arguments), c("data", "later", "progress"))]
  for (flag in names(source$flags)) if (is.null(arguments[[flag]])) arguments[[flag]] <- source$flags[[flag]]
  if (!is.null(second)) source <- .both(source, second)

  words <- .flags(command, arguments[setdiff(names(arguments), c("out", if (command == "fit") c("items", "labelers")))])
  if (!is.null(source$data)) words <- c(words, if (is.null(arguments$delimiter)) "--delimiter=,", .order_flags(source, command, arguments))
  formats <- file.path(folder, paste0("result.", names(.formats)))
  words <- c(words, paste0("--also=", formats))
  page <- file.path(folder, "page.html")
  if (command %in% .with_page) words <- c(words, paste0("--html=", page))
  # The run is called as the labels are, which fit compare says, and its labels stay beside it, which it reads again.
  called <- if (is.null(source$name)) "run" else source$name
  run <- if (is.null(arguments$out)) file.path(folder, "run", called) else normalizePath(arguments$out, "/", mustWork = FALSE)
  if (keeps) dir.create(file.path(folder, "run"))
  tables <- if (command == "fit") Filter(function(t) isTRUE(arguments[[t]]), c("items", "labelers"))
  if (length(tables)) words <- c(words, paste0("--", tables, "=", file.path(folder, paste0(tables, ".csv"))))
  out <- if (keeps || !is.null(arguments$out)) paste0("--out=", run)

  ran <- .run_or_several(command, words, out, source, progress)
  x <- list(command = command, formats = .formats)
  x$formats[] <- vapply(formats, function(f) if (file.exists(f)) .read(f) else "", "")
  x$formats[["txt"]] <- .in_r(x$formats[["txt"]])
  x$table <- if (command == "batch") .table(.read(file.path(run, "tasks.csv"))) else .table(x$formats[["csv"]])
  x[tables] <- lapply(tables, function(t) .table(.read(file.path(folder, paste0(t, ".csv")))))
  if (file.exists(page)) x$page <- .read(page)
  if (keeps && dir.exists(run)) x$folder <- run
  unlink(c(formats, page))
  done <- keeps && is.null(arguments$out)
  if (ran$code == 4) .warn("convergence", "the chains have not converged: the numbers are not to be used")
  structure(x, class = c(paste0("concord_", gsub(" ", "_", command, fixed = TRUE)), "concord"))
}

.formats <- c(txt = "", csv = "", json = "", md = "", tex = "")

# A fit of several, such as words without order, keeps no draws, and is made without a folder for them.
.run_or_several <- function(command, words, out, source, progress) {
  paths <- c("--", source$paths)
  run <- function(words) .run(if (command == "fit") "" else command, words, source, c(0L, 4L), progress)
  if (command != "fit") return(run(c(words, out, paths)))
  tryCatch(run(c(words, out, paths)), concord_usage_error = function(e) {
    if (!grepl("is for one fit, and here are several", conditionMessage(e), fixed = TRUE)) stop(e)
    run(c(words, paths))
  })
}

# Two sources as one: paths that are not of tables are the same from everywhere.
.both <- function(first, second) {
  fixed <- function(s) if (is.null(s$wd)) normalizePath(s$paths, "/", mustWork = FALSE) else s$paths
  if (length(first$paths) + length(second$paths) > 2) .stop_usage("compare takes one path for each of the two")
  table <- if (is.null(first$data)) second else first
  table$paths <- c(fixed(first), fixed(second))
  table
}

# CSV of the command as a data frame. A column of numbers is one where each is written as numbers are: 007 is a name.
.table <- function(text) {
  if (!nzchar(text)) return(data.frame())
  table <- utils::read.csv(text = text, colClasses = "character", check.names = FALSE, na.strings = "", encoding = "UTF-8")
  table[] <- lapply(table, function(column) {
    known <- column[!is.na(column)]
    if (!length(known)) return(as.numeric(column))
    if (all(known %in% c("true", "false"))) return(column == "true")
    if (all(grepl("^-?(0|[1-9][0-9]*)([.][0-9]+)?(e[-+]?[0-9]+)?$", known, ignore.case = TRUE))) return(as.numeric(column))
    Encoding(column) <- "UTF-8"
    column
  })
  table
}

# The folder of a fit.
.folder <- function(x) {
  if (is.null(x$folder)) .stop_usage("this result has no draws: only a fit of one question keeps them")
  if (!dir.exists(x$folder)) {
    .stop_usage(paste0(x$folder, ": the folder of the fit is gone, as it goes with the session. save_fit() and out keep it"))
  }
  x$folder
}

# The report of an earlier run, as a fit.
.reported <- function(folder) {
  .run("report", c(paste0("--also=", formats <- tempfile("report", fileext = paste0(".", names(.formats)))), "--", folder),
       good = c(0L, 4L))
  on.exit(unlink(formats))
  x <- list(command = "fit", formats = .formats)
  x$formats[] <- vapply(formats, .read, "")
  x$formats[["txt"]] <- .in_r(x$formats[["txt"]])
  x$table <- .table(x$formats[["csv"]])
  x$folder <- folder
  structure(x, class = c("concord_fit", "concord"))
}

# A study with known truth.
.simulated <- function(arguments) {
  folder <- tempfile("concord")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  study <- file.path(folder, "study.csv")
  truth <- file.path(folder, "truth.json")
  .run("simulate", c(.flags("simulate", arguments), paste0("--output=", study), paste0("--truth=", truth)))
  structure(.table(.read(study)), truth = jsonlite::fromJSON(.read(truth)))
}
