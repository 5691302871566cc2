package result

import (
	"concord/internal/visible"
	"slices"
	"strings"

	"concord/internal/result/catalogue"
	"concord/posterior"
)

// Reasons why studies of two parts have no ρ and no xCC.
const (
	sharesNoItem = "the groups share no item"
	fittedApart  = "the groups are fitted separately, because one of them shares no item with a third"
)

// ApartNotes names the pairs of studies that have no ρ because they were fitted apart.
func (task Task) ApartNotes() []string {
	var notes []string
	for _, e := range task.Result.Estimates {
		if e.Quantity == catalogue.Rho && (e.Undefined == sharesNoItem || e.Undefined == fittedApart) {
			notes = append(notes, strings.Join(task.Key, ", ")+": no ρ of "+joined(e.Studies)+": "+e.Undefined+".")
		}
	}
	return notes
}

// Part is some studies of a table that were fitted together, without the others.
type Part struct {
	Studies []string
	Result  *Result // nil if they determine no model
	// Undefined says why there is none.
	Undefined string
}

// Together combines the results of parts, for a table in which some studies share no item. Numbers of one part are as
// in the result of that part; ρ and xCC of studies of two parts are undefined. At least one part must have a result.
func Together(data Data, agreement []Agreement, interval posterior.Interval, parts []Part) *Result {
	r := &Result{Data: data, Agreement: agreement, Interval: NewIntervals(interval, agreement)}
	for _, part := range parts {
		if part.Result != nil {
			r.include(part.Result)
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
		reason := sharesNoItem
		if pair.Items > 0 {
			reason = fittedApart
		}
		for _, quantity := range []string{catalogue.Rho, catalogue.XCC} {
			r.Estimates = append(r.Estimates, undefinedOf(quantity, scale, reason, pair.Studies[:]...))
		}
	}
	order := catalogue.Names()
	slices.SortStableFunc(r.Estimates, func(a, b Estimate) int {
		return slices.Index(order, a.Quantity) - slices.Index(order, b.Quantity)
	})
	return r
}

// include adds the result of a part.
func (r *Result) include(part *Result) {
	r.Estimates = append(r.Estimates, part.Estimates...)
	r.Probabilities = append(r.Probabilities, part.Probabilities...)
	r.Transformed = append(r.Transformed, part.Transformed...)
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

// Include adds the diagnostics of another fit: the worst of each number.
func (d *Diagnostics) Include(other *Diagnostics) {
	d.Divergences += other.Divergences
	d.MaxDepthHits += other.MaxDepthHits
	d.MaxRHat = larger(d.MaxRHat, other.MaxRHat)
	d.MinESSBulk = -larger(-d.MinESSBulk, -other.MinESSBulk)
	d.MinESSTail = -larger(-d.MinESSTail, -other.MinESSTail)
	d.MinEBFMI = -larger(-d.MinEBFMI, -other.MinEBFMI)
	d.OK, d.Converged = d.OK && other.OK, d.Converged && other.Converged
	d.Messages = append(d.Messages, other.Messages...)
}

// TrustBoth combines the diagnostics of two fits: the worst of each number. Messages begin with the name of their fit.
func TrustBoth(names [2]string, of [2]*Diagnostics) *Diagnostics {
	var each [2]Diagnostics
	for i, d := range of {
		each[i] = *d
		each[i].Messages = []string{}
		for _, m := range d.Messages {
			each[i].Messages = append(each[i].Messages, visible.Text(names[i])+": "+m)
		}
	}
	each[0].Include(&each[1])
	return &each[0]
}

// larger returns the larger of two numbers. If one is undefined, so is the result, because the worst is not known then.
func larger(a, b Number) Number {
	if !a.Defined() || b.Defined() && a > b {
		return a
	}
	return b
}

// undefinedOf returns an estimate without numbers, with the reason.
func undefinedOf(quantity, scale, reason string, studies ...string) Estimate {
	none := Undefined()
	return Estimate{Quantity: quantity, Studies: studies, Scale: scale, Mean: none, SD: none, Median: none,
		Lower: none, Upper: none, RHat: none, ESSBulk: none, ESSTail: none, MCSE: none, Undefined: reason}
}
