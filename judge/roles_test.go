package judge_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/judge"
	"concord/study"
	"concord/study/read"
)

// tableOf returns labels written as "item labeler study label", "item study label" of labelers without names, or with
// other columns.
func tableOf(t *testing.T, rows ...string) *study.Table {
	t.Helper()
	head := map[int]string{3: "item,study,label", 4: "item,labeler,study,label"}[len(strings.Fields(rows[0]))]
	return tableWith(t, head, rows...)
}

func tableWith(t *testing.T, head string, rows ...string) *study.Table {
	t.Helper()
	text := head + "\n" + strings.ReplaceAll(strings.Join(rows, "\n"), " ", ",")
	again := read.Options{Duplicates: study.DuplicatesKeep}
	table, err := read.Read(context.Background(), strings.NewReader(text), "labels.csv", again)
	require.NoError(t, err)
	return table
}

var judged = []string{"i a crowd 1", "i b crowd 0", "j a crowd 1", "i g gpt 1", "j g gpt 0", "i s same 1", "j s same 1"}

// Who is compared with whom, by hand: studies that are named, or all but the people's, and the labelers of one study.
func TestRoles(t *testing.T) {
	r, err := judge.NewRoles(tableOf(t, judged...), "crowd", nil)
	require.NoError(t, err)
	require.Equal(t, "crowd", r.People)
	require.Equal(t, []string{"crowd", "gpt", "same"}, r.Table.Studies())
	require.Equal(t, []string{"crowd", "gpt"}, r.Fitted.Studies())
	require.Len(t, r.Constant, 1)
	require.Equal(t, "same", r.Constant[0].Name())

	r, err = judge.NewRoles(tableOf(t, judged...), "crowd", []string{"gpt"})
	require.NoError(t, err)
	require.Equal(t, []string{"crowd", "gpt"}, r.Table.Studies())
	require.Empty(t, r.Constant)
	require.Same(t, r.Table, r.Fitted)

	// A labeler among the people beside judges that are studies, in the order of the names.
	among := append([]string{"i m crowd 0", "j m crowd 1", "i b gpt 0"}, judged...)
	r, err = judge.NewRoles(tableOf(t, among...), "crowd", []string{"m", "same"})
	require.NoError(t, err)
	require.Equal(t, []string{"crowd", "m", "same"}, r.Table.Studies())
	require.Equal(t, 3, r.Table.StudyAt(0).Len())
	require.Equal(t, []float64{0, 1}, r.Table.StudyAt(1).Value())
	_, err = judge.NewRoles(tableOf(t, judged...), "crowd", []string{"g"})
	var elsewhere *study.NameError
	require.ErrorAs(t, err, &elsewhere, "a labeler of another study is none of the people")

	one := []string{"i a all 1", "i b all 0", "j a all 1", "i g all 1", "j g all 0"}
	r, err = judge.NewRoles(tableOf(t, one...), "", []string{"g"})
	require.NoError(t, err)
	require.Equal(t, "all", r.People)
	require.Equal(t, []string{"all", "g"}, r.Table.Studies())

	table := tableWith(t, "item,labeler,label", "i a 1", "i b 0", "i g 1", "j a 1", "j b 0", "j g 1")
	for asked, want := range map[string]string{"": "people", "folk": "folk"} {
		r, err = judge.NewRoles(table, asked, []string{"g"})
		require.NoError(t, err)
		require.Equal(t, want, r.People)
		require.Equal(t, []string{want, "g"}, r.Table.Studies())
		require.False(t, r.Table.StudyAt(0).Constant())
		require.True(t, r.Constant[0].Constant())
	}
}

// What cannot be told apart has a code, and words that say no flag.
func TestRoleErrors(t *testing.T) {
	one := []string{"i a all 1", "i b all 0", "j a all 1"}
	for _, c := range []struct {
		rows   []string
		people string
		judges []string
		code   judge.RoleCode
		names  string
	}{
		{judged, "", nil, judge.PeopleNotNamed, `"crowd", "gpt", "same"`},
		{judged, "", []string{"gpt"}, judge.PeopleNotNamed, `"gpt"`},
		{judged, "folk", nil, judge.UnknownPeople, `"folk"`},
		{judged, "folk", []string{"gpt"}, judge.UnknownPeople, `"folk"`},
		{judged, "crowd", []string{"gtp"}, judge.UnknownJudge, `"gtp"`},
		{judged, "crowd", []string{"gpt", "gpt"}, judge.JudgeTwice, `"gpt"`},
		{judged, "crowd", []string{"gpt", "crowd"}, judge.TwoRoles, `"crowd"`},
		{judged, "gpt", nil, judge.OnePerson, `"g"`},
		{append([]string{"k b gpt 1"}, judged...), "crowd", nil, judge.PersonAndJudge, `"b" gave labels in`},
		{one, "", nil, judge.JudgesNotNamed, `"a", "b"`},
		{one, "all", nil, judge.NoJudge, `"all"`},
		{one, "some", []string{"a"}, judge.UnknownPeople, `"some"`},
	} {
		_, err := judge.NewRoles(tableOf(t, c.rows...), c.people, c.judges)
		var role *judge.RoleError
		require.ErrorAs(t, err, &role, c.code)
		require.Equal(t, c.code, role.Code)
		require.Contains(t, err.Error(), c.names)
		require.NotContains(t, err.Error(), "--")
	}
	_, err := judge.NewRoles(tableOf(t, one...), "", []string{"c"})
	var unknown *study.NameError
	require.ErrorAs(t, err, &unknown)
}

// A file looks like one with judges only where its people are beyond doubt.
func TestLikely(t *testing.T) {
	and := func(rows ...string) []string { return append(rows, judged...) }
	for name, c := range map[string]struct {
		rows   []string
		people string
		judges []string
	}{
		"a crowd and two judges":    {judged, "crowd", []string{"gpt", "same"}},
		"labels without labelers":   {[]string{"i crowd 1", "i crowd 0", "i gpt 1"}, "crowd", []string{"gpt"}},
		"two crowds":                {and("i c club 1", "i d club 1"), "", nil},
		"a judge asked twice":       {and("i h again 1", "i h again 0"), "crowd", []string{"gpt", "same"}},
		"many people, a label each": {and("i m many 1", "j n many 0"), "crowd", []string{"gpt", "same"}},
		"judges alone":              {judged[3:], "", nil},
		"people alone":              {judged[:3], "", nil},
		"one group":                 {[]string{"i a all 1", "i b all 0", "j a all 1"}, "", nil},
	} {
		people, judges, ok := judge.Likely(tableOf(t, c.rows...))
		require.Equal(t, c.people, people, name)
		require.Equal(t, c.judges, judges, name)
		require.Equal(t, c.people != "", ok, name)
	}
}
