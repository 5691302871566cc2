package xcc_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
)

// crossKappa is the definition, 1 − d_o/d_e, from moments of a pair of labels of one item.
func crossKappa(observed, expected float64) float64 { return 1 - observed/expected }

// Closed form: E(x − y)² of labels of one item, and of two.
func TestImpliedCrossKappaGaussian(t *testing.T) {
	draws := randomDraws(2, 30, 5)
	fit := fitOf(t, gaussian, draws)
	im, experts, control := implied(t, fit), fit.StudyAt(0), fit.StudyAt(1)
	cross, normalized := im.CrossKappa(experts, control)
	for i, p := range draws {
		total := func(s int) float64 { return square(p.item[s]) + square(p.labeler[s]) + square(p.residual) }
		expected := total(0) + total(1) + square(p.mu[0]-p.mu[1])
		observed := expected - 2*p.cor[1][0]*p.item[0]*p.item[1]
		want := crossKappa(observed, expected)
		require.InDelta(t, want, cross.Chains[0][i], 1e-14)
		kappas := square(p.item[0]) / total(0) * square(p.item[1]) / total(1)
		require.InDelta(t, want/math.Sqrt(kappas), normalized.Chains[0][i], 1e-12)
	}
	require.Equal(t, vpc.ParameterPartition(experts).ICC().Chains, im.Kappa(experts).Chains)
	require.Equal(t, "implied_kappa[experts]", im.Kappa(experts).Name)
	require.Equal(t, "implied_cross_kappa[experts,control]", cross.Name)
	require.Equal(t, "implied_normalized_cross_kappa[experts,control]", normalized.Name)
}

// adaptive integrates f over the square by recursive 3×3 against 5×5 Simpson rules.
func adaptive(f func(x, y float64) float64, x0, x1, y0, y1, tolerance float64) float64 {
	simpson := func(n int) float64 {
		sum := 0.0
		for i := range n {
			for j := range n {
				w := 1.0
				for _, k := range []int{i, j} {
					if k > 0 && k < n-1 {
						w *= float64(2 + 2*(k%2))
					}
				}
				h := float64(n - 1)
				sum += w * f(x0+(x1-x0)*float64(i)/h, y0+(y1-y0)*float64(j)/h)
			}
		}
		return sum * (x1 - x0) * (y1 - y0) / square(3*float64(n-1))
	}
	coarse, fine := simpson(3), simpson(5)
	if math.Abs(fine-coarse) < 15*tolerance && x1-x0 < 2 {
		return fine + (fine-coarse)/15
	}
	xm, ym := (x0+x1)/2, (y0+y1)/2
	return adaptive(f, x0, xm, y0, ym, tolerance/4) + adaptive(f, xm, x1, y0, ym, tolerance/4) +
		adaptive(f, x0, xm, ym, y1, tolerance/4) + adaptive(f, xm, x1, ym, y1, tolerance/4)
}

// meanOverItems is the mean of f of the chances of a positive label in the first two studies, without labelers, over
// the bivariate normal density of the items' effects.
func (p params) meanOverItems(f func(a, b float64) float64, tolerance float64) float64 {
	rho := p.cor[1][0]
	return adaptive(func(z, w float64) float64 {
		a := logistic(p.mu[0] + p.item[0]*z)
		b := logistic(p.mu[1] + p.item[1]*(rho*z+math.Sqrt(1-rho*rho)*w))
		return f(a, b) * math.Exp(-(z*z+w*w)/2) / (2 * math.Pi)
	}, -7, 7, -7, 7, tolerance)
}

// The oracle integrates the chances of agreement over the bivariate normal density of the
// items' effects, in two dimensions and adaptively. Labeler effects are absent here; the
// simulation below has them.
func TestImpliedCrossKappaByAdaptiveQuadrature(t *testing.T) {
	draws := []params{
		pair(0, 1, 0, 0.5, 2, 0, 0.6), pair(-2, 1.5, 0, -3, 0.7, 0, -0.8),
		pair(1, 3.6, 0, -1, 2.5, 0, 0.3), pair(0, 2, 0, 0, 2, 0, 0.95),
	}
	fit := fitOf(t, bernoulli, draws)
	cross, _ := implied(t, fit).CrossKappa(fit.StudyAt(0), fit.StudyAt(1))
	for i, p := range draws {
		mean := func(f func(a, b float64) float64) float64 { return p.meanOverItems(f, 1e-9) }
		observed := mean(func(a, b float64) float64 { return a*(1-b) + b*(1-a) })
		pa, pb := mean(func(a, _ float64) float64 { return a }), mean(func(_, b float64) float64 { return b })
		require.InDelta(t, crossKappa(observed, pa*(1-pb)+pb*(1-pa)), cross.Chains[0][i], 1e-7)
	}
}

// Simulation: labels of the same items by different people of two studies.
func TestImpliedCrossKappaBySimulation(t *testing.T) {
	const n = 300000
	p := pair(-0.5, 1.6, 0.8, 0.7, 2.2, 1.1, 0.75)
	fit := fitOf(t, bernoulli, []params{p})
	cross, _ := implied(t, fit).CrossKappa(fit.StudyAt(0), fit.StudyAt(1))
	rng := rand.New(rand.NewPCG(8, 9))
	label := func(theta float64) float64 {
		if rng.Float64() < logistic(theta) {
			return 1
		}
		return 0
	}
	var disagree, pa, pb float64
	for range n {
		z, w := rng.NormFloat64(), rng.NormFloat64()
		a := label(p.mu[0] + p.item[0]*z + p.labeler[0]*rng.NormFloat64())
		b := label(p.mu[1] + p.item[1]*(0.75*z+math.Sqrt(1-0.75*0.75)*w) + p.labeler[1]*rng.NormFloat64())
		disagree += math.Abs(a-b) / n
		pa += a / n
		pb += b / n
	}
	expected := pa*(1-pb) + pb*(1-pa)
	// The standard error of d_o is √(d_o(1−d_o)/n); that of d_e is smaller by the
	// derivatives 1 − 2p, and both are bounded by 1/(2√n).
	require.InDelta(t, crossKappa(disagree, expected), cross.Chains[0][0], 4*2*0.5/math.Sqrt(n)/expected)
}

func TestImpliedLimits(t *testing.T) {
	fit := fitOf(t, bernoulli, []params{
		pair(0.3, 1.5, 0.7, 0.3, 1.5, 0.7, 1),   // the same study twice
		pair(0.3, 1.5, 0.7, 0.3, 1.5, 0.7, 0),   // unrelated
		pair(0.3, 1.5, 0.7, -0.3, 1.5, 0.7, -1), // opposite answers: Cov(h, 1 − h)
		pair(0.3, 0, 0.7, 0.3, 1.5, 0.7, 1),     // items do not differ
		pair(-2, 2, 0, 2, 2, 0, 1),              // the same order, far apart
		pair(0, 1e-3, 0, 0, 1e-3, 0, 0.4),       // linear: ρ
	})
	im, experts, control := implied(t, fit), fit.StudyAt(0), fit.StudyAt(1)
	cross, normalized := im.CrossKappa(experts, control)
	kappa := im.Kappa(experts).Chains[0]
	x, n := cross.Chains[0], normalized.Chains[0]
	require.InEpsilon(t, kappa[0], x[0], 1e-9)
	require.InEpsilon(t, 1, n[0], 1e-9)
	require.InDelta(t, 0, x[1], 1e-12)
	p := meanProbability(t)
	require.InEpsilon(t, -kappa[2]*p*(1-p)*2/(p*p+(1-p)*(1-p)), x[2], 1e-9)
	require.Zero(t, x[3])
	require.True(t, math.IsNaN(n[3]))
	require.Less(t, n[4], 0.7) // a shift lowers it although ρ = 1
	require.InDelta(t, 0.4, n[5], 1e-5)

	// With itself a study has the cross-kappa that its kappa is.
	self, one := im.CrossKappa(control, control)
	for i, k := range im.Kappa(control).Chains[0] {
		require.InEpsilon(t, k, self.Chains[0][i], 1e-9)
		require.InEpsilon(t, 1, one.Chains[0][i], 1e-9)
	}
}

// meanProbability is E logit⁻¹(0.3 + u + a) of the limits above by a fine sum.
func meanProbability(t *testing.T) float64 {
	t.Helper()
	sum := 0.0
	for k := -4000; k <= 4000; k++ {
		z := float64(k) / 400
		sum += logistic(0.3+math.Hypot(1.5, 0.7)*z) * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) / 400
	}
	return sum
}

func TestImpliedWithoutLabelersAndWithSharedOnes(t *testing.T) {
	sp := spec.Spec{Family: family.Bernoulli{}, Labelers: spec.NoLabelers}
	draws := []params{pair(0, 1, 5, 0.5, 2, 5, 0.6)} // labeler SDs that must not matter
	cross := func(fit *model.Posterior) posterior.Quantity {
		q, _ := implied(t, fit).CrossKappa(fit.StudyAt(0), fit.StudyAt(1))
		return q
	}
	without := cross(fitOf(t, sp, draws))
	zero := cross(fitOf(t, bernoulli, []params{pair(0, 1, 0, 0.5, 2, 0, 0.6)}))
	require.Equal(t, zero.Chains, without.Chains)
}

func BenchmarkImpliedCrossKappa(b *testing.B) {
	fit := fitOf(b, bernoulli, randomDraws(2, 4000, 6))
	im := implied(b, fit)
	for b.Loop() {
		im.CrossKappa(fit.StudyAt(0), fit.StudyAt(1))
	}
}
