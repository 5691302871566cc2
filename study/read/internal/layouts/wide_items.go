package layouts

import (
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// items makes records of a table whose rows are people and whose columns are items.
func (l *laying) items() (func(*stream.Melted) error, error) {
	h, o := l.Header, &l.Options
	if i := takenBy(h, study.ItemFactor); i >= 0 { // a name that says something else here
		delete(h.Taken, i)
	}
	if o.Labeler != "" && o.Labeler != study.NoColumn {
		if _, err := h.Named(study.LabelerFactor, o.Labeler); err != nil {
			return nil, err
		}
	}
	items, err := like(h, naming.ItemsPart, o.WideItems)
	if err != nil {
		return nil, err
	}
	for _, i := range items {
		if fault := stream.IdFault([]byte(h.Names[i])); fault != "" {
			return nil, study.BadName.Faultf("the name of column %d, which is to name an item, %s", i+1, fault).
				InColumn(h.Names[i]).Advising("give the column a name")
		}
	}
	if o.Labeler == "" {
		if i := person(l.first, h, items); i >= 0 {
			o.Labeler = h.Names[i]
		} else {
			l.plan.Number = stream.UnusedName(h.Names, rowNumbers)
			o.Labeler = l.plan.Number
		}
	}
	which := stream.Together(o.WideItems)
	o.Item, o.Label = "columns "+which, "cells of "+which
	l.plan.Needed, l.plan.Own = items, []string{o.Item, o.Label}
	names := trimmed(h.At(items))
	return func(m *stream.Melted) error {
		for k, i := range items {
			m.Add(names[k], m.Fields[i])
		}
		return nil
	}, nil
}

// idsOfPeople are columns in which survey programs number the people who answered.
const idsOfPeople = " responseid respondentid participantid prolificid prolificpid pid workerid userid responderid " +
	"respondent participant submissionid assignmentid externalreference recipientemail email username "

// person returns the column that names the person of each row; −1 for none.
func person(first *stream.FirstRows, h *naming.Header, items []int) int {
	labeler := naming.LabelerRole()
	best, rank := -1, 0
	for i, name := range h.Names {
		if h.Taken[i] != "" || slices.Contains(items, i) || !unique(first, i) {
			continue
		}
		now := 0
		switch short := naming.Normalized(name); {
		case labeler.Match(name) == naming.ByAlias:
			now = 4
		case naming.Among(idsOfPeople, short) || labeler.Match(name) == naming.ByWeakName:
			now = 3
		case labeler.Match(name) == naming.ByProposal || naming.IsID(name) || namesLabeler(name):
			now = 2
		case i == 0 && !naming.Among(surveyColumns, short):
			now = 1
		}
		if now > rank {
			best, rank = i, now
		}
	}
	return best
}

// findItems recognises tables whose rows are people.
func findItems(first *stream.FirstRows, file string, o naming.Options) (naming.Options, string, error) {
	if o.Item != "" || o.Label != "" {
		return o, "", nil
	}
	asked := ratersInRows(first, nil, -1)
	if asked == nil {
		return o, "", nil
	}
	items := alike(first, asked)
	if 2*len(items) <= len(asked) || len(items) < 2 {
		return o, "", itemsRefused(first, asked) // answers to questions of several kinds
	}
	o.WideItems = patterns(first, items)
	return o, visible.Sprintf("each row is a person, and each of %d columns is an item, %v to %v", len(items),
		items[0], items[len(items)-1]), nil
}

// patterns are names that mean some columns and no others: one pattern if there is one.
func patterns(first *stream.FirstRows, names []string) []string {
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
		others := slices.ContainsFunc(first.Header, func(name string) bool {
			return naming.MatchesPattern(name, []string{pattern}) != slices.Contains(names, name)
		})
		if !others {
			return []string{pattern}
		}
	}
	return names
}

// alike returns the columns that share most values with other columns, as answers on one scale do. If no two columns
// share values, it returns all columns of numbers.
func alike(first *stream.FirstRows, names []string) []string {
	in := make(map[string]int) // columns that a value stands in
	var columns []int
	for _, name := range names {
		i := slices.Index(first.Header, name)
		columns = append(columns, i)
		seen := make(map[string]bool)
		for _, row := range first.Cells {
			if text := row[i]; text != "" && !seen[text] {
				seen[text] = true
				in[text]++
			}
		}
	}
	var shared, numbers []string
	for k, i := range columns {
		of, rows := 0, 0
		for _, row := range first.Cells {
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
		if _, ok := first.Numbers(i); ok && rows > 0 {
			numbers = append(numbers, names[k])
		}
	}
	if len(shared) < 2 {
		return numbers
	}
	return shared
}
