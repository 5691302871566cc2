package allocation

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/consensus"
)

// curve is an item whose loss after m labels by one group at cost 1 is the m-th number.
func curve(left ...float64) Item {
	item := Item{Now: left[0]}
	for m, x := range left[1:] {
		item.Options = append(item.Options, Option{Labels: m + 1, Cost: float64(m + 1), Left: x})
	}
	return item
}

// labels are those of options.
func labels(options []Option) []int {
	var all []int
	for _, o := range options {
		all = append(all, o.Labels)
	}
	return all
}

// One label that changes nothing is not bought alone: three are bought together, if they are worth it.
func TestThreeLabelsAreBoughtTogether(t *testing.T) {
	flat := curve(0.4, 0.4, 0.4, 0.1) // 0.1 a label, for three
	steep := curve(0.3, 0.15, 0.12, 0.11)
	assert.Equal(t, []int{0, 1}, labels(Divide([]Item{flat, steep}, 1, 0)))
	assert.Equal(t, []int{3, 1}, labels(Divide([]Item{flat, steep}, 4, 0)))
	assert.Equal(t, []int{0, 3}, labels(Divide([]Item{flat, steep}, 3, 0)), "what is left buys what it can")
	assert.Equal(t, []int{0, 0}, labels(Divide([]Item{flat, steep}, 4, 0.2)))
	assert.Equal(t, []int{0, 0}, labels(Divide([]Item{curve(0, 0, 0), curve(0, 0, 0)}, 9, 0)))
}

// The division is the best one, found by trying all, to less than the gain of one upgrade.
func TestDivisionIsNearlyTheBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		items := make([]Item, 4)
		largest := 0.0
		for i := range items {
			items[i].Now = rng.Float64()
			for g, cost := range []float64{1, 0.3} {
				left := items[i].Now
				for m := 1; m <= 3; m++ {
					fall := left * rng.Float64() * 0.5
					left -= fall
					items[i].Options = append(items[i].Options, Option{Group: g, Labels: m, Cost: cost * float64(m),
						Left: left})
				}
			}
			for _, s := range envelope(i, items[i], 0) {
				largest = max(largest, s.slope*s.cost)
			}
		}
		budget := 0.3 + 5*rng.Float64()
		chosen := Divide(items, budget, 0)
		spent := 0.0
		for _, o := range chosen {
			spent += o.Cost
		}
		require.LessOrEqual(t, spent, budget+1e-9)
		best := math.Inf(1)
		var try func(i int, left, loss float64)
		try = func(i int, left, loss float64) {
			if i == len(items) {
				best = min(best, loss/float64(len(items)))
				return
			}
			try(i+1, left, loss+items[i].Now)
			for _, o := range items[i].Options {
				if o.Cost <= left {
					try(i+1, left-o.Cost, loss+o.Left)
				}
			}
		}
		try(0, budget, 0)
		got := Loss(items, chosen)
		require.GreaterOrEqual(t, got, best-1e-12)
		require.LessOrEqual(t, got, best+largest/float64(len(items))+1e-12)
	}
}

// With two draws that disagree and symmetric labels the posterior is a random walk: the expected error has a closed
// form, and one label more changes nothing at even counts.
func TestDecisionOfTwoDraws(t *testing.T) {
	const p = 0.8 // of the right label
	target := consensus.Prediction{Chances: []float64{1 - p, p, p, 1 - p}}
	left := new(Decision).Left(target, target, 2, 4)
	three := 1 - (p*p*p + 3*p*p*(1-p))
	assert.InDeltaSlice(t, []float64{0.5, 1 - p, 1 - p, three, three}, left, 1e-12)
}

// The expected error is that of simulated labels: labels are drawn by a draw, and the consensus is the label with the
// largest weight.
func TestDecisionIsThatOfSimulatedLabels(t *testing.T) {
	for _, ordered := range []bool{false, true} {
		decideSimulated(t, ordered)
	}
}

func decideSimulated(t *testing.T, ordered bool) {
	rng := rand.New(rand.NewPCG(3, 4))
	const draws, k, most = 40, 3, 3
	row := func() consensus.Prediction {
		var p consensus.Prediction
		for range draws {
			a, b := rng.Float64(), rng.Float64()
			p.Chances = append(p.Chances, min(a, b), math.Abs(a-b), 1-max(a, b))
		}
		return p
	}
	target, group := row(), row()
	if ordered {
		target.Mean = make([]float64, draws)
	}
	left := new(Decision).Left(target, group, k, most)
	const runs = 40_000
	wrong := make([]float64, most+1)
	for range runs {
		truth := rng.IntN(draws)
		weights := make([]float64, draws)
		for i := range weights {
			weights[i] = 1
		}
		for m := 0; m <= most; m++ {
			var sum [k]float64
			for i, w := range weights {
				sum[target.Winner(i, k)] += w
			}
			if slices.Index(sum[:], slices.Max(sum[:])) != target.Winner(truth, k) {
				wrong[m] += 1.0 / runs
			}
			u, y := rng.Float64(), 0
			for y < k-1 && u >= group.Chances[truth*k+y] {
				u -= group.Chances[truth*k+y]
				y++
			}
			for i := range weights {
				weights[i] *= group.Chances[i*k+y]
			}
		}
	}
	for m := range wrong {
		assert.InDelta(t, wrong[m], left[m], 4*math.Sqrt(0.25/runs), "%d labels", m)
	}
}

// For normal scores the variance is the closed form 1/(1/v + m/σ²), and a group that has nothing in common with the
// target tells nothing.
func TestEstimateOfNormalScores(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const draws = 200_000
	var p, q consensus.Prediction
	for range draws {
		p.Mean, p.Variance = append(p.Mean, 3*rng.NormFloat64()), append(p.Variance, 4)
		q.Mean, q.Variance = append(q.Mean, rng.NormFloat64()), append(q.Variance, 4)
	}
	alone, other := Estimate(p, p, 5), Estimate(p, q, 5)
	for m := range alone {
		assert.InDelta(t, 1/(1/9.0+float64(m)/4), alone[m], 0.1)
		assert.InDelta(t, alone[0], other[m], 0.01)
	}
}

func TestMostLabels(t *testing.T) {
	assert.Equal(t, 20, MostLabels(2, 20))
	assert.Equal(t, 1, MostLabels(2, 1))
	assert.Equal(t, 10, MostLabels(4, 20)) // 1,000 counts
	assert.Equal(t, 1, MostLabels(50, 20))
}

// What is spread evenly is between the losses of whole numbers of labels.
func TestEven(t *testing.T) {
	items := []Item{curve(0.4, 0.3, 0.25), curve(0.2, 0.1, 0.05)}
	loss, ok := Even(items, 0, 1, 3)
	require.True(t, ok)
	assert.InDelta(t, (0.275+0.075)/2, loss, 1e-12)
	loss, ok = Even(items, 0, 1, 4)
	require.True(t, ok)
	assert.InDelta(t, 0.15, loss, 1e-12)
	_, ok = Even(items, 0, 1, 5)
	assert.False(t, ok)
}
