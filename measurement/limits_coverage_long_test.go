//go:build long

package measurement

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// covered counts intervals that hold the truth.
type covered struct{ held, all int }

func (c *covered) add(e Estimate, truth float64) {
	c.all++
	if e.Limits.Lower <= truth && truth <= e.Limits.Upper {
		c.held++
	}
}

func (c *covered) share() float64 { return float64(c.held) / float64(c.all) }

const (
	z95        = 1.959963984540054
	replicates = 4000
)

// Oracle: simulation with a known truth. 4,000 studies have a Monte Carlo error of 0.3 points.
func TestLimitsHoldTheTruth(t *testing.T) {
	for _, items := range []int{20, 50, 200} {
		for _, design := range []Design{SingleReadings, Replicates, LinkedPairs} {
			r := rand.New(rand.NewPCG(48, uint64(items)))
			var lower, upper, bias covered
			for range replicates {
				all := make([]Pair, items)
				for i := range all {
					all[i] = drawn(r, design)
				}
				l, err := Limits(all, LimitsSettings{Linked: design == LinkedPairs})
				require.NoError(t, err)
				sd := math.Sqrt(1 + 0.25 + 1)
				lower.add(l.Lower, 0.5-z95*sd)
				upper.add(l.Upper, 0.5+z95*sd)
				bias.add(l.Bias, 0.5)
			}
			t.Logf("%-10s %3d items: bias %.3f, lower %.3f, upper %.3f", design, items,
				bias.share(), lower.share(), upper.share())
			for _, c := range []covered{bias, lower, upper} {
				assert.GreaterOrEqual(t, c.share(), 0.93)
				assert.LessOrEqual(t, c.share(), 0.97)
			}
		}
	}
}

// drawn is an item whose methods differ by 0.5, with a variance of 1 of items within methods, and errors of variance
// 0.25 and 1.
func drawn(r *rand.Rand, design Design) Pair {
	m, k := 1, 1
	switch design {
	case Replicates:
		m, k = 1+r.IntN(4), 1+r.IntN(3)
	case LinkedPairs:
		m = 1 + r.IntN(4)
		k = m
	}
	level, own := 5*r.NormFloat64(), r.NormFloat64()
	p := Pair{make([]float64, m), make([]float64, k)}
	for j := range p.First {
		p.First[j] = level + 0.5 + own + 0.5*r.NormFloat64()
	}
	for j := range p.Second {
		p.Second[j] = level + r.NormFloat64()
	}
	return p
}

// Oracle: as above. The truth is z·√[(σ² of raters + σ² of errors)·(1 − 1/m)] for m readings of an item.
func TestLOAMHoldsTheTruth(t *testing.T) {
	for _, items := range []int{20, 50, 200} {
		for _, c := range []struct{ raters, each int }{{4, 4}, {10, 10}, {6, 3}, {10, 3}, {30, 3}} {
			for _, ofRaters := range []float64{0, 0.5} {
				r := rand.New(rand.NewPCG(49, uint64(items)))
				var limit covered
				truth := z95 * math.Sqrt((ofRaters*ofRaters+1)*(1-1/float64(c.each)))
				for range replicates / 4 {
					l, err := meanLimits(incomplete(r, items, c.raters, c.each, ofRaters, 1), LimitsSettings{})
					require.NoError(t, err)
					limit.add(l.Limit, truth)
				}
				t.Logf("%3d items, %2d of %2d raters each, SD of raters %.1f: %.3f", items, c.each, c.raters, ofRaters,
					limit.share())
				assert.GreaterOrEqual(t, limit.share(), 0.93)
				assert.LessOrEqual(t, limit.share(), 0.975)
			}
		}
	}
}

// incomplete draws readings of items by some of the raters each, with standard deviations of raters and of errors.
func incomplete(r *rand.Rand, items, raters, each int, ofRaters, ofErrors float64) []reading {
	effect := make([]float64, raters)
	for j := range effect {
		effect[j] = ofRaters * r.NormFloat64()
	}
	var all []reading
	for i := range items {
		level := 3 * r.NormFloat64()
		for _, j := range r.Perm(raters)[:each] {
			all = append(all, reading{i, j, level + effect[j] + ofErrors*r.NormFloat64()})
		}
	}
	return all
}
