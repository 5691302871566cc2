package density

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/labels"
	"concord/model/internal/spec"
	"concord/study"
)

// coupledTable is a table of groups of so many studies of binary labels, each group's studies with the same items and
// labelers, of whom every group has others. At most one label of a group is positive.
func coupledTable(t *testing.T, rng *rand.Rand, groups, parts int) *study.Table {
	t.Helper()
	b := study.Builder{Kind: study.Binary, Duplicates: study.DuplicatesKeep}
	for g := range groups {
		var item, labeler, category []int
		for i := range 6 {
			for l := range 4 {
				if rng.IntN(3) > 0 {
					item, labeler = append(item, i), append(labeler, l)
					category = append(category, rng.IntN(parts+1))
				}
			}
		}
		for c := range parts {
			for n, i := range item {
				y := 0.0
				if category[n] == c {
					y = 1
				}
				b.Add(fmt.Sprint(i), fmt.Sprint(g, ".", labeler[n]), fmt.Sprint(g, ".", c), y)
			}
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	return table
}

// eachCoupled runs a test on densities of coupled studies with random constants.
func eachCoupled(t *testing.T, f func(t *testing.T, rng *rand.Rand, p *Density, sp spec.Spec, table *study.Table)) {
	for _, labelers := range []spec.LabelerEffects{spec.NoLabelers, spec.Nested, spec.Shared} {
		for _, of := range [][2]int{{1, 1}, {1, 2}, {1, 3}, {2, 2}, {3, 3}} {
			t.Run(fmt.Sprint(labelers, of), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(3, uint64(10*of[0]+of[1])))
				table := coupledTable(t, rng, of[0], of[1])
				sp, err := labels.Resolve(table, spec.Spec{Family: family.Contrasts{Others: of[1]}, Labelers: labelers})
				require.NoError(t, err)
				p := NewProblem(labels.Compile(table, sp), sp)
				randomConstants(rng, p)
				f(t, rng, p.Density(), sp, table)
			})
		}
	}
}

func TestGradientOfCoupledStudies(t *testing.T) {
	eachCoupled(t, func(t *testing.T, rng *rand.Rand, p *Density, _ spec.Spec, _ *study.Table) {
		x := checkAtRandomPoints(t, rng, p, 3)
		for i := range x {
			x[i] *= 3 // standard deviations about 10, correlations about ±0.99
		}
		checkGradient(t, p, x, 1e-6)
		g := make([]float64, p.Dim())
		require.Zero(t, testing.AllocsPerRun(10, func() { p.LogProbGrad(g, x) }))
	})
}

// With one other category the density is that of binary labels.
func TestCoupledStudiesOfTwoCategoriesAreBinary(t *testing.T) {
	eachCoupled(t, func(t *testing.T, rng *rand.Rand, p *Density, sp spec.Spec, table *study.Table) {
		if sp.Family.(family.Coupled).Parts() > 1 {
			return
		}
		sp.Family = family.Bernoulli{}
		of := NewProblem(labels.Compile(table, sp), sp)
		randomConstants(rand.New(rand.NewPCG(8, 8)), of)
		binary := of.Density()
		sp.Family = family.Contrasts{Others: 1}
		of = NewProblem(labels.Compile(table, sp), sp)
		randomConstants(rand.New(rand.NewPCG(8, 8)), of)
		coupled := of.Density()
		x := make([]float64, binary.Dim())
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		g, want := make([]float64, len(x)), make([]float64, len(x))
		require.Equal(t, binary.Dim(), coupled.Dim())
		require.InDelta(t, binary.LogProbGrad(want, x), coupled.LogProbGrad(g, x), 1e-10)
		require.InDeltaSlice(t, want, g, 1e-10)
	})
}

// The density of nested labelers is that of the effects of each group alone, which share no correlation.
func TestBundlesOfLabelersAreIndependent(t *testing.T) {
	eachCoupled(t, func(t *testing.T, rng *rand.Rand, p *Density, sp spec.Spec, _ *study.Table) {
		if sp.Labelers != spec.Nested {
			return
		}
		x := make([]float64, p.Dim())
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		p.Locate(x)
		parts := sp.Family.(family.Coupled).Parts()
		c := p.Scales[1].C
		for i := range p.K {
			for j := range i + 1 {
				if i/parts != j/parts {
					require.Zero(t, c[i*p.K+j])
				} else {
					require.NotZero(t, c[i*p.K+j])
				}
			}
		}
	})
}
