package nonparam

import "slices"

// margins are the distributions of the labels of each person who is in both studies, in each study. Two labels of
// different items by one person do not count in the expected disagreement, which is between different people too. They
// are columns of a sum of rows, for each person summaries of the labels in the one study and in the other.
type margins struct {
	*people
	x     []float64  // of each code, for moments; nil: summaries are counts
	begin [2][]int   // by side: the columns of person k are begin[k]:begin[k+1]
	code  []int32    // of each column
	at    [2][]int32 // by side, of each rating: its column, or the first of three
	owner []int32    // of each column: the person
	codes [2]func(rating int32) int32
}

// newMargins lays out the columns of a pair of studies.
func newMargins(p pair, k kernel) *margins {
	m := &margins{people: p.people}
	if small, ok := k.(moments); ok {
		m.x = small.x
	}
	for side, r := range []*Ratings{p.x, p.y} {
		m.codes[side] = r.codeOf
		m.layOut(side, len(r.values))
	}
	return m
}

// layOut makes the columns of a side, in ascending order of the codes of each person.
func (ma *margins) layOut(side, values int) {
	person := ma.person[side]
	ma.at[side] = make([]int32, len(person))
	by := make([][]int32, ma.count) // ratings of each person
	for t, k := range person {
		if k >= 0 {
			by[k] = append(by[k], int32(t))
		}
	}
	column := make([]int32, values) // of a code, of this person
	ma.begin[side] = []int{len(ma.code)}
	for k, own := range by {
		from := len(ma.code)
		if ma.x != nil {
			for _, t := range own {
				ma.at[side][t] = int32(from)
			}
			ma.code = append(ma.code, 0, 1, 2)
		} else {
			for _, t := range own {
				ma.code = append(ma.code, ma.codes[side](t))
			}
			slices.Sort(ma.code[from:])
			ma.code = ma.code[:from+len(slices.Compact(ma.code[from:]))]
			for at, c := range ma.code[from:] {
				column[c] = int32(from + at)
			}
			for _, t := range own {
				ma.at[side][t] = column[ma.codes[side](t)]
			}
		}
		for range ma.code[from:] {
			ma.owner = append(ma.owner, int32(k))
		}
		ma.begin[side] = append(ma.begin[side], len(ma.code))
	}
}

// number returns how many people there are.
func (ma *margins) number() int {
	if ma == nil {
		return 0
	}
	return ma.count
}

// add calls put with the contribution of a rating to the columns. A rating by a rater in only one study adds nothing.
func (ma *margins) add(side int, rating int32, weight float64, put func(column int, x float64)) {
	if ma.person[side][rating] < 0 {
		return
	}
	at := int(ma.at[side][rating])
	put(at, weight)
	if ma.x != nil {
		x := ma.x[ma.codes[side](rating)]
		put(at+1, weight*x)
		put(at+2, weight*x*x)
	}
}

// of returns the labels of a person in a study, given the columns.
func (ma *margins) of(side, person int, columns []float64) cells {
	from, to := ma.begin[side][person], ma.begin[side][person+1]
	return cells{ma.code[from:to], columns[from:to]}
}

// size returns the number of labels in a summary.
func (ma *margins) size(c cells) float64 {
	switch {
	case ma.x == nil:
		return total(c.weight)
	case len(c.weight) == 0:
		return 0
	}
	return c.weight[0]
}

// same returns how many pairs of labels of a person there are across the two studies, and the sum of their
// disagreements.
func (ma *margins) same(k kernel, person int, columns []float64) (pairs, disagreement float64) {
	x, y := ma.of(0, person, columns), ma.of(1, person, columns)
	pairs = ma.size(x) * ma.size(y)
	if pairs == 0 {
		return 0, 0
	}
	return pairs, k.between(x, y)
}
