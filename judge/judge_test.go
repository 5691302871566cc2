package judge_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/judge"
	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/vpc"
)

// truth is what people and a judge are.
type truth struct {
	mu, judgeMu, item, loading, labeler, residual, judgeResidual float64
}

// certain returns a posterior of people and judge of one draw, the truth.
func certain(t *testing.T, f family.Family, x truth) (people, of model.StudyPosterior) {
	t.Helper()
	values := map[string]float64{
		"mu[1]": x.mu, "mu[2]": x.judgeMu, "sd_item[1]": x.item, "sd_item[2]": math.Abs(x.loading),
		"sd_labeler[1]": x.labeler, "sd_labeler[2]": 0, "cor_item[1,2]": math.Copysign(1, x.loading),
		"sd_residual[1]": x.residual, "sd_residual[2]": x.judgeResidual,
	}
	var names []string
	for name := range values {
		names = append(names, name)
	}
	draws := posterior.NewDraws(names, 1, 1)
	for v, name := range names {
		draws.Chain(v, 0)[0] = values[name]
	}
	fit, err := model.FromDraws(spec.Spec{Family: f, Labelers: spec.Nested, Residual: spec.StudyResidual,
		Studies: []spec.StudyModel{{}, {OneLabeler: true, OneLabel: true}}}, []string{"people", "judge"}, draws)
	require.NoError(t, err)
	return fit.StudyAt(0), fit.StudyAt(1)
}

// Of Gaussian labels all is known in closed form: with M = (μ_J − μ_h)² + τ² + σ_i² − 2rτσ_i, τ the standard deviation
// of the judge's labels, the chance that a² + σ² of a random person, a ~ N(0, σ_l²), is no less is 1 if M ≤ σ² and else
// 2(1 − Φ(√(M − σ²)/σ_l)).
func TestStandingOfGaussianLabels(t *testing.T) {
	for _, x := range []truth{
		{mu: 3, judgeMu: 3.5, item: 1, loading: 0.8, labeler: 0.6, residual: 1.2, judgeResidual: 1.3},
		{mu: 3, judgeMu: 2.9, item: 2, loading: 2, labeler: 0.6, residual: 1.2, judgeResidual: 0.3},
		{mu: 0, judgeMu: 1, item: 1, loading: -0.4, labeler: 2, residual: 0.5, judgeResidual: 1.3},
	} {
		people, of := certain(t, family.Gaussian{}, x)
		pool, ok := judge.NewPeople(people)
		require.True(t, ok)
		s := pool.Judge(of)
		tau := math.Hypot(x.loading, x.judgeResidual)
		r := x.loading / tau
		m := math.Pow(x.judgeMu-x.mu, 2) + tau*tau + x.item*x.item - 2*r*tau*x.item
		want, noise := 1.0, x.residual*x.residual
		if m > noise {
			want = math.Erfc(math.Sqrt(m-noise) / x.labeler / math.Sqrt2)
		}
		require.InDelta(t, want, s.AsGood.Mean(), 5e-3) // of the table of levels
		require.InDelta(t, m+x.labeler*x.labeler+noise, s.Loss.Mean(), 1e-9)
		require.InDelta(t, 2*(x.labeler*x.labeler+noise), pool.Loss().Mean(), 1e-9)
		require.InDelta(t, x.judgeMu-x.mu, s.Bias.Mean(), 1e-9)
		require.InDelta(t, (x.judgeMu-x.mu)/x.labeler, s.Level.Mean(), 1e-9)
		require.InDelta(t, x.item/math.Hypot(x.item, x.residual),
			judge.Following(vpc.LabelPartition(people)).Mean(), 1e-12)
		require.Nil(t, s.Agreement.Chains)
	}
}

// Of binary labels the oracle is simulation: labels of people and of the judge of 100,000 items, each person met once.
// The mean of n values has a Monte Carlo error below 0.5/√n.
func TestStandingOfBinaryLabels(t *testing.T) {
	x := truth{mu: 0.4, judgeMu: -0.5, item: 1.5, loading: 2, labeler: 0.9}
	people, of := certain(t, family.Bernoulli{}, x)
	pool, ok := judge.NewPeople(people)
	require.True(t, ok)
	s := pool.Judge(of)

	const n = 100_000
	rng := rand.New(rand.NewPCG(1, 1))
	chance := func(theta float64) float64 { return 1 / (1 + math.Exp(-theta)) }
	draw := func(p float64) bool { return rng.Float64() < p }
	alike, peopleAlike, yes, personYes := 0.0, 0.0, 0.0, 0.0
	count := func(at *float64, is bool) {
		if is {
			*at++
		}
	}
	for range n {
		z := rng.NormFloat64()
		person := func() bool { return draw(chance(x.mu + x.item*z + x.labeler*rng.NormFloat64())) }
		j, a, b := draw(chance(x.judgeMu+x.loading*z)), person(), person()
		count(&alike, j == a)
		count(&peopleAlike, a == b)
		count(&yes, j)
		count(&personYes, a)
	}
	const tolerance = 4 * 0.71 / 316 // of differences of two, 4 standard errors
	agreement, ok := pool.Agreement()
	require.True(t, ok)
	require.InDelta(t, alike/n, s.Agreement.Mean(), tolerance)
	require.InDelta(t, peopleAlike/n, agreement.Mean(), tolerance)
	require.InDelta(t, 1-alike/n, s.Loss.Mean(), tolerance)
	require.InDelta(t, 1-peopleAlike/n, pool.Loss().Mean(), tolerance)
	require.InDelta(t, (yes-personYes)/n, s.Bias.Mean(), tolerance)

	// A random person's loss given the level, by simulating levels and integrating the rest over items on a fine grid.
	as := 0.0
	const levels = 500
	for range levels {
		a := x.labeler * rng.NormFloat64()
		loss, weight := 0.0, 0.0
		for z := -5.0; z <= 5; z += 0.1 {
			w := math.Exp(-z * z / 2)
			h, hw := 0.0, 0.0
			for l := -4.0; l <= 4; l += 0.25 {
				v := math.Exp(-l * l / 2)
				h, hw = h+v*chance(x.mu+x.item*z+x.labeler*l), hw+v
			}
			h /= hw
			p := chance(x.mu + x.item*z + a)
			loss, weight = loss+w*(p*(1-h)+(1-p)*h), weight+w
		}
		count(&as, loss/weight >= s.Loss.Mean())
	}
	require.InDelta(t, as/levels, s.AsGood.Mean(), 4*0.5/math.Sqrt(levels)+2e-3)

	// A judge who always says yes agrees as often as people say it.
	always := pool.Constant(1)
	require.InDelta(t, personYes/n, always.Agreement.Mean(), tolerance)
	require.InDelta(t, 1-personYes/n, always.Bias.Mean(), tolerance)
}

// However widely the items' true scores differ, people and judges have the disagreement of a brute sum with 40,000
// steps: two labels of an item differ with probability E p + E q − 2 E pq. The judge varies more than people, or less.
func TestStandingOfItemsFarApart(t *testing.T) {
	chance := func(theta float64) float64 { return 1 / (1 + math.Exp(-theta)) }
	for _, item := range []float64{0.1, 1, 3, 6, 10, 20} {
		for _, loading := range []float64{0.3 * item, -2 * item} {
			x := truth{mu: 0.7, judgeMu: -1, item: item, loading: loading}
			people, of := certain(t, family.Bernoulli{}, x)
			pool, ok := judge.NewPeople(people)
			require.True(t, ok)
			s := pool.Judge(of)
			var p, q, pp, pq, all float64
			for n := -20_000; n <= 20_000; n++ {
				z := float64(n) / 2000
				w, a, b := math.Exp(-z*z/2), chance(x.mu+item*z), chance(x.judgeMu+loading*z)
				p, q, pp, pq, all = p+w*a, q+w*b, pp+w*a*a, pq+w*a*b, all+w
			}
			p, q, pp, pq = p/all, q/all, pp/all, pq/all
			agreement, _ := pool.Agreement()
			require.InDelta(t, 2*(p-pp), pool.Loss().Mean(), 1e-9, x)
			require.InDelta(t, 1-2*(p-pp), agreement.Mean(), 1e-9, x)
			require.InDelta(t, p+q-2*pq, s.Loss.Mean(), 1e-9, x)
			require.InDelta(t, 1-(p+q-2*pq), s.Agreement.Mean(), 1e-9, x)
			require.InDelta(t, q-p, s.Bias.Mean(), 1e-9, x)
		}
	}
}

// A judge whose linear predictors are people's, and people without levels, disagree as two people do; and a fit says of
// people's disagreement what the table of their labels says, where items lie far apart.
func TestDisagreementIsThatOfTheTable(t *testing.T) {
	x := truth{mu: 0.7, judgeMu: 0.7, item: 6, loading: 6}
	people, of := certain(t, family.Bernoulli{}, x)
	pool, ok := judge.NewPeople(people)
	require.True(t, ok)
	require.InDelta(t, pool.Loss().Mean(), pool.Judge(of).Loss.Mean(), 1e-9)

	rng := rand.New(rand.NewPCG(63, 3))
	var b study.Builder
	for i := range 400 {
		theta := 6 * rng.NormFloat64()
		for k := range 8 {
			label := 0.0
			if rng.Float64() < 1/(1+math.Exp(-theta)) {
				label = 1
			}
			b.Add(fmt.Sprint(i), fmt.Sprint("p", k), "people", label)
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	fit, err := model.Fit(context.Background(), table, spec.Spec{}, sampler.Settings{Seed: 1, Draws: 200})
	require.NoError(t, err)
	pool, ok = judge.NewPeople(fit.StudyAt(0))
	require.True(t, ok)
	rates := judge.NewPersonRates(table.StudyAt(0))
	differ := (rates.People[0]*rates.Share(0, 1) + rates.People[1]*rates.Share(1, 0)) / float64(rates.Items)
	loss := pool.Loss()
	require.InDelta(t, differ, loss.Mean(), 2.5*loss.SD())
}

// The errors of judges that share part of them: y = rz + e, e = √(1−r²)(√c f + √(1−c) g), so that errors correlate by
// c, and m judges are worth m/(1 + (m − 1)c) independent ones.
func TestErrorsInCommon(t *testing.T) {
	const n, c, m, r = 20_000, 0.4, 3, 0.7
	rng := rand.New(rand.NewPCG(2, 1))
	builders := make([]study.Builder, m)
	for i := range n {
		z, f := rng.NormFloat64(), rng.NormFloat64()
		for j := range builders {
			e := math.Sqrt(c)*f + math.Sqrt(1-c)*rng.NormFloat64()
			builders[j].Add(fmt.Sprint(i), "j", "j", r*z+math.Sqrt(1-r*r)*e)
		}
	}
	var views []study.View
	var validity []posterior.Quantity
	for j := range builders {
		table, err := builders[j].Table()
		require.NoError(t, err)
		views = append(views, table.StudyAt(0))
		validity = append(validity, posterior.Quantity{Chains: [][]float64{{r, r, r, r}}})
	}
	errors := judge.NewErrors(validity, views, 1)
	// Judges with several labels of an item are fitted with draws of their own, and not always as many.
	validity[1] = posterior.Quantity{Chains: [][]float64{{r, r, r, r, r, r}, {r, r, r, r, r, r}}}
	again := judge.NewErrors(validity, views, 1)
	require.Equal(t, errors.Correlation(0, 2), again.Correlation(0, 2))
	require.Equal(t, errors.IndependentJudges(), again.IndependentJudges())
	const se = 2.0 / 141 // of a correlation of n labels, of errors with half the variance
	require.InDelta(t, c, errors.Correlation(0, 2).Mean(), 4*se)
	require.InDelta(t, m/(1+(m-1)*c), errors.IndependentJudges().Mean(), 0.1)
}

// People are beaten one by one where the fit kept their effects: the harshest of them labels far from the others.
func TestPeopleBeaten(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	var b study.Builder
	for i := range 60 {
		z := 2 * rng.NormFloat64()
		for l := range 8 {
			level := []float64{0, 0.2, -0.2, 0.1, -0.1, 0.3, -0.3, 4}[l]
			b.Add(fmt.Sprint(i), fmt.Sprint("p", l), "people", z+level+rng.NormFloat64())
		}
		b.Add(fmt.Sprint(i), "j", "judge", z+0.5+rng.NormFloat64())
	}
	table, err := b.Table()
	require.NoError(t, err)
	fit, err := model.Fit(context.Background(), table, spec.Spec{Effects: true,
		EffectsOf: []string{study.LabelerFactor}}, sampler.Settings{Seed: 1, Draws: 300})
	require.NoError(t, err)
	pool, ok := judge.NewPeople(fit.StudyAt(0))
	require.True(t, ok)
	each, share, err := pool.Judge(fit.StudyAt(1)).Beats(table.Labelers()[:8])
	require.NoError(t, err)
	mean := 0.0
	for _, p := range each {
		mean += p.Probability / float64(len(each))
		if p.Labeler == "p7" {
			require.Greater(t, p.Probability, 0.99)
		}
	}
	require.InDelta(t, mean, share.Mean(), 1e-9)
	_, err = fit.StudyAt(0).ItemEffect("0")
	require.ErrorIs(t, err, model.ErrNoEffects)
}
