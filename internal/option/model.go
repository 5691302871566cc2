package option

import (
	"concord/model"
	"concord/model/family"
)

// Spec returns the model that a call asks for.
func Spec(call Asked) (model.Spec, error) {
	s := model.Spec{Discrimination: Discrimination.In(call)}
	var err error
	if s.Family, err = Chosen(call, Family, append([]family.Family{nil}, family.All()...)...); err != nil {
		return s, err
	}
	if s.Labelers, err = Chosen(call, LabelerEffects, model.AutoLabelers, model.Nested, model.Shared,
		model.NoLabelers); err != nil {
		return s, err
	}
	if s.Residual, err = Chosen(call, Residual, model.AutoResidual, model.CommonResidual, model.StudyResidual,
		model.LabelerResidual); err != nil {
		return s, err
	}
	if Has(call, ItemsAre) {
		if s.Items, err = Chosen(call, ItemsAre, model.ItemShapes()...); err != nil {
			return s, err
		}
	}
	if _, err = Covariance(call); Has(call, FacetEffects) && err != nil { // facets are known with the file
		return s, err
	}
	if s.Thresholds, err = Chosen(call, Thresholds, model.AutoThresholds, model.StudyThresholds,
		model.CommonThresholds); err != nil {
		return s, err
	}
	for _, prior := range []struct {
		Key[string]
		to *model.Prior
	}{{PriorMean, &s.Priors.Mean}, {PriorSD, &s.Priors.SD}, {PriorLabelerSD, &s.Priors.LabelerSD}} {
		if text := prior.In(call); text != "" {
			if *prior.to, err = model.ParsePrior(text); err != nil {
				return s, Refuse("--"+prior.Name+" %w", err)
			}
		}
	}
	if text := PriorCor.In(call); text != "" {
		if s.Priors.Correlation, err = model.ParseCorrelationPrior(text); err != nil {
			return s, Refuse("--prior-cor %w", err)
		}
	}
	return s, nil
}

// Covariance returns how the effects of facets in several studies go together.
func Covariance(call Asked) (model.Covariance, error) {
	return Chosen(call, FacetEffects, model.Independent, model.Correlated, model.Common)
}
