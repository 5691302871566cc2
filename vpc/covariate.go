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
	response, mu := of.Posterior().Spec().Family.Response(), of.Mean()
	out := like(mu, "mean_at["+of.Name()+"]")
	if response == nil {
		for c, x := range out.Chains {
			for i := range x {
				x[i] = mu.Chains[c][i] + offset.Chains[c][i]
			}
		}
		return out
	}
	omega, own := of.DiscriminationSD(), of.Own()
	perChain(len(out.Chains), func(c int) {
		parameters := make([]float64, len(own))
		var mixture family.Mixture
		for i := range out.Chains[c] {
			for n, q := range own {
				parameters[n] = q.Chains[c][i]
			}
			at := family.Point{Mean: mu.Chains[c][i] + offset.Chains[c][i], SD: item.Chains[c][i],
				Rest: rest.Chains[c][i]}
			if w := omega.Chains[c][i]; w > 0 {
				sloped := family.SlopedPoint{Point: at, Slope: w}
				out.Chains[c][i], _, _ = family.SlopedMoments(response, sloped, parameters)
			} else if m := of.Posterior().ItemMixture(&mixture, c, i); m != nil {
				mixed := family.MixedPoint{Point: at, Factors: m}
				out.Chains[c][i], _, _ = family.MixedMoments(response, mixed, parameters)
			} else {
				out.Chains[c][i], _, _ = response.Moments(at, parameters)
			}
		}
	})
	return out
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
	response, mu, own := spec.Family.Response(), of.Mean(), of.Own()
	item, rest := items, restWithout(of.RestSD(), of.LabelerSD(), labelers)
	out := like(mu, "raw_icc_"+scale.String()+"["+of.Name()+"]")
	perChain(len(out.Chains), func(c int) {
		parameters := make([]float64, len(own))
		var mixture family.Mixture
		for i := range out.Chains[c] {
			for n, q := range own {
				parameters[n] = q.Chains[c][i]
			}
			shared, all := v.Item.Chains[c][i], v.Total.Chains[c][i]
			square := func(x float64) float64 { return x * x }
			if m := of.Posterior().ItemMixture(&mixture, c, i); m != nil {
				_, between, total := family.MixedMoments(response, family.MixedPoint{Point: family.Point{
					Mean: mu.Chains[c][i], SD: item.Chains[c][i],
					Rest: math.Sqrt(math.Max(0, square(rest.Chains[c][i])+all-shared)),
				}, Shared: shared, Factors: m}, parameters)
				out.Chains[c][i] = between / total
				continue
			}
			covariance := square(item.Chains[c][i]) + shared
			// For a covariance below 0 the curve counts as odd. It is small: a label has few partners in its item.
			_, between, total := response.Moments(family.Point{
				Mean: mu.Chains[c][i], SD: math.Sqrt(math.Abs(covariance)),
				Rest: math.Sqrt(math.Max(0, square(item.Chains[c][i])+square(rest.Chains[c][i])+all-
					math.Abs(covariance))),
			}, parameters)
			out.Chains[c][i] = math.Copysign(between, covariance) / total
		}
	})
	return out, true
}
