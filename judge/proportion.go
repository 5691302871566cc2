package judge

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"concord/internal/wilson"
)

// Proportion is the mean of values from 0 to 1, one for each item: of shares of right answers, say.
type Proportion struct {
	N           int // items
	sum, square float64
}

// ProportionOf returns the proportion of values from 0 to 1, one for each item.
func ProportionOf(values []float64) Proportion {
	var pr Proportion
	for _, x := range values {
		pr.add(x)
	}
	return pr
}

func (pr *Proportion) add(x float64) {
	pr.N++
	pr.sum += x
	pr.square += x * x
}

// Value returns the mean, NaN of no items.
func (pr Proportion) Value() float64 { return pr.sum / float64(pr.N) }

// Interval returns the interval of Wilson (1927), which holds the mean over all items with a probability; these items
// are a sample. It consists of the values p that a score test would not reject,
//
//	[ p̂ + z²/2n ± z √(p̂(1 − p̂)/n + z²/4n²) ] / (1 + z²/n).
//
// Values between 0 and 1 vary less than right and wrong answers. Then n is the number of right and wrong answers that
// would vary as much, n_e = p̂(1 − p̂)/Var p̂, but at most four times the number of items. Because the variance is
// estimated, z is the quantile of Student's t (Korn and Graubard 1998, Survey Methodology 24). It is NaN of no items,
// and panics unless 0 < level < 1.
func (pr Proportion) Interval(level float64) (lower, upper float64) {
	if !(level > 0 && level < 1) {
		panic("judge: the level of an interval must be between 0 and 1")
	}
	if pr.N == 0 {
		return math.NaN(), math.NaN()
	}
	n, mean := float64(pr.N), pr.Value()
	z := distuv.UnitNormal.Quantile(0.5 + level/2)
	if spread := pr.square/n - mean*mean; spread > 0 && spread < (1-1e-9)*mean*(1-mean) {
		z = distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.5 + level/2)
		n = math.Min(mostEffective*n, math.Max(n, n*mean*(1-mean)/spread))
	}
	return wilson.Limits(mean, n, z)
}

// mostEffective keeps few values that happen to be alike from passing for many.
const mostEffective = 4
