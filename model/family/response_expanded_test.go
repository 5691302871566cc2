package family

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// exponential is the label scale of counts with a log link and variance e^θ + e^2θ/φ.
func exponential() Expanded {
	return Expanded{Conditional: func(mean, variance, theta, own []float64) {
		for i, t := range theta {
			mean[i], variance[i] = math.Exp(t), math.Exp(t)+math.Exp(2*t)/own[0]
		}
	}}
}

// identity is the label scale of labels about θ with standard deviation σ.
func identity() Expanded {
	return Expanded{Conditional: func(mean, variance, theta, own []float64) {
		for i, t := range theta {
			mean[i], variance[i] = t, own[0]*own[0]
		}
	}}
}

// points are standard deviations of items and of the rest, with limits.
func points() []Point {
	var all []Point
	for _, sd := range []float64{0, 1e-5, 0.1, 0.7, 1.3} {
		for _, rest := range []float64{0, 0.2, 0.9, 1.5} {
			all = append(all, Point{0.4, sd, rest})
		}
	}
	return all
}

// relative asserts that got is want but for a share of it.
func relative(t *testing.T, want, got, share float64, what ...any) {
	t.Helper()
	assert.InDelta(t, want, got, share*math.Abs(want), what...)
}

// With a log link labels have the moments of log-normal variables.
func TestExpandedIsLogNormalForTheLogLink(t *testing.T) {
	const phi = 3.0
	for _, at := range points() {
		name := fmt.Sprint(at)
		tau2 := at.SD*at.SD + at.Rest*at.Rest
		wantMean := math.Exp(at.Mean + tau2/2)
		wantBetween := wantMean * wantMean * math.Expm1(at.SD*at.SD)
		wantTotal := wantMean*wantMean*math.Expm1(tau2) + wantMean + wantMean*wantMean*math.Exp(tau2)/phi
		mean, between, total := exponential().Moments(at, []float64{phi})
		relative(t, wantMean, mean, 1e-9, name)
		relative(t, wantBetween, between, 1e-6, name)
		relative(t, wantTotal, total, 1e-6, name)
	}
}

// Labels about θ itself have the components of variance that they are made with.
func TestExpandedIsExactForTheIdentity(t *testing.T) {
	for _, at := range points() {
		mean, between, total := identity().Moments(at, []float64{0.5})
		relative(t, at.Mean, mean, 1e-12, fmt.Sprint(at))
		relative(t, at.SD*at.SD, between, 1e-9, fmt.Sprint(at))
		relative(t, at.SD*at.SD+at.Rest*at.Rest+0.25, total, 1e-9, fmt.Sprint(at))
	}
}

// The correlation of h of two studies is that of log-normal variables, and ρ where the link is the identity or the
// standard deviations of the items go to 0.
func TestExpandedCorrelation(t *testing.T) {
	for _, a := range points() {
		for _, b := range points() {
			logs, same := exponential().Expansions(2), identity().Expansions(2)
			for s, at := range []Point{a, b} {
				logs.Set(s, at, []float64{3})
				same.Set(s, at, []float64{3})
			}
			for _, rho := range []float64{-1, -0.6, 0, 0.3, 0.95, 1} {
				name := fmt.Sprint(a, b, rho)
				assert.InDelta(t, rho, same.Correlation(0, 1, rho), 1e-9, name)
				assert.InDelta(t, logNormalCorrelation(a.SD, b.SD, rho), logs.Correlation(0, 1, rho), 1e-6, name)
			}
		}
	}
}

// logNormalCorrelation is that of e^u and e^v, u and v normal with standard deviations a and b and correlation rho. It
// does not depend on what else varies.
func logNormalCorrelation(a, b, rho float64) float64 {
	if a == 0 || b == 0 {
		// The limit where a goes to 0: of u and e^v.
		one := max(a, b)
		if one == 0 {
			return rho
		}
		return rho * one / math.Sqrt(math.Expm1(one*one))
	}
	return math.Expm1(rho*a*b) / math.Sqrt(math.Expm1(a*a)*math.Expm1(b*b))
}

// A logistic function has the moments of a chance, also where items differ so much that many terms are needed.
func TestExpandedIsThatOfALogisticFunction(t *testing.T) {
	chances := Expanded{Conditional: func(mean, variance, theta, _ []float64) {
		for i, t := range theta {
			p := 1 / (1 + math.Exp(-t))
			mean[i], variance[i] = p, p*(1-p)
		}
	}}
	for _, c := range []struct{ sd, rest, tolerance float64 }{
		{0, 1, 1e-7}, {1, 0, 1e-8}, {3, 0, 1e-6}, {3, 2, 1e-6},
		{6, 0, 1e-6}, {5.5, 2, 1e-6}, {10, 0, 5e-5}, {20, 1, 2e-3},
	} {
		expanded, binary := chances.Expansions(2), Bernoulli{}.Response().Expansions(2)
		for s, mean := range []float64{1, -2} {
			at := Point{mean, c.sd, c.rest}
			mean, between, total := chances.Moments(at, nil)
			wantMean, wantBetween, wantTotal := Bernoulli{}.Response().Moments(at, nil)
			relative(t, wantMean, mean, 1e-6, fmt.Sprint(at))
			relative(t, wantTotal, total, 1e-6, fmt.Sprint(at))
			assert.InDelta(t, wantBetween, between, c.tolerance, fmt.Sprint(at))
			expanded.Set(s, at, nil)
			binary.Set(s, at, nil)
		}
		for _, rho := range []float64{-1, 0.5, 0.98} {
			want := binary.Correlation(0, 1, rho)
			assert.InDelta(t, want, expanded.Correlation(0, 1, rho), 4*c.tolerance, fmt.Sprint(c, rho))
		}
	}
}

// Where half as many nodes begin to do, moments go on as they were: they change no more than their argument.
func TestMomentsOfFewerNodes(t *testing.T) {
	ordered, err := NewOrdinal([]string{"a", "b", "c"}, nil)
	assert.NoError(t, err)
	for _, at := range []Point{{Mean: 0.7, SD: narrow}, {Mean: -2, SD: 1, Rest: math.Sqrt(narrow*narrow - 1)}} {
		mean, between, total := ordered.Response().(scoreScale).Expanded.Moments(at, []float64{1.4})
		assert.LessOrEqual(t, math.Hypot(at.SD, at.Rest), narrow)
		at.SD = math.Nextafter(at.SD, 9) + 1e-12
		assert.Greater(t, math.Hypot(at.SD, at.Rest), narrow)
		fineMean, fineBetween, fineTotal := ordered.Response().(scoreScale).Expanded.Moments(at, []float64{1.4})
		assert.InDelta(t, fineMean, mean, 1e-11)
		assert.InDelta(t, fineBetween, between, 1e-11)
		assert.InDelta(t, fineTotal, total, 1e-11)
	}
}
