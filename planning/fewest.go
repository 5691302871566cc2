package planning

// MostItems is a number of items beyond any study.
const MostItems = 10_000_000

// FewestItems returns the smallest number of items, 2 or more, that is enough; ok is false if [MostItems] are not
// enough. If a number of items is enough, every larger number must be.
func FewestItems(enough func(items int) bool) (items int, ok bool) {
	if !enough(MostItems) {
		return 0, false
	}
	low, high := 1, 2 // low is not enough
	for !enough(high) {
		low, high = high, min(2*high, MostItems)
	}
	for high-low > 1 {
		if middle := (low + high) / 2; enough(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high, true
}
