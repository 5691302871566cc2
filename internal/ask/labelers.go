package ask

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"concord/consensus"
	"concord/internal/answer"
	"concord/internal/checks/predictive"
	"concord/internal/quantity"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/internal/visible"
)

// byNeed are the verdicts on labelers, those who need most first.
var byNeed = []consensus.Verdict{consensus.Retrain, consensus.Read, consensus.TooFew, consensus.Fine}

// Labelers says how each labeler does, and how labelers change with covariates. Labels are categories or not.
func Labelers(fit *answer.Answer, all []consensus.Labeler, categorical bool) *answer.Answer {
	a := answer.New("labelers", fit.Data, fit.Interval)
	a.Runs = fit.Runs
	for _, s := range fit.Data.Studies {
		for _, v := range byNeed {
			n := 0
			for _, l := range all {
				if l.Study == s.Name && l.Verdict == v {
					n++
				}
			}
			a.Add(strings.ReplaceAll(string(v), " ", "_"), answer.Key{Group: s.Name}, float64(n))
		}
	}
	seen(a, all, categorical)
	for _, name := range []string{catalogue.CovariateDifference, "difference_within", "difference_between", "matters",
		"changed"} {
		for _, r := range fit.Of(name) {
			if r.Scale == "" {
				a.Put(r)
			}
		}
	}
	for _, name := range [][2]string{{"change", "beyond"}, {"rate_change", "rate_beyond"}} {
		beyond := slices.Clone(fit.Of(name[1]))
		slices.SortStableFunc(beyond, func(a, b *answer.Row) int { return cmp.Compare(say.Surely(b), say.Surely(a)) })
		for _, r := range beyond {
			a.Put(fit.Get(name[0], r.Key))
			a.Put(r)
			if differs := fit.Get("differs", r.Key); differs != nil {
				a.Put(differs)
			}
		}
	}
	a.Verdict, a.Notes = say.LabelersVerdict(a), say.LabelersNotes(a)
	return a
}

// LabelersOf says how the labelers of a fit do, with the doubts of its predictive check; nil is no check.
func LabelersOf(known *consensus.Consensus, check *predictive.Check) *answer.Answer {
	a := answer.New("labelers", result.Data{}, result.Intervals{})
	if known != nil {
		seen(a, known.Labelers, known.Categories != nil)
	}
	if check == nil {
		return a
	}
	for _, doubt := range []struct {
		labelers []predictive.Labeler
		flag     string
	}{{check.Outliers, "random"}, {check.Uneven, "uneven"}} {
		for _, l := range doubt.labelers {
			if at := (answer.Key{Group: l.Study, Of: l.Name}); a.Get("others_slope", at) == nil {
				a.Add("others_slope", at, l.Slope).Method = doubt.flag
			}
		}
	}
	return a
}

// seen adds labelers by need.
func seen(a *answer.Answer, all []consensus.Labeler, categorical bool) {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(x, y consensus.Labeler) int {
		return cmp.Or(cmp.Compare(slices.Index(byNeed, x.Verdict), slices.Index(byNeed, y.Verdict)),
			cmp.Compare(concern(y), concern(x)))
	})
	agrees := "off"
	if categorical {
		agrees = "agrees"
	}
	for _, l := range all {
		at := answer.Key{Group: l.Study, Of: l.Name}
		add := func(name string, e consensus.Estimate, p float64) {
			if e.Defined() || !math.IsNaN(p) {
				a.Add(name, at, e.Mean).Within(e.Lower, e.Upper).P = p
			}
		}
		number := func(name string, x float64) {
			add(name, consensus.Estimate{Mean: x, Lower: math.NaN(), Upper: math.NaN()}, math.NaN())
		}
		verdict := a.Words("verdict", at, string(l.Verdict))
		verdict.N = l.Labels
		if why := fault(l); why != "" {
			if a.Words("fault", at, why); l.Alike == nil {
				verdict.P = concern(l)
			}
		}
		add("level", l.Level, math.NaN())
		add("leaning", l.Leaning, l.Leans)
		add("discrimination", l.Discrimination, l.Weak)
		number("reversed", l.Reversed)
		number("adrift", l.Adrift)
		add("noise", l.Noise, math.NaN())
		add(agrees, l.Agrees, math.NaN())
		number("support", l.Support)
		if number("drifts", l.Drifts); !math.IsNaN(l.Drifts) {
			a.Get("drifts", at).Method = l.DriftsWith
		}
		a.Words("same_labels", at, l.Alike...)
	}
}

// concern is the largest of the probabilities that something is wrong with a labeler; 0 if none is known.
func concern(l consensus.Labeler) float64 {
	worst := 0.0
	for _, p := range []float64{l.Weak, l.Leans, l.Drifts} {
		if p > worst {
			worst = p
		}
	}
	return worst
}

// fault gives the reason if a labeler is to be retrained or read; otherwise "".
func fault(l consensus.Labeler) string {
	worst := concern(l)
	switch {
	case l.Verdict != consensus.Retrain && l.Verdict != consensus.Read:
		return ""
	case l.Alike != nil:
		return "same labels as " + visible.Names(l.Alike)
	case l.Drifts == worst && l.Leans != worst && l.Weak != worst:
		return "changes with " + visible.Text(l.DriftsWith)
	case l.Leans == worst && l.Weak != worst && l.Leaning.Mean < 0:
		return "leans low"
	case l.Leans == worst && l.Weak != worst:
		return "leans high"
	case l.Reversed > consensus.Sure:
		return "reverses the scale"
	case l.Noise.Defined() && l.Discrimination.Lower > 0.5:
		return "careless"
	}
	return "barely follows the items"
}

// WithoutLabelers adds what a fit says without some labelers, beside what it says with all.
func WithoutLabelers(a *answer.Answer, out []consensus.Labeler, before, after *answer.Answer) {
	a.Add("left_out_labelers", say.Whole(a).At, float64(len(out)))
	for _, l := range out {
		a.Add("left_out", answer.Key{Group: l.Study, Of: l.Name}, float64(l.Labels))
	}
	for k, fit := range []*answer.Answer{before, after} {
		for _, name := range []string{catalogue.ICC, catalogue.Rho, catalogue.XCC} {
			for _, r := range fit.Of(name) {
				at := answer.Key{Group: r.Group, Of: r.Of, Against: r.Against, K: k + 1}
				if at.Of != "" && a.Get(name, answer.Key{Of: at.Against, Against: at.Of, K: 1}) != nil {
					at.Of, at.Against = at.Against, at.Of
				}
				if r.Scale == "" && r.Defined() {
					a.Add(name, at, r.Value).Within(r.Lower, r.Upper)
				}
			}
		}
		a.Words("conclusion", answer.Key{K: k + 1}, fit.Verdict...)
	}
}

// LabelerNames are the quantities of a table of labelers.
func LabelerNames() []string {
	return slices.Concat(quantity.Names("verdict", "others_slope"), quantity.Names("change", "differs"))
}
