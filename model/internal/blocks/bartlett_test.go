package blocks

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/model/family"
	"concord/model/internal/dense"
	"concord/model/internal/modeltest"
	"concord/model/internal/tuning"
	"concord/model/spec"
)

// gram returns AAᵀ.
func gram(a []float64, k int) *mat.SymDense {
	s := mat.NewSymDense(k, nil)
	for i := range k {
		for j := range i + 1 {
			s.SetSym(i, j, floats.Dot(a[i*k:(i+1)*k], a[j*k:(j+1)*k]))
		}
	}
	return s
}

func TestBartlettRootIsOfTheMatrixThatItWasMadeOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, k := range []int{2, 5, 12} {
		partial := correlation{k: k}
		y, l := make([]float64, partial.Size()), make([]float64, k*k)
		for i := range y {
			y[i] = rng.NormFloat64()
		}
		partial.Factor(l, y)
		ba := newBartlett(k, BartlettBasis(l, k, tuning.MostPartial))
		unit := mat.NewDiagDense(k, slices.Repeat([]float64{1}, k))
		require.True(t, mat.EqualApprox(unit, gram(ba.q, k), 1e-12), "Q is orthogonal")
		x, root := make([]float64, ba.Size()), make([]float64, k*k)
		ba.unconstrained(x, l, tuning.MostPartial)
		ba.Factor(root, x)
		require.True(t, mat.EqualApprox(gram(l, k), gram(root, k), 1e-10))
	}
	// Correlations of 1 have coordinates too.
	const k = 4
	ba := newBartlett(k, modeltest.Orthogonal(rng, k))
	l, x := make([]float64, k*k), make([]float64, ba.Size())
	for i := range k {
		l[i*k] = 1
	}
	ba.unconstrained(x, l, tuning.MostPartial)
	root := make([]float64, k*k)
	ba.Factor(root, x)
	for _, r := range gram(root, k).RawSymmetric().Data {
		require.False(t, math.IsNaN(r))
	}
	require.Greater(t, gram(root, k).At(0, 3), 0.999)
}

// The log prior is that of an inverse Wishart matrix, written down plainly, times the Jacobian of the map to it,
// measured by finite differences.
func TestBartlettPriorIsAnInverseWishart(t *testing.T) {
	const k = 4
	rng := rand.New(rand.NewPCG(3, 4))
	ba := newBartlett(k, modeltest.Orthogonal(rng, k))
	n := ba.Size()
	covariance := func(x []float64) *mat.SymDense {
		ba.Factor(make([]float64, k*k), x)
		return gram(ba.rows, k) // QTTᵀQᵀ
	}
	first := math.NaN()
	for range 20 {
		x := make([]float64, n)
		for i := range x {
			x[i] = 1.5 * rng.NormFloat64()
		}
		root := make([]float64, k*k)
		ba.Factor(root, x)
		got := ba.backward(make([]float64, n), make([]float64, k*k), root, x)

		var chol mat.Cholesky
		require.True(t, chol.Factorize(covariance(x)))
		var inverse mat.SymDense
		require.NoError(t, chol.InverseTo(&inverse))
		want := -0.5*float64(k+1+k+1)*chol.LogDet() - 0.5*mat.Trace(&inverse)

		want += modeltest.LogJacobianOf(func(x []float64) []float64 {
			var lower []float64
			s := covariance(x)
			for i := range k {
				for j := range i + 1 {
					lower = append(lower, s.At(i, j))
				}
			}
			return lower
		}, x)
		if math.IsNaN(first) {
			first = got - want
		}
		require.InDelta(t, first, got-want, 1e-5*(1+math.Abs(want)))
	}
}

// What is common has no sign: coordinates and those with −v are the same correlations, as likely a priori.
func TestBartlettCommonDirectionHasNoSign(t *testing.T) {
	const k = 5
	rng := rand.New(rand.NewPCG(11, 12))
	ba := newBartlett(k, modeltest.Orthogonal(rng, k))
	x := make([]float64, ba.Size())
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	var logp [2]float64
	var r [2]*mat.SymDense
	for n := range logp {
		root := make([]float64, k*k)
		ba.Factor(root, x)
		r[n] = gram(root, k)
		logp[n] = ba.backward(make([]float64, ba.Size()), make([]float64, k*k), root, x)
		for i := range k {
			x[i*(i+1)/2] *= -1
		}
	}
	require.InDelta(t, logp[0], logp[1], 1e-9)
	require.True(t, mat.EqualApprox(r[0], r[1], 1e-12))
}

// Of G and T_ii as they are a priori come correlations that are uniform on (−1, 1), whatever Q is.
func TestBartlettCorrelationsAreUniform(t *testing.T) {
	const k, draws = 5, 20_000
	rng := rand.New(rand.NewPCG(5, 6))
	ba := newBartlett(k, modeltest.Orthogonal(rng, k))
	x, root := make([]float64, ba.Size()), make([]float64, k*k)
	var quarters [k * (k - 1) / 2][4]float64
	for range draws {
		t := make([]float64, k*k)
		for i := range k {
			d := 1 / math.Sqrt(distuv.ChiSquared{K: float64(i + 2), Src: rng}.Rand())
			for j := range i {
				floats.AddScaled(t[i*k:i*k+j+1], d*rng.NormFloat64(), t[j*k:j*k+j+1])
			}
			t[i*k+i] = d
		}
		rotated := make([]float64, k*k)
		dense.Mul(rotated, ba.q, t, k, k, k)
		ba.coordinates(x, gram(rotated, k))
		ba.Factor(root, x)
		r := gram(root, k)
		for i := range k {
			for j := range i {
				quarters[spec.PairIndex(i, j)][min(3, int(2*(1+r.At(i, j))))]++
			}
		}
	}
	for pair, counts := range quarters {
		for _, n := range counts {
			require.InDelta(t, 0.25, n/draws, 4*math.Sqrt(0.25*0.75/draws), "pair %d: %v", pair, counts)
		}
	}
}

// Draws keep their correlations and the other parameters in these coordinates, and what they had not is as it is a
// priori: of inverse Wishart matrices 1/T_ii² is χ² with i + 2 degrees of freedom, and G has independent standard
// normal elements.
func TestDrawsTakeBartlettCoordinates(t *testing.T) {
	const k, draws = 5, 20_000
	rng := rand.New(rand.NewPCG(15, 16))
	sp := spec.Spec{Family: family.Bernoulli{}, Labelers: spec.Nested}
	sp.Priors = spec.Priors{}.WithDefaults(sp.Family)
	fr := NewFrame(modeltest.Toy(rng, k, sp), sp)
	from := NewPoint(fr)
	fr.Basis = modeltest.Orthogonal(rng, k)
	to := NewPoint(fr)
	x := mat.NewDense(draws, from.Hyper, nil)
	cor, pairs := from.Terms[0].Cor, from.Scales[0].Cor.Size()
	var truths []*mat.SymDense
	for d := range draws {
		for v := range from.Hyper {
			x.Set(d, v, rng.NormFloat64())
		}
		// The rows of U⁻¹, UᵀU a Wishart matrix with K + 1 degrees of freedom, are a root of its inverse.
		normal := mat.NewDense(k+1, k, nil)
		for i := range (k + 1) * k {
			normal.Set(i/k, i%k, rng.NormFloat64())
		}
		var w mat.SymDense
		w.SymOuterK(1, normal.T())
		var chol mat.Cholesky
		require.True(t, chol.Factorize(&w))
		var s mat.SymDense
		require.NoError(t, chol.InverseTo(&s))
		require.True(t, chol.Factorize(&s))
		var l mat.TriDense
		chol.LTo(&l)
		root, rows := make([]float64, k*k), make([]float64, k*k)
		for i := range k * k {
			rows[i] = l.At(i/k, i%k)
		}
		UnitRows(root, rows, k, k)
		from.Scales[0].Cor.unconstrained(x.RawRowView(d)[cor:], root, tuning.MostPartial)
		from.Scales[0].Cor.Factor(root, x.RawRowView(d)[cor:])
		truths = append(truths, gram(root, k))
	}
	y := ToBartlett(&from, &to, x, rng)
	items := to.Scales[0].Cor.(*Bartlett)
	root := make([]float64, k*k)
	precision, square := make([]float64, k), 0.0
	for d, truth := range truths {
		a, b := x.RawRowView(d), y.RawRowView(d)
		require.Equal(t, a[:cor], b[:cor])
		require.Equal(t, a[cor+pairs:], b[cor+items.Size():])
		at := b[cor:]
		items.Factor(root, at)
		require.True(t, mat.EqualApprox(truth, gram(root, k), 1e-8))
		items.invert(at)
		g := items.g
		for i := range k {
			precision[i] += 1 / (items.Diagonal[i] * items.Diagonal[i] * draws)
			for m := range i {
				square += g[i*k+m] * g[i*k+m] / (draws * k * (k - 1) / 2)
			}
		}
	}
	for i, got := range precision {
		want := float64(i + 2)
		require.InDelta(t, want, got, 4*math.Sqrt(2*want/draws))
	}
	require.InDelta(t, 1, square, 4*math.Sqrt(2/(draws*k*(k-1)/2.0)))
}

// BenchmarkCorrelationsOfTwentyStudies is a gradient with respect to the correlations alone, in either coordinates.
func BenchmarkCorrelationsOfTwentyStudies(b *testing.B) {
	const k = 20
	rng := rand.New(rand.NewPCG(8, 9))
	for name, c := range map[string]correlations{
		"partial":  newCorrelation(k, spec.MarginallyUniform{}),
		"bartlett": newBartlett(k, modeltest.Orthogonal(rng, k)),
	} {
		b.Run(name, func(b *testing.B) {
			x, grad := make([]float64, c.Size()), make([]float64, c.Size())
			for i := range x {
				x[i] = 0.3 * rng.NormFloat64()
			}
			root, bar := make([]float64, k*k), make([]float64, k*k)
			for b.Loop() {
				c.Factor(root, x)
				c.backward(grad, bar, root, x)
			}
		})
	}
}
