//go:build long

package nominal

import "testing"

// Four categories in two groups, permuted.
func TestOrderOfFourCategoriesDoesNotMatter(t *testing.T) {
	orderDoesNotMatter(t, simulated(t, 60, 14, []float64{0.6, 0.5, 0, -0.3}, []float64{0.2, 0.6, 0, 0}),
		[]int{2, 0, 3, 1}, 0)
}

func TestTruthOfManyItemsIsFound(t *testing.T) { truthIsFound(t, 150, 0) }
