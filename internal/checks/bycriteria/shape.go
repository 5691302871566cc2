package bycriteria

import (
	"cmp"
	"math"
	"slices"

	"concord/study"
)

// shape is who gave which labels in a group, in the table of a fit that has a study for each criterion.
type shape struct {
	k, first int // criteria, and the study of the first
	oneLabel bool
	items    [][]int32 // by criterion: the item of each label
	cell     [][]int32 // by criterion: the pair of item and labeler of each label
	cells    int
	itemsAll int
	owner    []int32  // of each cell: its labeler
	people   []string // labelers
}

func newShape(t *study.Table, first, k int, oneLabel bool) *shape {
	s := &shape{k: k, first: first, oneLabel: oneLabel, itemsAll: len(t.Items())}
	at, person := map[[2]int32]int32{}, map[int32]int32{}
	for c := range k {
		v := t.StudyAt(first + c)
		cells := make([]int32, v.Len())
		for n, item := range v.Item() {
			l := v.Labeler()[n]
			if _, known := person[l]; !known {
				person[l] = int32(len(s.people))
				s.people = append(s.people, t.Labelers()[l])
			}
			key := [2]int32{item, l}
			if _, known := at[key]; !known {
				at[key] = int32(len(s.owner))
				s.owner = append(s.owner, person[l])
			}
			cells[n] = at[key]
		}
		s.items, s.cell = append(s.items, v.Item()), append(s.cell, cells)
	}
	s.cells = len(s.owner)
	return s
}

// names are the statistics in the order of [shape.of], with their criteria.
func (s *shape) names() []Statistic {
	var all []Statistic
	for c := range s.k {
		all = append(all, Statistic{Name: LabelSD, Criteria: []int{c}})
	}
	for _, name := range []string{OneLabeler, TwoLabelers, HaloOfPair} {
		for b := range s.k {
			for a := range b {
				if name == OneLabeler || !s.oneLabel && (name != HaloOfPair || s.k > 2) {
					all = append(all, Statistic{Name: name, Criteria: []int{a, b}})
				}
			}
		}
	}
	if len(s.people) > 2 {
		all = append(all, Statistic{Name: HaloSpread})
	}
	return all
}

// of returns the statistics of labels, by study of the fit's table. They are NaN if the labels do not determine them.
func (s *shape) of(labels [][]float64) []float64 {
	inCell, total, sds := s.standardised(labels)
	out := append(slices.Clone(sds), s.correlations(inCell, total)...)
	if len(s.people) > 2 {
		spread, _ := s.haloSpread(inCell, sds)
		out = append(out, spread)
	}
	return out
}

// standardised returns, by criterion, the standardised label of each cell, NaN if there is none, their sum over each
// item, and the standard deviation of the labels.
func (s *shape) standardised(labels [][]float64) (inCell, total [][]float64, sds []float64) {
	inCell, total = make([][]float64, s.k), make([][]float64, s.k)
	for c := range s.k {
		m, sd := moments(labels[s.first+c])
		sds = append(sds, sd)
		inCell[c], total[c] = slices.Repeat([]float64{math.NaN()}, s.cells), make([]float64, s.itemsAll)
		for n, y := range labels[s.first+c] {
			z := (y - m) / sd
			inCell[c][s.cell[c][n]] = z
			total[c][s.items[c][n]] += z
		}
	}
	return inCell, total, sds
}

// correlations are of two criteria: by one labeler, by two, and the halo of the pair.
func (s *shape) correlations(inCell, total [][]float64) []float64 {
	var one, two, halo []float64
	count := make([][]float64, s.k) // labels of an item
	for c := range s.k {
		count[c] = make([]float64, s.itemsAll)
		for _, item := range s.items[c] {
			count[c][item]++
		}
	}
	for b := range s.k {
		for a := range b {
			same, pairs, all, allPairs := 0.0, 0.0, 0.0, 0.0
			for i, x := range inCell[a] {
				if y := inCell[b][i]; !math.IsNaN(x) && !math.IsNaN(y) {
					same += x * y
					pairs++
				}
			}
			for j, x := range total[a] {
				all += x * total[b][j]
				allPairs += count[a][j] * count[b][j]
			}
			one = append(one, same/pairs)
			two = append(two, (all-same)/(allPairs-pairs))
			halo = append(halo, one[len(one)-1]-two[len(two)-1])
		}
	}
	if s.oneLabel {
		return one
	}
	out := append(one, two...)
	if s.k == 2 {
		return out
	}
	mean := 0.0
	for _, x := range halo {
		mean += x / float64(len(halo))
	}
	for _, x := range halo {
		out = append(out, x-mean)
	}
	return out
}

// haloSpread returns [HaloSpread] and the labelers' numbers.
func (s *shape) haloSpread(inCell [][]float64, sds []float64) (spread float64, own []float64) {
	sum, cells := make([]float64, len(s.people)), make([]float64, len(s.people))
	for i, l := range s.owner {
		n, mean, square := 0.0, 0.0, 0.0
		for c := range s.k {
			if z := inCell[c][i]; !math.IsNaN(z) {
				y := z * sds[c]
				n++
				d := y - mean
				mean += d / n
				square += d * (y - mean)
			}
		}
		if n > 1 {
			sum[l] += square / (n - 1)
			cells[l]++
		}
	}
	all, weight := 0.0, 0.0
	for l := range sum {
		all, weight = all+sum[l], weight+cells[l]
	}
	mean, square := all/weight, 0.0
	own = make([]float64, len(sum))
	for l := range sum {
		if own[l] = sum[l] / cells[l]; cells[l] > 0 {
			square += cells[l] * (own[l] - mean) * (own[l] - mean)
		}
	}
	return math.Sqrt(square/weight) / mean, own
}

// moments returns the mean and the standard deviation.
func moments(y []float64) (mean, sd float64) {
	square := 0.0
	for n, x := range y {
		d := x - mean
		mean += d / float64(n+1)
		square += d * (x - mean)
	}
	return mean, math.Sqrt(square / float64(len(y)))
}

// alike returns the labelers whose labels of an item differ least over criteria, at most three.
func (s *shape) alike(labels [][]float64) []string {
	inCell, _, sds := s.standardised(labels)
	_, own := s.haloSpread(inCell, sds)
	var order []int
	for l, x := range own {
		if !math.IsNaN(x) {
			order = append(order, l)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(own[a], own[b]) })
	var names []string
	for _, l := range order[:min(3, len(order))] {
		names = append(names, s.people[l])
	}
	return names
}
