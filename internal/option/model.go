package option

import (
	"concord/model/family"
	"concord/model/spec"
)

// Spec returns the model that a call asks for.
func Spec(call Asked) (spec.Spec, error) {
	s := spec.Spec{Discrimination: Discrimination.In(call)}
	var err error
	if s.Family, err = Chosen(call, Family, append([]family.Family{nil}, family.All()...)...); err != nil {
		return s, err
	}
	if s.Labelers, err = Chosen(call, LabelerEffects, spec.AutoLabelers, spec.Nested, spec.Shared,
		spec.NoLabelers); err != nil {
		return s, err
	}
	if s.Residual, err = Chosen(call, Residual, spec.AutoResidual, spec.CommonResidual, spec.StudyResidual,
		spec.LabelerResidual); err != nil {
		return s, err
	}
	if Has(call, ItemsAre) {
		if s.Items, err = Chosen(call, ItemsAre, spec.ItemShapes()...); err != nil {
			return s, err
		}
	}
	if _, err = Covariance(call); Has(call, FacetEffects) && err != nil { // facets are known with the file
		return s, err
	}
	if s.Thresholds, err = Chosen(call, Thresholds, spec.AutoThresholds, spec.StudyThresholds,
		spec.CommonThresholds); err != nil {
		return s, err
	}
	for _, prior := range []struct {
		Key[string]
		to *spec.Prior
	}{{PriorMean, &s.Priors.Mean}, {PriorSD, &s.Priors.SD}, {PriorLabelerSD, &s.Priors.LabelerSD}} {
		if text := prior.In(call); text != "" {
			if *prior.to, err = spec.ParsePrior(text); err != nil {
				return s, Refuse("--"+prior.Name+" %w", err)
			}
		}
	}
	if text := PriorCor.In(call); text != "" {
		if s.Priors.Correlation, err = spec.ParseCorrelationPrior(text); err != nil {
			return s, Refuse("--prior-cor %w", err)
		}
	}
	return s, nil
}

// Covariance returns how the effects of facets in several studies go together.
func Covariance(call Asked) (spec.Covariance, error) {
	return Chosen(call, FacetEffects, spec.Independent, spec.Correlated, spec.Common)
}
