package probability

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// Two bins, by hand: 0.2 with shares 0, 0, 1/2 and 0.7 with shares 1, 1/2.
func TestCalibrationByHand(t *testing.T) {
	s := Of([]Item{{"a", 0.2, 0, 1}, {"b", 0.2, 0, 2}, {"c", 0.2, 1, 2}, {"d", 0.7, 1, 1}, {"e", 0.7, 2, 4}})
	c := s.Calibration()
	if len(c.Bins) != 2 || c.Bins[0].Items != 3 || c.Bins[1].Items != 2 {
		t.Fatalf("bins are %+v", c.Bins)
	}
	near(t, "bias", c.Bias.Value, (3*0.2+2*0.7-2)/5, 1e-12)
	brier := (0.04 + 0.04 + (0.09 + 0.25) + 0.09 + (0.04 + 0.25)) / 5
	near(t, "Brier", c.Brier.Value, brier, 1e-12)
	near(t, "error", c.Error, (3*(0.2-0.5/3)+2*0.05)/5, 1e-12)
	first, second := (2*math.Pow(0.5/3, 2)+math.Pow(1.0/3, 2))/2, 0.125 // variances of shares in bins
	all := (3*0.16 - 0.16*0 + 0 - 0.48 + 0.16 + 0.16 + 0.01 + 0.36 + 0.01) / 4
	near(t, "reliability", c.Reliability, (3*(math.Pow(0.2-0.5/3, 2)-first/3)+2*(0.0025-second/2))/5, 1e-12)
	near(t, "resolution", c.Resolution,
		(3*(math.Pow(0.5/3-0.4, 2)-first/3)+2*(math.Pow(0.35, 2)-second/2))/5+all/5, 1e-12)
	near(t, "uncertainty", c.Uncertainty, 0.24+all/5, 1e-12)
	near(t, "by chance", c.ByChance, (3*math.Sqrt(2/math.Pi*first/3)+2*math.Sqrt(2/math.Pi*second/2))/5, 1e-12)
	near(t, "parts", c.Reliability-c.Resolution+c.Uncertainty+c.Within, brier, 1e-12)
	d, ok := s.Disagreement()
	near(t, "disagreement", d, (0+0.5+2*2.0/12)/3, 1e-12)
	if !ok {
		t.Error("no disagreement")
	}
}

// If probabilities are calibrated, the expected calibration error is the one by chance, and the corrected reliability
// is 0 on average. Otherwise the reliability is the mean squared distance.
func TestCalibrationErrorByChance(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const studies = 1000
	var errors, chance, reliability, off []float64
	for range studies {
		var good, bad []Item
		for i := range 200 {
			p := float64(1+rng.IntN(9)) / 10
			it := Item{Name: fmt.Sprint(i), Probability: p, Labels: 3}
			share := p + math.Min(p, 1-p)*(2*rng.Float64()-1) // the people of this item
			for range it.Labels {
				if rng.Float64() < share {
					it.Yes++
				}
			}
			good = append(good, it)
			it.Probability = p * 0.8
			bad = append(bad, it)
		}
		c := Of(good).Calibration()
		errors, chance = append(errors, c.Error), append(chance, c.ByChance)
		reliability = append(reliability, c.Reliability)
		off = append(off, Of(bad).Calibration().Reliability)
	}
	e, by, r, o := meanOf(errors), meanOf(chance), meanOf(reliability), meanOf(off)
	near(t, "expected calibration error", e.Value, by.Value, 4*e.SE+0.03*by.Value)
	near(t, "reliability", r.Value, 0, 4*r.SE)
	near(t, "reliability of probabilities too low", o.Value, 0.04*(1+4+9+16+25+36+49+64+81)/900, 4*o.SE)
}

func TestBinsAreOfAboutAsManyItems(t *testing.T) {
	var items []Item
	for i := range 437 {
		items = append(items, Item{fmt.Sprint(i), float64(i) / 437, i % 2, 1})
	}
	bins := Of(items).Bins()
	if len(bins) != 10 {
		t.Fatalf("there are %d bins", len(bins))
	}
	n := 0
	for _, b := range bins {
		if n += b.Items; b.Items < 43 || b.Items > 44 {
			t.Errorf("a bin has %d items", b.Items)
		}
	}
	if n != len(items) {
		t.Errorf("bins have %d items", n)
	}
}
