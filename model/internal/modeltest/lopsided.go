package modeltest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/simulate"
	"concord/study"
)

// Lopsided is k studies in which everybody labels everything, and besides one item is labelled by many who label
// nothing else, or one labeler labels many items that nobody else labels, or both.
func Lopsided(t *testing.T, f family.Family, k, items, people, many int, item, labeler bool) *study.Table {
	t.Helper()
	d := simulate.Design{}
	add := func(s, i, l int) {
		d.Study, d.Item, d.Labeler = append(d.Study, int32(s)), append(d.Item, int32(i)), append(d.Labeler, int32(l))
	}
	d.Items, d.Labelers = names("item", items+k*many), names("labeler", k*people+k*many)
	truth := simulate.Truth{Family: f, ItemCorrelation: simulate.CommonCorrelation(k, 0.6)}
	for s := range k {
		d.Studies = append(d.Studies, fmt.Sprint("s", s+1))
		p := simulate.StudyTruth{Mean: 0.4, ItemSD: 1.1, LabelerSD: 0.6}
		if f.LocationScale() {
			p.ResidualSD = 1
		}
		truth.Studies = append(truth.Studies, p)
		for i := range items {
			for l := range people {
				add(s, i, s*people+l)
			}
		}
		for n := range many {
			if item {
				add(s, 1, k*people+s*many+n)
			}
			if labeler {
				add(s, items+s*many+n, s*people+2)
			}
		}
	}
	table, err := simulate.Simulate(truth, d, 5)
	require.NoError(t, err)
	return table
}

// names returns n names that sort by number.
func names(prefix string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("%s_%06d", prefix, i+1)
	}
	return all
}
