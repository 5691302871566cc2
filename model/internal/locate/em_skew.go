package locate

import (
	"math"

	"concord/model/internal/tuning"
)

// setSkew sets κ of each item's effect from how steeply its conditional density falls to either side. A normal density
// has the slope x/σ at a distance of xσ.
func (e *em) setSkew(kappa []float64) {
	const distance, flattest = tuning.SkewDistance, tuning.SkewFlattest
	items := e.terms[0]
	at := *e.at
	at.Item = make([]float64, len(kappa))
	scale := func(side float64) []float64 {
		for j, v := range items.Variance {
			at.Item[j] = e.at.Item[j] + side*distance*math.Sqrt(v)
		}
		grad, info := e.data.NewPredictor(e.OwnCount), e.data.NewPredictor(e.OwnCount)
		e.lik.Working(grad, info, &at)
		all := make([]float64, len(kappa))
		for j, v := range items.Variance {
			slope := at.Item[j]/items.TotalVariance(j%e.K) - grad.Item[j]
			all[j] = 1 / math.Sqrt(math.Max(flattest, side*slope*math.Sqrt(v)/distance))
		}
		return all
	}
	left, right := scale(-1), scale(1)
	for j := range kappa {
		k := (right[j] - left[j]) / (right[j] + left[j])
		kappa[j] = math.Max(-tuning.MostSkewed, math.Min(tuning.MostSkewed, k))
	}
}

// spreadWidely says whether the items of a study are spread so that their coordinates are to be skewed.
func (e *em) spreadWidely() bool {
	for s := range e.K {
		if e.terms[0].TotalVariance(s) > tuning.LeastSkewed*tuning.LeastSkewed {
			return true
		}
	}
	return false
}
