package result

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/model/spec"
	"concord/study"
)

// fewAgain is the number of repeated labels below which they show little.
const fewAgain = 20

// AddTermNotes notes the terms of a resolved model that the labels cannot determine, and how terms are nested. A note
// that makes results doubtful is a warning.
func (read *Data) AddTermNotes(t *study.Table, sp spec.Spec) {
	read.Warnings = append(read.Warnings, slices.Concat(facetCautions(t, sp), discriminationCautions(t, sp))...)
	read.AddCovariates(t, sp)
	read.Notes = append(read.Notes, slices.Concat(facetNotes(t, sp), discriminationNotes(t, sp))...)
}

// facetNotes say which factors of facets are within others, and the consequence. There are none if the model has no
// facets.
func facetNotes(t *study.Table, sp spec.Spec) []string {
	factors := []string{study.ItemFactor}
	if t.HasLabelers() {
		factors = append(factors, study.LabelerFactor)
	}
	own := len(factors)
	for _, f := range sp.Facets {
		for _, name := range f.By {
			if !slices.Contains(factors, name) {
				factors = append(factors, name)
			}
		}
	}
	var notes []string
	for i, inner := range factors {
		for j, outer := range factors {
			if i != j && (i >= own || j >= own) && within(t, inner, outer) && !(i < j && within(t, outer, inner)) {
				notes = append(notes, nested(inner, outer, clusterOf(sp)))
			}
		}
	}
	for s, m := range sp.Studies {
		if m.NotAgain {
			notes = append(notes, fmt.Sprintf("Group %s has no effects of item and labeler together: no labeler gave "+
				"an item two labels, or one labeler gave all.", visible.Text(t.Studies()[s])))
		}
	}
	return notes
}

// clusterOf returns the factor in which items are nested; "" if the model has none.
func clusterOf(sp spec.Spec) string {
	if i := slices.IndexFunc(sp.Facets, func(f spec.Facet) bool { return f.Cluster }); i >= 0 {
		return sp.Facets[i].By[0]
	}
	return ""
}

// within reports whether a factor is within another in each study.
func within(t *study.Table, inner, outer string) bool {
	for s := range t.Studies() {
		if !t.StudyAt(s).Within(inner, outer) {
			return false
		}
	}
	return true
}

// nested says that a factor is within another, and the consequence.
func nested(inner, outer, cluster string) string {
	in, out := visible.Text(inner), visible.Text(outer)
	if inner == study.ItemFactor && outer == cluster {
		return fmt.Sprintf("Items are in clusters: each has one %[1]s. The true score of an item has two parts, its "+
			"%[1]s's and its own, and ICC counts both.", out)
	}
	text := fmt.Sprintf("Each %s has one %s: the effects of %s are within one %s", in, out, in, out)
	if inner == study.ItemFactor {
		return text + fmt.Sprintf(", and ICC counts %[1]s as noise. Two labels of one item share %[1]s too: Eρ² and "+
			"Φ count %[1]s as part of the item.", out)
	}
	return text + fmt.Sprintf(", and a design has that number in each %s.", out)
}

// facetCautions name the further terms with too few labels of the same level to distinguish their effects from noise.
func facetCautions(t *study.Table, sp spec.Spec) []string {
	var texts []string
	for _, f := range sp.Facets {
		if f.Covariance == spec.Common {
			var all []study.View
			for s := range t.Studies() {
				all = append(all, t.StudyAt(s))
			}
			if n := again(f.By, all...); n < fewAgain {
				texts = append(texts, fmt.Sprintf("the file has only %s after the first of a level of %s, too few to "+
					"separate these effects from noise: the prior will decide their standard deviation",
					plural(n, "label"), visible.Text(strings.Join(f.By, ":"))))
			}
			continue
		}
		for s, name := range t.Studies() {
			if sp.Studies != nil && sp.Studies[s].NotAgain && spec.ItemByLabeler().SameBy(f) {
				continue
			}
			if n := again(f.By, t.StudyAt(s)); n < fewAgain {
				texts = append(texts, fmt.Sprintf("%s has only %s after the first of a level of %s, too few to "+
					"separate these effects from noise: the prior will decide their standard deviation",
					study.GroupName(name, len(t.Studies())), plural(n, "label"), visible.Text(strings.Join(f.By, ":"))))
			}
		}
	}
	return texts
}

// again counts the labels of studies after the first on each combination of levels.
func again(by []string, studies ...study.View) int {
	seen := make(map[string]bool)
	n := 0
	for _, v := range studies {
		for i := range v.Len() {
			var key []byte
			for _, f := range by {
				level, _ := v.Factor(f)
				key = fmt.Appendf(key, "%d,", level[i])
			}
			if seen[string(key)] {
				n++
			}
			seen[string(key)] = true
		}
	}
	return n
}
