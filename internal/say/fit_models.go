package say

import (
	"fmt"
	"math"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
)

// Predicts says which model predicts labels better, if the difference exceeds two standard errors and 4. Below 4
// standard errors are too small (Sivula, Magnusson, Matamoros and Vehtari 2020). It begins with the difference in
// expected log predictive density, the other model's minus this one's.
func Predicts(a *answer.Answer, difference *answer.Row) string {
	const errors, least = 2, 4
	d, se := difference.Value, difference.SD
	verdict := "this model predicts the labels better"
	switch {
	case !document.Finite(d) || !document.Finite(se):
		return "Expected log predictive density of the labels is undefined, as where draws leave a label no chance: " +
			"it is not known which model predicts the labels better."
	case math.Abs(d) < least || math.Abs(d) < errors*se:
		verdict = "these labels do not show which model predicts the labels better"
	case d > 0:
		verdict = "the other model predicts the labels better"
	}
	sign := "+"
	if d < 0 {
		sign = "" // has its own
	}
	return "Expected log predictive density of the labels: " + sign + document.Fixed(d, 1) + " ± " +
		document.Fixed(se, 1) + " (standard error) against this model's " +
		document.Fixed(a.Value("elpd", answer.Key{}), 1) + ": " + verdict + "."
}

// OtherModel says which doubts another model resolves or has, if both were checked, and what speaks against the
// comparison.
func OtherModel(a *answer.Answer, model string) (notes []string) {
	if a.Get("doubts", answer.Key{Of: model}) != nil {
		notes = append(notes, otherDoubts(a, model))
	}
	for _, r := range []*answer.Row{a.Get("pareto_k", answer.Key{}), a.Get("pareto_k", answer.Key{Of: model})} {
		if r == nil || r.N < 1 {
			continue
		}
		of, most := "the other fit", "up to "+document.Fixed(r.Value, 2)
		if r.Of == "" {
			of = "this fit"
		}
		if !document.Finite(r.Value) { // some draws leave a label no chance
			most = "without bound"
		}
		notes = append(notes, fmt.Sprintf("%s of %s weigh too unevenly in the draws of %s (Pareto k̂ %s), because "+
			"little is known about an item or labeler without the label. Take the difference as rough.",
			document.Integer(r.N), document.Plural(a.Data.Labels, "label"), of, most))
	}
	if r := a.Get("other_fit", answer.Key{Of: model}); r != nil {
		notes = append(notes, "The other fit: "+r.Said)
	}
	return notes
}

// otherDoubts says which doubts another model resolves, and which there are about it.
func otherDoubts(a *answer.Answer, model string) string {
	of := func(name string) string {
		if r := a.Get(name, answer.Key{Of: model}); r != nil {
			return strings.ReplaceAll(r.Said, " | ", "; ")
		}
		return ""
	}
	switch resolved, remaining := of("resolved"), of("remaining"); {
	case resolved == "" && remaining == "":
		return "Predictive checks find no doubt about either model."
	case resolved == "":
		return "Doubts about the other model: " + remaining + "."
	case remaining == "":
		return "The other model resolves: " + resolved + ". There are no doubts about the other model."
	default:
		return "The other model resolves: " + resolved + ". Doubts about the other model: " + remaining + "."
	}
}
