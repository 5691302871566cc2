package score

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func small() *System {
	return &System{
		Name: "a", Items: []string{"i", "j", "k", "l"}, Judge: []float64{1, 2, 3, 4},
		People: []float64{1, 3, 2, 0}, Labels: []int{1, 2, 1, 0},
	}
}

func TestFaultsOfASystem(t *testing.T) {
	require.NoError(t, small().Validate())
	for want, change := range map[string]func(y *System){
		"system a: no item has a label by people": func(y *System) { y.Labels = make([]int, 4) },
		"system a: the judge labelled none of the items that people labelled": func(y *System) {
			y.Judged = []bool{false, false, false, true}
		},
		"system a: people labelled 1 item, and an error needs more than strata (1)": func(y *System) {
			y.Labels = []int{0, 5, 0, 0}
		},
		"system a: people labelled 3 items, and an error needs more than strata (3)": func(y *System) {
			y.Strata = []int{0, 1, 2, 2}
		},
		"system a: people labelled items of 1 cluster, and an error needs more than strata (1)": func(y *System) {
			y.Clusters = []int{0, 0, 0, 1}
		},
		"system a: people labelled no item of stratum 7": func(y *System) { y.Strata = []int{0, 0, 0, 7} },
	} {
		y := small()
		change(y)
		assert.EqualError(t, y.Validate(), want)
		_, err := Mean(y, Options{})
		assert.EqualError(t, err, want)
	}
	// Numbers that nobody reads may be anything.
	y := small()
	y.People[3], y.Judge[3], y.Judged = math.NaN(), math.NaN(), []bool{true, true, true, false}
	y.Spread, y.Weights = []float64{-1, 0, -1, -1}, []float64{1, 1, 1, 0}
	assert.NoError(t, y.Validate())
	m, err := Mean(y, Options{})
	require.NoError(t, err)
	assert.Equal(t, 3, m.Items)
}

func TestSlicesThatDoNotFit(t *testing.T) {
	assert.Panics(t, func() { _ = (&System{Judge: []float64{1}}).Validate() })
	assert.Panics(t, func() {
		y := small()
		y.Strata = []int{1}
		_ = y.Validate()
	})
}
