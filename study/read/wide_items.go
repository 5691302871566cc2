package read

import (
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// readItems makes records of a table whose rows are people and whose columns are items.
func readItems(r records, first *firstRows, file string, o Options) (laidOut, error) {
	if err := o.conflicting("WideItems", study.ItemFactor, labelPart); err != nil {
		return laidOut{}, err
	}
	h := layoutHeader(r.Header(), file, o)
	if i := h.takenBy(study.ItemFactor); i >= 0 { // a name that says something else here
		delete(h.taken, i)
	}
	if o.Labeler != "" && o.Labeler != study.NoColumn {
		if _, err := h.named(study.LabelerFactor, o.Labeler); err != nil {
			return laidOut{}, err
		}
	}
	items, err := h.like(itemsPart, o.WideItems)
	if err != nil {
		return laidOut{}, err
	}
	names := make([][]byte, len(items))
	for k, i := range items {
		name := h.names[i]
		if fault := idFault([]byte(name)); fault != "" {
			return laidOut{}, study.Faultf(study.BadName, "the name of column %d, which is to name an item, %s", i+1,
				fault).InColumn(name).Advising("give the column a name")
		}
		names[k] = []byte(strings.TrimSpace(name))
	}
	number := ""
	if o.Labeler == "" {
		if i := first.person(h, items); i >= 0 {
			o.Labeler = h.names[i]
		} else {
			number = unusedName(h.names, rowNumbers)
			o.Labeler = number
		}
	}
	which := together(o.WideItems)
	o.Item, o.Label = "columns "+which, "cells of "+which
	own := []string{o.Item, o.Label}
	made := melt(r, plan{needed: items, own: own, number: number}, func(m *melted) error {
		for k, i := range items {
			m.add(names[k], m.fields[i])
		}
		return nil
	})
	return laidOut{records: made, options: o}, nil
}

// itemsPart is the part of columns that are an item each.
const itemsPart = "items"

// idsOfPeople are columns in which survey programs number the people who answered.
const idsOfPeople = " responseid respondentid participantid prolificid prolificpid pid workerid userid responderid " +
	"respondent participant submissionid assignmentid externalreference recipientemail email username "

// person returns the column that names the person of each row; −1 for none.
func (first *firstRows) person(h *header, items []int) int {
	labeler := labelerRole()
	best, rank := -1, 0
	for i, name := range h.names {
		if h.taken[i] != "" || slices.Contains(items, i) || !first.unique(i) {
			continue
		}
		now := 0
		switch short := normalized(name); {
		case labeler.match(name) == byAlias:
			now = 4
		case among(idsOfPeople, short) || labeler.match(name) == byWeakName:
			now = 3
		case labeler.match(name) == byProposal || isID(name) || namesLabeler(name):
			now = 2
		case i == 0 && !among(surveyColumns, short):
			now = 1
		}
		if now > rank {
			best, rank = i, now
		}
	}
	return best
}

// findItems recognises tables whose rows are people.
func findItems(first *firstRows, file string, o Options) (Options, string, error) {
	if o.Item != "" || o.Label != "" {
		return o, "", nil
	}
	asked := first.ratersInRows(nil, -1)
	if asked == nil {
		return o, "", nil
	}
	items := first.alike(asked)
	if 2*len(items) <= len(asked) || len(items) < 2 {
		return o, "", first.itemsRefused(asked) // answers to questions of several kinds
	}
	o.WideItems = first.patterns(items)
	return o, visible.Sprintf("each row is a person, and each of %d columns is an item, %v to %v", len(items),
		items[0], items[len(items)-1]), nil
}

// patterns are names that mean some columns and no others: one pattern if there is one.
func (first *firstRows) patterns(names []string) []string {
	prefix := names[0]
	for _, name := range names {
		for !strings.HasPrefix(name, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
	}
	for _, pattern := range []string{prefix + "*", prefix + "?"} {
		if prefix == "" || strings.ContainsAny(prefix, `*?,"`) {
			break
		}
		others := slices.ContainsFunc(first.header, func(name string) bool {
			return matchesPattern(name, []string{pattern}) != slices.Contains(names, name)
		})
		if !others {
			return []string{pattern}
		}
	}
	return names
}

// alike returns the columns that share most values with other columns, as answers on one scale do. If no two columns
// share values, it returns all columns of numbers.
func (first *firstRows) alike(names []string) []string {
	in := make(map[string]int) // columns that a value stands in
	var columns []int
	for _, name := range names {
		i := slices.Index(first.header, name)
		columns = append(columns, i)
		seen := make(map[string]bool)
		for _, row := range first.cells {
			if text := row[i]; text != "" && !seen[text] {
				seen[text] = true
				in[text]++
			}
		}
	}
	var shared, numbers []string
	for k, i := range columns {
		of, rows := 0, 0
		for _, row := range first.cells {
			if row[i] == "" {
				continue
			}
			if rows++; in[row[i]] > 1 {
				of++
			}
		}
		if 2*of > rows {
			shared = append(shared, names[k])
		}
		if _, ok := first.numbers(i); ok && rows > 0 {
			numbers = append(numbers, names[k])
		}
	}
	if len(shared) < 2 {
		return numbers
	}
	return shared
}
