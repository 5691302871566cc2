package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distmv"

	"concord/internal/slowtest"
	"concord/model/family"
	"concord/model/refusal"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// bothArms is a design in which the same labelers label an item in two studies, some of a pool.
func bothArms(items, pool, each int, rng *rand.Rand) simulate.Design {
	d := simulate.Design{Studies: []string{"x", "y"}}
	for i := range items {
		d.Items = append(d.Items, fmt.Sprintf("i%03d", i))
	}
	for k := range pool {
		d.Labelers = append(d.Labelers, fmt.Sprintf("p%02d", k))
	}
	who := make([][]int, items)
	for i := range who {
		who[i] = rng.Perm(pool)[:each]
	}
	for s := range d.Studies {
		for i, own := range who {
			for _, k := range own {
				d.Study, d.Item = append(d.Study, int32(s)), append(d.Item, int32(i))
				d.Labeler = append(d.Labeler, int32(k))
			}
		}
	}
	return d
}

// armsTruth has ρ = 0.6 and tastes that both studies share.
func armsTruth(f family.Family, taste float64) simulate.Truth {
	t := simulate.Truth{Family: f, Labelers: spec.Shared, ItemCorrelation: simulate.CommonCorrelation(2, 0.6),
		LabelerCorrelation: simulate.CommonCorrelation(2, 1),
		Facets: []simulate.FacetTruth{{Facet: spec.Facet{By: spec.ItemByLabeler().By, Covariance: spec.Common},
			SD: []float64{taste, taste}}}}
	for range 2 {
		p := simulate.StudyTruth{ItemSD: 1, LabelerSD: 0.5}
		if f.LocationScale() {
			p.ResidualSD = 1
		}
		t.Studies = append(t.Studies, p)
	}
	return t
}

func simulateArms(t *testing.T, f family.Family, taste float64, items int, seed uint64) *study.Table {
	table, err := simulate.Simulate(armsTruth(f, taste), bothArms(items, 20, 4, rand.New(rand.NewPCG(seed, 3))), seed)
	require.NoError(t, err)
	return table
}

// commonTastes is the model of labelers with tastes that studies share, asked for as correlated ones.
func commonTastes() spec.Spec {
	return spec.Spec{Labelers: spec.Shared, Facets: []spec.Facet{{By: spec.ItemByLabeler().By,
		Covariance: spec.Correlated}}}
}

// TestCorrelatedBecomesCommon holds that labels of which a labeler gives an item one in each study have effects of both
// that studies share, and that there are none without labelers, or without labelers who are in both studies.
func TestCorrelatedBecomesCommon(t *testing.T) {
	table := simulateArms(t, family.Gaussian{}, 0.7, 30, 1)
	sp, err := Resolve(table, commonTastes())
	require.NoError(t, err)
	assert.Equal(t, spec.Common, sp.Facets[0].Covariance)
	assert.Equal(t, spec.Correlated, commonTastes().Facets[0].Covariance)

	nested := commonTastes()
	nested.Facets[0].Covariance = spec.Independent
	_, err = Resolve(table, nested)
	var fault *refusal.Error
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, refusal.LevelsNotRepeated, fault.Code)

	nobody := commonTastes()
	nobody.Labelers, nobody.Facets[0].Covariance = spec.NoLabelers, spec.Common
	_, err = Resolve(table, nobody)
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, refusal.CommonOfNobody, fault.Code)
	assert.Contains(t, err.Error(), "no labeler effects")

	var b study.Builder // other labelers in each study
	for s, name := range table.Studies() {
		v := table.StudyAt(s)
		for n, y := range v.Value() {
			b.Add(table.Items()[v.Item()[n]], fmt.Sprint(name, v.Labeler()[n]), name, y)
		}
	}
	others, err := b.Table()
	require.NoError(t, err)
	_, err = Resolve(others, commonTastes())
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, refusal.LevelsNotRepeated, fault.Code)
}

// TestSimulateCommonEffects holds that effects that studies share are the same in all, but for their size.
func TestSimulateCommonEffects(t *testing.T) {
	truth := armsTruth(family.Gaussian{}, 0.7)
	truth.Facets[0].SD = []float64{0.7, 1.4}
	for s := range truth.Studies {
		truth.Studies[s] = simulate.StudyTruth{ResidualSD: 1e-9}
	}
	y, err := truth.Labels(bothArms(50, 20, 4, rand.New(rand.NewPCG(1, 2))), rand.New(rand.NewPCG(3, 4)))
	require.NoError(t, err)
	half := len(y) / 2
	for n := range half {
		assert.InDelta(t, 2*y[n], y[half+n], 1e-6)
	}
	assert.InDelta(t, 0.7, stat.StdDev(y[:half], nil), 4*0.7/math.Sqrt(float64(2*half)))
}

// TestCommonAgainstDense compares a fit of numbers with the exact posterior of its parameters: labels are multivariate
// normal given them, with a covariance that is written down label by label. Its moments are by importance sampling from
// Student's t with the moments of the draws.
func TestCommonAgainstDense(t *testing.T) {
	slowtest.Only(t)
	table := standardised(t, simulateArms(t, family.Gaussian{}, 1, 12, 5))
	sp := commonTastes()
	sp.Labelers = spec.Nested
	fit, err := Fit(t.Context(), table, sp, sampler.Settings{Seed: 2, Draws: 1000})
	require.NoError(t, err)
	x, y := fit.StudyAt(0), fit.StudyAt(1)
	rho := x.ItemCorrelation(y)
	term := "item:labeler"
	cor, ok := x.TermCorrelation(term, y)
	require.True(t, ok)
	assert.Equal(t, 1.0, cor.Chains[0][0])
	assert.InDeltaSlice(t, x.TermSD(term).Chains[0], y.TermSD(term).Chains[0], 1e-9)

	var rows []float64
	count := 0
	for c := range rho.Chains {
		for i := range rho.Chains[c] {
			at := func(chains [][]float64) float64 { return chains[c][i] }
			rows = append(rows, at(x.Mean().Chains), at(y.Mean().Chains), math.Atanh(at(rho.Chains)),
				math.Log(at(x.ItemSD().Chains)), math.Log(at(y.ItemSD().Chains)),
				math.Log(at(x.LabelerSD().Chains)), math.Log(at(y.LabelerSD().Chains)),
				math.Log(at(x.TermSD(term).Chains)),
				math.Log(at(x.ResidualSD().Chains)), math.Log(at(y.ResidualSD().Chains)))
			count++
		}
	}
	const dim = 10
	draws := mat.NewDense(count, dim, rows)
	var cov mat.SymDense
	stat.CovarianceMatrix(&cov, draws, nil)
	mean := make([]float64, dim)
	for v := range mean {
		mean[v] = stat.Mean(mat.Col(nil, v, draws), nil)
	}
	proposal, ok := distmv.NewStudentsT(mean, &cov, 5, rand.NewPCG(8, 9))
	require.True(t, ok)
	exact := newExactNumbers(table)
	const many = 6000
	points, logs, most := make([][]float64, many), make([]float64, many), math.Inf(-1)
	for n := range many {
		points[n] = proposal.Rand(nil)
		logs[n] = exact.logDensity(points[n]) - proposal.LogProb(points[n])
		most = math.Max(most, logs[n])
	}
	weight, sum, square := make([]float64, many), 0.0, 0.0
	for n := range weight {
		weight[n] = math.Exp(logs[n] - most)
		sum += weight[n]
		square += weight[n] * weight[n]
	}
	effective := sum * sum / square
	require.Greater(t, effective, 200.0)
	for v, name := range []string{"mu x", "mu y", "rho", "item x", "item y", "labeler x", "labeler y", "taste",
		"noise x", "noise y"} {
		natural := math.Exp
		switch {
		case v < 2:
			natural = func(x float64) float64 { return x }
		case v == 2:
			natural = math.Tanh
		}
		column, drawn := make([]float64, many), make([]float64, count)
		for n := range points {
			column[n] = natural(points[n][v])
		}
		for n := range drawn {
			drawn[n] = natural(draws.At(n, v))
		}
		m, sd := stat.MeanStdDev(column, weight)
		// Four standard errors of both, with at least 400 independent draws of the fit.
		assert.InDelta(t, m, stat.Mean(drawn, nil), 4*sd*math.Sqrt(1/effective+1.0/400), name)
	}
}

// standardised returns a table of numbers whose studies have the mean 0 and the standard deviation 1.
func standardised(t *testing.T, table *study.Table) *study.Table {
	var b study.Builder
	for s, name := range table.Studies() {
		v := table.StudyAt(s)
		m, sd := stat.MeanStdDev(v.Value(), nil)
		for n, y := range v.Value() {
			b.Add(table.Items()[v.Item()[n]], table.Labelers()[v.Labeler()[n]], name, (y-m)/sd)
		}
	}
	out, err := b.Table()
	require.NoError(t, err)
	return out
}

// exactNumbers is the exact posterior density of the parameters of numbers with nested labelers and tastes that two
// studies share.
type exactNumbers struct {
	study, item, labeler []int32
	y                    []float64
}

func newExactNumbers(t *study.Table) *exactNumbers {
	d := &exactNumbers{}
	for s := range t.Studies() {
		v := t.StudyAt(s)
		for n, y := range v.Value() {
			d.study, d.item = append(d.study, int32(s)), append(d.item, v.Item()[n])
			d.labeler, d.y = append(d.labeler, v.Labeler()[n]), append(d.y, y)
		}
	}
	return d
}

// logDensity is at μ, tanh⁻¹ ρ and the logarithms of standard deviations, with the default priors.
func (d *exactNumbers) logDensity(p []float64) float64 {
	rho := math.Tanh(p[2])
	sd := func(at int) float64 { return math.Exp(p[at]) }
	student := func(x, scale float64) float64 { return -2 * math.Log1p(x*x/(3*scale*scale)) }
	logp := student(p[0], 2.5) + student(p[1], 2.5) + math.Log(1-rho*rho)
	for _, at := range []int{3, 4, 8, 9} {
		logp += student(sd(at), 2.5) + p[at]
	}
	for _, at := range []int{5, 6, 7} {
		logp += student(sd(at), 1) + p[at]
	}
	n := len(d.y)
	cov, rest := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for i := range n {
		s := int(d.study[i])
		rest.SetVec(i, d.y[i]-p[s])
		for j := range i + 1 {
			r, c := int(d.study[j]), 0.0
			if d.item[i] == d.item[j] {
				c += sd(3+s) * sd(3+r) * map[bool]float64{true: 1, false: rho}[s == r]
				if d.labeler[i] == d.labeler[j] {
					c += sd(7) * sd(7)
				}
			}
			if s == r && d.labeler[i] == d.labeler[j] {
				c += sd(5+s) * sd(5+s)
			}
			if i == j {
				c += sd(8+s) * sd(8+s)
			}
			cov.SetSym(i, j, c)
		}
	}
	var factor mat.Cholesky
	if !factor.Factorize(cov) {
		return math.Inf(-1)
	}
	var solved mat.VecDense
	if factor.SolveVecTo(&solved, rest) != nil {
		return math.Inf(-1)
	}
	return logp - 0.5*factor.LogDet() - 0.5*mat.Dot(rest, &solved)
}
