package nonparam_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/nonparam"
)

// TestCountsBeyondIntegers takes counts whose products pass 2³¹, 2⁵³ and 2⁶³, where
// integers wrap around and n² − Σn² loses its digits, and compares with big integers.
func TestCountsBeyondIntegers(t *testing.T) {
	for _, n := range []int64{50_000, 200_000_000, 4_000_000_000, 1 << 50} {
		counts := [][]int64{{n, 3}, {2, n - 7}, {n / 2, n / 3}}
		r, err := nonparam.FromCounts(counts, []float64{0, 1})
		require.NoError(t, err)
		got, err := nonparam.Of(nonparam.AlphaName, nonparam.Nominal, r)
		require.NoError(t, err)
		want, _ := bigAlpha(counts).Float64()
		assert.InEpsilon(t, 1-want, 1-got.Value, 1e-12, "alpha with counts of %d", n)

		other := [][]int64{{5, n}, {n, 1}, {n / 5, n}}
		s, err := nonparam.FromCounts(other, []float64{0, 1})
		require.NoError(t, err)
		kappa, err := nonparam.Of(nonparam.CrossKappaName, nonparam.Nominal, r, s)
		require.NoError(t, err)
		wantCross, _ := bigCross(counts, other).Float64()
		assert.InEpsilon(t, 1-wantCross, 1-kappa.Value, 1e-12, "κ_x with counts of %d", n)
		interval, err := nonparam.Of(nonparam.CrossKappaName, nonparam.Interval, r, s)
		require.NoError(t, err)
		assert.InEpsilon(t, 1-wantCross, 1-interval.Value, 1e-9, "for 0 and 1, (a−b)² = [a≠b]")
	}
}

func rational(n int64) *big.Rat { return new(big.Rat).SetInt64(n) }

// bigAlpha is 1 − (n−1) Σ_u 2 r_u0 r_u1/(m_u−1) / (2 n_0 n_1) in exact arithmetic.
func bigAlpha(counts [][]int64) *big.Rat {
	observed, n0, n1 := new(big.Rat), new(big.Rat), new(big.Rat)
	for _, c := range counts {
		d := new(big.Rat).Mul(rational(c[0]), rational(2*c[1]))
		observed.Add(observed, d.Quo(d, rational(c[0]+c[1]-1)))
		n0.Add(n0, rational(c[0]))
		n1.Add(n1, rational(c[1]))
	}
	n := new(big.Rat).Add(n0, n1)
	n.Sub(n, rational(1))
	expected := new(big.Rat).Mul(n0, n1)
	expected.Mul(expected, rational(2))
	ratio := observed.Mul(observed, n)
	return new(big.Rat).Sub(rational(1), ratio.Quo(ratio, expected))
}

// bigCross is κ_x by equations 9 to 11 in exact arithmetic.
func bigCross(x, y [][]int64) *big.Rat {
	product := func(a, b int64) *big.Rat { return new(big.Rat).Mul(rational(a), rational(b)) }
	observed := new(big.Rat)
	var x0, x1, y0, y1 int64
	for i := range x {
		r, s := x[i][0]+x[i][1], y[i][0]+y[i][1]
		d := new(big.Rat).Add(product(x[i][0], y[i][1]), product(x[i][1], y[i][0]))
		d.Mul(d, rational(r+s))
		observed.Add(observed, d.Quo(d, product(r, s)))
		x0, x1, y0, y1 = x0+x[i][0], x1+x[i][1], y0+y[i][0], y1+y[i][1]
	}
	observed.Quo(observed, rational(x0+x1+y0+y1))
	expected := new(big.Rat).Add(product(x0, y1), product(x1, y0))
	expected.Quo(expected, product(x0+x1, y0+y1))
	return new(big.Rat).Sub(rational(1), observed.Quo(observed, expected))
}
