package locate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"concord/model/family"
	"concord/model/internal/density"
	"concord/model/internal/labels"
	"concord/model/internal/modeltest"
	"concord/model/internal/tuning"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// The coupling is the largest eigenvalue of a draw of both blocks but for the means, by dense matrices. It is 1 in the
// limit of two groups of labelers who share no items.
func TestCoupling(t *testing.T) {
	for _, groups := range []int{1, 2} {
		const items, people, each = 24, 8, 4
		table := chained(t, items, people, each, groups)
		p := density.NewProblem(labels.Compile(table, mustResolve(t, table)), mustResolve(t, table))
		su, err := newSetup(context.Background(), p)
		require.NoError(t, err)
		ts := density.NewBlocked(p)
		su.weigh(ts)
		got := su.coupling(ts)

		// E(a | E(b | a)): column by column, from the definition.
		sigma, e := su.em.at.Own[0], su.em
		vi, vl := e.terms[0].TotalVariance(0), e.terms[1].TotalVariance(0)
		adjacent := mat.NewDense(items, people, nil)
		for u := range p.Data.Study {
			for i := p.Data.Start[u]; i < p.Data.Start[u+1]; i++ {
				adjacent.Set(int(p.Data.Item[i]), u, 1)
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
		var both mat.Dense
		both.Mul(half(mat.DenseCopyOf(adjacent.T()), vl), half(adjacent, vi))
		var eigen mat.Eigen
		require.True(t, eigen.Factorize(&both, mat.EigenNone))
		want := 0.0
		for _, v := range eigen.Values(nil) {
			want = math.Max(want, real(v))
		}
		require.InDelta(t, want, got, 0.01)
		require.Equal(t, groups == 1, got < tuning.MostCoupled, "%v", got)
	}
}

// Effects are drawn in blocks if the matrices of the patterns of labels have no more elements than there are effects:
// three patterns if everybody labels everything, and many if items are in some of four studies.
func TestTurnsOfFewPatterns(t *testing.T) {
	for missing, blocked := range map[float64]bool{0: true, 0.5: false} {
		plan, truth := simulate.Plan{Items: 40}, simulate.Truth{Family: family.Gaussian{}}
		for s := range 4 {
			plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: fmt.Sprint(s), Labelers: 6, LabelsPerItem: 6,
				Missing: missing})
			truth.Studies = append(truth.Studies, simulate.StudyTruth{ItemSD: 1, LabelerSD: 1, ResidualSD: 1})
		}
		table := modeltest.Simulated(t, truth, plan, 1)
		su, err := newSetup(context.Background(), density.NewProblem(labels.Compile(table, mustResolve(t, table)),
			mustResolve(t, table)))
		require.NoError(t, err)
		su.Regime.Blocked = true
		got := su.blockedFor(sampler.Settings{}, AutoBlocked)
		require.Equal(t, blocked, got != nil, "%v", missing)
		require.NotNil(t, su.blockedFor(sampler.Settings{}, AlwaysBlocked), "asked for")
	}
}

func mustResolve(t *testing.T, table *study.Table) spec.Spec {
	t.Helper()
	sp, err := labels.Resolve(table, spec.Spec{Labelers: spec.Nested})
	require.NoError(t, err)
	return sp
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
