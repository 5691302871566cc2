package report

import (
	"context"
	"errors"
	"slices"

	"concord/nonparam"
	"concord/study"
)

// differenceSuffix makes the name of a coefficient that of its difference.
const differenceSuffix = "_difference"

// Coefficients computes coefficients of agreement for each study of a table, each pair of
// studies, and, for each two studies besides the reference, by how much the later one of the file
// agrees better with the reference than the earlier one. If ctx is cancelled it returns its error.
func Coefficients(ctx context.Context, t *study.Table, reference string, o nonparam.Options) ([]Agreement, error) {
	results, err := nonparam.Agreement(ctx, t, o)
	if err != nil {
		return nil, err
	}
	all := newAgreements(results)
	var across []nonparam.Coefficient // those that compare studies, in the order of the results
	for _, r := range results {
		if r.Coefficient.Across() && !slices.Contains(across, r.Coefficient) {
			across = append(across, r.Coefficient)
		}
	}
	var others []string
	for _, s := range t.Studies() {
		if s != reference {
			others = append(others, s)
		}
	}
	for _, c := range across {
		for i, a := range others {
			for _, b := range others[:i] {
				d, err := coefficientDifference(ctx, t, c, o, reference, a, b)
				if err != nil {
					return nil, err
				}
				all = append(all, d)
			}
		}
	}
	return all, nil
}

func coefficientDifference(ctx context.Context, t *study.Table, c nonparam.Coefficient, o nonparam.Options, reference, a, b string) (Agreement, error) {
	d, err := nonparam.Between(ctx, t.Study(reference), t.Study(a), t.Study(b), c, o)
	result := nonparam.Result{Estimate: d.Estimate}
	var undefined *nonparam.UndefinedError
	if errors.As(err, &undefined) {
		result.Coefficient, result.Studies = c, []string{reference, a, b}
		result.Undefined = undefined.Reason
	} else if err != nil {
		return Agreement{}, err
	}
	one := newAgreement(result)
	one.Coefficient += differenceSuffix
	return one, nil
}

func newAgreements(results []nonparam.Result) []Agreement {
	all := make([]Agreement, len(results))
	for i, r := range results {
		all[i] = newAgreement(r)
	}
	return all
}

func newAgreement(r nonparam.Result) Agreement {
	a := Agreement{
		Coefficient: string(r.Coefficient), Distance: r.Distance, Studies: r.Studies,
		Estimate: Number(r.Value), Lower: Undefined(), Upper: Undefined(), SE: Undefined(),
		K: r.K, Items: r.Items, Ratings: r.Ratings, Undefined: r.Undefined,
	}
	if r.Undefined != "" {
		a.Estimate = Undefined()
	}
	if r.SE != nil {
		a.SE = Number(*r.SE)
	}
	if r.Interval != nil {
		a.Lower, a.Upper = Number(r.Interval.Lower), Number(r.Interval.Upper)
	}
	if r.NoInterval != "" {
		a.Undefined = "no interval: " + r.NoInterval
	}
	return a
}
