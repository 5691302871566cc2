package when

import (
	"math"
	"time"
)

// Order is which number of a date such as 03/04/2026 is the day.
type Order string

// Orders of day and month. [Unsettled] dates have an order if one of them has a number above 12.
const (
	Unsettled  Order = ""
	DayFirst   Order = "day-first"
	MonthFirst Order = "month-first"
)

// layouts are the layouts of days.
func (o Order) layouts() []string {
	switch o {
	case DayFirst:
		return []string{"2/1/2006", "2-1-2006", "2/1/06"}
	case MonthFirst:
		return []string{"1/2/2006", "1-2-2006", "1/2/06"}
	}
	return nil
}

// reader reads dates in this order, with a time of day if the unit is [Second].
func (o Order) reader(unit Unit) func(string) (float64, bool) {
	if unit == Second {
		return moment(o.layouts()...)
	}
	return dates(o.layouts()...)
}

// Reads reports whether a text is a date that needs an order, and this one reads it.
func (o Order) Reads(text string) bool {
	_, ok := o.reader(Second)(plain(text))
	return ok && o != Unsettled
}

// Both returns the day of a date in both orders: with the day as the first number, and as the second. ok is false for
// other texts, for dates that only one order reads, and for dates that both read alike.
func Both(text string) (dayFirst, monthFirst time.Time, ok bool) {
	text = plain(text)
	a, first := DayFirst.reader(Second)(text)
	b, second := MonthFirst.reader(Second)(text)
	at := func(seconds float64) time.Time { return time.Unix(int64(seconds), 0).UTC() }
	return at(a), at(b), first && second && a != b
}

// On returns the day of a text, by an order of dates that are in doubt. Dates in doubt have none if it is [Unsettled].
func (o Order) On(text string) (time.Time, bool) {
	text = plain(text)
	for _, w := range []struct {
		seconds float64
		read    func(string) (float64, bool)
	}{{secondsOfDay, packedDate}, {1, epoch}, {secondsOfDay, day}, {secondsOfDay, span}, {1, moment(points()...)}} {
		if x, ok := w.read(text); ok {
			return time.Unix(int64(math.Floor(x*w.seconds)), 0).UTC(), true
		}
	}
	if _, _, doubtful := Both(text); doubtful && o == Unsettled {
		return time.Time{}, false
	}
	for _, order := range []Order{o, DayFirst, MonthFirst} {
		if x, ok := order.reader(Second)(text); ok {
			return time.Unix(int64(x), 0).UTC(), true
		}
		if o != Unsettled {
			break
		}
	}
	return time.Time{}, false
}
