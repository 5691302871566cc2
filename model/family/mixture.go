package family

import (
	"math"

	"concord/internal/studentt"
)

// Mixture is the distribution of a positive factor by which the normal effects of an item are multiplied, in all
// studies alike. The mean over it is a sum: the factor is Factor[i] with probability Weight[i]. Given the factor,
// effects are normal. A nil Mixture stands for normal effects.
type Mixture struct {
	Factor, Weight []float64
	df             float64 // of Student's t; 0: any other mixture
}

// SetStudent makes m the factor that turns normal effects into effects from Student's t distribution with df > 2
// degrees of freedom and the same standard deviation, √((ν − 2)/χ²) with χ² of ν degrees of freedom (Andrews and
// Mallows 1974).
//
// The rule is the trapezoidal one in x = log(χ²/ν), whose density is proportional to exp(½ν(x − eˣ)). Normal integrals
// of bounded functions are analytic in log SD, for an imaginary part of less than π/4, hence in x for one of π/2. So
// the error falls as exp(−π²/h) with the step h, until the width √(2/ν) of the density matters. The rule
// leaves out a probability of about 10⁻¹².
func (m *Mixture) SetStudent(df float64) {
	const (
		widest   = 0.3    // exp(−π²/h) is then 5·10⁻¹⁵
		ofWidth  = 0.7    // of the normal limit the error is 2 exp(−2π²/0.7²) = 6·10⁻¹⁸
		leastLog = -29.93 // of a density of 10⁻¹³ of the largest
	)
	m.df, m.Factor, m.Weight = df, m.Factor[:0], m.Weight[:0]
	step, total := math.Min(widest, ofWidth*math.Sqrt(2/df)), 0.0
	add := func(i int) bool {
		x := float64(i) * step
		log := 0.5 * df * (x - math.Expm1(x))
		if log < leastLog {
			return false
		}
		w := math.Exp(log)
		m.Factor, m.Weight = append(m.Factor, math.Sqrt((df-2)/df*math.Exp(-x))), append(m.Weight, w)
		total += w
		return true
	}
	for i := 0; add(i); i++ {
	}
	for i := -1; add(i); i-- {
	}
	for i := range m.Weight {
		m.Weight[i] /= total
	}
}

// Mean returns the mean of f over the factor.
func (m *Mixture) Mean(f func(factor float64) float64) float64 {
	sum := 0.0
	for i, w := range m.Weight {
		sum += w * f(m.Factor[i])
	}
	return sum
}

// MixedPoint is a [Point] whose SD, of the items' effects, is multiplied by the factor of a mixture. Shared is the
// variance of normal effects that are added to those of the items, and which the factor leaves as they are.
type MixedPoint struct {
	Point
	Shared  float64
	Factors *Mixture
}

// given returns the point given the factor.
func (at MixedPoint) given(factor float64) Point {
	sd := factor * at.SD
	return Point{Mean: at.Mean, SD: math.Sqrt(math.Max(0, sd*sd+at.Shared)), Rest: at.Rest}
}

// MixedMoments are the moments of [Response] for a mixture. The variances are the mean of the variances given the
// factor and the variance of the means.
func MixedMoments(r Response, at MixedPoint, own []float64) (mean, between, total float64) {
	if at.Factors.df > 0 && at.Shared == 0 {
		return studentMoments(r, at.Point, at.Factors.df, own)
	}
	middle, _ := givenOne(r, at.Mean, at.Rest, own) // lest nearly equal means cancel
	first, second := 0.0, 0.0
	for i, w := range at.Factors.Weight {
		m, b, t := r.Moments(at.given(at.Factors.Factor[i]), own)
		m -= middle
		first += w * m
		second += w * m * m
		between += w * b
		total += w * t
	}
	apart := math.Max(0, second-first*first)
	return middle + first, between + apart, total + apart
}

// MixedPart returns the variance, over a normal effect that is added and has the standard deviation sd, of the mean
// label given that effect. Labels that share it are of different items, each with its own factor, so that the mean
// over the factor is taken before the variance. The effect is not part of the point's Rest.
func MixedPart(r Response, at MixedPoint, sd float64, own []float64) float64 {
	// The poles of logistic functions are π/sd from the real line.
	step := math.Max(0.04, studentt.Step(math.Pi/sd, 1))
	side := int(math.Ceil(slopedReach / step))
	n := 2*side + 1
	scratch := make([]float64, 4*n)
	x, h, second, mean := scratch[:n], scratch[n:2*n], scratch[2*n:3*n], scratch[3*n:]
	for i := range x {
		x[i] = at.Mean + sd*float64(i-side)*step
	}
	middle, _ := givenOne(r, at.Mean, math.Hypot(at.Rest, at.SD), own)
	for j, v := range at.Factors.Weight {
		given := at.given(at.Factors.Factor[j])
		r.Given(h, second, x, math.Hypot(given.Rest, given.SD), own)
		for i := range mean {
			mean[i] += v * (h[i] - middle)
		}
	}
	weight, sum, square := 0.0, 0.0, 0.0
	for i, m := range mean {
		z := float64(i-side) * step
		w := math.Exp(-0.5 * z * z)
		weight += w
		sum += w * m
		square += w * m * m
	}
	sum /= weight
	return math.Max(0, square/weight-sum*sum)
}
