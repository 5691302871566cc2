package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distuv"
)

// Oracle: the serial correlation of all orders of seven items.
func TestNeighboursByAllOrders(t *testing.T) {
	values := []float64{1, 1, 0, 3, 7, 2, 2}
	var sums []float64
	var mean, square float64
	orders := combin.Permutations(len(values), len(values))
	statistic := func(order []int) (sum float64) {
		m := 0.0
		for _, v := range values {
			m += v / float64(len(values))
		}
		for i := range order {
			sum += (values[order[i]] - m) * (values[order[(i+1)%len(order)]] - m)
		}
		return sum
	}
	for _, order := range orders {
		s := statistic(order)
		sums = append(sums, s)
		mean += s / float64(len(orders))
	}
	for _, s := range sums {
		square += (s - mean) * (s - mean) / float64(len(orders))
	}
	item := []int32{0, 1, 2, 3, 4, 5, 6}
	_, p := neighbours(values, newGroups(item, 7), nil)
	z := math.Sqrt2 * math.Erfinv(1-2*p)
	assert.InEpsilon(t, (statistic([]int{0, 1, 2, 3, 4, 5, 6})-mean)/math.Sqrt(square), z, 1e-9)
}

// Oracle: least squares with a column for each item and each labeler.
func TestDriftByLeastSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n, items, labelers = 60, 12, 5
	item, labeler, y := make([]int32, n), make([]int32, n), make([]float64, n)
	x := mat.NewDense(n, 1+items+labelers-1, nil)
	for i := range n {
		item[i], labeler[i] = int32(rng.IntN(items)), int32(rng.IntN(labelers))
		y[i] = float64(item[i]) + 3*float64(labeler[i]) + 2*float64(i)/n + rng.NormFloat64()
		x.Set(i, 0, float64(i)/n)
		x.Set(i, 1+int(item[i]), 1)
		if labeler[i] > 0 {
			x.Set(i, items+int(labeler[i]), 1)
		}
	}
	var beta mat.VecDense
	require.NoError(t, beta.SolveVec(x, mat.NewVecDense(n, y)))
	got, p := drift(y, []*groups{newGroups(item, items), newGroups(labeler, labelers)})
	_, sd := meanAndSD(y)
	assert.InEpsilon(t, beta.AtVec(0)/sd, got, 1e-5)
	var fitted, rest mat.VecDense
	fitted.MulVec(x, &beta)
	rest.SubVec(mat.NewVecDense(n, y), &fitted)
	var xtx, inverse mat.Dense
	xtx.Mul(x.T(), x)
	require.NoError(t, inverse.Inverse(&xtx))
	freedom := float64(n - items - labelers)
	se := math.Sqrt(mat.Dot(&rest, &rest) / freedom * inverse.At(0, 0))
	assert.InEpsilon(t, twoSided(beta.AtVec(0)/se, freedom), p, 1e-4)
}

// Oracle: Student's distribution function.
func TestTwoSided(t *testing.T) {
	for _, freedom := range []float64{8, 20, 100, 1e5} {
		for _, p := range []float64{0.5, 0.05, 0.005, 1e-4} {
			x := distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile(1 - p/2)
			assert.InEpsilon(t, p, twoSided(x, freedom), 0.08, "ν = %v, p = %v", freedom, p)
		}
	}
}

// rated is a study in the order of its rows.
type rated struct {
	items, labelers, each int
	sorted                string // by item, by labeler, or "": random
	nested                bool   // each labeler, or each few, have items of their own
	drift, page           float64
	binary                bool
}

func (r rated) order(t *testing.T, rng *rand.Rand) Order {
	type row struct{ item, labeler int }
	var rows []row
	for i := range r.items {
		for k, l := range rng.Perm(r.labelers)[:r.each] {
			if r.nested {
				l = i*(r.labelers/r.each)/r.items*r.each + k
			}
			rows = append(rows, row{i, l})
		}
	}
	rng.Shuffle(len(rows), func(a, b int) { rows[a], rows[b] = rows[b], rows[a] })
	by := func(f func(row) int) {
		sorted := make([]row, 0, len(rows))
		for k := range max(r.items, r.labelers) {
			for _, x := range rows {
				if f(x) == k {
					sorted = append(sorted, x)
				}
			}
		}
		rows = sorted
	}
	switch r.sorted {
	case "item":
		by(func(x row) int { return x.item })
	case "labeler":
		by(func(x row) int { return x.labeler })
	}
	effects, levels, pages := make([]float64, r.items), make([]float64, r.labelers), make([]float64, r.items)
	for i := range effects {
		effects[i], pages[i] = rng.NormFloat64(), rng.NormFloat64()
	}
	for l := range levels {
		levels[l] = 0.7 * rng.NormFloat64()
	}
	var b Builder
	for n, x := range rows {
		y := effects[x.item] + levels[x.labeler] + rng.NormFloat64() + r.drift*float64(n)/float64(len(rows)) +
			r.page*pages[x.item/10]
		if r.binary {
			y = math.Round(1 / (1 + math.Exp(-4*y)))
		}
		b.Add(fmt.Sprint("i", x.item), fmt.Sprint("l", x.labeler), "s", y)
	}
	table, err := b.Table()
	require.NoError(t, err)
	return Orders(table)[0]
}

// Orders that mean nothing are taken for something as often as the p-value says, however rows are sorted.
func TestOrderOfNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	const level, studies = 0.05, 300
	for _, r := range []rated{
		{items: 100, labelers: 10, each: 3}, {items: 60, labelers: 5, each: 5, sorted: "item"},
		{items: 100, labelers: 10, each: 3, sorted: "labeler"}, {items: 100, labelers: 10, each: 1, nested: true},
		{items: 100, labelers: 20, each: 2, sorted: "item", nested: true},
		{items: 80, labelers: 8, each: 4, binary: true},
		{items: 80, labelers: 8, each: 4, binary: true, sorted: "labeler"},
	} {
		near, drifts := 0, 0
		for range studies {
			o := r.order(t, rng)
			if o.NeighboursP < level {
				near++
			}
			if o.DriftP < level {
				drifts++
			}
		}
		limit := level + 3.5*math.Sqrt(level*(1-level)/studies)
		t.Logf("%+v: neighbours %.3f, drift %.3f", r, float64(near)/studies, float64(drifts)/studies)
		assert.Less(t, float64(near)/studies, limit, "%+v", r)
		assert.Less(t, float64(drifts)/studies, limit, "%+v", r)
	}
}

// A drift that all labelers share is seen: between items where each item is labelled at one time, within items where it
// is labelled at several; and so are pages of items.
func TestOrderThatMatters(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	found := func(r rated) (near, drifts float64) {
		for range 40 {
			o := r.order(t, rng)
			if o.NeighboursP < 0.005 {
				near += 1.0 / 40
			}
			if o.DriftP < 0.005 {
				drifts += 1.0 / 40
			}
		}
		return near, drifts
	}
	near, _ := found(rated{items: 200, labelers: 10, each: 4, sorted: "item", drift: 2.5})
	_, drifts := found(rated{items: 200, labelers: 10, each: 4, drift: 1})
	pages, _ := found(rated{items: 200, labelers: 10, each: 4, sorted: "item", page: 0.9})
	assert.Greater(t, near, 0.9)
	assert.Greater(t, drifts, 0.9)
	assert.Greater(t, pages, 0.9)
}

func TestOrderThatCannotBeTold(t *testing.T) {
	var b Builder
	b.Add("a", "x", "s", 1)
	b.Add("b", "x", "s", 2)
	table, err := b.Table()
	require.NoError(t, err)
	o := Orders(table)[0]
	assert.Equal(t, Order{NeighboursP: 1, DriftP: 1}, o)
}

// Rows that stand together by item and are sorted by their labels within it are no drift.
func TestLabelsSortedWithinItemsAreNoDrift(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	var b Builder
	for i := range 100 {
		y := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		slices.Sort(y)
		for n, l := range rng.Perm(10)[:4] {
			b.Add(fmt.Sprint("i", i), fmt.Sprint("l", l), "s", y[n])
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	assert.Equal(t, 1.0, Orders(table)[0].DriftP)
}
