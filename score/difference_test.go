package score

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"
)

// two returns two systems with the same prompts.
func two(rng *rand.Rand, n int) (a, b *System) {
	a, b = random(rng, n, 1, 0, false), random(rng, n, 1, 0, false)
	b.Name = "b"
	for i := range n {
		b.People[i] += a.People[i]
		name := fmt.Sprintf("prompt %d", i)
		a.Items, b.Items = append(a.Items, name), append(b.Items, name)
	}
	return a, b
}

// If people labelled the same prompts and the judge is left out, it is Student's paired comparison. People's labels
// that are the truth bring the finite population correction.
func TestDifferenceIsPaired(t *testing.T) {
	a, b := two(rand.New(rand.NewPCG(7, 8)), 50)
	copy(b.Labels, a.Labels)
	var d []float64
	for i, k := range a.Labels {
		if k > 0 {
			d = append(d, a.People[i]-b.People[i])
		}
	}
	mean, sd := stat.MeanStdDev(d, nil)
	n := float64(len(d))
	none := 0.0
	for _, c := range []struct {
		o  Options
		se float64
	}{
		{Options{Target: Beyond, Lambda: &none}, sd / math.Sqrt(n)},
		{Options{Exact: true, Lambda: &none}, sd / math.Sqrt(n) * math.Sqrt(1-n/50)},
	} {
		g, err := Difference(a, b, c.o)
		require.NoError(t, err)
		assert.InDelta(t, mean, g.Value, 1e-12)
		assert.InDelta(t, c.se, g.SE, 1e-12)
		assert.Equal(t, n-1, math.Round(g.DF*1e6)/1e6)
		other, err := Difference(b, a, c.o)
		require.NoError(t, err)
		assert.InDelta(t, -g.Value, other.Value, 1e-12)
		assert.InDelta(t, g.SE, other.SE, 1e-12)
	}
}

// Without names nothing is shared, and errors add up as Welch has it.
func TestDifferenceOfOthers(t *testing.T) {
	a, b := two(rand.New(rand.NewPCG(9, 10)), 40)
	a.Items, b.Items = nil, nil
	g, err := Difference(a, b, Options{})
	require.NoError(t, err)
	first, _ := Mean(a, Options{})
	second, _ := Mean(b, Options{})
	assert.InDelta(t, first.Value-second.Value, g.Value, 1e-12)
	assert.InDelta(t, math.Hypot(first.SE, second.SE), g.SE, 1e-12)
	assert.Greater(t, g.DF, max(first.DF, second.DF))
	assert.Less(t, g.DF, first.DF+second.DF)
}
