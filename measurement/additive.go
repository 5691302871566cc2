package measurement

import "concord/internal/conjugate"

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
	rest := make([]float64, len(c.perRater))
	for n, l := range c.labeler {
		rest[l] += residual[n]
	}
	return conjugate.Solve(rest, c.perRater, c.withinItems)
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
