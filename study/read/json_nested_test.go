package read

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study/internal/tabletest"
)

func TestListsOfObjects(t *testing.T) {
	read := func(text string, o Options) (string, string) {
		table, err := Read(context.Background(), strings.NewReader(text), "x", o)
		require.NoError(t, err)
		return tabletest.Dump(table), table.Source().Recognised
	}
	// Two lists of objects with the same members are two groups.
	dump, said := read(`{"item": "a", "expert": [{"score": 1}, {"score": 3}], "crowd": [{"score": 2}]}
		{"item": "b", "expert": [{"score": 2}], "crowd": [{"score": 1}, {"score": 5}]}`, Options{})
	assert.Equal(t, "a - expert 1\na - expert 3\nb - expert 2\na - crowd 2\nb - crowd 1\nb - crowd 5\n", dump)
	assert.Equal(t, "each object of the lists expert, crowd is a row, and the name of its list is in column group",
		said)
	// Lists of other objects are none.
	dump, said = read(`{"item": "a", "votes": [{"user": "u", "score": 1}], "notes": [{"user": "u"}]}
		{"item": "b", "votes": [{"user": "u", "score": 2}], "notes": [{"user": "u"}]}`,
		Options{Label: "score"})
	assert.Equal(t, "a u all 0\nb u all 1\n", dump)
	assert.Equal(t, "each object of the lists votes is a row", said)
	// Two lists of texts are no labels.
	_, err := Read(context.Background(), strings.NewReader(`{"prompt": "p", "score": 1, "rater": "u",
		"ask": [{"role": "user", "content": "x"}], "reply": [{"role": "bot", "content": "y"}]}`), "x", Options{})
	require.ErrorContains(t, err, "no column could be the item: prompt, score, rater. Choose")
	// A member called group has its own meaning.
	_, said = read(`{"item": "a", "group": "g", "expert": [{"score": 1}, {"score": 3}], "crowd": [{"score": 2}]}`,
		Options{})
	assert.Equal(t, "each object of the lists expert, crowd is a row", said)
}
