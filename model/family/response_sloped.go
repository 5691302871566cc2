package family

import (
	"math"

	"concord/internal/logitnormal"
)

// SlopedPoint is a distribution of linear predictors Mean + λu + rest, with u ~ N(0, SD²) of the item,
// λ ~ N(1, Slope²) of the labeler, and rest ~ N(0, Rest²). Given u they are normal with the mean Mean + u and the
// variance Rest² + Slope²u².
type SlopedPoint struct {
	Point
	Slope float64
}

// noise is the standard deviation of the linear predictors of an item with effect u.
func (at SlopedPoint) noise(u float64) float64 { return math.Hypot(at.Rest, at.Slope*u) }

// Given returns the mean and the standard deviation of the linear predictors of an item whose effect is z standard
// deviations.
func (at SlopedPoint) Given(z float64) (mean, noise float64) {
	u := at.SD * z
	return at.Mean + u, at.noise(u)
}

// SlopedMoments are the moments of [Response] where labelers have slopes.
func SlopedMoments(r Response, at SlopedPoint, own []float64) (mean, between, total float64) {
	var first, second logitnormal.Curve
	first.Set(func(z float64) float64 {
		mean, noise := at.Given(z)
		m, _ := r.Given(mean, noise, own)
		return m
	})
	second.Set(func(z float64) float64 {
		mean, noise := at.Given(z)
		_, m := r.Given(mean, noise, own)
		return m
	})
	mean = first.Mean()
	return mean, first.Variance(), second.Mean() - mean*mean
}

// SlopedPart returns the variance, over an effect that is added and has the standard deviation sd, of the mean label
// given that effect; it is not part of the point's Rest.
func SlopedPart(r Response, at SlopedPoint, sd float64, own []float64) float64 {
	const step, side = 0.4, 21 // 8.4 standard deviations; the noise makes all of it smooth
	var weight [2*side + 1]float64
	total := 0.0
	for i := range weight {
		z := float64(i-side) * step
		weight[i] = math.Exp(-0.5 * z * z)
		total += weight[i]
	}
	middle, _ := r.Given(at.Mean, math.Hypot(at.Rest, at.SD), own)
	var sum, square float64
	for i, w := range weight {
		x, mean := sd*float64(i-side)*step, 0.0
		for j, v := range weight {
			lambda := 1 + at.Slope*float64(j-side)*step
			m, _ := r.Given(at.Mean+x, math.Hypot(at.Rest, lambda*at.SD), own)
			mean += v / total * (m - middle)
		}
		sum += w / total * mean
		square += w / total * mean * mean
	}
	return square - sum*sum
}

// SlopedExpansions are [Expansions] of h where labelers have slopes.
type SlopedExpansions struct {
	of    Response
	study []logitnormal.Curve
}

// NewSlopedExpansions returns working memory for correlations between so many studies.
func NewSlopedExpansions(r Response, studies int) *SlopedExpansions {
	return &SlopedExpansions{r, make([]logitnormal.Curve, studies)}
}

// Set sets the h of a study.
func (se *SlopedExpansions) Set(study int, at SlopedPoint, own []float64) {
	const least = 1e-5 // stands for the limit where the SD goes to 0
	at.SD = math.Max(at.SD, least)
	se.study[study].Set(func(z float64) float64 {
		mean, noise := at.Given(z)
		m, _ := se.of.Given(mean, noise, own)
		return m
	})
}

// Correlation returns the correlation of h of two studies where their u are normal with correlation rho.
func (se *SlopedExpansions) Correlation(a, b int, rho float64) float64 {
	f, g := &se.study[a], &se.study[b]
	x := logitnormal.CurveCovariance(f, g, rho) / math.Sqrt(f.Variance()*g.Variance())
	return math.Max(-1, math.Min(1, x))
}
