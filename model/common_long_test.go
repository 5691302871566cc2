//go:build long

package model

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"

	"concord/model/family"
	"concord/model/spec"
	"concord/sampler"
)

// TestLongSamePeople simulates two studies that the same people label, with tastes, and logs the mean of ρ and how
// often its 95 % interval holds 0.6, without tastes in the model and with them: a table of docs/lab/validation.md.
func TestLongSamePeople(t *testing.T) {
	const studies = 100
	for _, f := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		for name, sp := range map[string]spec.Spec{"nested": {}, "shared": {Labelers: spec.Shared},
			"common": commonTastes()} {
			var means []float64
			held := 0.0
			for seed := range uint64(studies) {
				fit, err := Fit(t.Context(), simulateArms(t, f, 0.7, 200, 100+seed), sp,
					sampler.Settings{Seed: seed, Draws: 300, Chains: 2})
				require.NoError(t, err)
				rho := fit.StudyAt(0).ItemCorrelation(fit.StudyAt(1))
				s := rho.Summary(0.95)
				means = append(means, s.Mean)
				if s.Lower <= 0.6 && 0.6 <= s.Upper {
					held++
				}
			}
			mean, sd := stat.MeanStdDev(means, nil)
			t.Logf("%v %s: mean %.3f ± %.3f, holds %.0f of %d", f, name, mean, sd/math.Sqrt(studies), held, studies)
		}
	}
}
