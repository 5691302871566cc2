package model

import (
	"fmt"
	"math"
	"math/rand/v2"

	"concord/study"
)

// Streams of random numbers of one seed, so that the labels of a design do not depend
// on how the design was made.
const (
	designStream = 1
	labelStream  = 2
)

// Simulate draws the labels of a design from a model with known parameters. The same
// truth, design and seed give the same table. It returns an error if the truth or the design
// contradicts itself.
func Simulate(truth Truth, design Design, seed uint64) (*study.Table, error) {
	values, err := truth.Labels(design, rand.New(rand.NewPCG(seed, labelStream)))
	if err != nil {
		return nil, err
	}
	return design.table(truth.Family, values)
}

// Labels draws a label for each place of a design: effects of items and labelers first,
// then each label given them, y ~ N(θ, σ²) or y ~ Bernoulli(logit⁻¹ θ) with
// θ = μ_s + b_js + a_k (see the package comment). It returns an error if the truth or the design
// contradicts itself.
func (t Truth) Labels(d Design, rng *rand.Rand) ([]float64, error) {
	if err := d.validate(); err != nil {
		return nil, fmt.Errorf("simulate: %w", err)
	}
	t, err := t.validate(len(d.Studies))
	if err != nil {
		return nil, fmt.Errorf("simulate: %w", err)
	}
	if t.Labelers != NoLabelers && d.Labelers == nil {
		return nil, fmt.Errorf("simulate: labelers are %v, but the design names none", t.Labelers)
	}
	k := len(t.Studies)
	itemRoot, err := correlationRoot("items", t.ItemCorrelation, k)
	if err != nil {
		return nil, fmt.Errorf("simulate: %w", err)
	}
	labelerRoot, err := correlationRoot("labelers", t.LabelerCorrelation, k)
	if err != nil {
		return nil, fmt.Errorf("simulate: %w", err)
	}
	items := effects(rng, len(d.Items), itemRoot, func(s int) float64 { return t.Studies[s].ItemSD })
	var labelers []float64
	if t.Labelers != NoLabelers {
		// The effect of a nested labeler belongs to a pair of name and study: those of one
		// name are as independent as those of two people.
		labelers = effects(rng, len(d.Labelers), labelerRoot, func(s int) float64 { return t.Studies[s].LabelerSD })
	}
	values := make([]float64, len(d.Study))
	for n, s := range d.Study {
		theta := t.Studies[s].Mean + items[int(d.Item[n])*k+int(s)]
		if labelers != nil {
			theta += labelers[int(d.Labeler[n])*k+int(s)]
		}
		values[n] = t.label(rng, theta, t.Studies[s].ResidualSD)
	}
	return values, nil
}

func (t Truth) label(rng *rand.Rand, theta, sd float64) float64 {
	if t.Family == Bernoulli {
		if rng.Float64() < 1/(1+math.Exp(-theta)) {
			return 1
		}
		return 0
	}
	y := theta + sd*rng.NormFloat64()
	if t.Step > 0 {
		// Division by the inverse, so that steps of 0.1 give 0.3 and not 0.30000000000000004.
		y = math.Round(y/t.Step) / (1 / t.Step)
	}
	return y
}

// effects draws n vectors (b_1 … b_K) ~ N(0, SCCᵀS), n × K.
func effects(rng *rand.Rand, n int, root [][]float64, sd func(s int) float64) []float64 {
	k := len(root)
	b := make([]float64, n*k)
	z := make([]float64, k)
	for i := range n {
		for s := range z {
			z[s] = rng.NormFloat64()
		}
		for s := range z {
			for m := range s + 1 {
				b[i*k+s] += sd(s) * root[s][m] * z[m]
			}
		}
	}
	return b
}
