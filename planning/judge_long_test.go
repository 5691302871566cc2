//go:build long

package planning_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/spec"
	"concord/planning"
	"concord/sampler"
	"concord/study"
	"concord/vpc"
	"concord/xcc"
)

// Oracle: simulated studies of numbers, each fitted, and how often the posterior settles which side of one label of a
// person the judge's label is on. The plan is that of large samples, so that it may be off by a few per cent besides
// the Monte Carlo error.
func TestLongPowerOfJudgeStudies(t *testing.T) {
	const settled, studies, labelers = 0.95, 60, 20
	c := planning.Components{Item: 0.4, Labeler: 0.1, Residual: 0.5}
	for _, test := range []struct {
		r        float64
		items, k int
	}{{0.8, 60, 3}, {0.8, 120, 3}, {0.45, 150, 3}, {0.76, 100, 5}} {
		d := planning.Design{Items: test.items, LabelsPerItem: test.k, Labelers: labelers}
		once := planning.Design{Items: test.items, LabelsPerItem: 1}
		want := planning.GaussianJudged(c, test.r).Lead(0, 1, 1).Power(settled, d, once)
		n := 0
		for s := range studies {
			rng := rand.New(rand.NewPCG(uint64(s), uint64(test.items)))
			var b study.Builder
			level := make([]float64, labelers)
			for l := range level {
				level[l] = math.Sqrt(c.Labeler) * rng.NormFloat64()
			}
			for i := range test.items {
				z, item := rng.NormFloat64(), fmt.Sprint(i)
				for _, l := range rng.Perm(labelers)[:test.k] {
					y := math.Sqrt(c.Item)*z + level[l] + math.Sqrt(c.Residual)*rng.NormFloat64()
					b.Add(item, fmt.Sprint("p", l), "people", y)
				}
				b.Add(item, "j", "judge", test.r*z+math.Sqrt(1-test.r*test.r)*rng.NormFloat64())
			}
			table, err := b.Table()
			require.NoError(t, err)
			fit, err := model.Fit(t.Context(), table, spec.Spec{}, sampler.Settings{Seed: 1, Chains: 2, Draws: 400})
			require.NoError(t, err)
			people, err := fit.Study("people")
			require.NoError(t, err)
			judge, err := fit.Study("judge")
			require.NoError(t, err)
			joint, err := xcc.NewJoint(vpc.Label, people, judge)
			require.NoError(t, err)
			better := 0.0
			r, of := joint.Validity(people, judge), joint.Validity(people, people)
			for c := range r.Chains {
				for i := range r.Chains[c] {
					if r.Chains[c][i] > of.Chains[c][i] {
						better += 1 / float64(len(r.Chains)*len(r.Chains[c]))
					}
				}
			}
			if better >= settled || better <= 1-settled {
				n++
			}
		}
		got := float64(n) / studies
		se := math.Sqrt(want * (1 - want) / studies)
		t.Logf("%+v: planned %.3f, simulated %.3f (SE %.3f)", test, want, got, se)
		assert.InDelta(t, want, got, 3*se+0.05, "%+v", test)
	}
}
