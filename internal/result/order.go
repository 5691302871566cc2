package result

import (
	"fmt"
	"math"
)

// Place is an estimate among others of one quantity.
type Place struct {
	Name      string
	Value, SD Number
}

// placeOf is the place of an estimate.
func placeOf(name string, e Estimate) Place { return Place{name, e.Centre(), e.Spread()} }

// Order describes the estimates of a quantity: their range and, if this is known, what has the highest and the lowest.
// word goes before names: "in question", "for spam".
func Order(all []Place, word string) string {
	high, highest := extreme(all, 1)
	low, lowest := extreme(all, -1)
	at := func(of Place) string { return fmt.Sprintf("%s %s (%s)", word, of.Name, of.Value.fixed(2)) }
	switch {
	case highest && lowest:
		return fmt.Sprintf("highest %s, lowest %s", at(high), at(low))
	case highest:
		return fmt.Sprintf("highest %s; the order of the others is unclear, down to %s", at(high), low.Value.fixed(2))
	case lowest:
		return fmt.Sprintf("lowest %s; the order of the others is unclear, up to %s", at(low), high.Value.fixed(2))
	}
	return fmt.Sprintf("%s to %s; the order is unclear", low.Value.fixed(2), high.Value.fixed(2))
}

// extreme returns the highest of several estimates, or the lowest if sign is −1, and whether the probability of this
// is at least [Sure]. Each is taken as normal and independent of the others. Boole's inequality bounds the probability
// that some other is beyond it.
func extreme(all []Place, sign Number) (first Place, sure bool) {
	first = all[0]
	for _, s := range all[1:] {
		if sign*s.Value > sign*first.Value {
			first = s
		}
	}
	beyond := -0.5 // of the first itself
	for _, s := range all {
		apart := float64(sign * (first.Value - s.Value))
		if spread := math.Hypot(float64(first.SD), float64(s.SD)); apart > 0 || spread > 0 {
			beyond += math.Erfc(apart/spread/math.Sqrt2) / 2
		} else {
			beyond += 0.5
		}
	}
	return first, 1-beyond >= Sure
}
