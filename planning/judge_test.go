package planning

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// leadOf estimates the lead over one label from the moments of labels y of items by people and w by a judge.
func leadOf(y [][]float64, w []float64) float64 {
	n := float64(len(w))
	var my, yy, square, wy, mw, ww float64
	for j, labels := range y {
		k := float64(len(labels))
		sum, squares := 0.0, 0.0
		for _, x := range labels {
			sum, squares = sum+x, squares+x*x
		}
		my, mw = my+sum/k/n, mw+w[j]/n
		yy += (sum*sum - squares) / (k * (k - 1)) / n
		square += squares / k / n
		wy, ww = wy+w[j]*sum/k/n, ww+w[j]*w[j]/n
	}
	b, s, c, t := yy-my*my, square-my*my, wy-mw*my, ww-mw*mw
	return math.Atanh(c/math.Sqrt(t*b)) - math.Atanh(math.Sqrt(b/s))
}

// designs is a study of people and a judge, who labels each item once.
func designs(items, k int, labelers float64) []Design {
	return []Design{{Items: items, LabelsPerItem: k, Labelers: labelers}, {Items: items, LabelsPerItem: 1}}
}

// The worth is that of Spearman and Brown's formula, and the lead 0 at it.
func TestLead(t *testing.T) {
	for _, r := range []float64{-0.2, 0.3, 0.6, 0.9} {
		c := Components{Item: 0.4, Labeler: 0.1, Residual: 0.5}
		j := GaussianJudged(c, r)
		if want := r * r * 0.6 / (0.4 * (1 - r*r)); r > 0 {
			assert.InDelta(t, want, j.Worth(0, 1), 1e-7)
			assert.InDelta(t, 0, j.Lead(0, 1, want).Value, 1e-7)
		} else {
			assert.Zero(t, j.Worth(0, 1))
		}
	}
	assert.True(t, math.IsNaN(GaussianJudged(Components{0, 0, 1}, 0).Lead(0, 1, 1).SE(designs(9, 3, 0)...)))
}

// With unlimited labels of an item, the variance over items is that of the influence of each: the change of the value
// if a node has more of the weight.
func TestInfluenceOfItems(t *testing.T) {
	binary, ok := BinaryJudged(0.3, 0.4, 0.6)
	require.True(t, ok)
	three, numbers := threeGroups(), GaussianJudged(Components{0.4, 0.1, 0.5}, 0.6)
	for name, test := range map[string]struct {
		items Items
		of    func(Items) Statistic
	}{
		"icc of numbers":  {numbers, func(it Items) Statistic { return it.ICC(0) }},
		"icc":             {binary, func(it Items) Statistic { return it.ICC(0) }},
		"lead of numbers": {numbers, func(it Items) Statistic { return it.Lead(0, 1, 1.5) }},
		"lead":            {binary, func(it Items) Statistic { return it.Lead(0, 1, 1.5) }},
		"correlation":     {three, func(it Items) Statistic { return it.Correlation(0, 2) }},
		"its difference":  {three, func(it Items) Statistic { return it.CorrelationDifference(1, 0, 2) }},
	} {
		want := 0.0
		for i, weight := range test.items.Weight {
			const h = 1e-6
			value := func(h float64) float64 {
				it := test.items
				it.Weight = slices.Clone(it.Weight)
				for k := range it.Weight {
					it.Weight[k] *= 1 - h
				}
				it.Weight[i] += h
				return test.of(it).Value
			}
			by := (value(h) - value(-h)) / (2 * h)
			want += weight * by * by
		}
		assert.InEpsilon(t, want, test.of(test.items).fixed, 1e-4, name)
	}
}

// threeGroups have labels at four items, whose moments are none of a known distribution.
func threeGroups() Items {
	it := Items{Weight: []float64{0.1, 0.2, 0.3, 0.4}, Groups: make([]Labels, 3)}
	for s, of := range [][]float64{{0.1, 0.4, 0.3, 0.9}, {0.2, 0.3, 0.6, 0.7}, {0.5, 0.1, 0.3, 0.8}} {
		it.Groups[s].At = yes(of)
	}
	return it
}

// Oracle: simulated studies of numbers, the labels of an item by different people. The formula is that of large
// samples: with 400 items it is off by less than 3 %.
func TestLeadSEBySimulation(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	c, r := Components{Item: 0.5, Labeler: 0.1, Residual: 0.4}, 0.75
	const n = 400
	for _, k := range []int{2, 4} {
		sd, se := spread(1500, func() float64 {
			y, w := make([][]float64, n), make([]float64, n)
			for j := range y {
				z := rng.NormFloat64()
				for range k {
					y[j] = append(y[j], math.Sqrt(c.Item)*z+math.Sqrt(c.Labeler+c.Residual)*rng.NormFloat64())
				}
				w[j] = 3 + r*z + math.Sqrt(1-r*r)*rng.NormFloat64()
			}
			return leadOf(y, w)
		})
		got := GaussianJudged(c, r).Lead(0, 1, 1).SE(designs(n, k, 0)...)
		assert.InDelta(t, sd, got, 4*se+0.03*sd, "k = %d", k)
	}
}

// binaryJudged is yes-or-no labels: people's with logits mean + item·z + labeler·a, the judge's with by + loading·z.
func binaryJudged(mean, item, labeler, by, loading float64) Items {
	j := Items{Groups: make([]Labels, 2)}
	person, judge := &j.Groups[0], &j.Groups[1]
	chance := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	levels := []LabelerMoments{}
	for a := -5.0; a <= 5; a += 0.25 {
		levels = append(levels, LabelerMoments{Weight: math.Exp(-a * a / 2)})
	}
	total := 0.0
	for z := -6.0; z <= 6; z += 0.125 {
		p, all := 0.0, 0.0
		for i := range levels {
			a := -5 + 0.25*float64(i)
			g := chance(mean + item*z + labeler*a)
			levels[i].Mean, levels[i].Square = append(levels[i].Mean, g), append(levels[i].Square, g)
			p, all = p+levels[i].Weight*g, all+levels[i].Weight
		}
		p /= all
		q, weight := chance(by+loading*z), math.Exp(-z*z/2)
		j.Weight, total = append(j.Weight, weight), total+weight
		person.At, judge.At = append(person.At, Moments{p, p, p, p}), append(judge.At, Moments{q, q, q, q})
	}
	for i := range j.Weight {
		j.Weight[i] /= total
	}
	if labeler > 0 {
		person.Labelers = levels
	}
	return j
}

// Oracle: simulated studies of yes-or-no labels, with labelers of whom none is met twice, and with 12 who label all.
func TestLeadSEOfBinaryLabelsBySimulation(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 0))
	draw := func(x float64) float64 {
		if rng.Float64() < 1/(1+math.Exp(-x)) {
			return 1
		}
		return 0
	}
	const n, labeler = 400, 0.8
	judged := binaryJudged(-0.5, 1.8, labeler, 0.3, 2.5)
	for _, few := range []int{0, 12} {
		k := 3
		if few > 0 {
			k = few
		}
		sd, se := spread(600, func() float64 {
			habit := make([]float64, few)
			for l := range habit {
				habit[l] = labeler * rng.NormFloat64()
			}
			y, w := make([][]float64, n), make([]float64, n)
			for j := range y {
				z := rng.NormFloat64()
				for l := range k {
					a := labeler * rng.NormFloat64()
					if few > 0 {
						a = habit[l]
					}
					y[j] = append(y[j], draw(-0.5+1.8*z+a))
				}
				w[j] = draw(0.3 + 2.5*z)
			}
			return leadOf(y, w)
		})
		got := judged.Lead(0, 1, 1).SE(designs(n, k, float64(few))...)
		assert.InDelta(t, sd, got, 4*se+0.05*sd, "%d labelers", few)
	}
}

// The number of items is the smallest with the power, the power that of a normal estimate; what never is settled has no
// number.
func TestItemsForAJudge(t *testing.T) {
	lead := GaussianJudged(Components{Item: 0.4, Residual: 0.6}, 0.8).Lead(0, 1, 1)
	needed := func(of Statistic, k int) (int, bool) {
		return FewestItems(func(n int) bool { return of.Power(0.95, designs(n, k, 0)...) >= 0.9 })
	}
	n, ok := needed(lead, 3)
	require.True(t, ok)
	assert.GreaterOrEqual(t, lead.Power(0.95, designs(n, 3, 0)...), 0.9)
	assert.Less(t, lead.Power(0.95, designs(n-1, 3, 0)...), 0.9)
	assert.InDelta(t, 1.6449+1.2816, lead.Value/lead.SE(designs(n, 3, 0)...), 0.03, "z of 0.95 and of 0.9")
	even := GaussianJudged(Components{Item: 0.4, Residual: 0.6}, math.Sqrt(0.4))
	_, ok = needed(even.Lead(0, 1, 1), 3)
	assert.False(t, ok, "as good as a person is never settled")
	_, ok = needed(even.Lead(0, 1, 0.5), 3)
	assert.True(t, ok, "worth at least half a label is")
	_, ok = needed(lead, 1)
	assert.False(t, ok, "one label an item does not tell people's reliability")
}

// Yes-or-no labels have the share, the ICC and the correlation that they were asked to have, those that are too high
// have none.
func TestBinaryJudged(t *testing.T) {
	for _, x := range [][3]float64{{0.5, 0.3, 0.6}, {0.1, 0.2, 0.5}, {0.8, 0.5, 0.75}} {
		j, ok := BinaryJudged(x[0], x[1], x[2])
		require.True(t, ok)
		share, of, square, product := 0.0, 0.0, 0.0, 0.0
		for i, w := range j.Weight {
			p, q := j.Groups[0].At[i][0], j.Groups[1].At[i][0]
			share, of, square, product = share+w*p, of+w*q, square+w*p*p, product+w*p*q
		}
		assert.InDelta(t, x[0], share, 1e-9)
		assert.InDelta(t, x[0], of, 1e-9)
		assert.InDelta(t, x[1], (square-share*share)/(share*(1-share)), 1e-6)
		assert.InDelta(t, x[2], (product-share*of)/math.Sqrt((square-share*share)*of*(1-of)), 1e-6)
	}
	_, ok := BinaryJudged(0.5, 0.3, 0.95)
	assert.False(t, ok)
	_, ok = BinaryJudged(1, 0.3, 0.5)
	assert.False(t, ok)
}
