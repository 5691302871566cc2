package allocation

import (
	"slices"

	"concord/consensus"
)

// mostCounts is how many different counts of further labels are looked at for an item.
const mostCounts = 1000

// Decision computes the probability of a wrong consensus. It belongs to one goroutine.
type Decision struct {
	categories int
	order      []int       // draws by winner
	ends       []int       // of the winners in order
	chances    [][]float64 // by category: of the draws in that order
	weights    [][]float64 // by depth
	left       []float64   // by labels
}

// MostLabels returns the largest number of further labels, up to a limit, for which all counts of labels by category
// can be enumerated.
func MostLabels(categories, most int) int {
	counts := 1.0 // that m labels have: (m + K − 1 over m)
	all := 0.0
	for m := 1; m <= most; m++ {
		counts *= float64(m+categories-1) / float64(m)
		if all += counts; all > mostCounts && m > 1 {
			return m - 1
		}
	}
	return most
}

// Left returns the expected probability that the consensus of an item is wrong, after 0 to most further labels of a
// group. target predicts the labelers whose consensus counts, and group the labelers who give the labels.
//
// In each draw, the right label is the consensus of infinitely many labelers of the target. Further labels are
// independent, with the chances of the group. After m labels with counts n the consensus is the label k with the
// largest weight of draws,
//
//	1 − Σ_n m!/Πn_c! max_k 1/T Σ_{i: k wins} Π_c p_ic^n_c
//
// which is the expected value of sample information of the draws (Raiffa and Schlaifer 1961). No count of labels is
// left out.
func (d *Decision) Left(target, group consensus.Prediction, categories, most int) []float64 {
	draws := len(target.Chances) / categories
	d.categories = categories
	d.sort(target, draws)
	d.arrange(group.Chances, draws, most)
	d.left = make([]float64, most+1)
	for i := range d.left {
		d.left[i] = 1
	}
	for i := range d.weights[0] {
		d.weights[0][i] = 1 / float64(draws)
	}
	d.left[0] -= d.best(d.weights[0])
	if d.left[0] < 1/(2*float64(draws)) { // every draw says the same
		clear(d.left)
		return d.left
	}
	d.add(0, 0, 1, 0, most)
	for m := 1; m <= most; m++ { // sums of many terms
		d.left[m] = min(max(d.left[m], 0), d.left[m-1])
	}
	return d.left
}

// sort orders the draws by the label that wins.
func (d *Decision) sort(target consensus.Prediction, draws int) {
	of := make([][]int, d.categories)
	for i := range draws {
		w := target.Winner(i, d.categories)
		of[w] = append(of[w], i)
	}
	d.order, d.ends = d.order[:0], d.ends[:0]
	for _, list := range of {
		if len(list) > 0 {
			d.order = append(d.order, list...)
			d.ends = append(d.ends, len(d.order))
		}
	}
}

// arrange puts the chances of the group into the order of draws.
func (d *Decision) arrange(chances []float64, draws, most int) {
	k := d.categories
	for len(d.chances) < k {
		d.chances = append(d.chances, nil)
	}
	for c := range k {
		d.chances[c] = slices.Grow(d.chances[c][:0], draws)[:draws]
		for at, i := range d.order {
			d.chances[c][at] = chances[i*k+c]
		}
	}
	for len(d.weights) <= most {
		d.weights = append(d.weights, nil)
	}
	for m := range d.weights {
		d.weights[m] = slices.Grow(d.weights[m][:0], draws)[:draws]
	}
}

// best returns the largest weight of draws with one winner.
func (d *Decision) best(weights []float64) float64 {
	most, from := 0.0, 0
	for _, to := range d.ends {
		sum := 0.0
		for _, w := range weights[from:to] {
			sum += w
		}
		most, from = max(most, sum), to
	}
	return most
}

// add adds all counts that continue one with a number of labels: the next label has category c or a later one. ways is
// the number of orders in which the labels may come, and run how many of them have category c.
func (d *Decision) add(labels, c int, ways float64, run, most int) {
	if labels == most {
		return
	}
	for next := c; next < d.categories; next++ {
		if next > c {
			run = 0
		}
		from, to := d.weights[labels], d.weights[labels+1]
		for i, p := range d.chances[next] {
			to[i] = from[i] * p
		}
		more := ways * float64(labels+1) / float64(run+1)
		d.left[labels+1] -= more * d.best(to)
		d.add(labels+1, next, more, run+1, most)
	}
}
