package result

import (
	"math"
	"runtime"
	"sync"

	"concord/model"
	"concord/model/family"
	"concord/planning"
	"concord/posterior"
	"concord/xcc"
)

// judgedDraws turns the draws of a fit into the input of package planning.
type judgedDraws struct {
	people, judge model.StudyPosterior
	in            family.Categorical // nil: labels are numbers on the scale of the effects
	scores        []float64
	chosen        [][2]int
	// For numbers.
	item, labeler, total, r posterior.Quantity
	// For categories.
	mean, itemSD, level, rest  posterior.Quantity // of people
	mean2, itemSD2, rest2, cor posterior.Quantity // of the judge
	own, own2                  []posterior.Quantity
}

func newJudgedDraws(people, judge model.StudyPosterior, joint xcc.Joint) (*judgedDraws, bool) {
	f := people.Posterior().Spec().Family
	d := &judgedDraws{people: people, judge: judge}
	draws := people.Posterior().Draws()
	d.chosen = spreadDraws(draws.Chains(), draws.Iterations())
	in, ok := f.(family.Categorical)
	if !ok {
		part := joint.Partition(people)
		d.item, d.total, d.r = part.ItemVariance(), part.TotalVariance(), joint.Validity(people, judge)
		d.labeler, _ = part.LabelerVariance()
		return d, f.Response() == nil
	}
	d.in = in
	if scored, ok := f.(family.Adapting); ok {
		d.scores = scored.Scores()
	}
	for c := len(d.scores); c < in.Categories(); c++ {
		d.scores = append(d.scores, float64(c))
	}
	d.mean, d.itemSD, d.level, d.rest, d.own = people.Mean(), people.ItemSD(), people.LabelerSD(), people.RestSD(),
		people.Own()
	d.mean2, d.itemSD2, d.rest2, d.own2 = judge.Mean(), judge.ItemSD(), judge.RestSD(), judge.Own()
	d.cor = people.ItemCorrelation(judge)
	return d, true
}

// draws returns the labels of some draws.
func (jd *judgedDraws) draws() []planning.Judged {
	all := make([]planning.Judged, len(jd.chosen))
	var group sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		group.Go(func() {
			for n := w; n < len(all); n += workers {
				all[n] = jd.at(jd.chosen[n][0], jd.chosen[n][1])
			}
		})
	}
	group.Wait()
	return all
}

// Nodes of integrals over items, and over the levels of labelers: how far they reach, and their steps, in standard
// deviations.
const (
	itemReach, itemStep   = 5.0, 0.25
	levelReach, levelStep = 4.0, 0.5
)

func (jd *judgedDraws) at(c, i int) planning.Judged {
	of := func(q posterior.Quantity) float64 { return q.Chains[c][i] }
	if jd.in == nil {
		v := planning.Components{Item: of(jd.item), Labeler: of(jd.labeler)}
		v.Residual = of(jd.total) - v.Item - v.Labeler
		return planning.GaussianJudged(v, of(jd.r))
	}
	var j planning.Judged
	own, own2 := ownAt(jd.own, c, i), ownAt(jd.own2, c, i)
	level, rest, cor := of(jd.level), of(jd.rest), of(jd.cor)
	other := math.Sqrt(math.Max(0, rest*rest-level*level))
	noise := math.Hypot(of(jd.itemSD2)*math.Sqrt(math.Max(0, 1-cor*cor)), of(jd.rest2))
	var levels []float64
	if level > 0 {
		for a := -levelReach; a <= levelReach; a += levelStep {
			levels = append(levels, a*level)
			j.Labelers = append(j.Labelers, planning.LabelerMoments{Weight: math.Exp(-a * a / 2)})
		}
	}
	chances, total := make([]float64, jd.in.Categories()), 0.0
	for z := -itemReach; z <= itemReach; z += itemStep {
		w, theta := math.Exp(-z*z/2), of(jd.mean)+of(jd.itemSD)*z
		j.Weight, total = append(j.Weight, w), total+w
		j.Person = append(j.Person, jd.moments(chances, theta, rest, own))
		j.Judge = append(j.Judge, jd.moments(chances, of(jd.mean2)+cor*of(jd.itemSD2)*z, noise, own2))
		for n, a := range levels {
			m, l := jd.moments(chances, theta+a, other, own), &j.Labelers[n]
			l.Mean, l.Square = append(l.Mean, m[0]), append(l.Square, m[1])
		}
	}
	for n := range j.Weight {
		j.Weight[n] /= total
	}
	return j
}

// moments returns the moments of the scores of labels whose linear predictor is normal.
func (jd *judgedDraws) moments(chances []float64, mean, noise float64, own []float64) planning.Moments {
	jd.in.Chances(chances, mean, noise, own)
	var m planning.Moments
	for c, p := range chances {
		power := p
		for n := range m {
			power *= jd.scores[c]
			m[n] += power
		}
	}
	return m
}

// ownAt returns the auxiliary parameters of a family in a draw.
func ownAt(own []posterior.Quantity, c, i int) []float64 {
	at := make([]float64, len(own))
	for n, q := range own {
		at[n] = q.Chains[c][i]
	}
	return at
}
