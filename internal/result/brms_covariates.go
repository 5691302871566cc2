package result

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"concord/model"
	"concord/study"
)

// covariateTerms returns the terms of covariates in a formula. With the names of the file these are the columns
// themselves, in each study if the studies have separate coefficients. Code has a column for each coefficient, such as
// x2, or x2g1 for that of the first study.
func (name columnNames) covariateTerms(spec model.Spec, studies int) []string {
	var terms []string
	n := 0
	for _, c := range spec.Covariates {
		apart := studies > 1 && !c.Common
		if !name.ofCode {
			term := rName(c.Factor, c.Factor)
			if apart {
				term = name.study + ":" + term
			}
			terms = append(terms, term)
			continue
		}
		for range c.Columns() {
			n++
			column := "x" + strconv.Itoa(n)
			if !apart {
				terms = append(terms, column)
				continue
			}
			for s := range studies {
				terms = append(terms, column+"g"+strconv.Itoa(s+1))
			}
		}
	}
	return terms
}

// slopes returns the term of labelers' slopes in a formula.
func (name columnNames) slopes(spec model.Spec, t model.Term, group string, studies int) string {
	at := spec.SlopesBy(t)
	column := rName(spec.Covariates[at].Factor, spec.Covariates[at].Factor)
	if name.ofCode {
		n := 1
		for _, c := range spec.Covariates[:at] {
			n += c.Columns()
		}
		column = "x" + strconv.Itoa(n)
	}
	switch {
	case studies == 1:
		return "(0 + " + column + " | " + group + ")"
	case t.Covariance == model.Correlated:
		return "(0 + " + name.study + ":" + column + " | " + group + ")"
	}
	return "(0 + " + column + " | gr(" + group + ", by = " + name.study + "))"
}

// brmsCovariates returns R code that makes the columns of covariates in the data frame d from their texts, as
// [model.Covariate] has them. The columns of categories are those of other contrasts than the model's, with the same
// prior of the effects.
func brmsCovariates(spec model.Spec, studies int) []string {
	if len(spec.Covariates) == 0 {
		return nil
	}
	lines := []string{"centred <- function(x) x - mean(x)"}
	if studies > 1 {
		lines[0] = "centred <- function(x) x - ave(x, d$study)"
	}
	n := 0
	for i, c := range spec.Covariates {
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
			if c.Kind == model.TimeCovariate {
				number = "as.numeric(as.Date(" + text + "))"
			}
			lines = append(lines, "x <- centred("+number+")",
				fmt.Sprintf("d$x%d <- x / sqrt(sum(x^2) / (nrow(d) - %d))", first, studies))
		}
		if studies > 1 && !c.Common {
			lines = append(lines, fmt.Sprintf("for (i in %d:%d) for (g in 1:%d)", first, n, studies),
				"  d[[paste0(\"x\", i, \"g\", g)]] <- d[[paste0(\"x\", i)]] * (as.integer(d$study) == g)")
		}
	}
	return lines
}

// covariateText is the column of the texts of the i-th covariate.
func covariateText(i int) string { return "covariate" + strconv.Itoa(i+1) }

// noDates says why R code cannot read the times of a covariate; "" if it can: R reads dates as in 2025-03-31.
func noDates(spec model.Spec, t *study.Table) string {
	for _, c := range spec.Covariates {
		texts, _ := t.Levels(c.Factor)
		if c.Kind == model.TimeCovariate && slices.ContainsFunc(texts, func(text string) bool {
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
func covariatePriors(spec model.Spec, studies int, names columnNames, means bool) []string {
	const prior = "normal(0, 1)"
	if len(spec.Covariates) == 0 {
		return nil
	}
	if !means {
		return []string{"prior(" + prior + `, class = "b")`}
	}
	return []string{fmt.Sprintf("set_prior(%q, class = \"b\", coef = %s)", prior,
		rStrings(names.covariateTerms(spec, studies)))}
}
