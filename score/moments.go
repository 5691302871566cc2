package score

import (
	"math"
	"slices"
)

// Moments describe how human labels and the judge's labels depend on the items of a system.
type Moments struct {
	Item  float64 // variance of people's true scores over items, in squared labels
	Noise float64 // variance of one label of a person about its item's true score
	R     float64 // correlation of the judge's label with the true score
	// Split says that some items have several labels, from which Item and Noise follow. Otherwise Noise is 0, and a
	// label counts as the true score.
	Split  bool
	Strata []StratumMoments
}

// StratumMoments are the items with like labels of the judge.
type StratumMoments struct {
	Lowest, Highest float64 // labels of the judge
	Items           int
	Item, Noise     float64
}

// most is the number of strata of a judge whose labels have more values: fifths of the items.
const most = 5

// Moments estimates moments from items with people's labels, as if these were drawn at random. Strata are the values
// of the judge's labels, or fifths of the items if there are more than five. The variance of a stratum has one item's
// worth of all strata's variance, so that a few equal labels do not make it 0. An estimate below 0 is 0, and a
// correlation beyond 1 is 1.
//
// The error is a fault of y, as [System.Validate] finds it.
func (y *System) Moments() (Moments, error) {
	if err := y.Validate(); err != nil {
		return Moments{}, err
	}
	g := newRegression(y)
	var m Moments
	var pooled, df, inverse float64
	for _, i := range g.rows {
		k := float64(y.Labels[i])
		inverse += 1 / k / float64(len(g.rows))
		if k > 1 && y.Spread != nil {
			pooled += (k - 1) * y.Spread[i]
			df += k - 1
		}
	}
	if m.Split = df > 0; m.Split {
		m.Noise = pooled / df
	}
	whole := g.variances(y, g.rows)
	m.Item = max(0, whole.people-m.Noise*inverse)
	if m.Item > 0 && whole.judge > 0 {
		m.R = max(-1, min(1, whole.both/math.Sqrt(m.Item*whole.judge)))
	}
	g.split(y, &m, whole.people-whole.slopePart())
	return m, nil
}

// variances of people's means and of the judge's labels of some items, with divisor n − 1.
type variances struct{ people, judge, both float64 }

// slopePart is the part of people's variance that a line through the judge's labels takes.
func (v variances) slopePart() float64 {
	if v.judge == 0 {
		return 0
	}
	return v.both * v.both / v.judge
}

func (g *regression) variances(y *System, rows []int) (v variances) {
	n := float64(len(rows))
	var people, judge float64
	for _, i := range rows {
		people += y.People[i] / n
		judge += g.judge[i] / n
	}
	for _, i := range rows {
		a, b := y.People[i]-people, g.judge[i]-judge
		v.people += a * a / (n - 1)
		v.judge += b * b / (n - 1)
		v.both += a * b / (n - 1)
	}
	return v
}

// split makes the strata. Between is the variance of people's means about a line, as for one label of each item.
func (g *regression) split(y *System, m *Moments, between float64) {
	var values []float64
	for i := range y.Judge {
		if y.judged(i) {
			values = append(values, y.Judge[i])
		}
	}
	tops := uppers(values, most)
	rows := make([][]int, len(tops))
	m.Strata = make([]StratumMoments, len(tops))
	for _, v := range values {
		h, _ := slices.BinarySearch(tops, v)
		s := &m.Strata[h]
		if s.Items == 0 {
			s.Lowest = v
		}
		s.Items, s.Highest = s.Items+1, v
	}
	for _, i := range g.rows {
		h, _ := slices.BinarySearch(tops, y.Judge[i])
		rows[h] = append(rows[h], i)
	}
	for h := range m.Strata {
		g.within(y, m, &m.Strata[h], rows[h], between)
	}
}

// within estimates the variances of a stratum. Each has one item's worth of the whole.
func (g *regression) within(y *System, m *Moments, s *StratumMoments, rows []int, between float64) {
	squares, noise, df, inverse := between, m.Noise, 1.0, 0.0
	if len(rows) > 1 {
		squares += g.variances(y, rows).people * float64(len(rows)-1)
	}
	for _, i := range rows {
		k := float64(y.Labels[i])
		inverse += 1 / k / float64(len(rows))
		if k > 1 && y.Spread != nil {
			noise += (k - 1) * y.Spread[i]
			df += k - 1
		}
	}
	if len(rows) == 0 {
		inverse = 1
	}
	s.Noise = noise / df
	s.Item = max(0, squares/float64(max(1, len(rows)))-s.Noise*inverse)
}
