# Writes R/functions.R and man/*.Rd: the command's commands as functions, with its flags as arguments.
#
#   Rscript generate.R FIT
#
# FIT is the command. Names, order and descriptions come from its help; what is not an argument in R stands below with its
# reason. r/build runs this each time, so that functions and command cannot part; tests/testthat/test-arguments.R tries both.

# Flags that are no arguments, and why.
not_here <- c(
  help = "help pages", version = "packageVersion", quiet = "progress = FALSE", format = "report()", full = "summary() has every number",
  also = "report() and as.list()", html = "html()", card = "the card of the command", text = "the page of the command has the texts of items",
  strict = "options(warn = 2)", "fail-if" = "an if", from = "load_fit(), or the same call again", output = "the value",
  truth = "an attribute of the value", pages = "a table has every part")
# Functions of another name: R has functions of these names, or next is a word of R.
renamed <- c(next_ = "next_labels", rank = "rank_candidates", simulate = "simulate_labels")
# Further commands, with their title.
below <- c("plan score" = "How many items must people label so that a score is known?")
# Arguments that come first after data, since a call needs them.
first_arguments <- list(judge = "humans", rank_candidates = "pair", next_labels = "budget")

examples <- c(
  fit = 'labels <- demo_labels()\nanswer <- fit(labels, reference = "reference", draws = 300)\nanswer\nsummary(answer)',
  check = "check(demo_labels())",
  agreement = 'agreement(demo_labels(), coefficients = c("kripp_alpha", "cross_kappa"))',
  judge = 'judge(demo_labels(), humans = "control", draws = 300)',
  plan = "plan(assume = c(icc = 0.4, worth = 2))",
  plan_score = "plan_score(assume = c(r = 0.6, share = 0.7), judged = 5000, within = 0.02)",
  simulate_labels = 'labels <- simulate_labels(studies = c("experts", "crowd"), items = 50, correlation = 0.8)\nattr(labels, "truth")$icc')

said <- function(binary, ...) {
  text <- system2(binary, shQuote(c(..., "--help")), stdout = TRUE)
  Encoding(text) <- "UTF-8"
  text
}

# The flags that a help lists, in its order: name, kind of value, text.
flags_of <- function(help) {
  help <- c(help[seq_along(help) > match("Examples:", help)], "")
  flags <- list()
  name <- NULL
  for (line in help) {
    found <- regmatches(line, regexec("^ +(?:-\\w, )?--([a-z-]+)(?: (\\S+))?\\s{2,}(.*)", line, perl = TRUE))[[1]]
    if (!is.null(name) && (length(found) || !nzchar(trimws(line)))) {
      flags[[name]] <- c(value, paste(text, collapse = " "))
      name <- NULL
    }
    if (length(found)) {
      name <- found[2]
      value <- found[3]
      text <- found[4]
    } else if (!is.null(name)) text <- c(text, trimws(line))
  }
  flags[!names(flags) %in% names(not_here)]
}

kind_of <- function(flag) {
  if (grepl("(repeatable", flag[2], fixed = TRUE)) return("repeated")
  switch(flag[1], "switch" = , "spellings" = , "labels" = , "labelers" = , "names" = "list", "flags" = "model", "file" = ,
         "folder" = "path", if (nzchar(flag[1])) "value" else "switch")
}

# What the help says of a flag, in R's terms.
described <- function(name, argument, flag) {
  text <- flag[2]
  if (argument %in% c("labeler", "study")) text <- gsub("- for none", "FALSE for none", text, fixed = TRUE)
  text <- sub(", or @FILE with (a name in each line|one per line)", "", text)
  text <- gsub("\\s*\\(repeatable\\)", "; or several", text)
  text <- gsub("\\(repeatable([;:])", "(or several\\1", text)
  if (argument == "compare") {
    text <- sub("flags of another model", "arguments of another model", sub("'--labeler-effects none'",
      'list(labeler_effects = "none")', text, fixed = TRUE), fixed = TRUE)
  }
  if (argument == "out" && name %in% c("fit", "batch")) text <- paste0(text, " (default: a temporary folder, kept as long as the session)")
  if (name == "fit" && argument %in% c("items", "labelers")) {
    text <- paste0("TRUE keeps ", sub("^file \\(.csv or .json\\) for ", "", text), ", as a data frame of the result")
  }
  text <- sub('\\(default "([^"]*)"\\)', "(default \\1)", text)
  paste0(.in_r(trimws(sub("\\(default -1\\)$", "", text))), ".")
}

escaped <- function(text) gsub("([%{}\\\\])", "\\\\\\1", text)

# The description of a command, as paragraphs of Rd: lists, which stand two blanks in, as they are.
details_of <- function(help) {
  help <- help[seq_len(match("Usage:", help) - 1)]
  paragraphs <- split(help, cumsum(!nzchar(help)))
  texts <- vapply(paragraphs, function(lines) {
    lines <- lines[nzchar(lines)]
    if (!length(lines) || grepl("^(Exit codes|More in the source):", lines[1])) return("")
    text <- escaped(.in_r(paste(lines, collapse = "\n")))
    if (startsWith(lines[1], "  ")) paste0("\\preformatted{", text, "}") else text
  }, "")
  paste(texts[nzchar(texts)], collapse = "\n\n")
}

function_of <- function(command) {
  name <- gsub(" ", "_", command, fixed = TRUE)
  if (name == "next") name <- "next_"
  if (name %in% names(renamed)) renamed[[name]] else name
}

# The functions that are written: command, name, title, help, flags. They are the commands that have a result to write, which
# --also says, and fit simulate. report and demo are report() and demo_labels().
functions_of <- function(binary) {
  root <- said(binary)
  listed <- strsplit(grep("\t", system2(binary, c("__complete", "''"), stdout = TRUE, stderr = FALSE), value = TRUE), "\t")
  titles <- c(fit = "How good are these labels? A Bayesian hierarchical model",
              stats::setNames(vapply(listed, `[`, "", 2), vapply(listed, `[`, "", 1)), below)
  has_result <- function(command) any(grepl("^ +(-o, )?--also ", do.call(said, as.list(c(binary, strsplit(command, " ")[[1]])))))
  titles <- titles[vapply(names(titles), function(c) c %in% c("fit", "simulate") || !c %in% c("report", "demo") && has_result(c), NA)]
  lapply(stats::setNames(names(titles), names(titles)), function(command) {
    help <- if (command == "fit") root else do.call(said, as.list(c(binary, strsplit(command, " ")[[1]])))
    name <- function_of(command)
    flags <- flags_of(help)
    arguments <- gsub("-", "_", names(flags), fixed = TRUE)
    first <- intersect(first_arguments[[name]], arguments)
    order <- c(match(first, arguments), which(!arguments %in% first))
    list(command = command, name = name, title = titles[[command]], help = help, flags = stats::setNames(flags, arguments)[order])
  })
}

own_arguments <- function(f) {
  if (f$command == "simulate") return(character())
  data <- c(data = paste("the labels, one a row: a data frame, or the paths of files that the command reads.",
                         "Columns that no argument names are found by their names."))
  if (f$command %in% c("plan", "plan score", "diagnose", "compare")) {
    data[["data"]] <- switch(f$command, diagnose = "a fit.", compare = "a fit, or the labels, as in \\code{\\link{fit}}.",
                             "a fit, or the labels of a pilot, as in \\code{\\link{fit}}; nothing with assume.")
  }
  if (f$command == "compare") data[["later"]] <- "the same, of the later run."
  data
}

written <- function(f) {
  own <- names(own_arguments(f))
  optional <- f$command %in% c("plan", "plan score")
  formals <- c(if (length(own)) c(paste0("data", if (optional) " = NULL"), own[-1]), if (length(f$flags)) paste(names(f$flags), "= NULL"),
               if (f$command != "simulate") "progress = interactive()")
  # An argument and its default stay together.
  lines <- strwrap(paste(gsub(" ", "~", formals, fixed = TRUE), collapse = ", "), 100, exdent = 2)
  usage <- paste0(f$name, "(", paste(gsub("~", " ", lines, fixed = TRUE), collapse = "\n"), ")")
  call <- if (f$command == "simulate") ".simulated(as.list(environment()))" else sprintf(
    '.answer("%s", as.list(environment())%s%s)', f$command, if (length(own)) ", data, substitute(data)" else "",
    if (f$command == "compare") ", later, substitute(later)" else "")
  list(usage = usage, code = sprintf("%s <- function%s\n{\n  %s\n}\n", f$name, sub("^[a-z_]+", "", usage), call))
}

page_of <- function(f, usage) {
  items <- c(own_arguments(f), mapply(function(argument, flag) escaped(described(f$name, argument, flag)), names(f$flags), f$flags),
             if (f$command != "simulate") c(progress = "show how far a call is; a function is called with each message of progress."))
  value <- if (f$command == "simulate") "A data frame of labels, whose attribute \"truth\" has the parameters." else
    "A result: see \\link{concord-results}. Errors and warnings are conditions of classes: see \\link{concord-conditions}."
  c("% generate.R wrote this from the help of the command.", paste0("\\name{", f$name, "}"), paste0("\\alias{", f$name, "}"),
    paste0("\\title{", escaped(.in_r(f$title)), "}"), "\\description{", details_of(f$help), "}", "\\usage{", usage, "}",
    "\\arguments{", sprintf("\\item{%s}{%s}", gsub("_", "\\_", names(items), fixed = TRUE), items), "}",
    paste0("\\value{", value, "}"),
    if (f$name %in% names(examples)) c("\\examples{", examples[[f$name]], "}"))
}

binary <- normalizePath(commandArgs(TRUE)[1])
.kinds <- list()
source("R/wording.R")
functions <- functions_of(binary)
.kinds <- lapply(functions, function(f) vapply(f$flags, kind_of, ""))
.kinds <- lapply(.kinds, function(of) if (length(of)) as.list(of) else stats::setNames(list(), character()))
with_page <- names(functions)[vapply(functions, function(f) f$command != "fit" && any(grepl("--html", f$help, fixed = TRUE) &
  grepl("^ +--html", f$help)), NA)]
code <- lapply(functions, written)
kinds <- vapply(names(.kinds), function(command) {
  of <- .kinds[[command]]
  if (!length(of)) return(sprintf("  \"%s\" = stats::setNames(list(), character())", command))
  sprintf("  \"%s\" = list(%s)", command, paste0("\n", paste(strwrap(paste(sprintf('%s = "%s"', names(of), of), collapse = ", "),
    110, prefix = "    "), collapse = "\n")))
}, "")
out <- file("R/functions.R", "wb")
writeLines(enc2utf8(c("# generate.R wrote this from the help of the command.", "", vapply(code, function(c) c$code, ""),
  "# Flags that are no arguments.", sprintf(".not_here <- c(%s)", paste0('"', names(not_here), '"', collapse = ", ")), "",
  "# Commands that write a page with their result.", sprintf(".with_page <- c(%s)", paste0('"', with_page, '"', collapse = ", ")), "",
  paste0(".kinds <- list(\n", paste(kinds, collapse = ",\n"), ")"))), out, useBytes = TRUE)
close(out)
for (f in functions) {
  out <- file(file.path("man", paste0(f$name, ".Rd")), "wb")
  writeLines(enc2utf8(page_of(f, code[[f$command]]$usage)), out, useBytes = TRUE)
  close(out)
}
