package result

import (
	"concord/model"
	"concord/posterior"
	"concord/vpc"
	"concord/xcc"
)

// measurer makes measures of the quantities of a fit, on each of its scales.
type measurer struct {
	interval posterior.Interval
	joints   []xcc.Joint
	scales   []vpc.Scale
	// The summaries of measures on the scale of labels, and of the others; diagnostics follow from them.
	leading, others *[]posterior.Summary
}

func newMeasurer(fit *model.Posterior, interval posterior.Interval) measurer {
	return measurer{interval: interval, joints: xcc.Joints(fit), scales: vpc.Scales(fit.Spec().Family),
		leading: &[]posterior.Summary{}, others: &[]posterior.Summary{}}
}

func (mg measurer) measure(scale vpc.Scale, q posterior.Quantity) Measure {
	return measureOf(scale, q.Summarize(mg.interval))
}

func measureOf(scale vpc.Scale, s posterior.Summary) Measure { return measureIn(scale.String(), s) }

// measureIn is measureOf for the name of a scale.
func measureIn(scale string, s posterior.Summary) Measure {
	m := Measure{Scale: scale, Median: Number(s.Median), Mean: Number(s.Mean), Lower: Number(s.Lower),
		Upper: Number(s.Upper)}
	if !m.Median.Defined() {
		m.Undefined = "a draw is not a number"
	}
	return m
}

// labels is the joint posterior on the scale of labels.
func (mg measurer) labels() xcc.Joint { return mg.joints[len(mg.joints)-1] }

// worth returns the worth of a label of a study in labels of the pool, on each scale.
func (mg measurer) worth(pool, of model.StudyPosterior) []Measure {
	all := mg.each(func(j xcc.Joint) posterior.Quantity { return j.Worth(pool, of) })
	for i := range all {
		all[i] = withoutMean(all[i])
	}
	return all
}

// withoutMean removes the mean from a measure of a quantity whose posterior has none. The quantity is a ratio whose
// denominator can be near 0, so that the mean of more and more draws has no limit.
func withoutMean(m Measure) Measure {
	m.Mean = Undefined()
	return m
}

// label returns a measure on the scale of labels.
func (mg measurer) label(q posterior.Quantity) *Measure {
	m := mg.measure(mg.scales[len(mg.scales)-1], q)
	return &m
}

// each returns a measure on each scale.
func (mg measurer) each(f func(j xcc.Joint) posterior.Quantity) []Measure {
	var all []Measure
	for i, j := range mg.joints {
		s := f(j).Summarize(mg.interval)
		all = append(all, measureOf(mg.scales[i], s))
		to := mg.others
		if i == len(mg.joints)-1 {
			to = mg.leading
		}
		*to = append(*to, s)
	}
	return all
}
