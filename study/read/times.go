package read

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"concord/internal/visible"
	"concord/internal/when"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// takeLatest takes up the column of times, which may play another part too.
func (in *intake) takeLatest() error {
	if in.options.Latest == "" {
		return nil
	}
	h := naming.NewHeader(in.file, in.header.Names)
	i, err := h.Named(naming.LatestPart, in.options.Latest)
	if err != nil {
		return err
	}
	in.source.Latest = h.Names[i]
	in.index = append(in.index, indexColumn{Column: naming.Column{Column: study.Column{Name: h.Names[i],
		Named: true}, Index: i},
		role: naming.LatestPart, names: stream.NewNames(), optional: true})
	return nil
}

// times are when the labels of all rows were given, NaN if that is not known; nil if no column has the times.
func (in *intake) times() ([]float64, error) {
	at := slices.IndexFunc(in.index, func(c indexColumn) bool { return c.role == naming.LatestPart })
	if at < 0 {
		return nil, nil
	}
	c := &in.index[at]
	texts := c.names.List
	odd := when.Odd(texts)
	known := slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return slices.Contains(odd, text) })
	times, ok := when.Parse(known)
	if !ok {
		const most = 3
		e := faults.NoTimes.Faultf("column %q does not say when labels were given: %v", c.Name, texts[:min(most,
			len(texts))]).InColumn(c.Name).FixedBy(lastOrAll()...)
		if len(odd) == len(texts) && len(texts) > 0 {
			e.Found = visible.Sprintf("the dates in column %q do not say which number is the day: %v", c.Name,
				texts[:min(most, len(texts))])
		}
		return nil, e
	}
	ofName := make(map[string]float64)
	for k, text := range known {
		ofName[text] = times.At[k]
	}
	all := make([]float64, len(c.codes))
	for row, code := range c.codes {
		all[row] = math.NaN()
		if code >= 0 {
			if t, ok := ofName[texts[code]]; ok {
				all[row] = t
			}
		}
	}
	return all, nil
}

// timeText is the text that says when the label of a row was given.
func (in *intake) timeText(row int) string {
	at := slices.IndexFunc(in.index, func(c indexColumn) bool { return c.role == naming.LatestPart })
	if at < 0 || in.index[at].codes[row] < 0 {
		return ""
	}
	return in.index[at].names.List[in.index[at].codes[row]]
}

// notLatest is the error about labels given again if it is not known which is the latest; nil for other errors.
func (in *intake) notLatest(d *study.Duplicate) *study.Error {
	column, other := in.options.Latest, in.lineOf(d.First)
	var e *study.Error
	switch text := in.timeText(d.Row); {
	case d.Tied:
		e = faults.NoLatest.Faultf("labeler %q gave item %q two labels at once, %q in column %q, and they differ (the "+
			"other is in line %s)", d.Labeler, d.Item, text, column, other)
	case d.Untimed && text == "":
		e = faults.NoLatest.Faultf("column %q is empty, though labeler %q gave item %q another label (line %s)", column,
			d.Labeler, d.Item, other)
	case d.Untimed:
		e = faults.NoLatest.Faultf("%q in column %q is no time as others are, though labeler %q gave item %q another "+
			"label (line %s)", text, column, d.Labeler, d.Item, other)
	default:
		return nil
	}
	return e.AtLine(in.lines.Of(d.Row)).InColumn(column).Wrapping(d).FixedBy(lastOrAll()...)
}

// isTime reports whether a column in no use says when labels were given, to the day at least.
func (ws *watcher) isTime(column string) bool {
	at := slices.IndexFunc(ws.columns, func(c *watch) bool { return c.name == column })
	if at < 0 || ws.columns[at].tooFar {
		return false
	}
	times, ok := when.Parse(ws.columns[at].names.List)
	return ok && (times.Unit == when.Second || times.Unit == when.Day)
}

// Periods are units into which dates can be joined.
func Periods() []when.Unit {
	return []when.Unit{when.Day, when.Week, when.Month, when.Quarter, when.Year}
}

// of returns how the dates of a column become levels; nil if they stay unchanged.
func of(d Dates, column string) *Dates {
	named := slices.ContainsFunc(d.Columns, func(name string) bool { return strings.EqualFold(name, column) })
	if !named || d.Order == when.Unsettled && d.Every == "" {
		return nil
	}
	return &d
}

// level is the level of a value. ok is false if it is no date though it has to be one.
func level(d *Dates, text string) (level string, ok bool) {
	at, isDate := d.Order.On(text)
	if d.Every != "" {
		return period(at, d.Every), isDate
	}
	if !isDate || !d.Order.Reads(text) {
		return text, true
	}
	if at.Hour() == 0 && at.Minute() == 0 && at.Second() == 0 {
		return at.Format(time.DateOnly), true
	}
	return at.Format(time.DateTime), true
}

// period names the period of a day.
func period(at time.Time, unit when.Unit) string {
	switch unit {
	case when.Week:
		year, week := at.ISOWeek()
		return fmt.Sprintf("%d-W%02d", year, week)
	case when.Month:
		return at.Format("2006-01")
	case when.Quarter:
		return fmt.Sprintf("%d-Q%d", at.Year(), (int(at.Month())+2)/3)
	case when.Year:
		return at.Format("2006")
	}
	return at.Format(time.DateOnly)
}

// take returns the code of a new name: the code of its level, if the column has dates.
func (ids *indexColumn) take(text string, line int) int32 {
	if ids.dates == nil {
		return ids.names.Add(text)
	}
	level, ok := level(ids.dates, text)
	if !ok {
		if ids.noDate == "" {
			ids.noDate, ids.noDateLine = text, line
		}
		level = text
	}
	code := ids.names.Find([]byte(level))
	if code < 0 {
		code = ids.names.Add(level)
	}
	ids.names.Code[text] = code
	return code
}

// noDates is the error about a value that is no date, though the dates of its column are to be joined.
func (in *intake) noDates() error {
	for _, c := range in.index {
		if c.noDate == "" {
			continue
		}
		e := faults.NoDate.Faultf("%q in column %q is no date, so it is in no %s", c.noDate, c.Name, c.dates.Every).
			AtLine(c.noDateLine).InColumn(c.Name).FixedBy(Dated(c.Name, c.noDate)...)
		if a, b, doubtful := when.Both(c.noDate); doubtful {
			const day = "2 January 2006"
			e.Code = faults.DoubtfulDate
			e.Found = visible.Sprintf("%q in column %q is %s or %s", c.noDate, c.Name, a.Format(day), b.Format(day))
		}
		return e
	}
	return nil
}
