package probability

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"concord/posterior"
)

func TestCorrelationIsPearsons(t *testing.T) {
	a, _ := sixty()
	r, z, ok := a.Correlation()
	if !ok {
		t.Fatal("no correlation")
	}
	near(t, "r", r, 0.249685560449509, 1e-12) // cor(a, y) in R 4.2.2, data as of sixty
	near(t, "z", z.Value, math.Atanh(r), 1e-12)
	var x, y []float64
	var left []float64
	for drop := range 60 {
		x, y = x[:0], y[:0]
		for i, it := range a.Items() {
			if i != drop {
				x, y = append(x, it.Probability), append(y, it.Share())
			}
		}
		left = append(left, math.Atanh(stat.Correlation(x, y, nil)))
	}
	near(t, "standard error", z.SE, math.Sqrt(59*59.0/60*stat.Variance(left, nil)), 1e-9)
}

// With the ICC known, the intervals of validity hold its true value at their rate.
func TestValidityHoldsTheTruth(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	var xs, ps, ys []float64
	for range 400000 {
		z := rng.NormFloat64()
		xs = append(xs, math.Round(20/(1+math.Exp(-z)))/20)
		ps = append(ps, 1/(1+math.Exp(-z-0.8*rng.NormFloat64())))
		ys = append(ys, 0)
		if rng.Float64() < ps[len(ps)-1] {
			ys[len(ys)-1] = 1
		}
	}
	truth := stat.Correlation(xs, ps, nil)
	icc := stat.Variance(ps, nil) / stat.Variance(ys, nil)
	known := posterior.Quantity{Chains: [][]float64{make([]float64, 400)}}
	for i := range known.Chains[0] {
		known.Chains[0][i] = icc
	}
	inside := 0.0
	const studies = 1000
	for seed := range studies {
		r, _, ok := Of(noisy(rng, 150, 4)).Validity(known, uint64(seed))
		if !ok {
			t.Fatal("no validity")
		}
		if r.Quantile(0.025) <= truth && truth <= r.Quantile(0.975) {
			inside++
		}
	}
	near(t, "coverage", inside/studies, 0.95, 0.03)
}

func TestWorthIsSpearmanBrowns(t *testing.T) {
	one := func(x float64) posterior.Quantity { return posterior.Quantity{Chains: [][]float64{{x}}} }
	// The mean of 3 labels with ICC 0.4 has a reliability of 3·0.4/(1 + 2·0.4).
	near(t, "worth", Worth(one(math.Sqrt(1.2/1.8)), one(0.4)).Chains[0][0], 3, 1e-12)
	near(t, "worth of the opposite", Worth(one(-0.5), one(0.4)).Chains[0][0], 0, 0)
	near(t, "AUC of a person", OfPerson(one(0.4)).Chains[0][0], 0.7, 1e-12)
}

// If shares of yes are uniform, the largest area is 4 ∫∫ p(1−q) over p > q, which is 5/6.
func TestAttainable(t *testing.T) {
	near(t, "of uniform shares", Attainable(func(z float64) float64 { return 0.5 * math.Erfc(-z/math.Sqrt2) }),
		5.0/6, 1e-4)
	near(t, "of people who agree", Attainable(func(z float64) float64 {
		if z > 0 {
			return 1
		}
		return 0
	}), 1, 1e-2)
	near(t, "of people who guess", Attainable(func(float64) float64 { return 0.3 }), 0.5, 1e-12)
}
