package consensus

import (
	"math"

	"concord/study"
)

// DawidSkene is the estimate of Dawid and Skene (1979, Applied Statistics 28, 20–28). Each item has one right label.
// Each labeler gives label l to items with right label c with some probability. There is no prior, so an estimate from
// few labels is more certain than it should be.
type DawidSkene struct {
	Categories int
	// Chances has, for each item of the table, the probability that each category is the right label; rows of items
	// without a label in the study are zeros.
	Chances []float64
	// Shares are the shares of items by their right label.
	Shares []float64
	// Errors has, for each labeler of the table, a matrix: a row for each right label, with the probabilities of the
	// labels given.
	Errors []float64
	// Iterations is how many the EM took, and Converged whether no chance changed any more.
	Iterations int
	Converged  bool
}

const (
	// leastError keeps an estimated probability of a label from 0, which would rule a category out for good.
	leastError = 1e-10
	// settledChances is the largest change of a chance in an iteration that is the last one.
	settledChances = 1e-9
	// mostIterations ends an EM that creeps.
	mostIterations = 5000
	// sameChance is the difference below which two chances are equal.
	sameChance = 1e-6
)

// NewDawidSkene estimates the right labels of a study by EM, from the shares of each item's labels. Labels are
// categories of any kind. It is nil if the labels name no labeler.
func NewDawidSkene(v study.View) *DawidSkene { return newDawidSkene(v, mostIterations) }

// newDawidSkene ends after a limited number of iterations.
func newDawidSkene(v study.View, most int) *DawidSkene {
	if v.Labeler() == nil {
		return nil
	}
	k := len(v.Table().Categories())
	ds := &DawidSkene{Categories: k, Shares: make([]float64, k),
		Chances: make([]float64, len(v.Table().Items())*k), Errors: make([]float64, len(v.Table().Labelers())*k*k)}
	tally := NewTally(v)
	labelled := 0
	for j := range v.Table().Items() {
		n := 0
		for _, count := range tally.Of(j) {
			n += count
		}
		if n == 0 {
			continue
		}
		labelled++
		for c, count := range tally.Of(j) {
			ds.Chances[j*k+c] = float64(count) / float64(n)
		}
	}
	logs := make([]float64, len(ds.Errors))
	next := make([]float64, len(ds.Chances))
	for ds.Iterations < most && !ds.Converged {
		ds.maximise(v, float64(labelled))
		for i, e := range ds.Errors {
			logs[i] = math.Log(e)
		}
		ds.expect(v, next, logs)
		moved := 0.0
		for i, x := range next {
			moved = max(moved, math.Abs(x-ds.Chances[i]))
		}
		ds.Chances, next = next, ds.Chances
		ds.Iterations++
		ds.Converged = moved < settledChances
	}
	return ds
}

// maximise sets shares and errors, given the chances (their equations 2.3 and 2.4).
func (ds *DawidSkene) maximise(v study.View, items float64) {
	k := ds.Categories
	clear(ds.Shares)
	for i, x := range ds.Chances {
		ds.Shares[i%k] += x / items
	}
	clear(ds.Errors)
	for n, j := range v.Item() {
		of := ds.Errors[int(v.Labeler()[n])*k*k:]
		for c := range k {
			of[c*k+CategoryOf(v, n)] += ds.Chances[int(j)*k+c]
		}
	}
	used := make([]float64, k)
	for at := 0; at < len(ds.Errors); at += k {
		if at%(k*k) == 0 {
			clear(used)
			for i, x := range ds.Errors[at : at+k*k] {
				used[i%k] += x
			}
		}
		row, sum := ds.Errors[at:at+k], 0.0
		for l := range row {
			if used[l] > 0 { // labels that the labeler never gave have no probability
				row[l] = max(row[l], leastError)
				sum += row[l]
			}
		}
		for l := range row {
			row[l] /= max(sum, leastError)
		}
	}
}

// expect sets dst to the chances, given shares and the logarithms of errors (equation 2.5).
func (ds *DawidSkene) expect(v study.View, dst, logs []float64) {
	k := ds.Categories
	for i := range dst {
		dst[i] = math.Log(ds.Shares[i%k])
	}
	labelled := make([]bool, len(dst)/k)
	for n, j := range v.Item() {
		labelled[j] = true
		of := logs[int(v.Labeler()[n])*k*k:]
		for c := range k {
			dst[int(j)*k+c] += of[c*k+CategoryOf(v, n)]
		}
	}
	for j := range labelled {
		row := dst[j*k : (j+1)*k]
		if !labelled[j] {
			clear(row)
			continue
		}
		most, sum := math.Inf(-1), 0.0
		for _, x := range row {
			most = max(most, x)
		}
		for c := range row {
			row[c] = math.Exp(row[c] - most)
			sum += row[c]
		}
		for c := range row {
			row[c] /= sum
		}
	}
}

// Of returns the chances of an item.
func (ds *DawidSkene) Of(item int) []float64 {
	return ds.Chances[item*ds.Categories : (item+1)*ds.Categories]
}

// Best returns the most probable labels of an item: one, or several that are equally probable; nil if the item has no
// label.
func (ds *DawidSkene) Best(item int) []int {
	of := ds.Of(item)
	most := 0.0
	for _, x := range of {
		most = max(most, x)
	}
	if most == 0 {
		return nil
	}
	var best []int
	for c, x := range of {
		if x > most-sameChance {
			best = append(best, c)
		}
	}
	return best
}
