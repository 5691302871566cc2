package study

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A part of a table is the one that its rows alone make, whatever stands before, between and behind them.
func TestPartIsThatOfItsRowsAlone(t *testing.T) {
	type row struct{ week, item, labeler, study, day string }
	rows := []row{
		{"1", "a", "p", "s", "x"}, {"2", "c", "q", "s", "y"}, {"2", "b", "p", "u", "z"}, {"1", "b", "q", "u", "y"},
		{"2", "a", "r", "s", "x"}, {"1", "c", "r", "s", "z"}, {"2", "d", "q", "u", "x"},
	}
	table := func(of []row, factors bool) *Table {
		var b Builder
		var week, day names
		days, weeks := Factor{Name: "day"}, Factor{Name: "week"}
		for n, r := range of {
			b.Add(r.item, r.labeler, r.study, float64(n%2))
			days.Index, weeks.Index = append(days.Index, day.of(r.day)), append(weeks.Index, week.of(r.week))
		}
		days.Levels, weeks.Levels = day.list, week.list
		c := Indexed{Items: b.items.list, Labelers: b.labelers.list, Studies: b.studies.list, Item: b.item,
			Labeler: b.labeler, Study: b.study, Value: b.value, Kind: Binary, Factors: []Factor{days}}
		if factors {
			c.Factors = append(c.Factors, weeks)
		}
		made, err := NewTable(c)
		require.NoError(t, err)
		return made
	}
	parts, err := table(rows, true).Split("week")
	require.NoError(t, err)
	for _, p := range parts {
		var own []row
		var values []float64
		for n, r := range rows {
			if r.week == p.Levels[0] {
				own, values = append(own, r), append(values, float64(n%2))
			}
		}
		alone, part := table(own, false).ByAppearance(), p.Table()
		assert.Equal(t, alone.Items(), part.Items())
		assert.Equal(t, alone.Labelers(), part.Labelers())
		assert.Equal(t, alone.factors, part.factors)
		assert.Equal(t, alone.item, part.item)
		assert.Equal(t, alone.labeler, part.labeler)
		assert.Len(t, part.value, len(values))
	}
	whole := table(rows, true)
	assert.Equal(t, []string{"a", "c", "b", "d"}, whole.ByAppearance().Items(), "those of the first group first")
	assert.Equal(t, []string{"a", "c", "b", "d"}, whole.Items())
	again := whole.ByAppearance().ByAppearance()
	assert.Equal(t, whole.ByAppearance(), again)
}
