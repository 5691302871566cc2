package main

import (
	"math"
	"math/rand/v2"
)

// binary is a chain for labels 0 and 1 with a logit link: Pólya–Gamma weights of all labels (Polson, Scott and Windle
// 2013), then for each factor the effects about their common mean, and the mean, given the weights: local centring
// (Papaspiliopoulos, Stumpf-Fétizon and Zanella 2023, Electronic Journal of Statistics 17, 3575–3612, section 5).
type binary struct {
	*chain
	weight []float64 // ω of each label, in the order of items
	place  []int     // of the labels in the order of labelers, among those of items
}

func newBinary(l *labels, seed uint64) *binary {
	b := &binary{chain: newChain(l, seed), weight: make([]float64, len(l.value))}
	b.mean, b.variance = math.Log(share(l.value)/(1-share(l.value))), [2]float64{1, 1}
	b.rng = rand.New(rand.NewPCG(seed, 19))
	b.place = make([]int, len(l.value))
	at := make([]int, len(l.value)) // of each row, its place among items' labels
	for n, row := range l.of[0].row {
		at[row] = n
	}
	for n, row := range l.of[1].row {
		b.place[n] = at[row]
	}
	return b
}

// share is the share of ones, away from 0 and 1.
func share(y []float64) float64 {
	sum := 0.5
	for _, v := range y {
		sum += v
	}
	return sum / float64(len(y)+1)
}

// run returns mean and standard deviations of each draw after the warm-up.
func (b *binary) run(warmup, draws int) [][4]float64 {
	var rows [][4]float64
	for n := range warmup + draws {
		b.drawWeights()
		b.centred(0)
		b.drawWeights()
		b.centred(1)
		if n >= warmup {
			rows = append(rows, [4]float64{b.mean, math.Sqrt(b.variance[0]), math.Sqrt(b.variance[1]), 0})
		}
	}
	return rows
}

func (b *binary) drawWeights() {
	of := &b.of[0]
	for i, a := range b.effect[0] {
		for n := of.begin[i]; n < of.begin[i+1]; n++ {
			b.weight[n] = polyaGamma(b.rng, b.mean+a+b.effect[1][of.other[n]])
		}
	}
}

// centred draws ξ = μ + effect of each level of a factor, then μ given ξ, then the variance.
func (b *binary) centred(f int) {
	of, own, other := &b.of[f], b.effect[f], b.effect[1-f]
	sum := 0.0
	for i := range own {
		precision, weighted := 1/b.variance[f], b.mean/b.variance[f]
		for n := of.begin[i]; n < of.begin[i+1]; n++ {
			w := b.weight[n]
			if f == 1 {
				w = b.weight[b.place[n]]
			}
			precision += w
			weighted += of.value[n] - 0.5 - w*other[of.other[n]]
		}
		own[i] = weighted/precision + b.rng.NormFloat64()/math.Sqrt(precision)
		sum += own[i]
	}
	n := float64(len(own))
	b.mean = sum/n + math.Sqrt(b.variance[f]/n)*b.rng.NormFloat64()
	squares := 0.0
	for i := range own {
		own[i] -= b.mean
		squares += own[i] * own[i]
	}
	b.variance[f] = squares / (2 * b.gamma((n-1)/2))
}
