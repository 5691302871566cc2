package ask

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/quantity"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/posterior"
)

// Estimates are the estimates of a fit as rows.
func Estimates(all []result.Estimate) []*answer.Row {
	rows := make([]*answer.Row, len(all))
	for i, e := range all {
		rows[i] = estimate(e)
	}
	return rows
}

// estimate is an estimate with all that is known of its draws.
func estimate(e result.Estimate) *answer.Row {
	at := placeOf(e.Studies, e.Quantity, e.Term)
	at.Term, at.Design, at.K = e.Term, e.Design, e.K
	if e.Scale == result.ScaleLatent {
		at.Scale = e.Scale
	}
	if e.Category != "" { // of a threshold, or of criteria
		at.Of, at.Against = e.Category, e.NextCategory
	}
	r := answer.NewRow(entry(e.Quantity), at, float64(e.Centre())).Within(float64(e.Lower), float64(e.Upper))
	r.SD, r.Why = float64(e.SD), e.Undefined
	r.Draws = &posterior.Summary{Mean: float64(e.Mean), Median: float64(e.Median), Lower: r.Lower, Upper: r.Upper,
		RHat: float64(e.RHat), ESSBulk: float64(e.ESSBulk), ESSTail: float64(e.ESSTail), MCSEMean: float64(e.MCSE)}
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
func placeOf(of []string, name, term string) (at answer.Key) {
	if len(of) < 2 {
		return answer.Groups(of)
	}
	switch q, known := catalogue.OfTerm(name, term); {
	case known && !q.Of.Several(): // of all groups
	case !known, len(of) > 2, q.Of == catalogue.Pair, q.Of == catalogue.Contrast:
		return answer.Groups(of)
	default:
		at.Group, at.Of = of[0], of[1]
	}
	return at
}

// Result summarises a fit, with its verdict.
func Result(
	data result.Data, fit result.Fit, agreement []result.Agreement, interval posterior.Interval,
) *result.Result {
	r := result.New(data, fit, agreement, interval)
	a := Fit(r)
	r.Verdict = a.Verdict
	for i := range r.Covariates {
		c := &r.Covariates[i]
		matters := a.Get("matters", answer.Key{Of: c.Name})
		c.Matters, c.Verdict = matters.Said, matters.Why
		if c.Slopes != nil {
			c.Slopes.Verdict = a.Get("changed", answer.Key{Of: c.Name}).Why
		}
		for k, d := range c.Apart {
			c.Apart[k].Verdict = a.Get("difference_between", compared(c.Name, d.ComparedLevels)).Why
		}
	}
	return r
}

// Fit is the answer of a fit: estimates with the probabilities of their events and under other priors, the
// probabilities that were asked for, coefficients with the values that the model implies, and doubts.
func Fit(r *result.Result) *answer.Answer {
	a := answer.New("fit", r.Data, r.Interval)
	a.Runs = []answer.Run{{Model: r.Model, Sampler: r.Sampler, Trust: r.Diagnostics}}
	if r.Model != nil {
		a.Set["reference"] = r.Model.Reference
	}
	if r.Target > 0 {
		a.Set["asked"] = strconv.FormatFloat(r.Target, 'g', -1, 64)
	}
	a.Set["target"] = cmp.Or(a.Set["asked"], fmt.Sprint(result.TargetReliability))
	f := fitted{a, result.Look(r)}
	for _, e := range r.Estimates {
		f.estimate(e)
	}
	for _, p := range r.Probabilities {
		if row := asked(p); row != nil {
			a.Put(row)
		}
	}
	f.priors()
	caution := cautions(r.Data)
	for _, c := range r.Agreement {
		a.Put(coefficientRow(c, "", caution))
	}
	f.implied()
	for _, n := range r.LabelsNeeded {
		at, needed, enough := answer.Key{Group: n.Study}, n.Needed(), n.IsEnough()
		a.Add("labels_needed", at, needed.Value).Within(needed.Lower, needed.Upper)
		a.Add("labels_enough", at, enough.Value)
	}
	if itself, nearest, ok := say.Crossing(a); ok {
		a.Words("crossing", answer.Key{Of: itself, Against: nearest}, "yes")
	}
	f.doubts()
	f.covariates((*result.LabelerSlopes).WhoChanged)
	if len(r.Agreement) > 0 {
		a.Notes = Agreement(r.Data, r.Interval.Level, Coefficients{All: r.Agreement}).Notes
	}
	a.Verdict = say.FitVerdict(a)
	return a
}

// fitted is the answer of a fit in the making.
type fitted struct {
	*answer.Answer
	of *result.Lookup
}

// estimate adds an estimate with the probability of its event.
func (f fitted) estimate(e result.Estimate) {
	row := f.Put(f.row(e))
	q, _ := catalogue.OfTerm(e.Quantity, e.Term)
	if p, ok := f.of.BeliefOf(q, e); ok {
		row.P = float64(p.Probability)
	}
}

// row is the row of an estimate. Of a difference by a covariate it has what is compared.
func (f fitted) row(e result.Estimate) *answer.Row {
	row := estimate(e)
	if e.Quantity != catalogue.CovariateDifference {
		return row
	}
	for _, c := range f.of.Covariates {
		for _, at := range c.Compared {
			if at.Term == e.Term && at.Study == row.Group {
				place := compared(c.Name, at)
				place.Scale, row.Reason = row.Scale, at.Between
				row.Key = place
			}
		}
	}
	return row
}

// compared is the place of a difference by a covariate.
func compared(covariate string, at result.ComparedLevels) answer.Key {
	return answer.Key{Group: at.Study, Term: at.Term, Of: covariate, Category: at.High, Against: at.Low}
}

// priors adds estimates under other priors.
func (f fitted) priors() {
	for _, p := range f.of.PriorSensitivity {
		row := f.row(result.Estimate{Quantity: p.Quantity, Term: p.Term, Studies: p.Studies, Scale: p.Scale,
			Mean: p.Mean, Lower: p.Lower, Upper: p.Upper, SD: result.Undefined()})
		row.Prior, row.Draws, row.Reason = p.Prior, nil, ""
		switch {
		case !p.Speaks: // too few draws say nothing
		case !p.Reliable:
			row.Reason = say.PriorBeyond
			row.Why = "may move beyond these draws (Pareto k̂ " + document.Fixed(float64(p.ParetoK), 2) + ")"
		default:
			row.Reason = say.PriorMatters
		}
		f.Put(row)
		at := answer.Groups(p.Studies)
		if at.Prior = p.Prior; f.Get("pareto_k", at) == nil {
			f.Add("pareto_k", at, float64(p.ParetoK))
		}
	}
}

// implied adds the values of coefficients that the model implies.
func (f fitted) implied() {
	for _, c := range f.of.Comparison {
		at := answer.Groups(c.Studies)
		at.Distance = c.Distance
		if row := f.Get(c.Coefficient, at); row != nil {
			row.P = float64(c.PPCTail)
		}
		at.By = answer.Model
		row := answer.NewRow(entry(c.Coefficient), at, float64(c.ImpliedMean)).
			Within(float64(c.ImpliedLower), float64(c.ImpliedUpper))
		if row.Why = c.Note; !row.Defined() {
			row.Why = c.Undefined
		}
		f.Put(row)
	}
}

// doubts adds the assumptions that labels speak against, and how many there are if they were looked for.
func (f fitted) doubts() {
	if f.of.Doubts != nil {
		f.Add("doubts", answer.Key{}, float64(len(f.of.Doubts)))
	}
	for i, d := range f.of.Doubts {
		at := answer.Groups(d.Studies)
		at.K = i + 1
		f.Words("doubt", at, d.Assumption).Reason = strings.Join(d.Statistics, " ")
		f.Words("evidence", at, d.Evidence)
		f.Words("consequence", at, d.Consequence)
		f.Words("look", at, d.Look)
	}
	if n := f.of.NotJudged; n != nil {
		f.Words("not_judged", answer.Key{}, n.Studies...).Why = n.String()
	}
}

// covariates adds whether each covariate matters, and by how much the labels of each labeler change with it, the
// labelers in some order.
func (f fitted) covariates(order func(*result.LabelerSlopes) []result.LabelerChange) {
	for _, c := range f.of.Covariates {
		at := answer.Key{Of: c.Name}
		for _, d := range c.Apart {
			f.Add("difference_within", compared(c.Name, d.ComparedLevels), float64(d.Within.Mean)).
				Within(float64(d.Within.Lower), float64(d.Within.Upper))
			row := f.Add("difference_between", compared(c.Name, d.ComparedLevels), float64(d.Outside.Mean)).
				Within(float64(d.Outside.Lower), float64(d.Outside.Upper))
			row.Reason = d.Between
			row.Why = say.Apart(say.Scope{Answer: f.Answer, At: row.Key})
		}
		matters, text := say.Covariate(f.Answer, c.Name)
		f.Words("matters", at, matters).Why = text
		if c.Slopes != nil {
			changes(f.Answer, c, order(c.Slopes))
			f.Add("changed", at, float64(c.Slopes.Changed)).Why = say.LabelersChange(f.Answer, c.Name)
		}
	}
}

// asked is the row of a probability that was asked for, such as that of "icc < 0.8"; nil if it is that of the event of
// its quantity.
func asked(p result.Probability) *answer.Row {
	text, of, _ := strings.Cut(strings.TrimSuffix(p.Event, ")"), " (")
	name, _, _ := strings.Cut(text, " ")
	if q, known := catalogue.OfTerm(name, of); !known || q.EventName() == p.Event {
		return nil
	}
	none := result.Undefined()
	r := estimate(result.Estimate{Quantity: name, Term: of, Studies: p.Studies, Scale: p.Scale, Mean: none, SD: none,
		Median: none, Lower: none, Upper: none})
	r.Event, r.P, r.Draws = p.Event, float64(p.Probability), nil
	return r
}
