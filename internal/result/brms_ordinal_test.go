package result

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model/family"
	"concord/model/spec"
	"concord/study/read"
)

// Code for ordered categories: thresholds of brms are of the class "Intercept".
func TestBRMSCodeOfOrderedCategories(t *testing.T) {
	const words = "doc,rater,arm,score\n1,u,a,low\n1,v,a,mid\n2,u,a,high\n2,v,a,low\n3,u,a,mid\n3,v,a,mid\n" +
		"1,w,b,low\n1,x,b,mid\n2,w,b,high\n2,x,b,high\n3,w,b,mid\n3,x,b,low\n"
	options := read.Options{Order: []string{"low", "mid", "high", "top"}}
	sp := spec.Spec{Family: family.Ordinal{}, Priors: spec.Priors{Mean: spec.Normal{Scale: 3}}}
	assert.Equal(t, `library(brms)
raw <- read.csv("a \"b\".csv", colClasses = "character", check.names = FALSE, strip.white = TRUE)
d <- data.frame(item = raw[["doc"]],
  labeler = raw[["rater"]],
  study = factor(raw[["arm"]], c("a", "b")),
  y = match(raw[["score"]], c("low", "mid", "high", "top")))
fit <- brm(y | thres(3, gr = study) ~ 1 + (0 + study | item) + (1 | gr(study:labeler, by = study)),
  data = d, family = cumulative("logit"),
  prior = prior(normal(0, 3), class = "Intercept"))`, codeOf(t, words, options, sp))

	sp.Thresholds = spec.CommonThresholds
	assert.Contains(t, codeOf(t, words, options, sp), `
fit <- brm(bf(y | thres(3) ~ 1 + study + (0 + study | item) + (1 | gr(study:labeler, by = study)), center = FALSE),
  data = d, family = cumulative("logit"),
  prior = prior(normal(0, 3), class = "Intercept") +
    prior(normal(0, 3), class = "b"))`)

	const numbers = "item,labeler,score\n1,u,1\n1,v,2\n2,u,3\n2,v,3\n3,u,2\n3,v,1\n"
	assert.Equal(t, `library(brms)
raw <- read.csv("a \"b\".csv", colClasses = "character", check.names = FALSE, strip.white = TRUE)
d <- data.frame(item = raw[["item"]],
  labeler = raw[["labeler"]],
  y = match(as.numeric(raw[["score"]]), c(1, 2, 3)))
fit <- brm(y | thres(2) ~ 1 + (1 | item) + (1 | labeler),
  data = d, family = cumulative("logit"))`,
		codeOf(t, numbers, read.Options{Order: []string{"1", "2", "3"}}, spec.Spec{Family: family.Ordinal{}}))
}

// Categories that are not different numbers are matched as words.
func TestBRMSMatchesWhatLabelsAre(t *testing.T) {
	assert.Equal(t, `match(y, c("1", "1.0", "2"))`, brmsOrdered("y", []string{"1", "1.0", "2"}))
	assert.Equal(t, `match(y, c("1", "2", "NaN"))`, brmsOrdered("y", []string{"1", "2", "NaN"}))
	assert.Equal(t, `match(as.numeric(y), c(5, 2.5, -1))`, brmsOrdered("y", []string{"5", "2.5", "-1"}))
}
