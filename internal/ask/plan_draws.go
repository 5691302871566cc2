package ask

import (
	"context"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"concord/internal/abandon"
	"concord/internal/effect"
	"concord/internal/semidefinite"
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
	of, spec := newScoredStudy(fit).numbers(part), fit.Posterior().Spec()
	return overDraws(fit.Posterior().Draws(), func(c, i int) precise {
		v, at, level := of.components(c, i), of.point(c, i), of.levelSD.Chains[c][i]
		of := precise{v.MeanSE, v.ICCSE}
		switch {
		case !hasICCSE(spec.Family) || spec.Discrimination:
			of.icc = nil
		case logits(spec.Family):
			icc := planning.Binary(at.Mean, at.SD, level).ICC(0)
			of.icc = func(d planning.Design) float64 { return icc.SE(d) }
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
type correlations struct{ with, difference []planning.Statistic }

// scoredDraws turns the draws of a fit into the input of package planning.
type scoredDraws struct {
	in      family.Response // nil: labels are numbers
	effects *mat.Dense      // of items, in standard deviations, uncorrelated
	parts   []scoredStudy
	cor     [][]posterior.Quantity // cor[b][a] of two studies, a < b
}

// scoredStudy are draws of the parameters of a study.
type scoredStudy struct {
	mean, itemSD, levelSD, restSD posterior.Quantity
	own                           []posterior.Quantity
	item, labeler, total          posterior.Quantity // variances of numbers
}

func newScoredStudy(s model.StudyPosterior) scoredStudy {
	return scoredStudy{mean: s.Mean(), itemSD: s.ItemSD(), levelSD: s.LabelerSD(), restSD: s.RestSD(), own: s.Own()}
}

// numbers adds what is known of numbers.
func (ss scoredStudy) numbers(part vpc.Partition) scoredStudy {
	ss.item, ss.total = part.ItemVariance(), part.TotalVariance()
	ss.labeler, _ = part.LabelerVariance()
	return ss
}

// components are the components of variance of numbers in a draw.
func (ss scoredStudy) components(c, i int) planning.Components {
	v := planning.Components{Item: ss.item.Chains[c][i], Labeler: ss.labeler.Chains[c][i]}
	v.Residual = ss.total.Chains[c][i] - v.Item - v.Labeler
	return v
}

// point is the distribution of linear predictors in a draw.
func (ss scoredStudy) point(c, i int) family.Point {
	return family.Point{Mean: ss.mean.Chains[c][i], SD: ss.itemSD.Chains[c][i], Rest: ss.restSD.Chains[c][i]}
}

// plannedItems is how many items represent all items. Standard errors are then within 1% of their limit.
const plannedItems = 512

func newScoredDraws(studies []model.StudyPosterior) *scoredDraws {
	d := &scoredDraws{in: studies[0].Posterior().Spec().Family.Response(),
		effects: planning.NormalItems(plannedItems, len(studies))}
	for b, s := range studies {
		of := newScoredStudy(s)
		if d.in == nil {
			of = of.numbers(vpc.LabelPartition(s))
		}
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
	items := planning.Items{Weight: slices.Repeat([]float64{1. / plannedItems}, plannedItems)}
	for s := range sd.parts {
		items.Groups = append(items.Groups, sd.parts[s].labels(sd.in, mat.Col(nil, s, &effects), chain, i))
	}
	var c correlations
	for s := 1; s < studies; s++ {
		c.with = append(c.with, items.Correlation(0, s))
	}
	for _, pair := range pairsOf(studies - 1) {
		c.difference = append(c.difference, items.CorrelationDifference(0, pair[0]+1, pair[1]+1))
	}
	return c
}

// root returns L with R = LLᵀ for the correlations R of a draw.
func (sd *scoredDraws) root(chain, i int) *mat.Dense {
	n := len(sd.parts)
	r := make([][]float64, n)
	for b := range r {
		for _, q := range sd.cor[b] {
			r[b] = append(r[b], q.Chains[chain][i])
		}
		r[b] = append(r[b], 1)
	}
	return mat.NewDense(n, n, slices.Concat(semidefinite.Root(r)...))
}

// labels returns the labels of a study on items with these effects, in standard deviations.
func (ss scoredStudy) labels(in family.Response, effects []float64, chain, i int) planning.Labels {
	at, l := ss.point(chain, i), planning.Labels{At: make([]planning.Moments, len(effects))}
	if in == nil {
		v := ss.components(chain, i)
		l.Numbers = &v
		for n, z := range effects {
			l.At[n][0] = at.SD * z
		}
		return l
	}
	own, theta := ownAt(ss.own, chain, i), make([]float64, len(effects))
	labels := func(level, noise float64) (mean, square []float64) {
		for n, z := range effects {
			theta[n] = at.Mean + at.SD*z + level
		}
		mean, square = make([]float64, len(theta)), make([]float64, len(theta))
		in.Given(mean, square, theta, noise, own)
		return mean, square
	}
	mean, square := labels(0, at.Rest)
	for n, m := range mean {
		l.At[n] = planning.Moments{m, math.Max(square[n], m*m)}
	}
	sd := ss.levelSD.Chains[chain][i]
	for z, weight := range levels(sd) {
		mean, _ := labels(z, without(at.Rest, sd))
		l.Labelers = append(l.Labelers, planning.LabelerMoments{Weight: weight, Mean: mean})
	}
	return l
}

// without is the standard deviation that is left of one without a part.
func without(sd, part float64) float64 { return math.Sqrt(math.Max(0, sd*sd-part*part)) }

// levels are nodes of normal levels of labelers, with their weights.
func levels(sd float64) iter.Seq2[float64, float64] {
	return func(yield func(level, weight float64) bool) {
		var r effect.Rule
		of := effect.Argument{Slope: sd}
		if sd > 0 {
			r.Set(0, of, of)
		}
		for k, z := range r.At {
			if !yield(sd*z, r.Weight[k]) {
				return
			}
		}
	}
}

// judgedDraws turns the draws of a fit into the input of package planning.
type judgedDraws struct {
	in            family.Categorical // nil: labels are numbers on the scale of the effects
	scores        []float64
	people, judge scoredStudy
	r             posterior.Quantity // of numbers
	cor           posterior.Quantity // of the items' effects, for categories
}

func newJudgedDraws(people, judge model.StudyPosterior, joint xcc.Joint) (*judgedDraws, bool) {
	f := people.Posterior().Spec().Family
	d := &judgedDraws{people: newScoredStudy(people), judge: newScoredStudy(judge)}
	in, ok := f.(family.Categorical)
	if !ok {
		d.people, d.r = d.people.numbers(joint.Partition(people)), joint.Validity(people, judge)
		return d, f.Response() == nil
	}
	d.in, d.cor = in, people.ItemCorrelation(judge)
	if scored, ok := f.(family.Adapting); ok {
		d.scores = scored.Scores()
	}
	for c := len(d.scores); c < in.Categories(); c++ {
		d.scores = append(d.scores, float64(c))
	}
	return d, true
}

func (jd *judgedDraws) at(c, i int) planning.Items {
	if jd.in == nil {
		return planning.GaussianJudged(jd.people.components(c, i), jd.r.Chains[c][i])
	}
	var pairs family.Pairs
	ownA, ownB := ownAt(jd.people.own, c, i), ownAt(jd.judge.own, c, i)
	pairs.Set(jd.people.point(c, i), jd.judge.point(c, i), ownA, ownB, jd.cor.Chains[c][i])
	it := planning.Items{Weight: pairs.Weight(), Groups: []planning.Labels{
		{At: jd.moments(pairs.A, ownA, 0, 0)}, {At: jd.moments(pairs.B, ownB, 0, 0)}}}
	sd, of := jd.people.levelSD.Chains[c][i], &it.Groups[0]
	for z, weight := range levels(sd) {
		l := planning.LabelerMoments{Weight: weight}
		for _, m := range jd.moments(pairs.A, ownA, z, sd) {
			l.Mean, l.Square = append(l.Mean, m[0]), append(l.Square, m[1])
		}
		of.Labelers = append(of.Labelers, l)
	}
	return it
}

// moments returns the moments of the scores of labels at the nodes of items, by labelers of one level. Levels have a
// part in the noise of other labels.
func (jd *judgedDraws) moments(
	over func(dst []float64, values int, each func(dst, effects []float64, at family.Point)) []float64,
	own []float64, level, part float64,
) []planning.Moments {
	var m planning.Moments
	chances := make([]float64, jd.in.Categories())
	flat := over(nil, len(m), func(dst, effects []float64, at family.Point) {
		clear(dst)
		for n, u := range effects {
			jd.in.Chances(chances, at.Mean+u+level, without(at.Rest, part), own)
			for c, p := range chances {
				for k := range m {
					p *= jd.scores[c]
					dst[n*len(m)+k] += p
				}
			}
		}
	})
	var all []planning.Moments
	for row := range slices.Chunk(flat, len(m)) {
		all = append(all, planning.Moments(row))
	}
	return all
}

// ownAt returns the auxiliary parameters of a family in a draw.
func ownAt(own []posterior.Quantity, c, i int) []float64 {
	at := make([]float64, len(own))
	for n, q := range own {
		at[n] = q.Chains[c][i]
	}
	return at
}
