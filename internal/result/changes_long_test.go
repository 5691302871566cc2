//go:build long

package result

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/posterior"
	"concord/sampler"
)

// Intervals of differences that are 0 in truth leave 0 out in about 5 % of pairs of months, whether the months share
// items or not.
//
//	go test -tags long -run LongChanges -v ./internal/result
func TestLongChangesAtTheirRate(t *testing.T) {
	const sets = 200
	settings := func(seed uint64) sampler.Settings { return sampler.Settings{Chains: 2, Draws: 500, Seed: seed} }
	fit := func(studies []string, seed uint64) *model.Posterior {
		truth := simulate.Truth{Family: family.Bernoulli{}, Labelers: model.Nested,
			ItemCorrelation: simulate.CommonCorrelation(len(studies), 0.9)}
		plan := simulate.Plan{Items: 100, Labelers: model.Nested}
		for _, name := range studies {
			truth.Studies = append(truth.Studies, simulate.StudyTruth{Mean: 0.3, ItemSD: 1.5, LabelerSD: 0.6})
			plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: name, Labelers: 12, LabelsPerItem: 4})
		}
		design, err := plan.Generate(seed)
		require.NoError(t, err)
		table, err := simulate.Simulate(truth, design, seed)
		require.NoError(t, err)
		spec, err := model.Resolve(table, model.Spec{Family: family.Bernoulli{}})
		require.NoError(t, err)
		p, err := model.Fit(context.Background(), table, spec, settings(seed))
		require.NoError(t, err)
		return p
	}
	interval := posterior.Interval{Level: 0.95}
	for _, shared := range []bool{true, false} {
		out, all := map[string]int{}, map[string]int{}
		for set := range sets {
			seed := uint64(2*set + 1)
			sides := Sides{Names: []string{"all"}, Joint: shared}
			if shared {
				p := fit([]string{"a", "b"}, seed)
				sides.Of = [2]*model.Posterior{p, p}
				sides.Studies = [2][]string{{"a"}, {"b"}}
			} else {
				sides.Of = [2]*model.Posterior{fit([]string{"all"}, seed), fit([]string{"all"}, seed+1)}
				sides.Studies = [2][]string{{"all"}, {"all"}}
			}
			c, err := NewChanges([2]ChangedRun{}, sides, interval)
			require.NoError(t, err)
			for _, e := range c.Estimates {
				if e.Scale == ScaleLabel {
					all[e.Quantity]++
					if e.Conclusive() {
						out[e.Quantity]++
					}
				}
			}
		}
		for quantity, n := range all {
			share := float64(out[quantity]) / float64(n)
			fmt.Printf("shared items %v: %s %.1f %% of %d\n", shared, quantity, 100*share, n)
			assert.LessOrEqual(t, share, 0.05+3*math.Sqrt(0.05*0.95/sets), "%v %s", shared, quantity)
		}
	}
}
