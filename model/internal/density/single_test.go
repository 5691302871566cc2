package density

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/effect"
	"concord/model/family"
	"concord/model/internal/labels"
	"concord/model/internal/modeltest"
	"concord/model/spec"
	"concord/study"
)

func eachLopsided(t *testing.T, f func(t *testing.T, table *study.Table, sp spec.Spec)) {
	for _, distribution := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		for k := 1; k <= 2; k++ {
			for _, c := range [][2]bool{{true, false}, {false, true}, {true, true}} {
				t.Run(fmt.Sprintf("%v/%d/item %v labeler %v", distribution, k, c[0], c[1]), func(t *testing.T) {
					table := modeltest.Lopsided(t, distribution, k, 12, 6, 40, c[0], c[1])
					sp, err := labels.Resolve(table, spec.Spec{Labelers: spec.Nested})
					require.NoError(t, err)
					f(t, table, sp)
				})
			}
		}
	}
}

// Oracle: central differences, and each label by itself: y ~ N(θ, σ² + v), or the chance of a positive label by the
// quadrature of another package, where v is the variance of what is integrated out.
func TestLevelsOfOneLabelAreIntegratedOut(t *testing.T) {
	eachLopsided(t, func(t *testing.T, table *study.Table, sp spec.Spec) {
		d := labels.CompileSingle(table, sp, 1)
		require.True(t, d.Integrated())
		require.Len(t, d.Value, table.Len())
		p := NewProblem(d, sp).Density()
		require.Less(t, p.Dim(), 100)
		rng := rand.New(rand.NewPCG(21, 1))
		x := make([]float64, p.Dim())
		var first float64
		for trial := range 4 {
			for i := range x {
				x[i] = 0.7 * rng.NormFloat64()
			}
			checkGradient(t, p, x, 2e-6)
			p.Locate(x)
			got := p.logLik() - plainIntegrated(p, d, sp)
			if trial == 0 {
				first = got // a constant of n
			}
			require.InDelta(t, first, got, 1e-7)
		}
		g := make([]float64, p.Dim())
		require.Zero(t, testing.AllocsPerRun(5, func() { p.LogProbGrad(g, x) }))
	})
}

func plainIntegrated(p *Density, d *labels.Compiled, sp spec.Spec) (logp float64) {
	for u, s := range d.Study {
		for n := d.Start[u]; n < d.Start[u+1]; n++ {
			theta, v := p.Mu[s], 0.0
			if u < d.Levels {
				theta += p.Effects.States[1].Effect[u]
			} else {
				v += p.Scales[1].SD[s] * p.Scales[1].SD[s]
			}
			if j := d.Item[n]; int(j) < d.ItemCells() {
				theta += p.Effects.States[0].Effect[j]
			} else {
				v += p.Scales[0].SD[s] * p.Scales[0].SD[s]
			}
			if sp.Family.LocationScale() {
				v += p.Own[s] * p.Own[s]
				logp -= 0.5 * (math.Log(v) + (d.Value[n]-theta)*(d.Value[n]-theta)/v)
				continue
			}
			if d.Value[n] == 0 {
				theta = -theta
			}
			logp += math.Log(effect.Mean(theta, math.Sqrt(v)))
		}
	}
	return logp
}
