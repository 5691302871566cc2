package effects

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Invert finds the z that Forward made the effects of: with constants that stand still and that follow σ, whose mean is
// of all levels alike and by information, that are offset, of several studies, with a σ of either sign.
func TestInvertUndoesForward(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 1))
		starts := []int{0, 5, 12, 20}
		f := NewNested(starts)
		if seed%8 > 3 {
			f.Center, f.OffsetScale = []float64{1, -2, 0.5}, []float64{0.5, 1, 2}
		}
		n, studies := f.Size(), len(starts)-1
		normals := func(n int) []float64 {
			v := make([]float64, n)
			for i := range v {
				v[i] = rng.NormFloat64()
			}
			return v
		}
		info, tau := normals(n), []float64{0.5, 1, 3}
		for i, v := range info {
			info[i] = v * v
		}
		dominated := seed%4 > 1 && f.Center == nil
		if dominated {
			info[7] = 100
		}
		f.SetInformation(normals(n), normals(n), info, func(int) float64 { return 1 })
		if dominated {
			f.SetMeans([]float64{1, 1, 0.2}, []float64{1, 1, 1})
			require.NotNil(t, f.weight)
		}
		c := make([]float64, studies*studies)
		for s := range studies {
			c[s*studies+s] = rng.NormFloat64()
		}
		st, z := f.NewState(), normals(n)
		x := normals(studies)
		f.Forward(st, z, c, tau, x)
		got := make([]float64, n)
		for s := range studies {
			lo, hi := starts[s], starts[s+1]
			f.Invert(got[lo:hi], st.Effect[lo:hi], s, c[s*studies+s], tau[s], x)
		}
		require.InDeltaSlice(t, z, got, 1e-10, seed)
	}
}
