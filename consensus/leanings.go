package consensus

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"concord/internal/bisect"
	"concord/model"
	"concord/model/family"
	"concord/study"
)

// leanings turn the levels of one study into differences of labels.
type leanings struct {
	of                  family.Family
	family              family.Categorical // nil: numbers
	own, scores         []float64
	chances             []float64
	mean, itemSD, usual float64 // usual is the mean label
	far                 float64 // see [leanings.farWith], with the population's spread of levels
	spread              *spread
}

func newLeanings(of model.StudyPosterior, o *offsets, knowns []known) *leanings {
	levelSD := median(of.LevelSD())
	reach, _ := o.reach(of.Posterior().Table().StudyAt(of.Index()))
	f := of.Posterior().Spec().Family
	l := &leanings{mean: median(of.Mean()), itemSD: math.Hypot(median(of.TermSD(study.ItemFactor)), reach), of: f,
		spread: newSpread(knowns, levelSD)}
	for _, q := range of.Own() {
		l.own = append(l.own, median(q))
	}
	if categorical, ok := f.(family.Categorical); ok {
		l.family, l.scores, l.chances = categorical, scoresOf(categorical), make([]float64, categorical.Categories())
		l.usual, _, _ = family.Moments(f.Response(), l.point(levelSD), l.own)
	}
	l.far = l.farWith(levelSD)
	return l
}

// farWith returns the leaning that adds a quarter to the mean square of an ordinary label's error, if the levels of
// labelers have this standard deviation.
func (l *leanings) farWith(levelSD float64) float64 {
	if l.family == nil {
		return math.Hypot(l.of.ResidualSD(l.own), levelSD) / 2
	}
	_, between, total := family.Moments(l.of.Response(), l.point(levelSD), l.own)
	return math.Sqrt(total-between) / 2
}

// point has the linear predictors of labels, if the levels of labelers have this standard deviation.
func (l *leanings) point(levelSD float64) family.Point {
	return family.Point{Mean: l.mean, SD: l.itemSD, Rest: levelSD}
}

// drifts returns the probability that a labeler's slope by a covariate, less the mean slope, adds a quarter to the mean
// square of an ordinary label's error.
func (l *leanings) drifts(s slopes, labeler int32, lambda float64) float64 {
	high, low := l.level(l.far, lambda), l.level(-l.far, lambda)
	return s.of[labeler].Probability(func(slope float64) bool {
		level := slope * s.spread // whose square is the mean square over labels
		return level > high || level < low
	}).Value
}

// at returns the leaning of a level on the scale of labels.
func (l *leanings) at(level, lambda float64) float64 {
	if l.family == nil {
		return level
	}
	l.family.Chances(l.chances, l.mean+level, math.Abs(lambda)*l.itemSD, l.own)
	return floats.Dot(l.chances, l.scores) - l.usual
}

// leaning returns the leaning of the k-th labeler, and the probability that it is too far. A leaning is too far if it
// meets two conditions. It is further from the others' mean than 99 of 100 labelers like the others are. And it adds at
// least a quarter to the squared error of an ordinary label. The labeler's own labels do not affect the others' mean
// and spread.
func (l *leanings) leaning(k int, level Estimate, known known) (Estimate, float64) {
	lambda := known.lambda.Mean
	if math.IsNaN(lambda) {
		lambda = 1
	}
	e := Estimate{l.at(level.Mean, lambda), l.at(level.Lower, lambda), l.at(level.Upper, lambda)}
	others, ok := l.spread.without(k)
	if !ok {
		return e, math.NaN()
	}
	if p := others.beyond(known, 0, 0); p < 0.01 {
		return e, 0
	}
	far := l.farWith(others.typical())
	return e, others.beyond(known, l.level(-far, lambda), l.level(far, lambda))
}

// level returns the level at which the leaning is so far: ±∞ if none is.
func (l *leanings) level(leaning, lambda float64) float64 {
	if l.family == nil {
		return leaning
	}
	const low, high = -40.0, 40.0 // logits
	if leaning < l.at(low, lambda) {
		return math.Inf(-1)
	}
	if leaning > l.at(high, lambda) {
		return math.Inf(1)
	}
	return bisect.Root(low, high, func(x float64) bool { return l.at(x, lambda) < leaning })
}

// scoresOf returns the numbers that stand for categories.
func scoresOf(f family.Categorical) []float64 {
	if adapting, ok := f.(family.Adapting); ok {
		return adapting.Scores()
	}
	all := make([]float64, f.Categories())
	for c := range all {
		all[c] = float64(c)
	}
	return all
}
