package study

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ordered are labels on a scale, at places from 1.
func ordered(t *testing.T, found bool, scale []string, places ...float64) *Table {
	t.Helper()
	c := Indexed{Items: []string{"a"}, Studies: []string{"s"}, Kind: Ordinal, Categories: scale, Value: places,
		Item: make([]int32, len(places)), Study: make([]int32, len(places)), Duplicates: DuplicatesKeep}
	c.Source.Order, c.Source.OrderFound = scale, found
	table, err := NewTable(c)
	require.NoError(t, err)
	return table
}

// A part of labels keeps the categories that it uses, a scale of whole numbers those between them, and words the
// numbers of the larger scale.
func TestOwnCategories(t *testing.T) {
	ten := []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}
	own := ordered(t, true, ten, 3, 5, 6, 5).OwnCategories()
	assert.Equal(t, []string{"3", "4", "5", "6"}, own.Categories())
	assert.Equal(t, []float64{1, 3, 4, 3}, own.StudyAt(0).Value())
	assert.Equal(t, []float64{3, 4, 5, 6}, own.Scores())
	assert.Equal(t, own.Categories(), own.Source().Order)

	own = ordered(t, true, []string{"1", "2", "10", "20", "40"}, 3, 5, 4).OwnCategories()
	assert.Equal(t, []string{"10", "20", "30", "40"}, own.Categories(), "30 is on the scale of these labels alone")
	assert.Equal(t, []float64{10, 20, 30, 40}, own.Scores())
	assert.Equal(t, []float64{1, 4, 2}, own.StudyAt(0).Value())

	words := []string{"never", "seldom", "often", "always"}
	own = ordered(t, true, words, 2, 4, 3).OwnCategories()
	assert.Equal(t, words[1:], own.Categories())
	assert.Equal(t, []float64{2, 3, 4}, own.Scores(), "of the whole scale")
	part, err := own.Select("s")
	require.NoError(t, err)
	assert.Equal(t, own.Scores(), part.Scores())

	assert.Equal(t, []string{"never", "always"}, ordered(t, true, words, 1, 4).OwnCategories().Categories())
	for _, whole := range []*Table{ordered(t, false, words, 2, 3), ordered(t, true, words, 2, 2),
		ordered(t, true, words, 1, 2, 3, 4)} {
		assert.Same(t, whole, whole.OwnCategories())
	}
}

// Sets keep the tags that they have.
func TestOwnSets(t *testing.T) {
	sets, categories, value := NewSets([][]string{{"refund"}, {"billing", "urgent"}, {"urgent"}})
	c := Indexed{Items: []string{"a"}, Studies: []string{"s"}, Kind: Nominal, Categories: categories, Sets: sets,
		Factors: []Factor{{Name: "week", Levels: []string{"1", "2"}}}, Duplicates: DuplicatesKeep}
	for n, y := range value {
		c.Item, c.Study, c.Value = append(c.Item, 0), append(c.Study, 0), append(c.Value, float64(y))
		c.Factors[0].Index = append(c.Factors[0].Index, int32(min(n, 1)))
	}
	table, err := NewTable(c)
	require.NoError(t, err)
	parts, err := table.Split("week")
	require.NoError(t, err)
	assert.Equal(t, []string{"refund"}, parts[0].Tags)
	assert.Equal(t, []string{"billing", "urgent"}, parts[1].Tags)
	own := parts[1].Table().OwnCategories()
	assert.Equal(t, parts[1].Tags, own.Tags())
	assert.Equal(t, []string{"billing, urgent", "urgent"}, own.Categories())
	assert.Equal(t, []float64{1, 0}, own.Against(0).StudyAt(0).Value())
	assert.Equal(t, []float64{1, 1}, own.Against(1).StudyAt(0).Value())
}
