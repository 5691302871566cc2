package result

import (
	"math"
	"slices"

	"concord/internal/document"
	"concord/posterior"
)

// LabelsNeeded is the number of labels, by different labelers, whose mean has the target reliability ICC(k) in a study.
// Numbers are null if no number of labels is enough.
type LabelsNeeded struct {
	Study  string  `json:"study"`
	Target float64 `json:"target"`
	Median Number  `json:"median"`
	Lower  Number  `json:"lower"`
	Upper  Number  `json:"upper"`
	// Enough is the number of labels that is enough with an assurance.
	Enough Number `json:"enough"`
}

// NewLabelsNeeded counts the labels that the mean of an item needs for a target reliability.
func NewLabelsNeeded(labels posterior.Quantity, study string, target, level, assurance float64) LabelsNeeded {
	needed := slices.Concat(labels.Chains...)
	slices.Sort(needed)
	quantile := func(p float64) Number {
		if len(needed) == 0 || math.IsNaN(needed[0]) { // NaN sorts first
			return Undefined()
		}
		return CountQuantile(needed, p)
	}
	tail := (1 - level) / 2
	return LabelsNeeded{
		Study: study, Target: target, Median: quantile(0.5), Lower: quantile(tail), Upper: quantile(1 - tail),
		Enough: quantile(assurance),
	}
}

// Needed is the number with its interval, as a cell.
func (n LabelsNeeded) Needed() document.Needed {
	return document.Needed{Value: unending(n.Median), Lower: unending(n.Lower), Upper: unending(n.Upper)}
}

// IsEnough is the number that is enough, as a cell.
func (n LabelsNeeded) IsEnough() document.Needed {
	return document.Needed{Value: unending(n.Enough), Lower: math.NaN(), Upper: math.NaN()}
}

// unending is a number of labels, or infinity if no number is enough.
func unending(n Number) float64 {
	if !n.Defined() {
		return math.Inf(1)
	}
	return float64(n)
}

// CountQuantile returns the quantile of ascending whole numbers that is one of them (Hyndman and Fan 1996, type 1).
func CountQuantile(sorted []float64, p float64) Number {
	// The small term keeps a whole number from being rounded up.
	at := int(math.Ceil(p*float64(len(sorted))-1e-9)) - 1
	return Number(sorted[max(0, min(at, len(sorted)-1))])
}

// Study returns the description of a study.
func (d Data) Study(name string) Study {
	for _, s := range d.Studies {
		if s.Name == name {
			return s
		}
	}
	return Study{Name: name}
}
