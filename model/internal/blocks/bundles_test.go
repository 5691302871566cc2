package blocks

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"concord/model/spec"
)

// Bundles have the roots, priors and derivatives of each bundle's studies alone, and nothing between them.
func TestBundlesAreTheirStudiesAlone(t *testing.T) {
	const n, studies = 3, 4
	rng := rand.New(rand.NewPCG(1, 2))
	b, alone := newBundles(n, studies, spec.MarginallyUniform{}), newCorrelation(studies, spec.MarginallyUniform{})
	k, size := n*studies, alone.Size()
	require.Equal(t, n*size, b.Size())
	y, root, bar := make([]float64, b.Size()), make([]float64, k*k), make([]float64, k*k)
	for i := range y {
		y[i] = rng.NormFloat64()
	}
	for i := range bar {
		bar[i] = rng.NormFloat64()
		root[i] = 7 // of other coordinates, to be overwritten
	}
	b.Factor(root, y)
	grad, wantGrad, wantValue := make([]float64, b.Size()), make([]float64, b.Size()), 0.0
	outside := floats.Norm(root, 2)
	inside := 0.0
	for i := range n {
		l, lbar := make([]float64, studies*studies), make([]float64, studies*studies)
		alone.Factor(l, y[i*size:])
		for r := range studies {
			at := (i*studies+r)*k + i*studies
			require.Equal(t, l[r*studies:(r+1)*studies], root[at:at+studies])
			copy(lbar[r*studies:(r+1)*studies], bar[at:at+studies])
		}
		inside += floats.Dot(l, l)
		wantValue += alone.backward(wantGrad[i*size:(i+1)*size], lbar, l, y[i*size:])
	}
	assert.InDelta(t, inside, outside*outside, 1e-12)
	assert.InDelta(t, wantValue, b.backward(grad, bar, root, y), 1e-12)
	assert.InDeltaSlice(t, wantGrad, grad, 1e-12)

	back := make([]float64, b.Size())
	b.unconstrained(back, root, 10)
	assert.InDeltaSlice(t, y, back, 1e-9)
}
