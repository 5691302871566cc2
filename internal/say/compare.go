package say

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/visible"
)

// CompareVerdict says which numbers moved: first for the same people, then the surest first.
func CompareVerdict(a *answer.Answer) []string {
	if !a.Converged(answer.Key{}) {
		return []string{unconverged}
	}
	var all []string
	headed := map[string]bool{} // groups
	for _, r := range a.Of("same_people") {
		s := Scope{a, r.Key}
		if change := s.Row("mean_of_same_people_change"); change != nil && r.Method != "" && onOneSide(change) &&
			len(all) < most {
			text, _, _ := strings.Cut(moved(s, "mean_of_same_people"), ", from ")
			if like := s.Row("mean_change"); like != nil {
				text += "; that of people like them by " + by(like)
			}
			all, headed[r.Group] = append(all, text), true
		}
	}
	changes := Changes(a, "")
	slices.SortStableFunc(changes, func(x, y *answer.Row) int {
		return cmp.Compare(Surely(y), Surely(x))
	})
	for _, r := range changes {
		name := Measure(r)
		if onOneSide(r) && !(strings.HasPrefix(name, "mean") && headed[r.Group]) && len(all) < most {
			all = append(all, moved(Scope{a, r.Key}, name))
		}
	}
	if len(all) == 0 {
		all = append(all, fmt.Sprintf("No difference between %s and %s is conclusive", visible.Text(a.Set["earlier"]),
			visible.Text(a.Set["later"])))
	}
	return all
}

// changed ends the names of changes of quantities.
const changed = "_change"

// Measure is the name of the quantity that a row is a change of.
func Measure(r *answer.Row) string { return strings.TrimSuffix(r.Q.Name, changed) }

// Changes are the rows of differences on a scale.
func Changes(a *answer.Answer, scale string) []*answer.Row {
	return slices.DeleteFunc(slices.Clone(a.Rows), func(r *answer.Row) bool {
		return Measure(r) == r.Q.Name || r.Scale != scale
	})
}

func onOneSide(r *answer.Row) bool { return r.Lower > 0 || r.Upper < 0 }

// moved says how a quantity moved.
func moved(s Scope, name string) string {
	r, direction := s.Row(name+changed), "rose"
	if r.Upper < 0 {
		direction = "fell"
	}
	earlier, later := s, s
	earlier.At.K, later.At.K = 1, 2
	what := Changed(s, name)
	if strings.HasPrefix(name, "mean") {
		what = "The " + what
	}
	return fmt.Sprintf("%s %s by %s, from %s to %s", what, direction, by(r),
		document.Fixed(earlier.Row(name).Value, 2), document.Fixed(later.Row(name).Value, 2))
}

// by is the size of a change whose direction the sentence states.
func by(r *answer.Row) string { return document.Fixed(math.Abs(r.Value), 2) }

// Changed names a quantity at the key of a change: "ICC of experts".
func Changed(s Scope, name string) string {
	text := s.Row(name + changed).Q.Head
	if s.Data.Kind == "binary" && strings.HasPrefix(name, "mean") {
		text = "rate"
	}
	of := s.Fill("[{of} and {against}]")
	if s.At.Against == "" {
		of = s.Fill("{part}")
	}
	if who := people(s, name); who != "" && of != "" {
		of += ", " + who
	} else {
		of += who
	}
	if of == "" {
		return text
	}
	return text + " of " + of
}

// people says whose labels a mean is about: "these 5 people", or "people like them". It is "" for other quantities.
func people(s Scope, name string) string {
	same := s.Get("same_people", answer.Key{Group: s.At.Group})
	if same == nil {
		return ""
	}
	switch all := same.Method != ""; {
	case name == "mean" && all && same.Value == 1:
		return "this person"
	case name == "mean" && all:
		return "people like them"
	case name != "mean_of_same_people":
		return ""
	case all:
		return fmt.Sprintf("these %v people", same.Value)
	case same.Value == 1:
		return "the person in both"
	}
	return fmt.Sprintf("the %v people in both", same.Value)
}

// CompareDoubts doubt items of the same name that are rated as if they were different items. otherwise is the advice
// for these.
func CompareDoubts(a *answer.Answer, otherwise string) []string {
	runs, shared := a.Of("rho_between_runs"), a.Get("shared_items", answer.Key{})
	if len(runs) == 0 || shared == nil || slices.ContainsFunc(runs, func(r *answer.Row) bool { return r.Lower > 0 }) {
		return nil
	}
	return []string{Scope{a, runs[0].Key}.Fill("Items of the same name may be different items: the two runs do not "+
		"agree about them (ρ {rho_between_runs.all}). ") + otherwise}
}

// mostNames is how many people a note names.
const mostNames = 4

// CompareNotes say which labels are compared, who is new and who is gone, and how far the runs agree about the same
// items.
func CompareNotes(a *answer.Answer) []string {
	var all []string
	s := Scope{a, answer.Key{}}
	if r := s.Row("repeated_labels"); r != nil && r.Value > 0 {
		rest := a.Get("labels", answer.Key{Of: a.Set["later"]})
		all = append(all, s.Fill("All {repeated_labels:label} of {earlier} are in {later} too, which here means "+
			"its other ")+document.Plural(int(rest.Value), "label"))
	}
	names := map[string][]string{}
	for _, r := range a.Of("person") {
		names[r.Said] = append(names[r.Said], r.Of)
	}
	var people []string
	for _, what := range []string{"new", "gone"} {
		if n := len(names[what]); n > mostNames {
			people = append(people, fmt.Sprintf("%d %s, such as %s", n, what, visible.Names(names[what][:mostNames])))
		} else if n > 0 {
			people = append(people, fmt.Sprintf("%d %s: %s", n, what, visible.Names(names[what])))
		}
	}
	if len(people) > 0 {
		all = append(all, "People: "+strings.Join(people, "; "))
	}
	for _, r := range a.Of("rho_between_runs") {
		all = append(all, Scope{a, r.Key}.Fill("True scores[ of {part}] in {earlier} and {later} correlate "+
			"{rho_between_runs.all}"))
	}
	return all
}
