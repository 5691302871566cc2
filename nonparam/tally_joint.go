package nonparam

// joint is a coefficient of the ratings of one study on the items that it shares with another. When the other study
// loses its last rating of an item, the item leaves the coefficient.
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

func (jo joint) tally() tally {
	return &jointTally{tally: jo.tallied.tally(), joint: jo, gone: make([]float64, len(jo.other))}
}

func (jt *jointTally) uses(side int, item int32) bool {
	i := jt.row[side][item]
	return i >= 0 && jt.tally.uses(0, i)
}

func (jt *jointTally) drop(side int, item, place int32) {
	i := jt.row[side][item]
	switch {
	case i < 0:
	case side == jt.own || place == wholeItem:
		jt.tally.drop(0, i, place)
	default:
		jt.touched = append(jt.touched, i)
		if jt.gone[i]++; jt.gone[i] == jt.other[i] {
			jt.tally.drop(0, i, wholeItem)
		}
	}
}

func (jt *jointTally) restore() {
	for _, i := range jt.touched {
		jt.gone[i] = 0
	}
	jt.touched = jt.touched[:0]
	jt.tally.restore()
}
