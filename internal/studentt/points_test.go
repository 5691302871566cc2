package studentt

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/stat/distuv"
)

// Oracle: the density and the distribution function of Student's t of gonum, for the mean of a logistic function.
func TestPointsAreOfStudentsT(t *testing.T) {
	const step, far = 0.01, 200
	for _, df := range []float64{2.5, 6, 50} {
		for _, sd := range []float64{0.3, 4} {
			student := distuv.StudentsT{Sigma: sd * math.Sqrt((df-2)/df), Nu: df}
			const c = 1.5
			logistic := func(u float64) float64 { return 1 / (1 + math.Exp(c-u)) }
			want, got, weight := student.Survival(far), 0.0, 0.0
			for u := -far + step/2; u < far; u += step {
				want += step * student.Prob(u) * logistic(u)
			}
			for _, p := range Points(nil, df, Effects{SD: sd, Away: c}) {
				got += p.Weight * logistic(p.Effect)
				weight += p.Weight
			}
			assert.InDelta(t, 1, weight, 1e-12)
			assert.InDelta(t, want, got, 1e-7, "%v %v", df, sd)
		}
	}
}

// Both effects have the covariance that is asked for, and E a²b² = σ_a²σ_b²(1 + 2ρ²)(ν − 2)/(ν − 4). Squares have no
// bounds, hence the tolerance.
func TestGivenHasTheCorrelation(t *testing.T) {
	const df = 40
	for _, rho := range []float64{-0.5, 0, 0.9, 1} {
		product, squares := 0.0, 0.0
		other := Effects{SD: 1.4, Away: 1}
		for _, p := range Points(nil, df, Effects{SD: 0.7, Away: 1}, other) {
			for _, q := range Given(nil, df, rho, p, other) {
				w := p.Weight * q.Weight
				product += w * p.Effect * q.Effect
				squares += w * math.Pow(p.Effect*q.Effect, 2)
			}
		}
		assert.InDelta(t, rho*0.7*1.4, product, 1e-6)
		assert.InDelta(t, math.Pow(0.7*1.4, 2)*(1+2*rho*rho)*(df-2)/(df-4), squares, 1e-6)
	}
}
