package model_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/internal/modeltest"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/vpc"
)

// itemPatterns counts the items that have the same labels. A pattern is how many labels are of each category.
func itemPatterns(table *study.Table, lowest float64) map[[3]int]float64 {
	items := make([][3]int, len(table.Items()))
	v := table.StudyAt(0)
	for i, j := range v.Item() {
		items[j][int(v.Value()[i]-lowest)]++
	}
	patterns := map[[3]int]float64{}
	for _, labels := range items {
		patterns[labels]++
	}
	return patterns
}

// studentGrid is the trapezoidal rule for effects from Student's t with scale 1: points b = sinh x, at which the tail
// of the density falls exponentially in x, and for each ν > 2 the weights, which sum to 1.
type studentGrid struct{ b, x []float64 }

func newStudentGrid(n int) studentGrid {
	g := studentGrid{x: grid(-7, 7, n)}
	for _, x := range g.x {
		g.b = append(g.b, math.Sinh(x))
	}
	return g
}

func (g studentGrid) weights(df float64) []float64 {
	w, sum := make([]float64, len(g.b)), 0.0
	for i, b := range g.b {
		w[i] = math.Cosh(g.x[i]) * math.Pow(1+b*b/df, -(df+1)/2)
		sum += w[i]
	}
	for i := range w {
		w[i] /= sum
	}
	return w
}

// studentPosterior adds the points of a grid over the scale of the items and ν, given the thresholds of the categories.
// The values are the thresholds, the scale, ν, and the ICC on the label scale, which is the variance of an item's mean
// label over that of a label.
func studentPosterior(m *moments, g studentGrid, patterns map[[3]int]float64, thresholds []float64, logPrior float64,
	scales, dfs []float64) {
	weights := make([][]float64, len(dfs))
	for i, v := range dfs {
		weights[i] = g.weights(2 + math.Exp(v))
	}
	n := len(g.b)
	mean, square := make([]float64, n), make([]float64, n)
	likelihoods, counts := make([][]float64, 0, len(patterns)), make([]float64, 0, len(patterns))
	for _, u := range scales {
		scale := math.Exp(u)
		likelihoods, counts = likelihoods[:0], counts[:0]
		chances := make([][3]float64, n)
		for i, b := range g.b {
			last := 0.0
			for c, at := range thresholds {
				upTo := 1 / (1 + math.Exp(scale*b-at))
				chances[i][c] = upTo - last
				last = upTo
			}
			chances[i][len(thresholds)] = 1 - last
			mean[i] = chances[i][1] + 2*chances[i][2]
			square[i] = chances[i][1] + 4*chances[i][2]
		}
		for labels, count := range patterns {
			l := make([]float64, n)
			for i := range l {
				l[i] = 1
				for c, of := range labels {
					for range of {
						l[i] *= chances[i][c]
					}
				}
			}
			likelihoods, counts = append(likelihoods, l), append(counts, count)
		}
		for d, v := range dfs {
			df, w := 2+math.Exp(v), weights[d]
			lp := logPrior + logDensityOfLog(spec.StudentT{DF: 3, Scale: 2.5}, u) + math.Log(df) - 0.1*df + v
			for p, l := range likelihoods {
				sum := 0.0
				for i, q := range w {
					sum += q * l[i]
				}
				lp += counts[p] * math.Log(sum)
			}
			first, second, total := 0.0, 0.0, 0.0
			for i, q := range w {
				first, second, total = first+q*mean[i], second+q*mean[i]*mean[i], total+q*square[i]
			}
			values := append(append([]float64(nil), thresholds...), scale, df,
				(second-first*first)/(total-first*first))
			m.add(lp, values, squares(values))
		}
	}
}

// fittedStudent simulates and fits 40 items from Student's t with 3 degrees of freedom.
func fittedStudent(t *testing.T, f family.Family, s simulate.StudyTruth, labels int) (*study.Table, *model.Posterior) {
	t.Helper()
	s.ItemSD = 3
	truth := simulate.Truth{Family: f, Labelers: spec.NoLabelers, ItemDF: 3, Studies: []simulate.StudyTruth{s}}
	table := modeltest.Simulated(t, truth, designed(40, 1, 0, labels, spec.NoLabelers), 3)
	fit, err := model.Fit(t.Context(), table, spec.Spec{Labelers: spec.NoLabelers, Items: spec.StudentItems},
		sampler.Settings{Seed: 4, Draws: 2000})
	require.NoError(t, err)
	return table, fit
}

// studentQuantities are the scale of the items, ν and the ICC on the label scale.
func studentQuantities(t *testing.T, fit *model.Posterior) []posterior.Quantity {
	t.Helper()
	sds, ok := fit.PriorSDs(fit.StudyAt(0))
	require.True(t, ok)
	df, ok := fit.ItemDF()
	require.True(t, ok)
	return []posterior.Quantity{sds[0].Draws, df, vpc.LabelPartition(fit.StudyAt(0)).ICC()}
}

// Labels yes and no whose items are from Student's t: the posterior by quadrature over each item's effect, inside
// quadrature over μ, the scale of the items and their degrees of freedom.
func TestFitAgreesWithQuadratureStudent(t *testing.T) {
	table, fit := fittedStudent(t, family.Bernoulli{}, simulate.StudyTruth{Mean: 0.5}, 6)
	patterns := itemPatterns(table, 0)
	var m moments
	g := newStudentGrid(161)
	for _, mu := range grid(-3, 3, 25) {
		lp, _ := spec.StudentT{DF: 3, Scale: 2.5}.LogDensity(mu)
		studentPosterior(&m, g, patterns, []float64{-mu}, lp, grid(-1.5, 3.5, 27), grid(-7, 5, 17))
	}
	m.sum[0] *= -1 // the only threshold is −μ
	m.requireAgreement(t, append([]posterior.Quantity{fit.StudyAt(0).Mean()}, studentQuantities(t, fit)...))
}
