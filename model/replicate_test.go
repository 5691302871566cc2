package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
)

// oneDraw is a fit of two studies with shared labelers on a complete design, whose posterior is one draw.
func oneDraw(t *testing.T, items, labelers int) *Posterior {
	plan := simulate.Plan{Items: items, Labelers: spec.Shared}
	for _, s := range []string{"a", "b"} {
		plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: s, Labelers: labelers, LabelsPerItem: labelers})
	}
	design, err := plan.Generate(1)
	require.NoError(t, err)
	truth := simulate.Truth{Family: family.Gaussian{}, Labelers: spec.Shared,
		Studies: []simulate.StudyTruth{{ResidualSD: 1}, {ResidualSD: 1}}}
	table, err := simulate.Simulate(truth, design, 1)
	require.NoError(t, err)
	names := []string{"mu[1]", "mu[2]", "sd_item[1]", "sd_item[2]", "sd_labeler[1]", "sd_labeler[2]", "sd_residual[1]",
		"sd_residual[2]", "cor_item[1,2]", "cor_labeler[1,2]"}
	draws := posterior.NewDraws(names, 1, 1)
	for v, x := range []float64{5, -3, 2, 1, 0.5, 1.5, 0.7, 1.2, 0.6, -0.4} {
		draws.Chain(v, 0)[0] = x
	}
	p, err := FromDraws(spec.Spec{Family: family.Gaussian{}, Labelers: spec.Shared, Residual: spec.StudyResidual},
		table.Studies(),
		draws)
	require.NoError(t, err)
	p.table = table
	return p
}

// Variances and covariances of replicated labels are those of the model: of a label σ_i² + σ_l² + σ², of two labels
// of an item ρσ_iσ_i, of two labels of a labeler ρ_lσ_lσ_l.
func TestReplicatedLabelsHaveTheModelsMoments(t *testing.T) {
	const items, labelers, many = 6, 5, 20000
	p := oneDraw(t, items, labelers)
	r := NewReplicator(p)
	// The first label of study a, and one of study b that shares its item, its labeler or neither.
	va, vb := p.table.StudyAt(0), p.table.StudyAt(1)
	sameItem, sameLabeler, neither := -1, -1, -1
	for n := range vb.Value() {
		switch item, labeler := vb.Item()[n] == va.Item()[0], vb.Labeler()[n] == va.Labeler()[0]; {
		case item && !labeler:
			sameItem = n
		case labeler && !item:
			sameLabeler = n
		case !item && !labeler:
			neither = n
		}
	}
	first, others := make([]float64, many), map[int][]float64{}
	for i := range many {
		labels := r.Labels(nil, 0, 0, rand.New(rand.NewPCG(7, uint64(i))))
		first[i] = labels[0][0]
		for _, n := range []int{sameItem, sameLabeler, neither} {
			others[n] = append(others[n], labels[1][n])
		}
	}
	sdA, sdB := math.Sqrt(4+0.25+0.49), math.Sqrt(1+2.25+1.44)
	se := 1 / math.Sqrt(many)
	assert.InDelta(t, 5, mean(first), 4*sdA*se)
	assert.InDelta(t, sdA*sdA, covariance(first, first), 4*sdA*sdA*math.Sqrt2*se)
	assert.InDelta(t, -3, mean(others[neither]), 4*sdB*se)
	assert.InDelta(t, sdB*sdB, covariance(others[neither], others[neither]), 4*sdB*sdB*math.Sqrt2*se)
	for n, want := range map[int]float64{sameItem: 0.6 * 2 * 1, sameLabeler: -0.4 * 0.5 * 1.5, neither: 0} {
		assert.InDelta(t, want, covariance(first, others[n]), 4*sdA*sdB*math.Sqrt2*se)
	}
}

// A part of the labels, drawn alone, has the moments that it has among all.
func TestReplicatesOfAPart(t *testing.T) {
	const items, labelers, many = 6, 5, 20000
	p := oneDraw(t, items, labelers)
	all := NewReplicator(p)
	var places []int32
	for n := range p.table.Len() {
		if n%3 != 1 {
			places = append(places, int32(n))
		}
	}
	part := all.At(places)
	require.Equal(t, len(places), part.Len())
	moments := func(r *Replicator, pick func(labels [][]float64) []float64, stream uint64) (of [][]float64) {
		for i := range many {
			for n, y := range pick(r.Labels(nil, 0, 0, rand.New(rand.NewPCG(stream, uint64(i))))) {
				if i == 0 {
					of = append(of, nil)
				}
				of[n] = append(of[n], y)
			}
		}
		return of
	}
	want := moments(all, func(labels [][]float64) []float64 {
		picked := make([]float64, len(places))
		for i, n := range places {
			picked[i] = slices.Concat(labels...)[n]
		}
		return picked
	}, 1)
	got := moments(part, func(labels [][]float64) []float64 { return slices.Concat(labels...) }, 2)
	require.Len(t, got, len(want))
	variance := 4.74 // the larger one
	for a := range want {
		assert.InDelta(t, mean(want[a]), mean(got[a]), 5*math.Sqrt(2*variance/many))
		for b := range a + 1 {
			assert.InDelta(t, covariance(want[a], want[b]), covariance(got[a], got[b]), 5*variance*2/math.Sqrt(many))
		}
	}
}

func mean(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v / float64(len(x))
	}
	return s
}

func covariance(x, y []float64) float64 {
	mx, my, s := mean(x), mean(y), 0.0
	for i := range x {
		s += (x[i] - mx) * (y[i] - my) / float64(len(x))
	}
	return s
}

func TestReplicatorNeedsATable(t *testing.T) {
	p := oneDraw(t, 3, 2)
	p.table = nil
	assert.PanicsWithValue(t, "model: a posterior from draws has no design to replicate", func() { NewReplicator(p) })
}
