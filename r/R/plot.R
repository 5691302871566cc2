utils::globalVariables(".data") # of ggplot2

# Pictures of a result: a point and an interval for each row of its table.

plot.concord <- function(x, quantity = NULL, ...) {
  rows <- .intervals(x$table, x$command)
  if (!is.null(quantity)) {
    unknown <- setdiff(quantity, rows$quantity)
    if (length(unknown)) .stop_usage(sprintf("there is no quantity \"%s\"; there are %s", unknown[1], toString(unique(rows$quantity))))
    rows <- rows[rows$quantity %in% quantity, ]
  }
  if (!nrow(rows)) .stop_usage("no number of this result has an interval: summary() and html() show it")
  rows$quantity <- factor(rows$quantity, unique(rows$quantity))
  rows$row <- factor(rows$row, rev(unique(rows$row)))
  if (requireNamespace("ggplot2", quietly = TRUE)) .plot_rows(rows) else .plot_base(rows)
}

.plot_rows <- function(rows) {
  ggplot2::ggplot(rows, ggplot2::aes(x = .data$estimate, y = .data$row, xmin = .data$lower, xmax = .data$upper)) +
    ggplot2::geom_pointrange(na.rm = TRUE) +
    ggplot2::facet_wrap(ggplot2::vars(.data$quantity), scales = "free") +
    ggplot2::labs(x = NULL, y = NULL)
}

.plot_base <- function(rows) {
  before <- graphics::par(mfrow = grDevices::n2mfrow(min(4, nlevels(rows$quantity))), mar = c(3, 11, 2, 1))
  on.exit(graphics::par(before))
  for (of in split(rows, rows$quantity)) {
    at <- rev(seq_len(nrow(of)))
    graphics::plot(of$estimate, at, xlim = range(of$lower, of$upper, na.rm = TRUE), ylim = c(0.5, max(at) + 0.5), yaxt = "n",
                   xlab = "", ylab = "", main = .shown(as.character(of$quantity[1])), pch = 19)
    graphics::segments(of$lower, at, of$upper, at)
    graphics::axis(2, at, .shown(as.character(of$row)), las = 1)
  }
  invisible(rows)
}

# The estimates of a table that have intervals: its lower and upper, or those of several columns (leaning_lower, ...).
.intervals <- function(table, command) {
  # Numbers of the fit itself: neither under another prior nor implied by the model.
  if (!is.null(table$prior)) table <- table[is.na(table$prior) & !table$by %in% "model", ]
  named <- sub("_lower$", "", grep("_lower$", names(table), value = TRUE))
  named <- named[paste0(named, "_upper") %in% names(table) & named %in% names(table)]
  measured <- c("quantity", "scale", "estimate", "sd", "median", "value", "lower", "upper", "undefined", "count", "k")
  words <- names(table)[vapply(table, is.character, NA)]
  id <- setdiff(words, c(measured, "verdict", "term", "design", "resampled", "method", "name", "status", "reason", "why", "said", "distance", "event", "coefficient", "table", "column"))
  id <- utils::head(id[vapply(table[id], function(c) !all(is.na(c)), NA)], 3)
  row <- if (length(id)) apply(table[id], 1, function(r) paste(r[!is.na(r)], collapse = ", ")) else rep(command, nrow(table))
  if (all(c("lower", "upper") %in% names(table))) {
    of <- function(name) if (is.null(table[[name]])) rep(NA_real_, nrow(table)) else as.numeric(table[[name]])
    estimate <- ifelse(is.na(of("value")), ifelse(is.na(of("estimate")), of("median"), of("estimate")), of("value"))
    quantity <- if (!is.null(table$quantity)) table$quantity else if (is.null(table$column)) command else table$column
    rows <- data.frame(quantity = quantity, row = row, estimate = estimate, lower = of("lower"), upper = of("upper"),
                       scale = if (is.null(table$scale)) NA else table$scale)
    # Of the two scales of a fit, that of the labels.
    both <- rows$quantity %in% rows$quantity[!rows$scale %in% "latent"] & rows$scale %in% "latent"
    rows <- rows[!both, ]
  } else {
    rows <- do.call(rbind, lapply(named, function(name) data.frame(
      quantity = rep(name, nrow(table)), row = row, estimate = table[[name]], lower = table[[paste0(name, "_lower")]],
      upper = table[[paste0(name, "_upper")]], scale = NA)))
  }
  rows[!is.na(rows$lower) & !is.na(rows$upper) & !is.na(rows$estimate), ]
}
