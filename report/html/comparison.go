package html

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/predictive"
	"concord/result"
	"concord/result/catalogue"
)

// comparison puts coefficients beside what the model implies for them, on the same scale.
func comparison(r Report) (section, bool) {
	res := r.Result
	if len(res.Comparison) == 0 {
		return section{}, false
	}
	s := section{ID: "comparison", Title: "Model against coefficients", Lead: []string{
		"Coefficients are computed from the labels without a model; the model says what they would be in an infinite " +
			"study if its assumptions held. Both are on the label scale. The grey band holds the coefficient in " +
			"replicated studies of this size. One value outside it in twenty is chance; what is in doubt, all " +
			"statistics taken together, is said below.",
	}}
	a := comparisonAxis(r)
	st := &strips{
		Caption: "Observed and model-implied coefficients" + res.OnScale(res.LabelScale()),
		Head:    [2]string{"observed", "model-implied, tail p"}, Scale: scaleFigure(a),
		Legend: []key{
			{"observed", "dot", "observed, " + levelName(res.Interval, "CI") + " over " + resampled(res)},
			{"implied", "square", "implied by the model, " + levelName(res.Interval, "CrI")},
		},
	}
	if r.Check != nil {
		st.Legend = append(st.Legend, key{"band", "box",
			fmt.Sprintf("replicated studies, %s", levelName(result.Intervals{Level: res.Interval.Level}, "interval"))})
	}
	var order []string
	for _, c := range res.Comparison {
		if !slices.Contains(order, c.Coefficient) {
			order = append(order, c.Coefficient)
		}
	}
	for _, coefficient := range order {
		g := group{Title: coefficientName(coefficient)}
		for _, c := range res.Comparison {
			if c.Coefficient == coefficient {
				g.Rows = append(g.Rows, comparisonStrip(r, a, c))
			}
		}
		st.Groups = append(st.Groups, g)
	}
	s.Parts = append(s.Parts, part{Strips: st})
	s.Parts = append(s.Parts, notes(res.Comparison)...)
	s.Parts = append(s.Parts, intervalNotes(res)...)
	for _, d := range res.Doubts {
		s.Parts = append(s.Parts, part{List: []entry{
			{"In doubt", who(d.Studies) + ": " + d.Assumption + "."}, {"Evidence", d.Evidence + "."},
			{"If so", d.Consequence + "."}, {"Look at", d.Look + "."},
		}})
	}
	return s, true
}

// notes are the notes on coefficients, which are no doubts.
func notes(rows []result.Comparison) []part {
	const most = 10
	var all []part
	for _, c := range rows {
		if c.Note != "" {
			all = append(all, part{Note: "Note: " + c.Note + "."})
		}
	}
	if more := len(all) - most; more > 0 {
		all = append(all[:most],
			part{Note: fmt.Sprintf("The same is true of %s of studies.", plural(more, "further pair"))})
	}
	return all
}

// resampled says in a word or two what the intervals of coefficients take as drawn at random.
func resampled(r *result.Result) string {
	switch r.Interval.Resampled {
	case result.ResampledBoth:
		return "items and labelers"
	case "", result.ResampledItems: // results of earlier versions do not say
		return "items"
	}
	return r.Interval.Resampled
}

// intervalNotes are paragraphs that say how the intervals of coefficients were made.
func intervalNotes(r *result.Result) []part {
	var notes []part
	for _, note := range r.IntervalNotes() {
		notes = append(notes, part{Note: note})
	}
	return notes
}

// comparisonAxis holds every interval of the comparison.
func comparisonAxis(r Report) axis {
	low, high := 0.0, 1.0
	hold := func(x float64) {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			low, high = math.Min(low, x), math.Max(high, x)
		}
	}
	for _, c := range r.Result.Comparison {
		hold(float64(c.Observed))
		hold(float64(c.ImpliedLower))
		hold(float64(c.ImpliedUpper))
		if a, ok := agreementOf(r.Result, c.Coefficient, c.Studies); ok {
			hold(float64(a.Lower))
			hold(float64(a.Upper))
		}
	}
	return newAxis(math.Max(-1, low), math.Min(2, high))
}

func comparisonStrip(r Report, a axis, c result.Comparison) strip {
	f := figure{Height: 30}
	f.grid(a, 0, 30)
	s := strip{Name: result.Marked(who(c.Studies), c.Caution), Value: fixed(float64(c.Observed), 3)}
	s.Interval = fmt.Sprintf("%s %s", fixed(float64(c.ImpliedMean), 3),
		interval(float64(c.ImpliedLower), float64(c.ImpliedUpper), 3))
	if c.Undefined != "" {
		s.Interval = "undefined, " + c.Undefined
	}
	if p, ok := replicated(r.Check, c.Coefficient, c.Studies); ok && p.Undefined == "" {
		f.box("band", a.at(p.Lower), 4, a.at(p.Upper)-a.at(p.Lower), 22)
	}
	if c.PPCTail.Defined() {
		s.Interval += ", p " + orEquals(tailText(float64(c.PPCTail)))
	}
	if c.Observed.Defined() {
		if o, ok := agreementOf(r.Result, c.Coefficient, c.Studies); ok && o.Lower.Defined() {
			f.line("bar observed", a.at(float64(o.Lower)), 10, a.at(float64(o.Upper)), 10)
		}
		f.dot("mark observed", a.at(float64(c.Observed)), 10)
	}
	if c.ImpliedMean.Defined() {
		f.line("bar implied", a.at(float64(c.ImpliedLower)), 20, a.at(float64(c.ImpliedUpper)), 20)
		f.square("mark implied", a.at(float64(c.ImpliedMean)), 20)
	}
	s.Figure = f
	return s
}

// replicated returns the predictive check of a coefficient.
func replicated(c *predictive.Check, coefficient string, studies []string) (predictive.Discrepancy, bool) {
	if c == nil {
		return predictive.Discrepancy{}, false
	}
	for _, p := range c.Coefficients {
		if p.Statistic == coefficient && slices.Equal(p.Studies, studies) {
			return p, true
		}
	}
	return predictive.Discrepancy{}, false
}

// tailText prints a tail probability.
func tailText(p float64) string {
	if p < 0.001 {
		return "< 0.001"
	}
	return fixed(p, 3)
}

// coefficientName is the name of a coefficient in print.
func coefficientName(coefficient string) string {
	return strings.ReplaceAll(catalogue.CoefficientName(coefficient), "'", "’")
}
