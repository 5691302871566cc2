package sampler

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mathext"

	"concord/posterior"
)

// moment is what is known of a coordinate: its mean and, unless zero, its
// standard deviation.
type moment struct {
	coordinate int
	mean, sd   float64
}

// known is a posterior with known moments.
type known struct {
	name          string
	target        Target
	center, scale []float64 // where its curvature is measured
	moments       []moment
}

func repeat(n int, v float64) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = v
	}
	return s
}

func knownPosteriors() []known {
	saw := func(i int) float64 { return math.Pow(10, float64(i%5)-2) }
	ar := known{
		name: "normal in 200 dimensions", target: autoregression(200, 0.5, saw),
		center: repeat(200, 1), scale: make([]float64, 200),
	}
	for i := range ar.scale {
		ar.scale[i] = saw(i)
	}
	for _, i := range []int{0, 1, 98, 198, 199} { // ends and middle, scales 0.01 to 100
		ar.moments = append(ar.moments, moment{i, 1, saw(i)})
	}
	tails := known{name: "Student-t", target: studentT(5, 10), center: repeat(5, 0), scale: repeat(5, 1)}
	for i := range 5 {
		tails.moments = append(tails.moments, moment{i, 0, math.Sqrt(10.0 / 8)})
	}
	// The means of x₁ … x₅ are known; their standard deviation, e^(1/8), has an
	// estimator whose own error is not well estimated, as its kurtosis is large.
	neck := known{name: "funnel", target: funnel(5, 0.5), center: repeat(6, 0), scale: append([]float64{0.5}, repeat(5, 1)...), moments: []moment{{0, 0, 0.5}}}
	for i := range 5 {
		neck.moments = append(neck.moments, moment{coordinate: i + 1})
	}
	const n, s = 12, 30.0
	// −x is log(2/s) plus the log of a Gamma(n/2, 1) variable, whose mean is
	// ψ(n/2) and whose variance is ψ′(n/2) = ζ(2, n/2).
	variance := known{
		name: "normal with known mean", target: squares(n, s), center: []float64{1}, scale: []float64{0.4},
		moments: []moment{{0, math.Log(s/2) - mathext.Digamma(n/2), math.Sqrt(mathext.Zeta(2, n/2))}},
	}
	const rho = 0.9
	two := known{
		name: "normal in 2 dimensions", target: binormal(rho), center: []float64{1, -2}, scale: []float64{0.1, 30},
		moments: []moment{{0, 1, 0.1}, {1, -2, 30}},
	}
	free := known{
		name: "eight schools", target: schools(false), center: append([]float64{4, 1}, repeat(8, 0)...), scale: repeat(10, 1),
		moments: schoolsMoments(),
	}
	return []known{two, ar, tails, neck, variance, free}
}

// schoolsMoments returns the moments of μ and log τ by quadrature: given τ
// everything else is normal and is integrated out in closed form (Bayesian Data
// Analysis, section 5.4).
func schoolsMoments() []moment {
	given := func(logTau float64) (logDensity, mean, variance float64) {
		tau := math.Exp(logTau)
		precision, weighted := 1/float64(schoolsMu*schoolsMu), 0.0
		logDensity = logTau - math.Log1p(tau*tau/(schoolsTau*schoolsTau))
		for j, y := range schoolsY {
			v := schoolsS[j]*schoolsS[j] + tau*tau
			precision += 1 / v
			weighted += y / v
			logDensity -= (math.Log(v) + y*y/v) / 2
		}
		logDensity += (weighted*weighted/precision - math.Log(precision)) / 2
		return logDensity, weighted / precision, 1 / precision
	}
	mean := func(f func(logTau float64) float64) float64 {
		return quad.Fixed(func(l float64) float64 {
			d, _, _ := given(l)
			return math.Exp(d+30) * f(l)
		}, -15, 8, 400, quad.Legendre{}, 0)
	}
	total := mean(func(float64) float64 { return 1 })
	expect := func(f func(float64) float64) float64 { return mean(f) / total }
	mu := expect(func(l float64) float64 { _, m, _ := given(l); return m })
	mu2 := expect(func(l float64) float64 { _, m, v := given(l); return v + m*m })
	logTau := expect(func(l float64) float64 { return l })
	logTau2 := expect(func(l float64) float64 { return l * l })
	return []moment{{0, mu, math.Sqrt(mu2 - mu*mu)}, {1, logTau, math.Sqrt(logTau2 - logTau*logTau)}}
}

// wrongMoments says which moments of the draws are more than so many Monte Carlo
// standard errors from the truth.
func wrongMoments(r *Result, moments []moment, errors float64) []string {
	var wrong []string
	check := func(what string, m moment, got, want, mcse float64) {
		// Written so that NaN is wrong.
		if !(math.Abs(got-want) <= errors*mcse) {
			wrong = append(wrong, fmt.Sprintf("%s of %d: %g, not %g, standard error %g", what, m.coordinate, got, want, mcse))
		}
	}
	for _, m := range moments {
		q := r.Draws.Quantity(m.coordinate)
		check("mean", m, q.Mean(), m.mean, posterior.MCSEMean(q.Chains))
		if m.sd > 0 {
			check("sd", m, q.SD(), m.sd, posterior.MCSESD(q.Chains))
		}
	}
	return wrong
}

var (
	algorithms  = map[string]Algorithm{"NUTS": NUTS, "HMC": HMC}
	integrators = map[string]Integrator{"leapfrog": Leapfrog, "split": Split}
	adaptations = map[string]Adaptation{"fixed": StepSizeOnly, "diagonal": Diagonal, "low-rank": LowRank}
)

func TestKnownPosteriors(t *testing.T) {
	for _, k := range knownPosteriors() {
		for algorithm, a := range algorithms {
			for integrator, in := range integrators {
				for adaptation, ad := range adaptations {
					t.Run(fmt.Sprintf("%s/%s/%s/%s", k.name, algorithm, integrator, adaptation), func(t *testing.T) {
						t.Parallel()
						s := Settings{Seed: 20, Algorithm: a, Integrator: in, Adapt: ad, Workers: 1, TargetAccept: 0.9}
						if k.target.Dim() > 100 {
							s.Chains, s.TargetAccept = 2, 0 // enough, and costly
						}
						if ad == StepSizeOnly {
							m, err := CurvatureMetric(k.target, k.center, k.scale, 80)
							require.NoError(t, err)
							s.Metric = m
						}
						r, err := Sample(context.Background(), each(k.target), s)
						require.NoError(t, err)
						assert.Empty(t, wrongMoments(r, k.moments, 4))
						for _, m := range k.moments {
							assert.Less(t, posterior.RHat(r.Draws.Quantity(m.coordinate).Chains), 1.05)
						}
					})
				}
			}
		}
	}
}

// The checks above would be worth nothing if wrong chains passed them. Here
// the chains are right and what is believed of the posterior is a little wrong.
func TestWrongChainsAreFound(t *testing.T) {
	for _, k := range knownPosteriors() {
		t.Run(k.name, func(t *testing.T) {
			r, err := Sample(context.Background(), each(k.target), Settings{Seed: 3, TargetAccept: 0.9, Draws: 2000})
			require.NoError(t, err)
			for _, m := range k.moments {
				if m.sd == 0 {
					continue
				}
				shifted, widened := m, m
				shifted.mean += m.sd / 4
				widened.sd *= 1.15
				assert.NotEmpty(t, wrongMoments(r, []moment{shifted}, 4))
				assert.NotEmpty(t, wrongMoments(r, []moment{widened}, 4))
			}
		})
	}
}

// biased is an algorithm gone wrong: it takes every proposal of HMC.
type biased struct{ *mover }

func (b biased) limit(int)        {}
func (b biased) maxStep() float64 { return 1 }

func (b biased) transition(z *point, eps float64) (*point, Stat) {
	z.refresh(b.rng)
	next, _, _ := b.step(z, eps, z.energy(), 1)
	b.pool.release(z)
	return next, Stat{AcceptStat: 1, StepSize: eps, Leapfrogs: 1}
}

func TestWrongAlgorithmIsFound(t *testing.T) {
	target := stdNormal(3)
	s, err := Settings{Seed: 1, Draws: 4000}.resolved()
	require.NoError(t, err)
	c := newChain(context.Background(), 0, target, s)
	c.path = biased{c.mover}
	c.tick = func(bool, bool) {}
	require.NoError(t, c.start())
	c.steps.restart(1)
	require.NoError(t, c.sample(context.Background()))
	r := newResult([]*chain{c}, []string{"x.1", "x.2", "x.3"})
	assert.NotEmpty(t, wrongMoments(r, []moment{{0, 0, 1}, {1, 0, 1}, {2, 0, 1}}, 4))
}

// The centred form of eight schools is hard for small τ; it needs small steps and
// even then the check is of agreement between forms, not of exactness in the neck.
func TestCentredEightSchools(t *testing.T) {
	r, err := Sample(context.Background(), each(schools(true)), Settings{Seed: 2, Draws: 4000, TargetAccept: 0.99})
	require.NoError(t, err)
	assert.Empty(t, wrongMoments(r, schoolsMoments()[:1], 4))
}

// Without any hint the sampler finds posteriors whose scale or place is far from
// where it starts, uniform on (−2, 2).
func TestFarAndOddlyScaledPosteriorsAreFound(t *testing.T) {
	for name, c := range map[string]struct{ mean, sd float64 }{
		"far":     {1000, 1},
		"narrow":  {0, 1e-4},
		"wide":    {0, 1e5},
		"far dot": {5, 1e-3},
	} {
		for algorithm, a := range algorithms {
			t.Run(name+"/"+algorithm, func(t *testing.T) {
				t.Parallel()
				shifted := density{20, func(grad, x []float64) float64 {
					sum := 0.0
					for i, v := range x {
						z := (v - c.mean) / c.sd
						grad[i] = -z / c.sd
						sum -= z * z / 2
					}
					return sum
				}}
				r, err := Sample(context.Background(), each(shifted), Settings{Seed: 6, Algorithm: a, Workers: 1})
				require.NoError(t, err)
				assert.Empty(t, wrongMoments(r, []moment{{0, c.mean, c.sd}, {19, c.mean, c.sd}}, 4))
			})
		}
	}
}
