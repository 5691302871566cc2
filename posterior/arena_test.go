package posterior

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Summaries in memory that others have used before are those in fresh memory, to the bit, whatever the number of draws.
func TestSummariesDoNotDependOnWhatWasSummarisedBefore(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var summarizer Summarizer
	for _, n := range []int{50, 7, 401, 400, 3, 1000, 1000, 2, 50} {
		q := Quantity{Name: "x", Chains: make([][]float64, 1+rng.IntN(4))}
		for c := range q.Chains {
			q.Chains[c] = make([]float64, n)
			for i := range q.Chains[c] {
				q.Chains[c][i] = rng.NormFloat64() + float64(rng.IntN(3))
			}
		}
		interval := Interval{Level: 0.9, Kind: HighestDensity}
		want, got := q.Summarize(interval), summarizer.Summarize(q, interval)
		for _, pair := range [][2]float64{{want.Mean, got.Mean}, {want.SD, got.SD}, {want.Median, got.Median},
			{want.Lower, got.Lower}, {want.Upper, got.Upper}, {want.RHat, got.RHat}, {want.ESSBulk, got.ESSBulk},
			{want.ESSTail, got.ESSTail}, {want.MCSEMean, got.MCSEMean}, {want.MCSESD, got.MCSESD}} {
			if pair[0] == pair[0] || pair[1] == pair[1] { // not both NaN
				assert.Equal(t, pair[0], pair[1], n)
			}
		}
	}
}

func TestSummariesOfManyQuantitiesAllocateLittle(t *testing.T) {
	q := Quantity{Chains: [][]float64{make([]float64, 1000), make([]float64, 1000)}}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range q.Chains {
		for i := range c {
			c[i] = rng.NormFloat64()
		}
	}
	var summarizer Summarizer
	for range 3 { // until the memory is large enough
		summarizer.Summarize(q, Interval{Level: 0.9})
	}
	assert.Less(t, testing.AllocsPerRun(10, func() { summarizer.Summarize(q, Interval{Level: 0.9}) }), 80.0)
}
