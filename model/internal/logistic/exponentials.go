package logistic

import "math"

// Exponentials stores exp(x) of each number in dst, of the same length, to about one unit in the last place. It is for
// numbers that are not too large, whose sums stay finite: below −708 it stores 0 or nearly so.
func Exponentials(dst, x []float64) {
	dst = dst[:len(x)]
	for i, v := range x {
		if !(math.Abs(v) < tailStart) {
			dst[i] = math.Exp(v)
			continue
		}
		bits, r := reduce(-v)
		dst[i] = expand(bits, r)
	}
}
