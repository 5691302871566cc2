package read

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/internal/layout"
)

// listColumns are the columns in which almost all of the first rows hold lists of labels.
func (first *firstRows) listColumns() []int {
	var all []int
	for i := range first.header {
		var labels []layout.Label
		long := false
		for _, row := range first.cells {
			if row[i] != "" {
				labels = append(labels, layout.Label{Text: row[i], Rows: 1})
				long = long || len(row[i]) >= longestCell
			}
		}
		if len(labels) < 2 || long || !listLike(labels) {
			continue
		}
		if found, ok := layout.FindSeveral(labels); ok && found.What == layout.Lists {
			all = append(all, i)
		}
	}
	return all
}

// listLike reports whether most of some texts may be lists, before that is looked at in full.
func listLike(labels []layout.Label) bool {
	several := 0
	for _, l := range labels {
		if strings.ContainsAny(l.Text, "[{(|;,/\n\t") {
			several++
		}
	}
	return 10*several >= 9*len(labels)
}

// findLists recognises columns of lists of labels. If names say which column is the label, it is that one, and no
// column names a labeler.
func findLists(first *firstRows, file string, o Options) (Options, string, error) {
	h := layoutHeader(first.header, file, o)
	labeler, label := labelerRole(), labelRole()
	lists := first.listColumns()
	people := h.candidates(labeler)
	if o.Labeler != "" {
		people = h.find(o.Labeler)
	}
	if o.Labeler == study.NoColumn {
		people = nil
	}
	for i, name := range h.names { // annotators: [ann, bob]
		if len(people) == 0 && o.Labeler == "" && h.taken[i] == "" && namesPeople(name) {
			if others := without(lists, i); first.parallel(i, others) {
				people = []int{i}
			}
		}
	}
	if len(people) == 1 && !slices.Contains(lists, people[0]) && !first.parallel(people[0], lists) {
		return o, "", nil // who gave the list
	}
	lists = slices.DeleteFunc(lists, func(i int) bool { return slices.Contains(people, i) || h.taken[i] != "" })
	switch labels := h.candidates(label); {
	case o.Label != "":
		found := h.find(o.Label)
		lists = slices.DeleteFunc(lists, func(i int) bool { return !slices.Contains(found, i) })
	case len(labels) > 0:
		lists = slices.DeleteFunc(lists, func(i int) bool { return !slices.Contains(labels, i) })
	default:
		lists = slices.DeleteFunc(lists, func(i int) bool { return !first.comeAgain(i) }) // neither boxes nor vectors
		if len(lists) > 1 && !first.ofOneKind(lists) {
			return o, "", nil
		}
	}
	if len(lists) == 0 {
		return o, "", nil
	}
	o.Label = ""
	o.Lists = first.patterns(h.at(lists))
	said := fmt.Sprintf("each cell of %s holds the labels of several labelers", together(h.at(lists)))
	if len(people) == 1 {
		o.Labeler = h.names[people[0]]
		said += visible.Sprintf(", whom %q names", o.Labeler)
	}
	if len(lists) > 1 {
		said += "; each column is an item of the row"
		if !numberedAlike(h.at(lists)) && len(people) == 1 {
			return o, "", o.listedQuestions(h.at(lists))
		}
	}
	return o, said, nil
}

// numberedAlike reports whether names are one with different numbers.
func numberedAlike(names []string) bool {
	first, _ := numberedName(names[0])
	return !slices.ContainsFunc(names, func(name string) bool {
		stem, number := numberedName(name)
		return number == "" || stem != first
	})
}

// listedQuestions is the error about several columns of lists by the same labelers, which answer a question each.
func (o Options) listedQuestions(lists []string) error {
	all := study.To("", "list", o.Lists...).And("labeler", o.Labeler)
	alone, together := all.And("by", questionColumn), all
	alone.Does, together.Does = "each question alone", "as separate items"
	return study.Faultf(PooledLabels,
		"%d columns hold lists of labels by the labelers that %q names, an answer to another question each: %v",
		len(lists), o.Labeler, lists).FixedBy(alone, together)
}

// namesPeople reports whether a name stands for several labelers: annotators, worker_ids.
func namesPeople(name string) bool {
	return strings.HasSuffix(strings.ToLower(name), "s") && namesLabeler(name[:len(name)-1])
}

func without(columns []int, column int) []int {
	return slices.DeleteFunc(slices.Clone(columns), func(i int) bool { return i == column })
}

// parallel reports whether a column has, in each row, a list as long as the lists of others.
func (first *firstRows) parallel(column int, lists []int) bool {
	form, several := first.listFormOf(column), false
	forms := make([]listForm, len(lists))
	for k, i := range lists {
		forms[k] = first.listFormOf(i)
	}
	for _, row := range first.cells {
		n := len(form.elements([]byte(row[column]), nil))
		several = several || n > 1
		for k, i := range lists {
			if n != len(forms[k].elements([]byte(row[i]), nil)) {
				return false
			}
		}
	}
	return several && len(lists) > 0
}

// comeAgain reports whether a column of lists has few values, as labels are.
func (first *firstRows) comeAgain(column int) bool {
	form, all, seen := first.listFormOf(column), 0, make(map[string]bool)
	for _, row := range first.cells {
		for _, e := range form.elements([]byte(row[column]), nil) {
			all++
			seen[string(e)] = true
		}
	}
	return 2*len(seen) <= all
}

// ofOneKind reports whether the elements of columns of lists share their values.
func (first *firstRows) ofOneKind(lists []int) bool {
	in := make(map[string]int)
	sets := make([]map[string]bool, len(lists))
	for k, i := range lists {
		form := first.listFormOf(i)
		sets[k] = make(map[string]bool)
		for _, row := range first.cells {
			for _, e := range form.elements([]byte(row[i]), nil) {
				if !sets[k][string(e)] {
					sets[k][string(e)] = true
					in[string(e)]++
				}
			}
		}
	}
	for _, set := range sets {
		shared := 0
		for e := range set {
			if in[e] > 1 {
				shared++
			}
		}
		if 2*shared < len(set) {
			return false
		}
	}
	return true
}
