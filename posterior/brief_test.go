package posterior

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Oracle: the summary, which sorts.
func TestBriefIsTheSummary(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var summarizer Summarizer
	for n := range 200 {
		q := Quantity{Chains: [][]float64{make([]float64, n), make([]float64, n)}}
		ties := rng.IntN(2) == 0
		for _, c := range q.Chains {
			for i := range c {
				c[i] = rng.NormFloat64()
				if ties {
					c[i] = math.Round(c[i]) + 0 // no −0, which may stand on either side of 0
				}
			}
		}
		if n == 150 {
			q.Chains[0][3] = math.Inf(1)
		}
		if n == 151 {
			q.Chains[1][70] = math.NaN()
		}
		for _, level := range []float64{0.02, 0.5, 0.95, 0.999} {
			s := q.Summary(level)
			mean, median, lower, upper := summarizer.Brief(q, level)
			require.Equal(t, fmt.Sprint(s.Mean, s.Median, s.Lower, s.Upper),
				fmt.Sprint(mean, median, lower, upper), "%d %v", n, level)
		}
	}
	require.Panics(t, func() { summarizer.Brief(Quantity{}, 1) })
}

func BenchmarkBrief(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	q := Quantity{Chains: [][]float64{make([]float64, 1000)}}
	for i := range q.Chains[0] {
		q.Chains[0][i] = rng.NormFloat64()
	}
	var summarizer Summarizer
	b.Run("selected", func(b *testing.B) {
		for b.Loop() {
			summarizer.Brief(q, 0.95)
		}
	})
	b.Run("sorted", func(b *testing.B) {
		for b.Loop() {
			q.Mean()
			q.CredibleInterval(Interval{Level: 0.95})
		}
	})
}
