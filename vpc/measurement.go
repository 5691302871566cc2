package vpc

import (
	"math"
	"strconv"

	"concord/posterior"
)

// ConsistencyICC returns the reliability of a single label if the same labelers label all items, so that their levels
// do not count: σ_i² / (σ_i² + σ²). It is ICC(3,1) of Shrout and Fleiss (1979) and ICC(C,1) of McGraw and Wong (1996).
// All effects but the effects of items and labelers count as noise.
func (p Partition) ConsistencyICC() posterior.Quantity {
	labeler, _ := p.LabelerVariance()
	return posterior.Map(p.name("icc_consistency"), consistency, p.TrueVariance(), p.total, labeler)
}

// ConsistencyICCk is [Partition.ConsistencyICC] of the mean of k labels, ICC(3,k) = ICC(C,k). It panics if k is not
// positive.
func (p Partition) ConsistencyICCk(k int) posterior.Quantity {
	if k < 1 {
		panic("vpc: the number of labels must be positive")
	}
	labeler, _ := p.LabelerVariance()
	return posterior.Map(p.name("icc_consistency_"+strconv.Itoa(k)), func(v []float64) float64 {
		return spearmanBrown(consistency(v), float64(k))
	}, p.TrueVariance(), p.total, labeler)
}

// SEM returns the standard error of measurement of a single label, √(σ_l² + σ²): how far labels of an item by different
// labelers are from its true score. It is √(T(1 − ICC)) of the total variance T.
func (p Partition) SEM() posterior.Quantity {
	return posterior.Map(p.name("sem"), sem, p.total, p.TrueVariance())
}

// ConsistencySEM returns the standard error of measurement if the levels of labelers do not count, as between labels by
// the same labeler. It is √(T − σ_i² − σ_l²), and σ if the model has no further terms.
func (p Partition) ConsistencySEM() posterior.Quantity {
	labeler, _ := p.LabelerVariance()
	return posterior.Map(p.name("sem_consistency"), sem, p.total, p.TrueVariance(), labeler)
}

// RepeatabilitySD returns the standard deviation of labels of one item by one labeler who is asked again, σ_r of ISO
// 5725: √(T(1 − intra-labeler ICC)). The reproducibility standard deviation σ_R, of different labelers, is
// [Partition.SEM]. ok is false if the model has no effects of item and labeler together.
func (p Partition) RepeatabilitySD() (q posterior.Quantity, ok bool) {
	if _, ok := p.IntraLabelerICC(); !ok {
		return q, false
	}
	return posterior.Map(p.name("repeatability_sd"), sem, p.total, p.Common(byItemAndLabeler)), true
}

// MDC returns the minimal detectable change at a level, z√2·SEM (Weir 2005). The quantile z of the standard normal at
// (1 + level)/2 is 1.96 for 95 %. Two labels of an unchanged item by different labelers are less far apart, with the
// probability level. It panics unless 0 < level < 1.
func (p Partition) MDC(level float64) posterior.Quantity {
	if !(level > 0 && level < 1) {
		panic("vpc: the level must be between 0 and 1")
	}
	z := math.Sqrt2 * math.Erfinv(level)
	return posterior.Map(p.name("mdc"), func(v []float64) float64 { return z * math.Sqrt2 * v[0] }, p.SEM())
}

// CV returns the coefficient of variation, the standard error of measurement as a share of the mean, for labels on a
// ratio scale. If there are few labels, the mean may be below 0 in some draws; its absolute value is used.
func (p Partition) CV() posterior.Quantity {
	return posterior.Map(p.name("cv"), func(v []float64) float64 { return v[0] / math.Abs(v[1]) }, p.SEM(), p.mean)
}

// LogCV returns the coefficient of variation of labels whose logarithms were fitted: √(exp SEM² − 1), as of a
// log-normal distribution.
func (p Partition) LogCV() posterior.Quantity {
	return posterior.Map(p.name("cv"), func(v []float64) float64 { return math.Sqrt(math.Expm1(v[0] * v[0])) }, p.SEM())
}

// consistency returns v[0] / (v[1] − v[2]).
func consistency(v []float64) float64 { return v[0] / (v[1] - v[2]) }

// sem returns the root of the total variance v[0] without the others.
func sem(v []float64) float64 {
	left := v[0]
	for _, part := range v[1:] {
		left -= part
	}
	return math.Sqrt(max(0, left))
}
