package batch

import (
	"fmt"

	"concord/internal/visible"
	"concord/model"
	"concord/study"
)

// ByCategory is the cut of tasks that are a category each.
const ByCategory = "category"

// MostCategories is how many categories are fitted, each against the rest: more are texts rather than categories.
const MostCategories = 200

// Faults of labels that are to be cut into categories.
const (
	TooManyCategories study.Code = "too_many_categories_to_fit"
	TwoCategories     study.Code = "two_categories" // of which one fit says all
)

// Categories returns a task for each category of nominal or ordinal labels, of which it is positive and all others are
// negative, in the order of the table. The error is a [*study.Error].
func Categories(t *study.Table, spec model.Spec) ([]Task, error) {
	names := t.Categories()
	fault := &study.Error{File: t.Source().File, Column: t.LabelColumn()}
	switch n := len(names); {
	case n > MostCategories:
		fault.Code, fault.Remedy = TooManyCategories, "check that it is the column of the labels"
		fault.Found = fmt.Sprintf("column %s has %s, and at most %d are fitted, each against the rest",
			visible.Quote(t.LabelColumn()), visible.Count(n, "different label"), MostCategories)
		return nil, fault
	case n == 2:
		fault.Code, fault.Values = TwoCategories, names
		fault.Found = fmt.Sprintf("the labels are %s and %s only: what is said of one against the rest is said of the "+
			"other", visible.Quote(names[0]), visible.Quote(names[1]))
		fault.Remedy = "fit them as binary labels"
		return nil, fault
	}
	tasks := make([]Task, len(names))
	for c, name := range names {
		tasks[c] = Task{
			Key: Key{{ByCategory, name}}, Spec: spec,
			Table: func() (*study.Table, error) { return t.Against(c), nil },
		}
	}
	return tasks, nil
}
