package population

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
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
	const sd = 1e-4
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

// Ranks of parameters drawn from the priors among their draws are uniform (Talts et al. 2018), of tasks in no order and
// of tasks in one.
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
		tau := math.Abs(distuv.StudentsT{Sigma: 1, Nu: 3, Src: rng}.Rand())
		settings := sampler.Settings{Seed: uint64(run), Draws: 200, Warmup: 200, Chains: 2}
		of, theta := make([]Site, tasks), make([]float64, tasks)
		drawn := func(i int, center float64) {
			theta[i] = center
			of[i].SD = 0.1 + rng.Float64()
			of[i].Mean = theta[i] + of[i].SD*rng.NormFloat64()
		}
		if run%2 == 0 {
			for i := range of {
				drawn(i, mu+tau*rng.NormFloat64())
			}
			p, err := Fit(context.Background(), estimates(of...), settings)
			require.NoError(t, err)
			rank("μ", mu, p.Mean)
			rank("τ", tau, p.Spread)
			rank("θ", theta[3], p.Task(3))
			continue
		}
		beta, phi, u := distuv.StudentsT{Sigma: 2.5, Nu: 3, Src: rng}.Rand(), rng.Float64(), tau*rng.NormFloat64()
		var when []float64
		for i := range of {
			when = append(when, float64(i))
			drawn(i, mu+beta*(float64(i)/(tasks-1)-0.5)+u)
			u = phi*u + tau*math.Sqrt(1-phi*phi)*rng.NormFloat64()
		}
		slope, err := NewOrdered(of, when).Slope(context.Background(), settings)
		require.NoError(t, err)
		rank("β", beta, slope)
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
func TestGradients(t *testing.T) {
	sites := append(schools(), Site{30, 0.2})
	var when []float64
	for i := range sites {
		when = append(when, float64(i*i))
	}
	for name, c := range map[string]struct {
		of sampler.Target
		at []float64
	}{
		"exchangeable": {newTarget(newMixtures(estimates(sites...))), []float64{0.3, -0.4}},
		"in order":     {&line{NewOrdered(sites, when)}, []float64{0.3, 0.2, -0.4, 1.1}},
	} {
		grad, none := make([]float64, len(c.at)), make([]float64, len(c.at))
		c.of.LogProbGrad(grad, c.at)
		for k := range c.at {
			const h = 1e-5
			up, down := append([]float64{}, c.at...), append([]float64{}, c.at...)
			up[k], down[k] = up[k]+h, down[k]-h
			numeric := (c.of.LogProbGrad(none, up) - c.of.LogProbGrad(none, down)) / (2 * h)
			assert.InEpsilon(t, numeric, grad[k], 1e-5, "%s, coordinate %d", name, k)
		}
	}
}

// Where the likelihood is normal, so is the site.
func TestSitesOfNormalLikelihoods(t *testing.T) {
	for i, s := range fit(t, estimates(schools()...), 200).Sites() {
		assert.InDelta(t, schools()[i].Mean, s.Mean, 0.01)
		assert.InEpsilon(t, schools()[i].SD, s.SD, 0.01)
	}
}

// The evidence is that of a multivariate normal, whose covariance is written out; so is the density of a line.
func TestOrderedAgainstDenseMatrices(t *testing.T) {
	of, when := schools(), []float64{0, 1, 2, 4, 5, 6, 9, 10}
	const tau, phi = 0.7, 0.6
	o := NewOrdered(of, when)
	density := func(mean func(i int) float64, more func(i, j int) float64) float64 {
		sigma := mat.NewSymDense(len(of), nil)
		y := mat.NewVecDense(len(of), nil)
		for i, e := range of {
			y.SetVec(i, e.Mean-mean(i))
			for j := range i + 1 {
				v := tau*tau*math.Pow(phi, when[i]-when[j]) + more(i, j)
				if i == j {
					v += e.SD * e.SD
				}
				sigma.SetSym(i, j, v)
			}
		}
		var chol mat.Cholesky
		require.True(t, chol.Factorize(sigma))
		var solved mat.VecDense
		require.NoError(t, chol.SolveVecTo(&solved, y))
		return -(mat.Dot(y, &solved) + chol.LogDet() + float64(len(of))*math.Log(2*math.Pi)) / 2
	}
	for _, k := range []int{0, 1, 5} {
		want := density(func(int) float64 { return 0 }, func(i, j int) float64 {
			v := levelSD * levelSD
			if k > 0 && i >= k && j >= k {
				v += jumpSD * jumpSD
			}
			return v
		})
		assert.InDelta(t, want, o.given(tau, phi)[k], 1e-10)
	}
	const mu, beta = 0.4, -1.2
	logit := math.Log(phi / (1 - phi))
	got := (&line{o}).LogProbGrad(make([]float64, 4), []float64{mu, beta, math.Log(tau), logit})
	prior := func(of interface {
		LogDensity(float64) (float64, float64)
	}, x float64) float64 {
		logp, _ := of.LogDensity(x)
		return logp
	}
	got -= prior(PriorMean, mu) + prior(PriorMean, beta) + prior(PriorSpread, tau) + math.Log(tau) +
		math.Log(phi) + math.Log(1-phi)
	want := density(func(i int) float64 { return mu + beta*(when[i]/10-0.5) }, func(int, int) float64 { return 0 })
	assert.InDelta(t, want+float64(len(of))*math.Log(2*math.Pi)/2, got, 1e-10)
}

// Weeks that are like the week before, without a trend: how often P(rises) is beyond .05 and .95.
func TestNoTrendOfAlikeWeeks(t *testing.T) {
	const runs, weeks, phi, tau, sd = 40, 26, 0.8, 0.3, 0.1
	rng := rand.New(rand.NewPCG(3, 3))
	said := 0
	for run := range runs {
		of, when, u := make([]Site, weeks), make([]float64, weeks), tau*rng.NormFloat64()
		for i := range of {
			of[i], when[i] = Site{u + sd*rng.NormFloat64(), sd}, float64(i)
			u = phi*u + tau*math.Sqrt(1-phi*phi)*rng.NormFloat64()
		}
		slope, err := NewOrdered(of, when).Slope(context.Background(),
			sampler.Settings{Seed: uint64(run), Draws: 200, Warmup: 200, Chains: 2})
		require.NoError(t, err)
		if p := slope.Positive().Value; p < 0.05 || p > 0.95 {
			said++
		}
	}
	t.Logf("P(rises) is beyond .05 and .95 in %d of %d", said, runs)
	// 10 % and three standard errors of 40 runs.
	assert.LessOrEqual(t, said, 9)
}

// movedGiven is the probability of a move if φ is known, with τ integrated by the trapezoidal rule.
func movedGiven(o *Ordered, phi float64) float64 {
	evidence := make([]float64, len(o.of))
	for u := -7.0; u <= 4; u += 0.1 {
		prior, _ := PriorSpread.LogDensity(math.Exp(u))
		for k, l := range o.given(math.Exp(u), phi) {
			evidence[k] += math.Exp(l + prior + u)
		}
	}
	move := floats.Sum(evidence[1:]) / float64(len(evidence)-1)
	return move / (move + evidence[0])
}

func TestMoved(t *testing.T) {
	var still, moved []Site
	var when []float64
	for i := range 10 {
		y := 0.1 * math.Sin(7*float64(i))
		still = append(still, Site{y, 0.2})
		if i >= 6 {
			y++
		}
		moved, when = append(moved, Site{y, 0.2}), append(when, float64(i))
	}
	o := NewOrdered(moved, when)
	m := o.Moved()
	assert.Greater(t, m.Probability, 0.95)
	assert.Greater(t, m.At[5], 0.9, "the seventh is the first after the move")
	// A step from one level to another is also what tasks like the one before do, if φ is large: φ is not known, so
	// that a move is less certain than if tasks were independent.
	assert.Greater(t, movedGiven(o, 0), 0.99)
	assert.Less(t, movedGiven(o, 0.9), m.Probability)
	assert.Less(t, NewOrdered(still, when).Moved().Probability, 0.4)
	// Without estimates of any weight a move is as likely as not, and anywhere.
	m = NewOrdered([]Site{{0, 1e6}, {0, 1e6}, {0, 1e6}}, when[:3]).Moved()
	assert.InDelta(t, 0.5, m.Probability, 1e-6)
	assert.InDeltaSlice(t, []float64{0.5, 0.5}, m.At, 1e-6)
}

func TestWrongCalls(t *testing.T) {
	_, err := Fit(context.Background(), estimates(schools()[:2]...), sampler.Settings{})
	assert.ErrorContains(t, err, "a spread needs 3")
	assert.Panics(t, func() { NewOrdered(schools()[:3], []float64{1, 2, 2}) })
}
