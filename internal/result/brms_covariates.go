package result

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"concord/model/spec"
	"concord/study"
)

// covariateTerms returns the terms of covariates in a formula. With the names of the file these are the columns
// themselves, in each study if the studies have separate coefficients, and their parts of items and labelers. Code has
// a column for each coefficient, such as x2, or x2g1 for the coefficient in the first study. Columns i2 and l2 are the
// parts of items and labelers in x2.
func (name columnNames) covariateTerms(sp spec.Spec, studies int) []string {
	var terms []string
	n := 0
	for _, c := range sp.Covariates {
		apart := studies > 1 && !c.Common
		for _, part := range c.Parts() {
			if !name.ofCode {
				terms = append(terms, name.partTerm(c, part, apart))
				continue
			}
			for at := range c.Columns() {
				column := partLetter(part) + strconv.Itoa(n+at+1)
				if !apart {
					terms = append(terms, column)
					continue
				}
				for s := range studies {
					terms = append(terms, column+"g"+strconv.Itoa(s+1))
				}
			}
		}
		n += c.Columns()
	}
	return terms
}

// partTerm is the term of a part of a covariate in a formula of the file's columns: part(length, item) is the part of
// the length that belongs to items.
func (name columnNames) partTerm(c spec.Covariate, part spec.Part, apart bool) string {
	term := rName(c.Factor, c.Factor)
	switch part {
	case spec.OfItem:
		term = "part(" + term + ", " + name.item + ")"
	case spec.OfLabeler:
		term = "part(" + term + ", " + name.labeler + ")"
	}
	if apart {
		return name.study + ":" + term
	}
	return term
}

// partLetter begins the names of the columns of a part in code.
func partLetter(part spec.Part) string {
	switch part {
	case spec.OfItem:
		return "i"
	case spec.OfLabeler:
		return "l"
	}
	return "x"
}

// slopes returns the term of labelers' slopes in a formula.
func (name columnNames) slopes(sp spec.Spec, t spec.Term, group string, studies int) string {
	at := sp.SlopesBy(t)
	column := rName(sp.Covariates[at].Factor, sp.Covariates[at].Factor)
	if name.ofCode {
		n := 1
		for _, c := range sp.Covariates[:at] {
			n += c.Columns()
		}
		column = "x" + strconv.Itoa(n)
	}
	switch {
	case studies == 1:
		return "(0 + " + column + " | " + group + ")"
	case t.Covariance == spec.Correlated:
		return "(0 + " + name.study + ":" + column + " | " + group + ")"
	}
	return "(0 + " + column + " | gr(" + group + ", by = " + name.study + "))"
}

// brmsCovariates returns R code that makes the columns of covariates in the data frame d from their texts, as
// [spec.Covariate] has them. The columns of categories are those of other contrasts than the model's, with the same
// prior of the effects.
func brmsCovariates(sp spec.Spec, studies int) []string {
	if len(sp.Covariates) == 0 {
		return nil
	}
	lines := []string{"centred <- function(x) x - mean(x)"}
	if studies > 1 {
		lines[0] = "centred <- function(x) x - ave(x, d$study)"
	}
	lines = append(lines, brmsParts(sp, studies)...)
	n := 0
	for i, c := range sp.Covariates {
		first, text := n+1, "d$"+covariateText(i)
		n += c.Columns()
		switch {
		case c.IsCategory():
			many := len(c.Levels)
			lines = append(lines, fmt.Sprintf("x <- (contr.poly(%d) * sqrt(%d / %d))[match(%s, %s), , drop = FALSE]",
				many, many, many-1, text, rStrings(c.Levels)),
				fmt.Sprintf("for (i in %d:%d) d[[paste0(\"x\", i)]] <- centred(x[, i - %d])", first, n, first-1))
		default:
			number := "as.numeric(" + text + ")"
			if c.Kind == spec.TimeCovariate {
				number = "as.numeric(as.Date(" + text + "))"
			}
			lines = append(lines, "x <- centred("+number+")",
				fmt.Sprintf("d$x%d <- x / sqrt(sum(x^2) / (nrow(d) - %d))", first, studies))
		}
		for _, part := range c.Parts()[1:] {
			of := "item"
			if part == spec.OfLabeler {
				of = "labeler"
			}
			lines = append(lines, fmt.Sprintf("for (i in %d:%d) d[[paste0(%q, i)]] <- part(d[[paste0(\"x\", i)]], %q)",
				first, n, partLetter(part), of))
		}
		if studies == 1 || c.Common {
			continue
		}
		for _, part := range c.Parts() {
			letter := partLetter(part)
			lines = append(lines, fmt.Sprintf("for (i in %d:%d) for (g in 1:%d)", first, n, studies),
				fmt.Sprintf("  d[[paste0(%q, i, \"g\", g)]] <- d[[paste0(%q, i)]] * (as.integer(d$study) == g)", letter,
					letter))
		}
	}
	return lines
}

// brmsParts is an R function that returns the part of a column that belongs to items or labelers, from the smallest
// least-squares fit on their dummies. It is nil if no covariate has such parts. A study in which nothing else varies
// has none.
func brmsParts(sp spec.Spec, studies int) []string {
	if !slices.ContainsFunc(sp.Covariates, func(c spec.Covariate) bool { return c.ItemPart || c.LabelerPart }) {
		return nil
	}
	all, rows := `"item"`, "list(seq_along(x))"
	if sp.Labelers != spec.NoLabelers {
		all = `"item", "labeler"`
	}
	if studies > 1 {
		rows = "split(seq_along(x), d$study)"
	}
	return []string{"part <- function(x, of) {", "  y <- x",
		"  for (rows in " + rows + ") {",
		"    dummies <- lapply(d[rows, c(" + all + "), drop = FALSE], function(f) outer(f, unique(f), \"==\") + 0)",
		"    both <- do.call(cbind, dummies)",
		"    b <- MASS::ginv(crossprod(both)) %*% crossprod(both, x[rows])",
		"    at <- seq_len(ncol(dummies$item))",
		"    y[rows] <- if (of == \"item\") dummies$item %*% b[at] else dummies$labeler %*% b[-at]",
		"    if (sum((x[rows] - both %*% b)^2) <= 1e-6 * sum(x[rows]^2)) y[rows] <- 0",
		"  }", "  centred(y)", "}"}
}

// covariateText is the column of the texts of the i-th covariate.
func covariateText(i int) string { return "covariate" + strconv.Itoa(i+1) }

// noDates says why R code cannot read the times of a covariate; "" if it can: R reads dates as in 2025-03-31.
func noDates(sp spec.Spec, t *study.Table) string {
	for _, c := range sp.Covariates {
		texts, _ := t.Levels(c.Factor)
		if c.Kind == spec.TimeCovariate && slices.ContainsFunc(texts, func(text string) bool {
			_, err := time.Parse(time.DateOnly, strings.TrimSpace(text))
			return err != nil
		}) {
			return "the code reads dates such as 2025-03-31, and the times of " + c.Factor + " are written otherwise"
		}
	}
	return ""
}

// covariatePriors returns the priors of the coefficients of covariates. Means of studies are coefficients of the same
// class.
func covariatePriors(sp spec.Spec, studies int, names columnNames, means bool) []string {
	const prior = "normal(0, 1)"
	if len(sp.Covariates) == 0 {
		return nil
	}
	if !means {
		return []string{"prior(" + prior + `, class = "b")`}
	}
	return []string{fmt.Sprintf("set_prior(%q, class = \"b\", coef = %s)", prior,
		rStrings(names.covariateTerms(sp, studies)))}
}
