package read

import (
	"errors"
	"io"
	"math"
	"slices"
	"unicode/utf8"

	"concord/internal/visible"
	"concord/study"
)

// labelChoice says which label columns to read.
type labelChoice struct {
	several   bool     // rather than the one that the options name or that could be the label
	names     []string // of several; empty means all columns that hold 0 and 1
	groupings bool     // there may be several, a table each
}

// intake takes up records and makes tables of them.
type intake struct {
	file    string
	options Options
	source  study.Source
	budget  budget
	header  *header
	index   []indexColumn // item, labeler, study, factors, then the columns of groupings
	// groupings are the ways in which labels fall into studies by several columns; nil: by the column of the study, or
	// not at all.
	groupings []grouping
	factors   int // how many there are
	labels    []*labelColumn
	lines     lines
	watcher   *watcher
	last      []int32  // indices of the row that was taken up last
	late      []string // columns that play no part because they came too late
	// rowBytes is what a row takes, copies on the way to a table included.
	rowBytes int64
	sample   *sample       // of which rows are kept; nil for all
	packed   *packed       // where rows go once they are taken up; nil: they stay
	between  func()        // is called after each row; nil for nothing
	shard    bool          // of a file whose survey watched the columns in no use
	raters   []int         // columns that are labelers
	joined   *severalFiles // files that are read as one; nil for one
	filter   *filter       // which leaves out rows; nil for none
	first    *firstRows
	sheets   *sheetList // of workbooks
	resolved Options    // of the caller, with what was recognised
	occasion string     // column that a layout has made, of labels given again; "" for none
	// labelByValues says that the column of the labels was found by its values.
	labelByValues bool
}

// indexColumn is one of the columns that say whose label it is.
type indexColumn struct {
	column
	role  string
	names *names
	codes []int32
	fault string // what is wrong with the first bad id
	text  string // of the first bad id
	line  int    // of the first bad id
	bad   int    // rows with a bad id
	// dates say how values become levels; nil: each is one. noDate is the first that is no date.
	dates      *Dates
	noDate     string
	noDateLine int
	// optional columns have no value in some rows, whose index is −1 then.
	optional bool
}

// newIntake finds the columns. The caller asked for some of them, and the options name
// those of an export too.
func newIntake(columns []string, source study.Source, asked, o Options, choice labelChoice) (*intake, error) {
	file := source.File
	in := &intake{file: file, options: o, source: source, budget: systemBudget(o.MaxMemory),
		header: newHeader(file, columns)}
	for _, name := range columns {
		if !utf8.ValidString(name) {
			return nil, study.Faultf(BadEncoding, "the name of column %q is not UTF-8: %s", name,
				firstInvalid(name)).InColumn(name).Advising("save the file as UTF-8").FixedBy(converted(file,
				westernEncoding)...)
		}
	}
	if !choice.several && o.Label != "" {
		choice.names = []string{o.Label}
	}
	// Columns that the caller names come first, so that they are no candidates for another part.
	for _, l := range choice.names {
		i, err := in.header.named("label", l)
		if err != nil {
			return nil, err
		}
		in.takeLabels(i)
		in.labels[len(in.labels)-1].named = choice.several || asked.Label != ""
	}
	var label *column // to be found
	if !choice.several && len(choice.names) == 0 {
		label = new(column)
	}
	c, err := in.header.indexColumns(o, label)
	if err != nil {
		return nil, err
	}
	if len(c.groupings) > 1 && !choice.groupings {
		return nil, study.Faultf(SeveralGroupings, "several groupings are named, %s, and one is used here",
			visible.Text(c.study.Name)).InColumn(o.Study).FixedBy(study.Choose("choose one", "group"),
			study.By("combine them, with "+crossedBy+" between their names"),
			study.By("fit each: fit or fit batch"))
	}
	c.item.Named, c.labeler.Named, c.study.Named = asked.Item != "", asked.Labeler != "", asked.Study != ""
	in.source.Columns = study.Columns{Item: c.item.Column, Labeler: c.labeler.Column, Study: c.study.Column}
	in.index = []indexColumn{
		{column: c.item, role: "item", names: newNames()},
		{column: c.labeler, role: "labeler", names: newNames()},
		{column: c.study, role: studyPart, names: newNames()},
	}
	for _, f := range c.factors {
		in.source.Columns.Factors = append(in.source.Columns.Factors, f.Column)
		in.index = append(in.index, indexColumn{column: f, role: factorPart, names: newNames(),
			dates: o.Dates.of(f.Name)})
	}
	in.factors, in.groupings = len(c.factors), c.groupings
	for _, g := range c.groupings {
		for _, part := range g.columns {
			if !slices.ContainsFunc(in.index, func(c indexColumn) bool { return c.index == part.index }) {
				in.index = append(in.index,
					indexColumn{column: part, role: studyPart, names: newNames(), optional: true})
			}
		}
	}
	if len(choice.names) > 0 {
		return in, nil
	}
	if choice.several {
		for i := range columns {
			if in.header.taken[i] == "" {
				in.takeLabels(i)
				in.labels[len(in.labels)-1].onlyUnit = true
			}
		}
		return in, nil
	}
	in.takeLabels(label.index)
	return in, nil
}

func (in *intake) takeLabels(column int) {
	l := newLabelColumn(in.header.names[column], column, in.options)
	l.budget = &in.budget
	in.labels = append(in.labels, l)
}

// readAll takes up all records. A cell of a sheet without a value to read comes before other faults of rows.
func (in *intake) readAll(r records) error {
	err := in.takeAll(r)
	var fault *study.Error
	if errors.As(err, &fault) && fault.Err == nil {
		if bad := in.badCells(); bad != nil {
			return bad
		}
	}
	return err
}

func (in *intake) takeAll(r records) error {
	width := len(in.header.names)
	in.rowBytes = rowCopies * int64(4*len(in.index)+8*len(in.labels))
	if in.packed != nil {
		in.rowBytes = in.packed.rowBytes()
	}
	if n := len(in.groupings); n > 1 { // each has a table of its own
		in.rowBytes += int64((n - 1) * (4*(3+in.factors) + 8*len(in.labels)))
	}
	used := in.used()
	in.watcher = newWatcher(in.header.names, used)
	if in.shard {
		in.watcher.only(nil)
	}
	if s, ok := r.(selective); ok {
		in.watcher.only(s.Select(used, in.watcher.indices()))
	}
	for {
		fields, line, err := r.Next()
		if err == io.EOF {
			if g, ok := r.(growing); ok {
				in.late = g.Late()
			}
			if in.filter != nil && !in.shard {
				if err := in.filter.absent(in.source.Rows); err != nil {
					return err
				}
				in.filter.told(&in.source)
			}
			if err := in.badCells(); err != nil {
				return err
			}
			if err := in.layout(); err != nil {
				return err
			}
			if err := in.noDates(); err != nil {
				return err
			}
			return in.badIDs()
		}
		if err != nil {
			return err
		}
		if len(fields) != width {
			return ragged(line, len(fields), width)
		}
		if in.source.Rows == math.MaxInt32 {
			return study.Faultf(study.TooManyLabels, "more than %d rows", math.MaxInt32).AtLine(line)
		}
		if in.header.repeatedBy(fields) {
			return study.Faultf(RepeatedHeader, "this line repeats the header").AtLine(line).
				Advising("delete this line: joined files need one header")
		}
		in.source.Rows++
		if in.sample != nil {
			in.addSampled(fields, line)
		} else {
			in.add(fields, line)
		}
		if in.between != nil {
			in.between()
		}
		for i := range in.index {
			if c := &in.index[i]; c.role == studyPart && len(c.names.list) > mostStudies {
				return tooManyStudies(c.Name, line)
			}
		}
		if in.budget.spent() {
			return in.budget.fault(line, in.source.Rows)
		}
	}
}

// add takes up one record.
func (in *intake) add(fields [][]byte, line int) {
	present, refused := false, false
	for _, l := range in.labels {
		if l.add(fields[l.index], line) {
			present = true
		}
		refused = refused || l.refused
	}
	if refused {
		in.forgetRefused()
	}
	for i := range in.index {
		c := &in.index[i]
		if c.index < 0 {
			continue
		}
		code := c.names.find(fields[c.index])
		if code < 0 {
			if fault := idFault(fields[c.index]); c.optional && fault != "" && !unreadable(fault) {
				c.codes = append(c.codes, -1)
				continue
			} else if fault != "" {
				if present {
					c.report(fault, fields[c.index], line)
				}
				in.dropRow(i)
				return
			}
			code = c.take(string(fields[c.index]), line)
			in.budget.name(len(fields[c.index]))
		}
		c.codes = append(c.codes, code)
	}
	if present {
		in.watch(fields)
	}
	in.lines.add(line)
	in.budget.used += in.rowBytes
}

// watch shows the last row to the watcher. To the watcher, a study under two combinations of levels of the factors is
// two studies.
func (in *intake) watch(fields [][]byte) {
	in.last = in.last[:0]
	for i := range in.index {
		if in.index[i].role != latestPart {
			in.last = append(in.last, in.index[i].last())
		}
	}
	in.watcher.add(fields, in.last[0], in.last[1], in.last[2:], in.labels)
}

// last is the index of the name in the last row; −1 if there is no column.
func (ids *indexColumn) last() int32 {
	if ids.index < 0 {
		return -1
	}
	return ids.codes[len(ids.codes)-1]
}

// dropRow forgets a row whose index columns before the given one are already stored.
func (in *intake) dropRow(before int) {
	for i := range in.index[:before] {
		if c := &in.index[i]; c.index >= 0 {
			c.codes = c.codes[:len(c.codes)-1]
		}
	}
	for _, l := range in.labels {
		l.dropLast()
	}
}

// forgetRefused gives up the columns that turned out to hold other things than 0 and 1.
func (in *intake) forgetRefused() {
	kept := in.labels[:0]
	for _, l := range in.labels {
		if !l.refused {
			kept = append(kept, l)
		}
	}
	in.labels = kept
}
