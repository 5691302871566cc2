package xcc_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
	"concord/xcc"
)

// withDF is a fit with these draws whose items are from Student's t. Ordered labels have three categories.
func withDF(t *testing.T, sp spec.Spec, draws []params, df float64) *model.Posterior {
	t.Helper()
	numbers := sp
	numbers.Family = family.Gaussian{}
	plain := make([]params, len(draws))
	for i, p := range draws {
		p.own = nil
		plain[i] = p
	}
	normal := fitOf(t, numbers, plain).Draws()
	names := []string{"df_item"}
	for v := range normal.Names() {
		names = append(names, normal.Quantity(v).Name)
	}
	of := len(names)
	if draws[0].own != nil {
		names = append(names, "threshold[1,1]", "threshold[1,2]", "threshold[2,1]", "threshold[2,2]")
	}
	d := posterior.NewDraws(names, 1, len(draws))
	for i, p := range draws {
		d.Chain(0, 0)[i] = df
		for s := range p.own {
			d.Chain(of+2*s, 0)[i], d.Chain(of+2*s+1, 0)[i] = -p.mu[s], p.own[s][0]-p.mu[s]
		}
	}
	for v := range normal.Names() {
		copy(d.Chain(v+1, 0), normal.Chain(v, 0))
	}
	sp.Items = spec.StudentItems
	fit, err := model.FromDraws(sp, studies[:len(draws[0].mu)], d)
	require.NoError(t, err)
	return fit
}

// Oracle: simulation. Of each item of n two people of each study say how probable each category is, and in the first
// study one of them says it of a second item too. Covariances are within 4.5 Monte Carlo standard errors.
func TestStudentItemsBySimulation(t *testing.T) {
	three, err := family.NewOrdinal([]string{"1", "2", "3"}, nil)
	require.NoError(t, err)
	p := pair(-0.5, 1.6, 0.8, 0.7, 2.2, 1.1, 0.75)
	ordinal := p
	ordinal.own = [][]float64{{1.5}, {0.8}}
	for _, c := range []struct {
		f    family.Categorical
		spec spec.Spec
		p    params
	}{{family.Bernoulli{}, bernoulli, p}, {three, spec.Spec{Family: three, Labelers: spec.Nested}, ordinal}} {
		const n, df = 200_000, 3
		rng := rand.New(rand.NewPCG(8, 9))
		categories := c.f.Categories()
		chances, own := make([]float64, categories), c.p.own
		if own == nil {
			own = make([][]float64, 2)
		}
		score := func(s int, u float64) (mean, square float64) {
			c.f.Chances(chances, c.p.mu[s]+u, 0, own[s])
			for y, q := range chances {
				mean += q * float64(y)
				square += q * float64(y*y)
			}
			return mean, square
		}
		effect := func() (a, b float64) {
			factor := math.Sqrt((df - 2.0) / distuv.ChiSquared{K: df, Src: rng}.Rand())
			z, w := rng.NormFloat64(), rng.NormFloat64()
			return factor * c.p.item[0] * z, factor * c.p.item[1] * (0.75*z + math.Sqrt(1-0.75*0.75)*w)
		}
		var same, cross, labeler, first, second, squares [n]float64
		for i := range n {
			a, b := effect()
			another, _ := effect()
			of := c.p.labeler[0] * rng.NormFloat64()
			x, xx := score(0, a+of)
			x2, _ := score(0, a+c.p.labeler[0]*rng.NormFloat64())
			x3, _ := score(0, another+of)
			y, _ := score(1, b+c.p.labeler[1]*rng.NormFloat64())
			same[i], cross[i], labeler[i], first[i], second[i], squares[i] = x*x2, x*y, x*x3, x, y, xx
		}
		fit := withDF(t, c.spec, []params{c.p}, df)
		j := onScale(t, fit, vpc.Label)
		a, b := fit.StudyAt(0), fit.StudyAt(1)
		part, other := j.Partition(a), j.Partition(b)
		lowest := 0.0
		if c.f.Categories() > 2 {
			lowest = 1 // scores are from 1
		}
		meanA, meanB := part.Mean().Chains[0][0]-lowest, other.Mean().Chains[0][0]-lowest
		near := func(want float64, of []float64, what string) {
			t.Helper()
			mean, sd := stat.MeanStdDev(of, nil)
			assert.InDelta(t, mean, want, 4.5*sd/math.Sqrt(n), "%v %s", c.f, what)
		}
		near(meanA, first[:], "mean of the first")
		near(meanB, second[:], "mean of the second")
		near(part.TotalVariance().Chains[0][0]+meanA*meanA, squares[:], "mean square")
		near(part.ItemVariance().Chains[0][0]+meanA*meanA, same[:], "labels of an item")
		onLabeler, _ := part.LabelerVariance()
		near(onLabeler.Chains[0][0]+meanA*meanA, labeler[:], "labels of a labeler")
		covariance := j.XCC(a, b).Chains[0][0] *
			math.Sqrt(part.TotalVariance().Chains[0][0]*other.TotalVariance().Chains[0][0])
		near(covariance+meanA*meanB, cross[:], "labels of two studies")

		// Tables of pairs say the same with the squared distance of scores.
		im, ok := j.Implied()
		require.True(t, ok)
		by, ok := im.By(func([]float64) [][]float64 {
			d := make([][]float64, categories)
			for y := range d {
				for z := range categories {
					d[y] = append(d[y], square(float64(y-z)))
				}
			}
			return d
		})
		require.True(t, ok)
		assert.InDelta(t, part.ICC().Chains[0][0], by.Kappa(a).Chains[0][0], 1e-5)
		fromTables, _ := by.CrossKappa(a, b)
		fromMoments, _ := im.CrossKappa(a, b)
		assert.InDelta(t, fromMoments.Chains[0][0], fromTables.Chains[0][0], 1e-5)
		shares, ok := xcc.Shares(a)
		require.True(t, ok)
		mean := 0.0
		for y, q := range shares {
			mean += float64(y) * q.Chains[0][0]
		}
		assert.InDelta(t, meanA, mean, 1e-6)
		// A label that shares item and labeler shares more than one that shares the item.
		both := part.Common(func(spec.Term) bool { return true })
		assert.Greater(t, both.Chains[0][0], part.ItemVariance().Chains[0][0]+onLabeler.Chains[0][0])
		assert.Less(t, both.Chains[0][0], part.TotalVariance().Chains[0][0])
	}
}

// With ever more degrees of freedom every quantity is as of normal items.
func TestManyDegreesOfFreedomAreNormal(t *testing.T) {
	draws := randomDraws(3, 20, 4)
	normal, far := fitOf(t, bernoulli, draws), withDF(t, bernoulli, draws, 1e12)
	for i, joint := range xcc.Joints(normal) {
		q, other := joint(), xcc.Joints(far)[i]()
		same := func(a, b posterior.Quantity) {
			t.Helper()
			assert.InDeltaSlice(t, a.Chains[0], b.Chains[0], 1e-9, a.Name)
		}
		for s := range 3 {
			a, b := normal.StudyAt(s), far.StudyAt(s)
			same(q.Partition(a).ICC(), other.Partition(b).ICC())
			same(q.Partition(a).Mean(), other.Partition(b).Mean())
			ofA, _ := q.Partition(a).LabelerICC()
			ofB, _ := other.Partition(b).LabelerICC()
			same(ofA, ofB)
			of := func(term spec.Term) bool { return term.Name == "item" }
			same(q.Partition(a).Common(of), other.Partition(b).Common(of))
			next, further := normal.StudyAt((s+1)%3), far.StudyAt((s+1)%3)
			same(q.Rho(a, next), other.Rho(b, further))
			same(q.XCC(a, next), other.XCC(b, further))
			before, after := q.LogPrior(a, next).Chains[0], other.LogPrior(b, further).Chains[0]
			assert.InDeltaSlice(t, before, after, 1e-6)
		}
	}
}
