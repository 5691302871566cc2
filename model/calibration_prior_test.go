package model_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distmat"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/model/simulate"
	"concord/model/spec"
)

// drawPrior draws from a prior, written apart from its log density.
func drawPrior(rng *rand.Rand, p spec.Prior) float64 {
	switch p := p.(type) {
	case spec.Normal:
		return p.Location + p.Scale*rng.NormFloat64()
	case spec.StudentT:
		return distuv.StudentsT{Mu: p.Location, Sigma: p.Scale, Nu: p.DF, Src: rng}.Rand()
	case spec.Exponential:
		return rng.ExpFloat64() / p.Rate
	}
	panic(fmt.Sprintf("no draws from %v", p))
}

// drawSD draws from the positive half of a prior that is symmetric about 0, or positive.
func drawSD(rng *rand.Rand, p spec.Prior) float64 { return math.Abs(drawPrior(rng, p)) }

// drawCorrelation draws a correlation matrix from its prior.
func drawCorrelation(rng *rand.Rand, k int, p spec.CorrelationPrior) [][]float64 {
	switch p := p.(type) {
	case spec.LKJ:
		return drawLKJ(rng, k, p.Shape)
	case spec.MarginallyUniform:
		return drawMarginallyUniform(rng, k)
	}
	panic(fmt.Sprintf("no draws from %v", p))
}

// drawMarginallyUniform draws the correlation matrix of an inverse Wishart matrix of K+1 degrees of freedom and
// identity scale (Barnard, McCulloch and Meng 2000, section 2.2).
func drawMarginallyUniform(rng *rand.Rand, k int) [][]float64 {
	identity := mat.NewSymDense(k, nil)
	for i := range k {
		identity.SetSym(i, i, 1)
	}
	wishart, _ := distmat.NewWishart(identity, float64(k+1), rng)
	var chol mat.Cholesky
	wishart.RandCholTo(&chol)
	var inverse mat.SymDense
	if err := chol.InverseTo(&inverse); err != nil {
		return drawMarginallyUniform(rng, k) // singular to working precision
	}
	r := simulate.CommonCorrelation(k, 0)
	for i := range k {
		for j := range i {
			r[i][j] = inverse.At(i, j) / math.Sqrt(inverse.At(i, i)*inverse.At(j, j))
			r[j][i] = r[i][j]
		}
	}
	return r
}

// drawLKJ draws a correlation matrix for at most 3 studies with density proportional to |R|^(shape−1), shape ≥ 1
// (Lewandowski, Kurowicka and Joe 2009, equation 2), by rejection from the cube: no partial correlations as in the
// model.
func drawLKJ(rng *rand.Rand, k int, shape float64) [][]float64 {
	for {
		r := simulate.CommonCorrelation(k, 0)
		for i := range k {
			for j := range i {
				r[i][j] = 2*rng.Float64() - 1
				r[j][i] = r[i][j]
			}
		}
		det := 1.0
		switch k {
		case 2:
			det = 1 - r[0][1]*r[0][1]
		case 3:
			a, b, c := r[0][1], r[0][2], r[1][2]
			det = 1 + 2*a*b*c - a*a - b*b - c*c // with all |r| < 1 positive only where R is positive definite
		}
		if det > 0 && rng.Float64() < math.Pow(det, shape-1) {
			return r
		}
	}
}

// The draws of the priors have the moments of the priors: closed forms, within 4 standard errors.
func TestPriorDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n = 40_000
	requireMoments := func(name string, mean, variance float64, draw func() float64) {
		x := make([]float64, n)
		square := make([]float64, n)
		for i := range x {
			x[i] = draw()
			square[i] = (x[i] - mean) * (x[i] - mean)
		}
		m, sd := stat.MeanStdDev(x, nil)
		require.InDelta(t, mean, m, 4*sd/math.Sqrt(n), name)
		v, sd := stat.MeanStdDev(square, nil)
		require.InDelta(t, variance, v, 4*sd/math.Sqrt(n), name)
	}
	requireMoments("normal", 2, 9, func() float64 { return drawPrior(rng, spec.Normal{Location: 2, Scale: 3}) })
	requireMoments("half normal", math.Sqrt(2/math.Pi), 1-2/math.Pi,
		func() float64 { return drawSD(rng, spec.Normal{Scale: 1}) })
	requireMoments("exponential", 0.5, 0.25, func() float64 { return drawSD(rng, spec.Exponential{Rate: 2}) })
	requireMoments("student_t(10)", -1, 4*10/8.,
		func() float64 { return drawPrior(rng, spec.StudentT{DF: 10, Location: -1, Scale: 2}) })
	for k := 2; k <= 3; k++ {
		// A correlation of LKJ(η) is Beta(α, α) on (−1, 1) with α = η + (K − 2)/2, of variance 1/(2α + 1).
		for _, shape := range []float64{1, 2} {
			alpha := shape + float64(k-2)/2
			requireMoments(fmt.Sprintf("lkj(%v), K = %d", shape, k), 0, 1/(2*alpha+1),
				func() float64 { return drawLKJ(rng, k, shape)[k-1][0] })
		}
	}
	for _, k := range []int{2, 3, 6} {
		requireMoments(fmt.Sprintf("marginally uniform, K = %d", k), 0, 1./3,
			func() float64 { return drawMarginallyUniform(rng, k)[k-1][0] })
	}
}
