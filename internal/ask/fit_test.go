package ask

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/study"
)

func TestATargetSaysWhatIsEnough(t *testing.T) {
	r := &result.Result{Target: 0.8, Data: result.Data{Studies: []result.Study{{Name: "a"}}},
		Model: &result.Model{Family: "gaussian"},
		Estimates: []result.Estimate{{Quantity: catalogue.ICCk, Studies: []string{"a"}, Scale: result.ScaleLabel, K: 5,
			Mean: 0.7}},
		LabelsNeeded: []result.LabelsNeeded{{Study: "a", Target: 0.8, Enough: 9}}}
	for p, want := range map[result.Number]string{
		0.97: "Enough: the mean of 5 labels has a reliability above 0.8 with probability 97.0%",
		0.7: "Probably enough: the mean of 5 labels has a reliability above 0.8 with probability 70.0%; 9 labels " +
			"per item would reach it (90% sure)",
		0.5: "Unclear whether enough: the mean of 5 labels has a reliability above 0.8 with probability 50.0%; 9 " +
			"labels per item would reach it (90% sure)",
		0.065: "Probably not enough: the mean of 5 labels has a reliability above 0.8 with probability 6.5%; 9 " +
			"labels per item would reach it (90% sure)",
		0.02: "Not enough: the mean of 5 labels has a reliability above 0.8 with probability 2.0%; 9 labels per " +
			"item would reach it (90% sure)",
	} {
		r.Probabilities = []result.Probability{{Event: "icc_k > 0.8", Studies: []string{"a"}, Scale: result.ScaleLabel,
			Probability: p}}
		assert.Equal(t, []string{want}, Fit(r).Verdict)
	}
	r.Probabilities = nil
	assert.Empty(t, Fit(r).Verdict)
}

// The next step follows from the result: first more draws, then more labels, then who to look at, and then the items.
func TestNextStep(t *testing.T) {
	of := func(change func(r *result.Result)) study.Fix {
		one := func(quantity string, mean, lower, upper result.Number) result.Estimate {
			return result.Estimate{Quantity: quantity, Studies: []string{"all"}, Scale: result.ScaleLabel, Mean: mean,
				Lower: lower, Upper: upper}
		}
		r := &result.Result{Data: result.Data{Studies: []result.Study{{Name: "all"}}}, Model: &result.Model{},
			Estimates:    []result.Estimate{one(catalogue.ICC, 0.4, 0.3, 0.5), one(catalogue.ICCk, 0.8, 0.7, 0.9)},
			LabelsNeeded: []result.LabelsNeeded{{Study: "all", Median: 6, Lower: 4, Upper: 8}}}
		r.Estimates[1].K = 6
		change(r)
		return say.NextStep(Fit(r))
	}
	assert.Equal(t, "consensus", of(func(*result.Result) {}).Command)
	assert.Equal(t, "next", of(func(r *result.Result) { r.LabelsNeeded[0].Median = 7 }).Command)
	assert.Equal(t, "next", of(func(r *result.Result) { r.LabelsNeeded[0].Median = result.Undefined() }).Command)
	assert.Equal(t, "plan", of(func(r *result.Result) { r.Estimates[0].Upper = 0.8 }).Command)
	assert.Equal(t, "labelers", of(func(r *result.Result) {
		r.Doubts = []result.Doubt{{Statistics: []string{result.StatisticDiscrimination}}}
	}).Command)
	assert.Equal(t, "warmup", of(func(r *result.Result) { r.Sampler = &result.Sampler{Partial: true} }).Set[0].Option)
	assert.Equal(t, "html", of(func(r *result.Result) {
		r.Data.Studies = append(r.Data.Studies, result.Study{Name: "b"})
		r.Estimates = append(r.Estimates, result.Estimate{Quantity: catalogue.Rho, Studies: []string{"all", "b"},
			Mean:  0.5,
			Lower: 0.4, Upper: 0.6, Scale: result.ScaleLabel})
	}).Set[0].Option)
}

// Draws that have not converged have no verdict.
func TestNoVerdictOfDrawsThatHaveNotConverged(t *testing.T) {
	r := &result.Result{Data: result.Data{Studies: []result.Study{{Name: "a"}}}, Model: &result.Model{},
		Estimates: []result.Estimate{{Quantity: catalogue.ICC, Studies: []string{"a"}, Scale: result.ScaleLabel,
			Mean: 0.7}}, Diagnostics: &result.Diagnostics{Converged: true}}
	assert.Equal(t, []string{"One label has a reliability (ICC) of 0.70"}, Fit(r).Verdict)
	r.Diagnostics.Converged = false
	assert.Equal(t, []string{"No verdict: the chains have not converged"}, Fit(r).Verdict)
}
