package xcc

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
)

// Oracle: draws of ρ that are spread evenly have the prior's distribution function, whose derivative by Fisher's z is
// the density; of numbers it is (1 − ρ²)/2.
func TestLogPriorOfRho(t *testing.T) {
	const n = 201
	at := map[string]float64{"mu[1]": -1, "mu[2]": 0.5, "sd_item[1]": 2, "sd_item[2]": 1, "sd_labeler[1]": 0.5,
		"sd_labeler[2]": 1, "sd_residual[1]": 1, "sd_residual[2]": 2, "cor_item[1,2]": 0}
	var names []string
	for name := range at {
		names = append(names, name)
	}
	d := posterior.NewDraws(names, 1, n)
	for v, name := range names {
		for i := range n {
			d.Chain(v, 0)[i] = at[name]
			if name == "cor_item[1,2]" {
				d.Chain(v, 0)[i] = -0.95 + 1.9*float64(i)/(n-1)
			}
		}
	}
	for _, f := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		sp := spec.Spec{Family: f, Labelers: spec.Nested}
		fit, err := model.FromDraws(sp, []string{"a", "b"}, d)
		require.NoError(t, err)
		j, err := NewJoint(vpc.Label, fit.EachStudy()...)
		require.NoError(t, err)
		a, b := fit.StudyAt(0), fit.StudyAt(1)
		rho, got := j.Rho(a, b).Chains[0], j.LogPrior(a, b).Chains[0]
		for i := 1; i < n-1; i++ {
			want := math.Log(1.9 / (n - 1) / (math.Atanh(rho[i+1]) - math.Atanh(rho[i-1])))
			assert.InDelta(t, want, got[i], 0.01, "%v, draw %d", f, i)
			if f == (family.Gaussian{}) {
				assert.InDelta(t, math.Log((1-rho[i]*rho[i])/2), got[i], 1e-9)
			}
		}
	}
}
