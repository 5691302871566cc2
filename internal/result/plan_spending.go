package result

import (
	"math"
	"runtime"
	"sync"

	"concord/model"
	"concord/model/family"
	"concord/planning"
	"concord/study"
	"concord/vpc"
)

// planDraws is how many draws standard errors are averaged over, spread evenly over all draws. Standard errors vary
// little between draws, and for binary labels each takes an integral.
const planDraws = 200

// spend compares numbers of labels per item at the same cost.
func spend(fit model.StudyPosterior, part vpc.Partition, s Study, o PlanOptions) []Spending {
	budget := o.budget(s)
	var designs []planning.Design
	for k := 1; k <= o.mostLabelsOf(s); k++ {
		items := int(float64(budget)/(o.ItemCost+float64(k)) + 1e-9)
		if items < 2 {
			break
		}
		designs = append(designs, o.design(s, items, k))
	}
	meanSE, iccSE := precision(fit, part, designs)
	var all []Spending
	for i, d := range designs {
		all = append(all, Spending{
			Study: s.Name, Budget: budget, K: d.LabelsPerItem, Items: d.Items, Labels: d.Items * d.LabelsPerItem,
			Labelers: peopleOf(d), Reliability: Number(part.ICCk(d.LabelsPerItem).Mean()), MeanSE: Number(meanSE[i]),
			ICCSE: Number(iccSE[i]),
		})
	}
	return all
}

// design returns a study like s with the given numbers of items and of labels of each.
func (o PlanOptions) design(s Study, items, k int) planning.Design {
	return s.planned(items, k, o.People[s.Name])
}

// planned returns a study with the given numbers of items and of labels of each. The labels of an item are by different
// people. If people is 0, each person gives as many labels as in the pilot.
func (st Study) planned(items, k, people int) planning.Design {
	d := planning.Design{Items: items, LabelsPerItem: k}
	switch {
	case st.Labelers == 0:
		return d
	case people > 0:
		d.Labelers = float64(people)
	default:
		d.Labelers = math.Max(float64(k), float64(items)*float64(k)*float64(st.Labelers)/float64(st.Labels))
	}
	d.EffectiveLabelers = d.Labelers * evenness(st)
	return d
}

// mostLabelsOf returns the largest number of labels per item of a study: no more than it has people.
func (o PlanOptions) mostLabelsOf(s Study) int {
	if people := o.People[s.Name]; people > 0 && s.Labelers > 0 {
		return min(o.MostLabels, people)
	}
	return o.MostLabels
}

// mostLabels returns the largest number of labels per item that all studies can give.
func (o PlanOptions) mostLabels(d Data) int {
	most := o.MostLabels
	for _, s := range d.Studies {
		most = min(most, o.mostLabelsOf(s))
	}
	return most
}

// peopleOf returns the number of labelers of a design, undefined if labelers play no part.
func peopleOf(d planning.Design) Number {
	if d.Labelers == 0 {
		return Undefined()
	}
	return Number(math.Round(d.Labelers))
}

// budget returns the cost of a study.
func (o PlanOptions) budget(s Study) int {
	if o.Budget > 0 {
		return o.Budget
	}
	return int(math.Round(float64(s.Labels) + o.ItemCost*float64(s.Items)))
}

// evenness is the effective number of labelers for the mean, as a share of their number. It is 1 if loads are even, or
// if a run of an earlier version does not have it.
func evenness(s Study) float64 {
	if !(s.EffectiveLabelers > 0) {
		return 1
	}
	return float64(s.EffectiveLabelers) / float64(s.Labelers)
}

// precision returns for each design the posterior mean of the standard errors.
func precision(fit model.StudyPosterior, part vpc.Partition, designs []planning.Design) (meanSE, iccSE []float64) {
	meanSE, iccSE = make([]float64, len(designs)), make([]float64, len(designs))
	draws := fit.Posterior().Draws()
	chosen := spreadDraws(draws.Chains(), draws.Iterations())
	perDraw := make([][2][]float64, len(chosen))
	labeler, _ := part.LabelerVariance()
	item, total := part.ItemVariance(), part.TotalVariance()
	mu, itemSD, labelerSD := fit.Mean(), fit.ItemSD(), fit.LabelerSD()
	f := fit.Posterior().Spec().Family
	var group sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		group.Go(func() {
			for n := w; n < len(chosen); n += workers {
				c, i := chosen[n][0], chosen[n][1]
				v := planning.Components{Item: item.Chains[c][i], Labeler: labeler.Chains[c][i]}
				v.Residual = total.Chains[c][i] - v.Item - v.Labeler
				iccSE := v.ICCSE
				switch {
				case !hasICCSE(f) || fit.Posterior().Spec().Discrimination:
					iccSE = func(planning.Design) float64 { return math.NaN() }
				case logits(f):
					iccSE = planning.NewProbabilities(mu.Chains[c][i], itemSD.Chains[c][i],
						labelerSD.Chains[c][i]).ICCSE
				}
				for _, d := range designs {
					perDraw[n][0] = append(perDraw[n][0], v.MeanSE(d))
					perDraw[n][1] = append(perDraw[n][1], iccSE(d))
				}
			}
		})
	}
	group.Wait()
	for i := range designs {
		for _, d := range perDraw {
			meanSE[i] += d[0][i] / float64(len(perDraw))
			iccSE[i] += d[1][i] / float64(len(perDraw))
		}
	}
	return meanSE, iccSE
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
