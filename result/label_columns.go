package result

import (
	"context"
	"slices"

	"concord/batch"
	"concord/nonparam"
	"concord/study"
)

// LabelColumns is the coefficients of several label columns of one file, side by side: one
// question about the same items each, such as one emotion of many; or of several groupings of the labels; or of both.
type LabelColumns struct {
	// Verdict says in sentences what was found.
	Verdict  []string      `json:"verdict"`
	Data     Data          `json:"data"` // of the first column
	Interval Intervals     `json:"interval"`
	Columns  []LabelColumn `json:"label_columns"`
}

// LabelColumn is the coefficients of one label column, in one grouping.
type LabelColumn struct {
	Label     string      `json:"label"`
	Labels    int         `json:"labels"`
	Agreement []Agreement `json:"agreement"`
	Grouping  string      `json:"grouping,omitempty"` // as of [Study]
}

// NewLabelColumns computes the coefficients of each table, each of a label column in one grouping; data say whether
// there are several groupings. If ctx is cancelled it returns its error.
func NewLabelColumns(ctx context.Context, data Data, tables []*study.Table, o nonparam.Options) (*LabelColumns, error) {
	r := &LabelColumns{Data: data, Interval: Intervals{Level: o.Level, Kind: "eti"}}
	for _, t := range tables {
		results, err := nonparam.Agreement(ctx, t, o)
		if err != nil {
			return nil, err
		}
		column := LabelColumn{Label: t.LabelColumn(), Labels: t.Len(), Agreement: newAgreements(results)}
		if len(data.groupings()) > 0 {
			column.Grouping = batch.Grouping(t)
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

// Groups returns the label columns by grouping; where there is one only, all of them.
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
