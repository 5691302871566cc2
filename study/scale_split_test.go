package study_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// scaled returns a table of labels of items by labelers, all of all, for which label makes a label of what a labeler
// thinks, between 0 and 1.
func scaled(t *testing.T, seed uint64, items, labelers int, label func(labeler int, v float64) float64) *study.Table {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	c := study.Indexed{Kind: study.Numeric, Studies: []string{study.WholeFile}, Label: "score"}
	severity := make([]float64, labelers)
	for l := range severity {
		severity[l] = 0.1 * r.NormFloat64()
		c.Labelers = append(c.Labelers, fmt.Sprint("L", l))
	}
	for i := range items {
		c.Items = append(c.Items, fmt.Sprint("i", i))
		score := 0.5 + 0.3*r.NormFloat64()
		for l := range labelers {
			v := min(0.99, max(0.01, score+severity[l]+0.1*r.NormFloat64()))
			c.Item, c.Labeler = append(c.Item, int32(i)), append(c.Labeler, int32(l))
			c.Study, c.Value = append(c.Study, 0), append(c.Value, label(l, v))
		}
	}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	return table
}

func share(v float64) float64       { return math.Round(100*v) / 100 }
func percent(v float64) float64     { return math.Round(100 * v) }
func ofFive(v float64) float64      { return 1 + math.Floor(5*v) }
func ofTen(v float64) float64       { return 1 + math.Floor(10*v) }
func fromZero(v float64) float64    { return math.Floor(5 * v) }
func yesOrNo(v float64) float64     { return math.Round(v) }
func millimetres(v float64) float64 { return 12 + 30*v }

// One labeler, or two, on another scale are found, and nobody else.
func TestScaleSplits(t *testing.T) {
	for name, c := range map[string]struct {
		some, others func(float64) float64
		kind         study.SplitKind
	}{
		"per cent":      {percent, share, study.UnitSplit},
		"shares":        {share, percent, study.UnitSplit},
		"five, hundred": {ofFive, percent, study.UnitSplit},
		"centimetres":   {func(v float64) float64 { return millimetres(v) / 10 }, millimetres, study.UnitSplit},
		"from 0":        {fromZero, ofFive, study.StartSplit},
		"from 1":        {ofFive, fromZero, study.StartSplit},
		"1 and 2":       {func(v float64) float64 { return 1 + yesOrNo(v) }, yesOrNo, study.StartSplit},
		"half":          {ofFive, ofTen, study.RangeSplit},
		"double":        {ofTen, ofFive, study.RangeSplit},
		"yes or no":     {yesOrNo, ofFive, study.RangeSplit},
	} {
		for _, k := range []int{1, 2} {
			table := scaled(t, 5, 60, 5, func(l int, v float64) float64 {
				if l < k {
					return c.some(v)
				}
				return c.others(v)
			})
			got := study.ScaleSplits(table)
			if assert.Len(t, got, 1, name) {
				assert.Equal(t, c.kind, got[0].Kind, name)
				assert.Equal(t, []string{"L0", "L1"}[:k], got[0].Labelers, name)
				assert.Len(t, got[0].Others, 5-k, name)
			}
		}
	}
}

// Labelers who are severe, who reverse the scale, who answer at random or always the same, and a slip of the pen are
// on the others' scale.
func TestNoScaleSplit(t *testing.T) {
	for name, label := range map[string]func(int, float64) float64{
		"shares": func(_ int, v float64) float64 { return share(v) },
		"five":   func(_ int, v float64) float64 { return ofFive(v) },
		"ten":    func(_ int, v float64) float64 { return ofTen(v) },
		"strict": func(l int, v float64) float64 {
			if l == 0 {
				v *= 0.7
			}
			return ofFive(v)
		},
		"middle": func(l int, v float64) float64 {
			if l == 0 {
				v = 0.4 + 0.2*v
			}
			return ofTen(v)
		},
		"reversed": func(l int, v float64) float64 {
			if l == 0 {
				v = 1 - v
			}
			return share(v)
		},
		"always 5": func(l int, v float64) float64 {
			if l == 0 {
				return 5
			}
			return ofFive(v)
		},
		"slip": func(_ int, v float64) float64 {
			if v > 0.9899 {
				return percent(v)
			}
			return share(v)
		},
		"centred":  func(_ int, v float64) float64 { return v - 0.5 },
		"rare":     func(_ int, v float64) float64 { return math.Floor(v / 0.45) },
		"measured": func(_ int, v float64) float64 { return millimetres(v) },
	} {
		for seed := range uint64(20) {
			assert.Empty(t, study.ScaleSplits(scaled(t, seed, 40, 5, label)), name)
		}
	}
}

// If labels of an item are shuffled between its labelers, which is what the probability assumes, hardly any split is
// found: fewer than 1 in 1000.
func TestScaleSplitsByChance(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	found := 0
	const tables = 2000
	for range tables {
		var pool []float64
		table := scaled(t, r.Uint64(), 8, 4, func(l int, v float64) float64 {
			if l == 0 { // labels of an item: two scales, in any order
				pool = []float64{ofFive(v), ofFive(v), ofTen(v), ofTen(v)}
				r.Shuffle(4, func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
			}
			return pool[l]
		})
		found += len(study.ScaleSplits(table))
	}
	assert.LessOrEqual(t, found, tables/1000+5) // 2 expected at most: above 7 once in 1000 runs
}

// A probability by hand: labels above 5 stand on 6 items, one of two labels each and always the second labeler's. They
// are hers by chance once in 2⁶, for each of two labelers; with 11 items it is once in 1024.
func TestScaleSplitProbability(t *testing.T) {
	of := func(items int) []study.ScaleSplit {
		c := study.Indexed{Kind: study.Numeric, Studies: []string{study.WholeFile}, Label: "score",
			Labelers: []string{"a", "b"}}
		for i := range items {
			c.Items = append(c.Items, fmt.Sprint(i))
			for l := range 2 {
				c.Item, c.Labeler, c.Study = append(c.Item, int32(i)), append(c.Labeler, int32(l)), append(c.Study, 0)
				c.Value = append(c.Value, []float64{float64(1 + i%5), float64(6 + i%5)}[l])
			}
		}
		table, err := study.NewTable(c)
		require.NoError(t, err)
		return study.ScaleSplits(table)
	}
	assert.Empty(t, of(6))
	assert.Empty(t, of(10)) // 2 · 2⁻¹⁰ is above 1/1000
	got := of(11)           // 2 · 2⁻¹¹
	require.Len(t, got, 1)
	assert.Equal(t, study.RangeSplit, got[0].Kind)
	assert.Equal(t, 11, got[0].Apart)
	assert.Equal(t, "labels of a are 1 to 5, all other labels 6 to 10, of the same items: they seem to be "+
		"on two scales", got[0].String())
}

// The warning about a scale says what follows, and whether anybody would be left to compare.
func TestOtherScaleWarning(t *testing.T) {
	table := scaled(t, 3, 40, 5, func(l int, v float64) float64 {
		if l == 0 {
			return fromZero(v)
		}
		return ofFive(v)
	})
	w := study.Describe(table).Warnings()
	require.NotEmpty(t, w)
	assert.Equal(t, study.OtherScale, w[0].Code)
	assert.Equal(t, []string{"L0"}, w[0].Names)
	assert.Equal(t, "exclude-labelers", w[0].Fixes[0].Set[0].Option, "several others are left")
	assert.Contains(t, w[0].Text, "one scale seems to begin at 0 and the other at 1. If so, the ICC is too low")
}
