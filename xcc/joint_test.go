package xcc_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/vpc"
	"concord/xcc"
)

// The oracle integrates h_a, h_b and their products over the bivariate normal density of the items' effects,
// in two dimensions and adaptively.
func TestLabelScaleByAdaptiveQuadrature(t *testing.T) {
	draws := []params{
		pair(0, 1, 0, 0.5, 2, 0, 0.6), pair(-2, 1.5, 0, -3, 0.7, 0, -0.8),
		pair(1, 3.6, 0, -1, 2.5, 0, 0.3), pair(0, 2, 0, 0, 2, 0, 0.95),
	}
	fit := fitOf(t, bernoulli, draws)
	experts, control := fit.StudyAt(0), fit.StudyAt(1)
	j := onScale(t, fit, vpc.Label)
	for i, p := range draws {
		mean := func(f func(a, b float64) float64) float64 { return p.meanOverItems(f, 1e-6) }
		pa, pb := mean(func(a, _ float64) float64 { return a }), mean(func(_, b float64) float64 { return b })
		covariance := mean(func(a, b float64) float64 { return (a - pa) * (b - pb) })
		va := mean(func(a, _ float64) float64 { return square(a - pa) })
		vb := mean(func(_, b float64) float64 { return square(b - pb) })
		require.InDelta(t, covariance/math.Sqrt(va*vb), j.Rho(experts, control).Chains[0][i], 2e-5)
		require.InDelta(t, covariance/math.Sqrt(pa*(1-pa)*pb*(1-pb)), j.XCC(experts, control).Chains[0][i], 1e-5)
	}
}

// moments sums up pairs of numbers.
type moments struct{ n, x, y, xx, yy, xy float64 }

func (m *moments) add(x, y float64) {
	m.n++
	m.x, m.y, m.xx, m.yy, m.xy = m.x+x, m.y+y, m.xx+x*x, m.yy+y*y, m.xy+x*y
}

func (m *moments) correlation() float64 {
	covariance := m.xy/m.n - m.x/m.n*m.y/m.n
	return covariance / math.Sqrt((m.xx/m.n-square(m.x/m.n))*(m.yy/m.n-square(m.y/m.n)))
}

// Simulation: the correlation of labels of the same items, 0 or 1, by different people of two studies is xCC; that of
// two labels of one study its ICC; that of h of one study with the mean of k labels of the other ρ√ICC(k).
func TestLabelScaleBySimulation(t *testing.T) {
	const n, k = 150000, 5
	p := pair(-0.5, 1.6, 0.8, 0.7, 2.2, 1.1, 0.75)
	fit := fitOf(t, bernoulli, []params{p})
	experts, control := fit.StudyAt(0), fit.StudyAt(1)
	j := onScale(t, fit, vpc.Label)
	rng := rand.New(rand.NewPCG(11, 12))
	label := func(s int, u float64) float64 {
		if rng.Float64() < logistic(p.mu[s]+u+p.labeler[s]*rng.NormFloat64()) {
			return 1
		}
		return 0
	}
	// h by a fine sum over labelers, tabulated.
	h := make([]float64, 2001)
	for i := range h {
		for a := -8.0; a <= 8; a += 0.25 {
			chance := logistic(p.mu[0] + float64(i-1000)/100 + p.labeler[0]*a)
			h[i] += 0.25 * chance * math.Exp(-a*a/2) / math.Sqrt(2*math.Pi)
		}
	}
	var across, within, stand moments
	for range n {
		z, w := rng.NormFloat64(), rng.NormFloat64()
		ua, ub := p.item[0]*z, p.item[1]*(0.75*z+math.Sqrt(1-0.75*0.75)*w)
		across.add(label(0, ua), label(1, ub))
		within.add(label(0, ua), label(0, ua))
		mean := 0.0
		for range k {
			mean += label(1, ub) / k
		}
		stand.add(h[1000+int(math.Round(100*ua))], mean)
	}
	tolerance := 4 / math.Sqrt(n)
	require.InDelta(t, across.correlation(), j.XCC(experts, control).Chains[0][0], tolerance)
	require.InDelta(t, within.correlation(), j.Partition(experts).ICC().Chains[0][0], tolerance)
	require.InDelta(t, stand.correlation(), j.RhoOfMean(experts, control, k).Chains[0][0], tolerance)
}

// xCC = ρ √ICC_a √ICC_b in every draw of each scale, and a study with itself has ρ 1 and its ICC for xCC.
func TestXCCIsTheProductOnEachScale(t *testing.T) {
	draws := randomDraws(3, 40, 9)
	fit := fitOf(t, bernoulli, draws)
	control := fit.StudyAt(1)
	for _, scale := range vpc.Scales(fit.Spec().Family) {
		j := onScale(t, fit, scale)
		require.Equal(t, scale, j.Scale())
		for _, p := range xcc.Pairs(fit) {
			rho, between := j.Rho(p.A, p.B), j.XCC(p.A, p.B)
			a, b := partition(t, p.A, scale).ICC(), partition(t, p.B, scale).ICC()
			k5 := j.RhoOfMean(p.A, p.B, 5)
			for i := range draws {
				want := rho.Chains[0][i] * math.Sqrt(a.Chains[0][i]*b.Chains[0][i])
				require.InDelta(t, want, between.Chains[0][i], 1e-14)
				icc5 := 5 * b.Chains[0][i] / (1 + 4*b.Chains[0][i])
				require.InDelta(t, rho.Chains[0][i]*math.Sqrt(icc5), k5.Chains[0][i], 1e-14)
			}
			require.Equal(t, rho.Chains, j.Rho(p.B, p.A).Chains)
		}
		require.Equal(t, 1.0, j.Rho(control, control).Chains[0][0])
		require.InEpsilon(t, j.Partition(control).ICC().Chains[0][0], j.XCC(control, control).Chains[0][0], 1e-14)
	}
}

// The two scales are two questions: here the latent ρ is one and the same, and that of the labels is not.
func TestScalesDiffer(t *testing.T) {
	fit := fitOf(t, bernoulli, []params{
		pair(0, 2, 0, 0, 2, 0, 0.8), pair(-3, 2, 0, 3, 2, 0, 0.8), pair(0, 0, 1, 0, 0, 1, 0.8),
	})
	rho := func(scale vpc.Scale) []float64 {
		return onScale(t, fit, scale).Rho(fit.StudyAt(0), fit.StudyAt(1)).Chains[0]
	}
	latent, labels := rho(vpc.Latent), rho(vpc.Label)
	require.Equal(t, latent[0], latent[1])
	require.Less(t, labels[0], latent[0])
	require.Less(t, labels[1], labels[0]-0.1)
	require.InDelta(t, 0.8, labels[2], 1e-12) // its limit as items differ ever less
}

func TestJointOfSomeStudies(t *testing.T) {
	fit := fitOf(t, bernoulli, randomDraws(4, 10, 10))
	experts, control, fourth := fit.StudyAt(0), fit.StudyAt(1), fit.StudyAt(3)
	all := onScale(t, fit, vpc.Label)
	some, err := xcc.NewJoint(vpc.Label, fourth, control)
	require.NoError(t, err)
	require.Equal(t, all.Rho(control, fourth).Chains, some.Rho(control, fourth).Chains)
	require.Equal(t, "rho_label[control,fourth]", some.Rho(control, fourth).Name)
	require.Equal(t, "xcc_difference_label[experts,control,fourth]",
		all.XCCDifference(experts, control, fourth).Name)
	require.Panics(t, func() { some.Rho(control, experts) })
	_, err = xcc.NewJoint(vpc.Latent, fitOf(t, gaussian, randomDraws(2, 10, 2)).EachStudy()...)
	require.EqualError(t, err, "labels of the gaussian family have no latent scale")
	_, ok := onScale(t, fit, vpc.Latent).Implied()
	require.False(t, ok, "coefficients are not on the latent scale")
	scales := xcc.Joints(fit)
	require.Equal(t, []vpc.Scale{vpc.Latent, vpc.Label}, []vpc.Scale{scales[0]().Scale(), scales[1]().Scale()})
	require.Equal(t, all.Partition(experts), scales[1]().Partition(experts))
	require.Equal(t, all.Rho(control, fourth), scales[1]().Rho(control, fourth))
}

// Closed form: the mean of k labels has the variance σ_i² + (σ_l² + σ²)/k.
func TestRhoOfMeanGaussian(t *testing.T) {
	draws := randomDraws(2, 20, 12)
	fit := fitOf(t, gaussian, draws)
	q := onParameters(fit).RhoOfMean(fit.StudyAt(0), fit.StudyAt(1), 8)
	require.Equal(t, "rho_k[experts,control]", q.Name)
	for i, p := range draws {
		v := square(p.item[1]) + (square(p.labeler[1])+square(p.residual))/8
		require.InDelta(t, p.cor[1][0]*p.item[1]/math.Sqrt(v), q.Chains[0][i], 1e-14)
	}
}

func BenchmarkLabelScale(b *testing.B) {
	for _, k := range []int{2, 4} {
		fit := fitOf(b, bernoulli, randomDraws(k, 1000, 6))
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			for b.Loop() {
				onScale(b, fit, vpc.Label)
			}
		})
	}
}

// What a task of many reports of its binary labels in three studies, from draws like those of a posterior.
func BenchmarkLabelScaleOfTask(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 0))
	draws := randomDraws(3, 800, 6)
	for i, p := range draws {
		for s := range p.mu {
			p.mu[s] *= 0.3
			p.item[s] = 1.5 * math.Exp(0.2*rng.NormFloat64())
			p.labeler[s] = 0.5 * math.Exp(0.3*rng.NormFloat64())
			for r := range s {
				p.cor[s][r] = 1 - 0.4*rng.Float64()
			}
		}
		draws[i] = p
	}
	fit := fitOf(b, bernoulli, draws)
	for b.Loop() {
		onScale(b, fit, vpc.Label)
	}
}
