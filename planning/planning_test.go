package planning

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"concord/model/family"
)

// spread simulates a statistic and returns its standard deviation with the Monte Carlo standard error of that.
func spread(replicates int, statistic func() float64) (sd, se float64) {
	x := make([]float64, replicates)
	mean := 0.0
	for i := range x {
		x[i] = statistic()
		mean += x[i] / float64(replicates)
	}
	m2, m4 := 0.0, 0.0
	for _, v := range x {
		e := (v - mean) * (v - mean)
		m2 += e / float64(replicates)
		m4 += e * e / float64(replicates)
	}
	sd = math.Sqrt(m2)
	return sd, math.Sqrt((m4-m2*m2)/float64(replicates)) / (2 * sd)
}

// Oracle: simulated studies in which every labeler labels every item.
func TestMeanSEBySimulation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	c := Components{Item: 4, Labeler: 0.5, Residual: 3}
	n, m := 12, 5
	sd, se := spread(4000, func() float64 {
		sum := 0.0
		items := make([]float64, n)
		for i := range items {
			items[i] = 2 * rng.NormFloat64()
		}
		for range m {
			a := math.Sqrt(c.Labeler) * rng.NormFloat64()
			for _, b := range items {
				sum += a + b + math.Sqrt(c.Residual)*rng.NormFloat64()
			}
		}
		return sum / float64(n*m)
	})
	assert.InDelta(t, sd, c.MeanSE(Design{Items: n, LabelsPerItem: m, Labelers: float64(m)}), 4*se)
}

// Oracle: the ANOVA estimator on simulated studies. The formula is that of large samples: with
// 400 items its relative error is below 1%.
func TestICCSEBySimulation(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for _, k := range []int{2, 5} {
		c := Components{Item: 1, Labeler: 0.4, Residual: 0.6}
		n := 400
		sd, se := spread(1500, func() float64 {
			x := make([][]float64, n)
			for i := range x {
				b := rng.NormFloat64()
				for range k {
					x[i] = append(x[i], b+rng.NormFloat64()) // a labeler anew each time
				}
			}
			return anova(x)
		})
		assert.InDelta(t, sd, c.ICCSE(Design{Items: n, LabelsPerItem: k}), 4*se+0.01*sd, "k = %d", k)
	}
}

// Oracle: simulated studies of 5 labelers who label every item, and the two-way ANOVA estimator (which is REML's where
// no component is negative). Labelers of whom none is met twice would have a third less.
func TestICCSEWithFewLabelersBySimulation(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	c := Components{Item: 0.4, Labeler: 0.15, Residual: 0.45}
	n, m := 150, 5
	sd, se := spread(6000, func() float64 { return crossedICC(rng, c, n, m) })
	got := c.ICCSE(Design{Items: n, LabelsPerItem: m, Labelers: float64(m)})
	assert.InDelta(t, sd, got, 4*se+0.06*sd)
	assert.Less(t, c.ICCSE(Design{Items: n, LabelsPerItem: m}), 0.8*sd, "without labelers it is Fisher's")
}

// crossedICC draws the mean squares of a two-way layout, which are independent, and returns the estimated ICC.
func crossedICC(rng *rand.Rand, c Components, items, labelers int) float64 {
	n, m := float64(items), float64(labelers)
	square := func(expected float64, df int) float64 {
		sum := 0.0
		for range df {
			z := rng.NormFloat64()
			sum += z * z
		}
		return expected * sum / float64(df)
	}
	rest := square(c.Residual, (items-1)*(labelers-1))
	item := (square(c.Residual+m*c.Item, items-1) - rest) / m
	labeler := math.Max(0, (square(c.Residual+n*c.Labeler, labelers-1)-rest)/n)
	return item / (item + labeler + rest)
}

// Oracle: the REML information of the components, ½ tr(P V_i P V_j) (Searle, Casella and McCulloch 1992, equation
// 6.63), in designs between the two limits, and the exact variance of the mean of all labels.
func TestSEByREMLInformation(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	for _, design := range []struct {
		n, k, m int
		skewed  bool
		least   float64 // of the ratio of standard errors of the ICC
	}{{60, 5, 5, false, 0.98}, {80, 3, 10, false, 0.97}, {100, 2, 40, false, 0.93}, {80, 3, 20, true, 0.87}} {
		for _, c := range []Components{{0.4, 0.15, 0.45}, {0.6, 0.3, 0.1}, {0.4, 0.02, 0.58}} {
			labeler := deal(rng, design.n, design.k, design.m, design.skewed)
			iccSE, meanSE := bySearle(t, c, labeler, design.k)
			loads := make([]float64, design.m)
			for _, l := range labeler {
				loads[l]++
			}
			d := Design{Items: design.n, LabelsPerItem: design.k, Labelers: 0}
			sum, squares := 0.0, 0.0
			for _, x := range loads {
				sum, squares = sum+x, squares+x*x
				if x > 0 {
					d.Labelers++
				}
			}
			d.EffectiveLabelers = sum * sum / squares
			ratio := c.ICCSE(d) / iccSE
			assert.True(t, ratio > design.least && ratio < 1.02, "%+v %+v: ratio %.3f", design, c, ratio)
			assert.InEpsilon(t, meanSE, c.MeanSE(d), 1e-9, "%+v %+v", design, c)
			if design.skewed {
				d.EffectiveLabelers = 0
				assert.Less(t, c.MeanSE(d), 0.95*meanSE, "loads as if even")
			}
		}
	}
}

// deal gives each item to k different labelers, each as likely as the others or the l-th in proportion to 1/l, and
// returns the labeler of each label, item by item.
func deal(rng *rand.Rand, n, k, m int, skewed bool) []int {
	var out []int
	for range n {
		taken := map[int]bool{}
		for len(taken) < k {
			l := rng.IntN(m)
			if skewed && rng.Float64() > 1/float64(l+1) || taken[l] {
				continue
			}
			taken[l] = true
			out = append(out, l)
		}
	}
	return out
}

// bySearle returns the REML standard error of the ICC and the standard error of the mean of all labels.
func bySearle(t *testing.T, c Components, labeler []int, k int) (iccSE, meanSE float64) {
	n := len(labeler)
	parts := []*mat.Dense{mat.NewDense(n, n, nil), mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)}
	v := mat.NewSymDense(n, nil)
	total := 0.0
	for i := range n {
		for j := range n {
			if i/k == j/k {
				parts[0].Set(i, j, 1)
			}
			if labeler[i] == labeler[j] {
				parts[1].Set(i, j, 1)
			}
			if i == j {
				parts[2].Set(i, j, 1)
			}
			x := c.Item*parts[0].At(i, j) + c.Labeler*parts[1].At(i, j) + c.Residual*parts[2].At(i, j)
			v.SetSym(i, j, x)
			total += x
		}
	}
	var inverse, p mat.Dense
	require.NoError(t, inverse.Inverse(v))
	ones := mat.NewVecDense(n, nil)
	for i := range n {
		ones.SetVec(i, 1)
	}
	var w mat.VecDense
	w.MulVec(&inverse, ones)
	p.Outer(-1/mat.Dot(ones, &w), &w, &w)
	p.Add(&p, &inverse)
	products := make([]mat.Dense, 3)
	for i := range products {
		products[i].Mul(&p, parts[i])
	}
	information := mat.NewDense(3, 3, nil)
	for i := range products {
		for j := range products {
			trace := 0.0
			for a := range n {
				for b := range n {
					trace += products[i].At(a, b) * products[j].At(b, a)
				}
			}
			information.Set(i, j, trace/2)
		}
	}
	var covariance mat.Dense
	require.NoError(t, covariance.Inverse(information))
	icc := c.ICC()
	slope := mat.NewVecDense(3, []float64{(1 - icc) / c.Total(), -icc / c.Total(), -icc / c.Total()})
	return math.Sqrt(mat.Inner(slope, &covariance, slope)), math.Sqrt(total) / float64(n)
}

// In the limit of labelers of whom each gives one label the formula is that of Fisher, whatever is theirs.
func TestICCSEOfLabelersMetOnce(t *testing.T) {
	c := Components{Item: 1, Labeler: 0.4, Residual: 0.6}
	n, k := 1000000, 3
	few := c.ICCSE(Design{Items: n, LabelsPerItem: k, Labelers: float64(n * k)})
	assert.InEpsilon(t, c.ICCSE(Design{Items: n, LabelsPerItem: k}), few, 0.02)
	assert.InEpsilon(t, math.Sqrt2*0.5*2/math.Sqrt(6*float64(n-1)), c.ICCSE(Design{Items: n, LabelsPerItem: k}), 1e-9)
	assert.True(t, math.IsInf(c.ICCSE(Design{Items: 9, LabelsPerItem: 2, Labelers: 1}), 1))
	c.Residual = 0
	assert.False(t, math.IsNaN(c.ICCSE(Design{Items: 9, LabelsPerItem: 2, Labelers: 18})))
}

// Oracle: the two-way ANOVA estimator on simulated binary labels of 5 labelers who label every item.
func TestBinaryICCSEWithFewLabelersBySimulation(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	for _, c := range []struct {
		mean, itemSD, labelerSD float64
		m                       int
	}{{-0.5, 2, 1.2, 5}, {-2, 2, 1, 8}, {0, 1, 1.5, 20}} {
		checkFewBinary(t, rng, c.mean, c.itemSD, c.labelerSD, c.m)
	}
}

func checkFewBinary(t *testing.T, rng *rand.Rand, mean, itemSD, labelerSD float64, m int) {
	const n = 200
	sd, se := spread(2000, func() float64 {
		habits := make([]float64, m)
		for l := range habits {
			habits[l] = labelerSD * rng.NormFloat64()
		}
		rows, columns := make([]float64, n), make([]float64, m)
		all := 0.0
		for i := range rows {
			u := mean + itemSD*rng.NormFloat64()
			for l, a := range habits {
				if rng.Float64() < 1/(1+math.Exp(-u-a)) {
					rows[i]++
					columns[l]++
					all++
				}
			}
		}
		return twoWayICC(rows, columns, all)
	})
	b := Binary(mean, itemSD, labelerSD).ICC(0)
	got := b.SE(Design{Items: n, LabelsPerItem: m, Labelers: float64(m)})
	t.Logf("mean %v, SDs %v, %v, %d labelers: %.4f, simulated %.4f (%.4f)", mean, itemSD, labelerSD, m, got, sd, se)
	assert.InDelta(t, sd, got, 4*se+0.08*sd)
	assert.Less(t, b.SE(Design{Items: n, LabelsPerItem: m}), 0.85*sd, "without labelers")
}

// twoWayICC is the ANOVA estimator of the ICC of labels 0 and 1 from the sums of items and labelers.
func twoWayICC(rows, columns []float64, all float64) float64 {
	n, m := float64(len(rows)), float64(len(columns))
	correction := all * all / (n * m)
	item, labeler := -correction, -correction
	for _, x := range rows {
		item += x * x / m
	}
	for _, x := range columns {
		labeler += x * x / n
	}
	rest := (all - correction - item - labeler) / ((n - 1) * (m - 1)) // Σy² = Σy
	item = (item/(n-1) - rest) / m
	labeler = math.Max(0, (labeler/(m-1)-rest)/n)
	return item / (item + labeler + rest)
}

// anova is the one-way ANOVA estimator of the ICC.
func anova(x [][]float64) float64 {
	n, k := float64(len(x)), float64(len(x[0]))
	grand := 0.0
	for _, row := range x {
		for _, v := range row {
			grand += v / (n * k)
		}
	}
	between, within := 0.0, 0.0
	for _, row := range x {
		mean := 0.0
		for _, v := range row {
			mean += v / k
		}
		between += k * (mean - grand) * (mean - grand) / (n - 1)
		for _, v := range row {
			within += (v - mean) * (v - mean) / (n * (k - 1))
		}
	}
	return (between - within) / (between + (k-1)*within)
}

// Oracle: Fleiss's kappa of simulated studies.
func TestBinaryICCSEBySimulation(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for _, c := range []struct {
		mean, item, labeler float64
		k                   int
	}{{-1, 1.5, 0.7, 2}, {-2, 2.5, 0, 3}, {0.3, 1, 1, 6}} {
		n := 500
		sd, se := spread(1500, func() float64 {
			disagreement, positive := 0.0, 0.0
			for range n {
				u := c.item * rng.NormFloat64()
				x := 0.0
				for range c.k {
					if rng.Float64() < 1/(1+math.Exp(-(c.mean+u+c.labeler*rng.NormFloat64()))) {
						x++
					}
				}
				k := float64(c.k)
				disagreement += x * (k - x) / (k * (k - 1)) / float64(n)
				positive += x / k / float64(n)
			}
			return 1 - disagreement/(positive*(1-positive))
		})
		got := Binary(c.mean, c.item, c.labeler).ICC(0).SE(Design{Items: n, LabelsPerItem: c.k})
		assert.InDelta(t, sd, got, 4*se+0.01*sd, "%+v", c)
	}
}

// Oracle: the moments of a chance, and Jensen's order of the others.
func TestProbabilities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mean := rapid.Float64Range(-4, 4).Draw(t, "mean")
		item := rapid.Float64Range(0, 10).Draw(t, "item")
		labeler := rapid.Float64Range(0, 3).Draw(t, "labeler")
		b := Binary(mean, item, labeler)
		e, v, _ := family.Moments(family.Bernoulli{}.Response(), family.Point{Mean: mean, SD: item, Rest: labeler}, nil)
		assert.InDelta(t, e, b.mean(0), 1e-8)
		assert.InDelta(t, v, b.covariance(0, 0), 1e-8)
		if item > 0.1 {
			assert.InDelta(t, v/(e*(1-e)), b.ICC(0).Value, 1e-6)
		}
	})
}

// Oracle: h constant over items is a binomial, whose fourth raw moment is known; kappa of labels by
// chance has the variance 2/(n k (k − 1)) (Fleiss, Nee and Landis 1979 for two categories).
func TestBinaryICCSEWithoutReliability(t *testing.T) {
	for _, mean := range []float64{0, -1.3} {
		for _, k := range []int{2, 3, 7} {
			got := Binary(mean, 0, 0).ICC(0).SE(Design{Items: 100, LabelsPerItem: k})
			assert.InEpsilon(t, math.Sqrt(2/(100*float64(k*(k-1)))), got, 1e-9)
		}
	}
}

func TestDesignsThatCannotTell(t *testing.T) {
	c := Components{Item: 1, Labeler: 1, Residual: 1}
	b := Binary(0, 1, 1).ICC(0)
	assert.True(t, math.IsInf(c.ICCSE(Design{Items: 9, LabelsPerItem: 1}), 1))
	assert.True(t, math.IsInf(b.SE(Design{Items: 9, LabelsPerItem: 1}), 1))
	for _, d := range []Design{{}, {Items: 1}, {LabelsPerItem: 2}} {
		assert.True(t, math.IsNaN(c.ICCSE(d)))
		assert.True(t, math.IsNaN(b.SE(d)))
		assert.True(t, math.IsNaN(c.MeanSE(d)))
	}
	assert.True(t, math.IsNaN(c.MeanSE(Design{Items: 2, LabelsPerItem: 2})), "no labelers")
	require.True(t, math.IsNaN(Binary(0, -1, 0).ICC(0).Value))
	require.True(t, math.IsNaN(Binary(math.NaN(), 1, 0).ICC(0).Value))
}
