package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The sampler finds the parameters of simulated numbers, within four standard deviations of its draws.
func TestGibbsFindsTheTruth(t *testing.T) {
	truth := [4]float64{3, 0.8, 0.5, 1.2}
	l := simulated(t, truth, func(rng *rand.Rand, theta float64) float64 { return theta + truth[3]*rng.NormFloat64() })
	finds(t, newChain(l, 1).run(200, 2000), truth[:])
}

// So it does for labels 0 and 1.
func TestBinaryGibbsFindsTheTruth(t *testing.T) {
	truth := [4]float64{0.7, 1.5, 0.8, 0}
	l := simulated(t, truth, func(rng *rand.Rand, theta float64) float64 {
		if rng.Float64() < 1/(1+math.Exp(-theta)) {
			return 1
		}
		return 0
	})
	finds(t, newBinary(l, 1).run(200, 600), truth[:3])
}

// PG(1, c) has the mean tanh(c/2)/(2c) and the variance (sinh c − c)/(4c³ cosh²(c/2)) (Polson, Scott and Windle 2013).
func TestPolyaGammaHasItsMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	for _, c := range []float64{0.01, 0.5, -2, 3.1, 8, 30} {
		const n = 50_000
		mean, square := 0.0, 0.0
		for range n {
			x := polyaGamma(rng, c)
			mean += x / n
			square += x * x / n
		}
		wantMean := math.Tanh(c/2) / (2 * c)
		wantVariance := (math.Sinh(c) - c) / (4 * c * c * c * math.Pow(math.Cosh(c/2), 2))
		if math.Abs(mean-wantMean) > 4*math.Sqrt(wantVariance/n) {
			t.Errorf("c = %v: the mean is %v, and should be %v", c, mean, wantMean)
		}
		if v := square - mean*mean; math.Abs(v/wantVariance-1) > 0.05 {
			t.Errorf("c = %v: the variance is %v, and should be %v", c, v, wantVariance)
		}
	}
}

// simulated reads 3,600 labels of 300 items by 60 people, drawn about a mean and effects with the given parameters.
func simulated(t *testing.T, truth [4]float64, label func(rng *rand.Rand, theta float64) float64) *labels {
	rng := rand.New(rand.NewPCG(2, 3))
	var text strings.Builder
	text.WriteString("item,labeler,label\n")
	people := make([]float64, 60)
	for l := range people {
		people[l] = truth[2] * rng.NormFloat64()
	}
	for i := range 300 {
		a := truth[1] * rng.NormFloat64()
		for _, l := range rng.Perm(len(people))[:12] {
			fmt.Fprintf(&text, "i%d,l%d,%v\n", i, l, label(rng, truth[0]+a+people[l]))
		}
	}
	path := filepath.Join(t.TempDir(), "labels.csv")
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := read(path)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// finds compares draws with the truth.
func finds(t *testing.T, rows [][4]float64, truth []float64) {
	for k, want := range truth {
		mean, square := 0.0, 0.0
		for _, r := range rows {
			mean += r[k] / float64(len(rows))
			square += r[k] * r[k] / float64(len(rows))
		}
		if sd := math.Sqrt(square - mean*mean); math.Abs(mean-want) > 4*sd {
			t.Errorf("quantity %d: %v ± %v, and the truth is %v", k, mean, sd, want)
		}
	}
}
