//go:build !amd64

package dense

func vector() bool { return false }

// tiles is for vector kernels, of which there are none here.
func tiles([]float64, []float64, []float64, int, int, int, int, int) {
	panic("dense: no vector kernel")
}
