package planning

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"

	"concord/internal/effect"
)

// trueStudies are studies of items whose effects have unit variance and these correlations.
type trueStudies struct {
	correlation     *mat.SymDense
	mean            []float64
	item, labeler   float64 // standard deviations; of binary labels, in logits
	residual        float64 // 0: labels are binary
	labels, people  int     // people who label every item, one label each; 0: nobody is met twice
	items, simulate int
}

func (ts trueStudies) name() string {
	return fmt.Sprintf("%d groups, residual %v, k = %d, %d people", len(ts.mean), ts.residual, ts.labels, ts.people)
}

func (ts trueStudies) effects() *mat.TriDense {
	var c mat.Cholesky
	c.Factorize(ts.correlation)
	var l mat.TriDense
	c.LTo(&l)
	return &l
}

// scored are the studies as [Statistic] takes them.
func (ts trueStudies) scored() Items {
	const n = 4096
	var effects mat.Dense
	effects.Mul(NormalItems(n, len(ts.mean)), ts.effects().T())
	all := Items{Weight: slices.Repeat([]float64{1. / n}, n), Groups: make([]Labels, len(ts.mean))}
	for s, mu := range ts.mean {
		of := &all.Groups[s]
		if ts.residual > 0 {
			of.Numbers = &Components{ts.item * ts.item, ts.labeler * ts.labeler, ts.residual * ts.residual}
			for i := range n {
				of.At = append(of.At, Moments{mu + ts.item*effects.At(i, s)})
			}
			continue
		}
		for i := range n {
			p := effect.Mean(mu+ts.item*effects.At(i, s), ts.labeler)
			of.At = append(of.At, Moments{p, p, p, p})
		}
		for z := -4.0; z <= 4 && ts.labeler > 0; z += 0.5 {
			l := LabelerMoments{Weight: math.Exp(-z * z / 2)}
			for i := range n {
				l.Mean = append(l.Mean, 1/(1+math.Exp(-mu-ts.item*effects.At(i, s)-ts.labeler*z)))
			}
			of.Labelers = append(of.Labelers, l)
		}
	}
	return all
}

// estimates returns the moment estimates of the correlations of the first study with the others, of studies drawn anew.
func (ts trueStudies) estimates(rng *rand.Rand) []float64 {
	studies, l := len(ts.mean), ts.effects()
	labels, levels := make([][][]float64, studies), make([][]float64, studies)
	for s := range studies {
		labels[s] = make([][]float64, ts.items)
		for range ts.people {
			levels[s] = append(levels[s], ts.labeler*rng.NormFloat64())
		}
	}
	z, effect := mat.NewVecDense(studies, nil), mat.NewVecDense(studies, nil)
	for i := range ts.items {
		for s := range studies {
			z.SetVec(s, rng.NormFloat64())
		}
		effect.MulVec(l, z)
		for s := range studies {
			for j := range ts.labels {
				level := 0.0
				if ts.people > 0 {
					level = levels[s][j]
				} else {
					level = ts.labeler * rng.NormFloat64()
				}
				theta := ts.mean[s] + ts.item*effect.AtVec(s) + level
				y := theta + ts.residual*rng.NormFloat64()
				if ts.residual == 0 {
					y = 0
					if rng.Float64() < 1/(1+math.Exp(-theta)) {
						y = 1
					}
				}
				labels[s][i] = append(labels[s][i], y)
			}
		}
	}
	return ts.moments(labels)
}

// moments estimates correlations. Where every labeler labels every item, labels are centred by their labeler's mean.
func (ts trueStudies) moments(labels [][][]float64) []float64 {
	studies := len(labels)
	x, u := make([][]float64, studies), make([][]float64, studies)
	for s := range labels {
		centre := make([]float64, ts.labels)
		for j := range centre {
			for i := range labels[s] {
				if ts.people > 0 {
					centre[j] += labels[s][i][j] / float64(ts.items)
				}
			}
		}
		for _, of := range labels[s] {
			var sum, squares float64
			for j, y := range of {
				sum, squares = sum+y-centre[j], squares+(y-centre[j])*(y-centre[j])
			}
			k := float64(ts.labels)
			x[s], u[s] = append(x[s], sum/k), append(u[s], (sum*sum-squares)/(k*(k-1)))
		}
	}
	mean := func(f func(i int) float64) (m float64) {
		for i := range ts.items {
			m += f(i) / float64(ts.items)
		}
		return m
	}
	var p, v, rho []float64
	for s := range studies {
		p = append(p, mean(func(i int) float64 { return x[s][i] }))
		v = append(v, mean(func(i int) float64 { return u[s][i] })-p[s]*p[s])
	}
	for s := 1; s < studies; s++ {
		c := mean(func(i int) float64 { return x[0][i] * x[s][i] }) - p[0]*p[s]
		rho = append(rho, c/math.Sqrt(v[0]*v[s]))
	}
	return rho
}

func threeStudies(a, b, ab float64) *mat.SymDense {
	return mat.NewSymDense(3, []float64{1, a, b, a, 1, ab, b, ab, 1})
}

// Oracle: the estimator of moments on simulated studies, of one correlation and of a difference.
func TestCorrelationSEBySimulation(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	for _, ts := range []trueStudies{
		{threeStudies(0.6, 0.8, 0.5), []float64{0, 1, 2}, 1, 0, 1, 2, 0, 600, 300},
		{threeStudies(0.6, 0.8, 0.5), []float64{0, 1, 2}, 1, 0.6, 1, 4, 0, 600, 300},
		{threeStudies(0.7, 0.9, 0.7), []float64{-0.5, 0, -1}, 2, 0, 0, 3, 0, 600, 300},
		{threeStudies(0.4, 0.7, 0.2), []float64{-2, -1.5, 0}, 1.5, 1, 0, 5, 0, 1500, 250},
		{threeStudies(0.5, 0.8, 0.6), []float64{-2, 0.5, 0}, 1.5, 1, 0, 6, 6, 4000, 200},
	} {
		items := ts.scored()
		design := Design{Items: ts.items, LabelsPerItem: ts.labels, Labelers: float64(ts.people)}
		nobody := Design{Items: ts.items, LabelsPerItem: ts.labels}
		one := items.Correlation(0, 1)
		differ := items.CorrelationDifference(0, 1, 2)
		assert.InDelta(t, one.Value-items.Correlation(0, 2).Value, differ.Value, 1e-12)
		simulated := make([][]float64, ts.simulate)
		for i := range simulated {
			simulated[i] = ts.estimates(rng)
		}
		for _, c := range []struct {
			name        string
			got, nobody float64 // with and without labelers
			of          func(rho []float64) float64
		}{
			{"correlation", one.SE(design, design), one.SE(nobody, nobody),
				func(rho []float64) float64 { return rho[0] }},
			{"difference", differ.SE(design, design, design), differ.SE(nobody, nobody, nobody),
				func(rho []float64) float64 { return rho[0] - rho[1] }},
		} {
			i := 0
			sd, se := spread(ts.simulate, func() float64 { i++; return c.of(simulated[i-1]) })
			t.Logf("%s, %s: %.4f (%.4f without labelers), simulated %.4f (%.4f)", ts.name(), c.name, c.got, c.nobody,
				sd, se)
			assert.InDelta(t, sd, c.got, 4*se+0.01*sd, "%s, %s", ts.name(), c.name)
			if ts.people > 0 {
				assert.Less(t, c.nobody, 0.9*sd, "people differ, and there are few")
			}
		}
	}
}

// Oracle: the sampling covariances of the products of two normal item means, which are those of Wishart (Anderson 2003,
// An Introduction to Multivariate Statistical Analysis, section 3.4), with mean squares within items, by the delta
// method.
func TestCorrelationSEOfNumbers(t *testing.T) {
	for _, rho := range []float64{-0.3, 0, 0.5, 0.95} {
		ts := trueStudies{correlation: mat.NewSymDense(2, []float64{1, rho, rho, 1}), mean: []float64{5, -2}, item: 1.5,
			labeler: 0.5, residual: 2}
		items := ts.scored()
		items.Groups[1].Numbers.Residual = 1
		c := items.Correlation(0, 1)
		assert.InDelta(t, rho, c.Value, 0.002)
		a := Design{Items: 500, LabelsPerItem: 3, Labelers: 20}
		b := Design{Items: 500, LabelsPerItem: 2, Labelers: 30}
		x, y := *items.Groups[0].Numbers, *items.Groups[1].Numbers
		assert.InEpsilon(t, wishart(rho, x, y, a, b), c.SE(a, b), 0.01, "ρ = %v", rho)
	}
}

func wishart(rho float64, x, y Components, a, b Design) float64 {
	n := float64(a.Items)
	k, l := float64(a.LabelsPerItem), float64(b.LabelsPerItem)
	v, w := x.Residual+x.unknownHabit(a), y.Residual+y.unknownHabit(b)
	c := rho * math.Sqrt(x.Item*y.Item)
	sx, sy := x.Item+v/k, y.Item+w/l
	varX := 2*sx*sx/n + 2*v*v/(n*(k-1)*k*k)
	varY := 2*sy*sy/n + 2*w*w/(n*(l-1)*l*l)
	dx, dy, dc := -rho/(2*x.Item), -rho/(2*y.Item), 1/math.Sqrt(x.Item*y.Item)
	return math.Sqrt(dx*dx*varX + dy*dy*varY + dc*dc*(sx*sy+c*c)/n +
		2*dx*dy*2*c*c/n + 2*dx*dc*2*sx*c/n + 2*dy*dc*2*sy*c/n)
}

// With unlimited labels of an item the correlation is that of what is seen, with (1 − ρ²)/√n (Fisher 1915), and the
// difference of two that have a study in common that of Olkin and Siotani (1976), as in Steiger (1980, equation 3).
func TestCorrelationSEWithoutNoise(t *testing.T) {
	a, b, ab := 0.5, 0.8, 0.6
	ts := trueStudies{correlation: threeStudies(a, b, ab), mean: []float64{0, 0, 0}, item: 1, residual: 1}
	items := ts.scored()
	d := Design{Items: 400, LabelsPerItem: 1e9}
	assert.InEpsilon(t, (1-a*a)/20, items.Correlation(0, 1).SE(d, d), 0.01)
	cov := ab*(1-a*a-b*b) - 0.5*a*b*(1-a*a-b*b-ab*ab)
	want := math.Sqrt(math.Pow(1-a*a, 2)+math.Pow(1-b*b, 2)-2*cov) / 20
	assert.InEpsilon(t, want, items.CorrelationDifference(0, 1, 2).SE(d, d, d), 0.01)
}

func TestCorrelationsThatNoDesignShows(t *testing.T) {
	ts := trueStudies{correlation: mat.NewSymDense(2, []float64{1, 0.5, 0.5, 1}), mean: []float64{0, 0}, item: 1,
		residual: 1}
	items := ts.scored()
	c := items.Correlation(0, 1)
	one, two := Design{Items: 9, LabelsPerItem: 1}, Design{Items: 9, LabelsPerItem: 2}
	assert.True(t, math.IsInf(c.SE(two, one), 1), "one label")
	assert.True(t, math.IsNaN(c.SE(two, Design{Items: 8, LabelsPerItem: 2})), "other items")
	assert.True(t, math.IsNaN(c.SE(Design{Items: 1, LabelsPerItem: 2}, Design{Items: 1, LabelsPerItem: 2})), "one item")
	assert.Panics(t, func() { c.SE(two) })
	clear(items.Groups[0].At)
	c = items.Correlation(0, 1)
	assert.True(t, math.IsNaN(c.SE(two, two)), "items that do not differ")
}
