package family

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Oracle: the sum over the factor of Student's t, given which effects are normal, of expansions for each.
func TestSumsOverStudentEffectsAreThoseOverItsFactor(t *testing.T) {
	const tolerance = 1e-8
	ordered, err := NewOrdinal([]string{"a", "b", "c", "d"}, nil)
	require.NoError(t, err)
	for _, c := range []struct {
		r   Response
		own []float64
		df  []float64 // fewer take minutes for ordered labels
	}{{Bernoulli{}.Response(), nil, []float64{4, 14, 200}}, {ordered.Response(), []float64{1, 0.7}, []float64{200}}} {
		for _, df := range c.df {
			student := studentMixture(df)
			factors := &Mixture{Factor: student.Factor, Weight: student.Weight}
			for _, at := range [][2]Point{{{0.5, 1, 0.6}, {1, 1.4, 0.3}}, {{-3, 2, 0}, {0.3, 0.1, 1}},
				{{0, 3, 0.5}, {-1, 2.5, 0.5}}} {
				if c.own != nil && at[0].SD > 1 {
					continue
				}
				other := NewStudentExpansions(c.r, 2)
				other.SetDF(df)
				for s, p := range at {
					other.Set(s, p, c.own)
					what := fmt.Sprintf("%T %v %v", c.r, df, p)
					m, b, v := MixedMoments(c.r, MixedPoint{Point: p, Factors: factors}, c.own)
					mean, between, total := MixedMoments(c.r, MixedPoint{Point: p, Factors: student}, c.own)
					assert.InDelta(t, m, mean, tolerance, what)
					assert.InDelta(t, b, between, tolerance, what)
					assert.InDelta(t, v, total, tolerance, what)
				}
				for _, rho := range []float64{-0.8, 0.6, 1} {
					assert.InDelta(t, correlationByFactor(c.r, factors, at, rho, c.own), other.Correlation(0, 1, rho),
						tolerance, "%T %v %v %v", c.r, df, at, rho)
				}
			}
		}
	}
}

// correlationByFactor is the correlation of h of two studies whose u are normal given the factor: the covariance is the
// mean of the covariances given the factor, and the covariance of the means.
func correlationByFactor(r Response, m *Mixture, at [2]Point, rho float64, own []float64) float64 {
	var middle, mean, square [2]float64
	for s, p := range at {
		middle[s], _ = givenOne(r, p.Mean, p.Rest, own)
	}
	both, of := 0.0, r.Expansions(2)
	for i, w := range m.Weight {
		var h, between [2]float64
		for s, p := range at {
			given := MixedPoint{Point: p}.given(m.Factor[i])
			of.Set(s, given, own)
			h[s], between[s], _ = r.Moments(given, own)
			h[s] -= middle[s]
			mean[s] += w * h[s]
			square[s] += w * (between[s] + h[s]*h[s])
		}
		both += w * (of.Correlation(0, 1, rho)*math.Sqrt(between[0]*between[1]) + h[0]*h[1])
	}
	return (both - mean[0]*mean[1]) / math.Sqrt((square[0]-mean[0]*mean[0])*(square[1]-mean[1]*mean[1]))
}
