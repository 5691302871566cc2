package result

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model/family"
	"concord/model/spec"
	"concord/study"
	"concord/study/read"
)

// answers is a file of two groups with a number of items, a category of labelers and a day of labels.
func answers(groups ...string) string {
	var s strings.Builder
	s.WriteString("item,who,arm,words,land,day,label\n")
	for i := range 12 {
		for k := range 6 {
			fmt.Fprintf(&s, "i%d,p%d,%s,%d,%s,2025-03-%02d,%d\n", i, k, groups[k%len(groups)], 10+i*i%7,
				[]string{"BR", "IN", "US"}[k/2], 1+(i+k)%5, (i*k+i)%3%2)
		}
	}
	return s.String()
}

// Each study has a coefficient of each column, unless they share it. The priors are N(0, 1). The same code was run by
// brms 2.18 on simulated labels, and gave the posterior of fit.
func TestBRMSCodeOfCovariates(t *testing.T) {
	o := read.Options{Item: "item", Labeler: "who", Study: "arm", Label: "label",
		Factors: []string{"words", "land", "day"}}
	covariates := []spec.Covariate{{Factor: "words"}, {Factor: "land"}, {Factor: "day", Undivided: true}}
	sp := spec.Spec{Covariates: covariates, Labelers: spec.Shared}
	assert.Equal(t, `library(brms)
raw <- read.csv("a \"b\".csv", colClasses = "character", check.names = FALSE, strip.white = TRUE)
d <- data.frame(item = raw[["item"]],
  labeler = raw[["who"]],
  covariate1 = raw[["words"]],
  covariate2 = raw[["land"]],
  covariate3 = raw[["day"]],
  study = factor(raw[["arm"]], c("a", "b")),
  y = as.integer(match(raw[["label"]], c("0", "1")) > 1))
centred <- function(x) x - ave(x, d$study)
x <- centred(as.numeric(d$covariate1))
d$x1 <- x / sqrt(sum(x^2) / (nrow(d) - 2))
for (i in 1:1) for (g in 1:2)
  d[[paste0("x", i, "g", g)]] <- d[[paste0("x", i)]] * (as.integer(d$study) == g)
x <- (contr.poly(3) * sqrt(3 / 2))[match(d$covariate2, c("BR", "IN", "US")), , drop = FALSE]
for (i in 2:3) d[[paste0("x", i)]] <- centred(x[, i - 1])
for (i in 2:3) for (g in 1:2)
  d[[paste0("x", i, "g", g)]] <- d[[paste0("x", i)]] * (as.integer(d$study) == g)
x <- centred(as.numeric(as.Date(d$covariate3)))
d$x4 <- x / sqrt(sum(x^2) / (nrow(d) - 2))
for (i in 4:4) for (g in 1:2)
  d[[paste0("x", i, "g", g)]] <- d[[paste0("x", i)]] * (as.integer(d$study) == g)
fit <- brm(y ~ 0 + study + x1g1 + x1g2 + x2g1 + x2g2 + x3g1 + x3g2 + x4g1 + x4g2 + `+
		`(0 + study | item) + (0 + study | labeler),
  data = d, family = bernoulli(),
  prior = prior(student_t(3, 0, 2.5), class = "b") +
    set_prior("normal(0, 1)", class = "b", coef = c("x1g1", "x1g2", "x2g1", "x2g2", "x3g1", "x3g2", "x4g1", "x4g2")))`,
		codeOf(t, answers("a", "b"), o, sp))

	for i := range covariates {
		covariates[i].Common = true
	}
	common := codeOf(t, answers("a", "b"), o, sp)
	assert.Contains(t, common, "brm(y ~ 0 + study + x1 + x2 + x3 + x4 + (0 + study | item)")
	assert.Contains(t, common, `coef = c("x1", "x2", "x3", "x4")`)
	assert.NotContains(t, common, "g1")

	one := codeOf(t, answers("a"), o, sp)
	assert.Contains(t, one, "centred <- function(x) x - mean(x)\n")
	assert.Contains(t, one, "brm(y ~ 1 + x1 + x2 + x3 + x4 + (1 | item)")
	assert.Contains(t, one, `prior = prior(normal(0, 1), class = "b"))`)

	// What items and labelers have of the day has separate columns. Nobody has run this part of the code.
	sp.Covariates = []spec.Covariate{{Factor: "words"}, {Factor: "day"}}
	parts := codeOf(t, answers("a"), o, sp)
	assert.Contains(t, parts, `part <- function(x, of) {
  y <- x
  for (rows in list(seq_along(x))) {
    dummies <- lapply(d[rows, c("item", "labeler"), drop = FALSE], function(f) outer(f, unique(f), "==") + 0)
    both <- do.call(cbind, dummies)
    b <- MASS::ginv(crossprod(both)) %*% crossprod(both, x[rows])
    at <- seq_len(ncol(dummies$item))
    y[rows] <- if (of == "item") dummies$item %*% b[at] else dummies$labeler %*% b[-at]
    if (sum((x[rows] - both %*% b)^2) <= 1e-6 * sum(x[rows]^2)) y[rows] <- 0
  }
  centred(y)
}
`)
	assert.Contains(t, parts, `d$x2 <- x / sqrt(sum(x^2) / (nrow(d) - 1))
for (i in 2:2) d[[paste0("i", i)]] <- part(d[[paste0("x", i)]], "item")
for (i in 2:2) d[[paste0("l", i)]] <- part(d[[paste0("x", i)]], "labeler")
fit <- brm(y ~ 1 + x1 + x2 + i2 + l2 + (1 | item)`)
	assert.Contains(t, codeOf(t, answers("a", "b"), o, sp), `for (i in 2:2) for (g in 1:2)
  d[[paste0("i", i, "g", g)]] <- d[[paste0("i", i)]] * (as.integer(d$study) == g)
for (i in 2:2) for (g in 1:2)
  d[[paste0("l", i, "g", g)]] <- d[[paste0("l", i)]] * (as.integer(d$study) == g)
fit <- brm(y ~ 0 + study + x1g1 + x1g2 + x2g1 + x2g2 + i2g1 + i2g2 + l2g1 + l2g2 + (0`)

	weeks := strings.ReplaceAll(strings.ReplaceAll(answers("a"), "2025-03-0", "2025-W0"), "day", "week")
	o.Factors = []string{"week"}
	sp.Covariates = []spec.Covariate{{Factor: "week"}}
	assert.Equal(t, noCode+"the code reads dates such as 2025-03-31, and the times of week are written otherwise",
		codeOf(t, weeks, o, sp))
}

// The formula of a report names the columns of the file.
func TestBRMSFormulaOfCovariates(t *testing.T) {
	columns := study.Source{Columns: study.Columns{Item: study.Column{Name: "ad"}, Study: study.Column{Name: "arm"},
		Label: study.Column{Name: "y"}}}
	sp := spec.Spec{Family: family.Bernoulli{}, Labelers: spec.NoLabelers,
		Covariates: []spec.Covariate{{Factor: "the length"}, {Factor: "country", Common: true}}}
	assert.Equal(t, "y ~ 0 + arm + arm:`the length` + country + (0 + arm | ad), family = bernoulli()",
		brms(sp, columns, 2))
	parts := sp
	parts.Covariates = []spec.Covariate{{Factor: "the length", ItemPart: true, LabelerPart: true}}
	assert.Equal(t, "y ~ 0 + arm + arm:`the length` + arm:part(`the length`, ad) + arm:part(`the length`, labeler) + "+
		"(0 + arm | ad), family = bernoulli()", brms(parts, columns, 2))
	assert.Equal(t, "y ~ 1 + `the length` + country + (1 | ad), family = bernoulli()", brms(sp, columns, 1))
}
