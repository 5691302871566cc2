package study

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Whole numbers of few values are told from measurements, and said to be taken as such.
func TestFewNumbers(t *testing.T) {
	for _, c := range []struct {
		labels []float64
		few    []float64
		text   string
	}{
		{[]float64{2, 1, 1, 2}, []float64{1, 2}, "the labels are 1 and 2 only, and are taken as measurements with " +
			"a normal distribution"},
		{[]float64{5, 1, 4, 2, 3, 3}, []float64{1, 2, 3, 4, 5},
			"the labels are whole numbers from 1 to 5, and are taken as measurements" +
				" with a normal distribution and equal steps"},
		{[]float64{-3, 10, 0}, []float64{-3, 0, 10}, "the labels are the whole numbers -3, 0, 10,"},
		{[]float64{1, 2, 2.5}, nil, ""},
		{[]float64{7, 7, 7}, nil, ""},
		{[]float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, "from 0 to 10"},
		{[]float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, nil, ""},
	} {
		var b Builder
		for i, y := range c.labels {
			b.Add(fmt.Sprint(i), "", "", y)
		}
		table, err := b.Table()
		require.NoError(t, err)
		d := Describe(table)
		assert.Equal(t, c.few, d.FewNumbers)
		w := d.Warnings()
		if c.text == "" {
			assert.Empty(t, w)
			continue
		}
		require.Len(t, w, 1)
		assert.Equal(t, FewNumbers, w[0].Code)
		assert.Contains(t, w[0].Text, c.text)
	}
	// 0 and 1 are binary, and so are the numbers that --positive lists.
	var b Builder
	for i := range 4 {
		b.Add(fmt.Sprint(i), "", "", math.Mod(float64(i), 2))
	}
	table, err := b.Table()
	require.NoError(t, err)
	assert.Nil(t, Describe(table).FewNumbers)
}
