package planning

import (
	"math"
	"math/rand/v2"
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

// The worth is that of Spearman and Brown's formula, the lead 0 at it, and the derivatives are those of differences.
func TestLead(t *testing.T) {
	for _, r := range []float64{-0.2, 0.3, 0.6, 0.9} {
		c := Components{Item: 0.4, Labeler: 0.1, Residual: 0.5}
		j := GaussianJudged(c, r)
		if want := r * r * 0.6 / (0.4 * (1 - r*r)); r > 0 {
			assert.InDelta(t, want, j.Worth(), 1e-7)
			assert.InDelta(t, 0, j.Lead(want), 1e-7)
		} else {
			assert.Zero(t, j.Worth())
		}
		f := j.lead(1.5)
		// Finite differences by each moment: the same labels with moments moved, as weights of nodes move them.
		for i := range j.Weight {
			const h = 1e-6
			up, down := j, j
			up.Weight, down.Weight = append([]float64(nil), j.Weight...), append([]float64(nil), j.Weight...)
			up.Weight[i], down.Weight[i] = up.Weight[i]+h, down.Weight[i]-h
			m, w := j.Person[i], j.Judge[i]
			want := (up.Lead(1.5) - down.Lead(1.5)) / (2 * h)
			got := f.y*m[0] + f.yy*m[0]*m[0] + f.square*m[1] + f.wy*m[0]*w[0] + f.w*w[0] + f.w2*w[1]
			assert.InDelta(t, want, got, 1e-4*(1+math.Abs(want)), "r %v node %d", r, i)
		}
	}
	assert.True(t, math.IsNaN(GaussianJudged(Components{0, 0, 1}, 0).LeadSE(Design{Items: 9, LabelsPerItem: 3}, 1)))
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
		got := GaussianJudged(c, r).LeadSE(Design{Items: n, LabelsPerItem: k}, 1)
		assert.InDelta(t, sd, got, 4*se+0.03*sd, "k = %d", k)
	}
}

// binaryJudged is yes-or-no labels: people's with logits mean + item·z + labeler·a, the judge's with by + loading·z.
func binaryJudged(mean, item, labeler, by, loading float64) Judged {
	var j Judged
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
		j.Person, j.Judge = append(j.Person, Moments{p, p, p, p}), append(j.Judge, Moments{q, q, q, q})
	}
	for i := range j.Weight {
		j.Weight[i] /= total
	}
	if labeler > 0 {
		j.Labelers = levels
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
		got := judged.LeadSE(Design{Items: n, LabelsPerItem: k, Labelers: float64(few)}, 1)
		assert.InDelta(t, sd, got, 4*se+0.05*sd, "%d labelers", few)
	}
}

// The number of items is the smallest with the power, the power that of a normal estimate; what never is settled has no
// number.
func TestItemsForAJudge(t *testing.T) {
	j := GaussianJudged(Components{Item: 0.4, Residual: 0.6}, 0.8)
	design := func(n int) Design { return Design{Items: n, LabelsPerItem: 3} }
	n, ok := j.ItemsFor(0.9, 1, 0.95, design)
	require.True(t, ok)
	assert.GreaterOrEqual(t, j.Power(design(n), 1, 0.95), 0.9)
	assert.Less(t, j.Power(design(n-1), 1, 0.95), 0.9)
	effect := j.Lead(1) / j.LeadSE(design(n), 1)
	assert.InDelta(t, 1.6449+1.2816, effect, 0.03, "z of 0.95 and of 0.9")
	even := GaussianJudged(Components{Item: 0.4, Residual: 0.6}, math.Sqrt(0.4))
	_, ok = even.ItemsFor(0.9, 1, 0.95, design)
	assert.False(t, ok, "as good as a person is never settled")
	_, ok = even.ItemsFor(0.9, 0.5, 0.95, design)
	assert.True(t, ok, "worth at least half a label is")
	_, ok = j.ItemsFor(0.9, 1, 0.95, func(n int) Design { return Design{Items: n, LabelsPerItem: 1} })
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
			p, q := j.Person[i][0], j.Judge[i][0]
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
