package layouts

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/layout"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// listColumns are the columns in which almost all of the first rows hold lists of labels.
func listColumns(first *stream.FirstRows) []int {
	var all []int
	for i := range first.Header {
		var labels []layout.Label
		long := false
		for _, row := range first.Cells {
			if row[i] != "" {
				labels = append(labels, layout.Label{Text: row[i], Rows: 1})
				long = long || len(row[i]) >= stream.LongestCell
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
func findLists(first *stream.FirstRows, file string, o naming.Options) (naming.Options, string, error) {
	h := layoutHeader(first.Header, file, o)
	labeler, label := naming.LabelerRole(), naming.LabelRole()
	lists := listColumns(first)
	people := h.Candidates(labeler)
	if o.Labeler != "" {
		people = h.Find(o.Labeler)
	}
	if o.Labeler == study.NoColumn {
		people = nil
	}
	for i, name := range h.Names { // annotators: [ann, bob]
		if len(people) == 0 && o.Labeler == "" && h.Taken[i] == "" && namesPeople(name) {
			if others := without(lists, i); parallel(first, i, others) {
				people = []int{i}
			}
		}
	}
	if len(people) == 1 && !slices.Contains(lists, people[0]) && !parallel(first, people[0], lists) {
		return o, "", nil // who gave the list
	}
	lists = slices.DeleteFunc(lists, func(i int) bool { return slices.Contains(people, i) || h.Taken[i] != "" })
	switch labels := h.Candidates(label); {
	case o.Label != "":
		found := h.Find(o.Label)
		lists = slices.DeleteFunc(lists, func(i int) bool { return !slices.Contains(found, i) })
	case len(labels) > 0:
		lists = slices.DeleteFunc(lists, func(i int) bool { return !slices.Contains(labels, i) })
	default:
		lists = slices.DeleteFunc(lists, func(i int) bool { return !comeAgain(first, i) }) // neither boxes nor vectors
		if len(lists) > 1 && !ofOneKind(first, lists) {
			return o, "", nil
		}
	}
	if len(lists) == 0 {
		return o, "", nil
	}
	o.Label = ""
	o.Lists = patterns(first, h.At(lists))
	said := fmt.Sprintf("each cell of %s holds the labels of several labelers", stream.Together(h.At(lists)))
	if len(people) == 1 {
		o.Labeler = h.Names[people[0]]
		said += visible.Sprintf(", whom %q names", o.Labeler)
	}
	if len(lists) > 1 {
		said += "; each column is an item of the row"
		if !numberedAlike(h.At(lists)) && len(people) == 1 {
			return o, "", listedQuestions(o, h.At(lists))
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
func listedQuestions(o naming.Options, lists []string) error {
	all := study.To("", "list", o.Lists...).And("labeler", o.Labeler)
	alone, together := all.And("by", questionColumn), all
	alone.Does, together.Does = "each question alone", "as separate items"
	return faults.PooledLabels.Faultf(
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
func parallel(first *stream.FirstRows, column int, lists []int) bool {
	form, several := listFormOf(first, column), false
	forms := make([]listForm, len(lists))
	for k, i := range lists {
		forms[k] = listFormOf(first, i)
	}
	for _, row := range first.Cells {
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
func comeAgain(first *stream.FirstRows, column int) bool {
	form, all, seen := listFormOf(first, column), 0, make(map[string]bool)
	for _, row := range first.Cells {
		for _, e := range form.elements([]byte(row[column]), nil) {
			all++
			seen[string(e)] = true
		}
	}
	return 2*len(seen) <= all
}

// ofOneKind reports whether the elements of columns of lists share their values.
func ofOneKind(first *stream.FirstRows, lists []int) bool {
	in := make(map[string]int)
	sets := make([]map[string]bool, len(lists))
	for k, i := range lists {
		form := listFormOf(first, i)
		sets[k] = make(map[string]bool)
		for _, row := range first.Cells {
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
