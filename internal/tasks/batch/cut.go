package batch

import (
	"slices"

	"concord/internal/visible"
	"concord/internal/when"
	"concord/model/spec"
	"concord/study"
)

// Names of the cuts that are not columns of the file.
const (
	ByLabel    = "label"
	ByGrouping = "grouping"
	ByCategory = "category"
)

const (
	// MostCategories is how many categories are fitted, each against the rest: more are texts rather than categories.
	MostCategories = 200
	// fewCategories may each have few labels.
	fewCategories = 20
	// leastLabels is how many labels half of the tasks must have: fewer do not separate variances.
	leastLabels = 4
)

// Faults of labels that are to be cut.
const (
	TooManyCategories study.Code = "too_many_categories_to_fit"
	TwoCategories     study.Code = "two_categories" // of which one fit says all
	TinyTasks         study.Code = "tiny_tasks"     // most have hardly a label
)

// Cuts say how labels are cut, a task for each combination: by label columns and groupings if there are several, by
// values of further columns, and by categories.
type Cuts struct {
	// By are names of factors of the tables.
	By []string
	// EachCategory makes a task of each category of ordinal labels too. Nominal labels always have one.
	EachCategory bool
	// Whole keeps categories without order together, for coefficients that take them as they are.
	Whole bool
}

// Names returns the names of the cuts, in the order of the keys of tasks of some tables, each of a label column in one
// grouping.
func (c Cuts) Names(tables ...*study.Table) []string {
	var names []string
	for _, cut := range tableKey(tables, tables[0]) {
		names = append(names, cut.Name)
	}
	names = append(names, c.By...)
	if slices.ContainsFunc(tables, c.categories) {
		names = append(names, ByCategory)
	}
	return names
}

// Grouping returns the column whose values are the studies of a table, or the columns whose combinations they are.
func Grouping(t *study.Table) string { return t.Source().Columns.Study.Name }

// tableKey identifies one of several tables: by its label column, by its grouping, or by both.
func tableKey(tables []*study.Table, t *study.Table) Key {
	differ := func(name func(*study.Table) string) bool {
		return slices.ContainsFunc(tables, func(other *study.Table) bool { return name(other) != name(tables[0]) })
	}
	var key Key
	grouped := differ(Grouping)
	if differ((*study.Table).LabelColumn) || len(tables) > 1 && !grouped {
		key = append(key, Cut{ByLabel, t.LabelColumn()})
	}
	if grouped {
		key = append(key, Cut{ByGrouping, Grouping(t)})
	}
	return key
}

// categories reports whether each category of a table is a task.
func (c Cuts) categories(t *study.Table) bool {
	return !c.Whole && (c.EachCategory || t.Kind() == study.Nominal)
}

// Tasks returns the tasks of some tables, each of a label column in one grouping, in the order of the tables, of the
// levels of the factors and of the categories. A category is positive, and all others are negative. The labels of a
// task have their own categories, see [study.Table.OwnCategories]. The error is a
// [*study.Error], or a [*study.NameError] if there is no such factor.
func (c Cuts) Tasks(sp spec.Spec, tables ...*study.Table) ([]Task, error) {
	byCategory := slices.Contains(c.Names(tables...), ByCategory)
	var tasks []Task
	for _, t := range tables {
		parts := []study.Part{{Table: func() *study.Table { return t }}}
		if len(c.By) > 0 {
			var err error
			if parts, err = t.Split(c.By...); err != nil {
				return nil, err
			}
		}
		of, err := c.tasksOf(sp, t, parts, tableKey(tables, t), byCategory)
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, of...)
	}
	return tasks, nil
}

// TasksOf is [Cuts.Tasks] of labels that are cut by c.By.
func (c Cuts) TasksOf(sp spec.Spec, labels *study.Cutting) ([]Task, error) {
	return c.tasksOf(sp, labels.Head(), labels.Parts(), nil, c.categories(labels.Head()))
}

// tasksOf returns the tasks of the parts of a table; the head of the table is enough.
func (c Cuts) tasksOf(
	sp spec.Spec, t *study.Table, parts []study.Part, key Key, byCategory bool,
) ([]Task, error) {
	if len(c.By) > 0 {
		if err := c.checkParts(t, parts); err != nil {
			return nil, err
		}
		parts = inTime(parts)
	}
	if c.categories(t) {
		if err := c.checkCategories(t, labelsOf(t, parts)); err != nil {
			return nil, err
		}
	}
	var levels [][]string
	for _, p := range parts {
		levels = append(levels, p.Levels)
	}
	own := ownKinds(t, sp, Levels(levels))
	var tasks []Task
	for _, p := range parts {
		of := slices.Clone(key)
		for i, level := range p.Levels {
			of = append(of, Cut{c.By[i], level})
		}
		if !c.categories(t) {
			if byCategory {
				of = append(of, Cut{ByCategory, ""})
			}
			task := Task{of, sp, p.Table, p.Unit, p.Unit && own}
			switch {
			case task.Own:
				task.Table = func() *study.Table { return p.Table().Units() }
			case len(c.By) > 0:
				task.Table = func() *study.Table { return p.Table().OwnCategories() }
			}
			tasks = append(tasks, task)
			continue
		}
		tags, labels := t.Tags(), p.Table
		if p.Tags != nil {
			tags, labels = p.Tags, func() *study.Table { return p.Table().OwnCategories() }
		}
		for k, name := range tags {
			tasks = append(tasks, Task{append(slices.Clone(of), Cut{ByCategory, name}), sp,
				func() *study.Table { return labels().Against(k) }, false, false})
		}
	}
	return tasks, nil
}

// checkParts refuses to cut labels into so many tasks that most have almost no labels, for example by a column of ids.
func (c Cuts) checkParts(t *study.Table, parts []study.Part) error {
	sizes := make([]int, len(parts))
	for i, p := range parts {
		sizes[i] = p.Labels
	}
	slices.Sort(sizes)
	if sizes[len(sizes)/2] >= leastLabels {
		return nil
	}
	fixes := []study.Fix{study.By("", "by"), study.Choose("cut by another column", "by")}
	if c.dated(parts) {
		week := study.To("if the column has dates, by week", "every", string(when.Week))
		fixes = append([]study.Fix{week}, fixes...)
	}
	return TinyTasks.Faultf("cut by %v the labels make %s, and half of the tasks have at most %s", c.By,
		visible.Count(len(parts), "task"), visible.Count(sizes[len(sizes)/2],
			"label")).InFile(t.Source().File).InColumn(c.By[len(c.By)-1]).FixedBy(fixes...)
}

// dated reports whether the last column by which labels are cut has days or moments.
func (c Cuts) dated(parts []study.Part) bool {
	for _, p := range parts {
		text := p.Levels[len(p.Levels)-1]
		if _, _, doubtful := when.Both(text); doubtful {
			continue
		}
		if _, ok := when.Unsettled.On(text); !ok {
			return false
		}
	}
	return true
}

// labelsOf returns the number of labels of parts, which a table that is not cut does not count.
func labelsOf(t *study.Table, parts []study.Part) int {
	labels := 0
	for _, p := range parts {
		labels += p.Labels
	}
	return max(labels, t.Len())
}

// checkCategories refuses too many categories, and two categories, because one of them says all.
func (c Cuts) checkCategories(t *study.Table, labels int) error {
	names := t.Tags()
	fault := &study.Error{Code: TooManyCategories, File: t.Source().File, Column: t.LabelColumn(),
		Fixes: []study.Fix{study.Choose("choose another column", "label")}}
	switch n := len(names); {
	case n > MostCategories:
		fault.Found = visible.Sprintf("column %q has %s, but at most %d can be fitted, each against the rest",
			t.LabelColumn(), visible.Count(n, "different label"), MostCategories)
	case n > fewCategories && 2*n > labels:
		fault.Found = visible.Sprintf("column %q has %d different labels among %d, too many to be categories",
			t.LabelColumn(), n, labels)
	case n == 2 && t.Sets() == nil:
		fault.Code = TwoCategories
		fault.Fixes = []study.Fix{study.To("if it is the positive one", "positive", names[1]).Without("each-category"),
			study.To("or the other", "positive", names[0]).Without("each-category")}
		fault.Found = visible.Sprintf("the labels are %q and %q, and neither is known to be positive", names[0],
			names[1])
		if c.EachCategory { // without which they may well be binary
			fault.Found =
				visible.Sprintf("the labels are only %q and %q, so both comparisons with the rest would be the same",
					names[0], names[1])
		}
	default:
		return nil
	}
	return fault
}
