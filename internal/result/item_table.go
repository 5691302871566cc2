package result

import (
	"slices"

	"concord/posterior"
)

// OfFits describes the first of several fits of one model, with the diagnostics of all.
func OfFits(data Data, fits []Fit, interval posterior.Interval) (*Model, *Sampler, *Diagnostics) {
	var first *Result
	for _, fit := range fits {
		r := New(data, fit, nil, interval)
		if first == nil {
			first = r
			continue
		}
		said := first.Diagnostics.Messages
		r.Diagnostics.Messages = slices.DeleteFunc(r.Diagnostics.Messages,
			func(m string) bool { return slices.Contains(said, m) })
		first.Diagnostics.Include(r.Diagnostics)
		first.Sampler.SetupSeconds += r.Sampler.SetupSeconds
		first.Sampler.WarmupSeconds += r.Sampler.WarmupSeconds
		first.Sampler.SamplingSeconds += r.Sampler.SamplingSeconds
	}
	return first.Model, first.Sampler, first.Diagnostics
}
