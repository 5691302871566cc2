package planning

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/vpc/logitnormal"
)

// spread simulates a statistic and returns its standard deviation with the Monte Carlo standard error of that.
func spread(replicates int, statistic func() float64) (sd, se float64) {
	x := make([]float64, replicates)
	mean := 0.0
	for i := range x {
		x[i] = statistic()
		mean += x[i] / float64(replicates)
	}
	m2, m4 := 0.0, 0.0
	for _, v := range x {
		e := (v - mean) * (v - mean)
		m2 += e / float64(replicates)
		m4 += e * e / float64(replicates)
	}
	sd = math.Sqrt(m2)
	return sd, math.Sqrt((m4-m2*m2)/float64(replicates)) / (2 * sd)
}

// Oracle: simulated studies in which every labeler labels every item.
func TestMeanSEBySimulation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	c := Components{Item: 4, Labeler: 0.5, Residual: 3}
	n, m := 12, 5
	sd, se := spread(4000, func() float64 {
		sum := 0.0
		items := make([]float64, n)
		for i := range items {
			items[i] = 2 * rng.NormFloat64()
		}
		for range m {
			a := math.Sqrt(c.Labeler) * rng.NormFloat64()
			for _, b := range items {
				sum += a + b + math.Sqrt(c.Residual)*rng.NormFloat64()
			}
		}
		return sum / float64(n*m)
	})
	assert.InDelta(t, sd, c.MeanSE(Design{Items: n, LabelsPerItem: m, Labelers: float64(m)}), 4*se)
}

// Oracle: the ANOVA estimator on simulated studies. The formula is that of large samples: with
// 400 items its relative error is below 1%.
func TestICCSEBySimulation(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for _, k := range []int{2, 5} {
		c := Components{Item: 1, Labeler: 0.4, Residual: 0.6}
		n := 400
		sd, se := spread(1500, func() float64 {
			x := make([][]float64, n)
			for i := range x {
				b := rng.NormFloat64()
				for range k {
					x[i] = append(x[i], b+rng.NormFloat64()) // a labeler anew each time
				}
			}
			return anova(x)
		})
		assert.InDelta(t, sd, c.ICCSE(Design{Items: n, LabelsPerItem: k}), 4*se+0.01*sd, "k = %d", k)
	}
}

// anova is the one-way ANOVA estimator of the ICC.
func anova(x [][]float64) float64 {
	n, k := float64(len(x)), float64(len(x[0]))
	grand := 0.0
	for _, row := range x {
		for _, v := range row {
			grand += v / (n * k)
		}
	}
	between, within := 0.0, 0.0
	for _, row := range x {
		mean := 0.0
		for _, v := range row {
			mean += v / k
		}
		between += k * (mean - grand) * (mean - grand) / (n - 1)
		for _, v := range row {
			within += (v - mean) * (v - mean) / (n * (k - 1))
		}
	}
	return (between - within) / (between + (k-1)*within)
}

// Oracle: Fleiss's kappa of simulated studies.
func TestBinaryICCSEBySimulation(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for _, c := range []struct {
		mean, item, labeler float64
		k                   int
	}{{-1, 1.5, 0.7, 2}, {-2, 2.5, 0, 3}, {0.3, 1, 1, 6}} {
		n := 500
		sd, se := spread(1500, func() float64 {
			disagreement, positive := 0.0, 0.0
			for range n {
				u := c.item * rng.NormFloat64()
				x := 0.0
				for range c.k {
					if rng.Float64() < 1/(1+math.Exp(-(c.mean+u+c.labeler*rng.NormFloat64()))) {
						x++
					}
				}
				k := float64(c.k)
				disagreement += x * (k - x) / (k * (k - 1)) / float64(n)
				positive += x / k / float64(n)
			}
			return 1 - disagreement/(positive*(1-positive))
		})
		got := NewProbabilities(c.mean, c.item, c.labeler).ICCSE(Design{Items: n, LabelsPerItem: c.k})
		assert.InDelta(t, sd, got, 4*se+0.01*sd, "%+v", c)
	}
}

// Oracle: the moments that logitnormal has, and Jensen's order of the others.
func TestProbabilities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mean := rapid.Float64Range(-4, 4).Draw(t, "mean")
		item := rapid.Float64Range(0, 10).Draw(t, "item")
		labeler := rapid.Float64Range(0, 3).Draw(t, "labeler")
		b := NewProbabilities(mean, item, labeler)
		e, v := logitnormal.Probability{Mean: mean, SD: item, Noise: labeler}.Variance()
		assert.InDelta(t, e, b.moment[1], 1e-8)
		assert.InDelta(t, v, b.moment[2]-e*e, 1e-8)
		assert.GreaterOrEqual(t, b.moment[2]+1e-12, b.moment[3])
		assert.GreaterOrEqual(t, b.moment[3]+1e-12, b.moment[4])
		if item > 0.1 {
			assert.InDelta(t, v/(e*(1-e)), b.ICC(), 1e-6)
		}
	})
}

// Oracle: h constant over items is a binomial, whose fourth raw moment is known; kappa of labels by
// chance has the variance 2/(n k (k − 1)) (Fleiss, Nee and Landis 1979 for two categories).
func TestBinaryICCSEWithoutReliability(t *testing.T) {
	for _, mean := range []float64{0, -1.3} {
		for _, k := range []int{2, 3, 7} {
			got := NewProbabilities(mean, 0, 0).ICCSE(Design{Items: 100, LabelsPerItem: k})
			assert.InEpsilon(t, math.Sqrt(2/(100*float64(k*(k-1)))), got, 1e-9)
		}
	}
}

func TestDesignsThatCannotTell(t *testing.T) {
	c := Components{Item: 1, Labeler: 1, Residual: 1}
	b := NewProbabilities(0, 1, 1)
	assert.True(t, math.IsInf(c.ICCSE(Design{Items: 9, LabelsPerItem: 1}), 1))
	assert.True(t, math.IsInf(b.ICCSE(Design{Items: 9, LabelsPerItem: 1}), 1))
	for _, d := range []Design{{}, {Items: 1}, {LabelsPerItem: 2}} {
		assert.True(t, math.IsNaN(c.ICCSE(d)))
		assert.True(t, math.IsNaN(b.ICCSE(d)))
		assert.True(t, math.IsNaN(c.MeanSE(d)))
	}
	assert.True(t, math.IsNaN(c.MeanSE(Design{Items: 2, LabelsPerItem: 2})), "no labelers")
	require.True(t, math.IsNaN(NewProbabilities(0, -1, 0).ICC()))
	require.True(t, math.IsNaN(NewProbabilities(math.NaN(), 1, 0).ICC()))
}
