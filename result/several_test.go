package result

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// several is two tasks, of which one has no fit, with names that mean something elsewhere.
func several() *Several {
	one := example()
	return &Several{
		Data: one.Data, Interval: one.Interval, Cut: []string{"category"}, Agreement: one.Agreement,
		More: "More elsewhere.",
		Tasks: []Task{
			{Key: []string{"=joy|1"}, Seed: 1<<53 - 1, Result: one},
			{Key: []string{"awe"}, Seed: 2, Undefined: "it is too rare", Result: NewAgreement(one.Data, one.Agreement,
				0.95)},
			{Key: []string{"fear"}, Seed: 3, Undefined: "it broke"},
		},
		Confusion: []Confusion{
			{Studies: []string{"experts"}, Categories: []string{"=joy|1", "awe", "fear"}},
			{Studies: []string{"experts", "old"}, Categories: []string{"=joy|1", "awe", "fear"}, Items: 5,
				Shares: [][]Number{{0.5, 0.1, 0.2}, {0, 0.2, 0}, {0, 0, 0}}},
		},
	}
}

// Every format has the number of each task that has one, says why another has none, and goes on.
func TestSeveralInEveryFormat(t *testing.T) {
	sev := several()
	icc := sev.Tasks[0].Result.sections()[0].groups
	require.NotEmpty(t, icc)
	for format, want := range map[string][]string{
		"text": {"Model of 3 categories, each against the rest: bernoulli", "    =joy|1",
			"awe has no fit: it is too rare.",
			"fear has no fit: it broke.", "62.5", "More elsewhere.", "Krippendorff's α", "9007199254740991"},
		"markdown": {`=joy\|1`, "awe has no fit: it is too rare.", "| 62.5 |"},
		"latex":    {`\begin{table}`, "fear has no fit: it broke.", "62.5 &"},
		"csv":      {"'=joy|1,icc,", "fear,fit,", "it broke", "awe,kripp_alpha"},
		"json":     {`"undefined": "it broke"`, `"=joy|1"`, `"confusion"`},
	} {
		var b bytes.Buffer
		require.NoError(t, sev.Render(&b, format))
		for _, text := range want {
			assert.Contains(t, b.String(), text, format)
		}
		assert.NotContains(t, b.String(), "NaN", format)
	}
	assert.Error(t, sev.Render(io.Discard, "apa"))
}

func TestSeveralAsCSVIsATable(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, several().Render(&b, "csv"))
	rows, err := csv.NewReader(&b).ReadAll() // all rows have as many cells
	require.NoError(t, err)
	tasks := map[string]int{}
	for _, row := range rows[1:] {
		tasks[row[0]]++
	}
	assert.Positive(t, tasks[""], "the coefficients of all together")
	assert.Greater(t, tasks["'=joy|1"], tasks["awe"])
	assert.Equal(t, 1, tasks["fear"])
}

func TestSeveralAsJSONIsReadBack(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, several().Render(&b, "json"))
	var back Several
	require.NoError(t, json.Unmarshal(b.Bytes(), &back))
	require.Len(t, back.Tasks, 3)
	assert.True(t, back.Tasks[0].Fitted())
	assert.False(t, back.Tasks[1].Fitted())
	assert.Equal(t, "it broke", back.Tasks[2].Undefined)
	assert.Equal(t, Number(0.2), back.Confusion[1].Shares[1][1])
	none := &Several{Tasks: back.Tasks[1:]}
	assert.Nil(t, none.First())
	assert.Nil(t, none.Tables(), "nothing to lay out")
}

func TestConfusionsOfATable(t *testing.T) {
	table, err := study.NewTable(study.Indexed{Items: []string{"a"}, Studies: []string{"p", "q"},
		Item: []int32{0, 0, 0}, Study: []int32{0, 0, 1}, Value: []float64{0, 1, 1}, Kind: study.Nominal,
		Categories: []string{"joy", "awe"}})
	require.NoError(t, err)
	assert.Equal(t, []Confusion{
		{Studies: []string{"p"}, Categories: []string{"joy", "awe"}, Items: 1, Shares: [][]Number{{0, 0.5}, {0.5, 0}}},
		{Studies: []string{"q"}, Categories: []string{"joy", "awe"}},
		{Studies: []string{"p", "q"}, Categories: []string{"joy", "awe"}, Items: 1, Shares: [][]Number{{0, 0.5}, {0,
			0.5}}},
	}, Confusions(table))
}
