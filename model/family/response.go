package family

import (
	"math"
	"sync"

	"concord/internal/effect"
)

// Response is a label on the label scale, for a family whose linear predictor is on another. There the label of an item
// with effect u has the mean m(θ), m the inverse of the link. The mean over all other variation is h(u) = E m(Mean + u
// + rest).
type Response interface {
	// Given stores, for each of means, the means of a label and of its square if the linear predictor is normal with
	// this mean and the standard deviation noise. The three slices have one length and do not overlap.
	Given(first, second, means []float64, noise float64, own []float64)
}

// Conditional is a [Response] by its moments alone. It sets mean and variance to m(θ) and the variance of a label for
// each theta, a few hundred at a time. m must be smooth.
type Conditional func(mean, variance, theta, own []float64)

// Given implements [Response].
func (c Conditional) Given(first, second, means []float64, noise float64, own []float64) {
	var r effect.Rule
	at := effect.Argument{Slope: noise}
	r.Set(0, at, at)
	theta, mean, variance := make([]float64, len(r.At)), make([]float64, len(r.At)), make([]float64, len(r.At))
	for i, x := range means {
		for k, z := range r.At {
			theta[k] = x + noise*z
		}
		c(mean, variance, theta, own)
		first[i], second[i] = 0, 0
		for k, w := range r.Weight {
			first[i] += w * mean[k]
			second[i] += w * (mean[k]*mean[k] + variance[k])
		}
	}
}

// Point is a distribution of linear predictors: Mean + λu + rest, with rest ~ N(0, Rest²). The effect u of the item has
// the standard deviation SD. It is normal, or from Student's t distribution with DF > 2 degrees of freedom if DF is not
// 0, and then normal effects with the variance Shared may be added to it. The slope λ ~ N(1, Slope²) is the labeler's.
// Given u, linear predictors are normal with the mean Mean + u and the variance Rest² + Slope²u².
type Point struct{ Mean, SD, Rest, Slope, DF, Shared float64 }

// argument is the argument of the mean label. Thresholds are no further from the mean than own parameters together.
func (at Point) argument(own []float64) effect.Argument {
	low := at.Mean
	for _, d := range own {
		low -= math.Abs(d)
	}
	return effect.Argument{Low: low, High: at.Mean, Slope: at.SD, Noise: at.Rest, Growth: at.Slope}
}

// plain reports whether the item's effect and all others are normal.
func (at Point) plain() bool { return at.DF == 0 && at.Slope == 0 }

// Moments returns the mean of a label, the variance of h over the effects u, and the variance of a label.
func Moments(r Response, at Point, own []float64) (mean, between, total float64) {
	w := works.Get().(*work)
	defer works.Put(w)
	return w.moments(nil, r, at, nil, own, &w.series, false)
}

// Part returns the variance, over a normal effect that is added and has the standard deviation sd, of the mean label
// given that effect. The effect is not part of the point's Rest. Labels that share it are of different items.
func Part(r Response, at Point, sd float64, own []float64) float64 {
	w := works.Get().(*work)
	defer works.Put(w)
	if at.plain() {
		at = Point{Mean: at.Mean, SD: sd, Rest: math.Hypot(at.Rest, at.SD)}
		_, part, _ := w.moments(nil, r, at, nil, own, &w.series, false)
		return part
	}
	of := at.argument(own)
	of.Slope, of.Growth = sd, 0
	w.outer.Set(0, of, of)
	at.effects(&w.rule, own)
	w.mean = resized(w.mean, len(w.outer.At))
	clear(w.mean)
	w.label(r, at, at.SD, []float64{0}, own)
	middle, given := w.first[0], at
	for k, u := range w.rule.At {
		given.Mean, given.Rest, given.Slope = at.Mean+u, math.Hypot(at.Rest, at.Slope*u), 0
		w.label(r, given, sd, w.outer.At, own)
		for i, h := range w.first {
			w.mean[i] += w.rule.Weight[k] * (h - middle)
		}
	}
	sum, square := 0.0, 0.0
	for i, m := range w.mean {
		sum += w.outer.Weight[i] * m
		square += w.outer.Weight[i] * m * m
	}
	return math.Max(0, square-sum*sum)
}

// effects makes a rule of the effects of items.
func (at Point) effects(r *effect.Rule, own []float64) {
	if at.SD == 0 && at.Shared == 0 {
		r.Middle, r.At, r.Weight = 0, append(r.At[:0], 0), append(r.Weight[:0], 1)
		return
	}
	of := at.argument(own)
	r.Set(at.DF, of, of)
	for i := range r.At {
		r.At[i] *= at.SD
	}
	if at.Shared == 0 {
		return
	}
	var added effect.Rule
	of.Slope = math.Sqrt(at.Shared)
	added.Set(0, of, of)
	var sum effect.Rule
	for i, u := range r.At {
		for k, z := range added.At {
			sum.At, sum.Weight = append(sum.At, u+of.Slope*z), append(sum.Weight, r.Weight[i]*added.Weight[k])
		}
	}
	sum.Middle = r.Middle*len(added.At) + added.Middle
	*r = sum
}

// work is memory for moments.
type work struct {
	rule, outer      effect.Rule
	series           series
	x, first, second []float64
	mean, sds, parts []float64
}

var works = sync.Pool{New: func() any { return new(work) }}

func resized(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}

// label sets first and second to the mean label, and the mean of its square, of items whose effects are sd times z.
func (w *work) label(r Response, at Point, sd float64, z, own []float64) {
	n := len(z)
	w.x, w.first, w.second = resized(w.x, n), resized(w.first, n), resized(w.second, n)
	for i, v := range z {
		w.x[i] = at.Mean + sd*v
	}
	if at.Slope == 0 {
		r.Given(w.first, w.second, w.x, at.Rest, own)
		return
	}
	for i, v := range z {
		r.Given(w.first[i:i+1], w.second[i:i+1], w.x[i:i+1], math.Hypot(at.Rest, at.Slope*sd*v), own)
	}
}

// moments is [Moments] and sets parts as [Curves.SetParts] does. It may keep a series that has too many terms for the
// variance.
func (w *work) moments(
	parts []float64, r Response, at Point, sds, own []float64, s *series, keep bool,
) (mean, between, total float64) {
	if at.DF == 0 && at.Shared > 0 {
		at.SD, at.Shared = math.Sqrt(at.SD*at.SD+at.Shared), 0
	}
	if at.plain() && at.SD > 0 {
		if mean, between, total, ok := w.expand(parts, r, at, sds, own, s, keep); ok {
			return mean, between, total
		}
	}
	for t, sd := range sds {
		if parts[t] = 0; sd == 0 {
			continue
		}
		of := Point{Mean: at.Mean, SD: sds[0], Slope: at.Slope, DF: at.DF}
		for k, other := range sds {
			if k != t && k != 0 {
				of.Rest = math.Hypot(of.Rest, other)
			}
		}
		if t > 0 {
			parts[t] = Part(r, of, sd, own)
		} else if sd != at.SD {
			_, parts[t], _ = Moments(r, of, own)
		}
	}
	at.effects(&w.rule, own)
	mean, between, total = w.sums(r, at, 1, &w.rule, own)
	if len(sds) > 0 && sds[0] == at.SD {
		parts[0] = between
	}
	return mean, between, total
}

// sums returns moments over the nodes of a rule, times sd. It leaves the mean labels in first, minus the mean in the
// middle: sums are taken around it, lest nearly equal means cancel.
func (w *work) sums(r Response, at Point, sd float64, rule *effect.Rule, own []float64) (mean, between, total float64) {
	w.label(r, at, sd, rule.At, own)
	middle := w.first[rule.Middle]
	sum, square, all := 0.0, 0.0, 0.0
	for i, p := range rule.Weight {
		h := w.first[i] - middle
		sum += p * h
		square += p * h * h
		all += p * (w.second[i] - middle*(2*h+middle))
		w.first[i] = h
	}
	return middle + sum, math.Max(0, square-sum*sum), math.Max(0, all-sum*sum)
}
