package catalogue

import (
	"math"

	"concord/internal/quantity"
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
	q := ofPartition(ConsistencyICC, func(v Evaluator, at Instance,
		p vpc.Partition) posterior.Quantity {
		return p.ConsistencyICC()
	})
	q.Section, q.TellsBoundary, q.Needs, q.Coefficient = Reliability, true, LabelerEffects, "icc_C1"
	return q
}

func consistencyICCk() Entry {
	q := ofPartition(ConsistencyICCk, func(v Evaluator, at Instance,
		p vpc.Partition) posterior.Quantity {
		return p.ConsistencyICCk(at.K)
	})
	q.Section, q.Printed, q.OfMean, q.Needs = Reliability, LabelScale, true, KnownLabelers
	return q
}

func fixedICC() Entry {
	q := ofPartition(FixedICC, func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity {
		icc, _ := p.FixedICC()
		return icc
	})
	q.Section, q.TellsBoundary, q.Needs = Reliability, true, FixedLabelers
	return q
}

func fixedICCk() Entry {
	q := ofPartition(FixedICCk, func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity {
		icc, _ := p.FixedICCk(at.K)
		return icc
	})
	q.Section, q.OfMean, q.Needs = Reliability, true, FixedLabelers
	return q
}

func standardError() Entry {
	return ofError(SEM, func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity { return p.SEM() })
}

func consistencySEM() Entry {
	q := ofError(ConsistencySEM, func(v Evaluator, at Instance,
		p vpc.Partition) posterior.Quantity {
		return p.ConsistencySEM()
	})
	q.Needs = UnitsOfLabelers
	return q
}

// repeatabilitySD is the standard deviation of labels that were given again. Its counterpart, the reproducibility
// standard deviation, is [SEM].
func repeatabilitySD() Entry {
	q := ofError(RepeatabilitySD, func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity {
		q, _ := p.RepeatabilitySD()
		return q
	})
	q.Needs = UnitsAgain
	return q
}

func minimalChange() Entry {
	return ofError(MDC, func(v Evaluator, at Instance,
		p vpc.Partition) posterior.Quantity {
		return p.MDC(v.levelOf())
	})
}

// coefficientOfVariation has no moments, because its denominator can be next to 0.
func coefficientOfVariation() Entry {
	q := ofError(CV, func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity {
		if logarithmic(v.Posterior) {
			return p.LogCV()
		}
		return p.CV()
	})
	q.NoMoments, q.Needs = true, RatioLabels
	return q
}

// semFactor and minimalFactor are for labels that are logarithms: a difference of two is a factor.
func semFactor() Entry {
	return ofFactor(SEMFactor, func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity { return p.SEM() })
}

func minimalFactor() Entry {
	return ofFactor(MDCFactor, func(v Evaluator, at Instance,
		p vpc.Partition) posterior.Quantity {
		return p.MDC(v.levelOf())
	})
}

func ofFactor(name string, of partitioned) Entry {
	q := ofError(name,
		func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity {
			return posterior.Map(name, func(x []float64) float64 { return math.Exp(x[0]) }, of(v, at, p))
		})
	q.Needs = Logarithms
	return q
}

// logarithmic reports whether the labels of a fit are logarithms.
func logarithmic(fit *model.Posterior) bool { return fit.Table() != nil && fit.Table().Source().Log }

// ofError is the entry of an error in the unit of the labels.
func ofError(name string, of partitioned) Entry {
	q := ofPartition(name, of)
	q.Section, q.On, q.Printed, q.Needs = Measurement, LabelScale, LabelScale, Units
	return q
}

type partitioned func(v Evaluator, at Instance, p vpc.Partition) posterior.Quantity

// ofPartition is the entry of a quantity of the variance partition of one study.
func ofPartition(name string, of partitioned) Entry {
	return Entry{
		Entry: *quantity.Of(name),
		Of:    One, OfVariance: true, OfTrueScore: true,
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
