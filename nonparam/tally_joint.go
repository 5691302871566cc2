package nonparam

// joint is a coefficient of the items that two studies share, of the ratings of one of them:
// an item leaves it with its last rating in the other study.
type joint struct {
	tallied
	own   int // the side whose ratings count
	row   [2][]int32
	other []float64 // ratings of each item in the other study
}

func newJoint(p pair, s tallied, own int) joint {
	j := joint{tallied: s, own: own, row: p.numbers()}
	for _, at := range p.shared {
		if own == 0 {
			j.other = append(j.other, p.y.size[at[1]])
		} else {
			j.other = append(j.other, p.x.size[at[0]])
		}
	}
	return j
}

type jointTally struct {
	tally
	joint
	gone    []float64 // ratings of the other study taken away
	touched []int32
}

func (j joint) tally() tally {
	return &jointTally{tally: j.tallied.tally(), joint: j, gone: make([]float64, len(j.other))}
}

func (t *jointTally) uses(side int, item int32) bool {
	i := t.row[side][item]
	return i >= 0 && t.tally.uses(0, i)
}

func (t *jointTally) drop(side int, item, place int32) {
	i := t.row[side][item]
	switch {
	case i < 0:
	case side == t.own || place == wholeItem:
		t.tally.drop(0, i, place)
	default:
		t.touched = append(t.touched, i)
		if t.gone[i]++; t.gone[i] == t.other[i] {
			t.tally.drop(0, i, wholeItem)
		}
	}
}

func (t *jointTally) restore() {
	for _, i := range t.touched {
		t.gone[i] = 0
	}
	t.touched = t.touched[:0]
	t.tally.restore()
}
