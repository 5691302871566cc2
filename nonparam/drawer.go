package nonparam

import (
	"math/rand/v2"
	"slices"
)

// mostDrawn is the number of ratings of an item beyond which none are drawn.
const mostDrawn = 1 << 20

// aggregate is what some ratings became: a number, or the code of the most frequent value.
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
func (d *drawer) load(r *Ratings, i, at int) {
	codes := d.codes[at][:0]
	for j := r.start[i]; j < r.start[i+1]; j++ {
		for n := 0; n < int(r.cell.weight[j]); n++ {
			codes = append(codes, r.cell.code[j])
		}
	}
	d.codes[at] = codes
	if at == 0 {
		d.codes[1] = d.codes[1][:0]
		d.random.Seed(d.seed, uint64(i)*0x9e3779b97f4a7c15+1)
	}
}

// distinct returns n different ratings of a study in random order.
func (d *drawer) distinct(at, n int) []int32 {
	codes := d.codes[at]
	for i := range n {
		j := i + int(below(uint32(len(codes)-i), d.random))
		codes[i], codes[j] = codes[j], codes[i]
	}
	return codes[:n]
}

// replaced returns n ratings of a study drawn with replacement.
func (d *drawer) replaced(at, n int) []int32 {
	d.drawn = d.drawn[:0]
	for range n {
		d.drawn = append(d.drawn, d.codes[at][below(uint32(len(d.codes[at])), d.random)])
	}
	return d.drawn
}

// of aggregates ratings.
func (d *drawer) of(codes []int32) aggregate {
	switch d.Aggregate {
	case Mean:
		s := 0.0
		for _, c := range codes {
			s += d.x[c]
		}
		return aggregate{number: s / float64(len(codes))}
	case Median:
		d.sample = d.sample[:0]
		for _, c := range codes {
			d.sample = append(d.sample, d.x[c])
		}
		slices.Sort(d.sample)
		n := len(d.sample)
		return aggregate{number: (d.sample[(n-1)/2] + d.sample[n/2]) / 2}
	}
	return aggregate{code: d.vote(codes)}
}

// vote returns the most frequent code, one of them at random where there are several.
func (d *drawer) vote(codes []int32) int32 {
	var best, most, tied int32
	for _, c := range codes {
		d.votes[c]++
	}
	for _, c := range codes {
		n := d.votes[c]
		d.votes[c] = 0 // so that each code is looked at once
		switch {
		case n > most:
			best, most, tied = c, n, 1
		case n == most && n > 0:
			tied++
			if below(uint32(tied), d.random) == 0 {
				best = c
			}
		}
	}
	return best
}

func (d *drawer) compare(a, b aggregate) float64 {
	if d.Aggregate != Majority {
		return square(a.number - b.number)
	}
	if a.code == b.code {
		return 0
	}
	return 1
}

// begin forgets the aggregates counted.
func (d *drawer) begin() {
	d.moments = [3]float64{}
	if d.Aggregate != Majority {
		return
	}
	d.counts.code = append(append(d.counts.code[:0], d.codes[0]...), d.codes[1]...)
	slices.Sort(d.counts.code)
	d.counts.code = slices.Compact(d.counts.code)
	d.counts.weight = append(d.counts.weight[:0], make([]float64, len(d.counts.code))...)
}

// count counts an aggregate of the item.
func (d *drawer) count(a aggregate, weight float64) {
	if d.Aggregate == Majority {
		j, _ := slices.BinarySearch(d.counts.code, a.code)
		d.counts.weight[j] += weight
		return
	}
	d.moments[0] += weight
	d.moments[1] += weight * a.number
	d.moments[2] += weight * square(a.number)
}

// summary returns the sum of what was counted.
func (d *drawer) summary() cells {
	if d.Aggregate == Majority {
		return d.counts
	}
	return cells{[]int32{0, 1, 2}, d.moments[:]}
}
