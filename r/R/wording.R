# The command's words in R's terms: arguments in place of flags, functions in place of commands.

# What stands after a flag is its value where it is quoted, a placeholder such as NAME, of signs that no sentence begins
# with, or a word after which the sentence has an end: "--order makes labels" has no value, "--duplicates keep" has.
.flag_with_value <- paste0(
  "(?<![\\w-])--([a-z][a-z-]*)(?:[ =](?!--)(",
  "'(?:[^']|'\\\\'')*'|",
  "[A-Z][A-Z,]*\\b(?![a-z])|",
  "-(?=\\s|$|[;.])|",
  "(?:[^\\s;'\"]+[0-9,./_:=-][^\\s;'\"]*|[0-9][^\\s;'\"]*?)(?=[;:.)]?(?:\\s|$))|",
  "(?!(?:and|or|by|in|is|are|the|it|too|for|of|each|names|made|makes|says|has|that|they|both|goes|takes|asks)\\b)",
  "[^\\s;'\",.:()=]+(?=$|[.;:,)/]|\\s{2,}|\\n|[ ][(]|[ ]or\\b|[ ]for\\b|[ ]instead\\b|[ ]--)",
  "))?")

.in_r <- function(text) {
  text <- gsub("(?m)^Next   .*(\\n  fit .*)?$", "Every number: --full   Pictures: --html report.html", text, perl = TRUE)
  text <- gsub("--html report.html", "html()", gsub("Every number: --full", "Every number: summary()", text, fixed = TRUE), fixed = TRUE)
  text <- gsub("\\bfit explain\\b", "explain()", text, perl = TRUE)
  text <- gsub("\\bfit --each-category FILE", "batch(data, each_category = TRUE)", text, perl = TRUE)
  text <- gsub("\\bfit ([a-z]+) (?!says\\b)([\\w.]+)(?=\\n|$)", "\\1(\\2)", text, perl = TRUE)
  text <- gsub("\\bfit (agreement|check|judge|plan)\\b(?! score)", "\\1()", text, perl = TRUE)
  found <- gregexpr(.flag_with_value, text, perl = TRUE)
  regmatches(text, found) <- lapply(regmatches(text, found), function(flags) vapply(flags, .as_argument, ""))
  # Between two arguments, which had but a blank between them as flags.
  gsub('(?<=["\\])0-9]|TRUE) (?=[a-z_]+ = )', ", ", text, perl = TRUE)
}

.as_argument <- function(flag) {
  at <- regexpr("[ =]", flag)
  name <- gsub("-", "_", substring(if (at > 0) substr(flag, 1, at - 1) else flag, 3), fixed = TRUE)
  value <- if (at > 0) substring(flag, at + 1) else ""
  kind <- .kinds$batch[[name]]
  if (identical(kind, "switch")) return(paste0(name, " = TRUE", if (nzchar(value)) paste0(" ", value)))
  if (!nzchar(value)) return(name)
  end <- if (grepl("^[^'].*[.,:)]$", value)) substring(value, nchar(value)) else ""
  value <- substr(value, 1, nchar(value) - nchar(end))
  quoted <- startsWith(value, "'")
  if (quoted) value <- gsub("'\\''", "'", substr(value, 2, nchar(value) - 1), fixed = TRUE)
  literal <- if (value == "-" && name %in% c("labeler", "group")) "FALSE" else .literal(value, identical(kind, "list"))
  paste0(name, " = ", literal, end)
}

# The value of a flag, as one of R.
.literal <- function(value, list) {
  if (value %in% c("LIST", "NAME,NAME")) return("c(...)")
  if (grepl("^[A-Z]{3,}$", value)) return('"..."')
  if (grepl("^-?[0-9]+([.][0-9]+)?$", value)) return(value)
  values <- if (list) scan(text = value, what = "", sep = ",", quote = '"', quiet = TRUE, encoding = "UTF-8") else value
  values <- paste0('"', gsub('(["\\\\])', "\\\\\\1", enc2utf8(values)), '"')
  if (length(values) > 1) paste0("c(", paste(values, collapse = ", "), ")") else values
}

# Text as this session can show it: in its own letters where they are not those of UTF-8.
.shown <- function(text) {
  if (isTRUE(l10n_info()[["UTF-8"]])) return(text)
  for (sign in names(.ascii)) text <- gsub(sign, .ascii[[sign]], text, fixed = TRUE)
  iconv(text, "UTF-8", "", sub = "?")
}

.ascii <- c(
  "\u03c1" = "rho", "\u03ba" = "kappa", "\u03b1" = "alpha", "\u03c3" = "sigma", "\u03a6" = "Phi", "\u03bb" = "lambda", "\u0394" = "D",
  "\u2713" = "ok", "\u2717" = "no", "\u00b7" = "-", "\u00d7" = "x", "\u2212" = "-", "\u2013" = "-", "\u2014" = "-", "\u2026" = "...",
  "\u00b1" = "+-", "\u2265" = ">=", "\u2264" = "<=", "\u2248" = "~", "\u2192" = "->", "\u221a" = "sqrt", "\u00b2" = "^2",
  "R\u0302" = "Rhat", "\u2019" = "'", "\u00a0" = " ", "\u202f" = " ", "\u2009" = " ")
