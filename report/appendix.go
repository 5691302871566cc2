package report

import (
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result/catalogue"
)

// Limits of pictures and tables.
const (
	mostCurves   = 8    // curves that a reader can distinguish
	mostLabelers = 150  // labelers below one another
	mostRows     = 1000 // rows of a table of items or labelers
)

// estimatesOf returns the estimates of a quantity that are defined, on a scale; none is any scale.
func estimatesOf(a *answer.Answer, quantity string, scale ...string) (all []*answer.Row) {
	for _, r := range a.Of(quantity) {
		if (scale == nil || r.Scale == scale[0]) && r.Defined() {
			all = append(all, r)
		}
	}
	return all
}

// shared returns the posterior quantities that the result was computed with.
func (s Source) shared() *catalogue.Evaluator {
	if s.Shared != nil {
		return s.Shared
	}
	of := catalogue.NewEvaluator(s.Posterior)
	return &of
}

// appendix is a section of the page alone.
func appendix(id, title string, lead ...string) document.Section {
	return document.Section{ID: id, Title: title, Level: document.Appendix, Lead: lead}
}

// shownOf says how many rows a table has if n are too many; "" if it has all of them.
func shownOf(n int, noun string) string {
	if n <= mostRows {
		return ""
	}
	return ": " + document.Integer(mostRows) + " of " + document.Plural(n, noun)
}

// studiesOf joins the names of the studies of an estimate.
func studiesOf(names []string) string { return strings.Join(names, " × ") }
