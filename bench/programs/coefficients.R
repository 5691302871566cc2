# Coefficients of agreement: fit agreement beside psych, psy, multilevel, vcd, lme4 and nltk.
#
# Over all labels of a study where the other program takes missing ones; over a complete block of
# items and labelers, and its first two labelers, where it does not.

print_coefficients <- function(command, s) {
  cat("| study | coefficient | fit | other programs |\n| --- | --- | --- | --- |\n")
  for (study in s$studies) {
    d <- s$labels[s$labels$study == study, c("item", "labeler", "study", "label")]
    d$item <- factor(d$item)
    all_labels(command, s, study, d)
    b <- block(d)
    on_block(command, sprintf("%s, %d items × %d labelers", study, nrow(b), ncol(b)), b, s$family)
  }
}

# The coefficients that fit agreement computes of labels, with their standard errors.
agreement <- function(command, labels, distance) {
  file <- tempfile(fileext = ".csv")
  out <- tempfile(fileext = ".json")
  write.csv(labels, file, row.names = FALSE)
  failed <- system2(command, c("agreement", shQuote(file), "--quiet", "--bootstrap", 0, "--coefficients", "all",
                               "--distance", distance, "--format", "json"), stdout = out)
  if (failed != 0) stop("fit agreement failed")
  a <- fromJSON(out)$rows
  list(estimate = setNames(a$value, a$quantity), se = setNames(a$sd, a$quantity))
}

line <- function(study, name, ours, others) {
  others <- others[!is.na(others)]
  cat("| ", study, " | ", name, " | ", sprintf("%.5f", ours), " | ",
      paste0(names(others), " ", sprintf("%.5f", others), collapse = "; "), " |\n", sep = "")
}

all_labels <- function(command, s, study, d) {
  distance <- if (s$family == "gaussian") "interval" else "nominal"
  ours <- agreement(command, d, distance)$estimate
  line(study, paste0("Krippendorff's alpha (", distance, ")"), ours["kripp_alpha"], c(nltk = nltk_alpha(d, distance)))
  one_way <- aov(label ~ item, d)
  v <- components(lme4::lmer(label ~ 1 + (1 | item), d))
  wide <- tapply(d$label, list(d$item, d$labeler), mean)
  p <- suppressWarnings(suppressMessages(psych::ICC(wide, missing = FALSE, lmer = TRUE)))$results$ICC
  line(study, "ICC(1)", ours["icc_1"], c(`multilevel::ICC1` = multilevel::ICC1(one_way), `lme4, one way` = v[["item"]] / sum(v)))
  line(study, "ICC(1,k)", ours["icc_1k"], c(`multilevel::ICC2` = multilevel::ICC2(one_way)))
  v <- components(lme4::lmer(label ~ 1 + (1 | item) + (1 | labeler), d))
  model <- model_icc(command, d)
  name <- sprintf("ICC(A,1), undefined with missing labels: model's ICC (SD %.3f; tail probability of alpha %.2f)", model$sd, model$tail)
  line(study, name, model$mean,
       c(`psych::ICC ICC2` = p[2], `lme4, two ways` = v[["item"]] / sum(v)))
}

components <- function(fit) with(as.data.frame(lme4::VarCorr(fit)), setNames(vcov, grp))

# The ICC on the scale of the labels when fit sees this study only, and how far out Krippendorff's alpha of these labels
# is among studies of other items and labelers that are replicated from the fit.
model_icc <- function(command, d) {
  file <- tempfile(fileext = ".csv")
  out <- tempfile(fileext = ".json")
  write.csv(d, file, row.names = FALSE)
  if (system2(command, c(shQuote(file), "--quiet", "--bootstrap", 0, "--format", "json"), stdout = out) != 0) stop("fit failed")
  rows <- fromJSON(out)$rows
  e <- subset(rows, quantity == "icc" & is.na(scale) & !is.na(rhat))
  list(mean = e$value, sd = e$sd, tail = subset(rows, quantity == "kripp_alpha" & is.na(by))$p)
}

nltk_alpha <- function(d, distance) {
  file <- tempfile(fileext = ".csv")
  write.table(d[c("labeler", "item", "label")], file, sep = "\t", row.names = FALSE, col.names = FALSE, quote = FALSE)
  code <- c("import sys", "from nltk.metrics.agreement import AnnotationTask", "from nltk.metrics import binary_distance, interval_distance",
            "rows = [l.rstrip('\\n').split('\\t') for l in open(sys.argv[1])]",
            sprintf("task = AnnotationTask([(a, b, float(c)) for a, b, c in rows], distance=%s)",
                    if (distance == "interval") "interval_distance" else "binary_distance"),
            "print(repr(task.alpha()))")
  script <- tempfile(fileext = ".py")
  writeLines(code, script)
  as.numeric(tail(system2("/usr/bin/python3", c(script, file), stdout = TRUE), 1))
}

# A block of items that each of its labelers labelled: from the two labelers who share most items on, always the labeler
# who keeps most of them; of these blocks, down to 10 items, the one of most labels.
block <- function(d) {
  wide <- tapply(d$label, list(d$item, as.character(d$labeler)), mean)
  seen <- !is.na(wide)
  shared <- crossprod(seen)
  diag(shared) <- 0
  chosen <- sort(arrayInd(which.max(shared), dim(shared))[1, ])
  items <- seen[, chosen[1]] & seen[, chosen[2]]
  best <- wide[items, chosen]
  repeat {
    rest <- colSums(seen & items)
    rest[chosen] <- 0
    if (max(rest) < 10) return(best)
    chosen <- c(chosen, which.max(rest))
    items <- items & seen[, which.max(rest)]
    if (sum(items) * length(chosen) >= length(best)) best <- wide[items, chosen]
  }
}

long <- function(block) data.frame(item = rownames(block)[row(block)], labeler = colnames(block)[col(block)], study = "block", label = c(block))

on_block <- function(command, study, b, family) {
  ours <- agreement(command, long(b), "interval")$estimate
  p <- suppressWarnings(psych::ICC(b, lmer = FALSE))$results$ICC
  y <- psy::icc(b)
  line(study, "ICC(1)", ours["icc_1"], c(`psych::ICC ICC1` = p[1]))
  line(study, "ICC(A,1)", ours["icc_A1"], c(`psych::ICC ICC2` = p[2], `psy::icc` = y$icc.agreement))
  line(study, "ICC(C,1)", ours["icc_C1"], c(`psych::ICC ICC3` = p[3], `psy::icc` = y$icc.consistency))
  line(study, "ICC(A,k)", ours["icc_Ak"], c(`psych::ICC ICC2k` = p[5]))
  alpha <- suppressMessages(suppressWarnings(psych::alpha(b, warnings = FALSE)))
  line(study, "ICC(C,k), Cronbach's alpha", ours["icc_Ck"],
       c(`psych::ICC ICC3k` = p[6], `psych::alpha` = alpha$total$raw_alpha, `psy::cronbach` = psy::cronbach(b)$alpha))

  two <- b[, 1:2]
  pair <- paste(sub(",.*", "", study), "two labelers,", nrow(two), "items", sep = " ")
  values <- sort(unique(c(two)))
  table <- table(factor(two[, 1], values), factor(two[, 2], values))
  if (family == "bernoulli") {
    nominal <- agreement(command, long(two), "nominal")
    p <- psych::cohen.kappa(two)
    v <- vcd::Kappa(table)
    line(pair, "Cohen's kappa", nominal$estimate["cohen_kappa"],
         c(`psych::cohen.kappa` = p$kappa, `vcd::Kappa` = v$Unweighted[["value"]], `psy::ckappa` = psy::ckappa(two)$kappa))
    line(pair, "its standard error", nominal$se["cohen_kappa"], c(`psych::cohen.kappa` = sqrt(p$var.kappa), `vcd::Kappa` = v$Unweighted[["ASE"]]))
    return(invisible())
  }
  squared <- agreement(command, long(two), "quadratic")$estimate
  places <- long(two)
  places$label <- match(places$label, values)
  by_place <- agreement(command, places, "quadratic")$estimate
  weights <- 1 - outer(values, values, "-")^2 / diff(range(values))^2
  line(pair, "Cohen's kappa, quadratic in the labels", squared["cohen_kappa"],
       c(`psych::cohen.kappa with these weights` = psych::cohen.kappa(table, w = weights)$weighted.kappa))
  line(pair, "Cohen's kappa, quadratic in their places", by_place["cohen_kappa"],
       c(`psych::cohen.kappa` = psych::cohen.kappa(table)$weighted.kappa,
         `vcd::Kappa` = vcd::Kappa(table, weights = "Fleiss-Cohen")$Weighted[["value"]]))
}
