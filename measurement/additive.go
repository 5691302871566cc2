package measurement

import "math"

// additive are sums of squares of the fit of an item's effect and a labeler's to the means of cells.
type additive struct {
	items, labelers, residual float64 // adjusted for each other; Henderson (1953), method 3
}

// fit fits y = item + labeler by least squares. Items are absorbed, and conjugate gradients solve the equations of the
// labelers. An iteration takes time that grows with the number of cells; a complete table needs one, and designs drawn
// at random about thirty.
func (c cells) fit() additive {
	own := meansOf(c.item, c.mean, c.perItem)
	residual := make([]float64, len(c.mean)) // of items alone
	for n, i := range c.item {
		residual[n] = c.mean[n] - own[i]
	}
	effect := c.solve(residual)
	// The effects of labelers within items, then items without the labelers.
	of := make([]float64, len(c.mean))
	for n, l := range c.labeler {
		of[n] = effect[l]
	}
	leaning := meansOf(c.item, of, c.perItem)
	item := make([]float64, len(c.mean))
	var a additive
	for n, i := range c.item {
		a.labelers += square(of[n] - leaning[i])
		a.residual += square(residual[n] - of[n] + leaning[i])
		item[n] = own[i] - leaning[i]
	}
	seen := meansOf(c.labeler, item, c.perRater)
	for n, l := range c.labeler {
		a.items += square(item[n] - seen[l])
	}
	return a
}

// solve returns effects of labelers whose differences from the mean effect of an item's labelers are the projection of
// the residuals.
func (c cells) solve(residual []float64) []float64 {
	labelers := len(c.perRater)
	effect, rest := make([]float64, labelers), make([]float64, labelers)
	for n, l := range c.labeler {
		rest[l] += residual[n]
	}
	scaled := func(x []float64) []float64 { // by the preconditioner
		y := make([]float64, labelers)
		for l := range y {
			y[l] = x[l] / c.perRater[l]
		}
		return y
	}
	along := scaled(rest)
	left := dot(rest, along)
	const tolerance = 1e-28 // of squares
	enough := left * tolerance
	for range 10*labelers + 100 {
		if left <= enough || left == 0 {
			break
		}
		image := c.withinItems(along)
		curve := dot(along, image)
		if !(curve > 0) {
			break
		}
		step := left / curve
		for l := range effect {
			effect[l] += step * along[l]
			rest[l] -= step * image[l]
		}
		next := scaled(rest)
		now := dot(rest, next)
		for l := range along {
			along[l] = next[l] + now/left*along[l]
		}
		left = now
	}
	return effect
}

// withinItems applies the matrix of the labelers' equations, after items are absorbed.
func (c cells) withinItems(x []float64) []float64 {
	y := make([]float64, len(x))
	for i := range c.perItem {
		mean := 0.0
		own := c.labeler[c.first[i]:c.first[i+1]]
		for _, l := range own {
			mean += x[l]
		}
		mean /= c.perItem[i]
		for _, l := range own {
			y[l] += x[l] - mean
		}
	}
	return y
}

func dot(a, b []float64) float64 {
	s := 0.0
	for n := range a {
		s = math.FMA(a[n], b[n], s)
	}
	return s
}
