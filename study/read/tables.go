package read

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/kinds"
	"concord/study/read/internal/layouts"
	"concord/study/read/internal/naming"
)

// tables makes a table of each label column.
func (in *intake) tables() ([]*study.Table, error) {
	if err := in.someRows(); err != nil {
		return nil, err
	}
	// Nothing says of a column found without a label that it holds labels.
	in.labels = slices.DeleteFunc(in.labels, func(l *kinds.LabelColumn) bool { return l.OnlyUnit && l.Empty() })
	if err := in.judges(); err != nil {
		return nil, err
	}
	divisions, err := in.divisions()
	if err != nil {
		return nil, err
	}
	if err := exclude(in.options, divisions); err != nil {
		return nil, err
	}
	times, err := in.times()
	if err != nil {
		return nil, err
	}
	in.source.Ignored = in.ignored()
	in.source.Overlooked, in.source.Answers = in.watcher.overlooked(), in.answersFound()
	in.source.Fractions = in.fractionsFound()
	if in.first != nil {
		in.source.Times = timesFound(in.first, in.source.Ignored)
	}
	var tables []*study.Table
	for _, l := range in.labels {
		k, err := l.Coding(in.file, options(l, in.options))
		if err != nil {
			return nil, in.elsewhere(err)
		}
		values, present := values(l, k)
		for _, d := range divisions {
			d.Time = times
			t, err := in.table(l, k, values, present, d)
			if err != nil {
				return nil, err
			}
			if err := in.otherUnit(t); err != nil {
				return nil, err
			}
			tables = append(tables, t)
		}
	}
	if len(tables) == 0 {
		return nil, faults.NoBinaryColumn.Faultf("no column holds 0 and 1 only").
			FixedBy(study.Choose("name the columns", "label"))
	}
	return tables, nil
}

// someRows is the error about a file without any.
func (in *intake) someRows() error {
	if in.source.Rows == 0 {
		return faults.NoRows.Faultf("there is a header and no row")
	}
	return nil
}

// options are the options of a file as they concern a column.
func options(labels *kinds.LabelColumn, o Options) Options {
	if labels.Won {
		return layouts.WonOptions(labels, o)
	}
	if labels.OnlyUnit {
		o.Positive, o.Negative = nil, nil
	}
	return o
}

// rows are all records in the order of the file, without labels.
func (in *intake) rows() study.Indexed {
	item, labeler, studies := &in.index[0], &in.index[1], &in.index[2]
	c := study.Indexed{Items: item.names.List, Item: item.codes, Studies: []string{study.WholeFile}}
	if labeler.Index >= 0 {
		c.Labelers, c.Labeler = labeler.names.List, labeler.codes
	}
	if studies.Index >= 0 {
		c.Studies, c.Study = studies.names.List, studies.codes
	} else {
		c.Study = make([]int32, len(c.Item))
	}
	for k := range in.factors {
		f := &in.index[3+k]
		c.Factors = append(c.Factors, study.Factor{Name: f.Name, Levels: f.names.List, Index: f.codes})
	}
	return c
}

// used says of each column whether it plays a part.
func (in *intake) used() []bool {
	used := make([]bool, len(in.header.Names))
	for _, c := range in.index {
		if c.Index >= 0 {
			used[c.Index] = true
		}
	}
	for _, l := range in.labels {
		used[l.Index] = true
	}
	for i, name := range in.header.Names {
		if name == in.occasion && in.occasion != "" {
			used[i] = true // labels of one labeler differ in it, as the layout says
		}
	}
	return used
}

// ignored returns the columns that play no part.
func (in *intake) ignored() []string {
	used := in.used()
	var names []string
	for i, n := range in.header.Names {
		if !used[i] && !in.options.Conditioned(n) {
			names = append(names, n)
		}
	}
	return append(names, in.late...)
}

// values returns the label of each row of the file, NaN if there is none, and the number of labels. It forgets the
// cells, which are large and no longer needed.
func values(labels *kinds.LabelColumn, k kinds.Coding) (values []float64, present int) {
	values = make([]float64, len(labels.Cells))
	for n, cell := range labels.Cells {
		if cell.IsNumber() {
			values[n] = k.Number(float64(cell))
		} else {
			values[n] = k.Value[cell.Code()]
		}
		if !math.IsNaN(values[n]) {
			present++
		}
	}
	labels.Cells = nil
	return values, present
}

// table makes the table of one label column of rows that are grouped by study, without those that are excluded.
func (in *intake) table(l *kinds.LabelColumn, k kinds.Coding, values []float64, present int,
	d division) (*study.Table, error) {
	c := d.Indexed
	kept := make([]int32, 0, len(c.Item)) // places of the labels that are present
	c.Value = values
	if d.Row != nil {
		c.Value = make([]float64, len(d.Row))
		for n, row := range d.Row {
			c.Value[n] = values[row]
		}
	}
	excluded := 0
	for n, v := range c.Value {
		switch {
		case math.IsNaN(v):
		case d.excluded != nil && d.excluded[n]:
			excluded++
		default:
			kept = append(kept, int32(n))
		}
	}
	if len(kept) == 0 && len(in.groupings) > 0 && present > 0 {
		return nil, study.NoLabels.Faultf("no label has a group: column %q is empty in each row with a label",
			d.column.Name).InColumn(d.column.Name).Advising("choose another column")
	}
	if len(kept) < len(c.Value) {
		c = c.Pick(kept)
	}
	c.Kind, c.Categories, c.Sets, c.Label = k.Kind, k.Categories, k.Sets, l.Name
	c.Duplicates = in.options.Duplicates
	c.Source = in.sourceOf(l, k, d.column)
	c.Source.Missing, c.Source.Excluded = in.source.Rows-present-in.sample.leftOf(l), slices.Clone(in.options.Exclude)
	c.Source.ExcludedRows = excluded
	for _, r := range c.Source.Replies {
		c.Source.Missing -= r.Unusable
	}
	c.Source.Ungrouped = present - excluded - len(kept)
	if err := in.inOneCluster(c); err != nil {
		return nil, err
	}
	if in.options.Log {
		if err := in.logarithms(&c); err != nil {
			return nil, err
		}
	}
	t, err := study.NewTable(c)
	var twice *study.Duplicate
	if errors.As(err, &twice) {
		if e := in.notLatest(twice); e != nil {
			return nil, e
		}
		if pooled := in.pooledLabels(); pooled != nil && !in.options.AsIs {
			pooled.Line, pooled.Err = in.lines.Of(twice.Row), twice
			last := &pooled.Fixes[len(pooled.Fixes)-1]
			*last = last.And("duplicates", "keep")
			return nil, pooled
		}
		return nil, in.twice(twice)
	}
	return t, err
}

// sourceOf describes the source of the labels of a column with the studies of another, and the choices on the way.
func (in *intake) sourceOf(l *kinds.LabelColumn, k kinds.Coding, studies study.Column) study.Source {
	s := in.source
	s.Columns.Study = studies
	s.Columns.Label = study.Column{Name: l.Name, Named: l.Named, ByValues: in.labelByValues}
	s.Positive, s.Negative = k.Positive, k.Negative
	s.DefaultKind = k.ByDefault
	if k.Kind == study.Ordinal {
		s.Order, s.OrderFound = k.Categories, k.OrderFound
	}
	return s
}

// lineOf is the line of a row, with its file if there are several.
func (in *intake) lineOf(row int) string {
	line := in.lines.Of(row)
	if in.joined == nil {
		return strconv.Itoa(line)
	}
	path, there := in.joined.of(line)
	return fmt.Sprintf("%d of %s", there, visible.Text(path))
}

// twice is the error about a duplicate, with its lines. It names the column in no use that distinguishes duplicates, or
// the two that do so together.
func (in *intake) twice(d *study.Duplicate) error {
	e := study.DuplicateLabel.Faultf("%v (the first is in line %s; %s in all)", d, in.lineOf(d.First),
		visible.Count(d.Count, "row")).AtLine(in.lines.Of(d.Row)).InColumn(in.index[0].Name).Wrapping(d).
		FixedBy(d.Rules()...)
	apart := in.watcher.tellApart()
	if len(apart) == 1 {
		column := apart[0].name
		e.Found += visible.Sprintf("; they differ in column %q, which is not used", column)
		e.Fixes = in.apartBy(column, d)
		return e
	}
	var columns []string
	occasions := true
	for _, c := range apart { // two together
		columns = append(columns, c.name)
		occasions = occasions && in.watcher.isOccasion(c.name)
	}
	if columns == nil {
		return e
	}
	e.Found += visible.Sprintf("; they differ in columns %v, which are not used", columns)
	e.Fixes = append([]study.Fix{study.Fix{Does: "as items of their own"}.Within(e.Column, columns...)}, e.Fixes[:2]...)
	if occasions {
		e.Fixes[0] = study.To("with effects of "+visible.Names(columns), "facet", columns...)
	}
	return e
}

// apartBy are the fixes for duplicates that an unused column distinguishes.
func (in *intake) apartBy(column string, d *study.Duplicate) []study.Fix {
	rules := d.Rules()[:2]
	keep := rules[0]
	facet := study.To("with effects of "+visible.Name(column), "facet", column)
	if in.watcher.isOccasion(column) {
		if in.watcher.isTime(column) {
			return []study.Fix{latestOf(column), keep, facet}
		}
		d.Occasion = column
		return append([]study.Fix{facet}, rules...)
	}
	all := []study.Fix{study.Fix{Does: "as items of their own"}.Within(in.index[0].Name, column),
		study.To(visible.Sprintf("each %v alone", column), "by", column)}
	if in.index[2].Index < 0 && len(in.groupings) == 0 {
		groups := study.To("as groups, to compare them", "group", column)
		if all = append(all, groups); isCondition(column) {
			all = []study.Fix{groups, all[0], all[1]}
		}
	}
	return slices.Concat(all, []study.Fix{facet}, rules)
}

// elsewhere mends an error about a column without labels by the columns that could have them.
func (in *intake) elsewhere(err error) error {
	var fault *study.Error
	if !errors.As(err, &fault) || fault.Code != faults.TimeLabels && fault.Code != faults.IDLabels || in.first == nil {
		return err
	}
	const most = 3
	fault.Fixes = nil
	for i, name := range in.first.Header {
		if len(fault.Fixes) < most && name != fault.Column &&
			slices.Contains(in.source.Ignored, name) && in.first.Look(i).CanBeLabel() && !naming.IsBesideLabels(name) {
			fault.Fixes = append(fault.Fixes, study.To(visible.Sprintf("if %v holds the labels", name), "label", name))
		}
	}
	if fault.Fixes == nil {
		fault.Fixes = []study.Fix{study.Choose("choose the column of the labels; no other column seems to have labels",
			"label")}
	}
	last := study.AsIs("if each text is a category, coefficients alone").With("agreement")
	if fault.Code == faults.TimeLabels {
		last = study.Fix{Does: "to compare dates, write them as numbers, such as days"}
	}
	fault.Fixes = append(fault.Fixes, last)
	return fault
}
