package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// uneven is a study whose items have 1 to most labels, by people of whom some label more than others.
func uneven(t *testing.T, items, people, most int, seed uint64) *grouped {
	rng := rand.New(rand.NewPCG(seed, 3))
	b := Builder{Kind: Binary}
	for i := range items {
		for _, l := range rng.Perm(people)[:1+rng.IntN(most)] {
			b.Add(fmt.Sprint("i", i), fmt.Sprint("l", min(l, rng.IntN(people))*people+l), "s", float64(rng.IntN(2)))
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	g := newGrouped(table, 0, newTally(len(table.items)), newTally(len(table.labelers)))
	require.NotNil(t, g)
	return g
}

// The pairs of an item weigh 1 together, and its labels are in as many of them, also if an item has more labels than a
// label is paired with.
func TestPairsOfAnItem(t *testing.T) {
	g := uneven(t, 30, 40, 40, 1)
	weight, met := make([]float64, len(g.from)-1), make([]int, len(g.value))
	item := make([]int, len(g.value))
	for i := range weight {
		for n := g.from[i]; n < g.from[i+1]; n++ {
			item[n] = i
		}
	}
	seen := map[[2]int]bool{}
	g.pairs(func(a, b int, _, w float64) {
		require.Equal(t, item[a], item[b])
		require.NotEqual(t, a, b)
		require.False(t, seen[[2]int{min(a, b), max(a, b)}])
		seen[[2]int{min(a, b), max(a, b)}] = true
		weight[item[a]] += w
		met[a], met[b] = met[a]+1, met[b]+1
	})
	for i, w := range weight {
		n := g.from[i+1] - g.from[i]
		if n == 1 {
			assert.Zero(t, w)
			continue
		}
		assert.InDelta(t, 1, w, 1e-12)
		for at := g.from[i]; at < g.from[i+1]; at++ {
			assert.Equal(t, min(n-1, 2*reach), met[at])
		}
	}
}

// The regression on two labelers is that of gonum's least squares.
func TestRegressionOnLabelers(t *testing.T) {
	g := uneven(t, 60, 6, 5, 2)
	var rows, target []float64
	pairs := 0
	g.pairs(func(a, b int, x, w float64) {
		row := make([]float64, g.labelers)
		row[g.labeler[a]] += w
		row[g.labeler[b]] += w
		rows, target, pairs = append(rows, row...), append(target, w*x), pairs+1
	})
	// With √w in place of w these would be the weighted least squares: so the rows are divided by √w.
	at := 0
	g.pairs(func(_, _ int, _, w float64) {
		for l := range g.labelers {
			rows[at*g.labelers+l] /= math.Sqrt(w)
		}
		target[at] /= math.Sqrt(w)
		at++
	})
	x := mat.NewDense(pairs, g.labelers, rows)
	y := mat.NewVecDense(pairs, target)
	var svd mat.SVD
	require.True(t, svd.Factorize(x, mat.SVDThin))
	var c mat.VecDense
	svd.SolveVecTo(&c, y, svd.Rank(1e-10))
	fitted := g.byLabeler(g.pairs)
	g.pairs(func(a, b int, _, _ float64) {
		want := c.AtVec(int(g.labeler[a])) + c.AtVec(int(g.labeler[b]))
		assert.InDelta(t, want, fitted(a, b), 1e-5)
	})
}
