package predictive

import (
	"math"

	"concord/model"
	"concord/model/spec"
	"concord/study"
)

// itemPowers returns the number of items and the mean 2nd, 3rd and 4th powers of their means about the mean of these.
func itemPowers(s *sums) (n, second, third, fourth float64) {
	centre := 0.0
	for j, m := range s.mean {
		centre += (m - centre) / float64(j+1)
	}
	for _, m := range s.mean {
		d := m - centre
		d2 := d * d
		second += d2
		third += d2 * d
		fourth += d2 * d2
	}
	n = float64(len(s.mean))
	return n, second / n, third / n, fourth / n
}

// itemSkewness is [ItemSkewness].
func itemSkewness(s *sums) float64 {
	_, second, third, _ := itemPowers(s)
	return third / (second * math.Sqrt(second))
}

// itemKurtosis is [ItemKurtosis].
func itemKurtosis(s *sums) float64 {
	_, second, _, fourth := itemPowers(s)
	return fourth / (second * second)
}

// itemDoubt is the doubt about the shape of the items' distribution.
func itemDoubt(f finding) Doubt {
	if f.steps {
		return stepsDoubt(f)
	}
	d := Doubt{
		Assumption:  "the true scores of items have a normal distribution",
		Consequence: "ICC, ρ and xCC still hold for these items, but their intervals can be too narrow",
		Look:        "items of two kinds, such as easy and hard ones or two topics: report on each kind separately",
	}
	far := "a few items far from all others"
	switch {
	case f.spec.Items == spec.StudentItems:
		d.Assumption = "the true scores of items have Student's t distribution"
	case f.spec.CanHaveStudentItems():
		far += ": " + f.remedy(model.Choice{Name: "items-are", Value: spec.StudentItems.String()})
	}
	switch {
	case f.Statistic == ItemSkewness && f.spec.Family.Kind() == study.Binary:
		d.Look = "items that are nearly all clear on one side and open on the other: report on each kind separately"
	case f.Statistic == ItemSkewness && f.spec.Family.Kind() == study.Ordinal:
		d.Look = far + "; items of two kinds, most of them with labels at an end of the scale"
	case f.Statistic == ItemSkewness && f.spec.Family.Response() != nil:
		d.Look = far + "; labels that pile up at an end of their scale"
	case f.Statistic == ItemSkewness:
		d.Look = far + "; numbers such as times or counts: take their logarithms; labels " +
			"that pile up at an end of their scale"
	case f.Statistic == ItemKurtosis && f.high():
		d.Look = far
	}
	return d
}
