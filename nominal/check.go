package nominal

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// Check compares a number of the labels with the same number of labels that the fit replicates.
type Check struct {
	Study    string
	Category string // whose share of the labels it is; "": the share of pairs of labels of one item that are equal
	Observed float64
	// Replicated are the numbers of replicated studies, in ascending order.
	Replicated []float64
	// P is twice the smaller share of them on one side of the observed number, at most 1. One that is equal to it
	// counts half.
	P float64
}

// Checks replicates the labels so often and compares the share of each category, and how often two labels of an item
// are equal.
func (p *Posterior) Checks(replicates int, seed uint64) []Check {
	rng := rand.New(rand.NewPCG(seed, 0x6e6f6d))
	var all []Check
	for s, name := range p.Studies() {
		for _, category := range p.categories {
			all = append(all, Check{Study: name, Category: category})
		}
		all = append(all, Check{Study: name})
		for i, x := range p.statistics(s, p.table.StudyAt(s).Value()) {
			all[len(all)-len(p.categories)-1+i].Observed = x
		}
	}
	draws := p.fit.Draws()
	for range replicates {
		labels := p.Labels(rng.IntN(draws.Chains()), rng.IntN(draws.Iterations()), rng)
		at := 0
		for s, values := range labels {
			for _, x := range p.statistics(s, values) {
				all[at].Replicated = append(all[at].Replicated, x)
				at++
			}
		}
	}
	for i := range all {
		all[i].settle()
	}
	return all
}

// settle sorts the replicated numbers and sets P.
func (c *Check) settle() {
	slices.Sort(c.Replicated)
	below := 0.0
	for _, x := range c.Replicated {
		below += (1 + float64(cmp.Compare(c.Observed, x))) / 2
	}
	below /= float64(len(c.Replicated))
	c.P = min(1, 2*min(below, 1-below))
}

// statistics returns the share of each category among values of a study's labels, and then the share of equal pairs.
func (p *Posterior) statistics(s int, values []float64) []float64 {
	v := p.table.StudyAt(s)
	k, place := len(p.categories), p.places()
	counts, labels := make([]float64, len(p.table.Items())*k), make([]float64, len(p.table.Items()))
	out := make([]float64, k+1)
	for n, item := range v.Item() {
		c := place[int(values[n])]
		counts[int(item)*k+c]++
		labels[item]++
		out[c] += 1 / float64(v.Len())
	}
	equal, pairs := 0.0, 0.0
	for j, n := range labels {
		pairs += n * (n - 1)
		for _, m := range counts[j*k : (j+1)*k] {
			equal += m * (m - 1)
		}
	}
	out[k] = equal / pairs // some item has two labels
	return out
}
