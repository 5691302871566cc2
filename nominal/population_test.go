package nominal

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"concord/internal/logitnormal"
	"concord/posterior"
)

// constant is a quantity of as many draws as there are sets of nodes.
func constant(x float64) posterior.Quantity {
	return posterior.Quantity{Chains: [][]float64{slices.Repeat([]float64{x}, nodeSets)}}
}

// averages are means over the sets of nodes, of the first study and between it and the second.
type averages struct{ rate, item, labeler, between, otherRate, other float64 }

func averagesOf(po *population, c int) (a averages) {
	for i := range nodeSets {
		for s := range po.chance {
			po.set(s, draw{0, i})
		}
		p := mat.Col(nil, c, po.chance[0])
		a.rate += stat.Mean(p, nil) / nodeSets
		a.item += stat.PopVariance(p, nil) / nodeSets
		a.labeler += stat.PopVariance(mat.Col(nil, c, po.byLabeler[0]), nil) / nodeSets
		if len(po.chance) > 1 {
			q := mat.Col(nil, c, po.chance[1])
			a.between += stat.Covariance(p, q, nil) / nodeSets
			a.otherRate += stat.Mean(q, nil) / nodeSets
			a.other += stat.PopVariance(q, nil) / nodeSets
		}
	}
	return a
}

// constantCovariance has the same standard deviation in all pairs, and the same correlation within bundles.
func constantCovariance(n, bundle int, sd, r float64) covariance {
	var c covariance
	for i := range n {
		c.sd = append(c.sd, constant(sd))
		var row []posterior.Quantity
		for j := range i {
			if i/bundle == j/bundle {
				row = append(row, constant(r))
			} else {
				row = append(row, posterior.Quantity{})
			}
		}
		c.cor = append(c.cor, row)
	}
	return c
}

// populationOf has one draw, with means about 0 for each pair of study and other category.
func populationOf(studies, parts int, itemSD, labelerSD float64) *population {
	sc := scale{reference: 1}
	for c := range parts + 1 {
		sc.categories = append(sc.categories, fmt.Sprint(c))
		if c != 1 {
			sc.others = append(sc.others, c)
		}
	}
	n := studies * parts
	ps := parameters{items: constantCovariance(n, n, itemSD, 0.5),
		labelers: constantCovariance(n, parts, labelerSD, 0.3)}
	for i := range n {
		ps.mean = append(ps.mean, constant(0.8*float64(i%3)-1))
	}
	return newPopulation(studies, sc, ps, newGrid(studies, parts))
}

// Nodes have the moments of a standard normal population up to the third, and lie about as its members do.
func TestNodesAreNormal(t *testing.T) {
	for _, d := range []int{1, 3, 12} {
		x := nodes(itemNodes, d, 3)
		var square mat.Dense
		square.Mul(x.T(), x)
		for i := range d {
			column := mat.Col(nil, i, x)
			assert.InDelta(t, 0, stat.Mean(column, nil), 1e-12)
			assert.InDelta(t, 3, stat.Moment(4, column, nil), 0.35, "%d of %d", i, d)
			for j := range d {
				want := 0.0
				if i == j {
					want = itemNodes
				}
				require.InDelta(t, want, square.At(i, j), 1e-8)
			}
		}
	}
}

// A fit of the most dimensions has nodes.
func TestGridOfManyCategories(t *testing.T) {
	po := populationOf(1, MostDimensions, 1, 0.5)
	po.set(0, draw{})
	for _, of := range []*mat.Dense{po.chance[0], po.byLabeler[0]} {
		assert.InDelta(t, 1, mat.Sum(of.RowView(3)), 1e-12)
	}
}

// With two categories chances and their variances are those of a logit-normal variable.
func TestPopulationOfTwoCategories(t *testing.T) {
	for _, sd := range [][2]float64{{0.3, 0.2}, {1.5, 0.5}, {3, 1}, {1, 2}} {
		po := populationOf(1, 1, sd[0], sd[1])
		got := averagesOf(po, 0)
		of := logitnormal.Probability{Mean: -1, Noise: math.Hypot(sd[0], sd[1])}
		assert.InDelta(t, of.Expectation(), got.rate, 1e-3, sd)
		// E h(b)², with h(b) the chance over labelers, by a sum over a fine grid of b.
		square, mean, step := 0.0, 0.0, 0.01
		for z := -8.0; z < 8; z += step {
			h := logitnormal.Probability{Mean: -1 + sd[0]*z, Noise: sd[1]}.Expectation()
			w := step * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
			mean, square = mean+w*h, square+w*h*h
		}
		want := square - mean*mean
		assert.InEpsilon(t, want, got.item, 0.015, sd)
	}
}

// Rates, variances over items and labelers and covariances between studies are those of random items and labelers, up
// to two per cent, of which half is the error of the simulation.
func TestPopulationIsThatOfSimulatedLabelers(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, c := range []struct {
		parts             int
		itemSD, labelerSD float64
	}{{2, 1.5, 0.5}, {3, 2.5, 0.8}, {4, 0.7, 1.5}} {
		const studies, pairs = 2, 200_000
		po := populationOf(studies, c.parts, c.itemSD, c.labelerSD)
		n := studies * c.parts
		items, labelers := po.parameters.items.root(0, n, draw{}), po.parameters.labelers.root(0, n, draw{})
		// Two items and two labelers each: halves of products of differences are variances (see Hoeffding's U).
		effects := func(root *mat.Dense) *mat.VecDense {
			z := mat.NewVecDense(n, nil)
			for i := range n {
				z.SetVec(i, rng.NormFloat64())
			}
			z.MulVec(root, z)
			return z
		}
		k := c.parts + 1
		rate, item, labeler, between := make([]float64, k), make([]float64, k), make([]float64, k), make([]float64, k)
		f := make([][2][2][]float64, studies)
		for range pairs {
			b := [2]*mat.VecDense{effects(items), effects(items)}
			a := [2]*mat.VecDense{effects(labelers), effects(labelers)}
			for s := range studies {
				for i := range 2 {
					for l := range 2 {
						f[s][i][l] = plainChances(po, s, b[i], a[l])
					}
				}
			}
			for x := range k {
				g, h := f[0], f[1]
				rate[x] += g[0][0][x] / pairs
				item[x] += (g[0][0][x] - g[1][0][x]) * (g[0][1][x] - g[1][1][x]) / 2 / pairs
				labeler[x] += (g[0][0][x] - g[0][1][x]) * (g[1][0][x] - g[1][1][x]) / 2 / pairs
				between[x] += (g[0][0][x] - g[1][0][x]) * (h[0][1][x] - h[1][1][x]) / 2 / pairs
			}
		}
		for x := range k {
			got := averagesOf(po, x)
			assert.InDelta(t, rate[x], got.rate, 0.002, c)
			assert.InEpsilon(t, item[x], got.item, 0.02, c)
			assert.InEpsilon(t, labeler[x], got.labeler, 0.04, c)
			assert.InDelta(t, between[x], got.between, 0.02*math.Max(item[x], math.Abs(between[x])), c)
		}
	}
}

// plainChances is the softmax of one label. Contrasts become log odds by a plain product, see [family.Contrasts.Odds].
func plainChances(po *population, s int, item, labeler *mat.VecDense) []float64 {
	parts := len(po.others)
	z, total := make([]float64, parts), 0.0
	for i := range parts {
		at := s*parts + i
		z[i] = po.mean[at].Chains[0][0] + item.AtVec(at) + labeler.AtVec(at)
		total += z[i]
	}
	p, sum := make([]float64, parts+1), 1.0
	p[po.reference] = 1
	for i, c := range po.others {
		p[c] = math.Exp((z[i] + total*(math.Sqrt(float64(parts+1))-1)/float64(parts)) / math.Sqrt2)
		sum += p[c]
	}
	for c := range p {
		p[c] /= sum
	}
	return p
}

// Effects beyond any double's exponential leave chances of 0 and 1.
func TestPopulationFarOut(t *testing.T) {
	po := populationOf(1, 3, 5000, 5000)
	po.set(0, draw{})
	for c := range 4 {
		for _, p := range mat.Col(nil, c, po.chance[0]) {
			require.True(t, p >= 0 && p <= 1, p)
		}
	}
}

// Each disagreement of two labels is between two categories. The nominal ICC is 1 less the disagreement over its value
// for labels of random items, as Fleiss' kappa is.
func TestDisagreementIsTheRestOfKappa(t *testing.T) {
	for _, parts := range []int{1, 2, 4} {
		po := populationOf(2, parts, 1.3, 0.6)
		d := newDescription([]string{"a", "b"}, po.categories, func(string) posterior.Quantity {
			return posterior.Quantity{Chains: [][]float64{make([]float64, nodeSets)}}
		})
		for i := range nodeSets {
			d.take(po, draw{0, i})
		}
		for _, of := range d.Studies {
			total := 0.0
			for c := range po.categories {
				total += binary(of.Rate(c).Chains[0][0])
			}
			require.InDelta(t, 1-of.Disagreement().Chains[0][0]/total, of.NominalICC().Chains[0][0], 1e-12)
			shares := 0.0
			for c := range po.categories {
				for other := range c {
					share := of.Confused(c, other).Chains[0][0]
					require.Equal(t, share, of.Confused(other, c).Chains[0][0])
					shares += share
				}
			}
			require.InDelta(t, 1, shares, 1e-12)
			require.Panics(t, func() { of.Confused(0, 0) })
		}
		// κx is 1 less the disagreement of labels of two studies over its value for random items.
		between := d.Between[1][0]
		a, b := d.Studies[0], d.Studies[1]
		same, chance := 0.0, 0.0
		for c := range po.categories {
			product := a.Rate(c).Chains[0][0] * b.Rate(c).Chains[0][0]
			same += between.from.item[c].Chains[0][0] + product
			chance += product
		}
		kappa := between.CrossKappa().Chains[0][0]
		require.InDelta(t, 1-(1-same)/(1-chance), kappa, 1e-12)
		require.InDelta(t, kappa/math.Sqrt(a.NominalICC().Chains[0][0]*b.NominalICC().Chains[0][0]),
			between.NormalizedCrossKappa().Chains[0][0], 1e-12)
	}
}
