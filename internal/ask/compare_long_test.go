//go:build long

package ask

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// Intervals of differences that are 0 in truth leave 0 out in about 5 % of pairs of months, whether the months share
// items or not.
//
//	go test -tags long -run LongChanges -v ./internal/ask
func TestLongChangesAtTheirRate(t *testing.T) {
	const sets = 200
	settings := func(seed uint64) sampler.Settings { return sampler.Settings{Chains: 2, Draws: 500, Seed: seed} }
	fit := func(studies []string, seed uint64) *model.Posterior {
		truth := simulate.Truth{Family: family.Bernoulli{}, Labelers: spec.Nested,
			ItemCorrelation: simulate.CommonCorrelation(len(studies), 0.9)}
		plan := simulate.Plan{Items: 100, Labelers: spec.Nested}
		for _, name := range studies {
			truth.Studies = append(truth.Studies, simulate.StudyTruth{Mean: 0.3, ItemSD: 1.5, LabelerSD: 0.6})
			plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: name, Labelers: 12, LabelsPerItem: 4})
		}
		design, err := plan.Generate(seed)
		require.NoError(t, err)
		table, err := simulate.Simulate(truth, design, seed)
		require.NoError(t, err)
		sp, err := model.Resolve(table, spec.Spec{Family: family.Bernoulli{}})
		require.NoError(t, err)
		p, err := model.Fit(context.Background(), table, sp, settings(seed))
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
			c, err := NewChanges(sides)
			require.NoError(t, err)
			for _, e := range c.found {
				if e.quantity != sameItems && e.at.Scale == "" {
					all[e.quantity]++
					if d := e.draws[2].Summarize(interval); d.Lower > 0 || d.Upper < 0 {
						out[e.quantity]++
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

// The same five people label 80 items in two months, three people an item. Intervals of the change of these people hold
// it in 93 to 97 % of 200 pairs, whether each of them changes in a different way or not, and those of the change of
// people like them hold at least as often. A change of 0.6 is found about as often as by Student's t of the items'
// differences, which find it in nearly all pairs.
//
//	go test -tags long -run LongChangesOfTheSamePeople -v ./internal/ask
func TestLongChangesOfTheSamePeople(t *testing.T) {
	const sets, people, items = 200, 5, 80
	settings := sampler.Settings{Chains: 2, Draws: 500, Seed: 1}
	for _, drift := range []float64{0, 0.3} {
		for _, sameItems := range []bool{true, false} {
			found, these, like := 0, 0, 0
			for set := range sets {
				rng := rand.New(rand.NewPCG(uint64(set), 7))
				b := study.Builder{}
				const shift = 0.6
				var level, score []float64
				for range people {
					level = append(level, 0.5*rng.NormFloat64())
				}
				truth := shift
				for month, name := range []string{"march", "april"} {
					if month == 0 || !sameItems {
						score = nil
						for range items {
							score = append(score, rng.NormFloat64())
						}
					}
					for person := range people {
						change := drift * rng.NormFloat64()
						truth += change * float64(2*month-1) / people
						level[person] += change
						for item := range items {
							if (item+person)%people >= 3 {
								continue
							}
							id := fmt.Sprint("i", item)
							if !sameItems {
								id = name + id
							}
							b.Add(id, fmt.Sprint("p", person), name,
								shift*float64(month)+score[item]+level[person]+rng.NormFloat64())
						}
						level[person] -= change
					}
				}
				table, err := b.Table()
				require.NoError(t, err)
				p, err := model.Fit(context.Background(), table, spec.Spec{Labelers: spec.Returning, Effects: true,
					EffectsOf: []string{study.LabelerFactor}}, settings)
				require.NoError(t, err)
				sides := Sides{Of: [2]*model.Posterior{p, p}, Names: []string{"all"}, Joint: true,
					Studies: [2][]string{{"march"}, {"april"}},
					Same:    []SamePeople{{Study: "all", People: table.Labelers(), All: true}}}
				c, err := NewChanges(sides)
				require.NoError(t, err)
				changeOf := func(quantity string) posterior.Summary {
					i := slices.IndexFunc(c.found, func(e change) bool {
						return e.quantity == quantity && e.at.Scale == ""
					})
					return c.found[i].draws[2].Summarize(posterior.Interval{Level: 0.95})
				}
				holds := func(quantity string, truth float64) (n int) {
					if d := changeOf(quantity); d.Lower <= truth && truth <= d.Upper {
						return 1
					}
					return 0
				}
				these, like = these+holds(catalogue.MeanOfSame, truth), like+holds(catalogue.Mean, shift)
				if changeOf(catalogue.MeanOfSame).Lower > 0 {
					found++
				}
			}
			fmt.Printf("drift %v, same items %v: found %d, these held %d, people like them held %d of %d\n", drift,
				sameItems, found, these, like, sets)
			tolerance := 3 * math.Sqrt(0.05*0.95*sets)
			assert.InDelta(t, 0.95*sets, float64(these), tolerance)
			assert.GreaterOrEqual(t, float64(like), 0.95*sets-tolerance)
		}
	}
}
