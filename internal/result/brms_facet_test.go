package result

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model/family"
	"concord/model/spec"
	"concord/study"
	"concord/study/read"
)

// facets are further terms by the factor and, if there are some, its product with others.
func facets(covariance spec.Covariance, by ...string) []spec.Facet {
	return []spec.Facet{{By: by, Covariance: covariance}}
}

// Further terms are groups of brms, as items and labelers are.
func TestBRMSOfFacets(t *testing.T) {
	columns := study.Source{Columns: study.Columns{
		Item: study.Column{Name: "ad"}, Labeler: study.Column{Name: "who"}, Study: study.Column{Name: "arm"},
		Label: study.Column{Name: "y"},
	}}
	for _, c := range []struct {
		facets  []spec.Facet
		studies int
		want    string
	}{
		{facets(spec.Independent, "template"), 1, "y ~ 1 + (1 | ad) + (1 | who) + (1 | template)"},
		{facets(spec.Correlated, "template"), 1, "y ~ 1 + (1 | ad) + (1 | who) + (1 | template)"},
		{facets(spec.Independent, "template"), 2,
			"y ~ 0 + arm + (0 + arm | ad) + (1 | gr(arm:who, by = arm)) + (1 | gr(arm:template, by = arm))"},
		{facets(spec.Correlated, "the day"), 2,
			"y ~ 0 + arm + (0 + arm | ad) + (1 | gr(arm:who, by = arm)) + (0 + arm | `the day`)"},
		{facets(spec.Independent, "item", "template"), 1, "y ~ 1 + (1 | ad) + (1 | who) + (1 | ad:template)"},
		{facets(spec.Correlated, "template", "labeler"), 2,
			"y ~ 0 + arm + (0 + arm | ad) + (1 | gr(arm:who, by = arm)) + (0 + arm | template:who)"},
	} {
		sp := spec.Spec{Family: family.Bernoulli{}, Labelers: spec.Nested, Facets: c.facets}
		assert.Equal(t, c.want+", family = bernoulli()", brms(sp, columns, c.studies))
	}
}

const templated = "doc,rater,template,the day,yes\n" +
	"1,u,p,a,1\n1,v,q,b,0\n1,w,q,a,1\n2,u,q,a,0\n2,v,p,b,0\n2,w,p,a,1\n3,u,p,a,1\n3,v,p,b,1\n3,w,q,a,0\n"

// The code has a column for each factor, of its own name where brms can have it, and priors of its group.
func TestBRMSCodeOfFacets(t *testing.T) {
	o := read.Options{Item: "doc", Labeler: "rater", Label: "yes", Factors: []string{"template", "the day"}}
	assert.Equal(t, `library(brms)
raw <- read.csv("a \"b\".csv", colClasses = "character", check.names = FALSE, strip.white = TRUE)
d <- data.frame(item = raw[["doc"]],
  labeler = raw[["rater"]],
  template = raw[["template"]],
  term2 = raw[["the day"]],
  y = as.integer(match(raw[["yes"]], c("0", "1")) > 1))
fit <- brm(y ~ 1 + (1 | item) + (1 | labeler) + (1 | template) + (1 | template:term2),
  data = d, family = bernoulli(),
  prior = prior(normal(0, 1), class = "sd", group = "labeler") +
    prior(normal(0, 1), class = "sd", group = "template") +
    prior(normal(0, 1), class = "sd", group = "template:term2"))`,
		codeOf(t, templated, o, spec.Spec{
			Priors: spec.Priors{LabelerSD: spec.Normal{Scale: 1}},
			Facets: append(facets(spec.Independent, "template"), facets(spec.Independent, "template", "the day")...),
		}))
	// Labelers left out, but for a product.
	assert.Contains(t, codeOf(t, templated, o, spec.Spec{
		Labelers: spec.NoLabelers, Facets: facets(spec.Independent, "labeler", "template"),
	}), "  labeler = raw[[\"rater\"]],\n  template = raw[[\"template\"]],\n")
}

// Names that brms cannot have, or that sort differently in some locales, are numbered.
func TestCodeColumnsOfFacets(t *testing.T) {
	for want, factors := range map[string][]string{
		"template": {"template"}, "term1": {"items"}, "term2": {"day", "days"}, "term3": {"day", "hour", "y"},
		"day": {"item", "labeler", "day"},
	} {
		sp := spec.Spec{Facets: facets(spec.Independent, factors...)}
		assert.Equal(t, want, codeColumns(sp).factor(factors[len(factors)-1]), factors)
	}
	for _, name := range []string{"", "Day", "the day", "1st", "day_1", "tag", "a.b", "läge", "term"} {
		sp := spec.Spec{Facets: facets(spec.Independent, name)}
		want := "term1"
		if name == "tag" {
			want = name
		}
		assert.Equal(t, want, codeColumns(sp).factor(name))
	}
}

// The correction of the correlations' prior is of the groups that have correlations, as brms numbers them: by name.
func TestBRMSMarginalOfFacets(t *testing.T) {
	sp := spec.Spec{Labelers: spec.Nested, Priors: spec.Priors{Correlation: spec.MarginallyUniform{}}}
	sp.Facets = append(facets(spec.Correlated, "day"), facets(spec.Independent, "item", "day")...)
	// day, item, study:item:day, study:labeler
	code := brmsMarginal(sp, 3, codeColumns(sp))
	assert.Contains(t, code, "L_1")
	assert.Contains(t, code, "L_2")
	assert.NotContains(t, code, "L_3")
	sp.Labelers, sp.Facets = spec.Shared, facets(spec.Independent, "day", "item")
	// item, labeler, study:day:item
	code = brmsMarginal(sp, 3, codeColumns(sp))
	assert.Contains(t, code, "L_2")
	assert.NotContains(t, code, "L_3")
	sp.Facets = facets(spec.Correlated, "item", "day")
	// item, item:day, labeler
	assert.Contains(t, brmsMarginal(sp, 3, codeColumns(sp)), "L_3")
}
