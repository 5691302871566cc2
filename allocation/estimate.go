package allocation

import "concord/consensus"

// Estimate returns the expected variance of the score of an item after 0 to most further labels of a group. target
// predicts the labelers whose score counts, and group the labelers who give the labels.
//
// It is the variance of the best linear estimate (Goldstein and Wooff 2007, Bayes Linear Statistics, chapter 3): the
// covariance of the score s and the group's score g over draws is C, and the mean of m labels has the variance Var g +
// E v/m, where v is the variance of a label about g,
//
//	Var s − C²/(Var g + E v/m)
//
// For normal scores and a known variance of labels it is exact. Otherwise the posterior mean does no worse.
func Estimate(target, group consensus.Prediction, most int) []float64 {
	n := float64(len(target.Mean))
	s, g, v := 0.0, 0.0, 0.0
	for i := range target.Mean {
		s, g, v = s+target.Mean[i]/n, g+group.Mean[i]/n, v+group.Variance[i]/n
	}
	ss, gg, sg := 0.0, 0.0, 0.0
	for i := range target.Mean {
		a, b := target.Mean[i]-s, group.Mean[i]-g
		ss, gg, sg = ss+a*a/(n-1), gg+b*b/(n-1), sg+a*b/(n-1)
	}
	left := make([]float64, most+1)
	for m := range left {
		left[m] = ss
		if m > 0 && gg+v > 0 {
			left[m] -= sg * sg / (gg + v/float64(m))
		}
	}
	return left
}
