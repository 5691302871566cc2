package study

import (
	"fmt"
	"math"
	"slices"
)

// tables makes a table of each label column.
func (in *intake) tables() ([]*Table, error) {
	if in.source.Rows == 0 {
		return nil, &Error{File: in.file, Found: "there is a header and no row"}
	}
	// Nothing says of a column found without a label that it holds labels.
	in.labels = slices.DeleteFunc(in.labels, func(l *labelColumn) bool { return l.onlyUnit && l.empty() })
	all := in.rows().grouped()
	in.source.Ignored = in.ignored()
	in.source.Overlooked = in.watcher.overlooked()
	var tables []*Table
	for _, l := range in.labels {
		options := in.options
		if l.onlyUnit {
			options.Positive, options.Negative = nil, nil
		}
		t, err := in.table(l, all, options)
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	if len(tables) == 0 {
		return nil, &Error{File: in.file, Found: "no column holds 0 and 1 only", Remedy: "name the columns: --label NAME,NAME"}
	}
	return tables, nil
}

// rows are all records in the order of the file.
func (in *intake) rows() rows {
	item, labeler, study := &in.index[0], &in.index[1], &in.index[2]
	r := rows{items: item.names.list, item: item.codes, studies: []string{WholeFile}}
	if labeler.index >= 0 {
		r.labelers, r.labeler = labeler.names.list, labeler.codes
	}
	if study.index >= 0 {
		r.studies, r.study = study.names.list, study.codes
	} else {
		r.study = make([]int32, len(r.item))
	}
	return r
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

// table makes the table of one label column of grouped rows.
func (in *intake) table(l *labelColumn, all rows, o Options) (*Table, error) {
	k, err := l.resolve(in.file, o)
	if err != nil {
		return nil, err
	}
	value := make([]float64, len(l.cells))
	for n := range value {
		c := l.cells[all.source(int32(n))]
		if c.isNumber() {
			value[n] = k.number(float64(c))
		} else {
			value[n] = k.value[c.code()]
		}
	}
	l.cells = nil // no longer needed, and large
	r, value := all.present(value)
	labels := len(value)
	r, value, conflict := r.settle(value, k.kind, o.Duplicates)
	if conflict != nil {
		conflict.line = func(row int32) int { return in.lines.of(int(conflict.rows.source(row))) }
		return nil, in.apart(conflict.fault(in.file, k.kind))
	}
	t := r.table(value)
	t.kind, t.categories, t.column = k.kind, k.categories, l.name
	t.source = in.source
	t.source.Columns.Label = Column{Name: l.name, Named: l.named, index: l.index}
	t.source.Missing = in.source.Rows - labels
	t.source.Duplicates = labels - len(value)
	t.source.Positive, t.source.Negative = k.positive, k.negative
	return t, nil
}

// apart adds to the error about duplicates the column that would tell them apart.
func (in *intake) apart(e *Error) error {
	column, ok := in.watcher.tellsApart()
	if !ok {
		return e
	}
	e.Found += "; they differ in column " + show(column) + ", which is not used"
	if in.index[2].index < 0 {
		e.Remedy = "take its values as studies: --study " + flagList([]string{column}) + "    or " + e.Remedy
	} else {
		e.Remedy = "split the file by that column    or " + e.Remedy
	}
	return e
}

// conflict is duplicates that the options do not settle.
type conflict struct {
	rows
	duplicate
	count  int  // rows beside the first ones
	unlike bool // the labels differ and have no mean
	line   func(row int32) int
}

// settle leaves out duplicates.
func (r rows) settle(value []float64, kind Kind, how Duplicates) (rows, []float64, *conflict) {
	found := r.duplicates()
	if len(found) == 0 {
		return r, value, nil
	}
	if how == DuplicatesError {
		return r, value, r.earliest(found)
	}
	value = slices.Clone(value)
	labels := make(map[int32]float64) // so far, where there are several
	for _, d := range found {
		switch how {
		case DuplicatesLast:
			value[d.first] = value[d.row]
		case DuplicatesMean:
			if kind != Numeric && value[d.first] != value[d.row] {
				c := r.earliest(found)
				c.duplicate, c.unlike = d, true
				return r, value, c
			}
			n := labels[d.first] + 2
			labels[d.first]++
			value[d.first] += value[d.row]/n - value[d.first]/n // a running mean cannot overflow
		}
	}
	for _, d := range found {
		value[d.row] = math.NaN()
	}
	r, value = r.present(value)
	return r, value, nil
}

func (r rows) earliest(found []duplicate) *conflict {
	first := slices.MinFunc(found, func(a, b duplicate) int { return int(r.source(a.row)) - int(r.source(b.row)) })
	return &conflict{rows: r, duplicate: first, count: len(found)}
}

// fault is the error about a conflict.
func (c *conflict) fault(file string, kind Kind) *Error {
	what := fmt.Sprintf("labeler %s gave item %s a second label in study %s",
		show(c.labelers[c.labeler[c.row]]), show(c.items[c.item[c.row]]), show(c.studies[c.study[c.row]]))
	if c.unlike {
		what += fmt.Sprintf(", another than the first, and %v labels have no mean", kind)
	}
	first, row := 0, 0
	if c.line != nil {
		first, row = c.line(c.first), c.line(c.duplicate.row)
		what += fmt.Sprintf(" (the first is in line %d; %s in all)", first, rowCount(c.count))
	} else {
		what += fmt.Sprintf(" (%s in all)", rowCount(c.count))
	}
	remedy := "keep one: --duplicates first or --duplicates last"
	if kind == Numeric {
		remedy = "keep one of them or their mean: --duplicates first, last or mean"
	}
	return &Error{File: file, Line: row, Found: what, Remedy: remedy}
}
