package population

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/posterior"
	"concord/sampler"
)

// schools are the eight schools of Rubin (1981), Bayesian Data Analysis, table 5.2, in tens of points.
func schools() []Estimate {
	return []Estimate{{2.8, 1.5}, {0.8, 1.0}, {-0.3, 1.6}, {0.7, 1.1}, {-0.1, 0.9}, {0.1, 1.1}, {1.8, 1.0}, {1.2, 1.8}}
}

func fit(t *testing.T, of []Estimate, x []float64, draws int) *Posterior {
	t.Helper()
	p, err := Fit(context.Background(), of, x, sampler.Settings{Seed: 4, Draws: draws, Warmup: 300})
	require.NoError(t, err)
	return p
}

// near requires that the mean of draws is a value, within four Monte Carlo standard errors.
func near(t *testing.T, want float64, q posterior.Quantity, what string) {
	t.Helper()
	s := q.Summary(0.95)
	assert.InDelta(t, want, s.Mean, 4*s.MCSEMean, what)
	assert.Less(t, s.MCSEMean, 0.05*s.SD, what)
}

// The oracle is a grid over μ and log τ, on which θ has its moments in closed form.
func TestFitAgainstQuadrature(t *testing.T) {
	of := schools()
	var all, mean, mean2, spread, theta, theta2, larger float64
	for i := range 401 {
		mu := -8 + 16*float64(i)/400
		for j := range 401 {
			u := -9 + 13*float64(j)/400
			tau := math.Exp(u)
			logp := distuv.StudentsT{Sigma: 2.5, Nu: 3}.LogProb(mu) + distuv.StudentsT{Sigma: 1, Nu: 3}.LogProb(tau) + u
			for _, e := range of {
				logp += distuv.Normal{Mu: mu, Sigma: math.Hypot(tau, e.SD)}.LogProb(e.Mean)
			}
			w := math.Exp(logp)
			precision := 1/(of[0].SD*of[0].SD) + 1/(tau*tau)
			m := (of[0].Mean/(of[0].SD*of[0].SD) + mu/(tau*tau)) / precision
			all += w
			mean, mean2, spread = mean+w*mu, mean2+w*mu*mu, spread+w*tau
			theta, theta2 = theta+w*m, theta2+w*(m*m+1/precision)
			larger += w * distuv.UnitNormal.CDF((m-1)*math.Sqrt(precision))
		}
	}
	p := fit(t, of, nil, 4000)
	near(t, mean/all, p.Mean, "μ")
	near(t, mean2/all, posterior.Map("μ²", func(x []float64) float64 { return x[0] * x[0] }, p.Mean), "μ²")
	near(t, spread/all, p.Spread, "τ")
	near(t, theta/all, p.Task(0), "θ")
	near(t, theta2/all, posterior.Map("θ²", func(x []float64) float64 { return x[0] * x[0] }, p.Task(0)), "θ²")
	near(t, mean/all, p.New(0), "a further school")
	found := p.Task(0).Probability(func(x float64) bool { return x > 1 })
	assert.InDelta(t, larger/all, found.Value, 4*found.MCSE)
}

// Estimates without error leave nothing to shrink, and the best is known.
func TestExactEstimates(t *testing.T) {
	p := fit(t, []Estimate{{1, 0}, {2, 0}, {4, 0}, {3, 0}}, nil, 100)
	told := 0
	best := p.Best(func(task int, theta posterior.Quantity) {
		assert.Equal(t, told, task)
		told++
		assert.InDelta(t, []float64{1, 2, 4, 3}[task], theta.Chains[0][7], 1e-12)
	})
	assert.Equal(t, 4, told)
	assert.InDeltaSlice(t, []float64{0, 0, 1, 0}, best, 1e-9)
}

func TestBestAddsUpToOne(t *testing.T) {
	p := fit(t, schools(), nil, 500)
	total, best := 0.0, p.Best(nil)
	for _, b := range best {
		total += b
	}
	assert.InDelta(t, 1, total, 1e-9)
	for task := range best {
		assert.GreaterOrEqual(t, best[0], best[task])
	}
}

// Ranks of parameters drawn from the priors among their draws are uniform (Talts et al. 2018), with a slope and
// without.
func TestRanks(t *testing.T) {
	const runs, bins, tasks = 160, 8, 12
	rng := rand.New(rand.NewPCG(8, 15))
	counts := map[string][]float64{}
	rank := func(name string, truth float64, q posterior.Quantity) {
		below, all := 0, 0
		for _, chain := range q.Chains {
			for i := 0; i < len(chain); i += 10 {
				all++
				if chain[i] < truth {
					below++
				}
			}
		}
		if counts[name] == nil {
			counts[name] = make([]float64, bins)
		}
		counts[name][min(bins-1, below*bins/(all+1))]++
	}
	for run := range runs {
		mu := distuv.StudentsT{Sigma: 2.5, Nu: 3, Src: rng}.Rand()
		beta := distuv.StudentsT{Sigma: 2.5, Nu: 3, Src: rng}.Rand()
		tau := math.Abs(distuv.StudentsT{Sigma: 1, Nu: 3, Src: rng}.Rand())
		var x []float64
		if run%2 == 1 {
			x = make([]float64, tasks)
		}
		of, theta := make([]Estimate, tasks), make([]float64, tasks)
		for i := range of {
			m := mu
			if x != nil {
				x[i] = float64(i)/(tasks-1) - 0.5
				m += beta * x[i]
			}
			theta[i] = m + tau*rng.NormFloat64()
			of[i].SD = 0.1 + rng.Float64()
			of[i].Mean = theta[i] + of[i].SD*rng.NormFloat64()
		}
		settings := sampler.Settings{Seed: uint64(run), Draws: 200, Warmup: 200, Chains: 2}
		p, err := Fit(context.Background(), of, x, settings)
		require.NoError(t, err)
		rank("μ", mu, p.Mean)
		rank("τ", tau, p.Spread)
		rank("θ", theta[3], p.Task(3))
		if x != nil {
			rank("β", beta, p.Slope)
		}
	}
	for name, found := range counts {
		total, chi2 := 0.0, 0.0
		for _, n := range found {
			total += n
		}
		for _, n := range found {
			chi2 += (n - total/bins) * (n - total/bins) / (total / bins)
		}
		p := distuv.ChiSquared{K: bins - 1}.Survival(chi2)
		assert.Greater(t, p, 0.002, "ranks of %s: %v", name, found)
	}
}

func TestGradient(t *testing.T) {
	for _, x := range [][]float64{nil, {0, 1, 2, 3, 4, 5, 6, 7}} {
		density := &target{schools(), x}
		at := []float64{0.3, -0.4, 0.2}[:density.Dim()]
		grad, none := make([]float64, len(at)), make([]float64, len(at))
		density.LogProbGrad(grad, at)
		for k := range at {
			const h = 1e-6
			up, down := append([]float64{}, at...), append([]float64{}, at...)
			up[k], down[k] = up[k]+h, down[k]-h
			numeric := (density.LogProbGrad(none, up) - density.LogProbGrad(none, down)) / (2 * h)
			assert.InDelta(t, numeric, grad[k], 1e-6)
		}
	}
}

// The evidence is that of a multivariate normal, whose covariance is written out.
func TestEvidenceAgainstDenseMatrices(t *testing.T) {
	of := schools()
	for _, k := range []int{0, 1, 5} {
		const tau = 0.7
		sigma := mat.NewSymDense(len(of), nil)
		y := mat.NewVecDense(len(of), nil)
		for i, e := range of {
			y.SetVec(i, e.Mean)
			for j := range i + 1 {
				v := levelSD * levelSD
				if k > 0 && i >= k && j >= k {
					v += jumpSD * jumpSD
				}
				if i == j {
					v += e.SD*e.SD + tau*tau
				}
				sigma.SetSym(i, j, v)
			}
		}
		var chol mat.Cholesky
		require.True(t, chol.Factorize(sigma))
		var solved mat.VecDense
		require.NoError(t, chol.SolveVecTo(&solved, y))
		want := -(mat.Dot(y, &solved) + chol.LogDet() + float64(len(of))*math.Log(2*math.Pi)) / 2
		assert.InDelta(t, want, given(of, k, tau), 1e-10)
	}
}

func TestMoved(t *testing.T) {
	var still, moved []Estimate
	for i := range 10 {
		y := 0.1 * math.Sin(7*float64(i))
		still = append(still, Estimate{y, 0.2})
		if i >= 6 {
			y += 1
		}
		moved = append(moved, Estimate{y, 0.2})
	}
	m := Moved(moved)
	assert.Greater(t, m.Probability, 0.95)
	assert.Greater(t, m.At[5], 0.9, "the seventh is the first after the move")
	assert.Less(t, Moved(still).Probability, 0.4)
	// Without estimates of any weight a move is as likely as not, and anywhere.
	m = Moved([]Estimate{{0, 1e6}, {0, 1e6}, {0, 1e6}})
	assert.InDelta(t, 0.5, m.Probability, 1e-6)
	assert.InDeltaSlice(t, []float64{0.5, 0.5}, m.At, 1e-6)
}

func TestWrongCalls(t *testing.T) {
	_, err := Fit(context.Background(), schools()[:2], nil, sampler.Settings{})
	assert.ErrorContains(t, err, "a spread asks for 3")
	for _, wrong := range []Estimate{{math.NaN(), 1}, {1, math.NaN()}, {1, -1}, {math.Inf(1), 1}, {1, math.Inf(1)}} {
		_, err := Fit(context.Background(), append(schools(), wrong), nil, sampler.Settings{})
		assert.ErrorContains(t, err, "estimate 8 is")
	}
	assert.Panics(t, func() { _, _ = Fit(context.Background(), schools(), []float64{1}, sampler.Settings{}) })
}
