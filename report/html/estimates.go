package html

import (
	"math"
	"slices"

	"concord/model/family"
	"concord/result"
	"concord/result/catalogue"
	"concord/study"
)

// estimates returns those of a quantity on a scale; "" is any scale.
func estimates(r *result.Result, quantity, scale string) []result.Estimate {
	var all []result.Estimate
	for _, e := range r.Estimates {
		if e.Quantity == quantity && (scale == "" || e.Scale == scale) && e.Defined() {
			all = append(all, e)
		}
	}
	return all
}

// about says what the family of the model is where people read; the zero value if there is none.
func about(r *result.Result) family.About {
	if r.Model == nil || r.Model.Distribution() == nil {
		return family.About{}
	}
	return r.Model.Distribution().About()
}

// binary reports whether labels are 0 and 1.
func binary(r *result.Result) bool { return r.Data.Kind == study.Binary.String() }

// boundaryNote is the note on those of some estimates whose posterior reaches a boundary, as a part of a section.
func boundaryNote(r *result.Result, some ...[]result.Estimate) []part {
	note := result.BoundaryNote(slices.Concat(some...), name, func(e result.Estimate) string {
		return estimateName(e) + r.OnScale(e.Scale)
	})
	if note == "" {
		return nil
	}
	return []part{{Note: note}}
}

// name says of which studies an estimate is.
func name(e result.Estimate) string {
	of := who(e.Studies)
	switch q, _ := catalogue.Find(e.Quantity); {
	case q.Of == catalogue.Comparison && len(e.Studies) == 3:
		of = e.Studies[1] + " − " + e.Studies[2]
	case q.Of == catalogue.Contrast && len(e.Studies) == 2:
		of = e.Studies[0] + " − " + e.Studies[1]
	case q.Of == catalogue.OneOrAll && len(e.Studies) > 1:
		of = "all"
	case q.Of == catalogue.PoolAndJudge || q.Of == catalogue.PoolAndOther:
		of = result.ValidityName(e.Studies[0], e.Studies[1])
	case q.Of == catalogue.WithReference && len(e.Studies) == 2:
		of = e.Studies[1]
	}
	if e.K > 0 {
		of += ", k = " + count(e.K)
	}
	if e.Quantity == catalogue.Component {
		of = e.Term + ", " + of
	}
	if e.Design != "" {
		of += ", " + e.Design
	}
	if e.NextCategory != "" {
		of += ", " + result.Between(e.Category, e.NextCategory)
	}
	return of
}

// probabilityOf returns the probability of the event beside e.
func probabilityOf(r *result.Result, e result.Estimate) (float64, bool) {
	q, _ := catalogue.Find(e.Quantity)
	for _, p := range r.Probabilities {
		if p.Event == q.Event.Name && (p.Scale == "" || p.Scale == e.Scale) && slices.Equal(p.Studies, e.Studies) {
			return float64(p.Probability), p.Probability.Defined()
		}
	}
	return math.NaN(), false
}

// agreementOf returns the coefficient of some studies.
func agreementOf(r *result.Result, coefficient string, studies []string) (result.Agreement, bool) {
	for _, a := range r.Agreement {
		if a.Coefficient == coefficient && slices.Equal(a.Studies, studies) {
			return a, a.Estimate.Defined()
		}
	}
	return result.Agreement{}, false
}

// value and span print an estimate and its interval with the digits that its SD deserves.
func value(e result.Estimate) string { return fixed(float64(e.Centre()), places(e)) }

func span(e result.Estimate) string {
	return interval(float64(e.Lower), float64(e.Upper), places(e))
}

func places(e result.Estimate) int {
	if q, ok := catalogue.OfTerm(e.Quantity, e.Term); ok && q.Range.HasUnit() {
		return decimals(float64(e.Spread()), 6)
	}
	return decimals(float64(e.Spread()), 3)
}

// coefficientText prints a coefficient with its interval.
func coefficientText(a result.Agreement) string {
	d := max(2, decimals(float64(a.SE), 3))
	text := fixed(float64(a.Estimate), d)
	if a.Lower.Defined() && a.Upper.Defined() {
		text += " " + interval(float64(a.Lower), float64(a.Upper), d)
	}
	return result.Marked(text, a.Caution)
}

// rangeOf returns an axis that holds all intervals, and from and to.
func rangeOf(from, to float64, all ...[]result.Estimate) axis {
	for _, list := range all {
		for _, e := range list {
			from, to = math.Min(from, float64(e.Lower)), math.Max(to, float64(e.Upper))
		}
	}
	return newAxis(from, to)
}

// stripOf draws an estimate with its interval.
func stripOf(a axis, class string, e result.Estimate) strip {
	f := figure{Height: 22}
	f.grid(a, 0, 22)
	f.line("bar "+class, a.at(float64(e.Lower)), 11, a.at(float64(e.Upper)), 11)
	f.dot("mark "+class, a.at(float64(e.Centre())), 11)
	return strip{Name: name(e), Value: value(e), Interval: span(e), Figure: f}
}

// groupOf draws estimates of one quantity, each study in its colour.
func groupOf(r *result.Result, a axis, title string, all []result.Estimate) group {
	g := group{Title: title}
	for _, e := range all {
		g.Rows = append(g.Rows, stripOf(a, classOf(r, e.Studies), e))
	}
	return g
}

// classOf is the colour of a study; pairs have none of their own.
func classOf(r *result.Result, studies []string) string {
	if len(studies) == 1 {
		for i, s := range r.Data.Studies {
			if s.Name == studies[0] {
				return seriesClass(i)
			}
		}
	}
	return "plain"
}
