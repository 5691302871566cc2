package result

import (
	"fmt"
	"math"
)

// place is an estimate among others of one quantity.
type place struct {
	name      string
	value, sd Number
}

// placeOf is the place of an estimate.
func placeOf(name string, e Estimate) place { return place{name, e.Centre(), e.Spread()} }

// order describes the estimates of a quantity: their range and, if this is known, what has the highest and the lowest.
// word goes before names: "in question", "for spam".
func order(all []place, word string) string {
	high, highest := extreme(all, 1)
	low, lowest := extreme(all, -1)
	at := func(of place) string { return fmt.Sprintf("%s %s (%s)", word, of.name, of.value.fixed(2)) }
	switch {
	case highest && lowest:
		return fmt.Sprintf("highest %s, lowest %s", at(high), at(low))
	case highest:
		return fmt.Sprintf("highest %s; the order of the others is unclear, down to %s", at(high), low.value.fixed(2))
	case lowest:
		return fmt.Sprintf("lowest %s; the order of the others is unclear, up to %s", at(low), high.value.fixed(2))
	}
	return fmt.Sprintf("%s to %s; the order is unclear", low.value.fixed(2), high.value.fixed(2))
}

// extreme returns the highest of several estimates, or the lowest if sign is −1, and whether the probability of this
// is at least [Sure]. Each is taken as normal and independent of the others. Boole's inequality bounds the probability
// that some other is beyond it.
func extreme(all []place, sign Number) (first place, sure bool) {
	first = all[0]
	for _, s := range all[1:] {
		if sign*s.value > sign*first.value {
			first = s
		}
	}
	beyond := -0.5 // of the first itself
	for _, s := range all {
		apart := float64(sign * (first.value - s.value))
		if spread := math.Hypot(float64(first.sd), float64(s.sd)); apart > 0 || spread > 0 {
			beyond += math.Erfc(apart/spread/math.Sqrt2) / 2
		} else {
			beyond += 0.5
		}
	}
	return first, 1-beyond >= Sure
}
