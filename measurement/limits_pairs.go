package measurement

import "fmt"

// Pair is the readings of one item by two raters, or by two methods.
type Pair struct{ First, Second []float64 }

// Pairs groups the readings of two raters or methods by item, in the order in which items appear first. Item and value
// are the item and the number of each reading of the first, otherItem and other of the second.
func Pairs(item []int32, value []float64, otherItem []int32, other []float64) []Pair {
	if len(item) != len(value) || len(otherItem) != len(other) {
		panic("measurement: items and readings differ in number")
	}
	var pairs []Pair
	place := map[int32]int{}
	of := func(item int32) *Pair {
		at, known := place[item]
		if !known {
			at = len(pairs)
			place[item], pairs = at, append(pairs, Pair{})
		}
		return &pairs[at]
	}
	for k, i := range item {
		p := of(i)
		p.First = append(p.First, value[k])
	}
	for k, i := range otherItem {
		p := of(i)
		p.Second = append(p.Second, other[k])
	}
	return pairs
}

// log returns logarithms, and whether there are some.
func (p Pair) log() (Pair, bool) {
	first, ok := logarithms(p.First)
	second, okToo := logarithms(p.Second)
	return Pair{first, second}, ok && okToo
}

// complete sets the settings that are left open, or returns an error about them.
func (s *LimitsSettings) complete() error {
	if s.Share, s.Level = or95(s.Share), or95(s.Level); !inside(s.Share) || !inside(s.Level) {
		return fmt.Errorf("measurement: share %v and level %v must lie between 0 and 1", s.Share, s.Level)
	}
	return nil
}

func or95(x float64) float64 {
	if x == 0 {
		return 0.95
	}
	return x
}

func inside(x float64) bool { return x > 0 && x < 1 }
