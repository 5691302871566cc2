package criteria

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/simulate"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// Of three criteria, the correlations of true scores within a group, and of a labeler's levels.
var (
	trueCor = [][]float64{{1, 0.7, 0.3}, {0.7, 1, 0.5}, {0.3, 0.5, 1}}
	levels  = [][]float64{{1, 0.6, 0.6}, {0.6, 1, 0.6}, {0.6, 0.6, 1}}
)

// kronecker is the correlations of true scores of groups that have rho on each criterion.
func kronecker(groups int, rho float64) [][]float64 {
	n := groups * len(trueCor)
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, n)
		for j := range out[i] {
			if out[i][j] = trueCor[i%3][j%3]; i/3 != j/3 {
				out[i][j] *= rho
			}
		}
	}
	return out
}

// truthOf has people, and perhaps others with a larger halo.
func truthOf(f family.Family, groups int, rho float64, halo ...float64) Truth {
	t := Truth{Family: f, Criteria: []string{"coherence", "fluency", "relevance"}, Items: kronecker(groups, rho),
		Levels: levels, Halo: halo}
	for range groups {
		s := simulate.StudyTruth{ItemSD: 1, LabelerSD: 0.5}
		if f.LocationScale() {
			s.ResidualSD = 1
		}
		t.Studies = append(t.Studies, s)
	}
	return t
}

// madeOf has so many items, each with labels by four of ten people, and by others.
func madeOf(t *testing.T, truth Truth, items int, seed uint64, others ...simulate.StudyPlan) *study.Table {
	t.Helper()
	plan := simulate.Plan{Items: items, Studies: append([]simulate.StudyPlan{
		{Name: "people", Labelers: 10, LabelsPerItem: 4}}, others...)}
	d, err := plan.Generate(seed)
	require.NoError(t, err)
	table, err := truth.Simulate(d, seed)
	require.NoError(t, err)
	return table
}

// holds asserts that a truth is within four posterior standard deviations of the mean.
func holds(t *testing.T, want float64, q posterior.Quantity, what string) {
	t.Helper()
	t.Logf("%s: %.3f, %.3f ± %.3f", what, want, q.Mean(), q.SD())
	require.InDelta(t, want, q.Mean(), 4*q.SD(), what)
	require.Less(t, q.SD(), 0.15, what)
}

// Closed form: of numbers all quantities are ratios of sums of the variances and covariances.
func TestNumbersFindTheTruth(t *testing.T) {
	truth := truthOf(family.Gaussian{}, 2, 0.8, 0.5, 1)
	table := madeOf(t, truth, 200, 1, simulate.StudyPlan{Name: "crowd", Labelers: 12, LabelsPerItem: 3})
	d, err := NewDesign(table, Factor, "people")
	require.NoError(t, err)
	p, err := Fit(t.Context(), d, Spec{}, sampler.Settings{Seed: 2, Draws: 190})
	require.NoError(t, err)
	of := p.Describe()
	for g, tau := range truth.Halo {
		total := 1 + 0.25 + tau*tau + 1
		group := of.Groups[g]
		for c := range truth.Criteria {
			holds(t, 1/total, group[ICC][c], "ICC")
			holds(t, 0.25/total, group[LabelerICC][c], "labeler ICC")
			if g == 1 {
				holds(t, 0.8, group[Rho][c], "rho")
			}
		}
		for b := range truth.Criteria {
			for a := range b {
				r := trueCor[a][b]
				holds(t, r, group[TrueScores][Pair(a, b)], "true")
				holds(t, r/total, group[TwoLabelers][Pair(a, b)], "between")
				holds(t, (r+0.25*0.6+tau*tau)/total, group[OneLabeler][Pair(a, b)], "same")
				rest := 0.0 // of the true scores, beyond the people's
				if g == 1 {
					rest = 1 - 0.8*0.8
				}
				holds(t, (r*rest+tau*tau)/(rest+tau*tau+1), group[Halo][Pair(a, b)], "halo")
			}
		}
	}
	for g := range truth.Halo {
		between, same := moments(table.StudyAt(g), len(truth.Criteria))
		for i := range between {
			q := of.Groups[g][TwoLabelers][i]
			require.InDelta(t, between[i], q.Mean(), 2*q.SD())
			q = of.Groups[g][OneLabeler][i]
			require.InDelta(t, same[i], q.Mean(), 2*q.SD())
		}
	}
	require.Greater(t, of.Groups[1][HaloDifference][0].Positive().Value, 0.99)
}

// moments are correlations of labels on two criteria, at [Pair], without a model: of labels of an item by two labelers,
// and by one.
func moments(v study.View, k int) (between, same []float64) {
	criterion, _ := v.Factor(Factor)
	mean, square, count := make([]float64, k), make([]float64, k), make([]float64, k)
	for n, y := range v.Value() {
		count[criterion[n]]++
		mean[criterion[n]] += y
	}
	for c := range mean {
		mean[c] /= count[c]
	}
	for n, y := range v.Value() {
		c := criterion[n]
		square[c] += (y - mean[c]) * (y - mean[c]) / count[c]
	}
	var sums, pairs [2][]float64 // of different labelers, and of the same
	for i := range sums {
		sums[i], pairs[i] = make([]float64, k*(k-1)/2), make([]float64, k*(k-1)/2)
	}
	for n, item := range v.Item() {
		for m, other := range v.Item() {
			a, b := criterion[n], criterion[m]
			if item != other || a >= b {
				continue
			}
			of := 0
			if v.Labeler()[n] == v.Labeler()[m] {
				of = 1
			}
			at := Pair(int(a), int(b))
			sums[of][at] += (v.Value()[n] - mean[a]) * (v.Value()[m] - mean[b]) / math.Sqrt(square[a]*square[b])
			pairs[of][at]++
		}
	}
	for i := range pairs[0] {
		between, same = append(between, sums[0][i]/pairs[0][i]), append(same, sums[1][i]/pairs[1][i])
	}
	return between, same
}
