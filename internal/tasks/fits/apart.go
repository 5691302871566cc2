package fits

import (
	"slices"

	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/posterior"
)

// Reasons why studies of two parts have no ρ and no xCC.
const (
	SharesNoItem = "the groups share no item"
	FittedApart  = "the groups are fitted separately, because one of them shares no item with a third"
)

// Part is some studies of a table that were fitted together, without the others.
type Part struct {
	Studies []string
	Result  *result.Result // nil if they determine no model
	// Undefined says why there is none.
	Undefined string
}

// Together combines the results of parts, for a table in which some studies share no item. Numbers of one part are as
// in the result of that part; ρ and xCC of studies of two parts are undefined. At least one part must have a result.
func Together(data result.Data, agreement []result.Agreement, interval posterior.Interval,
	parts []Part) *result.Result {
	r := &result.Result{Data: data, Agreement: agreement, Interval: result.NewIntervals(interval, agreement)}
	for _, part := range parts {
		if part.Result != nil {
			include(r, part.Result)
		}
	}
	scale := r.LabelScale()
	for _, part := range parts {
		for _, name := range part.Studies {
			if part.Result == nil {
				r.Estimates = append(r.Estimates, undefinedOf(catalogue.ICC, scale, part.Undefined, name))
			}
		}
	}
	partOf := func(name string) int {
		return slices.IndexFunc(parts, func(p Part) bool { return slices.Contains(p.Studies, name) })
	}
	for _, pair := range data.SharedItems {
		if partOf(pair.Studies[0]) == partOf(pair.Studies[1]) {
			continue
		}
		reason := SharesNoItem
		if pair.Items > 0 {
			reason = FittedApart
		}
		for _, quantity := range []string{catalogue.Rho, catalogue.XCC} {
			r.Estimates = append(r.Estimates, undefinedOf(quantity, scale, reason, pair.Studies[:]...))
		}
	}
	order := catalogue.Names()
	slices.SortStableFunc(r.Estimates, func(a, b result.Estimate) int {
		return slices.Index(order, a.Quantity) - slices.Index(order, b.Quantity)
	})
	return r
}

// include adds the result of a part.
func include(r, part *result.Result) {
	r.Estimates = append(r.Estimates, part.Estimates...)
	r.Probabilities = append(r.Probabilities, part.Probabilities...)
	r.PriorSensitivity = append(r.PriorSensitivity, part.PriorSensitivity...)
	r.Comparison = append(r.Comparison, part.Comparison...)
	r.Doubts = append(r.Doubts, part.Doubts...)
	if r.Model == nil {
		model, sampler, diagnostics := *part.Model, *part.Sampler, *part.Diagnostics
		diagnostics.Messages = slices.Clone(diagnostics.Messages)
		r.Model, r.Sampler, r.Diagnostics = &model, &sampler, &diagnostics
		return
	}
	s, of := r.Sampler, part.Sampler
	s.SetupSeconds += of.SetupSeconds
	s.WarmupSeconds += of.WarmupSeconds
	s.SamplingSeconds += of.SamplingSeconds
	s.Gradients += of.Gradients
	s.Attempts, s.Draws, s.Thin = max(s.Attempts, of.Attempts), min(s.Draws, of.Draws), max(s.Thin, of.Thin)
	r.Diagnostics.Include(part.Diagnostics)
}

// undefinedOf returns an estimate without numbers, with the reason.
func undefinedOf(quantity, scale, reason string, studies ...string) result.Estimate {
	none := result.Undefined()
	return result.Estimate{Quantity: quantity, Studies: studies, Scale: scale, Mean: none, SD: none, Median: none,
		Lower: none, Upper: none, RHat: none, ESSBulk: none, ESSTail: none, MCSE: none, Undefined: reason}
}
