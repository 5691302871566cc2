// Package fits has the fits of several tasks of one file side by side, and what they say together.
package fits

import (
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/tasks/batch"
	"concord/nonparam"
	"concord/study"
)

// Several is the fits of several tasks of one file side by side, such as each category against the rest.
type Several struct {
	// Verdict says in sentences what was found, the answer first.
	Verdict  []string         `json:"verdict"`
	Data     result.Data      `json:"data"` // all labels, before they were cut into tasks
	Interval result.Intervals `json:"interval"`
	// Cut is how the tasks differ: "category".
	Cut   []string `json:"cut"`
	Tasks []Task   `json:"tasks"`
	// Agreement is the coefficients of all labels together, by the nominal distance for categories without order.
	Agreement []result.Agreement `json:"agreement,omitempty"`
	// Confusion says how often categories go together, for each study and each pair of studies.
	Confusion []Confusion `json:"confusion,omitempty"`
	// Summaries are over all tasks.
	Summaries []TaskSummary `json:"over,omitempty"`
	// Untimed says why tasks that are mostly times have no trend, and how to get one; "" otherwise.
	Untimed string `json:"untimed,omitempty"`
	// Partial marks a run that was interrupted: tasks that were not finished by then are missing.
	Partial bool `json:"partial"`
}

// Task is the outcome of one task of many.
type Task struct {
	Key  []string `json:"key"` // a value for each cut
	Seed uint64   `json:"seed"`
	// Undefined says why there is no fit. Result has the coefficients then, if they could be computed.
	Undefined string         `json:"undefined,omitempty"`
	Result    *result.Result `json:"result,omitempty"`
	// Transformed has the numbers that a summary over many tasks needs.
	Transformed []Transformed `json:"unbounded,omitempty"`
}

// Confusion says how often each category of one study goes with each category of another, on the items of both. For one
// study it says so for two labels of an item.
type Confusion struct {
	Studies    []string `json:"studies"` // one or two
	Categories []string `json:"categories"`
	// Shares are shares of pairs of labels of an item drawn at random. The row is the category of the first study; the
	// column is the category of the second, or of another label. Nil if no item has two such labels.
	Shares [][]result.Number `json:"shares"`
	Items  int               `json:"items"` // that have both labels
}

// Confusions returns the confusions of each study of a table of categories, and of each pair of studies.
func Confusions(t *study.Table) []Confusion {
	var all []Confusion
	add := func(a, b int, studies ...string) {
		all = append(all, confusionOf(t, t.StudyAt(a), t.StudyAt(b), studies...))
	}
	names := t.Studies()
	for s, name := range names {
		add(s, s, name)
	}
	for a := range names {
		for b := a + 1; b < len(names); b++ {
			add(a, b, names[a], names[b])
		}
	}
	return all
}

// confusionOf returns the confusion of two studies of a table, or of one study with itself.
func confusionOf(t *study.Table, a, b study.View, studies ...string) Confusion {
	found := nonparam.Confuse(a, b)
	c := Confusion{Studies: studies, Categories: t.Categories(), Items: found.Items}
	for _, row := range found.Share {
		shares := make([]result.Number, len(row))
		for z, share := range row {
			shares[z] = result.Number(share)
		}
		c.Shares = append(c.Shares, shares)
	}
	return c
}

// Fitted reports whether there is a fit.
func (task Task) Fitted() bool { return task.Result != nil && task.Result.Model != nil }

// First returns the first result of a fit, with the things that the fits of all tasks share; nil if there is none.
func (sev *Several) First() *result.Result {
	for _, task := range sev.Tasks {
		if task.Fitted() {
			return task.Result
		}
	}
	return nil
}

// Tail returns the tail probability of a coefficient among replicated studies.
func (task Task) Tail(coefficient string, studies []string) result.Number {
	if task.Result != nil {
		for _, c := range task.Result.Comparison {
			if c.Coefficient == coefficient && slices.Equal(c.Studies, studies) {
				return c.PPCTail
			}
		}
	}
	return result.Undefined()
}

// AllAgreement returns the coefficients of all labels together, then each task's.
func (sev *Several) AllAgreement() []result.Agreement {
	all := slices.Clone(sev.Agreement)
	for _, task := range sev.Tasks {
		if task.Result != nil {
			all = append(all, task.Result.Agreement...)
		}
	}
	return all
}

// Mixed reports whether the labels of tasks are of several kinds, as several label columns may be.
func (sev *Several) Mixed() bool {
	first := sev.First()
	return slices.ContainsFunc(sev.Tasks, func(task Task) bool {
		return task.Fitted() && first != nil && task.Result.Data.Kind != first.Data.Kind
	})
}

// Combinations returns the combinations of studies that have a quantity in some task, in their order.
func (sev *Several) Combinations(quantity string) []Combination {
	var all []Combination
	known := map[string]bool{}
	for _, task := range sev.Tasks {
		if !task.Fitted() {
			continue
		}
		grouping := sev.Grouping(task)
		for _, e := range task.Result.Estimates {
			if key := keyOf(grouping, "", e.Studies); e.Quantity == quantity && !known[key] {
				known[key], all = true, append(all, Combination{grouping, e.Studies})
			}
		}
	}
	groupings := sev.Data.Groupings()
	slices.SortStableFunc(all, func(a, b Combination) int {
		return slices.Index(groupings, a.Grouping) - slices.Index(groupings, b.Grouping)
	})
	return all
}

// Counted returns the number and kind of the tasks: "3 categories against the rest".
func (sev *Several) Counted() string {
	n := len(sev.Tasks)
	switch {
	case sev.OfCategories() && len(sev.Data.Tags) > 0:
		return document.Plural(n, "label") + " of sets, each against the rest"
	case sev.OfCategories():
		return document.Integer(n) + " categories, each against the rest"
	}
	return document.Plural(n, "fit")
}

// OfCategories reports whether the tasks are each category against the rest.
func (sev *Several) OfCategories() bool { return slices.Equal(sev.Cut, []string{batch.ByCategory}) }

// CautionTexts returns the cautions of all labels, then the cautions of tasks, as sentences.
func (sev *Several) CautionTexts() []string {
	var names []string
	var of []result.Data
	for _, task := range sev.Tasks {
		if task.Result != nil {
			names, of = append(names, strings.Join(task.Key, ", ")), append(of, task.Result.Data)
		}
	}
	return append(sev.Data.CautionTexts(), result.TaskCautions(names, of)...)
}

// keyOf is a key of maps for a quantity of some studies on a scale.
func keyOf(name, scale string, studies []string) string {
	return name + "\x00" + scale + "\x00" + strings.Join(studies, "\x00")
}
