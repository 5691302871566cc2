package consensus

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read"
)

// Ten iterations give the chances of crowd-kit 1.4.2, in testdata/dawid_skene.json: for each study of topics.csv,
// stars.csv and misfit_random.csv,
//
//	DawidSkene(n_iter=10, tol=-1).fit(labels).probas_
//
// with the columns task, worker and label. Some studies lack some of the categories.
func TestDawidSkeneIsCrowdKits(t *testing.T) {
	var want map[string]struct {
		Labels, Items []string
		P             [][]float64
	}
	data, err := os.ReadFile(filepath.Join("testdata", "dawid_skene.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &want))
	require.Len(t, want, 5)
	for name, w := range want {
		t.Run(name, func(t *testing.T) {
			file, of, _ := strings.Cut(name, "/")
			table, err := read.Read(t.Context(), nil, filepath.Join("..", "testdata", file+".csv"),
				read.Options{AllowNominal: true})
			require.NoError(t, err)
			v, err := table.Study(of)
			require.NoError(t, err)
			ds := newDawidSkene(v, 10)
			for i, item := range w.Items {
				j := slices.Index(table.Items(), item)
				got := ds.Of(j)
				sum := 0.0
				for c, label := range w.Labels {
					k := slices.Index(table.Categories(), label)
					require.GreaterOrEqual(t, k, 0, label)
					assert.InDelta(t, w.P[i][c], got[k], 1e-9, "%s %s", item, label)
					sum += got[k]
				}
				assert.InDelta(t, 1, sum, 1e-9, "categories without a label have no chance")
			}
		})
	}
}

// labelled is a table of labels "item labeler label".
func labelled(t *testing.T, kind study.Kind, rows ...string) *study.Table {
	t.Helper()
	b := study.Builder{Kind: kind, Categories: []string{"a", "b", "c"}}
	if kind == study.Binary {
		b.Categories = []string{"a", "b"}
	}
	for _, row := range rows {
		f := strings.Fields(row)
		b.Add(f[0], f[1], "s", float64(slices.Index(b.Categories, f[2])))
	}
	table, err := b.Table()
	require.NoError(t, err)
	return table
}

// Two labelers of whom nothing is known and who disagree leave two labels equally probable, and the majority has two.
func TestTiesAreStated(t *testing.T) {
	v := labelled(t, study.Nominal, "i x a", "i y b", "j x b", "j y a", "k x c", "k y c").StudyAt(0)
	tally, ds := NewTally(v), NewDawidSkene(v)
	assert.Equal(t, []int{0, 1}, tally.Majority(0))
	assert.Equal(t, []int{0, 1}, ds.Best(0))
	assert.Equal(t, []int{2}, tally.Majority(2))
	assert.Equal(t, []int{2}, ds.Best(2))
	assert.InDelta(t, 1, ds.Of(2)[2], 1e-9)
}

// A labeler who reverses all labels tells the right ones.
func TestDawidSkeneReadsReversedLabels(t *testing.T) {
	var rows []string
	for i := range 30 {
		item, label, other := string(rune('A'+i)), "a", "b"
		if i%2 == 0 {
			label, other = other, label
		}
		rows = append(rows, item+" x "+label, item+" y "+label, item+" z "+label, item+" r "+other)
	}
	rows = append(rows, "? r a")
	v := labelled(t, study.Binary, rows...).StudyAt(0)
	ds := NewDawidSkene(v)
	assert.True(t, ds.Converged)
	assert.Equal(t, []int{0}, NewTally(v).Majority(30))
	assert.Equal(t, []int{1}, ds.Best(30))
}
