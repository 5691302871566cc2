package family

import (
	"math"

	"concord/internal/studentt"
)

// StudentDF returns the degrees of freedom of a mixture that is Student's t.
func (m *Mixture) StudentDF() (df float64, ok bool) { return m.df, m.df > 0 }

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

// studentPairs are the h of studies whose items have effects from Student's t.
type studentPairs struct {
	study         []studentStudy
	points, given []studentt.Point
	labels        meansAt
}

type studentStudy struct {
	at                    Point
	own                   []float64
	middle, mean, between float64 // mean is about middle
}

func (sp *studentPairs) set(r Response, study int, at Point, df float64, own []float64) {
	s := &sp.study[study]
	s.at, s.own = at, append(s.own[:0], own...)
	s.middle, _ = givenOne(r, at.Mean, at.Rest, own)
	s.mean, s.between, _ = studentMoments(r, at, df, own)
	s.mean -= s.middle
}

// correlation returns the correlation of h of two studies: a sum over the effects of one, of the mean of the other
// given them.
func (sp *studentPairs) correlation(r Response, a, b int, rho, df float64) float64 {
	sa, sb := &sp.study[a], &sp.study[b]
	effects := effectsOf(sb.at, sb.own)
	sp.points = studentt.Points(sp.points, df, effectsOf(sa.at, sa.own), effects)
	covariance := 0.0
	for _, p := range sp.points {
		h, _ := givenOne(r, sa.at.Mean+p.Effect, sa.at.Rest, sa.own)
		sp.given = studentt.Given(sp.given, df, rho, p, effects)
		sp.labels.set(r, sb.at, sp.given, sb.own)
		mean := 0.0
		for i, q := range sp.given {
			mean += q.Weight * (sp.labels.first[i] - sb.middle)
		}
		covariance += p.Weight * (h - sa.middle) * mean
	}
	x := (covariance - sa.mean*sb.mean) / math.Sqrt(sa.between*sb.between)
	return math.Max(-1, math.Min(1, x))
}
