package figure

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/document"
	"concord/internal/document/internal/sample"
)

// Every chart is a picture, the same each time.
func TestEveryChart(t *testing.T) {
	d := sample.Document(sample.Hostile()...)
	charts, names := All(d)
	assert.Equal(t, []string{"crossing", "implied", "labelers", "labels", "ranks", "shares", "errors", "confusion",
		"rates", "differences"}, names)
	for _, name := range names {
		var first, again bytes.Buffer
		require.NoError(t, Write(&first, d, charts[name]), name)
		assert.True(t, strings.HasPrefix(first.String(), "<svg xmlns="), name)
		require.NoError(t, Write(&again, d, charts[name]))
		assert.Equal(t, first.String(), again.String(), name)
	}
}

// A mark has its colour.
func TestColour(t *testing.T) {
	d := &document.Document{Sections: []document.Section{{Parts: []document.Part{{Chart: document.Dots{
		About: document.About{ID: "d", Caption: "D"}, Columns: []string{"a"}, High: 1,
		Rows: []document.DotRow{{Name: "row", Values: []float64{0.5}}}}}}}}}
	var b bytes.Buffer
	charts, _ := All(d)
	require.NoError(t, Write(&b, d, charts["d"]))
	assert.Contains(t, b.String(), `fill="#0060a8"`)
}

func TestErrorsOfTheWriter(t *testing.T) {
	d := sample.Document("a")
	charts, _ := All(d)
	assert.ErrorContains(t, Write(failing{}, d, charts["labels"]), "full")
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }
