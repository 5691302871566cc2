// Package bisect finds where a function crosses a value.
package bisect

// Root returns the place between low and high up to which something holds, by halving: to 10⁻¹⁵ of their distance.
func Root(low, high float64, below func(x float64) bool) float64 {
	for range 50 {
		if middle := (low + high) / 2; below(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}
