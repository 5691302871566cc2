package result

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"concord/internal/tasks/batch"
	"concord/internal/visible"
	"concord/model/spec"
	"concord/study"
)

// NewGroupedData describes labels with several groupings, a table each, as [NewData] does for one: the studies of each
// grouping, and the notes of any.
func NewGroupedData(
	file string, groupings []*study.Table, labelers spec.LabelerEffects, worded func(study.Warning) string,
) Data {
	var all Data
	items, people := map[string]bool{}, map[string]bool{}
	var columns []string
	var notes [][]string
	for k, t := range groupings {
		name := batch.Grouping(t)
		d := NewData(file, t, labelers, worded)
		columns, notes = append(columns, name), append(notes, d.Notes)
		for i := range d.Studies {
			d.Studies[i].Grouping = name
		}
		for i := range d.SharedItems {
			d.SharedItems[i].Grouping = name
		}
		add(items, t.Items())
		add(people, t.Labelers())
		if k == 0 {
			all = d
			all.Labels += t.Source().Ungrouped
			continue
		}
		all.Studies = append(all.Studies, d.Studies...)
		all.SharedItems = append(all.SharedItems, d.SharedItems...)
		all.Warnings = union(all.Warnings, d.Warnings)
		maps.Copy(all.warned, d.warned)
	}
	all.Notes = notesOf(columns, notes)
	all.Items, all.Labelers = len(items), len(people)
	all.Columns["study"] = strings.Join(columns, ", ")
	return all
}

// notesOf returns the notes of all groupings, each once. A note of some groupings names them.
func notesOf(groupings []string, notes [][]string) []string {
	all := []string{}
	for k, of := range notes {
		for _, note := range of {
			lacks := func(others []string) bool { return !slices.Contains(others, note) }
			name := visible.Text(groupings[k])
			if slices.ContainsFunc(notes, lacks) && !strings.Contains(note, name) {
				note = name + ": " + note
			}
			all = union(all, []string{note})
		}
	}
	return all
}

func add(to map[string]bool, names []string) {
	for _, name := range names {
		to[name] = true
	}
}

// union returns texts, followed by the elements of more that are not among them.
func union(texts, more []string) []string {
	for _, text := range more {
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

// Groupings returns the names of the studies' groupings; nil if there is only one.
func (read Data) Groupings() []string {
	var names []string
	for _, s := range read.Studies {
		if s.Grouping != "" && !slices.Contains(names, s.Grouping) {
			names = append(names, s.Grouping)
		}
	}
	return names
}

// StudiesCounted is the number of studies: "2 studies", or "5 studies of 2 groupings".
func (read Data) StudiesCounted() string {
	text := plural(len(read.Studies), "group")
	if n := len(read.Groupings()); n > 0 {
		text += " of " + plural(n, "grouping")
	}
	return text
}

// ungrouped says how many labels belong to no study; "" for none.
func ungrouped(s study.Source) string {
	if s.Ungrouped == 0 {
		return ""
	}
	return fmt.Sprintf("Left out: %s without %s.", plural(s.Ungrouped, "label"), visible.Text(s.Columns.Study.Name))
}

// Within divides the key of a task, whose parts have the names of cuts, into the grouping of its studies, "" if all
// tasks have the same, and the rest.
func (read Data) Within(cut, key []string) (grouping string, within []string) {
	at := slices.Index(cut, batch.ByGrouping)
	if at < 0 || len(read.Groupings()) == 0 {
		return "", key
	}
	return key[at], slices.Delete(slices.Clone(key), at, at+1)
}
