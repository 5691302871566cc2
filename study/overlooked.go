package study

import (
	"fmt"
	"strings"

	"concord/internal/visible"
)

// Overlooked is an unused column whose values divide the labels of each item as studies or labelers do. Without it,
// labels of different kinds are mixed.
type Overlooked struct {
	Column string
	Values []string // in the order of their first appearance, up to the tenth
	Count  int      // of distinct values
	// AsStudy: each item has as many labels under each value as any other item, as in an experiment that labels
	// everything under every condition. AsGroup: each labeler has one value, and each item labels under several,
	// as where people were divided between conditions. AsLabeler: no labels of an item have the
	// same value, and each value has labels of several items; the labels name no labeler.
	AsStudy, AsGroup, AsLabeler bool
	// AsItem: each item has one label, and most values have several labels, each by another labeler.
	AsItem bool
}

// warning gives the consequence of not using the column.
func (o Overlooked) warning(studies bool) Warning {
	const most = 4
	values := fmt.Sprintf("%d values", o.Count)
	if o.Count <= most {
		values += visible.Sprintf(" (%v)", o.Values)
	}
	w := Warning{Code: OverlookedColumn, Names: []string{o.Column}, Fixes: o.fixes(studies)}
	if o.AsItem {
		w.Text = visible.Sprintf("each item has one label, and column %q, which is not used, has %d values with "+
			"several labels, each by another labeler", o.Column, o.Count)
		return w
	}
	how := "divide the labels of each item as conditions do: labels of all conditions are taken together"
	switch {
	case o.AsStudy && o.AsLabeler:
		how = "divide the labels of each item as labelers or conditions do"
	case o.AsLabeler:
		how = "divide the labels of an item as labelers do"
	}
	w.Text = visible.Sprintf("column %q is not used, but its %s %s", o.Column, values, how)
	return w
}

// groupWarning gives the consequence of not using columns that divide the labelers.
func groupWarning(columns []Overlooked, studies bool) Warning {
	w := Warning{Code: OverlookedColumn, Fixes: columns[0].fixes(studies)}
	for _, o := range columns {
		w.Names = append(w.Names, o.Column)
	}
	which := visible.Sprintf("columns %v are not used, but each divides", w.Names)
	if len(columns) == 1 {
		which = visible.Sprintf("column %q is not used, but it divides", w.Names[0])
	}
	w.Text = which + " the labelers into groups: labels of all groups are taken together"
	return w
}

// fixes say how the column would get a part. studies says that another names the studies.
func (o Overlooked) fixes(studies bool) []Fix {
	asLabeler := To("if they say who gave a label", "labeler", o.Column)
	asStudy := To("to compare them", "group", o.Column)
	if studies {
		asStudy.Does += ", instead of the present column"
	}
	switch {
	case o.AsItem:
		return []Fix{To("if these are the items", "item", o.Column)}
	case o.AsGroup:
		asStudy.Does = strings.Replace(asStudy.Does, "them", "the groups", 1)
	case o.AsStudy && o.AsLabeler:
		asStudy.Does = "if they are conditions, " + asStudy.Does
		return []Fix{asLabeler, asStudy}
	case o.AsLabeler:
		return []Fix{asLabeler}
	}
	if studies {
		return []Fix{To("to fit each alone", "by", o.Column), asStudy}
	}
	return []Fix{asStudy}
}
