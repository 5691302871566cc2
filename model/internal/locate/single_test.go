package locate

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/density"
	"concord/model/internal/labels"
	"concord/model/internal/modeltest"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
)

// sampled draws from the posterior of compiled labels.
func sampled(t *testing.T, d *labels.Compiled, sp spec.Spec, seed uint64) *posterior.Draws {
	t.Helper()
	p := density.NewProblem(d, sp)
	s, err := newSetup(context.Background(), p)
	require.NoError(t, err)
	require.NoError(t, s.prepare(context.Background(), seed, 2))
	run, err := sampler.Sample(context.Background(), func(int) (sampler.Target, error) {
		return p.Reporter(sp.Layout(d.Studies)), nil
	}, sampler.Settings{Seed: seed, Draws: 3000, Metric: s.found})
	require.NoError(t, err)
	return run.Draws
}

// With all effects sampled and with some integrated out the posterior is the same, within Monte Carlo error.
func TestPosteriorsWithLevelsIntegratedOutAgree(t *testing.T) {
	for _, distribution := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		for _, item := range []bool{true, false} {
			t.Run(fmt.Sprintf("%v/%v", distribution, item), func(t *testing.T) {
				table := modeltest.Lopsided(t, distribution, 1, 12, 6, 60, item, !item)
				// Under a prior with a long tail the posterior has no variance to speak of, by which means differ.
				priors := spec.Priors{SD: spec.Normal{Scale: 2}}
				sp, err := labels.Resolve(table, spec.Spec{Labelers: spec.Nested, Priors: priors})
				require.NoError(t, err)
				some := labels.CompileSingle(table, sp, 1)
				require.True(t, some.Integrated())
				all := labels.Compile(table, sp)
				require.False(t, all.Integrated())
				a, b := sampled(t, some, sp, 1), sampled(t, all, sp, 2)
				for v, name := range a.Names() {
					a, b := a.Quantity(v).Summary(0.95), b.Quantity(v).Summary(0.95)
					require.InDelta(t, a.Mean, b.Mean, 4.5*math.Hypot(a.MCSEMean, b.MCSEMean), name)
					require.InDelta(t, a.SD, b.SD, 4.5*math.Hypot(a.MCSESD, b.MCSESD), name)
					require.Greater(t, math.Min(a.ESSBulk, a.ESSTail), 400.0, name)
				}
			})
		}
	}
}
