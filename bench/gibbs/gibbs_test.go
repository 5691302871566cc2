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

// The sampler finds what labels were drawn with, within four standard deviations of its draws.
func TestGibbsFindsTheTruth(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	truth := [4]float64{3, 0.8, 0.5, 1.2}
	var text strings.Builder
	text.WriteString("item,labeler,label\n")
	people := make([]float64, 60)
	for l := range people {
		people[l] = truth[2] * rng.NormFloat64()
	}
	for i := range 300 {
		a := truth[1] * rng.NormFloat64()
		for _, l := range rng.Perm(len(people))[:12] {
			fmt.Fprintf(&text, "i%d,l%d,%v\n", i, l, truth[0]+a+people[l]+truth[3]*rng.NormFloat64())
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
	rows := newChain(l, 1).run(200, 2000)
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
