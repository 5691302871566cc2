# Arguments of functions as flags of the command.
#
# .kinds, which generate.R writes, says how each flag of each command takes its value: "switch" has none, "list" takes
# several in one, "repeated" one at a time, "model" the arguments of another model, "path" a file or folder, "value" the rest.

.flags <- function(command, arguments) {
  arguments <- arguments[!vapply(arguments, is.null, NA)]
  unlist(Map(function(name, value) .flag(command, name, value), names(arguments), arguments), use.names = FALSE)
}

.flag <- function(command, name, value) {
  kind <- .kinds[[command]][[name]]
  if (name %in% c("labeler", "group") && isFALSE(value)) value <- "-"
  if (!length(value)) .stop_usage(sprintf("%s is empty: leave it out, or name something", name))
  if (anyNA(unlist(value))) .stop_usage(sprintf("%s holds NA", name))
  values <- switch(kind,
    model = .other_models(value),
    path = normalizePath(value, "/", mustWork = FALSE),
    if (is.list(value) && is.null(names(value))) .groups(value)
    else if (!is.null(names(value))) .settings(value, apart = kind == "repeated")
    else if (kind == "repeated") .written(value)
    else if (kind == "list" || length(value) > 1) .record(.written(value))
    else .written(value))
  paste0("--", gsub("_", "-", name, fixed = TRUE), "=", values)
}

# A value as the command's own columns write it.
.written <- function(value) {
  if (is.factor(value)) value <- as.character(value)
  if (is.logical(value)) c("false", "true")[value + 1L]
  else if (is.numeric(value)) .number(value)
  else enc2utf8(as.character(value))
}

# Values as one record of CSV. A name that begins with @ is quoted: it is no file of names.
.record <- function(values) {
  odd <- grepl('[,"\n\r]|^@|^ | $', values) | !nzchar(values)
  values[odd] <- paste0('"', gsub('"', '""', values[odd], fixed = TRUE), '"')
  paste(values, collapse = ",")
}

# Numbers by name: c(experts = 2, crowd = 0.1).
.settings <- function(value, apart) {
  if (any(!nzchar(names(value)))) .stop_usage("some of the values have names and some have none")
  each <- paste0(names(value), "=", vapply(value, function(v) .record(.written(v)), ""))
  if (apart) each else .record(each)
}

# Numbers for each study, after a slash.
.groups <- function(value) paste(vapply(value, function(v) paste(.written(v), collapse = ","), ""), collapse = "/")

# The arguments of another model, as in list(labeler_effects = "none"), or several such lists; quoted as the command splits.
.other_models <- function(value) {
  if (is.character(value)) return(value)
  if (!is.null(names(value))) value <- list(value)
  vapply(value, function(arguments) {
    unknown <- setdiff(names(arguments), names(.kinds$fit))
    if (length(unknown)) .stop_usage(sprintf("%s is no argument of a model", unknown[1]))
    flags <- .flags("fit", arguments)
    at <- regexpr("=", flags, fixed = TRUE)
    quote <- ifelse(grepl('"', flags, fixed = TRUE), "'", '"')
    paste0(substr(flags, 1, at - 1), " ", quote, substring(flags, at + 1), quote, collapse = " ")
  }, "")
}

# Numbers in all their digits, and in no more than they need; 100000 is not 1e+05.
.number <- function(x) {
  each <- unique(x)
  text <- sprintf("%.15g", each)
  more <- is.finite(each)
  more[more] <- as.numeric(text[more]) != each[more]
  text[more] <- sprintf("%.17g", each[more])
  text[match(x, each)]
}
