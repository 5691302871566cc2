package nonparam

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

func categoryTable(t *testing.T, kind study.Kind, studies, item []int32, value []float64) *study.Table {
	t.Helper()
	table, err := study.NewTable(study.Indexed{Items: []string{"a", "b", "c"}, Studies: []string{"p", "q"}, Item: item,
		Study: studies, Value: value, Kind: kind, Categories: []string{"joy", "fear", "awe"}})
	require.NoError(t, err)
	return table
}

// Item a has labels joy, joy, fear in p and awe in q; item b has joy in p and joy, fear in q; item c is in p only.
func TestConfuse(t *testing.T) {
	studies, item := []int32{0, 0, 0, 1, 0, 1, 1, 0, 0}, []int32{0, 0, 0, 0, 1, 1, 1, 2, 2}
	for kind, value := range map[study.Kind][]float64{
		study.Nominal: {0, 0, 1, 2, 0, 0, 1, 2, 2},
		study.Ordinal: {1, 1, 2, 3, 1, 1, 2, 3, 3},
	} {
		table := categoryTable(t, kind, studies, item, value)
		c := Confuse(table.StudyAt(0), table.StudyAt(1))
		assert.Equal(t, 2, c.Items)
		for y, row := range [][]float64{{0.25, 0.25, 2. / 6}, {0, 0, 1. / 6}, {0, 0, 0}} {
			assert.InDeltaSlice(t, row, c.Share[y], 1e-15)
		}
		self := Confuse(table.StudyAt(0), table.StudyAt(0)) // a: of six pairs two are joy and joy; c: awe and awe
		assert.Equal(t, 2, self.Items)
		for y, row := range [][]float64{{1. / 6, 1. / 6, 0}, {1. / 6, 0, 0}, {0, 0, 0.5}} {
			assert.InDeltaSlice(t, row, self.Share[y], 1e-15)
		}
	}
}

// With as many labels of each item the diagonal is the observed agreement of which the coefficients are made.
func TestConfusionIsTheObservedAgreement(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	c := study.Indexed{Studies: []string{"p", "q"}, Kind: study.Nominal, Categories: []string{"u", "v", "w"}}
	for j := range int32(40) {
		c.Items = append(c.Items, string(rune('A'+j)))
		for n := range int32(6) {
			c.Item, c.Study = append(c.Item, j), append(c.Study, n%2)
			c.Value = append(c.Value, float64(rng.IntN(3)))
		}
	}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	diagonal := func(c Confusion) (sum float64) {
		for k := range c.Share {
			sum += c.Share[k][k]
		}
		return sum
	}
	x, y := FromStudy(table.StudyAt(0)), FromStudy(table.StudyAt(1))
	observed, _, err := CrossDisagreement(x, y, Nominal)
	require.NoError(t, err)
	assert.InDelta(t, 1-observed, diagonal(Confuse(table.StudyAt(0), table.StudyAt(1))), 1e-12)
}

func TestConfuseWithoutItems(t *testing.T) {
	table := categoryTable(t, study.Nominal, []int32{0, 1}, []int32{0, 1}, []float64{0, 1})
	assert.Equal(t, Confusion{}, Confuse(table.StudyAt(0), table.StudyAt(1)), "none is in both")
	assert.Equal(t, Confusion{}, Confuse(table.StudyAt(0), table.StudyAt(0)), "no item has a second label")
}
