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
	"concord/vpc"
)

// crossed is a complete design, items × labelers, with one label in each cell, reduced to the sums of squares of the
// analysis of variance (Shrout and Fleiss 1979, table 2).
type crossed struct {
	items, labelers               float64
	mean                          float64
	ssItems, ssLabelers, residual float64
}

func newCrossed(y *mat.Dense) crossed {
	j, l := y.Dims()
	c := crossed{items: float64(j), labelers: float64(l), mean: mat.Sum(y) / float64(j*l)}
	row, column := make([]float64, j), make([]float64, l)
	for i := range j {
		for k := range l {
			row[i] += y.At(i, k) / float64(l)
			column[k] += y.At(i, k) / float64(j)
		}
	}
	for _, m := range row {
		c.ssItems += float64(l) * (m - c.mean) * (m - c.mean)
	}
	for _, m := range column {
		c.ssLabelers += float64(j) * (m - c.mean) * (m - c.mean)
	}
	for i := range j {
		for k := range l {
			e := y.At(i, k) - row[i] - column[k] + c.mean
			c.residual += e * e
		}
	}
	return c
}

// logLikContrasts is the log-likelihood of all contrasts between labels given the variances, with
// the effects integrated out: the four eigenspaces of the covariance are those of the analysis of variance.
func (c crossed) logLikContrasts(item, labeler, residual float64) float64 {
	space := func(ss, df, variance float64) float64 {
		return -0.5 * (df*math.Log(2*math.Pi*variance) + ss/variance)
	}
	return space(c.ssItems, c.items-1, residual+c.labelers*item) +
		space(c.ssLabelers, c.labelers-1, residual+c.items*labeler) +
		space(c.residual, (c.items-1)*(c.labelers-1), residual)
}

// meanVariance is the variance of the grand mean given μ.
func (c crossed) meanVariance(item, labeler, residual float64) float64 {
	return item/c.items + labeler/c.labelers + residual/(c.items*c.labelers)
}

// The reduction to sums of squares has the density of the dense normal distribution of all labels.
func TestCrossedLikelihoodIsDenseNormal(t *testing.T) {
	const items, labelers = 4, 3
	y := mat.NewDense(items, labelers, []float64{0.3, -1, 2, 0.7, 1.1, -0.2, 0.9, 0, 1.4, -0.8, 0.6, 0.1})
	c := newCrossed(y)
	for _, v := range [][]float64{{1, 0.5, 0.8, 0.2}, {0, 0.3, 2, -1}, {4, 1e-3, 0.1, 0}} {
		item, labeler, residual, mu := v[0], v[1], v[2], v[3]
		cov := mat.NewSymDense(items*labelers, nil)
		mean := make([]float64, items*labelers)
		for a := range items * labelers {
			mean[a] = mu
			for b := a; b < items*labelers; b++ {
				x := 0.0
				if a/labelers == b/labelers {
					x += item
				}
				if a%labelers == b%labelers {
					x += labeler
				}
				if a == b {
					x += residual
				}
				cov.SetSym(a, b, x)
			}
		}
		dense, ok := distmv.NewNormal(mean, cov, nil)
		require.True(t, ok)
		v0 := c.meanVariance(item, labeler, residual)
		// The grand mean in orthonormal coordinates is √n ȳ with variance n·v0.
		n := float64(items * labelers)
		got := c.logLikContrasts(item, labeler, residual) - 0.5*(math.Log(2*math.Pi*n*v0)+(c.mean-mu)*(c.mean-mu)/v0)
		assert.InDelta(t, dense.LogProb(y.RawMatrix().Data), got, 1e-9)
	}
}

// Gaussian labels, K = 1, labelers crossed with items: the posterior under the default priors by
// quadrature over μ and three standard deviations, effects integrated out in closed form.
func TestFitAgreesWithQuadratureCrossed(t *testing.T) {
	const items, labelers = 10, 6
	truth := simulate.Truth{Family: family.Gaussian{}, Studies: []simulate.StudyTruth{{Mean: 3, ItemSD: 2,
		LabelerSD:  0.8,
		ResidualSD: 1.5}}}
	table, fit := oracleFit(t, truth, designed(items, 1, labelers, labelers, spec.Nested), spec.Priors{})
	y, centre, scale := crossedLabels(table)
	c := newCrossed(y)
	require.InDelta(t, 0, c.mean, 1e-12)

	// The defaults.
	mean, sd, labelerSD := spec.StudentT{DF: 3, Scale: 2.5}, spec.StudentT{DF: 3, Scale: 2.5},
		spec.StudentT{DF: 3, Scale: 1}
	type node struct{ z, weight float64 }
	var nodes []node // of the standard normal distribution
	for _, z := range grid(-8, 8, 65) {
		nodes = append(nodes, node{z, math.Exp(-z * z / 2)})
	}
	var m moments
	for _, ue := range grid(-1.4, 1.2, 45) {
		e := math.Exp(ue)
		for _, ui := range grid(-5, 4, 70) {
			i := math.Exp(ui)
			for _, ul := range grid(-9, 4.5, 70) {
				l := math.Exp(ul)
				logWeight := c.logLikContrasts(i*i, l*l, e*e) + logDensityOfLog(sd, ue) + logDensityOfLog(sd, ui) +
					logDensityOfLog(labelerSD, ul)
				if logWeight < m.top-45 && m.sum != nil {
					continue
				}
				// The labels' mean is 0, so that ∫ p(ȳ | μ) p(μ) dμ = E p(√v0 z) over z ~ N(0, 1), and
				// p is symmetric: E μ = 0.
				root := math.Sqrt(c.meanVariance(i*i, l*l, e*e))
				p, square := 0.0, 0.0
				for _, n := range nodes {
					mu := root * n.z
					lp, _ := mean.LogDensity(mu)
					w := n.weight * math.Exp(lp)
					p += w
					square += w * mu * mu
				}
				total := i*i + l*l + e*e
				values := []float64{0, scale * i, scale * l, scale * e, i * i / total, l * l / total}
				meanSquares := squares(values)
				values[0], meanSquares[0] = centre, centre*centre+scale*scale*square/p
				m.add(logWeight+math.Log(p), values, meanSquares)
			}
		}
	}
	s1 := fit.StudyAt(0)
	part := vpc.ParameterPartition(s1)
	labelerICC, ok := part.LabelerICC()
	require.True(t, ok)
	m.requireAgreement(t, []posterior.Quantity{
		s1.Mean(), s1.ItemSD(), s1.LabelerSD(), s1.ResidualSD(), part.ICC(), labelerICC,
	})
}

// crossedLabels returns the labels of a complete design, items × labelers, standardised by their own mean and
// standard deviation.
func crossedLabels(table *study.Table) (y *mat.Dense, centre, scale float64) {
	v := table.StudyAt(0)
	centre, scale = stat.MeanStdDev(v.Value(), nil)
	y = mat.NewDense(len(table.Items()), len(table.Labelers()), nil)
	for n, x := range v.Value() {
		y.Set(int(v.Item()[n]), int(v.Labeler()[n]), (x-centre)/scale)
	}
	return y, centre, scale
}
