package labels

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

// Oracle: the residual sum of squares of items and labelers by a dense singular value decomposition. Of random designs,
// connected or not, with and without noise.
func TestAdditiveIsAsLeastSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	found := map[bool]int{}
	for range 300 {
		items, labelers, n := 2+rng.IntN(6), 2+rng.IntN(4), 3+rng.IntN(14)
		noise := float64(rng.IntN(2))
		n = min(n, items*labelers)
		cells := rng.Perm(items * labelers)
		item, labeler := normals(rng, items), normals(rng, labelers)
		var b study.Builder
		design, y := mat.NewDense(n, items+labelers, nil), mat.NewVecDense(n, nil)
		for r := range n {
			i, l := cells[r]/labelers, cells[r]%labelers
			y.SetVec(r, item[i]+labeler[l]+noise*rng.NormFloat64())
			design.Set(r, i, 1)
			design.Set(r, items+l, 1)
			b.Add(fmt.Sprint(i), fmt.Sprint(l), "s", y.AtVec(r))
		}
		table, err := b.Table()
		require.NoError(t, err)
		var svd mat.SVD
		require.True(t, svd.Factorize(design, mat.SVDThin))
		rank := svd.Rank(1e-10)
		var fit mat.Dense
		svd.SolveTo(&fit, y, rank)
		var residual mat.Dense
		residual.Mul(design, &fit)
		residual.Sub(y, &residual)
		exact := rank < n && mat.Norm(&residual, 2) < 1e-9
		got := additive(table.StudyAt(0), len(table.Items()), len(table.Labelers()))
		require.Equal(t, exact, got, "%d labels, rank %d, residual %g", n, rank, mat.Norm(&residual, 2))
		found[got]++
	}
	require.Greater(t, found[true], 50)
	require.Greater(t, found[false], 50)
}

// Oracle: the sums of squares with and without the label, worked out at once.
func TestFarLabels(t *testing.T) {
	var b study.Builder
	values := []float64{1, 2, 3, 4, 2, 3, 2.5, -40}
	for n, y := range values {
		b.Add(fmt.Sprint("i", n/2), fmt.Sprint("l", n%2), "s", y)
	}
	b.Add("i0", "l0", "constant", 5)
	b.Add("i1", "l0", "constant", 5)
	table, err := b.Table()
	require.NoError(t, err)
	far := study.FarthestLabels(table)
	require.Len(t, far, 1)
	all, others := squares(values), squares(values[:7])
	require.InDelta(t, 1-others/all, far[0].Share, 1e-12)
	require.InDelta(t, (2.5+40)/math.Sqrt(others/6), far[0].Distance, 1e-9) // 2.5 is the others' mean
	far[0].Share, far[0].Distance = 0, 0
	require.Equal(t, study.FarthestLabel{Study: "s", Item: "i3", Labeler: "l1", Value: -40}, far[0])
}

// Copies, with another level or without, on enough items; not of people who agree on all but one, nor of fewer items.
func TestCopiedLabels(t *testing.T) {
	for name, c := range map[string]struct {
		items  int
		offset func(item int) float64
		want   bool
	}{
		"copied":             {20, func(int) float64 { return 0 }, true},
		"with another level": {25, func(int) float64 { return .7 }, true},
		"all but one":        {25, func(item int) float64 { return float64(item / 24) }, false},
		"on fewer items":     {19, func(int) float64 { return 0 }, false},
	} {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 4))
			var b study.Builder
			for i := range 40 {
				y := rng.NormFloat64()
				b.Add(fmt.Sprint(i), "other", "s", rng.NormFloat64())
				b.Add(fmt.Sprint(i), "first", "s", y)
				if i < c.items {
					b.Add(fmt.Sprint(i), "second", "s", y+c.offset(i))
				}
			}
			table, err := b.Table()
			require.NoError(t, err)
			_, err = Resolve(table, spec.Spec{})
			require.NoError(t, err, "one residual for all labelers")
			_, err = Resolve(table, spec.Spec{Residual: spec.LabelerResidual})
			if !c.want {
				require.NoError(t, err)
				return
			}
			var fault *refusal.Error
			require.ErrorAs(t, err, &fault)
			require.Equal(t, refusal.CopiedLabels, fault.Code)
			require.Equal(t, []string{"first", "second"}, []string{fault.Labeler, fault.OtherLabeler})
		})
	}
}

// normals draws standard normal numbers.
func normals(rng *rand.Rand, n int) []float64 {
	z := make([]float64, n)
	for i := range z {
		z[i] = rng.NormFloat64()
	}
	return z
}

// squares is the sum of squares of values about their mean.
func squares(values []float64) (sum float64) {
	mean := 0.0
	for _, y := range values {
		mean += y / float64(len(values))
	}
	for _, y := range values {
		sum += (y - mean) * (y - mean)
	}
	return sum
}
