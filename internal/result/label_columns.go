package result

import (
	"context"
	"slices"

	"concord/internal/tasks/batch"
	"concord/nonparam"
)

// LabelColumns is the coefficients of several label columns of one file, side by side. Each column is one question
// about the same items, such as one emotion of many. A column may also stand for a grouping of the labels, for a value
// of the columns that cut the labels, such as a criterion, or for a combination.
type LabelColumns struct {
	// Verdict says in sentences what was found.
	Verdict  []string      `json:"verdict"`
	Data     Data          `json:"data"` // of the first column
	Interval Intervals     `json:"interval"`
	Columns  []LabelColumn `json:"label_columns"`
}

// LabelColumn is the coefficients of one label column, in one grouping.
type LabelColumn struct {
	// Label names the label column, or the values of the columns by which labels are cut.
	Label     string      `json:"label"`
	Labels    int         `json:"labels"`
	Agreement []Agreement `json:"agreement"`
	Grouping  string      `json:"grouping,omitempty"` // as of [Study]
}

// NewLabelColumns computes the coefficients of each task. A task is a label column, a grouping, a value of a column
// that cuts labels, or a combination. If ctx is cancelled it returns its error.
func NewLabelColumns(ctx context.Context, data Data, tasks []batch.Task, o nonparam.Options) (*LabelColumns, error) {
	r := &LabelColumns{Data: data, Interval: Intervals{Level: o.Level, Kind: "eti"}}
	for _, task := range tasks {
		t := task.Table()
		results, err := nonparam.Agreement(ctx, t, o)
		if err != nil {
			return nil, err
		}
		column := LabelColumn{Labels: t.Len(), Agreement: newAgreements(results)}
		var key batch.Key
		for _, cut := range task.Key {
			if cut.Name == batch.ByGrouping {
				column.Grouping = cut.Value
			} else {
				key = append(key, cut)
			}
		}
		if column.Label = key.String(); key == nil {
			column.Label = t.LabelColumn()
		}
		r.Columns = append(r.Columns, column)
	}
	var all []Agreement
	for _, c := range r.Columns {
		all = append(all, c.Agreement...)
	}
	r.Interval.Resampled = resampledOf(all)
	r.Verdict = r.columnsVerdict()
	return r, nil
}

// ColumnGroup is the label columns of one grouping, which have the same coefficients.
type ColumnGroup struct {
	Grouping string
	Columns  []LabelColumn
}

// Groups returns the label columns by grouping.
func (lc *LabelColumns) Groups() []ColumnGroup {
	var all []ColumnGroup
	for _, c := range lc.Columns {
		k := slices.IndexFunc(all, func(g ColumnGroup) bool { return g.Grouping == c.Grouping })
		if k < 0 {
			k, all = len(all), append(all, ColumnGroup{Grouping: c.Grouping})
		}
		all[k].Columns = append(all[k].Columns, c)
	}
	return all
}
