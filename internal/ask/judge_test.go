package ask

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/say"
	"concord/model"
	"concord/model/family"
	"concord/model/refusal"
	"concord/model/simulate"
	"concord/model/spec"
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
			{Covariate: spec.Covariate{Factor: "length"}, Coefficients: [][]float64{{0.1}, {0.9}}},
			{Covariate: spec.Covariate{Factor: "language"}, Coefficients: [][]float64{{-0.4, 0.4}, {-0.4, 0.4}}},
			{Covariate: spec.Covariate{Factor: "position"}, Coefficients: [][]float64{{0, 0}, {0.5, -0.5}}},
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
	var sp spec.Spec
	for _, c := range truth.Covariates {
		sp.Covariates = append(sp.Covariates, c.Covariate)
	}
	settings := sampler.Settings{Seed: 2, Draws: 500}
	fit, err := model.Fit(t.Context(), table, sp, settings)
	require.NoError(t, err)
	a := NewJudges(result.Data{Kind: study.Numeric.String()}, posterior.Interval{Level: 0.95})
	at := answer.Key{Group: "people", Of: "gpt"}
	a.Add("validity", at, 0.5)
	at.Of = "flat"
	a.Add("validity", at, 0.4)
	no := &refusal.Error{Code: refusal.CovariateConstant, Term: "length"}
	j := judged{Judges: a, at: answer.Key{Group: "people"}, JudgeQuestion: JudgeQuestion{Covariates: []CovariateFit{
		{Judge: "gpt", Fit: &result.Fit{Posterior: fit, Settings: settings}}, {Judge: "flat", Undefined: no}}}}
	j.covariates()
	require.Len(t, a.Runs, 1)
	require.True(t, a.Runs[0].Trust.Converged)

	near := func(r *answer.Row, want float64) {
		t.Helper()
		assert.InDelta(t, want, r.Value, (r.Upper-r.Lower)/2*1.5) // three standard deviations
		assert.InDelta(t, want, r.Value, 0.5)
	}
	of := func(term string) (judge, people, bias *answer.Row, is *answer.Row) {
		for _, bias = range a.Of("moves_more") {
			if at := bias.Key; at.Term == term {
				judge = a.Get("moves", at)
				at.By = answer.Person
				return judge, a.Get("moves", at), bias, a.Get("biases", answer.Key{Group: "people", Of: "gpt",
					Term: term})
			}
		}
		return nil, nil, nil, nil
	}
	judge, theirs, bias, is := of("length")
	require.Equal(t, []string{"90", "10"}, []string{judge.Category, judge.Against})
	apart := 80 / fit.Spec().Covariates[0].SD
	near(judge, 0.9*apart)
	near(theirs, 0.1*apart)
	near(bias, 0.8*apart)
	assert.Equal(t, result.CovariateMatters, is.Said)
	_, theirs, bias, is = of("language")
	near(bias, 0)
	near(theirs, math.Copysign(0.8, theirs.Value))
	assert.Equal(t, result.CovariateUnclear, is.Said)
	judge, _, _, is = of("position")
	near(judge, -1)
	assert.Empty(t, is.Said)
	assert.Equal(t, "people's labels do not differ in it", is.Why)
	verdicts := say.Biases(a.Answer)
	assert.Regexp(t, "^length biases gpt: with length 90 rather than 10, its labels are 2.* higher, people's 0?.* "+
		"higher. The difference is 2.* \\[.*\\], probability above 99.9%$", verdicts[0])
	assert.Regexp(t, "^No clear bias of gpt by language: ", verdicts[1])
	assert.Regexp(t, "^position of gpt: .*; labels of people do not differ in it$",
		say.Bias(say.Scope{Answer: a.Answer, At: is.Key}))
	// A judge without a fit says why.
	assert.Equal(t, no.Error(), a.Get("biases", answer.Key{Group: "people", Of: "flat", Term: "length"}).Why)
}

// judgesOfTasks are what tasks say of judges: Fisher's z of each task and judge; NaN: nothing.
func judgesOfTasks(t *testing.T, names []string, z [][]float64, sd float64) *Judges {
	rng := rand.New(rand.NewPCG(1, 1))
	js := NewJudges(result.Data{}, posterior.Interval{Level: 0.95})
	for _, name := range names {
		js.compared = append(js.compared, answer.Key{Group: "people", Of: name})
	}
	for n, task := range z {
		for k, name := range names {
			at := answer.Key{Task: fmt.Sprint(n), Group: "people", Of: name}
			if says := toldOf(rng, task[k], sd); !math.IsNaN(task[k]) {
				js.Add("validity", at, math.Tanh(task[k]))
				js.told[at] = says
			}
		}
	}
	require.NoError(t, js.Together(t.Context(), sampler.Settings{Seed: 1}))
	return js
}

func TestJudgesTogether(t *testing.T) {
	z := [][]float64{{1, 0.2}, {0.9, 0.3}, {1.4, 0.2}, {0.9, 0.1}}
	js := judgesOfTasks(t, []string{"good", "bad"}, z, 0.15)
	over := js.Of("validity_typical")
	require.Len(t, over, 2)
	assert.Equal(t, "good", over[0].Key.Of)
	assert.Greater(t, over[0].P, 0.98)
	assert.Less(t, over[1].P, 0.001)
	assert.Contains(t, js.Verdict, "good is the best judge in every task: probability above 99.9%")
	assert.InDelta(t, 0.78, over[0].Value, 0.04) // tanh of 1.05
	// The third task is drawn down to the others, and the other way round.
	at := over[0].Key
	at.Task = "2"
	assert.Less(t, js.Value("validity_together", at), math.Tanh(1.4)-0.005)
	at.Task = "1"
	assert.Greater(t, js.Value("validity_together", at), math.Tanh(0.9)+0.005)
	again := judgesOfTasks(t, []string{"good", "bad"}, z, 0.15)
	for i, r := range again.Of("validity_typical") {
		assert.Equal(t, over[i].Value, r.Value)
		assert.Equal(t, over[i].P, r.P)
	}
}

// Of two tasks nothing is drawn to anything: who is the best follows from the draws alone.
func TestBestOfTwoTasks(t *testing.T) {
	js := judgesOfTasks(t, []string{"a", "b", "same"}, [][]float64{{1, 1, math.NaN()}, {1, 1, math.NaN()}}, 0.1)
	for _, r := range js.Of("validity_typical") {
		assert.False(t, r.Defined())
		if r.Key.Of == "same" {
			assert.Zero(t, r.N)
			assert.Zero(t, r.P)
			continue
		}
		assert.InDelta(t, 0.25, r.P, 0.05)
	}
	a, b := js.Of("validity_together")[0], js.Of("validity_together")[2]
	assert.Equal(t, a.Task, b.Task)
	assert.InDelta(t, 0.5, a.P, 0.06)
	assert.InDelta(t, 1, a.P+b.P, 1e-12)
	assert.Regexp(t, "One judge is the best in every task: probability ", js.Verdict)
}
