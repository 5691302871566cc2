package judge

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// Worked out by hand: of the items that both groups and the standard label, one is right where the other is not.
func TestDifferenceIsPairedByItem(t *testing.T) {
	rows := [][3]string{
		{"1", "gold", "1"}, {"2", "gold", "0"}, {"3", "gold", "1"}, {"4", "gold", "1"}, {"5", "gold", "0"},
		{"1", "a", "1"}, {"2", "a", "0"}, {"3", "a", "0"}, {"4", "a", "1"}, {"1", "b", "0"},
	}
	crowd, standard := goldTable(t, study.Binary, nil, rows)
	gold, err := NewGold(standard)
	require.NoError(t, err)
	other, _ := goldTable(t, study.Binary, nil, [][3]string{
		{"1", "c", "1"}, {"2", "c", "1"}, {"3", "c", "0"}, {"5", "c", "0"}, {"4", "gold", "1"},
	})
	single := gold.Single(crowd) // 1: ½, 2: 1, 3: 0, 4: 1
	right := Answers{right: []rightOf{{0, 1}, {1, 0}, {2, 0}, {4, 1}}}
	require.Equal(t, "1", crowd.Table().Items()[0])
	require.Equal(t, 4, other.Len())
	d := single.Beyond(right)
	assert.Equal(t, 3, d.N)
	assert.InDelta(t, (-0.5+1+0)/3, d.Value(), 1e-15)
	back := right.Beyond(single)
	assert.InDelta(t, -d.Value(), back.Value(), 1e-15)
	lower, upper := d.Interval(0.95)
	from, to := back.Interval(0.95)
	assert.InDelta(t, lower, -to, 1e-15)
	assert.InDelta(t, upper, -from, 1e-15)
	lower, upper = Difference{}.Interval(0.95)
	assert.True(t, math.IsNaN(lower) && math.IsNaN(upper))
}

// Of proportions the formula of Bonett and Price in counts is another way to write it: with f12 and f21 items on which
// only the one is right, p̃ = (f + 1)/(n + 2), d̃ ± z √((p̃12 + p̃21 − (p̃12 − p̃21)²)/(n + 2)).
func TestDifferenceOfCounts(t *testing.T) {
	const n, f12, f21 = 50, 9, 3
	var d Difference
	for i := range n {
		x := 0.0
		switch {
		case i < f12:
			x = 1
		case i < f12+f21:
			x = -1
		}
		d.N, d.sum, d.square = d.N+1, d.sum+x, d.square+x*x
	}
	p12, p21 := (f12+1.0)/(n+2), (f21+1.0)/(n+2)
	half := 1.959964 * math.Sqrt((p12+p21-(p12-p21)*(p12-p21))/(n+2))
	lower, upper := d.Interval(0.95)
	assert.InDelta(t, p12-p21-half, lower, 1e-6)
	assert.InDelta(t, p12-p21+half, upper, 1e-6)
}

// Intervals at 95 % hold the difference in 93 to 98.5 % of simulated studies, of answers that are right on the same
// items, of few items, and of shares of answers.
func TestCoverageOfDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 8))
	chance := func(theta float64) float64 { return 1 / (1 + math.Exp(-theta)) }
	for _, test := range []struct{ items, labels int }{{15, 1}, {60, 1}, {60, 4}, {300, 3}} {
		share := func(p float64) float64 {
			right := 0.0
			for range test.labels {
				if rng.Float64() < p {
					right++
				}
			}
			return right / float64(test.labels)
		}
		truth := 0.0
		const many = 200_000
		for range many {
			z := 1.5 * rng.NormFloat64()
			truth += (chance(z+1.5) - chance(z+0.8)) / many
		}
		held, se := coverage(1000, func() bool {
			var d Difference
			for range test.items {
				z := 1.5 * rng.NormFloat64()
				x := share(chance(z+1.5)) - share(chance(z+0.8))
				d.N, d.sum, d.square = d.N+1, d.sum+x, d.square+x*x
			}
			lower, upper := d.Interval(0.95)
			return lower <= truth && truth <= upper
		})
		t.Logf("%+v: %.3f", test, held)
		assert.Greater(t, held, 0.93-3*se, "%+v", test)
		assert.Less(t, held, 0.99+3*se, "%+v", test)
	}
}
