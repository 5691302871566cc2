package nonparam

import "math"

// mostMargins bounds the numbers kept of all raters' own distributions: 400 MB.
const mostMargins = 50e6

// deletable keeps each rater's distribution.
func (br byRater) deletable() (tallied, reason) {
	if float64(len(br.raters))*float64(br.dim()) > mostMargins {
		return nil, manyMargins
	}
	return br, ""
}

// byRaterTally is the tally of a coefficient whose chance agreement is over pairs of raters.
type byRaterTally struct {
	byRater
	pending
	x                 []float64 // of the codes; nil where the summaries are counts
	now, full         byRaterSums
	margin, all       []float64 // raters × dim, and their weighted sum
	fullMargin, full0 []float64
	raters            []int32 // changed
	isChanged         []bool
	places            []int32
	buffer            cells
}

// byRaterSums are the sums from which the coefficient is computed, besides the sum of all margins.
type byRaterSums struct {
	observed, items float64
	same, n, nSame  float64 // over raters: Σ within, Σ size, Σ size²
}

func (br byRater) tally() tally {
	g, dim := len(br.Ratings.raters), br.dim()
	t := &byRaterTally{byRater: br, pending: newPending(len(br.items)), isChanged: make([]bool, g),
		margin: make([]float64, g*dim), all: make([]float64, dim)}
	if k, small := br.kernel.(moments); small {
		t.x = k.x
	}
	for i := range br.items {
		t.addItem(&t.full, i, nil, 1)
		for place := t.first[i]; place < t.first[i+1]; place++ {
			if br.rule == conger || br.size[i] >= 2 {
				t.move(place, 1)
			}
		}
	}
	for r := range g {
		t.addRater(&t.full, t.all, t.margin[r*dim:(r+1)*dim], 1)
	}
	t.now = t.full
	t.fullMargin, t.full0 = append([]float64(nil), t.margin...), append([]float64(nil), t.all...)
	return t
}

// addItem adds the observed disagreement of item i by some weight.
func (bt *byRaterTally) addItem(s *byRaterSums, i int, gone []int32, by float64) {
	own, m := bt.left(bt.buffer, i, gone)
	bt.buffer = own
	if m < 2 {
		return
	}
	if bt.rule == iota1 {
		by *= m
	}
	s.observed += by * bt.kernel.within(own) / (m * (m - 1))
	s.items += by
}

// move adds a rating to the distribution of its rater by some weight.
func (bt *byRaterTally) move(rating int, by float64) {
	code := bt.cell.code[bt.cellAt[rating]]
	own := bt.marginOf(int(bt.rater[rating]))
	if bt.x == nil {
		own[code] += by
		return
	}
	x := bt.x[code]
	own[0] += by
	own[1] += by * x
	own[2] += by * x * x
}

func (bt *byRaterTally) marginOf(rater int) []float64 {
	dim := bt.dim()
	return bt.margin[rater*dim : (rater+1)*dim]
}

// addRater adds a rater's distribution by some weight.
func (bt *byRaterTally) addRater(s *byRaterSums, all, margin []float64, by float64) {
	size := margin[0]
	if bt.x == nil {
		size = total(margin)
	}
	if size < 0.5 { // whole numbers
		return
	}
	scale := 1.0
	if bt.rule == conger {
		scale = 1 / size
		size = 1
	}
	d := newDense(0)
	d.weight = margin
	for k := range margin {
		d.code = append(d.code, int32(k))
		all[k] += by * scale * margin[k]
	}
	s.same += by * scale * scale * bt.kernel.within(d.cells)
	s.n += by * size
	s.nSame += by * size * size
}

func (bt *byRaterTally) uses(side int, item int32) bool {
	return side == 0 && (bt.rule == conger || bt.size[item] >= 2)
}

func (bt *byRaterTally) drop(side int, item, place int32) {
	if bt.uses(side, item) {
		bt.add(side, item, place)
	}
}

func (bt *byRaterTally) value() (float64, reason) {
	bt.undo()
	dim := bt.dim()
	for _, item := range bt.touched {
		i, gone := int(item), bt.gone[0][item]
		bt.addItem(&bt.now, i, nil, -1)
		bt.addItem(&bt.now, i, gone, 1)
		bt.places = bt.places[:0]
		all := whole(gone, bt.size[i]) || bt.rule == iota1 && bt.size[i]-float64(len(gone)) < 2
		for place := range bt.first[i+1] - bt.first[i] {
			if all {
				bt.places = append(bt.places, int32(place))
			}
		}
		if !all {
			bt.places = append(bt.places, gone...)
		}
		for _, place := range bt.places {
			rating := bt.first[i] + int(place)
			if r := bt.rater[rating]; !bt.isChanged[r] {
				bt.isChanged[r] = true
				bt.raters = append(bt.raters, r)
				bt.addRater(&bt.now, bt.all, bt.marginOf(int(r)), -1)
			}
			bt.move(rating, -1)
		}
	}
	for _, r := range bt.raters {
		bt.addRater(&bt.now, bt.all, bt.margin[int(r)*dim:(int(r)+1)*dim], 1)
	}
	if bt.now.items < 0.5 {
		return 0, noPairs
	}
	pairs := bt.now.n*bt.now.n - bt.now.nSame
	if pairs <= 1e-9 {
		return 0, oneRater
	}
	d := newDense(dim)
	d.weight = bt.all
	expected := bt.kernel.within(d.cells) - bt.now.same
	if !positive(expected, bt.now.n*bt.now.n, bt.kernel, len(bt.values)) || expected <= 1e-12*math.Abs(bt.now.same) {
		return 0, noVariation
	}
	return checked(1-bt.now.observed/bt.now.items/(expected/pairs), "")
}

func (bt *byRaterTally) undo() {
	dim := bt.dim()
	bt.now = bt.full
	copy(bt.all, bt.full0)
	for _, r := range bt.raters {
		copy(bt.margin[int(r)*dim:(int(r)+1)*dim], bt.fullMargin[int(r)*dim:(int(r)+1)*dim])
		bt.isChanged[r] = false
	}
	bt.raters = bt.raters[:0]
}

func (bt *byRaterTally) restore() {
	bt.undo()
	bt.clear()
}

// cost counts the sums over the margins of the raters of an item.
func (bt *byRaterTally) cost() float64 {
	return (2 + bt.Ratings.total/float64(len(bt.items))) * effort(bt.kernel, len(bt.values)) * 2
}
