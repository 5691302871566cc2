package family

import (
	"math"

	"concord/internal/studentt"
)

// effectsOf returns the items' effects of a point. Thresholds are no further from the mean than own parameters and the
// mean together.
func effectsOf(at Point, own []float64) studentt.Effects {
	away := math.Abs(at.Mean)
	for _, d := range own {
		away += math.Abs(d)
	}
	return studentt.Effects{SD: at.SD, Away: away}
}

// meansAt is the mean label, and of its square, of items with some effects.
type meansAt struct{ x, first, second []float64 }

func (ma *meansAt) set(r Response, at Point, points []studentt.Point, own []float64) {
	n := len(points)
	if cap(ma.x) < n {
		ma.x, ma.first, ma.second = make([]float64, 2*n), make([]float64, 2*n), make([]float64, 2*n)
	}
	ma.x, ma.first, ma.second = ma.x[:n], ma.first[:n], ma.second[:n]
	for i, p := range points {
		ma.x[i] = at.Mean + p.Effect
	}
	r.Given(ma.first, ma.second, ma.x, at.Rest, own)
}

// studentMoments is [MixedMoments] of effects from Student's t: one sum over them. A sum for each factor takes many
// times as many means of labels.
func studentMoments(r Response, at Point, df float64, own []float64) (mean, between, total float64) {
	points := studentt.Points(nil, df, effectsOf(at, own))
	var labels meansAt
	labels.set(r, at, points, own)
	middle, _ := givenOne(r, at.Mean, at.Rest, own)
	sum, square, all := 0.0, 0.0, 0.0
	for i, p := range points {
		h := labels.first[i] - middle
		sum += p.Weight * h
		square += p.Weight * h * h
		all += p.Weight * (labels.second[i] - middle*(2*h+middle))
	}
	return middle + sum, math.Max(0, square-sum*sum), math.Max(0, all-sum*sum)
}

// StudentExpansions are the h of several studies, for their correlations, whose items have effects from Student's t
// distribution. They are not shared between goroutines.
type StudentExpansions struct {
	of            Response
	df            float64
	study         []studentStudy
	points, given []studentt.Point
	labels        meansAt
}

type studentStudy struct {
	at                    Point
	own                   []float64
	middle, mean, between float64 // mean is about middle
}

// NewStudentExpansions returns working memory for correlations between a number of studies.
func NewStudentExpansions(r Response, studies int) *StudentExpansions {
	return &StudentExpansions{of: r, study: make([]studentStudy, studies)}
}

// SetDF sets the degrees of freedom, above 2. Each study must be set after it.
func (se *StudentExpansions) SetDF(df float64) { se.df = df }

// Set sets the h of a study.
func (se *StudentExpansions) Set(study int, at Point, own []float64) {
	const least = 1e-5 // stands for the limit where the SD goes to 0
	at.SD = math.Max(at.SD, least)
	s := &se.study[study]
	s.at, s.own = at, append(s.own[:0], own...)
	s.middle, _ = givenOne(se.of, at.Mean, at.Rest, own)
	s.mean, s.between, _ = studentMoments(se.of, at, se.df, own)
	s.mean -= s.middle
}

// Correlation returns the correlation of h of two studies whose u correlate by rho: a sum over the effects of one, of
// the mean of the other given them.
func (se *StudentExpansions) Correlation(a, b int, rho float64) float64 {
	sa, sb := &se.study[a], &se.study[b]
	effects := effectsOf(sb.at, sb.own)
	se.points = studentt.Points(se.points, se.df, effectsOf(sa.at, sa.own), effects)
	covariance := 0.0
	for _, p := range se.points {
		h, _ := givenOne(se.of, sa.at.Mean+p.Effect, sa.at.Rest, sa.own)
		se.given = studentt.Given(se.given, se.df, rho, p, effects)
		se.labels.set(se.of, sb.at, se.given, sb.own)
		mean := 0.0
		for i, q := range se.given {
			mean += q.Weight * (se.labels.first[i] - sb.middle)
		}
		covariance += p.Weight * (h - sa.middle) * mean
	}
	x := (covariance - sa.mean*sb.mean) / math.Sqrt(sa.between*sb.between)
	return math.Max(-1, math.Min(1, x))
}
