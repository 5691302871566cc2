package say

import (
	"fmt"

	"concord/internal/answer"
	"concord/internal/document"
)

// MeasurementVerdict says how far a label is from its item's value, and how far two labels of an item differ.
func MeasurementVerdict(a *answer.Answer) []string {
	all := Each(a, func(s Scope) string {
		switch r := s.Row("icc_A1"); {
		case s.Row("mean_label") == nil:
			return s.Fill("Nothing can be measured[ in {part}]: ") + r.Why + "."
		case a.Set["log"] != "":
			return s.Fill(fmt.Sprintf("One label[ of {part}] is about %.0f%% off its item's value (a factor of "+
				"{sem_factor|sem_factor_agreement}). If one label of an item is over "+
				"{mdc_factor|mdc_factor_agreement} times another, that is more than measurement error.",
				100*(s.Row("sem_factor|sem_factor_agreement").Value-1)))
		}
		return s.Fill("A single label[ of {part}] is typically about {sem|sem_agreement} away from its item's value. " +
			"A difference above {mdc|mdc_agreement} between two labels of an item is more than measurement error.")
	})
	said := map[bool]bool{}
	for _, r := range a.Of("upper_limit") {
		ofGroups := r.Group == ""
		if !r.Defined() || said[ofGroups] || !ofGroups && a.Several() {
			continue
		}
		said[ofGroups] = true
		all = append(all, limits(Scope{a, r.Key}))
	}
	return all
}

// limits says limits of agreement.
func limits(s Scope) string {
	log := s.Set["log"] != ""
	switch mean := s.At.Against == ""; {
	case mean && log:
		return s.Fill("In {level} of 100 cases a label lies within a factor of {upper_limit} of its item's mean.")
	case mean:
		return s.Fill("In {level} of 100 cases a label lies within ±{upper_limit} of its item's mean.")
	case log:
		return s.Fill("In {level} of 100 items a label of {of} is {lower_limit} to {upper_limit} times one of " +
			"{against}.")
	}
	return s.Fill("On {level} of 100 items, {of} minus {against} is between {lower_limit} and {upper_limit}.")
}

// MeasurementNotes say what was used.
func MeasurementNotes(a *answer.Answer) []string {
	var all []string
	incomplete, repeated := false, 0.0
	for _, part := range a.Parts() {
		s := Scope{a, part}
		if s.Row("mean_label") != nil {
			incomplete = incomplete || s.Row("sem_agreement") != nil && s.Row("missing").Value > 0
			repeated += s.Row("repeated").Value
		}
	}
	if incomplete {
		all = append(all, "Not every rater labelled every item. All rows are used: variances are by the method of "+
			"moments. With a model: fit.")
	}
	if repeated > 0 {
		all = append(all, fmt.Sprintf("%s are repeats: the same rater had already labelled the item.",
			document.Plural(int(repeated), "label")))
	}
	return all
}

// Compared names whose labels limits of agreement compare.
func Compared(s Scope) string {
	switch {
	case s.At.Against == "":
		return s.Fill("[{part}: ]a label and its item's mean")
	case s.At.Group == "":
		return s.Fill("{of} − {against}")
	}
	return s.Fill("[{part}: ]{of} − {against}")
}

// ByMean says how limits were computed, and whether differences depend on the mean of an item.
func ByMean(s Scope) string {
	design := map[string]string{"single": "one label of each item by each",
		"replicates": "several labels of an item, taken as repetitions", "complete": "each labeler has each item",
		"incomplete": "not every labeler has every item"}[s.Row("compared_items").Method]
	text := Compared(s) + s.Fill(": {compared_items:item}, "+design+".[ Labels that one labeler gives an item again "+
		"lie within {repeated_limit} of their mean.]")
	if s.Row("proportional_bias") == nil {
		return text
	}
	said, spread := "Differences do not clearly depend on the item's mean", "Their spread does not clearly depend on it"
	if Grows(s, "proportional_p") {
		said = "Proportional bias: differences change with the item's mean"
	}
	if Grows(s, "spread_p") {
		spread = "Their spread changes with it, so that one pair of limits does not fit all items"
	}
	return text + s.Fill(" "+said+" (slope {proportional_bias}, p "+is(s, "proportional_p")+"). "+spread+" (p "+
		is(s, "spread_p")+").")
}

// Grows reports whether a test finds that differences, or their spread, depend on the mean of an item.
func Grows(s Scope, p string) bool { r := s.Row(p); return r != nil && r.Value < 0.05 }

// is prints a p value with its sign of comparison: "= 0.02".
func is(s Scope, p string) string {
	text := s.Fill("{" + p + "}")
	if text[0] == '<' {
		return text
	}
	return "= " + text
}
