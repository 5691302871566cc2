package predictive

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/simulate"
)

// known is a source of replicates that are drawn with the very parameters of the labels: the hardest case for a
// check that must not raise false alarms, because fitted parameters follow the labels.
func known(t testing.TB, truth simulate.Truth, d simulate.Design, seed uint64) source {
	table, err := simulate.Simulate(truth, d, seed)
	require.NoError(t, err)
	return replicated(truth, table)
}

// alike is a truth of so many studies that differ in their means only.
func alike(distribution family.Family, studies int) simulate.Truth {
	truth := simulate.Truth{Family: distribution, ItemCorrelation: simulate.CommonCorrelation(studies, 0.8)}
	for s := range studies {
		one := simulate.StudyTruth{Mean: 0.2 * float64(s), ItemSD: 1, LabelerSD: 0.4, ResidualSD: 1}
		if distribution == (family.Bernoulli{}) {
			one = simulate.StudyTruth{Mean: -1 + 0.2*float64(s), ItemSD: 2, LabelerSD: 0.5}
		}
		if distribution == (family.Ordinal{}) {
			shift := 0.2 * float64(s)
			one = simulate.StudyTruth{ItemSD: 2, LabelerSD: 0.5,
				Thresholds: []float64{-3 + shift, -1 + shift, 1, 2 + 3*shift}}
		}
		truth.Studies = append(truth.Studies, one)
	}
	return truth
}

// falseAlarms counts the studies with a doubt although the labels come from the model.
func falseAlarms(t testing.TB, distribution family.Family, studies, items, labelers, perItem, many int, o Options) int {
	var names []string
	for s := range studies {
		names = append(names, string(rune('a'+s)))
	}
	truth, doubted := alike(distribution, studies), 0
	for seed := range uint64(many) {
		p := simulate.Plan{Items: items}
		for _, s := range names {
			p.Studies = append(p.Studies, simulate.StudyPlan{Name: s, Labelers: labelers, LabelsPerItem: perItem})
		}
		d, err := p.Generate(seed)
		require.NoError(t, err)
		o.Seed = seed
		c, err := run(context.Background(), known(t, truth, d, seed), o)
		require.NoError(t, err)
		if len(c.Doubts) > 0 {
			doubted++
		}
	}
	return doubted
}
