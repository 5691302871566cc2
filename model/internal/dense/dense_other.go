//go:build !amd64

package dense

func best() kernel { return plain }

func productAVX2([]float64, []float64, []float64, shape) { panic("dense: no vector kernel") }

func productAVX512([]float64, []float64, []float64, shape) { panic("dense: no vector kernel") }
