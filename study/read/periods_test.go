package read_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/when"
	"concord/study"
	"concord/study/read"
	"concord/study/read/faults"
)

// levelsOf are the levels of the column at of labels with these values in it, in the order of the file.
func levelsOf(t *testing.T, d read.Dates, values ...string) ([]string, error) {
	t.Helper()
	csv := "at,item,labeler,label\n"
	for i, v := range values {
		csv += v + ",i" + string(rune('a'+i)) + ",l,1\n" + v + ",i" + string(rune('a'+i)) + ",m,0\n"
	}
	d.Columns = []string{"At"}
	table, err := read.Read(t.Context(), strings.NewReader(csv), "f.csv",
		read.Options{Factors: []string{"at"}, Dates: d})
	if err != nil {
		return nil, err
	}
	levels, ok := table.Levels("at")
	require.True(t, ok)
	return levels, nil
}

// Dates of one period have one level, whatever way they are written.
func TestDatesAreJoined(t *testing.T) {
	for _, c := range []struct {
		dates          read.Dates
		values, levels []string
	}{
		{read.Dates{Every: when.Week}, []string{"2026-01-04", "2026-01-05T10:00:00Z", "11 Jan 2026", "1767225600"},
			[]string{"2026-W01", "2026-W02"}},
		{read.Dates{Every: when.Month}, []string{"2025-12-31 23:59", "2026-01-01"}, []string{"2025-12", "2026-01"}},
		{read.Dates{Every: when.Quarter}, []string{"2026-03-31", "2026-04-01"}, []string{"2026-Q1", "2026-Q2"}},
		{read.Dates{Every: when.Year}, []string{"31/12/2025", "2026-01-01"}, []string{"2025", "2026"}},
		{read.Dates{Every: when.Day, Order: when.MonthFirst}, []string{"03/04/2026 9:30", "3/4/2026"},
			[]string{"2026-03-04"}},
		{read.Dates{Order: when.DayFirst}, []string{"03/04/2026", "01/01/2026", "later", "03/04/2026 10:00"},
			[]string{"2026-04-03", "2026-01-01", "later", "2026-04-03 10:00:00"}},
		{read.Dates{}, []string{"03/04/2026", "2026-04-03"}, []string{"03/04/2026", "2026-04-03"}},
	} {
		levels, err := levelsOf(t, c.dates, c.values...)
		require.NoError(t, err)
		assert.Equal(t, c.levels, levels)
	}
}

// A value that is no date is an error with its line, and so is one that is two dates.
func TestNoDates(t *testing.T) {
	_, err := levelsOf(t, read.Dates{Every: when.Week}, "2026-01-04", "soon")
	var fault *study.Error
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, faults.NoDate, fault.Code)
	assert.Equal(t, 4, fault.Line)
	assert.Contains(t, fault.Found, `"soon" in column "at" is no date, so it is in no week`)
	_, err = levelsOf(t, read.Dates{Every: when.Week}, "2026-01-04", "03/04/2026")
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, faults.DoubtfulDate, fault.Code)
	assert.Contains(t, fault.Found, `is 3 April 2026 or 4 March 2026`)
}
