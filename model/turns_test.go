package model

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"

	"concord/model/family"
	"concord/model/internal/labels"
	"concord/model/internal/modeltest"
	"concord/sampler"
	"concord/study"
)

// turnSpecs are specs of models whose effects can be drawn in turn.
func turnSpecs() []Spec {
	common := Spec{Family: family.Gaussian{}, Labelers: Nested, Residual: CommonResidual}
	own := common
	own.Residual = StudyResidual
	return []Spec{common, own}
}

// eachTurns calls f with a small problem in turns, at some point of its own.
func eachTurns(t *testing.T, f func(t *testing.T, in *inTurns, d *labels.Compiled, rng *rand.Rand)) {
	for k := 1; k <= 3; k++ {
		for _, spec := range turnSpecs() {
			t.Run(fmt.Sprintf("K=%d, σ %v", k, spec.Residual), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(uint64(k), 4))
				spec.Priors = Priors{}.WithDefaults(spec.Family)
				d := modeltest.Toy(rng, k, spec)
				p := compileProblem(d, spec)
				setUp(t, p)
				f(t, p.newInTurns(), d, rng)
			})
		}
	}
}

// setUp sets a problem up for turns.
func setUp(t *testing.T, p *problem) *setup {
	t.Helper()
	su, err := newSetup(context.Background(), p)
	require.NoError(t, err)
	ts := newTurns(p)
	require.NotNil(t, ts)
	su.weigh(ts)
	require.NoError(t, su.takeTurns(context.Background(), ts, 1))
	return su
}

// The gradient in both turns is that of differences.
func TestGradientInTurns(t *testing.T) {
	eachTurns(t, func(t *testing.T, in *inTurns, _ *labels.Compiled, rng *rand.Rand) {
		u, grad := make([]float64, in.Dim()), make([]float64, in.Dim())
		for range 2 * in.Turns() {
			for i := range u {
				u[i] = rng.NormFloat64()
			}
			want := fd.Gradient(nil, func(u []float64) float64 {
				return in.LogProbGrad(make([]float64, in.Dim()), u)
			}, u, &fd.Settings{Formula: fd.Central, Step: 1e-5})
			in.LogProbGrad(grad, u)
			for i := range grad {
				require.InDelta(t, want[i], grad[i], 1e-5*(1+math.Abs(want[i])))
			}
			in.Alternate(rng, u)
		}
	})
}

// What the density has besides the dense normal densities of the labels given one term's effects, and of these, is the
// prior of the parameters with the Jacobian: the same in both turns.
func TestDensityInTurnsIsThatOfLabelsAndEffectsGiven(t *testing.T) {
	eachTurns(t, func(t *testing.T, in *inTurns, d *labels.Compiled, rng *rand.Rand) {
		u, grad := make([]float64, in.Dim()), make([]float64, in.Dim())
		x := make([][]float64, 3)
		for i := range x {
			x[i] = make([]float64, in.Dim())
			for j := range x[i] {
				x[i][j] = in.centers[j] + 0.5*rng.NormFloat64()
			}
		}
		var rest [2][3]float64
		for turn := range rest {
			for i := range x {
				copy(u, x[i])
				for j := range u {
					u[j] -= in.centers[j]
				}
				in.shared.location[in.given].metric.Inverse(u, u)
				rest[turn][i] = in.LogProbGrad(grad, u) - plainInTurns(t, in, d)
			}
			in.Alternate(rng, u)
		}
		for i := range x {
			require.InDelta(t, rest[0][i]-rest[0][0], rest[1][i]-rest[1][0], 1e-7)
		}
		require.Greater(t, math.Abs(rest[0][1]-rest[0][0]), 1e-3)
	})
}

// plainInTurns is log p(labels, effects given | parameters) by dense normal distributions.
func plainInTurns(t *testing.T, in *inTurns, d *labels.Compiled) float64 {
	t.Helper()
	k := in.k
	normal := func(mean []float64, v *mat.SymDense, x []float64) float64 {
		n, ok := distmv.NewNormal(mean, v, nil)
		require.True(t, ok)
		return n.LogProb(x)
	}
	c := mat.NewDense(k, k, in.scales[0].c)
	var sigma mat.Dense
	sigma.Mul(c, c.T())
	n := len(d.Value)
	mean, v := make([]float64, n), mat.NewSymDense(n, nil)
	row := make([]int, n)
	for u := range d.Study {
		for i := d.Start[u]; i < d.Start[u+1]; i++ {
			row[i] = u
		}
	}
	logp := 0.0
	for a := range n {
		s, item := int(d.Study[row[a]]), int(d.Item[a])
		mean[a] = in.mu[s]
		v.SetSym(a, a, in.own[s]*in.own[s])
		if in.given == 0 {
			mean[a] += in.effect[0][item]
		} else {
			mean[a] += in.effect[1][row[a]]
		}
		for b := range a + 1 {
			switch {
			case in.given == 0 && row[a] == row[b]:
				v.SetSym(a, b, v.At(a, b)+in.scales[1].variance(s))
			case in.given == 1 && item/k == int(d.Item[b])/k:
				v.SetSym(a, b, v.At(a, b)+sigma.At(item%k, int(d.Item[b])%k))
			}
		}
	}
	logp += normal(mean, v, d.Value)
	if in.given == 1 {
		for u, e := range in.effect[1] {
			sd := math.Abs(in.scales[1].sd[d.Terms[1].Study(u)])
			logp -= math.Log(sd) + 0.5*(e*e/(sd*sd)+math.Log(2*math.Pi))
		}
		return logp
	}
	covariance := mat.NewSymDense(k, nil)
	for a := range k {
		for b := range a + 1 {
			covariance.SetSym(a, b, sigma.At(a, b))
		}
	}
	for item := range d.Items {
		logp += normal(make([]float64, k), covariance, in.effect[0][item*k:(item+1)*k])
	}
	return logp
}

// Neither the density nor going on to the next turn allocates.
func TestTurnsDoNotAllocate(t *testing.T) {
	eachTurns(t, func(t *testing.T, in *inTurns, _ *labels.Compiled, rng *rand.Rand) {
		u, grad := make([]float64, in.Dim()), make([]float64, in.Dim())
		require.Zero(t, testing.AllocsPerRun(10, func() {
			in.LogProbGrad(grad, u)
			in.Alternate(rng, u)
		}))
	})
}

// turnTable is a simulated table of k studies of numbers.
func turnTable(tb testing.TB, k, items, labelers, each int) *study.Table {
	tb.Helper()
	plan, truth := Plan{Items: items}, Truth{Family: family.Gaussian{}, ItemCorrelation: CommonCorrelation(k, 0.7)}
	for s := range k {
		plan.Studies = append(plan.Studies, StudyPlan{Name: fmt.Sprint("s", s+1), Labelers: labelers,
			LabelsPerItem: each - s, Missing: 0.2 * float64(s)})
		truth.Studies = append(truth.Studies,
			StudyTruth{Mean: 3, ItemSD: 1.5, LabelerSD: 0.4 + 0.3*float64(s), ResidualSD: 1})
	}
	design, err := plan.Generate(1)
	require.NoError(tb, err)
	table, err := Simulate(truth, design, 1)
	require.NoError(tb, err)
	return table
}

// inTurnsFrom is a fit of labels whose effects are drawn in turn from so many labels on.
func inTurnsFrom(t *testing.T, least int, table *study.Table, spec Spec, s sampler.Settings) *Posterior {
	t.Helper()
	ft, err := newFitting(context.Background(), table, spec, s, approach{leastInTurns: least})
	require.NoError(t, err)
	fit, err := ft.sample(context.Background(), 1)
	require.NoError(t, err)
	return fit
}

// Drawn in turn and sampled together parameters and effects have the same posterior: means and standard deviations
// within 4.5 Monte Carlo standard errors.
func TestPosteriorInTurnsAgrees(t *testing.T) {
	for k, residual := range map[int]Residual{1: StudyResidual, 2: CommonResidual, 3: StudyResidual} {
		t.Run(fmt.Sprintf("K=%d, σ %v", k, residual), func(t *testing.T) {
			t.Parallel()
			table := turnTable(t, k, 30, 14, 5)
			spec := Spec{Labelers: Nested, Residual: residual, Effects: true}
			turns := inTurnsFrom(t, 0, table, spec, sampler.Settings{Seed: 1, Draws: 1500})
			together := inTurnsFrom(t, math.MaxInt, table, spec, sampler.Settings{Seed: 2, Draws: 1500})
			require.True(t, turns.InTurns())
			require.False(t, together.InTurns())
			for v, name := range turns.Draws().Names() {
				a, b := turns.Draws().Quantity(v).Summary(0.95), together.Draws().Quantity(v).Summary(0.95)
				require.InDelta(t, a.Mean, b.Mean, 4.5*math.Hypot(a.MCSEMean, b.MCSEMean), name)
				require.InDelta(t, a.SD, b.SD, 4.5*math.Hypot(a.MCSESD, b.MCSESD), name)
				require.Greater(t, math.Min(a.ESSBulk, a.ESSTail), 400.0, name)
			}
		})
	}
}

// From a size on effects are drawn in turn unless an algorithm is asked for; draws do not depend on the cores.
func TestLargeFitsTakeTurns(t *testing.T) {
	table := turnTable(t, 1, 1500, 200, 14)
	require.Greater(t, table.Len(), leastInTurns)
	s := sampler.Settings{Seed: 1, Chains: 2, Draws: 200, Workers: 1}
	fit := func(s sampler.Settings) *Posterior {
		p, err := FitOnce(context.Background(), table, Spec{}, s)
		require.NoError(t, err)
		return p
	}
	one := fit(s)
	require.True(t, one.InTurns())
	require.Equal(t, sampler.HMC, one.Run().Algorithm)
	s.Workers = 2
	two := fit(s)
	for v := range one.Draws().Names() {
		require.Equal(t, one.Draws().Quantity(v), two.Draws().Quantity(v))
	}
	s.Algorithm, s.Draws = sampler.HMC, 1
	require.False(t, fit(s).InTurns())
	binary := crowd(t, family.Bernoulli{}, 700, 100, 15)
	require.Greater(t, binary.Len(), leastInTurns)
	p, err := FitOnce(context.Background(), binary, Spec{}, sampler.Settings{Seed: 1, Chains: 1, Warmup: 1, Draws: 1})
	require.NoError(t, err)
	require.False(t, p.InTurns())
}

// The coupling is the largest eigenvalue of two turns but for the means, by dense matrices; and 1 in the limit of two
// groups of labelers who share no items.
func TestCoupling(t *testing.T) {
	for _, groups := range []int{1, 2} {
		const items, people, each = 24, 8, 4
		table := chained(t, items, people, each, groups)
		p := compileProblem(labels.Compile(table, mustResolve(t, table)), mustResolve(t, table))
		su, err := newSetup(context.Background(), p)
		require.NoError(t, err)
		ts := newTurns(p)
		su.weigh(ts)
		got := su.coupling(ts)

		// E(a | E(b | a)): column by column, from the definition.
		sigma, e := su.em.at.Own[0], su.em
		vi, vl := e.terms[0].TotalVariance(0), e.terms[1].TotalVariance(0)
		adjacent := mat.NewDense(items, people, nil)
		for u := range p.data.Study {
			for i := p.data.Start[u]; i < p.data.Start[u+1]; i++ {
				adjacent.Set(int(p.data.Item[i]), u, 1)
			}
		}
		half := func(given *mat.Dense, variance float64) *mat.Dense {
			n, m := given.Dims()
			out, weight := mat.NewDense(n, m, nil), make([]float64, n)
			total := 0.0
			for j := range n {
				count := mat.Sum(given.RowView(j))
				weight[j] = 1 / (variance + sigma*sigma/count)
				total += weight[j]
				for u := range m {
					out.Set(j, u, -given.At(j, u)/count)
				}
			}
			for u := range m {
				mean := 0.0
				for j := range n {
					mean += weight[j] * out.At(j, u) / total
				}
				for j := range n {
					out.Set(j, u, variance*weight[j]*(out.At(j, u)-mean))
				}
			}
			return out
		}
		var turn mat.Dense
		turn.Mul(half(mat.DenseCopyOf(adjacent.T()), vl), half(adjacent, vi))
		var eigen mat.Eigen
		require.True(t, eigen.Factorize(&turn, mat.EigenNone))
		want := 0.0
		for _, v := range eigen.Values(nil) {
			want = math.Max(want, real(v))
		}
		require.InDelta(t, want, got, 0.01)
		require.Equal(t, groups == 1, got < mostCoupled, "%v", got)
	}
}

func mustResolve(t *testing.T, table *study.Table) Spec {
	t.Helper()
	spec, err := Resolve(table, Spec{Labelers: Nested})
	require.NoError(t, err)
	return spec
}

// chained is items labelled by some of the people of their group, in turn, with great differences between people.
func chained(t *testing.T, items, people, each, groups int) *study.Table {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 3))
	var b study.Builder
	level := make([]float64, people)
	for i := range level {
		level[i] = 3 * rng.NormFloat64()
	}
	for j := range items {
		quality, own := 3*rng.NormFloat64(), people/groups
		for i := range each {
			who := j%groups*own + (j/groups+i)%own
			b.Add(fmt.Sprint("i", j), fmt.Sprint("l", who), "s", quality+level[who]+0.3*rng.NormFloat64())
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	return table
}

// Where draws in turn are not good enough, all effects are sampled together, with the same settings as at once.
func TestTurnsAreGivenUp(t *testing.T) {
	table := turnTable(t, 2, 30, 14, 5)
	s := sampler.Settings{Seed: 1, Draws: 400}
	ft, err := newFitting(context.Background(), table, Spec{Labelers: Nested}, s, approach{leastInTurns: 0})
	require.NoError(t, err)
	require.NotNil(t, ft.ready.turns)
	ft.settings, err = ft.again(context.Background(), ft.settings, nil)
	require.NoError(t, err)
	given, err := ft.sample(context.Background(), 1)
	require.NoError(t, err)
	together := inTurnsFrom(t, math.MaxInt, table, Spec{Labelers: Nested}, s)
	require.False(t, given.InTurns())
	for v, name := range together.Draws().Names() {
		require.Equal(t, together.Draws().Quantity(v), given.Draws().Quantity(v), name)
	}
}
