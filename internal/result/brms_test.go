package result

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/study"
	"concord/study/read"
)

// The formulas are those of brms's documentation for crossed and for nested groups; a name in two studies is two nested
// labelers, which gr(…, by = …) takes only if each level is of one study.
func TestBRMS(t *testing.T) {
	columns := study.Source{Columns: study.Columns{
		Item: study.Column{Name: "ad"}, Labeler: study.Column{Name: "worker id"}, Study: study.Column{Name: "arm"},
		Label: study.Column{Name: "y"},
	}}
	for _, c := range []struct {
		spec    spec.Spec
		studies int
		want    string
	}{
		{spec.Spec{Family: family.Bernoulli{}, Labelers: spec.Nested}, 2,
			"y ~ 0 + arm + (0 + arm | ad) + (1 | gr(arm:`worker id`, by = arm)), family = bernoulli()"},
		{spec.Spec{Family: family.Bernoulli{}, Labelers: spec.Nested}, 1,
			"y ~ 1 + (1 | ad) + (1 | `worker id`), family = bernoulli()"},
		{spec.Spec{Family: family.Gaussian{}, Labelers: spec.Shared, Residual: spec.CommonResidual}, 3,
			"y ~ 0 + arm + (0 + arm | ad) + (0 + arm | `worker id`), family = gaussian()"},
		{spec.Spec{Family: family.Gaussian{}, Labelers: spec.NoLabelers, Residual: spec.StudyResidual}, 2,
			"bf(y ~ 0 + arm + (0 + arm | ad), sigma ~ 0 + arm), " +
				`family = brmsfamily("gaussian", link_sigma = "identity")`},
		{spec.Spec{Family: family.Gaussian{}, Labelers: spec.NoLabelers, Facets: []spec.Facet{
			{By: []string{"the template"}, Covariance: spec.Correlated}, {By: []string{"item", "session"}},
		}}, 2, "y ~ 0 + arm + (0 + arm | ad) + (0 + arm | `the template`) + (1 | gr(arm:ad:session, by = arm)), " +
			"family = gaussian()"},
		{spec.Spec{Family: family.Bernoulli{}, Labelers: spec.NoLabelers,
			Studies: []spec.StudyModel{{}, {OneLabel: true}}}, 2,
			"y ~ 0 + arm + (0 + arm | ad) (not this model: groups with one labeler or one label of each item " +
				"have fewer effects here, and in brms the same as all)"},
	} {
		assert.Equal(t, c.want, brms(c.spec, columns, c.studies))
	}
	bernoulli := spec.Spec{Family: family.Bernoulli{}, Labelers: spec.NoLabelers}
	assert.Equal(t, "label ~ 1 + (1 | item), family = bernoulli()", brms(bernoulli, study.Source{}, 1),
		"labels without file have the usual names")
	columns.Wide = []string{"Ann"}
	assert.Equal(t, "y ~ 1 + (1 | item), family = bernoulli()", brms(bernoulli, columns, 1),
		"labels that are columns have no name")
}

func codeOf(t *testing.T, text string, o read.Options, sp spec.Spec) string {
	t.Helper()
	table, err := read.Read(t.Context(), strings.NewReader(text), "a \"b\".csv", o)
	require.NoError(t, err)
	sp, err = model.Resolve(table, sp)
	require.NoError(t, err)
	return brmsCode(sp, table)
}

// Labelers who were left out are left out of the data frame too.
func TestBRMSExcluded(t *testing.T) {
	var text strings.Builder
	text.WriteString("item,labeler,study,label\n")
	for i := range 60 {
		who := []string{"ann", "bob", "cem", "dee"}[i%4]
		fmt.Fprintf(&text, "i%d,%s,%s,%d\n", i/5, who, []string{"a", "b"}[i/4%2], i*i%7%2)
	}
	code := codeOf(t, text.String(), read.Options{Exclude: []string{"bob", "a:cem"}}, spec.Spec{})
	assert.Contains(t, code, "raw <- raw[!(raw[[\"labeler\"]] %in% c(\"bob\", \"a:cem\") |\n"+
		"  paste(raw[[\"study\"]], raw[[\"labeler\"]], sep = \":\") %in% c(\"bob\", \"a:cem\")), ]")
	assert.NotContains(t, code, "raw[[\"study\"]] %in% c(\"a\"", "no group is left out")
}

const threeStudies = "doc,rater,arm,score\n" +
	"1,u,a,1.5\n1,v,a,2\n2,u,a,3\n2,v,a,2.5\n1,u,b,1\n1,v,b,2\n2,u,b,5\n2,v,b,4\n" +
	"1,u,c,1\n1,v,c,2\n2,u,c,4\n2,v,c,6\n3,u,a,4\n3,v,b,2\n3,u,c,1\n"

// Oracle: brms 2.18 (R 4.2.2, rstan 2.21) ran this code on a file like it; its posterior was that of fit within Monte
// Carlo error.
func TestBRMSCodeOfThreeStudies(t *testing.T) {
	assert.Equal(t, `library(brms)
raw <- read.csv("a \"b\".csv", colClasses = "character", check.names = FALSE, strip.white = TRUE)
d <- data.frame(item = raw[["doc"]],
  labeler = raw[["rater"]],
  study = factor(raw[["arm"]], c("a", "b", "c")),
  y = as.numeric(raw[["score"]]))
d$y <- ave(d$y, d$study, FUN = function(y) (y - mean(y)) / sd(y))
fit <- brm(bf(y ~ 0 + study + (0 + study | item) + (1 | gr(study:labeler, by = study)), sigma ~ 0 + study),
  data = d, family = brmsfamily("gaussian", link_sigma = "identity"),
  prior = prior(student_t(3, 0, 2.5), class = "b") +
    prior(normal(0, 1), class = "sd", group = "study:labeler") +
    prior(student_t(3, 0, 2.5), class = "b", dpar = "sigma", lb = 0),
  stanvars = stanvar(block = "model", scode = "target += -(rows(L_1) + 1) * (2 * sum(log(diagonal(L_1))) +
    sum(log(columns_dot_self(mdivide_left_tri_low(L_1, diag_matrix(rep_vector(1, rows(L_1))))))) / 2);"))`,
		codeOf(t, threeStudies, read.Options{}, spec.Spec{Priors: spec.Priors{LabelerSD: spec.Normal{Scale: 1}}}))
}

// A prior is printed wherever brms's own is another, and nothing where it is the same.
func TestBRMSPriors(t *testing.T) {
	usual := spec.Priors{Mean: spec.StudentT{DF: 3, Scale: 2.5}, SD: spec.StudentT{DF: 3, Scale: 2.5},
		LabelerSD: spec.StudentT{DF: 3, Scale: 2.5}, Correlation: spec.MarginallyUniform{}}
	with := func(change func(p *spec.Priors)) spec.Priors { p := usual; change(&p); return p }
	exponential := with(func(p *spec.Priors) {
		p.SD, p.LabelerSD = spec.Exponential{Rate: 1}, spec.Exponential{Rate: 1}
	})
	const b, sigma = `prior(student_t(3, 0, 2.5), class = "b")`,
		`prior(student_t(3, 0, 2.5), class = "b", dpar = "sigma", lb = 0)`
	for name, c := range map[string]struct {
		spec    spec.Spec
		studies int
		want    []string
	}{
		"binary": {spec.Spec{Family: family.Bernoulli{}, Labelers: spec.Nested, Priors: usual}, 1, nil},
		"numbers": {spec.Spec{Family: family.Gaussian{}, Priors: usual, Residual: spec.CommonResidual}, 1,
			[]string{`prior(student_t(3, 0, 2.5), class = "Intercept")`}},
		"binary, two": {spec.Spec{Family: family.Bernoulli{}, Labelers: spec.Nested, Priors: usual}, 2,
			[]string{b}},
		"numbers, two": {spec.Spec{Family: family.Gaussian{}, Residual: spec.StudyResidual, Priors: usual}, 2,
			[]string{b, sigma}},
		"numbers, one residual": {
			spec.Spec{Family: family.Gaussian{}, Residual: spec.CommonResidual, Priors: usual}, 2,
			[]string{b}},
		"exponential": {spec.Spec{Family: family.Gaussian{}, Labelers: spec.Shared, Residual: spec.CommonResidual,
			Priors: exponential}, 2, []string{b, `prior(exponential(1), class = "sd")`,
			`prior(exponential(1), class = "sigma")`}},
		"labelers, lkj": {spec.Spec{Family: family.Bernoulli{}, Labelers: spec.Shared,
			Priors: with(func(p *spec.Priors) {
				p.LabelerSD, p.Correlation = spec.Normal{Scale: 0.5}, spec.LKJ{Shape: 2}
			})}, 3, []string{b, `prior(normal(0, 0.5), class = "sd", group = "labeler")`,
			`prior(lkj(2), class = "cor")`}},
		"lkj(1)": {spec.Spec{Family: family.Bernoulli{}, Priors: with(func(p *spec.Priors) {
			p.Correlation = spec.LKJ{Shape: 1}
		})}, 3, []string{b}},
	} {
		assert.Equal(t, c.want, brmsPriors(c.spec, c.studies, codeColumns(c.spec)), name)
	}
	names := codeColumns(spec.Spec{})
	assert.Empty(t, brmsMarginal(spec.Spec{Priors: usual}, 2, names), "for two groups it is lkj(1)")
	assert.Contains(t, brmsMarginal(spec.Spec{Priors: usual, Labelers: spec.Shared}, 3, names), "L_2")
	assert.Empty(t, brmsMarginal(spec.Spec{Priors: with(func(p *spec.Priors) {
		p.Correlation = spec.LKJ{Shape: 1}
	})}, 3, names))
}

// Labelers in columns are brought into long form.
func TestBRMSCodeOfWideLabels(t *testing.T) {
	code := codeOf(t, "ad id;Ann;Bob\nx;Yes;No\ny;Yes;NA\nz;No;No\nw;Yes;Yes\n",
		read.Options{Wide: []string{"Ann", "Bob"}, Item: "ad id", Positive: []string{"Yes"}}, spec.Spec{})
	assert.Equal(t, `library(brms)
raw <- read.csv("a \"b\".csv", sep = ";", colClasses = "character", check.names = FALSE, strip.white = TRUE)
raters <- c("Ann", "Bob")
d <- data.frame(item = rep(raw[["ad id"]], length(raters)),
  labeler = rep(raters, each = nrow(raw)),
  y = as.integer(match(unlist(raw[raters]), c("No", "Yes")) > 1))
d <- d[!is.na(d$y), ]
fit <- brm(y ~ 1 + (1 | item) + (1 | labeler),
  data = d, family = bernoulli())`, code)
}

// Names are quoted as R reads them: what cannot be seen is an escape there too.
func TestRString(t *testing.T) {
	assert.Equal(t, `"a\"b\\c\U0000001b\U0000202eé"`, rString("a\"b\\c\x1b\u202eé"))
}

// Labels are standardised as the model does: by study, together, or not at all; rows that the model does not have are
// left out.
func TestBRMSCodeHasTheModelsLabels(t *testing.T) {
	assert.Contains(t, codeOf(t, threeStudies, read.Options{}, spec.Spec{Residual: spec.CommonResidual}),
		"d$y <- ave(d$y, FUN")
	assert.NotContains(t, codeOf(t, threeStudies, read.Options{}, spec.Spec{Priors: spec.Priors{OwnScale: true}}),
		"ave(")
	assert.Contains(t, codeOf(t, strings.Replace(threeStudies, "1.5", "NA", 1), read.Options{}, spec.Spec{}),
		"d <- d[!is.na(d$y), ]")
	inJSON := `[{"doc":1,"rater":"u","score":1},{"doc":1,"rater":"v","score":2.5},` +
		`{"doc":2,"rater":"u","score":4},{"doc":2,"rater":"v","score":3}]`
	assert.Contains(t, codeOf(t, inJSON, read.Options{}, spec.Spec{}), "raw <- NULL "+
		`# a data frame of text, a row for each of "a \"b\".csv", with the columns c("doc", "rater", "score")`)
	table, err := read.Read(t.Context(), strings.NewReader(threeStudies), "x.csv", read.Options{})
	require.NoError(t, err)
	table, err = table.Select("a", "b")
	require.NoError(t, err)
	sp, err := model.Resolve(table, spec.Spec{})
	require.NoError(t, err)
	assert.Contains(t, brmsCode(sp, table), `raw <- raw[raw[["arm"]] %in% c("a", "b"), ]`)
}
