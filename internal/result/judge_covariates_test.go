package result

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// The judge likes long answers and people do not; both like the same language; position is of the judge's labels alone.
// Labels are numbers, so that a difference is the coefficient times the distance of the ends.
func TestCovariatesBiasJudges(t *testing.T) {
	const items, people = 150, 12
	truth := simulate.Truth{Family: family.Gaussian{}, ItemCorrelation: simulate.CommonCorrelation(2, 0.8),
		Studies: []simulate.StudyTruth{{Mean: 3, ItemSD: 1, LabelerSD: 0.3, ResidualSD: 1},
			{Mean: 4, ItemSD: 1.2, ResidualSD: 0.7}},
		Covariates: []simulate.CovariateTruth{
			{Covariate: model.Covariate{Factor: "length"}, Coefficients: [][]float64{{0.1}, {0.9}}},
			{Covariate: model.Covariate{Factor: "language"}, Coefficients: [][]float64{{-0.4, 0.4}, {-0.4, 0.4}}},
			{Covariate: model.Covariate{Factor: "position"}, Coefficients: [][]float64{{0, 0}, {0.5, -0.5}}},
		}}
	d := simulate.Design{Studies: []string{"people", "gpt"}, Labelers: []string{"gpt"}}
	length := study.Factor{Name: "length"}
	language := study.Factor{Name: "language", Levels: []string{"de", "en"}}
	position := study.Factor{Name: "position", Levels: []string{"first", "second"}}
	for l := range people {
		d.Labelers = append(d.Labelers, fmt.Sprint("p", l))
	}
	for n := range 100 {
		length.Levels = append(length.Levels, fmt.Sprint(n+1))
	}
	add := func(s, item, labeler, shown int) {
		d.Study, d.Item = append(d.Study, int32(s)), append(d.Item, int32(item))
		d.Labeler = append(d.Labeler, int32(labeler))
		length.Index = append(length.Index, int32(item*37%100))
		language.Index = append(language.Index, int32(item*item/3%2))
		position.Index = append(position.Index, int32(shown))
	}
	for j := range items {
		d.Items = append(d.Items, fmt.Sprint("i", j))
		for n := range 4 {
			add(0, j, 1+(j*5+n)%people, 0)
		}
	}
	for j := range items {
		add(1, j, 0, j/2%2)
	}
	d.Factors = []study.Factor{length, language, position}
	table, err := simulate.Simulate(truth, d, 5)
	require.NoError(t, err)
	var spec model.Spec
	for _, c := range truth.Covariates {
		spec.Covariates = append(spec.Covariates, c.Covariate)
	}
	settings := sampler.Settings{Seed: 2, Draws: 500}
	fit, err := model.Fit(t.Context(), table, spec, settings)
	require.NoError(t, err)
	js := &Judges{Judges: []JudgeStanding{{Study: "gpt"}}, Data: Data{Kind: study.Numeric.String()},
		Diagnostics: &Diagnostics{}, People: PeopleStanding{Study: "people"}}
	interval := posterior.Interval{Level: 0.95}
	require.NoError(t, js.AddCovariates("gpt", &Fit{Posterior: fit, Settings: settings}, nil, interval))
	require.True(t, js.Judges[0].CovariateDiagnostics.Converged)
	all := js.Judges[0].Covariates
	require.Len(t, all, 3)

	near := func(m Measure, want float64) {
		t.Helper()
		assert.InDelta(t, want, float64(m.Median), float64(m.Upper-m.Lower)/2*1.5) // three standard deviations
		assert.InDelta(t, want, float64(m.Median), 0.5)
	}
	at := all[0].Compared[0]
	require.Equal(t, []string{"90", "10"}, []string{at.High, at.Low})
	apart := 80 / fit.Spec().Covariates[0].SD
	near(at.Judge, 0.9*apart)
	near(at.People, 0.1*apart)
	near(at.Bias, 0.8*apart)
	assert.Equal(t, CovariateMatters, all[0].Biases)
	near(all[1].Compared[0].Bias, 0)
	near(all[1].Compared[0].People, math.Copysign(0.8, float64(all[1].Compared[0].People.Median)))
	assert.Equal(t, CovariateUnclear, all[1].Biases)
	near(all[2].Compared[0].Judge, -1)
	assert.Empty(t, all[2].Biases)
	assert.Equal(t, "people's labels do not differ in it", all[2].Undefined)
	assert.Regexp(t, "^length biases gpt: with length 90 rather than 10, its labels are 2.* higher, people's 0?.* "+
		"higher. The difference is 2.* \\[.*\\], probability above 99.9%$", js.CovariateVerdicts()[0])
	assert.Regexp(t, "^No clear bias of gpt by language: ", js.CovariateVerdicts()[1])
	assert.Regexp(t, "^position of gpt: .*; labels of people do not differ in it$", all[2].Verdict)

	// A judge without a fit says why.
	js.Judges = append(js.Judges, JudgeStanding{Study: "flat"})
	no := &model.DataError{Code: model.CovariateConstant, Term: "length"}
	require.NoError(t, js.AddCovariates("flat", nil, no, interval))
	assert.Equal(t, no.Error(), js.Judges[1].Covariates[0].Undefined)
	assert.Regexp(t, "^length biases gpt", js.CovariateVerdicts()[0], "the judge that can be judged")
}

// Of several judges a verdict is about the one whose bias is surest, and names others that are biased. Several
// comparisons need a higher probability each.
func TestVerdictOfCovariates(t *testing.T) {
	number := func(x Number) Measure { return Measure{Median: x, Lower: x - 0.2, Upper: x + 0.2} }
	of := func(judge string, at ...JudgeCompared) JudgeStanding {
		c := JudgeCovariate{ModelCovariate: ModelCovariate{Name: "country"}, Compared: at}
		c.judge(study.Binary.String(), judge, "people")
		return JudgeStanding{Study: judge, Covariates: []JudgeCovariate{c}}
	}
	compared := func(high, low string, judge, people, p Number) JudgeCompared {
		return JudgeCompared{high, low, number(judge), number(people), number(judge - people), p}
	}
	js := &Judges{Judges: []JudgeStanding{
		of("a", compared("BR", "", 0.3, 0.1, 0.98), compared("US", "", 0.01, 0, 0.5), compared("IN", "", 0, 0, 0.5)),
		of("b", compared("BR", "US", -0.3, 0.1, 0.01)),
		of("c", compared("BR", "US", 0.5, 0.1, 0.999)),
	}}
	assert.Equal(t, []string{"country biases c: with country BR rather than US, its labels are positive 50 points " +
		"more often, people's 10 points more often. The difference is 40 points [20, 60], probability 99.9%; it " +
		"also biases b"}, js.CovariateVerdicts())
	assert.Equal(t, "No clear bias of a by country: with country BR rather than another, its labels are positive 30 "+
		"points more often, people's 10 points more often. The difference is 20 points [0, 40], probability 98.0%",
		js.Judges[0].Covariates[0].Verdict)
	assert.Equal(t, "country biases b: with country BR rather than US, its labels are positive 30 points less often, "+
		"people's 10 points more often. The difference is 40 points [20, 60], probability 99.0%",
		js.Judges[1].Covariates[0].Verdict)
	assert.Equal(t, "Whether country biases d cannot be said: labels of d do not differ in it",
		of("d").Covariates[0].Verdict)
}
