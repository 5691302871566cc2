package nonparam

import (
	"math/rand/v2"
	"slices"
)

// mostDrawn is the number of ratings of an item beyond which none are drawn.
const mostDrawn = 1 << 20

// aggregate is the aggregate of some ratings: a number, or the code of the most frequent value.
type aggregate struct {
	number float64
	code   int32
}

// drawer draws ratings of one item, from one study or two, and aggregates them.
type drawer struct {
	Aggregate
	x       []float64 // by code, from the centre of the values
	random  *rand.PCG
	codes   [2][]int32 // the ratings of the item, by study
	drawn   []int32
	sample  []float64
	votes   []int32 // by code
	moments [3]float64
	counts  cells // of the codes of this item
	seed    uint64
}

func newDrawer(values []float64, o KRaterOptions) *drawer {
	return &drawer{Aggregate: o.Aggregate, x: newMoments(values).x, votes: make([]int32, len(values)),
		seed: o.Bootstrap.Seed, random: rand.NewPCG(0, 0)}
}

// load takes up item i of study number at, and begins its random numbers.
func (dr *drawer) load(r *Ratings, i, at int) {
	codes := dr.codes[at][:0]
	for j := r.start[i]; j < r.start[i+1]; j++ {
		for n := 0; n < int(r.cell.weight[j]); n++ {
			codes = append(codes, r.cell.code[j])
		}
	}
	dr.codes[at] = codes
	if at == 0 {
		dr.codes[1] = dr.codes[1][:0]
		dr.random.Seed(dr.seed, uint64(i)*0x9e3779b97f4a7c15+1)
	}
}

// distinct returns n different ratings of a study in random order.
func (dr *drawer) distinct(at, n int) []int32 {
	codes := dr.codes[at]
	for i := range n {
		j := i + int(below(uint32(len(codes)-i), dr.random))
		codes[i], codes[j] = codes[j], codes[i]
	}
	return codes[:n]
}

// replaced returns n ratings of a study drawn with replacement.
func (dr *drawer) replaced(at, n int) []int32 {
	dr.drawn = dr.drawn[:0]
	for range n {
		dr.drawn = append(dr.drawn, dr.codes[at][below(uint32(len(dr.codes[at])), dr.random)])
	}
	return dr.drawn
}

// of aggregates ratings.
func (dr *drawer) of(codes []int32) aggregate {
	switch dr.Aggregate {
	case Mean:
		s := 0.0
		for _, c := range codes {
			s += dr.x[c]
		}
		return aggregate{number: s / float64(len(codes))}
	case Median:
		dr.sample = dr.sample[:0]
		for _, c := range codes {
			dr.sample = append(dr.sample, dr.x[c])
		}
		slices.Sort(dr.sample)
		n := len(dr.sample)
		return aggregate{number: (dr.sample[(n-1)/2] + dr.sample[n/2]) / 2}
	}
	return aggregate{code: dr.vote(codes)}
}

// vote returns the most frequent code, or one of several at random.
func (dr *drawer) vote(codes []int32) int32 {
	var best, most, tied int32
	for _, c := range codes {
		dr.votes[c]++
	}
	for _, c := range codes {
		n := dr.votes[c]
		dr.votes[c] = 0 // so that each code is looked at once
		switch {
		case n > most:
			best, most, tied = c, n, 1
		case n == most && n > 0:
			tied++
			if below(uint32(tied), dr.random) == 0 {
				best = c
			}
		}
	}
	return best
}

func (dr *drawer) compare(a, b aggregate) float64 {
	if dr.Aggregate != Majority {
		return square(a.number - b.number)
	}
	if a.code == b.code {
		return 0
	}
	return 1
}

// begin forgets the aggregates counted.
func (dr *drawer) begin() {
	dr.moments = [3]float64{}
	if dr.Aggregate != Majority {
		return
	}
	dr.counts.code = append(append(dr.counts.code[:0], dr.codes[0]...), dr.codes[1]...)
	slices.Sort(dr.counts.code)
	dr.counts.code = slices.Compact(dr.counts.code)
	dr.counts.weight = append(dr.counts.weight[:0], make([]float64, len(dr.counts.code))...)
}

// count counts an aggregate of the item.
func (dr *drawer) count(a aggregate, weight float64) {
	if dr.Aggregate == Majority {
		j, _ := slices.BinarySearch(dr.counts.code, a.code)
		dr.counts.weight[j] += weight
		return
	}
	dr.moments[0] += weight
	dr.moments[1] += weight * a.number
	dr.moments[2] += weight * square(a.number)
}

// summary returns the sum of the counted ratings.
func (dr *drawer) summary() cells {
	if dr.Aggregate == Majority {
		return dr.counts
	}
	return cells{[]int32{0, 1, 2}, dr.moments[:]}
}
