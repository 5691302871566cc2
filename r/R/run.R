# Runs the command.

# The path of the command that the package runs. Another program may be called fit, too, so the search path is not asked.
command_path <- function() {
  named <- c(getOption("concord.fit"), Sys.getenv("CONCORD_FIT"))
  named <- named[nzchar(named)]
  if (length(named)) return(path.expand(named[1]))
  name <- if (.Platform$OS.type == "windows") "fit.exe" else "fit"
  carried <- system.file("bin", name, package = "concord")
  if (nzchar(carried)) return(carried)
  .stop("command", paste0(
    "the command fit is not there. A package that r/build makes carries it. Otherwise options(concord.fit = \"/path/to/fit\"), ",
    "or the environment variable CONCORD_FIT, names it"))
}

# Runs the command, hands its messages on, and returns what it printed. An exit code that is not good is an error.
# No shell sees the arguments. An interrupt ends the command.
.run <- function(command, words, source = list(), good = 0L, progress = FALSE) {
  out <- tempfile("out")
  on.exit(unlink(out))
  process <- processx::process$new(
    command_path(), c(strsplit(command, " ", fixed = TRUE)[[1]], enc2utf8(words)), stdin = NULL, stdout = out, stderr = "|",
    wd = source$wd, env = c("current", FIT_MESSAGES = "json"), encoding = "UTF-8")
  on.exit(if (process$is_alive()) process$kill(), add = TRUE)
  told <- list()
  rest <- character()
  while (process$is_alive() || process$is_incomplete_error()) {
    process$poll_io(200)
    for (line in process$read_error_lines()) {
      message <- tryCatch(jsonlite::fromJSON(line), error = function(e) NULL)
      if (!is.list(message)) rest <- c(rest, line)
      else if (message$kind == "progress") .show_progress(message, progress)
      else told <- c(told, list(message))
    }
  }
  .show_progress(NULL, progress)
  code <- process$get_exit_status()
  kinds <- vapply(told, function(m) m$kind, "")
  for (message in told[kinds == "warning"]) .warn("data", .in_r(message$text))
  # fit check prints what it finds also of labels that cannot be used.
  found <- command == "check" && code == 3 && file.size(out) > 0
  if (!code %in% good && !found) .fail(code, c(told[kinds == "error"], list(NULL))[[1]], rest, source)
  list(text = .read(out), code = code)
}

.fail <- function(code, facts, rest, source) {
  if (is.null(facts)) {
    .stop("command", paste(c(sprintf("fit ended with exit code %d", code), utils::tail(rest, 20)), collapse = "\n"))
  }
  if (!is.null(source$row) && !is.null(facts$line)) {
    facts$text <- sub(sprintf("%s:%d:", source$name, facts$line), sprintf("%s, line %d:", source$name, facts$line), facts$text,
                      fixed = TRUE)
    lines <- gregexpr("\\bline \\d+", facts$text)
    regmatches(facts$text, lines) <- lapply(regmatches(facts$text, lines), function(of) {
      paste("row", source$row(as.integer(sub("line ", "", of))))
    })
    facts$row <- source$row(facts$line)
    facts$line <- NULL
  }
  kind <- switch(as.character(code), "2" = "usage", "3" = "input", "command")
  .stop(kind, .in_r(facts$text), facts[setdiff(names(facts), c("kind", "text", "exit_code"))])
}

.show_progress <- function(message, wanted) {
  if (is.function(wanted)) {
    if (!is.null(message)) wanted(message)
  } else if (isTRUE(wanted)) {
    text <- if (is.null(message)) "" else message$text
    cat("\r", text, strrep(" ", max(0, 79 - nchar(text))), if (is.null(message)) "\r", sep = "", file = stderr())
  }
}
