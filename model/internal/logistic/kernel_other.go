//go:build !amd64

package logistic

// runs reports whether this processor has the instructions of k.
func (k kernel) runs() bool { return k == generic }

func (kernel) dense(p, theta []float64) float64        { return genericDense(p, theta) }
func (kernel) weighted(mp, m, theta []float64) float64 { return genericWeighted(mp, m, theta) }

// sums is for vector kernels; there are none here.
func (kernel) sums(*lanes, []float64, []float64, []float64, []float64, []float64, []float64) float64 {
	panic("logistic: no vector kernel")
}
