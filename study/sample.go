package study

import "math/rand/v2"

// Sample draws items at random (by is [ItemFactor]) or labelers ([LabelerFactor]) and returns all their labels, with
// the place of each label among those of t. It draws until there are about as many labels as most. Each study keeps an
// equal share of them, or all its labels if it has fewer. If t has no more labels than most, it is t itself, and the
// places are nil. The same seed draws the same.
func (t *Table) Sample(by string, most int, seed uint64) (part *Table, places []int32) {
	if t.Len() <= most {
		return t, nil
	}
	unit, units := t.item, len(t.items)
	if by == LabelerFactor {
		unit, units = t.labeler, len(t.labelers)
	}
	share := most / len(t.studies)
	kept, left := make([]bool, units), make([]int, len(t.studies))
	for s := range left {
		left[s] = share
	}
	of := t.labelsBy(unit, units)
	for _, u := range rand.New(rand.NewPCG(seed, sampleStream)).Perm(units) {
		for s := range left {
			kept[u] = kept[u] || left[s] > 0 && of[s][u] > 0
		}
		if !kept[u] {
			continue
		}
		for s := range left {
			left[s] -= int(of[s][u])
		}
	}
	for n, u := range unit {
		if kept[u] {
			places = append(places, int32(n))
		}
	}
	return t.indexed().Pick(places).table(), places
}

// labelsBy returns the number of labels of each study by a factor.
func (t *Table) labelsBy(index []int32, levels int) [][]int32 {
	of := make([][]int32, len(t.studies))
	for s := range of {
		of[s] = make([]int32, levels)
		for _, u := range index[t.start[s]:t.start[s+1]] {
			of[s][u]++
		}
	}
	return of
}

// Telling is the number of labels beyond which a test gains nothing: a million have standard errors far below any
// difference that matters. Tests that take several passes over pairs of labels, or over replicated studies, use a
// [Table.Sample] of this size if there are more labels.
const Telling = 1_000_000

// sampleStream keeps these random numbers apart from others of the same seed.
const sampleStream = 0x5a3b1e
