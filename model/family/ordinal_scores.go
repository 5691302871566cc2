package family

import (
	"concord/internal/effect"
	"concord/model/internal/logistic"
)

// Response implements [Family].
func (o Ordinal) Response() Response { return scoreScale(o.Scores()) }

// scoreScale is the scale of the numbers v_c that stand for ordered categories. The mean label v_1 + Σ (v_c+1 − v_c)
// P(y > c) is a weighted sum of logistic functions.
type scoreScale []float64

// Given implements [Response].
func (v scoreScale) Given(first, second, means []float64, noise float64, distances []float64) {
	var h effect.Logistic
	h.Set(noise)
	for i := range means {
		first[i], second[i] = v[0], v[0]*v[0]
	}
	var chance [64]float64
	for from := 0; from < len(means); from += len(chance) {
		to := min(len(means), from+len(chance))
		p, threshold := chance[:to-from], 0.0
		for c := range len(v) - 1 {
			if c > 0 {
				threshold += distances[c-1]
			}
			for i, x := range means[from:to] {
				p[i] = x - threshold
			}
			if noise == 0 {
				logistic.SoftplusSigmoid(p, p)
			} else {
				for i, x := range p {
					p[i] = h.At(x)
				}
			}
			step, square := v[c+1]-v[c], v[c+1]*v[c+1]-v[c]*v[c]
			for i, x := range p {
				first[from+i] += step * x
				second[from+i] += square * x
			}
		}
	}
}
