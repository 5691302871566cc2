package study

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tableOf makes a table of rows item, labeler, study, label.
func tableOf(t *testing.T, b Builder, rows ...[4]any) *Table {
	t.Helper()
	for _, r := range rows {
		b.Add(r[0].(string), r[1].(string), r[2].(string), r[3].(float64))
	}
	table, err := b.Table()
	require.NoError(t, err)
	return table
}

func TestBothNamesStudiesByTheirTables(t *testing.T) {
	march := tableOf(t, Builder{}, [4]any{"a", "ann", "all", 1.0}, [4]any{"b", "bob", "all", 0.0})
	april := tableOf(t, Builder{}, [4]any{"b", "ann", "experts", 1.0}, [4]any{"c", "cyd", "crowd", 0.0})
	both, err := Both([2]string{"march", "april"}, [2]*Table{march, april}, true)
	require.NoError(t, err)
	assert.Equal(t, []string{"march", "april · experts", "april · crowd"}, both.Studies())
	assert.Equal(t, []string{"a", "b", "c"}, both.Items())
	assert.Equal(t, []string{"ann", "bob", "cyd"}, both.Labelers())
	assert.Equal(t, 4, both.Len())
	assert.Equal(t, Binary, both.Kind())
	apart, err := Both([2]string{"march", "april"}, [2]*Table{march, april}, false)
	require.NoError(t, err)
	assert.Equal(t, []string{"march · a", "march · b", "april · b", "april · c"}, apart.Items())
	assert.Equal(t, []string{"ann", "bob", "cyd"}, apart.Labelers())
}

// Labels of one month may lack a category that those of the other have.
func TestBothPutsCategoriesTogether(t *testing.T) {
	some := tableOf(t, Builder{Kind: Ordinal, Categories: []string{"poor", "fair", "best"}},
		[4]any{"a", "x", "all", 1.0}, [4]any{"a", "y", "all", 3.0}, [4]any{"b", "y", "all", 2.0})
	more := tableOf(t, Builder{Kind: Ordinal, Categories: []string{"poor", "fair", "good", "best"}},
		[4]any{"a", "x", "all", 3.0}, [4]any{"a", "y", "all", 4.0})
	both, err := Both([2]string{"1", "2"}, [2]*Table{some, more}, true)
	require.NoError(t, err)
	assert.Equal(t, []string{"poor", "fair", "good", "best"}, both.Categories())
	assert.Equal(t, []float64{1, 4, 2}, both.StudyAt(0).Value())
	assert.Equal(t, []float64{3, 4}, both.StudyAt(1).Value())

	other := tableOf(t, Builder{Kind: Ordinal, Categories: []string{"fair", "poor", "best"}},
		[4]any{"a", "x", "all", 1.0})
	_, err = Both([2]string{"1", "2"}, [2]*Table{some, other}, true)
	require.ErrorContains(t, err, "of different kinds")
	numbers := tableOf(t, Builder{Kind: Numeric}, [4]any{"a", "x", "all", 1.0}, [4]any{"b", "x", "all", 2.0})
	_, err = Both([2]string{"1", "2"}, [2]*Table{some, numbers}, true)
	require.ErrorContains(t, err, "of different kinds")
}

func TestBeyondIsWhatAFileGrewBy(t *testing.T) {
	early := tableOf(t, Builder{Duplicates: DuplicatesKeep}, [4]any{"a", "x", "all", 1.0}, [4]any{"a", "x", "all", 1.0},
		[4]any{"b", "x", "all", 0.0})
	late := tableOf(t, Builder{Duplicates: DuplicatesKeep}, [4]any{"c", "y", "all", 1.0}, [4]any{"b", "x", "all", 0.0},
		[4]any{"a", "x", "all", 1.0}, [4]any{"a", "x", "all", 1.0}, [4]any{"a", "x", "all", 1.0})
	rest, ok := late.Beyond(early)
	require.True(t, ok)
	assert.Equal(t, 2, rest.Len(), "c and the third label of a")
	assert.Equal(t, []string{"c", "a"}, rest.Items())
	rest, ok = early.Beyond(early)
	assert.True(t, ok)
	assert.Nil(t, rest, "nothing is new")
	_, ok = early.Beyond(late)
	assert.False(t, ok, "a label of the earlier table is not there")
	changed := tableOf(t, Builder{}, [4]any{"a", "x", "all", 0.0}, [4]any{"b", "x", "all", 0.0})
	_, ok = changed.Beyond(early)
	assert.False(t, ok, "another label")
}
