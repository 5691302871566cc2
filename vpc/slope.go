package vpc

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
)

// MeanBy returns the mean label that some labelers of the table give in a study. Each of them counts the same. Items
// and the levels of other terms are random ones, so that only the labelers set it apart from [Partition.Mean] on the
// label scale. The error is a [*study.NameError] for a labeler without an effect in the study, and [model.ErrNoEffects]
// if the fit did not keep the effects of labelers.
func MeanBy(of model.StudyPosterior, labelers []string) (posterior.Quantity, error) {
	sum, rest := of.Mean().Like("mean_by["+of.Name()+"]"), withoutLabeler(of)
	for _, name := range labelers {
		effect, err := of.LabelerEffect(name)
		if err != nil {
			return sum, err
		}
		for c, chain := range meanAt(of, effect, of.ItemSD(), rest).Chains {
			floats.AddScaled(sum.Chains[c], 1/float64(len(labelers)), chain)
		}
	}
	return sum, nil
}

// LabelerDifferences returns by how much the mean label of each labeler of the table is higher at one level of the i-th
// covariate, a number or time, than at another. Labelers have separate slopes by it. The items and the levels of other
// terms are random ones, and other covariates are at their means. The quantity of a labeler who has no labels in the
// study has no draws. The error is [model.ErrNoEffects] if the fit did not keep the effects and slopes of labelers.
func LabelerDifferences(of model.StudyPosterior, i int, high, low model.CovariateLevel) ([]posterior.Quantity, error) {
	effects, err := of.LabelerEffects()
	if err != nil {
		return nil, err
	}
	slopes, err := of.LabelerSlopes(i)
	if err != nil {
		return nil, err
	}
	own := spec.SlopeTerm(of.Posterior().Spec().Covariates[i].Factor)
	beta, rest := of.Coefficients(i)[0], withoutLabeler(of, own)
	all := make([]posterior.Quantity, len(slopes))
	for k, slope := range slopes {
		if slope.Chains == nil {
			continue
		}
		at := func(level model.CovariateLevel) posterior.Quantity {
			offset := posterior.Map(level.Name, func(x []float64) float64 {
				return x[0] + (x[1]+x[2])*level.Offset
			}, effects[k], beta, slope)
			return meanAt(of, offset, of.ItemSD(), rest)
		}
		all[k] = posterior.Difference("covariate_difference", at(high),
			at(low))
	}
	return all, nil
}

// withoutLabeler returns the standard deviation of all terms but items, the labeler, and terms of these names.
func withoutLabeler(of model.StudyPosterior, but ...string) posterior.Quantity {
	but = append(but, study.ItemFactor, study.LabelerFactor)
	all := []posterior.Quantity{of.Mean().Like("")}
	for _, t := range of.Terms() {
		if t.OfLabels() && !slices.Contains(but, t.Name) {
			all = append(all, of.EffectSD(t))
		}
	}
	return posterior.Map("sd_rest", func(sd []float64) float64 { return floats.Norm(sd, 2) }, all...)
}
