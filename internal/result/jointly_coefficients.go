package result

import (
	"context"
	"slices"

	"concord/nonparam"
	"concord/study"
)

// JointCoefficients computes coefficients of all categories together, as [Coefficients] does, and then those of each
// category against the rest that a joint fit implies too.
func JointCoefficients(
	ctx context.Context, t *study.Table, reference string, o nonparam.Options,
) ([]Agreement, error) {
	all, err := Coefficients(ctx, t, reference, o)
	if err != nil {
		return nil, err
	}
	o.Coefficients = nil
	for _, a := range all {
		c := nonparam.Coefficient(a.Coefficient)
		if (c == nonparam.AlphaName || c == nonparam.NormalizedCrossKappaName) && !slices.Contains(o.Coefficients, c) {
			o.Coefficients = append(o.Coefficients, c)
		}
	}
	if o.Coefficients == nil {
		return all, nil
	}
	o.Distance = nil
	for c, category := range t.Categories() {
		results, err := nonparam.Agreement(ctx, t.Against(c), o)
		if err != nil {
			return nil, err
		}
		for _, a := range newAgreements(results) {
			a.Category = category
			all = append(all, a)
		}
	}
	return all, nil
}
