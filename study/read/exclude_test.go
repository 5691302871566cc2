package read

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read/faults"
)

const fourPeople = "item,labeler,study,label\n" +
	"i1,ann,a,1\ni1,bob,a,0\ni1,bob,b,1\ni2,ann,b,NA\ni2,cem,b,0\ni2,cem,b,1\ni3,bob,a,1\ni3,dee,b,0\n"

// What is left is the file without the rows, as if a person had taken them out.
func TestExclude(t *testing.T) {
	for _, c := range []struct {
		name    string
		exclude []string
		gone    []string // lines of the file
		rows    int
	}{
		{"one person, whose labels would be refused", []string{"cem"}, []string{"i2,cem,b,0", "i2,cem,b,1"}, 2},
		{"several", []string{"cem", "bob"},
			[]string{"i2,cem,b,0", "i2,cem,b,1", "i1,bob,a,0", "i1,bob,b,1", "i3,bob,a,1"}, 5},
		{"of one group", []string{"cem", "a:bob"}, []string{"i2,cem,b,0", "i2,cem,b,1", "i1,bob,a,0", "i3,bob,a,1"}, 4},
		{"a missing label is no label of theirs", []string{"cem", "b:ann"},
			[]string{"i2,cem,b,0", "i2,cem,b,1"}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Read(t.Context(), strings.NewReader(fourPeople), "f.csv", Options{Exclude: c.exclude})
			require.NoError(t, err)
			text := fourPeople
			for _, line := range c.gone {
				text = strings.Replace(text, line+"\n", "", 1)
			}
			want, err := Read(t.Context(), strings.NewReader(text), "f.csv", Options{})
			require.NoError(t, err)
			assert.Equal(t, c.rows, got.Source().ExcludedRows)
			assert.Equal(t, c.exclude, got.Source().Excluded)
			assert.Equal(t, 1, got.Source().Missing)
			var a, b strings.Builder
			require.NoError(t, study.Write(&a, got))
			require.NoError(t, study.Write(&b, want))
			assert.Equal(t, b.String(), a.String())
			assert.Equal(t, want.Labelers(), got.Labelers(), "nobody is left who has no label")
		})
	}
}

// Columns that are labelers can be left out by their names.
func TestExcludeColumns(t *testing.T) {
	got, err := Read(t.Context(), strings.NewReader("item,r1,r2,r3\ni1,1,0,1\ni2,0,,1\n"), "w.csv",
		Options{Wide: []string{"r*"}, Exclude: []string{"r2"}})
	require.NoError(t, err)
	assert.Equal(t, []string{"r1", "r3"}, got.Labelers())
	assert.Equal(t, 4, got.Len())
	assert.Equal(t, 1, got.Source().ExcludedRows)
}

func TestExcludeFaults(t *testing.T) {
	for _, c := range []struct {
		text    string
		exclude []string
		code    study.Code
		words   string
	}{
		{fourPeople, []string{"bib"}, faults.UnknownLabeler, `f.csv: there is no labeler "bib"; did you mean "bob"?`},
		{fourPeople, []string{"b:dan"}, faults.UnknownLabeler, `there is no labeler "b:dan"`},
		{fourPeople, []string{"a:dee"}, faults.UnknownLabeler, `there is no labeler "a:dee"`},
		{fourPeople, []string{"ann", "bob", "cem", "b:dee"}, faults.NobodyLeft, `left out: ann, bob, cem, "b:dee"`},
		{"item,label\ni1,1\ni1,0\n", []string{"ann"}, faults.NoLabelersToExclude, "no column names the labelers"},
	} {
		_, err := Read(t.Context(), strings.NewReader(c.text), "f.csv", Options{Exclude: c.exclude})
		var fault *study.Error
		require.ErrorAs(t, err, &fault)
		assert.Equal(t, c.code, fault.Code)
		assert.Contains(t, err.Error(), c.words)
	}
}
