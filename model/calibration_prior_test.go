package model_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/model"
	"concord/study"
)

// drawPrior draws from a prior, written apart from its log density.
func drawPrior(rng *rand.Rand, p model.Prior) float64 {
	switch p := p.(type) {
	case model.Normal:
		return p.Location + p.Scale*rng.NormFloat64()
	case model.StudentT:
		return distuv.StudentsT{Mu: p.Location, Sigma: p.Scale, Nu: p.DF, Src: rng}.Rand()
	case model.Exponential:
		return rng.ExpFloat64() / p.Rate
	}
	panic(fmt.Sprintf("no draws from %v", p))
}

// drawSD draws from the positive half of a prior that is symmetric about 0, or positive.
func drawSD(rng *rand.Rand, p model.Prior) float64 { return math.Abs(drawPrior(rng, p)) }

// drawLKJ draws a correlation matrix for at most 3 studies with density proportional to
// |R|^(shape−1), shape ≥ 1 (Lewandowski, Kurowicka and Joe 2009, equation 2), by
// rejection from the cube: no partial correlations as in the model.
func drawLKJ(rng *rand.Rand, k int, shape float64) [][]float64 {
	for {
		r := model.CommonCorrelation(k, 0)
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

// standardised returns the density of (x − centre)/scale where x has the prior p; that of a
// standard deviation has centre 0.
func standardised(p model.Prior, centre, scale float64) model.Prior {
	switch p := p.(type) {
	case model.Normal:
		return model.Normal{Location: (p.Location - centre) / scale, Scale: p.Scale / scale}
	case model.StudentT:
		return model.StudentT{DF: p.DF, Location: (p.Location - centre) / scale, Scale: p.Scale / scale}
	case model.Exponential:
		return model.Exponential{Rate: p.Rate * scale}
	}
	panic(fmt.Sprintf("no standardised %v", p))
}

// priorsOnLabels returns the priors with which a fit of t has the given priors on the
// label's own scale. The model centres and scales Gaussian labels by their own mean and
// standard deviation before its priors apply, so that its default priors are no
// distribution from which a study could be drawn beforehand.
func priorsOnLabels(p model.Priors, t *study.Table) model.Priors {
	if t.Kind() == study.Binary {
		return p
	}
	var all []float64
	for s := range t.Studies() {
		all = append(all, t.StudyAt(s).Value()...)
	}
	mean, sd := stat.MeanStdDev(all, nil)
	p.Mean, p.SD = standardised(p.Mean, mean, sd), standardised(p.SD, 0, sd)
	return p
}

// The draws of the priors have the moments of the priors: closed forms, within 4
// standard errors.
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
	requireMoments("normal", 2, 9, func() float64 { return drawPrior(rng, model.Normal{Location: 2, Scale: 3}) })
	requireMoments("half normal", math.Sqrt(2/math.Pi), 1-2/math.Pi, func() float64 { return drawSD(rng, model.Normal{Scale: 1}) })
	requireMoments("exponential", 0.5, 0.25, func() float64 { return drawSD(rng, model.Exponential{Rate: 2}) })
	requireMoments("student_t(10)", -1, 4*10/8., func() float64 { return drawPrior(rng, model.StudentT{DF: 10, Location: -1, Scale: 2}) })
	for k := 2; k <= 3; k++ {
		// A correlation of LKJ(η) is Beta(α, α) on (−1, 1) with α = η + (K − 2)/2, of variance 1/(2α + 1).
		for _, shape := range []float64{1, 2} {
			alpha := shape + float64(k-2)/2
			requireMoments(fmt.Sprintf("lkj(%v), K = %d", shape, k), 0, 1/(2*alpha+1), func() float64 { return drawLKJ(rng, k, shape)[k-1][0] })
		}
	}
}

// A standardised prior has the log density of the prior up to a constant, and its
// derivative by the chain rule.
func TestStandardisedPriors(t *testing.T) {
	for _, p := range []model.Prior{model.Normal{Location: 1, Scale: 2}, model.StudentT{DF: 3, Location: 1, Scale: 2.5}, model.Exponential{Rate: 2}} {
		centre, scale := 3.0, 0.7
		if _, ok := p.(model.Exponential); ok {
			centre = 0
		}
		q := standardised(p, centre, scale)
		constant := math.NaN()
		for _, x := range []float64{0.3, 1, 4} {
			l, d := p.LogDensity(x)
			ls, ds := q.LogDensity((x - centre) / scale)
			if math.IsNaN(constant) {
				constant = l - ls
			}
			assert.InDelta(t, constant, l-ls, 1e-12, "%v at %v", p, x)
			assert.InDelta(t, d*scale, ds, 1e-12, "%v at %v", p, x)
		}
	}
}
