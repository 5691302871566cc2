# Errors and warnings in the command's own words. Conditions have its facts as fields: code, row or line, column, ...

.stop <- function(kind, text, facts = list()) {
  classes <- c(paste0("concord_", kind, "_error"), "concord_error", "error", "condition")
  facts <- facts[setdiff(names(facts), c("message", "call"))]
  stop(structure(class = classes, c(list(message = .shown(text), call = NULL), facts)))
}

.stop_usage <- function(text) .stop("usage", text)
.stop_input <- function(text, ...) .stop("input", text, list(...))

.warn <- function(kind, text) {
  classes <- c(paste0("concord_", kind, "_warning"), "concord_warning", "warning", "condition")
  warning(structure(class = classes, list(message = .shown(text), call = NULL)))
}
