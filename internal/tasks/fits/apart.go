package fits

import (
	"math"
	"slices"

	"concord/internal/answer"
	"concord/internal/quantity"
	"concord/internal/result/catalogue"
)

// Reasons why studies of two parts have no ρ and no xCC.
const (
	SharesNoItem = "the groups share no item"
	FittedApart  = "the groups are fitted separately, because one of them shares no item with a third"
)

// Part is some studies of a table that were fitted together, without the others.
type Part struct {
	Studies []string
	Result  *answer.Answer // nil if they determine no model
	// Undefined says why there is none.
	Undefined string
}

// Together adds the results of parts to the coefficients of a table in which some studies share no item. Numbers of one
// part are as in the result of that part; ρ and xCC of studies of two parts are undefined. At least one part must have
// a result.
func Together(a *answer.Answer, parts []Part) {
	a.Runs = nil
	var estimates, rest []*answer.Row
	undefined := func(name, why string, groups ...string) {
		r := answer.NewRow(quantity.Of(name), answer.Among(groups...), math.NaN())
		r.Why = why
		estimates = append(estimates, r)
	}
	order := catalogue.Names()
	for _, part := range parts {
		if part.Result == nil {
			for _, name := range part.Studies {
				undefined(catalogue.ICC, part.Undefined, name)
			}
			continue
		}
		include(a, part.Result)
		for _, r := range part.Result.Rows {
			switch {
			case slices.Contains(order, r.Q.Name) && r.Prior == "" && r.Event == "":
				estimates = append(estimates, r)
			default:
				rest = append(rest, r)
			}
		}
	}
	partOf := func(name string) int {
		return slices.IndexFunc(parts, func(p Part) bool { return slices.Contains(p.Studies, name) })
	}
	for _, pair := range a.Data.SharedItems {
		if partOf(pair.Studies[0]) == partOf(pair.Studies[1]) {
			continue
		}
		reason := SharesNoItem
		if pair.Items > 0 {
			reason = FittedApart
		}
		undefined(catalogue.Rho, reason, pair.Studies[:]...)
		undefined(catalogue.XCC, reason, pair.Studies[:]...)
	}
	slices.SortStableFunc(estimates, func(x, y *answer.Row) int {
		return slices.Index(order, x.Q.Name) - slices.Index(order, y.Q.Name)
	})
	for _, r := range append(estimates, rest...) {
		switch old := a.Get(r.Q.Name, r.Key); {
		case old == nil:
			a.Put(r)
		case old.Q.Name == "doubts":
			old.Value += r.Value
		default:
			old.P = r.P // of a coefficient
		}
	}
}

// include adds the run of a part.
func include(a, part *answer.Answer) {
	of := part.Runs[0]
	if a.Runs == nil {
		model, sampler, trust := *of.Model, *of.Sampler, *of.Trust
		trust.Messages = slices.Clone(trust.Messages)
		a.Runs, a.Set = []answer.Run{{Model: &model, Sampler: &sampler, Trust: &trust}}, part.Set
		return
	}
	s := a.Runs[0].Sampler
	s.SetupSeconds += of.Sampler.SetupSeconds
	s.WarmupSeconds += of.Sampler.WarmupSeconds
	s.SamplingSeconds += of.Sampler.SamplingSeconds
	s.Gradients += of.Sampler.Gradients
	s.Attempts, s.Draws = max(s.Attempts, of.Sampler.Attempts), min(s.Draws, of.Sampler.Draws)
	s.Thin = max(s.Thin, of.Sampler.Thin)
	a.Runs[0].Trust.Include(of.Trust)
}
