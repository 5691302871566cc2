package consensus

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// centred returns means, less their mean, and standard deviations of estimates whose intervals have a probability of
// 95%.
func centred(all []Labeler, of func(l Labeler) Estimate) (mean, sd []float64) {
	total := 0.0
	for _, l := range all {
		e := of(l)
		mean, sd = append(mean, e.Mean), append(sd, (e.Upper-e.Lower)/2/1.96)
		total += e.Mean / float64(len(all))
	}
	for k := range mean {
		mean[k] -= total
	}
	return mean, sd
}

// Levels of labelers given covariates of items, labelers and labels agree with draws of their effects. So do leanings
// of numbers, which leave out the labelers' own covariates.
func TestLevelsGivenCovariatesAreThoseOfDraws(t *testing.T) {
	for _, f := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		t.Run(f.String(), func(t *testing.T) {
			of := newRegressed(t, f, 3)
			var sp spec.Spec
			for _, name := range []string{"length", "country", "position"} {
				sp.Covariates = append(sp.Covariates, spec.Covariate{Factor: name})
			}
			settings := sampler.Settings{Seed: 1, Draws: 1000, Chains: 2}
			fit, err := model.Fit(t.Context(), of.table, sp, settings)
			require.NoError(t, err)
			found, err := LabelersOf(t.Context(), fit, 0.95)
			require.NoError(t, err)
			sp.Effects = true
			drawn, err := model.Fit(t.Context(), of.table, sp, settings)
			require.NoError(t, err)
			all, err := LabelersOf(t.Context(), drawn, 0.95)
			require.NoError(t, err)
			same := func(got, want []Labeler, of, drawn func(l Labeler) Estimate) {
				mean, sd := centred(got, of)
				wantMean, wantSD := centred(want, drawn)
				square := 0.0
				for k, l := range got {
					off := (mean[k] - wantMean[k]) / wantSD[k]
					assert.InDelta(t, 0, off, 0.6, l.Name)
					assert.InDelta(t, 0.95, sd[k]/wantSD[k], 0.2, l.Name)
					square += off * off / float64(len(got))
				}
				assert.Less(t, math.Sqrt(square), 0.25)
			}
			for s := range 2 {
				from, to := s*regressedPeople, (s+1)*regressedPeople
				same(found[from:to], all[from:to], func(l Labeler) Estimate { return l.Level },
					func(l Labeler) Estimate { return l.Level })
				if f.LocationScale() {
					same(found[from:to], all[from:to], func(l Labeler) Estimate { return l.Leaning },
						func(l Labeler) Estimate {
							x := beyondCountry(t, drawn.StudyAt(s), l.Name).Summary(0.95)
							return Estimate{x.Mean, x.Lower, x.Upper}
						})
				}
			}
		})
	}
}

// beyondCountry is the level of a labeler without the part of the country: the effect, and what the labeler's positions
// add.
func beyondCountry(t *testing.T, of model.StudyPosterior, labeler string) posterior.Quantity {
	a, err := of.LabelerEffect(labeler)
	require.NoError(t, err)
	all, table := of.Posterior().Covariates(), of.Posterior().Table()
	label := slices.Index(table.StudyAt(of.Index()).Labeler(), int32(slices.Index(table.Labelers(), labeler)))
	const position = 2
	quantities := append([]posterior.Quantity{a}, of.PartCoefficients(position, spec.OfLabeler)...)
	return posterior.Map("", func(x []float64) float64 {
		for c, column := range all.Columns(position, spec.OfLabeler, of) {
			x[0] += column[label] * x[1+c]
		}
		return x[0]
	}, quantities...)
}

// assigned is a simulated crowd of 14 labelers, 4 labels an item. Longer items, which explain nearly all of the items'
// differences, have higher labels. Labeler 0 answers at random. Labeler 1 has the slope by the week, and those of all
// others have the standard deviation.
func assigned(t *testing.T, f family.Family, seed uint64, slope, others float64) *study.Table {
	t.Helper()
	const items, people, weeks = 300, 14, 9
	rng := rand.New(rand.NewPCG(seed, 3))
	d := simulate.Design{Studies: []string{"all"}}
	factors := []study.Factor{{Name: "length"}, {Name: "week"}}
	for x := range 50 {
		factors[0].Levels = append(factors[0].Levels, fmt.Sprint(x))
	}
	for w := range weeks {
		factors[1].Levels = append(factors[1].Levels, fmt.Sprint(w+1))
	}
	slopes, levels := make([]float64, people), make([]float64, people)
	for k := range people {
		d.Labelers = append(d.Labelers, fmt.Sprint("p", k))
		levels[k], slopes[k] = 0.4*rng.NormFloat64(), others*rng.NormFloat64()
	}
	slopes[1] = slope
	var theta []float64
	for j := range items {
		d.Items = append(d.Items, fmt.Sprint("i", j))
		x, b := rng.IntN(50), 0.4*rng.NormFloat64()
		for _, k := range rng.Perm(people)[:4] {
			w := rng.IntN(weeks)
			at := 1.5*float64(x-25)/14 + b + levels[k] + slopes[k]*float64(w-weeks/2)/2.6
			if k == 0 {
				at = levels[k]
			}
			d.Study, d.Item, d.Labeler = append(d.Study, 0), append(d.Item, int32(j)), append(d.Labeler, int32(k))
			factors[0].Index, factors[1].Index = append(factors[0].Index, int32(x)), append(factors[1].Index, int32(w))
			theta = append(theta, at)
		}
	}
	var own []float64
	if f.LocationScale() {
		own = []float64{1}
	}
	f.Draw(rng, theta, own)
	d.Factors = factors
	table, err := d.Table(f.Kind(), nil, theta)
	require.NoError(t, err)
	return table
}

// labelersGiven returns the labelers of a fit with length and, with slopes, week.
func labelersGiven(t *testing.T, table *study.Table) []Labeler {
	t.Helper()
	sp := spec.Spec{Covariates: []spec.Covariate{{Factor: "length"}, {Factor: "week", Slopes: true}}, Effects: true,
		EffectsOf: []string{study.LabelerFactor, spec.SlopeTerm("week")}}
	fit, err := model.Fit(t.Context(), table, sp, sampler.Settings{Seed: 1, Draws: 250, Chains: 2})
	require.NoError(t, err)
	all, err := LabelersOf(t.Context(), fit, 0.95)
	require.NoError(t, err)
	return all
}

// A labeler who answers at random is named, although the length explains nearly all of the items' differences. A
// labeler who changes is named too, and nobody else.
func TestOddLabelersAreNamedGivenCovariates(t *testing.T) {
	for _, f := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		t.Run(f.String(), func(t *testing.T) {
			const files = 3
			random, changes := 0, 0
			for seed := range uint64(files) {
				for k, l := range labelersGiven(t, assigned(t, f, seed, 3, 0.1)) {
					switch {
					case k > 1:
						assert.NotEqual(t, Retrain, l.Verdict, l.Name)
					case k == 0 && l.Weak > Sure:
						random++
						assert.Equal(t, Retrain, l.Verdict)
					case k == 1 && l.Drifts > Sure:
						changes++
						assert.Equal(t, Retrain, l.Verdict)
						assert.Equal(t, "week", l.DriftsWith)
					}
				}
			}
			assert.GreaterOrEqual(t, random, files-1)
			assert.GreaterOrEqual(t, changes, files-1)
		})
	}
}

// Without slopes nobody can change too far.
func TestNobodyDriftsWithoutSlopes(t *testing.T) {
	fit, err := model.Fit(t.Context(), assigned(t, family.Gaussian{}, 1, 3, 0),
		spec.Spec{Covariates: []spec.Covariate{{Factor: "week"}}}, sampler.Settings{Seed: 1, Draws: 100, Chains: 1})
	require.NoError(t, err)
	all, err := LabelersOf(t.Context(), fit, 0.95)
	require.NoError(t, err)
	for _, l := range all {
		assert.True(t, math.IsNaN(l.Drifts))
		assert.Empty(t, l.DriftsWith)
	}
}

// A length far from all others makes neither grids nor steps between their nodes large, and odd labelers are named.
func TestFarCovariatesKeepGridsSmall(t *testing.T) {
	table := assigned(t, family.Bernoulli{}, 0, 3, 0)
	d := simulate.Design{Studies: table.Studies(), Items: table.Items(), Labelers: table.Labelers()}
	v := table.StudyAt(0)
	d.Study, d.Item, d.Labeler = make([]int32, v.Len()), v.Item(), v.Labeler()
	for _, name := range []string{"length", "week"} {
		names, _ := table.Levels(name)
		index, _ := v.Factor(name)
		f := study.Factor{Name: name, Levels: append(slices.Clone(names), "100000"), Index: slices.Clone(index)}
		for n, j := range v.Item() {
			if j == 7 && name == "length" || n == 5 && name == "week" {
				f.Index[n] = int32(len(names))
			}
		}
		d.Factors = append(d.Factors, f)
	}
	table, err := d.Table(study.Binary, nil, v.Value())
	require.NoError(t, err)
	for _, name := range []string{"length", "week"} {
		fit, err := model.Fit(t.Context(), table, spec.Spec{Covariates: []spec.Covariate{{Factor: name}}},
			sampler.Settings{Seed: 1, Draws: 250, Chains: 2})
		require.NoError(t, err)
		g := newCrowd(fit.StudyAt(0), nil).kernel.(*grid)
		assert.LessOrEqual(t, len(g.shift), 120)
		assert.Less(t, g.effect[1]-g.effect[0], fit.StudyAt(0).ItemSD().Mean())
		all, err := LabelersOf(t.Context(), fit, 0.95)
		require.NoError(t, err)
		assert.Equal(t, Retrain, all[0].Verdict)
	}
}

// Labelers have slopes by the week, and some worked in other weeks than most. How well their levels at the mean week
// are known depends on the slopes. Levels and their standard deviations agree with draws of the effects and of what
// their weeks add to them.
func TestLevelsOfLabelersInOwnWeeksAreThoseOfDraws(t *testing.T) {
	const people, weeks = 14, 9
	for _, f := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		t.Run(f.String(), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 3))
			d, week := simulate.Design{Studies: []string{"all"}}, study.Factor{Name: "week"}
			for w := range weeks {
				week.Levels = append(week.Levels, fmt.Sprint(w+1))
			}
			slopes, levels := make([]float64, people), make([]float64, people)
			for k := range people {
				d.Labelers = append(d.Labelers, fmt.Sprint("p", k))
				levels[k], slopes[k] = 0.4*rng.NormFloat64(), 0.4*rng.NormFloat64()
			}
			var theta, own []float64
			for j := range 300 {
				d.Items = append(d.Items, fmt.Sprint("i", j))
				b := rng.NormFloat64()
				for _, k := range rng.Perm(people)[:4] {
					w := k/2 + rng.IntN(3)
					d.Study, d.Item = append(d.Study, 0), append(d.Item, int32(j))
					d.Labeler = append(d.Labeler, int32(k))
					week.Index = append(week.Index, int32(w))
					theta = append(theta, b+levels[k]+(0.3+slopes[k])*float64(w-weeks/2)/2.6)
				}
			}
			if f.LocationScale() {
				own = []float64{1}
			}
			f.Draw(rng, theta, own)
			d.Factors = []study.Factor{week}
			table, err := d.Table(f.Kind(), nil, theta)
			require.NoError(t, err)
			fit, err := model.Fit(t.Context(), table, spec.Spec{Effects: true,
				Covariates: []spec.Covariate{{Factor: "week", Slopes: true}}},
				sampler.Settings{Seed: 1, Draws: 1000, Chains: 2})
			require.NoError(t, err)
			c := newCrowd(fit.StudyAt(0), nil)
			knowns, _, err := c.run(t.Context(), 0.95)
			require.NoError(t, err)
			drawn, err := fit.StudyAt(0).LabelerLevels()
			require.NoError(t, err)
			for k, p := range c.people {
				sure := knowns[k].sd
				knowns[k].believe(c.offsets, p.index, fit.StudyAt(0))
				a := drawn[p.index]
				assert.InDelta(t, a.Mean(), knowns[k].level, 0.3*a.SD(), p.name)
				assert.InDelta(t, 0.9, knowns[k].sd/a.SD(), 0.25, p.name)
				if k < 2 || k > people-3 {
					assert.Greater(t, knowns[k].sd, 1.15*sure, "the slope matters to "+p.name)
				}
			}
		})
	}
}
