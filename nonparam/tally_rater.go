package nonparam

import "math"

// mostMargins bounds the numbers kept of all raters' own distributions: 400 MB.
const mostMargins = 50e6

// deletable keeps each rater's distribution.
func (b byRater) deletable() (tallied, reason) {
	if float64(len(b.raters))*float64(b.dim()) > mostMargins {
		return nil, manyMargins
	}
	return b, ""
}

// byRaterTally is the tally of a coefficient whose chance is that of pairs of raters.
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

// byRaterSums are what the coefficient is computed from, besides the sum of all margins.
type byRaterSums struct {
	observed, items float64
	same, n, nSame  float64 // over raters: Σ within, Σ size, Σ size²
}

func (b byRater) tally() tally {
	g, dim := len(b.Ratings.raters), b.dim()
	t := &byRaterTally{byRater: b, pending: newPending(len(b.items)), isChanged: make([]bool, g),
		margin: make([]float64, g*dim), all: make([]float64, dim)}
	if k, small := b.kernel.(moments); small {
		t.x = k.x
	}
	for i := range b.items {
		t.addItem(&t.full, i, nil, 1)
		for place := t.first[i]; place < t.first[i+1]; place++ {
			if b.rule == conger || b.size[i] >= 2 {
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
func (t *byRaterTally) addItem(s *byRaterSums, i int, gone []int32, by float64) {
	own, m := t.left(t.buffer, i, gone)
	t.buffer = own
	if m < 2 {
		return
	}
	if t.rule == iota1 {
		by *= m
	}
	s.observed += by * t.kernel.within(own) / (m * (m - 1))
	s.items += by
}

// move adds a rating to the distribution of its rater by some weight.
func (t *byRaterTally) move(rating int, by float64) {
	code := t.cell.code[t.cellAt[rating]]
	own := t.marginOf(int(t.rater[rating]))
	if t.x == nil {
		own[code] += by
		return
	}
	x := t.x[code]
	own[0] += by
	own[1] += by * x
	own[2] += by * x * x
}

func (t *byRaterTally) marginOf(rater int) []float64 {
	dim := t.dim()
	return t.margin[rater*dim : (rater+1)*dim]
}

// addRater adds a rater's distribution by some weight.
func (t *byRaterTally) addRater(s *byRaterSums, all, margin []float64, by float64) {
	size := margin[0]
	if t.x == nil {
		size = total(margin)
	}
	if size < 0.5 { // whole numbers
		return
	}
	scale := 1.0
	if t.rule == conger {
		scale = 1 / size
		size = 1
	}
	d := newDense(0)
	d.weight = margin
	for k := range margin {
		d.code = append(d.code, int32(k))
		all[k] += by * scale * margin[k]
	}
	s.same += by * scale * scale * t.kernel.within(d.cells)
	s.n += by * size
	s.nSame += by * size * size
}

func (t *byRaterTally) uses(side int, item int32) bool {
	return side == 0 && (t.rule == conger || t.size[item] >= 2)
}

func (t *byRaterTally) drop(side int, item, place int32) {
	if t.uses(side, item) {
		t.add(side, item, place)
	}
}

func (t *byRaterTally) value() (float64, reason) {
	t.undo()
	dim := t.dim()
	for _, item := range t.touched {
		i, gone := int(item), t.gone[0][item]
		t.addItem(&t.now, i, nil, -1)
		t.addItem(&t.now, i, gone, 1)
		t.places = t.places[:0]
		all := whole(gone, t.size[i]) || t.rule == iota1 && t.size[i]-float64(len(gone)) < 2
		for place := range t.first[i+1] - t.first[i] {
			if all {
				t.places = append(t.places, int32(place))
			}
		}
		if !all {
			t.places = append(t.places, gone...)
		}
		for _, place := range t.places {
			rating := t.first[i] + int(place)
			if r := t.rater[rating]; !t.isChanged[r] {
				t.isChanged[r] = true
				t.raters = append(t.raters, r)
				t.addRater(&t.now, t.all, t.marginOf(int(r)), -1)
			}
			t.move(rating, -1)
		}
	}
	for _, r := range t.raters {
		t.addRater(&t.now, t.all, t.margin[int(r)*dim:(int(r)+1)*dim], 1)
	}
	if t.now.items < 0.5 {
		return 0, noPairs
	}
	pairs := t.now.n*t.now.n - t.now.nSame
	if pairs <= 1e-9 {
		return 0, oneRater
	}
	d := newDense(dim)
	d.weight = t.all
	expected := t.kernel.within(d.cells) - t.now.same
	if !positive(expected, t.now.n*t.now.n, t.kernel) || expected <= 1e-12*math.Abs(t.now.same) {
		return 0, noVariation
	}
	return checked(1-t.now.observed/t.now.items/(expected/pairs), "")
}

func (t *byRaterTally) undo() {
	dim := t.dim()
	t.now = t.full
	copy(t.all, t.full0)
	for _, r := range t.raters {
		copy(t.margin[int(r)*dim:(int(r)+1)*dim], t.fullMargin[int(r)*dim:(int(r)+1)*dim])
		t.isChanged[r] = false
	}
	t.raters = t.raters[:0]
}

func (t *byRaterTally) restore() {
	t.undo()
	t.clear()
}

// cost counts the sums over the margins of the raters of an item.
func (t *byRaterTally) cost() float64 {
	return (2 + t.Ratings.total/float64(len(t.items))) * effort(t.kernel, len(t.values)) * 2
}
