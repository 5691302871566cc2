package read

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"concord/internal/visible"
	"concord/internal/when"
	"concord/study"
)

// Periods are units into which dates can be joined.
func Periods() []when.Unit {
	return []when.Unit{when.Day, when.Week, when.Month, when.Quarter, when.Year}
}

// Dates say how dates in columns of factors become levels.
type Dates struct {
	// Columns are the columns of the dates, among the factors.
	Columns []string
	// Order is which number of a date such as 03/04/2026 is the day. Such dates become levels such as 2026-04-03.
	Order when.Order
	// Every is the unit of the periods that are the levels, "" for every value by itself.
	Every when.Unit
}

// of returns how the dates of a column become levels; nil if they stay unchanged.
func (d Dates) of(column string) *Dates {
	named := slices.ContainsFunc(d.Columns, func(name string) bool { return strings.EqualFold(name, column) })
	if !named || d.Order == when.Unsettled && d.Every == "" {
		return nil
	}
	return &d
}

// level is the level of a value. ok is false if it is no date though it has to be one.
func (d *Dates) level(text string) (level string, ok bool) {
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
		return ids.names.add(text)
	}
	level, ok := ids.dates.level(text)
	if !ok {
		if ids.noDate == "" {
			ids.noDate, ids.noDateLine = text, line
		}
		level = text
	}
	code := ids.names.find([]byte(level))
	if code < 0 {
		code = ids.names.add(level)
	}
	ids.names.code[text] = code
	return code
}

// noDates is the error about a value that is no date, though the dates of its column are to be joined.
func (in *intake) noDates() error {
	for _, c := range in.index {
		if c.noDate == "" {
			continue
		}
		e := study.Faultf(NoDate, "%q in column %q is no date, so it is in no %s", c.noDate, c.Name, c.dates.Every).
			AtLine(c.noDateLine).InColumn(c.Name).FixedBy(Dated(c.Name, c.noDate)...)
		if a, b, doubtful := when.Both(c.noDate); doubtful {
			const day = "2 January 2006"
			e.Code = DoubtfulDate
			e.Found = visible.Sprintf("%q in column %q is %s or %s", c.noDate, c.Name, a.Format(day), b.Format(day))
		}
		return e
	}
	return nil
}
