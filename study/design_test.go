package study_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read"
)

// TestDescribe compares every fact with the most direct count of it on random tables.
func TestDescribe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, err := study.NewTable(tabletest.Draw(t))
		require.NoError(t, err)
		d := study.Describe(table)
		require.Len(t, d.Studies, len(table.Studies()))
		require.Equal(t, len(table.Items()), d.Items)
		require.Equal(t, len(table.Labelers()), d.Labelers)
		itemsOf := make([]map[int32]int, len(d.Studies))
		labelersOf := make([]map[int32]int, len(d.Studies))
		for s, got := range d.Studies {
			v := table.StudyAt(s)
			itemsOf[s], labelersOf[s] = counts(v.Item()), counts(v.Labeler())
			require.Equal(t, v.Name(), got.Name)
			require.Equal(t, v.Len(), got.Labels)
			require.Equal(t, len(itemsOf[s]), got.Items)
			require.Equal(t, len(labelersOf[s]), got.Labelers)
			require.Equal(t, spreadOf(itemsOf[s]), got.PerItem)
			require.Equal(t, spreadOf(labelersOf[s]), got.PerLabeler)
			require.InDelta(t, effectiveOf(labelersOf[s]), got.EffectiveLabelers, 1e-9)
			require.Equal(t, componentsByFlooding(v), got.Components)
			require.Equal(t, oneClassDirectly(table, v), got.OneClass)
			if table.Kind() != study.Nominal { // scores of the ordinal ones are their places
				// Rounding errors are of the size of the largest label.
				require.InDelta(t, stat.Mean(v.Value(), nil), got.Mean, 1e-12*floats.Norm(v.Value(), math.Inf(1)))
			}
		}
		one := 0
		for i := range table.Items() {
			if len(d.Studies) > 1 && in(itemsOf, int32(i)) == 1 {
				one++
			}
		}
		require.Equal(t, one, d.OneStudyItems)
		var several []string
		for l, name := range table.Labelers() {
			if in(labelersOf, int32(l)) > 1 {
				several = append(several, name)
			}
		}
		require.Equal(t, several, d.SeveralStudies)
		for a := range itemsOf {
			for b := range itemsOf {
				n := 0
				for i := range itemsOf[a] {
					if itemsOf[b][i] > 0 {
						n++
					}
				}
				require.Equal(t, n, d.Shared(a, b))
			}
		}
	})
}

// effectiveOf is 1/Σ share².
func effectiveOf(labels map[int32]int) float64 {
	total, concentration := 0, 0.0
	for _, n := range labels {
		total += n
	}
	for _, n := range labels {
		share := float64(n) / float64(total)
		concentration += share * share
	}
	if total == 0 {
		return 0
	}
	return 1 / concentration
}

func counts(index []int32) map[int32]int {
	n := make(map[int32]int)
	for _, i := range index {
		n[i]++
	}
	return n
}

func in(sets []map[int32]int, i int32) int {
	n := 0
	for _, s := range sets {
		if s[i] > 0 {
			n++
		}
	}
	return n
}

func spreadOf(n map[int32]int) study.Spread {
	if len(n) == 0 {
		return study.Spread{}
	}
	var all []int
	for _, k := range n {
		all = append(all, k)
	}
	slices.Sort(all)
	return study.Spread{all[0], float64(all[(len(all)-1)/2]+all[len(all)/2]) / 2, all[len(all)-1]}
}

// componentsByFlooding gives each label a mark of its own and lets the smallest of those
// with a common item or labeler win until nothing changes.
func componentsByFlooding(v study.View) int {
	if v.Labeler() == nil {
		return 0
	}
	mark := make([]int, v.Len())
	for n := range mark {
		mark[n] = n
	}
	for changed := true; changed; {
		changed = false
		for a := range mark {
			for b := range mark {
				if (v.Item()[a] == v.Item()[b] || v.Labeler()[a] == v.Labeler()[b]) && mark[a] < mark[b] {
					mark[b], changed = mark[a], true
				}
			}
		}
	}
	slices.Sort(mark)
	return len(slices.Compact(mark))
}

func oneClassDirectly(t *study.Table, v study.View) []string {
	var names []string
	for l, name := range t.Labelers() {
		var labels []float64
		for n, k := range v.Labeler() {
			if int(k) == l {
				labels = append(labels, v.Value()[n])
			}
		}
		if len(labels) > 1 && slices.Min(labels) == slices.Max(labels) {
			names = append(names, name)
		}
	}
	return names
}

func TestWarnings(t *testing.T) {
	var b strings.Builder
	b.WriteString("item,labeler,study,label\n")
	for i := range 25 {
		fmt.Fprintf(&b, "i%d,w,expert,%d\ni%d,x,control,1\n", i, i%2, i)
	}
	b.WriteString("j,y,control,0\nj,w,new,0\nj,y,new,1\nk,z,new,1\n")
	table, err := read.Read(context.Background(), strings.NewReader(b.String()), "x", read.Options{})
	require.NoError(t, err)
	d := study.Describe(table)
	assert.Equal(t, 1, d.OneStudyItems, "k")
	assert.Equal(t, []study.Warning{
		{Code: study.Disconnected, Studies: []string{"control"},
			Text: `group control has 2 parts that share neither item nor labeler. The model cannot separate ` +
				`differences between labelers of two parts from differences between items. Let some people label ` +
				`items of several parts`},
		{Code: study.OneClassLabelers, Studies: []string{"control"}, Names: []string{"x"},
			Fixes: []study.Fix{study.Fix{Does: "without this labeler"}.Adding("exclude-labelers", "x")},
			Text:  `group control: x gave every item the same label`},
		{Code: study.Disconnected, Studies: []string{"new"},
			Text: `group new has 2 parts that share neither item nor labeler. The model cannot separate ` +
				`differences between labelers of two parts from differences between items. Let some people label ` +
				`items of several parts`},
		{Code: study.FewSharedItems, Studies: []string{"expert", "new"},
			Text: `groups expert and new share no item, so ρ and xCC cannot be estimated`},
		{Code: study.FewSharedItems, Studies: []string{"control", "new"},
			Text: `groups control and new share only 1 item, so ρ and xCC between them will be uncertain`},
		{Code: study.SameLabelers, Names: []string{"w", "y"},
			Fixes: []study.Fix{
				study.To("if they are the same people, let their levels correlate", "labeler-effects", "shared"),
				study.To("if they label the same items in several groups, keep their tastes from raising ρ", "facet",
					"item:labeler").And("facet-effects", "common")},
			Text: `2 labeler names in several groups (w, y), taken as different people in each`},
	}, d.Warnings())

	calm, err := table.Select("expert")
	require.NoError(t, err)
	assert.Empty(t, study.Describe(calm).Warnings())

	b.Reset()
	b.WriteString("item,study,label\n")
	for i := range 101 {
		fmt.Fprintf(&b, "i,s%d,%d\n", i, i%2)
	}
	many, err := read.Read(context.Background(), strings.NewReader(b.String()), "x", read.Options{})
	require.NoError(t, err)
	w := study.Describe(many).Warnings()
	require.Len(t, w, 1)
	assert.Equal(t, "there are 101 groups", w[0].String())
	assert.Equal(t, study.ManyStudies, w[0].Code)
}

func TestStrings(t *testing.T) {
	for d, want := range map[study.Duplicates]string{study.DuplicatesError: "error", study.DuplicatesFirst: "first",
		study.DuplicatesLast: "last", study.DuplicatesMean: "mean"} {
		assert.Equal(t, want, d.String())
		parsed, err := study.ParseDuplicates(want)
		require.NoError(t, err)
		assert.Equal(t, d, parsed)
	}
	_, err := study.ParseDuplicates("median")
	require.EqualError(t, err, `study: "median" is not error, first, last, mean, keep or latest`)
	assert.Equal(t, "binary numeric nominal unknown", fmt.Sprint(study.Binary, study.Numeric, study.Nominal,
		study.Kind(0)))
}
