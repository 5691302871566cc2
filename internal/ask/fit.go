package ask

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"concord/internal/answer"
	"concord/internal/quantity"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/posterior"
	"concord/vpc"
)

// Fit is the answer of a fit: estimates with the probabilities of their events and under other priors, the
// probabilities that were asked for, coefficients with the values that the model implies, and doubts.
func Fit(
	data result.Data, fit result.Fit, agreement []result.Agreement, interval posterior.Interval,
) *answer.Answer {
	of := fit.Evaluator().WithDesigns(fit.Designs).WithLevel(interval.Level)
	reported, missing := of.Instances(fit.Reference)
	a := answer.New("fit", data.ModelMeans(fit.Posterior, interval), result.NewIntervals(interval, agreement))
	f := fitting{a, fit, of, interval, nil}
	for i := range fit.Posterior.Spec().Covariates {
		f.compared = append(f.compared, compare(fit.Posterior, i))
	}
	summaries := f.estimates(reported)
	a.Runs = []answer.Run{{Model: fit.Model(), Sampler: fit.Sampler(), Trust: fit.Trust(reported, summaries)}}
	a.Set["reference"] = a.Runs[0].Model.Reference
	target := cmp.Or(fit.Target, result.TargetReliability)
	if a.Set["target"] = strconv.FormatFloat(target, 'g', -1, 64); fit.Target > 0 {
		a.Set["asked"] = a.Set["target"]
	}
	for _, at := range missing {
		row := f.row(at, posterior.Summary{Mean: none, SD: none, Median: none, Lower: none, Upper: none, RHat: none,
			ESSBulk: none, ESSTail: none, MCSEMean: none})
		row.Why = at.Missing(at.Scale, at.Studies...)
		a.Put(row)
	}
	f.priors(reported, summaries)
	coefficients(a, agreement)
	f.implied(agreement)
	f.labelsNeeded(target)
	if itself, nearest, ok := say.Crossing(a); ok {
		a.Words("crossing", answer.Key{Of: itself, Against: nearest}, "yes")
	}
	f.doubts()
	f.covariates()
	for _, o := range fit.Others {
		f.otherModel(o)
	}
	a.Verdict = say.FitVerdict(a)
	return a
}

// WithoutFit has the coefficients of labels that no model describes.
func WithoutFit(data result.Data, agreement []result.Agreement, level float64) *answer.Answer {
	a := answer.New("fit", data, result.AgreementIntervals(agreement, level))
	a.Runs = []answer.Run{{}}
	coefficients(a, agreement)
	return a
}

// coefficients adds coefficients to a fit, with their notes.
func coefficients(a *answer.Answer, agreement []result.Agreement) {
	caution := cautions(a.Data)
	for _, c := range agreement {
		a.Put(coefficientRow(c, "", caution))
	}
	if len(agreement) > 0 {
		a.Notes = append(a.Notes, Agreement(a.Data, a.Interval.Level, Coefficients{All: agreement}).Notes...)
	}
}

// fitting is the answer of a fit in the making.
type fitting struct {
	*answer.Answer
	result.Fit
	of       catalogue.Evaluator
	interval posterior.Interval
	compared [][]comparedLevels // by each covariate
}

// estimates adds the estimates and the probabilities that were asked for, and returns the summaries of draws.
func (f fitting) estimates(reported []catalogue.Instance) []posterior.Summary {
	p, asked, events := make([]float64, len(reported)), f.Events(), make([][]*answer.Row, len(reported))
	if f.OfMany {
		asked = append(slices.Clone(asked), result.Asked{Quantity: catalogue.Rho, Bound: result.HighRho})
	}
	summaries := result.Summarize(f.of, reported, f.interval, func(i int, q posterior.Quantity) {
		p[i] = f.of.Probability(reported[i], q)
		for _, a := range asked {
			if share := a.Share(q); a.IsOf(reported[i]) && !math.IsNaN(share) {
				event := f.row(reported[i], posterior.Summary{})
				event.K, event.Event, event.P, event.Value, event.Draws = 0, a.Event(), share, none, nil
				event.SD, event.Why = none, ""
				events[i] = append(events[i], event.Within(none, none))
			}
		}
	})
	for i, at := range reported {
		row := f.Put(f.row(at, summaries[i]))
		if at.EventName() != "" {
			row.P = p[i]
		}
	}
	for _, some := range events {
		for _, event := range some {
			if f.Get(event.Q.Name, event.Key) == nil { // it may be asked for twice
				f.Put(event)
			}
		}
	}
	return summaries
}

// row is the row of an estimate. Of a difference by a covariate it has what is compared. The median stands for what has
// no moments, see [catalogue.Entry.NoMoments].
func (f fitting) row(of catalogue.Instance, s posterior.Summary) *answer.Row {
	at := placeOf(of)
	at.Term, at.Design, at.K = of.Term, of.Design.String(), of.K
	between := ""
	if of.Name == catalogue.CovariateDifference {
		for i, all := range f.compared {
			for _, cl := range all {
				if cl.Term == of.Term && cl.Study == at.Group {
					at, between = cl.of(f.Posterior.Spec().Covariates[i].Factor), cl.Between
				}
			}
		}
	}
	if of.Scale == vpc.Latent {
		at.Scale = result.ScaleLatent
	}
	if of.NoMoments {
		s.Mean, s.SD, s.MCSEMean = none, none, none
	}
	s.Name, s.MCSESD = "", 0
	r := answer.NewRow(entry(of.Name), at, s.Mean).Within(s.Lower, s.Upper)
	if of.NoMoments {
		r.Value = s.Median
	}
	r.SD, r.Draws, r.Reason = s.SD, &s, between
	judged := []float64{s.RHat, s.ESSBulk, s.ESSTail}
	if !of.NoMoments {
		judged = append(judged, s.MCSEMean, s.SD)
	}
	if slices.ContainsFunc(judged, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) {
		r.Why = "too few draws, or all of them equal, to judge the draws"
	}
	if !r.Defined() {
		r.Why = "a draw is not a number"
	}
	return r
}

// entry is the entry of a quantity, or of a parameter of a family that this program does not have.
func entry(name string) *quantity.Entry {
	if e := quantity.Find(name); e != nil {
		return e
	}
	return &quantity.Entry{Name: name}
}

// placeOf is the place of a quantity of some groups. Two groups are Of and Against, unless one of them is measured by
// the other, which is then the Group.
func placeOf(of catalogue.Instance) (at answer.Key) {
	names := of.StudyNames()
	switch {
	case of.Of.Several() && len(names) == 2 && of.Of != catalogue.Pair && of.Of != catalogue.Contrast:
		at.Group, at.Of = names[0], names[1]
	case len(names) < 2 || of.Of.Several():
		at = answer.Among(names...)
	}
	if of.OfThreshold { // or of criteria
		at.Of, at.Against = of.Category, of.NextCategory
	}
	return at
}

// assurance is the probability with which labels_enough reach their target.
const assurance = 0.9

// labelsNeeded counts the labels, by different labelers, whose mean has the target reliability in a group. It is
// infinity if no number of labels is enough.
func (f fitting) labelsNeeded(target float64) {
	tail := (1 - f.interval.Level) / 2
	for _, study := range f.Posterior.EachStudy() {
		labels, ok := labelsNeeded(f.of.Labels().Partition(study), f.ICC, target)
		if !ok || study.OneLabel() {
			continue
		}
		at, needed := answer.Key{Group: study.Name()}, slices.Concat(labels.Chains...)
		slices.Sort(needed)
		f.Add("labels_needed", at, CountQuantile(needed, 0.5)).Within(CountQuantile(needed, tail),
			CountQuantile(needed, 1-tail))
		f.Add("labels_enough", at, CountQuantile(needed, assurance))
	}
}

// CountQuantile returns the quantile of ascending whole numbers that is one of them (Hyndman and Fan 1996, type 1);
// infinity if one is undefined.
func CountQuantile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 || math.IsNaN(sorted[0]) { // NaN sorts first
		return math.Inf(1)
	}
	// The small term keeps a whole number from being rounded up.
	at := int(math.Ceil(p*float64(len(sorted))-1e-9)) - 1
	return sorted[max(0, min(at, len(sorted)-1))]
}

// labelsNeeded returns how many labels reach a target of a kind of reliability; ok is false if a fit does not say.
func labelsNeeded(part vpc.Partition, of catalogue.ICCKind, target float64) (labels posterior.Quantity, ok bool) {
	switch of {
	case catalogue.Consistency:
		return part.LabelsWith(part.ConsistencyICC(), target), true
	case catalogue.Fixed:
		icc, err := part.FixedICC()
		if err != nil {
			return labels, false
		}
		return part.LabelsWith(icc, target), true
	}
	return part.LabelsFor(target), true
}
