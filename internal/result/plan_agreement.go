package result

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/model"
	"concord/model/family"
	"concord/planning"
	"concord/posterior"
	"concord/vpc"
)

// PlannedAgreement is how precisely a study shows its agreement ρ with the reference, for a number of labels of each
// item. All studies of the plan label the same items.
type PlannedAgreement struct {
	Study     string `json:"study"`
	Reference string `json:"reference"`
	Budget    int    `json:"budget"` // cost of all studies together, where a label costs 1
	K         int    `json:"k"`      // labels per item in each study
	Items     int    `json:"items"`
	// RhoSE is the standard error of ρ on the label scale: the posterior mean over its parameters.
	RhoSE Number `json:"rho_se"`
}

// PlannedDifference is how precisely studies show which of two is closer to the reference.
type PlannedDifference struct {
	Study     string `json:"study"`
	Other     string `json:"other"`
	Reference string `json:"reference"`
	Budget    int    `json:"budget"`
	K         int    `json:"k"`
	Items     int    `json:"items"`
	// DifferenceSE is the standard error of ρ(study) − ρ(other).
	DifferenceSE Number `json:"rho_difference_se"`
	// Power is the probability that the studies show which is closer, over the uncertainty of the pilot. They do if the
	// posterior probability of one answer is at least [PlannedDifference.Conclusive].
	Power      Number  `json:"power"`
	Conclusive float64 `json:"conclusive"`
	// ItemsNeeded is the number of items with which Power is at least the assurance of the plan; null if none is.
	ItemsNeeded Number `json:"items_needed"`
}

// planAgreement plans studies that are compared with a reference.
func planAgreement(reference model.StudyPosterior, data Data, o PlanOptions) (
	alone []PlannedAgreement, differences []PlannedDifference, ok bool,
) {
	studies := []model.StudyPosterior{reference}
	for _, s := range reference.Posterior().EachStudy() {
		if s != reference && !s.OneLabel() {
			studies = append(studies, s)
		}
	}
	spec := reference.Posterior().Spec()
	if len(studies) < 2 || reference.OneLabel() {
		return nil, nil, true
	}
	if spec.Discrimination || len(spec.Facets) > 0 {
		return nil, nil, false
	}
	budget := o.Budget
	if budget == 0 {
		for _, s := range studies {
			budget += o.budget(studyOf(data, s.Name()))
		}
	}
	// Each study has the same items.
	designs := func(items, k int) []planning.Design {
		all := make([]planning.Design, len(studies))
		for i, s := range studies {
			all[i] = o.design(studyOf(data, s.Name()), items, k)
		}
		return all
	}
	draws := newScoredDraws(studies).draws()
	name := func(s int) string { return studies[s].Name() }
	for k := 2; k <= o.mostLabels(data); k++ {
		items := int(float64(budget)/(o.ItemCost+float64(k*len(studies))) + 1e-9)
		if items < 2 {
			break
		}
		d := designs(items, k)
		for s := 1; s < len(studies); s++ {
			se := meanOver(draws, func(of correlations) float64 { return of.with[s-1].SE(d[0], d[s]) })
			alone = append(alone, PlannedAgreement{Study: name(s), Reference: name(0), Budget: budget, K: k,
				Items: items, RhoSE: Number(se)})
		}
		for p, pair := range pairsOf(len(studies) - 1) {
			a, b := pair[0]+1, pair[1]+1
			at := func(n int) []planning.Design {
				all := designs(n, k)
				return []planning.Design{all[0], all[a], all[b]}
			}
			power := func(n int) float64 {
				arms := at(n)
				return meanOver(draws, func(of correlations) float64 {
					return of.difference[p].Power(Sure, arms...)
				})
			}
			differences = append(differences, PlannedDifference{
				Study: name(a), Other: name(b), Reference: name(0), Budget: budget, K: k, Items: items,
				DifferenceSE: Number(meanOver(draws, func(of correlations) float64 {
					return of.difference[p].SE(at(items)...)
				})),
				Power: Number(power(items)), Conclusive: Sure,
				ItemsNeeded: itemsFor(func(n int) bool { return power(n) >= o.Assurance }),
			})
		}
	}
	return alone, differences, true
}

// itemsFor returns the smallest number of items that is enough, or an undefined number.
func itemsFor(enough func(items int) bool) Number {
	items, ok := planning.FewestItems(enough)
	if !ok {
		return Undefined()
	}
	return Number(items)
}

// pairsOf returns all pairs of n things, each pair once.
func pairsOf(n int) [][2]int {
	var all [][2]int
	for b := range n {
		for a := range b {
			all = append(all, [2]int{a, b})
		}
	}
	return all
}

// correlations are one draw of the correlations of the reference with each other study, and of their differences in the
// order of [pairsOf].
type correlations struct{ with, difference []planning.Correlation }

func meanOver(draws []correlations, f func(correlations) float64) float64 {
	sum := 0.0
	for _, d := range draws {
		sum += f(d)
	}
	return sum / float64(len(draws))
}

// scoredDraws turns the draws of a fit into the input of package planning.
type scoredDraws struct {
	studies []model.StudyPosterior
	in      family.Response // nil: labels are numbers
	chosen  [][2]int
	effects *mat.Dense // of items, in standard deviations, uncorrelated
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
	fit := studies[0].Posterior()
	draws := fit.Draws()
	d := &scoredDraws{studies: studies, in: fit.Spec().Family.Response(),
		chosen:  spreadDraws(draws.Chains(), draws.Iterations()),
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

// draws returns the correlations of draws that are spread evenly over all.
func (sd *scoredDraws) draws() []correlations {
	all := make([]correlations, len(sd.chosen))
	var group sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		group.Go(func() {
			for n := w; n < len(all); n += workers {
				all[n] = sd.at(sd.chosen[n][0], sd.chosen[n][1])
			}
		})
	}
	group.Wait()
	return all
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

// CheapestDifferences returns, for each two studies, the design that has the highest power for its cost.
func CheapestDifferences(all []PlannedDifference) []PlannedDifference {
	var best []PlannedDifference
	for _, d := range all {
		at := slices.IndexFunc(best, func(b PlannedDifference) bool { return b.Study == d.Study && b.Other == d.Other })
		switch {
		case at < 0:
			best = append(best, d)
		case d.Power > best[at].Power:
			best[at] = d
		}
	}
	return best
}
