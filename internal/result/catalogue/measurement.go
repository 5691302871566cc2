package catalogue

import (
	"math"

	"concord/model"
	"concord/posterior"
	"concord/vpc"
)

// Names of quantities of measurement: reliability with the labelers' levels left out, or of the labelers at hand, and
// errors in the unit of the labels.
const (
	ConsistencyICC  = "icc_consistency"
	ConsistencyICCk = "icc_consistency_k"
	FixedICC        = "icc_fixed"
	FixedICCk       = "icc_fixed_k"
	SEM             = "sem"
	ConsistencySEM  = "sem_consistency"
	RepeatabilitySD = "repeatability_sd"
	MDC             = "mdc"
	CV              = "cv"
	SEMFactor       = "sem_factor"
	MDCFactor       = "mdc_factor"
)

func consistencyICC() Entry {
	q := ofPartition(ConsistencyICC, "ICC(C,1)", "ICC for consistency",
		"reliability of a single label if the same labelers label all items, so that their levels do not count",
		func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity { return p.ConsistencyICC() })
	q.Section, q.Range, q.TellsBoundary, q.Needs, q.Coefficient = Reliability, Share, true, LabelerEffects, "icc_C1"
	return q
}

func consistencyICCk() Entry {
	q := ofPartition(ConsistencyICCk, "ICC(C,k)", "ICC for consistency of the mean of k labels",
		"reliability of the mean of k labels if the same labelers label all items",
		func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity { return p.ConsistencyICCk(at.K) })
	q.Section, q.Range, q.Printed, q.OfMean, q.Needs = Reliability, Share, LabelScale, true, KnownLabelers
	return q
}

func fixedICC() Entry {
	q := ofPartition(FixedICC, "ICC(A,1) fixed", "ICC for agreement of these labelers",
		"reliability of a single label if these labelers are the only ones of interest",
		func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity {
			icc, _ := p.FixedICC()
			return icc
		})
	q.Section, q.Range, q.TellsBoundary, q.Needs = Reliability, Share, true, FixedLabelers
	return q
}

func fixedICCk() Entry {
	q := ofPartition(FixedICCk, "ICC(A,k) fixed", "ICC for agreement of the mean of k labels of these labelers",
		"reliability of the mean of k labels if these labelers are the only ones of interest",
		func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity {
			icc, _ := p.FixedICCk(at.K)
			return icc
		})
	q.Section, q.Range, q.OfMean, q.Needs = Reliability, Share, true, FixedLabelers
	return q
}

func standardError() Entry {
	return ofError(SEM, "SEM", "standard error of measurement",
		"how far a label is from the true score of its item, in the unit of the labels",
		func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity { return p.SEM() })
}

func consistencySEM() Entry {
	q := ofError(ConsistencySEM, "SEM(C)", "standard error of measurement for consistency",
		"how far a label is from the true score of its item, the level of its labeler left out",
		func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity { return p.ConsistencySEM() })
	q.Needs = UnitsOfLabelers
	return q
}

// repeatabilitySD is the standard deviation of labels that were given again. Its counterpart, the reproducibility
// standard deviation, is [SEM].
func repeatabilitySD() Entry {
	q := ofError(RepeatabilitySD, "σ_r", "repeatability standard deviation",
		"how far a label is from the mean of labels of the item by the same labeler asked again",
		func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity {
			q, _ := p.RepeatabilitySD()
			return q
		})
	q.Needs = UnitsAgain
	return q
}

func minimalChange() Entry {
	return ofError(MDC, "MDC", "minimal detectable change, at the level of the intervals",
		"how far two labels of an item by different labelers are apart at most, at the level of the intervals",
		func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity { return p.MDC(v.levelOf()) })
}

// coefficientOfVariation has no moments, because its denominator can be next to 0.
func coefficientOfVariation() Entry {
	q := ofError(CV, "CV", "coefficient of variation (median)", "standard error of measurement as a share of the mean",
		func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity {
			if logarithmic(v.Posterior) {
				return p.LogCV()
			}
			return p.CV()
		})
	q.Range, q.NoMoments, q.Needs = Number, true, RatioLabels
	return q
}

// semFactor and minimalFactor are for labels that are logarithms: a difference of two is a factor.
func semFactor() Entry {
	return ofFactor(SEMFactor, "SEM factor", "standard error of measurement as a factor",
		"by which factor a label is off from the true score of its item",
		func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity { return p.SEM() })
}

func minimalFactor() Entry {
	return ofFactor(MDCFactor, "MDC factor", "minimal detectable change as a factor",
		"by which factor two labels of an item by different labelers differ at most, at the level of the intervals",
		func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity { return p.MDC(v.levelOf()) })
}

func ofFactor(name, symbol, heading, what string, of partitioned) Entry {
	q := ofError(name, symbol, heading, what,
		func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity {
			return posterior.Map(name, func(x []float64) float64 { return math.Exp(x[0]) }, of(v, at, p))
		})
	q.Range, q.Needs = Ratio, Logarithms
	return q
}

// logarithmic reports whether the labels of a fit are logarithms.
func logarithmic(fit *model.Posterior) bool { return fit.Table() != nil && fit.Table().Source().Log }

// ofError is the entry of an error in the unit of the labels.
func ofError(name, symbol, heading, what string, of partitioned) Entry {
	q := ofPartition(name, symbol, heading, what, of)
	q.Section, q.On, q.Printed, q.Range, q.Needs = Measurement, LabelScale, LabelScale, Deviation, Units
	return q
}

type partitioned func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity

// ofPartition is the entry of a quantity of the variance partition of one study.
func ofPartition(name, symbol, heading, what string, of partitioned) Entry {
	return Entry{
		Name: name, Symbol: symbol, Short: heading, Heading: heading, What: what,
		Of: One, OfVariance: true, OfTrueScore: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return of(v, at, v.joint(at.Scale).Partition(at.Studies[0]))
		},
	}
}

// WithLevel returns the evaluator with a level of intervals, which is the level of the minimal detectable change too.
// Without it, it is 0.95.
func (v Evaluator) WithLevel(level float64) Evaluator {
	v.level = level
	return v
}

func (v Evaluator) levelOf() float64 {
	if v.level == 0 {
		return 0.95
	}
	return v.level
}
