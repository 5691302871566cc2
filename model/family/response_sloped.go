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

// givenOne is [Response.Given] of one mean.
func givenOne(r Response, mean, noise float64, own []float64) (first, second float64) {
	var x [3]float64
	x[2] = mean
	r.Given(x[:1], x[1:2], x[2:], noise, own)
	return x[0], x[1]
}

// SlopedMoments are the moments of [Response] where labelers have slopes.
func SlopedMoments(r Response, at SlopedPoint, own []float64) (mean, between, total float64) {
	middle, _ := givenOne(r, at.Mean, at.Rest, own)
	weight, sum, square, squares := 0.0, 0.0, 0.0, 0.0 // squares: of labels
	step := slopedStep(at)
	side := int(math.Ceil(slopedReach / step))
	for i := -side; i <= side; i++ {
		z := float64(i) * step
		w := math.Exp(-0.5 * z * z)
		theta, noise := at.Given(z)
		h, second := givenOne(r, theta, noise, own)
		weight += w
		sum += w * (h - middle)
		square += w * (h - middle) * (h - middle)
		squares += w * second
	}
	sum /= weight
	mean = middle + sum
	return mean, square/weight - sum*sum, squares/weight - mean*mean
}

// slopedReach is the place, in standard deviations, where normal distributions are cut.
const slopedReach = 8.4

// slopedStep returns the step of the trapezoidal rule over items, in standard deviations. The poles of logistic
// functions are π/SD from the real line at least, and those of noise that grows with the effect come nearer: with this
// step errors are below 10⁻⁸ for SDs of 0.3 to 8, any rest, and slopes up to 2.
func slopedStep(at SlopedPoint) float64 {
	return math.Max(0.02, math.Min(0.4, 0.6/(at.SD*(1+at.Slope))))
}

// SlopedPart returns the variance, over an effect that is added and has the standard deviation sd, of the mean label
// given that effect; it is not part of the point's Rest.
func SlopedPart(r Response, at SlopedPoint, sd float64, own []float64) float64 {
	const step, side = 0.4, 21 // slopedReach; the noise makes all of it smooth
	// Pairs of a slope and an effect that are further from the middle have a weight of 10⁻¹² in all.
	const furthest = 7.5
	var x, h, second, mean, weight [2*side + 1]float64
	total := 0.0
	for i := range weight {
		z := float64(i-side) * step
		x[i], weight[i] = at.Mean+sd*z, math.Exp(-0.5*z*z)
		total += weight[i]
	}
	middle, _ := givenOne(r, at.Mean, math.Hypot(at.Rest, at.SD), own)
	for j, v := range weight {
		z := float64(j-side) * step
		square := furthest*furthest - z*z
		if square < 0 {
			continue
		}
		n := int(math.Sqrt(square) / step)
		from, to := side-n, side+n+1
		lambda := 1 + at.Slope*z
		r.Given(h[from:to], second[from:to], x[from:to], math.Hypot(at.Rest, lambda*at.SD), own)
		for i := from; i < to; i++ {
			mean[i] += v / total * (h[i] - middle)
		}
	}
	var sum, square float64
	for i, w := range weight {
		sum += w / total * mean[i]
		square += w / total * mean[i] * mean[i]
	}
	return square - sum*sum
}

// SlopedExpansions are [Expansions] of h where labelers have slopes.
type SlopedExpansions struct {
	of    Response
	study []logitnormal.Curve
}

// NewSlopedExpansions returns working memory for correlations between a number of studies.
func NewSlopedExpansions(r Response, studies int) *SlopedExpansions {
	return &SlopedExpansions{r, make([]logitnormal.Curve, studies)}
}

// Set sets the h of a study.
func (se *SlopedExpansions) Set(study int, at SlopedPoint, own []float64) {
	const least = 1e-5 // stands for the limit where the SD goes to 0
	at.SD = math.Max(at.SD, least)
	se.study[study].Set(func(z float64) float64 {
		mean, noise := at.Given(z)
		h, _ := givenOne(se.of, mean, noise, own)
		return h
	})
}

// Correlation returns the correlation of h of two studies where their u are normal with correlation rho.
func (se *SlopedExpansions) Correlation(a, b int, rho float64) float64 {
	f, g := &se.study[a], &se.study[b]
	x := logitnormal.CurveCovariance(f, g, rho) / math.Sqrt(f.Variance()*g.Variance())
	return math.Max(-1, math.Min(1, x))
}
