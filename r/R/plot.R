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

# The rows that have intervals. Of the two scales of a fit, that of the labels.
.intervals <- function(table, command) {
  # Numbers of the fit itself: neither under another prior nor implied by the model.
  table <- table[is.na(table$prior) & !table$by %in% "model", ]
  measured <- c("quantity", "scale", "verdict", "term", "design", "method", "name", "status", "reason", "why", "said", "distance", "event")
  id <- setdiff(names(table)[vapply(table, is.character, NA)], measured)
  id <- utils::head(id[vapply(table[id], function(c) !all(is.na(c)), NA)], 3)
  row <- if (length(id)) apply(table[id], 1, function(r) paste(r[!is.na(r)], collapse = ", ")) else rep(command, nrow(table))
  rows <- data.frame(quantity = table$quantity, row = row, estimate = as.numeric(table$value), lower = as.numeric(table$lower),
                     upper = as.numeric(table$upper), scale = table$scale)
  both <- rows$quantity %in% rows$quantity[!rows$scale %in% "latent"] & rows$scale %in% "latent"
  rows <- rows[!both, ]
  rows[!is.na(rows$lower) & !is.na(rows$upper) & !is.na(rows$estimate), ]
}
