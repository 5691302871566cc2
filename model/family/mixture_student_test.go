package family

import (
	"fmt"
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
				one, other := NewMixedExpansions(c.r, 2), NewMixedExpansions(c.r, 2)
				one.SetFactors(factors)
				other.SetFactors(student)
				for s, p := range at {
					one.Set(s, p, c.own)
					other.Set(s, p, c.own)
					what := fmt.Sprintf("%T %v %v", c.r, df, p)
					m, b, v := MixedMoments(c.r, MixedPoint{Point: p, Factors: factors}, c.own)
					mean, between, total := MixedMoments(c.r, MixedPoint{Point: p, Factors: student}, c.own)
					assert.InDelta(t, m, mean, tolerance, what)
					assert.InDelta(t, b, between, tolerance, what)
					assert.InDelta(t, v, total, tolerance, what)
				}
				for _, rho := range []float64{-0.8, 0.6, 1} {
					assert.InDelta(t, one.Correlation(0, 1, rho), other.Correlation(0, 1, rho), tolerance,
						"%T %v %v %v", c.r, df, at, rho)
				}
			}
		}
	}
}
