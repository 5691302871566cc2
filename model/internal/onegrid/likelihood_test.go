package onegrid

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/diff/fd"
)

// study returns labels of 40 items by 5 labelers in 4 categories and by a judge in 3, and a point to evaluate them at.
func study(rng *rand.Rand, judgeLoading float64) (*Labels, *Point) {
	l := &Labels{Rows: 5, Categories: 4, JudgeCategories: 3, Start: []int{0}}
	at := &Point{Row: []float64{0.3, -0.2, 0.8, -1, 0}, Threshold: []float64{-1.2, 0.1, 1.5}, Loading: 1.3,
		JudgeThreshold: []float64{-0.21 * math.Abs(judgeLoading), 0.67 * math.Abs(judgeLoading)},
		JudgeLoading:   judgeLoading}
	category := func(thresholds []float64, theta float64) int32 {
		u := rng.Float64()
		c := int32(0)
		for c < int32(len(thresholds)) && u > 1/(1+math.Exp(theta-thresholds[c])) {
			c++
		}
		return c
	}
	for range 40 {
		z := rng.NormFloat64()
		for u := range l.Rows {
			if rng.IntN(3) > 0 {
				c := category(at.Threshold, at.Row[u]+at.Loading*z)
				l.Cell = append(l.Cell, int32(u*l.Categories)+c)
			}
		}
		l.Start = append(l.Start, len(l.Cell))
		of := int32(-1)
		if rng.IntN(8) > 0 {
			of = category(at.JudgeThreshold, judgeLoading*z)
		}
		l.Judge = append(l.Judge, of)
	}
	return l, at
}

// brute integrates each item's likelihood by the trapezoidal rule with steps so small that any judge is smooth.
func brute(l *Labels, at *Point) float64 {
	const h = 5e-4
	below := func(thresholds []float64, c int, theta float64) float64 {
		switch {
		case c < 0:
			return 0
		case c == len(thresholds):
			return 1
		}
		return 1 / (1 + math.Exp(theta-thresholds[c]))
	}
	logp := 0.0
	for j := range l.Judge {
		sum := 0.0
		for z := -8.0; z < 8; z += h {
			p := h * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
			for _, cell := range l.Cell[l.Start[j]:l.Start[j+1]] {
				u, c := int(cell)/l.Categories, int(cell)%l.Categories
				theta := at.Row[u] + at.Loading*z
				p *= below(at.Threshold, c, theta) - below(at.Threshold, c-1, theta)
			}
			if c := int(l.Judge[j]); c >= 0 {
				theta := at.JudgeLoading * z
				p *= below(at.JudgeThreshold, c, theta) - below(at.JudgeThreshold, c-1, theta)
			}
			sum += p
		}
		logp += math.Log(sum)
	}
	return logp
}

// The likelihood is that of brute force, whether the judge follows the factor loosely, the wrong way round, or so
// closely that its chances rise between two nodes. Of 40 items an error of 1e-3 in the logarithm is 2.5e-5 each.
func TestLikelihoodAgreesWithBruteForce(t *testing.T) {
	for _, judge := range []float64{0.7, -2, 6, 40, -300} {
		l, at := study(rand.New(rand.NewPCG(1, 2)), judge)
		want := brute(l, at)
		for _, step := range []float64{0.2, 0.35} {
			require.InDelta(t, want, NewLikelihood(l, NewGrid(step)).LogLik(nil, at), 1e-3, "judge %v step %v", judge,
				step)
		}
	}
}

// Derivatives agree with finite differences; the likelihood does not depend on whether they are wanted.
func TestDerivatives(t *testing.T) {
	for _, judge := range []float64{0.7, -2, 40, -300} {
		l, at := study(rand.New(rand.NewPCG(3, 2)), judge)
		lk := NewLikelihood(l, NewGrid(0.3))
		flat := func(p *Point) []float64 {
			x := append(append([]float64{p.Loading, p.JudgeLoading}, p.Row...), p.Threshold...)
			return append(x, p.JudgeThreshold...)
		}
		value := func(x []float64) float64 {
			p := l.NewPoint()
			p.Loading, p.JudgeLoading = x[0], x[1]
			copy(p.Row, x[2:7])
			copy(p.Threshold, x[7:10])
			copy(p.JudgeThreshold, x[10:])
			return lk.LogLik(nil, p)
		}
		grad := l.NewPoint()
		require.InDelta(t, lk.LogLik(nil, at), lk.LogLik(grad, at), 1e-9)
		want := fd.Gradient(nil, value, flat(at), &fd.Settings{Formula: fd.Central, Step: 1e-4})
		for i, g := range flat(grad) {
			require.InDelta(t, want[i], g, 1e-4*math.Max(1, math.Abs(want[i])), "judge %v, %d", judge, i)
		}
	}
}

// Of an item with so many labels that their chances' product underflows, the likelihood is that of brute force.
func TestManyLabelsOfAnItem(t *testing.T) {
	l := &Labels{Rows: 1, Categories: 2, Start: []int{0, 3000}}
	for i := range 3000 {
		l.Cell = append(l.Cell, int32(i%3/2))
	}
	at := &Point{Row: []float64{0}, Threshold: []float64{0}, Loading: 1}
	grid := NewGrid(0.02)
	want, most := 0.0, math.Inf(-1)
	var logs []float64
	for q, z := range grid.nodes {
		logs = append(logs, 2000*math.Log(1/(1+math.Exp(z)))+1000*math.Log(1/(1+math.Exp(-z)))+math.Log(grid.weight[q]))
		most = math.Max(most, logs[q])
	}
	for _, x := range logs {
		want += math.Exp(x - most)
	}
	require.InDelta(t, most+math.Log(want), NewLikelihood(l, grid).LogLik(l.NewPoint(), at), 1e-6)
}

func TestNoAllocations(t *testing.T) {
	l, at := study(rand.New(rand.NewPCG(1, 2)), 2)
	lk, grad := NewLikelihood(l, NewGrid(0.3)), l.NewPoint()
	require.Zero(t, testing.AllocsPerRun(10, func() { lk.LogLik(grad, at) }))
}
