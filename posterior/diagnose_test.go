package posterior

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDiagnoseFindsTheWorst(t *testing.T) {
	nan := math.NaN()
	d := Diagnose([]Summary{
		{Name: "constant", RHat: nan, ESSBulk: nan, ESSTail: nan},
		{Name: "a", RHat: 1.001, ESSBulk: 900, ESSTail: 200},
		{Name: "b", RHat: 1.02, ESSBulk: 300, ESSTail: nan},
		{Name: "c", RHat: 1.01, ESSBulk: 1000, ESSTail: 800},
	})
	require.Equal(t, Diagnostics{
		MaxRHat: Extreme{1.02, "b"}, MinESSBulk: Extreme{300, "b"}, MinESSTail: Extreme{200, "a"},
		Undefined: []string{"constant", "b"},
	}, d)
	require.True(t, math.IsNaN(Diagnose(nil).MaxRHat.Value))
	require.Empty(t, Diagnose(nil).MinESSTail.Name)
}

// Hand-computed: energies 1, 3, 2, 6 have mean 3, Σ(ΔE)² = 4+1+16, Σ(E−Ē)² = 4+0+1+9.
func TestEBFMI(t *testing.T) {
	got := EBFMI([][]float64{{1, 3, 2, 6}, {5, 5, 5}, {1}, {}})
	require.Equal(t, 21.0/14, got[0])
	for _, v := range got[1:] {
		require.True(t, math.IsNaN(v))
	}
	// Independent energies have E(ΔE)² = 2 Var E; an AR(1) has 2(1−φ) Var E.
	x := EBFMI(autoregression(0, 2, 50000, 3))
	require.InDelta(t, 2, x[0], 0.05)
	require.InDelta(t, 2, x[1], 0.05)
	require.InDelta(t, 0.2, EBFMI(autoregression(0.9, 1, 50000, 3))[0], 0.02)
}

func TestProbability(t *testing.T) {
	q := Quantity{Chains: autoregression(0, 4, 5000, 11)}
	p := q.Positive()
	// Closed form: a symmetric draw, √(p(1−p)/S) = 0.00354.
	require.InDelta(t, 0.5, p.Value, 4*0.00354)
	require.InEpsilon(t, 0.00354, p.MCSE, 0.1)

	all := q.Probability(func(x float64) bool { return x < 100 })
	require.Equal(t, 1.0, all.Value)
	require.True(t, math.IsNaN(all.MCSE))

	undefined := Quantity{Chains: [][]float64{{1, math.NaN()}}}.Positive()
	require.True(t, math.IsNaN(undefined.Value))
}

func TestMapAndDraws(t *testing.T) {
	d := NewDraws([]string{"a", "b"}, 2, 3)
	copy(d.Chain(0, 0), []float64{1, 2, 3})
	copy(d.Chain(1, 1), []float64{4, 5, 6})
	require.Equal(t, 1, d.Index("b"))
	require.Equal(t, -1, d.Index("c"))
	sum := Map("a − b", func(x []float64) float64 { return x[0] - x[1] }, d.Quantity(0), d.Quantity(1))
	require.Equal(t, Quantity{"a − b", [][]float64{{1, 2, 3}, {-4, -5, -6}}}, sum)
	require.Panics(t, func() { NewDraws(nil, -1, 2) })
}
