package model

import (
	"math"

	"concord/model/family"
	"concord/model/internal/onegrid"
)

// judgedDensity is the log posterior density of a pool's parameters and labelers' effects together with those of a
// judge with one label of each item, the items' effects integrated out. It is that of the model of both studies, in
// other coordinates of the judge: the pool's are those of the pool alone, and follow on them
//
//	y, m, log d_1, …    with r = tanh y, T = π/√3·cosh y, μ = Tm, own parameters T·d,
//
// T the standard deviation of the judge's linear predictor and noise. It belongs to one goroutine.
type judgedDensity struct {
	pool      *integrated
	thresh    family.Anchored // of the judge; nil: two categories
	shape     float64         // r has the density (1 − r²)^(shape − 1)
	own, bar  []float64
	kappaBar  []float64
	priorMean func(x float64) (logp, deriv float64)
	scratch   []float64
}

// newJudgedDensity returns the density for the labels of a judge, of the categories of the pool's family.
func (pr *problem) newJudgedDensity(labels *onegrid.Labels, thresh family.Anchored) *judgedDensity {
	pool := pr.newIntegratedOf(labels)
	shape, uniform := pr.spec.Priors.Correlation.LKJ()
	if uniform {
		shape = 1
	}
	n := labels.JudgeCategories - 1
	return &judgedDensity{
		pool: pool, thresh: thresh, shape: shape, own: make([]float64, n-1), bar: make([]float64, n-1),
		kappaBar: make([]float64, n), scratch: make([]float64, pool.Dim()+n+1),
		priorMean: func(x float64) (logp, deriv float64) { return pool.priors.mean(0, x) },
	}
}

// of returns how many coordinates are the judge's.
func (jd *judgedDensity) of() int { return 2 + len(jd.own) }

// Dim implements [sampler.Target].
func (jd *judgedDensity) Dim() int { return jd.pool.Dim() + jd.of() }

// judgeAt is what the coordinates of a judge say: the first, whose hyperbolic tangent is r, and T; the loading Tr and
// the thresholds are set in the pool's point.
func (jd *judgedDensity) judgeAt(phi []float64) (of hyperbolics, total float64) {
	sigma := math.Pi / math.Sqrt(3)
	of = newHyperbolics(phi[0])
	total = sigma * of.cosh
	mu := total * phi[1]
	at := jd.pool.sees.at
	at.JudgeLoading = sigma * of.sinh
	for i := range jd.own {
		jd.own[i] = total * math.Exp(phi[2+i])
	}
	if jd.thresh == nil {
		at.JudgeThreshold[0] = -mu
	} else {
		jd.thresh.Thresholds(at.JudgeThreshold, 0, mu, jd.own)
	}
	return of, total
}

// logDensity returns the log density at x alone.
func (jd *judgedDensity) logDensity(x []float64) float64 {
	jd.pool.valueOnly = true
	defer func() { jd.pool.valueOnly = false }()
	return jd.LogProbGrad(jd.scratch, x)
}

// LogProbGrad implements [sampler.Target].
func (jd *judgedDensity) LogProbGrad(grad, x []float64) float64 {
	d := jd.pool.Dim()
	phi, bar := x[d:], grad[d:]
	h, total := jd.judgeAt(phi)
	logp := jd.pool.LogProbGrad(grad[:d], x[:d])
	clear(bar)

	tanh := h.tanh()
	logp += -2*jd.shape*h.logCosh() + math.Log(total) // of r, and of μ = Tm
	bar[0] += -2*jd.shape*tanh + tanh
	bar[0] += jd.pool.sees.grad.JudgeLoading * total // dTr/dy = T

	copy(jd.kappaBar, jd.pool.sees.grad.JudgeThreshold)
	muBar := 0.0
	if jd.thresh == nil {
		lp, g := jd.priorMean(total * phi[1])
		logp += lp
		muBar = g - jd.kappaBar[0]
	} else {
		for c, kappa := range jd.pool.sees.at.JudgeThreshold {
			lp, g := jd.priorMean(kappa)
			logp += lp
			jd.kappaBar[c] += g
		}
		clear(jd.bar)
		muBar = jd.thresh.Backward(jd.bar, 0, jd.kappaBar)
	}
	bar[1] += muBar * total
	bar[0] += muBar * phi[1] * total * tanh
	for i, own := range jd.own {
		logp += math.Log(own)
		g := jd.bar[i]*own + 1
		bar[2+i] += g
		bar[0] += g * tanh
	}
	return logp
}
