package family

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"concord/internal/logitnormal"
	"concord/model/internal/logistic"
)

// Response implements [Family].
func (o Ordinal) Response() Response {
	if o.scale == nil {
		return Expanded{}
	}
	return scoreScale{conditionalScores(o.scale.scores), o.scale.scores}
}

// scoreScale is the scale of the numbers v_c that stand for ordered categories. The mean label v_1 + Σ (v_c+1 − v_c)
// P(y > c) is a weighted sum of logistic functions, and so is h, whose expansion is by [logitnormal.Sum]. If that has
// too few terms, it is by [Expanded], and moments beyond its range are integrated.
type scoreScale struct {
	Expanded
	scores []float64
}

// Moments implements [Response].
func (sc scoreScale) Moments(at Point, own []float64) (mean, between, total float64) {
	var h sumOfScores
	if mean, between, total, ok := h.set(sc.scores, at, own); ok {
		return mean, between, total
	}
	if math.Hypot(at.SD, at.Rest) > widestExpanded {
		return h.integrate(sc.scores, at)
	}
	return sc.Expanded.Moments(at, own)
}

// widestExpanded is the standard deviation up to which [Expanded] errs by less than 10⁻⁶ for logistic functions.
const widestExpanded = 6

// Expansions implements [Response].
func (sc scoreScale) Expansions(studies int) Expansions {
	return &scoreStudies{of: sc, study: make([]scoreStudy, studies)}
}

// scoreStudies are the h of studies.
type scoreStudies struct {
	of    scoreScale
	study []scoreStudy
	// Those that have too few terms, or are compared with one that has, are expanded anew.
	expanded Expansions
}

type scoreStudy struct {
	sum      sumOfScores
	expanded bool
	at       Point
	own      []float64
}

// Set implements [Expansions].
func (ss *scoreStudies) Set(study int, at Point, own []float64) {
	s := &ss.study[study]
	s.sum.set(ss.of.scores, at, own)
	s.expanded, s.at, s.own = false, at, append(s.own[:0], own...)
}

// Correlation implements [Expansions].
func (ss *scoreStudies) Correlation(a, b int, rho float64) float64 {
	if c, ok := logitnormal.CorrelationBySum(&ss.study[a].sum.h, &ss.study[b].sum.h, rho); ok {
		return c
	}
	if ss.expanded == nil {
		ss.expanded = ss.of.Expanded.Expansions(len(ss.study))
	}
	for _, i := range []int{a, b} {
		if s := &ss.study[i]; !s.expanded {
			ss.expanded.Set(i, s.at, s.own)
			s.expanded = true
		}
	}
	return ss.expanded.Correlation(a, b, rho)
}

// sumOfScores is h as a sum of the chances P(y > c).
type sumOfScores struct {
	h                    logitnormal.Sum
	means, steps, chance []float64
}

// set expands h, and returns the mean of a label, the variance of h and the variance of a label. ok is false if there
// are too few terms.
func (s *sumOfScores) set(scores []float64, at Point, own []float64) (mean, between, total float64, ok bool) {
	n := len(scores) - 1
	if len(s.means) != n {
		all := make([]float64, 3*n)
		s.means, s.steps, s.chance = all[:n:n], all[n:2*n:2*n], all[2*n:]
	}
	fromThresholds(s.means, []float64{at.Mean}, own, 1)
	for c := range s.steps {
		s.steps[c] = scores[c+1] - scores[c]
	}
	if between, ok = s.h.Set(s.means, s.steps, at.SD, at.Rest, s.chance); !ok {
		return 0, 0, 0, false
	}
	mean, total = s.label(scores[0])
	return mean, between, total, true
}

// integrate is set for standard deviations of any size, given means and steps: E h² by the trapezoidal rule.
func (s *sumOfScores) integrate(scores []float64, at Point) (mean, between, total float64) {
	logitnormal.Expectations(s.chance, s.means, math.Hypot(at.SD, at.Rest))
	mean, total = s.label(scores[0])
	wave := logitnormal.Argument{Slope: at.SD, Noise: at.Rest}
	moved := make([]float64, len(s.means))
	for z, weight := range logitnormal.Rule(wave, wave) {
		for c, x := range s.means {
			moved[c] = x + at.SD*z
		}
		logitnormal.Expectations(moved, moved, at.Rest)
		h := scores[0] + floats.Dot(s.steps, moved) - mean
		between += weight * h * h
	}
	return mean, between, total
}

// label returns mean and variance of a label with the lowest score v_1, given the chances.
func (s *sumOfScores) label(lowest float64) (mean, total float64) {
	mean = lowest
	below := 0.0 // Σ_c<d (v_c+1 − v_c) P(y ≤ c), as in conditionalScores
	for d, p := range s.chance {
		rest := s.steps[d] * (1 - p)
		mean += s.steps[d] * p
		total += s.steps[d] * p * (rest + 2*below)
		below += rest
	}
	return mean, total
}

// conditionalScores is the scale of scores by their moments given the linear predictor.
func conditionalScores(scores []float64) Expanded {
	// Of the chances S_c = P(y > c) the mean is v_1 + Σ (v_c+1 − v_c) S_c, and the variance a sum of positive terms:
	// Σ_c Σ_d (v_c+1 − v_c) (v_d+1 − v_d) S_max(c,d) (1 − S_min(c,d)).
	return Expanded{Conditional: func(mean, variance, theta, own []float64) {
		var all [2][expandedNodes]float64
		above, below := all[0][:len(theta)], all[1][:len(theta)] // S_d, and Σ_c<d (v_c+1 − v_c) (1 − S_c)
		for i := range mean {
			mean[i], variance[i] = scores[0], 0
		}
		t := 0.0
		for d := range len(scores) - 1 {
			if d > 0 {
				t += own[d-1]
			}
			for i, u := range theta {
				above[i] = u - t
			}
			logistic.SoftplusSigmoid(above, above)
			step := scores[d+1] - scores[d]
			for i, s := range above {
				rest := step * (1 - s)
				mean[i] += step * s
				variance[i] += step * s * (rest + 2*below[i])
				below[i] += rest
			}
		}
	}, Average: func(first, second, means []float64, noise float64, own []float64) {
		averageScores(first, second, means, noise, scores, own)
	}}
}

// averageScores stores the means of a label's score and of its square: of v, v_1 + Σ (v_c+1 − v_c) P(y > c).
func averageScores(first, second, means []float64, noise float64, scores, distances []float64) {
	last := len(scores) - 1
	above := make([]float64, len(means)*last)
	fromThresholds(above, means, distances, 1)
	logitnormal.Expectations(above, above, noise)
	for i := range means {
		first[i], second[i] = scores[0], scores[0]*scores[0]
		for c, p := range above[i*last : (i+1)*last] {
			low, high := scores[c], scores[c+1]
			first[i] += (high - low) * p
			second[i] += (high*high - low*low) * p
		}
	}
}
