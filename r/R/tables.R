# From data frames to files that the command reads.

# What a call is about: paths for the command, the folder that it runs in, and what messages call the labels.
.source <- function(data, name, folder) {
  if (inherits(data, "concord")) return(list(paths = .place(data, folder)))
  if (is.character(data) && is.null(dim(data))) {
    if (!length(data) || anyNA(data)) .stop_usage("there is no path of a file")
    return(list(paths = path.expand(data)))
  }
  flags <- NULL
  if (is.matrix(data)) { # as packages for agreement have them: a row an item, a column a labeler
    people <- if (is.null(colnames(data))) paste0("rater", seq_len(ncol(data))) else colnames(data)
    id <- make.unique(c(people, "item"))[length(people) + 1]
    items <- if (is.null(rownames(data))) seq_len(nrow(data)) else rownames(data)
    data <- stats::setNames(cbind(data.frame(items), as.data.frame(data)), c(id, people))
    flags <- list(item = id, wide = people)
  }
  if (!is.data.frame(data)) {
    .stop_usage(sprintf("%s is no table of labels: give a data frame, or paths of files", class(data)[1]))
  }
  name <- if (is.name(name) && grepl("^[[:alnum:]._ ]{1,60}$", as.character(name))) as.character(name) else "data"
  while (file.exists(file.path(folder, name))) name <- paste0(name, "_2")
  lines <- .write_table(data, file.path(folder, name))
  list(paths = name, wd = folder, name = name, data = data, flags = flags,
       row = function(line) findInterval(line - 2, c(0, cumsum(1 + nchar(gsub("[^\n]", "", lines))))))
}

# Where the command finds an earlier result: the folder of a fit, or a file of JSON.
.place <- function(x, folder) {
  if (!is.null(x$folder)) return(.folder(x))
  path <- tempfile("result", folder, ".json")
  .write(x$formats$json, path)
  path
}

# Writes CSV and returns its rows as text.
.write_table <- function(data, path) {
  names <- enc2utf8(names(data))
  if (anyDuplicated(names)) {
    .stop_input(sprintf("several columns are called \"%s\": give each a name of its own", names[anyDuplicated(names)]))
  }
  if (!length(names)) .stop_input("the data frame has no columns")
  lines <- do.call(paste, c(unname(Map(.cells, as.list(data), names)), sep = ","))
  .write(c(paste(.quoted(names), collapse = ","), lines), path)
  lines
}

# A column as cells of CSV; NA is an empty one.
.cells <- function(column, name) {
  text <- if (is.factor(column)) .quoted(levels(column))[as.integer(column)]
    else if (inherits(column, "Date")) format(column)
    else if (inherits(column, "POSIXt")) format(column, "%Y-%m-%d %H:%M:%S")
    else if (inherits(column, "integer64")) format(column)
    else if (is.list(column) && is.null(dim(column))) .quoted(vapply(column, .json_cell, ""))
    else if (!is.null(dim(column))) {
      .stop_input(sprintf("column \"%s\" is a table of its own: give each of its columns a name", name), column = name)
    } else if (is.logical(column)) c("false", "true")[column + 1L]
    else if (is.numeric(column)) .number(as.numeric(column))
    else {
      each <- unique(as.character(column))
      .quoted(each)[match(as.character(column), each)]
    }
  text[is.na(column)] <- ""
  text
}

# Several labels in a cell: a list as JSON has it.
.json_cell <- function(value) if (length(value)) as.character(jsonlite::toJSON(value, digits = NA)) else ""

.quoted <- function(text) paste0('"', gsub('"', '""', enc2utf8(text), fixed = TRUE), '"')

# Flags that say what an ordered factor knows and a file of CSV does not: the order of the labels.
.order_flags <- function(source, command, arguments) {
  ordered <- names(source$data)[vapply(source$data, is.ordered, NA)]
  if (!length(ordered) || !is.null(arguments$order) || !is.null(arguments$positive) || command == "rank") return(NULL)
  label <- arguments$label
  if (is.null(label) || any(grepl("[*?]|^all$", label))) label <- .label_columns(source, arguments)
  levels <- unique(lapply(source$data[intersect(if (length(label)) label else ordered, ordered)], levels))
  if (!length(levels)) return(NULL)
  if (length(levels) > 1) .stop_input("the label columns are ordered factors of different levels: give order")
  levels <- levels[[1]]
  if (length(levels) == 2) .flag("fit", "positive", levels[2]) else .flag("fit", "order", levels)
}

# The column that the command takes for the label; none where labelers are columns, or where nothing could be found.
.label_columns <- function(source, arguments) {
  reads <- arguments[intersect(names(arguments), names(.kinds$check))]
  words <- c("--format=json", .flags("check", reads), "--", source$paths)
  tried <- tryCatch(suppressWarnings(.run("check", words, source)), concord_error = function(e) NULL) # which the call says
  if (!is.null(tried)) jsonlite::fromJSON(tried$text)$data$columns$label
}

.write <- function(text, path) {
  out <- file(path, "wb")
  on.exit(close(out))
  writeLines(text, out, useBytes = TRUE)
}

.read <- function(path) {
  text <- readChar(path, file.size(path), useBytes = TRUE)
  Encoding(text) <- "UTF-8"
  text
}
