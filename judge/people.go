// Package judge compares the labels of one judge with the labels of a pool of people. A judge is a language model, an
// expert or a gold standard that gave each item one label, or several. All of it follows from a joint fit, draw by
// draw.
//
// [xcc.Joint.Validity] and [xcc.Joint.Worth] say how well labels follow true scores, and the worth of one label. This
// package adds comparisons that depend on the level of labels too: how far a label lies from a random person's,
// compared with another person's.
package judge

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/vpc"
)

// mostDraws is how many draws are looked at, evenly spaced in each chain: an integral has to be taken in each.
const mostDraws = 1000

// People are a pool of labelers, as a fit has them.
type People struct {
	study  model.StudyPosterior
	labels labels
	every  int       // draw of a chain
	at     [][]crowd // chain × draw that is looked at
}

// crowd is the people in one draw.
type crowd struct {
	labelerSD   float64
	square      float64   // mean square of a random person's label
	level       []float64 // of people, in units of labelerSD, ascending: those whose loss is in loss
	loss        []float64 // see [People.Loss]
	ofLevel     []float64 // mean label of people of that level
	meanOfAll   float64
	agreement   float64 // that two people's labels of an item are of one category
	meanOfLoss  float64
	unlikeLevel bool // people differ in level
}

// Levels of people that are tabulated, from −widest to widest standard deviations.
const (
	levelPoints = 41
	widest      = 5.0
)

// NewPeople returns a study's labelers as a pool. ok is false for families whose linear predictor does not give the
// mean and variance of labels.
func NewPeople(of model.StudyPosterior) (people *People, ok bool) {
	l, ok := newLabels(of.Posterior().Spec().Family)
	if !ok {
		return nil, false
	}
	p := &People{study: of, labels: l, at: make([][]crowd, len(of.Mean().Chains))}
	draws := len(p.at) * len(of.Mean().Chains[0])
	p.every = max(1, (draws+mostDraws-1)/mostDraws)
	of.Posterior().Each([]model.StudyPosterior{of}, p.every, func(c int) func(int, []model.Draw) {
		l := p.labels.fork()
		return func(_ int, d []model.Draw) { p.at[c] = append(p.at[c], newCrowd(l, &d[0])) }
	})
	return p, true
}

// newCrowd integrates over the items with nodes for one person's labels, because these vary least apart from the item.
func newCrowd(l *labels, at *model.Draw) crowd {
	c := crowd{labelerSD: at.LabelerSD, unlikeLevel: at.LabelerSD > 0}
	points := 1
	if c.unlikeLevel {
		points = levelPoints
	}
	for p := range points {
		c.level = append(c.level, -widest+2*widest*float64(p)/float64(max(1, points-1)))
	}
	if points == 1 {
		c.level[0] = 0
	}
	c.loss, c.ofLevel = make([]float64, points), make([]float64, points)
	person, other := at.Items(), without(at.RestSD, at.LabelerSD)
	person.Rest = other
	l.pairs.Set(l.point(person), l.point(person), at.Own, at.Own, 1)
	v := l.values()
	l.a = l.pairs.A(l.a, v, l.of(at, at.LabelerSD))
	effects := l.pairs.A(nil, 1, func(dst, effects []float64, _ family.Point) { copy(dst, effects) })
	if l.in == nil {
		floats.Scale(at.ItemSD, effects)
	}
	means, moments := make([]float64, points), make([][2]float64, points)
	for i, w := range l.pairs.Weight() {
		mean, square := l.a[i*v], l.a[i*v+1]
		c.square += w * square
		c.meanOfAll += w * mean
		for _, x := range l.a[i*v+2 : (i+1)*v] {
			c.agreement += w * x * x
		}
		for p, level := range c.level {
			means[p] = at.Mean + effects[i] + level*at.LabelerSD
		}
		l.momentsOfEach(moments, means, math.Hypot(other, person.Slope*effects[i]), at.Own)
		for p, of := range moments {
			c.loss[p] += w * (of[1] - 2*of[0]*mean + square)
			c.ofLevel[p] += w * of[0]
		}
		c.meanOfLoss += w * 2 * (square - mean*mean)
	}
	return c
}

// lossOf returns the loss of a person of a level, in standard deviations of labelers.
func (c *crowd) lossOf(level float64) float64 { return interpolate(c.level, c.loss, level) }

// atLeast returns the chance that a random person's loss is this much or more: the normal probability of the levels
// with such a loss, interpolated linearly between points.
func (c *crowd) atLeast(loss float64) float64 {
	if !c.unlikeLevel {
		if c.loss[0] >= loss {
			return 1
		}
		return 0
	}
	chance := 0.0
	if c.loss[0] >= loss {
		chance += normal(c.level[0])
	}
	last := len(c.level) - 1
	if c.loss[last] >= loss {
		chance += 1 - normal(c.level[last])
	}
	for i := range last {
		a, b, from, to := c.loss[i]-loss, c.loss[i+1]-loss, c.level[i], c.level[i+1]
		switch {
		case a >= 0 && b >= 0:
		case a < 0 && b < 0:
			continue
		case a < 0:
			from += (to - from) * a / (a - b)
		default:
			to = from + (to-from)*a/(a-b)
		}
		chance += normal(to) - normal(from)
	}
	return chance
}

// levelOf returns the level of people whose mean label is that, in standard deviations of labelers; NaN where people do
// not differ in level.
func (c *crowd) levelOf(mean float64) float64 {
	if !c.unlikeLevel {
		return math.NaN()
	}
	return interpolate(c.ofLevel, c.level, mean)
}

// interpolate returns the value at x of the line through points with ascending xs, beyond them of the last two.
func interpolate(xs, ys []float64, x float64) float64 {
	if len(xs) == 1 {
		return ys[0]
	}
	i := min(max(sort.SearchFloat64s(xs, x), 1), len(xs)-1)
	return ys[i-1] + (ys[i]-ys[i-1])*(x-xs[i-1])/(xs[i]-xs[i-1])
}

func normal(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }

// without returns √(a² − b²), or 0 if rounding makes the difference negative.
func without(a, b float64) float64 { return math.Sqrt(math.Max(0, a*a-b*b)) }

// labels are a family's, described by their mean and mean square. They belong to one goroutine.
type labels struct {
	family  family.Family
	in      family.Categorical // nil: labels are θ plus a residual
	scores  []float64
	chances []float64
	each    []float64 // chances at several means
	pairs   family.Pairs
	a, b    []float64
}

func newLabels(f family.Family) (labels, bool) {
	in, ok := f.(family.Categorical)
	if !ok {
		return labels{family: f}, f.Response() == nil
	}
	l := labels{family: f, in: in}
	if scored, ok := f.(family.Adapting); ok {
		l.scores = scored.Scores()
	}
	for c := len(l.scores); c < in.Categories(); c++ {
		l.scores = append(l.scores, float64(c))
	}
	return l, true
}

func (l labels) fork() *labels {
	if l.in != nil {
		l.chances = make([]float64, l.in.Categories())
	}
	return &l
}

// moments returns the mean label, and the mean square, if linear predictors are normal with that mean and noise. It
// sets the chances.
func (l *labels) moments(mean, noise float64, own []float64) (m, square float64) {
	var of [1][2]float64
	l.momentsOfEach(of[:], []float64{mean}, noise, own)
	copy(l.chances, l.each)
	return of[0][0], of[0][1]
}

// momentsOfEach sets dst to the mean label and the mean square at each mean.
func (l *labels) momentsOfEach(dst [][2]float64, means []float64, noise float64, own []float64) {
	if l.in == nil {
		residual := l.family.ResidualSD(own)
		for n, x := range means {
			dst[n] = [2]float64{x, x*x + noise*noise + residual*residual}
		}
		return
	}
	k := len(l.scores)
	l.each = slices.Grow(l.each[:0], k*len(means))[:k*len(means)]
	l.in.ChancesOfEach(l.each, means, noise, own)
	for n := range dst {
		dst[n] = [2]float64{}
		for c, p := range l.each[n*k : (n+1)*k] {
			dst[n][0] += p * l.scores[c]
			dst[n][1] += p * l.scores[c] * l.scores[c]
		}
	}
}

// values is the number of values of a label: its mean, its mean square, and the chances of the categories.
func (l *labels) values() int { return 2 + len(l.chances) }

// point is a point whose nodes suit the labels. Those of labels in no categories are polynomials, for which effects in
// standard deviations will do.
func (l *labels) point(at family.Point) family.Point {
	if l.in == nil {
		return family.Point{SD: 1, DF: at.DF, Slope: at.Slope}
	}
	return at
}

// of sets the values of labels in a draw for effects, see [family.Pairs]. more is a standard deviation that the point
// of the nodes does not have.
func (l *labels) of(d *model.Draw, more float64) func(dst, effects []float64, at family.Point) {
	return func(dst, effects []float64, at family.Point) {
		for i, u := range effects {
			row, noise := dst[i*l.values():][:l.values()], math.Hypot(at.Rest, at.Slope*u)
			if l.in == nil {
				row[0], row[1] = l.moments(d.Mean+u*d.ItemSD, math.Hypot(d.RestSD, noise*d.ItemSD), d.Own)
				continue
			}
			row[0], row[1] = l.moments(d.Mean+u, math.Hypot(noise, more), d.Own)
			copy(row[2:], l.chances)
		}
	}
}

// quantity returns f of each draw that is used.
func (p *People) quantity(name string, f func(chain, i int, c *crowd) float64) posterior.Quantity {
	q := posterior.Quantity{Name: name, Chains: make([][]float64, len(p.at))}
	for c := range p.at {
		for i := range p.at[c] {
			q.Chains[c] = append(q.Chains[c], f(c, i*p.every, &p.at[c][i]))
		}
	}
	return q
}

// Study returns the study that the people are of.
func (p *People) Study() model.StudyPosterior { return p.study }

// Loss returns the mean squared difference between two people's labels of an item, people and item drawn at random. For
// ordered categories it is the difference of their scores, for binary labels the chance that they differ.
func (p *People) Loss() posterior.Quantity {
	return p.quantity("people_loss", func(_, _ int, c *crowd) float64 { return c.meanOfLoss })
}

// Agreement returns the chance that two people's labels of an item are the same. ok is false where labels are in no
// categories.
func (p *People) Agreement() (q posterior.Quantity, ok bool) {
	return p.quantity("people_agreement", func(_, _ int, c *crowd) float64 { return c.agreement }), p.labels.in != nil
}

// Following returns the correlation of a person's label with the item's true score among labels of this person alone,
// whose level then does not matter. It is √(V_i/(V − V_l)), with the variance V of a label and its parts V_i of the
// items and V_l of the labelers. Covariances and variances of labels are within a person, averaged over people. The
// true score is the mean label over people, so that Cov averages to V_i, and V_l is the variance between people.
func Following(people vpc.Partition) posterior.Quantity {
	labelers, _ := people.LabelerVariance()
	return posterior.Map("following", func(v []float64) float64 {
		return math.Sqrt(v[0] / (v[1] - v[2]))
	}, people.ItemVariance(), people.TotalVariance(), labelers)
}
