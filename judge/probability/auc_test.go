package probability

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// sixty are items with one label each and the probabilities of two judges. In R:
//
//	i <- 0:59; a <- ((37*i+11) %% 100)/100; b <- ((53*i+29) %% 20)/20
//	y <- as.integer(((71*i+5) %% 100)/100 < 0.15+0.4*a+0.35*b)
func sixty() (a, b *Scored) {
	var first, second []Item
	for i := range 60 {
		x, z := float64((37*i+11)%100)/100, float64((53*i+29)%20)/20
		y := 0
		if float64((71*i+5)%100)/100 < 0.15+0.4*x+0.35*z {
			y = 1
		}
		name := fmt.Sprint(i)
		first, second = append(first, Item{name, x, y, 1}), append(second, Item{name, z, y, 1})
	}
	return Of(first), Of(second)
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// Values of pROC 1.18.0 in R 4.2.2: auc(roc(y, a)), sqrt(var(roc(y, a), method = "delong")) and
// roc.test(roc(y, a), roc(y, b), method = "delong", paired = TRUE).
func TestAUCOfOneLabelIsDeLongs(t *testing.T) {
	a, b := sixty()
	x, _ := a.AUC()
	y, _ := b.AUC()
	near(t, "AUC of a", x.Value, 0.6440489432703004, 1e-12)
	near(t, "its standard error", x.SE, 0.0721636055944804, 1e-12)
	near(t, "AUC of b", y.Value, 0.6084538375973304, 1e-12)
	near(t, "its standard error", y.SE, 0.0740063566184917, 1e-12)
	d, ok := Compare(a, b)
	if !ok {
		t.Fatal("no difference")
	}
	near(t, "z of the difference", d.Value/d.SE, 0.342681226695597, 1e-9)
	near(t, "p of the difference", d.P, 0.731838287437311, 1e-9)
}

// noisy draws items with up to that many labels each. Their shares p of yes follow the probabilities.
func noisy(rng *rand.Rand, items, labels int) []Item {
	var all []Item
	for i := range items {
		z := rng.NormFloat64()
		it := Item{Name: fmt.Sprint(i), Labels: 1 + rng.IntN(labels)}
		it.Probability = math.Round(20/(1+math.Exp(-z))) / 20
		p := 1 / (1 + math.Exp(-z-0.8*rng.NormFloat64()))
		for range it.Labels {
			if rng.Float64() < p {
				it.Yes++
			}
		}
		all = append(all, it)
	}
	return all
}

func TestAUCOfSeveralLabelsIsOverPairsOfItems(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		items := noisy(rng, 3+rng.IntN(30), 4)
		sum, pairs := 0.0, 0.0
		for i, a := range items {
			for j, b := range items {
				if i == j {
					continue
				}
				weight := a.Share() * (1 - b.Share())
				pairs += weight
				switch {
				case a.Probability > b.Probability:
					sum += weight
				case a.Probability == b.Probability:
					sum += weight / 2
				}
			}
		}
		auc, ok := Of(items).AUC()
		if ok != (pairs > 0) {
			t.Fatalf("ok is %v with pairs of weight %v", ok, pairs)
		}
		if ok {
			near(t, "AUC", auc.Value, sum/pairs, 1e-12)
		}
	}
}

// The standard error for labels in clusters is the standard deviation of the area over simulated studies. The area does
// not depend on the number of labels of an item.
func TestAUCOfSeveralLabelsHasItsStandardError(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const studies = 1500
	var aucs, errors, single []float64
	inside := 0.0
	large, _ := Of(noisy(rng, 400000, 1)).AUC()
	for range studies {
		auc, _ := Of(noisy(rng, 120, 5)).AUC()
		one, _ := Of(noisy(rng, 120, 1)).AUC()
		aucs, errors, single = append(aucs, auc.Value), append(errors, auc.SE), append(single, one.Value)
		if lower, upper, _ := auc.Interval(0.95); lower <= large.Value && large.Value <= upper {
			inside++
		}
	}
	all, se, ones := meanOf(aucs), meanOf(errors), meanOf(single)
	sd := all.SE * math.Sqrt(studies)
	near(t, "mean standard error", se.Value, sd, 4*sd/math.Sqrt(2*studies))
	near(t, "mean AUC of up to five labels", all.Value, large.Value, 4*all.SE+large.SE)
	near(t, "mean AUC of one label", ones.Value, large.Value, 4*ones.SE+large.SE)
	near(t, "coverage", inside/studies, 0.95, 4*math.Sqrt(0.95*0.05/studies))
}

func TestAUCOfAPerfectOrderHasNoInterval(t *testing.T) {
	s := Of([]Item{{"a", 0.1, 0, 2}, {"b", 0.2, 0, 1}, {"c", 0.8, 1, 1}, {"d", 0.9, 2, 2}})
	auc, ok := s.AUC()
	if !ok || auc.Value != 1 {
		t.Fatalf("AUC is %v, %v", auc.Value, ok)
	}
	if _, _, ok := auc.Interval(0.95); ok {
		t.Error("an area without standard error has an interval")
	}
	if _, ok := Of([]Item{{"a", 0.1, 1, 2}}).AUC(); ok {
		t.Error("one item has an area")
	}
}

func TestMajorityLeavesTiesOut(t *testing.T) {
	s := Of([]Item{{"a", 0.1, 1, 2}, {"b", 0.2, 1, 3}, {"c", 0.8, 2, 3}}).Majority()
	if len(s.Items()) != 2 || s.Positive() != 0.5 {
		t.Errorf("items are %v", s.Items())
	}
}
