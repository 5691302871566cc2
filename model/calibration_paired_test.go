package model_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distmv"

	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
	"concord/xcc"
)

// paired is two studies of the same items without labelers, n labels of each item in each, reduced
// to the means of the cells.
type paired struct {
	items, n float64
	mean     [2]float64
	scatter  [3]float64 // of the cell means about their means: 11, 12, 22
	within   float64    // sum of squares within the cells
}

func newPaired(table *study.Table, centre, scale float64) paired {
	means, n := cells(table)
	items := len(means[0])
	p := paired{items: float64(items), n: float64(n)}
	for s := range means {
		for j := range means[s] {
			means[s][j] = (means[s][j] - centre) / scale
			p.mean[s] += means[s][j] / p.items
		}
		v := table.StudyAt(s)
		for i, y := range v.Value() {
			e := (y-centre)/scale - means[s][v.Item()[i]]
			p.within += e * e
		}
	}
	for j := range items {
		a, b := means[0][j]-p.mean[0], means[1][j]-p.mean[1]
		p.scatter[0] += a * a
		p.scatter[1] += a * b
		p.scatter[2] += b * b
	}
	return p
}

// logLik is the log-likelihood given the items' covariance and the residual variance, with item
// effects and the means, which have a prior N(0, prior²), integrated out; and the conditional means
// and mean squares of the means.
func (p paired) logLik(v1, v12, v2, residual, prior float64) (logLik float64, mean, meanSquare [2]float64) {
	// Cell means vary by Σ + σ²/n, about μ.
	a, b, d := v1+residual/p.n, v12, v2+residual/p.n
	det := a*d - b*b
	logLik = -0.5 * ((p.items-1)*(2*math.Log(2*math.Pi)+math.Log(det)) +
		(d*p.scatter[0]-2*b*p.scatter[1]+a*p.scatter[2])/det)
	logLik -= 0.5 * (2*p.items*(p.n-1)*math.Log(2*math.Pi*residual) + p.within/residual)
	// Their mean over items: ȳ ~ N(0, V + prior² I) with V = (Σ + σ²/n)/J, and μ given ȳ is N(G ȳ, prior² (I − G)), G
	// = prior² (V + prior² I)⁻¹.
	s := prior * prior
	e, f, g := a/p.items+s, b/p.items, d/p.items+s
	det = e*g - f*f
	x, y := p.mean[0], p.mean[1]
	logLik -= 0.5 * (2*math.Log(2*math.Pi) + math.Log(det) + (g*x*x-2*f*x*y+e*y*y)/det)
	mean = [2]float64{s * (g*x - f*y) / det, s * (e*y - f*x) / det}
	meanSquare = [2]float64{mean[0]*mean[0] + s*(1-s*g/det), mean[1]*mean[1] + s*(1-s*e/det)}
	return logLik, mean, meanSquare
}

// Differences between parameter values of the reduced log-likelihood are those of the dense normal
// distribution of all labels.
func TestPairedLikelihoodIsDenseNormal(t *testing.T) {
	const items, n, prior = 3, 2, 1.5
	truth := simulate.Truth{Family: family.Gaussian{}, Labelers: spec.NoLabelers,
		Studies: []simulate.StudyTruth{{Mean: 1, ItemSD: 1, ResidualSD: 1}, {ItemSD: 2, ResidualSD: 1}}}
	design, err := designed(items, 2, 0, n, spec.NoLabelers).Generate(1)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, design, 1)
	require.NoError(t, err)
	p := newPaired(table, 0.5, 2)
	var y []float64
	var study, item []int
	for s := range 2 {
		v := table.StudyAt(s)
		for i, x := range v.Value() {
			y, study, item = append(y, (x-0.5)/2), append(study, s), append(item, int(v.Item()[i]))
		}
	}
	difference := math.NaN()
	for _, v := range [][4]float64{{1, 0.5, 0.8, 0.2}, {0.3, -0.4, 2, 1}, {4, 0, 0.1, 0.6}} {
		sigma := [2][2]float64{{v[0], v[1]}, {v[1], v[2]}}
		cov := mat.NewSymDense(len(y), nil)
		for a := range y {
			for b := a; b < len(y); b++ {
				x := 0.0
				if item[a] == item[b] {
					x += sigma[study[a]][study[b]]
				}
				if study[a] == study[b] {
					x += prior * prior
				}
				if a == b {
					x += v[3]
				}
				cov.SetSym(a, b, x)
			}
		}
		dense, ok := distmv.NewNormal(make([]float64, len(y)), cov, nil)
		require.True(t, ok)
		got, _, _ := p.logLik(v[0], v[1], v[2], v[3], prior)
		if math.IsNaN(difference) {
			difference = dense.LogProb(y) - got
		}
		assert.InDelta(t, difference, dense.LogProb(y)-got, 1e-9)
	}
}

// Gaussian labels, K = 2, no labelers: the posterior by quadrature over two standard deviations of items, their
// correlation and the residual, with normal priors and LKJ(2).
func TestFitAgreesWithQuadraturePaired(t *testing.T) {
	truth := simulate.Truth{
		Family: family.Gaussian{}, Labelers: spec.NoLabelers, ItemCorrelation: simulate.CommonCorrelation(2, 0.8),
		Studies: []simulate.StudyTruth{{Mean: 3, ItemSD: 2, ResidualSD: 1.5}, {Mean: 1, ItemSD: 1, ResidualSD: 1.5}},
	}
	priors := spec.Priors{Mean: spec.Normal{Scale: 0.8}, SD: spec.Normal{Scale: 0.7},
		Correlation: spec.LKJ{Shape: 2}}
	table, fit := oracleFit(t, truth, designed(12, 2, 0, 3, spec.NoLabelers), priors)
	centre, scale := stat.MeanStdDev(append(append([]float64(nil), table.StudyAt(0).Value()...),
		table.StudyAt(1).Value()...), nil)
	p := newPaired(table, centre, scale)

	var m moments
	for _, ue := range grid(-1.2, 0.6, 31) {
		e := math.Exp(ue)
		for _, u1 := range grid(-10, 1.5, 60) {
			s1 := math.Exp(u1)
			for _, u2 := range grid(-10, 1.5, 60) {
				s2 := math.Exp(u2)
				for _, y := range grid(-5, 7, 50) {
					// ρ = tanh y, dρ = (1 − ρ²) dy, LKJ(2) ∝ 1 − ρ².
					rho := math.Tanh(y)
					logLik, mean, meanSquare := p.logLik(s1*s1, rho*s1*s2, s2*s2, e*e, 0.8)
					logWeight := logLik + 2*math.Log1p(-rho*rho) + logDensityOfLog(priors.SD, ue) +
						logDensityOfLog(priors.SD, u1) + logDensityOfLog(priors.SD, u2)
					if logWeight < m.top-45 && m.sum != nil {
						continue
					}
					icc1, icc2 := s1*s1/(s1*s1+e*e), s2*s2/(s2*s2+e*e)
					values := []float64{0, 0, scale * s1, scale * s2, scale * e, icc1, icc2, rho,
						rho * math.Sqrt(icc1*icc2)}
					squared := squares(values)
					for s := range mean {
						values[s] = centre + scale*mean[s]
						squared[s] = centre*centre + 2*centre*scale*mean[s] + scale*scale*meanSquare[s]
					}
					m.add(logWeight, values, squared)
				}
			}
		}
	}
	s1, s2, joint := fit.StudyAt(0), fit.StudyAt(1), xcc.Joints(fit)[0]()
	m.requireAgreement(t, []posterior.Quantity{
		s1.Mean(), s2.Mean(), s1.ItemSD(), s2.ItemSD(), s1.ResidualSD(),
		joint.Partition(s1).ICC(), joint.Partition(s2).ICC(), joint.Rho(s1, s2), joint.XCC(s1, s2),
	})
}
