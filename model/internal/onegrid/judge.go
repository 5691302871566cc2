package onegrid

import (
	"math"

	"concord/model/internal/tuning"
)

// judge is the part of the likelihood from a judge's labels. They may follow the factor so closely that their
// probabilities rise from 0 to 1 between two nodes. No rule for smooth functions could integrate these, so they are
// smoothed, see [smoothed].
type judge struct {
	grid Grid
	n    int
	// By threshold and node: the chance of a label below it, and its derivatives with respect to threshold and loading.
	below, byThreshold, byLoading []float64
	chance                        []float64 // by category and node
	held                          []float64 // by category and node: derivative with respect to the chance
	smooth                        *smoothed
}

func newJudge(categories int, g Grid) *judge {
	n := g.Size()
	t := (categories - 1) * n
	return &judge{grid: g, n: n, below: make([]float64, t), byThreshold: make([]float64, t),
		byLoading: make([]float64, t), chance: make([]float64, categories*n), held: make([]float64, categories*n),
		smooth: newSmoothed(g)}
}

// forward sets the chances, and the derivatives if they are wanted.
func (j *judge) forward(at *Point, derivatives bool) {
	n := j.n
	for t, k := range at.JudgeThreshold {
		of := func(v []float64) []float64 { return v[t*n : (t+1)*n] }
		j.smooth.forward(of(j.below), of(j.byThreshold), of(j.byLoading), k, at.JudgeLoading, derivatives)
	}
	last := len(at.JudgeThreshold)
	for q := range n {
		before := 0.0
		for t := range last {
			x := j.below[t*n+q]
			j.chance[t*n+q] = x - before
			before = x
		}
		j.chance[last*n+q] = 1 - before
	}
	if math.Abs(at.JudgeLoading)*j.grid.Step <= tuning.SmoothStep {
		j.categories(at)
	}
	if derivatives {
		clear(j.held)
	}
}

// categories sets the chances of categories that are not smoothed, so that nothing cancels.
func (j *judge) categories(at *Point) {
	n, last := j.n, len(at.JudgeThreshold)
	for q, z := range j.grid.nodes {
		theta, above := at.JudgeLoading*z, 1.0
		for t, k := range at.JudgeThreshold {
			f := j.below[t*n+q]
			gap := 1.0
			if t > 0 {
				gap = -math.Expm1(at.JudgeThreshold[t-1] - k)
			}
			j.chance[t*n+q] = above * f * gap
			above = 1 / (1 + power(k-theta))
		}
		j.chance[last*n+q] = above
	}
}

// of returns the numbers of one category from numbers by category and node.
func (j *judge) of(numbers []float64, category int32) []float64 {
	return numbers[int(category)*j.n:][:j.n]
}

// backward adds the derivatives to grad.
func (j *judge) backward(grad *Point) {
	n := j.n
	for t := range grad.JudgeThreshold {
		below, above := j.held[t*n:][:n], j.held[(t+1)*n:][:n]
		for q := range n {
			g := below[q] - above[q]
			grad.JudgeThreshold[t] += g * j.byThreshold[t*n+q]
			grad.JudgeLoading += g * j.byLoading[t*n+q]
		}
	}
}
