//go:build !amd64

package dense

func vector() bool { return false }

// tiles is for vector kernels, of which there are none here.
func tiles([]float64, []float64, []float64, int, int, int, int, int) {
	panic("dense: no vector kernel")
}

func triplesForward(int, *int32, *TripleMap, *[3][4]float64, *float64, *float64, *float64, *float64, *[4]float64) {
	panic("dense: no vector kernel")
}

func triplesBackward(
	int, *int32, *TripleMap, *[3][4]float64, *float64, *float64, *float64, *float64, *float64, *TripleBar,
) {
	panic("dense: no vector kernel")
}
