package nonparam

import (
	"slices"
)

// people are the raters that two studies have in common. A person's tastes show in both studies, so that two labels of
// an item by one person agree better than those of two people do. Coefficients that compare studies leave such pairs
// out.
type people struct {
	count int
	// person is, by side, the person of each rating, −1 for a rater that the other study does not have.
	person [2][]int32
	// twice are the pairs of ratings of an item by one person. The pairs of shared item i are begin[i]:begin[i+1].
	begin []int
	twice []sameRater
	left  int // such pairs of all items
}

// sameRater is two ratings of an item by one person: their places among all ratings of each study.
type sameRater struct{ x, y int32 }

// findPeople returns the people of a pair of studies; nil if the studies have none in common.
func findPeople(p pair) *people {
	if p.x.table == nil || p.y.table == nil || p.x.rater == nil || p.y.rater == nil {
		return nil // the raters of two matrices are different ones
	}
	to := [2][]int32{make([]int32, len(p.x.raters)), make([]int32, len(p.y.raters))}
	ppl := &people{begin: make([]int, 1, len(p.shared)+1)}
	for side := range to {
		for k := range to[side] {
			to[side][k] = -1
		}
	}
	for i, id := range p.x.raters {
		if j, found := slices.BinarySearch(p.y.raters, id); found {
			to[0][i], to[1][j] = int32(ppl.count), int32(ppl.count)
			ppl.count++
		}
	}
	if ppl.count == 0 {
		return nil
	}
	for side, r := range []*Ratings{p.x, p.y} {
		ppl.person[side] = make([]int32, len(r.rater))
		for t, rater := range r.rater {
			ppl.person[side][t] = to[side][rater]
		}
	}
	// The ratings of the last item of X by each person are a list that begins with head.
	head, link := make([]int32, ppl.count), make([]int32, len(p.x.rater))
	for k := range head {
		head[k] = -1
	}
	for _, at := range p.shared {
		first := int32(p.x.first[at[0]])
		for t := first; t < int32(p.x.first[at[0]+1]); t++ {
			if k := ppl.person[0][t]; k >= 0 {
				link[t], head[k] = head[k], t
			}
		}
		for u := p.y.first[at[1]]; u < p.y.first[at[1]+1]; u++ {
			if k := ppl.person[1][u]; k >= 0 {
				for t := head[k]; t >= first; t = link[t] {
					ppl.twice = append(ppl.twice, sameRater{t, int32(u)})
				}
			}
		}
		ppl.begin = append(ppl.begin, len(ppl.twice))
	}
	ppl.left = len(ppl.twice)
	return ppl
}

// of returns the pairs of ratings of a shared item by one person.
func (ppl *people) of(item int) []sameRater {
	if ppl == nil {
		return nil
	}
	return ppl.twice[ppl.begin[item]:ppl.begin[item+1]]
}

// left returns which of the pairs of a shared item are left without the ratings that are gone, appended to kept.
func (p pair) left(kept []sameRater, item int, gone [2][]int32) []sameRater {
	firstX, firstY := p.x.firstOf(p.shared[item][0]), p.y.firstOf(p.shared[item][1])
	for _, s := range p.people.of(item) {
		if !slices.Contains(gone[0], s.x-firstX) && !slices.Contains(gone[1], s.y-firstY) {
			kept = append(kept, s)
		}
	}
	return kept
}

// firstOf returns the place of the first rating of an item; 0 where only counts are known.
func (r *Ratings) firstOf(item int32) int32 {
	if r.first == nil {
		return 0
	}
	return int32(r.first[item])
}

// differing returns the pair with those shared items only that different people labelled in the two studies.
func (p pair) differing() pair {
	if p.people == nil || len(p.people.twice) == 0 {
		return p
	}
	q, own := p, *p.people
	q.shared, own.begin, own.twice, q.people = nil, []int{0}, nil, &own
	for i, at := range p.shared {
		same := p.people.of(i)
		if float64(len(same)) == p.x.size[at[0]]*p.y.size[at[1]] {
			continue
		}
		q.shared = append(q.shared, at)
		own.twice = append(own.twice, same...)
		own.begin = append(own.begin, len(own.twice))
	}
	return q
}

// codeOf returns the code of a rating.
func (r *Ratings) codeOf(rating int32) int32 { return r.cell.code[r.cellAt[rating]] }
