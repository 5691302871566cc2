package read

import (
	"errors"
	"io"
	"math"
	"slices"
	"unicode/utf8"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
	"concord/study/read/internal/kinds"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// intake takes up records and makes tables of them.
type intake struct {
	file    string
	options Options
	source  study.Source
	budget  container.Budget
	header  *naming.Header
	index   []indexColumn // item, labeler, study, factors, then the columns of groupings
	// groupings are the ways in which labels fall into studies by several columns; nil: by the column of the study, or
	// not at all.
	groupings []naming.Grouping
	factors   int // how many there are
	labels    []*kinds.LabelColumn
	lines     container.Lines
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
	first    *stream.FirstRows
	sheets   *sheetList // of workbooks
	resolved Options    // of the caller, with what was recognised
	occasion string     // column that a layout has made, of labels given again; "" for none
	// labelByValues says that the column of the labels was found by its values.
	labelByValues bool
}

// indexColumn is one of the columns that say whose label it is.
type indexColumn struct {
	naming.Column
	role  string
	names *stream.Names
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
func newIntake(columns []string, source study.Source, asked, o Options, choice naming.LabelChoice) (*intake, error) {
	file := source.File
	in := &intake{file: file, options: o, source: source, budget: container.SystemBudget(o.MaxMemory),
		header: naming.NewHeader(file, columns)}
	for _, name := range columns {
		if !utf8.ValidString(name) {
			return nil, faults.BadEncoding.Faultf("the name of column %q is not UTF-8: %s", name,
				container.FirstInvalid(name)).InColumn(name).Advising("save the file as " +
				"UTF-8").FixedBy(container.Converted(file,
				container.WesternEncoding)...)
		}
	}
	if !choice.Several && o.Label != "" {
		choice.Names = []string{o.Label}
	}
	// Columns that the caller names come first, so that they are no candidates for another part.
	for _, l := range choice.Names {
		i, err := in.header.Named("label", l)
		if err != nil {
			return nil, err
		}
		in.takeLabels(i)
		in.labels[len(in.labels)-1].Named = choice.Several || asked.Label != ""
	}
	var label *naming.Column // to be found
	if !choice.Several && len(choice.Names) == 0 {
		label = new(naming.Column)
	}
	c, err := in.header.IndexColumns(o, label)
	if err != nil {
		return nil, err
	}
	if len(c.Groupings) > 1 && !choice.Groupings {
		return nil, faults.SeveralGroupings.Faultf("several groupings are named, %s, and one is used here",
			visible.Text(c.Study.Name)).InColumn(o.Study).FixedBy(study.Choose("choose one", "group"),
			study.By("combine them, with "+naming.CrossedBy+" between their names"),
			study.By("fit each: fit or fit batch"))
	}
	c.Item.Named, c.Labeler.Named, c.Study.Named = asked.Item != "", asked.Labeler != "", asked.Study != ""
	in.source.Columns = study.Columns{Item: c.Item.Column, Labeler: c.Labeler.Column, Study: c.Study.Column}
	in.index = []indexColumn{
		{Column: c.Item, role: "item", names: stream.NewNames()},
		{Column: c.Labeler, role: "labeler", names: stream.NewNames()},
		{Column: c.Study, role: naming.StudyPart, names: stream.NewNames()},
	}
	for _, f := range c.Factors {
		in.source.Columns.Factors = append(in.source.Columns.Factors, f.Column)
		in.index = append(in.index, indexColumn{Column: f, role: naming.FactorPart, names: stream.NewNames(),
			dates: of(o.Dates, f.Name)})
	}
	in.factors, in.groupings = len(c.Factors), c.Groupings
	for _, g := range c.Groupings {
		for _, part := range g.Columns {
			if !slices.ContainsFunc(in.index, func(c indexColumn) bool { return c.Index == part.Index }) {
				in.index = append(in.index,
					indexColumn{Column: part, role: naming.StudyPart, names: stream.NewNames(), optional: true})
			}
		}
	}
	if len(choice.Names) > 0 {
		return in, nil
	}
	if choice.Several {
		for i := range columns {
			if in.header.Taken[i] == "" {
				in.takeLabels(i)
				in.labels[len(in.labels)-1].OnlyUnit = true
			}
		}
		return in, nil
	}
	in.takeLabels(label.Index)
	return in, nil
}

func (in *intake) takeLabels(column int) {
	l := kinds.NewLabelColumn(in.header.Names[column], column, in.options)
	l.Budget = &in.budget
	in.labels = append(in.labels, l)
}

// readAll takes up all records. A cell of a sheet without a value to read comes before other faults of rows.
func (in *intake) readAll(r stream.Records) error {
	err := in.takeAll(r)
	var fault *study.Error
	if errors.As(err, &fault) && fault.Err == nil {
		if bad := in.badCells(); bad != nil {
			return bad
		}
	}
	return err
}

func (in *intake) takeAll(r stream.Records) error {
	width := len(in.header.Names)
	in.rowBytes = container.RowCopies * int64(4*len(in.index)+8*len(in.labels))
	if in.packed != nil {
		in.rowBytes = in.packed.rowBytes()
	}
	if n := len(in.groupings); n > 1 { // each has a table of its own
		in.rowBytes += int64((n - 1) * (4*(3+in.factors) + 8*len(in.labels)))
	}
	used := in.used()
	in.watcher = newWatcher(in.header.Names, used)
	if in.shard {
		in.watcher.only(nil)
	}
	if s, ok := r.(stream.Selective); ok {
		in.watcher.only(s.Select(used, in.watcher.indices()))
	}
	for {
		fields, line, err := r.Next()
		if err == io.EOF {
			if g, ok := r.(stream.Growing); ok {
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
			return stream.Ragged(line, len(fields), width)
		}
		if in.source.Rows == math.MaxInt32 {
			return study.TooManyLabels.Faultf("more than %d rows", math.MaxInt32).AtLine(line)
		}
		if in.header.RepeatedBy(fields) {
			return faults.RepeatedHeader.Faultf("this line repeats the header").AtLine(line).
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
			if c := &in.index[i]; c.role == naming.StudyPart && len(c.names.List) > mostStudies {
				return tooManyStudies(c.Name, line)
			}
		}
		if in.budget.Spent() {
			return in.budget.Fault(line, in.source.Rows)
		}
	}
}

// add takes up one record.
func (in *intake) add(fields [][]byte, line int) {
	present, refused := false, false
	for _, l := range in.labels {
		if l.Add(fields[l.Index], line) {
			present = true
		}
		refused = refused || l.Refused
	}
	if refused {
		in.forgetRefused()
	}
	for i := range in.index {
		c := &in.index[i]
		if c.Index < 0 {
			continue
		}
		code := c.names.Find(fields[c.Index])
		if code < 0 {
			if fault := stream.IdFault(fields[c.Index]); c.optional && fault != "" && !unreadable(fault) {
				c.codes = append(c.codes, -1)
				continue
			} else if fault != "" {
				if present {
					c.report(fault, fields[c.Index], line)
				}
				in.dropRow(i)
				return
			}
			code = c.take(string(fields[c.Index]), line)
			in.budget.Name(len(fields[c.Index]))
		}
		c.codes = append(c.codes, code)
	}
	if present {
		in.watch(fields)
	}
	in.lines.Add(line)
	in.budget.Used += in.rowBytes
}

// watch shows the last row to the watcher. To the watcher, a study under two combinations of levels of the factors is
// two studies.
func (in *intake) watch(fields [][]byte) {
	in.last = in.last[:0]
	for i := range in.index {
		if in.index[i].role != naming.LatestPart {
			in.last = append(in.last, in.index[i].last())
		}
	}
	in.watcher.add(fields, in.last[0], in.last[1], in.last[2:], in.labels)
}

// last is the index of the name in the last row; −1 if there is no column.
func (ids *indexColumn) last() int32 {
	if ids.Index < 0 {
		return -1
	}
	return ids.codes[len(ids.codes)-1]
}

// dropRow forgets a row whose index columns before the given one are already stored.
func (in *intake) dropRow(before int) {
	for i := range in.index[:before] {
		if c := &in.index[i]; c.Index >= 0 {
			c.codes = c.codes[:len(c.codes)-1]
		}
	}
	for _, l := range in.labels {
		l.DropLast()
	}
}

// forgetRefused gives up the columns that turned out to hold other things than 0 and 1.
func (in *intake) forgetRefused() {
	in.labels = slices.DeleteFunc(in.labels, func(l *kinds.LabelColumn) bool { return l.Refused })
}

// tell marks the columns that were found by their values.
func (in *intake) tell(parts []string) {
	for _, part := range parts {
		switch c := &in.source.Columns; part {
		case study.ItemFactor:
			c.Item.ByValues = true
		case study.LabelerFactor:
			c.Labeler.ByValues = true
		case naming.StudyPart:
			c.Study.ByValues = true
		}
	}
	in.labelByValues = slices.Contains(parts, "label")
}

// declare takes the order of labels from the file if the caller does not say what they are. A list that is too long for
// an order, or has similar names, is ignored.
func (in *intake) declare(rows stream.Declaring) {
	o := in.options
	said := len(o.Order)+len(o.Positive)+len(o.Negative) > 0 || o.Kind != 0 && o.Kind != study.Ordinal
	if said || o.Unordered || o.Duplicates == study.DuplicatesMean {
		return
	}
	for _, l := range in.labels {
		order := slices.DeleteFunc(slices.Clone(rows.Order(l.Index)),
			func(name string) bool { return naming.MatchesAny(name, o.Missing) })
		as := Options{Kind: study.Ordinal, Order: order}.Settled()
		if !l.OnlyUnit && as.CheckOrder() == nil {
			l.Order = as.Order
		}
	}
}
