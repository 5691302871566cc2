package model

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/labels"
	"concord/model/internal/modeltest"
	"concord/study"
)

// The models that other tests of densities go through have facets that lie within others: gradients, their
// allocations, and the Jacobian are those of followers and of what they follow too.
func TestDensitiesHaveNests(t *testing.T) {
	parents, crossed, sensitive := 0, 0, 0
	eachDensity(t, func(_ *testing.T, _ *rand.Rand, p *density, _ *labels.Compiled) {
		for _, n := range p.nesting.nests {
			for _, f := range n.after {
				if f.parent != nil {
					parents++
				} else {
					crossed++
				}
				if p.slopes != nil {
					sensitive++
					require.NotZero(t, f.term) // items' effects are multiplied by slopes
				}
			}
		}
	})
	require.Greater(t, parents, 20)
	require.Greater(t, crossed, 10)
	require.Greater(t, sensitive, 3)
}

// Oracle: of normal labels of items by templates, as many of each template of an item, coordinates of all effects are
// independent and standard normal given the parameters, whatever these are: minus the Hessian is the identity.
func TestCoordinatesOfNestedEffectsAreStandardNormal(t *testing.T) {
	const items, times = 5, 3
	spec := Spec{Family: family.Gaussian{}, Labelers: NoLabelers, Residual: CommonResidual, Facets: []Facet{
		{By: []string{study.ItemFactor, "template"}}}}
	spec.Priors = Priors{Mean: Normal{Scale: 1e6}, OwnScale: true}.WithDefaults(spec.Family) // effects' mean is in μ's
	p := nestedProblem(items, 2, times, spec)
	require.Len(t, p.nests, 1)
	require.Equal(t, []float64{1}, p.nests[0].after[0].overlap)
	require.NotNil(t, p.nests[0].after[0].parent)
	s, err := newSetup(t.Context(), p)
	require.NoError(t, err)
	d := s.d
	at := d.terms
	rng := rand.New(rand.NewPCG(3, 4))
	x, up, down := make([]float64, d.Dim()), make([]float64, d.Dim()), make([]float64, d.Dim())
	for range 5 {
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		for _, row := range at {
			for i := row.z; i < row.z+row.effects; i++ {
				const h = 0.1 // the log density is quadratic in them
				is := x[i]
				x[i] = is + h
				d.LogProbGrad(up, x)
				x[i] = is - h
				d.LogProbGrad(down, x)
				x[i] = is
				for _, column := range at {
					for j := column.z; j < column.z+column.effects; j++ {
						want := 0.0
						if i == j {
							want = 1
						}
						require.InDelta(t, want, (down[j]-up[j])/(2*h), 1e-7, "%d, %d", i, j)
					}
				}
			}
		}
	}
}

// nestedProblem has so many labels of each item and template.
func nestedProblem(items, templates, times int, spec Spec) *problem {
	levels := items * templates
	d := &labels.Compiled{Labels: &family.Labels{Studies: 1, Items: items, Count: []float64{float64(levels * times)},
		Start: []int{0}}, Center: []float64{0}, Scale: slices.Repeat([]float64{1}, 1)}
	for i, n := range []int{items, levels} {
		d.Terms = append(d.Terms, modeltest.ToyGrouping(spec.Terms()[i], n, 1))
	}
	d.SetRows()
	for level := range levels {
		for n := range times {
			d.Item = append(d.Item, int32(level/templates))
			d.Value = append(d.Value, float64((3*level+7*n)%11)/4)
		}
		d.Start = append(d.Start, len(d.Item))
	}
	return compileProblem(d, spec)
}

// Labels of items by templates lie all in one item and one template; of a labeler who gave a third of them, a third do.
func TestNestsFollow(t *testing.T) {
	level, cell := []int32{0, 0, 0, 1, 1, 1}, []int32{0, 1, 2, 0, 0, 3}
	_, ok := within(level, cell, 2, 4)
	require.False(t, ok)
	parent, ok := within(cell, level, 4, 2)
	require.False(t, ok, "labels of 0 are of both %v", parent)
	parent, ok = within([]int32{0, 0, 1, 2}, []int32{4, 4, 4, 2}, 3, 5)
	require.True(t, ok)
	require.Equal(t, []int32{4, 4, 2}, parent)
	_, ok = within([]int32{0, 0, 1}, []int32{1, 1, 0}, 2, 2)
	require.False(t, ok, "the same levels by another name")
	_, ok = within([]int32{0, 0, 1}, []int32{1, 1, 2}, 2, 2)
	require.False(t, ok, "2 has no effect")

	d := &labels.Compiled{Labels: &family.Labels{Studies: 1, Count: []float64{6}, Item: level, Start: []int{0, 6}}}
	d.Terms = []*labels.Grouping{{Levels: 2, Cell: make([][]int32, 1)}, {Levels: 4, Starts: []int{0, 4}}}
	n := &nest{term: 0, study: []int32{0, 0}, labels: []float64{3, 3}}
	n.follow(d, 1, [][]int32{level, cell})
	require.Len(t, n.after, 1)
	require.InDeltaSlice(t, []float64{(1.0/3 + 1.0/3 + 1.0/3 + 2.0/3 + 2.0/3 + 1.0/3) / 6}, n.after[0].overlap, 1e-15)
	mean := make([]float64, 2)
	n.after[0].add(n, mean, []float64{3, 6, 12, 9})
	require.Equal(t, []float64{7, 5}, mean)
	back := make([]float64, 4)
	n.after[0].addBackward(n, back, []float64{3, 6})
	require.Equal(t, []float64{5, 1, 1, 2}, back)
}
