package model_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/integrate/quad"

	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
	"concord/vpc"
)

// normalNodes returns the n nodes and weights of Gauss-Hermite quadrature over N(0, 1).
func normalNodes(n int) (z, w []float64) {
	z, w = make([]float64, n), make([]float64, n)
	quad.Hermite{}.FixedLocations(z, w, math.Inf(-1), math.Inf(1)) // for the weight exp(−x²)
	for i := range z {
		z[i] *= math.Sqrt2
		w[i] /= math.SqrtPi
	}
	return z, w
}

// twoLabelers is binary labels of two labelers who both labelled every item: tally[y1][y2] items
// have labels y1 and y2.
type twoLabelers struct {
	tally              [2][2]float64
	items, itemW       []float64 // quadrature over an item's effect
	labelers, labelerW []float64 // quadrature over a labeler's effect
	p, q               [][]float64
}

func newTwoLabelers(tally [2][2]float64, itemNodes, labelerNodes int) *twoLabelers {
	t := &twoLabelers{tally: tally}
	t.items, t.itemW = normalNodes(itemNodes)
	t.labelers, t.labelerW = normalNodes(labelerNodes)
	for range t.labelers {
		t.p, t.q = append(t.p, make([]float64, itemNodes)), append(t.q, make([]float64, itemNodes))
	}
	return t
}

// logLik integrates the item effects out for each pair of labeler effects, and these out after that.
func (t *twoLabelers) logLik(mu, itemSD, labelerSD float64) float64 {
	for a, za := range t.labelers {
		for i, zi := range t.items {
			e := math.Exp(mu + itemSD*zi + labelerSD*za)
			t.p[a][i], t.q[a][i] = e/(1+e), 1/(1+e)
		}
	}
	sum := 0.0
	for a := range t.labelers {
		for b := range a + 1 {
			var both, first, second, neither float64
			for i, w := range t.itemW {
				p, q := w*t.p[a][i], w*t.q[a][i]
				both += p * t.p[b][i]
				first += p * t.q[b][i]
				second += q * t.p[b][i]
				neither += q * t.q[b][i]
			}
			alike := t.tally[1][1]*math.Log(both) + t.tally[0][0]*math.Log(neither)
			first, second = math.Log(first), math.Log(second)
			l := math.Exp(alike + t.tally[1][0]*first + t.tally[0][1]*second)
			if b != a { // and the labelers the other way round
				l += math.Exp(alike + t.tally[1][0]*second + t.tally[0][1]*first)
			}
			sum += t.labelerW[a] * t.labelerW[b] * l
		}
	}
	return math.Log(sum)
}

// newTally counts the items of a complete design with two labelers by their labels.
func newTally(table *study.Table) (tally [2][2]float64) {
	v := table.StudyAt(0)
	labels := make([][2]int, len(table.Items()))
	for n, y := range v.Value() {
		labels[v.Item()[n]][v.Labeler()[n]] = int(y)
	}
	for _, l := range labels {
		tally[l[0]][l[1]]++
	}
	return tally
}

// Bernoulli labels, K = 1, two labelers crossed with items: the posterior with normal priors by
// quadrature over item effects, labeler effects, μ and both standard deviations.
func TestFitAgreesWithQuadratureBinary(t *testing.T) {
	truth := simulate.Truth{Family: family.Bernoulli{}, Studies: []simulate.StudyTruth{{Mean: 0.4, ItemSD: 1.5,
		LabelerSD: 0.8}}}
	priors := spec.Priors{Mean: spec.Normal{Scale: 1}, SD: spec.Normal{Scale: 1}}
	table, fit := oracleFit(t, truth, designed(20, 1, 2, 2, spec.Nested), priors)
	q := newTwoLabelers(newTally(table), 24, 20)

	// With no effects all items are alike: ½ of each label at μ = 0.
	require.InDelta(t, 40*math.Log(0.5), q.logLik(0, 0, 0), 1e-9)
	// At labeler effects of 0 the items' probabilities alone remain, summed here by the trapezoidal rule.
	want := 0.0
	for y1 := range 2 {
		for y2 := range 2 {
			f := 0.0
			for _, z := range grid(-9, 9, 361) {
				p := 1 / (1 + math.Exp(-0.3-1.7*z))
				f += 0.05 * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) * []float64{1 - p, p}[y1] * []float64{1 - p, p}[y2]
			}
			want += q.tally[y1][y2] * math.Log(f)
		}
	}
	assert.InDelta(t, want, q.logLik(0.3, 1.7, 0), 1e-5)

	var m moments
	for _, ui := range grid(-8, 1.8, 31) {
		i := math.Exp(ui)
		for _, ul := range grid(-8, 1.8, 31) {
			l := math.Exp(ul)
			for _, mu := range grid(-5, 5, 27) {
				lp, _ := priors.Mean.LogDensity(mu)
				total := i*i + l*l + math.Pi*math.Pi/3
				values := []float64{mu, i, l, i * i / total, l * l / total}
				m.add(q.logLik(mu, i, l)+lp+logDensityOfLog(priors.SD, ui)+logDensityOfLog(priors.SD, ul), values,
					squares(values))
			}
		}
	}
	s1 := fit.StudyAt(0)
	part := vpc.ParameterPartition(s1)
	labelerICC, ok := part.LabelerICC()
	require.True(t, ok)
	m.requireAgreement(t, []posterior.Quantity{s1.Mean(), s1.ItemSD(), s1.LabelerSD(), part.ICC(), labelerICC})
}
