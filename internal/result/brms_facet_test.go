package result

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model"
	"concord/model/family"
	"concord/study"
	"concord/study/read"
)

// facets are further terms by the factor and, if there are some, its product with others.
func facets(covariance model.Covariance, by ...string) []model.Facet {
	return []model.Facet{{By: by, Covariance: covariance}}
}

// Further terms are groups of brms, as items and labelers are.
func TestBRMSOfFacets(t *testing.T) {
	columns := study.Source{Columns: study.Columns{
		Item: study.Column{Name: "ad"}, Labeler: study.Column{Name: "who"}, Study: study.Column{Name: "arm"},
		Label: study.Column{Name: "y"},
	}}
	for _, c := range []struct {
		facets  []model.Facet
		studies int
		want    string
	}{
		{facets(model.Independent, "template"), 1, "y ~ 1 + (1 | ad) + (1 | who) + (1 | template)"},
		{facets(model.Correlated, "template"), 1, "y ~ 1 + (1 | ad) + (1 | who) + (1 | template)"},
		{facets(model.Independent, "template"), 2,
			"y ~ 0 + arm + (0 + arm | ad) + (1 | gr(arm:who, by = arm)) + (1 | gr(arm:template, by = arm))"},
		{facets(model.Correlated, "the day"), 2,
			"y ~ 0 + arm + (0 + arm | ad) + (1 | gr(arm:who, by = arm)) + (0 + arm | `the day`)"},
		{facets(model.Independent, "item", "template"), 1, "y ~ 1 + (1 | ad) + (1 | who) + (1 | ad:template)"},
		{facets(model.Correlated, "template", "labeler"), 2,
			"y ~ 0 + arm + (0 + arm | ad) + (1 | gr(arm:who, by = arm)) + (0 + arm | template:who)"},
	} {
		spec := model.Spec{Family: family.Bernoulli{}, Labelers: model.Nested, Facets: c.facets}
		assert.Equal(t, c.want+", family = bernoulli()", brms(spec, columns, c.studies))
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
		codeOf(t, templated, o, model.Spec{
			Priors: model.Priors{LabelerSD: model.Normal{Scale: 1}},
			Facets: append(facets(model.Independent, "template"), facets(model.Independent, "template", "the day")...),
		}))
	// Labelers left out, but for a product.
	assert.Contains(t, codeOf(t, templated, o, model.Spec{
		Labelers: model.NoLabelers, Facets: facets(model.Independent, "labeler", "template"),
	}), "  labeler = raw[[\"rater\"]],\n  template = raw[[\"template\"]],\n")
}

// Names that brms cannot have, or that sort differently in some locales, are numbered.
func TestCodeColumnsOfFacets(t *testing.T) {
	for want, factors := range map[string][]string{
		"template": {"template"}, "term1": {"items"}, "term2": {"day", "days"}, "term3": {"day", "hour", "y"},
		"day": {"item", "labeler", "day"},
	} {
		spec := model.Spec{Facets: facets(model.Independent, factors...)}
		assert.Equal(t, want, codeColumns(spec).factor(factors[len(factors)-1]), factors)
	}
	for _, name := range []string{"", "Day", "the day", "1st", "day_1", "tag", "a.b", "läge", "term"} {
		spec := model.Spec{Facets: facets(model.Independent, name)}
		want := "term1"
		if name == "tag" {
			want = name
		}
		assert.Equal(t, want, codeColumns(spec).factor(name))
	}
}

// The correction of the correlations' prior is of the groups that have correlations, as brms numbers them: by name.
func TestBRMSMarginalOfFacets(t *testing.T) {
	spec := model.Spec{Labelers: model.Nested, Priors: model.Priors{Correlation: model.MarginallyUniform{}}}
	spec.Facets = append(facets(model.Correlated, "day"), facets(model.Independent, "item", "day")...)
	// day, item, study:item:day, study:labeler
	code := brmsMarginal(spec, 3, codeColumns(spec))
	assert.Contains(t, code, "L_1")
	assert.Contains(t, code, "L_2")
	assert.NotContains(t, code, "L_3")
	spec.Labelers, spec.Facets = model.Shared, facets(model.Independent, "day", "item")
	// item, labeler, study:day:item
	code = brmsMarginal(spec, 3, codeColumns(spec))
	assert.Contains(t, code, "L_2")
	assert.NotContains(t, code, "L_3")
	spec.Facets = facets(model.Correlated, "item", "day")
	// item, item:day, labeler
	assert.Contains(t, brmsMarginal(spec, 3, codeColumns(spec)), "L_3")
}
