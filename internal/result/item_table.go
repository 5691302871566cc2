package result

import (
	"slices"

	"concord/internal/result/catalogue"
	"concord/posterior"
)

// OfFits describes the first of several fits of one model, with the diagnostics of all. They are judged on the scale of
// the parameters, because nothing else of the fits is reported.
func OfFits(fits []Fit, interval posterior.Interval) (model *Model, sampler *Sampler, trust *Diagnostics) {
	for _, fit := range fits {
		of := fit.Evaluator()
		reported, _ := of.Instances(fit.Reference)
		reported = slices.DeleteFunc(reported, func(at catalogue.Instance) bool { return at.Scale != of.Scales()[0] })
		summaries := Summarize(of, reported, interval, nil)
		s, d := fit.Sampler(), fit.Trust(reported, summaries)
		if trust == nil {
			model, sampler, trust = fit.Model(), s, d
			continue
		}
		d.Messages = slices.DeleteFunc(d.Messages, func(m string) bool { return slices.Contains(trust.Messages, m) })
		trust.Include(d)
		sampler.SetupSeconds += s.SetupSeconds
		sampler.WarmupSeconds += s.WarmupSeconds
		sampler.SamplingSeconds += s.SamplingSeconds
	}
	return model, sampler, trust
}
