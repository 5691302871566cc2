package predictive

import (
	"math"
	"slices"
)

// Tail returns the two-sided tail probability of an observed value among n replicated ones,
// 2 min(p, 1 − p) with
//
//	p = (#{replicated < observed} + ½ #{equal} + ½) / (n + 1),
//
// the mid-p value with the observed one counted as one of n + 1, so that it is at least
// 1/(n + 1). It is NaN if observed is NaN or there is no replicate. replicated must not hold NaN.
func Tail(observed float64, replicated []float64) float64 {
	p := lowerTail(observed, replicated)
	return math.Min(1, 2*math.Min(p, 1-p))
}

// lowerTail returns the p of [Tail].
func lowerTail(observed float64, replicated []float64) float64 {
	if math.IsNaN(observed) || len(replicated) == 0 {
		return math.NaN()
	}
	below := 0.5
	for _, x := range replicated {
		switch {
		case x < observed:
			below++
		case x == observed:
			below += 0.5
		}
	}
	return below / float64(len(replicated)+1)
}

// result compares the replicated values of a statistic, NaN if it is undefined, with the observed one.
func (stat statistic) result(observed float64, replicated []float64, level float64) Discrepancy {
	values := slices.DeleteFunc(slices.Clone(replicated), math.IsNaN)
	r := Discrepancy{
		Statistic: stat.name, Studies: stat.studies, Observed: observed,
		Mean: math.NaN(), Lower: math.NaN(), Upper: math.NaN(), Tail: math.NaN(), Familywise: math.NaN(),
		Values: values,
	}
	switch {
	case math.IsNaN(observed):
		r.Undefined = "the labels do not determine it"
		return r
	case stat.withheld:
		r.Undefined, r.Values = NotJudged, nil
		return r
	case 2*len(values) < len(replicated) || len(values) == 0:
		r.Undefined = "most replicated studies do not determine it"
		return r
	}
	r.Mean, r.Lower, r.Upper = Replicated(values, level)
	r.Tail = Tail(observed, values)
	return r
}

// Replicated returns the mean of replicated values, which must not hold NaN, and the ends of their equal-tailed
// interval. All are NaN if there are no values.
func Replicated(values []float64, level float64) (mean, lower, upper float64) {
	if len(values) == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	sum := 0.0
	for _, x := range sorted {
		sum += x
	}
	return sum / float64(len(sorted)), quantile(sorted, (1-level)/2), quantile(sorted, (1+level)/2)
}

// quantile returns the p-quantile of ascending values (Hyndman and Fan 1996, type 7).
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	k := min(int(at), len(sorted)-1)
	q := sorted[k]
	if h := at - float64(k); h > 0 && k+1 < len(sorted) {
		q += h * (sorted[k+1] - q)
	}
	return q
}
