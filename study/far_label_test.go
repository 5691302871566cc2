package study

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFarLabel(t *testing.T) {
	far := func(x float64) *float64 { return &x }
	for _, c := range []struct {
		numbers []float64
		want    *float64
	}{
		{[]float64{1, 2, 3, 4, 5, 99}, far(99)},
		{[]float64{-9, 1, 2, 3, 4, 5}, far(-9)},
		{[]float64{0, 1, 2, 3, 4, 5, 6, 900}, far(900)},
		{[]float64{-1, 1, 2, 3, 4, 5}, far(-1)},
		{[]float64{-9, 0, 1}, far(-9)},
		{[]float64{-1, 0, 1}, nil},
		{[]float64{-1, 0, 1, 2}, nil},
		{[]float64{-2, -1, 1, 2}, nil},
		{[]float64{-5, 0, 5}, nil},
		{[]float64{1, 2, 3, 4, 5}, nil},
		{[]float64{1, 2, 3, 4, 5, 9}, nil},
		{[]float64{0, 1, 2, 4, 8, 16}, nil},
		{[]float64{0, 25, 50, 75, 100}, nil},
		{[]float64{0, 100}, nil},
		{[]float64{-3, 0, 10}, nil},
		{nil, nil},
	} {
		require.Equal(t, c.want, farNumber(c.numbers), c.numbers)
	}
}

func TestRepeatedFarLabel(t *testing.T) {
	far := func(x float64) *float64 { return &x }
	for _, c := range []struct {
		numbers []float64
		want    *float64
	}{
		{[]float64{50, -99, 3.5, 71, -99, 100, 0}, far(-99)},
		{[]float64{50, -1, 3.5, 71, -1, 100, 0}, far(-1)},
		{[]float64{50, 999, 3.5, 71, 999, 100, 0}, far(999)},
		{[]float64{-900, 5.5, -7, -900, 3}, far(-900)},
		{[]float64{50, -99, 3.5, 71, 100, 0}, nil}, // once
		{[]float64{50, -1, -2, 71, -1, 100, 0}, nil},
		{[]float64{50, -0.5, 3.5, 71, -0.5, 100, 0}, nil},
		{[]float64{50, 100, 3.5, 71, 100, 100, 0}, nil},
		{[]float64{-1, -1, 1, 1}, nil},
		{[]float64{0, 0}, nil},
		{nil, nil},
	} {
		require.Equal(t, c.want, repeatedFar(c.numbers), c.numbers)
	}
}
