package study

import "math"

// Moments are number, mean and sum of squares about the mean of values (Welford 1962).
type Moments struct{ N, Mean, Square float64 }

// Add takes values in.
func (mo *Moments) Add(values []float64) {
	for _, y := range values {
		mo.add(1, y)
	}
}

// add takes a value in with a weight. N is the sum of the weights.
func (mo *Moments) add(weight, y float64) {
	mo.N += weight
	delta := y - mo.Mean
	mo.Mean += delta * weight / mo.N
	mo.Square += weight * delta * (y - mo.Mean)
}

func (mo *Moments) variance() float64 { return mo.Square / mo.N }

// SD is the standard deviation, with divisor n−1.
func (mo *Moments) SD() float64 { return math.Sqrt(mo.Square / (mo.N - 1)) }
