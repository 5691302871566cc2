package catalogue

import (
	"concord/internal/quantity"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
)

// Names of the parameters of each term besides items and labelers.
const (
	FacetSD  = "facet_sd"
	FacetRho = "facet_rho"
	// Component is the share of the variance.
	Component = "component"
	// InteractionSD replaces [FacetSD] for items and labelers together.
	InteractionSD = "interaction_sd"
	// LabelerResidualSD is the standard deviation of the logarithms of the labelers' residual standard deviations.
	LabelerResidualSD = "labeler_residual_sd"
	// SlopeSD is the standard deviation of the labelers' slopes by a number or time.
	SlopeSD = "slope_sd"
)

// Of returns the quantities of a model: of the family of its labels, of each term besides items and labelers, and of
// covariates.
func Of(f family.Family, terms []spec.Term, covariates []spec.Covariate) []Entry {
	all := For(f)
	for _, t := range terms {
		if t.Name == study.ItemFactor || t.Name == study.LabelerFactor {
			continue
		}
		switch {
		case t.Multiplies != "":
			all = append(all, discriminationShare())
			continue
		case t.Scales:
			all = append(all, noiseSD(t.Name))
		case t.Slopes != "":
			all = append(all, component(t.Name), slopeSD(t.Name))
		case t.Cluster: // whose share is [ClusterICC]
			all = append(all, facetSD(t.Name))
		default:
			all = append(all, component(t.Name), facetSD(t.Name))
		}
		if t.Covariance == spec.Correlated {
			all = append(all, facetRho(t.Name))
		}
	}
	return append(all, ofCovariates(covariates)...)
}

// OfTerm returns the quantity with a name. If terms besides items and labelers or covariates have the quantity, term
// names the one.
func OfTerm(name, term string) (Entry, bool) {
	switch name {
	case LabelerResidualSD:
		return noiseSD(term), true
	case FacetSD, InteractionSD:
		return facetSD(term), true
	case SlopeSD:
		return slopeSD(term), true
	case Component:
		if term == spec.DiscriminationTerm {
			return discriminationShare(), true
		}
		return component(term), true
	case FacetRho:
		return facetRho(term), true
	case Coefficient:
		return coefficient(term), true
	case ItemCoefficient, LabelerCoefficient:
		return partCoefficient(name, term), true
	case CovariateDifference:
		return covariateDifference(term), true
	case EffectDifference:
		return effectDifference(term), true
	case RawICC:
		return rawICC(), true
	}
	return Find(name)
}

func component(term string) Entry {
	return Entry{
		Entry: quantity.Named(Component, term), Term: term,
		Section: Reliability, Of: One, OfVariance: true, OfTrueScore: true, TellsBoundary: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			q, _ := v.joint(at.Scale).Partition(at.Studies[0]).Share(term)
			return q
		},
	}
}

func facetSD(term string) Entry {
	name := FacetSD
	if spec.IsItemByLabeler(term) {
		name = InteractionSD
	}
	return Entry{
		Entry: quantity.Named(name, term), Term: term, Parameter: "sd_" + term,
		Section: Parameters, Of: One, On: ParameterScale, Printed: ParameterScale,
		TellsBoundary: true,
		draws:         func(_ Evaluator, at Instance) posterior.Quantity { return at.Studies[0].TermSD(term) },
	}
}

// slopeSD is the spread of the labelers' slopes by a covariate.
func slopeSD(term string) Entry {
	q := facetSD(term)
	q.Entry = quantity.Named(SlopeSD, term)
	return q
}

// noiseSD is the spread of the labelers' residuals, which has no unit.
func noiseSD(term string) Entry {
	return Entry{
		Entry: quantity.Named(LabelerResidualSD, term), Term: term, Parameter: "sd_" + term,
		Section: Parameters, Of: One, On: ParameterScale, Printed: ParameterScale,
		TellsBoundary: true,
		draws:         func(_ Evaluator, at Instance) posterior.Quantity { return at.Studies[0].LabelerResidualSD() },
	}
}

func facetRho(term string) Entry {
	return Entry{
		Entry: quantity.Named(FacetRho, term), Term: term, Parameter: "cor_" + term,
		Section: Parameters, Of: Pair, On: ParameterScale, Printed: ParameterScale,
		TellsBoundary: true,
		draws:         func(_ Evaluator, at Instance) posterior.Quantity { return termCorrelation(term, at) },
	}
}

// termCorrelation is the correlation of the effects of a term in the two studies of an instance; 1 for a study with
// itself.
func termCorrelation(term string, at Instance) posterior.Quantity {
	a, b := at.Studies[0], at.Studies[1]
	if q, ok := a.TermCorrelation(term, b); ok {
		return q
	}
	return a.ItemCorrelation(a)
}
