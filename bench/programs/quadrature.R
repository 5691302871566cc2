# How far Laplace's approximation is off: the maximum of the likelihood by it and by adaptive Gauss-Hermite quadrature,
# lme4's nAGQ = 1 and 25. lme4 has quadrature for one factor only, so this is each study without
# effects of labelers; beside it the posterior mean of fit for that model.

print_quadrature <- function(command, s) {
  if (s$family != "bernoulli") return(invisible())
  cat("| study, without labelers | Laplace | quadrature | difference in posterior SDs | fit: mean | SD |\n")
  cat(strrep("| --- ", 6), "|\n", sep = "")
  for (study in s$studies) {
    d <- s$labels[s$labels$study == study, c("item", "labeler", "study", "label")]
    file <- tempfile(fileext = ".csv")
    out <- tempfile(fileext = ".json")
    write.csv(d, file, row.names = FALSE)
    failed <- system2(command, c(shQuote(file), "--labeler-effects", "none", "--quiet", "--bootstrap", 0, "--replications", 0,
                                 "--draws", 5000, "--format", "json"), stdout = out)
    if (failed != 0) stop("fit failed")
    e <- subset(fromJSON(out)$rows, quantity == "item_sd" & !is.na(rhat))
    item_sd <- function(nodes) attr(lme4::VarCorr(lme4::glmer(label ~ 1 + (1 | item), d, binomial, nAGQ = nodes))$item, "stddev")[[1]]
    laplace <- item_sd(1)
    exact <- item_sd(25)
    cat(sprintf("| %s: item_sd | %.4f | %.4f | %+.2f | %.4f | %.3f |\n", study, laplace, exact, (laplace - exact) / e$sd, e$value, e$sd))
  }
  cat("\n")
}
