package ask

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/internal/abandon"
	"concord/model"
	"concord/model/family"
	"concord/planning"
	"concord/posterior"
	"concord/study"
	"concord/vpc"
	"concord/xcc"
)

// planDraws is how many draws standard errors are averaged over, spread evenly over all draws. Standard errors vary
// little between draws, and for binary labels each takes an integral.
const planDraws = 200

// overDraws computes something of chosen draws of a fit, which are given by chain and iteration.
func overDraws[T any](draws *posterior.Draws, of func(chain, i int) T) []T {
	chosen := spreadDraws(draws.Chains(), draws.Iterations())
	return inParallel(len(chosen), func(n int) T { return of(chosen[n][0], chosen[n][1]) })
}

// inParallel computes n things on all cores.
func inParallel[T any](n int, of func(i int) T) []T {
	all := make([]T, n)
	_ = abandon.Each(context.Background(), 0, n, func() func(i int) error {
		return func(i int) error {
			all[i] = of(i)
			return nil
		}
	})
	return all
}

// meanOver is the mean over draws.
func meanOver[T any](draws []T, of func(T) float64) float64 {
	sum := 0.0
	for _, d := range draws {
		sum += of(d) / float64(len(draws))
	}
	return sum
}

// precise gives the standard errors of a design in one draw. That of the ICC is nil without a formula.
type precise struct{ mean, icc func(planning.Design) float64 }

// precision returns the standard errors in chosen draws.
func precision(fit model.StudyPosterior, part vpc.Partition) []precise {
	labeler, _ := part.LabelerVariance()
	item, total := part.ItemVariance(), part.TotalVariance()
	mu, itemSD, labelerSD := fit.Mean(), fit.ItemSD(), fit.LabelerSD()
	spec := fit.Posterior().Spec()
	return overDraws(fit.Posterior().Draws(), func(c, i int) precise {
		v := planning.Components{Item: item.Chains[c][i], Labeler: labeler.Chains[c][i]}
		v.Residual = total.Chains[c][i] - v.Item - v.Labeler
		of := precise{v.MeanSE, v.ICCSE}
		switch {
		case !hasICCSE(spec.Family) || spec.Discrimination:
			of.icc = nil
		case logits(spec.Family):
			of.icc = planning.NewProbabilities(mu.Chains[c][i], itemSD.Chains[c][i], labelerSD.Chains[c][i]).ICCSE
		}
		return of
	})
}

// hasICCSE reports whether package planning has a formula for the standard error of the ICC of a family. It has one for
// labels on the scale of the effects, and for binary labels with a logit link.
func hasICCSE(f family.Family) bool { return f.Response() == nil || logits(f) }

// logits reports whether effects are on the logit scale of binary labels.
func logits(f family.Family) bool { return f.Kind() == study.Binary && f.About().Link == "logit" }

// spreadDraws returns chain and iteration of at most planDraws draws, evenly spread.
func spreadDraws(chains, iterations int) [][2]int {
	all := chains * iterations
	n := min(all, planDraws)
	chosen := make([][2]int, n)
	for i := range chosen {
		at := i * all / n
		chosen[i] = [2]int{at / iterations, at % iterations}
	}
	return chosen
}

// correlations are one draw of the correlations of the reference with each other study, and of their differences in the
// order of [pairsOf].
type correlations struct{ with, difference []planning.Correlation }

// scoredDraws turns the draws of a fit into the input of package planning.
type scoredDraws struct {
	studies []model.StudyPosterior
	in      family.Response // nil: labels are numbers
	effects *mat.Dense      // of items, in standard deviations, uncorrelated
	parts   []scoredStudy
	cor     [][]posterior.Quantity // cor[b][a] of two studies, a < b
}

type scoredStudy struct {
	mean, itemSD, levelSD, restSD posterior.Quantity
	own                           []posterior.Quantity
	item, labeler, total          posterior.Quantity // variances of numbers
}

// plannedItems is how many items represent all items. Standard errors are then within 1% of their limit.
const plannedItems = 512

func newScoredDraws(studies []model.StudyPosterior) *scoredDraws {
	d := &scoredDraws{studies: studies, in: studies[0].Posterior().Spec().Family.Response(),
		effects: planning.NormalItems(plannedItems, len(studies))}
	for b, s := range studies {
		part := vpc.LabelPartition(s)
		of := scoredStudy{mean: s.Mean(), itemSD: s.ItemSD(), levelSD: s.LabelerSD(), restSD: s.RestSD(), own: s.Own(),
			item: part.ItemVariance(), total: part.TotalVariance()}
		of.labeler, _ = part.LabelerVariance()
		d.parts = append(d.parts, of)
		var cor []posterior.Quantity
		for _, a := range studies[:b] {
			cor = append(cor, s.ItemCorrelation(a))
		}
		d.cor = append(d.cor, cor)
	}
	return d
}

// at returns the correlations of a draw.
func (sd *scoredDraws) at(chain, i int) correlations {
	studies := len(sd.parts)
	root := sd.root(chain, i)
	var effects mat.Dense
	effects.Mul(sd.effects, root.T())
	scores := make([]planning.Scores, studies)
	for s := range scores {
		scores[s] = sd.parts[s].scores(sd.in, mat.Col(nil, s, &effects), chain, i)
	}
	var c correlations
	for s := 1; s < studies; s++ {
		c.with = append(c.with, planning.NewCorrelation(scores[0], scores[s]))
	}
	for _, pair := range pairsOf(studies - 1) {
		c.difference = append(c.difference,
			planning.NewCorrelationDifference(scores[0], scores[pair[0]+1], scores[pair[1]+1]))
	}
	return c
}

// root returns L with R = LLᵀ for the correlations R of a draw, column by column (Golub and Van Loan 2013, section
// 4.2). R is singular if two studies agree entirely.
func (sd *scoredDraws) root(chain, i int) *mat.Dense {
	n := len(sd.parts)
	l := mat.NewDense(n, n, nil)
	for b := range n {
		left := 1.0
		for a := range b {
			x := sd.cor[b][a].Chains[chain][i]
			for k := range a {
				x -= l.At(b, k) * l.At(a, k)
			}
			if l.At(a, a) > 0 {
				x /= l.At(a, a)
			} else {
				x = 0
			}
			l.Set(b, a, x)
			left -= x * x
		}
		l.Set(b, b, math.Sqrt(math.Max(0, left)))
	}
	return l
}

// scores returns the labels of a study on items with these effects, in standard deviations.
func (ss scoredStudy) scores(in family.Response, effects []float64, chain, i int) planning.Scores {
	of := func(q posterior.Quantity) float64 { return q.Chains[chain][i] }
	theta := make([]float64, len(effects))
	for n, z := range effects {
		theta[n] = of(ss.mean) + of(ss.itemSD)*z
	}
	if in == nil {
		v := planning.Components{Item: of(ss.item), Labeler: of(ss.labeler)}
		v.Residual = of(ss.total) - v.Item - v.Labeler
		return planning.Scores{Mean: theta, Numbers: v}
	}
	own := ownAt(ss.own, chain, i)
	labels := func(theta []float64, noise float64) (mean, square []float64) {
		mean, square = make([]float64, len(theta)), make([]float64, len(theta))
		in.Given(mean, square, theta, noise, own)
		return mean, square
	}
	s := planning.Scores{}
	level, rest := of(ss.levelSD), of(ss.restSD)
	s.Mean, s.Variance = labels(theta, rest)
	for n, m := range s.Mean {
		s.Variance[n] = math.Max(0, s.Variance[n]-m*m)
	}
	if level > 0 {
		other := math.Sqrt(math.Max(0, rest*rest-level*level))
		shifted := slices.Clone(theta)
		for z := -levelReach; z <= levelReach; z += 2 * levelStep {
			for n, x := range theta {
				shifted[n] = x + z*level
			}
			mean, _ := labels(shifted, other)
			s.Labelers = append(s.Labelers, planning.LabelerMoments{Weight: distuv.UnitNormal.Prob(z), Mean: mean})
		}
	}
	return s
}

// judgedDraws turns the draws of a fit into the input of package planning.
type judgedDraws struct {
	people, judge model.StudyPosterior
	in            family.Categorical // nil: labels are numbers on the scale of the effects
	scores        []float64
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
