package judge

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Deviation is how far numbers lie from a gold standard's, one of each for every item.
type Deviation struct {
	answer, gold []float64
	// within is the variance of the answers of an item, if there are several; answer is their mean.
	within []float64
}

func (d *Deviation) add(answer, gold, within float64) {
	d.answer, d.gold, d.within = append(d.answer, answer), append(d.gold, gold), append(d.within, within)
}

// N returns the number of items.
func (d Deviation) N() int { return len(d.answer) }

func (d Deviation) differences() []float64 {
	x := slices.Clone(d.answer)
	floats.Sub(x, d.gold)
	return x
}

// Level returns the mean difference, which is how much higher answers are, with Student's interval for the mean over
// all items; these are a sample. The ends are NaN of fewer than 2 items.
func (d Deviation) Level(level float64) (mean, lower, upper float64) {
	x := d.differences()
	if len(x) == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	mean = stat.Mean(x, nil)
	if len(x) < 2 {
		return mean, math.NaN(), math.NaN()
	}
	n := float64(len(x))
	half := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.5+level/2) * stat.StdDev(x, nil) / math.Sqrt(n)
	return mean, mean - half, mean + half
}

// RMSE returns the root mean square difference without the level, which is the standard deviation s of the differences,
// with the interval of Bonett (2006, Computational Statistics and Data Analysis 50) for data that need not be normal:
// of ln σ²
//
//	ln(c s²) ± z c √( (γ − (n − 3)/n) / (n − 1) ),  c = n/(n − z),
//
// with the kurtosis γ = n Σ(x − m)⁴/(Σ(x − x̄)²)² about the mean m of the middle ones, 1/(2√(n − 4)) being left out at
// either end. If an item has several answers, the square of its difference is the mean of the squares of theirs. The
// ends are NaN for fewer than 6 items, or if all differences are the same.
func (d Deviation) RMSE(level float64) (s, lower, upper float64) {
	x := d.differences()
	if len(x) < 2 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	n, mean := float64(len(x)), stat.Mean(x, nil)
	squares := 0.0
	for j, v := range x {
		squares += (v-mean)*(v-mean) + d.within[j]
	}
	s = math.Sqrt(squares / (n - 1))
	z := distuv.UnitNormal.Quantile(0.5 + level/2)
	if len(x) < leastForSD || squares == 0 || n <= z {
		return s, math.NaN(), math.NaN()
	}
	middle, fourth := trimmedMean(x, 1/(2*math.Sqrt(n-4))), 0.0
	for j, v := range x {
		square := (v-middle)*(v-middle) + d.within[j]
		fourth += square * square
	}
	c := n / (n - z)
	half := z * c * math.Sqrt(math.Max(0, (n*fourth/(squares*squares)-(n-3)/n)/(n-1)))
	centre := math.Log(c * s * s)
	return s, math.Exp((centre - half) / 2), math.Exp((centre + half) / 2)
}

// leastForSD is the number of items from which on the interval of a standard deviation is computed.
const leastForSD = 6

// trimmedMean is the mean without a share of the values at either end.
func trimmedMean(x []float64, share float64) float64 {
	x = slices.Clone(x)
	slices.Sort(x)
	cut := int(share * float64(len(x)))
	return stat.Mean(x[cut:len(x)-cut], nil)
}

// Correlation returns Pearson's correlation of answers and gold labels, with the interval by Fisher's z. It is NaN for
// fewer than 4 items, if one of the two does not vary, or if an item has several answers.
func (d Deviation) Correlation(level float64) (r, lower, upper float64) {
	n := len(d.answer)
	if n < 4 || floats.Norm(d.within, 1) > 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	r = stat.Correlation(d.answer, d.gold, nil)
	half := distuv.UnitNormal.Quantile(0.5+level/2) / math.Sqrt(float64(n-3))
	z := math.Atanh(r)
	return r, math.Tanh(z - half), math.Tanh(z + half)
}
