package effects

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// What is written out for two and three studies gives the numbers of any number of studies, to the bit where the
// processor does not fuse products and sums.
func TestWrittenOutForFewStudies(t *testing.T) {
	const levels = 12
	for k := 2; k <= 3; k++ {
		rng := rand.New(rand.NewPCG(5, uint64(k)))
		normals := func(n int) []float64 {
			x := make([]float64, n)
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			return x
		}
		counts := make([]int32, levels*k)
		for i := range counts {
			counts[i] = int32(i % 3)
		}
		f := NewFull(levels, k, counts)
		f.Center = normals(k)
		info := normals(levels * k)
		for i, x := range info {
			info[i] = x * x
		}
		f.SetInformation(normals(levels*k), normals(levels*k), info, func(int) float64 { return 1 })
		c, tau := make([]float64, k*k), make([]float64, k)
		for i := range k {
			tau[i] = 0.5 + rng.Float64()
			for j := range i {
				c[i*k+j] = rng.NormFloat64()
			}
			c[i*k+i] = 0.5 + rng.Float64()
		}
		z, x, bar := normals(levels*k), normals(k), normals(levels*k)
		run := func(forward func(*State, []float64), backward func(*State, []float64, []float64)) [][]float64 {
			st := f.NewState()
			f.classForward(st, c, tau)
			f.setOffset(&st.class, x)
			forward(st, z)
			zbar := append([]float64(nil), bar...)
			backward(st, zbar, z)
			return [][]float64{st.eta, zbar, st.class.rbar, st.class.abar, st.class.pull}
		}
		want := run(f.forwardK, f.backwardK)
		got := run(f.forward2, f.backward2)
		if k == 3 {
			got = run(f.forward3, f.backward3)
		}
		for i := range want {
			assert.InDeltaSlice(t, want[i], got[i], 1e-13, "%d studies", k)
			assert.NotZero(t, want[i][0])
		}
	}
}
