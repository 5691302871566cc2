package xcc_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/nonparam"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/vpc"
	"concord/xcc"
)

// graded is a family of ordered categories: P(y ≤ c) = logit⁻¹(t_c − θ), t_1 = 0, and its own parameters are the
// increments of the others.
type graded struct {
	family.Bernoulli
	categories int
}

func (g graded) Categories() int { return g.categories }

func (g graded) Parameters() []family.Parameter {
	var all []family.Parameter
	for c := 2; c < g.categories; c++ {
		all = append(all, family.Parameter{Name: fmt.Sprintf("increment_%d", c)})
	}
	return all
}

func (g graded) Chances(dst []float64, mean, noise float64, own []float64) {
	family.CumulativeChances(dst, thresholds(own), mean, noise)
}

func (g graded) ChancesOfEach(dst, means []float64, noise float64, own []float64) {
	for i, mean := range means {
		g.Chances(dst[i*g.categories:(i+1)*g.categories], mean, noise, own)
	}
}

func thresholds(own []float64) []float64 {
	t := make([]float64, len(own)+1)
	for c, d := range own {
		t[c+1] = t[c] + d
	}
	return t
}

// gradedFit is a fit of labels of so many categories that has these draws.
func gradedFit(t require.TestingT, categories int, draws ...params) *model.Posterior {
	sp := spec.Spec{
		Family: graded{categories: categories}, Labelers: spec.Nested, Residual: spec.StudyResidual,
	}
	return fitOf(t, sp, draws)
}

// by is what a fit implies by a distance between categories 1, 2 … C.
func by(t require.TestingT, fit *model.Posterior, d nonparam.Distance) xcc.ImpliedBy {
	var values []float64
	for c := range fit.Spec().Family.(family.Categorical).Categories() {
		values = append(values, float64(c+1))
	}
	between, err := nonparam.Between(d, values)
	require.NoError(t, err)
	all, ok := implied(t, fit).By(between)
	require.True(t, ok)
	return all
}

// The closed-form coefficients of two categories are what the chances of both say.
func TestImpliedByNominalDistanceIsThatOfBinaryLabels(t *testing.T) {
	draws := randomDraws(3, 150, 7)
	draws[0].item[0], draws[1].item[1], draws[2].cor[1][0] = 30, 12, 1
	draws[3].cor[2][1], draws[3].item[2], draws[3].labeler[2] = -1, 25, 0
	draws[4].item = []float64{1e-4, 1e-5, 1e-3}
	fit := fitOf(t, bernoulli, draws)
	im, nominal := implied(t, fit), by(t, fit, nonparam.Nominal)
	equal := func(want, got posterior.Quantity) {
		require.Equal(t, want.Name, got.Name)
		require.InDeltaSlice(t, want.Chains[0], got.Chains[0], 1e-8, want.Name)
	}
	for _, s := range fit.EachStudy() {
		equal(im.Kappa(s), nominal.Kappa(s))
		cross, normalized := nominal.CrossKappa(s, s)
		require.InDeltaSlice(t, im.Kappa(s).Chains[0], cross.Chains[0], 1e-8)
		require.InDelta(t, 1, normalized.Chains[0][7], 1e-12)
		shares, ok := xcc.Shares(s)
		require.True(t, ok)
		require.Equal(t, "implied_share_2["+s.Name()+"]", shares[1].Name)
		mean := partition(t, s, vpc.Label).Mean()
		require.InDeltaSlice(t, mean.Chains[0], shares[1].Chains[0], 1e-9)
	}
	for _, p := range xcc.Pairs(fit) {
		cross, normalized := im.CrossKappa(p.A, p.B)
		gotCross, gotNormalized := nominal.CrossKappa(p.A, p.B)
		equal(cross, gotCross)
		equal(normalized, gotNormalized)
	}
}

// distances are between three categories or more: also one that tells which study comes first.
var distances = []nonparam.Distance{
	nonparam.Nominal, nonparam.Ordinal, nonparam.Interval, nonparam.Quadratic, nonparam.Linear,
	nonparam.Custom(func(a, b float64) float64 { return math.Max(square(a-b), 3*(b-a)) }),
}

// kappaOf is the definition, from a table of pairs of labels; ranks are those of the two margins together.
func kappaOf(t require.TestingT, d nonparam.Distance, pairs [][]float64) float64 {
	c := len(pairs)
	values, pooled := make([]float64, c), make([]float64, c)
	a, b, n := make([]float64, c), make([]float64, c), 0.0
	for y, row := range pairs {
		values[y] = float64(y + 1)
		for z, x := range row {
			a[y], b[z], n = a[y]+x, b[z]+x, n+x
			pooled[y] += x
			pooled[z] += x
		}
	}
	between, err := nonparam.Between(d, values)
	require.NoError(t, err)
	table, observed, expected := between(pooled), 0.0, 0.0
	for y, row := range pairs {
		for z, x := range row {
			observed += table[y][z] * x / n
			expected += table[y][z] * a[y] * b[z] / (n * n)
		}
	}
	return 1 - observed/expected
}

// The oracle integrates the chances of each pair of categories over the bivariate normal density of the items' effects,
// in two dimensions and adaptively. Labeler effects are absent here; the simulation below has them.
func TestImpliedByDistanceByAdaptiveQuadrature(t *testing.T) {
	draws := []params{
		pair(1, 1, 0, 0.5, 2, 0, 0.6), pair(-1, 2.2, 0, 2, 0.7, 0, -0.8), pair(1, 2, 0, 2, 2, 0, 0.95),
	}
	for i := range draws {
		draws[i].own = [][]float64{{1}, {2.5}}
	}
	fit := gradedFit(t, 3, draws...)
	for i, p := range draws {
		chance := func(s int, above float64, y int) float64 { // of category y, where above is P(y > 0), as t_1 = 0
			odds := above / (1 - above) * math.Exp(-p.own[s][0])
			return []float64{1 - above, above - odds/(1+odds), odds / (1 + odds)}[y]
		}
		pairs := make([][]float64, 3)
		for y := range pairs {
			for z := range pairs {
				pairs[y] = append(pairs[y], p.meanOverItems(func(a, b float64) float64 {
					return chance(0, a, y) * chance(1, b, z)
				}, 1e-6))
			}
		}
		for _, d := range distances {
			cross, _ := by(t, fit, d).CrossKappa(fit.StudyAt(0), fit.StudyAt(1))
			require.InDelta(t, kappaOf(t, d, pairs), cross.Chains[0][i], 1e-5, "%v, draw %d", d, i)
		}
	}
}

// Simulation: 10⁶ pairs of labels of one item by different people, of one study and of two.
func TestImpliedByDistanceBySimulation(t *testing.T) {
	const batches, each, categories = 40, 25_000, 5
	p := pair(1.5, 1.6, 0.8, 2.5, 2.2, 1.1, 0.75)
	p.own = [][]float64{{1, 0.8, 1.2}, {0.4, 2.5, 0.7}}
	fit := gradedFit(t, categories, p)
	rng := rand.New(rand.NewPCG(8, 9))
	label := func(s int, u float64) int {
		// A latent variable with logistic noise falls between two thresholds.
		logit := rng.Float64()
		latent := p.mu[s] + u + p.labeler[s]*rng.NormFloat64() + math.Log(logit/(1-logit))
		y := 0
		for _, at := range thresholds(p.own[s]) {
			if latent > at {
				y++
			}
		}
		return y
	}
	table := func() [][]float64 {
		all := make([][]float64, categories)
		for y := range all {
			all[y] = make([]float64, categories)
		}
		return all
	}
	within, across := make([][][]float64, batches), make([][][]float64, batches)
	for batch := range batches {
		within[batch], across[batch] = table(), table()
		for range each {
			z, w := rng.NormFloat64(), rng.NormFloat64()
			rho := p.cor[1][0]
			ua, ub := p.item[0]*z, p.item[1]*(rho*z+math.Sqrt(1-rho*rho)*w)
			first := label(0, ua)
			within[batch][first][label(0, ua)]++
			across[batch][first][label(1, ub)]++
		}
	}
	for _, d := range distances {
		near := func(got posterior.Quantity, all [][][]float64) {
			var kappas []float64
			for _, one := range all {
				kappas = append(kappas, kappaOf(t, d, one))
			}
			mean, sd := stat.MeanStdDev(kappas, nil)
			require.InDelta(t, mean, got.Chains[0][0], 4*sd/math.Sqrt(batches), "%s by %v", got.Name, d)
			require.Less(t, sd/math.Sqrt(batches), 0.002, "the simulation can tell")
		}
		implied := by(t, fit, d)
		near(implied.Kappa(fit.StudyAt(0)), within)
		cross, _ := implied.CrossKappa(fit.StudyAt(0), fit.StudyAt(1))
		near(cross, across)
	}
}

func TestImpliedByDistanceLimits(t *testing.T) {
	own := [][]float64{{1, 0.5}, {1, 0.5}}
	draws := []params{
		pair(0.3, 1.5, 0.7, 0.3, 1.5, 0.7, 1),    // the same study twice
		pair(0.3, 1.5, 0.7, 0.3, 1.5, 0.7, 0),    // unrelated
		pair(0.75, 1.5, 0.7, 0.75, 1.5, 0.7, -1), // opposite answers, about the middle of the scale
		pair(0.3, 0, 0.7, 0.3, 1.5, 0.7, 1),      // items do not differ
		pair(-900, 1, 0, -900, 1, 0, 1),          // all labels of the first category
		pair(0.3, math.Inf(1), 0.7, 0, 1, 1, 1),  // no distribution
	}
	for i := range draws {
		draws[i].own = own
	}
	draws[2].own = [][]float64{{0.5, 1}, {1, 0.5}} // one scale turned round
	fit := gradedFit(t, 4, draws...)
	a, b := fit.StudyAt(0), fit.StudyAt(1)
	for _, d := range distances[:5] {
		implied := by(t, fit, d)
		kappa := implied.Kappa(a).Chains[0]
		cross, normalized := implied.CrossKappa(a, b)
		x, n := cross.Chains[0], normalized.Chains[0]
		require.InEpsilon(t, kappa[0], x[0], 1e-9)
		require.InEpsilon(t, 1, n[0], 1e-9)
		require.InDelta(t, 0, x[1], 1e-12)
		require.Less(t, x[2], -0.05)
		require.Equal(t, []float64{0, 0}, []float64{kappa[3], x[3]}, "exactly")
		for i, y := range []float64{n[3], kappa[4], x[4], n[4], kappa[5], x[5]} {
			require.True(t, math.IsNaN(y), "%v, %d", d, i)
		}
		self, one := implied.CrossKappa(b, b)
		require.InEpsilonSlice(t, implied.Kappa(b).Chains[0][:4], self.Chains[0][:4], 1e-12)
		require.InEpsilonSlice(t, []float64{1, 1, 1, 1}, one.Chains[0][:4], 1e-12)
	}
	// Differences of small SDs keep their digits: κ of squared scores is linear in the variance between items.
	small := func(sd float64) float64 {
		p := pair(0.3, sd, 0.7, 0.3, sd, 0.7, 0.5)
		p.own = own
		fit := gradedFit(t, 4, p)
		return by(t, fit, nonparam.Interval).Kappa(fit.StudyAt(0)).Chains[0][0]
	}
	require.InEpsilon(t, 100, small(1e-3)/small(1e-4), 1e-4)
}

// Of many draws of many categories some are left out, and those that stay are as they would be.
func TestImpliedByDistanceLeavesDrawsOut(t *testing.T) {
	draws := make([]params, 2502)
	for i, p := range randomDraws(2, len(draws), 4) {
		p.item[0], p.item[1] = min(2, p.item[0]), min(2, p.item[1])
		p.own = [][]float64{{1, 1, 1, 1, 1}, {1, 1, 1, 1, 2}}
		draws[i] = p
	}
	fit := gradedFit(t, 7, draws...)
	cross, normalized := by(t, fit, nonparam.Ordinal).CrossKappa(fit.StudyAt(0), fit.StudyAt(1))
	require.Len(t, cross.Chains[0], 834, "every third")
	require.Len(t, normalized.Chains[0], 834)
	some := gradedFit(t, 7, draws[0], draws[3], draws[2499])
	want, _ := by(t, some, nonparam.Ordinal).CrossKappa(some.StudyAt(0), some.StudyAt(1))
	require.Equal(t, want.Chains[0], []float64{cross.Chains[0][0], cross.Chains[0][1], cross.Chains[0][833]})
}

// The ranks of two studies together are those of all labels that they gave to items that both have.
func TestImpliedByDistancePoolsLabelsOfSharedItems(t *testing.T) {
	var b study.Builder
	b.Kind = study.Binary
	rng := rand.New(rand.NewPCG(1, 1))
	add := func(study string, items, labels int) {
		for item := range items {
			for n := range labels {
				label := float64(rng.IntN(2))
				b.Add(fmt.Sprint(item), fmt.Sprint(study, n), study, label)
			}
		}
	}
	add("experts", 20, 6)
	add("crowd", 50, 2)
	table, err := b.Table()
	require.NoError(t, err)
	fit, err := model.Fit(t.Context(), table, spec.Spec{}, sampler.Settings{Seed: 1, Draws: 20, Chains: 1})
	require.NoError(t, err)
	joint, err := xcc.NewJoint(vpc.Label, fit.EachStudy()...)
	require.NoError(t, err)
	im, _ := joint.Implied()
	var shares []float64
	all, ok := im.By(func(share []float64) [][]float64 {
		shares = append(shares, share[1])
		return [][]float64{{0, 1}, {1, 0}}
	})
	require.True(t, ok)
	experts, crowd := fit.StudyAt(0), fit.StudyAt(1)
	shares = nil
	all.CrossKappa(experts, crowd)
	p, q := joint.Partition(experts).Mean().Chains[0], joint.Partition(crowd).Mean().Chains[0]
	require.Len(t, shares, len(p))
	for i := range shares {
		require.InDelta(t, 0.75*p[i]+0.25*q[i], shares[i], 1e-9)
	}
}

// Numbers have no categories.
func TestImpliedByDistanceNeedsCategories(t *testing.T) {
	fit := fitOf(t, gaussian, randomDraws(1, 5, 1))
	_, ok := implied(t, fit).By(func([]float64) [][]float64 { return nil })
	require.False(t, ok)
	_, ok = xcc.Shares(fit.StudyAt(0))
	require.False(t, ok)
}
