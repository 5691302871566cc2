package read

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read/faults"
)

// However sets are written, they are the same categories.
func TestLabelsThatAreSets(t *testing.T) {
	want := []string{"bug, refund", "spam", "bug, refund, spam", "bug"}
	for name, c := range map[string]struct {
		split  string
		labels []string
	}{
		"comma": {"", []string{"refund, bug", "spam", "spam, refund, bug", "bug,refund", "bug"}},
		"bar":   {"", []string{"refund|bug", "spam", "spam|refund|bug", "bug | refund", "bug"}},
		"JSON": {"", []string{`["refund","bug"]`, "spam", `["spam","refund","bug"]`,
			`["bug", "refund"]`, `["bug"]`}},
		"Python": {"", []string{`['refund', 'bug']`, "['spam']",
			`['spam', 'refund', 'bug']`, `['bug', 'refund']`, `['bug']`}},
		"Postgres": {"", []string{"{refund,bug}", "{spam}", "{spam,refund,bug}", "{bug,refund}", "{bug}"}},
		"again":    {",", []string{"bug,refund,bug", "spam,spam", "spam,refund,bug", "bug,refund", "bug"}},
		"words":    {" and ", []string{"refund and bug", "spam", "spam and refund and bug", "bug and refund", "bug"}},
		"tilde":    {"~", []string{"refund~bug", "spam", "spam~refund~bug", "bug ~ refund", "bug~"}},
	} {
		table := readLabels(t, Options{AllowSets: true, Split: c.split}, c.labels...)
		assert.Equal(t, want, table.Categories(), name)
		assert.Equal(t, []string{"bug", "refund", "spam"}, table.Tags(), name)
		assert.Equal(t, []float64{0, 1, 2, 0, 3}, table.StudyAt(0).Value(), name)
		assert.Equal(t, study.SetsOfLabels, table.Source().DefaultKind, name)
	}
	table := readLabels(t, Options{AllowSets: true}, `["it's, well","b"]`, `["b"]`, "['a, b', 'b']")
	assert.Equal(t, []string{"a, b", "b", "it's, well"}, table.Tags(), "commas in quotes are none between labels")
}

// An empty list is the empty set; where labels are no sets, it is a missing label.
func TestEmptyLists(t *testing.T) {
	const rows = `{"item":"A","label":["x","z"]} {"item":"B","label":[]} {"item":"C","label":["z"]}`
	table, err := Read(context.Background(), strings.NewReader(rows), "f", Options{AllowSets: true})
	require.NoError(t, err)
	assert.Equal(t, []string{"x, z", study.EmptySet, "z"}, table.Categories())
	assert.Zero(t, table.Source().Missing)
	table, err = Read(context.Background(), strings.NewReader(strings.ReplaceAll(rows, `"x",`, "")), "f",
		Options{AllowNominal: true})
	require.NoError(t, err)
	assert.Equal(t, []string{"z"}, table.Categories())
	assert.Equal(t, 1, table.Source().Missing)
	for _, o := range []Options{{AllowSets: true, Missing: []string{"[]"}}, {AllowSets: true, Item: "label"}} {
		table, err = Read(context.Background(), strings.NewReader(rows), "f", o)
		if o.Item == "" {
			require.NoError(t, err)
			assert.Equal(t, 1, table.Source().Missing)
			continue
		}
		require.Error(t, err, "an item has a name")
	}
}

func TestLabelsThatAreNoSets(t *testing.T) {
	sets := []string{"a, b", "b", "b, a, c", "c"}
	for _, o := range []Options{{Split: NoSplit}, {AsIs: true}} {
		o.AllowSets, o.AllowNominal = true, true
		table := readLabels(t, o, sets...)
		assert.Equal(t, sets, table.Categories())
		assert.Nil(t, table.Sets())
	}
	for _, c := range []struct {
		o      Options
		labels []string
		code   study.Code
	}{
		{Options{}, sets, faults.LabelSets},
		{Options{AllowSets: true, Kind: study.Numeric}, sets, faults.LabelSets},
		{Options{AllowSets: true, Kind: study.Ordinal}, sets, faults.LabelSets},
		{Options{AllowSets: true, Split: ";"}, sets, faults.AbsentSeparator},
		{Options{AllowSets: true, Split: ",", Kind: study.Numeric}, sets, study.BadOption},
		{Options{AllowSets: true, Split: ",", Positive: []string{"a"}}, sets, study.BadOption},
		{Options{Split: ","}, sets, study.BadOption},
		{Options{AllowSets: true}, []string{"b, a, c", "a, b, c", "c, b, a"}, faults.LabelRankings},
	} {
		_, err := Read(context.Background(), strings.NewReader(fileOf(c.labels)), "f", c.o)
		var e *study.Error
		require.ErrorAs(t, err, &e, c.labels)
		assert.Equal(t, c.code, e.Code, c.labels)
	}
}

// Labels that are packed have their sets.
func TestPackedSets(t *testing.T) {
	const rows = "item,labeler,task,label\nA,v,1,\"x, y\"\nA,w,1,\"y, x\"\nA,v,2,x\nB,v,2,y\n"
	cutting, err := Cut(context.Background(), strings.NewReader(rows), "f", []string{"task"},
		Options{AllowSets: true, AllowNominal: true, Factors: []string{"task"}})
	require.NoError(t, err)
	part := cutting.Parts()[0].Table()
	assert.Equal(t, []string{"x", "y"}, part.Tags())
	assert.Equal(t, []float64{1, 1}, part.Against(1).StudyAt(0).Value())
}
