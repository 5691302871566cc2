package ask

import (
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/checks/loo"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/posterior"
)

// otherModel adds another model of the same labels: whether it predicts them better, its reliability and agreement, and
// the doubts that it resolves or has. Differences in expected log predictive density are by Pareto smoothed importance
// sampling (Vehtari, Gelman and Gabry 2017).
func (f fitting) otherModel(o result.Other) {
	a := f.Answer
	at := answer.Key{Of: o.Model}
	for k, p := range []*loo.Result{o.This, o.That} {
		of := []answer.Key{{}, at}[k]
		if a.Get("elpd", of) != nil { // of this one, beside a third
			continue
		}
		elpd := p.ELPD()
		a.Add("elpd", of, elpd.Value).SD = elpd.SE
		a.Add("p_loo", of, p.Parameters())
		r := a.Add("pareto_k", of, 0)
		r.N, r.Value = p.Unreliable()
	}
	d := o.That.Difference(o.This)
	difference := a.Add("elpd_difference", at, d.Value)
	difference.SD = d.SE
	difference.Why = say.Predicts(a, difference)
	of := catalogue.NewEvaluator(o.Fit.Posterior)
	reported, _ := of.Instances(o.Fit.Reference)
	var summaries []posterior.Summary
	for _, i := range reported {
		if slices.Contains([]string{catalogue.ICC, catalogue.Rho, catalogue.XCC}, i.Name) {
			s := of.Draws(i).Summarize(f.interval)
			row := f.row(i, s)
			row.Prior, row.SD, row.Draws = o.Model, none, nil
			a.Put(row)
			summaries = append(summaries, s)
		}
	}
	if trust := result.TrustOf(o.Fit, o.Fit.Posterior, summaries, nil); !trust.OK {
		a.Words("other_fit", at, trust.Messages[0])
	}
	if f.Check == nil || o.Fit.Check == nil {
		return
	}
	var resolved, remaining []string
	for _, x := range o.Fit.Check.Doubts {
		remaining = append(remaining, strings.Join(x.Studies, " × ")+": "+x.Assumption)
	}
	for _, x := range f.Check.Doubts {
		if text := strings.Join(x.Studies, " × ") + ": " + x.Assumption; !slices.Contains(remaining, text) {
			resolved = append(resolved, text)
		}
	}
	a.Add("doubts", at, float64(len(remaining)))
	a.Words("resolved", at, resolved...)
	a.Words("remaining", at, remaining...)
}
