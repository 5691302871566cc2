package result

import (
	"cmp"
	"math"
	"slices"

	"concord/internal/checks/predictive"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
	"concord/nominal"
	"concord/posterior"
)

// jointMaker works out the parts of a result.
type jointMaker struct {
	*Jointly
	fit       JointFit
	p         *nominal.Posterior
	interval  posterior.Interval
	described *nominal.Description
	summaries []posterior.Summary
}

func newJointMaker(j *Jointly, fit JointFit, interval posterior.Interval) *jointMaker {
	return &jointMaker{Jointly: j, fit: fit, p: fit.Posterior, interval: interval, described: fit.described()}
}

// unused is [unusedIn] of the fit.
func (jm *jointMaker) unused(category string, studies ...int) string {
	return unusedIn(jm.p, category, studies...)
}

// add adds an estimate of a category, or of all together (""), in some groups.
func (jm *jointMaker) add(quantity, category string, q posterior.Quantity, studies ...int) Estimate {
	var names []string
	for _, s := range studies {
		names = append(names, jm.p.Studies()[s])
	}
	e := Estimate{Quantity: quantity, Category: category, Studies: names, Scale: ScaleLabel}
	if e.Undefined = jm.unused(category, studies...); e.Undefined != "" {
		none := Undefined()
		e.Mean, e.SD, e.Median, e.Lower, e.Upper = none, none, none, none, none
		e.RHat, e.ESSBulk, e.ESSTail, e.MCSE = none, none, none, none
		jm.Estimates = append(jm.Estimates, e)
		return e
	}
	s := q.Summarize(jm.interval)
	s.Name = visible.Text(quantity) + " (" + visible.Names(names) + ")"
	if category != "" {
		s.Name = visible.Text(quantity+" of "+category) + " (" + visible.Names(names) + ")"
	}
	jm.summaries = append(jm.summaries, s)
	e.Mean, e.SD, e.Median = Number(s.Mean), Number(s.SD), Number(s.Median)
	e.Lower, e.Upper = Number(s.Lower), Number(s.Upper)
	e.RHat, e.ESSBulk, e.ESSTail, e.MCSE = Number(s.RHat), Number(s.ESSBulk), Number(s.ESSTail), Number(s.MCSEMean)
	e.Boundary, e.Skewed = e.boundary(), skewed(s)
	if !e.Defined() {
		e.Undefined = "a draw is not a number"
	}
	jm.Estimates = append(jm.Estimates, e)
	return e
}

// estimates adds the rates and reliabilities of each group, the agreement of each pair, and which of two is closer to
// the reference, with its probability.
func (jm *jointMaker) estimates() {
	reference := slices.Index(jm.p.Studies(), jm.Model.Reference)
	for _, q := range jointQuantities(jm.described, jm.Categories, jm.p.HasLabelers, reference) {
		e := jm.add(q.Quantity, q.Category, q.Draws, q.Studies...)
		asked := jm.fit.Asked
		if q.Quantity == catalogue.RhoDifference {
			asked = append([]Asked{{Quantity: q.Quantity}}, asked...)
		}
		for _, a := range asked {
			if a.Quantity == q.Quantity && e.Defined() && !jm.BeliefOn(a, e).Defined() {
				jm.Probabilities = append(jm.Probabilities, Probability{Event: a.eventOf("", "", q.Category),
					Studies: e.Studies, Scale: e.Scale, Probability: a.share(q.Draws)})
			}
		}
	}
}

// observed is the mean of draws with their interval.
func (jm *jointMaker) observed(q posterior.Quantity) Observed {
	lower, upper := q.CredibleInterval(jm.interval)
	return Observed{Estimate: Number(q.Mean()), Lower: Number(lower), Upper: Number(upper)}
}

// confused adds the pairs of categories that are used in a group.
func (jm *jointMaker) confused() {
	jm.Confused = []ConfusedCategories{}
	for s, of := range jm.described.Studies {
		var all []ConfusedCategories
		for d, second := range jm.Categories {
			for c, first := range jm.Categories[:d] {
				if jm.unused(first, s) == "" && jm.unused(second, s) == "" {
					all = append(all, ConfusedCategories{jm.p.Studies()[s], [2]string{first, second},
						jm.observed(of.Confused(c, d))})
				}
			}
		}
		slices.SortStableFunc(all, func(a, b ConfusedCategories) int {
			return cmp.Compare(b.Share.Estimate, a.Share.Estimate)
		})
		jm.Confused = append(jm.Confused, all...)
	}
}

// confusions adds how the labelers of a group call the items of each category.
func (jm *jointMaker) confusions(s int) {
	name, of := jm.p.Studies()[s], jm.p.Confusions(s)
	why := make([]string, len(jm.Categories))
	var share []Observed
	for c, category := range jm.Categories {
		if !(of.True[c].Quantile(0.5) > 0) {
			why[c] = "no item is clearly " + visible.Text(category)
		}
		share = append(share, jm.observed(of.True[c]))
	}
	labels := map[string]int{}
	v := jm.p.Table().StudyAt(s)
	for _, l := range v.Labeler() {
		labels[jm.p.Table().Labelers()[l]]++
	}
	for _, labeler := range append([]nominal.Confusion{of.Any}, of.Labelers...) {
		c := JointConfusion{Study: name, Labeler: labeler.Labeler}
		for d, row := range labeler.Said {
			said := make([]Observed, len(row))
			for e, q := range row {
				if said[e] = jm.observed(q); why[d] != "" {
					said[e] = Observed{Estimate: Undefined(), Lower: Undefined(), Upper: Undefined(), Undefined: why[d]}
				}
			}
			c.Said = append(c.Said, said)
		}
		if labeler.Labeler == "" {
			c.True = share
			jm.Confusions = append(jm.Confusions, c)
			continue
		}
		jm.Confusions = append(jm.Confusions, c)
		l := JointLabeler{Study: name, Labeler: labeler.Labeler, Labels: labels[labeler.Labeler]}
		for c := range jm.Categories {
			l.Differences = append(l.Differences, jm.observed(posterior.Map("", func(v []float64) float64 {
				return v[0] - v[1]
			}, labeler.Rate[c], of.Any.Rate[c])))
		}
		jm.Labelers = append(jm.Labelers, l)
	}
}

// compare adds coefficients with the values that the fit implies for them.
func (jm *jointMaker) compare() {
	add := func(coefficient, category string, q posterior.Quantity, studies ...int) {
		var names []string
		for _, s := range studies {
			names = append(names, jm.p.Studies()[s])
		}
		for _, a := range jm.Agreement {
			if a.Coefficient != coefficient || a.Category != category || !slices.Equal(a.Studies, names) ||
				a.Distance != naturalDistance(jm.p.Engine().Spec().Family) {
				continue
			}
			lower, upper := q.CredibleInterval(jm.interval)
			c := JointComparison{category, newComparison(a, q.Mean(), lower, upper, math.NaN())}
			if c.Undefined = jm.unused(category, studies...); c.Undefined != "" {
				c.ImpliedMean, c.ImpliedLower, c.ImpliedUpper = Undefined(), Undefined(), Undefined()
			} else if !a.Estimate.Defined() {
				c.Undefined = a.Undefined
			}
			jm.Comparison = append(jm.Comparison, c)
		}
	}
	for s, of := range jm.described.Studies {
		add("kripp_alpha", "", of.NominalICC(), s)
		add("fleiss_kappa", "", of.NominalICC(), s)
		for c, category := range jm.Categories {
			add("kripp_alpha", category, of.ICC(c), s)
		}
	}
	for b, row := range jm.described.Between {
		for a, pair := range row {
			add("cross_kappa", "", pair.CrossKappa(), a, b)
			add("normalized_cross_kappa", "", pair.NormalizedCrossKappa(), a, b)
		}
	}
}

// check adds the checks of labels that the fit replicates. One is in doubt if so few replicates are as far out that all
// checks together, as many as they are, would hardly have one by chance.
func (jm *jointMaker) check() {
	replicates := jm.fit.Replicates
	if replicates == 0 {
		return
	}
	all := jm.p.Checks(replicates, jm.fit.Settings.Seed)
	for _, c := range all {
		mean := 0.0
		for _, x := range c.Replicated {
			mean += x / float64(len(c.Replicated))
		}
		r := float64(replicates)
		jm.Checks = append(jm.Checks, JointCheck{Study: c.Study, Category: c.Category, Observed: Number(c.Observed),
			Mean: Number(mean), P: Number(c.P),
			Doubt: (c.P*r+2)/(r+2)*float64(len(all)) <= predictive.Threshold})
	}
}
