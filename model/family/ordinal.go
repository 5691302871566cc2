package family

import (
	"fmt"
	"math"
	"math/rand/v2"

	"concord/internal/effect"
	"concord/study"
)

// Ordinal labels are ordered categories y = 1 … C with P(y ≤ c) = logit⁻¹(κ_c − effects) (McCullagh 1980). The
// thresholds κ_1 < … < κ_C−1 replace the mean. A category that nobody used keeps its place. In the terms of [Family], μ
// = −κ_1, and the own parameters are the distances κ_2 − κ_1, …, κ_C−1 − κ_C−2.
//
// The zero value knows no categories: it is for saying that labels are ordinal, see [Adapting].
type Ordinal struct{ scale *ordinalScale }

// ordinalScale is the scale of labels; it never changes.
type ordinalScale struct {
	categories []string
	scores     []float64
	distances  []Parameter
}

var (
	_ Adapting    = Ordinal{}
	_ Thresholded = Ordinal{}
	_ Categorical = Ordinal{}
)

// Numbers of categories that an ordinal scale may have. Two, which are left of a larger scale, are the model of
// [Bernoulli] labels with the numbers of the scale.
const (
	LeastCategories = 2
	MostCategories  = 50
)

// NewOrdinal returns the family of labels with these categories, in ascending order, and the numbers that stand for
// them; nil: 1 to the number of categories.
func NewOrdinal(categories []string, scores []float64) (Ordinal, error) {
	n := len(categories)
	if n < LeastCategories || n > MostCategories {
		return Ordinal{}, fmt.Errorf("family: ordinal labels have %d to %d categories, not %d",
			LeastCategories, MostCategories, n)
	}
	if scores != nil && len(scores) != n {
		return Ordinal{}, fmt.Errorf("family: there are %d numbers for %d categories", len(scores), n)
	}
	s := &ordinalScale{categories: append([]string(nil), categories...), scores: append([]float64(nil), scores...)}
	for c := range categories {
		if scores == nil {
			s.scores = append(s.scores, float64(c+1))
		}
		if c >= 1 && c < n-1 {
			s.distances = append(s.distances, Parameter{
				Name:  fmt.Sprintf("distance_%d", c+1),
				Words: fmt.Sprintf("distance between the thresholds about category %d", c+1),
			})
		}
	}
	return Ordinal{s}, nil
}

// String implements [Family].
func (Ordinal) String() string { return "ordinal" }

// About implements [Family].
func (Ordinal) About() About {
	return About{
		Name: "ordinal", Labels: "Ordinal labels", Distribution: "a distribution over ordered categories",
		Link: "logit", Formula: "ordered_logistic(θ, κ), κ the thresholds", BRMS: `cumulative("logit")`,
	}
}

// Kind implements [Family].
func (Ordinal) Kind() study.Kind { return study.Ordinal }

// Takes implements [Family].
func (o Ordinal) Takes(y float64) bool {
	return y == math.Trunc(y) && y >= 1 && (o.scale == nil || y <= float64(len(o.scale.scores)))
}

// Parameters implements [Family]: the distances between neighbouring thresholds.
func (o Ordinal) Parameters() []Parameter {
	if o.scale == nil {
		return nil
	}
	return o.scale.distances
}

// LocationScale implements [Family].
func (Ordinal) LocationScale() bool { return false }

// Start implements [Family]. Thresholds have another start, see [Anchored].
func (o Ordinal) Start() Start {
	s := Start{ItemSD: 1, OtherSD: 0.5}
	for range o.Parameters() {
		s.Own = append(s.Own, 1)
	}
	return s
}

// ResidualSD implements [Family] by the standard logistic distribution.
func (Ordinal) ResidualSD([]float64) float64 { return math.Pi / math.Sqrt(3) }

// Likelihood implements [Family].
func (o Ordinal) Likelihood(l *Labels) Likelihood {
	return newOrdinalLabels(l, len(o.known().scores), make([]int, l.Studies))
}

// known returns the scale. Without one there is nothing to evaluate.
func (o Ordinal) known() *ordinalScale {
	if o.scale == nil {
		panic("family: the zero Ordinal has no categories")
	}
	return o.scale
}

// CategoryRange implements [Adapting].
func (Ordinal) CategoryRange() (least, most int) { return LeastCategories, MostCategories }

// Adapt implements [Adapting].
func (Ordinal) Adapt(categories []string, scores []float64) (Family, error) {
	return NewOrdinal(categories, scores)
}

// Names implements [Adapting].
func (o Ordinal) Names() []string {
	if o.scale == nil {
		return nil
	}
	return o.scale.categories
}

// Categories implements [Categorical]; the zero value has none.
func (o Ordinal) Categories() int { return len(o.Names()) }

// Scores implements [Adapting].
func (o Ordinal) Scores() []float64 {
	if o.scale == nil {
		return nil
	}
	return o.scale.scores
}

// Chances implements [Categorical].
func (o Ordinal) Chances(dst []float64, mean, noise float64, own []float64) {
	if noise == 0 && !math.IsNaN(mean) && !math.IsInf(mean, 0) {
		chances(dst, mean, own)
		return
	}
	t := dst[:len(own)+1]
	offsets(t, own, 0)
	CumulativeChances(dst, t, mean, noise)
}

// ChancesOfEach implements [Categorical].
func (o Ordinal) ChancesOfEach(dst, means []float64, noise float64, own []float64) {
	last := len(own) + 1
	n := last + 1
	if noise == 0 {
		for i, mean := range means {
			o.Chances(dst[i*n:(i+1)*n], mean, noise, own)
		}
		return
	}
	upTo := dst[:len(means)*last]
	fromThresholds(upTo, means, own, -1)
	effect.Means(upTo, upTo, noise)
	for i := len(means) - 1; i >= 0; i-- { // from the end, as rows are longer than what they are made of
		row := dst[i*n : (i+1)*n]
		copy(row, upTo[i*last:(i+1)*last])
		differences(row)
	}
}

// fromThresholds sets dst, one row after the other, to how far each of the means lies above each of the thresholds,
// times sign.
func fromThresholds(dst, means, distances []float64, sign float64) {
	for _, mean := range means {
		threshold := 0.0
		dst[0] = sign * mean
		for c, d := range distances {
			threshold += d
			dst[c+1] = sign * (mean - threshold)
		}
		dst = dst[len(distances)+1:]
	}
}

// chances sets dst to the chance of each category given the linear predictor.
func chances(dst []float64, theta float64, own []float64) {
	// With σ(b) − σ(a) = σ(b) σ(−a) (1 − e^(a−b)) nothing cancels.
	threshold := -theta // of the threshold below the category: 0 − θ
	below, above := logistic2(threshold)
	dst[0] = below
	for i, d := range own {
		threshold += d
		upper := above // than the threshold before
		below, above = logistic2(threshold)
		dst[i+1] = below * upper * -math.Expm1(-d)
	}
	dst[len(own)+1] = above
}

// logistic2 is the logistic function of a number and of its negative.
func logistic2(x float64) (of, ofNegative float64) {
	e := math.Exp(-math.Abs(x))
	of, ofNegative = 1/(1+e), e/(1+e)
	if x < 0 {
		of, ofNegative = ofNegative, of
	}
	return of, ofNegative
}

// LogProb implements [Family].
func (Ordinal) LogProb(y, theta float64, own []float64) float64 {
	c, below := int(y)-1, -theta // of the threshold below the category
	for i := range min(c-1, len(own)) {
		below += own[i]
	}
	switch c {
	case 0:
		return -softplus(theta)
	case len(own) + 1:
		return -softplus(below)
	}
	return -softplus(-below-own[c-1]) - softplus(below) + math.Log(-math.Expm1(-own[c-1]))
}

// Draw implements [Family].
func (o Ordinal) Draw(rng *rand.Rand, theta, own []float64) {
	for n, t := range theta {
		u := rng.Float64()
		// P(y ≤ c) = P(θ + ε ≤ t_c) for logistic noise ε.
		latent := t + math.Log(u/(1-u))
		y, threshold := 1, 0.0
		for latent > threshold {
			y++
			if y > len(own)+1 {
				break
			}
			threshold += own[y-2]
		}
		theta[n] = float64(y)
	}
}

// Thresholds implements [Thresholded].
func (Ordinal) Thresholds(dst []float64, mu float64, own []float64) {
	offsets(dst, own, 0)
	for c := range dst {
		dst[c] -= mu
	}
}

// FromThresholds implements [Thresholded].
func (Ordinal) FromThresholds(own, thresholds []float64) (mu float64) {
	for i := range own {
		own[i] = thresholds[i+1] - thresholds[i]
	}
	return -thresholds[0]
}

// Anchored implements [Thresholded].
func (o Ordinal) Anchored(l *Labels, common bool) Anchored { return newAnchoredOrdinal(o, l, common) }
