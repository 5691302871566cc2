package population

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// weekly is a design of twelve weeks of labels by three of six labelers, whose labels of a week have the standard
// deviation 1.
type weekly struct {
	items    int
	rotate   bool // three labelers a week, who change
	tau, phi float64
	mean     func(week int) float64
	icc      func(week int) float64
	positive float64 // above 0: labels are yes or no, and this share is yes
}

const weeks = 12

func always(x float64) func(int) float64 { return func(int) float64 { return x } }

func after6(before, after float64) func(int) float64 {
	return func(t int) float64 {
		if t < weeks/2 {
			return before
		}
		return after
	}
}

// draw draws the labels of all weeks. Labelers have a tenth of the variance of the first week.
func (w weekly) draw(rng *rand.Rand) Labels {
	var l Labels
	normal := func(variance float64) float64 { return math.Sqrt(variance) * rng.NormFloat64() }
	level := make([]float64, 6)
	for k := range level {
		level[k] = normal(0.1)
	}
	u := w.tau * rng.NormFloat64()
	for t := range weeks {
		icc := w.icc(t)
		rest := 0.9 - w.icc(0)
		within := icc * (rest + 0.1) / (1 - icc)
		for range w.items {
			b := normal(within)
			item := int32(0)
			if n := len(l.Item); n > 0 {
				item = l.Item[n-1] + 1
			}
			who := rng.Perm(6)[:3]
			if w.rotate {
				who = []int{t % 6, (t + 1) % 6, (t + 2) % 6}
			}
			for _, k := range who {
				y := w.mean(t) + u + b + level[k] + normal(rest)
				if w.positive > 0 { // the rate is the same whatever the variance of the week
					y = boolean(y/math.Sqrt(within+rest+0.1) > math.Sqrt2*math.Erfinv(1-2*w.positive))
				}
				l.Value, l.Item = append(l.Value, y), append(l.Item, item)
				l.Labeler, l.Task = append(l.Labeler, int32(k)), append(l.Task, int32(t))
			}
		}
		u = w.phi*u + w.tau*math.Sqrt(1-w.phi*w.phi)*rng.NormFloat64()
	}
	return l
}

func boolean(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// permuted returns the p of a permutation test: of the largest |r| of weeks with a line and with steps, over permuted
// weeks. It is exact for exchangeable weeks.
func permuted(rng *rand.Rand, y []float64) float64 {
	const runs = 499
	contrasts := make([][]float64, len(y))
	for k := range contrasts {
		contrasts[k] = make([]float64, len(y))
		for t := range y {
			contrasts[k][t] = float64(t)
			if k > 0 {
				contrasts[k][t] = boolean(t >= k)
			}
		}
		floats.AddConst(-floats.Sum(contrasts[k])/float64(len(y)), contrasts[k])
		floats.Scale(1/floats.Norm(contrasts[k], 2), contrasts[k])
	}
	most := func(y []float64) (m float64) {
		for _, c := range contrasts {
			m = math.Max(m, math.Abs(floats.Dot(c, y)))
		}
		return m
	}
	observed, above := most(y), 1
	for range runs {
		rng.Shuffle(len(y), func(i, j int) { y[i], y[j] = y[j], y[i] })
		if most(y) >= observed*(1-1e-12) {
			above++
		}
	}
	return float64(above) / (runs + 1)
}

// found are shares of series in which a change is found.
type found struct{ changed, differ, permuted float64 }

func (f found) String() string {
	return fmt.Sprintf("%.2f | %.2f | %.2f", f.changed, f.differ, f.permuted)
}

// findings are those of means and of reliability, by probabilities from 0.95 on and p up to 0.05.
func (w weekly) findings(rng *rand.Rand, runs int) (mean, reliability found) {
	times := make([]float64, weeks)
	for t := range times {
		times[t] = float64(t)
	}
	count := func(f *found, ch *Changes, y []float64) {
		f.changed += boolean(ch.None <= 0.05) / float64(runs)
		f.differ += boolean(ch.Same <= 0.05) / float64(runs)
		f.permuted += boolean(permuted(rng, y) <= 0.05) / float64(runs)
	}
	for range runs {
		l := w.draw(rng)
		m := NewMeans(l)
		if m == nil {
			continue
		}
		y, errors := make([]float64, weeks), mat.NewSymDense(weeks, nil)
		for t, x := range m.Of {
			y[t] = (x - m.Middle()) / m.SD
		}
		errors.ScaleSym(1/m.SD/m.SD, m.Error)
		count(&mean, NewJointlyOrdered(y, errors, times).Changes(), y)
		r := NewRatios(l, m)
		var ratios, at []float64
		for i, site := range r.Of {
			ratios, at = append(ratios, site.Mean), append(at, times[r.Task[i]])
		}
		if len(ratios) > 3 {
			count(&reliability, NewOrdered(r.Of, at).Changes(), ratios)
		}
	}
	return mean, reliability
}

// A mean that jumps by a standard deviation, and reliability that falls from 0.44 to 0.11, are found; where nothing
// changes, nothing is.
func TestChangesOfLabelsInWeeks(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 6))
	mean, reliability := weekly{items: 20, mean: always(0), icc: always(0.44), rotate: true}.findings(rng, 40)
	assert.LessOrEqual(t, max(mean.changed, reliability.changed), 0.05)
	assert.LessOrEqual(t, max(mean.differ, reliability.differ), 0.1)
	mean, reliability = weekly{items: 20, mean: after6(0, 1), icc: after6(0.44, 0.11)}.findings(rng, 20)
	assert.GreaterOrEqual(t, mean.changed, 0.85)
	assert.GreaterOrEqual(t, reliability.differ, 0.6)
}
