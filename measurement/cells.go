package measurement

import (
	"math"
	"slices"

	"concord/internal/forest"
)

// cells are labels grouped by item and labeler. A cell is an item with a labeler, and may have several labels.
type cells struct {
	item, labeler     []int32   // of each cell, in the order of the items
	mean              []float64 // of the labels of a cell, measured from the mean of all labels
	size              []float64 // labels of a cell
	first             []int     // the cells of item i are first[i] to first[i+1]
	perItem, perRater []float64 // cells of each item and of each labeler
	within            float64   // sum of squares of labels about the mean of their cell
}

// newCells groups labels, whose items and labelers are numbered without gaps.
func newCells(item, labeler []int32, value []float64, items, labelers int) cells {
	order := make([]int32, len(value))
	for n := range order {
		order[n] = int32(n)
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		if item[a] != item[b] {
			return int(item[a] - item[b])
		}
		return int(labeler[a] - labeler[b])
	})
	c := cells{first: make([]int, items+1), perItem: make([]float64, items), perRater: make([]float64, labelers)}
	for from := 0; from < len(order); {
		to, sum := from, 0.0
		i, l := item[order[from]], labeler[order[from]]
		for to < len(order) && item[order[to]] == i && labeler[order[to]] == l {
			sum += value[order[to]]
			to++
		}
		mean := sum / float64(to-from)
		for _, n := range order[from:to] {
			c.within += square(value[n] - mean)
		}
		c.item, c.labeler = append(c.item, i), append(c.labeler, l)
		c.mean, c.size = append(c.mean, mean), append(c.size, float64(to-from))
		c.perItem[i]++
		c.perRater[l]++
		c.first[i+1] = len(c.item)
		from = to
	}
	return c
}

// dense numbers the ids that occur without gaps, in their order.
func dense(ids []int32) (of []int32, n int) {
	place := map[int32]int32{}
	for _, id := range ids {
		place[id] = 0
	}
	known := make([]int32, 0, len(place))
	for id := range place {
		known = append(known, id)
	}
	slices.Sort(known)
	for k, id := range known {
		place[id] = int32(k)
	}
	of = make([]int32, len(ids))
	for k, id := range ids {
		of[k] = place[id]
	}
	return of, len(known)
}

// perCell is the harmonic mean of the numbers of labels in cells: the variance of readings divided by it is the
// variance of a cell's mean.
func (c cells) perCell() float64 {
	sum := 0.0
	for _, m := range c.size {
		sum += 1 / m
	}
	return float64(len(c.size)) / sum
}

// components is the number of connected parts of items and labelers.
func (c cells) components() int {
	items := int32(len(c.perItem))
	f := forest.New(len(c.perItem) + len(c.perRater))
	for n, i := range c.item {
		f.Join(i, items+c.labeler[n])
	}
	return f.Trees
}

// meansOf averages the values of cells by a factor, which are count cells a level.
func meansOf(level []int32, value, count []float64) []float64 {
	mean := make([]float64, len(count))
	for n, l := range level {
		mean[l] += value[n]
	}
	for l := range mean {
		mean[l] /= count[l]
	}
	return mean
}

func square(x float64) float64 { return x * x }

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
