package probability

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// Every threshold between two probabilities is tried, with the correlation of labels one by one.
func TestBestThresholdByBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 30 {
		var items []Item
		for i := range 10 + rng.IntN(40) {
			p := float64(rng.IntN(30)) / 30
			it := Item{Name: fmt.Sprint(i), Probability: p, Labels: 4}
			for range it.Labels {
				if rng.Float64() < p {
					it.Yes++
				}
			}
			items = append(items, it)
		}
		s := Of(items)
		most := 0.0
		for cut := range 31 {
			c := s.At((float64(cut) - 0.5) / 30)
			var x, y []float64
			same := 0.0
			for _, it := range items {
				answer := 0.0
				if it.Probability >= c.Threshold {
					answer = 1
				}
				for k := range it.Labels {
					label := 0.0
					if k < it.Yes {
						label = 1
					}
					x, y = append(x, answer), append(y, label)
					if answer == label {
						same++
					}
				}
			}
			r := stat.Correlation(x, y, nil)
			if math.IsNaN(r) {
				continue
			}
			near(t, "correlation", c.Correlation, r, 1e-9)
			near(t, "agreement", c.Agreement, same/float64(len(x)), 1e-9)
			most = math.Max(most, r)
		}
		best, ok := s.Best(0.95, 50, 1)
		if !ok {
			t.Fatal("no threshold")
		}
		near(t, "largest correlation", best.Correlation, most, 1e-9)
		if !(best.Lower <= best.Threshold && best.Threshold <= best.Upper) {
			t.Errorf("%v is not in [%v, %v]", best.Threshold, best.Lower, best.Upper)
		}
	}
}

// The optimism is the loss of the chosen threshold on new items, and a little more, because thresholds of nine tenths
// of the items are a little worse.
func TestOptimismOfTheThreshold(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	large := Of(noisy(rng, 200000, 1))
	var lost, said []float64
	for seed := range 400 {
		s := Of(noisy(rng, 60, 3))
		best, ok := s.Best(0.95, 60, uint64(seed))
		if !ok {
			continue
		}
		lost = append(lost, best.Correlation-large.At(best.Threshold).Correlation)
		said = append(said, best.CorrelationOptimism)
	}
	a, b := meanOf(lost), meanOf(said)
	if b.Value < a.Value-2*a.SE || b.Value > 1.4*a.Value {
		t.Errorf("optimism is %v, but the threshold loses %v", b.Value, a.Value)
	}
}

func TestNoThreshold(t *testing.T) {
	if _, ok := Of([]Item{{"a", 0.5, 1, 1}, {"b", 0.5, 0, 1}}).Best(0.95, 10, 1); ok {
		t.Error("equal probabilities have a threshold")
	}
}
