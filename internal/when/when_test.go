package when

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Texts that ascend as times, in each way of writing them: their order is found, and their unit.
func TestTimesAreOrdered(t *testing.T) {
	for _, c := range []struct {
		unit  Unit
		texts []string
		gaps  [2]float64
	}{
		{Week, []string{"2024-W51", "2024-W52", "2025-W01", "2025-W10"}, [2]float64{1, 9}},
		{Week, []string{"2020W52", "2020W53", "2021W01"}, [2]float64{1, 1}}, // a year of 53 weeks
		{Week, []string{"week 9, 2025", "week 10, 2025"}, [2]float64{1, 1}},
		{Week, []string{"2025 week 9", "2025 week 11"}, [2]float64{2, 2}},
		{Week, []string{"KW 9/2025", "KW 10/2025"}, [2]float64{1, 1}},
		{Week, []string{"202450", "202452", "202501"}, [2]float64{1, 2}},
		{Week, []string{"week 3", "week 12"}, [2]float64{9, 9}},
		{Week, []string{"W3", "W12"}, [2]float64{9, 9}},
		{Month, []string{"2024-11", "2025-01", "2025-02"}, [2]float64{1, 2}},
		{Month, []string{"2024/9", "2024/10"}, [2]float64{1, 1}},
		{Month, []string{"09/2024", "01/2025"}, [2]float64{4, 4}},
		{Month, []string{"Feb 2024", "Sep 2024", "January 2025"}, [2]float64{4, 7}},
		{Month, []string{"2024.9", "2024.10"}, [2]float64{1, 1}},
		{Month, []string{"12.2024", "01.2025"}, [2]float64{1, 1}},
		{Number, []string{"2024.25", "2024.5"}, [2]float64{0.25, 0.25}},
		{Month, []string{"Mar-24", "Apr-24"}, [2]float64{1, 1}},
		{Month, []string{"202411", "202501"}, [2]float64{2, 2}},
		{Quarter, []string{"2024-Q4", "2025-Q1"}, [2]float64{1, 1}},
		{Quarter, []string{"2024Q4", "2025Q2"}, [2]float64{2, 2}},
		{Quarter, []string{"Q4 2024", "Q1 2025"}, [2]float64{1, 1}},
		{Quarter, []string{"4Q 2024", "1Q 2025"}, [2]float64{1, 1}},
		{Half, []string{"2024-H2", "2025-H1"}, [2]float64{1, 1}},
		{Year, []string{"1999", "2024", "2025"}, [2]float64{1, 25}},
		{Year, []string{"FY2024", "FY2026"}, [2]float64{2, 2}},
		{Day, []string{"2025-01-31", "2025-02-01"}, [2]float64{1, 1}},
		{Day, []string{"20250131", "20250201", "20250301"}, [2]float64{1, 28}},
		{Day, []string{"31.1.2025", "1.2.2025"}, [2]float64{1, 1}},
		{Day, []string{"1/31/2025", "2/1/2025"}, [2]float64{1, 1}},
		{Day, []string{"31/01/2025", "01/02/2025"}, [2]float64{1, 1}},
		{Day, []string{"Dec 31, 2024", "January 1, 2025"}, [2]float64{1, 1}},
		{Day, []string{"31 Dec 2024", "1 January 2025"}, [2]float64{1, 1}},
		{Day, []string{"2024-W52-7", "2025-W01-1"}, [2]float64{1, 1}},
		{Day, []string{"day 9", "day 10"}, [2]float64{1, 1}},
		{Second, []string{"2025-03-01T23:59:59Z", "2025-03-02T00:00:00Z"}, [2]float64{1, 1}},
		{Second, []string{"2025-03-01 10:00", "2025-03-01 10:01"}, [2]float64{60, 60}},
		{Second, []string{"2025-03-01T10:00:00+02:00", "2025-03-01T09:00:00+01:00"}[:1:1], [2]float64{0, 0}},
		{Quarter, []string{"4Q25", "1Q26", "2Q26"}, [2]float64{1, 1}},
		{Quarter, []string{"Q4'25", "Q1 26"}, [2]float64{1, 1}},
		{Quarter, []string{"FY25 Q4", "FY26-Q1", "Q2 FY2026"}, [2]float64{1, 1}},
		{Half, []string{"H2 2025", "1H'26"}, [2]float64{1, 1}},
		{Week, []string{"CW 52/2025", "CW 01/2026"}, [2]float64{1, 1}},
		{Week, []string{"W07", "W08", "W10"}, [2]float64{1, 2}},
		{Week, []string{"W51", "W52", "W01", "W02"}, [2]float64{1, 1}}, // into the next year
		{Week, []string{"W1", "W2", "W51"}, [2]float64{1, 49}},
		{Month, []string{"November", "Dec", "January", "Feb"}, [2]float64{1, 1}},
		{Month, []string{"January", "march", "Sept", "December"}, [2]float64{2, 6}},
		{Month, []string{"Mar", "Apr", "May"}, [2]float64{1, 1}},
		{Day, []string{"2026-02-02/2026-02-08", "2026-02-09/2026-02-15"}, [2]float64{7, 7}},
		{Day, []string{"week of 2 Feb 2026", "week of 9 Feb 2026"}, [2]float64{7, 7}},
		{Day, []string{"12/2/26", "12/3/26", "12/13/26"}, [2]float64{1, 10}},
		{Second, []string{"13/04/2026 23:59", "14/04/2026 00:00:00"}, [2]float64{60, 60}},
		{Second, []string{"4/1/2026 11:59 PM", "4/13/2026 12:00 AM"}, [2]float64{11*24*3600 + 60, 11*24*3600 + 60}},
		{Second, []string{"2026-03-01", "2026-03-01T12:00:00Z"}, [2]float64{12 * 3600, 12 * 3600}},
		{Second, []string{"1767225600", "1767225660"}, [2]float64{60, 60}},
		{Second, []string{"1767225600000", "1767225601500"}, [2]float64{1.5, 1.5}},
		{Number, []string{"batch 9", "batch 10"}, [2]float64{1, 1}},
		{Number, []string{"round-2", "round-11"}, [2]float64{9, 9}},
		{Number, []string{"1", "2.5", "10"}, [2]float64{1.5, 7.5}},
		{Number, []string{"wave 2", "wave 10"}, [2]float64{8, 8}},
		{Number, []string{"V1", "v2"}, [2]float64{1, 1}},
	} {
		backwards := slices.Clone(c.texts)
		slices.Reverse(backwards)
		got, ok := Parse(backwards)
		require.True(t, ok, c.texts)
		assert.Equal(t, c.unit, got.Unit, c.texts)
		for k, i := range got.Order() {
			assert.Equal(t, c.texts[k], backwards[i])
		}
		if len(c.texts) > 1 {
			shortest, longest := got.Gaps()
			assert.InDeltaSlice(t, c.gaps[:], []float64{shortest, longest}, 1e-9, c.texts)
		}
	}
}

// ISO weeks, by the standard library's own count of them.
func TestWeeksAreThoseOfISO(t *testing.T) {
	day := time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC)
	for range 12000 {
		year, week := day.ISOWeek()
		days := float64(day.Unix()) / (24 * 3600)
		monday := 7*ofWeek(year, week) + 4 // days since 1 January 1970, a Thursday
		require.LessOrEqual(t, monday, days)
		require.Less(t, days, monday+7)
		day = day.AddDate(0, 0, 1)
	}
}

func TestWhatIsNoTime(t *testing.T) {
	for _, texts := range [][]string{
		nil, {"spring", "autumn"}, {"2025-W10", "never"}, {"2025-W54"}, {"2021-W53"}, {"2025-13"}, {"2025-Q5"},
		{"01/02/2025", "03/04/2025"}, {"01/02/2025 10:00", "03/04/2025 11:00"}, // which is the month?
		{"w202", "w1-07"}, {"s1-26", "s2-26"},
		{"12", "NaN"}, {"Inf"}, {"gpt-4", "gpt-3"}, {"week"}, {"task 1", "task 2"}, {"a1", "a2"}, {""},
	} {
		got, ok := Parse(texts)
		assert.False(t, ok, "%v: %v", texts, got)
	}
}

func TestWhatKeepsTextsFromBeingTimes(t *testing.T) {
	for _, c := range []struct{ texts, odd []string }{
		{[]string{"2025-W10", "unknown", "2025-W12"}, []string{"unknown"}},
		{[]string{"2025-01", "2025-02", "2025-3x", "2025-04"}, []string{"2025-3x"}},
		{[]string{"01/02/2025", "03/04/2025"}, []string{"01/02/2025", "03/04/2025"}},
		{[]string{"2025-01", "2025-02"}, nil},
		{[]string{"red", "blue", "2025"}, nil},
	} {
		assert.Equal(t, c.odd, Odd(c.texts))
	}
}

// The day of a text, with the order of dates that are in doubt.
func TestOn(t *testing.T) {
	for _, c := range []struct {
		text  string
		order Order
		day   string
	}{
		{"2026-04-03T10:11:12Z", Unsettled, "2026-04-03"}, {"3 April 2026", Unsettled, "2026-04-03"},
		{"1775210400", Unsettled, "2026-04-03"}, {"20260403", Unsettled, "2026-04-03"},
		{"13/04/2026", Unsettled, "2026-04-13"}, {"4/13/2026 9:00 AM", Unsettled, "2026-04-13"},
		{"03/04/2026", DayFirst, "2026-04-03"}, {"03/04/2026 10:00", MonthFirst, "2026-03-04"},
		{"03/03/2026", Unsettled, "2026-03-03"}, {"03/04/2026", Unsettled, ""}, {"13/04/2026", MonthFirst, ""},
		{"later", DayFirst, ""}, {"2026", Unsettled, ""},
	} {
		at, ok := c.order.On(c.text)
		require.Equal(t, c.day != "", ok, c.text)
		if ok {
			assert.Equal(t, c.day, at.Format(time.DateOnly), c.text)
		}
	}
	first, second, ok := Both("03/04/2026")
	assert.True(t, ok)
	assert.Equal(t, []string{"2026-04-03", "2026-03-04"}, []string{first.Format(time.DateOnly),
		second.Format(time.DateOnly)})
	_, _, ok = Both("13/04/2026")
	assert.False(t, ok)
}
