package bycriteria

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/criteria"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// made is labels of numbers by eight people, three an item, on three criteria, and by a judge. True scores of groups
// and criteria correlate by 0.6, and a labeler's levels by 0.5. Each group has a study for each criterion until it has
// labels.
func made(t *testing.T, seed uint64) *study.Table {
	t.Helper()
	halo := simulate.FacetTruth{Facet: spec.ItemByLabeler(), SD: []float64{0.6, 0.6, 0.6, 1, 1, 1}}
	halo.Covariance = spec.Common
	truth := simulate.Truth{Family: family.Gaussian{}, Labelers: spec.Shared, Facets: []simulate.FacetTruth{halo},
		ItemCorrelation: simulate.CommonCorrelation(6, 0.6), LabelerCorrelation: simulate.CommonCorrelation(6, 0.5)}
	plan := simulate.Plan{Items: 50, Studies: []simulate.StudyPlan{{Name: "people", Labelers: 8, LabelsPerItem: 3},
		{Name: "judge", Labelers: 1, LabelsPerItem: 1}}}
	d, err := plan.Generate(seed)
	require.NoError(t, err)
	all := simulate.Design{Items: d.Items, Labelers: d.Labelers}
	criterion := study.Factor{Name: criteria.Factor, Levels: []string{"a", "b", "c"}}
	for k := range 6 {
		truth.Studies = append(truth.Studies, simulate.StudyTruth{ItemSD: 1, LabelerSD: 0.4, ResidualSD: 1})
		all.Studies = append(all.Studies, string(rune('a'+k)))
		for other := range 3 { // nobody labels in both groups
			truth.LabelerCorrelation[k][(k/3*3+3+other)%6] = 0
		}
		for n, s := range d.Study {
			if int(s) == k/3 {
				all.Study, all.Item = append(all.Study, int32(k)), append(all.Item, d.Item[n])
				all.Labeler = append(all.Labeler, d.Labeler[n])
				criterion.Index = append(criterion.Index, int32(k%3))
			}
		}
	}
	table, err := simulate.Simulate(truth, all, seed)
	require.NoError(t, err)
	long := table.Indexed()
	long.Studies, long.Factors = d.Studies, []study.Factor{criterion}
	for n, s := range long.Study {
		long.Study[n] = s / 3
	}
	table, err = study.NewTable(long)
	require.NoError(t, err)
	return table
}

func checked(t *testing.T, table *study.Table, workers int) *Check {
	t.Helper()
	d, err := criteria.NewDesign(table, criteria.Factor, "people")
	require.NoError(t, err)
	p, err := criteria.Fit(t.Context(), d, criteria.Spec{}, sampler.Settings{Seed: 1, Draws: 80, Workers: workers})
	require.NoError(t, err)
	c, err := Run(t.Context(), p, Options{Seed: 1, Replicates: 199, Workers: workers})
	require.NoError(t, err)
	return c
}

func (c *Check) doubtful() (names []string) {
	for _, s := range c.Statistics {
		if s.Doubtful() {
			names = append(names, s.Name)
		}
	}
	return names
}

// The check is silent on labels of the model. It speaks if two people give an item the same label on all criteria, and
// names them, and if people's halo is on two of three criteria.
func TestCheckSpeaksOfPlantedFaults(t *testing.T) {
	table := made(t, 1)
	assert.Empty(t, checked(t, table, 1).doubtful())

	table, err := table.Select("people")
	require.NoError(t, err)
	alike := table.Indexed()
	first := map[[2]int32]float64{}
	for n, l := range alike.Labeler {
		key := [2]int32{alike.Item[n], l}
		if y, known := first[key]; known && l < 2 {
			alike.Value[n] = y
		} else if !known {
			first[key] = alike.Value[n]
		}
	}
	fault, err := study.NewTable(alike)
	require.NoError(t, err)
	c := checked(t, fault, 2)
	assert.Contains(t, c.doubtful(), HaloSpread)
	require.Len(t, c.Alike[0], 3)
	assert.ElementsMatch(t, table.Labelers()[:2], c.Alike[0][:2])

	some := table.Indexed()
	rng := rand.New(rand.NewPCG(1, 2))
	noise := map[[2]int32]float64{} // which labels on a and b have in common
	for n, l := range some.Labeler {
		key := [2]int32{some.Item[n], l}
		if _, known := noise[key]; !known {
			noise[key] = 1.5 * rng.NormFloat64()
		}
		if some.Factors[0].Index[n] < 2 {
			some.Value[n] += noise[key]
		}
	}
	fault, err = study.NewTable(some)
	require.NoError(t, err)
	assert.Contains(t, checked(t, fault, 2).doubtful(), HaloOfPair)
}

// Statistics by hand: two items, two labelers, two criteria.
func TestStatistics(t *testing.T) {
	s := &shape{k: 2, items: [][]int32{{0, 0, 1, 1}, {0, 0, 1, 1}}, cell: [][]int32{{0, 1, 2, 3}, {0, 1, 2, 3}},
		cells: 4, itemsAll: 2, owner: []int32{0, 1, 0, 1}, people: []string{"v", "w"}}
	// On a: 1 −1 1 −1, on b: 1 −1 −1 1, both with mean 0 and standard deviation 1. Products by one labeler are 1, 1,
	// −1, −1. By two they are −1, −1, 1, 1.
	got := s.of([][]float64{{1, -1, 1, -1}, {1, -1, -1, 1}})
	assert.Equal(t, []float64{1, 1, 0, 0}, got)
	got = s.of([][]float64{{1, -1, 1, -1}, {3, -3, 3, -3}})
	assert.Equal(t, []float64{1, 3, 1, -1}, got)
	// Labels of an item by v differ by 0 and 2 over criteria, with variance 2 of the second; by w by 0 and 2.
	in, _, sds := s.standardised([][]float64{{1, -1, 1, -1}, {1, -1, -1, 1}})
	spread, own := s.haloSpread(in, sds)
	assert.Equal(t, []float64{1, 1}, own)
	assert.Zero(t, spread)
}
