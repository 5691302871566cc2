package result

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
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
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			for b.Loop() {
				of := catalogue.NewEvaluator(fit)
				reported, _ := of.Instances(fit.StudyAt(0))
				Summarize(of, reported, posterior.Interval{Level: 0.95}, nil)
			}
		})
	}
}
