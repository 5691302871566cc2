package study

import "math"

// Moments are number, mean and sum of squares about the mean of values (Welford 1962).
type Moments struct{ N, Mean, Square float64 }

// Add takes values in.
func (mo *Moments) Add(values []float64) {
	for _, y := range values {
		mo.N++
		delta := y - mo.Mean
		mo.Mean += delta / mo.N
		mo.Square += delta * (y - mo.Mean)
	}
}

// SD is the standard deviation, with divisor n−1.
func (mo *Moments) SD() float64 { return math.Sqrt(mo.Square / (mo.N - 1)) }
