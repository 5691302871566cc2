package ask

import (
	"math"
	"slices"

	"concord/internal/answer"
	"concord/internal/result/catalogue"
	"concord/model"
	"concord/posterior"
	"concord/study"
	"concord/vpc"
)

// facets adds designs of a model with facets, at the same cost. Labelers and levels of facets label every item.
func (p planned) facets(s model.StudyPosterior, part vpc.Partition, budget int) {
	within := catalogue.Nesting(s)
	factors := []string{study.LabelerFactor}
	for _, f := range part.Factors() {
		if f != study.LabelerFactor && !slices.Contains(within[study.ItemFactor], f) {
			factors = append(factors, f)
		}
	}
	if _, again := part.IntraLabelerICC(); again {
		factors = append(factors, vpc.LabelFactor)
	}
	decisions := part.Decisions()
	all := designsUpTo(factors, p.MostLabels)
	labels := func(l []vpc.Levels) int { return vpc.Design{Levels: l}.Labels() }
	slices.SortStableFunc(all, func(a, b []vpc.Levels) int { return labels(a) - labels(b) })
	var best []*answer.Row
	for _, levels := range all {
		d := vpc.Design{Levels: levels, Within: within}
		items := bought(budget, p.ItemCost+float64(d.Labels()))
		if items < 2 {
			continue
		}
		at := answer.Key{Group: s.Name(), Design: d.String(), K: d.Labels()}
		relative, absolute := decisions.Generalizability(d)
		means := decisions.Means(d)
		p.size(at, float64(items))
		p.Add("generalizability", at, relative.Mean())
		r := p.Add("dependability", at, absolute.Mean())
		p.Add("mean_se", at, posterior.Map("", func(v []float64) float64 {
			n := float64(items)
			return math.Sqrt((v[0] + (n-1)*v[1]) / n)
		}, means.Within, means.Between).Mean())
		switch n := len(best); {
		case n == 0 || best[n-1].K != r.K:
			best = append(best, r)
		case r.Value > best[n-1].Value:
			best[n-1] = r
		}
	}
	for _, r := range best {
		r.Method = "best of as many labels"
	}
	p.choose("shows the level best", 1, best)
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
