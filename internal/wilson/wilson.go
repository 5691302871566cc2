// Package wilson has the interval of Wilson (1927, Journal of the American Statistical Association 22) for a share.
package wilson

import "math"

// Limits returns the limits for a share p of n, with the quantile z: those shares that a score test would not reject.
// They stay between 0 and 1. n need not be whole.
func Limits(p, n, z float64) (lower, upper float64) {
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	scale := 1 + z*z/n
	return math.Max(0, (middle-half)/scale), math.Min(1, (middle+half)/scale)
}
