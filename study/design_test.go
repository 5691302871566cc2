package study

import (
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
)

// TestDescribe compares every fact with the most direct count of it on random tables.
func TestDescribe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, err := NewTable(drawIndexed(t))
		require.NoError(t, err)
		d := Describe(table)
		require.Len(t, d.Studies, len(table.Studies()))
		require.Equal(t, len(table.Items()), d.Items)
		require.Equal(t, len(table.Labelers()), d.Labelers)
		itemsOf := make([]map[int32]int, len(d.Studies))
		labelersOf := make([]map[int32]int, len(d.Studies))
		for s, study := range d.Studies {
			v := table.StudyAt(s)
			itemsOf[s], labelersOf[s] = counts(v.Item()), counts(v.Labeler())
			require.Equal(t, v.Name(), study.Name)
			require.Equal(t, v.Len(), study.Labels)
			require.Equal(t, len(itemsOf[s]), study.Items)
			require.Equal(t, len(labelersOf[s]), study.Labelers)
			require.Equal(t, spreadOf(itemsOf[s]), study.PerItem)
			require.Equal(t, spreadOf(labelersOf[s]), study.PerLabeler)
			require.InDelta(t, effectiveOf(labelersOf[s]), study.EffectiveLabelers, 1e-9)
			require.Equal(t, componentsByFlooding(v), study.Components)
			require.Equal(t, oneClassDirectly(table, v), study.OneClass)
			if table.Kind() != Nominal {
				// Rounding errors are of the size of the largest label.
				require.InDelta(t, stat.Mean(v.Value(), nil), study.Mean, 1e-12*floats.Norm(v.Value(), math.Inf(1)))
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
		shared := d.SharedMatrix()
		for a := range itemsOf {
			for b := range itemsOf {
				n := 0
				for i := range itemsOf[a] {
					if itemsOf[b][i] > 0 {
						n++
					}
				}
				require.Equal(t, n, shared[a][b])
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

func spreadOf(n map[int32]int) Spread {
	if len(n) == 0 {
		return Spread{}
	}
	var all []int
	for _, k := range n {
		all = append(all, k)
	}
	slices.Sort(all)
	return Spread{all[0], float64(all[(len(all)-1)/2]+all[len(all)/2]) / 2, all[len(all)-1]}
}

// componentsByFlooding gives each label a mark of its own and lets the smallest of those
// with a common item or labeler win until nothing changes.
func componentsByFlooding(v View) int {
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

func oneClassDirectly(t *Table, v View) []string {
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

// TestDuplicates compares with looking at every pair of rows.
func TestDuplicates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "rows")
		index := rapid.SliceOfN(rapid.Int32Range(0, 4), n, n)
		r := rows{items: make([]string, 5), labelers: make([]string, 5), studies: make([]string, 5),
			item: index.Draw(t, "item"), labeler: index.Draw(t, "labeler"), study: index.Draw(t, "study")}.grouped()
		var want []duplicate
		for b := range n {
			for a := range b {
				if r.item[a] == r.item[b] && r.labeler[a] == r.labeler[b] && r.study[a] == r.study[b] {
					want = append(want, duplicate{int32(a), int32(b)})
					break
				}
			}
		}
		require.ElementsMatch(t, want, r.duplicates())
	})
}

func TestMeanOfLargeNumbers(t *testing.T) {
	assert.InEpsilon(t, 1.5e308, mean(Numeric, []float64{1.7e308, 1.3e308, 1.5e308}), 1e-12)
	assert.InEpsilon(t, 1.0/3, mean(Binary, []float64{0, 1, 0}), 1e-15)
}

func TestWarnings(t *testing.T) {
	var b strings.Builder
	b.WriteString("item,labeler,study,label\n")
	for i := range 25 {
		fmt.Fprintf(&b, "i%d,w,expert,%d\ni%d,x,control,1\n", i, i%2, i)
	}
	b.WriteString("j,y,control,0\nj,w,new,0\nj,y,new,1\nk,z,new,1\n")
	table, err := Read(strings.NewReader(b.String()), "x", Options{})
	require.NoError(t, err)
	d := Describe(table)
	assert.Equal(t, 1, d.OneStudyItems, "k")
	assert.Equal(t, []Warning{
		{Code: Disconnected, Studies: []string{"control"}, Count: 2, Text: `study "control" falls into 2 parts that share neither item nor labeler: differences between labelers of different parts cannot be told from differences between items`},
		{Code: OneClassLabelers, Studies: []string{"control"}, Names: []string{"x"}, Count: 1, Text: `study "control": 1 labeler gave the same label to every item: x`},
		{Code: Disconnected, Studies: []string{"new"}, Count: 2, Text: `study "new" falls into 2 parts that share neither item nor labeler: differences between labelers of different parts cannot be told from differences between items`},
		{Code: FewSharedItems, Studies: []string{"expert", "new"}, Count: 0, Text: `studies "expert" and "new" share no item, so ρ and xCC cannot be estimated`},
		{Code: FewSharedItems, Studies: []string{"control", "new"}, Count: 1, Text: `studies "control" and "new" share 1 item only: ρ and xCC between them will be uncertain`},
		{Code: SameLabelers, Names: []string{"w", "y"}, Count: 2, Text: `2 labeler names in several studies (w, y), taken as different people in each; if they are the same: --labeler-effects shared`},
	}, d.Warnings())

	calm, err := table.Select("expert")
	require.NoError(t, err)
	assert.Empty(t, Describe(calm).Warnings())

	b.Reset()
	b.WriteString("item,study,label\n")
	for i := range 101 {
		fmt.Fprintf(&b, "i,s%d,%d\n", i, i%2)
	}
	many, err := Read(strings.NewReader(b.String()), "x", Options{})
	require.NoError(t, err)
	w := Describe(many).Warnings()
	require.Len(t, w, 1)
	assert.Equal(t, "there are 101 studies; if that is not so, name the column: --study NAME, or --study - for none", w[0].String())
	assert.Equal(t, ManyStudies, w[0].Code)
	assert.Equal(t, "a, b, c and 2 more", someNames([]string{"a", "b", "c", "d", "e"}))
}

func TestStrings(t *testing.T) {
	for d, want := range map[Duplicates]string{DuplicatesError: "error", DuplicatesFirst: "first", DuplicatesLast: "last", DuplicatesMean: "mean"} {
		assert.Equal(t, want, d.String())
		parsed, err := ParseDuplicates(want)
		require.NoError(t, err)
		assert.Equal(t, d, parsed)
	}
	_, err := ParseDuplicates("median")
	require.EqualError(t, err, `study: "median" is none of error, first, last, mean`)
	assert.Equal(t, "binary numeric nominal unknown", fmt.Sprint(Binary, Numeric, Nominal, Kind(0)))
}
