package read

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"concord/internal/visible"
	"concord/study"
)

// tables makes a table of each label column.
func (in *intake) tables() ([]*study.Table, error) {
	if in.source.Rows == 0 {
		return nil, &study.Error{Code: NoRows, File: in.file, Found: "there is a header and no row"}
	}
	// Nothing says of a column found without a label that it holds labels.
	in.labels = slices.DeleteFunc(in.labels, func(l *labelColumn) bool { return l.onlyUnit && l.empty() })
	all := in.rows().Grouped()
	excluded, err := in.options.excluded(in.file, all)
	if err != nil {
		return nil, err
	}
	in.source.Ignored = in.ignored()
	in.source.Overlooked = in.watcher.overlooked()
	var tables []*study.Table
	for _, l := range in.labels {
		t, err := in.table(l, all, excluded, l.options(in.options))
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	if len(tables) == 0 {
		return nil, &study.Error{Code: NoBinaryColumn, File: in.file, Found: "no column holds 0 and 1 only",
			Remedy: "name the columns"}
	}
	return tables, nil
}

// options are those of a file as they concern a column.
func (labels *labelColumn) options(o Options) Options {
	if labels.onlyUnit {
		o.Positive, o.Negative = nil, nil
	}
	return o
}

// rows are all records in the order of the file, without labels.
func (in *intake) rows() study.Indexed {
	item, labeler, studies := &in.index[0], &in.index[1], &in.index[2]
	c := study.Indexed{Items: item.names.list, Item: item.codes, Studies: []string{study.WholeFile}}
	if labeler.index >= 0 {
		c.Labelers, c.Labeler = labeler.names.list, labeler.codes
	}
	if studies.index >= 0 {
		c.Studies, c.Study = studies.names.list, studies.codes
	} else {
		c.Study = make([]int32, len(c.Item))
	}
	for k := range in.index[3:] {
		f := &in.index[3+k]
		c.Factors = append(c.Factors, study.Factor{Name: f.Name, Levels: f.names.list, Index: f.codes})
	}
	return c
}

// used says of each column whether it plays a part.
func (in *intake) used() []bool {
	used := make([]bool, len(in.header.names))
	for _, c := range in.index {
		if c.index >= 0 {
			used[c.index] = true
		}
	}
	for _, l := range in.labels {
		used[l.index] = true
	}
	return used
}

// ignored returns the columns that play no part.
func (in *intake) ignored() []string {
	used := in.used()
	var names []string
	for i, n := range in.header.names {
		if !used[i] {
			names = append(names, n)
		}
	}
	return append(names, in.late...)
}

// table makes the table of one label column of rows that are grouped by study, without those that are excluded.
func (in *intake) table(l *labelColumn, all study.Indexed, excluded []bool, o Options) (*study.Table, error) {
	k, err := l.coding(in.file, o)
	if err != nil {
		return nil, err
	}
	c := all
	c.Value = make([]float64, len(l.cells))
	kept := make([]int32, 0, len(l.cells)) // places of the labels that are present
	missing := in.source.Rows - len(l.cells) - in.sample.leftOf(l)
	for n := range c.Value {
		row := n
		if all.Row != nil {
			row = int(all.Row[n])
		}
		if cell := l.cells[row]; cell.isNumber() {
			c.Value[n] = k.number(float64(cell))
		} else {
			c.Value[n] = k.value[cell.code()]
		}
		switch {
		case math.IsNaN(c.Value[n]):
			missing++
		case excluded == nil || !excluded[n]:
			kept = append(kept, int32(n))
		}
	}
	l.cells = nil // no longer needed, and large
	if len(kept) < len(c.Value) {
		c = c.Pick(kept)
	}
	c.Kind, c.Categories, c.Label, c.Duplicates = k.kind, k.categories, l.name, o.Duplicates
	c.Source = in.source
	c.Source.Columns.Label = study.Column{Name: l.name, Named: l.named}
	c.Source.Missing, c.Source.Excluded = missing, slices.Clone(o.Exclude)
	c.Source.ExcludedRows = in.source.Rows - missing - len(kept) - in.sample.leftOf(l)
	c.Source.Positive, c.Source.Negative = k.positive, k.negative
	c.Source.DefaultKind = k.byDefault
	if k.kind == study.Ordinal {
		c.Source.Order = k.categories
	}
	t, err := study.NewTable(c)
	var d *study.Duplicate
	if errors.As(err, &d) {
		return nil, in.twice(d)
	}
	return t, err
}

// twice is the error about a duplicate, with its lines, and the column that would tell duplicates apart.
func (in *intake) twice(d *study.Duplicate) error {
	e := &study.Error{Code: study.DuplicateLabel, File: in.file, Line: in.lines.of(d.Row), Err: d,
		Found: fmt.Sprintf("%v (the first is in line %d; %s in all)", d, in.lines.of(d.First),
			visible.Count(d.Count, "row")),
		Remedy: d.Remedy()}
	column, ok := in.watcher.tellsApart()
	if !ok {
		return e
	}
	e.Found += "; they differ in column " + visible.Quote(column) + ", which is not used"
	e.Candidates = []string{column}
	if in.index[2].index < 0 {
		e.Parts = []string{"study"}
		e.Remedy = "take its values as studies, or " + e.Remedy
	} else {
		e.Remedy = "split the file by that column, or " + e.Remedy
	}
	return e
}
