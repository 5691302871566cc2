package result

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/spec"
	"concord/study"
)

// α of the first two labels of each item is right on average, and α of all labels is not, if a third label was
// collected where two disagree. The truth is α of two labels of each item that were collected anyway.
func TestAlphaOfTheFirstTwo(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 7))
	const runs, items = 40, 400
	var all, first, truth [runs]float64
	for run := range runs {
		adaptive, plain := study.Builder{Kind: study.Binary}, study.Builder{Kind: study.Binary}
		for i := range items {
			p := 1 / (1 + math.Exp(-1.5*rng.NormFloat64()))
			say := func() float64 {
				if rng.Float64() < p {
					return 1
				}
				return 0
			}
			a, b := say(), say()
			name := fmt.Sprint(i)
			for _, y := range []float64{a, b} {
				adaptive.Add(name, "", "s", y)
			}
			if a != b {
				adaptive.Add(name, "", "s", say())
			}
			plain.Add(name, "", "s", say())
			plain.Add(name, "", "s", say())
		}
		table, err := adaptive.Table()
		require.NoError(t, err)
		other, err := plain.Table()
		require.NoError(t, err)
		d := NewData("f.csv", table, spec.NoLabelers, nil)
		of := d.Studies[0].LabelDependence
		require.NotNil(t, of)
		require.NotNil(t, of.FirstDisagree)
		assert.Equal(t, items, of.FirstTwo.Items)
		assert.LessOrEqual(t, of.FirstTwo.Lowest, of.FirstTwo.Alpha)
		assert.LessOrEqual(t, of.FirstTwo.Alpha, of.FirstTwo.Highest)
		assert.Contains(t, d.CautionTexts()[0], "From the first two labels of each item in s: α 0.")
		all[run], first[run], truth[run] = float64(alphaOf(table, "s")), float64(of.FirstTwo.Alpha),
			float64(alphaOf(other, "s"))
	}
	mean := func(x [runs]float64) (m, se float64) {
		for _, v := range x {
			m += v / runs
		}
		for _, v := range x {
			se += (v - m) * (v - m) / runs / (runs - 1)
		}
		return m, math.Sqrt(se)
	}
	a, seA := mean(all)
	f, seF := mean(first)
	w, seW := mean(truth)
	t.Logf("all labels %.3f ± %.3f, first two %.3f ± %.3f, truth %.3f ± %.3f", a, seA, f, seF, w, seW)
	assert.InDelta(t, w, f, 4*math.Hypot(seF, seW))
	assert.Greater(t, math.Abs(a-w), 6*math.Hypot(seA, seW))
}

// Without the order of rows α has bounds, and with items of one label there is none.
func TestFirstTwoInWords(t *testing.T) {
	f := &FirstTwo{Items: 200, Alpha: 0.41, Lowest: 0.1, Highest: 0.7}
	assert.Equal(t, "From the first two labels of each item in s: α 0.41 if rows are in the order of labelling, and "+
		"between 0.10 and 0.70 in any order.", f.sentence("s"))
	f.Fewer = 50
	assert.Equal(t, "No coefficient of s is free of this: 50 items have one label only.", f.sentence("s"))
	assert.Empty(t, (*FirstTwo)(nil).sentence("s"))
}
