package ask

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/posterior"
	"concord/study"
)

// fitOf is a fit of some groups of numbers without rows.
func fitOf(groups ...string) *answer.Answer {
	a := answer.New("fit", result.Data{}, result.Intervals{})
	a.Runs = []answer.Run{{Model: &result.Model{Family: "gaussian"}}}
	for _, name := range groups {
		a.Data.Studies = append(a.Data.Studies, result.Study{Name: name})
	}
	return a
}

// estimated adds an estimate.
func estimated(a *answer.Answer, name string, at answer.Key, mean, lower, upper float64) {
	r := a.Add(name, at, mean).Within(lower, upper)
	r.Draws = &posterior.Summary{Mean: mean, Median: mean, Lower: lower, Upper: upper}
}

func TestATargetSaysWhatIsEnough(t *testing.T) {
	for p, want := range map[float64]string{
		0.97: "Enough: the mean of 5 labels has a reliability above 0.8 with probability 97.0%",
		0.7: "Probably enough: the mean of 5 labels has a reliability above 0.8 with probability 70.0%; 9 labels " +
			"per item would reach it (90% sure)",
		0.5: "Unclear whether enough: the mean of 5 labels has a reliability above 0.8 with probability 50.0%; 9 " +
			"labels per item would reach it (90% sure)",
		0.065: "Probably not enough: the mean of 5 labels has a reliability above 0.8 with probability 6.5%; 9 " +
			"labels per item would reach it (90% sure)",
		0.02: "Not enough: the mean of 5 labels has a reliability above 0.8 with probability 2.0%; 9 labels per " +
			"item would reach it (90% sure)",
		-1: "",
	} {
		a := fitOf("a")
		a.Set["asked"] = "0.8"
		estimated(a, catalogue.ICCk, answer.Key{Group: "a", K: 5}, 0.7, none, none)
		a.Add("labels_enough", answer.Key{Group: "a"}, 9)
		if p < 0 {
			assert.Empty(t, say.FitVerdict(a))
			continue
		}
		a.Add(catalogue.ICCk, answer.Key{Group: "a", Event: "icc_k > 0.8"}, none).P = p
		assert.Equal(t, []string{want}, say.FitVerdict(a))
	}
}

// The next step follows from the result: first more draws, then more labels, then who to look at, and then the items.
func TestNextStep(t *testing.T) {
	of := func(icc, needed float64, change func(a *answer.Answer)) study.Fix {
		a := fitOf("all")
		estimated(a, catalogue.ICC, answer.Key{Group: "all"}, 0.4, 0.3, icc)
		estimated(a, catalogue.ICCk, answer.Key{Group: "all", K: 6}, 0.8, 0.7, 0.9)
		a.Add("labels_needed", answer.Key{Group: "all"}, needed).Within(4, 8)
		change(a)
		return say.NextStep(a)
	}
	same := func(*answer.Answer) {}
	assert.Equal(t, "consensus", of(0.5, 6, same).Command)
	assert.Equal(t, "next", of(0.5, 7, same).Command)
	assert.Equal(t, "next", of(0.5, CountQuantile([]float64{none}, 0.5), same).Command)
	assert.Equal(t, "plan", of(0.8, 6, same).Command)
	assert.Equal(t, "labelers", of(0.5, 6, func(a *answer.Answer) {
		a.Words("doubt", answer.Key{Group: "all", K: 1}, "it").Reason = say.Discrimination
	}).Command)
	assert.Equal(t, "warmup", of(0.5, 6, func(a *answer.Answer) {
		a.Runs[0].Sampler = &result.Sampler{Partial: true}
	}).Set[0].Option)
	assert.Equal(t, "html", of(0.5, 6, func(a *answer.Answer) {
		a.Data.Studies = append(a.Data.Studies, result.Study{Name: "b"})
		estimated(a, catalogue.Rho, answer.Key{Of: "all", Against: "b"}, 0.5, 0.4, 0.6)
	}).Set[0].Option)
}

// Draws that have not converged have no verdict.
func TestNoVerdictOfDrawsThatHaveNotConverged(t *testing.T) {
	a := fitOf("a")
	estimated(a, catalogue.ICC, answer.Key{Group: "a"}, 0.7, none, none)
	a.Runs[0].Trust = &result.Diagnostics{Converged: true}
	assert.Equal(t, []string{"One label has a reliability (ICC) of 0.70"}, say.FitVerdict(a))
	a.Runs[0].Trust.Converged = false
	assert.Equal(t, []string{"No verdict: the chains have not converged"}, say.FitVerdict(a))
}
