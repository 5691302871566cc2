package result

import (
	"context"
	"slices"

	"concord/nonparam"
	"concord/study"
)

// differenceSuffix turns the name of a coefficient into the name of its difference.
const differenceSuffix = "_difference"

// Coefficients computes coefficients of agreement for each study of a table and for each pair of studies. For each two
// studies besides the reference it computes how much better the later one in the file agrees with the reference. If ctx
// is cancelled it returns its error.
//
// If labels are sets and no distance is given, the distances are MASI, Jaccard's, and equality of whole sets.
func Coefficients(ctx context.Context, t *study.Table, reference string, o nonparam.Options) ([]Agreement, error) {
	if t.Sets() == nil || o.Distance != nil {
		return coefficientsOf(ctx, t, reference, o)
	}
	var all []Agreement
	for _, d := range append(nonparam.SetDistances(), nonparam.Nominal) {
		o.Distance = d
		found, err := coefficientsOf(ctx, t, reference, o)
		if err != nil {
			return nil, err
		}
		if all = append(all, found...); o.Coefficients == nil {
			o.Coefficients = withDistance(found)
		}
	}
	return all, nil
}

// withDistance returns the coefficients among those found that depend on a distance.
func withDistance(found []Agreement) []nonparam.Coefficient {
	all := []nonparam.Coefficient{}
	for _, a := range found {
		c := nonparam.Coefficient(a.Coefficient)
		if c.Known() && c.UsesDistance() && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return all
}

// coefficientsOf is [Coefficients] by one distance.
func coefficientsOf(ctx context.Context, t *study.Table, reference string, o nonparam.Options) ([]Agreement, error) {
	results, err := nonparam.Agreement(ctx, t, o)
	if err != nil {
		return nil, err
	}
	all := NewAgreements(results)
	o.Coefficients = nil // those that compare studies, in the order of the results
	for _, r := range results {
		if r.Coefficient.Across() && !slices.Contains(o.Coefficients, r.Coefficient) {
			o.Coefficients = append(o.Coefficients, r.Coefficient)
		}
	}
	if len(t.Studies()) < 3 || o.Coefficients == nil {
		return all, nil
	}
	differences, err := nonparam.Differences(ctx, t, reference, o)
	if err != nil {
		return nil, err
	}
	return addDifferences(all, differences), nil
}

// AddGroupDifferences adds to coefficients of several studies the differences of those of one study from the reference:
// by how much labels of a study agree with each other more than the reference's do.
func AddGroupDifferences(
	ctx context.Context, all []Agreement, t *study.Table, reference string, o nonparam.Options,
) ([]Agreement, error) {
	if len(t.Studies()) < 2 || t.Sets() != nil && o.Distance == nil {
		return all, nil
	}
	differences, err := nonparam.GroupDifferences(ctx, t, reference, o)
	return addDifferences(all, differences), err
}

// addDifferences adds differences of coefficients to coefficients.
func addDifferences(all []Agreement, differences []nonparam.Outcome) []Agreement {
	all = slices.Grow(all, len(differences)) // of a thousand studies these are a million and more
	for _, r := range differences {
		d := CoefficientOf(r)
		d.Coefficient += differenceSuffix
		all = append(all, d)
	}
	return all
}

func NewAgreements(results []nonparam.Outcome) []Agreement {
	all := make([]Agreement, len(results))
	for i, r := range results {
		all[i] = CoefficientOf(r)
	}
	return all
}

// CoefficientOf reports a coefficient.
func CoefficientOf(r nonparam.Outcome) Agreement {
	a := Agreement{
		Coefficient: string(r.Coefficient), Distance: r.Distance, Studies: r.Studies,
		Estimate: Number(r.Value), Lower: Undefined(), Upper: Undefined(), SE: Undefined(),
		K: r.K, Category: r.Category, Items: r.Items, Ratings: r.Ratings, Clusters: r.Clusters,
		InBoth: r.People, OwnPairs: r.OwnPairs,
		Undefined: r.Undefined,
	}
	if r.Undefined != "" {
		a.Estimate = Undefined()
	}
	if f := r.Friedman; f != nil {
		a.Friedman = &Friedman{Number(f.ChiSquared), f.DF, Number(f.P)}
	}
	if r.SE != nil {
		a.SE = Number(*r.SE)
	}
	if r.Interval != nil {
		a.Lower, a.Upper = Number(r.Interval.Lower), Number(r.Interval.Upper)
		a.Method, a.Resampled = r.Interval.Method, resampled(r)
		a.Fixed, a.DF = r.Interval.Fixed, Number(r.Interval.DF)
	}
	if r.NoInterval != "" {
		a.Undefined = "no interval: " + r.NoInterval
	}
	return a
}

// resampled names the things that the interval of a coefficient treats as drawn at random.
func resampled(r nonparam.Outcome) string {
	switch clustered := r.Clusters > 0; {
	case clustered && r.Interval.Resampled == nonparam.Items.String():
		return ResampledClusters
	case clustered && r.Interval.Resampled == nonparam.Both.String():
		return ResampledClustersBoth
	}
	switch r.Interval.Resampled {
	case nonparam.Items.String():
		return ResampledItems
	case nonparam.Raters.String():
		return ResampledLabelers
	case nonparam.Both.String():
		return ResampledBoth
	}
	// Limits by F. One-way limits do not use who gave the labels of an item.
	if r.Coefficient == nonparam.ICC1Name || r.Coefficient == nonparam.ICC1kName {
		return ResampledItems
	}
	return ResampledBoth
}
