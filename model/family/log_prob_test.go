package family

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/integrate/quad"
)

func ordinalOf(t *testing.T, categories ...string) Ordinal {
	t.Helper()
	f, err := NewOrdinal(categories, nil)
	require.NoError(t, err)
	return f
}

// Probabilities of all labels add up to 1, also where one of them is next to certain, and are those of Chances.
func TestLogProbAddsUp(t *testing.T) {
	ordinal := ordinalOf(t, "poor", "fair", "good", "best")
	for _, theta := range []float64{-30, -2, 0, 0.7, 4, 35} {
		sum := math.Exp(Bernoulli{}.LogProb(0, theta, nil)) + math.Exp(Bernoulli{}.LogProb(1, theta, nil))
		require.InEpsilon(t, 1, sum, 1e-14)
		own := []float64{0.8, 2.5}
		p := make([]float64, 4)
		ordinal.Chances(p, theta, 0, own)
		for c, chance := range p {
			require.InDelta(t, math.Log(chance), ordinal.LogProb(float64(c+1), theta, own), 1e-9*(1+math.Abs(theta)))
		}
		density := func(y float64) float64 { return math.Exp(Gaussian{}.LogProb(y, theta, []float64{0.4})) }
		require.InEpsilon(t, 1, quad.Fixed(density, theta-4, theta+4, 200, nil, 0), 1e-10)
	}
	require.InEpsilon(t, -800, Bernoulli{}.LogProb(1, -800, nil), 1e-12, "no probability is rounded to 0")
	require.InEpsilon(t, -800, ordinal.LogProb(4, -800, []float64{1, 2}), 0.01)
}

// Labels one by one and together have the same log-likelihood, but for a constant of each label.
func TestLogProbIsTheLikelihood(t *testing.T) {
	for _, c := range []struct {
		f        Family
		y, own   []float64
		constant float64
	}{
		{Bernoulli{}, []float64{0, 1, 1}, nil, 0},
		{Gaussian{}, []float64{0.3, -1.2, 2}, []float64{0.7}, -0.5 * math.Log(2*math.Pi)},
		{ordinalOf(t, "a", "b", "c", "d"), []float64{1, 3, 4}, []float64{0.8, 2.5}, 0},
	} {
		l := &Labels{
			Studies: 1, Study: []int32{0, 0}, Levels: 2, Start: []int{0, 2, 3}, Value: c.y, Count: []float64{3},
			Items: 2, Item: []int32{0, 1, 0}, Rows: NestedRows,
		}
		at, grad := l.NewPredictor(len(c.own)), l.NewPredictor(len(c.own))
		copy(at.Row, []float64{0.4, -0.3})
		copy(at.Item, []float64{0.9, -1.1})
		copy(at.Own, c.own)
		want := 0.0
		for i, theta := range []float64{0.4 + 0.9, 0.4 - 1.1, -0.3 + 0.9} {
			want += c.f.LogProb(c.y[i], theta, c.own) - c.constant
		}
		require.InDelta(t, want, c.f.Likelihood(l).LogLik(grad, at), 1e-10, c.f.String())
	}
}
