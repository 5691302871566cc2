package judge

import (
	"math"
	"slices"
	"strconv"

	"concord/judge/probability"
	"concord/model"
	"concord/posterior"
	"concord/study"
)

// Probabilities returns the probability that a factor of a study's labels says of each item (see
// [study.Source.Probabilities]), without the items that have none. It panics if the labels have no such factor.
func Probabilities(people study.View, factor string) map[string]float64 {
	level, ok := people.Factor(factor)
	if !ok {
		panic("judge: there is no factor " + factor)
	}
	levels, _ := people.Table().Levels(factor)
	of := map[string]float64{}
	for n, i := range people.Item() {
		if p, err := strconv.ParseFloat(levels[level[n]], 64); err == nil {
			of[people.Table().Items()[i]] = p
		}
	}
	return of
}

// AtThreshold adds the labels of judges to a table. Each factor of probabilities becomes a study of its name. Its
// labels are positive for items with the probability of threshold or more. The items are the items of study people, and
// the factors of within distinguish items of the same name. Other factors have the level of the item's first label. The
// error is one of [study.NewTable], such as of a study of that name.
func AtThreshold(
	t *study.Table, people string, within []string, threshold map[string]float64,
) (*study.Table, error) {
	c := t.Indexed()
	if c.Source.Repeated > 0 {
		c.Duplicates = study.DuplicatesKeep
	}
	scores := t.Source().Probabilities
	c.Source.Probabilities = nil
	c.Source.Columns.Factors = slices.DeleteFunc(slices.Clone(c.Source.Columns.Factors),
		func(f study.Column) bool { return slices.Contains(scores, f.Name) })
	c.Factors = slices.DeleteFunc(c.Factors, func(f study.Factor) bool {
		_, is := threshold[f.Name]
		return is
	})
	v, err := t.Study(people)
	if err != nil {
		return nil, err
	}
	for _, name := range scores {
		c.Studies = append(c.Studies, name)
		if c.Labelers != nil {
			c.Labelers = append(c.Labelers, name)
		}
		levels, _ := t.Levels(name)
		level, _ := v.Factor(name)
		seen := map[string]bool{}
		for n, i := range v.Item() {
			key := strconv.Itoa(int(i))
			for _, f := range within {
				if of, ok := v.Factor(f); ok {
					key += " " + strconv.Itoa(int(of[n]))
				}
			}
			p, err := strconv.ParseFloat(levels[level[n]], 64)
			if seen[key] || err != nil {
				continue
			}
			seen[key] = true
			label := 0.0
			if p >= threshold[name] {
				label = 1
			}
			c.Item, c.Value = append(c.Item, i), append(c.Value, label)
			c.Study = append(c.Study, int32(len(c.Studies)-1))
			if c.Labelers != nil {
				c.Labeler = append(c.Labeler, int32(len(c.Labelers)-1))
			}
			for k, f := range c.Factors {
				level, _ := v.Factor(f.Name)
				c.Factors[k].Index = append(c.Factors[k].Index, level[n])
			}
		}
	}
	return study.NewTable(c)
}

// AttainableAUC returns the area under the curve of probabilities that are the share of all people who would say yes
// (see [probability.Attainable]). ok is false unless labels are binary.
func AttainableAUC(people model.StudyPosterior) (q posterior.Quantity, ok bool) {
	l, ok := newLabels(people.Posterior().Spec().Family)
	if !ok || people.Posterior().Spec().Family.Kind() != study.Binary {
		return q, false
	}
	draws := len(people.Mean().Chains)
	every := max(1, (draws*len(people.Mean().Chains[0])+mostDraws-1)/mostDraws)
	q = posterior.Quantity{Name: "attainable_auc", Chains: make([][]float64, draws)}
	people.Posterior().Each([]model.StudyPosterior{people}, every, func(c int) func(int, []model.Draw) {
		l := l.fork()
		return func(_ int, d []model.Draw) {
			q.Chains[c] = append(q.Chains[c], probability.Attainable(func(z float64) float64 {
				b := z * d[0].ItemSD
				share, _ := l.moments(d[0].Mean+b, math.Hypot(d[0].RestSD, d[0].DiscriminationSD*b), d[0].Own)
				return share
			}))
		}
	})
	return q, true
}
