package logistic

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// available returns the kernels that this processor can run.
func available() (kernels []kernel) {
	for k := generic; k <= avx512; k++ {
		if k.runs() {
			kernels = append(kernels, k)
		}
	}
	return kernels
}

// eachKernel runs a test with every kernel that this processor has.
func eachKernel(t *testing.T, test func(t *testing.T, k kernel)) {
	for _, k := range available() {
		t.Run(k.String(), func(t *testing.T) { test(t, k) })
	}
}

// logits covers the whole range: where e = exp(−|θ|) vanishes against 1, where it
// is subnormal, where it is 0, and the seams of the kernels' range reduction.
func logits() []float64 {
	rng := rand.New(rand.NewPCG(3, 4))
	theta := []float64{0, math.Copysign(0, -1), math.SmallestNonzeroFloat64, 1e-310, 1e-17,
		tailStart, math.Nextafter(tailStart, 0), 744.4, 745.1, 745.2, 746, 747, 1e4, 1e300, math.MaxFloat64}
	for i := 1; i <= 64; i++ {
		edge := (float64(i) + 0.5) * math.Ln2 / 16
		theta = append(theta, edge, math.Nextafter(edge, 0), math.Nextafter(edge, 1e9))
	}
	for range 1000 {
		theta = append(theta, 5*rng.NormFloat64(), 760*rng.Float64(), math.Exp(-40*rng.Float64()))
	}
	for _, t := range theta {
		theta = append(theta, -t)
	}
	return theta
}

// Oracle: the definition in 300 bits.
func TestSigmoidToAFewUlp(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		theta := logits()
		p := make([]float64, len(theta))
		k.dense(p, theta)
		worst := 0.0
		for i, x := range theta {
			want := 1.0
			if x < 1000 {
				want = bigSigmoid(max(x, -1000))
			}
			u := ulps(p[i], want)
			require.LessOrEqual(t, u, 3.5, "θ = %v: got %v, want %v", x, p[i], want)
			worst = max(worst, u)
		}
		t.Logf("worst error %.2f ulp", worst)
	})
}

// Oracle: the definition in 300 bits. Each sum is of one logit eleven times, so
// that full vectors and a remainder contribute.
func TestSoftplusToAFewUlp(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		const copies = 11
		p, theta, m := make([]float64, copies), make([]float64, copies), make([]float64, copies)
		for i, x := range logits() {
			if i%7 > 0 && i > 60 { // enough of the many random ones
				continue
			}
			want := x
			if x < 1000 {
				want = bigSoftplus(max(x, -1000))
			}
			for j := range theta {
				theta[j], m[j] = x, float64(j)
			}
			assert.InDelta(t, copies*want, k.dense(p, theta), copies*4*0x1p-52*max(1, want), "θ = %v", x)
			if want *= copies * (copies - 1) / 2; want > 0x1p-1000 && want < math.MaxFloat64/100 {
				require.LessOrEqual(t, ulps(k.weighted(p, m, theta), want), 12., "θ = %v, weighted", x)
			}
		}
	})
}

func TestWeightedSigmoidIsSigmoidTimesWeight(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		theta := logits()
		p, mp, m := make([]float64, len(theta)), make([]float64, len(theta)), make([]float64, len(theta))
		for i := range m {
			m[i] = float64(i % 9)
		}
		k.dense(p, theta)
		k.weighted(mp, m, theta)
		for i := range m {
			require.LessOrEqual(t, ulps(mp[i], m[i]*p[i]), 5., "θ = %v, m = %v", theta[i], m[i])
		}
	})
}

// A single special value at every position among ordinary ones, for every length.
func TestSpecialLogits(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		for n := 1; n <= 35; n++ {
			for at := range n {
				theta, p, ones := make([]float64, n), make([]float64, n), make([]float64, n)
				for i := range ones {
					ones[i] = 1
				}
				check := func(special, wantP, wantSum float64) {
					theta[at] = special
					for _, sum := range []float64{k.dense(p, theta), k.weighted(p, ones, theta)} {
						if math.IsNaN(wantSum) {
							require.True(t, math.IsNaN(sum) && math.IsNaN(p[at]))
							continue
						}
						require.InEpsilon(t, 1+wantSum, 1+sum, 1e-14)
						require.Equal(t, wantP, p[at])
					}
					for i := range p {
						require.True(t, i == at || p[i] == 0.5, "neighbours are untouched")
					}
				}
				rest := float64(n-1) * math.Ln2
				check(math.Inf(-1), 0, rest)
				check(math.Copysign(0, -1), 0.5, rest+math.Ln2)
				theta[at] = math.Inf(1)
				require.Equal(t, math.Inf(1), k.dense(p, theta))
				require.Equal(t, 1., p[at])
				require.Equal(t, math.Inf(1), k.weighted(p, ones, theta))
				require.Equal(t, 1., p[at])
				for _, nan := range []float64{math.NaN(), math.Copysign(math.NaN(), -1)} {
					check(nan, math.NaN(), math.NaN())
				}
			}
		}
	})
}

func TestDenseInPlace(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		theta := logits()
		want := make([]float64, len(theta))
		sum := k.dense(want, theta)
		assert.Equal(t, sum, k.dense(theta, theta))
		assert.Equal(t, want, theta)
	})
}

// A long run of equal logits: the products must be cut before they overflow, and
// rounding must not drift. Oracle: multiplication.
func TestLongSumsNeitherOverflowNorDrift(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		const n = 100_003
		theta, p := make([]float64, n), make([]float64, n)
		for _, x := range []float64{0, 1e-3, -0.1, 3, -20} {
			for i := range theta {
				theta[i] = x
			}
			assert.InDelta(t, n*bigSoftplus(x), k.dense(p, theta), n*1e-14*bigSoftplus(x)+n*0x1p-53, "θ = %v", x)
		}
	})
}

func TestDensePanicsOnUnequalLengths(t *testing.T) {
	two, three := make([]float64, 2), make([]float64, 3)
	assert.PanicsWithValue(t, "logistic: p and theta differ in length", func() { SoftplusSigmoid(two, three) })
	assert.PanicsWithValue(t, "logistic: mp, m and theta differ in length",
		func() { WeightedSoftplusSigmoid(three, two, three) })
	assert.PanicsWithValue(t, "logistic: mp, m and theta differ in length",
		func() { WeightedSoftplusSigmoid(two, three, three) })
	assert.Zero(t, SoftplusSigmoid(nil, nil))
	assert.Zero(t, WeightedSoftplusSigmoid(nil, nil, nil))
}
