package vpc

import (
	"math"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/study"
)

// meanAt returns the mean label of a study if the covariates add something to the linear predictor, draw by draw:
// offset, on the scale of the parameters. Items and everything else that is at random have the standard deviations item
// and rest.
func meanAt(of model.StudyPosterior, offset, item, rest posterior.Quantity) posterior.Quantity {
	response := of.Posterior().Spec().Family.Response()
	return of.Map("mean_at["+of.Name()+"]", func(c, i int, d *model.Draw) float64 {
		at := d.Items()
		at.Mean += offset.Chains[c][i]
		if response == nil {
			return at.Mean
		}
		at.SD, at.Rest = item.Chains[c][i], rest.Chains[c][i]
		mean, _, _ := family.Moments(response, at, d.Own)
		return mean
	})
}

// CovariateMean returns the mean label of a study at a level of the i-th covariate, compared between items, labelers,
// or neither. Other covariates are at their means. Items, labelers and the levels of other terms are random ones:
// between items, those of items that are alike in covariates. The labels of the fit must be known.
func CovariateMean(of model.StudyPosterior, i int, level string, between model.Between) posterior.Quantity {
	item, rest := of.ItemSD(), of.RestSD()
	if between.Items {
		item = of.TermSD(study.ItemFactor)
	}
	if between.Labelers {
		rest = restWithout(rest, of.LabelerSD(), of.TermSD(study.LabelerFactor))
	}
	return meanAt(of, of.Posterior().Covariates().At(i, of, level, between), item, rest)
}

// restWithout replaces a part of a standard deviation by another, smaller one.
func restWithout(rest, part, by posterior.Quantity) posterior.Quantity {
	return posterior.Map(rest.Name, func(x []float64) float64 {
		return math.Sqrt(math.Max(0, x[0]*x[0]-x[1]*x[1]+x[2]*x[2]))
	}, rest, part, by)
}

// CovariateDifference returns by how much the mean label of a study is higher at a level of the i-th covariate than at
// other levels, which count equally. It compares labels of one item by one labeler, if they determine the difference.
// See [CovariateMean].
func CovariateDifference(of model.StudyPosterior, i int, level string, others ...string) posterior.Quantity {
	between := of.Posterior().Covariates().Between(i, of, level, others...)
	means := []posterior.Quantity{CovariateMean(of, i, level, between)}
	for _, other := range others {
		means = append(means, CovariateMean(of, i, other, between))
	}
	return DifferenceOf(of, means...)
}

// DifferenceOf returns by how much the first of the means of [CovariateMean] is above the mean of the others.
func DifferenceOf(of model.StudyPosterior, means ...posterior.Quantity) posterior.Quantity {
	return posterior.Map("covariate_difference["+of.Name()+"]", func(x []float64) float64 {
		mean := 0.0
		for _, other := range x[1:] {
			mean += other / float64(len(x)-1)
		}
		return x[0] - mean
	}, means...)
}

// RawICC returns the correlation of two labels of one item, by different labelers. The variance that covariates explain
// counts for items, labelers or labels. The ICC of a [Partition] is of labels whose covariates are the same. x'β of
// random labels is assumed to be normal. As any correlation it may be below 0: labels of one item may differ more in
// their covariates than labels of several items. The model must have covariates, and no discriminations on the label
// scale of a family with a link: ok is false there.
func RawICC(of model.StudyPosterior, scale Scale) (q posterior.Quantity, ok bool) {
	covariates, spec := of.Posterior().Covariates(), of.Posterior().Spec()
	latent := scale == ParameterScale(spec.Family)
	if covariates == nil || spec.Discrimination && !latent {
		return q, false
	}
	v := covariates.Variance(of) // has what covariates add to items and labelers, too
	items, labelers := of.TermSD(study.ItemFactor), of.TermSD(study.LabelerFactor)
	if latent {
		square := func(x float64) float64 { return x * x }
		partition := ParameterPartition(of)
		return posterior.Map("raw_icc["+of.Name()+"]", func(x []float64) float64 {
			item := x[0] - square(x[1]) + square(x[2]) + x[3]
			total := x[4] - square(x[1]) + square(x[2]) - square(x[5]) + square(x[6]) + x[7]
			return item / total
		}, partition.TrueVariance(), of.ItemSD(), items, v.Item, partition.TotalVariance(), of.LabelerSD(), labelers,
			v.Total), true
	}
	response, rest := spec.Family.Response(), restWithout(of.RestSD(), of.LabelerSD(), labelers)
	return of.Map("raw_icc_"+scale.String()+"["+of.Name()+"]", func(c, i int, d *model.Draw) float64 {
		square := func(x float64) float64 { return x * x }
		at := d.Items()
		shared, all, other := v.Item.Chains[c][i], v.Total.Chains[c][i], rest.Chains[c][i]
		at.SD = items.Chains[c][i]
		if at.DF > 0 {
			at.Rest, at.Shared = math.Sqrt(math.Max(0, square(other)+all-shared)), shared
			_, between, total := family.Moments(response, at, d.Own)
			return between / total
		}
		covariance, item := square(at.SD)+shared, square(at.SD)
		// For a covariance below 0 the curve counts as odd. It is small: a label has few partners in its item.
		at.SD = math.Sqrt(math.Abs(covariance))
		at.Rest = math.Sqrt(math.Max(0, item+square(other)+all-math.Abs(covariance)))
		_, between, total := family.Moments(response, at, d.Own)
		return math.Copysign(between, covariance) / total
	}), true
}
