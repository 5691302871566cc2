package vpc_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model/family"
	"concord/posterior"
	"concord/vpc"
)

// only returns the only draw of a quantity.
func only(q posterior.Quantity) float64 { return q.Chains[0][0] }

// Shrout and Fleiss (1979), table 2: six targets by four judges, whose mean squares are 11.24 of targets, 32.49 of
// judges and 1.02 of the rest (table 3). Their estimates of variances are σ_i² = (11.24 − 1.02)/4, σ_l² = (32.49 −
// 1.02)/6 and σ² = 1.02. With a fit of one draw with these, all ICCs are those of table 4: ICC(2,1) = .29, ICC(3,1) =
// .71, ICC(2,4) = .62, ICC(3,4) = .91. ICC of psych 2.2.9 has the same.
func TestICCsOfShroutAndFleiss(t *testing.T) {
	item, labeler, residual := math.Sqrt((11.24-1.02)/4), math.Sqrt((32.49-1.02)/6), math.Sqrt(1.02)
	p := clustered(t, family.Gaussian{}, vpc.Label, 5, 0, item, labeler, residual)
	assert.InDelta(t, 0.29, only(p.ICC()), 0.005)
	assert.InDelta(t, 0.71, only(p.ConsistencyICC()), 0.005)
	assert.InDelta(t, 0.62, only(p.ICCk(4)), 0.005)
	assert.InDelta(t, 0.91, only(p.ConsistencyICCk(4)), 0.005)
	assert.InDelta(t, math.Sqrt(5.245+1.02), only(p.SEM()), 1e-3)
	assert.InDelta(t, 1.00995, only(p.ConsistencySEM()), 1e-5)
	assert.InDelta(t, 1.959964*math.Sqrt2*only(p.SEM()), only(p.MDC(0.95)), 1e-5)
	assert.InDelta(t, 1.644854*math.Sqrt2*only(p.SEM()), only(p.MDC(0.9)), 1e-5)
	assert.InDelta(t, only(p.SEM())/5, only(p.CV()), 1e-12)
	assert.InDelta(t, only(p.SEM()), math.Sqrt(only(p.TotalVariance())*(1-only(p.ICC()))), 1e-12)
	below := clustered(t, family.Gaussian{}, vpc.Label, -5, 0, item, labeler, residual)
	assert.InDelta(t, only(p.CV()), only(below.CV()), 1e-12, "a draw whose mean is not positive")
	assert.Panics(t, func() { p.MDC(1) })
	assert.Panics(t, func() { p.ConsistencyICCk(0) })
}

// Labels of 60 items by 10 labelers with a normal log(label): lme4 1.1.31 has the variances 0.02989106 of labelers and
// 0.03981230 of the residual of one such file, so SEM is 0.2640139. R has exp(SEM) = 1.3021464, exp(1.959964 √2 SEM) =
// 2.0788106 and √(exp(SEM²) − 1) = 0.2686821.
func TestErrorsOfLogarithms(t *testing.T) {
	p := clustered(t, family.Gaussian{}, vpc.Label, 3, 0, math.Sqrt(0.33342137), math.Sqrt(0.02989106),
		math.Sqrt(0.03981230))
	assert.InDelta(t, 0.2640139, only(p.SEM()), 1e-6)
	assert.InDelta(t, 1.3021464, math.Exp(only(p.SEM())), 1e-6)
	assert.InDelta(t, 2.0788106, math.Exp(only(p.MDC(0.95))), 1e-6)
	assert.InDelta(t, 0.2686821, only(p.LogCV()), 1e-6)
}
