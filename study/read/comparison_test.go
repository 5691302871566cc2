package read

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/faults"
)

// battleVerdicts are ways of writing that the first or the second column won.
var battleVerdicts = [][2]string{
	{"model_a", "Model B"}, {"A", "B"}, {"a", "b"}, {"1", "2"}, {"left", "right"}, {"first", "second"},
	{"Response A", "response_b"}, {"A is better", "B is better"}, {"[[A]]", "[[B]]"},
}

// The label says who won, in whichever order the two were shown and however the file writes it.
func TestComparisonsSayWhoWon(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		models := []string{"gpt-4", "llama", "zephyr"}
		way := rapid.IntRange(0, len(battleVerdicts)).Draw(rt, "way") // the last: names of candidates
		var text, want, ordered strings.Builder
		text.WriteString("question_id,model_a,model_b,judge,winner\n")
		ties := false
		for k := range rapid.IntRange(1, 12).Draw(rt, "rows") {
			i := rapid.IntRange(0, 2).Draw(rt, "left out")
			pair := []string{models[(i+1)%3], models[(i+2)%3]}
			if pair[0] > pair[1] {
				pair[0], pair[1] = pair[1], pair[0]
			}
			turned, won := rapid.Bool().Draw(rt, "turned"), rapid.IntRange(0, 2).Draw(rt, "won")
			shown := []string{pair[0], pair[1]}
			if turned {
				shown[0], shown[1] = shown[1], shown[0]
			}
			verdict, winner, place := "tie", "tie", "tie"
			if won < 2 {
				winner, place = pair[won], []string{"first", "second"}[won]
				verdict = winner
				if way < len(battleVerdicts) {
					at := won
					if turned {
						at = 1 - won
					}
					verdict = battleVerdicts[way][at]
				}
			} else {
				ties = true
			}
			fmt.Fprintf(&text, "q%d,%s,%s,j,%s\n", k, shown[0], shown[1], verdict)
			item := fmt.Sprintf("q%d · %s · %s j all ", k, pair[0], pair[1])
			want.WriteString(item + winner + "\n")
			ordered.WriteString(item + place + "\n")
		}
		o := Options{Pair: []string{"model_a", "model_b"}, PairNames: true, Kind: study.Nominal}
		table, err := Read(context.Background(), strings.NewReader(text.String()), "x", o)
		require.NoError(rt, err)
		require.Equal(rt, want.String(), labelled(table))
		o.PairNames, o.Kind = false, 0
		table, err = Read(context.Background(), strings.NewReader(text.String()), "x", o)
		require.NoError(rt, err)
		require.Equal(rt, ordered.String(), labelled(table))
		kind := study.Binary
		if ties {
			kind = study.Ordinal
			require.Equal(rt, []string{"second", "tie", "first"}, table.Categories())
		}
		require.Equal(rt, kind, table.Kind())
	})
}

// labelled is a row for each label, which is written by its name.
func labelled(t *study.Table) string {
	var b strings.Builder
	for s := range t.Studies() {
		v := t.StudyAt(s)
		for n, x := range v.Value() {
			label := map[float64]string{0: "second", 1: "first"}[x]
			switch t.Kind() {
			case study.Nominal:
				label = t.Categories()[int(x)]
			case study.Ordinal:
				label = t.Categories()[int(x)-1]
			}
			fmt.Fprintf(&b, "%s %s %s %s\n", t.Items()[v.Item()[n]], t.Labelers()[v.Labeler()[n]], v.Name(), label)
		}
	}
	return b.String()
}

const shown = "question_id,model_a,model_b,judge,winner\n" +
	"p,x1,x2,ann,model_a\np,x2,x1,bob,model_a\nq,x2,x1,ann,model_b\nq,x1,x2,bob,both_bad\n" +
	"r,x1,x2,ann,model_b\nr,x2,x1,bob,\n"

// A file that shows by its columns and labels that it compares two candidates is read so, and says it.
func TestComparisonsFound(t *testing.T) {
	table, err := Read(context.Background(), strings.NewReader(shown), "x", Options{})
	require.NoError(t, err)
	assert.Equal(t, "p · x1 · x2 ann all first\np · x1 · x2 bob all second\nq · x1 · x2 ann all first\n"+
		"q · x1 · x2 bob all tie\nr · x1 · x2 ann all second\n", labelled(table))
	assert.Equal(t, "comparisons of two candidates, in columns model_a, model_b; winner says which one won, whichever "+
		"was shown first", table.Source().Recognised)
	assert.Equal(t, []string{"pair", "position"}, table.Source().Ignored)
	assert.Equal(t, 1, table.Source().Missing)

	table, err = Read(context.Background(), strings.NewReader(shown), "x", Options{AsIs: true, Label: "winner",
		AllowNominal: true})
	require.NoError(t, err)
	assert.Equal(t, []string{"model_a", "model_b", "both_bad"}, table.Categories())
	assert.Empty(t, table.Source().Recognised)

	// Columns that never share a value are candidates only if battleVerdicts have their names.
	apart := strings.NewReplacer("x2,x1", "x1,x2").Replace(shown)
	table, err = Read(context.Background(), strings.NewReader(apart), "x", Options{})
	require.NoError(t, err)
	assert.NotEmpty(t, table.Source().Recognised)

	// Otherwise they are no pool of candidates, and a label that is not understood is no verdict.
	for _, in := range []string{
		strings.NewReplacer("model_a\n", "A\n", "model_b\n", "B\n").Replace(apart),
		strings.ReplaceAll(shown, "both_bad", "perhaps"),
		strings.NewReplacer("x1", "yes", "x2", "no").Replace(shown),
		strings.NewReplacer("x1", "1", "x2", "2").Replace(shown),
	} {
		_, err = Read(context.Background(), strings.NewReader(in), "x", Options{})
		var e *study.Error
		require.ErrorAs(t, err, &e)
		assert.Contains(t, []study.Code{faults.OpenParts, faults.NoPair, faults.Pairs}, e.Code)
	}
}

// The position is a factor: which place the first of the two, by name, was shown in.
func TestComparisonsPosition(t *testing.T) {
	table, err := Read(context.Background(), strings.NewReader(shown), "x",
		Options{Factors: []string{"position", "pair"}})
	require.NoError(t, err)
	position, ok := table.StudyAt(0).Factor("position")
	require.True(t, ok)
	assert.Equal(t, []int32{0, 1, 1, 0, 0}, position)
	levels, _ := table.Levels("position")
	assert.Equal(t, []string{"first", "second"}, levels)
	levels, _ = table.Levels("pair")
	assert.Equal(t, []string{"x1 · x2"}, levels)
}

// Without a column of prompts the pair alone is the item.
func TestComparisonsWithoutPrompt(t *testing.T) {
	const in = "left,right,rater,winner\nx,y,ann,left\ny,x,bob,left\n"
	table, err := Read(context.Background(), strings.NewReader(in), "x", Options{Pair: []string{"left", "right"}})
	require.NoError(t, err)
	assert.Equal(t, "x · y ann all 1\nx · y bob all 0\n", tabletest.Dump(table))
	_, err = Read(context.Background(), strings.NewReader(strings.ReplaceAll(in, "rater", "rater,prompt")), "x",
		Options{Pair: []string{"left", "right"}})
	var e *study.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, faults.OpenParts, e.Code, "a prompt that may be part of the item is asked about")
}

func TestComparisonsRefused(t *testing.T) {
	pair := Options{Pair: []string{"model_a", "model_b"}}
	read := func(in string, o Options) (*study.Table, *study.Error) {
		table, err := Read(context.Background(), strings.NewReader(in), "x", o)
		var e *study.Error
		if err != nil {
			require.ErrorAs(t, err, &e)
		}
		return table, e
	}
	units := strings.NewReplacer(",model_a\n", ",1\n", ",model_b\n", ",0\n").Replace(shown)
	_, e := read(units, pair)
	assert.Equal(t, faults.UnknownWinner, e.Code)
	assert.Equal(t, []string{"0"}, e.Fixes[0].Set[0].Values)
	assert.Equal(t, []string{"1"}, e.Fixes[1].Set[0].Values)
	assert.Equal(t, 4, e.Line)
	for _, o := range []Options{{Positive: []string{"1"}}, {Negative: []string{"0"}}} {
		o.Pair = pair.Pair
		table, e := read(units, o)
		require.Nil(t, e)
		assert.Equal(t, "p · x1 · x2 ann all first\np · x1 · x2 bob all second\nq · x1 · x2 ann all first\n"+
			"q · x1 · x2 bob all tie\nr · x1 · x2 ann all second\n", labelled(table))
	}
	_, e = read(strings.Replace(shown, "x1,x2,ann", "x1,x1,ann", 1), pair)
	assert.Equal(t, faults.AlikeCandidates, e.Code)
	_, e = read(strings.Replace(shown, "x1,x2,ann", "x1,,ann", 1), pair)
	assert.Equal(t, faults.MissingID, e.Code)
	_, e = read("question_id,model_a,model_b,judge,winner\np,B,A,ann,A\n", pair)
	assert.Equal(t, faults.UnknownWinner, e.Code, "A stands in the place B")
	_, e = read(shown, Options{Pair: []string{"model_a"}})
	assert.Equal(t, study.BadOption, e.Code)
	_, e = read(shown, Options{Pair: pair.Pair, Wide: []string{"winner"}})
	assert.Equal(t, faults.SeveralLayouts, e.Code)
	table, e := read(shown, Options{Missing: []string{"tie"}})
	require.Nil(t, e)
	assert.Equal(t, study.Binary, table.Kind())
	assert.Equal(t, 4, table.Len())
}

// A file in shards has the comparisons of the whole, also where a shard's own rows show no pool of candidates.
func TestComparisonsInShards(t *testing.T) {
	var b strings.Builder
	b.WriteString("question_id,model_a,model_b,judge,winner\n")
	for k := range 40 {
		fmt.Fprintf(&b, "q%d,x,y,ann,model_a\nq%d,y,x,bob,model_%c\n", k, k, "ab"[k%2])
	}
	path := filepath.Join(t.TempDir(), "x.csv")
	require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o600))
	whole, err := Read(context.Background(), nil, path, Options{})
	require.NoError(t, err)
	s, err := SurveyFile(context.Background(), path, SurveyOptions{ShardBytes: 30})
	require.NoError(t, err)
	require.Greater(t, s.Shards.Len(), 10)
	text, err := json.Marshal(s.Shards)
	require.NoError(t, err)
	var shards Shards
	require.NoError(t, json.Unmarshal(text, &shards))
	var parts []*study.Table
	for k := range shards.Len() {
		tables, err := shards.Read(context.Background(), path, k)
		require.NoError(t, err)
		parts = append(parts, tables[0])
	}
	joined, err := study.Join(parts, whole.Studies(), whole.Source())
	require.NoError(t, err)
	assert.Equal(t, tabletest.Dump(whole), tabletest.Dump(joined))
}
