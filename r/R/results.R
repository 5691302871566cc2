# What a result can do.

print.concord <- function(x, ...) {
  cat(.shown(x$formats[["txt"]]))
  invisible(x)
}

summary.concord <- function(object, ...) object$table

as.data.frame.concord <- function(x, row.names = NULL, optional = FALSE, ...) x$table

part <- function(x, name) {
  whole <- jsonlite::fromJSON(x$formats[["json"]], flatten = TRUE)
  of <- whole
  for (step in strsplit(name, "$", fixed = TRUE)[[1]]) of <- if (is.list(of)) of[[step]]
  if (is.data.frame(of)) return(of)
  tables <- names(whole)[vapply(whole, is.data.frame, NA)]
  .stop_usage(sprintf("there is no table \"%s\"; there are %s", name, paste(tables, collapse = ", ")))
}

as.list.concord <- function(x, ...) jsonlite::fromJSON(x$formats[["json"]], simplifyVector = FALSE)

knit_print.concord <- function(x, ...) knitr::asis_output(x$formats[["md"]])

html <- function(x, file = NULL, view = is.null(file) && interactive()) {
  page <- x$page
  if (is.null(page)) {
    if (is.null(x$folder)) .stop_usage("this result has no page")
    path <- tempfile(fileext = ".html")
    on.exit(unlink(path))
    .run("report", c(paste0("--html=", path), "--", .folder(x)), good = c(0L, 4L))
    page <- .read(path)
  }
  if (view) {
    file <- tempfile("concord", fileext = ".html")
  }
  if (!is.null(file)) .write(page, file)
  if (view) utils::browseURL(file)
  invisible(page)
}

report <- function(x, format = c("text", "markdown", "latex", "csv", "json", "apa")) {
  format <- match.arg(format)
  if (format == "apa") return(.run("report", c("--format=apa", "--", .folder(x)), good = c(0L, 4L))$text)
  x$formats[[c(text = "txt", markdown = "md", latex = "tex", csv = "csv", json = "json")[[format]]]]
}

save_fit <- function(x, folder) {
  if (file.exists(folder)) .stop_usage(sprintf("%s: name a folder that is not there yet", folder))
  dir.create(folder)
  file.copy(list.files(.folder(x), full.names = TRUE), folder, recursive = TRUE)
  invisible(normalizePath(folder, "/"))
}

load_fit <- function(folder) .reported(normalizePath(folder, "/", mustWork = FALSE))

draws <- function(x) {
  folder <- .folder(x)
  posterior <- jsonlite::fromJSON(.read(file.path(folder, "draws.json")))$posterior
  run <- jsonlite::fromJSON(.read(file.path(folder, "run.json")), simplifyDataFrame = FALSE)
  variables <- stats::setNames(run$variables, vapply(run$variables, function(v) v$name, ""))
  columns <- lapply(names(posterior), function(name) {
    of <- posterior[[name]]
    shape <- dim(of)
    values <- matrix(aperm(of, c(2, 1, seq_along(shape)[-(1:2)])), nrow = shape[1] * shape[2])
    along <- run$coordinates[unlist(variables[[name]]$dims)]
    colnames(values) <- if (length(along)) {
      paste0(name, "[", do.call(paste, c(unname(expand.grid(along)), sep = ",")), "]")
    } else name
    values
  })
  chains <- nrow(posterior[[1]])
  each <- ncol(posterior[[1]])
  table <- data.frame(do.call(cbind, columns), .chain = rep(seq_len(chains), each = each), .iteration = rep(seq_len(each), chains),
                      .draw = seq_len(chains * each), check.names = FALSE)
  if (requireNamespace("posterior", quietly = TRUE)) posterior::as_draws_df(table) else table
}

explain <- function(term = NULL) {
  text <- .run("explain", c("--", term))$text
  cat(.shown(text))
  invisible(text)
}

demo_labels <- function() .table(.run("demo", "--csv")$text)
