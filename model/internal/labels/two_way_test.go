package labels

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"concord/model/spec"
	"concord/study"
)

// The parts are the smallest least-squares solution, by the singular value decomposition of the dummies: in complete
// and incomplete tables, in a table that falls apart in two, and on items alone.
func TestTwoWayIsLeastSquares(t *testing.T) {
	const items, people = 12, 5
	rng := rand.New(rand.NewPCG(1, 2))
	for name, keep := range map[string]func(j, k int) bool{
		"complete":   func(int, int) bool { return true },
		"incomplete": func(j, k int) bool { return (j+2*k)%3 > 0 },
		"apart":      func(j, k int) bool { return (j < 7) == (k < 2) },
		"no people":  func(j, k int) bool { return (j*k)%4 < 2 },
	} {
		t.Run(name, func(t *testing.T) {
			var item, labeler []int32
			var x []float64
			for j := range items {
				for k := range people {
					if keep(j, k) {
						item, labeler = append(item, int32(j)), append(labeler, int32(k))
						x = append(x, float64(j%3)+float64(k)+rng.NormFloat64())
					}
				}
			}
			floats.AddConst(-floats.Sum(x)/float64(len(x)), x)
			levels := items + people
			if name == "no people" {
				labeler, levels = nil, items
			}
			dummies := mat.NewDense(len(x), levels, nil)
			for n, j := range item {
				dummies.Set(n, int(j), 1)
				if labeler != nil {
					dummies.Set(n, items+int(labeler[n]), 1)
				}
			}
			var svd mat.SVD
			require.True(t, svd.Factorize(dummies, mat.SVDThin))
			var want mat.Dense
			svd.SolveTo(&want, mat.NewDense(len(x), 1, append([]float64(nil), x...)), svd.Rank(1e-10))
			a, b := twoWay(x, item, labeler, items, levels-items)
			for l, got := range append(a, b...) {
				assert.InDelta(t, want.At(l, 0), got, 1e-9, "level %d", l)
			}
		})
	}
}

// A covariate of labels has both parts. One of items or of labelers has none, nor has one that is balanced over both.
// Labels of one item leave a contrast open with a tool that only some items have, and not one between other tools.
func TestPartsOfCovariates(t *testing.T) {
	const items, people = 8, 4
	rng := rand.New(rand.NewPCG(1, 2))
	c := study.Indexed{Kind: study.Numeric, Studies: []string{"all"}}
	values := map[string]func(j, k int) string{
		"free":     func(int, int) string { return fmt.Sprint(rng.NormFloat64()) },
		"length":   func(j, _ int) string { return fmt.Sprint(j * j) },
		"country":  func(_, k int) string { return fmt.Sprint(k * k) },
		"balanced": func(j, k int) string { return fmt.Sprint((j + k) % 4) },
		"tool": func(j, k int) string {
			if j < 2 {
				return "c"
			}
			return string("ab"[(j*k+j)%2])
		},
	}
	names := []string{"free", "length", "country", "balanced", "tool"}
	for _, name := range names {
		f := study.Factor{Name: name}
		for j := range items {
			for k := range people {
				level := values[name](j, k)
				if !slices.Contains(f.Levels, level) {
					f.Levels = append(f.Levels, level)
				}
				f.Index = append(f.Index, int32(slices.Index(f.Levels, level)))
			}
		}
		c.Factors = append(c.Factors, f)
	}
	for k := range people {
		c.Labelers = append(c.Labelers, fmt.Sprint("p", k))
	}
	for j := range items {
		c.Items = append(c.Items, fmt.Sprint("i", j))
		for k := range people {
			c.Study, c.Item, c.Labeler = append(c.Study, 0), append(c.Item, int32(j)), append(c.Labeler, int32(k))
			c.Value = append(c.Value, rng.NormFloat64())
		}
	}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	both := []spec.Part{spec.Whole, spec.OfItem, spec.OfLabeler}
	for name, want := range map[string][]spec.Part{"free": both, "length": both[:1], "country": both[:1],
		"balanced": both[:1], "tool": both} {
		sp := spec.Spec{Labelers: spec.Nested, Covariates: []spec.Covariate{{Factor: name}}}
		sp, err := ResolveCovariates(sp, table)
		require.NoError(t, err)
		assert.Equal(t, want, sp.Covariates[0].Parts(), name)
		sp.Covariates[0].Undivided = true
		sp, err = ResolveCovariates(sp, table)
		require.NoError(t, err)
		assert.Equal(t, both[:1], sp.Covariates[0].Parts(), name)
	}
	sp := spec.Spec{Labelers: spec.Nested, Covariates: []spec.Covariate{{Factor: "tool"}}}
	sp, err = ResolveCovariates(sp, table)
	require.NoError(t, err)
	levels, _ := table.Levels("tool")
	d := NewDesign(table, sp)
	contrast := func(a, b string) []float64 {
		row := d.At(0, 0, int32(slices.Index(levels, a)))
		floats.Sub(row, d.At(0, 0, int32(slices.Index(levels, b))))
		return row
	}
	ofItems, ofLabelers, open := d.Undetermined(0, 0, contrast("c", "a"))
	assert.True(t, open)
	assert.Greater(t, ofItems, 10*ofLabelers)
	_, _, open = d.Undetermined(0, 0, contrast("b", "a"))
	assert.False(t, open)
}
