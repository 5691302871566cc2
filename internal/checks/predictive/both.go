package predictive

import (
	"cmp"
	"slices"

	"concord/study"
)

// both are the labelers that two studies have in common. κ_x leaves out pairs of labels by one of them, as it does in
// package nonparam.
type both struct {
	count int
	// labels are, by study, those labels by these labelers that count in κ_x, and who gave each.
	labels [2][]placed
	// twice are the pairs of labels of an item by one labeler. The pairs of an item of the first study are
	// twice[begin[item]:begin[item+1]].
	twice []twice
	begin []int32
	// alone says of each item of the first study that all its pairs are of one labeler, so that it does not count.
	alone []bool
}

// placed is a label of an item by a labeler who is in both studies, by its place in the study.
type placed struct{ item, person, label int32 }

// twice are the places of two labels.
type twice struct{ a, b int32 }

// newBoth returns the labelers that two studies have in common; nil if there are none. Nobody labels an item twice in a
// study.
func newBoth(a, b study.View, of [2]*studyDesign) *both {
	if a.Labeler() == nil || b.Labeler() == nil {
		return nil
	}
	inA := map[int32]bool{}
	for _, l := range a.Labeler() {
		inA[l] = true
	}
	person := map[int32]int32{}
	for _, l := range b.Labeler() {
		if _, known := person[l]; inA[l] && !known {
			person[l] = int32(len(person))
		}
	}
	if len(person) == 0 {
		return nil
	}
	bo := &both{count: len(person), begin: []int32{0}, alone: make([]bool, len(of[0].labels))}
	var labels [2][]placed
	for s, v := range []study.View{a, b} {
		for n, l := range v.Labeler() {
			if p, ok := person[l]; ok {
				labels[s] = append(labels[s], placed{v.Item()[n], p, int32(n)})
			}
		}
		slices.SortFunc(labels[s], placed.compare)
	}
	pairs := make([][]twice, len(of[0].labels))
	for i, j := 0, 0; i < len(labels[0]) && j < len(labels[1]); {
		p, q := labels[0][i], labels[1][j]
		switch c := p.compare(q); {
		case c < 0:
			i++
		case c > 0:
			j++
		default:
			item := of[0].item[p.label]
			pairs[item] = append(pairs[item], twice{p.label, q.label})
			i++
			j++
		}
	}
	count := make([]float64, len(a.Table().Items())) // labels in the second study
	for _, j := range b.Item() {
		count[j]++
	}
	counts := make([]bool, len(count))
	for item, own := range pairs {
		bo.twice = append(bo.twice, own...)
		bo.begin = append(bo.begin, int32(len(bo.twice)))
		all := of[0].labels[item] * count[of[0].id[item]]
		bo.alone[item] = all > 0 && float64(len(own)) == all
		counts[of[0].id[item]] = all > 0 && !bo.alone[item]
	}
	for s := range labels {
		for _, l := range labels[s] {
			if counts[l.item] {
				bo.labels[s] = append(bo.labels[s], l)
			}
		}
	}
	return bo
}

func (pl placed) compare(o placed) int {
	return cmp.Or(cmp.Compare(pl.item, o.item), cmp.Compare(pl.person, o.person))
}

// of returns the pairs of labels of an item of the first study by one labeler.
func (bo *both) of(item int32) []twice {
	if bo == nil {
		return nil
	}
	return bo.twice[bo.begin[item]:bo.begin[item+1]]
}

// personSums are over the labels of a person in one study: n, Σ y and Σ y².
type personSums struct{ n, y, yy float64 }

// own returns the number of pairs of labels that people have with themselves across the studies, and the sum of their
// squared differences. Labels are measured from an origin.
func (bo *both) own(a, b *sums, origin float64) (pairs, square float64) {
	if bo == nil {
		return 0, 0
	}
	people := make([][2]personSums, bo.count)
	for s, of := range []*sums{a, b} {
		for _, l := range bo.labels[s] {
			y, p := of.values[l.label]-origin, &people[l.person][s]
			p.n++
			p.y += y
			p.yy += y * y
		}
	}
	for _, p := range people {
		pairs += p[0].n * p[1].n
		square += p[1].n*p[0].yy + p[0].n*p[1].yy - 2*p[0].y*p[1].y
	}
	return pairs, square
}
