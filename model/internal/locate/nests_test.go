package locate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/density"
	"concord/model/internal/labels"
	"concord/model/internal/modeltest"
	"concord/model/spec"
	"concord/study"
)

// Oracle: of normal labels of items by templates, as many of each template of an item, coordinates of all effects are
// independent and standard normal given the parameters, whatever these are: minus the Hessian is the identity.
func TestCoordinatesOfNestedEffectsAreStandardNormal(t *testing.T) {
	const items, times = 5, 3
	sp := spec.Spec{Family: family.Gaussian{}, Labelers: spec.NoLabelers, Residual: spec.CommonResidual,
		Facets: []spec.Facet{
			{By: []string{study.ItemFactor, "template"}}}}
	sp.Priors = spec.Priors{Mean: spec.Normal{Scale: 1e6},
		OwnScale: true}.WithDefaults(sp.Family) // effects' mean is in μ's
	p := nestedProblem(items, 2, times, sp)
	require.Len(t, p.Nests, 1)
	require.Len(t, p.Nests[0].After, 1)
	s, err := newSetup(t.Context(), p)
	require.NoError(t, err)
	d := s.Full
	at := d.Terms
	rng := rand.New(rand.NewPCG(3, 4))
	x, up, down := make([]float64, d.Dim()), make([]float64, d.Dim()), make([]float64, d.Dim())
	for range 5 {
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		for _, row := range at {
			for i := row.Z; i < row.Z+row.Effects; i++ {
				const h = 0.1 // the log density is quadratic in them
				is := x[i]
				x[i] = is + h
				d.LogProbGrad(up, x)
				x[i] = is - h
				d.LogProbGrad(down, x)
				x[i] = is
				for _, column := range at {
					for j := column.Z; j < column.Z+column.Effects; j++ {
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
func nestedProblem(items, templates, times int, sp spec.Spec) *density.Problem {
	levels := items * templates
	d := &labels.Compiled{Labels: &family.Labels{Studies: 1, Items: items, Count: []float64{float64(levels * times)},
		Start: []int{0}}, Center: []float64{0}, Scale: slices.Repeat([]float64{1}, 1)}
	for i, n := range []int{items, levels} {
		d.Terms = append(d.Terms, modeltest.ToyGrouping(sp.Terms()[i], n, 1))
	}
	d.SetRows()
	for level := range levels {
		for n := range times {
			d.Item = append(d.Item, int32(level/templates))
			d.Value = append(d.Value, float64((3*level+7*n)%11)/4)
		}
		d.Start = append(d.Start, len(d.Item))
	}
	return density.NewProblem(d, sp)
}
