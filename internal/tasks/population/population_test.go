package population

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/posterior"
	"concord/sampler"
)

// schools are the eight schools of Rubin (1981), Bayesian Data Analysis, table 5.2, in tens of points.
func schools() []Site {
	return []Site{{2.8, 1.5}, {0.8, 1.0}, {-0.3, 1.6}, {0.7, 1.1}, {-0.1, 0.9}, {0.1, 1.1}, {1.8, 1.0}, {1.2, 1.8}}
}

// estimates are normal likelihoods.
func estimates(of ...Site) []Estimate {
	var all []Estimate
	for _, s := range of {
		e := Estimate{Step: math.Exp2(math.Floor(math.Log2(s.SD / finest))), Draws: 400}
		e.First = int(math.Floor((s.Mean - furthest*s.SD) / e.Step))
		for x := float64(e.First) * e.Step; x < s.Mean+furthest*s.SD; x += e.Step {
			u := (x - s.Mean) / s.SD
			e.Likelihood, e.Prior = append(e.Likelihood, -u*u/2), append(e.Prior, 0)
		}
		all = append(all, e)
	}
	return all
}

func fit(t *testing.T, of []Estimate, draws int) *Posterior {
	t.Helper()
	p, err := Fit(context.Background(), of, sampler.Settings{Seed: 4, Draws: draws, Warmup: 300})
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
	p := fit(t, estimates(of...), 4000)
	near(t, mean/all, p.Mean, "μ")
	near(t, mean2/all, posterior.Map("μ²", func(x []float64) float64 { return x[0] * x[0] }, p.Mean), "μ²")
	near(t, spread/all, p.Spread, "τ")
	near(t, theta/all, p.Task(0), "θ")
	near(t, theta2/all, posterior.Map("θ²", func(x []float64) float64 { return x[0] * x[0] }, p.Task(0)), "θ²")
	near(t, mean/all, p.New(), "a further school")
	found := p.Task(0).Probability(func(x float64) bool { return x > 1 })
	assert.InDelta(t, larger/all, found.Value, 4*found.MCSE)
}

// Estimates with hardly an error leave nothing to shrink, and the best is known.
func TestNearlyExactEstimates(t *testing.T) {
	const sd = 0.01 // where tasks differ by 1; the cost of a draw goes with the ratio
	p := fit(t, estimates(Site{1, sd}, Site{2, sd}, Site{4, sd}, Site{3, sd}), 100)
	told := 0
	best := p.Best(func(task int, theta posterior.Quantity) {
		assert.Equal(t, told, task)
		told++
		assert.InDelta(t, []float64{1, 2, 4, 3}[task], theta.Chains[0][7], 6*sd)
	})
	assert.Equal(t, 4, told)
	assert.InDeltaSlice(t, []float64{0, 0, 1, 0}, best, 1e-9)
}

func TestBestAddsUpToOne(t *testing.T) {
	p := fit(t, estimates(schools()...), 500)
	total, best := 0.0, p.Best(nil)
	for _, b := range best {
		total += b
	}
	assert.InDelta(t, 1, total, 1e-9)
	for task := range best {
		assert.GreaterOrEqual(t, best[0], best[task])
	}
}

// The long run is in ranks_long_test.go.
func TestRanks(t *testing.T) { checkRanks(t, 80) }

// checkRanks tests that ranks of parameters drawn from the priors among their draws are uniform (Talts et al. 2018).
func checkRanks(t *testing.T, runs int) {
	t.Helper()
	const bins, tasks = 8, 12
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
		tau := math.Abs(distuv.StudentsT{Sigma: 1, Nu: 3, Src: rng}.Rand())
		settings := sampler.Settings{Seed: uint64(run), Draws: 200, Warmup: 200, Chains: 2}
		of, theta := make([]Site, tasks), make([]float64, tasks)
		for i := range of {
			theta[i] = mu + tau*rng.NormFloat64()
			of[i].SD = 0.1 + rng.Float64()
			of[i].Mean = theta[i] + of[i].SD*rng.NormFloat64()
		}
		p, err := Fit(context.Background(), estimates(of...), settings)
		require.NoError(t, err)
		rank("μ", mu, p.Mean)
		rank("τ", tau, p.Spread)
		rank("θ", theta[3], p.Task(3))
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

// Oracle: differences, of a density whose tasks have grids of their own, and of which one is far from all others.
func TestGradient(t *testing.T) {
	of, at := newTarget(newMixtures(estimates(append(schools(), Site{30, 0.2})...))), []float64{0.3, -0.4}
	grad, none := make([]float64, len(at)), make([]float64, len(at))
	of.LogProbGrad(grad, at)
	for k := range at {
		const h = 1e-5
		up, down := append([]float64{}, at...), append([]float64{}, at...)
		up[k], down[k] = up[k]+h, down[k]-h
		numeric := (of.LogProbGrad(none, up) - of.LogProbGrad(none, down)) / (2 * h)
		assert.InEpsilon(t, numeric, grad[k], 1e-5, "coordinate %d", k)
	}
}

// Where the likelihood is normal, so is the site.
func TestSitesOfNormalLikelihoods(t *testing.T) {
	for i, s := range fit(t, estimates(schools()...), 200).Sites() {
		assert.InDelta(t, schools()[i].Mean, s.Mean, 0.01)
		assert.InEpsilon(t, schools()[i].SD, s.SD, 0.01)
	}
}

func TestWrongCalls(t *testing.T) {
	_, err := Fit(context.Background(), estimates(schools()[:2]...), sampler.Settings{})
	assert.ErrorContains(t, err, "a spread needs 3")
	assert.Panics(t, func() { NewOrdered(schools()[:3], []float64{1, 2, 2}) })
}
