package modeltest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/labels"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/study"
)

// small is a simulated task of a batch: 56 items, 10 labelers and 6 labels of each item in each of k studies.
func small(tb testing.TB, distribution family.Family, k int) *study.Table {
	plan := simulate.Plan{Items: 56}
	truth := simulate.Truth{Family: distribution, ItemCorrelation: simulate.CommonCorrelation(k, 0.8)}
	for _, name := range []string{"a", "b", "c", "d"}[:k] {
		plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: name, Labelers: 10, LabelsPerItem: 6})
		s := simulate.StudyTruth{Mean: 0.5, ItemSD: 1.5, LabelerSD: 0.5}
		if distribution == (family.Gaussian{}) {
			s.ResidualSD = 1
		}
		truth.Studies = append(truth.Studies, s)
	}
	design, err := plan.Generate(1)
	require.NoError(tb, err)
	table, err := simulate.Simulate(truth, design, 1)
	require.NoError(tb, err)
	return table
}

// Crowd is a simulated pair of studies of the same items: items × 2, labelers in each
// study, labels per item in each.
func Crowd(tb testing.TB, distribution family.Family, items, labelers, perItem int) *study.Table {
	plan := simulate.Plan{Items: items}
	truth := simulate.Truth{Family: distribution, ItemCorrelation: simulate.CommonCorrelation(2, 0.8)}
	for _, name := range []string{"a", "b"} {
		plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: name, Labelers: labelers, LabelsPerItem: perItem})
		s := simulate.StudyTruth{Mean: 0.5, ItemSD: 1.5, LabelerSD: 0.7}
		if distribution == (family.Gaussian{}) {
			s.ResidualSD = 1
		}
		truth.Studies = append(truth.Studies, s)
	}
	design, err := plan.Generate(1)
	require.NoError(tb, err)
	table, err := simulate.Simulate(truth, design, 1)
	require.NoError(tb, err)
	return table
}

// The sizes of the benchmarks: the first has the shape of a published study of
// 13,000 binary labels.
var crowds = []struct{ items, labelers, perItem int }{
	{120, 272, 54},
	{400, 100, 10},
	{3000, 600, 10},
	{30000, 2500, 17},
}

func EachCrowd(b *testing.B, largest int, f func(b *testing.B, t *study.Table, sp spec.Spec)) {
	for _, distribution := range []family.Family{family.Bernoulli{}, family.Gaussian{}} {
		for _, c := range crowds {
			all := 2 * c.items * c.perItem
			if all > largest {
				continue
			}
			b.Run(fmt.Sprintf("%v/%d", distribution, all), func(b *testing.B) {
				t := Crowd(b, distribution, c.items, c.labelers, c.perItem)
				sp, err := labels.Resolve(t, spec.Spec{})
				require.NoError(b, err)
				f(b, t, sp)
			})
		}
	}
}

func EachSmall(b *testing.B, f func(b *testing.B, t *study.Table)) {
	for _, distribution := range []family.Family{family.Bernoulli{}, family.Gaussian{}} {
		for k := 1; k <= 4; k++ {
			b.Run(fmt.Sprintf("%v/K=%d", distribution, k), func(b *testing.B) { f(b, small(b, distribution, k)) })
		}
	}
}
