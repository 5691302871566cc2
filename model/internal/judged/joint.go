package judged

import (
	"math"

	"concord/model/family"
	"concord/model/internal/blocks"
	"concord/model/internal/density"
	"concord/model/internal/labels"
	"concord/model/internal/onegrid"
	"concord/model/internal/tuning"
)

// joint is the log posterior density of a pool's parameters and labelers' effects together with the parameters of a
// judge who has one label of each item. The items' effects are integrated out. It is the density of the model of both
// studies in other coordinates. First come the coordinates of the density of the pool alone, then the judge's,
//
//	y, m, log d_1, …    with r = tanh y, T = π/√3·cosh y, μ = Tm, auxiliary parameters T·d,
//
// where T is the standard deviation of the judge's linear predictor and residual. It belongs to one goroutine.
type joint struct {
	pool      *density.Integrated
	thresh    family.Anchored // of the judge; nil: two categories
	shape     float64         // r has the density (1 − r²)^(shape − 1)
	own, bar  []float64
	kappaBar  []float64
	priorMean func(x float64) (logp, deriv float64)
	scratch   []float64
}

// newJoint returns the density for the labels of a judge, of the categories of the pool's family.
func newJoint(pr *density.Problem, labels *onegrid.Labels, thresh family.Anchored) *joint {
	pool := pr.NewIntegratedOf(labels)
	shape, uniform := pr.Spec.Priors.Correlation.LKJ()
	if uniform {
		shape = 1
	}
	n := labels.JudgeCategories - 1
	return &joint{
		pool: pool, thresh: thresh, shape: shape, own: make([]float64, n-1), bar: make([]float64, n-1),
		kappaBar: make([]float64, n), scratch: make([]float64, pool.Dim()+n+1),
		priorMean: func(x float64) (logp, deriv float64) { return pool.Priors.LogMean(0, x) },
	}
}

// judgeDim returns how many coordinates are the judge's.
func (jd *joint) judgeDim() int { return 2 + len(jd.own) }

// Dim implements [sampler.Target].
func (jd *joint) Dim() int { return jd.pool.Dim() + jd.judgeDim() }

// judgeAt reads the coordinates of a judge. It returns the first, whose hyperbolic tangent is r, and T. It sets the
// loading Tr and the thresholds in the pool's point.
func (jd *joint) judgeAt(phi []float64) (of blocks.Hyperbolics, total float64) {
	sigma := math.Pi / math.Sqrt(3)
	of = blocks.NewHyperbolics(phi[0])
	total = sigma * of.Cosh
	mu := total * phi[1]
	at := jd.pool.Predictor.At
	at.JudgeLoading = sigma * of.Sinh
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

// logDensity returns the log density at x, without its gradient.
func (jd *joint) logDensity(x []float64) float64 {
	jd.pool.ValueOnly = true
	defer func() { jd.pool.ValueOnly = false }()
	return jd.LogProbGrad(jd.scratch, x)
}

// LogProbGrad implements [sampler.Target].
func (jd *joint) LogProbGrad(grad, x []float64) float64 {
	d := jd.pool.Dim()
	phi, bar := x[d:], grad[d:]
	h, total := jd.judgeAt(phi)
	logp := jd.pool.LogProbGrad(grad[:d], x[:d])
	clear(bar)

	tanh := h.Tanh()
	logp += -2*jd.shape*h.LogCosh() + math.Log(total) // of r, and of μ = Tm
	bar[0] += -2*jd.shape*tanh + tanh
	bar[0] += jd.pool.Predictor.Grad.JudgeLoading * total // dTr/dy = T

	copy(jd.kappaBar, jd.pool.Predictor.Grad.JudgeThreshold)
	muBar := 0.0
	if jd.thresh == nil {
		lp, g := jd.priorMean(total * phi[1])
		logp += lp
		muBar = g - jd.kappaBar[0]
	} else {
		for c, kappa := range jd.pool.Predictor.At.JudgeThreshold {
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

// start returns where the search for the judge's coordinates begins: labels that follow the items half-way.
func (jd *joint) start() []float64 {
	x := make([]float64, jd.judgeDim())
	x[0] = math.Atanh(tuning.StartValidity)
	if jd.thresh == nil {
		return x
	}
	sigma := math.Pi / math.Sqrt(3)
	own := make([]float64, len(jd.own))
	x[1] = jd.thresh.Start(0, own) / sigma
	for i, o := range own {
		x[2+i] = math.Log(o / sigma)
	}
	return x
}

// judgeLabels returns the labels of the second of two studies as the labels of a single study.
func judgeLabels(d *labels.Compiled) *family.Labels {
	l := &family.Labels{Studies: 1, Study: []int32{0}, Start: []int{0}}
	for u, s := range d.Study {
		if s == 1 {
			l.Value = append(l.Value, d.Value[d.Start[u]:d.Start[u+1]]...)
		}
	}
	l.Start = append(l.Start, len(l.Value))
	return l
}
