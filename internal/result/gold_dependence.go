package result

import (
	"math"

	"concord/posterior"
	"concord/study"
)

// singleByFit returns how often a single label of a group is the gold label, by the fit; nil without a fit, or if
// labels are not binary. Let p and q be the shares of positive labels of group and standard. The covariance of two such
// labels is c = xCC √(p(1−p) q(1−q)). If the gold label is positive, a label is positive with probability p + c/q. If
// it is negative, a label is negative with probability 1 − p + c/(1−q). How many labels were collected does not matter.
func (gl goldComparison) singleByFit(g GoldGroup) *GoldAnswers {
	s, ok := gl.fitted(g.Study)
	if !ok || gl.Standard.Table().Kind() != study.Binary {
		return nil
	}
	joint := gl.labels()
	of := func(category string, f func(p, q, c float64) float64) *GoldShare {
		q := posterior.Map("", func(x []float64) float64 {
			return f(x[0], x[1], x[2]*math.Sqrt(x[0]*(1-x[0])*x[1]*(1-x[1])))
		}, joint.Partition(s).Mean(), joint.Partition(gl.standard).Mean(), joint.XCC(s, gl.standard))
		lower, upper := q.CredibleInterval(gl.Interval)
		return &GoldShare{Category: category, Estimate: Number(q.Mean()), Lower: Number(lower), Upper: Number(upper),
			Items: g.Items}
	}
	names := gl.Gold.Categories()
	return &GoldAnswers{Items: g.Items,
		Right: of("", func(p, q, c float64) float64 { return p*q + (1-p)*(1-q) + 2*c }),
		ByCategory: []GoldShare{
			*of(names[0], func(p, q, c float64) float64 { return 1 - p + c/(1-q) }),
			*of(names[1], func(p, q, c float64) float64 { return p + c/q }),
		}}
}
