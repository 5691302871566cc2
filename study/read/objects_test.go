package read

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/stream"
)

// objectRows are labels of four items by two labelers, each in an object that text makes of it.
func objectRows(text func(label string) string) string {
	var b strings.Builder
	b.WriteString("item,labeler,answer\n")
	for i, label := range strings.Fields("cat cat dog cat dog dog cat dog") {
		b.WriteString("i" + string(rune('0'+i/2)) + ",w" + string(rune('0'+i%2)) + `,"` +
			strings.ReplaceAll(text(label), `"`, `""`) + "\"\n")
	}
	return b.String()
}

// The value in an object is the label: the only one, or the only one that has the name of a label.
func TestLabelsInObjects(t *testing.T) {
	for want, text := range map[string]func(string) string{
		`"choice"`:           func(l string) string { return `{"choice": "` + l + `"}` },
		`"pet"`:              func(l string) string { return `{"pet": "` + l + `"}` },
		`"[0].q.label"`:      func(l string) string { return `[{"q": {"label": "` + l + `"}, "seconds": 3}]` },
		`"[0].value"`:        func(l string) string { return `[{'value': '` + l + `', 'seen': True}]` },
		`"answers.response"`: func(l string) string { return `{"answers": {"response": ["` + l + `"]}, "n": 1.5}` },
	} {
		table, err := Read(context.Background(), strings.NewReader(objectRows(text)), "x.csv",
			Options{AllowNominal: true})
		require.NoError(t, err, want)
		assert.Equal(t, []string{"cat", "dog"}, table.Categories(), want)
		assert.Equal(t, 8, table.Len(), want)
		assert.Contains(t, table.Source().Recognised, "the values of "+want+" in the objects")
	}
}

// Objects of which several values may be the label are refused, as are later ones without it.
func TestObjectsWithoutOneLabel(t *testing.T) {
	refused := func(text string) *study.Error {
		_, err := Read(context.Background(), strings.NewReader(text), "x.csv", Options{AllowNominal: true})
		var fault *study.Error
		require.ErrorAs(t, err, &fault)
		assert.Equal(t, faults.JSONLabel, fault.Code)
		return fault
	}
	refused(objectRows(func(l string) string { return `{"label": "` + l + `", "choice": "` + l + `"}` }))
	refused(objectRows(func(l string) string { return `{"` + l + `": 1}` }))
	rows := objectRows(func(l string) string { return `{"choice": "` + l + `"}` })
	long := rows + strings.Repeat("j,w0,NA\n", stream.MostFirstRows) + `k,w0,"{""other"": ""cat""}"` + "\n"
	fault := refused(long)
	assert.Equal(t, stream.MostFirstRows+10, fault.Line)
	assert.Equal(t, "answer", fault.Column)
	assert.Contains(t, fault.Found, `has no value "choice"`)
}

// As they stand, objects are categories.
func TestObjectsAsTheyStand(t *testing.T) {
	table, err := Read(context.Background(), strings.NewReader(objectRows(func(l string) string {
		return `{"choice": "` + l + `"}`
	})), "x.csv", Options{AllowNominal: true, AsIs: true})
	require.NoError(t, err)
	assert.Equal(t, []string{`{"choice": "cat"}`, `{"choice": "dog"}`}, table.Categories())
}
