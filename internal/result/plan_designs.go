package result

import (
	"math"
	"slices"

	"concord/internal/result/catalogue"
	"concord/model"
	"concord/posterior"
	"concord/study"
	"concord/vpc"
)

// PlannedDesign is the design that a budget buys if labelers and levels of facets label every item.
type PlannedDesign struct {
	Study  string `json:"study"`
	Budget int    `json:"budget"` // cost of the study, where a label costs 1
	// Design has the number of levels of each factor, as in "labeler=3,template=2".
	Design string `json:"design"`
	// LabelsPerItem is the number of its labels of an item.
	LabelsPerItem int `json:"labels_per_item"`
	Items         int `json:"items"`
	// Generalizability and Dependability are the posterior means of Eρ² and Φ of an item's mean label. MeanSE is the
	// posterior mean of the standard error of the study's mean label.
	Generalizability Number `json:"generalizability"`
	Dependability    Number `json:"dependability"`
	MeanSE           Number `json:"mean_se"`
	// Best marks the design that shows the level of items best among designs with as many labels.
	Best bool `json:"best"`
}

// planDesigns compares designs at the same cost, for a model with facets.
func planDesigns(fit model.StudyPosterior, part vpc.Partition, s Study, o PlanOptions) []PlannedDesign {
	within := catalogue.Nesting(fit)
	factors := []string{study.LabelerFactor}
	for _, f := range part.Factors() {
		if f != study.LabelerFactor && !slices.Contains(within[study.ItemFactor], f) {
			factors = append(factors, f)
		}
	}
	if _, again := part.IntraLabelerICC(); again {
		factors = append(factors, vpc.LabelFactor)
	}
	budget, decisions := o.budget(s), part.Decisions()
	var all []PlannedDesign
	for _, levels := range designsUpTo(factors, o.MostLabels) {
		d := vpc.Design{Levels: levels, Within: within}
		items := int(float64(budget)/(o.ItemCost+float64(d.Labels())) + 1e-9)
		if items < 2 {
			continue
		}
		relative, absolute := decisions.Generalizability(d)
		means := decisions.Means(d)
		se := posterior.Map("", func(v []float64) float64 {
			n := float64(items)
			return math.Sqrt((v[0] + (n-1)*v[1]) / n)
		}, means.Within, means.Between)
		all = append(all, PlannedDesign{
			Study: fit.Name(), Budget: budget, Design: d.String(), LabelsPerItem: d.Labels(), Items: items,
			Generalizability: Number(relative.Mean()), Dependability: Number(absolute.Mean()),
			MeanSE: Number(se.Mean()),
		})
	}
	slices.SortStableFunc(all, func(a, b PlannedDesign) int { return a.LabelsPerItem - b.LabelsPerItem })
	for i := 0; i < len(all); {
		best, end := i, i
		for ; end < len(all) && all[end].LabelsPerItem == all[i].LabelsPerItem; end++ {
			if all[end].Dependability > all[best].Dependability {
				best = end
			}
		}
		all[best].Best, i = true, end
	}
	return all
}

// designsUpTo returns the numbers of levels of each factor whose product is at most most.
func designsUpTo(factors []string, most int) [][]vpc.Levels {
	if len(factors) == 0 {
		return [][]vpc.Levels{nil}
	}
	var all [][]vpc.Levels
	for n := 1; n <= most; n++ {
		for _, rest := range designsUpTo(factors[1:], most/n) {
			all = append(all, append([]vpc.Levels{{Factor: factors[0], N: n}}, rest...))
		}
	}
	return all
}
