//go:build !amd64

package dense

func best() kernel { return plain }

func triplesForward(int, *int32, *TripleMap, *[3][4]float64, *float64, *float64, *float64, *float64, *[4]float64) {
	panic("dense: no vector kernel")
}

func triplesBackward(
	int, *int32, *TripleMap, *[3][4]float64, *float64, *float64, *float64, *float64, *float64, *TripleBar,
) {
	panic("dense: no vector kernel")
}

func productAVX2([]float64, []float64, []float64, shape) { panic("dense: no vector kernel") }

func productAVX512([]float64, []float64, []float64, shape) { panic("dense: no vector kernel") }
