package result

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
)

// manyStudies is the posterior of k studies as a long run would have it: four chains of independent draws.
func manyStudies(t require.TestingT, k, iterations int) *model.Posterior {
	var names, studies []string
	for s := range k {
		studies = append(studies, fmt.Sprintf("s%d", s+1))
		for _, n := range []string{"mu", "sd_item", "sd_labeler"} {
			names = append(names, fmt.Sprintf("%s[%d]", n, s+1))
		}
		for r := range s {
			names = append(names, fmt.Sprintf("cor_item[%d,%d]", r+1, s+1))
		}
	}
	d := posterior.NewDraws(names, 4, iterations)
	rng := rand.New(rand.NewPCG(1, 2))
	for c := range 4 {
		for i := range iterations {
			v := 0
			add := func(x float64) { d.Chain(v, c)[i] = x; v++ }
			var loading []float64 // of one factor, so that correlations are those of some items
			for range k {
				add(-0.5 + 0.2*rng.NormFloat64())
				add(1.6 * math.Exp(0.1*rng.NormFloat64()))
				add(0.6 * math.Exp(0.2*rng.NormFloat64()))
				loading = append(loading, 0.9+0.02*rng.NormFloat64())
				for r := range len(loading) - 1 {
					add(loading[r] * loading[len(loading)-1])
				}
			}
		}
	}
	fit, err := model.FromDraws(spec.Spec{Family: family.Bernoulli{}, Labelers: spec.Nested}, studies, d)
	require.NoError(t, err)
	return fit
}

func BenchmarkManyStudies(b *testing.B) {
	for _, k := range []int{2, 10, 50} {
		fit := manyStudies(b, k, 1000)
		var agreement []Agreement
		for j, s := range fit.Studies() {
			agreement = append(agreement, Agreement{Coefficient: "kripp_alpha", Distance: "nominal",
				Studies: []string{s}, Estimate: 0.5})
			for _, a := range fit.Studies()[:j] {
				for _, c := range []string{"cross_kappa", "normalized_cross_kappa"} {
					agreement = append(agreement, Agreement{Coefficient: c, Distance: "nominal",
						Studies: []string{a, s}, Estimate: 0.5})
				}
			}
		}
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			for b.Loop() {
				measured(fit, agreement)
			}
		})
	}
}

func measured(fit *model.Posterior, agreement []Agreement) {
	interval := posterior.Interval{Level: 0.95}
	of := catalogue.NewEvaluator(fit)
	reported, _ := of.Instances(fit.StudyAt(0))
	summarize(of, reported, interval, nil)
	implied, _ := of.Labels().Implied()
	comparisons(fit, implied, agreement, interval, nil)
}

func BenchmarkRenderManyStudies(b *testing.B) {
	fit := manyStudies(b, 50, 100)
	of := catalogue.NewEvaluator(fit)
	reported, _ := of.Instances(fit.StudyAt(0))
	r := example()
	r.Estimates, r.Probabilities, r.Agreement, r.Comparison = nil, nil, nil, nil
	r.Model.Reference = "s1"
	summaries, probabilities, _ := summarize(of, reported, posterior.Interval{Level: 0.95}, nil)
	r.Probabilities = newProbabilities(fit, reported, probabilities)
	for i, at := range reported {
		r.Estimates = append(r.Estimates, newEstimate(at, summaries[i]))
		if at.Coefficient != "" && at.Scale == vpc.Label {
			r.Agreement = append(r.Agreement, Agreement{Coefficient: at.Coefficient, Distance: "nominal",
				Studies: at.StudyNames(), Estimate: 0.5, SE: 0.1})
		}
	}
	for b.Loop() {
		require.NoError(b, WriteJSON(io.Discard, r))
	}
}

// BenchmarkPriorSensitivityOfManyStudies weighs the draws of 50 studies, 1,225 pairs.
func BenchmarkPriorSensitivityOfManyStudies(b *testing.B) {
	fit := manyStudies(b, 50, 1000)
	of := catalogue.NewEvaluator(fit)
	reported, _ := of.Instances(fit.StudyAt(0))
	summaries, _, _ := summarize(of, reported, posterior.Interval{Level: 0.95}, nil)
	for b.Loop() {
		priorSensitivity(of, reported, summaries)
	}
}
