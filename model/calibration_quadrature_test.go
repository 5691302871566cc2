package model_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// moments sums weighted values over a grid of parameters, with weights given by their logarithms: the posterior means
// and standard deviations that draws are compared with.
type moments struct {
	top, weight float64
	sum, square []float64
}

// add adds the conditional means and mean squares of the quantities at one point.
func (m *moments) add(logWeight float64, mean, meanSquare []float64) {
	if m.sum == nil {
		m.top, m.sum, m.square = math.Inf(-1), make([]float64, len(mean)), make([]float64, len(mean))
	}
	if logWeight < m.top-45 {
		return
	}
	if logWeight > m.top {
		shrink := math.Exp(m.top - logWeight)
		m.weight *= shrink
		for v := range m.sum {
			m.sum[v] *= shrink
			m.square[v] *= shrink
		}
		m.top = logWeight
	}
	w := math.Exp(logWeight - m.top)
	m.weight += w
	for v := range mean {
		m.sum[v] += w * mean[v]
		m.square[v] += w * meanSquare[v]
	}
}

func (m *moments) mean(v int) float64 { return m.sum[v] / m.weight }
func (m *moments) sd(v int) float64 {
	return math.Sqrt(m.square[v]/m.weight - m.mean(v)*m.mean(v))
}

// grid returns n points from low to high for the trapezoidal rule, which for smooth densities that vanish at both
// ends converges faster than any power of the step.
func grid(low, high float64, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = low + (high-low)*float64(i)/float64(n-1)
	}
	return x
}

// squares returns the squares of x.
func squares(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = v * v
	}
	return out
}

// logDensityOfLog returns the log density of log σ = u under a prior of σ.
func logDensityOfLog(p spec.Prior, u float64) float64 {
	l, _ := p.LogDensity(math.Exp(u))
	return l + u
}

// requireAgreement requires means and standard deviations of draws to be those of the quadrature, within 4 Monte
// Carlo standard errors.
func (m *moments) requireAgreement(t *testing.T, quantities []posterior.Quantity) {
	t.Helper()
	require.Len(t, quantities, len(m.sum))
	for v, q := range quantities {
		s := q.Summary(0.9)
		assert.InDelta(t, m.mean(v), s.Mean, 4*s.MCSEMean, "mean of %s, quantity %d", q.Name, v)
		assert.InDelta(t, m.sd(v), s.SD, 4*s.MCSESD, "standard deviation of %s, quantity %d", q.Name, v)
		t.Logf("%-24s mean %9.5f, exact %9.5f (%+.1f SE)   sd %8.5f, exact %8.5f (%+.1f SE)", q.Name,
			s.Mean, m.mean(v), (s.Mean-m.mean(v))/s.MCSEMean, s.SD, m.sd(v), (s.SD-m.sd(v))/s.MCSESD)
	}
}

// oracleFit simulates labels and fits them with draws enough to show an error of a fiftieth of a posterior standard
// deviation.
func oracleFit(t *testing.T, truth simulate.Truth, plan simulate.Plan, priors spec.Priors) (*study.Table,
	*model.Posterior) {
	t.Helper()
	design, err := plan.Generate(3)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, design, 3)
	require.NoError(t, err)
	fit, err := model.Fit(context.Background(), table, spec.Spec{Labelers: plan.Labelers,
		Residual: spec.CommonResidual, Priors: priors}, sampler.Settings{Seed: 4, Draws: 4000})
	require.NoError(t, err)
	return table, fit
}

// cells returns the mean of the labels of each item in each study, K×J, and the number of labels of
// the first; all have as many.
func cells(table *study.Table) (mean [][]float64, n int) {
	for s := range table.Studies() {
		v := table.StudyAt(s)
		sum, count := make([]float64, len(table.Items())), make([]int, len(table.Items()))
		for i, j := range v.Item() {
			sum[j] += v.Value()[i]
			count[j]++
		}
		for j := range sum {
			sum[j] /= float64(count[j])
		}
		mean, n = append(mean, sum), count[0]
	}
	return mean, n
}
