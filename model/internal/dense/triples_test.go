package dense

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// triples are levels of three effects with a map for them, some of them in order.
type triples struct {
	levels       int
	order        []int32
	m            TripleMap
	columns      [3][4]float64 // of C
	rows         [3][4]float64
	z, d, g      []float64
	r, a, c      *mat.Dense
	eta, b, zbar []float64
	bar          TripleBar
}

func newTriples(rng *rand.Rand, levels, some int) *triples {
	t := &triples{
		levels: levels, z: random(rng, 3*levels), g: random(rng, 3*levels), d: make([]float64, 4*some),
		r: mat.NewDense(3, 3, nil), a: mat.NewDense(3, 3, nil), c: mat.NewDense(3, 3, nil),
		eta: make([]float64, 4*some), b: random(rng, 3*levels), zbar: random(rng, 3*levels),
	}
	for i, j := range rng.Perm(levels)[:some] {
		t.order = append(t.order, int32(j))
		copy(t.d[4*i:], random(rng, 3))
	}
	copy(t.m.Shift[:], random(rng, 3))
	for i := range 3 {
		for j := range 3 {
			if x := rng.NormFloat64(); j <= i {
				t.r.Set(i, j, x)
				t.m.Root[j][i], t.m.RootByRow[i][j] = x, x
				x = rng.NormFloat64()
				t.c.Set(i, j, x)
				t.columns[j][i], t.rows[i][j] = x, x
			}
			x := rng.NormFloat64()
			t.a.Set(i, j, x)
			t.m.Gain[j][i] = x
			t.bar.C[i][j] = float64(1 + i + j)
		}
	}
	return t
}

// The products are written again with gonum's matrices, level by level; levels that are not in order stay as they are.
func TestTriplesAreProductsOfMatrices(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, levels := range []int{1, 2, 5, 56} {
		for _, some := range []int{0, 1, levels/2 + 1, levels} {
			if some > levels {
				continue
			}
			name := fmt.Sprint(some, " of ", levels)
			v := newTriples(rng, levels, some)
			wantB, wantBar := append([]float64(nil), v.b...), append([]float64(nil), v.zbar...)
			var rootBar, gainBar, cBar mat.Dense
			rootBar.CloneFrom(mat.NewDense(3, 3, nil))
			gainBar.CloneFrom(mat.NewDense(3, 3, nil))
			cBar.CloneFrom(mat.NewDense(3, 3, []float64{1, 2, 3, 2, 3, 4, 3, 4, 5}))
			shiftBar, square := make([]float64, 3), 0.0
			for i, j := range v.order {
				z, d := mat.NewVecDense(3, v.z[3*j:3*j+3]), mat.NewVecDense(3, v.d[4*i:4*i+3])
				g := mat.NewVecDense(3, v.g[3*j:3*j+3])
				var eta, x, b, bar, zbar mat.VecDense
				eta.MulVec(v.r, z)
				x.MulVec(v.a, d)
				eta.AddVec(&eta, &x)
				eta.AddVec(&eta, mat.NewVecDense(3, v.m.Shift[:3]))
				b.MulVec(v.c, &eta)
				copy(wantB[3*j:], b.RawVector().Data)
				square += mat.Dot(&eta, &eta)
				bar.MulVec(v.c.T(), g)
				bar.SubVec(&bar, &eta)
				zbar.MulVec(v.r.T(), &bar)
				copy(wantBar[3*j:], zbar.RawVector().Data)
				rootBar.RankOne(&rootBar, 1, &bar, z)
				gainBar.RankOne(&gainBar, 1, &bar, d)
				cBar.RankOne(&cBar, 1, g, &eta)
				for i := range shiftBar {
					shiftBar[i] += bar.AtVec(i)
				}
			}
			got := TriplesForward(v.order, levels, &v.m, &v.columns, v.z, v.d, v.eta, v.b)
			require.InDelta(t, square, got, 1e-11, name)
			require.InDeltaSlice(t, wantB, v.b, 1e-12, name)
			for i := range v.order {
				require.Zero(t, v.eta[4*i+3])
			}
			TriplesBackward(v.order, levels, &v.m, &v.rows, v.z, v.d, v.eta, v.g, v.zbar, &v.bar)
			require.InDeltaSlice(t, wantBar, v.zbar, 1e-12, name)
			require.InDeltaSlice(t, shiftBar, v.bar.Shift[:3], 1e-11, name)
			for i := range 3 {
				for j := range 3 {
					require.InDelta(t, gainBar.At(i, j), v.bar.Gain[i][j], 1e-11, name)
					require.InDelta(t, rootBar.At(i, j), v.bar.Root[i][j], 1e-11, name)
					if j <= i {
						require.InDelta(t, cBar.At(i, j), v.bar.C[i][j], 1e-11, name)
					}
				}
			}
		}
	}
}

func TestTriplesAllocateNothingAndCheckLengths(t *testing.T) {
	v := newTriples(rand.New(rand.NewPCG(9, 10)), 20, 20)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		TriplesForward(v.order, 20, &v.m, &v.columns, v.z, v.d, v.eta, v.b)
		TriplesBackward(v.order, 20, &v.m, &v.rows, v.z, v.d, v.eta, v.g, v.zbar, &v.bar)
	}))
	require.Panics(t, func() {
		TriplesForward(v.order, 20, &v.m, &v.columns, v.z[:59:59], v.d, v.eta, v.b)
	})
	require.Panics(t, func() {
		TriplesBackward(v.order, 20, &v.m, &v.rows, v.z, v.d[:79:79], v.eta, v.g, v.zbar, &v.bar)
	})
}

func BenchmarkTriples(b *testing.B) {
	v := newTriples(rand.New(rand.NewPCG(11, 12)), 56, 56)
	b.Run("forward", func(b *testing.B) {
		for b.Loop() {
			TriplesForward(v.order, 56, &v.m, &v.columns, v.z, v.d, v.eta, v.b)
		}
	})
	b.Run("backward", func(b *testing.B) {
		for b.Loop() {
			TriplesBackward(v.order, 56, &v.m, &v.rows, v.z, v.d, v.eta, v.g, v.zbar, &v.bar)
		}
	})
}
