package study

import (
	"fmt"

	"concord/internal/visible"
)

// Overlooked is a column that plays no part, though its values divide the labels of each item as studies
// or labelers do: without it, labels of different kinds are taken together.
type Overlooked struct {
	Column string
	Values []string // in the order of their first appearance, up to the tenth
	Count  int      // of distinct values
	// AsStudy: each item has as many labels under each value as any other item, as in an experiment that labels
	// everything under every condition. AsGroup: each labeler has one value, and each item labels under several,
	// as where people were divided between conditions. AsLabeler: no labels of an item have the
	// same value, and each value has labels of several items; the labels name no labeler.
	AsStudy, AsGroup, AsLabeler bool
}

// warning says what it means that the column is not used.
func (o Overlooked) warning(studies bool) Warning {
	const most = 4
	values := fmt.Sprintf("%d values", o.Count)
	if o.Count <= most {
		values += " (" + visible.Names(o.Values) + ")"
	}
	name, study := visible.ShellList([]string{o.Column}), asStudy(o.Column, studies)
	w := Warning{Code: OverlookedColumn, Names: []string{o.Column}, Count: o.Count}
	what := fmt.Sprintf("column %s is not used, and its %s ", visible.Quote(o.Column), values)
	switch {
	case o.AsStudy && o.AsLabeler:
		w.Text = what + "divide the labels of each item as labelers or conditions do; if they say who gave a label: --labeler " + name +
			"; if under which condition, labels of all of them are taken together: " + study
	case o.AsLabeler:
		w.Text = what + "divide the labels of an item as labelers do; if they say who gave a label: --labeler " + name
	default:
		w.Text = what + "divide the labels of each item as conditions do, which are taken together; if they are to be compared: " + study
	}
	return w
}

// groupWarning says what it means that columns which divide the labelers are not used.
func groupWarning(columns []string, studies bool) Warning {
	w := Warning{Code: OverlookedColumn, Names: columns, Count: len(columns)}
	if len(columns) == 1 {
		w.Text = fmt.Sprintf("column %s is not used, and divides the labelers into groups, whose labels are taken together; if the groups are to be compared: %s",
			visible.Quote(columns[0]), asStudy(columns[0], studies))
		return w
	}
	w.Text = fmt.Sprintf("columns %s are not used, and each divides the labelers into groups, whose labels are taken together; if the groups are to be compared: %s",
		visible.Names(columns), asStudy(columns[0], studies))
	return w
}

// asStudy says how a column becomes that of the studies, where there is such a column or not.
func asStudy(column string, studies bool) string {
	flag := "--study " + visible.ShellList([]string{column})
	if studies {
		return "split the file by it, or " + flag + " instead of the present one"
	}
	return flag
}
