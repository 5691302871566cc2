package catalogue

import (
	"fmt"
	"slices"
	"sync"

	"concord/internal/quantity"
	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
)

// Names of the quantities of covariates.
const (
	// Coefficient is β of a number or time, or the effect of a category.
	Coefficient = "coefficient"
	// ItemCoefficient and LabelerCoefficient are γ, for the parts of a covariate that belong to items and labelers.
	ItemCoefficient    = "item_coefficient"
	LabelerCoefficient = "labeler_coefficient"
	// CovariateDifference is the difference of mean labels of a category and of the others, or at a high and a low
	// number or time.
	CovariateDifference = "covariate_difference"
	// EffectDifference is how much the difference of mean labels differs between two groups.
	EffectDifference = "effect_difference"
	// RawICC is the ICC of labels whose covariates differ.
	RawICC = "raw_icc"
)

// ofCovariates returns the quantities of the covariates of a model, of each number, time and category.
func ofCovariates(covariates []spec.Covariate) []Entry {
	var all []Entry
	for _, c := range covariates {
		for _, name := range c.Coefficients() {
			all = append(all, coefficient(name))
			if c.ItemPart {
				all = append(all, partCoefficient(ItemCoefficient, name))
			}
			if c.LabelerPart {
				all = append(all, partCoefficient(LabelerCoefficient, name))
			}
			all = append(all, covariateDifference(name), effectDifference(name))
		}
	}
	if len(covariates) > 0 {
		all = append(all, rawICC())
	}
	return all
}

func coefficient(name string) Entry {
	return Entry{
		Entry: quantity.Named(Coefficient, name), Term: name, OfCovariate: true, Parameter: "beta_" + name,
		Section: Parameters, Of: One, On: ParameterScale, Printed: ParameterScale,
		draws:       func(_ Evaluator, at Instance) posterior.Quantity { return at.coefficient() },
		probability: above(0),
	}
}

// part returns the part of the covariate whose coefficient the quantity is.
func (q Entry) part() spec.Part {
	switch q.Name {
	case ItemCoefficient:
		return spec.OfItem
	case LabelerCoefficient:
		return spec.OfLabeler
	}
	return spec.Whole
}

// partCoefficient is γ for the part of a covariate that belongs to items, or to labelers.
func partCoefficient(of, name string) Entry {
	parameter := "gamma_item_"
	if of == LabelerCoefficient {
		parameter = "gamma_labeler_"
	}
	return Entry{
		Entry: quantity.Named(of, name), Term: name, OfCovariate: true, Parameter: parameter + name,
		Section: Parameters, Of: One, On: ParameterScale, Printed: ParameterScale,
		draws:       func(_ Evaluator, at Instance) posterior.Quantity { return at.coefficient() },
		probability: above(0),
	}
}

func covariateDifference(name string) Entry {
	return Entry{
		Entry: quantity.Named(CovariateDifference, name), Term: name, OfCovariate: true,
		Section: Parameters, Of: One, On: LabelScale, Printed: LabelScale, Needs: CovariatesOfLabels,
		OtherPriors: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.covariateDifference(at.Term, at.Studies[0])
		},
		probability: above(0),
	}
}

func effectDifference(name string) Entry {
	return Entry{
		Entry: quantity.Named(EffectDifference, name), Term: name, OfCovariate: true,
		Section: Parameters, Of: Contrast, On: LabelScale, Printed: LabelScale,
		Needs: CovariatesOfLabels,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return posterior.Difference(EffectDifference,
				v.covariateDifference(at.Term, at.Studies[0]), v.covariateDifference(at.Term, at.Studies[1]))
		},
		probability: above(0),
	}
}

func rawICC() Entry {
	return Entry{
		Entry:       *quantity.Of(RawICC),
		OfTrueScore: true, Section: Reliability, Of: One, OfVariance: true, Needs: CovariatesOfLabels,
		draws: func(_ Evaluator, at Instance) posterior.Quantity {
			q, _ := vpc.RawICC(at.Studies[0], at.Scale)
			return q
		},
	}
}

// place returns which covariate, and which of its coefficients, has a name.
func place(sp spec.Spec, name string) (covariate, coefficient int) {
	for i, c := range sp.Covariates {
		if at := slices.Index(c.Coefficients(), name); at >= 0 {
			return i, at
		}
	}
	panic(fmt.Sprintf("catalogue: there is no covariate %q", name))
}

// coefficient returns the draws of the coefficient of an instance.
func (at Instance) coefficient() posterior.Quantity {
	i, c := place(at.Studies[0].Posterior().Spec(), at.Term)
	return at.Studies[0].PartCoefficients(i, at.part())[c]
}

// withoutCovariate reports whether the labels of a study lack several levels of the covariate, or the category.
func (q Entry) withoutCovariate(s model.StudyPosterior) bool {
	of := s.Posterior().Covariates()
	if of == nil {
		return false
	}
	i, c := place(s.Posterior().Spec(), q.Term)
	levels := of.Levels(i, s)
	covariate := s.Posterior().Spec().Covariates[i]
	if part := q.part(); part != spec.Whole && !of.Has(i, part, s) {
		return true
	}
	return len(levels) < 2 || covariate.IsCategory() && !slices.ContainsFunc(levels, func(l model.CovariateLevel) bool {
		return l.Name == covariate.Levels[c]
	})
}

// covariateDifference is the difference of mean labels by a covariate. The labels must be known.
func (v Evaluator) covariateDifference(name string, s model.StudyPosterior) posterior.Quantity {
	i, c := place(v.Spec(), name)
	levels := v.Covariates().Levels(i, s)
	covariate := v.Spec().Covariates[i]
	if !covariate.IsCategory() {
		low, high := Ends(levels)
		return v.differenceOf(s, i, high.Name, low.Name)
	}
	var others []string
	for _, level := range levels {
		if level.Name != covariate.Levels[c] {
			others = append(others, level.Name)
		}
	}
	return v.differenceOf(s, i, covariate.Levels[c], others...)
}

// differenceOf is the difference of the mean label at a level and at others.
func (v Evaluator) differenceOf(s model.StudyPosterior, i int, level string, others ...string) posterior.Quantity {
	between := v.Covariates().Between(i, s, level, others...)
	means := []posterior.Quantity{v.means.at(s, i, level, between)}
	for _, other := range others {
		means = append(means, v.means.at(s, i, other, between))
	}
	return vpc.DifferenceOf(s, means...)
}

// covariateMeans are the mean labels at levels of covariates. Several differences need each of them.
type covariateMeans struct {
	mutex sync.Mutex
	of    map[covariateLevel]func() posterior.Quantity
}

// covariateLevel is a level of a covariate in a study, both by their places in the fit, and between what it is
// compared.
type covariateLevel struct {
	study, covariate int
	level            string
	between          model.Between
}

// at returns the mean label of a study at a level of the i-th covariate.
func (cm *covariateMeans) at(
	s model.StudyPosterior, i int, level string, between model.Between,
) posterior.Quantity {
	key := covariateLevel{s.Index(), i, level, between}
	cm.mutex.Lock()
	mean, ok := cm.of[key]
	if !ok {
		mean = sync.OnceValue(func() posterior.Quantity { return vpc.CovariateMean(s, i, level, between) })
		cm.of[key] = mean
	}
	cm.mutex.Unlock()
	return mean()
}

// Ends returns the low and the high number of a covariate at which labels are compared. A tenth of the labels lie below
// the low number, and a tenth above the high one. If there are few numbers, they are the least and the largest.
func Ends(levels []model.CovariateLevel) (low, high model.CovariateLevel) {
	const few, tail = 5, 0.1
	low, high = levels[0], levels[len(levels)-1]
	if len(levels) <= few {
		return low, high
	}
	sum := 0.0
	below := true
	for _, l := range levels {
		sum += l.Share
		if below && sum >= tail {
			low, below = l, false
		}
		if sum >= 1-tail-1e-9 {
			return low, l
		}
	}
	return low, high
}
